"""Random competitions in a ledger file, under every pairing system, with undo anywhere. By seed."""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from copy import copy, deepcopy
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, cast

from desk.commands.base import Command
from desk.commands.commands import command_of
from desk.commands.decision import Numbered
from desk.desk import Desk
from desk.outcomes import Warned, Written
from desk.writing import carry_out
from ledger.facts.tournament import AnyFact
from ledger.refusals import Refusals
from ledger.rulebooks.files import shipped
from ledger.rulebooks.rulebook import Rulebook
from ledger.state.book import Book
from ledger.state.tournament import Round, Tournament
from pairing.systems.registry import SYSTEMS, load_rulebook
from tests.helpers import season_sequences, sequences
from tests.helpers.hall import Hall
from tests.helpers.season import Season
from tests.helpers.terminal import Terminal, gone_on

SETTINGS: dict[str, dict[str, list[Any]]] = {
    "wp": {"bye.half_point_allowed": [True, False], "bye.points": ["1", "0.5"]},
    "rating": {"bye.half_point_allowed": [True, False]},
    "keizer": {
        "keizer.external.1": ["[70, 68, 66]"],
        "keizer.catch_up": [True],
        "keizer.absent_cap": [1, 5],
        "keizer.presence": ["expected", "expected", "announced"],
    },
    "round-robin": {"round_robin.cycles": [1, 2]},
}
"""The keys that a competition of each system may be opened with, and their values."""

DISPUTED = (
    ["undo"] * 8
    + ["protest", "ruling", "amend"] * 2
    + ["forget", "rules-change", "prizes-declare"]
    + ["website-choices", "show-as"]
)
COMMANDS_TRIED = frozenset(("init", *DISPUTED, *sequences.VERBS, *season_sequences.VERBS)) - {
    "play"
}
"""The commands of a competition; a test holds that none is missing."""


@cache
def rulebooks() -> dict[str, Rulebook]:
    """Return the shipped rulebooks with an engine."""
    every = {name: load_rulebook(name) for name in shipped()}
    assert all(isinstance(rules, Rulebook) for rules in every.values())
    pairing = {name: rules for name, rules in every.items() if isinstance(rules, Rulebook)}
    return {name: rules for name, rules in pairing.items() if rules.system in SYSTEMS}


