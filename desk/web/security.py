"""Who asks: sessions in cookies, the token that every form carries, and delays for who guesses.

A browser may have two sessions at once, as a helper often plays too: that of an account, and that
of a player, by the code on their slip.
"""

from __future__ import annotations

import hmac
from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from desk.access import accounts, sessions, tickets
from desk.access.accounts import EVERYWHERE, Account
from desk.access.attempts import Attempts, Pace
from desk.access.file import AccessFile
from desk.access.roles import Role
from desk.access.tickets import TicketHolder
from desk.web.routes import route
from ledger.messages import message
from ledger.names import folded
from ledger.refusals import Refusal
from ledger.state.book import Book

if TYPE_CHECKING:
    from desk.web.visit import Visit

COOKIE, PLAYER_COOKIE, DEVICE_COOKIE = "desk", "desk-player", "desk-device"
"""Of the session of an account, of that of a player, and of the browser itself."""

AGES_S: Final = {
    COOKIE: sessions.LONGEST_S,
    PLAYER_COOKIE: sessions.LONGEST_S,
    DEVICE_COOKIE: 365 * 24 * 3600,
}
"""How long a browser keeps each; the server decides whether a session is still good."""

HOST_PREFIX = "__Host-"
"""Before the names of these cookies over HTTPS: a browser then takes and sends them only from and to
this very name, by HTTPS, so that neither another name of the domain nor plain HTTP can set one."""

CLAIMS_AT_ONCE, CLAIM_EVERY_S = 10, 60
"""How fast one ticket may claim, with whatever phones: nobody has more than a few results to give,
and each claim stays in the ledger."""

MOST_LINKS = 100


def sent_name(cookie: str, *, secure: bool) -> str:
    """Return the name by which a browser knows a cookie; `secure`: it asks over HTTPS."""
    return f"{HOST_PREFIX}{cookie}" if secure else cookie


