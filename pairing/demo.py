"""The main job, end to end, as command lines that are shown and run one after another."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from importlib import resources
from pathlib import Path

from ledger.refusals import Refusal
from ledger.runtime import Runtime
from pairing.desk import Desk

Call = Callable[[Sequence[str], Runtime], None]
Say = Callable[[str], None]


def run(runtime: Runtime, file: Path | None, rules: str, call: Call, say: Say) -> None:
    """Import a tournament, pair and publish a round, record results, correct an earlier one.

    file is a TRF16 file, None: the one that is shipped. The ledger is a new file in this folder.
    Results of the new round are made up from a fixed seed; in a ledger of yours you type them.
    """
    source = file or Path(str(resources.files("ledger") / "demo" / "club-open.trf"))
    ledger = _fresh_name()
    desk = Desk(ledger, runtime)

    def step(why: str, *arguments: str) -> None:
        say(f"\n# {why}\n$ toernooi --ledger {ledger.name} {_quoted(arguments)}")
        call(["--ledger", str(ledger), *arguments], runtime)

    shown = file.name if file else "club-open.trf"
    say(f"\n# A tournament file becomes facts, round by round.\n$ toernooi --ledger {ledger.name}"
        f" import {shown} --rules {rules}")  # fmt: skip
    call(["--ledger", str(ledger), "import", str(source), "--rules", rules], runtime)
    step("What it adds up to.", "standings")
    book = desk.read()
    assert not isinstance(book, tuple)
    played, planned = len(book.state.rounds), book.state.rounds_planned
    if planned is not None and played >= planned:
        step("All its rounds are played; one more, to show how.", "plan", str(played + 1))
    step("The next round, as a draft: nothing is recorded.", "pair")
    step("The same, made public.", "publish")
    number = played + 1
    _correct_earlier(desk, number, step)
    _record(desk, number, step)
    step("Every round keeps what it was computed from.", "rounds")
    step("What happened, in order.", "log", "--last", "6")
    say(f"\nThe ledger is {ledger.name}. Ask it more: toernooi --ledger {ledger.name} --help")


def _fresh_name() -> Path:
    """Return a name no file has yet: a demo never writes into somebody's ledger."""
    number = 1
    while True:
        path = Path.cwd() / f"demo{'' if number == 1 else f'-{number}'}.ledger"
        if not path.exists():
            return path
        number += 1


def _correct_earlier(desk: Desk, number: int, step: Callable[..., None]) -> None:
    """Correct the first game of the round before that was won; then look at both standings."""
    book = desk.read()
    assert not isinstance(book, tuple | Refusal)
    earlier = book.state.rounds[number - 2] if number > 1 else None
    games = enumerate(earlier.games, 1) if earlier else ()
    decided = [(board, game.outcome) for board, game in games if game.outcome in ("1-0", "0-1")]
    if earlier is None or not decided:
        return
    board, outcome = decided[0]
    right = "0-1" if outcome == "1-0" else "1-0"
    step(
        f"Only now it turns out that a result of round {earlier.number} was the other way round.",
        "correct", "result", str(earlier.number), str(board), right,
        "--reason", "score sheet misread",
    )  # fmt: skip
    step(f"The pairing of round {number} stays as it was published (F6, F7).", "pairings")
    step(
        f"The standing as known when round {number} was published ...",
        "standings", "--after", str(earlier.number), "--as-of", f"published:{number}",
    )  # fmt: skip
    step("... and the same standing as known now.", "standings", "--after", str(earlier.number))


def _record(desk: Desk, number: int, step: Callable[..., None]) -> None:
    book = desk.read()
    assert not isinstance(book, tuple | Refusal)
    chance = random.Random(number)
    results = []
    for board, _ in book.state.rounds[number - 1].open_games:
        results += [str(board), chance.choice(["1-0", "1/2-1/2", "0-1"])]
    step(f"The results of round {number}.", "result", str(number), *results)
    step(f"And the standing after round {number}.", "standings")


def _quoted(arguments: Sequence[str]) -> str:
    import shlex

    return " ".join(shlex.quote(argument) for argument in arguments)
