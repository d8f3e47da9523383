"""The FIDE (Dutch) System: the pairing of a round, bracket by bracket from the top."""

from __future__ import annotations

from collections.abc import Sequence

from ledger.values import Colour
from pairing.fide.colours import boards_in_order
from pairing.fide.players import FidePlayer
from pairing.fide_dutch.brackets import PairedDutchBracket, paired
from pairing.fide_dutch.criteria import DutchBracket
from pairing.fide_dutch.field import DutchField
from pairing.fide_dutch.whole import FirstOfTheBest
from pairing.norms.model import NoPairing, Pairing
from pairing.norms.no_pairing import no_pairing


def pair(
    players: Sequence[FidePlayer], initial: Colour, *, by_points: bool = False
) -> Pairing | NoPairing:
    """Return the pairing of a round of these players, given in the order of 1.2.

    `initial` is the colour drawn before round 1; `by_points` orders the boards without virtual
    points. NoPairing is a value: C1, C2 and C3 leave no complete pairing with one bye at most,
    and the arbiter decides.

    Rule: fide-dutch-2026 BR3, 1.9, 5.1.
    """
    field = DutchField(players, initial)
    brackets = paired_brackets(field)
    if brackets is None:
        everybody = (1 << field.size) - 1
        legal = [mask & everybody for mask in field.legal[: field.size]]
        may = [player.may_have_bye for player in players]
        why = no_pairing([p.key for p in players], legal, may, ("C1", "C3"), bye_norm="C2")
        assert why is not None, "without a complete pairing there is a reason"
        return why
    pairs = [(players[i], players[j]) for done in brackets for i, j in done.pairs]
    left = brackets[-1].floaters if brackets else ()
    return Pairing(
        boards_in_order(pairs, initial, by_points=by_points),
        players[left[0]].key if left else None,
        (),
    )


def paired_brackets(
    field: DutchField, first: FirstOfTheBest | None = None
) -> list[PairedDutchBracket] | None:
    """Return the brackets of a round as they are paired; None: it has no complete pairing.

    `first` tells which of the best candidates of a bracket is taken, None: that of articles 3, 4.

    Rule: fide-dutch-2026 1.3, C4, C5.
    """
    if not field.fix_pab():
        return None
    groups = field.groups()
    done: list[PairedDutchBracket] = []
    for at, residents in enumerate(groups):
        following = groups[at + 1] if at + 1 < len(groups) else ()
        lower = tuple(i for group in groups[at + 2 :] for i in group)
        moved = done[-1].floaters if done else ()
        done.append(paired(field, DutchBracket(moved, residents, following, lower), first))
    assert not done or len(done[-1].floaters) == field.odd, "the last bracket leaves at most one"
    return done
