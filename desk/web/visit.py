"""One request as a page sees it: the book, who asks, their words, and what they want recorded."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlencode

from desk.access import accounts
from desk.access.roles import Role
from desk.commands.base import Command
from desk.commands.commands import command_of
from desk.outcomes import Warned, Written
from desk.render.catalogue import Words
from desk.render.in_words import view_in_words
from desk.service_log import WARNING, note
from desk.web.answers import Answer, Page, Redirect
from desk.web.bar import BarEntry, bar
from desk.web.guard import of_one_command, refused
from desk.web.routes import WebRoute, may_hear, pieces_of, route
from desk.web.security import Visitor, with_token
from desk.web.steps import in_words
from desk.web.trouble import for_a_page, trouble
from ledger.messages import Message, Sentence, Value, commands_of, message
from ledger.refusals import Exit, Refusal, Refusals
from ledger.state.book import Book
from ledger.state.fide import FideState
from ledger.values import Language, whole_number
from projections.views.view import View

if TYPE_CHECKING:
    from starlette.datastructures import UploadFile

    from desk.commands.decision import Warn
    from desk.web.office import Office

STATUS = {Exit.USAGE: 422, Exit.REFUSED: 409, Exit.DAMAGED: 503, Exit.FINDINGS: 409}
"""The status of a refusal in HTTP, by its kind."""

AWAY = 503
"""The status where the ledger cannot be read or written now: the same request may succeed later."""


@dataclass(slots=True, kw_only=True)
class Visit:
    """A request, to a page.

    `path`, `query` and `form` are the values in the address, behind it, and typed; `files` are the
    uploaded ones. In all of them a player goes by number, never by key. `slug` is the tournament in addresses, "" for a page of no tournament. `address`
    is the path with its query. `had` are our cookies of the browser, `cookies` those that it is to
    keep ("": to forget); `sender` is its network address, which is never kept, `agent` what it
    calls itself. `refusals` and `warnings` are those of a form that recorded nothing, for the page
    that is shown again. `seen` is the position that a stream had reached, None where it begins;
    `known_tag` and `takes_gzip` say which answer saves the reader's network. `partial`: a part of
    the page is asked for, by htmx; `by_script`: a form was sent by its script, which is told where
    to go. Of a page to be kept, `once_mark` stands for the token of each form.
    `is_noted`: the log has that it was refused.
    """

    office: Office
    route: WebRoute
    visitor: Visitor
    language: Language
    theme: str
    address: str
    slug: str = ""
    tournament: str = ""
    tournament_name: str = ""
    partial: bool = False
    by_script: bool = False
    path: Mapping[str, Any] = field(default_factory=dict)
    query: Mapping[str, str] = field(default_factory=dict)
    form: Mapping[str, str] = field(default_factory=dict)
    files: Mapping[str, UploadFile] = field(default_factory=dict)
    had: Mapping[str, str] = field(default_factory=dict)
    cookies: dict[str, str] = field(default_factory=dict)
    sender: str = ""
    agent: str = ""
    refusals: Refusals = ()
    warnings: tuple[Warn, ...] = ()
    seen: int | None = None
    known_tag: str = ""
    takes_gzip: bool = False
    once_mark: str = ""
    is_noted: bool = False
    _book: Book | None = None
    _bar: list[BarEntry] | None = None
    _names: Mapping[str, str] | None = None

    @property
    def book(self) -> Book:
        """Return the book as it is now; without personal data for players and spectators."""
        if self._book is None:
            live = self.office.live
            read = live.public_book if self.watching else live.book
            self._book = read(self.tournament)
        return self._book

    @property
    def role(self) -> Role:
        """Return the role of who asks."""
        return self.visitor.role

    @property
    def watching(self) -> bool:
        """Tell whether a player or a spectator asks, who gets no personal data."""
        return self.role in (Role.PLAYER, Role.PUBLIC)

    @property
    def position(self) -> int:
        """Return the position that the page shows."""
        return self.book.state.position

    @property
    def account_name(self) -> str:
        """Return how the page calls who asks."""
        if self.visitor.name:
            return self.visitor.name
        elsewhere = self.role is Role.PUBLIC and not self.visitor.nobody
        return self.visitor.key if elsewhere else self.say(f"web.role.{self.role}")

    @property
    def names(self) -> Mapping[str, str]:
        """Return the names of accounts by the keys that facts have; none for who only watches.

        An account that is called by its key has none.
        """
        if self._names is None:
            several = () if self.watching else accounts.accounts(self.office.doors.file)
            self._names = {one.key: one.shown for one in several if one.shown != one.key}
        return self._names

    @property
    def other_language_link(self) -> str:
        """Return this page in the other language."""
        return with_query(self.address, lang="en" if self.language == "nl" else "nl")

    def theme_link(self, theme: str) -> str:
        """Return this page in another light: light, dark, or auto."""
        return with_query(self.address, theme=theme)

    @property
    def csrf(self) -> str:
        """Return the token that each form carries."""
        return with_token(self)

    @property
    def once(self) -> str:
        """Return a fresh token, by which a form sent twice is recorded once."""
        return self.once_mark or self.office.runtime.new_id()

    @property
    def words(self) -> Words:
        """Return the writer of texts in the reader's language."""
        return in_words(self.language)

    def say(self, key: str, /, **values: Value) -> str:
        """Return the words of a key, with its values, in the reader's language."""
        return self.words(Message(key, tuple(values.items())))

    def view(self, view: View) -> View:
        """Return a view in the reader's words."""
        return view_in_words(view, self.words)

    def link(self, name: str, /, **values: object) -> str:
        """Return the address of a route: values of its path, and the rest behind it.

        A value that is None or "" is left out; the tournament is this one unless t names another.
        """
        filled = {"t": self.slug, **values}
        pieces = [
            quote(str(filled.pop(key)), safe="") if key else piece for piece, key in pieces_of(name)
        ]
        filled.pop("t", None)
        return with_query("/".join(pieces), **filled)

    def card_link(self, player: int | None) -> str:
        """Return the address of a player's card, "" for nobody and for who is not entered now.

        `player` is a key; the address has the number that people know them by today, as every
        address does that names a player.
        """
        state = self.book.state
        if player is None or player not in state.players:
            return ""
        return self.link("player", p=state.label(player))

    def may(self, name: str) -> bool:
        """Tell whether who asks may ask for a route."""
        return self.role in route(name).roles

    def heard(self, topics: str) -> str:
        """Return those of the topics, with commas between them, that who asks may hear of."""
        return ",".join(one for one in topics.split(",") if may_hear(self.role, one))

    def carry_out(self, *commands: Mapping[str, Any]) -> Written | Warned | Refusals:
        """Carry commands out for who asks, all or nothing; the first may open a tournament.

        Each is a mapping of its fields, with its name under "command"; None is a field left out.
        The answer to a warning is the field confirm of the form.
        """
        valid: list[Command] = []
        refusals: Refusals = ()
        for place, given in enumerate(commands, 1):
            fields = of_one_command(self, given)
            refusals += refused(self, fields)
            filled = {key: value for key, value in fields.items() if value is not None}
            if confirm := self.form.get("confirm"):
                filled["confirm"] = confirm
            command = command_of(filled)
            if isinstance(command, tuple):
                refusals += tuple(replace(_for_a_form(each), command=place) for each in command)
            else:
                valid.append(command)
        if refusals:
            return self.noted(refusals, valid)
        once = self.form.get("once")
        key = f"{self.visitor.key}:{self.tournament}:{once}"
        correlation = hashlib.sha256(key.encode()).hexdigest()[:32] if once else None
        self._book = None
        outcome = self.office.live.write(
            self.tournament or None,
            [(None, command) for command in valid],
            self.visitor.key,
            correlation,
        )
        return self._told(self.noted(outcome, valid)) if isinstance(outcome, tuple) else outcome

    def noted(self, refusals: Refusals, commands: Sequence[Command] = ()) -> Refusals:
        """Write in the log that nothing was recorded, and return why."""
        self.is_noted = True
        note(
            "write-refused",
            WARNING,
            code=",".join(dict.fromkeys(one.code for one in refusals)),
            commands=",".join(dict.fromkeys(one.command for one in commands)),
            page=self.route.name,
            tournament=self.tournament,
            by=self.visitor.key,
        )
        return refusals

    def after(
        self, outcome: Written | Warned | Refusals, then: str, page: Callable[[Visit], Answer]
    ) -> Answer:
        """Return the answer to a form: the address `then`, or the same page with what is wrong.

        The address gets the position of the last fact, so that the page can show what was done.
        """
        match outcome:
            case Written():
                key = self.form.get("once", "")
                self.office.keep(key, outcome.notes)
                done = outcome.facts[-1].stamp.position if outcome.facts else None
                return Redirect(with_query(then, done=done, note=key if outcome.notes else ""))
            case Warned():
                self.warnings = outcome.warnings
                return Page("warning.html", {"then": then}, 409, shared=False)
            case _:
                self.refusals = outcome
                answer = page(self)
                status = STATUS[outcome[0].exit]
                if isinstance(answer, Page):
                    return replace(answer, status=status, shared=False)
                return answer

    def refuse(self, *refusals: Refusal, status: int | None = None) -> Page:
        """Return the page that says what is not possible, and the way on.

        `status` is that of HTTP, None: by the kind of the first refusal.
        """
        self.refusals = told = self._told(refusals)
        page = "trouble.html" if trouble(told[0].code) else "refused.html"
        return Page(page, status=status or STATUS[told[0].exit], shared=False)

    def _told(self, refusals: Refusals) -> Refusals:
        """Return refusals without the paths and addresses of this computer."""
        return tuple(for_a_page(self.office.live.place, one) for one in refusals)

    @property
    def fide_mode(self) -> FideState | None:
        """Return what there is to show of FIDE mode, None where the tournament never was in it."""
        fide = self._book.state.fide if self._book is not None else None
        return fide if fide is not None and fide.began_in_mode else None

    @property
    def pages(self) -> list[BarEntry]:
        """Return the pages of the bar on top; a template asks again and again."""
        if self._bar is None:
            self._bar = bar(self)
        return self._bar

    @property
    def remarks(self) -> tuple[Sentence, ...]:
        """Return the remarks on the form that led to this page."""
        return self.office.remarks.get(self.query.get("note", ""), ())

    def number(self, name: str) -> int | None:
        """Return a whole number behind the address, None where there is none."""
        return whole_number(self.query.get(name, ""))


def with_query(address: str, **values: object) -> str:
    """Return an address with values behind it, but for those that are None or ""."""
    if not values:
        return address
    rest = {key.replace("_", "-"): str(v) for key, v in values.items() if v not in (None, "")}
    sign = "&" if "?" in address else "?"
    return f"{address}{sign}{urlencode(rest)}" if rest else address


def _for_a_form(refusal: Refusal) -> Refusal:
    """Return the refusal of a value with the step of a form: a program is told of its help.

    A remedy in words stays: it helps at a form, too.
    """
    if not commands_of(refusal.next):
        return refusal
    return replace(refusal, next=message("web-forms.mend-field"))
