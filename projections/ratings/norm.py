"""One player and one norm: which conditions hold, which lack, and what may be left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Literal, NamedTuple, TypeAlias

from ledger.values import Exemption, NormTitle
from projections.ratings.norm_edition import NormEdition, NormKeys
from projections.standings.opponents_ratings import average_rating, rating_difference

NormFormat: TypeAlias = Literal["swiss", "round_robin", "double_round_robin"]
"""What is played."""

Condition: TypeAlias = Literal[
    "games",
    "federations",
    "own-federation",
    "one-federation",
    "titled",
    "of-title",
    "average",
    "performance",
    "score",
    "women",
]
"""A condition of a norm."""

MIX: frozenset[Condition] = frozenset(
    {"federations", "own-federation", "one-federation", "titled", "of-title"}
)
"""The conditions on who the opponents are (1.4.3, 1.4.5)."""

HowPlayed: TypeAlias = Literal["played", "open", "forfeit-win", "bye", "missed"]
"""Over the board; paired and not played yet; won by default; the pairing's bye; nothing else."""

OUTSIDE = "NON"
"""The federation of players outside FIDE: their games are out."""

NO_FEDERATION = "FID"
"""What is shown of players of no federation: their games count, the federation does not."""


class NormGame(NamedTuple):
    """A round of a player. `rating` is None for an unrated opponent.

    `pointless`: the opponent is unrated, and got nothing against rated players.
    """

    round: int
    how: HowPlayed
    rating: int | None = None
    title: str = ""
    federation: str = ""
    halves: int = 0
    pointless: bool = False


@dataclass(frozen=True, slots=True)
class NormEvent:
    """The tournament: rounds planned, what is played, exemption, and a least number of its own.

    `home` is the federation that registered it. `least_games` is None where the rule says it.
    """

    rounds: int
    kind: NormFormat = "swiss"
    exemption: Exemption | None = None
    home: str = ""
    least_games: int | None = None


class Candidate(NamedTuple):
    """A player who may make a norm."""

    federation: str
    woman: bool


class Found(NamedTuple):
    """A condition: what there is, what it takes, and whether it holds. None: nothing to count."""

    condition: Condition
    clause: str
    has: int | None
    takes: int
    holds: bool


class Verdict(NamedTuple):
    """Whether games make a norm, and by what.

    `found` are the conditions on the games that stay; `dropped` the rounds that are left out.
    `by` is the clause that gives the number of games, or counts a default as a loss; None: none.
    `counts` are the games that it counts for the title, None without a norm.
    """

    title: NormTitle
    met: bool
    found: tuple[Found, ...]
    games: int
    halves: int
    average: int | None
    raised: int | None
    performance: int | None
    dropped: tuple[int, ...]
    by: str | None
    counts: int | None

    @property
    def lacks(self) -> tuple[Condition, ...]:
        """Return the conditions that do not hold."""
        return tuple(one.condition for one in self.found if not one.holds)


class Average(NamedTuple):
    """The average of opponents' ratings, and the one that was raised to the floor (None: none)."""

    average: int | None
    raised: int | None
    total: int


def average_of(ratings: Sequence[int | None], keys: NormKeys, edition: NormEdition) -> Average:
    """Return the average with the lowest opponent raised to the floor (1.4.6)."""
    known = [edition.score.unrated if one is None else one for one in ratings]
    raised = None
    if known and min(known) < keys.floor:
        raised = min(known)
        known[known.index(raised)] = keys.floor
    return Average(average_rating(known), raised, sum(known))


def norm_of(
    title: NormTitle,
    games: Sequence[NormGame],
    player: Candidate,
    event: NormEvent,
    edition: NormEdition,
) -> Verdict:
    """Return whether the rounds of a player make a norm.

    FIDE B.01, 1.4: the whole first, then with games left out, fewest first; and where the number
    lacks, with a win by default of the last round counted as a loss.
    """
    judge = _Judge(title, player, event, edition)
    verdict = judge.of(games)
    if verdict.met or "women" in verdict.lacks:
        return verdict
    last = max(games, key=lambda one: one.round, default=None)
    if last is None or last.how != "forfeit-win" or last.round != event.rounds:
        return verdict
    if verdict.games >= judge.least:
        return verdict
    lost = [_as_lost(one) if one is last else one for one in games]
    again = judge.of(lost, missing=edition.left_out.forfeit_beside_missing)
    return again._replace(by=again.by or "1.4.2c") if again.met else verdict


