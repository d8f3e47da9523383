"""The verbs of doubt: why two meet, whether a pairing is right; protests, rulings, moments beside
each other, departures.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from desk.answers import why as answers
from desk.answers.why import finder
from desk.terminal.answers import NUMBER
from desk.terminal.explanations import explain
from desk.terminal.misuse import Misuse
from desk.terminal.options import (
    as_of,
    publication,
    read_options,
)
from desk.terminal.output import (
    or_leave,
)
from desk.terminal.registry import Registry
from desk.terminal.session import Session
from ledger.messages import message
from pairing.review.questions import book_of, of_book

if TYPE_CHECKING:
    from desk.answers.why import Find
    from pairing.explain.question import Question

here = Registry()


def _round_of(
    session: Session, number: int | None, as_of: str | None, publication: int | None
) -> tuple[Question, Find]:
    """Return the round of a question, and the function that finds its players, or exit."""
    book = or_leave(book_of(session.book(), number, as_of, publication))
    return or_leave(of_book(book, number)), finder(book)


@here.verb("why")
@click.argument("round", metavar="ROUND", type=NUMBER)
@click.argument("board", metavar="[BOARD]", required=False)
@click.option("--player", metavar="PLAYER")
@as_of
@publication
@read_options
@click.pass_obj
def why(
    session: Session,
    *,
    round: int,
    board: str | None,
    player: str | None,
    as_of: str | None,
    publication: int | None,
) -> None:
    """Explain a board (or a player's bye) of ROUND, group by group and clause by clause.

    A number is a board; ROUND may be the next, which is not published yet.
    """
    if (board is None) == (player is None):
        raise Misuse(message("terminal.board-number-or-player"))
    question, find = _round_of(session, round, as_of, publication)
    explain(answers.why(question, board, player, find))


@here.verb("why-not")
@click.argument("round", metavar="ROUND", type=NUMBER)
@click.argument("first")
@click.argument("second")
@as_of
@publication
@read_options
@click.pass_obj
def why_not(
    session: Session,
    *,
    round: int,
    first: str,
    second: str,
    as_of: str | None,
    publication: int | None,
) -> None:
    """Show what gets worse first, and by which clause, when FIRST meets SECOND in ROUND."""
    question, find = _round_of(session, round, as_of, publication)
    explain(answers.why_not(question, first, second, find))


@here.verb("why-bye")
@click.argument("round", metavar="[ROUND]", type=NUMBER, required=False)
@as_of
@publication
@read_options
@click.pass_obj
def why_bye(
    session: Session,
    *,
    round: int | None,
    as_of: str | None,
    publication: int | None,
) -> None:
    """Explain who has the bye in ROUND (default the last published), and why nobody else."""
    question, _ = _round_of(session, round, as_of, publication)
    explain(answers.why_bye(question))


@here.verb("why-colour")
@click.argument("round", metavar="ROUND", type=NUMBER)
@click.argument("board")
@as_of
@publication
@read_options
@click.pass_obj
def why_colour(
    session: Session,
    *,
    round: int,
    board: str,
    as_of: str | None,
    publication: int | None,
) -> None:
    """Explain who has white on BOARD of ROUND: preferences, B2, E1 to E5."""
    question, find = _round_of(session, round, as_of, publication)
    explain(answers.colour(question, board, find))
