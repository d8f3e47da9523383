"""Rows as Arrow columns, so that DuckDB loads many at once.

A column is packed where its rows are made, as plain bytes that can be sent to another process, and
is converted to Arrow where it is loaded.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Sized
from dataclasses import dataclass
from functools import cache
from itertools import chain, repeat
from operator import is_not
from typing import Any, TypeAlias

import nanoarrow as na
import numpy as np
from nanoarrow.c_array import CArray
from nanoarrow.c_array_stream import CArrayStream
from numpy.typing import NDArray

from projections.mirror.schema.relation import Relation

Ints: TypeAlias = NDArray[np.integer[Any]]
Mask: TypeAlias = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Packed:
    """A column: `format` is Arrow's, or text, or few for a few texts, or ints and longs for lists.

    `values` are the numbers; for texts and lists the lengths, for a few texts their places in
    `data`. `valid` is false for a missing value, None: no value is missing. `data` is the text in
    UTF-8, the few texts, or the column of the list items.
    """

    format: str
    values: NDArray[Any]
    valid: Mask | None = None
    data: bytes | tuple[bytes, ...] | Packed = b""

    @property
    def rows(self) -> int:
        """Return the number of rows."""
        return len(self.values)

    def arrow(self) -> CArray:
        """Return the column as Arrow."""
        bits = None if self.valid is None else np.packbits(self.valid, bitorder="little")
        buffers: list[Any]
        children = []
        match self.format:
            case "bool":
                buffers = [bits, np.packbits(self.values, bitorder="little")]
            case "text":
                buffers = [bits, _ends(self.values, np.int64), self.data]
            case "few":
                assert isinstance(self.data, tuple)
                views = _views(self.data)[self.values].view(np.uint8).ravel()
                buffers = [bits, views, b"".join(self.data)]
            case "ints" | "longs":
                assert isinstance(self.data, Packed)
                buffers = [bits, _ends(self.values, np.int32)]
                children = [self.data.arrow()]
            case _:
                buffers = [bits, np.ascontiguousarray(self.values)]
        array: CArray = na.c_array_from_buffers(
            _c_schema(self.format), self.rows, buffers, children=children
        )
        return array


_INLINE = 12


def _views(texts_: Sequence[bytes]) -> NDArray[np.int32]:
    """Return Arrow's views of texts that stand one after another: a row of 16 bytes each.

    A view is the length, and a short text itself; of a longer one its first four bytes, the number
    of its buffer (0), and its place there.
    """
    lengths = np.array(_lengths(texts_))
    shown = (text if len(text) <= _INLINE else text[:4] for text in texts_)
    padded = b"".join(text.ljust(_INLINE, b"\0") for text in shown)
    views = np.empty((len(texts_), 4), np.int32)
    views[:, 0] = lengths
    views[:, 1:] = np.frombuffer(padded, np.int32).reshape(-1, 3)
    longer = lengths > _INLINE
    views[longer, 3] = (np.cumsum(lengths) - lengths)[longer]
    return views


def _ends(lengths: NDArray[Any], of: type[np.integer[Any]]) -> NDArray[Any]:
    ends = np.zeros(len(lengths) + 1, of)
    np.cumsum(lengths, out=ends[1:])
    return ends


def joined(blocks: Sequence[tuple[Packed, ...]]) -> tuple[Packed, ...]:
    """Put blocks of rows below one another."""
    if len(blocks) == 1:
        return blocks[0]
    return tuple(_joined(columns) for columns in zip(*blocks, strict=True))


def _joined(columns: Sequence[Packed]) -> Packed:
    valid = None
    if any(c.valid is not None for c in columns):
        every = (np.ones(c.rows, np.bool_) if c.valid is None else c.valid for c in columns)
        valid = np.concatenate([*every])
    formats = {c.format for c in columns}
    if formats == {"few", "text"}:
        columns = [_spelled_out(c) for c in columns]
        formats = {"text"}
    values = np.concatenate([c.values for c in columns])
    data: bytes | tuple[bytes, ...] | Packed = b""
    format_ = columns[0].format
    if format_ == "few":
        of = [c.data for c in columns if isinstance(c.data, tuple)]
        starts = np.cumsum([0, *map(len, of)])[:-1]
        values += np.repeat(starts, [c.rows for c in columns]).astype(values.dtype)
        data = tuple(chain.from_iterable(of))
    elif format_ == "text":
        data = b"".join(c.data for c in columns if isinstance(c.data, bytes))
    elif format_ in ("ints", "longs"):
        data = _joined([c.data for c in columns if isinstance(c.data, Packed)])
    elif format_ != "bool":
        format_ = str(values.dtype)
    return Packed(format_, values, valid, data)


def _spelled_out(column: Packed) -> Packed:
    """Return a column of a few texts with the text of every row."""
    if not isinstance(column.data, tuple):
        return column
    lengths = np.array(_lengths(column.data))[column.values]
    written = map(column.data.__getitem__, column.values.tolist())
    return texts(written, lengths, column.valid)


@cache
def _schema(format_: str) -> Any:
    if format_ in ("ints", "longs"):
        return na.list_(na.int32() if format_ == "ints" else na.int64())
    name = {"text": "large_string", "few": "string_view", "bool": "bool_"}.get(format_, format_)
    return getattr(na, name)()


@cache
def _c_schema(format_: str) -> Any:
    return na.c_schema(_schema(format_))


@cache
def _schema_of_rows(fields: tuple[tuple[str, str, str], ...]) -> Any:
    """Return the schema of columns: the name of each, its format, and its type in DuckDB.

    JSON is named as such; DuckDB would parse every text to turn it into JSON, at half the cost of
    storing it.
    """

    def stored(format_: str, type_: str) -> Any:
        plain = _schema(format_)
        return na.extension_type(plain, "arrow.json", b"") if type_ == "JSON" else plain

    return na.c_schema(na.struct({name: stored(*how) for name, *how in fields}))


PackedPart: TypeAlias = dict[str, tuple[Packed, ...]]
"""By table: a column for each column of the table."""


def integers(values: Ints, valid: Mask | None = None) -> Packed:
    """Pack whole numbers in their own width."""
    return Packed(str(values.dtype), values, valid)


def booleans(values: Mask, valid: Mask | None = None) -> Packed:
    """Pack booleans."""
    return Packed("bool", values, valid)


def texts(values: Iterable[bytes], lengths: Ints, valid: Mask | None = None) -> Packed:
    """Pack texts in UTF-8, of these lengths in bytes."""
    return Packed("text", lengths, valid, b"".join(values))


def repeated(runs: Sequence[tuple[str, int]]) -> Packed:
    """Pack texts, each repeated a number of times."""
    places = np.repeat(np.arange(len(runs), dtype=np.int32), [times for _, times in runs])
    return Packed("few", places, None, tuple(text.encode() for text, _ in runs))


def chosen(of: Sequence[str | None], places: Ints) -> Packed:
    """Pack one of a few texts for each row, by its place among them."""
    valid = None if None not in of else np.array([text is not None for text in of])[places]
    encoded = tuple((text or "").encode() for text in of)
    return Packed("few", places.astype(np.int32), valid, encoded)


def lists(values: Ints, valid: Mask | None = None) -> Packed:
    """Pack the rows of a matrix as lists; `valid` applies to its cells."""
    rows, width = values.shape
    child = integers(values.astype(np.int32).ravel(), None if valid is None else valid.ravel())
    return Packed("ints", np.full(rows, width), None, child)


def of_rows(table: Relation, rows: Sequence[tuple[Any, ...]]) -> tuple[Packed, ...]:
    """Pack rows of Python values."""
    columns = zip(*rows, strict=True)
    return tuple(
        of_values("BIGINT" if column.unit else column.type, values)
        for column, values in zip(table.columns, columns, strict=True)
    )


def of_values(type_: str, values: Sequence[Any]) -> Packed:
    """Pack Python values of a type of DuckDB."""
    if type_.endswith("[]"):
        of = type_.removesuffix("[]")
        child = of_values(of, tuple(chain.from_iterable(values)))
        return Packed("ints" if of == "INTEGER" else "longs", _lengths(values), None, child)
    if type_ == "BOOLEAN":
        return booleans(np.fromiter(values, np.bool_, len(values)), _valid(values))
    if type_ in ("INTEGER", "BIGINT"):
        width = np.int32 if type_ == "INTEGER" else np.int64
        valid = _valid(values)
        known = values if valid is None else (value or 0 for value in values)
        return integers(np.fromiter(known, width, len(values)), valid)
    return of_texts(values)


def _valid(values: Sequence[Any]) -> Mask | None:
    """Return which values are not None; None where all of them are."""
    if None not in values:
        return None
    return np.fromiter(map(is_not, values, repeat(None)), np.bool_, len(values))


def of_texts(values: Sequence[Any]) -> Packed:
    """Pack values as texts, None for a missing one: once each where many rows have the same."""
    few = dict.fromkeys(values)
    if len(few) * _ROWS_A_TEXT <= len(values):
        places = {value: at for at, value in enumerate(few)}
        at = np.fromiter(map(places.__getitem__, values), np.int32, len(values))
        return chosen([None if value is None else str(value) for value in few], at)
    valid = _valid(values) if None in few else None
    lengths, data = _encoded(["" if value is None else str(value) for value in values])
    return Packed("text", lengths, valid, data)


_ROWS_A_TEXT = 4
"""Rows with the same text, on average, that make it worthwhile to pack it once."""


def _encoded(written: Sequence[str]) -> tuple[Ints, bytes]:
    """Return the lengths of texts in UTF-8, and the texts one after another."""
    together = "".join(written)
    if together.isascii():
        return _lengths(written), together.encode()
    encoded = [text.encode() for text in written]
    return _lengths(encoded), b"".join(encoded)


def _lengths(values: Sequence[Sized]) -> Ints:
    return np.fromiter(map(len, values), np.int64, len(values))


class Loaded:
    """Columns as a stream that DuckDB reads; the names are those of the table."""

    def __init__(self, table: Relation, columns: Sequence[Packed]) -> None:
        named = zip(table.columns, columns, strict=True)
        self._rows = columns[0].rows
        fields = tuple((column.name, p.format, column.type) for column, p in named)
        self._schema = _schema_of_rows(fields)
        self._columns = [column.arrow() for column in columns]

    def __arrow_c_schema__(self) -> object:
        return self._schema.__arrow_c_schema__()

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        array = na.c_array_from_buffers(self._schema, self._rows, [None], children=self._columns)
        return CArrayStream.from_c_arrays([array], self._schema).__arrow_c_stream__()