class Competition:
    """A ledger with one tournament; `lines` are the executed commands."""

    def __init__(self, path: Path, rules: str, seed: int, players: int) -> None:
        self.chance = Random(f"{rules} {seed}")
        self.terminal = Terminal(path)
        self.desk = Desk(path, self.terminal.world)
        self.rules = rulebooks()[rules]
        self.book = Book()
        self.lines: list[str] = []
        self.tally: set[str] = set()
        keys = SETTINGS.get(self.rules.system, {})
        changes = {key: self.chance.choice(values) for key, values in keys.items()}
        rounds = 30 if self.rules.ranks_by_value else self.chance.choice([None, 5, 7])
        self.do("init", name="Open", rules=rules, set=changes, rounds=rounds)
        for number in range(players):
            self.do(
                "enter",
                name=f"Player {chr(65 + number)}",
                rating=self.chance.choice([None, 2000 - number]),
            )
            if self.chance.random() < 0.15:
                self.do("undo")
        self.do("lots", by=self.chance.choice(["draw", "entry", "rating"]))

    def copied(self, folder: Path) -> Competition:
        """Return the competition with its ledger copied to a folder; from here on they differ."""
        ledger = self.terminal.ledger
        shutil.copytree(ledger.parent, folder, dirs_exist_ok=True)
        other = copy(self)
        other.terminal = Terminal(folder / ledger.name, gone_on(self.terminal.world))
        other.desk = Desk(other.terminal.ledger, other.terminal.world)
        other.chance, other.lines, other.tally = deepcopy((self.chance, self.lines, self.tally))
        return other

    @property
    def state(self) -> Tournament:
        return self.book.state

    @property
    def facts(self) -> list[AnyFact]:
        return self.book.facts

    def write(self, commands: Sequence[Numbered]) -> Written | Warned | Refusals:
        """Carry commands out on the ledger."""
        return carry_out(self.desk, commands)

    def do(self, command: str, **fields: Any) -> bool:
        """Carry a command out; return whether it succeeded."""
        return self.give([{"command": command, **fields}])

    def give(self, commands: list[dict[str, Any]]) -> bool:
        """Carry commands out as one, and answer warnings; return whether anything was recorded."""
        if not commands:
            return False
        fields = [{key: v for key, v in one.items() if v is not None} for one in commands]
        written = self.write([(None, _made(one)) for one in fields])
        if isinstance(written, Warned):
            answer = written.warnings[-1].answer
            fields = [{**one, "confirm": answer} for one in fields]
            written = self.write([(None, _made(one)) for one in fields])
        if not isinstance(written, Written):
            return False
        self.book = written.book
        self.lines += [json.dumps(one, default=repr) for one in fields]
        self.tally |= {str(one["command"]) for one in fields}
        return True

    def carry_on(self) -> None:
        """Carry out one random command, or give every open board of the last round a result."""
        chance, what = self.chance, self.chance.random()
        if what < 0.15:
            return self._dispute(chance.choice(DISPUTED))
        if what < 0.4:
            return self._go_on()
        if self.rules.system == "keizer":
            name, fields = season_sequences.random_command(chance, cast("Season", self))
        else:
            name, fields = sequences.random_command(chance, cast("Hall", self))
        if name == "play":
            return self._go_on()
        self.do(name, **fields)
        return None

    def _go_on(self) -> None:
        """Give every open board of the last round a result, or publish the next."""
        results = [
            {
                "command": "result",
                "round": round_.number,
                "board": board,
                "result": self.chance.choice(sequences.OVER_THE_BOARD),
            }
            for round_ in self.state.rounds[-1:]
            for board, _ in round_.open_games
        ]
        if not results:
            number = self.state.next_round
            if self.rules.ranks_by_value and self.chance.random() < 0.5:
                self.give(
                    [
                        {"command": "present", "player": self.state.label(p), "round": number}
                        for p, one in self.state.players.items()
                        if not self.book.attends(one, number)
                    ]
                )
            if self.chance.random() < 0.9 or not self._by_hand(number):
                self.do("publish")
        elif self.chance.random() < 0.7:
            self.give(results)
        else:
            self._change(self.state.rounds[-1])

    def _by_hand(self, number: int) -> bool:
        """Publish the next round by hand, like an arbiter without the rules."""
        there = [
            self.state.label(p)
            for p, one in self.state.players.items()
            if self.book.attends(one, number)
        ]
        self.chance.shuffle(there)
        boards = [*zip(there[::2], there[1::2], strict=False)]
        bye = there[-1] if len(there) % 2 else None
        fields = {"round": number, "boards": boards, "bye": bye, "reason": "the printer failed"}
        return bool(boards) and self.do("pairing-by-hand", **fields)

    def _change(self, round_: Round) -> None:
        """Change a published round before its games: a swap, a board, or an older result."""
        label, players = self.state.label, list(self.state.players)
        seated = [p for game in round_.games for p in (game.white, game.black)]
        idle = [player for player in players if player not in seated]
        two = self.chance.sample(seated, 2)
        place = {"round": round_.number, "reason": "they asked"}
        if len(idle) > 1 and self.chance.random() < 0.5:
            self.do("board-add", white=label(idle[0]), black=label(idle[1]), **place)
        elif self.chance.random() < 0.5 or round_.number == 1:
            self.do("board-swap", first=label(two[0]), second=label(two[1]), **place)
        else:
            earlier = {**place, "round": round_.number - 1}
            result = self.chance.choice(sequences.OVER_THE_BOARD)
            self.do("correct-result", board=1, result=result, **earlier)
            self.do("amend", **place)

    def _dispute(self, command: str) -> None:
        chance, last = self.chance, max(len(self.state.rounds), 1)
        round_ = chance.choice([last, last, max(last - 1, 1)])
        players = [self.state.label(player) for player in self.state.players] or [1]
        fact = chance.randrange(1, len(self.facts) + 1)
        fields: dict[str, dict[str, Any]] = {
            "protest": {
                "round": round_,
                "player": chance.choice(players),
                "text": "noise",
                "facts": chance.choice([[], [fact]]),
            },
            "ruling": {
                "number": max(self.state.protests, default=1),
                "text": "late",
                "verdict": chance.choice(["upheld", "rejected", "withdrawn"]),
            },
            "amend": {"round": round_, "reason": "a wrong result"},
            "forget": {"player": chance.choice(players)},
            "rules-change": {"rulebook": chance.choice([*rulebooks()]), "reason": "decided"},
            "prizes-declare": {"cents": [50000, 30000, 20000]},
            "website-choices": {
                "names": chance.choice(["all", "published", "none"]),
                "ratings": chance.choice(["yes", "no"]),
            },
            "show-as": {
                "player": chance.choice(players),
                "shown": chance.choice(["number", "initials", "name", "usual"]),
            },
        }
        self.do(command, **fields.get(command, {}))


def _made(data: dict[str, Any]) -> Command:
    command = command_of(data)
    assert not isinstance(command, tuple), command
    return command
