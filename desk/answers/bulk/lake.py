"""The answers of the verbs of a lake."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal

from desk.answers.bulk.mirror import pairing_versions
from ledger.messages import Sentence, message
from ledger.records import Record
from ledger.rulebooks.rulebook import Rulebook
from pairing.review.again import ENGINES
from pairing.systems.registry import without_engine
from projections.lake.build import BuiltLake
from projections.lake.files import DonePart, done_part
from projections.lake.plan import LakePart, LakePlan, LakeRules, LeftOutLedger
from projections.views.columns import NAME, Kind, columns_of
from projections.views.damage import DamagedRows, damaged_rows
from projections.views.view import View

PartNumber = Annotated[int, "Number of the part in the plan, from 1."]
PartName = Annotated[str, "Name of its files: a hash of what it is made from."]


class LeftOutRow(Record):
    """A damaged ledger."""

    ledger: Annotated[str, "Its file."]
    code: Annotated[str, "The kind of damage."]


LeftOutRows = Annotated[list[LeftOutRow], "Damaged ledgers that are left out, as it was asked."]


class BuiltLakeHead(Record):
    """The outcome of building a lake."""

    refused: DamagedRows
    left_out: LeftOutRows


class LakePlanHead(Record):
    """The plan of a lake."""

    left_out: LeftOutRows


class BuiltLakeRow(Record):
    """A lake."""

    folder: Annotated[str, "Its folder, as typed."]
    ledgers: Annotated[int, "Ledgers in it."]
    parts_made: Annotated[int, "Parts that were made now."]
    parts_before: Annotated[int, "Parts that were there already."]
    tournaments: Annotated[int, "Tournaments in it."]
    facts: Annotated[int, "Facts of these tournaments."]
    rows: Annotated[int, "Rows of all tables."]
    bytes: Annotated[int, "Bytes of all files."]


_BUILT = columns_of(
    BuiltLakeRow,
    "folder",
    "parts_made",
    "parts_before",
    "tournaments",
    "facts",
    "rows",
    "bytes",
    headings={"folder": message("columns.lake")},
)


class LakePlanRow(Record):
    """A part of a plan."""

    part: PartNumber
    name: PartName
    tournaments: Annotated[int, "Its tournaments."]
    facts: Annotated[int, "Their facts."]
    state: Annotated[
        Literal["there", "open"], "open: it is still to be made.", Kind(words="part-state")
    ]
    ledger: Annotated[str, "The ledger they stand in; of several, the first in this part."]
    ledger_count: Annotated[int, "Number of ledgers they stand in."]
    ledgers: Annotated[list[str], "These ledgers."]


_PLAN = columns_of(
    LakePlanRow,
    "part",
    "tournaments",
    "facts",
    "state",
    "ledger_count",
    "ledger",
    headings={"part": message("columns.lake-part")},
)


class LakePartRow(Record):
    """A part that is done."""

    part: PartNumber
    name: Annotated[PartName, NAME]
    state: Annotated[
        Literal["there", "made"], "made: it was not there before.", Kind(words="part-state")
    ]
    rows: Annotated[int, "Rows of all tables."]
    bytes: Annotated[int, "Bytes of its files."]


_PARTS = columns_of(
    LakePartRow,
    "part",
    "state",
    "rows",
    "bytes",
    "name",
    headings={"part": message("columns.lake-part")},
)


def lake_rules(
    versions: Sequence[Rulebook], knowledge: str | None, *, pairings: bool, decisions: bool
) -> LakeRules:
    """Return the rules of a lake; with `pairings` all rounds are paired again.

    That is by the rules in force, and by those of `versions` that pair; from what is known then or
    now by `knowledge`, None: both. With `decisions` they are decided again by the former.
    """
    pairing = [None, *(rules for rules in versions if without_engine(rules) is None)]
    again = pairing_versions(pairing, knowledge) if pairings else []
    return LakeRules(versions, again, ENGINES.names(), decisions)


def built_view(built: BuiltLake) -> View:
    """Return what was made, and what the lake has."""
    row = BuiltLakeRow(
        folder=str(built.folder),
        ledgers=built.ledgers,
        parts_made=built.made,
        parts_before=built.before,
        tournaments=built.tournaments,
        facts=built.facts,
        rows=built.rows,
        bytes=built.bytes,
    )
    refused, notes = damaged_rows(built.refused)
    left_out, others = _left_out(built.left_out)
    return View("", _BUILT, (row,), BuiltLakeHead(refused, left_out), (*notes, *others))


def _left_out(
    ledgers: Sequence[LeftOutLedger],
) -> tuple[list[LeftOutRow], tuple[Sentence, ...]]:
    """Return the ledgers that are left out, for programs and as notes."""
    rows = [LeftOutRow(str(one.place), one.code) for one in ledgers]
    notes = tuple(message("lake.left-out", ledger=one.ledger, code=one.code) for one in rows)
    return rows, notes


def plan_view(plan: LakePlan, folder: Path) -> View:
    """Return the parts of a plan, and which of them are done."""
    rows = [_plan_row(plan, part, folder) for part in plan.parts]
    left_out, notes = _left_out(plan.left_out)
    return View("", _PLAN, rows, LakePlanHead(left_out), notes)


def _plan_row(plan: LakePlan, part: LakePart, folder: Path) -> LakePlanRow:
    ledgers = [str(plan.ledgers[at].place) for at in part.ledgers]
    state: Literal["there", "open"] = "open" if done_part(folder, part.name) is None else "there"
    return LakePlanRow(
        part=part.number,
        name=part.name,
        tournaments=len(part.tournaments),
        facts=part.facts,
        state=state,
        ledger=ledgers[0],
        ledger_count=len(ledgers),
        ledgers=ledgers,
    )


def parts_view(parts: Sequence[tuple[LakePart, DonePart, bool]]) -> View:
    """Return parts that are done, and whether they were before."""
    rows = [
        LakePartRow(
            part.number,
            part.name,
            "there" if before else "made",
            sum(done.rows.values()),
            sum(done.bytes.values()),
        )
        for part, done, before in parts
    ]
    return View("", _PARTS, rows, Record())
