"""The Burstein System after the seeding rounds: the bye, then the brackets from the top."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, TypeAlias, cast

from ledger.messages import message
from ledger.values import Colour
from pairing.fide.colours import boards_in_order
from pairing.fide.contestants import initial_colour
from pairing.fide.some_of import why_nobody
from pairing.fide_burstein.criteria import EDITION_BURSTEIN
from pairing.fide_burstein.field import BursteinField
from pairing.fide_burstein.keys import BursteinKeys
from pairing.fide_burstein.order import BursteinFirst
from pairing.fide_burstein.ranking import BursteinPlayer, contestants, is_seeding
from pairing.fide_dutch import engine as dutch
from pairing.fide_dutch.brackets import PairedDutchBracket, paired
from pairing.fide_dutch.field import DutchField
from pairing.fide_dutch.first import Pairs
from pairing.fide_dutch.rules import DutchRules
from pairing.fide_dutch.scene import DutchBracket
from pairing.norms.contestants import ToPair
from pairing.norms.model import Contestant, NoPairing, Pairing


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
    return pairing_of(field, paired_round(field), initial, by_points=by_points)


PairedRound: TypeAlias = tuple[int | None, BursteinField, Sequence[PairedDutchBracket]]
"""The place of the bye, the field without it, and its brackets as they are paired."""


def pairing_of(
    field: BursteinField, done: PairedRound | None, initial: Colour, *, by_points: bool
) -> Pairing | NoPairing:
    """Return the boards and the bye of a field as it is paired; None: see `pair`.

    Rule: fide-burstein-2026 5.2.1, 5.2.2, 5.2.3, 5.2.4, 5.2.5.
    """
    if done is None:
        return why_nobody(field)
    bye, others, brackets = done
    pairs = []
    for bracket in brackets:
        for i, j in bracket.pairs:
            higher, lower = sorted((others.ranked[i], others.ranked[j]), key=lambda one: one.rank)
            pairs.append((higher, lower))
    boards = tuple(
        replace(board, rule=EDITION_BURSTEIN.colour(board.rule))
        for board in boards_in_order(pairs, initial, by_points=by_points)
    )
    return Pairing(boards, None if bye is None else field.players[bye].key, ())


def paired_round(field: BursteinField) -> PairedRound | None:
    """Return a round as it is paired; None: it has no complete pairing.

    Rule: fide-burstein-2026 1.2, 1.9, 3.1, 3.2, C1, C3, C4, C5, C6, C7, C8.
    """
    bye = field.bye() if field.odd else None
    if field.odd and bye is None:
        return None
    others = field.without(bye)
    brackets = RULES_BURSTEIN.brackets(others)
    return None if brackets is None else (bye, others, brackets)


def _first(field: DutchField) -> BursteinFirst:
    assert isinstance(field, BursteinField)
    return BursteinFirst(field.ranks)


def _brackets(field: DutchField) -> Sequence[PairedDutchBracket] | None:
    """Return the brackets of a field without the player who has the bye."""
    return dutch.paired_brackets(field, _first(field))


def _under(part: DutchField, bracket: DutchBracket, held: Sequence[int], completed: bool) -> Pairs:
    """Return the pairs of a bracket; those below it are always completed."""
    return paired(part, bracket, _first(part)).pairs


RULES_BURSTEIN: Final = DutchRules(EDITION_BURSTEIN, DutchField.fix_pab, _brackets, _under)


def pair_round(round_: ToPair, among: Sequence[Contestant] | None) -> Pairing | NoPairing:
    """Return the pairing of a round; a seeding round is one of the Dutch System.

    Where nobody said how many rounds there are, it has none. Where no initial colour was drawn it
    is white.

    Rule: fide-burstein-2026 1.6, 1.9, 5.1.
    """
    if round_.table.planned is None:
        return NoPairing(message("systems.rounds-not-known"), (), "1.6")
    if is_seeding(round_.table):
        return dutch.pair_round(round_, among)
    players = cast("Sequence[BursteinPlayer]", contestants(round_) if among is None else among)
    by_points = round_.rules.of(BursteinKeys).burstein_boards == "points"
    return pair(players, initial_colour(round_.table, round_.rules), by_points=by_points)
