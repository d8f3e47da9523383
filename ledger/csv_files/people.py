"""Lists of players: CSV with English or Dutch column names, or the 001 lines of a TRF file.

Reading a list returns all of its rows, or every error with its line and column name. The rows are
personal data, for the table of people beside the facts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from ledger.csv_files.person import VALUES, readable
from ledger.csv_files.swiss_manager import is_of_swiss_manager, players_of_swiss_manager
from ledger.csv_files.table import CellError, CsvTable, read_table, stop, table_notes, too_long
from ledger.csv_files.undivided import Undivided
from ledger.messages import Sentence, message
from ledger.names import natural
from ledger.refusals import Enough
from ledger.text_files import quoted, shortened
from ledger.titles import title_of
from ledger.trf.findings import TrfError
from ledger.trf.model import TrfFile
from ledger.trf.reader import looks_like_trf, parse

COLUMNS: dict[str, tuple[str, ...]] = {
    "name": ("name", "naam", "player", "speler", "full_name", "volledige_naam", "deelnemer"),
    "surname": ("surname", "last_name", "lastname", "family_name", "achternaam", "familienaam"),
    "first": ("first_name", "firstname", "given_name", "voornaam", "voornamen", "roepnaam"),
    "initials": ("initials", "voorletters", "initialen"),
    "infix": ("infix", "tussenvoegsel", "tussenvoegsels", "tussenv", "voorvoegsel", "voorvoegsels"),
    "rating": ("rating", "elo", "rtg"),
    "knsb": ("knsb", "knsb_rating", "knsb_elo"),
    "fide": ("fide", "fide_rating", "fide_elo", "rtgi"),
    "estimated": ("estimated", "geschat", "rating_source"),
    "title": ("title", "titel", "fide_titel", "fide_title"),
    "federation": ("federation", "fed", "federatie", "land", "country", "bond", "nationaliteit"),
    "fide_id": (
        "fide_id",
        "fideid",
        "fide_nummer",
        "fide_number",
        "fide_nr",
        "fide_no",
        "id_number",
    ),
    "birth": (
        "birth",
        "birthdate",
        "birth_date",
        "date_of_birth",
        "dob",
        "birth_year",
        "year_of_birth",
        "geboortedatum",
        "geboren",
        "geboren_op",
        "geboortejaar",
        "geb_datum",
        "gebdatum",
        "geb",
        "born",
        "birthday",
        "b_day",
    ),
    "club": ("club", "vereniging", "club_name", "clubnaam", "verenigingsnaam"),
    "sex": ("sex", "gender", "geslacht", "m/v"),
    "national_id": (
        "national_id",
        "knsb_id",
        "knsbid",
        "knsb_nummer",
        "knsb_nr",
        "relatienummer",
        "relatienr",
        "bondsnummer",
    ),
    "number": ("number", "nummer"),
    "from_round": ("from_round", "vanaf_ronde", "joined", "lid_sinds_ronde"),
    "left": ("left",),
    "paid": ("paid", "betaald"),
}
"""Column -> its possible names in the header row; case, blanks, - and _ do not matter.

