"""The Swiss on rating: the pairing of a round as rules/rating.md, "The result wanted", has it."""

from __future__ import annotations

from collections.abc import Sequence

from ledger.rulebook import RatingKeys
from pairing.rating_colours import boards_in_order
from pairing.rating_exact import Exact
from pairing.rating_field import RatedPlayer, RatingField
from pairing.rating_flow import Flow
from pairing.state import NoPairing, Pairing


def pair(
    players: Sequence[RatedPlayer],
    number: int,
    numbers: Sequence[int],
    readings: RatingKeys | None = None,
) -> Pairing | NoPairing:
    """Return the pairing of round `number` (from 2) of these players, given in A2 order.

    numbers are their pairing numbers. NoPairing is a value: C13 has merged all brackets and still
    B1 and B2 leave no complete pairing with one bye at most.

    Rule: knsb-rating-2014 C, A5, F1.
    """
    field = RatingField(players, number, readings)
    if not players:
        return Pairing((), None, ())
    flow = Flow(field, Exact(field))
    if not flow.run():
        return no_pairing(field)
    pairs = [pair for done in flow.done if done.candidate for pair in done.candidate.pairs]
    paired = {i for pair in pairs for i in pair}
    free = [p.key for i, p in enumerate(players) if i not in paired]
    assert len(free) <= 1, "only the bye leaves a player over"
    return Pairing(boards_in_order(field, pairs, numbers), free[0] if free else None, ())


def no_pairing(field: RatingField) -> NoPairing:
    """Return why nobody can pair the field, with players that show it.

    Rule: knsb-rating-2014 C13, B1a, B1b, B2.
    """
    players = field.players
    odd = len(players) % 2 == 1
    if odd and not any(p.may_have_bye for p in players):
        return NoPairing(
            "The number of players is odd and none of them may have the bye.",
            tuple(p.key for p in players),
            "B1b",
        )
    stuck = field.stuck(range(len(players)))
    stranded = [i for i in stuck if not (odd and players[i].may_have_bye)]
    if stranded:
        return NoPairing(
            "A player has no opponent left whom B1a and B2 allow.",
            (players[stranded[0]].key,),
            "B1a, B2",
        )
    return NoPairing(
        "The players cannot all be paired under B1 and B2.",
        tuple(p.key for p in players),
        "B1a, B2",
    )
