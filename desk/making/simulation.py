"""Random seasons under two rulebooks: how often, and how much, standings and pairings differ.

The tournaments are played and paired under the first rulebook; every other one judges the same
facts. A tournament can be generated again as a file: its seed SEED:7 gives the seventh.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from typing import Literal, NamedTuple

from desk.making.random_trf import RATINGS, CannotGenerate, Rates, generate, judge
from ledger.messages import do, message
from ledger.refusals import Exit, Refusal, Refusals
from ledger.rulebooks.rulebook import Rulebook
from ledger.trf.model import TrfFile
from pairing.review.concessions import Concessions, concessions
from pairing.systems.registry import contestants, without_engine
from pairing.systems.trf import Difference, check_file, played_boards
from projections.games.crosstable import Crosstable
from projections.games.crosstable_of_trf import of_file
from projections.spread.port import Workforce, of_size
from projections.spread.processes import Processes
from projections.standings.standing import Standing, classified, final_standing

A_PART = 4
"""Tournaments that a process plays at once."""

PRIZES = 3
"""Places that have a prize: the first three."""

SimulationStage = Literal["round", "rounds", "tournaments", "end"]

Standings = tuple[Standing, list[int]]
"""The ranking after a round, as if it were the last, and the players as the next is paired."""


@dataclass(frozen=True, slots=True)
class PairedAgain:
    """How the second rulebook would have paired a round, compared with how it was played.

    `order_differs`: the order of players it was paired from (round 1: numbers, never). `differs`:
    the pairing does, in anything at all. `boards_differ` are games between other players,
    `colours_differ` games with reversed colours, out of `boards`. `impossible`: the second rulebook
    has no legal pairing of those present, and then no boards are compared.
    """

    order_differs: bool
    differs: bool
    impossible: bool = False
    bye_differs: bool = False
    boards: int = 0
    boards_differ: int = 0
    colours_differ: int = 0


@dataclass(frozen=True, slots=True)
class Moment:
    """One round of one tournament under two rulebooks, and the standing after it.

    `standing`, `winner`, `prizes`: whether the ranking after the round, its first place, one of its
    first three differs. `moves` are the changes of place, `players` is the number of players.
    `paired` is None where the second rulebook has no engine. `decided_first` counts, by the key
    that decides, the neighbours of the first ranking whose order is reversed in the second;
    `decided_second` the converse.
    """

    standing: bool
    winner: bool
    prizes: bool
    paired: PairedAgain | None
    players: int = 0
    moves: tuple[int, ...] = ()
    decided_first: Counter[str] = field(default_factory=Counter)
    decided_second: Counter[str] = field(default_factory=Counter)


@dataclass(slots=True)
class MomentTally:
    """Moments added up: totals (standings, players, pairings, boards) and their differences.

    `rank_change_sum` and `rank_change_max` are places, over the players who moved.
    """

    standings: int = 0
    standing_differs: int = 0
    winner_differs: int = 0
    prizes_differ: int = 0
    players: int = 0
    players_moved: int = 0
    rank_change_sum: int = 0
    rank_change_max: int = 0
    pairings: int = 0
    order_differs: int = 0
    pairing_differs: int = 0
    impossible: int = 0
    bye_differs: int = 0
    boards: int = 0
    boards_differ: int = 0
    colours_differ: int = 0
    decided_first: Counter[str] = field(default_factory=Counter)
    decided_second: Counter[str] = field(default_factory=Counter)

    def add(self, moment: Moment) -> None:
        """Add a moment to the counts."""
        self.standings += 1
        self.standing_differs += moment.standing
        self.winner_differs += moment.winner
        self.prizes_differ += moment.prizes
        self.players += moment.players
        self.players_moved += len(moment.moves)
        self.rank_change_sum += sum(moment.moves)
        self.rank_change_max = max(self.rank_change_max, *moment.moves, 0)
        self.decided_first += moment.decided_first
        self.decided_second += moment.decided_second
        if (paired := moment.paired) is not None:
            self.pairings += 1
            self.order_differs += paired.order_differs
            self.pairing_differs += paired.differs
            self.impossible += paired.impossible
            self.bye_differs += paired.bye_differs
            self.boards += paired.boards
            self.boards_differ += paired.boards_differ
            self.colours_differ += paired.colours_differ

    def rank_change_mean(self) -> Fraction | None:
        """Return the mean change of place of those who moved, exactly; None when nobody did."""
        moved = self.players_moved
        return Fraction(self.rank_change_sum, moved) if moved else None


def _any(paired: Sequence[PairedAgain]) -> PairedAgain:
    """Return what happens in any of these rounds, without amounts."""
    return PairedAgain(
        order_differs=any(p.order_differs for p in paired),
        differs=any(p.differs for p in paired),
        impossible=any(p.impossible for p in paired),
        bye_differs=any(p.bye_differs for p in paired),
    )


@dataclass(slots=True)
class Comparison:
    """The first rulebook against another one, over all tournaments.

    `by_round`: a tally for each round (its pairing, and the standing after it); `rounds`: all of
    these together; `tournaments`: each tournament once, where something differs in any round, so
    without amounts; `end`: the final standings.
    """

    first: str
    second: str
    by_round: tuple[MomentTally, ...]
    rounds: MomentTally = field(default_factory=MomentTally)
    tournaments: MomentTally = field(default_factory=MomentTally)
    end: MomentTally = field(default_factory=MomentTally)

    def add(self, moments: Sequence[Moment]) -> None:
        """Add one tournament, its rounds in order; a tournament without rounds counts nowhere."""
        if not moments:
            return
        for tally, moment in zip(self.by_round, moments, strict=False):
            tally.add(moment)
            self.rounds.add(moment)
        paired = [m.paired for m in moments if m.paired is not None]
        self.tournaments.add(
            Moment(
                standing=any(m.standing for m in moments),
                winner=any(m.winner for m in moments),
                prizes=any(m.prizes for m in moments),
                paired=_any(paired) if paired else None,
            )
        )
        self.end.add(replace(moments[-1], paired=None))


@dataclass(frozen=True, slots=True)
class Simulation:
    """The tournaments played, and one comparison for each rulebook after the first.

    `ended_early`: tournaments with fewer rounds than planned, because one could not be paired.
    `own` is what each rulebook with an engine gives up in tournaments of its own: those of the same
    seeds, played as it pairs them.
    """

    players: int
    rounds: int
    tournaments: int
    seed: str
    rates: Rates
    ratings: tuple[int, int]
    ended_early: int
    comparisons: tuple[Comparison, ...]
    own: tuple[tuple[str, Concessions], ...]


def not_simulated(rules: Rulebook) -> Refusal | None:
    """Return the refusal of a rulebook of a club season, which no tournament file can have."""
    if not rules.ranks_by_value:
        return None
    what = message("making.season-not-simulated", rules=rules.id)
    command = do("generate", rules=rules.family)
    step = message("making.season-not-simulated-step", command=command)
    return Refusal("season-not-simulated", what, step, exit=Exit.USAGE)


def simulate(
    rulebooks: Sequence[Rulebook],
    *,
    players: int,
    rounds: int,
    tournaments: int,
    seed: str,
    rates: Rates | None = None,
    ratings: tuple[int, int] = RATINGS,
    workforce: Workforce | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> Simulation:
    """Play tournaments under the first rulebook and compare it with each of the others.

    `workforce` plays them, None: this process. `progress` is called with the number of tournaments
    done. Raise CannotGenerate for fewer than two rulebooks, and for anything that
    `desk.making.random_trf.generate` refuses.
    """
    if len(rulebooks) < 2:
        raise CannotGenerate(message("making.two-rulebooks"))
    if tournaments < 1:
        raise CannotGenerate(message("making.one-tournament"))
    for rules in rulebooks:
        if (refusal := not_simulated(rules)) is not None:
            raise CannotGenerate(refusal.what)
    first, *others = rulebooks
    rates = rates or Rates()
    comparisons = tuple(
        Comparison(first.id, other.id, tuple(MomentTally() for _ in range(rounds)))
        for other in others
    )
    judge(players, rounds, first, ratings)
    ended_early = number = 0
    with_engine = [rules.id for rules in rulebooks if without_engine(rules) is None]
    own = [Concessions() for _ in with_engine]
    work = partial(
        player, rulebooks, players=players, rounds=rounds, seed=seed, rates=rates, ratings=ratings
    )
    parts = of_size(range(1, tournaments + 1), A_PART)
    with closing((workforce or Processes()).each(work, parts)) as playing:
        for number, played in enumerate((one for part in playing for one in part), 1):
            ended_early += played.early
            own = [total.plus(gives) for total, gives in zip(own, played.own, strict=True)]
            for comparison, moments in zip(comparisons, played.compared, strict=True):
                comparison.add(moments)
            progress(number)
    return Simulation(
        players=players,
        rounds=rounds,
        tournaments=tournaments,
        seed=seed,
        rates=rates,
        ratings=ratings,
        ended_early=ended_early,
        comparisons=comparisons,
        own=tuple(zip(with_engine, own, strict=True)),
    )


class _Played(NamedTuple):
    """A tournament: whether it ended early, its comparison with every other rulebook, and `own`.

    `own` has a value for each rulebook with an engine, in their order.
    """

    early: bool
    compared: list[list[Moment]]
    own: list[Concessions]


@contextmanager
def player(
    rulebooks: Sequence[Rulebook],
    *,
    players: int,
    rounds: int,
    seed: str,
    rates: Rates,
    ratings: tuple[int, int],
) -> Iterator[Callable[[Sequence[int]], list[_Played]]]:
    """Give the function that plays tournaments by number."""
    first, *others = rulebooks

    def made(rules: Rulebook, number: int) -> TrfFile:
        return generate(
            players,
            rounds=rounds,
            rules=rules,
            seed=f"{seed}:{number}",
            rates=rates,
            ratings=ratings,
        )

    def play(number: int) -> _Played:
        file = made(first, number)
        under_first = standings(file, first)
        compared = [compare(file, other, under_first) for other in others]
        own = [given_up(file, first)]
        own += [given_up(made(one, number), one) for one in others if without_engine(one) is None]
        return _Played(file.rounds_recorded < rounds, compared, own)

    yield lambda numbers: [play(number) for number in numbers]


def given_up(file: TrfFile, rules: Rulebook) -> Concessions:
    """Return what the rounds of a file give up, as they were paired."""
    whole = of_file(file, rules, file.rounds_recorded)
    total = Concessions()
    for number in range(1, whole.rounds + 1):
        boards = [(w, b) for w, b in played_boards(file, number) if b is not None]
        total = total.plus(concessions(whole.after(number - 1), boards))
    return total


def compare(file: TrfFile, other: Rulebook, under_first: Sequence[Standings]) -> list[Moment]:
    """Return the comparison of a file, paired by a first rulebook, with another one, per round.

    `under_first` are the `standings` of the first rulebook.
    """
    under_second = standings(file, other)
    if without_engine(other) is not None:
        both = zip(under_first, under_second, strict=True)
        return [_moment(one, two, None) for (one, _), (two, _) in both]
    # The other rulebook may give other points for a result than the file was made with.
    paired_again = check_file(replace(file, points=None), other, None)
    moments = []
    same_order = True  # lot numbers
    for number, differences in paired_again:
        one, order = under_first[number - 1]
        two, their_order = under_second[number - 1]
        moments.append(_moment(one, two, _paired(file, number, not same_order, differences)))
        same_order = order == their_order
    return moments


def standings(file: TrfFile, rules: Rulebook) -> list[Standings]:
    """Return, after each round played, the ranking and the order from which the next is paired.

    No lots are drawn: players who are equal in everything else stand by number.
    """
    whole = of_file(file, rules, file.rounds_recorded)
    both = []
    for after in range(1, whole.rounds + 1):
        table = whole.after(after)
        ranked = final_standing(table, rules)
        both.append((ranked, _order(table, rules, ranked)))
    return both


def _order(table: Crosstable, rules: Rulebook, ranked: Standing) -> list[int]:
    """Return the players in the order of the rulebook's system; [] where it pairs nothing."""
    if rules.classifies_by_resistance:
        return classified(table, {line.player: line.score for line in ranked.lines})
    if without_engine(rules) is not None:
        return []
    return [one.key for one in contestants(table, rules, tuple(table.cells), False)]


