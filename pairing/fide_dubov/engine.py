"""The Dubov System: the bye first, then the scoregroups from the top."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, cast

from ledger.rulebooks.fide_keys import FideKeys
from ledger.values import Colour
from pairing.fide.colours import boards_in_order
from pairing.fide.contestants import initial_colour
from pairing.fide.some_of import why_nobody
from pairing.fide_dubov.brackets import DubovBracket, paired
from pairing.fide_dubov.colours import colour_of_higher
from pairing.fide_dubov.criteria import EDITION_DUBOV
from pairing.fide_dubov.field import DubovField
from pairing.fide_dubov.players import DubovPlayer, contestants
from pairing.fide_dubov.upfloaters import upfloaters_of
from pairing.graphs.matching import bits, deficiency
from pairing.norms.contestants import ToPair
from pairing.norms.model import Contestant, NoPairing, Pairing


@dataclass(frozen=True, slots=True)
class DubovRound:
    """The brackets of a round as they are paired, and the place of who has the bye."""

    brackets: tuple[DubovBracket, ...]
    bye: int | None


def pair(
    players: Sequence[DubovPlayer], initial: Colour, *, last_round: bool, by_points: bool = False
) -> Pairing | NoPairing:
    """Return the pairing of a round of these players.

    `initial` is the colour drawn before round 1; in the last round upfloats are not spared.
    `by_points` orders the boards without virtual points. NoPairing is a value: C1, C2 and C3 leave
    no complete pairing with one bye at most, and the arbiter decides.

    Rule: fide-dubov-2026 BR3, 3.1, 3.2, 5.1.
    """
    field = DubovField(players, last_round=last_round)
    return pairing_of(field, paired_round(field), initial, by_points=by_points)


def pairing_of(
    field: DubovField, done: DubovRound | None, initial: Colour, *, by_points: bool
) -> Pairing | NoPairing:
    """Return the boards and the bye of a field as it is paired; None: see `pair`.

    Rule: fide-dubov-2026 5.1.
    """
    if done is None:
        return why_nobody(field)
    return Pairing(
        boards_in_order(
            [in_order(field, pair) for bracket in done.brackets for pair in bracket.pairs],
            initial,
            by_points=by_points,
            gives=colour_of_higher,
        ),
        None if done.bye is None else field.players[done.bye].key,
        (),
    )


def in_order(field: DubovField, pair: tuple[int, int]) -> tuple[DubovPlayer, DubovPlayer]:
    """Return two places as players, the higher ranked first: by pairing score, then number.

    Rule: fide-dubov-2026 1.2.1, 5.2.1.
    """
    one, two = sorted(pair, key=lambda at: (-field.scores[at], at))
    return field.players[one], field.players[two]


NOBODY: Final = -1


def free_player(field: DubovField) -> int | None:
    """Return who has the bye, NOBODY in an even field; None: no complete pairing.

    Rule: fide-dubov-2026 3.1.1, 3.1.2, 3.1.3, 3.1.4, 3.1.5, C2.
    """
    single, may_be_left = deficiency(field.legal, field.everybody)
    if single != field.size % 2:
        return None
    if not single:
        return NOBODY
    players = field.players
    eligible = [at for at in bits(may_be_left) if players[at].may_have_bye]
    return min(eligible, key=lambda at: EDITION_DUBOV.bye_order(players[at]), default=None)


def paired_round(field: DubovField) -> DubovRound | None:
    """Return a round as it is paired; None: it has no complete pairing.

    Rule: fide-dubov-2026 1.3.1, 3.2, C4.
    """
    free = free_player(field)
    if free is None:
        return None
    left = field.everybody & ~(0 if free == NOBODY else 1 << free)
    brackets: list[DubovBracket] = []
    while left:
        residents = field.top(left)
        upfloaters = upfloaters_of(field, residents, left & ~residents)
        brackets.append(paired(field, residents, upfloaters))
        left &= ~(residents | upfloaters)
    return DubovRound(tuple(brackets), None if free == NOBODY else free)


def pair_round(round_: ToPair, among: Sequence[Contestant] | None) -> Pairing | NoPairing:
    """Return the pairing of a round; where no initial colour was drawn it is white.

    Rule: fide-dubov-2026 3.2, 5.1.
    """
    players = contestants(round_) if among is None else cast("Sequence[DubovPlayer]", among)
    by_points = round_.rules.of(FideKeys).accel_boards == "points"
    initial = initial_colour(round_.table, round_.rules)
    return pair(players, initial, last_round=round_.last_round, by_points=by_points)
