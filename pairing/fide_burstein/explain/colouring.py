"""Why a player has white in the Burstein System: article 5 over the preferences of both."""

from __future__ import annotations

from pairing.explain.question import Question
from pairing.fide_burstein.criteria import EDITION_BURSTEIN
from pairing.fide_burstein.ranking import BursteinPlayer, is_seeding
from pairing.fide_dutch.explain.colouring import DutchColouring
from pairing.norms.model import Contestant
from pairing.system import ExplainsColours


def colouring(question: Question) -> ExplainsColours:
    """Return what answers questions about colours; a seeding round is one of the Dutch System.

    Rule: fide-burstein-2026 1.6.
    """
    return DutchColouring(question) if is_seeding(question.table) else BursteinColouring(question)


class BursteinColouring(DutchColouring):
    """How the colours of a round after the seeding rounds are given."""

    def __init__(self, question: Question) -> None:
        """Take the round."""
        super().__init__(question, EDITION_BURSTEIN)

    def ranked(self, one: int, two: int) -> tuple[Contestant, Contestant]:
        """Return the two players, the higher ranked first: by the ranking, not by score.

        Rule: fide-burstein-2026 1.8, 5.2.5.
        """
        first, second = sorted((one, two), key=self._rank)
        return self.players[first], self.players[second]

    def _rank(self, key: int) -> int:
        player = self.players[key]
        assert isinstance(player, BursteinPlayer)
        return player.rank

    def decisions(self, higher: Contestant, lower: Contestant, clause: str) -> tuple[str, ...]:
        """Return nothing: 5.2.1 reads the pairing number as the rulebook has it."""
        return ()
