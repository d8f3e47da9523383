"""Log-in, invitations, and who may do what in a tournament."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, replace

from desk.access import accounts, invitations, sessions
from desk.access.accounts import EVERYWHERE, GIVEN, Account
from desk.access.invitations import Invitation
from desk.access.passphrases import FEWEST, unfit
from desk.access.roles import Role
from desk.access.sessions import ListedSession
from desk.access.tickets import last_published
from desk.render.qr import qr_svg
from desk.reports.sheets import only_here
from desk.service_log import WARNING, note
from desk.web.answers import Answer, Page, Redirect
from desk.web.security import COOKIE, is_chief_of_all, known, let_in, let_out
from desk.web.visit import Visit
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


def login(visit: Visit) -> Answer:
    """Ask who it is."""
    return Page(
        "people-login.html",
        {
            "who": visit.form.get("who", ""),
            "then": _own_address(_typed(visit, "then")),
        },
        shared=False,
    )


def log_in(visit: Visit) -> Answer:
    """Begin a session of the account that a name and a passphrase open."""
    account = known(visit, visit.form.get("who", ""), visit.form.get("phrase", ""))
    if isinstance(account, Refusal):
        status = 429 if account.code == "too-many-attempts" else 422
        meant = accounts.who(visit.office.doors.file, visit.form.get("who", ""))
        note("log-in-refused", WARNING, account=meant and meant.key, code=account.code)
        visit.is_noted = True
        return _again(visit, login, (account,), status)
    let_in(visit, account.key)
    note("log-in", account=account.key)
    return Redirect(_own_address(_typed(visit, "then")))


def log_out(visit: Visit) -> Answer:
    """End the sessions of this browser."""
    account = _own(visit)
    let_out(visit)
    if account is not None:
        note("log-out", account=account.key)
    return Redirect(visit.link("home"))


def invitation(visit: Visit) -> Answer:
    """Show what an invitation is for, and ask for a name and a passphrase."""
    good = invitations.invitation(visit.office.doors.file, str(visit.path["token"]))
    if isinstance(good, Refusal):
        return visit.refuse(good, status=410)
    return Page(
        "people-invitation.html",
        {
            "invitation": good,
            "where": _where(visit, good.tournament),
            "fewest": FEWEST,
            "shown": visit.form.get("shown", good.shown),
        },
        shared=False,
    )


def accept(visit: Visit) -> Answer:
    """Use an invitation: the account has this passphrase now, and is logged in."""
    file = visit.office.doors.file
    token = str(visit.path["token"])
    phrase = visit.form.get("phrase", "")
    shown = visit.form.get("shown", "")
    good = invitations.invitation(file, token)
    if isinstance(good, Invitation) and phrase != visit.form.get("again", ""):
        what = message("web-people.not-twice")
        step = message("web-people.type-again")
        return _again(visit, invitation, (Refusal("passphrase-differs", what, step),))
    key = invitations.accept(file, token, phrase, shown, lambda: _actors(visit))
    if isinstance(key, tuple):
        return _again(visit, invitation, key)
    let_in(visit, key)
    assert isinstance(good, Invitation)
    note("invitation-used", account=key, role=good.role, tournament=good.tournament)
    slugs = {id_: slug for slug, (id_, _) in visit.office.slugs().items()}
    here = slugs.get(good.tournament)
    return Redirect(visit.link("tournament", t=here) if here else visit.link("home"))


@dataclass(frozen=True, slots=True)
class LoggedIn:
    """A browser that is logged in: what it is called, since when, when it was last used."""

    device: str
    began: dt.datetime
    used: dt.datetime
    here: bool
    who: Sentence = ""


def own_account(visit: Visit) -> Answer:
    """Show one's own account: another passphrase, and where it is logged in."""
    file = visit.office.doors.file
    account = _own(visit)
    if account is None:
        return Page("people-account.html", {"account": None}, shared=False)
    token = visit.cookies.get(COOKIE) or visit.had.get(COOKIE, "")
    return Page(
        "people-account.html",
        {
            "account": account,
            "fewest": FEWEST,
            "called": actor_called(Book(), account.key),
            "browsers": [_logged_in(one) for one in sessions.sessions_of(file, account.key, token)],
        },
        shared=False,
    )


