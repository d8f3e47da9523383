"""The Burstein System as a table: criteria of the Dutch System, who has the bye, and its order."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from pairing.fide.criterion import LowestScore, MostGames, OfBye, Order
from pairing.fide.edition import Edition
from pairing.fide_dutch.criteria import (
    Denied,
    Floaters,
    FloaterScores,
    NextFloaters,
    NextScores,
)
from pairing.norms.criterion import Difference


class LowestRank(OfBye):
    """Of these who stands lowest in the ranking has the bye.

    Rule: fide-burstein-2026 3.1.
    """

    key = "bye_rank"
    of = "rank"
    unit = "places"
    sign = -1
    meaning = "place of that player in the ranking"


class InTurn(Order):
    """Whom each of the bracket meets, in turn: the largest number there can be.

    Rule: fide-burstein-2026 4.2, 4.3.
    """

    key = "opponents"
    sign = -1
    meaning = "number of the opponent of each of the bracket, in turn; 0 floats"

    def told(self, one: Any, two: Any, at: int, difference: Difference) -> Difference:
        """Tell whose opponent differs, theirs, and the one instead; who floats has none."""
        first = one.order.s1_after[at]
        mine = one.order.opponents[at]
        theirs = two.order.opponents[at]
        return replace(
            difference,
            part="floats" if first in (mine, theirs) else None,
            who=tuple(dict.fromkeys((first, mine))) if theirs == first else (first, mine, theirs),
        )


EDITION_BURSTEIN: Final = Edition(
    of_bye=(LowestScore("3.1"), MostGames("3.1"), LowestRank("3.1")),
    criteria=(
        Floaters("C5", meaning="who float from the bracket"),
        FloaterScores("C6", meaning="their scores, high to low"),
        NextFloaters("C7"),
        NextScores("C7"),
        Denied("C8"),
        InTurn("4.3"),
    ),
    bracket="1.2",
    bye="3.1",
    preference="1.5",
    histories="GHR3.4",
    best="3.2",
    colours={
        "5.2.5": "5.2.1",
        "5.2.1": "5.2.2",
        "5.2.2": "5.2.3",
        "5.2.3": "5.2.4",
        "5.2.4": "5.2.5",
    },
)
"""The edition of 2026; its colour rules are those of the Dutch System, in another order."""