The column left, which `export` writes for former members, is recognised but not read; that of who
has paid is read apart, by `paid_by_line`, as it is no part of a player.
"""

_ESTIMATED = dict.fromkeys(("yes", "ja", "y", "j", "x", "1", "estimated", "geschat"), "yes")
_ESTIMATED |= dict.fromkeys(("no", "nee", "n", "0", "given", "opgegeven"), "")


@dataclass(frozen=True, slots=True)
class PersonRow:
    """One player of a list.

    `rating` is None for a player without one (blank or 0); `estimated` is true when the arbiter
    estimated it. `title` is one of GM IM FM CM WGM WIM WFM WCM. `birth` is YYYY-MM-DD, or YYYY when
    only the year is known. `sex` is m or w. `federation` is a code of three letters; `fide_id` and
    `national_id` (of the KNSB) are digits, kept as text. `number` is the player's number where the
    list has one (a list of entries ignores it). `from_round` is the first round in which the player
    can be paired, None where the list does not say. Every other field is "" when the list leaves it
    out. `line` is where it stood.
    """

    name: str
    rating: int | None = None
    title: str = ""
    federation: str = ""
    fide_id: str = ""
    birth: str = ""
    club: str = ""
    sex: str = ""
    national_id: str = ""
    number: int | None = None
    from_round: int | None = None
    estimated: bool = False
    line: int = field(default=0, compare=False)

    def entry(self) -> dict[str, Any]:
        """Return the fields of an entry that it has, under their names; None for one left out."""
        return {
            "estimated": self.estimated,
            **{key: getattr(self, key) or None for key in ENTRY_KEYS},
        }


ENTRY_KEYS = (
    "name",
    "rating",
    "title",
    "sex",
    "from_round",
    "federation",
    "fide_id",
    "national_id",
    "birth",
    "club",
)
"""The fields of a row that are those of an entry."""


PersonError = CellError


@dataclass(frozen=True, slots=True)
class PeopleRefused:
    """The errors of a list, in order of line; never empty. At most `ledger.refusals.MOST`."""

    errors: tuple[PersonError, ...]


def read_people(data: bytes, *, national: bool = True) -> tuple[PersonRow, ...] | PeopleRefused:
    """Read a list of any kind: TRF if any line begins as a player line does, else CSV.

    The players of Swiss-Manager's text file are such a list too.

    In a list with ratings of the KNSB and of FIDE `national` tells which are read.
    """
    try:
        players = players_of_swiss_manager(data, national=national)
    except Undivided as error:
        return PeopleRefused((CellError(error.line, "", "quoting", *error.why),))
    if players is not None:
        return parse_people_csv(players, national=national)
    if not looks_like_trf(data):
        return parse_people_csv(data, national=national)
    file = parse(data)
    if isinstance(file, TrfFile):
        return people_of_trf(file)
    return PeopleRefused(tuple(_of_trf_error(error) for error in file))


def people_of_trf(file: TrfFile) -> tuple[PersonRow, ...]:
    """Return the players of a TRF file in order of start rank.

    TRF16 asks no more than a warning for these fields, so an invalid value is left out. The
    one-letter titles of TRF06 (g, m, f) are accepted.
    """
    return tuple(
        PersonRow(
            name=player.name.strip(),
            rating=int(readable("rating", str(player.rating or "")) or 0) or None,
            title=title_of(player.title),
            federation=readable("federation", player.federation),
            fide_id=readable("fide_id", player.fide_id),
            birth=readable("birth", player.birth),
            sex=readable("sex", player.sex),
            line=player.line,
        )
        for player in file.players
    )


def parse_people_csv(
    data: bytes, *, national: bool = True
) -> tuple[PersonRow, ...] | PeopleRefused:
    """Read a CSV list: one header row, then a row for each player.

    A name in parts is joined: "Vries, Piet de". A column headed KNSB or FIDE holds ratings or
    numbers; the digits show which. `list_notes` names the unused columns. Blank rows are skipped.
    See `ledger.csv_files.table` for separators and code pages.
    """
    table, errors = read_table(data, COLUMNS, ("name", "surname"), _HEADER_HINT)
    if table is None:
        return PeopleRefused(tuple(errors))
    rows: list[tuple[int, PersonRow]] = []
    try:
        table = _settled(table, national=national)
        rows += ((line, _row(line, fields, table, errors)) for line, fields in table.rows)
        errors.extend(_repeated(rows, table))
    except Enough:
        stop(errors)
    if not rows and not errors:
        what = message("csv.no-players")
        hint = message("csv.no-players-hint")
        errors.append(PersonError(table.header_line, "", "no-players", what, hint))
    if errors:
        return PeopleRefused(tuple(sorted(errors, key=lambda error: error.line)))
    return tuple(row for _, row in rows)


def paid_by_line(data: bytes) -> dict[int, str]:
    """Return what a list says of who has paid, by line; {} for a list without such a column."""
    if looks_like_trf(data) or is_of_swiss_manager(data):
        return {}
    table, _ = read_table(data, COLUMNS, ("name", "surname"), _HEADER_HINT)
    at = None if table is None else table.columns.get("paid")
    if table is None or at is None:
        return {}
    return {line: fields[at] for line, fields in table.rows if at < len(fields)}


def list_notes(data: bytes) -> tuple[Sentence, ...]:
    """Return the notes on a list that was read: its unused columns, and what was taken out."""
    if looks_like_trf(data):
        file = parse(data)
        return tuple(n.sentence() for n in file.notes) if isinstance(file, TrfFile) else ()
    if is_of_swiss_manager(data):
        return ()
    table, _ = read_table(data, COLUMNS, ("name", "surname"), _HEADER_HINT)
    return () if table is None else table_notes(_settled(table))


def _settled(table: CsvTable, *, national: bool = True) -> CsvTable:
    """Return `table` with only the columns in use, each under its real meaning.

    A whole name takes precedence over its parts, and a KNSB rating over a FIDE rating where
    `national` ratings are read, else the other way round.
    """
    columns = dict(table.columns)
    both = (("knsb", "national_id"), ("fide", "fide_id"))
    for column, own_number in both if national else reversed(both):
        if column in columns:
            index = columns.pop(column)
            table = replace(table, rows=list(table.rows))
            texts = [fields[index] for _, fields in table.rows if index < len(fields)]
            numbers = any(len(text) > 4 and text.isdecimal() for text in texts)
            columns.setdefault(own_number if numbers else "rating", index)
    if "surname" in columns and "name" in columns:
        columns = {key: at for key, at in columns.items() if key not in _PARTS_OF_A_NAME}
    elif "surname" in columns:
        columns["name"] = columns.pop("surname")
    if "first" in columns:
        columns.pop("initials", None)
    return replace(table, columns=columns)


_PARTS_OF_A_NAME = ("surname", "first", "initials", "infix")


_HEADER_HINT = message("csv.header-hint")


def _of_trf_error(error: TrfError) -> PersonError:
    return PersonError(error.line, str(error.column), error.code, error.what, error.hint)


def _row(line: int, fields: list[str], table: CsvTable, errors: list[PersonError]) -> PersonRow:
    """Read one row; add an error to `errors` for each unreadable field, which stays empty."""
    names = table.names
    columns = table.columns
    read: dict[str, str] = {}
    earlier = len(errors)
    for column, index in columns.items():
        text = fields[index] if index < len(fields) else ""
        if column in ("left", "paid"):
            continue
        value = _JUDGES[column](text) if text else ""
        if value is None:
            code = f"bad-{column.replace('_', '-')}"
            key, hint = _WRONG[column]
            what = message(key, text=quoted(text))
            errors.append(PersonError(line, names[index], code, what, hint))
        read[column] = value or ""
    first = read.pop("first", "") or read.pop("initials", "")
    infix = read.pop("infix", "")
    if read["name"] and "," not in read["name"] and (first or infix):
        read["name"] = f"{read['name']}, {first} {infix}".replace("  ", " ").strip()
    if not read["name"] and not any(error.code == "bad-name" for error in errors[earlier:]):
        what = message("csv.no-name")
        hint = message("csv.no-name-hint")
        errors.append(PersonError(line, names[columns["name"]], "no-name", what, hint))
    for key in ("name", "club"):
        if long := too_long(read.get(key, "")):
            column = names[columns[key]]
            hint = message("csv.too-long-hint")
            errors.append(PersonError(line, column, "too-long", long, hint))
    rating, number, from_round = (int(read.pop(key, "") or 0) or None for key in _NUMBERS)
    estimated = read.pop("estimated", "") == "yes"
    if estimated and not rating:
        what = message("csv.no-estimate")
        hint = message("csv.no-estimate-hint")
        errors.append(PersonError(line, names[columns["estimated"]], "no-estimate", what, hint))
    return PersonRow(
        **read, rating=rating, number=number, from_round=from_round, estimated=estimated, line=line
    )


def _repeated(rows: list[tuple[int, PersonRow]], table: CsvTable) -> Iterator[PersonError]:
    """Yield an error for each player who is in the list twice: the same id, or the same name.

    Two rows with the same name are two people when their numbers, ids or birth dates differ.
    """

    def headed(column: str) -> str:
        return table.names[table.columns[column]]

    ids: dict[tuple[str, str], int] = {}
    named: dict[str, list[tuple[int, PersonRow]]] = {}
    for line, row in rows:
        for key in (("fide_id", row.fide_id), ("national_id", row.national_id)):
            if key[1] and ids.setdefault(key, line) != line:
                what = message("csv.repeated", text=shortened(key[1]), line=ids[key])
                hint = message("csv.repeated-id-hint")
                yield PersonError(line, headed(key[0]), "repeated", what, hint)
        others = named.setdefault(natural(row.name), [])
        same = next((at for at, other in others if not _told_apart(row, other)), None)
        if row.name and same is not None:
            what = message("csv.repeated", text=quoted(row.name), line=same)
            hint = message("csv.repeated-name-hint")
            yield PersonError(line, headed("name"), "repeated", what, hint)
        others.append((line, row))


def _told_apart(one: PersonRow, two: PersonRow) -> bool:
    keys = ("fide_id", "national_id", "birth", "number")
    both = [(getattr(one, key), getattr(two, key)) for key in keys]
    return any(mine and theirs and mine != theirs for mine, theirs in both)


def _number(most_digits: int) -> Callable[[str], str | None]:
    pattern = re.compile(f"[0-9]{{1,{most_digits}}}")
    return lambda text: text if pattern.fullmatch(text) else None


def _text(text: str) -> str:
    return " ".join(text.split())


_JUDGES: dict[str, Callable[[str], str | None]] = {
    **{field: value.read for field, value in VALUES.items()},
    **dict.fromkeys(("first", "initials", "infix", "club"), _text),
    "name": lambda text: VALUES["name"].read(_text(text)),
    "estimated": lambda text: _ESTIMATED.get(text.lower()),
    "number": _number(4),
    "from_round": _number(3),
}
"""Column -> the function that normalises its value; it returns None for an unreadable value."""

_WRONG: dict[str, tuple[str, Sentence]] = {
    **{field: (value.wrong, value.step) for field, value in VALUES.items()},
    "estimated": ("csv.bad-estimated", message("csv.bad-estimated-hint")),
    "number": ("csv.bad-number", message("csv.number-hint")),
    "from_round": ("csv.bad-from-round", message("csv.number-hint")),
}
"""Column -> the message key and the hint for an unreadable value."""

_NUMBERS = ("rating", "number", "from_round")
