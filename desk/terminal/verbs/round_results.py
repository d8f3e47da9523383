"""The verb that records the results of a round at once: typed board by board, or from a pipe."""

from __future__ import annotations

import sys
from collections.abc import Callable, Container, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from desk.answers.live_boards import live_results
from desk.outcomes import Warned, Written
from desk.terminal.answers import CONFIRMATION, FILE_OR_STDIN, NUMBER
from desk.terminal.entry import ResultSheet, Typed, boards_of, choices, read
from desk.terminal.entry_screen import type_results
from desk.terminal.files import text_of
from desk.terminal.misuse import Misuse
from desk.terminal.options import json_option
from desk.terminal.output import leave, note, or_leave, say
from desk.terminal.registry import Registry
from desk.terminal.session import Session, ledger_place
from desk.terminal.typed_results import (
    OPEN,
    TypedResult,
    at_line,
    in_order,
    lines_of,
    pairs_in,
)
from desk.terminal.unsaved import keep_unsaved
from desk.terminal.writing import tell, typed_command, write
from desk.writing import carry_out
from ledger.errors import StoreError
from ledger.foreign.pgn import games_of, looks_like_pgn
from ledger.messages import message
from ledger.refusals import lines_of_all
from ledger.text_files import quoted

if TYPE_CHECKING:
    from desk.commands.decision import Numbered
    from ledger.messages import Sentence
    from ledger.refusals import Refusals
    from ledger.state.book import Book

here = Registry()


@here.verb("results")
@click.argument("round", type=NUMBER, required=False)
@click.option("--file", type=FILE_OR_STDIN)
@click.option("--confirm", type=CONFIRMATION)
@json_option
@click.pass_obj
def results(session: Session, /, round: int | None, file: str | None, confirm: str | None) -> None:
    """Record the results of a round as they are typed, board by board, or from a file or a pipe.

    A file in PGN has the games of live boards.
    """
    book = session.book()
    number = _chosen(book, round)
    if file is None and sys.stdin.isatty():
        _record_typed(session, book, number)
        return
    text = text_of(file or "-")
    if looks_like_pgn(text):
        commands, notes = _of_live_boards(book, number, text, confirm)
        note(*notes)
    else:
        commands = _piped(book, number, text, confirm)
    write(session, commands)


def _of_live_boards(
    book: Book, number: int, text: str, confirm: str | None
) -> tuple[list[Numbered], Sequence[Sentence]]:
    """Return the commands for the games of a PGN file, and what became of those without one."""
    games = or_leave(games_of(text))
    live = or_leave(live_results(book, book.state.rounds[number - 1], games))
    commands = [
        typed_command(
            one.line,
            command="result",
            round=number,
            board=str(one.board),
            result=one.result,
            confirm=confirm,
        )
        for one in live.results
    ]
    return commands, live.notes


def _chosen(book: Book, number: int | None) -> int:
    """Return the requested round, or the last with open games, or the last of all."""
    rounds = book.state.rounds
    if number is None:
        still_open = (each.number for each in reversed(rounds) if each.open_games)
        number = next(still_open, max(len(rounds), 1))
    return or_leave(book.find_round(number)).number


def _record_typed(session: Session, book: Book, number: int) -> None:
    """Let results be typed until they are recorded, or the person leaves.

    A refusal loses none; what ends the typing otherwise leaves them in a file.
    """
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
    tell(outcome)


def _typed_and_written(
    session: Session, sheet: ResultSheet, type_results: Callable[[ResultSheet], None]
) -> Written | Refusals | None:
    """Let results be typed and record them, or return the refusals; None: nothing is to be saved."""
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
    try:
        return session.book()
    except StoreError as error:
        refusal = error.refusal
        if refusal.code == "ledger-missing":
            refusal = replace(refusal, next=message("results.bring-back"))
        return leave(refusal)


def _written(session: Session, sheet: ResultSheet) -> Written | Refusals:
    """Record the typed results, all or nothing, or return the refusals."""
    commands = [typed_command(**fields) for fields in sheet.commands()]
    try:
        outcome = carry_out(session.desk(), commands, session.tournament)
    except StoreError as error:
        return (error.refusal,)
    return outcome.refusals if isinstance(outcome, Warned) else outcome


def _piped(book: Book, number: int, text: str, confirm: str | None) -> list[Numbered]:
    """Return the commands of a text: what the keys would be, a word a board, or BOARD RESULT lines.

    `confirm` answers their warnings.

    Words alone are those of the open boards in their order, one each; see `in_order`.
    """
    lines = [(at, bare.split()) for at, _, bare in lines_of(text)]
    typed = [word for _, words in lines for word in words]
    if not typed:
        raise Misuse(message("results.none-given"))
    unread = {word for word in typed if word not in OPEN and not isinstance(read(word), Typed)}
    if unread:
        for at, words in lines:
            if _is_keys(words, unread) and unread.intersection(words):
                raise Misuse(_not_read(at, next(word for word in words if word in unread)))
        pairs = pairs_in(text)
    else:
        pairs = in_order(book, number, [words for _, words in lines])
    return [_command_of(number, pair, confirm) for pair in pairs]


def _is_keys(words: Sequence[str], unread: Container[str]) -> bool:
    """Tell whether a line with words that are no keys was meant as keys, not as BOARD RESULT."""
    keys = [word not in unread for word in words]
    return len(words) > 2 and keys[0] and (keys[1] or 2 * sum(keys) > len(keys))


def _command_of(number: int, pair: TypedResult, confirm: str | None) -> Numbered:
    typed = read(pair.result)
    if not isinstance(typed, Typed):
        raise Misuse(_not_read(pair.line, pair.result))
    fields = {**dict(typed.fields), "round": number, "board": pair.board}
    return typed_command(pair.line, **fields, confirm=confirm)


def _not_read(line: int | None, word: str) -> Sentence:
    example = "f" + choices("who")[0] + choices("white")[0]
    return at_line(line, message("results.not-read", text=quoted(word), example=example))
