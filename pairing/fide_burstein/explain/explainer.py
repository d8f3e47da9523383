"""Why a round of the Burstein System is paired as it is: claims, each from the judge's keys."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ledger.values import halves_text
from pairing.explain.claims import Claim, ClaimValue
from pairing.explain.question import Question
from pairing.fide.contestants import initial_colour
from pairing.fide_burstein.engine import RULES_BURSTEIN
from pairing.fide_burstein.explain.judge import BursteinJudge
from pairing.fide_burstein.explain.what_if import BursteinForcer
from pairing.fide_burstein.ranking import BursteinPlayer, is_seeding
from pairing.fide_dutch.explain.explainer import DutchExplainer
from pairing.fide_dutch.rules import DutchRules
from pairing.system import Explains

NUMBERED_AT_MOST: Final = 30
"""Of more players in a bracket than these only the first are told with what ranks them."""


def explainer(question: Question) -> Explains:
    """Return what answers questions about a round; a seeding round is one of the Dutch System.

    Rule: fide-burstein-2026 1.6.
    """
    return DutchExplainer(question) if is_seeding(question.table) else BursteinExplainer(question)


def quarters_text(quarters: int) -> str:
    """Return quarter points as people write them: 1¼."""
    whole, part = divmod(quarters, 4)
    return f"{whole or '' if part else whole}{('', '¼', '½', '¾')[part]}"


class BursteinExplainer(DutchExplainer):
    """Answers questions about one round of the Burstein System after the seeding rounds."""

    judge: BursteinJudge

    def __init__(self, question: Question) -> None:
        """Take the round."""
        super().__init__(question, RULES_BURSTEIN)

    def forcer_of(self, question: Question, rules: DutchRules) -> BursteinForcer:
        """Return what answers questions about the round as it was judged."""
        players = [one for one in question.contestants if isinstance(one, BursteinPlayer)]
        initial = initial_colour(question.table, question.rules)
        return BursteinForcer(BursteinJudge(players, initial))

    # --- a bracket --------------------------------------------------------------------------------

    def group(self, number: int) -> Iterator[Claim]:
        """Who is in a bracket, their numbers in it, who floats from it, and by which keys.

        Rule: fide-burstein-2026 1.2, 1.8, 4.1, C5, C6, C7.
        """
        first, *others = super().group(number)
        yield first
        yield self._numbers(number)
        yield from others

    def _numbers(self, number: int) -> Claim:
        """The players of a bracket by their numbers in it, with Buchholz and Sonneborn-Berger.

        Rule: fide-burstein-2026 1.7.1, 1.8, 4.1.
        """
        ranked = self.judge.field.ranked
        players = [ranked[i] for i in self.judge.own(number).order.s1_after]
        index = [player.opposition for player in players]
        detail: dict[str, ClaimValue] = {
            "buchholz": tuple(halves_text(one.buchholz) for one in index),
            "sonneborn_berger": tuple(quarters_text(one.sonneborn_berger) for one in index),
        }
        keys = tuple(player.key for player in players)
        points = self.points(number)
        return Claim("numbers", keys, clause="1.8", group=points, detail=detail)

    # --- the pairs of a bracket -------------------------------------------------------------------

    def pairs_of(self, number: int, player: int, opponent: int) -> Iterator[Claim]:
        """Where a pair stands in the order of pairings, and whom the first would rather meet.

        Rule: fide-burstein-2026 3.2, 4.1, 4.2, 4.3.
        """
        order = self.judge.own(number).order
        numbered = order.s1_after
        place = self.judge.at
        at = {i: number for number, i in enumerate(numbered)}
        one, two = sorted((place[player], place[opponent]), key=at.__getitem__)
        gone = {*numbered[: at[one]], *order.opponents[: at[one]]}
        others = [i for i in reversed(numbered[at[two] + 1 :]) if i not in gone]
        yield from self.met(
            number,
            (one, two),
            others,
            part="ranked",
            s1_place=at[one] + 1,
            s2_place=at[two] + 1,
            first=not others,
        )
