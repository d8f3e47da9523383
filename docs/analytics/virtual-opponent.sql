/* A round without a game: 1996 counts a draw with oneself (A1d), 2014 a virtual opponent (A1d, A).
   The games stay the same, so this is all that parts the two. */
WITH part AS (  -- what each round gave to WP in the end, under each version
    SELECT tournament, rules, player, in_round AS round, value
    FROM tie_breaks
    WHERE tie_break = 'wp' AND in_round > 0 AND final AND known_to IS NULL
), final AS (
    SELECT tournament, player, points * 2 >= round AS half_or_more
    FROM standings WHERE final AND in_force AND known_to IS NULL
), moved AS (   -- has the players whose line differs
    SELECT tournament, player, rank_before - rank_now AS places
    FROM standings_diff('knsb-wp-1996', 'knsb-wp-2014') WHERE final
)
SELECT kind, count(*) AS rounds,
       round(avg(o.value), 2) AS wp_1996, round(avg(n.value), 2) AS wp_2014,
       round(avg(n.value - o.value) FILTER (half_or_more), 2) AS gain_upper_half,
       round(avg(n.value - o.value) FILTER (NOT half_or_more), 2) AS gain_lower_half,
       round(100 * avg((coalesce(places, 0) > 0)::INTEGER)) AS went_up_pct,
       round(100 * avg((coalesce(places, 0) < 0)::INTEGER)) AS went_down_pct
FROM part o
JOIN part n USING (tournament, player, round)
JOIN colours c USING (tournament, player, round)
JOIN final USING (tournament, player)
LEFT JOIN moved USING (tournament, player)
WHERE o.rules = 'knsb-wp-1996' AND n.rules = 'knsb-wp-2014'
  AND kind IN ('bye', 'default win', 'default loss', 'absent')
GROUP BY kind ORDER BY kind