def _as_lost(game: NormGame) -> NormGame:
    """Return a game won by default as one that was lost."""
    return game._replace(how="played", halves=0)


def exempt(player: Candidate, event: NormEvent) -> bool:
    """Tell whether the rule of federations is waived for a player (1.4.3)."""
    at_home = player.federation == event.home
    return event.exemption in ("c", "d") or (event.exemption in ("a", "b") and at_home)


def least_of(event: NormEvent, edition: NormEdition) -> int:
    """Return the least number of games of a norm in a tournament (1.4.1)."""
    if event.least_games is not None:
        return event.least_games
    double = event.kind == "double_round_robin"
    return edition.games.least_double if double else edition.games.least


def _part(share: Fraction, games: int) -> int:
    """Return a share of a number of games, rounded down."""
    return share.numerator * games // share.denominator


class Shares(NamedTuple):
    """How many opponents at most may be of a federation, and how many at least have a title.

    The own federation and any one (1.4.4); a title at all, and one of the norm (1.4.5).
    """

    own_federation: int
    one_federation: int
    titled: int
    of_title: int


def shares_of(games: int, event: NormEvent, edition: NormEdition) -> Shares:
    """Return the mix that a number of games takes: maxima are rounded down, minima up."""
    keys = edition.mix
    double = event.kind == "double_round_robin"
    share = keys.of_the_norm_double if double else keys.of_the_norm
    return Shares(
        own_federation=_part(keys.own_federation, games),
        one_federation=_part(keys.one_federation, games),
        titled=-_part(keys.titled, -games),
        of_title=max(keys.of_the_norm_least, -_part(share, -games)),
    )


class Federations(NamedTuple):
    """Opponents by federation: of the own, the number of others, and of that which has most."""

    own: int
    others: int
    most: int


def federations_of(games: Sequence[NormGame], player: Candidate) -> Federations:
    """Return the opponents by federation; those of none are in no number (1.4.3, 1.4.4)."""
    found = Counter(one.federation for one in games if one.federation != NO_FEDERATION)
    others = len(found.keys() - {player.federation})
    return Federations(found[player.federation], others, max(found.values(), default=0))


