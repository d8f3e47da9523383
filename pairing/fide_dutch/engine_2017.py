"""The FIDE (Dutch) System of 2017: the pairing of a round, bracket by bracket from the top."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from pairing.fide_dutch import engine
from pairing.fide_dutch.brackets import PairedDutchBracket
from pairing.fide_dutch.brackets_2017 import paired
from pairing.fide_dutch.editions import EDITION_2017
from pairing.fide_dutch.field import DutchField
from pairing.fide_dutch.first import Pairs
from pairing.fide_dutch.rules import DutchRules
from pairing.fide_dutch.scene import BracketKind, DutchBracket


def paired_brackets(field: DutchField) -> list[PairedDutchBracket] | None:
    """Return the brackets of a round as they are paired; None: it has no complete pairing.

    Where a bracket leaves floaters that those below cannot complete, it is paired again as the
    penultimate one, and all below it are one last bracket.

    Rule: fide-dutch-2017 A3, A9, C2, C4.
    """
    if not _opens(field):
        return None
    groups = field.groups()
    done: list[PairedDutchBracket] = []
    for at, residents in enumerate(groups):
        moved = done[-1].floaters if done else ()
        below = tuple(i for group in groups[at + 1 :] for i in group)
        if not below:
            done.append(paired(field, DutchBracket(moved, residents, (), (), "last")))
            break
        following = groups[at + 1]
        lower = below[len(groups[at + 1]) :]
        ordinary = paired(field, DutchBracket(moved, residents, following, lower))
        if not field.completes(field.mask((*ordinary.floaters, *below))):
            again = paired(field, DutchBracket(moved, residents, (), below, "penultimate"))
            last = DutchBracket(again.floaters, below, (), (), "last")
            done += [again, paired(field, last)]
            break
        done.append(ordinary)
    assert not done or len(done[-1].floaters) == field.odd, "the last bracket leaves at most one"
    return done


def _opens(field: DutchField) -> bool:
    """Let anybody have the bye who may; False: there is no complete pairing.

    Rule: fide-dutch-2017 A9, C2.
    """
    field.let_have_bye(i for i, player in enumerate(field.players) if player.may_have_bye)
    return field.completes(field.mask(range(field.size)))


def _under(part: DutchField, bracket: DutchBracket, held: Sequence[int], completed: bool) -> Pairs:
    """Return the pairs of a bracket, as a penultimate one where those below are completed.

    Rule: fide-dutch-2017 A9, C5, C6, C7.
    """
    below = (*bracket.following, *bracket.lower)
    if bracket.kind == "last" or completed:
        kind: BracketKind = "last" if bracket.kind == "last" else "penultimate"
        asking = replace(bracket, following=(), lower=below, kind=kind)
        return paired(part, asking).pairs
    return paired(part, replace(bracket, kind="ordinary"), held).pairs


RULES_2017: Final = DutchRules(
    EDITION_2017, _opens, paired_brackets, _under, weighs_all=False, completes_next=False
)

pair = partial(engine.pair, rules=RULES_2017)
