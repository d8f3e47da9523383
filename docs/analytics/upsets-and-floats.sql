/* Floats as the Swiss on rating has them; a game is one between floats when either player floats.
   The ratings are those of then: that whose rounds a game is in. */
WITH game AS (
    SELECT g.tournament, g.round, g.white, g.black, abs(w.rating - b.rating) AS gap,
           result = CASE WHEN w.rating > b.rating THEN '0-1' ELSE '1-0' END AS upset
    FROM games g
    JOIN ratings w ON (w.tournament, w.player) = (g.tournament, g.white)
        AND g.round BETWEEN w.from_round AND coalesce(w.to_round, g.round)
    JOIN ratings b ON (b.tournament, b.player) = (g.tournament, g.black)
        AND g.round BETWEEN b.from_round AND coalesce(b.to_round, g.round)
    JOIN tournaments t ON t.tournament = g.tournament AND t.system = 'rating'
    WHERE g.known_to IS NULL AND result NOT LIKE '%R' AND w.rating <> b.rating
), classed AS (
    SELECT CASE WHEN gap < 50 THEN '1-49' WHEN gap < 100 THEN '50-99' WHEN gap < 150 THEN '100-149'
                WHEN gap < 200 THEN '150-199' WHEN gap < 300 THEN '200-299' ELSE '300+'
           END AS class, gap, upset,
           EXISTS (FROM floats f WHERE (f.tournament, f.round) = (game.tournament, game.round)
                                   AND f.player IN (white, black)) AS floats
    FROM game
)
SELECT coalesce(class, 'all games') AS rating_gap,
       count(*) FILTER (NOT floats) AS level_games,
       round(100 * avg(upset::INTEGER) FILTER (NOT floats), 1) AS level_upsets_pct,
       count(*) FILTER (floats) AS float_games,
       round(100 * avg(upset::INTEGER) FILTER (floats), 1) AS float_upsets_pct
FROM classed GROUP BY ROLLUP (class) ORDER BY class IS NULL, min(gap)
