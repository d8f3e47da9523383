"""Any complete pairing of a round beside the engine's: bracket by bracket, by each criterion."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, Final

from pairing.fide.colours import obstacle
from pairing.fide.edition import Edition
from pairing.fide.players import FidePlayer
from pairing.fide.some_of import FieldOfPlayers, SomeOf
from pairing.norms.certificate import Certificate, certificate
from pairing.norms.criterion import Difference, Total
from pairing.norms.faults import BoardPairs, Fault, NormClauses

FIDE_NORMS: Final = NormClauses("C1", "C3", "C2")


class FideNorms:
    """The norms of a round, C1 to C3, for all its players, also for one who has the bye."""

    clauses: ClassVar[NormClauses] = FIDE_NORMS

    def __init__(self, players: Sequence[FidePlayer], bye_clause: str) -> None:
        """Take the players; `place` is theirs in this order, by key."""
        self.players: Mapping[int, FidePlayer] = {player.key: player for player in players}
        self.place: Mapping[int, int] = {player.key: at for at, player in enumerate(players)}
        self.bye_clause = bye_clause

    def may_have_bye(self, player: int) -> bool:
        """Tell whether a player may have the bye.

        Rule: fide-dutch-2026 C2; fide-dubov-2026 C2; fide-burstein-2026 3.1, C2.
        """
        return self.players[player].may_have_bye

    def fault_of(self, one: int, two: int) -> Fault | None:
        """Return which criterion forbids a pair of keys; None when it is legal.

        Rule: fide-dutch-2026 C1, C3; fide-dubov-2026 C1, C3; fide-burstein-2026 C1, C3.
        """
        clause = obstacle(self.players[one], self.players[two])
        if clause is None:
            return None
        return Fault("met" if clause == "C1" else "colours", clause, (one, two))


class BracketJudge(FideNorms, ABC):
    """Judges pairings of one field against the engine's; as long as they agree, bracket by bracket.

    `field` has the players of the brackets by place, and `best` the brackets as the engine pairs
    them, none when nobody can pair the round. `bye` is the key of who has the bye and is in no bracket; None where
    there is none, or who has it floats from the last bracket. `order_of_bye` is where the player
    with the bye stands in the order for it, by the engine; None where there is none.
    """

    edition: Edition
    field: FieldOfPlayers
    best: Sequence[Any]
    bye: int | None = None
    order_of_bye: Total | None = None

    @cached_property
    def at(self) -> Mapping[int, int]:
        """The place of each player in the field, by key."""
        return {player.key: at for at, player in enumerate(self.field.players)}

    @property
    @abstractmethod
    def bracket_of(self) -> Mapping[int, int]:
        """The number of the bracket where each player stands first, by place."""

    def bracket(self, number: int) -> Any:
        """Return a bracket of the engine's: who are in it."""
        return self.best[number]

    def level(self, number: int) -> int:
        """Return the score of a bracket."""
        resident: int = self.bracket(number).residents[0]
        return self.field.players[resident].points_halves

    @abstractmethod
    def way(self, number: int, pairs: Iterable[tuple[int, int]]) -> Any:
        """Return pairs of places as a way to pair a bracket of the engine's."""

    @abstractmethod
    def is_made_in(self, number: int, pair: tuple[int, int]) -> bool:
        """Tell whether two, by place, meet in a bracket."""

    def bye_of(self, player: int) -> Total:
        """Return where a player, by key, stands in the order for the bye.

        Rule: fide-dutch-2026 C5; fide-burstein-2026 3.1; fide-dubov-2026 3.1.3, 3.1.4, 3.1.5.
        """
        return self.edition.bye_order(self.players[player])

    def own(self, number: int) -> Any:
        """Return how the engine pairs a bracket."""
        if number not in self._own:
            self._own[number] = self.way(number, self.best[number].pairs)
        return self._own[number]

    @cached_property
    def _own(self) -> dict[int, Any]:
        return {}

    def values(self, number: int, way: Any) -> Iterator[tuple[str, Total]]:
        """Yield all keys of a way to pair a bracket in the order of weight, smaller is better."""
        return ((one.key, way.total(one)) for one in self.edition.criteria)

    def why_none(self, places: Iterable[int] | None = None) -> Certificate | None:
        """Return why these (None: all) have no complete pairing, None when they have one."""
        everybody = range(len(self.field.players)) if places is None else places
        return certificate(SomeOf(self.field, everybody))

    def compare_ways(self, number: int, one: Any, two: Any) -> Difference | None:
        """Return the first criterion in which the second way to pair a bracket differs."""
        return self.edition.difference(number, one, two)

    def of_bye(self, order: Total) -> Difference | None:
        """Return the difference where one who stands so in the order for the bye has it."""
        own = self.order_of_bye
        return None if own is None else self.edition.other_bye(own, order)

    def of_other_bye(self, player: int) -> Difference | None:
        """Return the difference where another player, by key, has the bye."""
        return self.of_bye(self.bye_of(player))

    def compare(self, pairs: BoardPairs, bye: int | None) -> Difference | None:
        """Return the first bracket and criterion in which a complete legal pairing, by keys, differs.

        Rule: fide-dutch-2026 C5, 3; fide-burstein-2026 3.1, 3.2; fide-dubov-2026 3.1.2, 3.2.2.
        """
        if bye is not None and (difference := self.of_other_bye(bye)):
            return difference
        places = [(self.at[one], self.at[two]) for one, two in pairs]
        for number in range(len(self.best)):
            here = [pair for pair in places if self.is_made_in(number, pair)]
            if difference := self.compare_ways(number, self.own(number), self.way(number, here)):
                return difference
        return None
