"""Any complete pairing of a round, judged as the Dutch System has it.

The engine's round is run once more. Another pairing is compared with it: by the score of the player
with the bye, where the edition has it first, and then bracket by bracket from the top, by the
criteria of the bracket and by what comes first. As long as they agree, the next bracket is the
engine's too. In 2017 an ordinary bracket need not leave those below a complete pairing; the
penultimate one must, and all below it are one last bracket, whose residents have scores of their
own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

from ledger.values import Colour
from pairing.fide.costs import Costs
from pairing.fide.criterion import Way
from pairing.fide.judge import BracketJudge
from pairing.fide.players import FidePlayer
from pairing.fide_dutch.brackets import PairedDutchBracket
from pairing.fide_dutch.engine import RULES_2026
from pairing.fide_dutch.explain.orders import DutchOrder, order_of
from pairing.fide_dutch.field import DutchField
from pairing.fide_dutch.first import Pairs
from pairing.fide_dutch.rules import DutchRules
from pairing.fide_dutch.scene import DutchBracket, Pair, Scene
from pairing.graphs.cheapest_matching import CheapestMatching

NextBracket: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""Who is left over in the next bracket at best, and the higher ones of the pairs there."""


@dataclass(frozen=True)
class DutchWay(Way):
    """One way to pair a bracket: its pairs (higher, lower) and who floats from it, by place."""

    judge: DutchJudge
    number: int
    scene: Scene
    pairs: Pairs
    floaters: tuple[int, ...]
    order: DutchOrder

    def part(self, channel: str) -> Iterable[Any]:
        """Return all of it that can cost something in a channel.

        Rule: fide-dutch-2026 C8, C9; fide-dutch-2017 C7.
        """
        if channel == "of_pair":
            return self._made
        if channel == "of_floater":
            return self.floaters
        if channel == "of_seat":
            return self.floaters if self.scene.one_floater else ()
        return self.judge.next_best(self.number, self.floaters)[channel == "of_pair_below"]

    @cached_property
    def _made(self) -> tuple[Pair, ...]:
        return tuple(self.scene.pair(*pair) for pair in self.pairs)


