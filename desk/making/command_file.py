"""A generated command file: every line is carried out, so that the next can follow it.

Presence, results and errors are drawn by chance; the pairings are the engine's own, as the file
only tells when a round is published. The same chances give the same bytes.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from desk.commands.commands import command_of
from desk.commands.decision import Decision
from desk.handlers.dispatch import handle, take
from desk.making.chances import PER_MILLE, Chances, game_outcome
from desk.making.hall import (
    APPEAL,
    UPHELD,
    WRONGED,
    SeatsOfRound,
    claims_of,
    contester,
    plea_of,
    rulings_of,
)
from ledger.messages import Sentence
from ledger.refusals import Refusals
from ledger.state.book import Book
from ledger.state.tournament import Tournament
from ledger.values import Outcome

CommandLine: TypeAlias = dict[str, object]

REASONS = {
    "correct-result": "score sheet misread",
    "correct-colours": "seats exchanged",
    "correct-external": "the captain's slip",
}
"""The reason of a generated correction."""


LATE_COMERS = 30
"""Of those who check in, the share per mille that says at first that they come later."""


@dataclass(frozen=True, slots=True)
class CommandFile:
    """A generated competition as lines of commands; `cuts` are the places where a file may end.

    `head` are comments on how it was made; `ended` tells people why it has fewer rounds than
    planned.
    """

    head: tuple[str, ...]
    lines: tuple[str, ...]
    cuts: tuple[int, ...]
    ended: tuple[Sentence, ...] = ()

    def whole(self) -> bytes:
        """Return the commands as one file, which `apply` records as one command."""
        head = (f"# {text}" for text in self.head)
        return ("\n".join([*head, *self.lines]) + "\n").encode()

    def evenings(self) -> list[bytes]:
        """Return one file per evening, correction and protest upheld, each with its own time."""
        ends = [*self.cuts, len(self.lines)]
        return [
            ("\n".join(self.lines[start:end]) + "\n").encode()
            for start, end in zip([0, *ends], ends, strict=False)
            if start < end
        ]


@dataclass(slots=True, kw_only=True)
class CommandLines:
    """The lines so far, and the resulting book; players are numbered by entry.

    `per_mille` are the rates of events; `wrong` are the pending corrections, with the round in
    which the slip is found. `rulings` are those on protests, likewise; `contested` maps the round
    and board of a contested wrong result to its protest. `asides` is the number of lines that
    other chances do not depend on.
    """

    chances: Chances
    per_mille: Mapping[str, int]
    lines: list[str] = field(default_factory=list)
    book: Book = field(default_factory=lambda: Book(Tournament()))
    ratings: dict[int, int] = field(default_factory=dict)
    wrong: list[tuple[int, CommandLine]] = field(default_factory=list)
    cuts: list[int] = field(default_factory=list)
    rulings: list[tuple[int, CommandLine]] = field(default_factory=list)
    contested: dict[tuple[object, object], int] = field(default_factory=dict)
    asides: int = 0

    def cut(self) -> None:
        """Mark that the following lines are recorded later than those before."""
        self.cuts.append(len(self.lines))

    def do(self, command: str, **fields: object) -> None:
        """Carry a command out and write its line; None values are left out."""
        refused = self.refused(command, **fields)
        assert not refused, refused

    def refused(self, command: str, **fields: object) -> Refusals:
        """Carry a command out and write its line, or return its refusals, with nothing written."""
        line = {"command": command, **{k: v for k, v in fields.items() if v is not None}}
        parsed = command_of(line)
        assert not isinstance(parsed, tuple), parsed
        if not isinstance(decision := handle(self.book, parsed), Decision):
            return decision
        take(self.book, decision)
        self.lines.append(json.dumps(line, ensure_ascii=False))
        return ()

    def aside(self, command: str, **fields: object) -> None:
        """Carry out a command that changes no game, and write its line."""
        self.do(command, **fields)
        self.asides += 1

    def hit(self, rate: str, *numbers: int) -> bool:
        """Return whether something that has a rate happens."""
        return self.chances.hit(self.per_mille[rate], rate, *numbers)

    def label(self, player: int) -> int:
        """Return the number that commands use for a player."""
        return self.book.state.label(player)

    def gone(self, number: int) -> set[int]:
        """Return the players who have left, as of a round."""
        return {p for p, e in self.book.state.players.items() if e.withdrawn_in(number)}

    def enter(
        self, command: str, name: str, ratings: tuple[int, int], from_round: int | None = None
    ) -> None:
        """Enter the next player, with a rating between the two `ratings`."""
        player = len(self.book.state.players) + 1
        low, high = ratings
        self.ratings[player] = low + self.chances.below(high - low + 1, "rating", player)
        self.do(command, name=name, rating=self.ratings[player], from_round=from_round)

    def game(self, number: int, board: int, white: int, black: int) -> None:
        """Give a game its result, or the result or colours of a slip that is found later."""
        game = (number, white, black)
        place = {"round": number, "board": board}
        if self.hit("defaults", *game):
            cause = ("late", "excused", "no word")[self.chances.below(3, "cause", *game)]
            both = self.hit("double_defaults", *game)
            side = ("white", "black")[self.chances.below(2, "who was not there", *game)]
            causes = {"white": cause, "black": cause} if both else {side: cause}
            self.do("forfeit", **place, **causes)
            return
        outcome = self.outcome("result", self.ratings[white] - self.ratings[black], *game)
        if self.hit("claims", *game):
            for claim in claims_of(self.chances, game, outcome):
                self.aside(
                    "claim",
                    player=self.label(claim.player),
                    result=claim.outcome,
                    source=claim.source,
                    device=claim.device,
                )
        if self.hit("corrections", *game):
            slip: Outcome = "1/2-1/2" if outcome != "1/2-1/2" else "1-0"
            self.do("result", **place, result=slip)
            self.find_later(number, "correct-result", **place, result=outcome)
            self._contest(board, game, slip, outcome)
            return
        self.do("result", **place, result=outcome)
        self._contest(board, game, outcome, outcome)
        if self.chances.hit(self.per_mille["corrections"] // 3, "colours", *game):
            self.find_later(number, "correct-colours", **place)

    def check_in(self, number: int) -> None:
        """Check everybody in who comes to this round, if players check in on this evening."""
        if not self.hit("check_ins", number):
            return
        for player, entrant in sorted(self.book.state.players.items()):
            if self.book.attends(entrant, number):
                place = {"player": self.label(player), "round": number}
                if self.chances.hit(LATE_COMERS, "comes later", number, player):
                    self.aside("check-in", **place, later=True)
                self.aside("check-in", **place)

    def _contest(self, board: int, game: SeatsOfRound, recorded: Outcome, outcome: Outcome) -> None:
        """Lodge a protest about a result just recorded, if its chance says so."""
        number = game[0]
        wrong = recorded != outcome
        rate = min(self.per_mille["protests"] * (WRONGED if wrong else 1), PER_MILLE)
        if not self.chances.hit(rate, "protest", *game):
            return
        plea = plea_of(self.chances, game, recorded, outcome)
        player = self.label(contester(self.chances, game, recorded, outcome))
        at = self.book.state.position
        self.aside("protest", round=number, player=player, text=plea, facts=[at])
        protest = max(self.book.state.protests)
        if wrong:
            self.contested[number, board] = protest
        for due in rulings_of(self.chances, game, wrong=wrong):
            line = {
                "number": protest,
                "verdict": due.verdict,
                "text": due.text,
                "behalf": due.behalf,
                "reason": due.reason,
            }
            self.rulings.append((number + due.evenings, line))

    def rule(self, number: int) -> None:
        """Give the rulings that are due on an evening."""
        due = [line for since, line in self.rulings if since <= number]
        self.rulings = [(since, line) for since, line in self.rulings if since > number]
        for line in due:
            self.aside("ruling", **line)

    def _uphold(self, number: object, board: object) -> None:
        """Uphold the protest about a wrong result that was just corrected, if there is one."""
        protest = self.contested.pop((number, board), None)
        if protest is None:
            return
        appeal = bool(self.book.state.protests[protest].rulings)
        at = self.book.state.position
        self.cut()
        self.aside(
            "ruling",
            number=protest,
            verdict="upheld",
            text=UPHELD,
            facts=[at],
            behalf="committee" if appeal else "arbiter",
            reason=APPEAL if appeal else None,
        )

    def outcome(self, what: str, difference: int, *game: int) -> Outcome:
        """Return the result of a game, by the rating difference."""
        chance = self.chances.below(2 * PER_MILLE, what, *game)
        return game_outcome(difference, self.per_mille["draws"], chance)

    def find_later(self, number: int, command: str, **fields: object) -> None:
        """Keep a correction for one to three rounds later."""
        later = number + 1 + self.chances.below(3, "found", number, len(self.lines) - self.asides)
        self.wrong.append((later, {"command": command, **fields}))

    def correct(self, number: int, *, after_the_last: bool = False) -> None:
        """Make the corrections that are found in this round, or all after the last round."""
        if after_the_last and self.rulings:
            self.cut()
            self.rule(max(since for since, _ in self.rulings))
        due = [line for since, line in self.wrong if since <= number or after_the_last]
        self.wrong = (
            []
            if after_the_last
            else [(since, line) for since, line in self.wrong if since > number]
        )
        for line in due:
            command = str(line["command"])
            rest = {key: value for key, value in line.items() if key != "command"}
            self.cut()
            self.do(command, **rest, reason=REASONS[command])
            if command == "correct-result":
                self._uphold(line["round"], line["board"])

    def made(self, *head: str, ended: tuple[Sentence, ...] = ()) -> CommandFile:
        """Return the lines, with comments before them."""
        return CommandFile(head, tuple(self.lines), tuple(self.cuts), ended)
