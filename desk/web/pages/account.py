"""One's own account: another passphrase, and where it is logged in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from desk.access import accounts, sessions
from desk.access.accounts import Account
from desk.access.passphrases import FEWEST, unfit
from desk.access.roles import EVERYBODY
from desk.service_log import note
from desk.web.answers import Answer, Page, Redirect
from desk.web.entrance import known, let_in, own_account
from desk.web.logged_in import LoggedIn, as_logged_in, form_again
from desk.web.request import Request
from desk.web.routes import get, post
from desk.web.security import COOKIE
from desk.web.services import Services
from ledger.messages import Sentence, message
from ledger.refusals import Refusal
from ledger.state.book import Book
from projections.log.actors import actor_called


class AccountPage(NamedTuple):
    """One's own account, None for who has none: another passphrase, and where it is logged in."""

    account: Account | None = None
    fewest: int = FEWEST
    called: Sentence = ""
    browsers: Sequence[LoggedIn] = ()


@get("account", "/account", EVERYBODY)
def account_page(request: Request, services: Services) -> Answer:
    """Show one's own account: another passphrase, and where it is logged in."""
    file = services.office.doors.file
    account = own_account(services.office, request)
    if account is None:
        return Page("account.html", AccountPage())
    token = request.browser.cookies.get(COOKIE, "")
    return Page(
        "account.html",
        AccountPage(
            account=account,
            fewest=FEWEST,
            called=actor_called(Book(), account.key),
            browsers=[as_logged_in(one) for one in sessions.sessions_of(file, account.key, token)],
        ),
    )


@post("account-phrase", "/account", EVERYBODY)
def change_phrase(request: Request, services: Services) -> Answer:
    """Give one's own account another passphrase; its sessions elsewhere end."""
    account = own_account(services.office, request)
    form = request.form
    if account is None:
        return account_page(request, services)
    phrase = form.get("phrase", "")
    same = known(services.office, request, account.key, form.get("old", ""))
    if isinstance(same, Refusal) and same.code == "too-many-attempts":
        return form_again(services, account_page, (same,), 429)
    wrong = [unfit(phrase)]
    if isinstance(same, Refusal):
        what = message("web-account.old-wrong")
        step = message("web-account.old-step")
        wrong.append(Refusal("passphrase-wrong", what, step))
    if phrase != form.get("again", ""):
        what = message("web-people.not-twice")
        step = message("web-people.type-again")
        wrong.append(Refusal("passphrase-differs", what, step))
    refusals = tuple(one for one in wrong if one is not None)
    if refusals:
        return form_again(services, account_page, refusals)
    accounts.set_passphrase(services.office.doors.file, account.key, phrase)
    note("passphrase-changed", account=account.key)
    cookies = let_in(services.office, request, account.key)
    return Redirect(request.link("account", changed="phrase"), cookies)


@post("account-sessions", "/account/sessions", EVERYBODY)
def end_others(request: Request, services: Services) -> Answer:
    """End the sessions of one's own account in other browsers."""
    account = own_account(services.office, request)
    if account is None:
        return account_page(request, services)
    sessions.end_others(
        services.office.doors.file, account.key, request.browser.cookies.get(COOKIE, "")
    )
    note("sessions-ended", account=account.key)
    return Redirect(request.link("account", changed="sessions"))
