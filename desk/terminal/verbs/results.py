"""The verbs of results: recording, defaults, corrections, taking back, closing."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any, NamedTuple

import click

from desk.terminal.app import Data, Session, Verbs, typed_command, write, writes
from desk.terminal.options import FILE_OR_STDIN, RESULT, json_option
from desk.terminal.output import text_of

here = Verbs()


def _ask_causes(fields: Data) -> Data:
    """Ask at a terminal who was not there, and why, where the options did not say."""
    if fields["white"] or fields["black"] or not sys.stdin.isatty():
        return fields
    side = click.prompt("Who was not there", type=click.Choice(["white", "black", "both"]))
    names = ["white", "black"] if side == "both" else [side]
    return fields | {name: click.prompt(f"{name} was", type=CAUSE) for name in names}


CAUSE = click.Choice(["late", "excused", "no word"])


class TypedResult(NamedTuple):
    """A result as it was typed, with its line in a file (None: on the command line)."""

    line: int | None
    board: str
    result: str


@here.verb("result", "uitslag")
@click.argument("round", metavar="ROUND", type=int)
@click.argument("pairs", metavar="[BOARD RESULT]...", nargs=-1)
@click.option("--file", type=FILE_OR_STDIN,
              help="Lines of BOARD RESULT; - reads the standard input.")  # fmt: skip
@click.option("--unrated", is_flag=True, help="Counts, but is not sent for rating.")
@click.option("--reason", help="Why, in words that name nobody.")
@json_option
@click.pass_obj
def result(
    session: Session, /, pairs: Sequence[str], file: str | None, unrated: bool, as_json: bool,
    **fields: Any,
) -> None:  # fmt: skip
    """Record results of ROUND: BOARD is a number, 5-9 (white-black) or a player's name."""
    if len(pairs) % 2:
        raise click.UsageError(f"{pairs[-1]!r} has no result; write BOARD RESULT, in pairs")
    typed = [TypedResult(None, *pair) for pair in zip(pairs[::2], pairs[1::2], strict=True)]
    typed += _result_lines(file) if file else []
    if not typed:
        raise click.UsageError("give BOARD RESULT, or --file")
    commands = []
    for line, board, text in typed:
        place = f"line {line}: " if line else ""
        try:
            outcome = RESULT(text)
        except click.BadParameter as error:
            raise click.UsageError(f"{place}{error.message}") from error
        if outcome.endswith("R"):
            step = f"toernooi forfeit {fields['round']} {board}"
            raise click.UsageError(f"{place}{text} is a result by default: {step}")
        data = fields | {"board": board, "result": outcome, "rated": not unrated}
        commands.append(typed_command(line, command="result", **data))
    write(session, commands, as_json)


def _result_lines(file: str) -> list[TypedResult]:
    from ledger.text_files import quoted

    rows = []
    for number, line in enumerate(text_of(file).split("\n"), 1):
        text = line.split("#")[0].replace(";", " ").replace(",", " ").strip()
        if not text:
            continue
        words = text.rsplit(maxsplit=1)
        if len(words) < 2:
            raise click.UsageError(f"line {number}: write BOARD RESULT, not {quoted(line.strip())}")
        rows.append(TypedResult(number, *words))
    return rows


writes(here, "forfeit", "reglementair",
       'Decide a game of ROUND by default; "no word" also withdraws him (F10).',
       prepare=_ask_causes)  # fmt: skip
writes(
    here, "adjourn", "afbreken",
    "Record that a game of ROUND was broken off; it counts as a draw until finished (F11).",
)  # fmt: skip


correct = here.section("correct", "corrigeren", "Correct what was recorded; nothing is erased.")


writes(correct, "result", "uitslag", "Put the right RESULT in place; 1-0R is a win by default.")
writes(correct, "colours", "kleuren",
       "Record that a game was played with the colours exchanged; points stay.")  # fmt: skip
writes(correct, "rating", "rating",
       "Correct PLAYER's RATING for pairings still to be made; 0 is none.")  # fmt: skip
writes(
    correct, "person", "persoon",
    "Correct PLAYER's record: name, birth date, ids, club. It is kept beside the ledger.",
)  # fmt: skip
writes(here, "undo", "ongedaan", "Take the last command back, where nothing has come of it yet.")
writes(here, "close", "afsluiten", "Close ROUND (default the first that is not closed).",
       arguments=("round",))  # fmt: skip
writes(here, "finish", "beeindigen",
       "End the tournament; lots are drawn for those equal in everything (F12).")  # fmt: skip
