"""Tickets: the codes on slips and boards, for one player or board of one published round.

Nothing is stored for a ticket: it is a code over the round and the fact that published it, by the
key that the desks of the ledger have in common. So each of them knows the codes of the others, and
with the next publication they expire by themselves, everywhere.
"""

from __future__ import annotations

import hmac
import re
from base64 import b32encode
from dataclasses import dataclass
from typing import Literal

from desk.access.file import AccessFile
from ledger.messages import message
from ledger.refusals import Refusal
from ledger.state.book import Book

_BYTES = 16
"""128 bits of the code: nobody guesses one in the time of a round, or of the universe."""

_FORM = re.compile(r"([0-9]{1,4})-([PB])([0-9]{1,9})-([A-Z2-7]{5})[A-Z2-7]{26}", re.ASCII)
"""Round, kind and number; then the letters of the tournament, and the code."""


@dataclass(frozen=True, slots=True)
class PublishedRound:
    """A published round of a tournament: its number, and the position of its publication."""

    tournament: str
    number: int
    position: int


@dataclass(frozen=True, slots=True)
class TicketHolder:
    """For whom a ticket is: a player by their key, or a board by its number."""

    kind: Literal["P", "B"]
    number: int

    @property
    def player(self) -> int | None:
        """Return the key of the player, None for a board."""
        return self.number if self.kind == "P" else None

    @property
    def board(self) -> int | None:
        """Return the number of the board, None for a player."""
        return self.number if self.kind == "B" else None


def last_published(book: Book) -> PublishedRound | None:
    """Return the round that was published last, None before the first."""
    rounds = book.state.rounds
    if not rounds:
        return None
    return PublishedRound(book.id, rounds[-1].number, rounds[-1].position)


def ticket(file: AccessFile, published: PublishedRound, holder: TicketHolder) -> str:
    """Return a ticket: 4-P7- and 31 capitals and digits, all of them fit for a small QR code."""
    place = (published.tournament, published.number, published.position)
    code = b32encode(file.shared_mac("ticket", *place, holder.kind, holder.number)[:_BYTES])
    letters = f"{_letters(file, published.tournament)}{code.decode().rstrip('=')}"
    return f"{published.number}-{holder.kind}{holder.number}-{letters}"


def _letters(file: AccessFile, tournament: str) -> str:
    """Return the letters by which the tickets of a tournament are found in a file of many."""
    return b32encode(file.shared_mac("tournament", tournament)).decode()[:5]


def is_of(file: AccessFile, text: str, tournament: str) -> bool:
    """Return whether a text has the form of a ticket, and the letters of this tournament."""
    match = _FORM.fullmatch(text)
    return match is not None and match[4] == _letters(file, tournament)


def holder_of(
    file: AccessFile, text: str, published: PublishedRound | None
) -> TicketHolder | Refusal:
    """Return for whom a ticket is, or why it is of no use while `published` is the last round."""
    match = _FORM.fullmatch(text)
    if match is None or published is None:
        what = message("access.ticket-unknown")
        return Refusal("ticket-void", what, message("access.scan-again"))
    number = int(match[1])
    kind = match[2]
    of = int(match[3])
    holder = TicketHolder("P" if kind == "P" else "B", of)
    if hmac.compare_digest(text, ticket(file, published, holder)):
        return holder
    what = message("access.ticket-unknown")
    if number != published.number:
        what = message("access.ticket-expired", round=number, last=published.number)
    return Refusal("ticket-void", what, message("access.scan-again"))
