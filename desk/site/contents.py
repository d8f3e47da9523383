"""What the pages of a tournament are made of: its views, each computed once for all languages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from desk.answers import competition
from desk.answers.reasons import Explained, board_explained, without_reasons
from desk.answers.season import all_overviews
from desk.formats.registry import format_of
from desk.live.public_book import judging_book
from desk.site.forecasts import PlayerForecasts, forecasts_of
from desk.site.proofs import ProvenResult, results_of
from desk.site.shown import Names, names_shown, published
from ledger.hash_tree import Head, head_of
from ledger.names import alphabetical
from ledger.records import part_of
from ledger.refusals import Refusal
from ledger.state.book import Book
from ledger.state.numbers import numbers_missing
from ledger.state.website import USUAL, WebsiteChoices
from ledger.store.tables.recorder import StoredFact
from ledger.values import Statistic
from pairing.explain.question import Question
from pairing.review.questions import of_book
from projections.formats.blame import blame
from projections.formats.statistics import all_statistics
from projections.games.rounds import rounds_done
from projections.views.pairings import RoundHead
from projections.views.people import ways_of
from projections.views.view import View


@dataclass
class Contents:
    """A tournament as the public sees it: `book` has the people as they are shown, and no others.

    `slug` is its name in addresses. `judging` knows all of people, for what depends on it. `leaves`
    are the hashes of its facts, for heads, `rows` the facts as they are stored, for proofs; ()
    where the ledger has none. `choices` are those of today, also where an earlier moment is shown.
    `explained`: with why, which takes longer. `several`: the site has other tournaments too. What
    is asked for is computed when it is first asked for, and kept.
    """

    book: Book
    slug: str
    judging: Book
    leaves: Sequence[bytes] = ()
    rows: tuple[StoredFact, ...] = ()
    names: Names = "all"
    choices: WebsiteChoices = USUAL
    explained: bool = False
    several: bool = False
    _standings: dict[int, View | None] = field(default_factory=dict)
    _rounds: dict[tuple[int, bool], View | None] = field(default_factory=dict)
    _heads: dict[int, Head] = field(default_factory=dict)
    _results: dict[int, tuple[ProvenResult, ...]] = field(default_factory=dict)
    _then: dict[int, Contents] = field(default_factory=dict)
    _why: dict[int, Mapping[int, Explained]] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        book: Book,
        slug: str,
        rows: tuple[StoredFact, ...] = (),
        *,
        explained: bool = False,
        several: bool = False,
    ) -> Contents:
        """Return what is published of a tournament whose book has everything."""
        public = published(book)
        leaves = [row.own_hash for row in rows]
        names = names_shown(book, public)
        judging = judging_book(book, public)
        return cls(
            book=public,
            slug=slug,
            judging=judging,
            leaves=leaves,
            rows=rows,
            names=names,
            choices=book.state.website,
            explained=explained,
            several=several,
        )

    @cached_property
    def numbers(self) -> Mapping[int, int]:
        """Return the number by which each player is known, by key."""
        label = self.book.state.label
        return {player: int(label(player)) for player in self.book.state.players}

    @cached_property
    def keys(self) -> Mapping[int, int]:
        """Return the key of each player, by number."""
        return {number: player for player, number in self.numbers.items()}

    @cached_property
    def named(self) -> frozenset[int]:
        """Return the players who are shown by name, neither by initials nor by number."""
        return frozenset(player for player, way in ways_of(self.judging).items() if way == "name")

    @cached_property
    def by_name(self) -> list[int]:
        """Return the players in alphabetical order, those without a name by number, last."""
        people = self.book.people

        def order(player: int) -> tuple[bool, tuple[str, str, str], int]:
            known = bool(people.get(self.book.state.players[player].person, {}).get("name"))
            name = alphabetical(self.book.name(player)) if known else ("", "", "")
            return not known, name, self.numbers[player]

        return sorted(self.book.state.players, key=order)

    @cached_property
    def done(self) -> int:
        """Return the number of rounds that are done."""
        return rounds_done(self.book)

    @property
    def has_numbers(self) -> bool:
        """Tell whether every player has a number, without which there is no tournament file."""
        return not numbers_missing(self.book.state.players)

    @property
    def has_days(self) -> bool:
        """Tell whether any round has a day: without, the calendar of a player has nothing."""
        return bool(self.book.state.dates)

    def round(self, number: int, *, by_name: bool = False) -> View | None:
        """Return a published round, None where there is none."""
        key = (number, by_name)
        if key not in self._rounds:
            self._rounds[key] = _view(competition.pairings(self.book, number, by_name))
        return self._rounds[key]

    def standing(self, after: int) -> View | None:
        """Return the standing after some rounds, None where there is none."""
        if after not in self._standings:
            self._standings[after] = _view(competition.standings(self.book, after))
        return self._standings[after]

    @cached_property
    def final(self) -> View | None:
        """Return the final standing of a tournament that has ended, None before."""
        if not self.book.state.closed:
            return None
        return _view(competition.standings(self.book, None, final=True))

    @property
    def newest_standing(self) -> View | None:
        """Return the standing of now: the final one, or that after the rounds that are done."""
        return self.final or self.standing(self.done)

    @cached_property
    def crosstable(self) -> View | None:
        """Return the crosstable of all published rounds."""
        return _view(competition.crosstable(self.book)) if self.book.state.rounds else None

    @cached_property
    def prizes(self) -> View | None:
        """Return who gets which prize, as it stands during a round; None: none are declared."""
        return _view(competition.prizes(self.judging, provisional=True))

    @cached_property
    def forecasts(self) -> Mapping[int, PlayerForecasts]:
        """Return what may come of it for each player, by number; {} where nobody wants it shown."""
        return forecasts_of(self.judging, self.choices)

    @cached_property
    def statistics(self) -> Sequence[tuple[Statistic, View]]:
        """Return the statistics that have anything to tell; () where the organiser shows none."""
        if not self.book.state.rounds or not self.choices.statistics:
            return ()
        hidden = () if self.choices.ratings else _OF_RATINGS
        return tuple(one for one in all_statistics(self.book) if one[0] not in hidden)

    @cached_property
    def overviews(self) -> Sequence[tuple[str, View]]:
        """Return the overviews of a season with their names, () where its rounds are no evenings."""
        if not format_of(self.book.rules).plays_evenings or not self.book.state.rounds:
            return ()
        views = all_overviews(self.book)
        return () if isinstance(views, Refusal) else views

    @cached_property
    def cards(self) -> Mapping[int, View]:
        """Return the card of each player."""
        card = format_of(self.book.rules).cards(self.book)
        views = {player: card(player) for player in self.book.state.players}
        return {player: view for player, view in views.items() if isinstance(view, View)}

    @property
    def has_beside(self) -> bool:
        """Tell whether there is a page of two players: two to choose, and not more than fit on it."""
        return 2 <= len(self.cards) <= MOST_BESIDE

    @cached_property
    def in_order(self) -> list[int]:
        """Return the players in the order of the standing, those who are not in it left out."""
        view = self.newest_standing
        rows = view.cells if view is not None else ()
        numbers = [row["id"] for row in rows]
        return [self.keys[number] for number in numbers if isinstance(number, int)]

    def results(self, number: int) -> tuple[ProvenResult, ...]:
        """Return the results of a published round with their proofs."""
        if number not in self._results:
            self._results[number] = results_of(self.book, self.rows, number)
        return self._results[number]

    def why(self, number: int) -> Mapping[int, Explained]:
        """Return why the two of each board of a round meet, by board; {} where nobody can say.

        Nothing of it is what the arbiter typed.
        """
        if not self.explained:
            return {}
        if number not in self._why:
            self._why[number] = dict(self._explained(number))
        return self._why[number]

    def _explained(self, number: int) -> Iterator[tuple[int, Explained]]:
        asked = of_book(self.book, number)
        if not isinstance(asked, Question):
            return
        question = without_reasons(asked)
        for board, two in enumerate(question.wall or question.boards, 1):
            answer = board_explained(question, two)
            if isinstance(answer, Explained):
                yield board, answer

    def build_up(self, player: int) -> View | None:
        """Return what each round adds to points and tie-breaks of a player, None: nothing yet."""
        if not self.explained or not self.done or player not in self.keys.values():
            return None
        return _view(blame(self.book, "standings", str(self.numbers[player]), self.done))

    def at(self, position: int) -> Contents:
        """Return what was published after the fact at a position, with the names of today."""
        if position == self.book.state.position:
            return self
        if position not in self._then:
            self._then[position] = Contents(
                book=self.book.at(position),
                slug=self.slug,
                judging=self.judging.at(position),
                leaves=self.leaves,
                rows=self.rows,
                names=self.names,
                choices=self.choices,
            )
        return self._then[position]

    def head_at(self, position: int) -> Head | None:
        """Return the head over the first facts, None where the ledger has no hashes."""
        if not self.leaves or position < 1:
            return None
        if position not in self._heads:
            self._heads[position] = head_of(self.leaves, position)
        return self._heads[position]

    def set_by(self, rounds: int) -> int:
        """Return the last fact on which the first rounds rest, as far as their games go."""
        positions = [
            max(round_.changed_at, *(game.set_by for game in round_.games), 0)
            for round_ in self.book.state.rounds[:rounds]
        ]
        return max(positions, default=0)

    def round_set_by(self, number: int) -> int:
        """Return the last fact that set something of a round."""
        round_ = self.book.state.rounds[number - 1]
        return max(round_.changed_at, *(game.set_by for game in round_.games), 0)


MOST_BESIDE = 1_000
"""Players of whom two can be shown beside each other: each stands on the page to be chosen."""

_OF_RATINGS: tuple[Statistic, ...] = ("differences", "field", "upsets")
"""Statistics that say what ratings players have."""


def round_head(view: View) -> RoundHead:
    """Return what the head of a published round says."""
    head = part_of(view.head, RoundHead)
    assert head is not None, "every published round has its head"
    return head


def _view(answer: View | Refusal) -> View | None:
    return answer if isinstance(answer, View) else None
