"""A folder of tournament files into one ledger: each file all or nothing, and nothing twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from desk.commands.opening import Import
from desk.desk import Desk
from desk.folders import files_of, import_folder
from desk.making.random_trf import generate
from ledger.refusals import MOST
from ledger.store.store import Store
from ledger.trf.writer import write
from tests.helpers.crosstables import R1996, R2014, rules
from tests.helpers.places import EXAMPLES
from tests.helpers.terminal import Terminal

CLUB = (EXAMPLES / "club-open.trf").read_bytes()


@pytest.fixture
def terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Terminal:
    monkeypatch.chdir(tmp_path)
    return Terminal(tmp_path / "year.ledger")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    year = tmp_path / "year"
    year.mkdir()
    for number in range(1, 6):
        file = generate(6, 3, rules=R1996, seed=f"folder:{number}")
        (year / f"t{number}.trf").write_bytes(write(file))
    return year


def _outcomes(value: dict[str, list[dict[str, str]]]) -> dict[str, str]:
    return {row["file"]: row["outcome"] for row in value["rows"]}


def test_every_file_becomes_the_tournament_that_import_makes_of_it(
    terminal: Terminal, folder: Path, tmp_path: Path
) -> None:
    value = terminal.json("import-folder", folder, "--rules", "knsb-wp-1996")
    assert (value["imported"], value["already_in"], value["refused"]) == (5, 0, 0)
    for row in value["rows"]:
        alone = Terminal(tmp_path / f"{row['file']}.ledger")
        alone.run("import", folder / row["file"], "--rules", "knsb-wp-1996")
        (own,) = Store(alone.ledger).tournaments()
        with Store(terminal.ledger) as many, Store(alone.ledger) as one:
            facts = many.facts(row["id"])
            assert row["facts"] == len(facts)
            kinds = [(fact.TOPIC, stamp.position) for fact, stamp in facts]
            assert kinds == [(fact.TOPIC, stamp.position) for fact, stamp in one.facts(own[0])]
        shown = terminal.json("-t", row["id"], "standings")["rows"]
        assert shown == alone.json("standings")["rows"]


def test_a_rerun_records_nothing_that_is_in_and_takes_in_what_is_new(
    terminal: Terminal, folder: Path
) -> None:
    first = terminal.json("import-folder", folder)
    (folder / "t9.TRF").write_bytes(CLUB)
    (folder / "notes.txt").write_text("no tournament", "utf-8")
    value = terminal.json("import-folder", folder)
    assert _outcomes(value) == dict.fromkeys(_outcomes(first), "already in") | {
        "t9.TRF": "imported"
    }
    ids = {row["file"]: row["id"] for row in value["rows"]}
    assert all(ids[row["file"]] == row["id"] for row in first["rows"])
    assert len(terminal.json("tournaments")["rows"]) == 6


def test_the_same_file_under_another_rulebook_is_another_tournament(
    terminal: Terminal, folder: Path
) -> None:
    terminal.json("import-folder", folder, "--rules", "knsb-wp-1996")
    other = terminal.json("import-folder", folder, "--rules", "knsb-wp-2014")
    assert other["imported"] == 5
    changed = terminal.json("import-folder", folder, "--set", "prizes.method=by_rank")
    assert changed["imported"] == 5
    again = terminal.json("import-folder", folder, "--set", "prizes.method=by_rank")
    assert again["already_in"] == 5


def test_two_files_of_the_same_bytes_are_one_tournament(terminal: Terminal, folder: Path) -> None:
    (folder / "t1-copy.trf").write_bytes((folder / "t1.trf").read_bytes())
    value = terminal.json("import-folder", folder)
    assert value["already_in"] == 1
    ids = {row["file"]: row["id"] for row in value["rows"]}
    assert ids["t1-copy.trf"] == ids["t1.trf"]


def test_a_file_that_came_in_by_import_is_passed_over(terminal: Terminal, folder: Path) -> None:
    terminal.run("import", folder / "t3.trf")
    assert _outcomes(terminal.json("import-folder", folder))["t3.trf"] == "already in"


def test_what_is_wrong_is_told_per_file_and_the_rest_goes_in(
    terminal: Terminal, folder: Path
) -> None:
    (folder / "t2.trf").write_text("001 nobody\n", "utf-8")
    (folder / "t4.trf").write_bytes(b"\xff\xfe\n" * 200)
    ran = terminal.try_("import-folder", folder, "--json")
    assert ran.code == 1
    value = ran.json
    assert [name for name, how in _outcomes(value).items() if how == "refused"] == [
        "t2.trf",
        "t4.trf",
    ]
    assert (value["imported"], value["refused"]) == (3, 2)
    for row in value["rows"]:
        assert bool(row["refused"]) == (row["outcome"] == "refused")
        assert len(row["refused"]) == min(row["errors"], MOST)
        assert all(error["next"] for error in row["refused"])
    assert len(terminal.json("tournaments")["rows"]) == 3
    shown = terminal.try_("import-folder", folder)
    assert shown.code == 1
    assert "t2.trf" in shown.out
    assert "t1.trf" not in shown.out
    assert "0 imported, 3 already in, 2 refused; 5 files" in shown.out


def test_a_rulebook_the_file_disagrees_with_is_an_error_of_that_file(
    terminal: Terminal, folder: Path
) -> None:
    half = rules("knsb-wp-1996", bye__points="0.5")
    (folder / "t2.trf").write_bytes(write(generate(5, 3, rules=half, seed="half a point")))
    ran = terminal.try_("import-folder", folder, "--json")
    assert ran.code == 1
    codes = {(row["file"], error["code"]) for row in ran.json["rows"] for error in row["refused"]}
    assert codes == {("t2.trf", "points-disagree")}


def test_a_folder_without_tournament_files_and_a_wrong_pattern_are_refused(
    terminal: Terminal, tmp_path: Path
) -> None:
    (tmp_path / "empty").mkdir()
    assert "no-files" in terminal.refused("import-folder", "empty", code=2)
    assert "no-files" in terminal.refused("import-folder", "empty", "--files", "", code=2)
    assert not terminal.ledger.exists()


def test_folders_below_are_taken_when_the_pattern_says_so(terminal: Terminal, folder: Path) -> None:
    below = folder / "below"
    below.mkdir()
    (below / "t1.trf").write_bytes(CLUB)
    value = terminal.json("import-folder", folder, "--files", "**/*.trf")
    assert set(_outcomes(value)) == {"below/t1.trf", *(f"t{n}.trf" for n in range(1, 6))}


def test_a_run_that_is_stopped_goes_on_where_it_was(terminal: Terminal, folder: Path) -> None:
    files = files_of(folder, "*.trf")
    assert isinstance(files, list)

    def stop(done: int) -> None:
        if done == 3:
            raise KeyboardInterrupt

    desk = Desk(terminal.ledger, terminal.world)
    command = Import(file="year")
    with pytest.raises(KeyboardInterrupt):
        list(import_folder(desk, folder, files=files, command=command, rules=R2014, progress=stop))
    value = terminal.json("import-folder", folder)
    assert list(_outcomes(value).values()) == ["already in"] * 3 + ["imported"] * 2
    terminal.run("-t", value["rows"][0]["id"], "verify")
