"""Tables as CSV: a header row with English or Dutch names, then rows, with errors by line.

The separator is the comma, semicolon or tab that fits the header row best. The text is UTF-8, with
or without byte order mark, or else Windows-1252. Blank rows are skipped.
"""

from __future__ import annotations

import csv
import difflib
import io
import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ledger.characters import cleaned, hidden_signs
from ledger.csv_files.spreadsheet import csv_text, without_mark
from ledger.csv_files.undivided import why_undivided
from ledger.messages import Sentence, message
from ledger.refusals import NOT_READ_ON, Enough, Exit, FirstFindings, Refusal
from ledger.text_files import decoded, is_text, quoted, shortened, split_lines
from ledger.trf.findings import notes_of_hidden
from ledger.values import LONGEST_NAME

Aliases = Mapping[str, tuple[str, ...]]
"""Column -> its possible names in the header row; case, blanks, - and _ do not matter."""


@dataclass(frozen=True, slots=True)
class CellError:
    """One error that makes a table unreadable.

    `line` counts from 1; `column` is the name of the column in the file (in a TRF file: its
    number), "" for a whole line.
    """

    line: int
    column: str
    code: str
    what: Sentence
    hint: Sentence

    def refusal(self, kind: str = "people") -> Refusal:
        """Return the error as a refusal of the program (exit code 2: the file is unreadable)."""
        what = self.what
        if self.column:
            what = message("csv.at-column", column=shortened(self.column), what=what)
        return Refusal(f"{kind}-{self.code}", what, self.hint, exit=Exit.USAGE, line=self.line)


def stop(errors: FirstFindings[CellError]) -> None:
    """Sort the errors of a table and add that the rest was not read."""
    errors.sort(key=lambda error: error.line)
    errors.close(CellError(errors[-1].line, "", "not-read-on", *NOT_READ_ON))


@dataclass(frozen=True, slots=True)
class CsvTable:
    """A table as read from a file: the place of each known column, and the fields of each row.

    The rows are read, once, as they are asked for, and what is wrong with them is found then: a
    file of many megabytes never stands in memory as rows. `hidden` are the lines and the names of
    the hidden characters that were taken out of the rows read so far.
    """

    header_line: int
    names: list[str]
    columns: dict[str, int]
    rows: Iterable[tuple[int, list[str]]]
    hidden: list[tuple[int, Sentence]] = field(default_factory=list)

    def records(self) -> Iterator[tuple[int, dict[str, str]]]:
        """Yield the line and the fields by column; a missing column or field is ""."""
        for line, fields in self.rows:
            padded = [*fields, *[""] * len(self.names)]
            yield line, {column: padded[index] for column, index in self.columns.items()}


def read_table(
    data: bytes, aliases: Aliases, needed: Sequence[str], hint: Sentence
) -> tuple[CsvTable | None, FirstFindings[CellError]]:
    """Read a table that has at least one of the columns in `needed`.

    `hint` explains what a header row looks like. The table is None when the header row is unusable.
    Columns with other names are ignored, unless such a name looks like a mistyped one. Hidden
    characters are taken out of names and fields, and letters are in the form NFC; a field with the
    end of a line is an error, because the quote that holds it may be a lost one. The errors of rows
    come into the list of errors as the rows are read, which raises Enough for too many.
    """
    errors = FirstFindings[CellError]()
    try:
        return _table(data, aliases, needed, hint, errors), errors
    except Enough:
        stop(errors)
        return None, errors


def _table(
    data: bytes,
    aliases: Aliases,
    needed: Sequence[str],
    hint: Sentence,
    errors: FirstFindings[CellError],
) -> CsvTable | None:
    if not is_text(data):
        save = message("csv.not-text-hint")
        errors.append(CellError(1, "", "not-text", message("csv.not-text"), save))
        return None
    text = decoded(data)
    column_of = {alias: column for column, names in aliases.items() for alias in names}
    records = _records(text, _separator(text, column_of), errors)
    header_line, names = next(records, (0, []))
    if not header_line and errors:
        return None
    if not header_line:
        errors.append(CellError(1, "", "no-header", message("csv.no-header"), hint))
        return None
    hidden = [(header_line, sign) for name in names for sign in hidden_signs(name)]
    names = [cleaned(name).strip() for name in names]
    columns, header_errors = _columns(header_line, names, column_of)
    if not any(column in columns for column in needed):
        what = message("csv.no-column", names=_one_of(needed))
        code = f"no-{needed[0]}-column"
        header_errors.append(CellError(header_line, "", code, what, hint))
    if header_errors:
        errors += header_errors
        return None
    rows = _rows(records, names, columns, errors, hidden)
    return CsvTable(header_line, names, columns, rows, hidden)


