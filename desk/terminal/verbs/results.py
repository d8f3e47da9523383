"""The verbs of results: recording, defaults, corrections, undoing, closing."""

from __future__ import annotations

import sys
from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from desk.terminal.answers import CAUSE, CONFIRMATION, NUMBER, RESULT, SIDE, by_one_player
from desk.terminal.app import (
    Data,
    Session,
    Verbs,
    ask,
    ledger_place,
    typed_command,
    write,
    writes,
)
from desk.terminal.misuse import Misuse
from desk.terminal.options import FILE_OR_STDIN, json_option, option
from desk.terminal.output import leave, or_leave, say, show, tell, text_of

if TYPE_CHECKING:
    from desk.commands.decision import Numbered
    from desk.outcomes import Written
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
    as_json: bool,
    **fields: Any,
) -> None:
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
    """Return the results typed after the round: results alone in board order, or pairs."""
    from ledger.messages import message

    names_board = typed[:1] == ("1",) and len(typed) > 1 and _is_written_out(typed[1])
    if typed and not names_board and all(RESULT.code_of(word) is not None for word in typed):
        return _in_order(session.book(), number, [typed])
    if len(typed) % 2:
        raise Misuse(message("terminal.no-result-for", word=typed[-1]))
    return [TypedResult(None, *pair) for pair in zip(typed[::2], typed[1::2], strict=True)]


def _in_order(book: Book, number: int, lines: Sequence[Sequence[str]]) -> list[TypedResult]:
    """Return results alone, typed on lines, with the boards they are for.

    They belong to the boards without a result, in order, when their numbers agree. Two of them on
    one line may be a board and its result instead, 1 and another: so it is where the second is
    written out, or where there are not two such boards. An ambiguous input is refused.
    """
    from ledger.messages import message

    typed = [word for words in lines for word in words]
    rounds = book.state.rounds
    boards = [board for board, _ in rounds[number - 1].open_games] if _is(number, rounds) else []
    if len(typed) == 2 and len(lines) == 1 and typed[0] == "1" and typed[1] not in _OPEN:
        if len(boards) == 2 and not _is_written_out(typed[1]):
            raise Misuse(_read_twice(typed, boards))
        return [TypedResult(None, *typed)]
    if not _is(number, rounds):
        return [TypedResult(None, "1", typed[0])]
    if len(typed) == len(boards):
        pairs = zip(boards, typed, strict=True)
        return [TypedResult(None, str(board), word) for board, word in pairs if word not in _OPEN]
    if not boards:
        raise Misuse(message("terminal.no-open-boards", n=len(typed), round=number))
    raise Misuse(message("terminal.not-all-boards", n=len(typed), boards=tuple(boards)))


def _is_written_out(word: str) -> bool:
    """Tell whether a word has the result of both players, as 1-0 does."""
    return RESULT.code_of(word) is not None and not by_one_player(word)


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
@click.option("--confirm", type=CONFIRMATION)
@json_option
@click.pass_obj
def results(session: Session, /, round: int | None, confirm: str | None, as_json: bool) -> None:
    """Record the results of a round as they are typed, board by board, or from a pipe."""
    book = session.book()
    number = _chosen(book, round)
    if sys.stdin.isatty():
        _record_typed(session, book, number, as_json)
    else:
        write(session, _piped(book, number, text_of("-"), confirm), as_json)


def _chosen(book: Book, number: int | None) -> int:
    """Return the requested round, or the last with open games, or the last of all."""
    rounds = book.state.rounds
    if number is None:
        still_open = (each.number for each in reversed(rounds) if each.open_games)
        number = next(still_open, max(len(rounds), 1))
    return or_leave(book.find_round(number)).number


def _record_typed(session: Session, book: Book, number: int, as_json: bool) -> None:
    """Let results be typed until they are recorded, or the person leaves.

    A refusal loses none; what ends the typing otherwise leaves them in a file.
    """
    from desk.outcomes import Written
    from desk.terminal.entry import ResultSheet, boards_of
    from desk.terminal.entry_screen import type_results
    from desk.terminal.unsaved import keep_unsaved
    from ledger.messages import message
    from ledger.refusals import lines_of_all

    place = ledger_place(session.ledger)
    if isinstance(place, Path):
        session.ledger = str(place)  # when it is gone, no other ledger of the folder is meant
    sheet = ResultSheet(number, boards_of(book, number))
    try:
        while not isinstance(outcome := _typed_and_written(session, sheet, type_results), Written):
            if outcome is None:
                return
            book = _book_after(session)
            _chosen(book, number)
            sheet = sheet.again(boards_of(book, number), lines_of_all(outcome))
    except BaseException as end:
        stopped = isinstance(end, KeyboardInterrupt | click.Abort) and sheet.ending is None
        if stopped:
            say("", message("results.stopped"), err=True)
        keep_unsaved(place, session.tournament, sheet)
        if stopped:
            sys.exit(130)
        raise
    tell(outcome, as_json)


