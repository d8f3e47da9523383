"""The FIDE (Dutch) System of 2017: the pairing of a round, bracket by bracket from the top."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ledger.values import Colour
from pairing.fide.colours import boards_in_order
from pairing.fide.players import FidePlayer
from pairing.fide_dutch.brackets_2017 import PairedBracket2017, paired
from pairing.fide_dutch.criteria_2017 import Bracket2017
from pairing.fide_dutch.field import DutchField
from pairing.norms.model import NoPairing, Pairing
from pairing.norms.no_pairing import no_pairing


def pair(
    players: Sequence[FidePlayer], initial: Colour, *, by_points: bool = False
) -> Pairing | NoPairing:
    """Return the pairing of a round of these players, given in the order of A2.

    `initial` is the colour drawn before round 1; `by_points` orders the boards without virtual
    points. NoPairing is a value: C1, C2 and C3 leave no complete pairing with one bye at most,
    and the arbiter decides. Boards name the clause of article E that gave the colours.

    Rule: fide-dutch-2017 A9, E1, E2, E3, E4, E5.
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
    boards = tuple(
        replace(board, rule=board.rule.replace("5.2.", "E"))
        for board in boards_in_order(pairs, initial, by_points=by_points)
    )
    return Pairing(boards, players[left[0]].key if left else None, ())


def paired_brackets(field: DutchField) -> list[PairedBracket2017] | None:
    """Return the brackets of a round as they are paired; None: it has no complete pairing.

    Where a bracket leaves floaters that those below cannot complete, it is paired again as the
    penultimate one, and all below it are one last bracket.

    Rule: fide-dutch-2017 A3, A9, C2, C4.
    """
    field.let_have_bye(i for i, player in enumerate(field.players) if player.may_have_bye)
    if not field.completes(field.mask(range(field.size))):
        return None
    groups = field.groups()
    done: list[PairedBracket2017] = []
    for at, residents in enumerate(groups):
        moved = done[-1].floaters if done else ()
        below = tuple(i for group in groups[at + 1 :] for i in group)
        if not below:
            done.append(paired(field, Bracket2017(moved, residents, (), (), "last")))
            break
        following = groups[at + 1]
        lower = below[len(groups[at + 1]) :]
        ordinary = paired(field, Bracket2017(moved, residents, following, lower))
        if not field.completes(field.mask((*ordinary.floaters, *below))):
            again = paired(field, Bracket2017(moved, residents, (), below, "penultimate"))
            last = Bracket2017(again.floaters, below, (), (), "last")
            done += [again, paired(field, last)]
            break
        done.append(ordinary)
    assert not done or len(done[-1].floaters) == field.odd, "the last bracket leaves at most one"
    return done
