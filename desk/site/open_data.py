"""A season as open data: CSV, Parquet and SQLite with the same rows, and what describes them.

The descriptor is a Data Package (Frictionless), `metadata.json` is for Datasette. The same facts give
the same bytes; a version is a new one when a row is.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any, Final

from desk.desk import Desk
from desk.render.catalogue import in_language
from desk.site.addresses import slug_of
from desk.site.contents import Contents
from desk.site.open_rows import TABLES, OpenRows
from desk.site.site import contents_of
from ledger.csv_files.spreadsheet import csv_text
from ledger.kept_names import check_output_name
from ledger.messages import Sentence, do, message
from ledger.place import LedgerPlace
from ledger.records import Record
from ledger.refusals import Exit, Refusal
from ledger.state.details import first_known_day
from ledger.store.imported_files import taken_back
from ledger.store.store import Store
from ledger.text_files import json_of
from ledger.values import Language
from ledger.whole_files import make_folder, write_whole
from projections.exports.open_tables import (
    OpenColumn,
    OpenTable,
    columns_of_table,
    write_parquet,
    write_sqlite,
)
from projections.mirror.rows import season_of
from projections.sql.connections import connected

DESCRIPTOR: Final = "datapackage.json"
MADE_BY: Final = "toernooiboek-open-data"

LICENCES: Final = {
    "CC0-1.0": "https://creativecommons.org/publicdomain/zero/1.0/",
    "CC-BY-4.0": "https://creativecommons.org/licenses/by/4.0/",
}
"""The licences that fit rows of results, with their addresses."""


@dataclass(frozen=True, slots=True)
class WantedData:
    """What open data is wanted: a season or all (None), a licence ("": none), nobody named."""

    season: str | None = None
    licence: str = ""
    nameless: bool = False
    language: Language = "en"


class OpenDataWritten(Record):
    """Open data that was written."""

    folder: Annotated[str, "The folder, as typed."]
    version: Annotated[str, "Version of the data; a new one where a row differs."]
    tournaments: Annotated[int, "Tournaments in it."]
    left_out: Annotated[int, "Tournaments that are too small for data without names."]
    rows: Annotated[int, "Rows of all tables."]
    files: Annotated[list[str], "Files, by path."]


def make_open_data(
    desk: Desk,
    folder: Path,
    wanted: WantedData,
    places: Sequence[LedgerPlace] = (),
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> OpenDataWritten | Refusal:
    """Write the tournaments of a ledger as open data; raises OSError and StoreError.

    `places` are several ledgers, in place of that of the desk; a tournament that stands in two is taken
    once. Those that are not published are left out.
    """
    before = _before(folder)
    if isinstance(before, Refusal):
        return before
    rows = OpenRows(wanted.nameless)
    left_out = 0
    last = ""
    ledgers = places or (desk.place,)
    taken = set[str]()
    for at, place in enumerate(ledgers):
        progress(at, len(ledgers))
        with Store(place) as store:
            gone = taken_back(store)
            for tournament, name in store.tournaments():
                if tournament in gone or tournament in taken:
                    continue
                taken.add(tournament)
                of = contents_of(store, desk, tournament, slug_of(name))
                if not of.choices.published or wanted.season not in (None, _season(of)):
                    continue
                if not rows.take(of):
                    left_out += 1
                    continue
                last = max(last, of.book.recorded[-1].stamp.recorded_at.isoformat())
    progress(len(ledgers), len(ledgers))
    if not rows.rows["tournaments"]:
        what = message("open-data.nothing")
        return Refusal("no-open-data", what, do("tournaments"), exit=Exit.USAGE)
    data = dict(_files(rows))
    whole = _Package(wanted, data, rows, last, before)
    data |= whole.described()
    make_folder(folder / "data")
    for path, content in data.items():
        target = folder / path
        if not target.is_file() or target.read_bytes() != content:
            write_whole(target, content)
    return OpenDataWritten(
        folder=str(folder),
        version=whole.version,
        tournaments=len(rows.rows["tournaments"]),
        left_out=left_out,
        rows=sum(map(len, rows.rows.values())),
        files=sorted(data),
    )


def _season(of: Contents) -> str:
    first = first_known_day(of.book.state, of.book.people)
    return season_of(first or of.book.recorded[0].stamp.recorded_at.date())


def _before(folder: Path) -> dict[str, Any] | Refusal:
    """Return the descriptor of a folder, {} for a new one; or why it is not to be written."""
    check_output_name(folder)
    if not folder.exists() or not any(folder.iterdir()):
        return {}
    with suppress(OSError, ValueError):
        found = json_of((folder / DESCRIPTOR).read_text("utf-8"))
        if isinstance(found, dict) and found.get("made_by") == MADE_BY:
            return found
    what = message("open-data.foreign", folder=str(folder))
    return Refusal("not-open-data", what, message("open-data.other-folder"), exit=Exit.USAGE)


# --- the rows, three times ------------------------------------------------------------------------


def _files(rows: OpenRows) -> Iterator[tuple[str, bytes]]:
    """Yield the same rows as CSV, in which no cell is a formula, Parquet and SQLite."""
    cells = {
        table.name: [tuple(row.as_dict().values()) for row in rows.rows[table.name]]
        for table in TABLES
    }
    for table in TABLES:
        columns = columns_of_table(table)
        lines = [[_in_csv(value) for value in row] for row in cells[table.name]]
        heading: list[object] = [column.name for column in columns]
        yield f"data/{table.name}.csv", csv_text([heading, *lines], spreadsheet=True).encode()
    with TemporaryDirectory() as spare, connected() as database:
        for table in TABLES:
            path = Path(spare) / f"{table.name}.parquet"
            write_parquet(database, path, columns_of_table(table), cells[table.name])
            yield f"data/{table.name}.parquet", path.read_bytes()
        path = Path(spare) / "season.sqlite"
        write_sqlite(path, TABLES, cells)
        yield "season.sqlite", path.read_bytes()


def _in_csv(value: object) -> object:
    return str(value).lower() if isinstance(value, bool) else value


# --- what describes them --------------------------------------------------------------------------


@dataclass
class _Package:
    """The files around the rows. `before` is the descriptor that the folder had."""

    wanted: WantedData
    data: Mapping[str, bytes]
    rows: OpenRows
    last: str
    before: Mapping[str, Any]

    @property
    def _digest(self) -> str:
        whole = hashlib.sha256()
        for table in TABLES:
            whole.update(self.data[f"data/{table.name}.csv"])
        return whole.hexdigest()

    @property
    def _same(self) -> bool:
        return self.before.get("rows_sha256") == self._digest

    @property
    def version(self) -> str:
        """Return the version: the year of the last fact, and a number that grows with changes."""
        had = str(self.before.get("version", ""))
        if self._same and had:
            return had
        number = int(part) if (part := had.partition(".")[2]).isdigit() else 0
        return f"{self.last[:4]}.{number + 1}"

    def described(self) -> dict[str, bytes]:
        """Return descriptor, dictionary, README, changes and the metadata of Datasette."""
        return {
            "README.md": self._readme().encode(),
            "dictionary.md": self._dictionary().encode(),
            "CHANGES.md": "".join(f"- {line}\n" for line in self._changes).encode(),
            "metadata.json": _as_json(self._metadata()),
            DESCRIPTOR: _as_json(self._descriptor()),
        }

    def _say(self, sentence: Sentence) -> str:
        return in_language(sentence, self.wanted.language)

    @property
    def _title(self) -> str:
        if self.wanted.season is None:
            return self._say(message("open-data.title"))
        return self._say(message("open-data.title-of", season=self.wanted.season))

    def _descriptor(self) -> dict[str, object]:
        season = self.wanted.season
        found: dict[str, object] = {
            "name": f"chess-{season}" if season else "chess",
            "title": self._title,
            "description": self._say(message("open-data.about")),
            "version": self.version,
            "created": self.last,
            "made_by": MADE_BY,
            "rows_sha256": self._digest,
            "changes": self._changes,
        }
        name = self.wanted.licence
        if name:
            found["licenses"] = [{"name": name, "title": name, "path": LICENCES[name]}]
        found["resources"] = [
            *(self._resource(table, kind) for table in TABLES for kind in ("csv", "parquet")),
            self._file("season.sqlite", "season-sqlite", "sqlite", "application/vnd.sqlite3"),
        ]
        return found

    def _resource(self, table: OpenTable, kind: str) -> dict[str, object]:
        media = "text/csv" if kind == "csv" else "application/vnd.apache.parquet"
        name = f"{table.name}-parquet" if kind == "parquet" else table.name
        found = self._file(f"data/{table.name}.{kind}", name, kind, media)
        found["description"] = _meaning(table)
        if kind == "csv":
            found |= {"encoding": "utf-8", "profile": "tabular-data-resource"}
        found["schema"] = {
            "fields": [_field(one) for one in columns_of_table(table)],
            "primaryKey": list(table.key),
            "foreignKeys": [
                {"fields": list(own), "reference": {"resource": other, "fields": list(there)}}
                for own, other, there in table.foreign
            ],
            "missingValues": [""],
        }
        return found

    def _file(self, path: str, name: str, kind: str, media: str) -> dict[str, object]:
        content = self.data[path]
        return {
            "name": name,
            "path": path,
            "format": kind,
            "mediatype": media,
            "bytes": len(content),
            "hash": f"sha256:{hashlib.sha256(content).hexdigest()}",
        }

    def _metadata(self) -> dict[str, object]:
        tables = {
            table.name: {
                "description": _meaning(table),
                "columns": {one.name: one.meaning for one in columns_of_table(table)},
            }
            for table in TABLES
        }
        about = {"title": self._title, "description": self._say(message("open-data.about"))}
        if name := self.wanted.licence:
            about |= {"license": name, "license_url": LICENCES[name]}
        return {**about, "databases": {"season": {"tables": tables}}}

    def _dictionary(self) -> str:
        lines = [f"# {self._title}", ""]
        for table in TABLES:
            lines += [f"## {table.name}", "", _meaning(table), ""]
            lines += ["| column | type | | |", "|---|---|---|---|"]
            for one in columns_of_table(table):
                must = "" if one.required else "null"
                lines.append(f"| `{one.name}` | {one.type} | {must} | {one.meaning} |")
            lines.append("")
        return "\n".join(lines)

    def _readme(self) -> str:
        licence = self.wanted.licence
        named = "nameless" if self.wanted.nameless else "named"
        lines = [
            f"# {self._title}",
            self._say(message("open-data.about")),
            self._say(message("open-data.files")),
            self._say(message(f"open-data.{named}")),
            self._say(message("open-data.fingerprint")),
            self._say(
                message("open-data.licence", licence=licence, address=LICENCES[licence])
                if licence
                else message("open-data.no-licence")
            ),
            self._say(message("open-data.heads")),
        ]
        return "\n\n".join(lines) + "\n"

    @property
    def _changes(self) -> list[str]:
        had = [str(one) for one in self.before.get("changes", ()) if isinstance(one, str)]
        if self._same:
            return had
        rows = self.rows.rows
        line = message(
            "open-data.change",
            version=self.version,
            tournaments=len(rows["tournaments"]),
            games=len(rows["games"]),
            corrections=len(rows["corrections"]),
        )
        return [self._say(line), *had]


def _field(column: OpenColumn) -> dict[str, object]:
    limits: dict[str, object] = {"required": column.required}
    if column.pattern:
        limits["pattern"] = column.pattern
    if column.values:
        limits["enum"] = list(column.values)
    return {
        "name": column.name,
        "type": column.type,
        "description": column.meaning,
        "constraints": limits,
    }


def _meaning(table: OpenTable) -> str:
    return (table.row.__doc__ or "").strip()


def _as_json(value: object) -> bytes:
    return f"{json.dumps(value, ensure_ascii=False, indent=1)}\n".encode()
