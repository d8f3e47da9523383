"""Small ledgers in one part of a lake: the rows are those of one ledger, each ledger goes its way."""

from __future__ import annotations

import json
import shutil
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import pytest

from projections.lake import plan as lake_plan
from projections.lake.build import make_parts
from projections.lake.dataset import open_lake
from projections.lake.errors import LakeError
from projections.lake.files import MANIFEST
from projections.mirror.tables import STORED
from tests.helpers.federation import WORDS, built, federation, files_of, terminal
from tests.helpers.ledgers import damage
from tests.helpers.terminal import Terminal
from tests.helpers.words import refusing


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with a ledger of three tournaments, and in `single` a ledger for each."""
    shutil.copytree(_ledgers(), tmp_path, dirs_exist_ok=True)
    return tmp_path


@cache
def _ledgers() -> Path:
    folder = Path(mkdtemp(prefix="shared-parts-"))
    (north, *_) = federation(folder / "all")
    desk = terminal(north, "x")
    (folder / "single").mkdir()
    for row in desk.json("tournaments")["rows"]:
        desk.run("-t", row["id"], "copy", north, folder / "single" / f"{row['id']}.ledger")
    return folder


def open_ledgers(folder: Path, names: str) -> None:
    """Make ledgers with one tournament each."""
    folder.mkdir(exist_ok=True)
    for name in names:
        terminal(folder / f"{name}.ledger", name).run("init", f"Cup {name}", "--rounds", 3)


def cups(lake: Path) -> dict[str, str]:
    """Return the ledger of each tournament in a lake, by the names of both."""
    with open_lake(lake, described=False) as database:
        rows = database.execute(
            "SELECT name, parse_filename(ledger, true) FROM tournaments JOIN sources"
            " USING (tournament) ORDER BY name"
        ).fetchall()
    return dict(rows)


def test_ledgers_of_one_tournament_make_as_many_files_and_the_same_rows_as_one_ledger_with_all(
    folder: Path,
) -> None:
    north = folder / "all" / "north.ledger"
    one, many = folder / "one", folder / "many"
    built(north, one)
    done = built(folder / "single", many)
    assert (done.ledgers, done.made, done.tournaments) == (3, 1, 3)
    full = set[str]()
    with (
        open_lake(one, described=False) as whole,
        open_lake(many, described=False) as shared,
    ):
        for name in (table.name for table in STORED if table.name != "mirror"):
            assert len([*one.glob(f"{name}/*")]) == len([*many.glob(f"{name}/*")])
            columns = "* EXCLUDE (sequence)" if name == "events" else "*"
            question = f"SELECT {columns} FROM {name} ORDER BY ALL"
            rows = shared.execute(question).fetchall()
            assert rows == whole.execute(question).fetchall(), name
            full |= {name} if rows else set()
    assert full >= {"tournaments", "names", "events", "games", "standings"}


def test_the_manifest_names_the_ledgers_of_a_part_and_their_last_facts(folder: Path) -> None:
    lake = folder / "lake"
    built(folder / "single", lake)
    manifest = json.loads((lake / MANIFEST).read_text())
    (part,) = manifest["parts"]
    assert sorted(part["ledgers"]) == [0, 1, 2]
    with open_lake(lake, described=False) as database:
        ledgers = database.execute("FROM ledgers ORDER BY ledger").fetchall()
        numbered = database.execute("SELECT ledger FROM lake_parts ORDER BY number").fetchall()
        sources = dict(database.execute("FROM sources").fetchall())
    assert [tuple(each) for each in manifest["ledgers"]] == ledgers
    assert [place for (place,) in numbered] == [ledgers[at][0] for at in part["ledgers"]]
    assert all(Path(place).stem == id_ for id_, place in sources.items())
    assert len(sources) == 3


def test_a_new_ledger_and_one_that_is_gone_change_their_own_part_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lakes of ten small ledgers are built, in parts of four tournaments."""
    monkeypatch.setattr(lake_plan, "A_PART", 4)
    clubs, lake = tmp_path / "clubs", tmp_path / "lake"
    open_ledgers(clubs, "abcdefghij")
    first = built(clubs, lake, versions=())
    assert 3 <= first.made <= 6
    open_ledgers(clubs, "k")
    more = built(clubs, lake, versions=())
    assert more.made <= 2
    assert more.before >= first.made - 1
    built(clubs, tmp_path / "fresh", versions=())
    assert files_of(lake) == files_of(tmp_path / "fresh")
    (clubs / "a.ledger").unlink()
    fewer = built(clubs, lake, versions=())
    assert fewer.made <= 1
    assert cups(lake) == {f"Cup {name}": name for name in "bcdefghijk"}
    assert all(b"Cup a" not in content for content in files_of(lake).values())


