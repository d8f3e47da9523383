"""Why two players meet is worked out in the background, as soon as a round is published."""

from __future__ import annotations

from contextlib import suppress
from threading import Event
from typing import Final

from desk.web.office import Office
from ledger.errors import StoreError

LOOK_S: Final = 1
"""Between two looks at what was recorded, in seconds."""

PAUSE_MS: Final = 20
"""After each board, so that whoever asks for a page goes first."""


def reasons_ahead(office: Office, over: Event) -> None:
    """Make the public explanations of the last round of every tournament that is played, until the event.

    Those are tournaments that somebody has looked at, or recorded anything of.
    """
    seen = dict[str, int]()
    while not over.wait(LOOK_S):
        with suppress(StoreError):  # whoever asks for a page is told
            for one in office.live.names():
                edition = office.live.edition(one.tournament)
                if edition is not None and seen.get(one.tournament) != edition:
                    seen[one.tournament] = edition
                    _make(office, one.tournament, over)


def _make(office: Office, tournament: str, over: Event) -> None:
    book = office.live.public_book(tournament)
    if book.state.closed or not book.state.rounds:
        return
    for _ in office.reasons.make(book, len(book.state.rounds)):
        if over.wait(PAUSE_MS / 1000):
            return
