"""The main job, end to end, as command lines that are shown and run one after another."""

from __future__ import annotations

import io
import random
import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from importlib import resources
from itertools import count
from pathlib import Path
from typing import TextIO

from desk.desk import Desk
from desk.render.text import shown
from desk.reports.verbs import standings
from ledger.runtime import Runtime
from ledger.state.book import Book
from ledger.state.tournament import Round
from ledger.wording import count_of
from projections.views.view import RowValues, View

Call = Callable[[Sequence[str], Runtime], None]
Say = Callable[[str], None]

LINES_SHOWN = 22
"""Lines shown of an answer before it is cut; the shipped tournament fits."""

_NEW_RESULTS = ("1-0", "1/2-1/2", "0-1")


class _Answer(io.StringIO):
    """What a command prints, kept; it is as much a terminal as what it stands in for."""

    def __init__(self, instead_of: TextIO) -> None:
        super().__init__()
        self._instead_of = instead_of

    def isatty(self) -> bool:
        """Return whether the text ends up on a terminal, so that tables fit its width."""
        return self._instead_of.isatty()


@dataclass(slots=True)
class Script:
    """A demonstration on one ledger file: says each step, runs it, and cuts long answers."""

    desk: Desk
    call: Call
    say: Say
    steps: Iterator[int] = field(default_factory=lambda: count(1))

    def step(self, why: str, *arguments: str, source: Path | None = None, lines: int = 0) -> None:
        """Say why, show the command line, run it. source: the file an import really reads."""
        self.say(f"\n{next(self.steps)}. {why}\n")
        self.run(*arguments, source=source, lines=lines)

    def run(self, *arguments: str, source: Path | None = None, lines: int = 0) -> None:
        """Show a command line and run it; lines is how many of its answer are shown (0: usual)."""
        self.say(f"$ toernooi --ledger {shlex.quote(self.desk.path.name)} {shlex.join(arguments)}")
        real = [str(source) if source and word == arguments[1] else word for word in arguments]
        answer = _Answer(sys.stdout)
        try:
            with redirect_stdout(answer):
                self.call(["--ledger", str(self.desk.path), *real], self.desk.runtime)
        except SystemExit:
            self.say("The demonstration ends here: the step above was refused, with the reason.")
            raise
        self.say(_cut(answer.getvalue().rstrip(), lines or LINES_SHOWN))

    def book(self, as_of: str | None = None) -> Book:
        """Return the book as the ledger file has it now, or as it was known at a moment."""
        book = self.desk.read(as_of=as_of)
        assert isinstance(book, Book)
        return book


def run(runtime: Runtime, file: Path | None, rules: str, call: Call, say: Say) -> None:
    """Import a tournament, pair and publish a round, record results, correct an earlier one.

    file is a TRF16 file, None: the one that is shipped. The ledger is a new file in this folder.
    Results of the new round are made up from a fixed seed; in a ledger of yours you type them.
    """
    shipped = Path(str(resources.files("desk.making") / "examples" / "club-open.trf"))
    script = Script(Desk(_fresh_name(), runtime), call, say)
    what = "the tournament that comes with the program" if file is None else "your tournament file"
    say(f"A demonstration on {what}.\nEvery line after $ is a command you can type yourself.")
    script.step(
        "The file becomes facts, round by round. Each fact has a number (#1, #2 ...).",
        "import", str(file or shipped.name), "--rules", rules, source=file or shipped,
    )  # fmt: skip
    number = _pair_and_publish(script)
    _record(script, number)
    _correct_earlier(script, number)
    script.step("Nothing was erased: the log has what, when, by whom and why.",
                "log", "--last", "3")  # fmt: skip
    script.step("Where are we, and what is the next command?", "status")
    name = shlex.quote(script.desk.path.name)
    say(f"\nThe ledger is the file {name}. Ask it more: toernooi --ledger {name} --help")


def _fresh_name() -> Path:
    """Return a name no file has yet: a demo never writes into somebody's ledger."""
    names = (f"demo{'' if number == 1 else f'-{number}'}.ledger" for number in count(1))
    return next(path for name in names if not (path := Path.cwd() / name).exists())


