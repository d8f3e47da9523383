"""An invitation: what it is for, and the name and passphrase that accept it."""

from __future__ import annotations

from typing import NamedTuple

from desk.access import invitations
from desk.access.invitations import Invitation
from desk.access.passphrases import FEWEST
from desk.access.roles import EVERYBODY
from desk.service_log import note
from desk.web.answers import Answer, Page, Redirect
from desk.web.entrance import let_in
from desk.web.logged_in import form_again
from desk.web.request import Request
from desk.web.routes import get, post
from desk.web.services import Services
from ledger.messages import message
from ledger.refusals import Refusal


class InvitationPage(NamedTuple):
    """What an invitation is for; `shown` is the name, and `fewest` the characters of a passphrase."""

    invitation: Invitation
    where: str
    fewest: int
    shown: str


@get("invitation", "/invite/{token}", EVERYBODY)
def invitation(request: Request, services: Services) -> Answer:
    """Show what an invitation is for, and ask for a name and a passphrase."""
    good = invitations.invitation(services.office.doors.file, str(request.path["token"]))
    if isinstance(good, Refusal):
        return services.refuse(good, status=410)
    return Page(
        "invitation.html",
        InvitationPage(
            invitation=good,
            where=_where(services, good.tournament),
            fewest=FEWEST,
            shown=request.form.get("shown", good.shown),
        ),
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
        return form_again(services, invitation, (Refusal("passphrase-differs", what, step),))
    key = invitations.accept(file, token, phrase, shown, lambda: _actors(services))
    if isinstance(key, tuple):
        return form_again(services, invitation, key)
    cookies = let_in(services.office, request, key)
    assert isinstance(good, Invitation)
    note("invitation-used", account=key, role=good.role, tournament=good.tournament)
    slugs = {id_: slug for slug, (id_, _) in services.office.slugs().items()}
    here = slugs.get(good.tournament)
    link = request.link("tournament", t=here) if here else request.link("home")
    return Redirect(link, cookies)


def _actors(services: Services) -> set[str]:
    """Return the actors of all facts of the file that can be read."""
    live = services.office.live
    books = (live.book(tournament) for tournament, _ in services.office.slugs().values())
    return {stamp.actor for book in books for _, stamp in book.recorded}


def _where(services: Services, tournament: str) -> str:
    """Return the name of the tournament of an invitation, "" for all."""
    return next((name for id_, name in services.office.slugs().values() if id_ == tournament), "")