def _rows(
    records: Iterator[tuple[int, list[str]]],
    names: Sequence[str],
    columns: Mapping[str, int],
    errors: FirstFindings[CellError],
    hidden: list[tuple[int, Sentence]],
) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows that have no field too many.

    What is wrong with each comes into `errors`, what was taken out of it into `hidden`.
    """
    for line, fields in records:
        if any(fields[len(names) :]):
            in_row = message("csv.fields", n=len(fields))
            what = message("csv.too-many", fields=in_row, n=len(names))
            quote = message("csv.too-many-hint")
            errors.append(CellError(line, "", "too-many-fields", what, quote))
        else:
            errors.extend(_line_ends_in(line, fields, names, columns))
            used = [index for index in columns.values() if index < len(fields)]
            hidden += [(line, sign) for index in used for sign in hidden_signs(fields[index])]
            for index in used:
                fields[index] = cleaned(fields[index]).strip()
            yield line, fields


def _one_of(columns: Sequence[str]) -> Sentence:
    """Return a sentence that lists the columns of which one is required: name or surname."""
    first, *others = (message(f"csv.column-{column}") for column in columns)
    for other in others:
        first = message("csv.or", before=first, last=other)
    return first


def table_notes(table: CsvTable) -> tuple[Sentence, ...]:
    """Return the notes on a file: its unused columns, and what was taken out of its fields.

    The rest of its rows is read for that.
    """
    deque(table.rows, maxlen=0)
    used = set(table.columns.values())
    names = [quoted(name) for at, name in enumerate(table.names) if name and at not in used]
    unused = (message("csv.unused", n=len(names), names=", ".join(names)),) if names else ()
    return (*unused, *(note.sentence() for note in notes_of_hidden(table.hidden)))


def too_long(text: str) -> Sentence | None:
    """Return what is wrong with a name, club or place that no command takes; None for nothing."""
    if len(text) <= LONGEST_NAME:
        return None
    return message("values.too-long", length=len(text), most=LONGEST_NAME)


def write_table(
    columns: Sequence[str], rows: Sequence[Mapping[str, object]], spreadsheet: bool = False
) -> bytes:
    """Write rows under a header row, with semicolons, in UTF-8; None is a blank field.

    With `spreadsheet`, no cell is a formula; `read_table` reads both forms.
    """
    lines = ([row.get(column) for column in columns] for row in rows)
    return csv_text([columns, *lines], spreadsheet, ";").encode("utf-8", "backslashreplace")


def _line_ends_in(
    line: int, fields: Sequence[str], names: Sequence[str], columns: Mapping[str, int]
) -> Iterator[CellError]:
    """Yield an error for each field in use that holds the end of a line."""
    for index in columns.values():
        end = _LINE_END.search(fields[index]) if index < len(fields) else None
        if end:
            place = end.start() + 1
            sign = hidden_signs(end[0])[0]
            what = message("csv.hidden", text=quoted(fields[index]), sign=sign, place=place)
            hint = message("csv.leave-out")
            yield CellError(line, names[index], "control-character", what, hint)


_LINE_END = re.compile("[\r\n]")


def normal(name: str) -> str:
    """Return the name of a column or a kind in the form used for comparison."""
    return re.sub(r"[\s_.-]+", "_", name.strip().lower()).strip("_")


def _separator(text: str, column_of: Mapping[str, str]) -> str:
    """Return the separator under which the header row has the most known names."""
    header = next((line for line in split_lines(text) if line.strip()), "")

    def fit(separator: str) -> tuple[int, int]:
        names = [normal(name.strip('"')) for name in header.split(separator)]
        return sum(name in column_of for name in names), len(names)

    return max(",;\t", key=fit)


def _records(
    text: str, separator: str, errors: FirstFindings[CellError]
) -> Iterator[tuple[int, list[str]]]:
    """Yield (line, fields) of each row that is not blank; an error in its quoting ends them."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    line = 1
    try:
        for fields in reader:
            if any(field.strip() for field in fields):
                yield line, [without_mark(field.strip()) for field in fields]
            line = reader.line_num + 1
    except csv.Error as error:
        errors.append(CellError(line, "", "quoting", *why_undivided(error)))


def _columns(
    line: int, names: list[str], column_of: Mapping[str, str]
) -> tuple[dict[str, int], list[CellError]]:
    """Return the place of each known column, and the errors of the header row."""
    columns: dict[str, int] = {}
    errors: list[CellError] = []
    unknown: list[str] = []
    for index, name in enumerate(names):
        column = column_of.get(normal(name))
        if column is None:
            unknown.append(name)
        elif column in columns:
            other = quoted(names[columns[column]])
            what = message("csv.double", name=quoted(name), other=other)
            hint = message("csv.double-hint")
            errors.append(CellError(line, name, "double-column", what, hint))
        else:
            columns[column] = index
    for name in unknown:
        if close := difflib.get_close_matches(normal(name), column_of, 1, 0.85):
            what = message("csv.unknown", name=quoted(name))
            hint = message("csv.unknown-hint", known=close[0])
            errors.append(CellError(line, name, "unknown-column", what, hint))
    return columns, errors
