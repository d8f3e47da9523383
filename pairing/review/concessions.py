"""What pairings give up, in figures that mean the same under every system."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Final, NamedTuple

from ledger.records import Record
from ledger.values import Colour
from projections.games.colours import difference, played_colours
from projections.games.crosstable import Crosstable
from projections.games.floats import scores_before
from projections.views import fields
from projections.views.view import number


class Concessions(NamedTuple):
    """What the games of a round, or of many rounds together, give up.

    `unequal` games are between players of unequal scores, `gap_halves` is how far these scores are
    apart, in half points, added up. `floats_again` counts players who meet a higher score than
    their own and did so in the round before, or a lower one in both. `same_colour` counts players
    who get the colour of their last game, `third_alike` those who get it for the third game in a
    row, `unbalanced` those who then had one colour at least twice more often than the other. `met`
    games are between players who have met over the board. Virtual points count nowhere.
    """

    boards: int = 0
    unequal: int = 0
    gap_halves: int = 0
    floats_again: int = 0
    same_colour: int = 0
    third_alike: int = 0
    unbalanced: int = 0
    met: int = 0

    def plus(self, other: Concessions) -> Concessions:
        """Return both together."""
        return Concessions(*map(sum, zip(self, other, strict=True)))


UNBALANCED: Final = 2
"""The difference between games with white and with black from which a player is unbalanced."""


def concessions(table: Crosstable, boards: Iterable[tuple[int, int]]) -> Concessions:
    """Return what the boards (white, black) of the next round give up; keys of the table."""
    before = scores_before(table)
    total = Concessions()
    for white, black in boards:
        gap = before[white][-1] - before[black][-1]
        total = total.plus(
            Concessions(
                boards=1,
                unequal=gap != 0,
                gap_halves=abs(gap),
                floats_again=_again(table, before, white, gap) + _again(table, before, black, -gap),
                met=black in table.met(white),
            )
        )
        total = total.plus(_of_colour(table.colours(white), "W"))
        total = total.plus(_of_colour(table.colours(black), "B"))
    return total


def _again(table: Crosstable, before: dict[int, list[int]], player: int, gap: int) -> bool:
    """Tell whether a player floats as in the round before; `gap` is their lead in points now."""
    last = table.cells[player][-1:]
    if not gap or not last or not last[0].played or last[0].opponent is None:
        return False
    lead = before[player][-2] - before[last[0].opponent][-2]
    return lead * gap > 0


def _of_colour(history: str, colour: Colour) -> Concessions:
    played = played_colours(history)
    return Concessions(
        same_colour=played.endswith(colour),
        third_alike=played.endswith(2 * colour),
        unbalanced=abs(difference(played + colour)) >= UNBALANCED,
    )


class GivenUp(Record):
    """What the games of a rulebook's pairings give up; players count once a round."""

    rules: fields.RulebookId
    boards: Annotated[int, "Games."]
    unequal: Annotated[int, "Of these, between players of unequal scores."]
    score_difference: Annotated[float, "How far these scores are apart, in points, added up."]
    floats_again: Annotated[int, "Players who float up, or down, as in the round before."]
    same_colour: Annotated[int, "Players with the colour of their last game."]
    third_alike: Annotated[int, "Players with one colour for a third game in a row."]
    unbalanced: Annotated[int, "Players who then had one colour twice more often, or worse."]
    met: Annotated[int, "Games of players who have met."]


def given_up_record(rules: str, gives: Concessions) -> GivenUp:
    """Return what pairings give up as a record, with points for half points."""
    boards, unequal, gap_halves, *others = gives
    return GivenUp(rules, boards, unequal, number(gap_halves), *others)


FIGURES: Final = (
    "unequal",
    "score_difference",
    "floats_again",
    "same_colour",
    "third_alike",
    "unbalanced",
    "met",
)
"""The things given up in the order of tables: keys of `GivenUp`."""
