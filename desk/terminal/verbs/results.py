"""The verbs of results: recording, defaults, corrections, taking back, closing."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from desk.terminal.answers import CAUSE, NUMBER, RESULT, SIDE, by_one_player
from desk.terminal.app import Data, Session, Verbs, ask, typed_command, write, writes
from desk.terminal.misuse import Misuse
from desk.terminal.options import FILE_OR_STDIN, json_option
from desk.terminal.output import text_of

if TYPE_CHECKING:
    from ledger.messages import Sentence

here = Verbs()


def _ask_causes(fields: Data) -> Data:
    """Ask at a terminal who was not there, and why, where the options did not say."""
    if fields["white"] or fields["black"] or not sys.stdin.isatty():
        return fields
    from ledger.messages import message

    side = ask(message("terminal.who-was-not-there"), SIDE)
    questions = {
        "white": message("terminal.why-was-white"),
        "black": message("terminal.why-was-black"),
    }
    names = ["white", "black"] if side == "both" else [side]
    return fields | {name: ask(questions[name], CAUSE) for name in names}


class TypedResult(NamedTuple):
    """A result as it was typed, with its line in a file (None: on the command line)."""

    line: int | None
    board: str
    result: str


@here.verb("result", "uitslag")
@click.argument("round", type=NUMBER)
@click.argument("pairs", metavar="[[BOARD] RESULT]...", nargs=-1)
@click.option("--file", type=FILE_OR_STDIN)
@click.option("--unrated", is_flag=True)
@click.option("--reason")
@json_option
@click.pass_obj
def result(
    session: Session, /, pairs: Sequence[str], file: str | None, unrated: bool, as_json: bool,
    **fields: Any,
) -> None:  # fmt: skip
    """Record results: boards and results in pairs, or the results of all boards in their order."""
    from ledger.messages import do, message

    typed = _typed_results(session, fields["round"], pairs) + (_result_lines(file) if file else [])
    if not typed:
        raise Misuse(message("terminal.no-results"))
    commands = []
    for line, board, text in typed:
        try:
            outcome = RESULT(text)
        except click.BadParameter as error:
            raise Misuse(_at(line, error.message)) from error
        if outcome.endswith("R"):
            step = do("forfeit", round=fields["round"], board=board)
            raise Misuse(_at(line, message("terminal.by-default", text=text, step=step)))
        data = fields | {"board": board, "result": outcome, "rated": not unrated}
        commands.append(typed_command(line, command="result", **data))
    write(session, commands, as_json)


def _at(line: int | None, what: Sentence) -> Sentence:
    from ledger.messages import message

    return message("terminal.at-line", line=line, what=what) if line else what


def _typed_results(session: Session, number: int, typed: Sequence[str]) -> list[TypedResult]:
    """Return what was typed after the round.

    Words that all write a result of white alone (1, 0, =) are the results of the boards that have
    none, in order, when there are as many. Two of them may be a board and its result instead: 1 and
    another. Where both can be meant, neither is taken.
    """
    from ledger.messages import message

    pairs = [TypedResult(None, *pair) for pair in zip(typed[::2], typed[1::2], strict=False)]
    if not typed or not all(map(by_one_player, typed)):
        if len(typed) % 2:
            raise Misuse(message("terminal.no-result-for", word=typed[-1]))
        return pairs
    rounds = session.book().state.rounds
    boards = [board for board, _ in rounds[number - 1].open_games] if _is(number, rounds) else []
    one_pair = len(typed) == 2 and typed[0] == "1"
    if len(typed) == len(boards):
        if one_pair:
            raise Misuse(_read_twice(typed, boards))
        return [TypedResult(None, str(b), word) for b, word in zip(boards, typed, strict=True)]
    if one_pair or not _is(number, rounds):
        return pairs or [TypedResult(None, "1", typed[0])]
    if not boards:
        raise Misuse(message("terminal.no-open-boards", n=len(typed), round=number))
    raise Misuse(message("terminal.not-all-boards", n=len(typed), boards=tuple(boards)))


def _is(number: int, rounds: Sequence[object]) -> bool:
    """Tell whether a round is published."""
    return 1 <= number <= len(rounds)


def _read_twice(typed: Sequence[str], boards: Sequence[int]) -> Sentence:
    from ledger.messages import message

    first, second = (RESULT.shown(RESULT(word)) for word in typed)
    pairs = message("terminal.as-pairs", board=1, result=second)
    order = message("terminal.as-order", boards=tuple(boards), results=(first, second))
    return message("terminal.read-twice", pairs=pairs, order=order)


def _result_lines(file: str) -> list[TypedResult]:
    from ledger.messages import message
    from ledger.text_files import quoted

    rows = []
    for number, line in enumerate(text_of(file).split("\n"), 1):
        text = line.split("#")[0].replace(";", " ").replace(",", " ").strip()
        if not text:
            continue
        words = text.rsplit(maxsplit=1)
        if len(words) < 2:
            wrong = quoted(line.strip())
            raise Misuse(message("terminal.line-wrong", line=number, text=wrong))
        rows.append(TypedResult(number, *words))
    return rows


writes(here, "forfeit", "reglementair", prepare=_ask_causes)
writes(here, "adjourn", "afbreken")
correct = here.section("correct", "corrigeren")
writes(correct, "result", "uitslag")
writes(correct, "colours", "kleuren")
writes(correct, "rating", "rating")
writes(correct, "person", "persoon")
writes(here, "undo", "ongedaan")
writes(here, "close", "afsluiten", arguments=("round",))
writes(here, "finish", "beeindigen")
