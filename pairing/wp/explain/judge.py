"""Judge any complete pairing of a round by the definition: its faults, its groups, their keys.

The engine finds the smallest keys; this module computes the keys of any given pairing. Two pairings
are compared group by group, from the top, key by key (rules/wp.md, section C).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from pairing.norms.criterion import Difference
from pairing.norms.faults import KNSB, BoardPairs, Fault, faults
from pairing.norms.model import Contestant, Group, KeyVector, Pairing
from pairing.wp.explain.criteria import COMPARED, Keyed
from pairing.wp.groups.below import Rest
from pairing.wp.groups.bounds import denials
from pairing.wp.groups.field import WpField
from pairing.wp.groups.look_ahead import LookAhead
from pairing.wp.groups.waiting_room import C2


def compare(
    first: Sequence[Keyed], second: Sequence[Keyed], c2: C2 = "below_c4_1"
) -> Difference | None:
    """Return the first group and the first key in which two pairings differ; None: same pairs.

    Rule: knsb-wp-2014 C; knsb-wp-1996 C.
    """
    criteria = COMPARED[c2]
    for number, (one, two) in enumerate(zip(first, second, strict=True)):
        difference = criteria.difference(number, one, two)
        if difference is not None:
            return difference
    return None


def keyed_groups(groups: Sequence[Group], place: Mapping[int, int]) -> Iterator[Keyed]:
    """Yield the groups of an engine's pairing, with its keys; `place` is that of each player."""
    for group, below in zip_longest(groups, groups[1:]):
        yield Keyed(
            group,
            tuple(place[player] for player in group.waiting),
            tuple(place[lower] for _, lower in group.pairs),
            0 if below is None else len(below.residents),
        )


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
        return tuple(keyed_groups(pairing.groups, self.place))

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
        following = range(*field.groups[number + 1]) if number + 1 < len(field.groups) else ()
        return Keyed(group, tuple(waiting), tuple(b for _, b in pairs), len(following))

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
