"""Why the boards of published rounds, for the public: made once, and kept while nothing of it changes.

A result of a later round changes nothing of it; a correction only where the round is paired again by it
(F7), where it was known at the publication, or where somebody is shown otherwise.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from threading import Lock
from typing import Final, NamedTuple, TypeAlias

from desk.answers.reasons import Explained, board_explained, without_reasons
from ledger.refusals import Refusal, Refusals
from ledger.state.book import Book
from ledger.state.parts import Boards
from ledger.state.tournament import Round
from pairing.explain.question import Question
from pairing.review.questions import of_book, paired_from

MOST_ROUNDS: Final = 100
"""Rounds that are kept: those that were last asked for."""

Board: TypeAlias = tuple[int, int]
"""The players of a board, white first."""


class _RestsOn(NamedTuple):
    """What the explanations of a round rest on: they stay while all of it does.

    `paired_at` is the fact with the last pairing by an engine, `basis` what was known then; `left_out`
    are the corrections between the two.
    """

    paired_at: int
    basis: int
    left_out: tuple[int, ...]
    changes: tuple[int, ...]
    boards: Boards
    bye: int | None
    is_last: bool
    numbers: Mapping[int, int]
    people: Mapping[str, Mapping[str, str]]


@dataclass(slots=True)
class _Kept:
    """A round with what it rests on, and the explanations of its boards as far as they are made."""

    rests_on: _RestsOn
    question: Question | Refusals
    boards: dict[Board, Explained | Refusals] = field(default_factory=dict)


class PublicReasons:
    """The explanations of published rounds for the public. Threads may ask at the same time."""

    def __init__(self) -> None:
        self._rounds: OrderedDict[tuple[str, int], _Kept] = OrderedDict()
        self._lock = Lock()

    def question(self, book: Book, number: int) -> Question | Refusals:
        """Return a published round as the public may ask about it; or why not.

        `book` has people as they are shown.
        """
        kept = self._kept(book, number)
        return kept.question if isinstance(kept, _Kept) else kept

    def board(self, book: Book, number: int, two: Board) -> Explained | Refusals:
        """Return why the two of a board meet, and who has white; or why nobody can say."""
        kept = self._kept(book, number)
        return self._of(kept, two) if isinstance(kept, _Kept) else kept

    def make(self, book: Book, number: int) -> Iterator[Board]:
        """Make the explanations of a round that are not there yet; yield each board that was made."""
        kept = self._kept(book, number)
        if isinstance(kept, _Kept) and isinstance(kept.question, Question):
            for two in kept.question.wall or kept.question.boards:
                if two not in kept.boards:
                    self._of(kept, two)
                    yield two

    def _of(self, kept: _Kept, two: Board) -> Explained | Refusals:
        if not isinstance(kept.question, Question):
            return kept.question
        explained = kept.boards.get(two)
        if explained is None:
            explained = kept.boards[two] = board_explained(kept.question, two)
        return explained

    def _kept(self, book: Book, number: int) -> _Kept | Refusals:
        round_ = book.find_round(number)
        if isinstance(round_, Refusal):
            return (round_,)
        rests_on = _rests_on(book, round_)
        key = (book.id, number)
        with self._lock:  # who asks while another thread pairs the round waits for it
            kept = self._rounds.get(key)
            if kept is None or kept.rests_on != rests_on:
                kept = self._rounds[key] = _Kept(rests_on, _asked(book, number))
            self._rounds.move_to_end(key)
            while len(self._rounds) > MOST_ROUNDS:
                self._rounds.popitem(last=False)
            return kept


def _rests_on(book: Book, round_: Round) -> _RestsOn:
    state = book.state
    _, basis, paired_at = paired_from(book.facts, round_)
    known = state.corrections_since(basis, round_.number)
    return _RestsOn(
        paired_at=paired_at,
        basis=basis,
        left_out=tuple(position for position in known if position < paired_at),
        changes=tuple(change.position for change in round_.changes),
        boards=round_.public,
        bye=round_.public_bye,
        is_last=state.is_last(round_),
        numbers={player: state.label(player) for player in state.players},
        people=book.people,
    )


def _asked(book: Book, number: int) -> Question | Refusals:
    """Return a round as a question without what was typed, and without the book that it is of."""
    question = of_book(book, number)
    if not isinstance(question, Question):
        return question
    everybody = {*book.state.players, *book.state.former, *question.table.cells}
    numbers = {player: question.label(player) for player in everybody}
    names = {player: question.called(player) for player in everybody}
    own = replace(question, label=numbers.__getitem__, called=names.__getitem__)
    return without_reasons(own)
