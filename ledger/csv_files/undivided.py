"""A row of a CSV file that cannot be divided into fields: Python's error in words of the program."""

from __future__ import annotations

import csv
import re

from ledger.messages import Sentence, message


class Undivided(ValueError):
    """A row that cannot be divided into fields, by its line, from 1."""

    def __init__(self, line: int, error: csv.Error) -> None:
        super().__init__(line)
        self.line = line
        self.why = why_undivided(error)


def why_undivided(error: csv.Error) -> tuple[Sentence, Sentence]:
    """Return why a row cannot be divided into fields, and what to do about it."""
    said = str(error)
    if (limit := re.search(r"field limit \((\d+)\)", said)) is not None:
        what = message("csv.long-field", most=int(limit[1]))
        return what, message("csv.too-long-hint")
    hint = message("csv.quoting-hint")
    if "unexpected" in said:
        return message("csv.open-quote"), hint
    if "expected" in said:
        return message("csv.after-quote"), hint
    if "new-line" in said:
        return message("csv.lone-return"), message("csv.lone-return-hint")
    return message("csv.undivided"), hint
