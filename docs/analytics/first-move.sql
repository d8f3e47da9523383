/* White's score by his rating minus black's, in steps of 100; without games by default. */
WITH game AS (
    SELECT w.rating - b.rating AS gap,
           CASE result WHEN '1-0' THEN 1 WHEN '1/2-1/2' THEN 0.5 ELSE 0 END AS score,
           result = '1/2-1/2' AS drawn
    FROM games g
    JOIN players w ON (w.tournament, w.player) = (g.tournament, g.white)
    JOIN players b ON (b.tournament, b.player) = (g.tournament, g.black)
    WHERE known_to IS NULL AND result NOT LIKE '%R' AND abs(w.rating - b.rating) < 550
), class AS (
    SELECT (round(gap / 100.0) * 100)::INTEGER AS rating_difference, count(*) AS games,
           100 * avg(score) AS white, 100 * avg(drawn::INTEGER) AS drawn
    FROM game GROUP BY rating_difference
)
SELECT a.rating_difference, a.games, round(a.white, 1) AS white_pct,
       round(100 - b.white, 1) AS with_black_pct, round(a.drawn, 1) AS drawn_pct
FROM class a JOIN class b ON b.rating_difference = -a.rating_difference
ORDER BY a.rating_difference
