"""A club's ledger under bad luck: crashes, repeats, rivals, a clock that jumps. By seed.

Run one seed, or more, by hand: `python -m tests.helpers.bad_luck FIRST NUMBER`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import patch

from desk.commands.base import Command
from desk.commands.commands import command_of
from desk.commands.decision import Decision, Numbered
from desk.execute import execute
from desk.handlers.dispatch import handle_all
from desk.outcomes import Warned, Written
from ledger.facts.disputes import CommandUndone
from ledger.facts.stamps import Recorded
from ledger.facts.tournament import (
    AnyFact,
    BoardAdded,
    ColoursCorrected,
    PairingAmended,
    PairingPublished,
)
from ledger.hash_tree import Head, consistency_path, continues, head_of
from ledger.integrity.evidence import Kept
from ledger.integrity.verify import check_head, verify
from ledger.integrity.whole_file import evidence_of
from ledger.refusals import Refusals
from ledger.runtime import Runtime
from ledger.state.book import book_of
from ledger.state.tournament import Tournament, following, replay
from ledger.store.store import Store
from ledger.store.tables import appending as store_engine
from tests.helpers.hall import Hall
from tests.helpers.sequences import OVER_THE_BOARD, random_command

ID = "t"

OF_A_PAIRING = PairingAmended | BoardAdded | ColoursCorrected
"""The facts that change the boards of a round that is published."""

START = datetime(2026, 9, 4, 19, 0, tzinfo=UTC)


class Crash(Exception):
    """The process died: its uncommitted work and its memory are lost."""


@dataclass
class Projection:
    """A state maintained fact by fact, from deliveries that may repeat."""

    state: Tournament = field(default_factory=Tournament)
    facts: list[AnyFact] = field(default_factory=list)
    at: dict[int, str] = field(default_factory=dict)

    def deliver(self, recorded: tuple[Recorded, ...]) -> None:
        for fact, stamp in recorded:
            if stamp.position <= self.state.position:
                continue
            assert stamp.position == self.state.position + 1
            self.state = following(self.state, self.facts, fact)
            self.facts.append(fact)
            self.at[stamp.position] = repr(self.state)


@dataclass
class World:
    """One ledger file, the acknowledged facts, and the published pairings."""

    path: Path
    chance: Random
    acknowledged: dict[int, str] = field(default_factory=dict)
    projection: Projection = field(default_factory=Projection)
    heads: list[Head] = field(default_factory=list)
    public: dict[int, tuple[list[frozenset[int]], int]] = field(default_factory=dict)
    tally: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        ids, seeds = count(1), count(1)
        self.clock = START
        self.runtime = Runtime(self._now, lambda: f"id{next(ids)}", lambda: f"seed{next(seeds)}")

    def _now(self) -> datetime:
        """Move the clock, mostly forward; sometimes back or far ahead."""
        step = self.chance.choice([1, 1, 1, 60, 600, -5, -3600, 90000])
        self.clock += timedelta(seconds=step)
        return self.clock

    def count(self, what: str) -> None:
        self.tally[what] = self.tally.get(what, 0) + 1

    def give(self, commands: list[Command]) -> None:
        """Give commands once, or repeatedly like a user without an answer."""
        delivery = self.runtime.new_id()
        fate = self.chance.choice(["well"] * 6 + ["before", "after", "twice", "rival"])
        for attempt in range(3):
            try:
                with Store(self.path, create=True) as store:
                    done = self._execute(store, commands, delivery, fate if not attempt else "well")
            except Crash:
                self.count(f"crash {fate}")
                continue
            if isinstance(done, Written):
                self.count("accepted")
                for _, stamp in done.facts:
                    first = self.acknowledged.setdefault(stamp.position, stamp.event_id)
                    assert first == stamp.event_id, "a command delivered twice was recorded twice"
            else:
                self.count("refused")
            if fate != "twice" or attempt:
                return
            self.count("repeat")

    def _execute(
        self, store: Store, commands: list[Command], delivery: str, fate: str
    ) -> Written | Warned | Refusals:
        rivals = [self._rival] if fate == "rival" and store.head(ID) else []

        def judged(number: int) -> None:
            if rivals and number == len(commands):
                rivals.pop()()

        numbered: list[Numbered] = [(None, command) for command in commands]
        with crash_within_the_transaction() if fate == "before" else no_crash():
            done = execute(store, ID, numbered, self.runtime, judged, correlation_id=delivery)
        if fate == "after":
            raise Crash
        return done

    def _rival(self) -> None:
        """Write as somebody else between the reading and the writing of a command."""
        with Store(self.path) as other:
            head = other.head(ID)
            command = command_of({"command": "enter", "name": f"Rival {head}"})
            people = {key: one.record for key, one in other.people(ID).items()}
            book = book_of(other.facts(ID), people, self.runtime.new_seed)
            decision = handle_all(book, [(None, cast("Command", command))])
            if isinstance(decision, Decision):
                stored = other.append(
                    ID, head, decision.facts, decision.people, runtime=self.runtime
                )
                self.acknowledged |= {stamp.position: stamp.event_id for _, stamp in stored}
                self.count("rival")

    def look(self) -> tuple[Recorded, ...]:
        """Read on, and check what the last step may have changed in silence."""
        with Store(self.path) as store:
            facts = store.facts(ID)
        # A projector that begins anywhere, and gets facts again, ends in the state of a replay.
        self.projection.deliver(facts[self.chance.randrange(self.projection.state.position + 1) :])
        self._published(facts)
        return facts

    def check(self) -> tuple[Recorded, ...]:
        """Check every promise against the content of the file."""
        facts = self.look()
        with Store(self.path) as store:
            recorded = store.heads(ID)
            kept = the_only_one(store)
        assert verify(kept).findings == ()
        there = {stamp.position: stamp.event_id for _, stamp in facts}
        assert self.acknowledged.items() <= there.items(), "something acknowledged is lost"
        times = [stamp.recorded_at for _, stamp in facts]
        assert times == sorted(times)
        assert self.projection.at[len(facts)] == repr(replay(fact for fact, _ in facts))
        leaves = kept.leaves
        if self.heads:
            path = consistency_path(leaves, self.heads[-1].size)
            assert continues(self.heads[-1], head_of(leaves), path)
        self.heads.append(head_of(leaves))
        assert set(recorded) <= {head_of(leaves, head.size) for head in recorded}
        return facts

    def _published(self, facts: tuple[Recorded, ...]) -> None:
        """Check that a published pairing changes only by a fact that tells so."""
        state = self.projection.state
        for round_ in state.rounds:
            boards = [frozenset((game.white, game.black)) for game in round_.games]
            before = self.public.get(round_.number)
            if before is not None and before[0] != boards:
                after = [fact for fact, _ in facts[before[1] :]]
                undone = [
                    facts[position - 1][0]
                    for fact in after
                    if isinstance(fact, CommandUndone)
                    for position in fact.facts
                ]
                told = [
                    *(fact for fact in after if isinstance(fact, OF_A_PAIRING)),
                    *(fact for fact in undone if isinstance(fact, OF_A_PAIRING | PairingPublished)),
                ]
                said = any(fact.round == round_.number for fact in told)
                assert said, f"round {round_.number} changed in silence"
            self.public[round_.number] = (boards, len(facts))

    def check_the_past(self, facts: tuple[Recorded, ...]) -> None:
        """Check that replay gives every earlier state again, and every head still holds."""
        for position, state in self.projection.at.items():
            assert repr(replay(fact for fact, _ in facts[:position])) == state
        with Store(self.path) as store:
            kept = the_only_one(store)
        for head in self.heads:
            assert check_head(kept, known(head)) == []


def the_only_one(store: Store) -> Kept:
    """Return the content of a file's only tournament, after checking the rest of the file."""
    with evidence_of(store) as evidence:
        (kept,) = evidence.kept()
    assert evidence.findings == []
    return kept


