"""A table of a mirror: its columns with their meanings, and the columns that many have."""

from __future__ import annotations

from typing import NamedTuple


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


def player(text: str, name: str = "player", key: bool = False) -> Col:
    """Return a column with the key of a player, which is not the number that people know."""
    return Col(name, "INTEGER", f"{text} Order of entry, not the number.", key, "players")


def position(name: str, text: str) -> Col:
    """Return a column with the position of a fact that is no key."""
    return Col(name, "BIGINT", text, False, "events")


TOURNAMENT = Col("tournament", "VARCHAR", "Id of the tournament.", True, "tournaments")
KNOWN_FROM = Col("known_from", "BIGINT", "Position from which it was known.", True, "events")
KNOWN_TO = position("known_to", "Position that superseded it; null: it is in force.")
POSITION = Col("position", "BIGINT", "Position of the fact.", True, "events")
RECORDED = Col("recorded_at", "TIMESTAMP", "When it was recorded, UTC.")
TAKEN_BACK = position("taken_back_by", "Position of the fact that took it back; null: none did.")
ROUND = Col("round", "INTEGER", "Round.", True, "rounds")
OF_A_ROUND = Col("round", "INTEGER", "Round.", False, "rounds")
ROUNDS_COUNTED = Col("round", "INTEGER", "Rounds counted.", True, "rounds")
OF_A_REPLAY = (
    TOURNAMENT,
    Col("rules", "VARCHAR", "Rule version: the id of its rulebook.", True),
    Col("in_force", "BOOLEAN", "Whether they held for that round; false: it was replayed.", True),
    ROUND,
    Col("known", "VARCHAR", "then: what was known at its basis; now: what is known now.", True),
)
"""The first columns of the tables of rounds paired again."""

OF_A_STANDING = (
    TOURNAMENT,
    Col("rules", "VARCHAR", "Rule version: the id of its rulebook.", True),
    Col("in_force", "BOOLEAN", "Whether they were its own rules; false: it was replayed.", True),
    ROUNDS_COUNTED,
    Col("final", "BOOLEAN", "Whether it is the final ranking, of all planned rounds.", True),
    KNOWN_FROM,
    KNOWN_TO,
)
"""The first columns of the tables of standings."""

WHO = Col("player", "INTEGER", "Order of entry, which never changes.", True, "players")
OF_A_PLAYER = player("Player.", key=True)
RATING = (
    Col("rating", "INTEGER", "Rating, null for none."),
    Col("rating_source", "VARCHAR", "given, estimated or corrected; null without rating."),
)
"""A rating and where it comes from."""
