"""The verbs of the mirror, a DuckDB file of the whole ledger, and of lakes of many ledgers."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from time import perf_counter_ns
from typing import TYPE_CHECKING

import click

from desk.answers.bulk.refreshed import path_view, refreshed_view
from desk.render.english import english
from desk.terminal.mirror import how_far_told
from desk.terminal.options import read_options
from desk.terminal.output import progress_of
from desk.terminal.registry import Registry
from desk.terminal.session import Session, ledger_place
from desk.terminal.tables import show
from desk.terminal.workers import check_one, worker_options, workers_for
from ledger.later import Later
from projections.mirror.progress import nothing_to_do

if TYPE_CHECKING:
    from desk.answers.bulk import mirror as mirrors
    from projections.mirror import refresh as making
    from projections.mirror.stage import Stage
else:  # with numpy, and with all that pairs: not needed where a mirror is as it should be
    mirrors = Later("desk.answers.bulk.mirror")
    making = Later("projections.mirror.refresh")

here = Registry()

section = here.of_section("mirror")


_decisions = click.option("--decisions", is_flag=True)


@section.verb("build")
@_decisions
@worker_options
@read_options
@click.pass_obj
def build(
    session: Session,
    *,
    decisions: bool,
    jobs: int | None,
    cluster: str | None,
) -> None:
    """Make the mirror of the ledger from zero: NAME.duckdb beside NAME.ledger."""
    stages = mirrors.stages_of_mirror(decisions=decisions, anew=True)
    _refresh(session, jobs, cluster, stages=stages, from_zero=True)


@section.verb("update")
@_decisions
@worker_options
@read_options
@click.pass_obj
def update(
    session: Session,
    *,
    decisions: bool,
    jobs: int | None,
    cluster: str | None,
) -> None:
    """Continue the mirror with the facts recorded since; build it when there is none."""
    check_one(jobs, cluster)
    with how_far_told():
        current = None if decisions else nothing_to_do(ledger_place(session.ledger))
    if current:
        show(refreshed_view(current))
        return
    stages = mirrors.stages_of_mirror(decisions=decisions or None)
    _refresh(session, jobs, cluster, stages=stages, from_zero=False)


def _refresh(
    session: Session,
    jobs: int | None,
    cluster: str | None,
    *,
    stages: Sequence[Stage],
    from_zero: bool,
) -> None:
    ledger = ledger_place(session.ledger)
    with how_far_told(), workers_for(ledger, jobs, cluster) as workforce:
        outcome = making.refresh(
            ledger,
            perf_counter_ns,
            from_zero=from_zero,
            workforce=workforce,
            progress=progress_of,
            says=english,
            stages=stages,
        )
    show(refreshed_view(outcome))
    if outcome.refused:
        sys.exit(4)


@section.verb("path")
@read_options
@click.pass_obj
def path(session: Session) -> None:
    """Show where the mirror is and whether it is up to date."""
    show(path_view(ledger_place(session.ledger)))
