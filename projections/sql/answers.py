"""An answer in SQL as a table for people, as JSON and as CSV for programs."""

from __future__ import annotations

import json
import math
import pickle
import tempfile
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum
from itertools import islice
from typing import Annotated

from ledger.csv_files.spreadsheet import csv_text
from ledger.messages import Sentence, also, message
from ledger.records import Record, Spread
from projections.views.columns import AMOUNT, TEXT, Column
from projections.views.view import Row, View


class ColumnKind(Enum):
    """How the values of a column are written. JSON: lists, structs, maps and JSON itself."""

    NUMBER = "number"
    TEXT = "text"
    JSON = "json"


@dataclass(frozen=True, slots=True)
class AnswerColumn:
    """A column of an answer: its unique name, and its type in DuckDB's words."""

    name: str
    type: str
    kind: ColumnKind


@dataclass(frozen=True, slots=True)
class QueryAnswer:
    """Rows of an answer. `more`: there are more than these.

    A value is None, a bool, int, float or Decimal, or text: that of DuckDB, or JSON where the kind
    of the column says so.
    """

    fields: tuple[AnswerColumn, ...]
    rows: Collection[tuple[object, ...]]
    more: bool = False

    @classmethod
    def of(
        cls,
        columns: Sequence[tuple[str, str, ColumnKind]],
        rows: Collection[tuple[object, ...]],
        more: bool = False,
    ) -> QueryAnswer:
        """Return an answer; repeated names get a number, as in DuckDB: n, n_1."""
        taken: set[str] = set()
        fields = []
        for name, type_, kind in columns:
            own = name
            count = 0
            while own in taken:
                count += 1
                own = f"{name}_{count}"
            taken.add(own)
            fields.append(AnswerColumn(own, type_, kind))
        return cls(tuple(fields), rows, more)


MOST_DISK_MIB = 4096
"""How much temporary disk the rows of an answer may take by default."""


class NoRoom(Exception):
    """An answer that does not fit the temporary disk it may take; `mib` is how much that is.

    `folder` is that of temporary files where its disk is full, None: the limit is reached.
    """

    def __init__(self, mib: int, folder: str | None = None) -> None:
        super().__init__(mib, folder)
        self.mib = mib
        self.folder = folder


class KeptRows(Collection[tuple[object, ...]]):
    """The rows of an answer, which may exceed the memory: most of them are in a file.

    The file has no name, and is gone when the program ends. It takes `disk_mib` at most; raise
    NoRoom for more, and where the disk itself is full.
    """

    def __init__(
        self, batches: Iterable[list[tuple[object, ...]]], disk_mib: int = MOST_DISK_MIB
    ) -> None:
        # Open as long as the rows are needed.
        self._file = tempfile.SpooledTemporaryFile(_IN_MEMORY)  # noqa: SIM115
        self._count = 0
        try:
            for batch in batches:
                pickle.dump(batch, self._file, pickle.HIGHEST_PROTOCOL)
                self._count += len(batch)
                if self._file.tell() > disk_mib << 20:
                    raise NoRoom(disk_mib)
            self._end = self._file.tell()
        except OSError as error:
            there = self._file.tell() >> 20
            self._file.close()
            raise NoRoom(there, tempfile.gettempdir()) from error
        except NoRoom:
            self._file.close()
            raise

    def __len__(self) -> int:
        return self._count

    def __contains__(self, row: object) -> bool:
        return any(one == row for one in self)

    def __iter__(self) -> Iterator[tuple[object, ...]]:
        at = 0
        while at < self._end:
            self._file.seek(at)
            batch = pickle.load(self._file)
            at = self._file.tell()
            yield from batch


_IN_MEMORY = 1 << 24
"""Bytes of rows that are kept without a file."""


def table_of(answer: QueryAnswer, title: Sentence = "") -> View:
    """Return an answer as a table: points with ½, other fractions to six places."""
    columns = tuple(
        Column(f"c{at}", AMOUNT if field.kind is ColumnKind.NUMBER else TEXT, field.name)
        for at, field in enumerate(answer.fields)
    )
    rows: tuple[Row, ...] = tuple(
        {f"c{at}": _shown(value) for at, value in enumerate(row)} for row in answer.rows
    )
    count = len(answer.rows)
    forms = {"csv": also(csv=True), "json": also(json=True), "parquet": also(parquet=True)}
    notes = (message("sql.first-rows", n=count, **forms),)
    empty = message("sql.no-rows")
    return View(title, columns, rows, notes=notes if answer.more else (), empty=empty)


