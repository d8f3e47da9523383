"""What the explanations of FIDE's systems share: claims from the criteria of a judged round."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, ClassVar, Final, NamedTuple, Protocol

from pairing.explain.claims import Claim, ClaimValue
from pairing.explain.explainer import Explaining
from pairing.explain.question import Question
from pairing.fide.criterion import Difference
from pairing.fide.judge import BracketJudge
from pairing.norms.certificate import Certificate
from pairing.norms.faults import BoardPairs
from pairing.system import Explains

CANDIDATES_AT_MOST: Final = 20
BYES_AT_MOST: Final = 12
"""Of so many others of the score of the bye is told what gets worse when they have it."""
FLOATERS_AT_MOST: Final = 5
"""Of so many floaters of a bracket is told what gets worse when they do not float."""


class Forced(NamedTuple):
    """What becomes of the pairing under a condition.

    Either `impossible` says why nobody can pair the others, or `difference` is what gets worse
    first; both None: the engine's pairing is within it. `proved` is False where so many sets of
    floaters had to be compared that it may get less bad.
    """

    impossible: Certificate | None
    difference: Difference | None
    proved: bool = True


class Forcer(Protocol):
    """Answers what becomes of a judged round under a condition; players by key."""

    def forced(self, one: int, two: int | None) -> Forced:
        """Return what gets worse first when `one` meets `two` (None: has the bye)."""

    def stays(self, one: int, number: int) -> Forced:
        """Return what gets worse first when a player does not float from, or into, a bracket."""


class FideExplainer(Explaining, Explains):
    """Answers questions about one round of a system of FIDE."""

    complete_clause = "C4"
    tells_proof: ClassVar[bool] = True
    """Whether a claim says that what gets worse is proved."""
    judge: BracketJudge
    forcer: Forcer

    def __init__(self, question: Question, judge: BracketJudge, forcer: Forcer) -> None:
        """Take the round as it was judged."""
        super().__init__(question, judge)
        self.judge = judge
        self.forcer = forcer
        self.edition = judge.edition

    def worse(self, claim: Claim, one: int, two: int | None) -> Claim | Certificate:
        """Return the claim with what gets worse first with this pair (bye), or why it cannot be."""
        forced = self.forcer.forced(one, two)
        return forced.impossible or self.differing(claim, forced)

    def none_at_all(self) -> Certificate | None:
        """Return why the round cannot be paired."""
        return self.judge.why_none()

    def differs(self, pairs: BoardPairs, bye: int | None) -> Iterator[Claim]:
        """Yield the first criterion in which a legal pairing differs from that of the rules.

        Rule: fide-dutch-2026 C5, 3.8; fide-dubov-2026 3.1.2, 3.2.2.
        """
        difference = self.judge.compare(pairs, bye)
        if difference is not None:
            yield self.differing(Claim("differs"), Forced(None, difference))

    @abstractmethod
    def points(self, number: int) -> int:
        """Return the score of a bracket."""

    def keys(self, places: Iterable[int]) -> tuple[int, ...]:
        """Return the players at some places."""
        return tuple(self.judge.field.players[at].key for at in places)

    def differing(self, claim: Claim, forced: Forced) -> Claim:
        """Return the claim with the criterion, the clause and by how much it is worse."""
        difference = forced.difference
        assert difference is not None
        number = difference.number
        detail: dict[str, ClaimValue] = {**claim.detail}
        if self.tells_proof:
            detail["proved"] = forced.proved
        if difference.part:
            detail["part"] = difference.part
        return replace(
            claim,
            others=claim.others or self.keys(difference.who),
            clause=difference.clause,
            group=None if number is None else self.points(number),
            key=difference.key,
            by=difference.by,
            unit=difference.unit,
            found=difference.own,
            instead=difference.instead,
            detail=detail,
        )

    def attained(self, number: int, **more: Any) -> Claim:
        """Return what the pairs of a bracket attain by each criterion, and what else there is."""
        way = self.judge.own(number)
        detail: dict[str, ClaimValue] = {}
        for one in self.edition.criteria:
            if one.attained:
                total = way.total(one)
                value = one.number(total)
                detail[one.key] = one.parts(total) if value is None else value
        clause = self.edition.best
        return Claim("optimum", clause=clause, group=self.points(number), detail=detail | more)
