"""Who asks: sessions in cookies, the token that every form carries, and delays for who guesses.

A browser may have two sessions at once, as a helper often plays too: that of an account, and that
of a player, by the code on their slip.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Final

from desk.access import accounts, sessions, tickets
from desk.access.accounts import EVERYWHERE
from desk.access.attempts import Attempts, Pace
from desk.access.file import AccessFile
from desk.access.roles import Role
from ledger.state.book import Book

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
