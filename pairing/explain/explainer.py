"""The questions and answers that the explanations of both Swiss systems share.

A system defines its groups, the group of each player by the rules, and the key that gets worse
first when a pair or the bye is forced.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import islice
from typing import ClassVar, Final, Protocol

from pairing.explain.claims import IN_THE_WAY_AT_MOST, Claim, ClaimValue, in_the_way, proof
from pairing.explain.question import Question
from pairing.norms.certificate import Certificate
from pairing.norms.criterion import Difference, Forced
from pairing.norms.faults import BoardPairs, Norms, faults
from pairing.norms.model import Pairing

BYE_CANDIDATES_AT_MOST: Final = 100


class Forcer(Protocol):
    """Answers what becomes of a judged round under a condition; players by key."""

    def forced(self, one: int, two: int | None) -> Forced:
        """Return what gets worse first when `one` meets `two` (None: has the bye)."""


class Explaining(ABC):
    """Answers questions about one round that is not paired by lot."""

    complete_clause: str
    """The clause under which no complete pairing exists."""
    tells_proof: ClassVar[bool] = True
    """Whether a claim says that what gets worse is proved."""
    forcer: Forcer

    def __init__(self, question: Question, norms: Norms) -> None:
        """Create an explainer of the round with the norms of its system."""
        self.question = question
        self.norms = norms

    @cached_property
    def by_rules(self) -> Mapping[int, tuple[int, int | None]]:
        """Map each player to the number of the group where the rules pair them, and their opponent.

        None is the bye. The mapping is empty when the round cannot be paired.
        """
        return dict(self.seats())

    # --- parts that a system adds -----------------------------------------------------------------

    @abstractmethod
    def points(self, number: int) -> int:
        """Return the score of a group."""

    @abstractmethod
    def keys(self, places: Iterable[int]) -> tuple[int, ...]:
        """Return the players at the places of the judge."""

    @abstractmethod
    def seats(self) -> Iterator[tuple[int, tuple[int, int | None]]]:
        """Yield each player with the number of their group and their opponent, None for the bye."""

    @abstractmethod
    def first_group(self, player: int) -> int:
        """Return the number of the group that a player's score puts them in."""

    @abstractmethod
    def group(self, number: int) -> Iterator[Claim]:
        """Yield the members of a group, the players who came in and those who leave it, by key."""

    @abstractmethod
    def pairs_of(self, number: int, player: int, opponent: int) -> Iterator[Claim]:
        """Yield how the pairs of a group come about, and the opponents this player did not get."""

    @abstractmethod
    def left_over(self, number: int, player: int) -> Iterator[Claim]:
        """Yield that the last group leaves this player over, so that they have the bye."""

    @abstractmethod
    def obstacle(self, claim: Claim, one: int, two: int | None) -> Certificate | None:
        """Return why the key of a claim from `worse` gets worse, if a set of players shows it."""

    @abstractmethod
    def none_at_all(self) -> Certificate | None:
        """Return why the round cannot be paired."""

    @abstractmethod
    def differs(self, pairs: BoardPairs, bye: int | None) -> Iterator[Claim]:
        """Yield the first key in which a legal pairing differs from the pairing by the rules."""

    # --- what gets worse --------------------------------------------------------------------------

    def worse(self, claim: Claim, one: int, two: int | None) -> Claim | Certificate:
        """Return the key that gets worse first with this pair (or bye), or why it is impossible."""
        forced = self.forcer.forced(one, two)
        return forced.impossible or self.differing(claim, forced)

    def differing(self, claim: Claim, forced: Forced) -> Claim:
        """Return the claim with the first key that gets worse, and whether that is proved."""
        assert forced.difference is not None
        proved = {"proved": forced.proved} if self.tells_proof else {}
        return self.told(replace(claim, detail={**claim.detail, **proved}), forced.difference)

    def told(self, claim: Claim, difference: Difference) -> Claim:
        """Return the claim with the key, the clause and by how much it is worse."""
        number = difference.number
        group = None if number is None else self.points(number)
        return claim.differing(difference, group, self.keys(difference.who))

    # --- the questions ----------------------------------------------------------------------------

    def why(self, player: int) -> Iterator[Claim]:
        """Yield everything that led to this player's opponent or bye, group by group."""
        yield from self._as_published(player)
        if not self.by_rules:
            yield from self.impossible()
            return
        last, opponent = self.by_rules[player]
        for number in range(self.first_group(player), last + 1):
            yield from self.group(number)
        if opponent is None:
            yield from self.left_over(last, player)
        else:
            yield from self.pairs_of(last, player, opponent)

    def _as_published(self, player: int) -> Iterator[Claim]:
        opponents = {key: opponent for key, (_, opponent) in self.by_rules.items()}
        yield from as_published(self.question, opponents, player, self.why_not)

    def candidate(self, one: int, two: int) -> Claim:
        """Return why these two do not meet: the forbidding clause, or the key that gets worse."""
        fault = self.norms.fault_of(one, two)
        if fault is not None:
            met = self.question.met_in(one, two) if fault.kind == "met" else None
            return Claim("candidate", (one, two), clause=fault.clause, detail={"met_in_round": met})
        answer = self.worse(Claim("candidate", (one, two)), one, two)
        if isinstance(answer, Claim):
            return answer
        return Claim(
            "candidate", (one, two), clause=self.complete_clause, detail={"impossible": True}
        )

    def candidates(
        self, one: int, others: Sequence[int], at_most: int, group: int | None
    ) -> Iterator[Claim]:
        """Yield why one does not meet some others; `at_most` so many are examined."""
        for other in others[:at_most]:
            yield self.candidate(one, other)
        yield from not_examined(others[at_most:], group)

    def why_not(self, one: int, two: int | None) -> Iterator[Claim]:
        """Yield the key that gets worse first with this pair or bye, or why it is impossible."""
        if not self.by_rules:
            yield from self.impossible()
            return
        players = (one,) if two is None else (one, two)
        if self.by_rules[one][1] == two:
            yield Claim("same", players)
            return
        pairs = [] if two is None else [(one, two)]
        for fault in faults(self.norms, pairs, one if two is None else None):
            if fault.players == players:
                met = None if two is None else self.question.met_in(one, two)
                yield Claim(
                    "illegal",
                    players,
                    clause=fault.clause,
                    detail={"fault": fault.kind, "met_in_round": met},
                )
                return
        answer = self.worse(Claim("forced", players), one, two)
        if isinstance(answer, Claim):
            yield answer
            shown = self.obstacle(answer, one, two)
            yield from () if shown is None else self._in_the_way(shown)
            return
        yield Claim("impossible", players, clause=self.complete_clause)
        yield from self._in_the_way(answer)
        yield proof(answer, self.norms)

    def _in_the_way(self, shown: Certificate) -> Iterator[Claim]:
        yield from in_the_way(shown, self.norms, self.question.met_in)

    def impossible(self) -> Iterator[Claim]:
        """Yield that the round cannot be paired, and why."""
        yield Claim("impossible")
        shown = self.none_at_all()
        if shown is not None:
            yield from self._in_the_way(shown)
            yield proof(shown, self.norms)

    def illegal(self, pairs: BoardPairs, bye: int | None) -> Iterator[Claim]:
        """Yield the boards and the bye that a norm forbids, and players not paired exactly once."""
        yield from illegal(self.question, self.norms, pairs, bye)

    def why_bye(self) -> Iterator[Claim]:
        """Yield the player with the bye and why nobody else: a norm, or the first worse key.

        Rule: knsb-wp-2014 B1b, F1; knsb-wp-1996 B1b, F1; knsb-rating-2014 A5, B1b.
        """
        players = self.question.contestants
        if len(players) % 2 == 0:
            yield Claim("nobody_free", detail={"players": len(players)})
            return
        if self.question.bye is not None:
            yield from self._as_published(self.question.bye)
        if not self.by_rules:
            yield from self.impossible()
            return
        free = next(player for player, (_, other) in self.by_rules.items() if other is None)
        if self.question.bye != free:
            yield Claim("free", (free,), clause=self.norms.bye_clause, detail={"by_rules": True})
        barred = [c.key for c in reversed(players) if not self.norms.may_have_bye(c.key)]
        if barred:
            yield Claim("barred", tuple(barred), clause=self.norms.clauses.bye)
        yield from self._other_byes(free)

    def _other_byes(self, free: int) -> Iterator[Claim]:
        players: Sequence[tuple[int, int]] = [
            (c.key, c.points_halves)
            for c in reversed(self.question.contestants)
            if self.norms.may_have_bye(c.key)
        ]
        if len(players) > BYE_CANDIDATES_AT_MOST:
            points = dict(players)[free]
            players = [(key, theirs) for key, theirs in players if theirs <= points]
        yield from self.why_not_free(key for key, _ in players if key != free)

    def why_not_free(self, players: Iterable[int]) -> Iterator[Claim]:
        """Yield what gets worse when another player has the bye; obstacles come last."""
        pairs: dict[tuple[int, ...], Claim] = {}
        for player in players:
            claims = self.why_not(player, None)
            first = next(claims)
            yield first
            if first.kind != "forced":
                yield from claims
            elif len(pairs) < IN_THE_WAY_AT_MOST:
                pairs |= {c.players: replace(c, others=(player,)) for c in claims} | pairs
        yield from islice(pairs.values(), IN_THE_WAY_AT_MOST)


