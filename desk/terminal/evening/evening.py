"""What the steps of an evening share: the ledger, who asks, the club's choices, what is carried out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from desk.answers.evening_settings import EveningSettings
from desk.commands.commands import command_of
from desk.commands.decision import Numbered
from desk.outcomes import Warned, Written
from desk.site.keeper import FINISH_S, Keeper
from desk.terminal.output import or_leave, say, say_refusals
from desk.terminal.session import Session
from desk.terminal.words import words
from desk.terminal.writing import attempted, tell
from desk.writing import carry_out
from ledger.errors import StoreError
from ledger.messages import Do, message
from ledger.place import LedgerPlace
from ledger.refusals import Refusal, Refusals
from ledger.state.book import Book


@dataclass(slots=True)
class Evening:
    """An evening on a ledger.

    `home` is the ledger beside which the choices of the club are kept. `shows_commands`: each answer
    is shown as the command that it is. `rehearses`: the ledger is a copy, and nothing is printed or
    copied. `website` makes and sends the website of the ledger; None: it has none that goes by itself.
    """

    session: Session
    home: LedgerPlace
    settings: EveningSettings = field(default_factory=EveningSettings)
    shows_commands: bool = False
    rehearses: bool = False
    website: Keeper | None = None

    def book(self) -> Book:
        """Return the book as it is now, or exit with the refusals."""
        return or_leave(self.session.desk().read(self.session.tournament))

    def carry_out(self, *commands: dict[str, Any]) -> Written | None:
        """Carry commands out, all or nothing, and tell what was recorded, or why nothing was (None).

        What the ledger itself refuses is told likewise, and the evening goes on.
        """
        try:
            outcome = self.attempt(*commands, asks=True)
        except StoreError as error:
            outcome = (error.refusal,)
        if isinstance(outcome, Written):
            self.show(*commands)
            tell(outcome)
            return outcome
        say_refusals(outcome)
        return None

    def attempt(self, *commands: dict[str, Any], asks: bool = False) -> Written | Refusals:
        """Carry commands out, all or nothing, and return the refusals where nothing was recorded.

        `asks`: warnings and reasons are asked for at a terminal. Raise StoreError.
        """
        read: list[Numbered] = []
        for data in commands:
            command = command_of({key: value for key, value in data.items() if value is not None})
            if isinstance(command, tuple):
                return command
            read.append((None, command))
        if asks:
            outcome = attempted(self.session, read, by_lines=True)
            if isinstance(outcome, Warned) or _says_no(outcome):
                return (Refusal("not-confirmed", message("handlers.not-confirmed"), ""),)
        else:
            outcome = carry_out(self.session.desk(), read, self.session.tournament)
        if self.website is not None and isinstance(outcome, Written):
            self.website.wake()
        return outcome.refusals if isinstance(outcome, Warned) else outcome

    def tell_website(self) -> None:
        """Tell that the website does not go, once, and that it goes again."""
        if self.website is not None and (news := self.website.news()) is not None:
            say(news, err=True)

    def finish_website(self) -> None:
        """Wait until what was recorded is on the website, and tell where it is not."""
        if self.website is None:
            return
        if not self.website.finish(0):
            say(message("tonight.website-goes"))
            if not self.website.finish(FINISH_S):
                say(message("tonight.website-late"), err=True)
        self.tell_website()

    def show(self, *commands: dict[str, Any]) -> None:
        """Show commands as they are typed, where that is wanted."""
        if self.shows_commands:
            for data in commands:
                typed = (_TYPED.get(field, field) for field in data.items() if field[1] is not None)
                (_, verb), *fields = typed
                say(message("tonight.typed", command=words(Do(verb, tuple(fields)))))


def numbers_by_name(book: Book) -> Mapping[str, str]:
    """Return the number of each player by their name, as Tab completes it."""
    return {book.name(player): str(book.state.label(player)) for player in book.state.players}


def _says_no(outcome: Written | Refusals) -> bool:
    """Tell whether somebody was asked and said no; commands after that are judged for nothing."""
    return isinstance(outcome, tuple) and any(one.code == "not-confirmed" for one in outcome)


_TYPED: Final = {
    ("kind", "no notice"): ("no_notice", True),
    ("kind", "club duty"): ("duty", True),
}
"""Fields of commands that are typed as an option of another name."""
