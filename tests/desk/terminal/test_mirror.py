"""The mirror behind `sql`: taken by itself for several tournaments, told, and stopped by Ctrl-C."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from projections.mirror import refresh as mirror_refresh
from projections.mirror.files import mirror_path
from tests.helpers.ledgers import damage
from tests.helpers.places import EXAMPLES, ROOT
from tests.helpers.terminal import Terminal

COUNT = "select count(*) as n from tournaments"


@pytest.fixture
def club(tmp_path: Path) -> Terminal:
    terminal = Terminal(tmp_path / "club.ledger")
    terminal.run("import", str(EXAMPLES / "club-open.trf"))
    return terminal


def test_a_ledger_of_one_tournament_has_no_mirror_made_for_a_question(club: Terminal) -> None:
    ran = club.try_("sql", COUNT, "--json")
    assert (ran.json["rows"], ran.err) == ([{"n": 1}], "")
    assert not mirror_path(club.ledger).exists()


def test_several_tournaments_are_asked_in_the_mirror_and_one_by_its_name(club: Terminal) -> None:
    club.run("init", "Cup")
    ran = club.try_("sql", COUNT, "--json")
    assert ran.json["rows"] == [{"n": 2}]
    which, work = ran.err.splitlines()
    assert which == (
        "asked of all 2 tournaments; of one: toernooi -t NAME sql QUESTION"
        " (toernooi tournaments lists them)"
    )
    assert work.startswith("the mirror club.duckdb is made first: ")
    assert club.try_("sql", COUNT).err == f"{which}\n"
    ran = club.try_("-t", "Cup", "sql", "select name from tournaments", "--json")
    assert (ran.json["rows"], ran.err) == ([{"name": "Cup"}], "")


def test_a_moment_is_of_one_tournament_and_its_refusal_says_how_to_ask_all(club: Terminal) -> None:
    club.run("init", "Cup")
    refusal = club.refused("sql", COUNT, "--as-of", "3", code=2)
    assert "which-tournament" in refusal
    assert "leave out --as-of" in refusal
    assert not mirror_path(club.ledger).exists()
    later = "select count(*) as n from standings_as_of_time('2036-11-20 19:30')"
    assert club.json("sql", later)["rows"][0]["n"] > 14


def test_a_damaged_tournament_counts_and_the_others_are_asked(club: Terminal) -> None:
    club.run("init", "Cup")
    damage(club.ledger, "UPDATE stored_events SET state = x'00' WHERE sequence = 4")
    ran = club.try_("sql", "select name from tournaments", "--json")
    assert ran.json["rows"] == [{"name": "Cup"}]
    assert "1 tournament is damaged and not in it" in ran.err


def test_the_tables_are_described_without_a_mirror_being_made(club: Terminal) -> None:
    club.run("init", "Cup")
    ran = club.try_("sql", r"\d games", "--json")
    assert "adjourned" in [row["column"] for row in ran.json["rows"]]
    assert ran.err == ""
    assert not mirror_path(club.ledger).exists()
    club.run("mirror", "build")
    assert club.try_("sql", r"\d games", "--json").out == ran.out


def test_a_mirror_that_is_stopped_while_it_is_made_for_a_question_leaves_the_earlier_one(
    club: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    club.run("init", "Cup")
    club.run("sql", COUNT)
    before = mirror_path(club.ledger).read_bytes()
    club.run("init", "Third")

    def stop(*_: object) -> int:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(mirror_refresh, "load", stop)
        ran = club.try_("sql", COUNT)
    assert (ran.code, ran.out) == (130, "")
    assert "stopped: the mirror is as it was" in ran.err
    assert mirror_path(club.ledger).read_bytes() == before
    assert club.json("sql", COUNT)["rows"] == [{"n": 3}]


LOADED = """
import sys
from cli import main
sys.argv[1:] = ["--ledger", sys.argv[1], *sys.argv[2:]]
try:
    main()
except SystemExit as error:
    assert not error.code, error.code
heavy = ("numpy", "pairing.review", "projections.mirror.walk", "projections.counterfactuals.stage")
print([name for name in heavy if name in sys.modules], file=sys.stderr)
"""


@pytest.mark.parametrize(
    "typed", [("mirror", "update"), ("mirror", "path"), ("sql", "--mirror", COUNT)]
)
def test_a_mirror_that_is_up_to_date_loads_nothing_that_makes_one(
    club: Terminal, typed: tuple[str, ...]
) -> None:
    club.run("mirror", "build")
    ran = subprocess.run(
        [sys.executable, "-c", LOADED, str(club.ledger), *typed],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert ran.stderr.splitlines()[-1] == "[]"


def test_an_update_with_nothing_new_says_so_as_a_full_look_does(club: Terminal) -> None:
    club.run("mirror", "update")
    quick = club.json("mirror", "update")["rows"]
    assert [(row["made"], row["rows"]) for row in quick] == [("current", 0)]
    club.run("mirror", "update", "--decisions")
    full = club.json("mirror", "update")["rows"]
    assert full == quick
