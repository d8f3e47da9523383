"""A playing hall for tests: a book in memory, commands carried out one after another, no file."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import combinations, count
from random import Random
from typing import Any

from desk.commands.base import Command
from desk.commands.commands import command_of
from desk.commands.decision import Decision
from desk.handlers.dispatch import handle, take
from ledger.facts.stamps import Recorded, Stamp
from ledger.facts.tournament import AnyFact, RulesChanged
from ledger.refusals import Refusal, Refusals
from ledger.state.book import Book
from ledger.state.tournament import Tournament
from pairing.systems.registry import load_rulebook
from tests.helpers.words import words

START = datetime(2026, 9, 4, 19, 0, tzinfo=UTC)


class Hall:
    """One tournament; facts get positions and times, a minute apart, as the store gives them."""

    def __init__(self, players: int = 0, rounds: int | None = None, **init: Any) -> None:
        self.as_left: tuple[str, int, str] | None = None
        """How all looked after the last command, where that was refused; None: look again."""
        seeds = count(1)
        self.book = Book(Tournament(), new_seed=lambda: f"seed{next(seeds)}")
        self.do("init", name="Open", **({} if rounds is None else {"rounds": rounds}), **init)
        for number in range(1, players + 1):
            self.do("enter", name=f"Player {chr(64 + number)}", rating=2000 - number)
        if players:
            self.do("lots", by="entry")

    @property
    def state(self) -> Tournament:
        return self.book.state

    @property
    def facts(self) -> list[AnyFact]:
        return self.book.facts

    def decide(self, verb: str, **fields: Any) -> Decision | Refusals:
        return handle(self.book, command(verb, **fields))

    def do(self, verb: str, **fields: Any) -> tuple[AnyFact, ...]:
        """Carry a command out and return its facts; it must not be refused."""
        decision = self.decide(verb, **fields)
        assert isinstance(decision, Decision), decision
        return self.take(decision)

    def notes(self, verb: str, **fields: Any) -> tuple[str, ...]:
        """Carry a command out and return its notes for the arbiter."""
        decision = self.decide(verb, **fields)
        assert isinstance(decision, Decision), decision
        self.take(decision)
        return tuple(map(words, decision.notes))

    def take(self, decision: Decision) -> tuple[AnyFact, ...]:
        self.as_left = None
        first = len(self.facts) + 1
        take(self.book, decision)
        self.book.record([recorded(fact, at) for at, fact in enumerate(decision.facts, first)])
        return decision.facts

    def look(self) -> tuple[str, int, str]:
        """Return how the state, the number of facts and the records of people look."""
        return repr(self.state), len(self.facts), repr(self.book.people)

    def refused(self, verb: str, **fields: Any) -> Refusal:
        """Return the first refusal of a command that must be refused, and change nothing."""
        before = self.look()
        decision = self.decide(verb, **fields)
        assert not isinstance(decision, Decision), decision.facts
        assert decision, "a refusal is never empty"
        assert before == self.look()
        for refusal in decision:
            assert words(refusal.what)
            assert refusal.next
        return decision[0]

    def warned(self, verb: str, **fields: Any) -> list[tuple[str, int]]:
        """Return code and level of each warning of a command, in both languages; change nothing."""
        decision = self.decide(verb, **fields)
        assert isinstance(decision, Decision), decision
        for one in decision.warnings:
            assert words(one.what, "en") != words(one.what, "nl")
        return [(one.code, int(one.level)) for one in decision.warnings]

    def play(self, *results: str, publish: bool = True) -> int:
        """Publish the next round and give its games these results, then 1-0; return its number."""
        if publish:
            self.do("publish")
        number = len(self.state.rounds)
        left = list(results)
        for board, game in enumerate(self.state.rounds[-1].games, 1):
            result = left.pop(0) if left else "1-0"
            if game.outcome is None and result != "-":
                self.do("result", round=number, board=board, result=result)
        return number

    def boards(self, number: int) -> list[tuple[int, int]]:
        return [(game.white, game.black) for game in self.state.rounds[number - 1].games]


def recorded(fact: AnyFact, position: int, tournament: str = "t1") -> Recorded:
    """Return a fact as if it were recorded, alone, a minute after the one before it."""
    at = START + timedelta(minutes=position)
    return Recorded(fact, Stamp(tournament, position, "", at, "", f"c{position}", None))


def command(verb: str, **fields: Any) -> Command:
    answer = command_of({"command": verb, **fields})
    assert not isinstance(answer, tuple), answer
    return answer


def old_change(state: Tournament, rulebook: str) -> RulesChanged:
    """Return a change of rules as in old ledgers; no command makes some of them now."""
    rules = load_rulebook(rulebook)
    assert not isinstance(rules, tuple)
    return RulesChanged(
        from_round=state.next_round,
        rulebook=rules.id,
        rulebook_text=rules.canonical(),
        rulebook_hash=rules.hash,
        reason="so it was agreed",
    )


def hall_of(*rounds: tuple[str, ...], players: int = 6, **init: Any) -> Hall:
    hall = Hall(players, 5, **init)
    for results in rounds:
        hall.play(*results)
    return hall


def swap_somebody(hall: Hall, number: int) -> None:
    """Let the first two players change places whom no norm prevents."""
    seated = [player for board in hall.boards(number) for player in board]
    for first, second in combinations(seated, 2):
        fields = {"round": number, "first": first, "second": second, "reason": "they asked"}
        if isinstance(hall.decide("board-swap", **fields), Decision):
            hall.do("board-swap", **fields)
            return
    raise AssertionError("no two can change places")


def broken_by_colours() -> tuple[Hall, int, int]:
    """Return a hall, a player whose third board breaks B2 by a correction, and its position."""
    hall = Hall(8, 5)
    hall.play()
    hall.play()
    hall.do("publish")
    whites = [white for white, _ in hall.boards(3)]
    for player in whites:
        colours = ["W" if player in [w for w, _ in hall.boards(n)] else "B" for n in (1, 2)]
        if sorted(colours) == ["B", "W"]:
            number = colours.index("B") + 1
            board = hall.state.rounds[number - 1].board_of(player)
            hall.do("start", round=3)
            hall.do("correct-colours", round=number, board=board, reason="score sheets")
            return hall, player, hall.state.position
    raise AssertionError("nobody has had both colours")


def played_swiss(rulebook: str, seed: int, players: int = 9, rounds: int = 6) -> Hall:
    chance = Random(seed)
    hall = Hall(players, rounds, rules=rulebook)
    for number in range(1, rounds + 1):
        for player in range(1, players + 1):
            if chance.random() < 0.07:
                hall.do("absent", player=player, round=number)
        hall.play(*(chance.choice(["1-0", "0-1", "1/2-1/2"]) for _ in range(players)))
    return hall
