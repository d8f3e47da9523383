"""The main task, end to end, as command lines that are shown and run one after another."""

from __future__ import annotations

import io
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from importlib import resources
from itertools import count
from pathlib import Path
from typing import TextIO

from desk.answers.competition import standings
from desk.desk import Desk
from desk.render.shown import shown
from desk.terminal.shell import shell_line, shell_word
from desk.terminal.words import words
from ledger.messages import Sentence, do, message
from ledger.runtime import Runtime
from ledger.state.book import Book
from ledger.state.tournament import Round
from projections.views.view import RowValues, View

Call = Callable[[Sequence[str], Runtime], None]
Say = Callable[[str], None]

LINES_SHOWN = 22
"""Lines shown of an answer before it is cut; the shipped tournament fits."""

_NEW_RESULTS = ("1-0", "1/2-1/2", "0-1")


class _Answer(io.StringIO):
    """The output of a command, kept; it counts as a terminal if the real output is one."""

    def __init__(self, instead_of: TextIO) -> None:
        super().__init__()
        self._instead_of = instead_of

    def isatty(self) -> bool:
        """Return whether the text ends up on a terminal, so that tables fit its width."""
        return self._instead_of.isatty()


@dataclass(slots=True)
class Script:
    """A demonstration on one ledger file: explains each step, runs it, and cuts long answers."""

    desk: Desk
    call: Call
    say: Say
    steps: Iterator[int] = field(default_factory=lambda: count(1))

    def step(
        self, why: Sentence, *arguments: str, source: Path | None = None, lines: int = 0
    ) -> None:
        """Give the reason, show the command line, run it. `source`: the file an import reads."""
        step = words(message("demo.step", number=next(self.steps), why=why))
        self.say(f"\n{step}\n")
        self.run(*arguments, source=source, lines=lines)

    def run(self, *arguments: str, source: Path | None = None, lines: int = 0) -> None:
        """Show a command line and run it; `lines` of its answer are shown (0: the usual number)."""
        self.say(f"$ toernooi --ledger {shell_line((self.desk.place.name, *arguments))}")
        real = [str(source) if source and word == arguments[1] else word for word in arguments]
        answer = _Answer(sys.stdout)
        try:
            with redirect_stdout(answer):
                self.call(["--ledger", str(self.desk.place), *real], self.desk.runtime)
        except SystemExit:
            self.say(words(message("demo.refused")))
            raise
        self.say(_cut(answer.getvalue().rstrip(), lines or LINES_SHOWN))

    def book(self, as_of: str | None = None) -> Book:
        """Return the book in its current state, or as it was known at a moment."""
        book = self.desk.read(as_of=as_of)
        assert isinstance(book, Book)
        return book


def run(runtime: Runtime, file: Path | None, rules: str, call: Call, say: Say) -> None:
    """Import a tournament, pair and publish a round, record results, correct an earlier one.

    `file` is a TRF file, None: the one that is shipped. The ledger is a new file in this folder.
    Results of the new round are made up from a fixed seed; in a ledger of yours you type them.
    """
    shipped = Path(str(resources.files("desk.making") / "examples" / "club-open.trf"))
    script = Script(Desk(fresh_name(), runtime), call, say)
    say(words(message("demo.on-shipped" if file is None else "demo.on-yours")))
    say(words(message("demo.every-line")))
    script.step(
        message("demo.import"),
        "import",
        str(file or shipped.name),
        "--rules",
        rules,
        source=file or shipped,
    )
    number = _pair_and_publish(script)
    _record(script, number)
    _correct_earlier(script, number)
    script.step(message("demo.log"), "log", "--last", "3")
    script.step(message("demo.status"), "status")
    name = shell_word(script.desk.place.name)
    say("\n" + words(message("demo.end", file=name, command=f"toernooi --ledger {name} help")))
    say(words(message("demo.in-a-browser", command=do("serve", demo=True))))