def _pair_and_publish(script: Script) -> int:
    """Show the standing, pair the next round and publish it; return its number."""
    script.step("The standing: points first, then WP and SB (resistance points).", "standings")
    state = script.book().state
    number = len(state.rounds) + 1
    if state.rounds_planned is not None and number > state.rounds_planned:
        script.step("All its rounds are played. Plan one more, to show how.", "plan", str(number))
    script.step(
        f"Round {number} as a draft: nothing is recorded, run it as often as you like.", "pair"
    )
    script.step("Made public. From here on the pairing stands.", "publish")
    return number


def _record(script: Script, number: int) -> None:
    chance = random.Random(number)
    open_games = script.book().state.rounds[number - 1].open_games
    results = [word for at, _ in open_games for word in (str(at), chance.choice(_NEW_RESULTS))]
    script.step(
        f"The results of round {number} (made up here): board and result, as many as you like.",
        "result", str(number), *results,
    )  # fmt: skip


def _correct_earlier(script: Script, number: int) -> None:
    """Correct a game of a round before; show the pairing that stays, and both standings."""
    choice = _to_correct(script.book().state.rounds[: number - 1])
    if choice is None:
        script.say("\n(No game before was played over the board, so there is none to correct.)")
        return
    earlier, board, right = choice
    script.step(
        f"Only now it turns out: board {board} of round {earlier} was {right}.",
        "correct", "result", str(earlier), str(board), right, "--reason", "score sheet misread",
    )  # fmt: skip
    script.step(
        f"The published pairing of round {number} stays (rules F6 and F7); the correction counts\n"
        "   from the next pairing on.",
        "pairings", str(number),
    )  # fmt: skip
    script.step(
        f"Two standings after round {earlier}. As known when round {number} was published:",
        "standings", "--after", str(earlier), "--as-of", f"published:{number}", lines=9,
    )  # fmt: skip
    script.say("\n   And as known now:\n")
    script.run("standings", "--after", str(earlier), lines=9)
    _say_changes(script, number, earlier, board)


def _to_correct(rounds: Sequence[Round]) -> tuple[int, int, str] | None:
    """Find the last round with a game over the board: its number, the board, another result."""
    other = {"1-0": "0-1", "0-1": "1-0", "1/2-1/2": "1-0"}
    for wanted in (("1-0", "0-1"), ("1/2-1/2",)):
        for round_ in reversed(rounds):
            for board, game in enumerate(round_.games, 1):
                if game.outcome in wanted:
                    return round_.number, board, other[str(game.outcome)]
    return None


def _say_changes(script: Script, number: int, earlier: int, board: int) -> None:
    """Say in words what the correction changed for both players, and for how many others."""
    now, then = script.book(), script.book(f"published:{number}")
    game = now.state.rounds[earlier - 1].games[board - 1]
    new, old = _lines(now, earlier), _lines(then, earlier)
    script.say("\n   What the correction changed:")
    for player in (game.white, game.black):
        label = now.state.label(player)
        was, is_ = old[label], new[label]
        script.say(
            f"   {now.called(player)}: then place {was['rank']} with {shown(was['points'])} points,"
            f" now place {is_['rank']} with {shown(is_['points'])}"
        )
    keys = ("rank", "points", "wp", "sb")
    changed = sum(any(new[n][key] != old[n][key] for key in keys) for n in new)
    script.say(f"   {changed} of {count_of(len(new), 'line')} of the standing differ in all.")


def _lines(book: Book, after: int) -> dict[object, RowValues]:
    view = standings(book, after)
    assert isinstance(view, View)
    return {row["id"]: row for row in view.cells}


def _cut(text: str, most: int) -> str:
    """Return a text with the lines after the first `most` counted instead of shown."""
    lines = text.splitlines()
    if len(lines) <= most + 1:
        return text
    return "\n".join([*lines[:most], f"... and {len(lines) - most} lines more"])
