"""Two players beside each other: whom both of them met, and when they met each other."""

from __future__ import annotations

from typing import NamedTuple

from projections.views.view import RowValues, View


class CommonOpponent(NamedTuple):
    """Somebody whom two players met: their number, and the rows of that on the card of each."""

    number: int
    one: tuple[RowValues, ...]
    other: tuple[RowValues, ...]


def common_opponents(one: View, other: View) -> list[CommonOpponent]:
    """Return whom the players of two cards were both paired with, as the first card has them.

    One who stayed away counts, as the result says so; a bye or an absence has no opponent.
    """
    met = dict.fromkeys(row.get("opponent") for row in one.cells)
    pairs = ((number, against(other, number)) for number in met if isinstance(number, int))
    return [CommonOpponent(number, against(one, number), rows) for number, rows in pairs if rows]


def against(card: View, opponent: int) -> tuple[RowValues, ...]:
    """Return the rounds of a card in which the player was paired with somebody, by their number."""
    return tuple(row for row in card.cells if row.get("opponent") == opponent)
