"""`toernooi` alone: what is open, and what comes next."""

from __future__ import annotations

from collections.abc import Sequence

from desk.reports.status import status
from desk.terminal.output import say
from desk.terminal.session import Session, ledger_place
from ledger.messages import Blank, Value, also, do, message
from ledger.store.places import is_there
from projections.views.status import StatusHead


def say_where(session: Session) -> None:
    """Show which ledger and tournament are open and the next step, or how to begin."""
    place = ledger_place(session.ledger)
    if not is_there(place):
        say(message("help.no-ledger", file=place.name))
        for begin in (do("demo"), do("init", name=Blank("NAME")), do("import", file=Blank("FILE"))):
            say(message("help.begin", command=begin))
    elif len(names := session.desk().listed()[0]) != 1 and not session.tournament:
        _say_names(place.name, [name for _, name in names])
    else:
        book = session.book()
        head = status(book).head
        assert isinstance(head, StatusHead)
        say(message("help.open", file=place.name, tournament=book.state.name))
        say(message("help.next", step=head.next))
    say(message("help.more", status=do("status"), help=do("help")))


_SHOWN = 6
"""The number of tournament names that are shown."""


def _say_names(file: str, names: Sequence[str]) -> None:
    if not names:
        say(message("help.none-open", file=file))
        say(message("help.begin", command=do("init", name=Blank("NAME"))))
        return
    listed: list[Value] = [*names[:_SHOWN]]
    if len(names) > _SHOWN:
        listed.append(message("help.several-more", n=len(names) - _SHOWN))
    say(message("help.several-open", n=len(names), file=file, names=tuple(listed)))
    say(message("terminal.choose-ledger", option=also(tournament=Blank("NAME"))))
