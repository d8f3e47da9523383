"""What a page may ask and have done for a request: the book of its tournament, and writing."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, TypeAlias

from desk.access import accounts
from desk.commands.base import Command
from desk.commands.commands import command_of
from desk.live.public_book import judging_book
from desk.outcomes import Warned, Written
from desk.service_log import WARNING, note
from desk.web.answers import STATUS, Answer, Page, Redirect
from desk.web.guard import not_allowed, of_one_command, refused
from desk.web.office import Office
from desk.web.request import Request, with_query
from desk.web.trouble import for_a_page, trouble
from ledger.messages import commands_of, message
from ledger.refusals import Exit, Refusal, Refusals
from ledger.state.book import Book


@dataclass(slots=True)
class Services:
    """The office, for one request.

    `has_noted`: the log has that nothing was recorded.
    """

    office: Office
    request: Request
    has_noted: bool = False
    _book: Book | None = None
    _names: Mapping[str, str] | None = None

    @property
    def book(self) -> Book:
        """Return the book of the tournament, the same until something is recorded.

        It has no personal data for players and spectators, and nothing for a page of no tournament.
        """
        if self._book is None:
            if not self.request.tournament:
                return Book()
            live = self.office.live
            read = live.public_book if self.request.watching else live.book
            self._book = read(self.request.tournament)
        return self._book

    def judging(self, book: Book) -> Book:
        """Return a book of the page by which prizes and ratings are computed; see `judging_book`."""
        if not self.request.watching:
            return book
        whole = self.office.live.book(self.request.tournament)
        return judging_book(replace(book, people=whole.people), book)

    @property
    def shows_forecasts(self) -> bool:
        """Tell whether who asks may see what is foreseen of ratings: the public by choice alone."""
        choices = self.book.state.website
        return not self.request.watching or (choices.forecasts and choices.ratings)

    @property
    def book_read(self) -> Book | None:
        """Return the book where the page has asked for it, None where the ledger was left alone."""
        return self._book

    @property
    def names(self) -> Mapping[str, str]:
        """Return the names of accounts by the keys that facts have; none for who only watches.

        An account that is called by its key has none.
        """
        if self._names is None:
            several = () if self.request.watching else accounts.accounts(self.office.doors.file)
            self._names = {one.key: one.shown for one in several if one.shown != one.key}
        return self._names

    def carry_out(self, *commands: Mapping[str, Any]) -> Written | Warned | Refusals:
        """Carry commands out for who asks, all or nothing; the first may open a tournament.

        Each is a mapping of its fields, with its name under "command"; None is a field left out.
        The answer to a warning is the field confirm of the form.
        """
        request = self.request
        valid: list[Command] = []
        refusals: Refusals = ()
        for place, given in enumerate(commands, 1):
            fields = of_one_command(self.book, given)
            refusals += refused(request, self.book, fields)
            filled = {
                key: _as_told(key, value) for key, value in fields.items() if value is not None
            }
            if confirm := request.form.get("confirm"):
                filled["confirm"] = confirm
            command = command_of(filled)
            if isinstance(command, tuple):
                refusals += tuple(replace(_for_a_form(each), command=place) for each in command)
            else:
                valid.append(command)
        if refusals:
            return self.noted(refusals, valid)
        once = request.form.get("once")
        key = f"{request.visitor.key}:{request.tournament}:{once}"
        correlation = hashlib.sha256(key.encode()).hexdigest()[:32] if once else None
        self._book = None
        outcome = self.office.live.write(
            request.tournament or None,
            [(None, command) for command in valid],
            request.visitor.key,
            correlation,
        )
        return self._told(self.noted(outcome, valid)) if isinstance(outcome, tuple) else outcome

    def noted(self, refusals: Refusals, commands: Sequence[Command] = ()) -> Refusals:
        """Write in the log that nothing was recorded, and return why."""
        self.has_noted = True
        note(
            "write-refused",
            WARNING,
            code=",".join(dict.fromkeys(one.code for one in refusals)),
            commands=",".join(dict.fromkeys(one.command for one in commands)),
            page=self.request.route.name,
            tournament=self.request.tournament,
            by=self.request.visitor.key,
        )
        return refusals

    def after(self, outcome: Written | Warned | Refusals, then: str, page: PageFunction) -> Answer:
        """Return the answer to a form: the address `then`, or the same page with what is wrong.

        The address gets the position of the last fact, so that the page can show what was done.
        """
        match outcome:
            case Written():
                key = self.request.form.get("once", "")
                self.office.keep(key, outcome.notes)
                done = outcome.facts[-1].stamp.position if outcome.facts else None
                return Redirect(with_query(then, done=done, note=key if outcome.notes else ""))
            case Warned():
                return Page("warning.html", WarningPage(then), 409, warnings=outcome.warnings)
            case _:
                answer = self.again(page, outcome)
                if not isinstance(answer, Page):
                    return answer
                return replace(answer, status=STATUS[outcome[0].exit])

    def again(self, page: PageFunction, refusals: Refusals) -> Answer:
        """Return a page once more, with what was refused of its form and what was typed.

        Where the page itself is not possible any more it says why in the place of that.
        """
        answer = page(replace(self.request, refusals=refusals), self)
        if not isinstance(answer, Page):
            return answer
        return replace(answer, refusals=answer.refusals or refusals)

    def refuse(self, *refusals: Refusal, status: int | None = None) -> Page:
        """Return the page that says what is not possible, and the way on.

        `status` is that of HTTP, None: by the kind of the first refusal.
        """
        told = self._told(refusals)
        page = "trouble.html" if trouble(told[0].code) else "refused.html"
        return Page(page, status=status or STATUS[told[0].exit], refusals=told)

    def nowhere(self) -> Page:
        """Return the page that there is nothing at an address."""
        what = message("web.not-found")
        step = message("web.not-found-step")
        return self.refuse(Refusal("not-found", what, step, exit=Exit.USAGE), status=404)

    def not_for(self) -> Page:
        """Return the page that something is not for the role of who asks."""
        return self.refuse(not_allowed(), status=403)

    def _told(self, refusals: Refusals) -> Refusals:
        """Return refusals without the paths and addresses of this computer."""
        return tuple(for_a_page(self.office.live.place, one) for one in refusals)


class WarningPage(NamedTuple):
    """What is to be answered before it is recorded; `then` is the address of the way back."""

    then: str


PageFunction: TypeAlias = Callable[[Request, Services], Answer]
"""A page: it answers a request, with what it asks of the services."""


def _as_told(key: str, value: object) -> object:
    """Return a value as a command takes it: a text that is typed on several lines is one line."""
    if key not in ("text", "reason") or not isinstance(value, str):
        return value
    return " ".join(filter(None, map(str.strip, value.splitlines())))


def _for_a_form(refusal: Refusal) -> Refusal:
    """Return the refusal of a value with the step of a form: a program is told of its help.

    A remedy in words stays: it helps at a form, too.
    """
    if not commands_of(refusal.next):
        return refusal
    return replace(refusal, next=message("web-forms.mend-field"))
