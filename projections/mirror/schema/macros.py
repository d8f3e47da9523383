"""The mirror's macros, and the queries of its views."""

from __future__ import annotations

_IN_FORCE = "known_from <= asked AND (known_to IS NULL OR known_to > asked)"

_BY_TIME = (
    "SELECT * EXCLUDE (known_from, known_to, reached) FROM {table} JOIN (SELECT tournament,"
    " max(position) AS reached FROM events WHERE recorded_at <= CASE"
    " WHEN typeof(asked) = 'TIMESTAMP WITH TIME ZONE'"
    " THEN asked::TIMESTAMPTZ AT TIME ZONE 'UTC' ELSE asked::TIMESTAMP END"
    " GROUP BY tournament) USING (tournament)"
    " WHERE known_from <= reached AND (known_to IS NULL OR known_to > reached)"
)


def _number(of: str) -> str:
    """Return the number of a player, who is a column of g.

    It is a query of its own: of two joins with players, a condition over both numbers would make
    DuckDB join the players of a tournament with each other first, every pair of them.
    """
    return f"(SELECT number FROM players p WHERE (p.tournament, p.player) = (g.tournament, g.{of}))"


_GAMES = (
    f"SELECT g.tournament, g.round, g.board, g.white, {_number('white')} AS white_number, g.black,"
    f" {_number('black')} AS black_number, g.* EXCLUDE (tournament, round, board, white, black)"
    " FROM ({games}) g"
)
"""Games with the numbers of their players beside the keys."""

_OF_A_LINE = "tournament, rules, in_force, round, final, player"
_LINES = (
    f"SELECT {_OF_A_LINE}, number, s.* EXCLUDE ({_OF_A_LINE}) FROM ({{lines}}) s"
    " JOIN players USING (tournament, player)"
)
"""Lines of standings with the numbers of the players beside the keys."""

_DIFFERENCE = (
    "SELECT tournament, round, final, player, p.number, o.rank AS rank_before, n.rank AS rank_now,"
    " o.points AS points_before, n.points AS points_now, o.wp AS wp_before, n.wp AS wp_now,"
    " o.sb AS sb_before, n.sb AS sb_now, n.decided_by FROM {one} o {join} {other} n"
    " USING (tournament, round, final, player) JOIN players p USING (tournament, player)"
    " WHERE ((o.rank, o.points, o.wp, o.sb) IS DISTINCT FROM (n.rank, n.points, n.wp, n.sb)"
    " OR o.player IS NULL OR n.player IS NULL)"
)

_UNDER = (
    "(FROM standings s WHERE rules = {0} AND known_to IS NULL AND (NOT in_force OR NOT EXISTS ("
    "FROM standings r WHERE r.rules = {0} AND NOT r.in_force AND r.rank = 1"
    " AND (r.tournament, r.round, r.final) = (s.tournament, s.round, s.final))))"
)
"""The standings under a version: a replay takes precedence over own rules of the same name."""

_IS_THERE = (
    "(SELECT CASE WHEN list_contains(there, {0}) THEN true ELSE error(format("
    "'there is no {2} {{}}; there are: {{}}', {0},"
    " coalesce(nullif(array_to_string(there, ', '), ''), '-'))) END"
    " FROM (SELECT coalesce(list(called ORDER BY called), []) AS there FROM ({1})))"
)
"""True, or an error that names what there is."""

_OF_STANDINGS = "SELECT rules AS called FROM versions UNION SELECT rulebook FROM rulebooks"
"""The versions of standings: those replayed, and those that were in force."""

_OF_PAIRINGS = (
    "SELECT rules AS called FROM pairing_versions WHERE keys IS NOT NULL"
    " UNION SELECT rulebook FROM rulebooks"
    " WHERE EXISTS (FROM pairing_versions WHERE keys IS NULL)"
)
"""The versions that rounds were paired again by."""

_COMPARED = (
    "(SELECT CASE WHEN list_contains(there, version_a) OR list_contains(there, version_b)"
    " OR version_a = version_b OR EXISTS (SELECT unnest([version_a, version_b])"
    f" EXCEPT SELECT called FROM ({_OF_STANDINGS})) THEN true ELSE error(format("
    "'there is no comparison {} - {}; there are: {}', version_a, version_b,"
    " coalesce(nullif(array_to_string(there, ', '), ''), '-'))) END"
    " FROM (SELECT coalesce(list(rules ORDER BY rules), []) AS there FROM versions)) AS compared"
)
"""True, or an error where no tournament was replayed: none has standings under both versions."""

