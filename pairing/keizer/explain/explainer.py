"""Why an evening of a season is paired as it is: the nearer opponents, and what forbids them.

A pairing is a sequence of choices: the player without opponent, then from the top down each higher
ranked player's class of opponent and their distance. The engine finds the best in that order. Any
other pairing differs from it in a first choice, and an explanation names that choice.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Literal, NamedTuple, TypeAlias

from pairing.explain.claims import Claim, ClaimValue, proof
from pairing.explain.explainer import as_published, illegal
from pairing.explain.question import Question
from pairing.keizer.engine import Classes, EveningConditions, candidates_for_bye, colours, pair
from pairing.keizer.members import evening, ranked_members
from pairing.norms.certificate import Certificate, certificate
from pairing.norms.faults import KNSB, BoardPairs, Fault
from pairing.norms.model import Pairing
from pairing.system import Explains, ExplainsColours
from projections.games.colours import difference_text

NEARER_AT_MOST = 12

SeasonKey: TypeAlias = Literal["free", "level", "lowest", "nearest"]
"""The choices of an evening, in the order in which they are made."""


class Choices(NamedTuple):
    """A pairing as its choices: smaller is better, compared in this order.

    `times` is how often the player without opponent had none before (0: everybody has an opponent).
    `level` is the highest class of the round. `above` is how many places the player without
    opponent stands above the last. `pairs` are, by the place of the higher of two, the class of the
    pair and the place of the lower.
    """

    times: int
    level: int
    above: int
    pairs: tuple[tuple[int, int, int], ...]


class SeasonExplainer(Explains, ExplainsColours):
    """Answers questions about one evening, and provides its norms for faults and certificates."""

    bye_clause = "3c"
    clauses = KNSB

    def __init__(self, question: Question) -> None:
        """Create an explainer; each player's place is that of the ranking, among those present."""
        self.question = question
        ranking = [contestant.key for contestant in question.contestants]
        self.members = ranked_members(question.table, ranking)
        self.evening: EveningConditions = evening(question.table, question.rules)
        self.classes = Classes(self.members, self.evening)
        self.keys = [member.key for member in self.members]
        self.place: Mapping[int, int] = {key: at for at, key in enumerate(self.keys)}
        assert isinstance(question.pairing, Pairing)
        self.pairing = question.pairing
        boards = [(board.white, board.black) for board in self.pairing.boards]
        self.best = self.choices(boards, self.pairing.bye)
        self.by_rules: dict[int, int | None] = {}
        for one, two in boards:
            self.by_rules |= {one: two, two: one}
        if self.pairing.bye is not None:
            self.by_rules[self.pairing.bye] = None

    # --- norms ------------------------------------------------------------------------------------

    @property
    def size(self) -> int:
        """Return how many are present."""
        return len(self.members)

    @property
    def bye_allowed(self) -> list[bool]:
        """Return who may be without opponent: the players with the fewest rounds without one."""
        candidates = set(candidates_for_bye(self.members))
        return [at in candidates for at in range(self.size)]

    def may_have_bye(self, player: int) -> bool:
        """Return whether a player may be without opponent.

        Rule: mwkeizer 3c.
        """
        return self.bye_allowed[self.place[player]]

    def fault_of(self, one: int, two: int) -> Fault | None:
        """Return the condition of this round that a pair breaks, None when it is allowed.

        Rule: mwkeizer a, b.
        """
        return self._fault(one, two, self.best.level)

    def _fault(self, one: int, two: int, level: int) -> Fault | None:
        class_ = self._class(one, two)
        if class_ <= level:
            return None
        if class_ == self.classes.colours_class:
            return Fault("colours", "b", (one, two))
        return Fault("met", "a", (one, two))

    def _class(self, one: int, two: int) -> int:
        return self.classes.of(self.place[one], self.place[two])

    def adjacency(self, players: range) -> list[int]:
        """Return who could meet whom one class below the round's class."""
        below = [level for level in self.classes.used() if level < self.best.level]
        return [self.classes.up_to(below[-1])[at] for at in players]

    # --- choices ----------------------------------------------------------------------------------

    def choices(self, pairs: BoardPairs, bye: int | None) -> Choices:
        """Return the choices of a complete pairing."""
        options = []
        for one, two in pairs:
            high, low = sorted((self.place[one], self.place[two]))
            options.append((high, self.classes.of(high, low), low))
        times = above = 0
        if bye is not None:
            times = self.members[self.place[bye]].no_opponent
            above = self.size - 1 - self.place[bye]
        level = max((class_ for _, class_, _ in options), default=0)
        return Choices(times, level, above, tuple(sorted(options)))

    def with_difference(self, claim: Claim, other: Choices) -> Claim:
        """Return the claim with the first choice in which another pairing is worse.

        Rule: mwkeizer a, b, c, 3c.
        """
        best = self.best
        if best.times != other.times:
            who = self.size - 1 - other.above
            return self._with(claim, "free", (who,), best.times, other.times)
        if best.level != other.level:
            high, _, low = next(p for p in other.pairs if p[1] == other.level)
            return self._with(claim, "level", (high, low), best.level, other.level)
        if best.above != other.above:
            who = self.size - 1 - other.above
            return self._with(claim, "lowest", (who,), best.above, other.above)
        mine, theirs = next((a, b) for a, b in zip(best.pairs, other.pairs, strict=True) if a != b)
        return self._with(claim, "nearest", (mine[0], mine[2], theirs[2]), mine[2], theirs[2])

    def _with(
        self, claim: Claim, key: SeasonKey, places: Sequence[int], own: int, instead: int
    ) -> Claim:
        others = tuple(self.keys[at] for at in places)
        clause = {"nearest": "c", "free": "3c", "lowest": "3c"}.get(key)
        detail: dict[str, ClaimValue] = dict(claim.detail)
        if key == "level":
            clause, detail = self._breaks(others[0], others[1])
        elif key == "nearest" and self._class(others[0], others[2]) > self._class(*others[:2]):
            clause, detail = self._breaks(others[0], others[2])
            key = "level"
            others = (others[0], others[2])
        return Claim(
            claim.kind,
            claim.players,
            others,
            clause,
            key=key,
            by=instead - own,
            unit="places",
            found=own,
            instead=instead,
            detail={**claim.detail, **detail},
        )

    def _breaks(self, one: int, two: int) -> tuple[str, dict[str, ClaimValue]]:
        """Return the clause of the condition a pair breaks, with their last meeting if it is a."""
        if self._class(one, two) == self.classes.colours_class:
            return "b", {"breaks": "colours"}
        met, _ = self.members[self.place[one]].meetings[two]
        return "a", {"breaks": "met", "met_in_round": met, "again_from": self._again(met)}

    def _again(self, met: int) -> int:
        """Return the round from which two may meet again: after the gap, or in a new period."""
        periods = [start for start in self.question.table.season.periods if start > met]
        return min([met + self.evening.gap + 1, *periods])

    # --- the questions ----------------------------------------------------------------------------

    def why(self, player: int) -> Iterator[Claim]:
        """Yield everything that led to this player's opponent, or to having none.

        Rule: mwkeizer a, b, c, 3c.
        """
        yield from as_published(self.question, self.by_rules, player, self.why_not)
        yield from self.gave_way()
        opponent = self.by_rules[player]
        if opponent is None:
            yield from self._free(player)
            return
        high, low = sorted((player, opponent), key=self.place.__getitem__)
        places: dict[str, ClaimValue] = {
            "place": self.place[high] + 1,
            "place_of_other": self.place[low] + 1,
        }
        yield Claim("opponent", (high, low), clause="c", detail=places)
        yield from self._last_game(high, low)
        # The sentence before is about the higher of the two, whichever was asked about.
        yield from self._nearer(high, low)

    def gave_way(self) -> Iterator[Claim]:
        """Yield which boards break a condition, and why no complete pairing keeps it.

        Rule: mwkeizer a, b.
        """
        for board in self.pairing.boards:
            if self._class(board.white, board.black):
                clause, detail = self._breaks(board.white, board.black)
                yield Claim("gave_way", (board.white, board.black), clause=clause, detail=detail)
        if self.best.level:
            shown = certificate(self)
            if shown is not None:
                below = [level for level in self.classes.used() if level < self.best.level][-1]
                claim = proof(shown, _Below(self, below))
                yield claim if shown.kind == "alone" else replace(claim, clause="a, b")

    def _nearer(self, player: int, opponent: int) -> Iterator[Claim]:
        """Yield the players nearer to a player than their opponent, nearest first.

        Each comes with the obstacle.
        """
        mine = self.place[player]
        distance = abs(self.place[opponent] - mine)
        nearer = [key for key in self.keys if 0 < abs(self.place[key] - mine) < distance]
        nearer.sort(key=lambda key: (abs(self.place[key] - mine), self.place[key]))
        for other in nearer[:NEARER_AT_MOST]:
            yield self.candidate(player, other)
        if nearer[NEARER_AT_MOST:]:
            yield Claim("not_examined", tuple(nearer[NEARER_AT_MOST:]))

    def candidate(self, player: int, other: int) -> Claim:
        """Return why these two do not meet: a condition, or players who chose before them."""
        two = (player, other)
        if self._class(player, other) > self.best.level:
            clause, detail = self._breaks(player, other)
            met = detail.get("met_in_round")
            last_met = met if isinstance(met, int) else None
            return Claim("candidate", two, clause=clause, found=last_met, detail=detail)
        mate = self.by_rules[other]
        if mate is None:
            return Claim("candidate", two, (other,), "3c", detail={"breaks": "free"})
        first = min(two, key=self.place.__getitem__)
        chosen_before = min(self.place[other], self.place[mate]) < self.place[first]
        if chosen_before or (first == other and self.choices_prefer(other, mate, player)):
            return Claim("candidate", two, (mate,), "c", detail={"breaks": "taken"})
        found_instead = self._forced(player, other)
        assert not isinstance(found_instead, Certificate)
        return self.with_difference(Claim("candidate", two), found_instead)

    def choices_prefer(self, player: int, one: int, two: int) -> bool:
        """Return whether a player, at their turn, prefers the first: lower class, then nearer."""
        return (self._class(player, one), self.place[one]) < (
            self._class(player, two),
            self.place[two],
        )

    def _forced(self, one: int, two: int | None) -> Choices:
        """Return the choices of the best pairing in which two meet, or one has no opponent."""
        left = [m for m in self.members if m.key not in (one, two)]
        level = 0 if two is None else self._class(one, two)
        pairing = pair(left, self.evening, level) if left else Pairing((), None, ())
        boards = [(board.white, board.black) for board in pairing.boards]
        if two is not None:
            boards.append((one, two))
        return self.choices(boards, one if two is None else pairing.bye)

    def why_not(self, one: int, two: int | None) -> Iterator[Claim]:
        """Yield what gets worse first when two meet, or one has no opponent.

        Rule: mwkeizer a, b, c, 3c.
        """
        players = (one,) if two is None else (one, two)
        if self.by_rules[one] == two:
            yield Claim("same", players)
            return
        if two is None and self.size % 2 == 0:
            yield Claim("illegal", players, clause="3c", detail={"fault": "byes"})
            return
        yield self.with_difference(Claim("forced", players), self._forced(one, two))

    def why_bye(self) -> Iterator[Claim]:
        """Yield who is without opponent, and why nobody else.

        Rule: mwkeizer 3c.
        """
        if self.size % 2 == 0:
            yield Claim("nobody_free", detail={"players": self.size})
            return
        if self.question.bye is not None:
            bye = self.question.bye
            yield from as_published(self.question, self.by_rules, bye, self.why_not)
        free = self.pairing.bye
        assert free is not None
        if self.question.bye != free:
            yield Claim("free", (free,), clause="3c", detail={"by_rules": True})
        yield from self._free(free)

    def _free(self, free: int) -> Iterator[Claim]:
        times = self.members[self.place[free]].no_opponent
        yield Claim("free_because", (free,), clause="3c", detail={"times": times})
        lower = self.keys[self.place[free] + 1 :]
        barred = [key for key in lower if not self.may_have_bye(key)]
        if barred:
            yield Claim("barred", tuple(barred), clause="3c")
        for key in [key for key in lower if self.may_have_bye(key)][:NEARER_AT_MOST]:
            yield from self.why_not(key, None)

    def impossible(self) -> Iterator[Claim]:
        """Yield nothing: with every condition given up, everybody can meet everybody."""
        return iter(())

    def illegal(self, pairs: BoardPairs, bye: int | None) -> Iterator[Claim]:
        """Yield the players not paired exactly once; no condition makes a board illegal."""
        for claim in illegal(self.question, self, pairs, bye):
            if claim.detail["fault"] not in ("met", "colours", "bye"):
                yield claim

    def differs(self, pairs: BoardPairs, bye: int | None) -> Iterator[Claim]:
        """Yield the first choice in which a pairing differs from the pairing by the rules."""
        options = self.choices(pairs, bye)
        if options != self.best:
            yield self.with_difference(Claim("differs"), options)

    def _last_game(self, high: int, low: int) -> Iterator[Claim]:
        """Yield the last game of two players, and whether it was in an earlier period.

        Rule: mwkeizer 2.
        """
        met = self.members[self.place[high]].meetings.get(low)
        if met is not None:
            last = (high, low) if met[1] == "W" else (low, high)
            earlier = met[0] < self.evening.period_start
            detail: dict[str, ClaimValue] = {"met_in_round": met[0], "earlier_period": earlier}
            yield Claim("last_game", last, clause="2", detail=detail)

    # --- colours ----------------------------------------------------------------------------------

    def why_colour(self, one: int, two: int) -> Iterator[Claim]:
        """Yield who of two has white by the rules, and by which rule.

        Rule: mwkeizer b, 2.
        """
        board = next((b for b in self.question.boards if set(b) == {one, two}), None)
        number = self.question.number_of(board) if board else None
        if board:
            yield Claim("board", board, detail={"board": number})
        high, low = sorted((one, two), key=self.place.__getitem__)
        for key in (high, low):
            history = self.members[self.place[key]].colours
            detail = {"colours": history, "difference": difference_text(history)}
            yield Claim("colours_so_far", (key,), clause="b", detail=detail)
        yield from self._last_game(high, low)
        assignment = colours(
            self.members[self.place[high]],
            self.members[self.place[low]],
            number or 1,
            self.evening,
        )
        clause = "2" if assignment.rule == "return" else "b"
        yield Claim(
            "colour",
            (assignment.white, assignment.black),
            (high, low),
            clause,
            detail={"rule": assignment.rule},
        )
        if board:
            yield from self.colours_otherwise(board, None)

    def colours_otherwise(self, board: tuple[int, int], number: int | None) -> Iterator[Claim]:
        """Yield the claim that the rules give a game the opposite colours, if they do.

        Rule: mwkeizer b, 2.
        """
        if not all(key in self.place for key in board):
            return
        high, low = sorted(board, key=self.place.__getitem__)
        question = self.question
        at = question.number_of(board) if board in question.boards else number or 1
        assignment = colours(
            self.members[self.place[high]], self.members[self.place[low]], at, self.evening
        )
        if assignment.white != board[0]:
            detail: dict[str, ClaimValue] = {"breaks_b2": False}
            detail |= {} if number is None else {"board": number}
            yield Claim("colours_otherwise", board, clause="b", detail=detail)


class _Below:
    """The norms one class below a round's class, as the proof of giving way uses them."""

    bye_clause = "3c"
    clauses = KNSB

    def __init__(self, explainer: SeasonExplainer, level: int) -> None:
        self.explainer = explainer
        self.level = level
        self.place = explainer.place

    def fault_of(self, one: int, two: int) -> Fault | None:
        """Return the condition that a pair breaks."""
        return self.explainer._fault(one, two, self.level)

    def may_have_bye(self, player: int) -> bool:
        """Return whether a player may be without opponent."""
        return self.explainer.may_have_bye(player)
