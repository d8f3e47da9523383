/* What a digest is about. */
WITH of AS (
    SELECT count(*) AS tournaments, coalesce(sum(players), 0)::BIGINT AS entries,
           coalesce(sum(rounds_published), 0)::BIGINT AS rounds, min(begins)::VARCHAR AS begins,
           max(ends)::VARCHAR AS ends, coalesce(list_sort(list_distinct(list(season))), []) AS seasons
    FROM tournaments
), game AS (
    SELECT count(*) AS games, count(*) FILTER (result NOT LIKE '%R') AS played,
           round(100 * avg((result = '1-0')::INTEGER) FILTER (result NOT LIKE '%R'), 1)
               AS white_won_pct,
           round(100 * avg((result = '1/2-1/2')::INTEGER) FILTER (result NOT LIKE '%R'), 1)
               AS drawn_pct
    FROM games_now JOIN tournaments USING (tournament) WHERE result IS NOT NULL
)
FROM of, game