_CHECKED = (
    " AND (SELECT {ok} FROM known) UNION ALL BY NAME SELECT {cells} FROM known WHERE NOT {ok}"
)
"""The end of a query about versions: the second check runs where there are no rows.

Its cells depend on the check, so that a condition on one of them does not prune it.
"""


def _checked(ok: str, columns: str) -> str:
    """Return the end of a query with these columns, whose check is `ok`."""
    cells = (f"{ok}::{_TYPES.get(name, 'INTEGER')} AS {name}" for name in columns.split())
    return _CHECKED.format(ok=ok, cells=", ".join(cells))


_TYPES = dict.fromkeys(("tournament", "found_in", "decided_by"), "VARCHAR") | dict.fromkeys(
    ("final", "in_force", "colours_only"), "BOOLEAN"
)
"""The types of columns of macros that are no whole numbers."""

_OF_KNOWLEDGE = "SELECT DISTINCT unnest(known) AS called FROM pairing_versions"


def _versions(*parameters: str, of: str = _OF_STANDINGS, further: str = "") -> str:
    """Return the beginning of a query about versions: the table known, which its end checks.

    The check runs whatever the query finds, and raises an error for an unknown version.
    """
    called = "version" if of == _OF_STANDINGS else "pairing"
    cells = [f"{_IS_THERE.format(name, of, called)} AS {name}_there" for name in parameters]
    if len(parameters) == 2:
        cells.append(_COMPARED)
    if further:
        cells.append(f"{_IS_THERE.format(further, _OF_KNOWLEDGE, 'pairing')} AS {further}_there")
    return f"WITH known AS MATERIALIZED (SELECT {', '.join(cells)}) "


MACROS = {
    "games_as_of(asked)": (
        "The games as known at a position.",
        _GAMES.format(
            games=f"SELECT * EXCLUDE (known_from, known_to) FROM games WHERE {_IN_FORCE}"
        ),
    ),
    "games_as_of_time(asked)": (
        "The games of all tournaments as known at a time: UTC, or with its zone.",
        _GAMES.format(games=_BY_TIME.format(table="games")),
    ),
    "rating_changes()": (
        "The forecast of each player's rating by period: games, K, change, and the new rating,"
        " without regard to the lowest there is.",
        "SELECT tournament, period, player, number, edition, f.rating, k, games, performed,"
        " change / 100 AS change, f.rating + round(change / 100)::INTEGER AS new"
        " FROM (SELECT tournament, period, player, any_value(edition) AS edition,"
        " any_value(rating) AS rating, any_value(k) AS k, count(worth) AS games,"
        " sum(halves) FILTER (worth IS NOT NULL) / 2 AS performed, coalesce(sum(change), 0) AS change"
        " FROM rating_forecast GROUP BY ALL) f JOIN players USING (tournament, player)"
        " WHERE k IS NOT NULL",
    ),
    "standings_as_of(asked)": (
        "The standings as known at a position.",
        _LINES.format(
            lines=f"SELECT * EXCLUDE (known_from, known_to) FROM standings WHERE {_IN_FORCE}"
        ),
    ),
    "standings_as_of_time(asked)": (
        "The standings of all tournaments as known at a time: UTC, or with its zone.",
        _LINES.format(lines=_BY_TIME.format(table="standings")),
    ),
    "standings_changed(a, b)": (
        "The lines that differ between two positions, under the rules in force.",
        _DIFFERENCE.format(
            join="FULL JOIN",
            one="(FROM standings_as_of(a) WHERE in_force)",
            other="(FROM standings_as_of(b) WHERE in_force)",
        ),
    ),
    "standings_diff(version_a, version_b)": (
        "The lines that differ between two rule versions, as known now; an error where nothing is"
        " there of one, or no tournament has both.",
        _versions("version_a", "version_b")
        + _DIFFERENCE.format(
            join="JOIN", one=_UNDER.format("version_a"), other=_UNDER.format("version_b")
        )
        + _checked(
            "(version_a_there AND version_b_there AND compared)",
            "tournament round final player number rank_before rank_now decided_by",
        ),
    ),
    "pairings_diff(version, knowledge)": (
        "The boards that only the published round has, or only the one paired again by a version,"
        " from what was known 'then' or 'now'; an error where nothing is there of these.",
        _versions("version", of=_OF_PAIRINGS, further="knowledge")
        + "SELECT d.* EXCLUDE (rules, known) FROM pairings_differ d"
        " WHERE rules = version AND known = knowledge AND (NOT in_force OR NOT EXISTS (FROM"
        " pairing_versions v WHERE v.rules = version))"
        + _checked(
            "(version_there AND knowledge_there)",
            "tournament in_force round found_in white black board colours_only",
        ),
    ),
}
"""By signature: the meaning, and the query. A parameter version... is a version."""

