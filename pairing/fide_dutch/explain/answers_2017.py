"""What the edition of 2017 answers its own way: why, why a colour, and what decided a round."""

from __future__ import annotations

from typing import ClassVar, Final

from pairing.explain.decisions import Decided
from pairing.fide_dutch.criteria_2017 import Bracket2017
from pairing.fide_dutch.engine_2017 import pair
from pairing.fide_dutch.explain.colouring import DutchColouring
from pairing.fide_dutch.explain.decisions import decided, keys_of
from pairing.fide_dutch.explain.edition import EDITION_2017, Edition
from pairing.fide_dutch.explain.explainer import DutchExplainer
from pairing.fide_dutch.explain.judge import DutchJudge
from pairing.fide_dutch.explain.judge_2017 import DutchJudge2017
from pairing.fide_dutch.explain.what_if import DutchForcer
from pairing.fide_dutch.explain.what_if_2017 import DutchForcer2017
from pairing.fide_dutch.explain.writer import DutchWriter
from pairing.norms.contestants import ToPair
from pairing.norms.model import NoPairing

KEYS: Final = keys_of(EDITION_2017)
"""Every key of a decision, in the order of its rows."""


class DutchExplainer2017(DutchExplainer):
    """Answers questions about one round of 2017."""

    judges: ClassVar[type[DutchJudge]] = DutchJudge2017
    forcers: ClassVar[type[DutchForcer]] = DutchForcer2017

    def kind_of(self, number: int) -> str:
        """Return whether a bracket is the penultimate one, or all below that together.

        Rule: fide-dutch-2017 A3, A9.
        """
        best = self.judge.best
        bracket = best[number].bracket
        assert isinstance(bracket, Bracket2017)
        if bracket.kind == "last" and number:
            before = best[number - 1].bracket
            assert isinstance(before, Bracket2017)
            return "collapsed" if before.kind == "penultimate" else "ordinary"
        return bracket.kind if bracket.kind == "penultimate" else "ordinary"


class DutchColouring2017(DutchColouring):
    """How the colours of a round of 2017 are given."""

    edition = EDITION_2017
    preference_clause = EDITION_2017.preference


class DutchWriter2017(DutchWriter):
    """Writes claims about one round of 2017."""

    edition: ClassVar[Edition] = EDITION_2017


def decide(round_: ToPair) -> Decided | NoPairing:
    """Decide a round: its pairing, and the keys of each bracket.

    Rule: fide-dutch-2017 A9, B8.
    """
    return decided(round_, pair, DutchJudge2017)
