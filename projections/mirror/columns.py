"""Rows as Arrow columns, so that DuckDB loads many at once.

A column is packed where its rows are made, as plain bytes that can be sent to another process, and
is converted to Arrow where it is loaded.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Sized
from dataclasses import dataclass, replace
from itertools import chain, groupby
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from projections.mirror.schema.relation import Relation

if TYPE_CHECKING:
    from nanoarrow.c_array import CArray

Ints: TypeAlias = NDArray[np.integer[Any]]
Mask: TypeAlias = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Packed:
    """A column: `format` is Arrow's, or text, or ints and longs for lists.

    `values` are the numbers; for texts and lists the lengths. `valid` is false for a missing value,
    None: no value is missing. `data` is the text in UTF-8, or the column of the list items.
    """

    format: str
    values: NDArray[Any]
    valid: Mask | None = None
    data: bytes | Packed = b""

    @property
    def rows(self) -> int:
        """Return the number of rows."""
        return len(self.values)

    def arrow(self) -> CArray:
        """Return the column as Arrow."""
        import nanoarrow as na

        bits = None if self.valid is None else np.packbits(self.valid, bitorder="little")
        buffers: list[Any]
        children = []
        match self.format:
            case "bool":
                buffers = [bits, np.packbits(self.values, bitorder="little")]
            case "text":
                buffers = [bits, _ends(self.values, np.int64), self.data]
            case "ints" | "longs":
                assert isinstance(self.data, Packed)
                buffers, children = [bits, _ends(self.values, np.int32)], [self.data.arrow()]
            case _:
                buffers = [bits, np.ascontiguousarray(self.values)]
        schema = _schema(self.format)
        array: CArray = na.c_array_from_buffers(schema, self.rows, buffers, children=children)
        return array


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
    values = np.concatenate([c.values for c in columns])
    data: bytes | Packed = b""
    format_ = columns[0].format
    if format_ == "text":
        data = b"".join(c.data for c in columns if isinstance(c.data, bytes))
    elif format_ in ("ints", "longs"):
        data = _joined([c.data for c in columns if isinstance(c.data, Packed)])
    elif format_ != "bool":
        format_ = str(values.dtype)
    return Packed(format_, values, valid, data)


def _schema(format_: str) -> Any:
    import nanoarrow as na

    if format_ in ("ints", "longs"):
        return na.list_(na.int32() if format_ == "ints" else na.int64())
    name = {"text": "large_string", "bool": "bool_"}.get(format_, format_)
    return getattr(na, name)()


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
    encoded = [(text.encode(), times) for text, times in runs]
    counts = [times for _, times in encoded]
    lengths = np.repeat([len(text) for text, _ in encoded], counts)
    return texts([text * times for text, times in encoded], lengths)


def chosen(of: Sequence[str | None], places: Ints) -> Packed:
    """Pack one of a few texts for each row, by its place among them."""
    encoded = [(text or "").encode() for text in of]
    lengths = np.array([len(text) for text in encoded])[places]
    valid = None if None not in of else np.array([text is not None for text in of])[places]
    return texts(map(encoded.__getitem__, places.tolist()), lengths, valid)


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
    valid = np.array([value is not None for value in values]) if None in values else None
    if type_.endswith("[]"):
        of = type_.removesuffix("[]")
        child = of_values(of, tuple(chain.from_iterable(values)))
        return Packed("ints" if of == "INTEGER" else "longs", _lengths(values), None, child)
    if type_ == "BOOLEAN":
        return booleans(np.array([bool(value) for value in values]), valid)
    if type_ in ("INTEGER", "BIGINT"):
        width = np.int32 if type_ == "INTEGER" else np.int64
        return integers(np.array([value or 0 for value in values], width), valid)
    written = ["" if value is None else str(value) for value in values]
    lengths, data = _encoded(written)
    return Packed("text", lengths, valid, data)


def _encoded(written: Sequence[str]) -> tuple[Ints, bytes]:
    """Return the lengths of texts in UTF-8, and the texts one after another."""
    together = "".join(written)
    if together.isascii():
        return _lengths(written), together.encode()
    encoded = [text.encode() for text in written]
    return _lengths(encoded), b"".join(encoded)


def of_runs(values: Iterable[str | None]) -> Packed:
    """Pack texts that often repeat the one before them."""
    runs = [(text, len([*same])) for text, same in groupby(values)]
    packed = repeated([(text or "", times) for text, times in runs])
    missing = [text is None for text, _ in runs]
    if not any(missing):
        return packed
    return replace(packed, valid=~np.repeat(missing, [times for _, times in runs]))


def _lengths(values: Sequence[Sized]) -> Ints:
    return np.fromiter(map(len, values), np.int64, len(values))


class Loaded:
    """Columns as a stream that DuckDB reads; the names are those of the table."""

    def __init__(self, table: Relation, columns: Sequence[Packed]) -> None:
        import nanoarrow as na

        fields = {c.name: _schema(p.format) for c, p in zip(table.columns, columns, strict=True)}
        self._rows = columns[0].rows
        self._schema = na.c_schema(na.struct(fields))
        self._columns = [column.arrow() for column in columns]

    def __arrow_c_schema__(self) -> object:
        return self._schema.__arrow_c_schema__()

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        import nanoarrow as na
        from nanoarrow.c_array_stream import CArrayStream

        array = na.c_array_from_buffers(self._schema, self._rows, [None], children=self._columns)
        return CArrayStream.from_c_arrays([array], self._schema).__arrow_c_stream__()
