"""The draft of a book and the rounds that questions are about, paired once and kept."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock
from typing import Final, TypeVar

from ledger.refusals import Refusal, Refusals
from ledger.state.book import Book
from pairing.explain.question import Question
from pairing.review.questions import of_book, of_draft, stood_at
from pairing.systems.draft import Draft, draft

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class DraftAndQuestion:
    """The draft of the next round, and the same as a round that questions are about."""

    draft: Draft
    question: Question


MOST_KEPT: Final = 4
"""Books whose pairings are kept: those of the last few positions."""

_KEPT: OrderedDict[int, tuple[Book, dict[object, object]]] = OrderedDict()
_LOCK: Final = Lock()


def draft_of(book: Book, basis: int | None = None) -> DraftAndQuestion | Refusals:
    """Return the draft of the next round as `pair` makes it, from a position (None: now).

    Pairing many players takes long, and a book that was given out does not change.
    """

    def pair() -> DraftAndQuestion | Refusals:
        proposal = draft(book, basis)
        if not isinstance(proposal, Draft):
            return proposal
        then = book if basis is None else book.at(proposal.basis)
        return DraftAndQuestion(proposal, of_draft(then, proposal))

    return _kept(book, ("draft", basis), pair)


def question_of(book: Book, number: int, publication: int | None = None) -> Question | Refusals:
    """Return a published round, or the draft of the next, as a question; or why not.

    `publication` counts those of a round, which is asked about as it stood until the next one;
    None: as it stands now.
    """
    if number == book.state.next_round:
        paired = draft_of(book)
        return paired.question if isinstance(paired, DraftAndQuestion) else paired

    def ask() -> Question | Refusals:
        round_ = None if publication is None else book.find_round(number)
        if round_ is None or publication is None:
            return of_book(book, number)
        stood = round_ if isinstance(round_, Refusal) else stood_at(book, round_, publication)
        return (stood,) if isinstance(stood, Refusal) else of_book(stood, number)

    return _kept(book, ("round", number, publication), ask)


def _kept(book: Book, key: object, pair: Callable[[], T]) -> T:
    with _LOCK:
        _, answers = _KEPT.setdefault(id(book), (book, {}))
        _KEPT.move_to_end(id(book))
        while len(_KEPT) > MOST_KEPT:
            _KEPT.popitem(last=False)
    at = (book.state.position, key)
    if at not in answers:
        answers[at] = pair()
    return answers[at]  # type: ignore[return-value]