def test_a_ledger_under_another_name_or_place_leaves_its_part_as_it_is(tmp_path: Path) -> None:
    clubs, lake = tmp_path / "clubs", tmp_path / "lake"
    open_ledgers(clubs, "abc")
    built(clubs, lake, versions=())
    (clubs / "a.ledger").rename(clubs / "z.ledger")
    again = built(clubs, lake, versions=())
    assert (again.made, again.before) == (0, 1)
    assert cups(lake) == {"Cup a": "z", "Cup b": "b", "Cup c": "c"}


def test_a_damaged_tournament_leaves_the_others_of_its_part_in_the_lake(tmp_path: Path) -> None:
    clubs, lake = tmp_path / "clubs", tmp_path / "lake"
    open_ledgers(clubs, "abc")
    damage(clubs / "b.ledger", "UPDATE stored_events SET state = '{' WHERE sequence = 1")
    done = built(clubs, lake, versions=())
    assert (done.made, done.tournaments, len(done.refused)) == (1, 2, 1)
    assert cups(lake) == {"Cup a": "a", "Cup c": "c"}


def test_a_ledger_that_is_damaged_later_is_refused_or_left_out_and_the_others_stay(
    tmp_path: Path,
) -> None:
    clubs, lake = tmp_path / "clubs", tmp_path / "lake"
    open_ledgers(clubs, "abc")
    desk = Terminal(clubs / "a.ledger")
    desk.run("lake", "build", clubs, "--to", lake)
    (clubs / "b.ledger").write_bytes((clubs / "b.ledger").read_bytes()[:5000])
    assert str(clubs / "b.ledger") in desk.refused("lake", "build", clubs, "--to", lake, code=4)
    assert len(cups(lake)) == 3, "the lake is what it was"
    ran = desk.try_("lake", "build", clubs, "--to", lake, "--leave-out-damaged")
    assert ran.code == 1
    assert cups(lake) == {"Cup a": "a", "Cup c": "c"}


def test_another_ledger_in_the_place_of_one_of_a_part_is_refused_by_name(tmp_path: Path) -> None:
    clubs, lake = tmp_path / "clubs", tmp_path / "lake"
    open_ledgers(clubs, "abc")
    Terminal(clubs / "a.ledger").run("lake", "plan", clubs, "--to", lake)
    (clubs / "b.ledger").unlink()
    (clubs / "b.ledger.last-head").unlink(missing_ok=True)
    open_ledgers(tmp_path / "others", "d")
    (tmp_path / "others" / "d.ledger").rename(clubs / "b.ledger")
    refusal = "b.ledger has not the facts that the plan has for part 1"
    with refusing(LakeError, refusal):
        make_parts(lake, [1], WORDS, lambda done, total: None)
    assert not [*lake.glob(".writing-*")]


def test_a_lake_of_the_format_before_is_refused_and_made_anew(tmp_path: Path) -> None:
    clubs, lake = tmp_path / "clubs", tmp_path / "lake"
    open_ledgers(clubs, "ab")
    with pytest.MonkeyPatch.context() as patch:
        for module in ("plan", "files"):
            patch.setattr(f"projections.lake.{module}.FORMAT", lake_plan.FORMAT - 1)
        built(clubs, lake, versions=())
    old = {path.name for path in lake.glob("tournaments/*")}
    with refusing(LakeError, "was made by another version of the program"):
        cups(lake)
    assert built(clubs, lake, versions=()).made == 1
    assert len(cups(lake)) == 2
    assert not old & {path.name for path in lake.glob("tournaments/*")}