def own_cookies(sent: Mapping[str, str], *, secure: bool) -> dict[str, str]:
    """Return the cookies of sessions and of the browser among those sent, by our own names."""
    names = {cookie: sent_name(cookie, secure=secure) for cookie in AGES_S}
    return {cookie: sent[name] for cookie, name in names.items() if name in sent}


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who asks for a page.

    `key` is the actor of their facts ("chief-1", "player-7"), `name` how the page calls them.
    `csrf` is the token of their forms, "" for a browser that has no cookie yet. Of a player: their
    key and the round; of a board's code the board. `device` is the key of the browser in facts.
    """

    role: Role = Role.PUBLIC
    key: str = "public"
    name: str = ""
    csrf: str = ""
    player: int | None = None
    round: int | None = None
    board: int | None = None
    tournament: str = EVERYWHERE
    device: str = ""

    @property
    def ticket(self) -> str:
        """Return the name of the ticket that a player or board came by, the same for each phone."""
        return f"{self.tournament}:{self.round}:{self.key}"

    @property
    def nobody(self) -> bool:
        """Return whether they have no session at all."""
        return self.key == "public"


@dataclass(slots=True)
class Doors:
    """The sessions of a server. `book` gives the book of a tournament as it is now, by its id."""

    file: AccessFile
    book: Callable[[str], Book]
    attempts: Attempts = field(init=False)
    pace: Pace = field(init=False)
    links: OrderedDict[str, str] = field(default_factory=OrderedDict)

    def __post_init__(self) -> None:
        def now() -> object:
            return self.file.runtime.now()

        self.attempts = Attempts(now, self.file.runtime.new_token())  # type: ignore[arg-type]
        self.pace = Pace(now, CLAIMS_AT_ONCE, CLAIM_EVERY_S)  # type: ignore[arg-type]

    def visitor(
        self, cookies: Mapping[str, str], tournament: str, wanted: Collection[Role]
    ) -> Visitor:
        """Return who asks; in a tournament in which they have no role, a spectator.

        `tournament` is an id, "" for a page of none. `wanted` are the roles that may ask: who has
        two sessions comes by the one that may, by that of their account where both may.
        """
        staff = self._of_account(cookies.get(COOKIE, ""), tournament or EVERYWHERE)
        if staff is not None and staff.role in wanted:
            return staff
        player = self._of_player(cookies.get(PLAYER_COOKIE, ""), tournament)
        if player is not None and (staff is None or player.role in wanted):
            return player
        return staff or self._of_nobody(cookies.get(DEVICE_COOKIE, ""))

    def are_open(self, visitor: Visitor, cookies: Mapping[str, str], tournament: str) -> bool:
        """Tell whether the cookies by which a visitor with a role came still give it them.

        To ask this is no use of the session.
        """
        player = visitor.role is Role.PLAYER
        of, cookie = (self._of_player, PLAYER_COOKIE) if player else (self._of_account, COOKIE)
        now = of(cookies.get(cookie, ""), tournament, is_use=False)
        return now is not None and (now.role, now.key) == (visitor.role, visitor.key)

    def _of_account(self, token: str, tournament: str, *, is_use: bool = True) -> Visitor | None:
        session = sessions.session(self.file, token, is_use=is_use)
        if session is None or session.account is None:
            return None
        account = accounts.account(self.file, session.account)
        if account is None:
            return None
        name = "" if account.shown == account.key else account.shown
        return Visitor(
            account.role_in(tournament) or Role.PUBLIC,
            account.key,
            name,
            sessions.csrf(self.file, token),
            device=session.device,
        )

    def _of_player(self, token: str, tournament: str, *, is_use: bool = True) -> Visitor | None:
        """Return the player of a session, while their round is the last one published."""
        session = sessions.session(self.file, token, is_use=is_use)
        if session is None or session.account is not None or session.tournament != tournament:
            return None
        if not session.holds(tickets.last_published(self.book(tournament))):
            return None
        key = f"board-{session.board}" if session.player is None else f"player-{session.player}"
        return Visitor(
            Role.PLAYER,
            key,
            csrf=sessions.csrf(self.file, token),
            player=session.player,
            round=session.round,
            board=session.board,
            tournament=tournament,
            device=session.device,
        )

    def _of_nobody(self, device: str) -> Visitor:
        if not device:
            return Visitor()
        key = sessions.device_key(self.file, device)
        return Visitor(csrf=sessions.csrf(self.file, device), device=key)

    def keep_link(self, name: str, token: str) -> None:
        """Keep the secret of an invitation until its maker has seen it, by a name of their own."""
        self.links[name] = token
        while len(self.links) > MOST_LINKS:
            self.links.popitem(last=False)


def with_token(visit: Visit) -> str:
    """Return the token of forms; a browser without a cookie gets one first."""
    if not visit.visitor.csrf:
        file = visit.office.doors.file
        device = visit.cookies[DEVICE_COOKIE] = file.runtime.new_token()
        visit.visitor = replace(
            visit.visitor,
            csrf=sessions.csrf(file, device),
            device=sessions.device_key(file, device),
        )
    return visit.visitor.csrf


def is_of_this_form(visit: Visit) -> bool:
    """Return whether a form carries the token of who sends it."""
    token = visit.visitor.csrf
    sent = visit.form.get("csrf", "").encode("utf-8", "replace")
    return bool(token) and hmac.compare_digest(sent, token.encode())


def open_to(visit: Visit, name: str) -> dict[str, tuple[str, str]]:
    """Return id and name of the tournaments in which an account may ask for a route, by slug."""
    account = accounts.account(visit.office.doors.file, visit.visitor.key)
    if account is None:
        return {}
    return {
        slug: one
        for slug, one in visit.office.slugs().items()
        if account.role_in(one[0]) in route(name).roles
    }


def is_chief_of_all(visit: Visit) -> bool:
    """Return whether who asks is chief arbiter of the whole file, not of one tournament of it."""
    account = accounts.account(visit.office.doors.file, visit.visitor.key)
    return account is not None and account.roles.get(EVERYWHERE) is Role.CHIEF


def let_in(visit: Visit, account: str) -> None:
    """Begin a session of an account; what the browser had before ends."""
    file = visit.office.doors.file
    device = _device(visit)
    sessions.end(file, visit.had.get(COOKIE, ""))
    visit.cookies[COOKIE] = sessions.begin(file, account, device)
    _name(visit, "", 0, device)


def let_out(visit: Visit) -> None:
    """End every session of the browser."""
    for name in (COOKIE, PLAYER_COOKIE):
        if token := visit.had.get(name):
            sessions.end(visit.office.doors.file, token)
            visit.cookies[name] = ""


def arrive(visit: Visit, ticket: str) -> tuple[str, TicketHolder] | Refusal:
    """Begin the session of the player or board of a ticket; return the tournament's slug and who.

    Who tries one ticket after the other has to wait.
    """
    doors = visit.office.doors
    if wait := doors.attempts.attempt(visit.sender):
        return too_fast(wait)
    refusal = None
    for slug, (tournament, _) in visit.office.slugs().items():
        if not tickets.is_of(doors.file, ticket, tournament):
            continue
        published = tickets.last_published(doors.book(tournament))
        holder = tickets.holder_of(doors.file, ticket, published)
        if isinstance(holder, Refusal):
            refusal = holder
            continue
        assert published is not None
        doors.attempts.passed(visit.sender)
        device = _device(visit)
        visit.cookies[PLAYER_COOKIE] = sessions.begin_for(doors.file, published, holder, device)
        if holder.player is not None:
            _name(visit, tournament, holder.player, device)
        return slug, holder
    if refusal is not None:
        return refusal
    unknown = tickets.holder_of(doors.file, ticket, None)
    assert isinstance(unknown, Refusal)
    return unknown


def _name(visit: Visit, tournament: str, player: int, device: str) -> None:
    """Keep what the browser is called, if it says so."""
    if name := browser_called(visit.agent):
        file = visit.office.doors.file
        key = sessions.device_key(file, device)
        sessions.name_device(file, tournament, player, key, name)


_BROWSERS = (
    ("Firefox", "Firefox/"),
    ("Edge", "Edg"),
    ("Opera", "OPR/"),
    ("Samsung", "SamsungBrowser/"),
    ("Firefox", "FxiOS/"),
    ("Chrome", "CriOS/"),
    ("Chrome", "Chrome/"),
    ("Safari", "Safari/"),
)
_SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("macOS", "Macintosh"),
    ("ChromeOS", "CrOS"),
    ("Linux", "Linux"),
)


def browser_called(agent: str) -> str:
    """Return what people call a browser, of the header that it sends: Firefox, Android; maybe "".

    No version and no model of a phone is kept: a hall needs to tell two phones apart, no more.
    """
    parts = (
        next((name for name, mark in marks if mark in agent), "") for marks in (_BROWSERS, _SYSTEMS)
    )
    return ", ".join(filter(None, parts))


def _device(visit: Visit) -> str:
    """Return the secret of the browser, a new one where it has none."""
    device = visit.had.get(DEVICE_COOKIE) or visit.cookies.get(DEVICE_COOKIE)
    if not device:
        device = visit.cookies[DEVICE_COOKIE] = visit.office.doors.file.runtime.new_token()
    return device


def known(visit: Visit, who: str, phrase: str) -> Account | Refusal:
    """Return the account that a name and a passphrase open, or why not (yet)."""
    doors = visit.office.doors
    meant = accounts.who(doors.file, who)
    name = meant.key if meant is not None else folded(who)
    if wait := doors.attempts.attempt(visit.sender, name):
        return too_fast(wait)
    account = accounts.with_passphrase(doors.file, who, phrase)
    if isinstance(account, Account):
        doors.attempts.passed(visit.sender, name)
    return account


def too_fast(seconds: int) -> Refusal:
    """Return the refusal of one more attempt before its time."""
    what = message("web-people.wait", n=seconds)
    return Refusal("too-many-attempts", what, message("web-people.wait-step"))
