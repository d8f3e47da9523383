"""Coming in and going out: a name and a passphrase."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from desk.access import accounts
from desk.access.roles import EVERYBODY
from desk.service_log import WARNING, note
from desk.web.answers import Answer, Page, Redirect
from desk.web.entrance import known, let_in, let_out, own_account
from desk.web.logged_in import form_again
from desk.web.request import Request
from desk.web.routes import get, post
from desk.web.services import Services
from ledger.refusals import Refusal


class LoginPage(NamedTuple):
    """The form that asks who it is; `then` is the address to go to."""

    who: str
    then: str


@get("login", "/login", EVERYBODY)
def login(request: Request, services: Services) -> Answer:
    """Ask who it is."""
    return Page(
        "login.html",
        LoginPage(
            who=request.form.get("who", ""),
            then=_own_address(_typed(request, "then")),
        ),
    )


@post("log-in", "/login", EVERYBODY)
def log_in(request: Request, services: Services) -> Answer:
    """Begin a session of the account that a name and a passphrase open."""
    account = known(
        services.office, request, request.form.get("who", ""), request.form.get("phrase", "")
    )
    if isinstance(account, Refusal):
        status = 429 if account.code == "too-many-attempts" else 422
        meant = accounts.who(services.office.doors.file, request.form.get("who", ""))
        note("log-in-refused", WARNING, account=meant and meant.key, code=account.code)
        return replace(form_again(services, login, (account,), status), is_noted=True)
    cookies = let_in(services.office, request, account.key)
    note("log-in", account=account.key)
    return Redirect(_own_address(_typed(request, "then")), cookies)


@post("logout", "/logout", EVERYBODY)
def log_out(request: Request, services: Services) -> Answer:
    """End the sessions of this browser."""
    account = own_account(services.office, request)
    cookies = let_out(services.office, request)
    if account is not None:
        note("log-out", account=account.key)
    return Redirect(request.link("home"), cookies)


def _typed(request: Request, name: str) -> str:
    return request.form.get(name) or request.query.get(name, "")


def _own_address(address: str) -> str:
    """Return an address of this desk to go to, / in the place of one of another site."""
    if not address.startswith("/") or address[1:2] in ("/", "\\") or not address.isprintable():
        return "/"
    return address
