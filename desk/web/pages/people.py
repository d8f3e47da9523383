"""Log-in, invitations, and who may do what in a tournament."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, replace

from desk.access import accounts, invitations, sessions
from desk.access.accounts import EVERYWHERE, GIVEN, Account
from desk.access.invitations import Invitation
from desk.access.passphrases import FEWEST, unfit
from desk.access.roles import CHIEF, EVERYBODY, Role
from desk.access.sessions import ListedSession
from desk.access.tickets import last_published
from desk.render.qr import qr_svg
from desk.reports.sheets import only_here
from desk.service_log import WARNING, note
from desk.web.answers import Answer, Page, Redirect
from desk.web.entrance import is_chief_of_all, known, let_in, let_out, own_account
from desk.web.request import Request
from desk.web.routes import get, post
from desk.web.security import COOKIE
from desk.web.services import PageFunction, Services
from ledger.messages import Sentence, do, message
from ledger.refusals import Refusal, Refusals
from ledger.state.book import Book
from projections.log.actors import actor_called


@dataclass(frozen=True, slots=True)
class Grant:
    """A role of an account: here or in all tournaments; `mine` may be changed by who looks."""

    account: Account
    scope: str
    role: Role
    mine: bool


@get("login", "/login", EVERYBODY)
def login(request: Request, services: Services) -> Answer:
    """Ask who it is."""
    return Page(
        "people-login.html",
        {
            "who": request.form.get("who", ""),
            "then": _own_address(_typed(request, "then")),
        },
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
        return replace(_again(services, login, (account,), status), is_noted=True)
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


@get("invitation", "/invite/{token}", EVERYBODY)
def invitation(request: Request, services: Services) -> Answer:
    """Show what an invitation is for, and ask for a name and a passphrase."""
    good = invitations.invitation(services.office.doors.file, str(request.path["token"]))
    if isinstance(good, Refusal):
        return services.refuse(good, status=410)
    return Page(
        "people-invitation.html",
        {
            "invitation": good,
            "where": _where(services, good.tournament),
            "fewest": FEWEST,
            "shown": request.form.get("shown", good.shown),
        },
    )


@post("accept", "/invite/{token}", EVERYBODY)
def accept(request: Request, services: Services) -> Answer:
    """Use an invitation: the account has this passphrase now, and is logged in."""
    file = services.office.doors.file
    token = str(request.path["token"])
    phrase = request.form.get("phrase", "")
    shown = request.form.get("shown", "")
    good = invitations.invitation(file, token)
    if isinstance(good, Invitation) and phrase != request.form.get("again", ""):
        what = message("web-people.not-twice")
        step = message("web-people.type-again")
        return _again(services, invitation, (Refusal("passphrase-differs", what, step),))
    key = invitations.accept(file, token, phrase, shown, lambda: _actors(services))
    if isinstance(key, tuple):
        return _again(services, invitation, key)
    cookies = let_in(services.office, request, key)
    assert isinstance(good, Invitation)
    note("invitation-used", account=key, role=good.role, tournament=good.tournament)
    slugs = {id_: slug for slug, (id_, _) in services.office.slugs().items()}
    here = slugs.get(good.tournament)
    link = request.link("tournament", t=here) if here else request.link("home")
    return Redirect(link, cookies)


@dataclass(frozen=True, slots=True)
class LoggedIn:
    """A browser that is logged in: what it is called, since when, when it was last used."""

    device: str
    began: dt.datetime
    used: dt.datetime
    here: bool
    who: Sentence = ""


@get("account", "/account", EVERYBODY)
def account_page(request: Request, services: Services) -> Answer:
    """Show one's own account: another passphrase, and where it is logged in."""
    file = services.office.doors.file
    account = own_account(services.office, request)
    if account is None:
        return Page("people-account.html", {"account": None})
    token = request.browser.cookies.get(COOKIE, "")
    return Page(
        "people-account.html",
        {
            "account": account,
            "fewest": FEWEST,
            "called": actor_called(Book(), account.key),
            "browsers": [_logged_in(one) for one in sessions.sessions_of(file, account.key, token)],
        },
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
        return _again(services, account_page, (same,), 429)
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
        return _again(services, account_page, refusals)
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


def _logged_in(one: ListedSession, who: Sentence = "", zone: dt.tzinfo | None = None) -> LoggedIn:
    began, used = (dt.datetime.fromtimestamp(s, zone) for s in (one.began_s, one.used_s))
    return LoggedIn(one.device, began, used, one.here, who)


def _phones(request: Request, services: Services) -> list[LoggedIn]:
    """Return the phones of players that came by a code of the last round."""
    book = services.book
    file = services.office.doors.file
    phones = sessions.phones_of(file, request.tournament, last_published(book))
    return [
        _logged_in(
            one,
            actor_called(book, f"board-{one.board}")
            if one.player is None
            else book.called(one.player),
            book.zone,
        )
        for one in phones
    ]


def _actors(services: Services) -> set[str]:
    """Return the actors of all facts of the file that can be read."""
    live = services.office.live
    books = (live.book(tournament) for tournament, _ in services.office.slugs().values())
    return {stamp.actor for book in books for _, stamp in book.recorded}


@get("people", "/{t}/people", CHIEF)
def people(request: Request, services: Services) -> Answer:
    """Show the accounts and open invitations of a tournament, and a new link if there is one."""
    file = services.office.doors.file
    doors = services.office.doors
    token = doors.links.get(f"{request.visitor.key}:{request.query.get('made', '')}")
    link = services.office.address + request.link("invitation", token=token) if token else ""
    code = qr_svg(link) if link and services.office.hall_address else ""
    scopes = (EVERYWHERE, request.tournament)
    grants = [
        Grant(one, scope, one.roles[scope], _may_change(request, services, one, scope))
        for one in accounts.accounts(file)
        for scope in scopes
        if scope in one.roles
    ]
    wanted = request.query.get("change"), request.query.get("scope")
    changing = [one for one in grants if one.mine and (one.account.key, one.scope) == wanted]
    return Page(
        "people.html",
        {
            "grants": grants,
            "changing": changing[0] if changing else None,
            "invitations": [
                (one, dt.datetime.fromtimestamp(one.expires_s, services.book.zone))
                for one in invitations.open_invitations(file)
                if one.tournament in scopes
            ],
            "everywhere": is_chief_of_all(services.office, request),
            "given": [*GIVEN],
            "made": link,
            "code": code,
            "only_here": request.say("web-people.only-here", command=do("serve", lan=True))
            if only_here(services.office.address)
            else "",
            "phones": _phones(request, services),
            "actor": lambda key: actor_called(services.book, key),
        },
    )


@post("invite", "/{t}/people/invite", CHIEF)
def invite(request: Request, services: Services) -> Answer:
    """Make an invitation, for a new account or for one whose passphrase is lost."""
    doors = services.office.doors
    form = request.form
    name = f"{request.visitor.key}:{form.get('once', '')}"
    then = Redirect(request.link("people", made=form.get("once")))
    if name in doors.links:
        return then
    scope = EVERYWHERE if form.get("scope") == EVERYWHERE else request.tournament
    if scope == EVERYWHERE and not is_chief_of_all(services.office, request):
        return _again(services, people, (_not_yours(),))
    key = form.get("account")
    role = form.get("role", "")
    if key is not None:
        account = accounts.account(doors.file, key)
        if account is None or not _may_change(request, services, account, scope):
            return _again(services, people, (_not_yours(),))
        role = account.roles.get(scope, account.role_in(scope) or Role.HELPER)
    if role not in GIVEN:
        what = message("web-people.no-role")
        step = message("web-people.choose-role")
        return _again(services, people, (Refusal("role-missing", what, step),))
    shown = form.get("shown", "").strip()
    if shown and key is None and (refusal := accounts.unfit_name(doors.file, shown)):
        return _again(services, people, (refusal,))
    doors.keep_link(
        name, invitations.invite(doors.file, Role(role), tournament=scope, shown=shown, account=key)
    )
    note("invitation-made", role=role, account=key, tournament=scope, by=request.visitor.key)
    return then


@post("role", "/{t}/people/role", CHIEF)
def change_role(request: Request, services: Services) -> Answer:
    """Change the name or the role of an account, or take the role away; its sessions end."""
    file = services.office.doors.file
    form = request.form
    scope = EVERYWHERE if form.get("scope") == EVERYWHERE else request.tournament
    account = accounts.account(file, form.get("account", ""))
    if (
        account is None
        or scope not in account.roles
        or not _may_change(request, services, account, scope)
    ):
        return _again(services, people, (_not_yours(),))
    away = form.get("do") == "away"
    role = form.get("role", "")
    if not away and role not in GIVEN:
        what = message("web-people.no-role")
        step = message("web-people.choose-role")
        return _again(services, people, (Refusal("role-missing", what, step),))
    shown = form.get("shown", account.shown).strip()
    wrong = None
    if not away and shown != account.shown:
        wrong = accounts.rename(file, account.key, shown)
    if wrong is None and (away or role != account.roles[scope]):
        wrong = accounts.give(file, account.key, scope, None if away else Role(role))
        if wrong is None:
            had = account.roles[scope]
            has = None if away else role
            event = "role-taken-away" if away else "role-changed"
            by = request.visitor.key
            note(event, account=account.key, had=had, role=has, tournament=scope, by=by)
    if wrong is not None:
        return _again(services, people, (wrong,))
    return Redirect(request.link("people"))


@post("withdraw", "/{t}/people/withdraw", CHIEF)
def withdraw(request: Request, services: Services) -> Answer:
    """Make an open invitation void."""
    file = services.office.doors.file
    id_ = request.form.get("invitation", "")
    scopes = (
        {request.tournament, EVERYWHERE}
        if is_chief_of_all(services.office, request)
        else {request.tournament}
    )
    if id_ in {one.id for one in invitations.open_invitations(file) if one.tournament in scopes}:
        invitations.withdraw(file, id_)
        note("invitation-withdrawn", by=request.visitor.key)
    return Redirect(request.link("people"))


def _may_change(request: Request, services: Services, account: Account, scope: str) -> bool:
    """Return whether who asks may change an account: nobody changes one that may do more elsewhere.

    Its link would open the other tournaments too.
    """
    here = scope == request.tournament and set(account.roles) == {scope}
    return here or is_chief_of_all(services.office, request)


def _not_yours() -> Refusal:
    what = message("web-people.not-yours")
    return Refusal("account-of-others", what, message("web-people.ask-chief"))


def _where(services: Services, tournament: str) -> str:
    """Return the name of the tournament of an invitation, "" for all."""
    return next((name for id_, name in services.office.slugs().values() if id_ == tournament), "")


def _again(services: Services, page: PageFunction, refusals: Refusals, status: int = 422) -> Page:
    """Return the page of a form again, with what is wrong and what was typed."""
    answer = services.again(page, refusals)
    assert isinstance(answer, Page)
    return replace(answer, status=max(status, answer.status))


def _typed(request: Request, name: str) -> str:
    return request.form.get(name) or request.query.get(name, "")


def _own_address(address: str) -> str:
    """Return an address of this desk to go to, / in the place of one of another site."""
    if not address.startswith("/") or address[1:2] in ("/", "\\") or not address.isprintable():
        return "/"
    return address
