"""The verbs of results: recording, defaults, corrections, undoing, closing."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import click

from desk.terminal.answers import (
    CAUSE,
    CONFIRMATION,
    FILE_OR_STDIN,
    NUMBER,
    RESULT,
    SIDE,
    BadAnswer,
)
from desk.terminal.entry import question_of
from desk.terminal.files import text_of
from desk.terminal.misuse import Misuse
from desk.terminal.options import json_option
from desk.terminal.registry import Registry
from desk.terminal.session import Session
from desk.terminal.typed_results import (
    TypedResult,
    at_line,
    in_order,
    is_written_out,
    pairs_in,
)
from desk.terminal.writing import Data, ask, typed_command, write, writes
from ledger.messages import do, message

here = Registry()


def _ask_causes(fields: Data) -> Data:
    """Ask at a terminal who was absent, and why, where the options do not tell."""
    if fields["white"] or fields["black"] or not sys.stdin.isatty():
        return fields
    side = ask(question_of("who"), SIDE)
    return fields | {
        name: ask(question_of(name), CAUSE) for name in ("white", "black") if side in (name, "both")
    }


@here.verb("result")
@click.argument("round", type=NUMBER)
@click.argument("pairs", metavar="[[BOARD] RESULT]...", nargs=-1)
@click.option("--file", type=FILE_OR_STDIN)
@click.option("--unrated", is_flag=True)
@click.option("--reason")
@click.option("--confirm", type=CONFIRMATION)
@json_option
@click.pass_obj
def result(
    session: Session,
    /,
    pairs: Sequence[str],
    file: str | None,
    unrated: bool,
    **fields: Any,
) -> None:
    """Record results: boards and results in pairs, or the results of all boards in their order."""
    typed = _typed_results(session, fields["round"], pairs)
    typed += pairs_in(text_of(file)) if file else []
    if not typed:
        raise Misuse(message("terminal.no-results"))
    commands = []
    for line, board, text in typed:
        try:
            outcome = RESULT(text)
        except BadAnswer as error:
            raise Misuse(at_line(line, error.what)) from error
        if outcome.endswith("R"):
            step = do("forfeit", round=fields["round"], board=board)
            raise Misuse(at_line(line, message("terminal.by-default", text=text, step=step)))
        data = fields | {"board": board, "result": outcome, "rated": not unrated}
        commands.append(typed_command(line, command="result", **data))
    write(session, commands)


def _typed_results(session: Session, number: int, typed: Sequence[str]) -> list[TypedResult]:
    """Return the results typed after the round: results alone in board order, or pairs."""
    names_board = typed[:1] == ("1",) and len(typed) > 1 and is_written_out(typed[1])
    if typed and not names_board and all(RESULT.code_of(word) is not None for word in typed):
        return in_order(session.book(), number, [typed])
    if len(typed) == 1 and not typed[0].isdecimal():
        return [TypedResult(None, "1", typed[0])]  # meant as a result, and refused as one
    if len(typed) % 2:
        raise Misuse(message("terminal.no-result-for", word=typed[-1]))
    return [TypedResult(None, *pair) for pair in zip(typed[::2], typed[1::2], strict=True)]


writes(here, "forfeit", prepare=_ask_causes)


writes(here, "close", arguments=("round",))
