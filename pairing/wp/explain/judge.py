"""Judge any complete pairing of a round by the definition: its faults, its groups, their keys.

The engine finds the smallest keys; this module computes the keys of any given pairing. Two pairings
are compared group by group, from the top, key by key (rules/wp.md, section C).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, NamedTuple, TypeAlias

from pairing.explain.claims import Claim
from pairing.norms.faults import KNSB, BoardPairs, Fault, faults
from pairing.norms.model import Contestant, Group, KeyVector, Pairing
from pairing.wp.groups.below import Rest
from pairing.wp.groups.bounds import denials
from pairing.wp.groups.field import WpField
from pairing.wp.groups.look_ahead import LookAhead
from pairing.wp.groups.waiting_room import C2

WpKey: TypeAlias = Literal["k1", "c2", "k2", "k3", "k4", "k5", "k6", "k7", "k8"]
WpReading: TypeAlias = Literal["c2", "B3_before_C4.2", "B4_count_before_strength"]

CLAUSE_OF: Final[Mapping[WpKey, str]] = {
    "k1": "C3",
    "c2": "C2",
    "k2": "C4.1",
    "k3": "B3",
    "k4": "C4.2",
    "k5": "C4.3",
    "k6": "C4.4",
    "k7": "C4.5",
    "k8": "C5",
}
"""The clause of each key. k6 is B4 where the waiting rooms are the same, else C4.4."""

UNIT_OF: Final[Mapping[WpKey, str]] = {
    "k1": "players",
    "c2": "players",
    "k2": "points",
    "k3": "points",
    "k4": "players",
    "k5": "players",
    "k6": "denied",
    "k7": "places",
    "k8": "places",
}
"""The unit of `by`; points are half points in the program."""


class Keyed(NamedTuple):
    """A group as a pairing treats it, with all its keys.

    `places` are positions in the classification, 0 is best. `waiting_places` is k7;
    `opponent_places` is k8: per pair, in the order of the higher, the place of the lower (larger is
    better). It is empty where only the waiting room is examined.
    """

    group: Group
    waiting_places: tuple[int, ...]
    opponent_places: tuple[int, ...]


class KeyDifference(NamedTuple):
    """The first key in which two pairings of one field differ, and by how much.

    `number` is the group's, from 0. `first` and `second` are the two values of the key (half points
    for k2 and k3, places from 0 for k7 and k8, (denied, strong) for k6). `by` is the amount by
    which the second is worse at the first value that differs; it is negative when the second is
    better. `places` is, for k8, the place of the player whose opponent differs. `decisions` are the
    readings of ours whose alternative would have reversed the comparison, or left it to a later
    key.
    """

    number: int
    score_halves: int
    key: WpKey
    clause: str
    first: tuple[int, ...]
    second: tuple[int, ...]
    by: int
    unit: str
    player: int | None
    decisions: tuple[WpReading, ...]


def _values(keyed: Keyed, c2: C2) -> list[tuple[WpKey, tuple[int, ...]]]:
    """Return all keys of a group in the order of comparison, smaller is better."""
    keys = keyed.group.keys
    stuck: list[tuple[WpKey, tuple[int, ...]]] = (
        [("c2", (keys.stuck,))] if c2 == "above_c4_1" else []
    )
    return [
        ("k1", (keys.size,)),
        *stuck,
        ("k2", keys.w_scores_halves),
        ("k3", keys.score_differences_halves),
        ("k4", (keys.refloat,)),
        ("k5", (keys.next_waiting,)),
        ("k6", (keys.denied, keys.denied_strong)),
        ("k7", keyed.waiting_places),
        ("k8", tuple(-place for place in keyed.opponent_places)),
    ]


def _decisions(first: Keyed, second: Keyed, key: WpKey, by: int) -> Iterator[WpReading]:
    """Yield the decisions of ours without which this key would not have decided."""
    better, worse = (first, second) if by > 0 else (second, first)
    good = better.group.keys
    bad = worse.group.keys
    if key == "k2" and good.stuck > bad.stuck:
        yield "c2"
    if key == "c2" and good.w_scores_halves > bad.w_scores_halves:
        yield "c2"
    if key == "k3" and (good.refloat, good.next_waiting) > (bad.refloat, bad.next_waiting):
        yield "B3_before_C4.2"
    if key == "k6" and good.denied_strong > bad.denied_strong:
        yield "B4_count_before_strength"


def compare_group(number: int, first: Keyed, second: Keyed, c2: C2) -> KeyDifference | None:
    """Return the first key in which two treatments of one group differ; None if none does.

    k8 is left out where one of them has no pairs to compare.

    Rule: knsb-wp-2014 C3, C4.1, C4.2, C4.3, C4.4, C4.5, C5, B3, B4.
    """
    for (key, one), (_, two) in zip(_values(first, c2), _values(second, c2), strict=True):
        if one == two or (key == "k8" and not (one and two)):
            continue
        at = next(i for i, (a, b) in enumerate(zip(one, two, strict=True)) if a != b)
        by = two[at] - one[at]
        unit = UNIT_OF[key]
        player = None
        if key == "k6" and at == 1:
            unit = "strong"
        if key == "k8":
            player = first.group.pairs[at][0]
        same_room = first.waiting_places == second.waiting_places
        return KeyDifference(
            number=number,
            score_halves=first.group.score_halves,
            key=key,
            clause="B4" if key == "k6" and same_room else CLAUSE_OF[key],
            first=tuple(map(abs, one)) if key == "k8" else one,
            second=tuple(map(abs, two)) if key == "k8" else two,
            by=by,
            unit=unit,
            player=player,
            decisions=tuple(_decisions(first, second, key, by)),
        )
    return None


def compare(
    first: Sequence[Keyed], second: Sequence[Keyed], c2: C2 = "below_c4_1"
) -> KeyDifference | None:
    """Return the first group and the first key in which two pairings differ; None: same pairs.

    Rule: knsb-wp-2014 C; knsb-wp-1996 C.
    """
    for number, (one, two) in enumerate(zip(first, second, strict=True)):
        difference = compare_group(number, one, two, c2)
        if difference is not None:
            return difference
    return None


@dataclass(frozen=True, slots=True)
class Evaluation:
    """A pairing with its judgement; `groups` is empty if there are `faults`."""

    faults: tuple[Fault, ...]
    groups: tuple[Keyed, ...]

    @property
    def is_legal(self) -> bool:
        """Return whether everybody is paired exactly once, as B1 and B2 allow."""
        return not self.faults


class Judge:
    """Judges pairings of one field, given in A4 order, best first."""

    bye_clause = "F1"
    clauses = KNSB

    def __init__(self, contestants: Sequence[Contestant]) -> None:
        self.field = WpField(contestants)
        self.place = {key: at for at, key in enumerate(self.field.keys)}

    def evaluate(self, pairs: BoardPairs, bye: int | None) -> Evaluation:
        """Judge a pairing, given as pairs of keys in any order and the key of the bye.

        Rule: knsb-wp-2014 B1a, B1b, B2, F1, C.
        """
        faults = tuple(self.faults(pairs, bye))
        if faults:
            return Evaluation(faults, ())
        return Evaluation((), tuple(self._groups(pairs)))

    def of_engine(self, pairing: Pairing) -> tuple[Keyed, ...]:
        """Return the groups of an engine's pairing, with its keys."""
        return tuple(
            Keyed(
                group,
                tuple(self.place[p] for p in group.waiting),
                tuple(self.place[lower] for _, lower in group.pairs),
            )
            for group in pairing.groups
        )

    def faults(self, pairs: BoardPairs, bye: int | None) -> Iterator[Fault]:
        """Yield everything that makes a pairing illegal or incomplete, in that order.

        Rule: knsb-wp-2014 B1a, B1b, B2, F1; knsb-wp-1996 B1a, B1b, B2, F1.
        """
        return faults(self, pairs, bye)

    def may_have_bye(self, player: int) -> bool:
        """Return whether B1b allows a player the bye."""
        return self.field.bye_allowed[self.place[player]]

    def fault_of(self, one: int, two: int) -> Fault | None:
        """Return the norm that forbids a pair of keys; None when it is legal.

        Rule: knsb-wp-2014 B1a, B2; knsb-wp-1996 B1a, B2.
        """
        a = self.place[one]
        b = self.place[two]
        if b in self.field.met[a]:
            return Fault("met", "B1a", (one, two))
        return None if self.field.is_legal(a, b) else Fault("colours", "B2", (one, two))

    def _groups(self, pairs: BoardPairs) -> Iterator[Keyed]:
        field = self.field
        place = self.place
        opponent: dict[int, int] = {}
        for one, two in pairs:
            opponent[place[one]], opponent[place[two]] = place[two], place[one]
        incoming: list[int] = []
        for number, (_, end) in enumerate(field.groups):
            players = self.treated(number, incoming)
            waiting = [p for p in players if opponent.get(p, field.size) >= end]
            chosen = [(p, opponent[p]) for p in players if p < opponent.get(p, -1) < end]
            yield self.keyed(number, incoming, waiting, chosen)
            incoming = waiting

    def treated(self, number: int, incoming: Sequence[int]) -> list[int]:
        """Return the players of a treated group, by place: those who came in, and its own."""
        return [*incoming, *range(*self.field.groups[number])]

    def rest(self, number: int, incoming: Sequence[int]) -> tuple[Rest, LookAhead | None]:
        """Return the players below a treated group, and the next group; None below the last."""
        groups = self.field.groups
        rest = Rest(self.field, self.treated(number, incoming), groups[number][1])
        return rest, LookAhead(rest, *groups[number + 1]) if number + 1 < len(groups) else None

    def keyed(
        self, number: int, incoming: Sequence[int], waiting: Sequence[int], pairs: BoardPairs
    ) -> Keyed:
        """Return the keys of one group, everything given by place and in order.

        H2 must hold for `waiting`: k4 looks no further than the next group.

        Rule: knsb-wp-2014 C3, C4.1, C4.2, C4.3, C4.4, B3, B4.
        """
        field = self.field
        refloat, next_waiting, stuck = self.look_ahead(number, incoming, waiting)
        denied = [denials(field.classes[a], field.classes[b]) for a, b in pairs]
        differences = sorted((field.points[a] - field.points[b] for a, b in pairs), reverse=True)
        keys = field.keys
        begin, end = field.groups[number]
        vector = KeyVector(
            size=len(waiting),
            w_scores_halves=tuple(field.points[p] for p in waiting),
            score_differences_halves=tuple(differences),
            refloat=refloat,
            next_waiting=next_waiting,
            denied=sum(d for d, _ in denied),
            denied_strong=sum(s for _, s in denied),
            stuck=stuck,
        )
        group = Group(
            score_halves=field.points[begin],
            incoming=tuple(keys[p] for p in incoming),
            residents=tuple(keys[begin:end]),
            waiting=tuple(keys[p] for p in waiting),
            pairs=tuple((keys[a], keys[b]) for a, b in pairs),
            keys=vector,
        )
        return Keyed(group, tuple(waiting), tuple(b for _, b in pairs))

    def look_ahead(
        self, number: int, incoming: Sequence[int], waiting: Sequence[int]
    ) -> tuple[int, int, int]:
        """Return k4, k5 and the key of C2 of a waiting room for which H2 holds.

        Rule: knsb-wp-2014 C2, C4.2, C4.3; knsb-wp-1996 C2, C4.2, C4.3.
        """
        _, ahead = self.rest(number, incoming)
        if ahead is None:
            return 0, 0, 0
        return *ahead.keys(waiting), ahead.stuck(waiting)


def with_difference(claim: Claim, difference: KeyDifference, judge: Judge) -> Claim:
    """Return the claim with the key, the clause and by how much; `others` get the players involved.

    For k7 these are the player who waits and the one who would; for k8 the player whose opponent
    changes, their opponent, and the one they would get.
    """
    one = difference.first
    two = difference.second
    at = next(i for i, (a, b) in enumerate(zip(one, two, strict=True)) if a != b)
    keys = judge.field.keys
    others = claim.others
    ours: int | None = one[at]
    instead: int | None = two[at]
    if difference.key == "k7":
        others = others or (keys[one[at]], keys[two[at]])
    if difference.key == "k8":
        assert difference.player is not None
        others = difference.player, keys[one[at]], keys[two[at]]
    if difference.key in ("k7", "k8"):
        # A place in the classification, counted from 1.
        ours = one[at] + 1
        instead = two[at] + 1
    return replace(
        claim,
        others=others,
        clause=difference.clause,
        group=difference.score_halves,
        key=difference.key,
        by=difference.by,
        unit=difference.unit,
        found=ours,
        instead=instead,
        decisions=difference.decisions,
    )
