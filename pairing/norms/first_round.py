"""The first round, by lot."""

from collections.abc import Sequence
from typing import Literal

from pairing.norms.model import Board, Pairing


def first_round(
    keys_in_lot_order: Sequence[int],
    method: Literal["D1", "D2"] = "D1",
    odd: Literal["first_free", "last_free"] = "first_free",
) -> Pairing:
    """Return the first round of its players, given in the order of their lot numbers.

    D1, field known exactly: 1-D, 2-(D-1), ...; `odd`: number 1 is free, read literally, or the last
    one where the rulebook reads it so. D2, field not known: 1-2, 3-4, ...; `odd`: the last number
    is free. The first named has white, boards in that order.

    Rule: knsb-wp-2014 D1, D2; knsb-wp-1996 D1, D2.
    """
    keys = list(keys_in_lot_order)
    bye = None
    if len(keys) % 2:
        bye = keys.pop(0 if method == "D1" and odd == "first_free" else -1)
    half = len(keys) // 2
    if method == "D1":
        pairs = list(zip(keys[:half], reversed(keys), strict=False))
    else:
        pairs = list(zip(keys[::2], keys[1::2], strict=True))
    return Pairing(tuple(Board(white, black, method) for white, black in pairs), bye, ())
