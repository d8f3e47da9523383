/* White's score by white's rating minus black's, both of that time, in steps of 100; without games by
   default. */
WITH game AS (
    SELECT white_rating - black_rating AS gap,
           CASE result WHEN '1-0' THEN 1 WHEN '1/2-1/2' THEN 0.5 ELSE 0 END AS score,
           result = '1/2-1/2' AS drawn
    FROM games_now
    WHERE result NOT LIKE '%R' AND abs(white_rating - black_rating) < 550
), class AS (
    SELECT (round(gap / 100.0) * 100)::INTEGER AS rating_difference, count(*) AS games,
           100 * avg(score) AS white, 100 * avg(drawn::INTEGER) AS drawn
    FROM game GROUP BY rating_difference
)
SELECT a.rating_difference, a.games, round(a.white, 1) AS white_pct,
       round(100 - b.white, 1) AS with_black_pct, round(a.drawn, 1) AS drawn_pct
FROM class a JOIN class b ON b.rating_difference = -a.rating_difference
ORDER BY a.rating_difference
