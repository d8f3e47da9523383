"""One request as a page sees it: who asks, for what, in which words, and what they typed.

It never changes, asks nothing of the ledger and records nothing: what a page reads and has done it
asks of the services that it gets beside it (`desk.web.services`), and what it wants of the browser
stands in its answer (`desk.web.answers`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any
from urllib.parse import quote, urlencode

from desk.access.roles import Role
from desk.render.catalogue import Words
from desk.render.in_words import view_in_words
from desk.web.routes import WebRoute, may_hear, pieces_of, route
from desk.web.security import Visitor
from desk.web.words import in_words
from ledger.messages import Message, Value
from ledger.refusals import Refusals
from ledger.state.book import Book
from ledger.values import Language, whole_number
from projections.views.view import View


@dataclass(frozen=True, slots=True)
class SentFile:
    """A file that was sent with a form: its name, "" where none was chosen, and its bytes."""

    name: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Browser:
    """What a browser says of itself.

    `cookies` are those of ours that it sent; `sender` is its network address, which is never kept,
    `agent` what it calls itself; `secure`: it asks over HTTPS. `seen` is the position that a stream
    had reached, None where it begins; `known_tag` and `takes_gzip` say which answer saves the
    reader's network.
    """

    cookies: Mapping[str, str] = field(default_factory=dict)
    sender: str = ""
    agent: str = ""
    secure: bool = False
    seen: int | None = None
    known_tag: str = ""
    takes_gzip: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """A request, to a page.

    `path`, `query` and `form` are the values in the address, behind it, and typed; `files` are the
    uploaded ones. In all of them a player goes by number, never by key. `slug` is the tournament in
    addresses, "" for a page of no tournament. `address` is the path with its query. `partial`: a
    part of the page is asked for, by htmx; `by_script`: a form was sent by its script, which is
    told where to go. `refusals` are those of a form that recorded nothing, where the page is asked
    for again to show what was typed.
    """

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
    files: Mapping[str, SentFile] = field(default_factory=dict)
    browser: Browser = field(default_factory=Browser)
    refusals: Refusals = ()

    @property
    def role(self) -> Role:
        """Return the role of who asks."""
        return self.visitor.role

    @property
    def watching(self) -> bool:
        """Tell whether a player or a spectator asks, who gets no personal data."""
        return self.role in (Role.PLAYER, Role.PUBLIC)

    @property
    def account_name(self) -> str:
        """Return how the page calls who asks."""
        if self.visitor.name:
            return self.visitor.name
        elsewhere = self.role is Role.PUBLIC and not self.visitor.nobody
        return self.visitor.key if elsewhere else self.say(f"web.role.{self.role}")

    @property
    def other_language_link(self) -> str:
        """Return this page in the other language."""
        return with_query(self.address, lang="en" if self.language == "nl" else "nl")

    def theme_link(self, theme: str) -> str:
        """Return this page in another light: light, dark, or auto."""
        return with_query(self.address, theme=theme)

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

    def here(self, values: Mapping[str, object]) -> str:
        """Return the address of this page with these values behind it, in the place of its own."""
        return with_query(self.address.partition("?")[0], **values)

    def link(self, name: str, /, **values: object) -> str:
        """Return the address of a route: values of its path, and the rest behind it.

        A value that is None or "" is left out; the tournament is this one unless t names another.
        """
        slug = values.pop("t", self.slug)
        pieces = [
            _quoted(str(slug if key == "t" else values.pop(key))) if key else piece
            for piece, key in pieces_of(name)
        ]
        return with_query("/".join(pieces), **values)

    def may(self, name: str) -> bool:
        """Tell whether who asks may ask for a route."""
        return self.role in route(name).roles

    def heard(self, topics: str) -> str:
        """Return those of the topics, with commas between them, that who asks may hear of."""
        return ",".join(one for one in topics.split(",") if may_hear(self.role, one))

    def number(self, name: str) -> int | None:
        """Return a whole number behind the address, None where there is none."""
        return whole_number(self.query.get(name, ""))


@lru_cache(maxsize=4096)
def _quoted(text: str) -> str:
    """Return a value as the path of an address has it; a page has the same ones again and again."""
    return quote(text, safe="")


def card_link(request: Request, book: Book, player: int | None) -> str:
    """Return the address of a player's card, "" for nobody and for who is not entered now.

    `player` is a key; the address has the number that people know them by today, as every address
    does that names a player.
    """
    state = book.state
    if player is None or player not in state.players:
        return ""
    return request.link("player", p=state.label(player))


def own_number(request: Request, book: Book) -> int | None:
    """Return the number of whoever reads, in a book; None for who does not play there."""
    player = request.visitor.player
    if player is None or player not in book.state.players:
        return None
    return book.state.label(player)


@dataclass(frozen=True, slots=True)
class DeskAddresses:
    """Where the tables of a page lead at the desk.

    `then` is the book that the page shows, whose numbers stand in its rows, `now` the newest one.
    """

    request: Request
    then: Book
    now: Book
    as_of: str | None = None

    def card(self, number: object) -> str:
        """Return the address of the card of a player by number, "" for nobody."""
        player = self.then.state.by_label(number) if isinstance(number, int) else None
        return card_link(self.request, self.now, player)

    def round(self, number: int) -> str:
        """Return the address of a round, as known when the page is."""
        return self.request.link("pairings", round=number, as_of=self.as_of)

    def board(self, round: int, board: int) -> str:
        """Return the address of why two players meet."""
        return self.request.link("why", n=round, b=board)


def with_query(address: str, /, **values: object) -> str:
    """Return an address with values behind it, but for those that are None or ""."""
    if not values:
        return address
    rest = {key.replace("_", "-"): str(v) for key, v in values.items() if v not in (None, "")}
    sign = "&" if "?" in address else "?"
    return f"{address}{sign}{urlencode(rest)}" if rest else address
