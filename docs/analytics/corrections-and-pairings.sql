/* The corrections of a result that change the pairing of a later round: boards counts those of the
   pairing by what was known just before it that are not in the one with it. The winners of prizes
   at such a board, and the players whose prize the correction itself changes (F12.1), by number. */
WITH otherwise AS (
    SELECT tournament, position, round AS later, boards FROM replayed_changes
    WHERE in_force AND boards > 0
), winner AS (
    SELECT DISTINCT o.tournament, o.position, number FROM otherwise o
    JOIN replayed_pairings r ON (r.tournament, r.round) = (o.tournament, o.later)
        AND r.in_force AND known = 'now' AND found_in = 'published' AND NOT colours_only
    JOIN prize_shares s ON s.tournament = r.tournament AND s.player IN (white, black)
    JOIN players p ON (p.tournament, p.player) = (s.tournament, s.player)
), ranking AS (   -- with the correction, and just before it; places may be shared
    SELECT c.tournament, c.position, moment, s.player, s.points, row_number() OVER (
        PARTITION BY c.tournament, c.position, moment ORDER BY s.rank, s.player) AS place
    FROM corrections c, (VALUES (0), (-1)) m(moment), standings_as_of(c.position + moment) s
    WHERE s.tournament = c.tournament AND s.final AND s.in_force
), share AS (
    SELECT r.tournament, r.position, moment, player,
           sum(coalesce(cents, 0)) OVER equal / count(*) OVER equal AS cents
    FROM ranking r LEFT JOIN prizes p
        ON (p.tournament, p.place) = (r.tournament, r.place) AND p.known_to IS NULL
    WINDOW equal AS (PARTITION BY r.tournament, r.position, moment, points)
), paid AS (
    SELECT tournament, position, number FROM share now
    JOIN share before USING (tournament, position, player) JOIN players USING (tournament, player)
    WHERE now.moment = 0 AND before.moment = -1 AND now.cents <> before.cents
), told AS (
    SELECT tournament, position, string_agg(DISTINCT later, ' ' ORDER BY later) AS later_rounds,
           sum(boards) AS boards FROM otherwise GROUP BY ALL
)
SELECT replace(name, 'Generated tournament ', '') AS tournament, c.position, round, before, now,
       later_rounds, boards, winners, paid.numbers AS prizes
FROM corrections c JOIN told USING (tournament, position) JOIN tournaments USING (tournament)
LEFT JOIN (SELECT tournament, position, string_agg(number, ' ' ORDER BY number) AS winners
           FROM winner GROUP BY ALL) USING (tournament, position)
LEFT JOIN (SELECT tournament, position, string_agg(number, ' ' ORDER BY number) AS numbers
           FROM paid GROUP BY ALL) paid USING (tournament, position)
WHERE kind = 'result' ORDER BY prizes IS NULL, boards DESC, name, c.position LIMIT 12
