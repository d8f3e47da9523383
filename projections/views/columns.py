"""Columns of a table: what a field of its rows holds says how the column looks.

A field of a record says its kind beside its meaning, where its type does not say it already:

    rank: Annotated[int, "Place, from 1.", PLACE]
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType, NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from ledger.messages import Sentence, message
from ledger.records import Record, RecordMark


@dataclass(frozen=True, slots=True)
class Kind:
    """What the cells of a column hold, for people.

    `words` is the room of the words of cells with a few fixed values that programs read unchanged:
    with "status" the value "absent" is read as `cells.status.absent`; a value without words is the
    same for everybody, and `free` says that there may be many. `letters`: W and B in its cells are colours. `name`: its cells are names of
    people, which are cut as a last resort. `day`: its cells are days, YYYY-MM-DD, maybe with the
    time; people read them as sentences have them. `command`: its cells are commands, which are not
    folded while anything else can be, so that they can be copied. `heading` stands above the column;
    None: that of its key, in the room `columns`.
    """

    align: Literal["left", "right", "center"] = "left"
    heading: Sentence | None = None
    words: str = ""
    free: bool = False
    letters: bool = False
    name: bool = False
    day: bool = False
    command: bool = False


TEXT = Kind()
AMOUNT = Kind("right")
PLACE = Kind("right", heading="#")
NUMBER = Kind("right", heading=message("columns.number"))
"""The number of a player; AMOUNT is any other, as a number or in words."""
NAME = Kind(name=True)
COLOURS = Kind(letters=True)
RESULT = Kind("center", words="result")
DAY = Kind(day=True)
STEP = Kind(command=True)


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table: the row's key (see `value_of`), and the kind of its cells.

    `heading` is one of its own in this table, `short` that where there is little room; without one
    a column has the heading of its kind or key, and the short one in `columns.short` under the key.
    On a narrow screen the columns with `spare` 1 are left out first, then those with 2, and so on,
    0 never. `in_blocks`: as many of these columns as fit stand beside each other, the others below
    them. `without`: what people read where there is no value.
    """

    key: str
    kind: Kind = TEXT
    heading: Sentence | None = None
    spare: int = 0
    in_blocks: bool = False
    short: Sentence = ""
    without: Sentence = ""

    @property
    def own_heading(self) -> Sentence | None:
        """Return the heading that is not that of its key, None where it is."""
        return self.kind.heading if self.heading is None else self.heading

    @property
    def title(self) -> Sentence:
        """Return the heading above the column."""
        own = self.own_heading
        return message(f"columns.{self.key}") if own is None else own


def columns_of(
    of: type[Record],
    *keys: str,
    spare: Sequence[str] = (),
    headings: Mapping[str, Sentence] = MappingProxyType({}),
) -> tuple[Column, ...]:
    """Return columns of rows that are records: keys of its fields, those of a spread record too.

    `spare` are those that a narrow screen does without, the first one first; `headings` are those
    that a column has in this table only.
    """
    kinds = _kinds(of)  # type: ignore[arg-type]  # a class is hashable
    return tuple(
        Column(key, kinds[key], headings.get(key), spare.index(key) + 1 if key in spare else 0)
        for key in keys
    )


@cache
def _kinds(of: Any) -> dict[str, Kind]:
    """Return the kind of each key of a record."""
    kinds: dict[str, Kind] = {}
    for name, hint in get_type_hints(of, include_extras=True).items():
        marks = getattr(hint, "__metadata__", ())
        types = _types(hint)
        if RecordMark.SPREAD in marks:
            inner: Any
            for inner in types:
                if isinstance(inner, type) and issubclass(inner, Record):
                    kinds |= _kinds(inner)  # type: ignore[arg-type]  # a class is hashable
        else:
            number = bool(types) and types <= {int, float}
            default = AMOUNT if number else TEXT
            kinds[name.rstrip("_")] = next((m for m in marks if isinstance(m, Kind)), default)
    return kinds


def _types(hint: Any) -> set[Any]:
    """Return the types of a hint, without None."""
    origin = get_origin(hint)
    if origin is Annotated:
        return _types(get_args(hint)[0])
    if origin in (Union, UnionType):
        return {each for inner in get_args(hint) for each in _types(inner)}
    return set() if hint is NoneType else {hint}
