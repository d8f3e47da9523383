"""The check-in list, and who has paid, which it alone shows."""

from __future__ import annotations

import click

from desk.answers.check_in import checked_in, with_paid
from desk.answers.paid import mark_paid, paid_of
from desk.terminal.answers import NUMBER, MomentName
from desk.terminal.options import read_options
from desk.terminal.output import or_leave, say
from desk.terminal.registry import Registry
from desk.terminal.session import Session
from desk.terminal.tables import show
from ledger.messages import message

here = Registry()


@here.verb("checked-in")
@click.argument("round_number", metavar="[ROUND]", type=NUMBER, required=False)
@click.option("--missing", is_flag=True)
@click.option("--as-of", type=MomentName())
@read_options
@click.pass_obj
def list_of_check_in(
    session: Session,
    *,
    round_number: int | None,
    missing: bool,
    as_of: str | None,
) -> None:
    """List all players by name: who is in for ROUND, and who is not yet."""
    book = session.book(as_of)
    view = or_leave(checked_in(book, round_number, missing))
    marks = paid_of(session.desk().place, book.id)
    show(with_paid(book, view, marks))


@here.verb("paid")
@click.argument("players", metavar="PLAYER", nargs=-1, required=True)
@click.option("--cancel", is_flag=True)
@click.pass_obj
def paid(session: Session, players: tuple[str, ...], cancel: bool) -> None:
    """Mark that players have paid; the check-in list alone shows it."""
    book = session.book()
    keys = [or_leave(book.find_player(one)).player for one in players]
    mark_paid(session.desk().place, book.id, dict.fromkeys(keys, not cancel))
    key = "hall.not-paid" if cancel else "hall.has-paid"
    say(message(key, n=len(keys), players=book.called_some(keys)))
