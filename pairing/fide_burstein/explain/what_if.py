"""The best pairing under a condition: two meet, one has the bye, or a player stays in a bracket.

Who has the bye comes first. As long as the engine's player can have it within the condition, the
brackets are compared as in the Dutch System, by the keys and the order of this one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from pairing.fide.players import FidePlayer
from pairing.fide.some_of import SomeOf
from pairing.fide_burstein.explain.judge import BursteinJudge
from pairing.fide_burstein.field import BursteinField
from pairing.fide_burstein.ranking import BursteinPlayer
from pairing.fide_dutch.explain.what_if import DutchForcer
from pairing.fide_dutch.field import DutchField
from pairing.graphs.matching import bits, deficiency, mask_of
from pairing.norms.certificate import certificate
from pairing.norms.criterion import Forced


class BursteinForcer(DutchForcer):
    """Answers for one judged round, as often as asked; players by key."""

    def __init__(self, judge: BursteinJudge) -> None:
        """Take the judge, whose round the engine has paired."""
        super().__init__(judge)
        self.ranked = judge

    def forced(self, one: int, two: int | None) -> Forced:
        """Return what gets worse first when `one` meets `two` (None: has the bye).

        Rule: fide-burstein-2026 3.1, 3.2.
        """
        judge = self.ranked
        if two is not None and judge.bye not in (one, two):
            inside = super().forced(one, two)
            if inside.impossible is None or judge.bye is None:
                return inside
        question = ("other_bye", one, two)
        if question not in self._known:
            self._known[question] = self._other_bye(one, two)
        return self._known[question]

    def stays(self, one: int, number: int) -> Forced:
        """Return what gets worse first when a player is paired in a bracket of the engine's.

        Rule: fide-burstein-2026 3.1, C5, C6, 3.2.
        """
        inside = super().stays(one, number)
        judge = self.ranked
        if inside.impossible is None or judge.bye is None:
            return inside
        whole = judge.whole
        places = judge.place
        here = mask_of(
            places[judge.field.ranked[i].key] for i in judge.best[number].bracket.players
        )
        at = places[one]
        legal = [row if here >> i & 1 else row & ~(1 << at) for i, row in enumerate(whole.legal)]
        legal[at] &= here
        bye = self._bye_of(legal, ((1 << whole.size) - 1), ~(1 << at))
        return inside if bye is None else Forced(None, judge.of_other_bye(bye))

    def _other_bye(self, one: int, two: int | None) -> Forced:
        """Return who has the bye where two meet, or this one, and what is worse about that.

        Rule: fide-burstein-2026 3.1, C4.
        """
        judge = self.ranked
        whole = judge.whole
        places = judge.place
        gone = mask_of(places[key] for key in (one, two) if key is not None)
        everybody = (1 << whole.size) - 1
        left = everybody & ~gone
        if two is not None:
            bye = self._bye_of(whole.legal, left, left)
        else:
            bye = one if whole.completes(left) else None
        if bye is not None:
            return Forced(None, judge.of_other_bye(bye))
        shown = certificate(SomeOf(whole, bits(left)))
        assert shown is not None, "without a complete pairing there is a reason"
        return Forced(shown, None)

    def _bye_of(self, legal: Sequence[int], alive: int, may: int) -> int | None:
        """Return the key of the player of these who has the bye, if all others can be paired.

        Rule: fide-burstein-2026 3.1, C2.
        """
        whole = self.ranked.whole
        missing, left_out = deficiency(legal, alive)
        free = [i for i in bits(left_out & may) if whole.players[i].may_have_bye]
        if missing != 1 or not free:
            return None
        return whole.players[min(free, key=whole.bye_order)].key

    def _of(self, players: Sequence[FidePlayer]) -> DutchField:
        """Return a field of some players of the round."""
        return BursteinField(cast("Sequence[BursteinPlayer]", players), self.ranked.whole.initial)
