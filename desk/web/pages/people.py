"""Who may do what in a tournament: accounts, invitations, roles."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from desk.access import accounts, invitations, sessions
from desk.access.accounts import EVERYWHERE, GIVEN, Account
from desk.access.invitations import Invitation
from desk.access.roles import CHIEF, Role
from desk.access.tickets import last_published
from desk.answers.sheets import only_here
from desk.render.qr import qr_svg
from desk.service_log import note
from desk.web.answers import Answer, Page, Redirect
from desk.web.entrance import is_chief_of_all
from desk.web.logged_in import LoggedIn, as_logged_in, form_again
from desk.web.request import Request
from desk.web.routes import get, post
from desk.web.services import Services
from ledger.messages import Sentence, do, message
from ledger.refusals import Refusal
from projections.log.actors import actor_called


@dataclass(frozen=True, slots=True)
class Grant:
    """A role of an account: here or in all tournaments; `mine` may be changed by who looks."""

    account: Account
    scope: str
    role: Role
    mine: bool


def _phones(request: Request, services: Services) -> list[LoggedIn]:
    """Return the phones of players that came by a code of the last round."""
    book = services.book
    file = services.office.doors.file
    phones = sessions.phones_of(file, request.tournament, last_published(book))
    return [
        as_logged_in(
            one,
            actor_called(book, f"board-{one.board}")
            if one.player is None
            else book.called(one.player),
            book.zone,
        )
        for one in phones
    ]


class PeoplePage(NamedTuple):
    """The accounts and open invitations of a tournament, and a new link if there is one."""

    grants: list[Grant]
    changing: Grant | None
    invitations: list[tuple[Invitation, dt.datetime]]
    everywhere: bool
    given: list[Role]
    made: str
    code: str
    only_here: str
    phones: list[LoggedIn]
    actor: Callable[[Any], Sentence]


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
        PeoplePage(
            grants=grants,
            changing=changing[0] if changing else None,
            invitations=[
                (one, dt.datetime.fromtimestamp(one.expires_s, services.book.zone))
                for one in invitations.open_invitations(file)
                if one.tournament in scopes
            ],
            everywhere=is_chief_of_all(services.office, request),
            given=[*GIVEN],
            made=link,
            code=code,
            only_here=request.say("web-people.only-here", command=do("serve", lan=True))
            if only_here(services.office.address)
            else "",
            phones=_phones(request, services),
            actor=lambda key: actor_called(services.book, key),
        ),
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
        return form_again(services, people, (_not_yours(),))
    key = form.get("account")
    role = form.get("role", "")
    if key is not None:
        account = accounts.account(doors.file, key)
        if account is None or not _may_change(request, services, account, scope):
            return form_again(services, people, (_not_yours(),))
        role = account.roles.get(scope, account.role_in(scope) or Role.HELPER)
    if role not in GIVEN:
        what = message("web-people.no-role")
        step = message("web-people.choose-role")
        return form_again(services, people, (Refusal("role-missing", what, step),))
    shown = form.get("shown", "").strip()
    if shown and key is None and (refusal := accounts.unfit_name(doors.file, shown)):
        return form_again(services, people, (refusal,))
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
        return form_again(services, people, (_not_yours(),))
    away = form.get("do") == "away"
    role = form.get("role", "")
    if not away and role not in GIVEN:
        what = message("web-people.no-role")
        step = message("web-people.choose-role")
        return form_again(services, people, (Refusal("role-missing", what, step),))
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
        return form_again(services, people, (wrong,))
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
