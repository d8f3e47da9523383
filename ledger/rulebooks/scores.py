"""Points: how they are written, and what each outcome is worth."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, TypeAlias

from pydantic import BaseModel, BeforeValidator, ConfigDict, PlainSerializer

from ledger.messages import Sentence, message
from ledger.values import fraction_of, halves_of
from ledger.wrong_values import WrongValue


def exact(value: object, hint: Sentence) -> Fraction:
    """Read a number without rounding: 1, "1/3", 0.5; otherwise raise WrongValue with `hint`."""
    if isinstance(value, bool) or not isinstance(value, int | str | Fraction):
        raise WrongValue(hint)
    try:
        return fraction_of(value) if isinstance(value, str) else Fraction(value)
    except (ValueError, ZeroDivisionError):
        raise WrongValue(hint) from None


def points_to_halves(value: object) -> int:
    """Read points (1, 0.5, "1/2", "½") as a whole number of half points."""
    text = value.replace("½", "1/2") if isinstance(value, str) else value
    halves = halves_of(exact(text, message("rulebooks.points")))
    if halves is None or halves < 0:
        raise WrongValue(message("rulebooks.points-bounds"))
    return halves


Points: TypeAlias = Annotated[
    int,
    BeforeValidator(points_to_halves),
    PlainSerializer(lambda halves: str(Fraction(halves, 2)), return_type=str),
]
"""Half points in the program, points in the file."""


class Part(BaseModel):
    """A table of a rulebook: frozen, and without any key that it does not declare."""

    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")


class Scores(Part):
    """The points for each outcome."""

    win: Points = 2
    draw: Points = 1
    loss: Points = 0
    default_win: Points = 2
    default_loss: Points = 0
    full_bye: Points = 2
    half_bye: Points = 1
    absent: Points = 0
    adjourned: Points = 1