def least_score(games: int, edition: NormEdition) -> int:
    """Return the least half points in a number of games (1.4.8)."""
    return -(-2 * games * edition.score.least_percentage // 100)


class _Judge:
    """The judge of one norm of one player in one tournament."""

    def __init__(
        self, title: NormTitle, player: Candidate, event: NormEvent, edition: NormEdition
    ) -> None:
        self.title = title
        self.player = player
        self.event = event
        self.edition = edition
        self.keys = edition.of(title)
        self.least = least_of(event, edition)

    def of(self, rounds: Sequence[NormGame], missing: bool = True) -> Verdict:
        """Return the verdict on rounds; `missing`: one round may lack by 1.4.1c."""
        games = [one for one in sorted(rounds, key=lambda one: one.round) if self.counts(one)]
        unplayed = sum(one.how in ("forfeit-win", "bye") for one in rounds)
        whole = self._verdict(games, (), unplayed if missing else 0)
        if whole.met or not self._can_drop(whole):
            return whole
        for size in range(1, len(games) - self.least + 1):
            for out in self._droppable(games, size):
                rest = [game for at, game in enumerate(games) if at not in out]
                if not self._strong_enough(rest):
                    continue
                rounds_out = tuple(games[at].round for at in out)
                verdict = self._verdict(rest, rounds_out, 0)
                if verdict.met:
                    return verdict
        return whole

    def counts(self, game: NormGame) -> bool:
        """Tell whether a game counts (1.4.2)."""
        out = self.event.kind != "swiss" and game.rating is None and game.pointless
        return game.how == "played" and game.federation != OUTSIDE and not out

    def _can_drop(self, whole: Verdict) -> bool:
        """Tell whether leaving games out can help at all."""
        if "women" in whole.lacks or whole.games <= self.least:
            return False
        round_robin = self.event.kind != "swiss"
        incomplete = round_robin and self.edition.left_out.complete_mix
        return not (incomplete and MIX.intersection(whole.lacks))

    def _droppable(self, games: Sequence[NormGame], size: int) -> Iterator[tuple[int, ...]]:
        """Yield the sets of games that may go: won ones, and all after some round (1.4.1e, f)."""
        tail_goes = self.event.kind == "swiss"
        for out in combinations(range(len(games)), size):
            tail = len(games)
            for at in reversed(out):
                tail -= tail_goes and at == tail - 1
            if all(games[at].halves == 2 or at >= tail for at in out):
                yield out

    def _strong_enough(self, games: Sequence[NormGame]) -> bool:
        """Tell whether average and performance reach the norm: what fails first, and quickly."""
        average = average_of([one.rating for one in games], self.keys, self.edition).average
        if average is None or average < self.keys.average:
            return False
        halves = sum(one.halves for one in games)
        return average + rating_difference(halves, len(games)) >= self.keys.performance

    def _verdict(
        self, games: Sequence[NormGame], dropped: tuple[int, ...], unplayed: int
    ) -> Verdict:
        n = len(games)
        halves = sum(one.halves for one in games)
        average = average_of([one.rating for one in games], self.keys, self.edition)
        performance = None
        if average.average is not None:
            performance = average.average + rating_difference(halves, n)
        by = self._by_missing(n, unplayed)
        found = (
            *self._mix(games, by is not None),
            *self._level(n, halves, average.average, performance),
        )
        met = all(one.holds for one in found)
        verdict = Verdict(
            title=self.title,
            met=met,
            found=found,
            games=n,
            halves=halves,
            average=average.average,
            raised=average.raised,
            performance=performance,
            dropped=dropped,
            by=by if met else None,
            counts=None,
        )
        return verdict._replace(counts=self._counted(verdict)) if met else verdict

    def _by_missing(self, n: int, unplayed: int) -> str | None:
        """Return the clause by which one round may lack, None where it gives nothing."""
        keys = self.edition.games
        fits = self.event.rounds == keys.one_missing_of and self.event.least_games is None
        fits &= self.event.kind != "double_round_robin"
        return "1.4.1c" if fits and n == self.least - 1 and unplayed == 1 else None

    def _mix(self, games: Sequence[NormGame], enough: bool) -> Iterator[Found]:
        keys = self.edition.mix
        n = len(games)
        yield Found("games", "1.4.1", n, self.least, n >= self.least or enough)
        own, others, most = federations_of(games, self.player)
        free = exempt(self.player, self.event)
        takes = shares_of(n, self.event, self.edition)
        least, most_own, most_one = (
            keys.other_federations,
            takes.own_federation,
            takes.one_federation,
        )
        yield Found("federations", "1.4.3", others, least, free or others >= least)
        yield Found("own-federation", "1.4.4", own, most_own, free or own <= most_own)
        yield Found("one-federation", "1.4.4", most, most_one, free or most <= most_one)
        titled = sum(one.title in keys.titles for one in games)
        of_title = sum(one.title in self.keys.titles for one in games)
        yield Found("titled", "1.4.5", titled, takes.titled, titled >= takes.titled)
        yield Found("of-title", "1.4.5", of_title, takes.of_title, of_title >= takes.of_title)

    def _level(
        self, n: int, halves: int, average: int | None, performance: int | None
    ) -> Iterator[Found]:
        keys = self.keys
        good = average is not None and average >= keys.average
        yield Found("average", "1.4.7", average, keys.average, good)
        strong = performance is not None and performance >= keys.performance
        yield Found("performance", "1.4.8", performance, keys.performance, strong)
        least = least_score(n, self.edition) if n else 1
        yield Found("score", "1.4.8", halves, least, halves >= least)
        if keys.women:
            yield Found("women", "0.5", int(self.player.woman), 1, self.player.woman)

    def _counted(self, verdict: Verdict) -> int:
        """Return the games that a norm counts for the title: one more a full point above the least."""
        games = self.edition.games
        n = games.least if verdict.by == "1.4.1c" else min(verdict.games, games.most_that_count)
        least = verdict.halves
        average = verdict.average or 0
        lowest = least_score(verdict.games, self.edition)
        while least > lowest and (
            average + rating_difference(least - 1, verdict.games) >= self.keys.performance
        ):
            least -= 1
        return n + (verdict.halves - least) // 2
