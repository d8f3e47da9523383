"""WP and SB in SQL alone: a second computation, from the raw games, without any Python of ours.

It is written from the texts of 1996 and 2014 as rules/wp.md reads them: A1, A1d, A4, F1, F3, F5,
F9, F11. It reads games, players, rounds (the byes), events (the entries) and the keys of the
rulebook. These cannot tell whether a player without a game had asked for a bye, as the request may
have been withdrawn: that alone is read from colours.kind. From standings it reads which exist.

rounds and colours are current, so a standing is skipped if it was known before the boards of a
round in it were changed; tests ask for those of a tournament cut off at that moment.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import duckdb

ASKED = """
CREATE TEMP TABLE asked AS  -- every standing: of n rounds, as known at the position since
WITH book AS (
    SELECT DISTINCT tournament, rules, in_force,
           keys ->> '$.unplayed.own' = 'draw_with_self' AS with_himself,  -- A1d of 1996
           keys ->> '$.unplayed.zero_zero' = 'unplayed' AS not_at_0_0,    -- F3 of 1996
           CASE keys ->> '$.bye.points' WHEN '1/2' THEN 0.5 ELSE 1 END AS for_bye  -- F1
    FROM (SELECT tournament, rulebook AS rules, true AS in_force, keys FROM rulebooks
          UNION ALL SELECT tournament, rules, false, keys FROM replays JOIN versions USING (rules))
), standing AS (
    SELECT DISTINCT tournament, rules, in_force, round AS n, final, known_from AS since
    FROM standings
    WHERE wp IS NOT NULL                 -- it is null in a season
      AND rules NOT LIKE 'fide-dutch-%'  -- FIDE counts a round without a game otherwise
)
SELECT row_number() OVER () AS version, * FROM standing s
JOIN book USING (tournament, rules, in_force)
WHERE NOT EXISTS (
    FROM pairings p WHERE p.tournament = s.tournament AND p.round <= n AND p.position > since)
"""

SCORES = """
CREATE TEMP VIEW oracle AS
WITH entered AS (
    SELECT tournament, (state ->> '$.player')::INTEGER AS player, max(position) AS position
    FROM events WHERE fact = 'player-registered' GROUP BY ALL
), seat AS (    -- a game is two seats
    SELECT tournament, round, known_from, known_to, white AS player, black AS opponent,
           result, adjourned, result[:3] = '1-0' AS won, result[:3] = '1/2' AS drew FROM games
    UNION ALL
    SELECT tournament, round, known_from, known_to, black, white,
           result, adjourned, result IN ('0-1', '0-1R'), result[-3:] = '1/2' FROM games
), cell AS (    -- f: what a player got in a round; met: whether it counts as a game
    SELECT version, n, with_himself, p.player, p.number, r.round, opponent,
           (CASE WHEN drew OR adjourned THEN 0.5     -- F11: adjourned is a draw
                 WHEN won THEN 1
                 WHEN opponent IS NOT NULL THEN 0                  -- 0-0 and 0-0R: nobody a point
                 WHEN r.bye = p.player THEN for_bye
                 WHEN kind = 'half-point bye' THEN 0.5             -- F9
                 WHEN kind = 'full-point bye' THEN 1
                 ELSE 0 END)::DECIMAL(9, 2) AS f,                  -- F5: absent is 0R
           opponent IS NOT NULL
               AND (adjourned OR (result NOT LIKE '%R' AND NOT (result = '0-0' AND not_at_0_0)))
               AS met
    FROM asked a
    JOIN players p USING (tournament)
    JOIN entered e ON e.tournament = a.tournament AND e.player = p.player AND e.position <= since
    JOIN rounds r ON r.tournament = a.tournament AND r.round <= n
    LEFT JOIN seat s ON s.tournament = a.tournament AND s.round = r.round AND s.player = p.player
                    AND s.known_from <= since AND (s.known_to IS NULL OR s.known_to > since)
    LEFT JOIN colours c
           ON c.tournament = a.tournament AND c.round = r.round AND c.player = p.player
), ws AS (      -- A1d, B of 2014: for an opponent they have half a point where they met nobody
    SELECT version, player, sum(CASE WHEN met THEN f ELSE 0.5 END) AS ws FROM cell GROUP BY ALL
), virtual AS ( -- A1d, A of 2014: level before, takes what they did not, then half a point a round
    SELECT *, coalesce(sum(f) OVER earlier, 0) + (1 - f) + 0.5 * (n - round) AS v FROM cell
    WINDOW earlier AS (PARTITION BY version, player ORDER BY round
                       ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
), part AS (    -- what each round gives
    SELECT version, player, number, round, opponent, f, mine.ws,
           CASE WHEN met THEN his.ws WHEN with_himself THEN mine.ws ELSE v END AS wp,
           CASE WHEN met THEN f * his.ws WHEN with_himself THEN 0.5 * mine.ws ELSE f * v END AS sb
    FROM virtual JOIN ws mine USING (version, player)
    LEFT JOIN ws his ON his.version = virtual.version AND his.player = opponent
), total AS (
    SELECT version, player, number, any_value(ws) AS ws,
           sum(f) AS points, sum(wp) AS wp, sum(sb) AS sb,
           list(opponent ORDER BY round) AS opponents,
           list((2 * wp)::INTEGER ORDER BY round) AS wp_halves,
           list((4 * sb)::INTEGER ORDER BY round) AS sb_quarters
    FROM part GROUP BY ALL
)
SELECT *, row_number() OVER (
    PARTITION BY version ORDER BY points DESC, wp DESC, sb DESC, number) AS rank  -- A4
FROM total
"""

DIFFERENCES = """
WITH theirs AS (
    SELECT version, s.* FROM standings s JOIN asked a
    ON (s.tournament, s.rules, s.in_force, s.round, s.final, s.known_from)
     = (a.tournament, a.rules, a.in_force, a.n, a.final, a.since)
)
SELECT a.tournament, a.rules, a.n, a.final, a.since, player,
       (o.points, o.ws, o.wp, o.sb, o.rank) AS in_sql,
       (s.points, s.ws, s.wp, s.sb, s.rank) AS in_mirror
FROM oracle o FULL JOIN theirs s USING (version, player) JOIN asked a USING (version)
WHERE (o.points, o.ws, o.wp, o.sb) IS DISTINCT FROM (s.points, s.ws, s.wp, s.sb)
   OR (o.opponents, o.wp_halves, o.sb_quarters)
      IS DISTINCT FROM (s.opponents, s.wp_halves, s.sb_quarters)
   OR (NOT a.final AND o.rank IS DISTINCT FROM s.rank)  -- the final ranking is by F12, not by A4
ORDER BY ALL
"""


def differences(database: duckdb.DuckDBPyConnection) -> tuple[list[tuple[object, ...]], int]:
    """Return where a mirror's standings differ from the SQL, and how many were compared."""
    database.execute(ASKED)
    database.execute(SCORES)
    rows = database.execute(DIFFERENCES).fetchall()
    row = database.execute("SELECT count(*) FROM asked").fetchone()
    assert row is not None
    database.execute("DROP VIEW oracle; DROP TABLE asked")
    return rows, int(row[0])
