"""The Swiss on rating: the pairing of a round by rules/rating.md, "The result wanted"."""

from __future__ import annotations

from collections.abc import Sequence

from ledger.messages import message
from ledger.rulebooks.rating_keys import RatingKeys
from pairing.norms.model import NoPairing, Pairing, RatedPlayer
from pairing.norms.no_pairing import no_pairing
from pairing.rating.brackets.bracket import Exact
from pairing.rating.brackets.field import PairedBracket, RatingField
from pairing.rating.brackets.flow import Flow
from pairing.rating.colours import boards_in_order


def pair(
    players: Sequence[RatedPlayer],
    number: int,
    numbers: Sequence[int],
    readings: RatingKeys | None = None,
) -> Pairing | NoPairing:
    """Return the pairing of round `number` (from 2) of these players, given in A2 order.

    `numbers` are their pairing numbers. NoPairing is a value: C13 has merged all brackets and still
    B1 and B2 leave no complete pairing with at most one bye (or C1 read to the letter leaves none).

    Rule: knsb-rating-2014 C, C13, A5, F1.
    """
    field = RatingField(players, number, readings)
    if not players:
        return Pairing((), None, ())
    flow = Flow(field, Exact(field))
    if not flow.run():
        legal = field.adjacency(range(field.size))
        obstacle = no_pairing([p.key for p in players], legal, [p.may_have_bye for p in players])
        # Where one player may be left over only without the bye (c1_last), C13 can merge in vain.
        return obstacle or NoPairing(message("rating.letter_of_C1"), (), "C1, C13")
    return pairing_of(field, flow.done, numbers)


def pairing_of(
    field: RatingField, brackets: Sequence[PairedBracket], numbers: Sequence[int]
) -> Pairing:
    """Return the boards, with colours, of a round whose brackets are treated.

    Rule: knsb-rating-2014 A5, F1.
    """
    pairs = [pair for bracket in brackets if bracket.candidate for pair in bracket.candidate.pairs]
    paired = {i for pair in pairs for i in pair}
    free = [p.key for i, p in enumerate(field.players) if i not in paired]
    assert len(free) <= 1, "only the bye leaves a player over"
    return Pairing(boards_in_order(field, pairs, numbers), free[0] if free else None, ())
