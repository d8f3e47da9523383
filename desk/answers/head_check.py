"""Whether a head on paper is of this ledger and unaltered, and what was recorded since."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from ledger.facts import tournament as events
from ledger.hash_tree import Head, KnownHead, head_of, parse_head
from ledger.messages import Sentence
from ledger.place import LedgerPlace
from ledger.state.book import Book
from ledger.store.store import Store
from projections.log.sentences import teller

MOST_SHOWN = 20
"""Later facts that are written out, the newest."""

_PUBLIC = (
    events.PairingPublished
    | events.PairingMadeByHand
    | events.PairingAmended
    | events.BoardAdded
    | events.ResultCorrected
    | events.ColoursCorrected
    | events.GameForfeited
    | events.TournamentClosed
    | events.TournamentReopened
)
"""Facts that everybody may read as a sentence: they change what hangs on the wall."""

_LOOK_ALIKE = str.maketrans("018", "OIB")


@dataclass(frozen=True, slots=True)
class HeadOfLedger:
    """A head that agrees: its first `size` facts are in this ledger, unaltered.

    `moment` is when the last of them was recorded, `sentence` what it was, None where that is not
    for everybody. `later` are the facts since that everybody may read, by position; `results` and
    `others` count the rest.
    """

    tournament: str
    name: str
    size: int
    moment: datetime
    sentence: Sentence | None
    later: tuple[tuple[int, Sentence], ...]
    results: int
    others: int


@dataclass(frozen=True, slots=True)
class NotOfLedger:
    """A head that nothing here agrees with.

    "too-new": it covers more facts than there are here; "other": another tournament is named, or
    none has these facts.
    """

    why: Literal["unreadable", "too-new", "other"]
    size: int = 0


def read_head(text: str) -> KnownHead | None:
    """Read a head as people type it: 0, 1 and 8 are the letters O, I and B, which it has."""
    size, colon, word = text.strip().partition(":")
    if colon and not size.startswith("toernooiboek") and len(re.sub("[- ]", "", word)) < 60:
        return parse_head(f"{size}:{word.upper().translate(_LOOK_ALIKE)}")
    return parse_head(text)


def check_head(
    place: LedgerPlace, text: str, tournaments: Iterable[str], book_of: Callable[[str], Book]
) -> HeadOfLedger | NotOfLedger:
    """Return whether a typed or scanned head is of one of these tournaments of a ledger.

    The facts are hashed again as they stand in the file. `book_of` returns a tournament's book.
    """
    head = read_head(text)
    if head is None or head.size < 1:
        return NotOfLedger("unreadable")
    long_enough = False
    for tournament in tournaments:
        if head.tournament not in ("", tournament):
            continue
        with Store(place) as store:
            rows = store.stored(tournament)
        if len(rows) < head.size:
            continue
        long_enough = True
        if head.agrees_with(head_of([row.own_hash for row in rows[: head.size]]).root):
            return _found(tournament, head.size, book_of(tournament))
    return NotOfLedger("other" if long_enough or head.tournament else "too-new", head.size)


def head_at(place: LedgerPlace, tournament: str, size: int) -> Head:
    """Return the head over the first facts of a tournament, as they stand in the file."""
    with Store(place) as store:
        rows = store.stored(tournament)
    return head_of([row.own_hash for row in rows[:size]])


def _found(tournament: str, size: int, book: Book) -> HeadOfLedger:
    sentence_at = teller(book)
    fact, stamp = book.recorded[size - 1]
    later = [
        at
        for at, (each, _) in enumerate(book.recorded[size:], size + 1)
        if isinstance(each, _PUBLIC)
    ]
    results = sum(isinstance(each, events.ResultRecorded) for each, _ in book.recorded[size:])
    return HeadOfLedger(
        tournament=tournament,
        name=book.state.name,
        size=size,
        moment=stamp.recorded_at.astimezone(book.zone),
        sentence=sentence_at(size) if isinstance(fact, _PUBLIC) else None,
        later=tuple((at, sentence_at(at)) for at in later[-MOST_SHOWN:]),
        results=results,
        others=len(book.recorded) - size - len(later) - results,
    )
