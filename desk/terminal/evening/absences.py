"""Who is not there, asked until the line is empty."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from desk.answers.absences import (
    AS_BEFORE,
    has_kinds,
    question_of_absence,
    typed_absences,
)
from desk.answers.tonight import Tonight
from desk.formats.registry import format_of
from desk.lists.entry import is_number
from desk.terminal.evening import asking
from desk.terminal.evening.evening import Evening, numbers_by_name
from desk.terminal.listed import from_lists
from desk.terminal.output import say, say_refusals
from ledger.messages import Sentence, message
from ledger.state.book import Book

LATECOMER: Final = "+"
"""At the start of a line: somebody who is not entered yet."""


def ask_who_is_absent(evening: Evening, now: Tonight) -> None:
    """Ask until the line is empty; every name is a fact at once."""
    typed = ""
    while True:
        book = evening.book()
        line = asking.line(question_of_absence(book), names=numbers_by_name(book), typed=typed)
        typed = ""
        if not line:
            return
        if line.startswith(LATECOMER):
            _enter(evening, book, line.removeprefix(LATECOMER).strip())
            continue
        read = typed_absences(book, now.number, line)
        if line == AS_BEFORE and not read.commands:
            first = book.state.round(now.number - 1) is None
            say(message("tonight.no-round-before" if first else "tonight.none-before"), err=True)
        for command in read.commands:
            evening.carry_out(command)
        say_refusals(read.refusals)
        typed = read.left


def help_of_absence(book: Book) -> Sequence[Sentence]:
    """Return what can be typed beside names."""
    announced = book.rules.announces_presence
    own = message("tonight.present-keys" if announced else "tonight.absent-keys")
    lines = [own, message("tonight.other-keys")]
    return [*lines, message("tonight.absent-kinds")] if has_kinds(book) else lines


def _enter(evening: Evening, book: Book, name: str) -> None:
    """Enter somebody who came and is not in the list, from the rating lists of this machine."""
    if not any(map(str.isalpha, name)) and not is_number(name):
        say(message("tonight.who-comes-late"), err=True)
        return
    try:
        fields = from_lists({"name": name}, None)
    except SystemExit:  # the refusal is said; the evening goes on
        return
    evening.carry_out({"command": format_of(book.rules).entering(book.state), **fields})
