"""The pairing of rules/wp.md section C by exhaustion: slow, literal, an oracle for tests.

Per score group every waiting room W and every set of pairs M is tried. It is simple on purpose, and
shares only the state, the pair's legality and the colours of a pair with the engine.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Literal

from pairing.norms.colours import boards_in_order, preference_of
from pairing.norms.model import Contestant, Group, KeyVector, NoPairing, Pairing
from tests.oracles.legality import is_legal_pair

C2 = Literal["below_c4_1", "above_c4_1"]
Pairs = tuple[tuple[int, int], ...]
FullKey = tuple[object, ...]


class _Twin:
    """One round; players are their positions in A4 order, 0 is best."""

    def __init__(self, field: Sequence[Contestant], c2: C2) -> None:
        self.field = field
        self.c2 = c2
        self.legal = [[is_legal_pair(a, b) for b in field] for a in field]
        self.complete = lru_cache(maxsize=None)(self._complete)
        self.coverage = lru_cache(maxsize=None)(self._coverage)

    def points(self, player: int) -> int:
        return self.field[player].points_halves

    def _complete(self, players: tuple[int, ...], byes: frozenset[int]) -> bool:
        """Return whether all can be paired, an odd number with one bye out of `byes`."""
        if not players:
            return True
        first, rest = players[0], players[1:]
        if len(players) % 2 and first in byes and self.complete(rest, frozenset()):
            return True
        return any(
            self.legal[first][other] and self.complete(tuple(p for p in rest if p != other), byes)
            for other in rest
        )

    def perfect_matchings(self, players: tuple[int, ...]) -> Iterator[Pairs]:
        if not players:
            yield ()
            return
        first, rest = players[0], players[1:]
        for other in rest:
            if self.legal[first][other]:
                for more in self.perfect_matchings(tuple(p for p in rest if p != other)):
                    yield ((first, other), *more)

    def _coverage(self, players: tuple[int, ...], waiting: frozenset[int]) -> tuple[int, int]:
        """Return (players left, of them members of W) in a maximum matching leaving fewest of W."""
        if not players:
            return 0, 0
        first, rest = players[0], players[1:]
        left, left_waiting = self.coverage(rest, waiting)
        best = left + 1, left_waiting + (first in waiting)
        for other in rest:
            if self.legal[first][other]:
                best = min(best, self.coverage(tuple(p for p in rest if p != other), waiting))
        return best

    def look_ahead(
        self, waiting: tuple[int, ...], following: tuple[int, ...], is_last: bool
    ) -> tuple[int, int, int]:
        """Return k4, k5 and the key of C2 of a waiting room; `following` is the next group."""
        if not following:
            return 0, 0, 0
        everyone = waiting + following
        stuck = sum(not any(self.legal[p][q] for q in everyone if q != p) for p in waiting)
        if is_last:
            if len(everyone) % 2 == 0:
                return 0, 0, stuck
            others = frozenset(p for p in following if self.field[p].may_have_bye)
            return int(not self.complete(everyone, others)), 1, stuck
        left, left_waiting = self.coverage(everyone, frozenset(waiting))
        return left_waiting, left, stuck

    def inner_keys(self, pairs: Pairs) -> tuple[tuple[int, ...], int, int]:
        """Return k3 and both parts of k6 of a set of pairs."""
        differences = sorted((self.points(a) - self.points(b) for a, b in pairs), reverse=True)
        denied = strong = 0
        for a, b in pairs:
            one, two = preference_of(self.field[a]), preference_of(self.field[b])
            if one.colour is not None and one.colour == two.colour:
                denied += 1
                strong += one.strength >= 2 and two.strength >= 2
        return tuple(differences), denied, strong

    def best(
        self, players: tuple[int, ...], below: list[tuple[int, ...]]
    ) -> tuple[tuple[int, ...], Pairs, KeyVector] | None:
        """Return the best (W, M) of one treated group, with its keys."""
        beneath = tuple(p for group in below for p in group)
        byes = frozenset(p for p in range(len(self.field)) if self.field[p].may_have_bye)
        following = below[0] if below else ()
        for size in range(len(players) % 2, len(players) + 1, 2):
            least: tuple[FullKey, tuple[int, ...], Pairs, KeyVector] | None = None
            for waiting in combinations(players, size):
                if not self.complete(waiting + beneath, byes):
                    continue
                scores = tuple(self.points(p) for p in waiting)
                refloat, room, stuck = self.look_ahead(waiting, following, len(below) == 1)
                c2 = stuck if self.c2 == "above_c4_1" else 0
                if least is not None and (c2, scores) > least[0][:2]:
                    continue
                inside = tuple(p for p in players if p not in waiting)
                for pairs in self.perfect_matchings(inside):
                    differences, denied, strong = self.inner_keys(pairs)
                    c5 = tuple(-b for _, b in pairs)
                    key: FullKey = (
                        *(c2, scores, differences, refloat, room),
                        *(denied, strong, waiting, c5),
                    )
                    if least is None or key < least[0]:
                        vector = KeyVector(
                            *(size, scores, differences, refloat, room, denied, strong, stuck)
                        )
                        least = key, waiting, pairs, vector
            if least is not None:
                return least[1:]
        return None


def pair(contestants: Sequence[Contestant], *, c2: C2 = "below_c4_1") -> Pairing | NoPairing:
    """Return the pairing of a small field (about ten players), given in A4 order, by exhaustion.

    Rule: knsb-wp-2014 C1, C2, C3, C4.1, C4.2, C4.3, C4.4, C4.5, C5, C6, C7, C8, C9.
    """
    twin = _Twin(contestants, c2)
    scores = sorted({c.points_halves for c in contestants}, reverse=True)
    groups = [
        tuple(i for i, c in enumerate(contestants) if c.points_halves == score) for score in scores
    ]
    keys = [c.key for c in contestants]
    waiting: tuple[int, ...] = ()
    treated: list[Group] = []
    pairs: list[tuple[int, int]] = []
    for number, residents in enumerate(groups):
        best = twin.best(waiting + residents, groups[number + 1 :])
        if best is None:
            return NoPairing("no complete pairing exists", tuple(keys), "B1, B2")
        incoming = waiting
        waiting, chosen, vector = best
        named = tuple((keys[a], keys[b]) for a, b in chosen)
        pairs += named
        treated.append(
            Group(
                score_halves=scores[number],
                incoming=tuple(keys[p] for p in incoming),
                residents=tuple(keys[p] for p in residents),
                waiting=tuple(keys[p] for p in waiting),
                pairs=named,
                keys=vector,
            )
        )
    boards = boards_in_order(
        {c.key: c for c in contestants}, {key: i for i, key in enumerate(keys)}, pairs
    )
    return Pairing(boards, keys[waiting[0]] if waiting else None, tuple(treated))
