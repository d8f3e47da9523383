"""An edition of the Dutch System with its engine: all in which one differs from another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pairing.fide.edition import Edition
from pairing.fide_dutch.brackets import PairedDutchBracket
from pairing.fide_dutch.field import DutchField
from pairing.fide_dutch.first import Pairs
from pairing.fide_dutch.scene import DutchBracket


@dataclass(frozen=True, slots=True)
class DutchRules:
    """An edition and its engine.

    `opens` finds who in a field may have the bye; False: it has no complete pairing. `brackets` are
    those of a round as they are paired, None: it has no complete pairing.

    `under` are the pairs of a bracket in a part of a field under a condition with which that part
    has a complete pairing: `held` are players who must be paired in it, and `completed` says
    whether those below it are held to the condition too. `weighs_all`: in a bracket paired with
    those below completed all criteria count, those of the next bracket too.

    `completes_next`: whether the next bracket, as a bracket looks ahead to it, leaves those below
    it completed.
    """

    edition: Edition
    opens: Callable[[DutchField], bool]
    brackets: Callable[[DutchField], Sequence[PairedDutchBracket] | None]
    under: Callable[[DutchField, DutchBracket, Sequence[int], bool], Pairs]
    weighs_all: bool = True
    completes_next: bool = True
