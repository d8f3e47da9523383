"""What is wrong with a tournament file, and what the arbiter should know of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ledger.messages import Sentence, message
from ledger.refusals import NOT_READ_ON, Exit, FirstFindings, Refusal


@dataclass(frozen=True, slots=True)
class TrfNote:
    """Something that was read, and that the arbiter should know: no error."""

    line: int
    what: Sentence

    def sentence(self) -> Sentence:
        """Return what is to be known, with its place."""
        return message("trf.note", line=self.line, what=self.what)


@dataclass(frozen=True, slots=True)
class TrfError:
    """One thing that keeps a file from being read: where, what, and what to do about it.

    `line` and `column` count from 1. `code` is a stable name for programs.
    """

    line: int
    column: int
    code: str
    what: Sentence
    hint: Sentence

    @property
    def place(self) -> tuple[int, int, str]:
        """Return where it stands among the errors of a file."""
        return self.line, self.column, self.code

    def refusal(self) -> Refusal:
        """Return the same as a refusal of the program (exit code 2: the file is unreadable)."""
        what = message("trf.at-column", column=self.column, what=self.what)
        return Refusal(f"trf-{self.code}", what, self.hint, exit=Exit.USAGE, line=self.line)


@dataclass(frozen=True, slots=True)
class TrfFault:
    """What is wrong with a line, and in which column."""

    column: int
    code: str
    what: Sentence
    hint: Sentence


class WrongLine(Exception):
    """All that is wrong with a line."""

    def __init__(self, faults: list[TrfFault]) -> None:
        super().__init__(faults)
        self.faults = faults


@dataclass(slots=True)
class Findings:
    """The errors and notes found so far; `adjusted` are lines by what was changed in reading.

    `hidden` are the lines and the names of characters that were taken out.
    """

    errors: FirstFindings[TrfError] = field(default_factory=FirstFindings)
    notes: list[TrfNote] = field(default_factory=list)
    adjusted: dict[str, list[int]] = field(default_factory=dict)
    hidden: list[tuple[int, Sentence]] = field(default_factory=list)

    def error(self, line: int, column: int, code: str, what: Sentence, hint: Sentence) -> None:
        """Add an error; line and column count from 1."""
        self.errors.append(TrfError(line, column, code, what, hint))

    def faults(self, line: int, faults: Iterable[TrfFault]) -> None:
        """Add all that is wrong with a line."""
        self.errors.extend(TrfError(line, f.column, f.code, f.what, f.hint) for f in faults)

    def sorted_errors(self) -> tuple[TrfError, ...]:
        """Return the errors in order of line and column."""
        return tuple(sorted(self.errors, key=lambda one: one.place))

    def stopped(self) -> tuple[TrfError, ...]:
        """Return the errors in order, and that reading stopped."""
        *_, last = first = self.sorted_errors()
        return (*first, TrfError(last.line, last.column, "not-read-on", *NOT_READ_ON))

    def note(self, line: int, what: Sentence) -> None:
        """Add a note: read, but the arbiter should know."""
        self.notes.append(TrfNote(line, what))

    def adjust(self, change: str, line: int) -> None:
        """Add a change made in reading a line; `change` is the end of the key of its words."""
        self.adjusted.setdefault(change, []).append(line)


MOST_LINES = 8
"""Lines that a note on a change names."""


def notes_of_adjusted(adjusted: Mapping[str, Sequence[int]]) -> Iterator[TrfNote]:
    """Yield a note for each change made in reading, with all the lines it was made in."""
    for change, places in adjusted.items():
        first, more = _lines(places)
        yield TrfNote(first, message(f"imports.read.{change}", more=more))


def notes_of_hidden(hidden: Iterable[tuple[int, Sentence]]) -> Iterator[TrfNote]:
    """Yield a note for each hidden character taken out, with all the lines it was taken out of."""
    places: dict[Sentence, list[int]] = {}
    for line, sign in hidden:
        places.setdefault(sign, []).append(line)
    for sign, lines in places.items():
        first, more = _lines(lines)
        yield TrfNote(first, message("characters.taken-out", sign=sign, more=more))


def _lines(places: Iterable[int]) -> tuple[int, Sentence]:
    """Return the first line, and the others in words, "" for none."""
    first, *others = dict.fromkeys(places)
    named = ", ".join(map(str, others[:MOST_LINES]))
    if len(others) > MOST_LINES:
        left = len(others) - MOST_LINES
        return first, message("imports.also-lines-and-more", lines=named, n=left)
    return first, message("imports.also-lines", n=len(others), lines=named) if others else ""
