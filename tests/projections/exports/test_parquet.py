"""The export to Parquet: its content, the names it leaves out, and the folder it replaces."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import chain
from pathlib import Path
from typing import Any

import duckdb
import pandas
import polars
import pyarrow.dataset
import pyarrow.parquet
import pytest

from desk.making.year import LEAST_SIZE
from projections.exports import parquet
from projections.exports.replacement import NotReplaced, replacing_file
from projections.mirror.files import MirrorError, mirror_path
from tests.docs.asking import IN_PYTHON, READ_IT
from tests.helpers.exports import NAMES, beside, bytes_of, exported, files_of, names_in, nothing
from tests.helpers.mirrors import mirror_of, refresh
from tests.helpers.terminal import Terminal
from tests.helpers.words import in_words, words
from tests.helpers.year import shared_year


def tables(ledger: Path) -> list[str]:
    with mirror_of(ledger) as database:
        return [
            name
            for (name,) in database.execute(
                "SELECT table_name FROM duckdb_tables() WHERE NOT internal UNION ALL"
                " SELECT view_name FROM duckdb_views() WHERE NOT internal"
            ).fetchall()
        ]


def unequal(
    ledger: Path, folder: Path, table: str, decimal: str = "DOUBLE"
) -> list[tuple[object, ...]]:
    """Return the rows that only the mirror or only the export has, and those of another type.

    A decimal of the mirror is the same number in the export, of type DOUBLE. The season is a column
    by the name of the folder.
    """
    with mirror_of(ledger) as database:
        left_out = "" if table == "tournaments" else "EXCLUDE (season)"
        files = f"'{folder / table}/**/*.parquet'"
        if list((folder / table).glob("season=*")):
            order = ", ".join(database.sql(f"FROM {table}").columns)
            database.execute(
                f"CREATE TEMP VIEW written AS SELECT {order} FROM"
                f" (SELECT * {left_out} FROM {files})"
            )
        else:
            database.execute(f"CREATE TEMP VIEW written AS FROM {files}")
        own, read = database.sql(f"FROM {table}"), database.sql("FROM written")
        columns = list(zip(own.columns, own.types, strict=True))
        wanted = [
            (n, decimal or str(kind) if kind.id == "decimal" else str(kind)) for n, kind in columns
        ]
        kinds = [(n, str(kind)) for n, kind in zip(read.columns, read.types, strict=True)]
        cells = ", ".join(
            f'"{n}"::{kind} AS "{n}"' if kind.id == "decimal" else f'"{n}"' for n, kind in columns
        )
        back = f"SELECT {cells} FROM written"
        return [
            *(pair for pair in zip(wanted, kinds, strict=True) if pair[0] != pair[1]),
            *database.sql(f"FROM {table} EXCEPT ALL {back}").fetchall(),
            *database.sql(f"{back} EXCEPT ALL FROM {table}").fetchall(),
        ]


def tournaments_in(path: Path) -> list[str]:
    """Return the tournaments of the rows of a file, in the order of the rows."""
    with duckdb.connect() as database:
        rows = database.execute(f"SELECT tournament FROM '{path}'").fetchall()
    return [name for (name,) in rows]


def test_every_table_is_in_the_export_as_it_is_in_the_mirror(
    club: Terminal, tmp_path: Path
) -> None:
    folder = tmp_path / "out"
    club.run("export", "--parquet", folder, "--names")
    exports = tables(club.ledger)
    assert sorted(path.name for path in folder.iterdir()) == sorted([*exports, "export.json"])
    assert [table for table in exports if unequal(club.ledger, folder, table)] == []


def test_a_table_is_one_file_with_the_rows_of_all_tournaments_in_their_order(
    club: Terminal, tmp_path: Path
) -> None:
    folder = tmp_path / "out"
    club.run("export", "--parquet", folder, "--names")
    assert files_of(folder / "mirror") == ["part_001.parquet"]
    both = [f"season={season}/part_001.parquet" for season in ("2025-2026", "2026-2027")]
    assert files_of(folder / "tournaments") == both
    assert files_of(folder / "games") == both[1:]
    assert files_of(folder / "protests") == both[:1], "a table without rows has its columns"
    id_of = {row["name"]: row["id"] for row in club.json("tournaments")["rows"]}
    assert tournaments_in(folder / "tournaments" / both[0]) == [id_of.pop("Spring")]
    assert tournaments_in(folder / "tournaments" / both[1]) == sorted(id_of.values())
    played = tournaments_in(folder / "games" / both[1])
    assert played == sorted(played)
    assert len(set(played)) == 2


def test_by_tournament_a_file_has_the_rows_of_one_in_the_folder_of_its_season(
    club: Terminal, tmp_path: Path
) -> None:
    folder = tmp_path / "out"
    ran = club.json("export", "--parquet", folder, "--names", "--by", "tournament")
    assert ran["by"] == json.loads((folder / "export.json").read_text("utf-8"))["by"]
    ids = [row["id"] for row in club.json("tournaments")["rows"]]
    files = files_of(folder / "tournaments")
    assert sorted(Path(file).stem for file in files) == sorted(ids)
    for file in files:
        assert tournaments_in(folder / "tournaments" / file) == [Path(file).stem]
    assert [table for table in tables(club.ledger) if unequal(club.ledger, folder, table)] == []
    club.run("export", "--parquet", folder)
    assert len(files_of(folder / "tournaments")) == 2


def test_decimals_stay_where_they_are_wanted(club: Terminal, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    club.run("export", "--parquet", folder, "--names", "--points", "decimal")
    exports = tables(club.ledger)
    assert [table for table in exports if unequal(club.ledger, folder, table, "")] == []
    table = pyarrow.parquet.read_table(folder / "standings")
    assert str(table.schema.field("points").type) == "decimal128(14, 4)"


def test_polars_and_arrow_read_the_seasons_of_the_folders(club: Terminal, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    club.run("export", "--parquet", folder)
    wanted = club.json("sql", "select count(*) as n from standings")["rows"][0]["n"]
    lines = polars.scan_parquet(folder / "standings").collect()
    assert lines["season"].unique().to_list() == ["2026-2027"]
    assert lines["points"].dtype == polars.Float64
    data = pyarrow.dataset.dataset(folder / "standings", partitioning="hive")
    assert str(data.schema.field("points").type) == "double"
    seasons = pyarrow.dataset.field("season") == "2026-2027"
    assert lines.height == data.to_table(filter=seasons).num_rows == wanted


def test_pandas_gets_points_and_tie_breaks_as_numbers(club: Terminal, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    club.run("export", "--parquet", folder)
    frame = pandas.read_parquet(folder / "standings")
    assert {str(frame[name].dtype) for name in ("points", "ws", "wp", "sb")} == {"float64"}
    now = frame[frame["known_to"].isna()]
    with mirror_of(club.ledger) as database:
        exact = database.execute(
            "SELECT sum(points), sum(wp), sum(sb) FROM standings WHERE known_to IS NULL"
        ).fetchall()
    assert exact[0][0] > 100
    assert exact == [tuple(now[name].sum() for name in ("points", "wp", "sb"))]
    for name, unit in (("points", 2), ("wp", 2), ("sb", 4)):
        assert (frame[name].dropna() * unit % 1 == 0).all()


def test_views_of_ones_own_are_taken_as_they_are_and_of_names_only_when_asked_for(
    club: Terminal, tmp_path: Path
) -> None:
    with duckdb.connect(str(mirror_path(club.ledger))) as database:
        database.execute("CREATE VIEW won AS SELECT * FROM games WHERE result = '1-0'")
        database.execute("CREATE VIEW who AS SELECT * FROM games JOIN names USING (tournament)")
        database.execute(
            "CREATE VIEW mean AS SELECT tournament, avg(points) AS mean, max(points) AS most"
            " FROM standings GROUP BY ROLLUP (tournament)"
        )
    folder = tmp_path / "out"
    club.run("export", "--parquet", folder)
    for table in ("won", "mean"):
        assert unequal(club.ledger, folder, table) == []
    assert not (folder / "who").exists(), "a view of names is not there without being asked for"
    club.run("export", "--parquet", folder, "--names")
    assert (folder / "who").exists()


def test_a_large_table_has_files_of_about_the_size_that_is_wanted(
    tmp_path: Path,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ledger = shared_year(tmp_path_factory, LEAST_SIZE).ledger
    monkeypatch.setattr(parquet, "_ROWS_A_TRIAL", 1_000)
    monkeypatch.setattr(parquet, "_BYTES_A_FILE", 30_000)
    exported(ledger, tmp_path / "out", nothing)
    sizes = [path.stat().st_size for path in (tmp_path / "out" / "standings").rglob("*.parquet")]
    assert len(sizes) > 3
    assert all(10_000 < size < 90_000 for size in sizes), sizes
    assert unequal(ledger, tmp_path / "out", "standings") == []


def test_the_same_mirror_gives_the_same_bytes(club: Terminal, tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    club.run("mirror", "build")
    club.run("export", "--parquet", first)
    club.run("mirror", "build")
    club.run("export", "--parquet", second)
    assert bytes_of(first) == bytes_of(second)
    club.run("export", "--parquet", second)
    assert bytes_of(first) == bytes_of(second)


def test_the_example_of_the_docs_is_answered(
    club: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    club.run("export", "--parquet", tmp_path / "year")
    monkeypatch.chdir(tmp_path)
    with duckdb.connect() as database:
        (row,) = database.execute(READ_IT).fetchall()
    assert row[:3] == ("2026-2027", 2, 37)
    for line in IN_PYTHON.replace("2025-2026", "2026-2027").splitlines():
        names: dict[str, Any] = {"pandas": pandas, "polars": polars, "pyarrow": pyarrow}
        exec(line, names)
        assert len(names["games"]) >= 37


def test_names_are_not_in_it_unless_asked_for(club: Terminal, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    club.run("export", "--parquet", folder)
    assert not (folder / "names").exists()
    assert names_in(folder) == []
    assert json.loads((folder / "export.json").read_text("utf-8"))["names"] is False
    club.run("export", "--parquet", folder, "--names")
    assert names_in(folder) == list(NAMES)
    club.run("export", "--parquet", folder)
    assert names_in(folder) == []


def test_a_second_export_forgets_who_was_forgotten(club: Terminal, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    club.run("export", "--parquet", folder, "--names")
    club.run("-t", "Cup", "forget", "Beer")
    assert names_in(folder) == list(NAMES), "forget reaches the mirror, not what was exported"
    club.run("export", "--parquet", folder, "--names")
    assert names_in(folder) == ["Das, D.", "Veldhuis, M."]
    assert beside(club) == [
        "club.duckdb",
        "club.duckdb.lock",
        "club.ledger",
        "club.ledger.last-head",
        "out",
    ]


def test_a_stale_mirror_is_brought_up_to_date_before_it_is_exported(
    club: Terminal, tmp_path: Path
) -> None:
    club.run("-t", "Cup", "publish")
    with pytest.raises(MirrorError, match="mirror-stale"):
        exported(club.ledger, tmp_path / "out", nothing)
    ran = club.try_("export", "--parquet", tmp_path / "out", "--json")
    assert "is brought up to date first" in ran.err
    assert ran.json["sequence"] == club.json("mirror", "path")["rows"][0]["ledger_sequence"]


def test_a_table_of_more_rows_than_a_file_has_is_several_of_whole_tournaments(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger = tmp_path / "many.ledger"
    terminal = Terminal(ledger)
    for number in range(7):
        terminal.run("init", f"Cup {number}")
    refresh(ledger)
    seen: list[tuple[int, int]] = []
    progress: Callable[[int, int], None] = lambda done, total: seen.append((done, total))  # noqa: E731
    monkeypatch.setattr(parquet, "_ROWS_A_TRIAL", 3)
    monkeypatch.setattr(parquet._Writing, "_rows_a_file", lambda *_: 3)
    done = exported(ledger, tmp_path / "out", progress, names=True)
    assert seen == [(at, len(seen) - 1) for at in range(len(seen))]
    written = {table.table: (table.rows, table.files) for table in done.tables}
    assert written["tournaments"] == (7, 3)
    season = tmp_path / "out" / "tournaments" / "season=2026-2027"
    files = [season / f"part_{number:03}.parquet" for number in (1, 2, 3)]
    parts = [tournaments_in(file) for file in files]
    assert [len(part) for part in parts] == [3, 3, 1]
    assert [*chain(*parts)] == sorted(chain(*parts))
    for table in tables(ledger):
        assert unequal(ledger, tmp_path / "out", table) == []


def test_export_json_tells_what_was_exported(club: Terminal, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    shown = club.json("export", "--parquet", folder)
    manifest = json.loads((folder / "export.json").read_text("utf-8"))
    with mirror_of(club.ledger) as database:
        row = database.execute("SELECT sequence, leaf FROM mirror").fetchone()
    assert (manifest["sequence"], manifest["leaf"]) == (shown["sequence"], shown["leaf"]) == row
    for line in shown["rows"]:
        files = list((folder / line["table"]).rglob("*.parquet"))
        assert line["files"] == len(files)
        assert line["bytes"] == sum(path.stat().st_size for path in files)
        assert manifest["tables"][line["table"]]["rows"] == line["rows"]
    text = club.run("export", "--parquet", folder)
    assert f"{folder}: the ledger up to sequence {manifest['sequence']}" in text
    assert "it took the place of an earlier export" in text


def test_parquet_and_the_other_formats_exclude_each_other(club: Terminal) -> None:
    for other in (("--format", "trf"), ("-o", "x"), ("--as-of", "3")):
        assert "goes without" in club.refused("export", "--parquet", "out", *other, code=2)
    for alone in (["--names"], ["--json"], ["--by", "season"], ["--points", "double"]):
        assert "go with --parquet" in club.refused("-t", "Cup", "export", *alone, code=2)
    assert club.run("-t", "Club Open", "export").startswith("012 Club Open")
    ran = club.try_("-t", "Cup", "export", "--parquet", club.ledger.parent / "out")
    assert "all tournaments are in it, not only Cup" in ran.err


def test_what_was_exported_is_read_in_dutch(tmp_path: Path) -> None:
    done = parquet.Exported(Path("uit"), 12, "leaf", False, "season", "double", True, ())
    view = in_words(parquet.exported_view(done), "nl")
    assert view.title == "uit: het grootboek t/m feit 12"
    assert [column.heading for column in view.columns] == ["tabel", "rijen", "bestanden", "bytes"]
    assert view.notes == (
        "0 bestanden, 0 bytes; een eerdere export is vervangen",
        "zonder namen; --namen voegt ze toe",
    )
    with pytest.raises(NotReplaced) as refused, replacing_file(tmp_path):
        pass
    assert words(refused.value.refusal.what, "nl").endswith(" is een map")
