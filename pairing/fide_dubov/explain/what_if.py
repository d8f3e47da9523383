"""The best pairing of the Dubov System under a condition: two meet, one has the bye, or stays.

The engine pairs a field in which the condition takes pairs away. It is held to the criteria and the
order in the same way as without the condition, so the first key in which a bracket differs is the
first that every pairing within the condition has worse.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from pairing.fide.some_of import SomeOf
from pairing.fide_dubov.brackets import paired
from pairing.fide_dubov.engine import NOBODY, free_player
from pairing.fide_dubov.explain.judge import DubovJudge
from pairing.fide_dubov.field import DubovField
from pairing.fide_dubov.upfloaters import upfloaters_of
from pairing.graphs.matching import mask_of
from pairing.norms.certificate import certificate
from pairing.norms.criterion import Forced


class DubovForcer:
    """Answers for one judged round, as often as asked; players by key."""

    def __init__(self, judge: DubovJudge) -> None:
        """Take the judge, whose round the engine has paired."""
        self.judge = judge
        self._answers: dict[tuple[int, int | None], Forced] = {}

    def forced(self, one: int, two: int | None) -> Forced:
        """Return what gets worse first when `one` meets `two` (None: has the bye).

        The two must be a legal pair, or `one` be allowed the bye.

        Rule: fide-dubov-2026 3.1.2, 3.2.2.
        """
        if (one, two) not in self._answers:
            self._answers[one, two] = self._bye(one) if two is None else self._pair(one, two)
        return self._answers[one, two]

    def stays(self, one: int, number: int) -> Forced:
        """Return what gets worse first when a player does not float up into a bracket.

        Rule: fide-dubov-2026 C5, C6, 3.2.2.
        """
        residents = self._keys(self.judge.best[number].residents)
        return self._under({one: residents}, self.judge.field.order)

    def _keys(self, places: Iterable[int]) -> frozenset[int]:
        return frozenset(self.judge.field.players[at].key for at in places)

    def _bye(self, one: int) -> Forced:
        judge = self.judge
        at = self.judge.at[one]
        others = [other for other in judge.field.order if other != at]
        if not judge.field.completes(mask_of(others)):
            return Forced(certificate(SomeOf(judge.field, others)), None)
        return Forced(None, judge.of_other_bye(one))

    def _pair(self, one: int, two: int) -> Forced:
        both = frozenset((one, two))
        others = frozenset(self.judge.at) - both
        left = [at for at in self.judge.field.order if self.judge.field.players[at].key in others]
        return self._under({one: others, two: others}, left)

    def _under(self, apart: Mapping[int, frozenset[int]], left: Iterable[int]) -> Forced:
        """Return what gets worse first when some players are kept from others.

        `left` are the places of those who must be paired beside.
        """
        judge = self.judge
        field = self.judge.field
        held = DubovField(
            [
                replace(
                    one,
                    barred=one.barred | apart.get(one.key, frozenset()),
                    may_have_bye=one.may_have_bye and self._is_free(one.key, apart),
                )
                for one in field.players
            ],
            last_round=field.last_round,
        )
        free = free_player(held)
        if free is None:
            shown = certificate(SomeOf(held, left)) or certificate(SomeOf(held, field.order))
            assert shown is not None, "without a complete pairing there is a reason"
            return Forced(shown, None)
        if free != NOBODY and (difference := judge.of_other_bye(field.players[free].key)):
            return Forced(None, difference)
        rest = field.everybody & ~(0 if free == NOBODY else 1 << free)
        for number, bracket in enumerate(judge.best):
            residents = mask_of(bracket.residents)
            upfloaters = upfloaters_of(held, residents, rest & ~residents)
            way = judge.way(number, paired(held, residents, upfloaters).pairs)
            if difference := judge.compare_ways(number, judge.own(number), way):
                return Forced(None, difference)
            rest &= ~(residents | upfloaters)
        return Forced(None, None)

    def _is_free(self, key: int, apart: Mapping[int, frozenset[int]]) -> bool:
        """Tell whether a player may have the bye: not one of two who are to meet each other."""
        return key not in apart or len(apart) == 1
