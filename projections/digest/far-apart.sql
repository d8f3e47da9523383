/* How far the players of a board were apart in the ratings of then, by what paired them. */
WITH board AS (
    SELECT system, abs(white_rating - black_rating) AS gap
    FROM games_now JOIN tournaments USING (tournament)
    WHERE white_rating IS NOT NULL AND black_rating IS NOT NULL
)
SELECT system, count(*) AS boards, round(avg(gap))::BIGINT AS mean_gap, max(gap) AS largest_gap,
       count(*) FILTER (gap >= 400) AS far, round(100 * avg((gap >= 400)::INTEGER), 1) AS far_pct
FROM board GROUP BY system ORDER BY system