def change_phrase(visit: Visit) -> Answer:
    """Give one's own account another passphrase; its sessions elsewhere end."""
    account = _own(visit)
    form = visit.form
    if account is None:
        return own_account(visit)
    phrase = form.get("phrase", "")
    same = known(visit, account.key, form.get("old", ""))
    if isinstance(same, Refusal) and same.code == "too-many-attempts":
        return _again(visit, own_account, (same,), 429)
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
        return _again(visit, own_account, refusals)
    accounts.set_passphrase(visit.office.doors.file, account.key, phrase)
    note("passphrase-changed", account=account.key)
    let_in(visit, account.key)
    return Redirect(visit.link("account", changed="phrase"))


def end_others(visit: Visit) -> Answer:
    """End the sessions of one's own account in other browsers."""
    account = _own(visit)
    if account is None:
        return own_account(visit)
    sessions.end_others(visit.office.doors.file, account.key, visit.had.get(COOKIE, ""))
    note("sessions-ended", account=account.key)
    return Redirect(visit.link("account", changed="sessions"))


def _own(visit: Visit) -> Account | None:
    """Return the account of who asks, None for a player or a spectator."""
    return accounts.account(visit.office.doors.file, visit.visitor.key)


def _logged_in(one: ListedSession, who: Sentence = "", zone: dt.tzinfo | None = None) -> LoggedIn:
    began, used = (dt.datetime.fromtimestamp(s, zone) for s in (one.began_s, one.used_s))
    return LoggedIn(one.device, began, used, one.here, who)


def _phones(visit: Visit) -> list[LoggedIn]:
    """Return the phones of players that came by a code of the last round."""
    book = visit.book
    file = visit.office.doors.file
    phones = sessions.phones_of(file, visit.tournament, last_published(book))
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


def _actors(visit: Visit) -> set[str]:
    """Return the actors of all facts of the file that can be read."""
    live = visit.office.live
    books = (live.book(tournament) for tournament, _ in visit.office.slugs().values())
    return {stamp.actor for book in books for _, stamp in book.recorded}


def people(visit: Visit) -> Answer:
    """Show the accounts and open invitations of a tournament, and a new link if there is one."""
    file = visit.office.doors.file
    doors = visit.office.doors
    token = doors.links.get(f"{visit.visitor.key}:{visit.query.get('made', '')}")
    link = visit.office.address + visit.link("invitation", token=token) if token else ""
    code = qr_svg(link) if link and visit.office.hall_address else ""
    scopes = (EVERYWHERE, visit.tournament)
    grants = [
        Grant(one, scope, one.roles[scope], _may_change(visit, one, scope))
        for one in accounts.accounts(file)
        for scope in scopes
        if scope in one.roles
    ]
    wanted = visit.query.get("change"), visit.query.get("scope")
    changing = [one for one in grants if one.mine and (one.account.key, one.scope) == wanted]
    return Page(
        "people.html",
        {
            "grants": grants,
            "changing": changing[0] if changing else None,
            "invitations": [
                (one, dt.datetime.fromtimestamp(one.expires_s, visit.book.zone))
                for one in invitations.open_invitations(file)
                if one.tournament in scopes
            ],
            "everywhere": is_chief_of_all(visit),
            "given": [*GIVEN],
            "made": link,
            "code": code,
            "only_here": visit.say("web-people.only-here", command=do("serve", lan=True))
            if only_here(visit.office.address)
            else "",
            "phones": _phones(visit),
            "actor": lambda key: actor_called(visit.book, key),
        },
        shared=False,
    )


