"""The verbs of the mirror: a DuckDB file of the whole ledger, for questions in SQL."""

from __future__ import annotations

import sys
from time import perf_counter_ns

import click

from desk.terminal.answers import Whole
from desk.terminal.app import Session, Verbs, ledger_place
from desk.terminal.mirror import how_far_told
from desk.terminal.options import read_options
from desk.terminal.output import progress_of, show

here = Verbs()

section = here.section("mirror", "spiegel")


_jobs = click.option(
    "--jobs", type=Whole(1, 64), metavar="N",
)  # fmt: skip


@section.verb("build", "maken")
@_jobs
@read_options
@click.pass_obj
def build(session: Session, jobs: int | None, as_json: bool, as_csv: bool) -> None:
    """Make the mirror of the ledger from zero: NAME.duckdb beside NAME.ledger."""
    _refresh(session, jobs, as_json, as_csv, from_zero=True)


@section.verb("update", "bijwerken")
@_jobs
@read_options
@click.pass_obj
def update(session: Session, jobs: int | None, as_json: bool, as_csv: bool) -> None:
    """Continue the mirror with the facts recorded since; build it when there is none."""
    _refresh(session, jobs, as_json, as_csv, from_zero=False)


def _refresh(
    session: Session, jobs: int | None, as_json: bool, as_csv: bool, *, from_zero: bool
) -> None:
    from desk.render.english import english
    from desk.reports.mirror import refreshed_view
    from pairing.review.decisions import decisions_of
    from projections.mirror.refresh import refresh

    with how_far_told():
        outcome = refresh(
            ledger_place(session.ledger), perf_counter_ns, from_zero=from_zero, jobs=jobs,
            progress=progress_of, says=english, decide=decisions_of,
        )  # fmt: skip
    show(refreshed_view(outcome), as_json, as_csv)
    if outcome.refused:
        sys.exit(4)


@section.verb("path", "plaats")
@read_options
@click.pass_obj
def path(session: Session, as_json: bool, as_csv: bool) -> None:
    """Show where the mirror is and whether it is up to date."""
    from desk.reports.mirror import path_view

    show(path_view(ledger_place(session.ledger)), as_json, as_csv)
