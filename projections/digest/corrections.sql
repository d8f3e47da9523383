/* Every correction that stands, by what was corrected: those that gave a place to another player, and
   how many places. */
SELECT kind, count(*) AS corrections, count(*) FILTER (ranks_touched > 0) AS moved,
       sum(ranks_touched)::BIGINT AS places
FROM corrections WHERE taken_back_by IS NULL
GROUP BY kind ORDER BY corrections DESC, kind
