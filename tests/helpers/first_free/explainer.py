"""Explanations of a round by "first-free", and their writer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from pairing.explain.claims import Claim
from pairing.explain.question import Question
from pairing.explain.writer import Writer
from pairing.norms.faults import BoardPairs
from pairing.norms.model import Pairing


class FirstFreeExplainer:
    """Answers questions about a round, and about its colours."""

    def __init__(self, question: Question) -> None:
        """Take the round."""
        self.question = question
        pairing = question.pairing
        self.boards = pairing.boards if isinstance(pairing, Pairing) else ()
        self.order = [contestant.key for contestant in question.contestants]
        self.met = {contestant.key: contestant.met for contestant in question.contestants}
        self.opponent = {b.white: b.black for b in self.boards}
        self.opponent |= {black: white for white, black in self.opponent.items()}

    def why(self, player: int) -> Iterator[Claim]:
        """Yield everything that led to a player's opponent or bye."""
        other = self.opponent.get(player)
        if other is None:
            yield Claim("free", (player,), clause="order")
            return
        one, two = sorted((player, other), key=self.order.index)
        passed = self.order[self.order.index(one) + 1 : self.order.index(two)]
        yield from (Claim("candidate", (p,), clause="order") for p in passed if p in self.met[one])
        yield Claim("opponent", (one, two), clause="order")

    def why_not(self, one: int, two: int | None) -> Iterator[Claim]:
        """Yield who comes first where two do not meet, or one is not free."""
        players = (one,) if two is None else (one, two)
        same = self.opponent.get(one) == two
        yield Claim("same" if same else "forced", players, clause="order")

    def why_bye(self) -> Iterator[Claim]:
        """Yield who is free."""
        if len(self.order) % 2 == 0:
            yield Claim("nobody_free", detail={"players": len(self.order)})
        else:
            yield from self.why(self.order[-1])

    def illegal(self, pairs: BoardPairs, bye: int | None) -> Iterator[Claim]:
        """Yield the players who are not paired."""
        seated = {player for board in pairs for player in board} | {bye}
        for player in self.order:
            if player not in seated:
                yield Claim("illegal", (player,), clause="order", detail={"fault": "unpaired"})

    def differs(self, pairs: BoardPairs, bye: int | None) -> Iterator[Claim]:
        """Yield that the boards are not those of the rules."""
        ours = {frozenset((board.white, board.black)) for board in self.boards}
        if ours != {frozenset(pair) for pair in pairs}:
            yield Claim("differs", clause="order")

    def impossible(self) -> Iterator[Claim]:
        """Yield that the round cannot be paired."""
        yield Claim("impossible", clause="order")

    def why_colour(self, one: int, two: int) -> Iterator[Claim]:
        """Yield who of two has white."""
        lower, higher = sorted((one, two), key=self.order.index)
        players = (lower, higher) if self.question.round % 2 else (higher, lower)
        yield Claim("colour", players, (lower, higher), clause="white")

    def colours_otherwise(self, board: tuple[int, int], number: int | None) -> Iterator[Claim]:
        """Yield that a game's colours are the other way round by the rules."""
        (claim,) = self.why_colour(*board)
        if claim.players != board:
            detail = {"breaks_b2": False, "board": number}
            yield Claim("colours_otherwise", board, clause="white", detail=detail)


class FirstFreeWriter(Writer):
    """Writes the claims."""

    room: ClassVar[str] = "first-free"

    def __init__(self, question: Question) -> None:
        """Take the round."""
        super().__init__(question)
        plain = ("opponent", "candidate", "differs", "colour", "free")
        self.writers = {**self.writers, **dict.fromkeys(plain, Writer._plain)}
