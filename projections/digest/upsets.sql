/* Games over the board between players of different ratings, those of then: how often the lower rated
   won, and what the higher rated scored. */
WITH game AS (
    SELECT abs(white_rating - black_rating) AS gap,
           CASE WHEN result = '1/2-1/2' THEN 0.5
                WHEN (result = '1-0') = (white_rating > black_rating) THEN 1 ELSE 0 END AS score
    FROM games_now JOIN tournaments USING (tournament)
    WHERE result IN ('1-0', '0-1', '1/2-1/2') AND white_rating <> black_rating
)
SELECT CASE WHEN gap < 100 THEN '1-99' WHEN gap < 200 THEN '100-199' WHEN gap < 300 THEN '200-299'
            WHEN gap < 400 THEN '300-399' ELSE '400+' END AS gap,
       count(*) AS games, count(*) FILTER (score = 0) AS upsets,
       round(100 * avg((score = 0)::INTEGER), 1) AS upsets_pct,
       round(100 * avg((score = 0.5)::INTEGER), 1) AS drawn_pct,
       round(100 * avg(score::DOUBLE), 1) AS score_pct
FROM game GROUP BY ALL ORDER BY min(game.gap)
