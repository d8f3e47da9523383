"""Any complete pairing of a round, judged as articles 2 to 4 of the Dubov System have it.

The engine's round is run once more. Another pairing is compared with it: by who has the bye, and
then bracket by bracket from the top, by the upfloaters, the colours, the shifters and the order of
opponents. As long as they agree, the next bracket is the engine's too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

from pairing.fide.criterion import Way
from pairing.fide.judge import BracketJudge
from pairing.fide_dubov.brackets import DubovBracket, by_middle, groups_of, seekers
from pairing.fide_dubov.criteria import EDITION_DUBOV
from pairing.fide_dubov.engine import paired_round
from pairing.fide_dubov.field import DubovField
from pairing.fide_dubov.players import DubovPlayer
from pairing.fide_dubov.scene import DubovScene
from pairing.graphs.matching import mask_of
from pairing.norms.certificate import Certificate


class DubovWay(Way):
    """A bracket of some residents, paired in some way: by pairs of places."""

    def __init__(
        self,
        field: DubovField,
        residents: Iterable[int],
        below: int,
        pairs: Iterable[tuple[int, int]],
    ) -> None:
        """Take the pairs with a resident in them; `below` are the players left below."""
        self.field = field
        self.residents = tuple(residents)
        self.pairs = tuple(pairs)
        here = mask_of(at for pair in self.pairs for at in pair)
        order = [at for at in field.order if below >> at & 1]
        self.numbers = {at: n for n, at in enumerate(order, 1)}
        self.upfloaters = [at for at in order if here >> at & 1]
        self.scene = DubovScene(field, order)
        self.groups = groups_of(field, here)
        self.small = 0 if self.groups[0].bit_count() <= self.groups[1].bit_count() else 1
        self.turns = [
            {at: n for n, at in enumerate(by_middle(seekers(field, group, white)), 1)}
            for group, white in zip(self.groups, (True, False), strict=True)
        ]
        self.shifted = [self._shifted(group) for group in (0, 1)]

    def part(self, channel: str) -> Sequence[Any]:
        """Return all of it that can cost something in a channel."""
        return self.pairs if channel == "of_pair" else self.upfloaters

    def _shifted(self, group: int) -> list[int]:
        """Return who leaves a group, in the order of their numbers: one of each pair within it.

        Rule: fide-dubov-2026 3.2.4, 4.3.1.
        """
        mask = self.groups[group]
        turn = self.turns[group]
        inside = [pair for pair in self.pairs if mask >> pair[0] & mask >> pair[1] & 1]
        return sorted((min(pair, key=turn.__getitem__) for pair in inside), key=turn.__getitem__)

    @cached_property
    def opponents(self) -> list[tuple[int, int]]:
        """Return the pairs as (S1, T2), in the order of S1.

        Rule: fide-dubov-2026 3.2.5.
        """
        first, second = (mask_of(some) for some in self.shifted)
        one = self.groups[0] & ~first | second
        both = {at: other for a, b in self.pairs for at, other in ((a, b), (b, a))}
        return [(at, both[at]) for at in seekers(self.field, one, white=True)]


class DubovJudge(BracketJudge):
    """Judges pairings of one field against the engine's."""

    edition = EDITION_DUBOV
    field: DubovField
    best: Sequence[DubovBracket]

    def __init__(self, players: Sequence[DubovPlayer], *, last_round: bool) -> None:
        """Take the players by pairing score and number, and pair the round."""
        super().__init__(players, EDITION_DUBOV.bye)
        self.field = DubovField(players, last_round=last_round)
        self.done = done = paired_round(self.field)
        self.best = done.brackets if done else ()
        if done and done.bye is not None:
            self.bye = self.field.players[done.bye].key
            self.order_of_bye = self.bye_of(self.bye)

    @cached_property
    def bracket_of(self) -> dict[int, int]:
        """The number of the bracket in which each player is paired, by place."""
        return {at: number for number, one in enumerate(self.best) for at in one.players}

    def is_made_in(self, number: int, pair: tuple[int, int]) -> bool:
        """Tell whether one of two is a resident."""
        return not set(self.best[number].residents).isdisjoint(pair)

    def why_none(self, places: Iterable[int] | None = None) -> Certificate | None:
        """Return why these have no complete pairing (None: all, by pairing score and number)."""
        return super().why_none(self.field.order if places is None else places)

    def way(self, number: int, pairs: Iterable[tuple[int, int]]) -> DubovWay:
        """Return pairs of places as a way to pair a bracket of the engine's."""
        bracket = self.best[number]
        below = mask_of(at for one in self.best[number:] for at in one.players)
        return DubovWay(self.field, bracket.residents, below & ~mask_of(bracket.residents), pairs)