def _typed_and_written(
    session: Session, sheet: ResultSheet, type_results: Callable[[ResultSheet], None]
) -> Written | Refusals | None:
    """Let results be typed and record them, or return the refusals; None: nothing is to be saved."""
    from ledger.messages import message

    type_results(sheet)
    if sheet.ending == "nothing":
        say(message("results.nothing-recorded"), err=True)
        return None
    if sheet.ending == "drop":
        say(message("results.dropped", n=len(sheet.to_record)), err=True)
        return None
    return _written(session, sheet)


def _book_after(session: Session) -> Book:
    """Return the book after a refusal; exit where the ledger is gone, which is to be brought back."""
    from ledger.errors import StoreError
    from ledger.messages import message

    try:
        return session.book()
    except StoreError as error:
        refusal = error.refusal
        if refusal.code == "ledger-missing":
            refusal = replace(refusal, next=message("results.bring-back"))
        return leave(refusal)


def _written(session: Session, sheet: ResultSheet) -> Written | Refusals:
    """Record the typed results, all or nothing, or return the refusals."""
    from desk.outcomes import Warned
    from ledger.errors import StoreError

    commands = [typed_command(**fields) for fields in sheet.commands()]
    try:
        outcome = session.desk().write(commands, session.tournament)
    except StoreError as error:
        return (error.refusal,)
    return outcome.refusals if isinstance(outcome, Warned) else outcome


_OPEN = ("-", ".")
"""Words in a pipe for a board that stays open."""


def _piped(book: Book, number: int, text: str, confirm: str | None) -> list[Numbered]:
    """Return the commands of a text: what the keys would be, a word a board, or BOARD RESULT lines.

    `confirm` answers their warnings.

    Words alone are those of the open boards in their order, one each; see `_in_order`.
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
            if _is_keys(words, unread) and unread.intersection(words):
                raise Misuse(_not_read(at, next(word for word in words if word in unread)))
        pairs = _pairs_in(text)
    else:
        pairs = _in_order(book, number, [words for _, words in lines])
    return [_command_of(number, pair, confirm) for pair in pairs]


def _is_keys(words: Sequence[str], unread: Container[str]) -> bool:
    """Tell whether a line with words that are no keys was meant as keys, not as BOARD RESULT."""
    keys = [word not in unread for word in words]
    return len(words) > 2 and keys[0] and (keys[1] or 2 * sum(keys) > len(keys))


def _command_of(number: int, pair: TypedResult, confirm: str | None) -> Numbered:
    from desk.terminal.entry import Typed, read

    typed = read(pair.result)
    if not isinstance(typed, Typed):
        raise Misuse(_not_read(pair.line, pair.result))
    fields = {**dict(typed.fields), "round": number, "board": pair.board}
    return typed_command(pair.line, **fields, confirm=confirm)


def _not_read(line: int | None, word: str) -> Sentence:
    from desk.terminal.entry import choices
    from ledger.messages import message
    from ledger.text_files import quoted

    example = "f" + choices("who")[0] + choices("white")[0]
    return _at(line, message("results.not-read", text=quoted(word), example=example))


writes(here, "forfeit", prepare=_ask_causes)
correct = here.section("correct", "corrigeren")


def _touches(command: str) -> Callable[[Data], Data]:
    """Return the preparation of a correction: show what it would touch and exit, if requested."""

    def prepare(fields: Data) -> Data:
        if fields.pop("dry_run"):
            from desk.hall.touches import touched_view

            ctx = click.get_current_context()
            _, wanted = typed_command(command=command, **fields)
            book = ctx.ensure_object(Session).book()
            show(touched_view(book, wanted), ctx.params["as_json"])  # type: ignore[arg-type]
            ctx.exit()
        return fields

    return prepare


for _what in ("result", "colours", "rating"):
    writes(
        correct,
        _what,
        option("--dry-run", is_flag=True),
        prepare=_touches(f"correct-{_what}"),
    )
writes(correct, "person")
writes(here, "close", arguments=("round",))
