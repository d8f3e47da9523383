"""Why a player has white on rating, where this differs from resistance points."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

from ledger.rulebooks.rating_keys import RatingKeys
from ledger.rulebooks.rulebook import Rulebook
from pairing.explain.claims import Claim, ClaimValue
from pairing.explain.colours import Colouring
from pairing.explain.question import Question
from pairing.norms.legality import broken_norm
from pairing.norms.model import Contestant
from pairing.rating.colours import BY_ANALOGY, colour_on_rating, turned
from pairing.rating.contestants import first_colour
from pairing.system import ExplainsColours


def norm_broken(
    rules: Rulebook, white: Contestant, black: Contestant
) -> Literal["B1a", "B2"] | None:
    """Return the norm that this board breaks by the rules of its round, or None.

    B2 falls for both when one of them is a topscorer (or both, where the rulebook reads it so): the
    other counts as one for colours.

    Rule: knsb-rating-2014 B1a, B2, C10g.
    """
    tops = white.topscorer + black.topscorer
    lifted = tops == 2 or (tops == 1 and rules.rating.b2_pair == "either")
    return broken_norm(replace(white, topscorer=lifted), replace(black, topscorer=lifted))


class RatingColouring(Colouring, ExplainsColours):
    """The colours of a round on rating."""

    preference_clause = "A7"

    def __init__(self, question: Question) -> None:
        """Keep the round; nobody has the exception for topscorers (A7)."""
        super().__init__(question)
        self.readings = question.rules.rating
        self.contestants = self.players
        self.players = {key: replace(c, topscorer=False) for key, c in self.contestants.items()}

    def decide(
        self, higher: Contestant, lower: Contestant, readings: RatingKeys | None = None
    ) -> tuple[Contestant, Contestant, str]:
        """Return who has white, who black, and the clause.

        Rule: knsb-rating-2014 E1, E2, E3, E4.
        """
        number = self.question.table.numbers[higher.key]
        colour, clause = colour_on_rating(readings or self.readings, higher, lower, number)
        return (higher, lower, clause) if colour == "W" else (lower, higher, clause)

    def norm_broken(self, white: int, black: int) -> Literal["B1a", "B2"] | None:
        """Return the norm that this board breaks, or None."""
        return norm_broken(self.question.rules, self.contestants[white], self.contestants[black])

    def decisions(self, higher: Contestant, lower: Contestant, clause: str) -> tuple[str, ...]:
        """Return the readings of the colour rules that the result depends on."""
        if clause == BY_ANALOGY:
            return ("rating.nobody_prefers",)
        own = self.decide(higher, lower)[0]
        return tuple(
            f"rating.{key}"
            for key, readings in turned(self.readings).items()
            if self.decide(higher, lower, readings)[0] != own
        )

    def cited(self, clause: str) -> str:
        """Return the rulebook's clause for a rule of colours."""
        return "E5" if clause == BY_ANALOGY else clause

    def compared(self, higher: Contestant, lower: Contestant) -> tuple[str, str, str]:
        """Return both histories as they are compared: closed up, or round by round.

        Rule: knsb-rating-2014 E3, F3.
        """
        first, second, _ = super().compared(higher, lower)
        if self.readings.e3 == "closed":
            return first, second, "F3"
        width = len(first)
        return higher.colours.rjust(width, "-"), lower.colours.rjust(width, "-"), "E3"

    def of_first_round(self, board: tuple[int, int]) -> Iterator[Claim]:
        """Yield why a board of round 1 has these colours.

        Rule: knsb-rating-2014 E5.
        """
        higher, lower = (player.key for player in self.ranked(*board))
        at = self.order[higher]
        number = self.question.table.numbers[higher]
        detail: dict[str, ClaimValue] = {
            "place": at + 1 if self.readings.e5 == "position" else number,
            "first_colour": first_colour(self.question.table, self.question.rules),
        }
        decisions = ("rating.e5",) if (number - 1 - at) % 2 else ()
        yield Claim("colour", board, (higher, lower), "E5", decisions=decisions, detail=detail)
