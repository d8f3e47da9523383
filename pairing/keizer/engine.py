"""The pairing of a club evening: the nearest opponent on the ranking who is allowed.

From the top down, the highest ranked free player meets the nearest allowed opponent that leaves the
rest a complete pairing. A matching of the rest decides that condition exactly.

When no complete pairing keeps all conditions, they give way in order: the rematch gap, the oldest
meetings first, then the colours. Each pair has a class: 0 keeps all conditions, 1 breaks the gap
for the oldest meeting only, and so on; the last class breaks the colours. The round uses no higher
class than it must, and each player prefers the lowest class, then the nearest opponent.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pairing.graphs.kept_matching import Witness
from pairing.graphs.matching import EXPOSED, bits, maximum_matching
from pairing.norms.model import Board, Pairing, Relaxed
from projections.games.colours import other
from projections.games.gave_way import COLOURS, met_ago


@dataclass(frozen=True, slots=True)
class Member:
    """One present member. A sequence of members is in ranking order, best first.

    `colours` is the season's history of games played ("WBW"). `meetings` maps an opponent's key to
    the round of their last game and this member's colour in it. `no_opponent` counts the rounds
    without opponent this season.
    """

    key: int
    colours: str
    meetings: Mapping[int, tuple[int, str]]
    no_opponent: int


@dataclass(frozen=True, slots=True)
class EveningConditions:
    """The round to be paired, and the conditions it must keep; see `KeizerKeys`.

    `period_start` is the first round of its period; earlier meetings exclude nobody.
    """

    round: int
    period_start: int
    gap: int
    bound: int
    third_running: bool
    return_reversed: bool

    @property
    def colours_class(self) -> int:
        """Return the class of pairs that break the conditions of colour."""
        return self.gap + 1

    def rounds_since(self, one: Member, two: Member) -> int | None:
        """Return how many rounds ago two met, if that is within the gap and the period.

        Rule: mwkeizer a, 2.
        """
        met = one.meetings.get(two.key)
        if met is None or met[0] < self.period_start or self.round - met[0] > self.gap:
            return None
        return self.round - met[0]

    def may_have(self, member: Member, colour: str) -> bool:
        """Return whether a colour keeps the difference within the bound and is no third in a row.

        A difference that is already too large may only shrink.

        Rule: mwkeizer b.
        """
        history = member.colours
        before = history.count("W") - history.count("B")
        after = before + (1 if colour == "W" else -1)
        within = abs(after) <= self.bound or abs(after) < abs(before)
        return within and (self.third_running or history[-2:] != colour * 2)

    def broken(self, one: Member, two: Member, *, as_white: bool = False) -> Iterator[str]:
        """Yield the conditions that a game of two breaks; `as_white`: the first has white.

        Rule: mwkeizer a, b.
        """
        since = self.rounds_since(one, two)
        if since is not None:
            yield met_ago(since)
        first_white, first_black = self.colours_of(one, two)
        if not first_white and (as_white or not first_black):
            yield COLOURS

    def colours_of(self, one: Member, two: Member) -> tuple[bool, bool]:
        """Return whether the first may have white against the other, and whether black.

        Rule: mwkeizer b.
        """
        return (
            self.may_have(one, "W") and self.may_have(two, "B"),
            self.may_have(one, "B") and self.may_have(two, "W"),
        )


class Classes:
    """The classes of all pairs of those present, by place in the ranking order.

    Rule: mwkeizer a, b.
    """

    def __init__(self, members: Sequence[Member], evening: EveningConditions) -> None:
        self.colours_class = evening.colours_class
        white, black = (
            sum(1 << at for at, member in enumerate(members) if evening.may_have(member, colour))
            for colour in "WB"
        )
        self.everybody = (1 << len(members)) - 1
        self.colours_fit = [
            ((black if white >> at & 1 else 0) | (white if black >> at & 1 else 0)) & ~(1 << at)
            for at in range(len(members))
        ]
        place = {member.key: at for at, member in enumerate(members)}
        self.within_gap: list[dict[int, int]] = [{} for _ in members]
        for at, member in enumerate(members):
            for key in member.meetings:
                if key in place:
                    since = evening.rounds_since(member, members[place[key]])
                    if since is not None:
                        self.within_gap[at][place[key]] = evening.gap + 1 - since

    def of(self, one: int, two: int) -> int:
        """Return the class of a pair: 0 keeps all conditions, a higher class gives way later."""
        if not self.colours_fit[one] >> two & 1:
            return self.colours_class
        return self.within_gap[one].get(two, 0)

    def used(self) -> list[int]:
        """Return the possible classes, from 0 up to the one that lets everybody meet."""
        gap = {c for row in self.within_gap for c in row.values()}
        return sorted({0, *gap, self.colours_class})

    def up_to(self, level: int) -> list[int]:
        """Return who may meet whom when classes up to this one are allowed, as masks."""
        if level >= self.colours_class:
            return [self.everybody & ~(1 << at) for at in range(len(self.colours_fit))]
        return [
            fit & ~sum(1 << b for b, c in barred.items() if c > level)
            for fit, barred in zip(self.colours_fit, self.within_gap, strict=True)
        ]


def pair(
    members: Sequence[Member],
    evening: EveningConditions,
    at_least: int = 0,
    classes: Classes | None = None,
) -> Pairing:
    """Return the pairing of those present, with boards in the order of the choices.

    `at_least` is a class that is allowed in any case, and `classes` are those of these members in
    this evening, None: not made yet; explanations use them.

    Rule: mwkeizer a, b, c, d, 3c.
    """
    classes = classes or Classes(members, evening)
    witness = complete(members, classes, at_least)
    bye = None
    if len(members) % 2:
        bye = next(at for at in candidates_for_bye(members) if witness.take(len(members), at))
    boards = []
    relaxed = []
    for number, (high, low) in enumerate(_choose(witness, classes), 1):
        one = members[high]
        two = members[low]
        boards.append(colours(one, two, number, evening))
        if classes.of(high, low):
            relaxed.append(Relaxed(number, ", ".join(evening.broken(one, two))))
    alone = None if bye is None else members[bye].key
    return Pairing(tuple(boards), alone, (), tuple(relaxed))


def candidates_for_bye(members: Sequence[Member]) -> list[int]:
    """Return the places that may be without opponent, first choice first.

    The players with the fewest rounds without opponent come first, the lowest ranked of them first.

    Rule: mwkeizer 3c.
    """
    fewest = min(member.no_opponent for member in members)
    return [at for at in reversed(range(len(members))) if members[at].no_opponent == fewest]


def complete(members: Sequence[Member], classes: Classes, at_least: int = 0) -> Witness:
    """Return a complete pairing that uses no higher class than it must.

    In an odd field one more vertex, joined to those who may be without opponent, stands for having
    none. A pairing that is complete up to a class is complete up to any higher one, so a binary
    search gives the lowest.
    """
    levels = [at_least, *(level for level in classes.used() if level > at_least)]
    pairing = _up_to(members, classes.up_to(at_least))
    low = 0 if pairing else 1
    high = 0 if pairing else len(levels) - 1
    while low < high:
        middle = (low + high) // 2
        witness = _up_to(members, classes.up_to(levels[middle]))
        if witness is None:
            low = middle + 1
        else:
            pairing = witness
            high = middle
    pairing = pairing or _up_to(members, classes.up_to(levels[low]))
    assert pairing is not None, "with every condition given up, everybody can meet everybody"
    return pairing


def _up_to(members: Sequence[Member], graph: list[int]) -> Witness | None:
    if len(members) % 2:
        alone = len(members)
        graph = [*graph, 0]
        for at in candidates_for_bye(members):
            graph[at] |= 1 << alone
            graph[alone] |= 1 << at
    mate = maximum_matching(graph)
    return None if EXPOSED in mate else Witness(graph, mate)


def _choose(witness: Witness, classes: Classes) -> Iterator[tuple[int, int]]:
    """Yield the pairs, (higher, lower) by place, from the top down.

    Rule: mwkeizer c.
    """
    while witness.free:
        high = (witness.free & -witness.free).bit_length() - 1
        near = sorted(bits(witness.graph[high] & witness.free), key=lambda b: classes.of(high, b))
        low = next(b for b in near if witness.take(high, b))
        yield high, low


def colours(higher: Member, lower: Member, board: int, evening: EveningConditions) -> Board:
    """Return the board of two members, with the rule that gave white.

    "return": in a later period the colours of the last game are reversed. "deficit": the player who
    had white less often, compared with black, has it. "meeting": the colours of their last game are
    reversed. "last colour": the higher ranked has the opposite of their last colour (without one,
    the other player does). "board": nobody has a colour yet; the higher ranked has white on odd
    boards. "bound": the colours by these rules are not allowed, the opposite ones are.

    Rule: mwkeizer b, 2.
    """
    white, rule = _preferred(higher, lower, board, evening)
    as_white = evening.colours_of(higher, lower)
    wanted = as_white[0] if white is higher else as_white[1]
    if not wanted and any(as_white):
        white = lower if white is higher else higher
        rule = "bound"
    black = lower if white is higher else higher
    return Board(white.key, black.key, rule)


def _preferred(
    higher: Member, lower: Member, board: int, evening: EveningConditions
) -> tuple[Member, str]:
    met = higher.meetings.get(lower.key)
    reversed_ = None if met is None else lower if met[1] == "W" else higher
    if reversed_ and met and evening.return_reversed and met[0] < evening.period_start:
        return reversed_, "return"
    deficits = [m.colours.count("B") - m.colours.count("W") for m in (higher, lower)]
    if deficits[0] != deficits[1]:
        return (higher if deficits[0] > deficits[1] else lower), "deficit"
    if reversed_:
        return reversed_, "meeting"
    if higher.colours:
        return (higher if other(higher.colours[-1]) == "W" else lower), "last colour"  # type: ignore[arg-type]
    if lower.colours:
        return (lower if other(lower.colours[-1]) == "W" else higher), "last colour"  # type: ignore[arg-type]
    return (higher if board % 2 else lower), "board"
