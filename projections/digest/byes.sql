/* Who had no opponent: byes of the pairing, byes that were asked for, and players with more than one
   bye of the pairing in a tournament. */
WITH round AS (
    SELECT tournament, player, system, round,
           (kind = 'bye')::INTEGER AS bye,
           (kind IN ('half-point bye', 'full-point bye'))::INTEGER AS asked
    FROM colours JOIN tournaments USING (tournament)
), player AS (
    SELECT system, tournament, player, sum(bye) AS byes, sum(asked) AS asked FROM round GROUP BY ALL
), rounds AS (
    SELECT system, count(DISTINCT (tournament, round)) AS rounds FROM round GROUP BY system
)
SELECT system, rounds, sum(byes)::BIGINT AS byes, sum(asked)::BIGINT AS asked,
       count(*) FILTER (byes > 1) AS twice
FROM player JOIN rounds USING (system) GROUP BY system, rounds ORDER BY system
