"""What the explanations of both Swiss systems share: the questions, and how they are answered.

A system says what its groups are, who is in which by the rules, and what gets worse first when a
pair or the bye is forced.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import islice
from typing import Final

from pairing.explain.claims import IN_THE_WAY_AT_MOST, Claim, ClaimValue, in_the_way, proof
from pairing.explain.question import Question
from pairing.norms.certificate import Certificate
from pairing.norms.faults import BoardPairs, Norms, faults
from pairing.norms.model import Pairing

BYE_CANDIDATES_AT_MOST: Final = 100


class Explaining(ABC):
    """Answers questions about one round that is not paired by lot."""

    complete_clause: str
    """The clause by which no complete pairing is left."""

    def __init__(self, question: Question, norms: Norms) -> None:
        """Take the round and the norms of its system."""
        self.question, self.norms = question, norms

    @cached_property
    def by_rules(self) -> Mapping[int, tuple[int, int | None]]:
        """For each player the number of the group in which the rules pair them, and their opponent.

        None is the bye. It is empty when nobody can pair the round.
        """
        return dict(self.seats())

    # --- what a system adds -----------------------------------------------------------------------

    @abstractmethod
    def seats(self) -> Iterator[tuple[int, tuple[int, int | None]]]:
        """Yield every player with the number of their group and the opponent, None for the bye."""

    @abstractmethod
    def first_group(self, player: int) -> int:
        """Return the number of the group that a player belongs to by score."""

    @abstractmethod
    def group(self, number: int) -> Iterator[Claim]:
        """Who is in a group, who came in, who goes out of it and by which key."""

    @abstractmethod
    def pairs_of(self, number: int, player: int, opponent: int) -> Iterator[Claim]:
        """How the pairs of a group come about, and whom this player did not get."""

    @abstractmethod
    def left_over(self, number: int, player: int) -> Iterator[Claim]:
        """That the last group leaves this player over, who has the bye."""

    @abstractmethod
    def worse(self, claim: Claim, one: int, two: int | None) -> Claim | Certificate:
        """Return the claim with what gets worse first with this pair (bye), or why it cannot be."""

    @abstractmethod
    def obstacle(self, claim: Claim, one: int, two: int | None) -> Certificate | None:
        """Return why the key of a claim that `worse` gave gets worse, where players show it."""

    @abstractmethod
    def none_at_all(self) -> Certificate | None:
        """Return why the round cannot be paired."""

    @abstractmethod
    def differs(self, pairs: BoardPairs, bye: int | None) -> Iterator[Claim]:
        """The first key in which a legal pairing differs from that of the rules."""

    # --- the questions ----------------------------------------------------------------------------

    def why(self, player: int) -> Iterator[Claim]:
        """Everything that led to this player's opponent or bye, group by group."""
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
        """Why these two do not meet: the clause that forbids it, or the key that gets worse."""
        fault = self.norms.fault_of(one, two)
        if fault is not None:
            met = self.question.met_in(one, two) if fault.kind == "met" else None
            return Claim("candidate", (one, two), clause=fault.clause, detail={"met_in_round": met})
        answer = self.worse(Claim("candidate", (one, two)), one, two)
        if isinstance(answer, Claim):
            return answer
        return Claim("candidate", (one, two), clause=self.complete_clause,
                     detail={"impossible": True})  # fmt: skip

    def why_not(self, one: int, two: int | None) -> Iterator[Claim]:
        """What gets worse first when two meet, or one has the bye; or why that cannot be."""
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
                yield Claim("illegal", players, clause=fault.clause,
                            detail={"fault": fault.kind, "met_in_round": met})  # fmt: skip
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
        """That the round cannot be paired, and why."""
        yield Claim("impossible")
        shown = self.none_at_all()
        if shown is not None:
            yield from self._in_the_way(shown)
            yield proof(shown, self.norms)

    def illegal(self, pairs: BoardPairs, bye: int | None) -> Iterator[Claim]:
        """The boards and the bye that a norm forbids, and who is not paired once."""
        yield from illegal(self.question, self.norms, pairs, bye)

    def why_bye(self) -> Iterator[Claim]:
        """Who is free and why not another: by the norm, or by the first key that gets worse.

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
        """Yield what gets worse where another has the bye; what is in the way comes last."""
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


def as_published(
    question: Question, by_rules: Mapping[int, int | None], player: int,
    why_not: Callable[[int, int | None], Iterator[Claim]],
) -> Iterator[Claim]:  # fmt: skip
    """The published board or bye of a player, and why it is not by the rules where it is not.

    by_rules are everybody's opponents by the rules, None for the bye; empty: there is no pairing.
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
    """The boards and the bye that a norm forbids, and who is not paired once."""
    wall = question.wall or tuple(pairs)
    boards = {key: at for at, board in enumerate(wall, 1) for key in board}
    for fault in faults(norms, pairs, bye):
        board = boards.get(fault.players[0])
        detail: dict[str, ClaimValue] = {"fault": fault.kind, "board": board}
        if fault.kind == "met":
            detail["met_in_round"] = question.met_in(*fault.players)
        yield Claim("illegal", fault.players, clause=fault.clause, detail=detail)


def by_lot(question: Question, players: tuple[int, ...]) -> Iterator[Claim]:
    """Why a board or a bye of the first round is as it is.

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
