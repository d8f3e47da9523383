"""What the desk asks of every format; a new one is a class of these, in a module with its name."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from desk.render.shown import shown
from ledger.messages import Sentence
from ledger.refusals import Refusal
from ledger.rulebooks.rulebook import Rulebook
from ledger.rulebooks.tie_breaks import TieBreak
from ledger.state.book import Book
from ledger.state.tournament import Tournament
from projections.views.forecasts import StandingForecast
from projections.views.pairings import Alone
from projections.views.status import SeasonStatus
from projections.views.view import Row, View

if TYPE_CHECKING:
    from pairing.explain.question import Question
    from pairing.systems.draft import Draft
    from projections.prizes.outcome import Outcome


class DeskFormat(ABC):
    """What the desk shows and offers of a format.

    `bar` are the routes on top of a page, in order; the first seven that are allowed stand in
    sight. `plays_evenings`: whether a round is an evening of a club, with overviews of a season.
    `alone` is what a player without opponent has. `phone_columns` are the columns of a standing
    that a phone shows beside what decides first.
    """

    bar: tuple[str, ...]
    plays_evenings: bool = False
    alone: Alone = "bye"
    phone_columns: tuple[str, ...] = ("rank", "name", "name_shown", "points", "points_shown")

    def entering(self, state: Tournament) -> str:
        """Return the command that enters a player."""
        return "enter"

    def status(self, book: Book) -> SeasonStatus | None:
        """Return what the status says of this format only, None for nothing."""
        return None

    @abstractmethod
    def after_the_end(self, book: Book) -> tuple[Sentence, ...]:
        """Return what may still be done after the end, beside showing the final ranking."""

    @abstractmethod
    def standings(
        self, book: Book, after: int, final: bool, rules: Rulebook | None
    ) -> View | Refusal:
        """Return the standing after some rounds; `rules` replaces the own rulebook by another.

        Its rows have at least the keys rank, id, name and points, as those of a crosstable have;
        those of a card, where they are of a round, round and opponent.
        """

    @abstractmethod
    def with_forecasts(
        self, rows: Sequence[Row], forecasts: Mapping[int, StandingForecast]
    ) -> list[Row]:
        """Return the rows of a standing with the forecast of each player, found by number."""

    @abstractmethod
    def prizes(self, book: Book, outcome: Outcome) -> View | Refusal:
        """Return who gets which prize, as computed or awarded."""

    @abstractmethod
    def crosstable(self, book: Book, after: int) -> View | Refusal:
        """Return every round of every player, in the order of the standing."""

    @abstractmethod
    def card(self, book: Book, player: int) -> View | Refusal:
        """Return the rounds of a player, and how their points are built up."""

    def cards(self, book: Book) -> Callable[[int], View | Refusal]:
        """Return what gives the card of any player, where those of many are wanted at once."""
        return lambda player: self.card(book, player)

    def points_on_card(self, card: View) -> Sentence:
        """Return a player's points as their card says them."""
        return shown(card.head.as_dict().get("points"))

    def shown_round(self, book: Book, number: int, view: View) -> View:
        """Return a published round with what this format adds to it."""
        return view

    @abstractmethod
    def draft(self, book: Book, draft: Draft) -> View:
        """Return a draft with what it was paired by."""

    @abstractmethod
    def order_of_pairing(self, book: Book, question: Question) -> View:
        """Return the table that a published round was paired from; `book` has the names."""

    def not_in_file(self, book: Book) -> Sequence[Sentence]:
        """Return what of this format a tournament file has no place for."""
        return ()

    def deciding(self, rules: Rulebook, final: bool) -> tuple[TieBreak, ...]:
        """Return the tie-breaks that have a value, in the order in which they decide."""
        return ()

    def page_columns(self, deciding: Sequence[str]) -> tuple[str, ...] | None:
        """Return the columns of a standing on a page, None: all of them."""
        return None