_KEY = "tournament, rules, in_force, round, final, known_from, known_to, player"
_TIE_BREAKS = " UNION ALL ".join(
    (
        f"SELECT {_KEY}, 'wp' AS tie_break, 0 AS in_round, NULL::INTEGER AS opponent,"
        " wp::DECIMAL(14, 4) AS value FROM standings WHERE wp IS NOT NULL",
        f"SELECT {_KEY}, 'sb', 0, NULL, sb FROM standings WHERE sb IS NOT NULL",
        f"SELECT {_KEY}, tie_break, 0, NULL, value FROM other_tie_breaks",
        f"SELECT {_KEY}, 'wp', in_round, opponent, halves * 0.5 FROM (SELECT {_KEY},"
        " unnest(range(1, len(wp_halves) + 1))::INTEGER AS in_round, unnest(opponents) AS opponent,"
        " unnest(wp_halves) AS halves FROM standings) WHERE halves IS NOT NULL",
        f"SELECT {_KEY}, 'sb', in_round, opponent, quarters * 0.25 FROM (SELECT {_KEY},"
        " unnest(range(1, len(sb_quarters) + 1))::INTEGER AS in_round, unnest(opponents) AS opponent,"
        " unnest(sb_quarters) AS quarters FROM standings) WHERE quarters IS NOT NULL",
    )
)
TIE_BREAKS = (
    f"SELECT {_KEY}, p.number, tie_break, in_round, opponent, o.number AS opponent_number, value"
    f" FROM ({_TIE_BREAKS}) b JOIN players p USING (tournament, player)"
    " LEFT JOIN players o ON (o.tournament, o.player) = (b.tournament, b.opponent)"
)

_RATED = (
    "(SELECT rating FROM ratings r WHERE (r.tournament, r.player) = (g.tournament, g.{0})"
    " AND g.round >= r.from_round AND g.round <= coalesce(r.to_round, g.round))"
)
"""The rating of a player in a round: one row at most, and a query of its own like a number."""

GAMES_NOW = (
    f"SELECT g.tournament, g.round, g.board, {_number('white')} AS white,"
    f" {_number('black')} AS black, g.result, g.adjourned,"
    f" {_RATED.format('white')} AS white_rating, {_RATED.format('black')} AS black_rating"
    " FROM games g WHERE g.known_to IS NULL"
)

STANDINGS_NOW = (
    "SELECT tournament, round, rank, number, name, points, ws, wp, sb, history AS colours,"
    " preference FROM standings JOIN players USING (tournament, player)"
    " LEFT JOIN names USING (tournament, player)"
    " LEFT JOIN colours USING (tournament, round, player)"
    " WHERE known_to IS NULL AND in_force AND NOT final"
)

PAIRINGS_DIFFER = (
    f"SELECT tournament, rules, in_force, round, known, found_in, {_number('white')} AS white,"
    f" {_number('black')} AS black, coalesce(board, by_rules) AS board, colours_only"
    " FROM replayed_pairings g WHERE found_in <> 'both'"
)

MOMENTS = (
    "SELECT tournament, max(position) AS position, recorded_at,"
    " lead(recorded_at) OVER (PARTITION BY tournament ORDER BY recorded_at) AS until"
    " FROM events GROUP BY tournament, recorded_at"
)
