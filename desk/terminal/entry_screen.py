"""Typing the results of a round at a terminal: the boards on screen, or a question a board."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence

import click

from desk.render.table import fitted
from desk.terminal.entry import ResultSheet, TypedBoard, choices, question_of, shown_result
from desk.terminal.key_screen import has_screen, on_screen
from desk.terminal.output import say
from desk.terminal.words import words
from ledger.characters import visible
from ledger.messages import Sentence, message


def type_results(sheet: ResultSheet) -> None:
    """Let somebody type at the terminal until the sheet has its ending; Ctrl-C is raised."""
    if not has_screen():
        type_by_lines(sheet)
        return

    def press(key: str) -> bool:
        sheet.press(key)
        return sheet.ending is not None

    on_screen(lambda width, height: screen(sheet, width, height), press)


# --- the screen -----------------------------------------------------------------------------------


def screen(sheet: ResultSheet, width: int, height: int) -> list[str]:
    """Return the lines of the screen, which fit on it: title, boards, what to type."""
    width = max(width - 1, 1)  # the last place of the last line would let the screen roll
    below = _broken(_hints(sheet), width)[-max(height - 2, 1) :]
    room = max(height - 1 - len(below), 1)
    said = _broken(sheet.said, width)
    if said:
        most = max(room - (2 if sheet.at_end else 3), 1)
        said = said if len(said) <= most else [*said[: most - 1], "..."]
        room -= len(said)
    sums_up = sheet.at_end and not sheet.at_once
    body = _broken(_summary(sheet), width) if sums_up else _rows(sheet)
    if len(body) > room > 0:
        first = 0 if sums_up else min(max(sheet.at - room // 2, 0), len(body) - room)
        body = body[first : first + room]
        if sums_up:
            body[-1] = "..."
    lines = [words(_title(sheet)), *body[: max(room, 0)], *said, *below]
    return [fitted(visible(line), width) for line in lines[-height:]]


def _broken(texts: Sequence[Sentence], width: int) -> list[str]:
    """Return texts as lines of a width."""
    lines = (textwrap.wrap(visible(words(text)), width) for text in texts)
    return [line for wrapped in lines for line in wrapped]


def _title(sheet: ResultSheet) -> Sentence:
    done = sum(board.code is not None or board.pair in sheet.typed for board in sheet.boards)
    return message("results.title", round=sheet.round, done=done, all=len(sheet.boards))


def _rows(sheet: ResultSheet) -> list[str]:
    """Return a line a board: the mark of where one is, number, result, * while it is unsaved."""
    results = [_result(sheet, board) for board in sheet.boards]
    wide = max(map(len, results), default=0)
    last = len(str(len(sheet.boards)))
    return [
        f"{'>' if at == sheet.at else ' '} {board.number:>{last}}  {result:<{wide}}  {board.called}"
        for at, (board, result) in enumerate(zip(sheet.boards, results, strict=True))
    ]


def _result(sheet: ResultSheet, board: TypedBoard) -> str:
    typed = sheet.typed.get(board.pair)
    if board.decided and typed and typed.code != board.code:
        stands = shown_result(str(board.code))
        return words(message("results.stands-now", result=stands, typed=typed.shown))
    if typed and not board.decided:
        return f"{typed.shown} *"
    return shown_result(board.code) if board.code else "..."


def _summary(sheet: ResultSheet) -> list[Sentence]:
    """Return what would be recorded, and the boards that stay open."""
    typed: Sentence = "   ".join(f"{b.number}: {typed.shown}" for b, typed in sheet.to_record)
    waiting = tuple(board.number for board in sheet.waiting)
    left = message("results.left-open", n=len(waiting), boards=waiting) if waiting else ""
    return [text for text in (typed, left) if text != ""]


def _hints(sheet: ResultSheet) -> list[Sentence]:
    """Return what can be typed now."""
    if sheet.at_end:
        return [sheet.asked_at_end()]
    if sheet.question:
        number = sheet.boards[sheet.at].number
        answers = {"question": question_of(sheet.question), "choices": choices(sheet.question)}
        return [message("results.asks", board=number, **answers)]
    keys = sheet.keys_told()
    return [message("results.marks"), keys] if sheet.to_record else [keys]


# --- line by line ---------------------------------------------------------------------------------


def type_by_lines(sheet: ResultSheet, taken: Callable[[], None] = lambda: None) -> None:
    """Ask a question a board, where single keys or a screen are not to be had.

    `taken` is called after each line.
    """
    if all(board.decided for board in sheet.boards) and not sheet.at_once:
        say(message("results.no-open-board", round=sheet.round), err=True)
        sheet.ending = "nothing"
        return
    say(_title(sheet), sheet.keys_told(in_words=True), err=True)
    while sheet.ending is None:
        say(*sheet.said, err=True)
        if sheet.at_end:
            say(*_summary(sheet), err=True)
        question = visible(words(_asked(sheet)))
        typed = click.prompt(question, default="", show_default=False, err=True)
        sheet.type(str(typed).strip())
        taken()


def _asked(sheet: ResultSheet) -> Sentence:
    if sheet.at_end:
        return sheet.asked_at_end(in_words=True)
    if sheet.question:
        answers = {"question": question_of(sheet.question), "choices": choices(sheet.question)}
        return message("results.asks-in-words", **answers)
    board = sheet.boards[sheet.at]
    return f"{board.number}  {_result(sheet, board)}  {board.called}"
