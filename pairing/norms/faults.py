"""Faults that make a pairing illegal or incomplete, for every Swiss system."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Literal, NamedTuple, Protocol, TypeAlias

BoardPairs: TypeAlias = Sequence[tuple[int, int]]


class Fault(NamedTuple):
    """One reason why a pairing is not legal, or not complete.

    `kind`: "met" (B1a), "colours" (B2: no colours suit both), "bye" (B1b), "unpaired" (neither
    opponent nor bye), "twice", "byes" (a bye although the number is even), "stranger" (not in the
    field). `players` are keys.
    """

    kind: Literal["met", "colours", "bye", "unpaired", "twice", "byes", "stranger"]
    clause: str
    players: tuple[int, ...]


class NormClauses(NamedTuple):
    """What a rulebook calls its norms: who have met, colours that do not suit, a barred bye."""

    met: str = "B1a"
    colours: str = "B2"
    bye: str = "B1b"

    @property
    def of_pairs(self) -> str:
        """Return those that keep two from meeting."""
        return f"{self.met}, {self.colours}"


KNSB: Final = NormClauses()


class Norms(Protocol):
    """The norms of a system, by keys of players; the KNSB calls them B1 and B2."""

    @property
    def clauses(self) -> NormClauses:
        """Return the names of the norms in its rulebook."""

    @property
    def place(self) -> Mapping[int, int]:
        """Return everybody's place in the order of the system, 0 is best."""

    @property
    def bye_clause(self) -> str:
        """Return the clause that everybody is paired once, and one of an odd number is free."""

    def fault_of(self, one: int, two: int) -> Fault | None:
        """Return the norm that forbids a pair, None when it is legal."""

    def may_have_bye(self, player: int) -> bool:
        """Return whether a player may have the bye."""


def faults(norms: Norms, pairs: BoardPairs, bye: int | None) -> Iterator[Fault]:
    """Yield everything that makes a pairing illegal or incomplete, in that order.

    Rule: knsb-wp-2014 B1a, B1b, B2, F1; knsb-wp-1996 B1a, B1b, B2, F1; knsb-rating-2014 B1a, B1b,
    B2, A5.
    """
    place = norms.place
    seated = [key for two in pairs for key in two] + ([bye] if bye is not None else [])
    for key in sorted({key for key in seated if key not in place}):
        yield Fault("stranger", norms.bye_clause, (key,))
    for one, two in pairs:
        if one in place and two in place and one != two:
            fault = norms.fault_of(one, two)
            if fault is not None:
                yield fault
    if bye is not None and bye in place:
        if len(place) % 2 == 0:
            yield Fault("byes", norms.bye_clause, (bye,))
        if not norms.may_have_bye(bye):
            yield Fault("bye", norms.clauses.bye, (bye,))
    for key in sorted({key for key in seated if seated.count(key) > 1}):
        yield Fault("twice", norms.bye_clause, (key,))
    for key in sorted(set(place) - set(seated), key=place.__getitem__):
        yield Fault("unpaired", norms.bye_clause, (key,))
