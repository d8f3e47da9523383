"""The result of a game by FIDE's model for generated tournaments: exact fractions."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from ledger.values import Outcome

BILLION = 1_000_000_000


class _Curve(NamedTuple):
    """A chance that rises with the rating difference: two arcs that meet at `centre`.

    It is 0 at `lower`, `middle` at `centre`, and 1 at `upper`.
    """

    lower: Fraction
    centre: int
    upper: Fraction
    middle: Fraction

    def at(self, difference: int) -> Fraction:
        """Return the chance at a difference of ratings."""
        if difference <= self.lower:
            return Fraction(0)
        if difference >= self.upper:
            return Fraction(1)
        if difference <= self.centre:
            return self.middle * ((difference - self.lower) / (self.centre - self.lower)) ** 2
        part = (difference - self.upper) / (self.centre - self.upper)
        return 1 - (1 - self.middle) * part**2


def chances_of(white: int, black: int) -> tuple[Fraction, Fraction]:
    """Return the chances that White and that Black wins, given their ratings; the rest is a draw.

    Source: FIDE C.02.03 7.2.4, the model of results for a random tournament generator.
    """
    mean = Fraction(white + black, 2)
    difference = white - black
    above = max(Fraction(0), (mean - 1200) / 1200) ** 2
    wins = _Curve(
        Fraction(-1492) + Fraction(391, 1000) * mean,
        40,
        Fraction(1691) - Fraction(428, 1000) * mean,
        Fraction(45, 100) - Fraction(1, 10) * above,
    )
    # Black's chance falls with the difference: the same curve for the difference seen by Black.
    losses = _Curve(
        Fraction(-1428) + Fraction(388, 1000) * mean,
        80,
        Fraction(1753) - Fraction(416, 1000) * mean,
        Fraction(46, 100) - Fraction(13, 100) * above,
    )
    return wins.at(difference), losses.at(-difference)


def fide_outcome(white: int, black: int, number: int) -> Outcome:
    """Return the result of a game that a number from 0 to `BILLION` - 1 decides."""
    won, lost = chances_of(white, black)
    if number < won * BILLION:
        return "1-0"
    return "0-1" if number >= (1 - lost) * BILLION else "1/2-1/2"
