/* The mean rating difference of a board, by round and by what paired it. */
WITH board AS (
    SELECT system, round, abs(w.rating - b.rating) AS gap
    FROM games g JOIN tournaments t USING (tournament)
    JOIN players w ON (w.tournament, w.player) = (g.tournament, g.white)
    JOIN players b ON (b.tournament, b.player) = (g.tournament, g.black)
    WHERE known_to IS NULL AND round <= 7
)
SELECT round, round(avg(gap) FILTER (system = 'wp')) AS resistance_points,
       round(avg(gap) FILTER (system = 'rating')) AS rating,
       round(avg(gap) FILTER (system = 'keizer')) AS keizer
FROM board GROUP BY round ORDER BY round