def known(head: Head) -> Any:
    from ledger.hash_tree import parse_head

    return parse_head(head.short)


@contextmanager
def no_crash() -> Iterator[None]:
    yield


@contextmanager
def crash_within_the_transaction() -> Iterator[None]:
    """Let the process die after writing the rows and before the commit."""

    def die(*_: object) -> None:
        raise Crash

    with patch.object(store_engine, "save_people", die):
        yield


def commands_of(world: World) -> list[Command]:
    """Return a random command on the current state, or a result for every open board."""
    state = world.projection.state
    view = cast("Hall", SimpleNamespace(state=state, facts=range(state.position)))
    name, fields = random_command(world.chance, view)
    if world.chance.random() < 0.04 and state.players:
        name, fields = "forget", {"player": world.chance.choice(list(state.players))}
    if world.chance.random() < 0.12:
        name, fields = _about_a_dispute(world)
    if name == "play":
        return [
            made("result", round=r.number, board=board, result=world.chance.choice(OVER_THE_BOARD))
            for r in state.rounds[-1:]
            for board, _ in r.open_games
        ]
    return [made(name, **{key: value for key, value in fields.items() if value is not None})]


def _about_a_dispute(world: World) -> tuple[str, dict[str, Any]]:
    """Return a command that undoes, contests, rules, or pairs again."""
    state, last = world.projection.state, len(world.projection.state.rounds)
    number = max(last, 1)
    choices: list[tuple[str, dict[str, Any]]] = [
        ("undo", {"confirm": "yes"}),
        ("undo", {"confirm": "yes"}),
        ("protest", {"round": number, "player": 1, "text": "noise"}),
        (
            "ruling",
            {"number": max(state.protests, default=1), "verdict": "rejected", "text": "late"},
        ),
        ("amend", {"round": number, "confirm": str(number), "reason": "a wrong result"}),
    ]
    return world.chance.choice(choices)


def made(command: str, **fields: Any) -> Command:
    read = command_of({"command": command, **fields})
    assert not isinstance(read, tuple), read
    return read


def simulate(
    seed: int,
    steps: int,
    folder: Path,
    say: Callable[[World], None] | None = None,
    *,
    at_the_end: bool = False,
) -> None:
    """Run one seeded history, and check its promises after each step, or `at_the_end` alone."""
    chance = Random(seed)
    world = World(folder / f"{seed}.ledger", chance)
    opening = [made("init", name="Open", set={"bye.half_point_allowed": True}, rounds=7)]
    opening += [made("enter", name=f"Player {chr(65 + n)}") for n in range(chance.randrange(4, 9))]
    world.give([*opening, made("lots", by="entry")])
    facts = world.check()
    for _ in range(steps):
        commands = commands_of(world)
        if commands:
            world.give(commands)
            facts = world.look() if at_the_end else world.check()
    if at_the_end:
        facts = world.check()
    world.check_the_past(facts)
    if say is not None:
        say(world)


def main() -> None:
    first, number = (int(text) for text in sys.argv[1:])
    total: dict[str, int] = {}
    for seed in range(first, first + number):
        with TemporaryDirectory() as folder:

            def add(world: World) -> None:
                for what, times in world.tally.items():
                    total[what] = total.get(what, 0) + times

            try:
                simulate(seed, 60, Path(folder), add)
            except Exception:
                print(f"seed {seed} fails", flush=True)
                raise
    print(f"seeds {first} to {first + number - 1}: {total}")


if __name__ == "__main__":
    main()