def not_examined(players: Sequence[int], group: int | None = None) -> Iterator[Claim]:
    """Yield that these players were too many to be examined, if there are any."""
    if players:
        yield Claim("not_examined", tuple(players), group=group)


def as_published(
    question: Question,
    by_rules: Mapping[int, int | None],
    player: int,
    why_not: Callable[[int, int | None], Iterator[Claim]],
) -> Iterator[Claim]:
    """Yield the published board or bye of a player, and why it differs from the rules if it does.

    `by_rules` maps each player to their opponent by the rules, None for the bye; it is empty when
    there is no pairing.
    """
    seat = question.board_of(player)
    if seat is not None:
        number, (one, two) = seat
        yield Claim("board", (one, two), detail={"board": number})
        if by_rules and by_rules.get(one, -1) != two:
            yield Claim("not_by_rules", (one, two))
            yield from why_not(one, two)
    elif question.bye == player:
        yield Claim("free", (player,))
        if by_rules and by_rules.get(player, -1) is not None:
            yield Claim("not_by_rules", (player,))
            yield from why_not(player, None)


def illegal(
    question: Question, norms: Norms, pairs: BoardPairs, bye: int | None
) -> Iterator[Claim]:
    """Yield the boards and the bye that a norm forbids, and players not paired exactly once."""
    wall = question.wall or tuple(pairs)
    boards = {key: at for at, board in enumerate(wall, 1) for key in board}
    for fault in faults(norms, pairs, bye):
        board = boards.get(fault.players[0])
        detail: dict[str, ClaimValue] = {"fault": fault.kind, "board": board}
        if fault.kind == "met":
            detail["met_in_round"] = question.met_in(*fault.players)
        yield Claim("illegal", fault.players, clause=fault.clause, detail=detail)


def by_lot(question: Question, players: tuple[int, ...]) -> Iterator[Claim]:
    """Yield why a board or a bye of the first round is as it is.

    Rule: knsb-wp-2014 D1, D2; knsb-wp-1996 D1, D2; knsb-rating-2014 F4.
    """
    pairing = question.pairing
    assert isinstance(pairing, Pairing)
    method = question.by_lot
    for board in pairing.boards:
        if set(players) & {board.white, board.black}:
            yield Claim("by_lot", (board.white, board.black), clause=method)
    if pairing.bye is not None and pairing.bye in players:
        yield Claim("by_lot", (pairing.bye,), clause=method)
