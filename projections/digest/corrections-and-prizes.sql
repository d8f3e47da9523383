/* The prizes before and after each correction of a result that was found after the last round.
   Players equal on points share their prizes (F12.1). Round is that of the wrong result. */
WITH prize AS (
    SELECT tournament, unnest(cents) AS cents, generate_subscripts(cents, 1) AS rank
    FROM (SELECT tournament, (state -> 'amounts_cents')::BIGINT[] AS cents
          FROM events WHERE fact = 'prizes-declared')
), correction AS (
    SELECT tournament, position, round, ranks_touched FROM corrections WHERE kind = 'result'
), ranking AS (   -- as known at the correction, and just before it; places may be shared
    SELECT c.tournament, c.position, moment, s.player, s.rank, s.points, row_number() OVER (
        PARTITION BY c.tournament, c.position, moment ORDER BY s.rank, s.player) AS place
    FROM correction c, (VALUES (0), (-1)) m(moment), standings_as_of(c.position + moment) s
    WHERE s.tournament = c.tournament AND s.final AND s.in_force
), known AS (
    SELECT r.tournament, position, moment, player, r.rank,
           sum(coalesce(cents, 0)) OVER equal / count(*) OVER equal AS share
    FROM ranking r LEFT JOIN prize p ON (p.tournament, p.rank) = (r.tournament, r.place)
    WINDOW equal AS (PARTITION BY r.tournament, position, moment, points)
), effect AS (
    SELECT tournament, position, bool_or(now.share <> before.share) AS prize_changed,
           bool_or(now.rank = 1 AND before.rank > 1) AS winner_changed,
           sum(greatest(now.share - before.share, 0)) / 100 AS moved
    FROM known now JOIN known before USING (tournament, position, player)
    WHERE now.moment = 0 AND before.moment = -1
    GROUP BY ALL
)
SELECT round, count(*) AS corrections, round(avg(ranks_touched), 1) AS places_touched,
       count(*) FILTER (prize_changed) AS prizes_changed,
       count(*) FILTER (winner_changed) AS winner_changed,
       round(avg(moved), 2) AS euros_moved
FROM correction JOIN effect USING (tournament, position)
GROUP BY round ORDER BY round
