"""The verbs of the mirror: a DuckDB file of the whole ledger, for questions in SQL."""

from __future__ import annotations

from time import perf_counter_ns

import click

from pairing.terminal.common import Session, ledger_path, read_options, show, toernooi

section = toernooi.section("mirror", "spiegel", "A DuckDB file of the whole ledger (docs/sql.md).")


@section.verb("build", "maken")
@read_options
@click.pass_obj
def build(session: Session, as_json: bool, as_csv: bool) -> None:
    """Make the mirror of the ledger from zero: NAME.duckdb beside NAME.ledger."""
    _refresh(session, as_json, as_csv, from_zero=True)


@section.verb("update", "bijwerken")
@read_options
@click.pass_obj
def update(session: Session, as_json: bool, as_csv: bool) -> None:
    """Continue the mirror with what was recorded since; make it when there is none."""
    _refresh(session, as_json, as_csv, from_zero=False)


def _refresh(session: Session, as_json: bool, as_csv: bool, *, from_zero: bool) -> None:
    from projections.mirror import refresh
    from projections.mirror_views import refreshed_view

    done = refresh(ledger_path(session.ledger), perf_counter_ns, from_zero=from_zero)
    show(refreshed_view(done), as_json, as_csv)


@section.verb("path", "plaats")
@read_options
@click.pass_obj
def path(session: Session, as_json: bool, as_csv: bool) -> None:
    """Tell where the mirror is, and whether it has all that is recorded."""
    from projections.mirror_views import path_view

    show(path_view(ledger_path(session.ledger)), as_json, as_csv)
