"""The verb that pairs published rounds again."""

from __future__ import annotations

import sys
from typing import NoReturn

import click

from desk.answers.bulk.check_all import CheckAllHead, check_all
from desk.answers.why import check_book
from desk.terminal.answers import NUMBER
from desk.terminal.explanations import say_check
from desk.terminal.misuse import Misuse
from desk.terminal.options import (
    as_of,
    publication,
    read_options,
)
from desk.terminal.output import or_leave, progress_of
from desk.terminal.registry import Registry
from desk.terminal.session import Session, ledger_place
from desk.terminal.tables import show
from desk.terminal.workers import worker_options, workers_for
from ledger.messages import also, message
from pairing.review.questions import book_of
from projections.spread.processes import Processes

here = Registry()


@here.verb("check")
@click.argument("round", metavar="[ROUND]", type=NUMBER, required=False)
@click.option("--all", "everything", is_flag=True)
@worker_options
@as_of
@publication
@read_options
@click.pass_obj
def check(
    session: Session,
    *,
    round: int | None,
    everything: bool,
    jobs: int | None,
    cluster: str | None,
    as_of: str | None,
    publication: int | None,
) -> None:
    """Pair published rounds (default all) again from their basis; exit 1 if anything differs."""
    if publication is not None and round is None:
        option = also(publication=True)
        raise Misuse(message("terminal.publication-of-round", option=option))
    if everything:
        if round is not None or as_of is not None:
            raise Misuse(message("terminal.all-or-round"))
        _check_all(session, jobs, cluster)
    if jobs is not None or cluster is not None:
        raise Misuse(message("terminal.with-all"))
    book = or_leave(book_of(session.book(), round, as_of, publication))
    say_check(check_book(book, round))


def _check_all(session: Session, jobs: int | None, cluster: str | None) -> NoReturn:
    """Check all tournaments of the ledger, and exit: with 4 when one is unreadable."""
    ledger = ledger_place(session.ledger)
    with workers_for(ledger, jobs, cluster) as workforce:
        view = check_all(ledger, workforce or Processes(), progress_of)
    show(view)
    assert isinstance(view.head, CheckAllHead)
    sys.exit(4 if view.head.refused else 0 if view.head.same == view.head.rounds else 1)
