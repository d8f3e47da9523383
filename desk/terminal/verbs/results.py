"""The verbs of results: recording, defaults, corrections, undoing, closing."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from desk.terminal.answers import CAUSE, NUMBER, RESULT, SIDE, by_one_player
from desk.terminal.app import Data, Session, Verbs, ask, typed_command, write, writes
from desk.terminal.misuse import Misuse
from desk.terminal.options import FILE_OR_STDIN, json_option
from desk.terminal.output import or_leave, say, tell, text_of

if TYPE_CHECKING:
    from desk.commands.decision import Numbered
    from desk.desk import Written
    from desk.terminal.entry import ResultSheet
    from ledger.messages import Sentence
    from ledger.refusals import Refusals
    from ledger.state.book import Book

here = Verbs()


def _ask_causes(fields: Data) -> Data:
    """Ask at a terminal who was absent, and why, where the options do not tell."""
    if fields["white"] or fields["black"] or not sys.stdin.isatty():
        return fields
    from desk.terminal.entry import question_of

    side = ask(question_of("who"), SIDE)
    return fields | {
        name: ask(question_of(name), CAUSE) for name in ("white", "black") if side in (name, "both")
    }


class TypedResult(NamedTuple):
    """A typed result, with its line in a file (None: on the command line)."""

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

    typed = _typed_results(session, fields["round"], pairs)
    typed += _pairs_in(text_of(file)) if file else []
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
    """Return the results typed after the round.

    Words that are all results of white alone (1, 0, =) are the results of the boards that have
    none, in order, when their number agrees. Two of them may be a board and its result instead: 1
    and another. An ambiguous input is refused.
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
    """Return whether a round is published."""
    return 1 <= number <= len(rounds)


def _read_twice(typed: Sequence[str], boards: Sequence[int]) -> Sentence:
    from ledger.messages import message

    first, second = (RESULT.shown(RESULT.code_of(word) or word) for word in typed)
    pairs = message("terminal.as-pairs", board=1, result=second)
    order = message("terminal.as-order", boards=tuple(boards), results=(first, second))
    return message("terminal.read-twice", pairs=pairs, order=order)


def _pairs_in(text: str) -> list[TypedResult]:
    """Return the results of a text with BOARD RESULT on each line."""
    from ledger.messages import message
    from ledger.text_files import quoted

    rows = []
    for number, line, bare in _lines_of(text):
        words = bare.rsplit(maxsplit=1)
        if len(words) < 2:
            wrong = quoted(line.strip())
            raise Misuse(message("terminal.line-wrong", line=number, text=wrong))
        rows.append(TypedResult(number, *words))
    return rows


def _lines_of(text: str) -> Iterator[tuple[int, str, str]]:
    """Yield number, line, and content without comments and separators, if there is any."""
    for number, line in enumerate(text.split("\n"), 1):
        if bare := line.split("#")[0].replace(";", " ").replace(",", " ").strip():
            yield number, line, bare


# --- a round at once ------------------------------------------------------------------------------


@here.verb("results", "uitslagen")
@click.argument("round", type=NUMBER, required=False)
@json_option
@click.pass_obj
def results(session: Session, /, round: int | None, as_json: bool) -> None:
    """Record the results of a round as they are typed, board by board, or from a pipe."""
    book = session.book()
    number = _chosen(book, round)
    if sys.stdin.isatty():
        _record_typed(session, book, number, as_json)
    else:
        write(session, _piped(session, book, number, text_of("-")), as_json)


def _chosen(book: Book, number: int | None) -> int:
    """Return the requested round, or the last with open games, or the last of all."""
    rounds = book.state.rounds
    if number is None:
        still_open = (each.number for each in reversed(rounds) if each.open_games)
        number = next(still_open, max(len(rounds), 1))
    return or_leave(book.find_round(number)).number


def _record_typed(session: Session, book: Book, number: int, as_json: bool) -> None:
    """Let results be typed until they are recorded, or the person leaves; a refusal loses none."""
    from desk.desk import Written
    from desk.terminal.entry import ResultSheet, boards_of
    from desk.terminal.entry_screen import type_results
    from ledger.messages import message
    from ledger.refusals import lines_of_all

    sheet = ResultSheet(number, boards_of(book, number))
    while True:
        try:
            type_results(sheet)
        except (KeyboardInterrupt, click.Abort):
            say("", message("results.stopped", n=len(sheet.to_record)), err=True)
            sys.exit(130)
        if sheet.ending == "nothing":
            say(message("results.nothing-recorded"), err=True)
            return
        if sheet.ending == "drop":
            say(message("results.dropped", n=len(sheet.to_record)), err=True)
            return
        outcome = _written(session, sheet)
        if isinstance(outcome, Written):
            tell(outcome, as_json)
            return
        book = session.book()
        _chosen(book, number)
        sheet = sheet.again(boards_of(book, number), lines_of_all(outcome))


def _written(session: Session, sheet: ResultSheet) -> Written | Refusals:
    """Record the typed results, all or nothing, or return the refusals."""
    from desk.desk import Warned
    from ledger.errors import StoreError

    commands = [typed_command(**fields) for fields in sheet.commands()]
    try:
        outcome = session.desk().write(commands, session.tournament)
    except StoreError as error:
        return (error.refusal,)
    return outcome.refusals if isinstance(outcome, Warned) else outcome


_OPEN = ("-", ".")
"""Words in a pipe for a board that stays open."""


def _piped(session: Session, book: Book, number: int, text: str) -> list[Numbered]:
    """Return the commands of a text: keys, one word per board, or BOARD RESULT lines.

    Words alone are those of the open boards in their order, one each; a text that `result` reads
    alone is read as there.
    """
    from desk.terminal.entry import Typed, read
    from ledger.messages import message

    lines = [(at, bare.split()) for at, _, bare in _lines_of(text)]
    typed = [word for _, words in lines for word in words]
    if not typed:
        raise Misuse(message("results.none-given"))
    unread = {word for word in typed if word not in _OPEN and not isinstance(read(word), Typed)}
    if unread:
        for at, words in lines:
            if len(words) > 2 and unread.isdisjoint(words[:2]) and unread.intersection(words):
                raise Misuse(_not_read(at, next(word for word in words if word in unread)))
        pairs = _pairs_in(text)
    elif all(map(by_one_player, typed)):
        pairs = _typed_results(session, number, typed)
    else:
        boards = [board for board, _ in book.state.rounds[number - 1].open_games]
        if len(typed) == 2 and typed[0] == "1" and typed[1] not in _OPEN:
            if len(boards) == 2:
                raise Misuse(_read_twice(typed, boards))
            return [_command_of(number, TypedResult(None, *typed))]
        if len(typed) != len(boards):
            raise Misuse(message("terminal.not-all-boards", n=len(typed), boards=tuple(boards)))
        pairs = [
            TypedResult(None, str(board), word)
            for board, word in zip(boards, typed, strict=True)
            if word not in _OPEN
        ]
    return [_command_of(number, pair) for pair in pairs]


def _command_of(number: int, pair: TypedResult) -> Numbered:
    from desk.terminal.entry import Typed, read

    typed = read(pair.result)
    if not isinstance(typed, Typed):
        raise Misuse(_not_read(pair.line, pair.result))
    return typed_command(pair.line, **dict(typed.fields), round=number, board=pair.board)


def _not_read(line: int | None, word: str) -> Sentence:
    from desk.terminal.entry import choices
    from ledger.messages import message
    from ledger.text_files import quoted

    example = "f" + choices("who")[0] + choices("white")[0]
    return _at(line, message("results.not-read", text=quoted(word), example=example))


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
