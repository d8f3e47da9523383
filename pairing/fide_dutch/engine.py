"""The FIDE (Dutch) System: the pairing of a round, bracket by bracket from the top."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, cast

from ledger.rulebooks.fide_keys import FideKeys
from ledger.values import Colour
from pairing.fide.colours import boards_in_order
from pairing.fide.contestants import contestants, initial_colour
from pairing.fide.edition import Edition
from pairing.fide.players import FidePlayer
from pairing.fide.some_of import why_nobody
from pairing.fide_dutch.brackets import PairedDutchBracket, paired
from pairing.fide_dutch.editions import EDITION_2026
from pairing.fide_dutch.field import DutchField
from pairing.fide_dutch.first import Pairs
from pairing.fide_dutch.rules import DutchRules
from pairing.fide_dutch.scene import DutchBracket
from pairing.fide_dutch.whole import DutchFirst, FirstOfTheBest
from pairing.norms.contestants import ToPair
from pairing.norms.model import Contestant, NoPairing, Pairing


def paired_brackets(field: DutchField, first: FirstOfTheBest) -> list[PairedDutchBracket] | None:
    """Return the brackets of a round as they are paired; None: it has no complete pairing.

    `first` tells which candidates of a bracket are best, and which of these is taken.

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


def rules_of(edition: Edition) -> DutchRules:
    """Return the rules of an edition whose brackets are paired as those of 2026.

    Rule: fide-dutch-2026 C4.
    """
    first = DutchFirst(edition)

    def under(
        part: DutchField, bracket: DutchBracket, held: Sequence[int], completed: bool
    ) -> Pairs:
        """Return the pairs of a bracket; those below it are always completed."""
        return paired(part, bracket, first).pairs

    return DutchRules(
        edition, DutchField.fix_pab, lambda field: paired_brackets(field, first), under
    )


RULES_2026: Final = rules_of(EDITION_2026)


def pair(
    players: Sequence[FidePlayer],
    initial: Colour,
    *,
    by_points: bool = False,
    rules: DutchRules = RULES_2026,
) -> Pairing | NoPairing:
    """Return the pairing of a round of these players, given in the order of 1.2.

    `initial` is the colour drawn before round 1; `by_points` orders the boards without virtual
    points. NoPairing is a value: C1, C2 and C3 leave no complete pairing with one bye at most,
    and the arbiter decides.

    Rule: fide-dutch-2026 BR3, 1.9, 5.1; fide-dutch-2017 A9, E1, E2, E3, E4, E5.
    """
    field = DutchField(players, initial)
    brackets = rules.brackets(field)
    return pairing_of(field, brackets, initial, by_points=by_points, edition=rules.edition)


def pairing_of(
    field: DutchField,
    brackets: Sequence[PairedDutchBracket] | None,
    initial: Colour,
    *,
    by_points: bool,
    edition: Edition,
) -> Pairing | NoPairing:
    """Return the boards and the bye of the brackets of a field as they are paired; None: see `pair`.

    Rule: fide-dutch-2026 5.1.
    """
    if brackets is None:
        return why_nobody(field)
    players = field.players
    pairs = [(players[i], players[j]) for done in brackets for i, j in done.pairs]
    left = brackets[-1].floaters if brackets else ()
    boards = boards_in_order(pairs, initial, by_points=by_points)
    if edition.colours:
        boards = tuple(replace(board, rule=edition.colour(board.rule)) for board in boards)
    return Pairing(boards, players[left[0]].key if left else None, ())


def pair_round(
    round_: ToPair, among: Sequence[Contestant] | None, rules: DutchRules = RULES_2026
) -> Pairing | NoPairing:
    """Return the pairing of a round; where no initial colour was drawn it is white.

    Rule: fide-dutch-2026 1.9, 5.1; fide-dutch-2017 A9.
    """
    players = contestants(round_) if among is None else cast("Sequence[FidePlayer]", among)
    by_points = round_.rules.of(FideKeys).accel_boards == "points"
    initial = initial_colour(round_.table, round_.rules)
    return pair(players, initial, by_points=by_points, rules=rules)
