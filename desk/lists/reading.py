"""Which list a file is, of which month, and its persons."""

from __future__ import annotations

import datetime as dt
import io
from collections.abc import Iterator
from contextlib import contextmanager

from desk.lists.fide import FideHeader, fide_text, fide_xml, looks_like_fide_text
from desk.lists.files import ListFile
from desk.lists.national import Layout, layout_of, national
from desk.lists.person import ListedPerson, ListName, Ratings
from desk.lists.rows import RowsRead
from ledger.errors import usage
from ledger.messages import Blank, also, message
from ledger.values import Tempo

_BUFFER = 1 << 20

_IN_NAMES: dict[str, Tempo] = {
    "standard": "standard",
    "klassiek": "standard",
    "classical": "standard",
    "rapid": "rapid",
    "blitz": "blitz",
    "snel": "blitz",
}
"""Words in the name of a file that tell of which tempo its ratings are."""


class Recognised:
    """A file whose kind is known: `name` is the list, `holds_from` the first day of its month."""

    def __init__(
        self, file: ListFile, name: ListName, month: dt.date | None, layout: Layout | None
    ) -> None:
        self.file = file
        self.name = name
        self.holds_from = month or file.dated.date().replace(day=1)
        self._layout = layout

    @contextmanager
    def persons(self, rows: RowsRead) -> Iterator[Iterator[ListedPerson]]:
        """Give the persons of the list, read as they are asked for."""
        with self.file.opened() as text:
            buffered = io.BufferedReader(text, _BUFFER)  # type: ignore[type-var]
            if _is_xml(self.file.head):
                yield fide_xml(buffered, rows)
                return
            newline = None if self._layout is None else ""
            lines = io.TextIOWrapper(buffered, self.file.encoding, "replace", newline)
            if self._layout is None:
                yield fide_text(lines, self.name.ratings, rows)
            else:
                yield national(lines, self._layout, self.name.ratings, rows)


def recognised(file: ListFile, tempo: Tempo | None) -> Recognised:
    """Return which list a file is. Raise StoreError for one that is none, or not told apart.

    `tempo` is what a person says of a list that does not say it; None: as its name says.
    """
    head = file.head.decode(file.encoding, "replace")
    if _is_xml(file.head):
        return _fide_xml(file, head, tempo)
    if looks_like_fide_text(head):
        header = FideHeader(head.split("\n", 1)[0])
        ratings: Ratings = "all" if header.combined else _tempo(file, tempo)
        return Recognised(file, ListName("fide", ratings), header.month, None)
    layout = layout_of(head)
    if layout is None:
        what = message("lists.unknown", file=file.shown)
        raise usage("list-unknown", what, message("lists.unknown-step"))
    one = "standard" if layout.source == "dsb" else _tempo(file, tempo)
    return Recognised(file, ListName(layout.source, one), None, layout)


def _is_xml(head: bytes) -> bool:
    return head.lstrip(b"\xef\xbb\xbf \r\n\t").startswith(b"<")


def _fide_xml(file: ListFile, head: str, tempo: Tempo | None) -> Recognised:
    if "<playerslist" not in head:
        what = message("lists.unknown", file=file.shown)
        raise usage("list-unknown", what, message("lists.unknown-step"))
    combined = "<rapid_rating" in head
    ratings: Ratings = "all" if combined else _tempo(file, tempo)
    return Recognised(file, ListName("fide", ratings), None, None)


def _tempo(file: ListFile, said: Tempo | None) -> Tempo:
    """Return the tempo of a list that does not say it: as a person says, or as its name has it."""
    if said is not None:
        return said
    name = file.shown.lower()
    found = {tempo for word, tempo in _IN_NAMES.items() if word in name}
    if len(found) != 1:
        what = message("lists.which-tempo", file=file.shown)
        step = message("lists.which-tempo-step", option=also(tempo=Blank("TEMPO")))
        raise usage("list-tempo", what, step)
    return found.pop()
