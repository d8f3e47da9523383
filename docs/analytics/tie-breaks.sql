/* The key that separates a player from the one above in the final ranking of a tournament that goes
   by WP; lots, drawn or not. */
WITH part AS (
    SELECT rank AS place, coalesce(decided_by, 'lots') AS key
    FROM standings JOIN tournaments USING (tournament)
    WHERE system IN ('wp', 'rating') AND final AND in_force AND known_to IS NULL
      AND wp IS NOT NULL AND rank BETWEEN 2 AND 6
)
SELECT place, count(*) AS tournaments,
       round(100 * avg((key = 'points')::INTEGER), 1) AS points_pct,
       round(100 * avg((key = 'mutual_result')::INTEGER), 1) AS mutual_result_pct,
       round(100 * avg((key = 'wp')::INTEGER), 1) AS wp_pct,
       round(100 * avg((key = 'sb')::INTEGER), 1) AS sb_pct,
       round(100 * avg((key = 'lots')::INTEGER), 1) AS lots_pct
FROM part GROUP BY place ORDER BY place