class DutchJudge(BracketJudge):
    """Judges pairings of one field, given in the order of 1.2, against the engine's."""

    field: DutchField
    best: Sequence[PairedDutchBracket]

    def __init__(
        self, players: Sequence[FidePlayer], initial: Colour, rules: DutchRules = RULES_2026
    ) -> None:
        """Take the players, and the colour drawn before round 1, and pair the round."""
        super().__init__(players, rules.edition.bye)
        self.rules = rules
        self.edition = rules.edition
        self._next: dict[tuple[int, tuple[int, ...]], NextBracket] = {}
        self._scenes: dict[tuple[int, bool], Scene] = {}
        self._pair(players, initial)

    def _pair(self, players: Sequence[FidePlayer], initial: Colour) -> None:
        self.field = DutchField(players, initial)
        self.paired = self.rules.brackets(self.field)
        self.best = self.paired or ()
        score = self.field.pab_score
        self.order_of_bye = None if score is None else (score,)

    @cached_property
    def bracket_of(self) -> dict[int, int]:
        """The number of the bracket in which each player is a resident, by place."""
        return {i: n for n, treated in enumerate(self.best) for i in treated.bracket.residents}

    def is_made_in(self, number: int, pair: tuple[int, int]) -> bool:
        """Tell whether the lower of two is a resident."""
        return self.bracket_of[max(pair)] == number

    def bracket(self, number: int) -> DutchBracket:
        """Return a bracket of the engine's: who are in it."""
        return self.best[number].bracket

    def fewest_floaters(self, number: int) -> int:
        """Return how few of a bracket can float with all below completed, whoever has the bye.

        Rule: fide-dutch-2026 C4.
        """
        field = self.field
        bracket = self.best[number].bracket
        players = [*bracket.players, *bracket.following, *bracket.lower]
        at = {i: new for new, i in enumerate(players)}
        here = len(bracket.players)
        moved = set(bracket.moved)
        rows: list[dict[int, int]] = [
            {
                at[j]: int((at[i] < here) != (at[j] < here))
                for j in players
                if field.legal[i] >> j & 1 and not (i in moved and j in moved)
            }
            for i in players
        ]
        if len(players) % 2:
            seat = {at[i]: int(at[i] < here) for i in players if field.players[i].may_have_bye}
            for i, cost in seat.items():
                rows[i][len(players)] = cost
            rows.append(seat)
        matching = CheapestMatching(rows)
        assert matching.run() is not None, "the brackets above have kept a complete pairing"
        return matching.cost()

    # --- ways -------------------------------------------------------------------------------------

    def way(self, number: int, pairs: Iterable[tuple[int, int]]) -> DutchWay:
        """Return pairs of places as a way to pair a bracket of the engine's.

        Rule: fide-dutch-2026 C9.
        """
        bracket = self.best[number].bracket
        ordered = tuple(sorted((min(pair), max(pair)) for pair in pairs))
        here = {i for pair in ordered for i in pair}
        floaters = tuple(i for i in bracket.players if i not in here)
        score = self.field.pab_score
        has_bye = score is not None and score >= self.field.scores[bracket.residents[0]]
        scene = self._scene(number, has_bye and len(floaters) == 1)
        return DutchWay(self, number, scene, ordered, floaters, self.order(bracket, ordered))

    def _scene(self, number: int, one_floater: bool) -> Scene:
        """Return a bracket in its field, made once."""
        key = number, one_floater
        if key not in self._scenes:
            bracket = self.best[number].bracket
            self._scenes[key] = Scene(self.field, bracket, one_floater=one_floater)
        return self._scenes[key]

    def order(self, bracket: DutchBracket, pairs: Iterable[tuple[int, int]]) -> DutchOrder:
        """Return where pairs stand in the order of candidates."""
        return order_of(bracket, pairs)

    def next_best(self, number: int, floaters: tuple[int, ...]) -> NextBracket:
        """Return who of the next bracket are left over at best, and the higher ones of its pairs.

        Rule: fide-dutch-2026 C8; fide-dutch-2017 C7.
        """
        treated = self.best[number]
        if not treated.bracket.following:
            return (), ()
        if self.rules.completes_next and floaters == treated.floaters:
            return self.best[number + 1].floaters, ()
        key = number, floaters
        if key not in self._next:
            self._next[key] = self._next_best(treated.bracket, floaters)
        return self._next[key]

    def _next_best(self, bracket: DutchBracket, floaters: tuple[int, ...]) -> NextBracket:
        """Return the same by a cheapest matching: the floaters with the next scoregroup.

        Where those below that must be completed, who is left over is matched with one of them, or
        has the bye; elsewhere anybody may be left over, and floaters do not meet each other.

        Rule: fide-dutch-2026 C8; fide-dutch-2017 C7, A8.
        """
        field = self.field
        ahead = [one for one in self.edition.criteria if "of_over" in one.channels]
        costs = Costs(ahead, Scene(field, bracket))
        here = (*floaters, *bracket.following)
        over = costs.of_each("of_over", here)
        below = costs.of_each("of_pair_below", here)
        players = here
        alone: dict[int, int] = {at: over[i] for at, i in enumerate(here)}
        apart = frozenset(floaters)
        if self.rules.completes_next:
            players = (*here, *bracket.lower, *([field.seat] if field.odd else []))
            alone = {}
            apart = frozenset()

        def cost(i: int, j: int) -> int:
            if i in over and j in over:
                return below[min(i, j)]
            return over.get(i, 0) + over.get(j, 0)

        rows: list[dict[int, int]] = [
            {
                at: cost(i, j)
                for at, j in enumerate(players)
                if field.legal[i] >> j & 1 and not (i in apart and j in apart)
            }
            for i in players
        ]
        mates = CheapestMatching(rows, alone=alone).run()
        assert mates is not None, "those below can be completed, or anybody may be left over"
        pairs = [(i, players[mate]) for i, mate in zip(players, mates, strict=True) if mate >= 0]
        made = [pair for pair in pairs if pair[0] < pair[1] and all(i in over for i in pair)]
        in_pairs = {i for pair in made for i in pair}
        return tuple(i for i in here if i not in in_pairs), tuple(one for one, _ in made)
