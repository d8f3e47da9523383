"""Rows of what another rule version changes: who moves, and whose prize differs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from ledger.messages import Sentence, message
from ledger.records import Record
from projections.season.other_rules import SeasonMoveRow
from projections.views import fields
from projections.views.columns import Kind, columns_of


@dataclass(frozen=True, slots=True)
class Mover:
    """A player whose place differs, by number: `places` gained (below 0: lost), and why."""

    number: int
    name: str
    places: int
    why: Sentence


class PrizeDifference(Record):
    """A prize that differs."""

    tournament: Annotated[str, "Name of the tournament."]
    id: Annotated[str, "Id of the tournament, for --tournament."]
    rules: fields.RulebookId
    number: fields.PlayerNumber
    name: fields.PlayerName
    before: Annotated[int, "Cents as played."]
    now: Annotated[int, "Cents under the version."]


class MoveCause(Record):
    """A round that counts differently."""

    what: Annotated[Literal["points", "wp", "sb"], "What it counts in."]
    round: Annotated[int, "Number of the round."]
    kind: fields.KindOfRound
    before: Annotated[float, "Worth as played."]
    now: Annotated[float, "Worth under the version."]
    clause: Annotated[str | None, "Clause that gives the worth."]


class MoveRow(Record):
    """A player whose rank or values differ."""

    tournament: Annotated[str, "Name of the tournament."]
    id: Annotated[str, "Id of the tournament, for --tournament."]
    rules: fields.RulebookId
    round: Annotated[int | str, "The round, or final.", Kind("right", words="stage")]
    number: fields.PlayerNumber
    name: fields.PlayerName
    rank_before: Annotated[int, "Rank as played."]
    rank_now: Annotated[int, "Rank under the version."]
    moved: Annotated[int, "Places gained; below 0: lost."]
    points_before: Annotated[float, "Points as played."]
    points_now: Annotated[float, "Points under the version."]
    wp_before: Annotated[float, "WP as played."]
    wp_now: Annotated[float, "WP under the version."]
    sb_before: Annotated[float, "SB as played."]
    sb_now: Annotated[float, "SB under the version."]
    passed: Annotated[list[int], "Players whom this one is above now, and was not."]
    passed_by: Annotated[list[int], "Players above this one now, who were not."]
    decided_by: fields.DecidedBy
    clause: Annotated[str | None, "Clause of the key in decided_by."]
    why: Annotated[Sentence, "The same for people."]
    causes: Annotated[list[MoveCause], "Rounds that count otherwise for the player."]


MOVE_COLUMNS = columns_of(
    MoveRow,
    "rules",
    "round",
    "number",
    "name",
    "rank_before",
    "rank_now",
    "decided_by",
    "clause",
    "why",
    spare=("clause", "decided_by"),
    headings={
        "rules": message("columns.under"),
        "rank_before": message("columns.rank"),
        "rank_now": message("columns.now"),
        "decided_by": message("columns.by"),
    },
)

MovedRow: TypeAlias = MoveRow | SeasonMoveRow
"""A player who stands otherwise under other rules, by the format."""
