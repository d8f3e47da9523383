"""What is asked of every format about a standing, wherever one is known."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from ledger.messages import Sentence
from ledger.refusals import Refusal
from ledger.rulebooks.rulebook import Rulebook
from ledger.state.book import Book
from projections.formats.moves import MovedRow, Mover, PrizeDifference
from projections.games.crosstable import Crosstable
from projections.views.columns import Column
from projections.views.view import View


class Place(NamedTuple):
    """A player's place (None: without one) and points; `then` decides between equals."""

    rank: int | None
    points: float
    then: object


class Worth(NamedTuple):
    """What a player brings to the board: points as tables write them.

    `place` is the one in a ranking that the format pairs by, None without one.
    """

    place: int | None
    points: Sentence


class Scoring(ABC):
    """How a format scores: a standing of its players, and where their points come from.

    `move_columns` are those of `moves` in a table.
    """

    move_columns: tuple[Column, ...]

    @abstractmethod
    def places(self, book: Book, after: int) -> Mapping[int, Place]:
        """Return everybody's place and points after a number of rounds, open games or not."""

    @abstractmethod
    def in_order(self, book: Book, table: Crosstable) -> Sequence[int]:
        """Return the players who have a place after a table, the first one first."""

    @abstractmethod
    def worth(self, table: Crosstable, rules: Rulebook) -> Callable[[int], Worth]:
        """Return a function that gives a player's points after a table."""

    @abstractmethod
    def compared(self, book: Book, after: int) -> Iterator[tuple[int, str, object]]:
        """Yield what of a standing can differ from another: a player, a key and its value."""

    @abstractmethod
    def blame(self, book: Book, player: int, after: int, since: int | None) -> View | Refusal:
        """Return the facts that make a player's standing after a number of rounds.

        `since` is an earlier round to compare with, where the format compares.
        """

    @abstractmethod
    def moves(self, book: Book, rules: Rulebook) -> Iterator[MovedRow]:
        """Yield a row for everybody who stands otherwise under other rules, round by round."""

    @abstractmethod
    def movers(self, book: Book, rules: Rulebook, after: int, final: bool) -> Iterator[Mover]:
        """Yield the players with another place under other rules, with the reason of each."""

    @abstractmethod
    def prize_moves(self, book: Book, rules: Rulebook) -> Sequence[PrizeDifference]:
        """Return the players whose prize differs under other rules, where that is compared."""
