"""Explanations of a round by "first-free", its decisions, and their words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from ledger.messages import Sentence
from pairing.explain.claims import Claim
from pairing.explain.decisions import Decided, DecisionKey, KeyValue, Unit, not_recomputed
from pairing.explain.question import Question
from pairing.explain.writer import Writer
from pairing.norms.contestants import ToPair
from pairing.norms.faults import BoardPairs
from pairing.norms.model import NoPairing, Pairing
from tests.helpers.first_free.engine import pair
from tests.helpers.first_free.keys import FirstFreeKeys

CLAIM_KEYS = ("passed_over",)
"""The criterion: how many in order are passed over."""

CLAIM_KINDS = {"in_order": "first-free: how many of the free were passed over, as they had met"}

KEYS = (
    DecisionKey("met", "order", "players", "free players passed over, as they had met", "0"),
    not_recomputed("order"),
)


def decide(round_: ToPair) -> Decided | NoPairing:
    """Return the pairing of a round, and how many free players each pair passed over."""
    pairing = pair(round_, None)
    if isinstance(pairing, NoPairing):
        return pairing
    keys, free = list[KeyValue](), [p for p in round_.in_number_order if p != pairing.bye]
    for number, board in enumerate(pairing.boards, 1):
        one, two = sorted((board.white, board.black), key=round_.in_number_order.index)
        free.remove(one)
        passed = free.index(two)
        free.remove(two)
        keys.append(KeyValue(Unit(number, f"board {number}", (one, two), 1), "met", passed, 0))
    return Decided(pairing, keys)


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
        if passed:
            yield Claim("in_order", (one, two), clause="order", detail={"passed": len(passed)})
        yield Claim("opponent", (one, two), clause="order")

    def why_not(self, one: int, two: int | None) -> Iterator[Claim]:
        """Yield who comes first where two do not meet, or one is not free."""
        players = (one,) if two is None else (one, two)
        if self.opponent.get(one) == two:
            yield Claim("same", players, clause="order")
        elif two is None:
            yield Claim("forced", players, clause="order")
        else:
            yield self._passed_over(*sorted((one, two), key=self.order.index))

    def _passed_over(self, one: int, two: int) -> Claim:
        """Return the claim that more, or fewer, are passed over when two meet."""
        by_rules = self.opponent.get(one)
        found = 0 if by_rules is None else self._between(one, by_rules)
        instead = self._between(one, two)
        return Claim(
            "forced",
            (one, two),
            clause="order",
            key="passed_over",
            by=instead - found,
            unit="players",
            found=found,
            instead=instead,
        )

    def _between(self, one: int, two: int) -> int:
        return max(abs(self.order.index(one) - self.order.index(two)) - 1, 0)

    def why_bye(self) -> Iterator[Claim]:
        """Yield who is free."""
        if len(self.order) % 2 == 0:
            yield Claim("nobody_free", detail={"players": len(self.order)})
        else:
            yield from self.why(next(p for p in self.order if p not in self.opponent))

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
        plain = ("opponent", "candidate", "differs", "colour")
        self.writers = {**self.writers, **dict.fromkeys(plain, Writer._plain)}
        self.writers["free"] = FirstFreeWriter._free

    def _free(self, claims: Sequence[Claim]) -> list[Sentence]:
        first = self.question.rules.of(FirstFreeKeys).free == "first"
        return [self._named_as("free.first" if first else "free", claims)]
