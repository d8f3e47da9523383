/* Of the groups that an engine paired, the part in which a key is not what it would be if nothing
   gave way. docs/decisions.md has every key. */
WITH told(key, what) AS (VALUES
    ('k1', 'WP C3: more wait'),
    ('k4', 'WP C4.2: float again'),
    ('k6', 'WP C4.4: colour'),
    ('k6_strong', 'WP C4.4: strong'),
    ('c1', 'rating C1: no game'),
    ('b5_down', 'rating B5: down'),
    ('b5_up', 'rating B5: up'),
    ('x', 'rating B4: colour')
), given AS (
    SELECT what, round, 100 * (value <> wanted)::INTEGER AS gave_way
    FROM pairing_decisions JOIN told USING (key) WHERE wanted IS NOT NULL
)
SELECT what, count(*) AS groups,
       round(avg(gave_way) FILTER (round = 2)) AS r2, round(avg(gave_way) FILTER (round = 3)) AS r3,
       round(avg(gave_way) FILTER (round = 4)) AS r4, round(avg(gave_way) FILTER (round = 5)) AS r5,
       round(avg(gave_way) FILTER (round = 6)) AS r6, round(avg(gave_way) FILTER (round = 7)) AS r7
FROM given GROUP BY what ORDER BY what LIKE 'rating%', what
