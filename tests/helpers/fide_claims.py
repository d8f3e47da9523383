"""Claims about a round of FIDE's Dutch System, or the Burstein System, held against the text."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Generic, TypeVar

from pairing.explain.claims import Claim
from pairing.fide_dutch.explain.explainer import DutchExplainer
from tests.helpers.fide_what_if import Allowed, meets, stays
from tests.oracles.fide_burstein_text import BursteinText
from tests.oracles.fide_dutch_text import DutchText

TextT = TypeVar("TextT", bound=DutchText | BursteinText)


class ClaimsHeld(ABC, Generic[TextT]):
    """Holds claims about a round against the text, which it runs."""

    def __init__(self, explainer: DutchExplainer, text: TextT, at: Mapping[int, int]) -> None:
        """Take the places in the text by player."""
        self.explainer, self.at = explainer, at
        self.text: TextT = text
        self.is_paired = text.run()

    @abstractmethod
    def worse(self, claim: Claim, allowed: Allowed) -> None:
        """Hold that the key is the first that differs in the best pairing of the text."""

    @abstractmethod
    def of_bracket(self, claim: Claim, number: int) -> None:
        """Hold what only one of the systems says of a bracket, or says in its own way."""

    def hold(self, claims: Sequence[Claim]) -> None:
        """Hold what is said of players."""
        judge = self.explainer.judge
        for claim in claims:
            places = {self.at[key] for key in claim.players}
            if claim.kind in ("forced", "candidate"):
                fault = judge.fault_of(*claim.players) if len(places) == 2 else None
                if fault is None:
                    both: set[int | None] = {*places, *([] if len(places) == 2 else [None])}
                    self.worse(claim, meets(both))
                else:
                    assert claim.clause == fault.clause
                    assert (fault.kind == "met") == (fault.clause == "C1")
            elif claim.kind == "impossible":
                assert claim.players or not self.is_paired
            elif claim.kind == "in_the_way":
                assert judge.fault_of(*claim.players) is not None
            elif claim.kind == "barred":
                assert not any(judge.may_have_bye(key) for key in claim.players)

    def brackets(self) -> None:
        """Hold what is said of each bracket."""
        for number in range(len(self.text.done)):
            treated = self.text.done[number]
            here = {*treated.moved, *treated.residents}
            for claim in self.explainer.group(number):
                if claim.kind == "floats":
                    (place,) = (self.at[key] for key in claim.players)
                    self.worse(claim, stays(place, here))
                elif claim.kind == "group":
                    assert {self.at[key] for key in (*claim.players, *claim.others)} == here
                else:
                    self.of_bracket(claim, number)
