/* The mean difference of a board in the ratings of then, by round and by what paired it. */
WITH board AS (
    SELECT system, round, abs(white_rating - black_rating) AS gap
    FROM games_now JOIN tournaments USING (tournament)
    WHERE round <= 7
)
SELECT round, round(avg(gap) FILTER (system = 'wp')) AS resistance_points,
       round(avg(gap) FILTER (system = 'rating')) AS rating,
       round(avg(gap) FILTER (system = 'keizer')) AS keizer
FROM board GROUP BY round ORDER BY round
