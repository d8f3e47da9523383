"""The keys of a Keizer season: constants that clubs choose, and readings of the source."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, PlainSerializer, field_validator

from ledger.messages import Sentence, message
from ledger.values import fraction_of
from ledger.wrong_values import WrongValue


def exact(value: object, hint: Sentence) -> Fraction:
    """Read a number without rounding: 1, "1/3", 0.5; WrongValue, with the hint, for no number."""
    if isinstance(value, bool) or not isinstance(value, int | str | Fraction):
        raise WrongValue(hint)
    try:
        return fraction_of(value) if isinstance(value, str) else Fraction(value)
    except (ValueError, ZeroDivisionError):
        raise WrongValue(hint) from None


def _share(value: object) -> Fraction:
    """Read a share of a value: 1, "1/3", 0.5."""
    share = exact(value, message("rulebooks.share"))
    if share < 0 or share.denominator > 1000:
        raise WrongValue(message("rulebooks.share-bounds"))
    return share


Share: TypeAlias = Annotated[
    Fraction, BeforeValidator(_share), PlainSerializer(str, return_type=str)
]
"""A part of somebody's value, exact; written "1/3"."""


class KeizerKeys(BaseModel):
    """How a season is valued and paired.

    Values. top: the value of the first of the ranking; each place lower has step less.
    own_value: a member's own value is part of his total, once. valuation: values are those of the
    ranking that they lead to (fixed-point), or those of the ranking before the round
    (previous-ranking), in one pass. period_values: a period's points have the values of the
    season's standing, or those of the period's own. Of a cycle without fixed point the order
    closest to the previous standing is taken, then the earliest reached.

    Shares. win, draw, loss, default_win and default_loss are parts of the opponent's value (of the
    fixed value in a game for a team); absent, beyond_cap, no_opponent and club_duty are parts of
    his own. absent_cap: so many absences have the share absent, later ones beyond_cap; cap_per:
    they are counted over the season or anew each period. unannounced: an absence without notice is
    like one with notice (afb), or has nothing (zero).

    Games for teams. external: the values of team and board, from board 1 down, fixed before round
    1. external_replaces_absence: a counted one takes the place of an absence in its round.

    Members. leaver: who left keeps the value declared then and is out of the ranking (declared), or
    stays in it (ranked). joiner: who joins later begins last. presence: members are expected unless
    they are absent, or they tell that they come (announced). catch_up: games may be played later
    than their round.

    Pairing. rematch_gap: no second game within so many rounds. colour_bound: the difference of
    whites and blacks stays within it. third_running: whether a third equal colour running is
    allowed. relax: when no complete pairing exists, the rematch gap gives way first, the oldest
    meetings before others, then the colours. bye: the lowest ranked of those who were least often
    without opponent. return_game: in a later period two who met before exchange colours before
    other rules of colour, or are like all others. first_colours: nobody has a colour yet.

    Display. kl: the colour difference of the standing counts internal games, or all. best_external:
    equal scores are parted by percentage, then by fewer games. decimals: how many of a fraction are
    shown; nothing is ever rounded in the count.

    Where one reading is named, only that one is built.
    """

    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")

    top: Annotated[int, Field(ge=1, le=100_000)] = 70
    step: Annotated[int, Field(ge=1, le=1000)] = 1
    own_value: bool = True
    valuation: Literal["fixed-point", "previous-ranking"] = "fixed-point"
    period_values: Literal["season", "period"] = "season"
    cycle: Literal["closest_then_earliest"] = "closest_then_earliest"
    win: Share = Fraction(1)
    draw: Share = Fraction(1, 2)
    loss: Share = Fraction(0)
    default_win: Share = Fraction(1)
    default_loss: Share = Fraction(0)
    absent: Share = Fraction(1, 3)
    absent_cap: Annotated[int, Field(ge=0)] = 5
    cap_per: Literal["season", "period"] = "season"
    beyond_cap: Share = Fraction(0)
    unannounced: Literal["afb", "zero"] = "afb"
    no_opponent: Share = Fraction(2, 3)
    club_duty: Share = Fraction(2, 3)
    external: dict[str, tuple[Annotated[int, Field(ge=0)], ...]] = Field(default_factory=dict)
    external_replaces_absence: bool = True
    leaver: Literal["declared", "ranked"] = "declared"
    joiner: Literal["last"] = "last"
    presence: Literal["expected", "announced"] = "expected"
    catch_up: bool = False
    rematch_gap: Annotated[int, Field(ge=0, le=999)] = 8
    colour_bound: Annotated[int, Field(ge=1, le=999)] = 2
    third_running: bool = False
    relax: Literal["gap_then_colours"] = "gap_then_colours"
    bye: Literal["fewest_then_lowest"] = "fewest_then_lowest"
    return_game: Literal["reversed", "as_others"] = "reversed"
    first_colours: Literal["odd_boards_white"] = "odd_boards_white"
    kl: Literal["internal", "all"] = "internal"
    best_external: Literal["percentage_then_fewer"] = "percentage_then_fewer"
    decimals: Annotated[int, Field(ge=0, le=6)] = 2

    @field_validator("external")
    @classmethod
    def _falls_from_board_one(
        cls, external: dict[str, tuple[int, ...]]
    ) -> dict[str, tuple[int, ...]]:
        for team, values in external.items():
            if not values or list(values) != sorted(values, reverse=True):
                raise WrongValue(message("rulebooks.values-fall", team=team))
        return external

    def value_of_place(self, place: int) -> int:
        """Return the value of a place on the ranking; the first is 1."""
        return self.top - (place - 1) * self.step
