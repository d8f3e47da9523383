"""A website made for a verb: what was written, what was sent, and what there is to say of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from desk.desk import Desk
from desk.render import text as render
from desk.site.folder import SiteSent
from desk.site.kept import WebsiteKept
from desk.site.making import made_and_sent, note_done, wanted_of
from desk.site.sending import Target
from desk.terminal.files import writing
from desk.terminal.output import asked_form, or_leave, progress_of, put, say, say_notes
from desk.terminal.session import Session
from ledger.messages import message
from ledger.place import LedgerPlace
from ledger.refusals import Refusal


def write_website(
    session: Session,
    asked: WebsiteKept,
    target: Target | None = None,
    *,
    tried: bool = False,
    changed: bool = False,
    places: Sequence[LedgerPlace] = (),
) -> None:
    """Make a website, send it, and say what came of it; exit where it could not be sent.

    `places` are several ledgers, in place of the chosen one; `changed`: only tournaments with new facts.
    """
    on_web = wanted_of(asked, changed=changed)
    desk = Desk(places[0], session.runtime) if places else session.desk()
    with writing(asked.folder) as folder:
        made = or_leave(
            made_and_sent(
                desk, folder, on_web, target, tried=tried, progress=progress_of, places=places
            )
        )
    if not tried and not isinstance(made.sent, Refusal):
        note_done(asked, desk)
    written = made.site.written
    if asked_form() == "json":
        sent = or_leave(made.sent) if made.sent is not None else None
        put(render.as_json(replace(written, sent=sent).as_dict()))
        return
    say_notes(made.site.notes)
    say(
        message(
            "site.written",
            n=len(written.written),
            files=written.files,
            removed=len(written.removed),
            folder=asked.folder,
        )
    )
    if made.sent is not None:
        _tell_sent(or_leave(made.sent))


def _tell_sent(sent: SiteSent) -> None:
    """Say what was sent, or list what would be."""
    key = "site-send.would" if sent.tried else "site-send.sent"
    say(message(key, target=sent.target, n=len(sent.sent), removed=len(sent.removed)))
    if sent.tried:
        say(*(message("site-send.goes", path=path) for path in sent.sent))
        say(*(message("site-send.goes-away", path=path) for path in sent.removed))