def view_of(answer: QueryAnswer) -> View:
    """Return an answer as a view with unchanged values, for a drawing."""
    names = [field.name for field in answer.fields]
    rows: tuple[Row, ...] = tuple(dict(zip(names, row, strict=True)) for row in answer.rows)
    return View("", tuple(Column(name, heading=name) for name in names), rows)


class AnswerColumnRecord(Record):
    """A column."""

    name: Annotated[str, "Name, which no other column has."]
    type: Annotated[str, "Type in DuckDB's words."]


class AnswerRecord(Record):
    """The answer to a question."""

    columns: Annotated[list[AnswerColumnRecord], "The columns, in order."]
    rows: Annotated[
        list[dict[str, object]],
        "The rows: column to value. Dates, times and bytes are text, numbers that JSON cannot hold "
        "exactly too; lists and structs are JSON.",
    ]
    notes: Annotated[list[str], "Sentences a person should read."]


class NumberedAnswer(Record):
    """The answer to a statement of a file."""

    statement: Annotated[int, "Which statement of the file it answers, from 1."]
    line: Annotated[int, "Line of the file where that begins."]
    answer: Spread[AnswerRecord]


def record(answer: QueryAnswer) -> AnswerRecord:
    """Return the JSON of an answer without its rows; see `json_rows`."""
    columns = [AnswerColumnRecord(field.name, field.type) for field in answer.fields]
    return AnswerRecord(columns, [], [])


def json_rows(answer: QueryAnswer) -> Iterator[dict[str, object]]:
    """Yield the rows that `--json` prints of an answer."""
    for row in answer.rows:
        cells = zip(answer.fields, row, strict=True)
        yield {field.name: _for_programs(value, field.kind) for field, value in cells}


def as_csv(answer: QueryAnswer, spreadsheet: bool = False) -> Iterator[str]:
    """Yield the names, then batches of rows; NULL is an empty field, a list is JSON.

    With `spreadsheet` no cell is a formula, see `ledger.csv_files.spreadsheet.csv_text`.
    """
    yield csv_text([[field.name for field in answer.fields]], spreadsheet).rstrip("\n")
    rest = iter(answer.rows)
    while some := list(islice(rest, _ROWS_AT_ONCE)):
        lines = csv_text([[_exact(value) for value in row] for row in some], spreadsheet)
        yield "\n" + lines.removesuffix("\n")


_ROWS_AT_ONCE = 500
"""The number of rows in one batch."""


def list_of(answers: Sequence[tuple[QueryAnswer, int, int]]) -> list[NumberedAnswer]:
    """Return the JSON of a file's answers, each with its statement and line."""
    return [NumberedAnswer(number, line, record(a)) for a, number, line in answers]


def _for_programs(value: object, kind: ColumnKind) -> object:
    """Return a number that JSON holds exactly as a number, any other as text."""
    if isinstance(value, Decimal):
        whole = value == value.to_integral_value()
        near = int(value) if whole else float(value)
        return near if whole or Decimal(repr(near)) == value else _exact(value)
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if kind is ColumnKind.JSON and isinstance(value, str):
        return json.loads(value, parse_constant=str)
    return value


def _exact(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Decimal):
        text = f"{value:f}"
        return text.rstrip("0").rstrip(".") if "." in text else text
    return str(value)


_QUARTERS = {"25": "¼", "5": "½", "75": "¾"}
_PLACES = 6
_LARGE = 15


def _shown(value: object) -> str:
    if isinstance(value, Decimal):
        whole, _, part = _exact(value).partition(".")
        if part in _QUARTERS:
            return f"{whole.removesuffix('0') if whole in ('0', '-0') else whole}{_QUARTERS[part]}"
        return _exact(value)
    if isinstance(value, float) and math.isfinite(value):
        large = value != 0 and not -4 <= math.log10(abs(value)) < _LARGE
        text = f"{value:.{_PLACES}g}" if large else f"{value:.{_PLACES}f}"
        return text if large else text.rstrip("0").rstrip(".")
    return _exact(value)
