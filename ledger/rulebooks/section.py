"""A section of a rulebook that goes with some pairing systems only: the keys of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import ClassVar, NamedTuple, TypeAlias

from ledger.messages import Sentence
from ledger.rulebooks.scores import Part, Scores


class OutOfBounds(NamedTuple):
    """A key, and what is wrong with its value; "" where it is no key that is wrong."""

    key: str
    what: Sentence


class Section(Part):
    """The keys of a system, as it declares them in `System.keys`.

    They hold by the moment: a round is paired by those of its own rulebook, and an earlier round
    looks as those of the moment say. What a round is worth is said in `ledger.rulebooks.in_force`.
    """

    name: ClassVar[str]
    """Its name in rulebooks: [name]."""

    def out_of_bounds(self, scores: Scores) -> Iterator[OutOfBounds]:
        """Yield what no tournament is played with, among its values and beside those of `scores`.

        Rulebooks are checked when a tournament opens under them or changes to them; one that an old
        ledger keeps is read unchecked.
        """
        yield from ()


Systems: TypeAlias = Mapping[str, Callable[[], Sequence[type[Section]]]]
"""The pairing systems by name, each with the sections that its rulebooks have."""
