"""Boards and colours of the Swiss on rating: E1 to E5, and the order of F1."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from ledger.rulebooks.rating_keys import RatingKeys
from ledger.values import Colour
from pairing.norms.colours import NOBODY_PREFERS, assign, preference_of
from pairing.norms.model import Board, Contestant, Pairing
from pairing.rating.brackets.field import RatingField
from projections.games.colours import other

BY_ANALOGY = "E5 by analogy"
"""The name of the rule where nobody has a preference."""


def first_round(
    keys_in_order: Sequence[int],
    numbers: Sequence[int],
    first_colour: Colour = "W",
    e5: Literal["position", "number"] = "position",
) -> Pairing:
    """Return round 1: the top half meets the bottom half, and the last of an odd field is free.

    The first player has the colour that was drawn; in the rest of the top half the colours
    alternate, counted by place, or by number where the rulebook reads it so.

    Rule: knsb-rating-2014 E5, F4.
    """
    half = len(keys_in_order) // 2
    boards = []
    for at in range(half):
        turn = at if e5 == "position" else numbers[at] - 1
        higher = keys_in_order[at]
        lower = keys_in_order[half + at]
        higher_white = (first_colour == "W") == (turn % 2 == 0)
        boards.append(Board(*((higher, lower) if higher_white else (lower, higher)), "E5"))
    bye = keys_in_order[-1] if len(keys_in_order) % 2 else None
    return Pairing(tuple(boards), bye, ())


def boards_in_order(
    field: RatingField, pairs: Sequence[tuple[int, int]], numbers: Sequence[int]
) -> tuple[Board, ...]:
    """Return the boards of (higher, lower) `pairs` of positions, in the order of F1.

    The score of the higher, then the sum of both, then the rank of the higher. `numbers` are the
    pairing numbers by position.

    Rule: knsb-rating-2014 F1.
    """
    points = field.points
    players = list(field.contestants.values())
    boards = []
    for a, b in sorted(pairs, key=lambda p: (-points[p[0]], -points[p[0]] - points[p[1]], p[0])):
        higher = players[a]
        lower = players[b]
        colour, clause = colour_on_rating(field.readings, higher, lower, numbers[a])
        white, black = (higher, lower) if colour == "W" else (lower, higher)
        boards.append(Board(white.key, black.key, clause))
    return tuple(boards)


def colour_on_rating(
    readings: RatingKeys, higher: Contestant, lower: Contestant, number: int
) -> tuple[Colour, str]:
    """Return the colour of the higher ranked, whose pairing number is `number`, and the clause.

    Rule: knsb-rating-2014 E1, E2, E3, E4.
    """
    white, _, clause = assign(higher, lower)
    return _read(readings, higher, lower, white is higher, clause, number)


def turned(readings: RatingKeys) -> dict[str, RatingKeys]:
    """Return the readings with one of the colour rules reversed, by its name.

    Rule: knsb-rating-2014 E3, E5.
    """
    e3 = "rounds" if readings.e3 == "closed" else "closed"
    parity = readings.nobody_prefers == "higher_white"
    return {
        "e3": readings.model_copy(update={"e3": e3}),
        "nobody_prefers": readings.model_copy(
            update={"nobody_prefers": "parity" if parity else "higher_white"}
        ),
    }


def _read(
    readings: RatingKeys,
    higher: Contestant,
    lower: Contestant,
    higher_white: bool,
    clause: str,
    number: int,
) -> tuple[Colour, str]:
    """Return the higher player's colour and the clause, by the rulebook's readings.

    Rule: knsb-rating-2014 E1, E2, E3, E4, F3.
    """
    colour: Colour = "W" if higher_white else "B"
    if clause == NOBODY_PREFERS:
        if readings.nobody_prefers == "parity":
            colour = "W" if number % 2 else "B"
        return colour, BY_ANALOGY
    if readings.e3 == "rounds" and clause in ("E3", "E4"):
        for mine, theirs in zip(reversed(higher.colours), reversed(lower.colours), strict=False):
            if {mine, theirs} == {"W", "B"}:
                return ("B" if mine == "W" else "W"), "E3"
        wanted = preference_of(higher).colour
        return wanted or other(colour), "E4"
    return colour, clause
