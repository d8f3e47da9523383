"""The verbs of the mirror, a DuckDB file of the whole ledger, and of lakes of many ledgers."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter_ns
from typing import TYPE_CHECKING

import click

from desk.terminal.answers import FOLDER, NEW_FOLDER, NUMBER, OneOf
from desk.terminal.app import VERSION, Session, Verbs, ledger_place
from desk.terminal.mirror import how_far_told, lake_told
from desk.terminal.misuse import Misuse
from desk.terminal.options import load_rules, read_options
from desk.terminal.output import leave, progress_of, show
from desk.terminal.workers import worker_options, workers, workers_for

if TYPE_CHECKING:
    from projections.lake.part import LakeWords
    from projections.lake.plan import LakeRules

here = Verbs()

section = here.section("mirror", "spiegel")


@section.verb("build", "maken")
@worker_options
@read_options
@click.pass_obj
def build(
    session: Session, jobs: int | None, cluster: str | None, as_json: bool, as_csv: bool
) -> None:
    """Make the mirror of the ledger from zero: NAME.duckdb beside NAME.ledger."""
    _refresh(session, jobs, cluster, as_json, as_csv, from_zero=True)


@section.verb("update", "bijwerken")
@worker_options
@read_options
@click.pass_obj
def update(
    session: Session, jobs: int | None, cluster: str | None, as_json: bool, as_csv: bool
) -> None:
    """Continue the mirror with the facts recorded since; build it when there is none."""
    _refresh(session, jobs, cluster, as_json, as_csv, from_zero=False)


def _refresh(
    session: Session,
    jobs: int | None,
    cluster: str | None,
    as_json: bool,
    as_csv: bool,
    *,
    from_zero: bool,
) -> None:
    from desk.render.english import english
    from desk.reports.bulk.mirror import pairing_stage, refreshed_view
    from pairing.review.decisions import decisions_of
    from projections.mirror.refresh import refresh

    ledger = ledger_place(session.ledger)
    with how_far_told(), workers_for(ledger, jobs, cluster) as workforce:
        outcome = refresh(
            ledger,
            perf_counter_ns,
            from_zero=from_zero,
            workforce=workforce,
            progress=progress_of,
            says=english,
            decide=decisions_of,
            stage=pairing_stage(),
        )
    show(refreshed_view(outcome), as_json, as_csv)
    if outcome.refused:
        sys.exit(4)


@section.verb("path", "plaats")
@read_options
@click.pass_obj
def path(session: Session, as_json: bool, as_csv: bool) -> None:
    """Show where the mirror is and whether it is up to date."""
    from desk.reports.bulk.mirror import path_view

    show(path_view(ledger_place(session.ledger)), as_json, as_csv)


# --- lakes ----------------------------------------------------------------------------------------

lakes = here.section("lake", "meer")

_places = click.argument("places", metavar="[FROM]...", nargs=-1)
_to = click.option("--to", "folder", metavar="FOLDER", type=NEW_FOLDER, required=True)
_rules = click.option("--rules", "versions", multiple=True, metavar="RULEBOOK")
_pairings = click.option("--pairings", is_flag=True)
_known = click.option("--known", "knowledge", type=OneOf("known", ("then", "now")))
_leave_out = click.option("--leave-out-damaged", is_flag=True)


@lakes.verb("build", "maken")
@_places
@_to
@_rules
@_pairings
@_known
@_leave_out
@worker_options
@read_options
def make_lake(
    places: Sequence[str],
    folder: str,
    versions: Sequence[str],
    pairings: bool,
    knowledge: str | None,
    leave_out_damaged: bool,
    jobs: int | None,
    cluster: str | None,
    as_json: bool,
    as_csv: bool,
) -> None:
    """Make a lake of all ledgers in FROM, or finish the one that is planned in the folder."""
    from desk.reports.bulk.lake import built_view
    from ledger.messages import message
    from ledger.place import place_from
    from projections.lake.build import build_lake

    if (versions or pairings or knowledge or leave_out_damaged) and not places:
        raise Misuse(message("terminal.rules-of-plan"))
    rules = _loaded(versions, knowledge, pairings=pairings)
    with lake_told(), workers(jobs, cluster) as workforce:
        built = build_lake(
            [place_from(place) for place in places],
            Path(folder),
            rules=rules,
            words=_words(),
            workforce=workforce,
            program=VERSION,
            progress=progress_of,
            leave_out_damaged=leave_out_damaged,
        )
    show(built_view(built), as_json, as_csv)
    if built.refused or built.left_out:
        sys.exit(4 if built.refused else 1)


@lakes.verb("plan", "indelen")
@_places
@_to
@_rules
@_pairings
@_known
@_leave_out
@worker_options
@read_options
def plan_of_lake(
    places: Sequence[str],
    folder: str,
    versions: Sequence[str],
    pairings: bool,
    knowledge: str | None,
    leave_out_damaged: bool,
    jobs: int | None,
    cluster: str | None,
    as_json: bool,
    as_csv: bool,
) -> None:
    """Cut all ledgers in FROM into parts, for `lake part`; then `lake build --to FOLDER`."""
    from desk.reports.bulk.lake import plan_view
    from ledger.messages import message
    from ledger.place import place_from
    from projections.lake.build import plan_lake

    if not places:
        raise Misuse(message("terminal.plan-what"))
    rules = _loaded(versions, knowledge, pairings=pairings)
    with lake_told(), workers(jobs, cluster) as workforce:
        layout = plan_lake(
            [place_from(place) for place in places],
            Path(folder),
            rules,
            workforce,
            progress_of,
            leave_out_damaged=leave_out_damaged,
        )
    show(plan_view(layout, Path(folder)), as_json, as_csv)
    if layout.left_out:
        sys.exit(1)


@lakes.verb("part", "deel")
@click.argument("folder", type=FOLDER)
@click.argument("numbers", metavar="NUMBER", nargs=-1, required=True, type=NUMBER)
@read_options
def part_of_lake(folder: str, numbers: Sequence[int], as_json: bool, as_csv: bool) -> None:
    """Make parts of the plan in FOLDER, by number; one that is there is left as it is."""
    from desk.reports.bulk.lake import parts_view
    from projections.lake.build import make_parts

    with lake_told():
        done = make_parts(Path(folder), numbers, _words(), progress_of)
    show(parts_view(done), as_json, as_csv)


def _loaded(names: Sequence[str], knowledge: str | None, *, pairings: bool) -> LakeRules:
    """Return the rules of a lake, or exit with what keeps tournaments from being replayed by them.

    With `pairings` rounds are paired again by the rules in force and by these.
    """
    from desk.reports.bulk.lake import lake_rules
    from desk.reports.bulk.mirror import cannot_replay_all
    from ledger.messages import message

    if knowledge is not None and not pairings:
        raise Misuse(message("terminal.known-of-pairings"))
    rulebooks = [load_rules(name) for name in names]
    refused = cannot_replay_all(rulebooks)
    if refused:
        leave(tuple(refused))
    return lake_rules(rulebooks, knowledge, pairings=pairings)


def _words() -> LakeWords:
    from desk.render.english import english
    from pairing.review.again import ENGINES
    from pairing.review.decisions import decisions_of
    from projections.lake.part import LakeWords

    return LakeWords(english, decisions_of, ENGINES)
