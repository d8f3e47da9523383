"""The keys of a Keizer season: constants that clubs choose, and readings of the source."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated, ClassVar, Literal, TypeAlias

from pydantic import BeforeValidator, Field, PlainSerializer, field_validator

from ledger.messages import message
from ledger.rulebooks.scores import Scores, exact
from ledger.rulebooks.section import OutOfBounds, Section
from ledger.wrong_values import WrongValue


def _share(value: object) -> Fraction:
    """Read a share of a value: 1, "1/3", 0.5."""
    share = exact(value, message("rulebooks.share"))
    if share < 0 or share.denominator > 1000:
        raise WrongValue(message("rulebooks.share-bounds"))
    return share


Share: TypeAlias = Annotated[
    Fraction, BeforeValidator(_share), PlainSerializer(str, return_type=str)
]
"""An exact part of a member's value; written "1/3"."""


MOST_TOP = 100_000
MOST_STEP = 1000
MOST_SHARE = 10
MOST_ABSENCES = 999
MOST_VALUE = 100_000
MOST_BOARDS = 99

_SHARES = (
    "win",
    "draw",
    "loss",
    "default_win",
    "default_loss",
    "absent",
    "beyond_cap",
    "no_opponent",
    "club_duty",
)


class KeizerKeys(Section):
    """How a season is valued and paired.

    Values. `top`: the value of the first place of the ranking; each place lower has `step` less.
    `own_value`: a member's own value is part of their total, once. `valuation`: values are those of
    the ranking that they lead to (fixed-point), or those of the ranking before the round
    (previous-ranking), in one pass. `period_values`: the points of a period use the values of the
    season's standing, or those of the period's own.

    Shares. `win`, `draw`, `loss`, `default_win` and `default_loss` are parts of the opponent's
    value (of the fixed value in a game for a team); `absent`, `beyond_cap`, `no_opponent` and
    `club_duty` are parts of the member's own. `absent_cap`: this number of absences have the share
    `absent`, later ones `beyond_cap`; `cap_per`: they are counted over the season or anew each
    period. `unannounced`: an absence without notice is like one with notice (afb), or is worth
    nothing (zero).

    Games for teams. `external`: the values of team and board, from board 1 down, fixed before round
    1. `external_replaces_absence`: a counted game for a team replaces an absence in its round.

    Members. `leaver`: a member who leaves keeps the value declared then and is out of the ranking
    (declared), or stays in it (ranked). `presence`: members are expected unless they are absent, or
    they announce their presence (announced). `catch_up`: games may be played later than their
    round.

    Pairing. `rematch_gap`: the number of rounds within which two members do not meet again.
    `colour_bound`: the limit on the difference between whites and blacks. `third_running`: whether
    a third equal colour in a row is allowed. `return_game`: in a later period two members who met
    before exchange colours before other rules of colour, or are treated like all others.

    Display. `kl`: the colour difference of the standing counts internal games, or all. `decimals`:
    how many decimals of a fraction are shown; the calculation never rounds.
    """

    name: ClassVar[str] = "keizer"

    top: Annotated[int, Field(ge=1, le=MOST_TOP)] = 70
    step: Annotated[int, Field(ge=1, le=MOST_STEP)] = 1
    own_value: bool = True
    valuation: Literal["fixed-point", "previous-ranking"] = "fixed-point"
    period_values: Literal["season", "period"] = "season"
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
    presence: Literal["expected", "announced"] = "expected"
    catch_up: bool = False
    rematch_gap: Annotated[int, Field(ge=0, le=999)] = 8
    colour_bound: Annotated[int, Field(ge=1, le=999)] = 2
    third_running: bool = False
    return_game: Literal["reversed", "as_others"] = "reversed"
    kl: Literal["internal", "all"] = "internal"
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

    def out_of_bounds(self, scores: Scores) -> Iterator[OutOfBounds]:
        """Yield the shares, numbers and values of teams that are beyond all use."""
        for name in _SHARES:
            share: Fraction = getattr(self, name)
            if share > MOST_SHARE:
                yield OutOfBounds(
                    f"keizer.{name}", message("rulebooks.most-share", most=MOST_SHARE)
                )
        if self.absent_cap > MOST_ABSENCES:
            yield OutOfBounds("keizer.absent_cap", message("rulebooks.most", most=MOST_ABSENCES))
        for team, values in self.external.items():
            if len(values) > MOST_BOARDS or max(values) > MOST_VALUE:
                what = message("rulebooks.most-boards", boards=MOST_BOARDS, value=str(MOST_VALUE))
                yield OutOfBounds(f"keizer.external.{team}", what)
