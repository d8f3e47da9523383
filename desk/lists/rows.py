"""What reading a list yields: its persons one by one, and the rows that could not be read."""

from __future__ import annotations

from typing import NamedTuple, NoReturn

from ledger.errors import StoreError
from ledger.messages import Sentence, message
from ledger.refusals import Exit, Refusal
from ledger.text_files import quoted

MOST_IN = 1000
"""Of so many rows one may be unreadable: it is passed over, and told. More is another list."""

_LOOK_AT = 20


class BadRow(NamedTuple):
    """A row that cannot be read: its line, the column, and what stands there."""

    line: int
    column: str
    text: str

    def what(self) -> Sentence:
        """Return what is wrong with it."""
        return message("lists.bad-row", column=self.column, text=quoted(self.text))


class RowsRead:
    """How far a list was read: the line in hand, the rows read, and those passed over."""

    def __init__(self) -> None:
        self.line = 0
        self.read = 0
        self.bad: list[BadRow] = []
        self.wrong = 0

    def pass_over(self, column: str, text: str) -> None:
        """Pass the row in hand over. Raise StoreError when there are too many of these."""
        self.wrong += 1
        if len(self.bad) < _LOOK_AT:
            self.bad.append(BadRow(self.line, column, text))
        if self.wrong >= _LOOK_AT and self.wrong * 10 > self.read:
            self.refuse()

    def end(self) -> None:
        """Raise StoreError where more rows could not be read than one in `MOST_IN`, or none could."""
        if self.wrong * MOST_IN > self.read:
            self.refuse()
        if not self.read:
            what = message("lists.no-persons")
            raise unreadable_list(
                "list-empty", what, message("lists.download-again"), self.line or 1
            )

    def refuse(self) -> NoReturn:
        """Raise StoreError: the first row that cannot be read, with its line."""
        first = self.bad[0]
        step = message("lists.bad-row-step")
        raise unreadable_list("list-row-unreadable", first.what(), step, first.line)


def unreadable_list(code: str, what: Sentence, step: Sentence, line: int) -> StoreError:
    """Make the error for a list that cannot be read, with the line."""
    return StoreError(Refusal(code, what, step, exit=Exit.USAGE, line=line))
