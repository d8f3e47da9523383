/* Games decided by default, and players who were not there at all. */
WITH game AS (
    SELECT round, count(*) AS games, count(*) FILTER (result LIKE '%R') AS by_default
    FROM games JOIN tournaments USING (tournament)
    WHERE known_to IS NULL AND result IS NOT NULL AND system <> 'keizer' GROUP BY round
), away AS (
    SELECT round, count(*) AS players,
           count(*) FILTER (kind IN ('absent', 'withdrawn')) AS away
    FROM colours JOIN tournaments USING (tournament) WHERE system <> 'keizer' GROUP BY round
)
SELECT round, games, by_default, round(100.0 * by_default / games, 2) AS default_pct,
       round(100.0 * away / players, 2) AS away_pct
FROM game JOIN away USING (round) ORDER BY round
