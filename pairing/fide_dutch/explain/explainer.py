"""Why a round of FIDE's Dutch System is paired as it is: claims, each from the judge's keys."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import ClassVar, Final

from pairing.explain.claims import Claim, ClaimValue, proof
from pairing.explain.explainer import BYE_CANDIDATES_AT_MOST, Explaining
from pairing.explain.question import Question
from pairing.fide.contestants import initial_colour
from pairing.fide.players import FidePlayer
from pairing.fide.some_of import SomeOf
from pairing.fide_dutch.explain.judge import COUNTS, FLOATS_ON, GAPS, DutchJudge
from pairing.fide_dutch.explain.orders import DutchOrder
from pairing.fide_dutch.explain.what_if import DutchForced, DutchForcer
from pairing.graphs.matching import maximum_matching
from pairing.norms.certificate import Certificate, certificate
from pairing.norms.faults import BoardPairs
from pairing.system import Explains

CANDIDATES_AT_MOST: Final = 20
BYES_AT_MOST: Final = 12
"""Of so many others of the score of the bye is told what gets worse when they have it."""
FLOATERS_AT_MOST: Final = 5
"""Of so many floaters of a bracket is told what gets worse when they stay."""


class DutchExplainer(Explaining, Explains):
    """Answers questions about one round of FIDE's Dutch System."""

    complete_clause = "C4"
    judges: ClassVar[type[DutchJudge]] = DutchJudge
    forcers: ClassVar[type[DutchForcer]] = DutchForcer

    def __init__(self, question: Question) -> None:
        """Take the round."""
        players = [one for one in question.contestants if isinstance(one, FidePlayer)]
        self.judge = self.judges(players, initial_colour(question.table, question.rules))
        self.edition = self.judge.edition
        super().__init__(question, self.judge.norms)
        self.forcer = self.forcers(self.judge)

    # --- what the system adds to the questions ----------------------------------------------------

    def seats(self) -> Iterator[tuple[int, tuple[int, int | None]]]:
        """Yield every player with the number of their bracket and the opponent; None: the bye."""
        best = self.judge.best
        for number, treated in enumerate(best):
            for pair in treated.pairs:
                one, two = self._keys(pair)
                yield one, (number, two)
                yield two, (number, one)
        if best:
            yield from ((key, (len(best) - 1, None)) for key in self._keys(best[-1].floaters))

    def first_group(self, player: int) -> int:
        """Return the number of the bracket of a player's score."""
        return self.judge.bracket_of[self.judge.place[player]]

    def worse(self, claim: Claim, one: int, two: int | None) -> Claim | Certificate:
        """Return the claim with what gets worse first with this pair (bye), or why it cannot be."""
        forced = self.forcer.forced(one, two)
        return forced.impossible or self._with(claim, forced)

    def obstacle(self, claim: Claim, one: int, two: int | None) -> Certificate | None:
        """Return why more float, where players show it."""
        return self.forcer.obstacle(one, two) if claim.key == "floaters" else None

    def none_at_all(self) -> Certificate | None:
        """Return why the round cannot be paired."""
        return self.judge.why_none()

    def differs(self, pairs: BoardPairs, bye: int | None) -> Iterator[Claim]:
        """The first key in which a legal pairing differs from that of the rules.

        Rule: fide-dutch-2026 C5, 3.8.
        """
        difference = self.judge.compare(pairs, bye)
        if difference is not None:
            yield self._with(Claim("differs"), DutchForced(None, difference))

    # --- parts ------------------------------------------------------------------------------------

    def _keys(self, places: Sequence[int]) -> tuple[int, ...]:
        return tuple(self.judge.field.players[i].key for i in places)

    def _points(self, number: int) -> int:
        return self.judge.field.scores[self.judge.best[number].bracket.residents[0]]

    def _with(self, claim: Claim, forced: DutchForced) -> Claim:
        """Return the claim with the key, the clause and by how much."""
        difference = forced.difference
        assert difference is not None
        number = difference.number
        detail: dict[str, ClaimValue] = {**claim.detail, "proved": forced.proved}
        if difference.part:
            detail["part"] = difference.part
        return replace(
            claim,
            others=claim.others or self._keys(difference.who),
            clause=difference.clause,
            group=None if number is None else self._points(number),
            key=difference.key,
            by=difference.by,
            unit=difference.unit,
            found=difference.own,
            instead=difference.instead,
            detail=detail,
        )

    # --- a bracket --------------------------------------------------------------------------------

    def group(self, number: int) -> Iterator[Claim]:
        """Who is in a bracket, who floats down from it, and by which keys.

        Rule: fide-dutch-2026 1.3, C6, C7, C8.
        """
        treated = self.judge.best[number]
        points = self._points(number)
        bracket = treated.bracket
        residents = self._keys(bracket.residents)
        moved = self._keys(bracket.moved)
        detail: dict[str, ClaimValue] = {"bracket": self.kind_of(number)}
        yield Claim("group", residents, moved, self.edition.bracket, points, detail=detail)
        yield from self._room_size(number)
        if treated.pairs:
            yield self._optimum(number)
        if number < len(self.judge.best) - 1:
            yield from self._floaters(number)

    def kind_of(self, number: int) -> str:
        """Return what is special about a bracket: nothing."""
        return "ordinary"

    def _room_size(self, number: int) -> Iterator[Claim]:
        """How many pairs there are and how many float, and why not fewer.

        Rule: fide-dutch-2026 C4, C5, C6.
        """
        judge = self.judge
        treated = self.judge.best[number]
        players = treated.bracket.players
        floaters = treated.floaters
        moved = (1 << len(treated.bracket.moved)) - 1
        graph = SomeOf(judge.field, players).adjacency(range(len(players)))
        graph = [mask & ~moved if moved >> at & 1 else mask for at, mask in enumerate(graph)]
        least = sum(mate < 0 for mate in maximum_matching(graph))
        odd = len(players) % 2
        reason = "odd" if least == odd else "inside"
        if len(floaters) > least:
            reason = "below" if least == odd else "both"
            if judge.fewest_floaters(number) < len(floaters):
                reason = "bye"
        detail: dict[str, ClaimValue] = {
            "reason": reason,
            "size": len(floaters),
            "pairs": len(treated.pairs),
            "last": number == len(judge.best) - 1,
        }
        clause = {"below": "C4", "both": "C4", "bye": "C5"}.get(
            reason, self.edition.keys["floaters"]
        )
        yield Claim(
            "room_size",
            self._keys(floaters),
            clause=clause,
            group=self._points(number),
            key="floaters",
            detail=detail,
        )
        if reason == "inside":
            shown = certificate(SomeOf(judge.field, players, anyone=True))
            if shown is not None and shown.kind == "too_few":
                yield proof(shown, judge)

    def _optimum(self, number: int) -> Claim:
        """What the pairs of a bracket attain: each key, and the colours that they prefer.

        Rule: fide-dutch-2026 C8, C9, C10, C11, C12, C13, C14, C15, C16, C17, C18, C19, C20, C21.
        """
        judge = self.judge
        treated = self.judge.best[number]
        detail: dict[str, ClaimValue] = {}
        for key, value in judge.values(number, judge.own(number)):
            if key in COUNTS:
                detail[key] = value[0]
            elif key in GAPS:
                detail[key] = tuple(gap for gap in value if gap < FLOATS_ON)
        following = len(treated.bracket.following)
        odd = (len(treated.floaters) + following) % 2 if following else 0
        wishes = [judge.field.wishes[i].colour for pair in treated.pairs for i in pair]
        detail |= {
            "next_least": odd,
            "want_white": wishes.count("W"),
            "want_black": wishes.count("B"),
            "no_preference": wishes.count(None),
        }
        return Claim("optimum", clause=self.edition.best, group=self._points(number), detail=detail)

    def _floaters(self, number: int) -> Iterator[Claim]:
        """Who floats down, and what gets worse first when they stay.

        Rule: fide-dutch-2026 C4, C6, C7, C8, 3.8.
        """
        treated = self.judge.best[number]
        floaters = self._keys(treated.floaters)
        if len(treated.bracket.players) == 1:
            return
        for player in floaters[:FLOATERS_AT_MOST]:
            alone = self._no_opponent(number, player)
            if alone is not None:
                yield alone
                continue
            forced = self.forcer.stays(player, number)
            claim = Claim("floats", (player,), clause="C4", group=self._points(number))
            if forced.impossible is not None:
                yield claim
                continue
            claim = self._with(claim, forced)
            above = claim.group != self._points(number)
            yield replace(claim, detail={**claim.detail, "above": above})
        if floaters[FLOATERS_AT_MOST:]:
            left = floaters[FLOATERS_AT_MOST:]
            yield Claim("not_examined", left, group=self._points(number))

    def _no_opponent(self, number: int, player: int) -> Claim | None:
        """That somebody may meet nobody of a bracket; None where they may.

        Rule: fide-dutch-2026 C1, C3, 3.3.
        """
        bracket = self.judge.best[number].bracket
        place = self.judge.place[player]
        here = bracket.residents if place in bracket.moved else bracket.players
        others = self._keys([i for i in here if i != place])
        faults = [self.judge.fault_of(player, other) for other in others]
        if not all(faults):
            return None
        clauses = ", ".join(sorted({fault.clause for fault in faults if fault}))
        return Claim("no_opponent", (player,), others, clauses, self._points(number))

    # --- the pairs of a bracket -------------------------------------------------------------------

    def pairs_of(self, number: int, player: int, opponent: int) -> Iterator[Claim]:
        """Where a pair stands in the order of candidates, and who would have come before.

        Rule: fide-dutch-2026 3.2, 3.3, 3.8, 4.2, 4.3, 4.4.
        """
        bracket = self.judge.best[number].bracket
        points = self._points(number)
        order = self.judge.own(number).order
        keys = self.edition.keys
        both = {self.judge.place[player], self.judge.place[opponent]}
        one = min(both)
        two = max(both)
        in_moved = one in order.moved_s1
        if in_moved and len(order.moved_s1) < len(bracket.moved):
            limbo = [i for i in bracket.moved if i not in order.moved_s1]
            clause = keys["moved_s1"]
            yield Claim("subset", self._keys(order.moved_s1), self._keys(limbo), clause, points)
        if order.out and not in_moved:
            clause = keys["exchange"]
            yield Claim("exchange", self._keys(order.out), self._keys(order.into), clause, points)
        s1 = order.s1_after
        s2 = order.s2_after
        opponents = order.opponents
        if in_moved:
            s1 = order.moved_s1
            s2 = bracket.residents
            opponents = order.moved_opponents
        at = s1.index(one)
        detail: dict[str, ClaimValue] = {
            "part": "moved" if in_moved else "rest" if order.moved_s1 else "whole",
            "s1_place": at + 1,
            "s2_place": s2.index(two) + 1,
        }
        others = self._earlier(order, (one, two), s2, {*opponents[:at]}, in_moved)
        detail["first"] = not others
        clause = keys["moved_opponents" if in_moved else "opponents"]
        yield Claim("opponent", self._keys((one, two)), clause=clause, group=points, detail=detail)
        for i in others[:CANDIDATES_AT_MOST]:
            yield self.candidate(*self._keys((one, i)))
        if others[CANDIDATES_AT_MOST:]:
            yield Claim("not_examined", self._keys(others[CANDIDATES_AT_MOST:]), group=points)

    def _earlier(
        self,
        order: DutchOrder,
        pair: tuple[int, int],
        s2: Sequence[int],
        gone: set[int],
        in_moved: bool,
    ) -> list[int]:
        """Who would have come before the opponent: higher in S2, or without the exchange made."""
        one, two = pair
        others = [i for i in s2[: s2.index(two)] if i not in gone]
        if order.out and not in_moved:
            against = order.s2 if one in order.s1 else order.s1
            others += [i for i in against if i not in others and i not in (one, two)]
        return sorted(others)

    def left_over(self, number: int, player: int) -> Iterator[Claim]:
        """That the last bracket leaves this player over, and what the bye of another would cost.

        Rule: fide-dutch-2026 C2, C5, C9.
        """
        yield Claim("free", (player,), clause=self.judge.bye_clause, group=self._points(number))
        others = [
            key
            for key in self._keys(self.judge.best[number].bracket.players)
            if key != player and self.judge.may_have_bye(key)
        ]
        yield from self.why_not_free(reversed(others[-BYES_AT_MOST:]))

    def _other_byes(self, free: int) -> Iterator[Claim]:
        """What gets worse when others have the bye; with a higher score that is C5 at once."""
        field = self.judge.field
        place = self.judge.place
        others = [
            player.key
            for player in reversed(field.players)
            if player.may_have_bye and player.key != free
        ]
        alike = [k for k in others if field.pab_score in (None, field.scores[place[k]])]
        higher = [k for k in others if k not in alike]
        yield from self.why_not_free([*alike[:BYES_AT_MOST], *higher[:BYE_CANDIDATES_AT_MOST]])
        if alike[BYES_AT_MOST:]:
            yield Claim("not_examined", tuple(alike[BYES_AT_MOST:]))
