"""An edition of the rules by which games are rated: what its text says in numbers, and readings."""

from __future__ import annotations

import datetime as dt
import hashlib
import json
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Field

from ledger.rulebooks.scores import Part
from ledger.values import Tempo

Whole: TypeAlias = Annotated[int, Field(ge=0, le=10_000)]
Positive: TypeAlias = Annotated[int, Field(ge=1, le=10_000)]


class Edition(Part):
    """What every edition says of itself; it holds for tournaments that begin on its day or later."""

    id: str
    title: str
    source: str
    holds_from: dt.date

    def canonical(self) -> str:
        """Return the whole edition as one text, equal for equal editions, as a ledger keeps it."""
        return json.dumps(self.model_dump(mode="json"), sort_keys=True, ensure_ascii=False)

    @property
    def hash(self) -> str:
        """Return the SHA-256 over what it says in numbers; its title and source do not change it."""
        keys = self.model_dump(mode="json", exclude={"id", "title", "source"})
        text = json.dumps(keys, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()

    def keys(self) -> dict[str, str]:
        """Return every key, dotted, with its value as people write it; "-" for one that is absent."""
        values: dict[str, str] = {}

        def walk(before: str, value: Any) -> None:
            if isinstance(value, dict):
                for name, inner in value.items():
                    walk(f"{before}.{name}" if before else name, inner)
            elif isinstance(value, bool):
                values[before] = str(value).lower()
            elif isinstance(value, list):
                values[before] = ", ".join(map(str, value))
            else:
                values[before] = "-" if value is None else str(value)

        walk("", self.model_dump(mode="json", exclude={"id", "title", "source"}))
        return values


class ChangeKeys(Part):
    """How a game changes a rating.

    `cap` is the greatest difference that counts. `cap_holds`: in every game, or once a tournament
    for the higher rated player, in the game of the greatest difference. `uncapped_goes_by`: whether
    a player escapes the cap by the own rating, or both do by that of either. K times the number of
    games of a period is at most `most_k_times_games`.
    """

    cap: Positive
    cap_holds: Literal["every_game", "once"]
    uncapped_goes_by: Literal["own", "either"]
    most_k_times_games: Positive


class TempoKeys(Part):
    """What differs by tempo; None where it does not hold.

    From `uncapped_from` on there is no cap. A game is not rated when one of the two is above
    `far_above` and the other is `far_apart` or more away.
    """

    uncapped_from: Positive | None = None
    far_above: Positive | None = None
    far_apart: Positive | None = None


class KKeys(Part):
    """The development coefficient K, where no list says it."""

    from_rating: Positive
    of_high: Positive
    junior_until_age: Positive
    junior_below: Positive
    of_junior: Positive
    newcomer_games: Positive
    of_newcomer: Positive
    of_others: Positive


class FirstKeys(Part):
    """How a first rating is made.

    `drawn_games`: as if so many games were drawn with players of `drawn_with`, and then by the
    percentage. `half_points`: the average and `for_half_point` for each half point above half.
    `highest` is None where the text has no such limit.
    """

    method: Literal["half_points", "drawn_games"]
    for_half_point: Whole
    drawn_with: Positive
    drawn_games: Positive
    least_games: Positive
    lowest: Positive
    highest: Positive | None = None
    without_points_left_out: bool


class RatingEdition(Edition):
    """An edition of the rating rules."""

    subject: Literal["rating"]
    change: ChangeKeys
    standard: TempoKeys
    rapid: TempoKeys
    blitz: TempoKeys
    k: KKeys
    first: FirstKeys

    def of_tempo(self, tempo: Tempo) -> TempoKeys:
        """Return the keys of a tempo."""
        return {"standard": self.standard, "rapid": self.rapid, "blitz": self.blitz}[tempo]