def invite(visit: Visit) -> Answer:
    """Make an invitation, for a new account or for one whose passphrase is lost."""
    doors = visit.office.doors
    form = visit.form
    name = f"{visit.visitor.key}:{form.get('once', '')}"
    then = Redirect(visit.link("people", made=form.get("once")))
    if name in doors.links:
        return then
    scope = EVERYWHERE if form.get("scope") == EVERYWHERE else visit.tournament
    if scope == EVERYWHERE and not is_chief_of_all(visit):
        return _again(visit, people, (_not_yours(),))
    key = form.get("account")
    role = form.get("role", "")
    if key is not None:
        account = accounts.account(doors.file, key)
        if account is None or not _may_change(visit, account, scope):
            return _again(visit, people, (_not_yours(),))
        role = account.roles.get(scope, account.role_in(scope) or Role.HELPER)
    if role not in GIVEN:
        what = message("web-people.no-role")
        step = message("web-people.choose-role")
        return _again(visit, people, (Refusal("role-missing", what, step),))
    shown = form.get("shown", "").strip()
    if shown and key is None and (refusal := accounts.unfit_name(doors.file, shown)):
        return _again(visit, people, (refusal,))
    doors.keep_link(
        name, invitations.invite(doors.file, Role(role), tournament=scope, shown=shown, account=key)
    )
    note("invitation-made", role=role, account=key, tournament=scope, by=visit.visitor.key)
    return then


def change_role(visit: Visit) -> Answer:
    """Change the name or the role of an account, or take the role away; its sessions end."""
    file = visit.office.doors.file
    form = visit.form
    scope = EVERYWHERE if form.get("scope") == EVERYWHERE else visit.tournament
    account = accounts.account(file, form.get("account", ""))
    if account is None or scope not in account.roles or not _may_change(visit, account, scope):
        return _again(visit, people, (_not_yours(),))
    away = form.get("do") == "away"
    role = form.get("role", "")
    if not away and role not in GIVEN:
        what = message("web-people.no-role")
        step = message("web-people.choose-role")
        return _again(visit, people, (Refusal("role-missing", what, step),))
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
            by = visit.visitor.key
            note(event, account=account.key, had=had, role=has, tournament=scope, by=by)
    if wrong is not None:
        return _again(visit, people, (wrong,))
    return Redirect(visit.link("people"))


def withdraw(visit: Visit) -> Answer:
    """Make an open invitation void."""
    file = visit.office.doors.file
    id_ = visit.form.get("invitation", "")
    scopes = {visit.tournament, EVERYWHERE} if is_chief_of_all(visit) else {visit.tournament}
    if id_ in {one.id for one in invitations.open_invitations(file) if one.tournament in scopes}:
        invitations.withdraw(file, id_)
        note("invitation-withdrawn", by=visit.visitor.key)
    return Redirect(visit.link("people"))


def _may_change(visit: Visit, account: Account, scope: str) -> bool:
    """Return whether who asks may change an account: nobody changes one that may do more elsewhere.

    Its link would open the other tournaments too.
    """
    here = scope == visit.tournament and set(account.roles) == {scope}
    return here or is_chief_of_all(visit)


def _not_yours() -> Refusal:
    what = message("web-people.not-yours")
    return Refusal("account-of-others", what, message("web-people.ask-chief"))


def _where(visit: Visit, tournament: str) -> str:
    """Return the name of the tournament of an invitation, "" for all."""
    return next((name for id_, name in visit.office.slugs().values() if id_ == tournament), "")


def _again(visit: Visit, page: object, refusals: Refusals, status: int = 422) -> Answer:
    """Return the page of a form again, with what is wrong and what was typed."""
    assert callable(page)
    visit.refusals = refusals
    answer = page(visit)
    assert isinstance(answer, Page)
    return replace(answer, status=max(status, answer.status))


def _typed(visit: Visit, name: str) -> str:
    return visit.form.get(name) or visit.query.get(name, "")


def _own_address(address: str) -> str:
    """Return an address of this desk to go to, / in the place of one of another site."""
    if not address.startswith("/") or address[1:2] in ("/", "\\") or not address.isprintable():
        return "/"
    return address
