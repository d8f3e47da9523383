/* A member's value is a place on a ladder, so its change is in steps of that ladder. */
WITH change AS (
    SELECT tournament, player, round,
           abs(value - lag(value) OVER (PARTITION BY tournament, player ORDER BY round)) AS moved
    FROM keizer_values WHERE known_to IS NULL
)
SELECT round, count(moved) AS members, round(avg(moved), 2) AS mean_change, max(moved) AS largest,
       round(100 * avg((moved = 0)::INTEGER)) AS unchanged_pct
FROM change WHERE moved IS NOT NULL GROUP BY round ORDER BY round
