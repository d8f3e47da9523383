"""The tables of a mirror file, a meaning for every column, and the questions that are macros."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

VERSION = 1
"""Of these tables. A mirror of another version is made anew."""


class Col(NamedTuple):
    """A column: of is the table it points to, key tells that it is part of the primary key."""

    name: str
    type: str
    text: str
    key: bool = False
    of: str = ""


class Table(NamedTuple):
    """A table, and what a row of it is."""

    name: str
    text: str
    columns: tuple[Col, ...]


def _of(table: str = "tournaments", key: bool = True) -> Col:
    return Col("tournament", "VARCHAR", "Id of the tournament.", key, table)


def _player(text: str, name: str = "player", key: bool = False) -> Col:
    return Col(name, "INTEGER", text, key, "players")


_FROM = Col("known_from", "BIGINT", "Position from which it was known.", True)
_TO = Col("known_to", "BIGINT", "Position that superseded it; null: it is in force.")
_POSITION = Col("position", "BIGINT", "Position of the fact.", True, "events")
_ROUND = Col("round", "INTEGER", "Round.", True, "rounds")
_AFTER = Col("round", "INTEGER", "Rounds counted.", True, "rounds")
_WHO = _player("Order of entry, which never changes.", key=True)

TABLES = (
    Table("tournaments", "A tournament each.", (
        Col("tournament", "VARCHAR", "Id of the tournament.", True),
        Col("name", "VARCHAR", "Name."),
        Col("system", "VARCHAR", "Pairing system of the rulebook in force."),
        Col("rulebook", "VARCHAR", "Id of the rulebook in force."),
        Col("opened_at", "TIMESTAMP", "When it was opened, UTC."),
        Col("last_recorded_at", "TIMESTAMP", "When its last fact was recorded, UTC."),
        Col("position", "BIGINT", "Position of its last fact."),
        Col("players", "INTEGER", "Number of players."),
        Col("rounds_planned", "INTEGER", "Rounds planned, null when it was not said."),
        Col("rounds_published", "INTEGER", "Rounds published."),
        Col("rounds_done", "INTEGER", "Rounds, from the first, without an open game."),
        Col("closed", "BOOLEAN", "Whether it has ended."),
    )),
    Table("rulebooks", "Which rules held, from which round on.", (
        _of(),
        Col("from_round", "INTEGER", "First round it holds for."),
        Col("place", "INTEGER", "1 for the rules it was opened with, 2 for the next.", True),
        Col("rulebook", "VARCHAR", "Id of the rulebook."),
        Col("system", "VARCHAR", "Pairing system."),
        Col("hash", "VARCHAR", "SHA-256 over the keys, as it was recorded."),
        Col("keys", "JSON", "The complete rulebook, canonical."),
    )),
    Table("players", "A player each, with today's rating and title.", (
        _of(), _WHO,
        Col("number", "INTEGER", "Number as people know it (lot number)."),
        Col("rating", "INTEGER", "Rating, null for none."),
        Col("rating_source", "VARCHAR", "given, estimated or corrected; null without rating."),
        Col("title", "VARCHAR", "Title."),
        Col("from_round", "INTEGER", "First round he can be paired in."),
        Col("forgotten", "BIGINT", "Position at which his record was deleted, null: it is kept."),
    )),
    Table("names", "What is known of a person; a forgotten player has no row.", (
        _of(), _player("Player.", key=True),
        Col("name", "VARCHAR", "Name."),
        Col("club", "VARCHAR", "Club, null where unknown."),
        Col("fide_id", "VARCHAR", "FIDE number, null where unknown."),
    )),
    Table("events", "Every fact, in the order of the file.", (
        Col("sequence", "BIGINT", "Place in the file."),
        _of(),
        Col("position", "BIGINT", "Position of the fact.", True),
        Col("recorded_at", "TIMESTAMP", "When it was recorded, UTC."),
        Col("actor", "VARCHAR", "Key of who acted."),
        Col("fact", "VARCHAR", "Kind of fact."),
        Col("reason", "VARCHAR", "Reason that was given."),
        Col("command", "VARCHAR", "Shared by the facts of one command."),
        Col("state", "JSON", "The fact as it is stored."),
    )),
    Table("rounds", "Every published round, as it is now.", (
        _of(),
        Col("round", "INTEGER", "Round.", True),
        Col("date", "DATE", "Date, null when none was set."),
        Col("source", "VARCHAR", "Engine, import or arbiter."),
        Col("basis", "BIGINT", "Position its pairing was computed from."),
        Col("published", "BIGINT", "Position of its publication.", False, "events"),
        _player("Player without an opponent, null for none.", "bye"),
        Col("boards", "INTEGER", "Number of boards."),
        Col("open", "INTEGER", "Boards with neither result nor adjournment."),
        Col("amended", "INTEGER", "How often its boards were changed."),
        Col("closed", "BOOLEAN", "Whether the arbiter closed it."),
    )),
    Table("games", "Every board and result that was ever known; known_to null: in force.", (
        _of(), _ROUND,
        Col("board", "INTEGER", "Board.", True),
        _FROM, _TO,
        _player("Player with white.", "white"),
        _player("Player with black.", "black"),
        Col("result", "VARCHAR", "1-0, 0-1, 1/2-1/2, 0-0, with R by default; null: open."),
        Col("adjourned", "BOOLEAN", "Whether it is broken off."),
        Col("rated", "BOOLEAN", "Whether it is sent for rating."),
        Col("catch_up", "BOOLEAN", "Whether it was played later than its round."),
    )),
    Table("pairings", "Every board as it was made public; one row more for a bye.", (
        _of(), _POSITION, _ROUND,
        Col("board", "INTEGER", "Board; 0 for the bye.", True),
        _player("Player with white, or with the bye.", "white"),
        _player("Player with black, null for a bye.", "black"),
        Col("fact", "VARCHAR", "pairing-published, -made-by-hand, -amended or board-added."),
        Col("basis", "BIGINT", "Position it was computed from; by hand: the one before."),
        Col("engine", "VARCHAR", "Engine and version; import or arbiter; null in an amendment."),
        Col("clause", "VARCHAR", "What an amendment rests on, null otherwise."),
        Col("relaxed", "VARCHAR", "Condition that gave way on this board, null: none."),
    )),
    Table("standings", "The standing after each round done, in every version that was known.", (
        _of(), _AFTER, _FROM, _TO, _player("Player.", key=True),
        Col("rank", "INTEGER", "Place; null for a member who left a season."),
        Col("points", "DECIMAL(14, 4)", "Points; in a season rounded to four decimals."),
        Col("ws", "DECIMAL(9, 1)", "Resistance score; null in a season, as WP and SB."),
        Col("wp", "DECIMAL(9, 1)", "Resistance points."),
        Col("sb", "DECIMAL(9, 2)", "Sonneborn-Berger."),
        Col("decided_by", "VARCHAR", "Key that puts him below the one above, null: nothing."),
        Col("provisional", "BOOLEAN", "Whether an adjourned game counts in it."),
        Col("rules", "VARCHAR", "SHA-256 of the rulebook it was made by."),
    )),
    Table("tie_breaks", "The values of a standing, and what each round gives to WP and SB.", (
        _of(), _AFTER, _FROM, _TO, _player("Player.", key=True),
        Col("tie_break", "VARCHAR", "wp, sb, or a tie-break that the rulebook declares.", True),
        Col("in_round", "INTEGER", "Round that gives this part; 0: the whole value.", True),
        _player("Opponent of that round, null without one.", "opponent"),
        Col("value", "DECIMAL(14, 4)", "Value; for a direct encounter the place; may be null."),
    )),
    Table("corrections", "Every correction, and what it did to the standings.", (
        _of(), _POSITION,
        Col("kind", "VARCHAR", "What was corrected."),
        Col("round", "INTEGER", "Round it is of, null for none.", False, "rounds"),
        _player("Player with white, or the one player it is of.", "white"),
        _player("Player with black.", "black"),
        Col("corrects", "BIGINT", "Position of the fact it corrects, null for none.", False,
            "events"),
        Col("before", "VARCHAR", "Result before, null where it is of no result."),
        Col("now", "VARCHAR", "Result it gave."),
        Col("rounds_touched", "INTEGER[]", "Rounds whose standing its command changed."),
        Col("ranks_touched", "INTEGER", "Places in them that another player took."),
    )),
    Table("integrity", "Every departure from the engine or the rules, as `integrity` lists it.", (
        _of(), _POSITION,
        Col("kind", "VARCHAR", "Kind of departure."),
        Col("what", "VARCHAR", "What happened; players by number."),
        Col("actor", "VARCHAR", "Key of who acted."),
        Col("reason", "VARCHAR", "Reason that was given."),
    )),
    Table("colours", "Every player's round, as it is now.", (
        _of(), _ROUND, _player("Player.", key=True),
        Col("kind", "VARCHAR", "What the round was for him: played, bye, absent ..."),
        Col("colour", "VARCHAR", "W or B in a game over the board, null otherwise."),
        Col("history", "VARCHAR", "A letter a round up to this one: W, B, - not played."),
        Col("difference", "INTEGER", "Whites minus blacks up to this round."),
        Col("preference", "VARCHAR", "Colour for the next round: W3 ... B3, -0 none (A5)."),
    )),
    Table("floats", "Floats in a Swiss on rating (A4, A5); no row: no float.", (
        _of(), _ROUND, _player("Player.", key=True),
        Col("float", "VARCHAR", "D down, U up."),
    )),
    Table("keizer_values", "What each member of a season was worth, in every version known.", (
        _of(), _AFTER, _FROM, _TO, _player("Member.", key=True),
        Col("value", "INTEGER", "His own value (Wa)."),
        Col("total", "VARCHAR", "His total, exact: a whole number or a fraction."),
        Col("passes", "INTEGER", "How often the totals were computed until nothing changed."),
        Col("cycle", "INTEGER", "0, or the length of the cycle when they never settled."),
    )),
    Table("mirror", "One row: how far this file is.", (
        Col("version", "INTEGER", "Version of these tables."),
        Col("sequence", "BIGINT", "Last sequence of the ledger that is in it."),
        Col("leaf", "VARCHAR", "Hash of that fact, which tells the ledger from another."),
    )),
)  # fmt: skip

_IN_FORCE = "known_from <= asked AND (known_to IS NULL OR known_to > asked)"

MACROS = {
    "games_as_of(asked)": (
        "The games as known at a position.",
        f"SELECT * EXCLUDE (known_from, known_to) FROM games WHERE {_IN_FORCE}",
    ),
    "standings_as_of(asked)": (
        "The standings as known at a position.",
        f"SELECT * EXCLUDE (known_from, known_to) FROM standings WHERE {_IN_FORCE}",
    ),
    "standings_diff(a, b)": (
        "The lines that differ between two positions.",
        "SELECT COALESCE(o.tournament, n.tournament) AS tournament,"
        " COALESCE(o.round, n.round) AS round, COALESCE(o.player, n.player) AS player,"
        " o.rank AS rank_before, n.rank AS rank_now, o.points AS points_before,"
        " n.points AS points_now, o.wp AS wp_before, n.wp AS wp_now, o.sb AS sb_before,"
        " n.sb AS sb_now FROM standings_as_of(a) o FULL JOIN standings_as_of(b) n"
        " ON o.tournament = n.tournament AND o.round = n.round AND o.player = n.player"
        " WHERE (o.rank, o.points, o.wp, o.sb) IS DISTINCT FROM (n.rank, n.points, n.wp, n.sb)"
        " OR o.player IS NULL OR n.player IS NULL",
    ),
}
"""By how they are called: the meaning, and the question."""

DERIVED = tuple(t.name for t in TABLES if t.name not in ("events", "mirror"))
"""The tables that are made anew for a tournament that has new facts."""


def statements() -> Iterator[str]:
    """Yield what makes the tables, their comments and the macros."""
    for table in TABLES:
        columns = ", ".join(f"{c.name} {c.type}" for c in table.columns)
        yield f"CREATE TABLE {table.name} ({columns})"
        yield f"COMMENT ON TABLE {table.name} IS {_quoted(table.text)}"
        for column in table.columns:
            place = f"{table.name}.{column.name}"
            yield f"COMMENT ON COLUMN {place} IS {_quoted(column.text)}"
    for called, (text, question) in MACROS.items():
        yield f"CREATE MACRO {called} AS TABLE {question}"
        yield f"COMMENT ON MACRO TABLE {called.partition('(')[0]} IS {_quoted(text)}"


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
