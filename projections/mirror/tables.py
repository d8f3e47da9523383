"""The tables of a mirror file, and a meaning for every column."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from projections.mirror.macros import GAMES_NOW, MACROS, MOMENTS, STANDINGS_NOW, TIE_BREAKS

VERSION = 7
"""The version of these tables. A mirror of another version is made anew."""


class Col(NamedTuple):
    """A column: `of` is the table it points to, `key` marks a part of the primary key.

    `unit` is the worth in points of one loaded number: "0.5" for half points.
    """

    name: str
    type: str
    text: str
    key: bool = False
    of: str = ""
    unit: str = ""


class Relation(NamedTuple):
    """A table, and the meaning of its rows. A view has its query."""

    name: str
    text: str
    columns: tuple[Col, ...]
    view: str = ""


def _of(table: str = "tournaments", key: bool = True) -> Col:
    return Col("tournament", "VARCHAR", "Id of the tournament.", key, table)


def _player(text: str, name: str = "player", key: bool = False) -> Col:
    return Col(name, "INTEGER", text, key, "players")


_FROM = Col("known_from", "BIGINT", "Position from which it was known.", True)
_TO = Col("known_to", "BIGINT", "Position that superseded it; null: it is in force.")
_POSITION = Col("position", "BIGINT", "Position of the fact.", True, "events")
_RECORDED = Col("recorded_at", "TIMESTAMP", "When it was recorded, UTC.")
_TAKEN_BACK = Col(
    "taken_back_by",
    "BIGINT",
    "Position of the fact that took it back; null: none did.",
    False,
    "events",
)
_ROUND = Col("round", "INTEGER", "Round.", True, "rounds")
_ROUND_OF = Col("round", "INTEGER", "Round.", False, "rounds")
_AFTER = Col("round", "INTEGER", "Rounds counted.", True, "rounds")
_STANDING = (
    _of(),
    Col("rules", "VARCHAR", "Rule version: the id of its rulebook.", True),
    Col("in_force", "BOOLEAN", "Whether they were its own rules; false: it was replayed.", True),
    _AFTER,
    Col("final", "BOOLEAN", "Whether it is the final ranking, of all planned rounds.", True),
    _FROM, _TO,
)  # fmt: skip
"""The first columns of the tables of standings."""

_WHO = _player("Order of entry, which never changes.", key=True)

TABLES = (
    Relation("tournaments", "A tournament each.", (
        Col("tournament", "VARCHAR", "Id of the tournament.", True),
        Col("name", "VARCHAR", "Name."),
        Col("system", "VARCHAR", "Pairing system of the rulebook in force."),
        Col("rulebook", "VARCHAR", "Id of the rulebook in force."),
        Col("city", "VARCHAR", "City where it is played, null when it was not said."),
        Col("federation", "VARCHAR", "Federation, three letters; null likewise."),
        Col("type", "VARCHAR", "Type of tournament; null likewise."),
        Col("tempo", "VARCHAR", "Time allowed for moves or game; null likewise."),
        Col("venue", "VARCHAR", "Where in the city it is played; null likewise."),
        Col("time_zone", "VARCHAR", "Time zone, Europe/Amsterdam; null likewise."),
        Col("begins", "DATE", "First day, as recorded or of the rounds; null likewise."),
        Col("ends", "DATE", "Last day, likewise."),
        Col("season", "VARCHAR", "1 July to 30 June with its first day in it: 2026-2027."),
        Col("opened_at", "TIMESTAMP", "When it was opened, UTC."),
        Col("last_recorded_at", "TIMESTAMP", "When its last fact was recorded, UTC."),
        Col("position", "BIGINT", "Position of its last fact."),
        Col("players", "INTEGER", "Number of players."),
        Col("rounds_planned", "INTEGER", "Rounds planned, null when it was not said."),
        Col("rounds_published", "INTEGER", "Rounds published."),
        Col("rounds_done", "INTEGER", "Rounds, from the first, without an open game."),
        Col("closed", "BOOLEAN", "Whether it has ended."),
    )),
    Relation("rulebooks", "Which rules held, from which round on.", (
        _of(),
        Col("from_round", "INTEGER", "First round it holds for."),
        Col("place", "INTEGER", "1 for the rules it was opened with, 2 for the next.", True),
        Col("rulebook", "VARCHAR", "Id of the rulebook."),
        Col("system", "VARCHAR", "Pairing system."),
        Col("hash", "VARCHAR", "SHA-256 over the keys, as it was recorded."),
        Col("keys", "JSON", "The complete rulebook, canonical."),
    )),
    Relation("players", "A player each, with the rating of today (of then: ratings) and title.", (
        _of(), _WHO,
        Col("number", "INTEGER", "Number as people know it (lot number)."),
        Col("rating", "INTEGER", "Rating, null for none."),
        Col("rating_source", "VARCHAR", "given, estimated or corrected; null without rating."),
        Col("title", "VARCHAR", "Title."),
        Col("from_round", "INTEGER", "First round they can be paired in."),
        Col("forgotten", "BIGINT", "Position at which their record was deleted, null: it is kept."),
    )),
    Relation("names", "What is known of a person; a forgotten player has no row.", (
        _of(), _player("Player.", key=True),
        Col("name", "VARCHAR", "Name."),
        Col("club", "VARCHAR", "Club, null where unknown."),
        Col("fide_id", "VARCHAR", "FIDE number, null where unknown."),
    )),
    Relation("events", "Every fact, in the order of the file.", (
        Col("sequence", "BIGINT", "Place in the file."),
        _of(),
        Col("position", "BIGINT", "Position of the fact.", True),
        Col("recorded_at", "TIMESTAMP", "When it was recorded, UTC."),
        Col("actor", "VARCHAR", "Key of who acted."),
        Col("fact", "VARCHAR", "Kind of fact."),
        Col("reason", "VARCHAR", "Reason that was given."),
        Col("command", "VARCHAR", "Shared by the facts of one command."),
        Col("state", "JSON", "The fact as it is stored."),
        _TAKEN_BACK,
    )),
    Relation("moments", "A view: since when a tournament was known up to a position.", (
        _of(),
        Col("position", "BIGINT", "Position of the last fact of the moment.", True, "events"),
        Col("recorded_at", "TIMESTAMP", "When it was recorded, UTC."),
        Col("until", "TIMESTAMP", "When the next one was, UTC; null: it is the last."),
    ), MOMENTS),
    Relation("rounds", "Every published round, as it is now.", (
        _of(),
        Col("round", "INTEGER", "Round.", True),
        Col("date", "DATE", "Date, null when none was set."),
        Col("time", "VARCHAR", "When it begins, HH:MM; null when no time was set."),
        Col("source", "VARCHAR", "Engine, import or arbiter."),
        Col("basis", "BIGINT", "Position its pairing was computed from."),
        Col("published", "BIGINT", "Position of its publication.", False, "events"),
        _player("Player without an opponent, null for none.", "bye"),
        Col("boards", "INTEGER", "Number of boards."),
        Col("open", "INTEGER", "Boards with neither result nor adjournment."),
        Col("amended", "INTEGER", "How often its boards were changed."),
        Col("closed", "BOOLEAN", "Whether the arbiter closed it."),
    )),
    Relation("games", "Every board and result that was ever known; known_to null: in force.", (
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
    Relation("pairings", "Every board as it was made public; one row more for a bye.", (
        _of(), _POSITION, _ROUND,
        Col("board", "INTEGER", "Board; 0 for the bye.", True),
        _player("Player with white, or with the bye.", "white"),
        _player("Player with black, null for a bye.", "black"),
        Col("fact", "VARCHAR", "pairing-published, -made-by-hand, -amended or board-added."),
        Col("basis", "BIGINT", "Position it was computed from; by hand: the one before."),
        Col("engine", "VARCHAR", "Engine and version; import or arbiter; null: changed by hand."),
        Col("clause", "VARCHAR", "What an amendment rests on, null otherwise."),
        Col("relaxed", "VARCHAR", "Condition that gave way on this board, null: none."),
        _TAKEN_BACK,
    )),
    Relation("standings", "The standing after each round done, under each rule version, and the"
          " final ranking: every state of it that was known.", (
        *_STANDING, _player("Player.", key=True),
        Col("rank", "INTEGER", "Place; null for a member who left a season."),
        Col("points", "DECIMAL(14, 4)", "Points; in a season rounded to four decimals.",
            unit="0.0001"),
        Col("ws", "DECIMAL(9, 1)", "Resistance score; null in a season, as WP and SB.",
            unit="0.5"),
        Col("wp", "DECIMAL(9, 1)", "Resistance points.", unit="0.5"),
        Col("sb", "DECIMAL(9, 2)", "Sonneborn-Berger.", unit="0.25"),
        Col("decided_by", "VARCHAR", "Key that puts a player below the one above, null: nothing."),
        Col("provisional", "BOOLEAN", "Whether an adjourned game counts in it."),
        Col("opponents", "INTEGER[]", "Opponent of each round, null without one."),
        Col("wp_halves", "INTEGER[]", "Half points that each round gives to WP."),
        Col("sb_quarters", "INTEGER[]", "Quarter points that each round gives to SB."),
    )),
    Relation("other_tie_breaks", "Tie-breaks of a rulebook besides WP and SB.", (
        *_STANDING, _player("Player.", key=True),
        Col("tie_break", "VARCHAR", "Name of the tie-break.", True),
        Col("value", "DECIMAL(14, 4)", "Value; for a direct encounter the place; may be null."),
    )),
    Relation("tie_breaks",
          "A view: the values of a standing, and what each round gives to WP and SB.", (
        *_STANDING, _player("Player.", key=True),
        Col("tie_break", "VARCHAR", "wp, sb, or a tie-break that the rulebook declares.", True),
        Col("in_round", "INTEGER", "Round that gives this part; 0: the whole value.", True),
        _player("Opponent of that round, null without one.", "opponent"),
        Col("value", "DECIMAL(14, 4)", "Value; for a direct encounter the place; may be null."),
    ), TIE_BREAKS),
    Relation("pairing_decisions", "What decided each round that an engine paired: each key of each"
          " group (docs/decisions.md).", (
        _of(), _POSITION, _ROUND_OF,
        Col("basis", "BIGINT", "Position it was computed from."),
        Col("same", "BOOLEAN", "Whether the engine finds the published boards again."),
        Col("in_group", "INTEGER", "From 1 in order of treatment; 0: of the whole round.", True),
        Col("label", "VARCHAR", "The group in words: a score, lots, ranking 7-12, bye.", True),
        Col("players", "INTEGER[]", "Its players, who came into it included."),
        Col("floaters", "INTEGER[]", "Those who came into it from above."),
        Col("boards", "INTEGER", "Boards it made."),
        Col("key", "VARCHAR", "Name of the key.", True),
        Col("clause", "VARCHAR", "Clause of the rulebook, null where it has none."),
        Col("value", "BIGINT", "The key as a number, null where it is a list."),
        Col("wanted", "BIGINT", "What it would be if nothing gave way; null: not to be said."),
        Col("parts", "BIGINT[]", "The numbers of a key that is a list."),
        Col("text", "VARCHAR", "What the number does not say."),
        _TAKEN_BACK,
    )),
    Relation("corrections", "Every correction, and what it did to the standings.", (
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
        _RECORDED,
        Col("corrected_at", "TIMESTAMP", "When what it corrects was recorded, UTC; of a command"
            " that is taken back its first fact; null for none."),
        _TAKEN_BACK,
    )),
    Relation("integrity",
          "Every departure from the engine or the rules, as `integrity` lists it.", (
        _of(), _POSITION,
        Col("kind", "VARCHAR", "Kind of departure."),
        Col("what", "VARCHAR", "What happened; players by number."),
        Col("actor", "VARCHAR", "Key of who acted."),
        Col("reason", "VARCHAR", "Reason that was given."),
        _TAKEN_BACK,
    )),
    Relation("protests", "Every protest.", (
        _of(), _POSITION, _RECORDED,
        Col("number", "INTEGER", "Number of the protest."),
        _ROUND_OF, _player("Player who lodged it."),
        Col("text", "VARCHAR", "What is contested."),
        Col("facts", "BIGINT[]", "Positions of the facts it is about."),
        Col("deadline", "TIMESTAMP", "Last moment for it, UTC; null where none was set."),
        _TAKEN_BACK,
    )),
    Relation("rulings", "Every ruling on a protest; on appeal there are several.", (
        _of(), _POSITION, _RECORDED,
        Col("number", "INTEGER", "Number of the protest."),
        Col("verdict", "VARCHAR", "Verdict."),
        Col("text", "VARCHAR", "What was ruled."),
        Col("facts", "BIGINT[]", "Positions of what was done because of it."),
        _TAKEN_BACK,
    )),
    Relation("claims", "Every result that a player claimed; the arbiter's are in games.", (
        _of(), _POSITION, _RECORDED, _ROUND_OF, _player("Player who claimed it."),
        _player("Opponent.", "opponent"),
        Col("colour", "VARCHAR", "W or B: the colour of the player then."),
        Col("result", "VARCHAR", "Claimed result, white first: 1-0, 0-1, 1/2-1/2."),
        Col("source", "VARCHAR", "QR code it came by: player, or board (unconfirmed)."),
        Col("device", "VARCHAR", "Random key of the device."),
        Col("ended_by", "BIGINT", "Position of the player's next claim of that round, or of its"
            " withdrawal; null: neither.", False, "events"),
        _TAKEN_BACK,
    )),
    Relation("check_ins", "Every time a player was confirmed as here for a round.", (
        _of(), _POSITION, _RECORDED, _ROUND_OF, _player("Player."),
        Col("ended_by", "BIGINT", "Position of the player's next check-in for that round, or of its"
            " withdrawal; null: neither.", False, "events"),
        _TAKEN_BACK,
    )),
    Relation("prizes", "The prizes as they were declared, in every version known.", (
        _of(), Col("place", "INTEGER", "Rank that the prize is for.", True), _FROM, _TO,
        Col("cents", "BIGINT", "Amount, in cents."),
    )),
    Relation("prize_shares", "Who gets which prize, as it is now: by the final ranking after the"
          " rounds done, equal players as the rulebook says (F12.1). None in a season.", (
        _of(), _player("Player.", key=True),
        Col("rank", "INTEGER", "Place in the final ranking."),
        Col("equal_with", "INTEGER", "How many are equal on points, this player too."),
        Col("cents", "BIGINT", "What the player gets, in cents."),
    )),
    Relation("ratings", "Every rating a player ever had. A game of a round was played with the one"
          " whose rounds it is in: that known when the round was published.", (
        _of(), _player("Player.", key=True), _FROM, _TO,
        Col("from_round", "INTEGER", "First round published with it."),
        Col("to_round", "INTEGER", "Last such round, null: it holds; less than from_round: none."),
        Col("rating", "INTEGER", "Rating, null for none."),
        Col("rating_source", "VARCHAR", "given, estimated or corrected; null without rating."),
        _RECORDED,
    )),
    Relation("colours", "Every player's round, as it is now.", (
        _of(), _ROUND, _player("Player.", key=True),
        Col("kind", "VARCHAR", "What the round was for the player: played, bye, absent ..."),
        Col("colour", "VARCHAR", "W or B in a game over the board, null otherwise."),
        Col("history", "VARCHAR", "A letter a round up to this one: W, B, - not played."),
        Col("difference", "INTEGER", "Whites minus blacks up to this round."),
        Col("preference", "VARCHAR", "Colour for the next round: W3 ... B3, -0 none."),
    )),
    Relation("floats", "Floats in a Swiss: against another score, or points without play. Those of"
          " FIDE (1.4) under a system of FIDE, by scores with virtual points; otherwise those of"
          " the Swiss on rating (A4, A5). No row: no float.", (
        _of(), _ROUND, _player("Player.", key=True),
        Col("float", "VARCHAR", "D down, U up."),
    )),
    Relation("keizer_values", "What each member of a season was worth, in every version known.", (
        _of(), _AFTER, _FROM, _TO, _player("Member.", key=True),
        Col("value", "INTEGER", "Own value (Wa)."),
        Col("total", "VARCHAR", "Total, exact: a whole number or a fraction."),
        Col("passes", "INTEGER", "How often the totals were computed until nothing changed."),
        Col("cycle", "INTEGER", "0, or the length of the cycle when they never settled."),
    )),
    Relation("games_now", "A view: the games in force, with everybody's number.", (
        _of(), _ROUND,
        Col("board", "INTEGER", "Board.", True),
        Col("white", "INTEGER", "Number of the player with white."),
        Col("black", "INTEGER", "Number of the player with black."),
        Col("result", "VARCHAR", "1-0, 0-1, 1/2-1/2, 0-0, with R by default; null: open."),
        Col("adjourned", "BOOLEAN", "Whether it is broken off."),
        Col("white_rating", "INTEGER", "Rating of then of the player with white, null for none."),
        Col("black_rating", "INTEGER", "Rating of then of the player with black, null for none."),
    ), GAMES_NOW),
    Relation("standings_now",
          "A view: the standing after each round as known now, under the rules in"
          " force.", (
        _of(), _AFTER,
        Col("rank", "INTEGER", "Place; null for a member who left a season."),
        Col("number", "INTEGER", "Number of the player.", True),
        Col("name", "VARCHAR", "Name; null when it is forgotten."),
        Col("points", "DECIMAL(14, 4)", "Points."),
        Col("ws", "DECIMAL(9, 1)", "Resistance score."),
        Col("wp", "DECIMAL(9, 1)", "Resistance points."),
        Col("sb", "DECIMAL(9, 2)", "Sonneborn-Berger."),
        Col("colours", "VARCHAR", "A letter a round: W, B, - not played."),
        Col("preference", "VARCHAR", "Colour for the next round: W3 ... B3, -0 none."),
    ), STANDINGS_NOW),
    Relation("versions", "The rule versions that tournaments were replayed under.", (
        Col("rules", "VARCHAR", "Rule version.", True),
        Col("rulebook_hash", "VARCHAR", "SHA-256 over its keys."),
        Col("keys", "JSON", "The complete rulebook, canonical."),
    )),
    Relation("replays", "Which tournament was replayed under which version.", (
        _of(), Col("rules", "VARCHAR", "Rule version.", True, "versions"),
        Col("rulebook_hash", "VARCHAR", "SHA-256 over its keys."),
        Col("position", "BIGINT", "Position up to which it was replayed."),
    )),
    Relation("damaged",
          "Tournaments of the ledger that cannot be read, and are in no other table.", (
        Col("tournament", "VARCHAR", "Id of the tournament.", True),
        Col("code", "VARCHAR", "Kind of damage."),
        Col("what", "VARCHAR", "What is wrong."),
    )),
    Relation("mirror", "One row: how far this file is.", (
        Col("version", "INTEGER", "Version of these tables."),
        Col("sequence", "BIGINT", "Last sequence of the ledger that is in it."),
        Col("leaf", "VARCHAR", "Hash of that fact, which tells the ledger from another."),
        Col("complete", "BOOLEAN", "Whether everything up to there is in it."),
        Col("made", "VARCHAR", "from zero, or continued."),
    )),
)  # fmt: skip

STORED = tuple(t for t in TABLES if not t.view)
"""The tables that have rows of their own."""

DECISIONS = "pairing_decisions"
"""The table to which rows are only added: the decisions of a publication never change."""

OF_A_TOURNAMENT = tuple(
    t.name for t in STORED if t.name != DECISIONS and any(c.name == "tournament" for c in t.columns)
)
"""The tables that are made anew for a tournament with new facts."""

OF_A_VERSION = ("standings", "other_tie_breaks", "replays")
"""The tables with rows of a rule version under which a tournament was replayed."""


def statements() -> Iterator[str]:
    """Yield the statements that make the tables, their comments, the views and the macros."""
    for table in TABLES:
        kind = "VIEW" if table.view else "TABLE"
        columns = ", ".join(_column(c) for c in table.columns)
        body = f"AS {table.view}" if table.view else f"({columns})"
        yield f"CREATE {kind} {table.name} {body}"
        yield f"COMMENT ON {kind} {table.name} IS {_quoted(table.text)}"
        for column in table.columns:
            place = f"{table.name}.{column.name}"
            yield f"COMMENT ON COLUMN {place} IS {_quoted(column.text)}"
    for called, (text, question) in MACROS.items():
        yield f"CREATE MACRO {called} AS TABLE {question}"
        yield f"COMMENT ON MACRO TABLE {called.partition('(')[0]} IS {_quoted(text)}"


def _column(column: Col) -> str:
    # Long texts that differ in every row: this packs them well, at twice the default speed.
    packed = " USING COMPRESSION zstd" if column.type == "JSON" else ""
    return f"{column.name} {column.type}{packed}"


def loading(table: Relation) -> str:
    """Return the query that puts the rows of `part` into a table."""
    taken = ", ".join(
        f"{c.name} * {c.unit}" if c.unit else f"{c.name}::{c.type}" for c in table.columns
    )
    return f"INSERT INTO {table.name} SELECT {taken} FROM part"


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
