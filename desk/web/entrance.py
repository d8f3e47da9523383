"""Coming in and going out: log-in, the code on a slip, the token of a form, and whose account it is.

What the browser is to keep is returned, as cookies of the answer.
"""

from __future__ import annotations

import hmac
from typing import NamedTuple

from desk.access import accounts, sessions, tickets
from desk.access.accounts import EVERYWHERE, Account
from desk.access.roles import Role
from desk.web.office import Office
from desk.web.request import Request
from desk.web.routes import route
from desk.web.security import COOKIE, DEVICE_COOKIE, PLAYER_COOKIE
from ledger.messages import message
from ledger.names import folded
from ledger.refusals import Refusal


def token_for(office: Office, request: Request) -> tuple[str, dict[str, str]]:
    """Return the token of forms, and the cookie that a browser without any has to keep for it."""
    if request.visitor.csrf:
        return request.visitor.csrf, {}
    file = office.doors.file
    device = file.runtime.new_token()
    return sessions.csrf(file, device), {DEVICE_COOKIE: device}


def is_of_this_form(request: Request) -> bool:
    """Return whether a form carries the token of who sends it."""
    token = request.visitor.csrf
    sent = request.form.get("csrf", "").encode("utf-8", "replace")
    return bool(token) and hmac.compare_digest(sent, token.encode())


def own_account(office: Office, request: Request) -> Account | None:
    """Return the account of who asks, None for a player or a spectator."""
    return accounts.account(office.doors.file, request.visitor.key)


def open_to(office: Office, request: Request, name: str) -> dict[str, tuple[str, str]]:
    """Return id and name of the tournaments in which an account may ask for a route, by slug."""
    account = own_account(office, request)
    if account is None:
        return {}
    return {
        slug: one
        for slug, one in office.slugs().items()
        if account.role_in(one[0]) in route(name).roles
    }


def is_chief_of_all(office: Office, request: Request) -> bool:
    """Return whether who asks is chief arbiter of the whole file, not of one tournament of it."""
    account = own_account(office, request)
    return account is not None and account.roles.get(EVERYWHERE) is Role.CHIEF


def let_in(office: Office, request: Request, account: str) -> dict[str, str]:
    """Begin a session of an account; what the browser had before ends. Return its cookies."""
    file = office.doors.file
    device, cookies = _device(office, request)
    sessions.end(file, request.browser.cookies.get(COOKIE, ""))
    cookies[COOKIE] = sessions.begin(file, account, device)
    _name(office, request, "", 0, device)
    return cookies


def let_out(office: Office, request: Request) -> dict[str, str]:
    """End every session of the browser; return the cookies that it is to forget."""
    had = [name for name in (COOKIE, PLAYER_COOKIE) if request.browser.cookies.get(name)]
    for name in had:
        sessions.end(office.doors.file, request.browser.cookies[name])
    return dict.fromkeys(had, "")


class Arrival(NamedTuple):
    """Somebody who came by a ticket: the tournament in addresses, and the cookies of the session."""

    slug: str
    cookies: dict[str, str]


def arrive(office: Office, request: Request, ticket: str) -> Arrival | Refusal:
    """Begin the session of the player or board of a ticket.

    Who tries one ticket after the other has to wait.
    """
    doors = office.doors
    if wait := doors.attempts.attempt(request.browser.sender):
        return too_fast(wait)
    refusal = None
    for slug, (tournament, _) in office.slugs().items():
        if not tickets.is_of(doors.file, ticket, tournament):
            continue
        published = tickets.last_published(doors.book(tournament))
        holder = tickets.holder_of(doors.file, ticket, published)
        if isinstance(holder, Refusal):
            refusal = holder
            continue
        assert published is not None
        doors.attempts.passed(request.browser.sender)
        device, cookies = _device(office, request)
        cookies[PLAYER_COOKIE] = sessions.begin_for(doors.file, published, holder, device)
        if holder.player is not None:
            _name(office, request, tournament, holder.player, device)
        return Arrival(slug, cookies)
    if refusal is not None:
        return refusal
    unknown = tickets.holder_of(doors.file, ticket, None)
    assert isinstance(unknown, Refusal)
    return unknown


def _name(office: Office, request: Request, tournament: str, player: int, device: str) -> None:
    """Keep what the browser is called, if it says so."""
    if name := browser_called(request.browser.agent):
        file = office.doors.file
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


def _device(office: Office, request: Request) -> tuple[str, dict[str, str]]:
    """Return the secret of the browser, a new one where it has none, and the cookie of a new one."""
    device = request.browser.cookies.get(DEVICE_COOKIE)
    if device:
        return device, {}
    device = office.doors.file.runtime.new_token()
    return device, {DEVICE_COOKIE: device}


def known(office: Office, request: Request, who: str, phrase: str) -> Account | Refusal:
    """Return the account that a name and a passphrase open, or why not (yet)."""
    doors = office.doors
    meant = accounts.who(doors.file, who)
    name = meant.key if meant is not None else folded(who)
    if wait := doors.attempts.attempt(request.browser.sender, name):
        return too_fast(wait)
    account = accounts.with_passphrase(doors.file, who, phrase)
    if isinstance(account, Account):
        doors.attempts.passed(request.browser.sender, name)
    return account


def too_fast(seconds: int) -> Refusal:
    """Return the refusal of one more attempt before its time."""
    what = message("web-people.wait", n=seconds)
    return Refusal("too-many-attempts", what, message("web-people.wait-step"))
