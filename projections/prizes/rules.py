"""The rules of prizes as announced: prizes, categories, and how they are divided and allotted."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from projections.prizes.division import BelowLeast, Division, Method, Rest, Rounding

Cents: TypeAlias = Annotated[int, Field(ge=0, le=10**12)]
Text: TypeAlias = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=80)
]
Year: TypeAlias = Annotated[int, Field(ge=1850, le=2200)]
Rating: TypeAlias = Annotated[int, Field(ge=0, le=4000)]
Sex: TypeAlias = Literal["m", "w"]
Unit: TypeAlias = Literal[1, 50, 100, 500]
RatingOf: TypeAlias = Literal["used", "fide", "national", "higher"]
OnePrize: TypeAlias = Literal["yes", "per_group", "no"]
Choice: TypeAlias = Literal["best", "main_first", "category_first"]
By: TypeAlias = Literal["place", "performance", "upset"]

MAIN = "main"
"""The group that a category without a `group` shares with the main prizes."""


class _Keys(BaseModel):
    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")


class Prize(_Keys):
    """A prize: money, goods, or both. Goods are never divided; `value_cents` is their worth."""

    cents: Cents = 0
    goods: Annotated[str, StringConstraints(strip_whitespace=True, max_length=80)] = ""
    value_cents: Cents = 0

    @property
    def worth_cents(self) -> int:
        """Return what the whole prize is worth in comparing."""
        return self.cents + self.value_cents


class Category(_Keys):
    """Prizes for some of the players: a band, a list, or the best by another measure than place.

    Bands of ratings and of years of birth are inclusive at both ends. `players` are keys of
    players, None: everybody. `by` orders those who can win it. `eligible_per_prize`: one prize for
    each so many of them, 0: all prizes. `method`, `must_play` are None for those of all categories.
    """

    name: Text
    prizes: tuple[Prize, ...] = Field(min_length=1)
    by: By = "place"
    rating_from: Rating | None = None
    rating_to: Rating | None = None
    unrated: bool = False
    year_from: Year | None = None
    year_to: Year | None = None
    sex: Sex | None = None
    clubs: tuple[Text, ...] = ()
    federations: tuple[Annotated[str, StringConstraints(pattern="^[A-Z]{3}$")], ...] = ()
    titled: bool = True
    players: tuple[int, ...] | None = None
    method: Method | None = None
    group: Text = MAIN
    must_play: Annotated[int, Field(ge=0, le=999)] | None = None
    eligible_per_prize: Annotated[int, Field(ge=0, le=9999)] = 0

    @property
    def ratings(self) -> range | None:
        """Return the ratings that can win it, None: any, and no rating too."""
        return _band(self.rating_from, self.rating_to)

    @property
    def years(self) -> range | None:
        """Return the years of birth that can win it, None: any, and an unknown one too."""
        return _band(self.year_from, self.year_to)


def _band(first: int | None, last: int | None) -> range | None:
    """Return the whole numbers of a band, both ends too; None where it has no end."""
    if first is None and last is None:
        return None
    return range(first or 0, (9999 if last is None else last) + 1)


class PrizeRules(_Keys):
    """The rules of prizes: see docs/prizes.md for what each key means. Amounts are in cents."""

    edition: Literal["2026"] = "2026"
    main: tuple[Prize, ...] = ()
    categories: tuple[Category, ...] = ()
    method: Method = "shared"
    tie_by: Literal["points", "place"] = "points"
    unit_cents: Unit = 100
    round: Rounding = "down"
    rest: Rest = "organiser"
    least_cents: Cents = 0
    below_least: BelowLeast = "drop_lowest"
    reserve_cents: Cents = 0
    one_prize: OnePrize = "yes"
    choice: Choice = "best"
    equal_choice: Literal["main", "category"] = "main"
    category_order: Literal["value", "listed"] = "value"
    category_method: Method = "by_rank"
    main_again: bool = True
    eligible_left: bool = False
    must_play: Annotated[int, Field(ge=0, le=999)] = 0
    titled_in_rating: bool = True
    unrated_in_rating: bool = False
    rating_of: RatingOf = "used"
    scale: Literal["none", "entries"] = "none"
    planned: Annotated[int, Field(ge=1, le=10**6)] | None = None
    steps: tuple[tuple[Annotated[int, Field(ge=0)], Annotated[int, Field(ge=0, le=100)]], ...] = ()
    not_present: Literal["kept", "lapses"] = "kept"

    def division_of(self, category: int | None) -> Division:
        """Return how the main prizes are divided (None), or those of a category by its index."""
        method = self.method
        if category is not None:
            method = self.categories[category].method or self.category_method
        return Division(
            method, self.unit_cents, self.round, self.rest, self.least_cents, self.below_least
        )

    def name_of(self, category: int | None) -> str:
        """Return the name of a category by its index, "" for the main prizes (None)."""
        return "" if category is None else self.categories[category].name

    def shares_main(self, category: int) -> bool:
        """Tell whether a person has either a prize of a category or a main prize."""
        if self.one_prize == "per_group":
            return self.categories[category].group == MAIN
        return self.one_prize == "yes"

    def share_of_entries(self, entries: int) -> Fraction:
        """Return the part of every prize that is given with a number of entries, at most 1."""
        if self.scale == "none":
            return Fraction(1)
        if self.steps:
            reached = [percent for least, percent in sorted(self.steps) if entries >= least]
            return Fraction(reached[-1] if reached else 0, 100)
        return min(Fraction(entries, self.planned or entries or 1), Fraction(1))

    @property
    def lists(self) -> list[tuple[str, tuple[Prize, ...]]]:
        """Return the prizes by the name of their category, the main prizes ("") first."""
        return [("", self.main), *((one.name, one.prizes) for one in self.categories)]

    @property
    def declared_cents(self) -> int:
        """Return the money of all prizes, with the reserve."""
        return sum(prize.cents for _, prizes in self.lists for prize in prizes) + self.reserve_cents

    def canonical(self) -> str:
        """Return the text that a ledger keeps: every key, in order."""
        tree = self.model_dump(mode="json")
        return json.dumps(tree, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


@lru_cache(maxsize=64)
def rules_of_text(text: str) -> PrizeRules:
    """Return the rules of a canonical text; raise ValueError for other text."""
    return PrizeRules.model_validate(json.loads(text))


def hash_of(text: str) -> str:
    """Return the hash of a canonical text."""
    return hashlib.sha256(text.encode()).hexdigest()


def rules_of_amounts(amounts_cents: Sequence[int], method: Method) -> PrizeRules:
    """Return the rules of amounts by rank alone, divided to the cent as a rulebook says.

    Rule: knsb-wp-1996 F12.1; knsb-wp-2014 F12.1.
    """
    return PrizeRules(
        main=tuple(Prize(cents=cents) for cents in amounts_cents),
        method=method,
        unit_cents=1,
        rest="best_placed",
        eligible_left=True,
    )