def fresh_name() -> Path:
    """Return a name no file has yet: a demo never writes into somebody's ledger."""
    names = (f"demo{'' if number == 1 else f'-{number}'}.ledger" for number in count(1))
    return next(path for name in names if not (path := Path.cwd() / name).exists())


def _pair_and_publish(script: Script) -> int:
    """Show the standing, pair the next round and publish it; return its number."""
    script.step(message("demo.standing"), "standings")
    state = script.book().state
    number = len(state.rounds) + 1
    if state.rounds_planned is not None and number > state.rounds_planned:
        script.step(message("demo.one-more"), "plan", str(number))
    script.step(message("demo.draft", round=number), "pair")
    script.step(message("demo.publish"), "publish")
    return number


def _record(script: Script, number: int) -> None:
    chance = random.Random(number)
    open_games = script.book().state.rounds[number - 1].open_games
    results = [word for at, _ in open_games for word in (str(at), chance.choice(_NEW_RESULTS))]
    script.step(
        message("demo.results", round=number),
        "result",
        str(number),
        *results,
    )


def _correct_earlier(script: Script, number: int) -> None:
    """Correct a game of an earlier round; show the pairing that stays, and both standings."""
    choice = _to_correct(script.book().state.rounds[: number - 1])
    if choice is None:
        script.say("\n" + words(message("demo.no-game")))
        return
    earlier, board, right = choice
    script.step(
        message("demo.correct", board=board, round=earlier, result=right),
        "correct",
        "result",
        str(earlier),
        str(board),
        right,
        "--reason",
        words(message("demo.reason")),
    )
    script.step(
        message("demo.stays", round=number),
        "pairings",
        str(number),
    )
    script.step(
        message("demo.then", earlier=earlier, round=number),
        "standings",
        "--after",
        str(earlier),
        "--as-of",
        f"published:{number}",
        lines=9,
    )
    script.say(f"\n{words(message('demo.now'))}\n")
    script.run("standings", "--after", str(earlier), lines=9)
    _say_changes(script, number, earlier, board)


def _to_correct(rounds: Sequence[Round]) -> tuple[int, int, str] | None:
    """Return the last round with a game over the board: its number, the board, another result."""
    other = {"1-0": "0-1", "0-1": "1-0", "1/2-1/2": "1-0"}
    for wanted in (("1-0", "0-1"), ("1/2-1/2",)):
        for round_ in reversed(rounds):
            for board, game in enumerate(round_.games, 1):
                if game.outcome in wanted:
                    return round_.number, board, other[str(game.outcome)]
    return None


def _say_changes(script: Script, number: int, earlier: int, board: int) -> None:
    """Print what the correction changed for both players, and for how many others."""
    now = script.book()
    then = script.book(f"published:{number}")
    game = now.state.rounds[earlier - 1].games[board - 1]
    new = _lines(now, earlier)
    old = _lines(then, earlier)
    script.say("\n" + words(message("demo.changed")))
    for player in (game.white, game.black):
        label = now.state.label(player)
        was = old[label]
        is_ = new[label]
        script.say(
            words(
                message(
                    "demo.player",
                    player=now.called(player),
                    was=shown(was["rank"]),
                    before=shown(was["points"]),
                    after=shown(is_["points"]),
                    now=shown(is_["rank"]),
                )
            )
        )
    keys = ("rank", "points", "wp", "sb")
    changed = sum(any(new[n][key] != old[n][key] for key in keys) for n in new)
    script.say(words(message("demo.lines", n=len(new), changed=changed)))


def _lines(book: Book, after: int) -> dict[object, RowValues]:
    view = standings(book, after)
    assert isinstance(view, View)
    return {row["id"]: row for row in view.cells}


def _cut(text: str, most: int) -> str:
    """Return a text with the lines after the first `most` counted instead of shown."""
    lines = text.splitlines()
    if len(lines) <= most + 1:
        return text
    return "\n".join([*lines[:most], words(message("demo.cut", n=len(lines) - most))])
