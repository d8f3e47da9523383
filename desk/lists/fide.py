"""FIDE's lists: text of fixed width, single or combined, and XML."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Sequence
from typing import IO
from xml.parsers import expat

from desk.lists.person import ListedPerson, Ratings
from desk.lists.rows import RowsRead, unreadable_list
from ledger.messages import message
from ledger.text_files import quoted
from ledger.titles import title_of

_HEADING = re.compile(r"ID number|\S+", re.IGNORECASE)
_MONTHS = ("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC")
_MONTH = re.compile(f"({'|'.join(_MONTHS)})([0-9]{{2}})")
_FIXED = ("id number", "name", "fed", "sex", "tit", "b-day")
_RATINGS = {"srtng": "standard", "rrtng": "rapid", "brtng": "blitz"}
_SEX = {"F": "w", "M": "m"}


class FideHeader:
    """The header of a list in text: where each column begins and ends, and the month if it says."""

    def __init__(self, line: str) -> None:
        found = [(one[0].lower(), one.start()) for one in _HEADING.finditer(line)]
        ends = [*(at for _, at in found[1:]), 10_000]
        self.columns = {name: slice(at, end) for (name, at), end in zip(found, ends, strict=True)}
        months = [one for one in map(_MONTH.fullmatch, line.split()) if one]
        self.month: dt.date | None = None
        if len(months) == 1:
            month, year = months[0].groups()
            self.month = dt.date(2000 + int(year), _MONTHS.index(month) + 1, 1)
            self.columns["rating"] = self.columns.pop(months[0][0].lower())
        self.combined = "srtng" in self.columns

    @property
    def missing(self) -> list[str]:
        """Return the columns without which it is no list of FIDE."""
        wanted = [*_FIXED, *(_RATINGS if self.combined else ("rating",))]
        return [name for name in wanted if name not in self.columns]


def looks_like_fide_text(head: str) -> bool:
    """Tell whether the first line of a file is the header of FIDE's list."""
    first = head.split("\n", 1)[0].lower()
    return first.lstrip("\ufeff").startswith("id number") and " name " in first


def fide_text(lines: Iterator[str], ratings: Ratings, rows: RowsRead) -> Iterator[ListedPerson]:
    """Yield the persons of a list in text. Raise StoreError for moved or missing columns."""
    rows.line = 1
    header = FideHeader(next(lines, "").lstrip("\ufeff"))
    if header.missing:
        what = message("lists.columns-missing", columns=", ".join(header.missing))
        raise unreadable_list("list-columns", what, message("lists.download-again"), 1)
    at = header.columns
    number_at, name_at, fed_at, sex_at, title_at, born_at = (at[name] for name in _FIXED)
    flag_at = at.get("flag", slice(10_000, None))
    if header.combined:
        rating_at = [at["srtng"], at["rrtng"], at["brtng"]]
    else:
        rating_at = [at["rating"] if ratings == one else slice(0) for one in _RATINGS.values()]
    for line in lines:
        rows.line += 1
        number = line[number_at].strip()
        if not number.isdecimal():
            if line.strip():
                rows.pass_over("ID Number", number)
            continue
        person = _person(
            rows,
            number=int(number),
            name=line[name_at].strip(),
            federation=line[fed_at].strip(),
            title=line[title_at].strip(),
            sex=line[sex_at].strip(),
            born=line[born_at].strip(),
            ratings=[line[at].strip() for at in rating_at],
            flags=line[flag_at],
        )
        if person is not None:
            yield person


def _person(
    rows: RowsRead,
    *,
    number: int,
    name: str,
    federation: str,
    title: str,
    sex: str,
    born: str,
    ratings: Sequence[str],
    flags: str,
) -> ListedPerson | None:
    """Return the person of a row, as its texts have them; None for one that is passed over."""
    if not _sound(rows, name, federation, born, *ratings):
        return None
    rows.read += 1
    standard, rapid, blitz = (int(one) or None if one else None for one in ratings)
    return ListedPerson(
        number=number,
        name=name,
        federation=federation,
        title=title and title_of(title),
        sex=_SEX.get(sex, ""),
        birth=int(born) or None if born else None,
        standard=standard,
        rapid=rapid,
        blitz=blitz,
        inactive="i" in flags,
    )


def _sound(rows: RowsRead, name: str, federation: str, born: str, *ratings: str) -> bool:
    """Tell whether a row can be read; one that cannot is passed over."""
    if not name or name.isdecimal():
        rows.pass_over("Name", name)
    elif federation and not (len(federation) == 3 and federation.isalpha()):
        rows.pass_over("Fed", federation)
    elif born and not (born.isdecimal() and len(born) <= 4):
        rows.pass_over("B-day", born)
    elif wrong := next((one for one in ratings if one and not _is_rating(one)), ""):
        rows.pass_over("Rating", wrong)
    else:
        return True
    return False


def _is_rating(text: str) -> bool:
    return text.isdecimal() and len(text) <= 4


_BLOCK = 1 << 18


def fide_xml(text: IO[bytes], rows: RowsRead) -> Iterator[ListedPerson]:
    """Yield the persons of a list in XML.

    Raise StoreError where the XML ends too early or is none. Entities of its own are refused: no
    list has them, and they can be made to fill the memory.
    """
    parser = expat.ParserCreate()
    parser.buffer_text = True
    done: list[tuple[int, dict[str, str]]] = []
    fields: dict[str, str] = {}
    words: list[str] = []
    inside = False

    def start(name: str, _: object) -> None:
        nonlocal fields, inside
        words.clear()
        if name == "player":
            fields = {}
            inside = True

    def end(name: str) -> None:
        nonlocal inside
        if name == "player":
            done.append((parser.CurrentLineNumber, fields))
            inside = False
        elif inside:
            fields[name] = words[0] if len(words) == 1 else "".join(words)
        words.clear()

    def entity(name: str, *_: object) -> None:
        what = message("lists.xml-entity", name=quoted(name))
        step = message("lists.download-again")
        raise unreadable_list("list-damaged", what, step, parser.CurrentLineNumber)

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = words.append
    parser.EntityDeclHandler = entity
    try:
        while block := text.read(_BLOCK):
            parser.Parse(block, False)
            yield from _persons(done, rows)
            done.clear()
        parser.Parse(b"", True)
    except expat.ExpatError as error:
        what, step = message("lists.bad-xml"), message("lists.download-again")
        raise unreadable_list("list-damaged", what, step, error.lineno) from error
    yield from _persons(done, rows)
    rows.line = parser.CurrentLineNumber


def _persons(read: list[tuple[int, dict[str, str]]], rows: RowsRead) -> Iterator[ListedPerson]:
    for line, fields in read:
        rows.line = line
        of = fields.get
        number = of("fideid", "").strip()
        if not number.isdecimal():
            rows.pass_over("fideid", number)
            continue
        person = _person(
            rows,
            number=int(number),
            name=of("name", "").strip(),
            federation=of("country", "").strip(),
            title=of("title", "").strip(),
            sex=of("sex", "").strip(),
            born=of("birthday", "").strip(),
            ratings=[of(key, "").strip() for key in ("rating", "rapid_rating", "blitz_rating")],
            flags=of("flag", ""),
        )
        if person is not None:
            yield person
