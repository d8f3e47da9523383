"""The verbs of lakes of many ledgers."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from desk.answers.bulk.lake import built_view, lake_rules, parts_view, plan_view
from desk.answers.bulk.mirror import cannot_replay_all
from desk.render.english import english
from desk.terminal.answers import FOLDER, NEW_FOLDER, NUMBER, OneOf
from desk.terminal.mirror import lake_told
from desk.terminal.misuse import Misuse
from desk.terminal.options import asked_as, read_options
from desk.terminal.output import leave, progress_of
from desk.terminal.registry import Registry
from desk.terminal.rulebooks import load_rules
from desk.terminal.tables import show
from desk.terminal.workers import worker_options, workers
from desk.version import VERSION
from ledger.messages import message
from ledger.place import place_from
from pairing.review.again import ENGINES
from pairing.review.decisions import DECIDING
from projections.lake.build import build_lake, make_parts, plan_lake
from projections.lake.part import LakeWords

if TYPE_CHECKING:
    from ledger.place import LedgerPlace
    from projections.lake.plan import LakeRules

here = Registry()

lakes = here.of_section("lake")


class AskedLake(NamedTuple):
    """The ledgers of a lake, and how it is planned, as typed."""

    places: Sequence[str]
    folder: str
    versions: Sequence[str]
    pairings: bool
    knowledge: str | None
    decisions: bool
    leave_out_damaged: bool

    @property
    def ledgers(self) -> list[LedgerPlace]:
        """Return the ledgers and folders that were typed."""
        return [place_from(place) for place in self.places]

    def rules(self) -> LakeRules:
        """Return the rules of a lake, or exit with what keeps tournaments from being replayed by them.

        With `pairings` rounds are paired again by the rules in force and by these.
        """
        if self.knowledge is not None and not self.pairings:
            raise Misuse(message("terminal.known-of-pairings"))
        rulebooks = [load_rules(name) for name in self.versions]
        refused = cannot_replay_all(rulebooks)
        if refused:
            leave(tuple(refused))
        return lake_rules(
            rulebooks, self.knowledge, pairings=self.pairings, decisions=self.decisions
        )


_of_a_plan = asked_as(
    AskedLake,
    click.argument("places", metavar="[FROM]...", nargs=-1),
    click.option("--to", "folder", metavar="FOLDER", type=NEW_FOLDER, required=True),
    click.option("--rules", "versions", multiple=True, metavar="RULEBOOK"),
    click.option("--pairings", is_flag=True),
    click.option("--known", "knowledge", type=OneOf("known", ("then", "now"))),
    click.option("--decisions", is_flag=True),
    click.option("--leave-out-damaged", is_flag=True),
    worker_options,
    read_options,
)


@lakes.verb("build")
@_of_a_plan
def make_lake(
    asked: AskedLake,
    *,
    jobs: int | None,
    cluster: str | None,
) -> None:
    """Make a lake of all ledgers in FROM, or finish the one that is planned in the folder."""
    if not asked.places and any(asked[2:]):
        raise Misuse(message("terminal.rules-of-plan"))
    rules = asked.rules()
    with lake_told(), workers(jobs, cluster) as workforce:
        built = build_lake(
            asked.ledgers,
            Path(asked.folder),
            rules=rules,
            words=_words(),
            workforce=workforce,
            program=VERSION,
            progress=progress_of,
            leave_out_damaged=asked.leave_out_damaged,
        )
    show(built_view(built))
    if built.refused or built.left_out:
        sys.exit(4 if built.refused else 1)


@lakes.verb("plan")
@_of_a_plan
def plan_of_lake(
    asked: AskedLake,
    *,
    jobs: int | None,
    cluster: str | None,
) -> None:
    """Cut all ledgers in FROM into parts, for `lake part`; then `lake build --to FOLDER`."""
    if not asked.places:
        raise Misuse(message("terminal.plan-what"))
    rules = asked.rules()
    with lake_told(), workers(jobs, cluster) as workforce:
        layout = plan_lake(
            asked.ledgers,
            Path(asked.folder),
            rules,
            workforce,
            progress_of,
            leave_out_damaged=asked.leave_out_damaged,
        )
    show(plan_view(layout, Path(asked.folder)))
    if layout.left_out:
        sys.exit(1)


@lakes.verb("part")
@click.argument("folder", type=FOLDER)
@click.argument("numbers", metavar="NUMBER", nargs=-1, required=True, type=NUMBER)
@read_options
def part_of_lake(folder: str, numbers: Sequence[int]) -> None:
    """Make parts of the plan in FOLDER, by number; one that is there is left as it is."""
    with lake_told():
        done = make_parts(Path(folder), numbers, _words(), progress_of)
    show(parts_view(done))


def _words() -> LakeWords:
    return LakeWords(english, DECIDING, ENGINES)
