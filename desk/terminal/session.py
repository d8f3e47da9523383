"""The session of a command line: the ledger, the tournament and the actor that were chosen."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from desk.terminal.output import leave, note, or_leave
from ledger.errors import StoreError
from ledger.messages import Blank, also, do, message
from ledger.place import LedgerPlace, place_from
from ledger.refusals import Exit, Refusal

if TYPE_CHECKING:
    from desk.desk import Desk
    from ledger.runtime import Runtime
    from ledger.state.book import Book


def ledger_place(typed: str | None) -> LedgerPlace:
    """Return the chosen ledger, the only file of one in this folder, or toernooi.ledger.

    Exit with their names when there are several, and none of that name.
    """
    if typed:
        return place_of_typed(typed)
    here = sorted(Path.cwd().glob("*.ledger"))
    if len(here) < 2 or any(path.name == "toernooi.ledger" for path in here):
        return Path(here[0].name if len(here) == 1 else "toernooi.ledger")
    names = ", ".join(path.name for path in here[:6]) + (", ..." if len(here) > 6 else "")
    what = message("terminal.several-ledgers", n=len(here), names=names)
    step = message("terminal.choose-ledger", option=also(ledger=Blank("FILE")))
    return leave(Refusal("which-ledger", what, step, exit=Exit.USAGE))


def place_of_typed(text: str) -> LedgerPlace:
    """Return the place that was typed: a file, or the address of a server; exit if it is wrong."""
    try:
        return place_from(text)
    except StoreError as error:
        return leave(error.refusal)


class Session:
    """The values of the options before the verb."""

    def __init__(self, ledger: str | None, tournament: str | None, runtime: Runtime) -> None:
        self.ledger = ledger
        self.tournament = tournament
        self.runtime = runtime

    def desk(self, base: Path | None = None) -> Desk:
        """Return the desk on the chosen ledger file."""
        from desk.desk import Desk

        return Desk(ledger_place(self.ledger), self.runtime, base or Path.cwd())

    def book(self, as_of: str | None = None, tournament: str | None = None) -> Book:
        """Return the book of the chosen tournament, or exit with the refusals."""
        book = or_leave(self.desk().read(tournament or self.tournament, as_of))
        if (left := book.state.fide.left_at) is not None:
            note(message("terminal.outside-fide-mode", position=left))
        if (manual := book.state.fide.manual) is not None:
            of_it = {"round": manual.round, "position": manual.begun}
            note(message("manual.being-made", **of_it, command=do("by-hand-end")))
        return book