def _moment(one: Standing, two: Standing, paired: PairedAgain | None) -> Moment:
    ranks = {line.player: line.rank for line in two.lines}
    changes = [abs(line.rank - ranks[line.player]) for line in one.lines]
    moves = tuple(change for change in changes if change)
    return Moment(
        standing=bool(moves),
        winner=_first(1, one) != _first(1, two),
        prizes=_first(PRIZES, one) != _first(PRIZES, two),
        players=len(changes),
        moves=moves,
        paired=paired,
        decided_first=_deciding_keys(one, two),
        decided_second=_deciding_keys(two, one),
    )


def _paired(
    file: TrfFile, number: int, order_differs: bool, differences: Sequence[Difference] | Refusals
) -> PairedAgain:
    played = [
        item for item in differences if isinstance(item, Difference) and item.found_in == "played"
    ]
    if differences and not played:
        return PairedAgain(order_differs, differs=True, impossible=True)
    colours_only = [item.colours_only for item in played if item.board[1] is not None]
    return PairedAgain(
        order_differs,
        differs=bool(played),
        bye_differs=len(colours_only) < len(played),
        boards=sum(black is not None for _, black in played_boards(file, number)),
        boards_differ=colours_only.count(False),
        colours_differ=colours_only.count(True),
    )


def _first(places: int, standing: Standing) -> list[int]:
    return [line.player for line in standing.lines[:places]]


def _deciding_keys(one: Standing, two: Standing) -> Counter[str]:
    """Count the neighbours of one ranking with reversed order in the other, by the deciding key.

    Every difference of order shows in at least one such pair. Equality in everything counts as
    lots, which are not drawn here: such players stand by number under every rulebook.
    """
    ranks = {line.player: line.rank for line in two.lines}
    pairs = zip(one.lines, one.lines[1:], strict=False)
    return Counter(
        below.decided_by or "lots"
        for above, below in pairs
        if ranks[above.player] > ranks[below.player]
    )
