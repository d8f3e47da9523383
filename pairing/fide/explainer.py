"""What the explanations of FIDE's systems share: claims from the criteria of a judged round."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar, Final, Protocol

from pairing.explain.claims import Claim, ClaimValue, proof
from pairing.explain.explainer import BYE_CANDIDATES_AT_MOST, Explaining, Forcer, not_examined
from pairing.explain.question import Question
from pairing.fide.judge import BracketJudge
from pairing.fide.some_of import SomeOf
from pairing.norms.certificate import Certificate, certificate
from pairing.norms.criterion import Forced
from pairing.norms.faults import BoardPairs
from pairing.system import Explains

CANDIDATES_AT_MOST: Final = 20
BYES_AT_MOST: Final = 12
"""Of so many others of the score of the bye is told what gets worse when they have it."""
FLOATERS_AT_MOST: Final = 5
"""Of so many floaters of a bracket is told what gets worse when they do not float."""


class FideForcer(Forcer, Protocol):
    """Answers also what becomes of a judged round when somebody does not float."""

    def stays(self, one: int, number: int) -> Forced:
        """Return what gets worse first when a player does not float from, or into, a bracket."""


class FideExplainer(Explaining, Explains):
    """Answers questions about one round of a system of FIDE."""

    complete_clause = "C4"
    byes_of_all_scores: ClassVar[bool] = False
    """Whether those of other scores than the bye's are examined among the others, not after them."""
    judge: BracketJudge
    forcer: FideForcer

    def __init__(self, question: Question, judge: BracketJudge, forcer: FideForcer) -> None:
        """Take the round as it was judged."""
        super().__init__(question, judge)
        self.judge = judge
        self.forcer = forcer
        self.edition = judge.edition

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

    # --- where everybody is ----------------------------------------------------------------------

    def seats(self) -> Iterator[tuple[int, tuple[int, int | None]]]:
        """Yield every player with the number of their bracket and the opponent.

        Who has the bye and is in no bracket comes before the first.
        """
        for number, treated in enumerate(self.judge.best):
            for pair in treated.pairs:
                one, two = self.keys(pair)
                yield one, (number, two)
                yield two, (number, one)
        if self.judge.bye is not None:
            yield self.judge.bye, (-1, None)

    def first_group(self, player: int) -> int:
        """Return the number of the bracket where a player stands first; 0 for the bye."""
        judge = self.judge
        return judge.bracket_of.get(judge.at.get(player, -1), 0)

    def points(self, number: int) -> int:
        """Return the score of a bracket."""
        return self.judge.level(number)

    def keys(self, places: Iterable[int]) -> tuple[int, ...]:
        """Return the players at some places."""
        return tuple(self.judge.field.players[at].key for at in places)

    def attained(self, number: int, **more: Any) -> Claim:
        """Return what the pairs of a bracket attain by each criterion, and what else there is."""
        way = self.judge.own(number)
        detail: dict[str, ClaimValue] = {}
        for one in self.edition.criteria:
            if one.attained:
                value = one.number(way)
                detail[one.key] = one.parts(way) if value is None else value
        clause = self.edition.best
        return Claim("optimum", clause=clause, group=self.points(number), detail=detail | more)

    def size(
        self,
        number: int,
        floaters: Iterable[int],
        reason: str,
        clause: str,
        among: Sequence[int],
        **more: ClaimValue,
    ) -> Iterator[Claim]:
        """Yield how many float, and why not fewer: among some of the bracket too few may meet.

        `among` are these by place, `more` what the system adds to the detail.
        """
        who = self.keys(floaters)
        detail: dict[str, ClaimValue] = {"reason": reason, "size": len(who), **more}
        key = next(iter(self.edition.criteria)).key
        yield Claim("room_size", who, (), clause, self.points(number), key, detail=detail)
        if reason == "inside":
            shown = certificate(SomeOf(self.judge.field, among, anyone=True))
            if shown is not None and shown.kind == "too_few":
                yield proof(shown, self.judge)

    def floating(self, number: int, floaters: Iterable[int]) -> Iterator[Claim]:
        """Yield who floats, and what gets worse first when they do not."""
        players = self.keys(floaters)
        for player in players[:FLOATERS_AT_MOST]:
            yield self.floats(number, player)
        yield from not_examined(players[FLOATERS_AT_MOST:], self.points(number))

    def floats(self, number: int, player: int) -> Claim:
        """Return what gets worse first when a player does not float."""
        forced = self.forcer.stays(player, number)
        claim = Claim("floats", (player,), clause="C4", group=self.points(number))
        return claim if forced.impossible else self.differing(claim, forced)

    # --- the pairs of a bracket -------------------------------------------------------------------

    def met(
        self,
        number: int,
        pair: tuple[int, int],
        earlier: Iterable[int],
        key: str = "opponents",
        **detail: ClaimValue,
    ) -> Iterator[Claim]:
        """Yield where a pair stands in the order, and why the first of it met nobody earlier.

        `key` is that of the criterion which tells whom the first meets.
        """
        players = self.keys(pair)
        clause = self.edition.named[key].clause
        points = self.points(number)
        yield Claim("opponent", players, clause=clause, group=points, detail=detail)
        yield from self.candidates(players[0], self.keys(earlier), CANDIDATES_AT_MOST, points)

    # --- the bye ----------------------------------------------------------------------------------

    def left_over(self, number: int, player: int) -> Iterator[Claim]:
        """Yield that a player has the bye, and what the bye of another would cost.

        Rule: fide-burstein-2026 3.1, C2; fide-dubov-2026 3.1.2, 3.1.3, 3.1.4, 3.1.5.
        """
        points = self.judge.players[player].points_halves
        yield Claim("free", (player,), clause=self.judge.bye_clause, group=points)
        yield from self._other_byes(player)

    def _other_byes(self, free: int) -> Iterator[Claim]:
        """Yield what gets worse when others have the bye, in the order in which they would have it.

        Those of another score come after all of the same.

        Rule: fide-dutch-2026 C5; fide-burstein-2026 3.1; fide-dubov-2026 3.1.3, 3.1.4, 3.1.5.
        """
        players = self.judge.players
        place = self.judge.place
        others = sorted(
            (one for one in players.values() if one.may_have_bye and one.key != free),
            key=lambda one: (*self.edition.bye_order(one), -place[one.key]),
        )
        score = players[free].points_halves
        any_score = self.byes_of_all_scores or not self.edition.of_bye
        alike = [one.key for one in others if any_score or one.points_halves == score]
        further = [one.key for one in others if not any_score and one.points_halves != score]
        yield from self.why_not_free([*alike[:BYES_AT_MOST], *further[:BYE_CANDIDATES_AT_MOST]])
        yield from not_examined(alike[BYES_AT_MOST:])
