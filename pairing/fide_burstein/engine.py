"""The Burstein System after the seeding rounds: the bye, then the brackets from the top."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from ledger.values import Colour
from pairing.fide.colours import boards_in_order
from pairing.fide_burstein.field import BursteinField
from pairing.fide_burstein.order import BursteinFirst
from pairing.fide_burstein.ranking import BursteinPlayer
from pairing.fide_dutch.brackets import PairedDutchBracket
from pairing.fide_dutch.engine import paired_brackets
from pairing.norms.model import NoPairing, Pairing
from pairing.norms.no_pairing import no_pairing

COLOUR_CLAUSES: Final = {
    "5.2.5": "5.2.1",
    "5.2.1": "5.2.2",
    "5.2.2": "5.2.3",
    "5.2.3": "5.2.4",
    "5.2.4": "5.2.5",
}
"""The clause of each colour rule of the Dutch System; the order of the rules is the same."""


def pair(
    players: Sequence[BursteinPlayer], initial: Colour, *, by_points: bool = True
) -> Pairing | NoPairing:
    """Return the pairing of a round of these players, in the order of pairing score and ranking.

    `initial` is the colour drawn before round 1; `by_points` orders the boards without virtual
    points. NoPairing is a value: C1, C2 and C3 leave no complete pairing with one bye at most,
    and the arbiter decides.

    Rule: fide-burstein-2026 1.9, 5.2.1, 5.2.2, 5.2.3, 5.2.4, 5.2.5.
    """
    field = BursteinField(players, initial)
    done = paired_round(field)
    if done is None:
        legal = field.legal[: field.size]
        may = [player.may_have_bye for player in players]
        why = no_pairing([p.key for p in players], legal, may, ("C1", "C3"), bye_norm="C2")
        assert why is not None, "without a complete pairing there is a reason"
        return why
    bye, paired, brackets = done
    pairs = []
    for bracket in brackets:
        for i, j in bracket.pairs:
            higher, lower = sorted((paired.ranked[i], paired.ranked[j]), key=lambda one: one.rank)
            pairs.append((higher, lower))
    boards = tuple(
        replace(board, rule=COLOUR_CLAUSES[board.rule])
        for board in boards_in_order(pairs, initial, by_points=by_points)
    )
    return Pairing(boards, None if bye is None else players[bye].key, ())


def paired_round(
    field: BursteinField,
) -> tuple[int | None, BursteinField, list[PairedDutchBracket]] | None:
    """Return the place of the bye, the field without it, and its brackets as they are paired.

    None: the round has no complete pairing.

    Rule: fide-burstein-2026 1.2, 1.9, 3.1, 3.2, C1, C3, C4, C5, C6, C7, C8.
    """
    bye = field.bye() if field.odd else None
    if field.odd and bye is None:
        return None
    paired = field.without(bye)
    brackets = paired_brackets(paired, BursteinFirst(paired.ranks))
    return None if brackets is None else (bye, paired, brackets)
