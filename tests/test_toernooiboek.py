"""The public interface: typed rows, the refusals of the terminal, relations, and the way in."""

from __future__ import annotations

import gc
import os
import pickle
import re
import subprocess
import sys
from datetime import datetime
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import toernooiboek
from desk.version import VERSION
from tests.helpers.ledgers import damage
from tests.helpers.places import EXAMPLES, ROOT
from tests.helpers.season import Season
from tests.helpers.tampered import copy_of
from tests.helpers.terminal import Terminal
from toernooiboek import Ledger, LedgerRefused


@pytest.fixture(scope="module")
def terminal(tmp_path_factory: pytest.TempPathFactory) -> Terminal:
    terminal = Terminal(tmp_path_factory.mktemp("public") / "club.ledger")
    terminal.run("import", str(EXAMPLES / "club-open.trf"))
    terminal.run("init", "Winter", "--rules", "mwkeizer")
    for name in ("Aalders", "Beekman", "Citroen", "Dijkstra"):
        terminal.run("-t", "Winter", "enter", name)
    terminal.run("-t", "Winter", "lots", "--by", "entry")
    terminal.run("-t", "Winter", "publish")
    terminal.run("-t", "Winter", "result", 1, 1, "1-0", 2, "=")
    return terminal


@pytest.fixture
def ledger(terminal: Terminal) -> Ledger:
    return toernooiboek.open(terminal.ledger)


def test_the_tournaments_of_a_ledger_have_id_and_name(ledger: Ledger) -> None:
    assert [tournament.name for tournament in ledger.tournaments()] == ["Club Open", "Winter"]


def test_a_damaged_tournament_does_not_stop_another(terminal: Terminal, tmp_path: Path) -> None:
    path = copy_of(terminal.ledger, tmp_path)
    damage(path, "UPDATE stored_events SET state = 'x' WHERE sequence = 1")
    ledger = toernooiboek.open(path)
    assert len(ledger.standings("Winter")) == len(terminal.json("-t", "Winter", "players")["rows"])
    for damaged in (ledger.tournaments, ledger.standings):
        with pytest.raises(LedgerRefused, match="does not open it"):
            damaged()


def test_standings_and_crosstable_are_those_of_the_verbs(
    terminal: Terminal, ledger: Ledger
) -> None:
    for verb, lines in (
        ("standings", ledger.standings("Club")),
        ("crosstable", ledger.crosstable("Club")),
    ):
        rows = terminal.json("-t", "Club", verb)["rows"]
        assert [(line.rank, line.number, line.name, line.points) for line in lines] == [
            (row["rank"], row["id"], row["name"], row["points"]) for row in rows
        ]
        assert [[*line.tie_breaks.values()] for line in lines] == [
            [row["wp"], row["sb"]] for row in rows
        ]
        assert [[game.opponent for game in line.rounds] for line in lines] == [
            [game["opponent"] for game in row.get("rounds", ())] for row in rows
        ]


def test_other_rules_a_round_and_a_moment_can_be_asked_for(ledger: Ledger) -> None:
    line = ledger.standings("Club", rules="fide-2024", after=3)[0]
    assert {*line.tie_breaks} >= {"buchholz_cut1", "wp", "sb"}
    assert len(ledger.crosstable("Club", as_of="published:2")[0].rounds) == 1
    assert ledger.facts("Club", as_of=3)[-1].position == 3


def test_points_of_a_season_are_exact_and_a_member_has_a_value(ledger: Ledger) -> None:
    season = Season(4)
    season.play("1-0", "1/2-1/2")
    lines = ledger.standings("Winter")
    assert [line.points for line in lines] == [line.total for line in season.standing().lines]
    assert Fraction(205, 2) in {line.points for line in lines}
    assert [line.value for line in lines] == [70, 69, 68, 67]


def test_facts_have_a_moment_a_topic_and_a_sentence(ledger: Ledger) -> None:
    facts = ledger.facts("Winter")
    assert [fact.position for fact in facts] == list(range(1, len(facts) + 1))
    assert facts[0].topic == "tournament-opened"
    assert isinstance(facts[0].recorded_at, datetime)
    assert facts[0].recorded_at.tzinfo is not None


def test_why_says_what_the_verb_says_with_its_clauses(terminal: Terminal, ledger: Ledger) -> None:
    explained = ledger.why(3, 1, "Club")
    assert f"{explained}\n" == terminal.run("-t", "Club", "why", 3, 1)
    assert {claim.clause for claim in explained.claims} - {None}
    assert ledger.why(3, player=1, tournament="Club", language="nl").text
    with pytest.raises(TypeError, match="board or player"):
        ledger.why(1, tournament="Club")


@pytest.mark.parametrize(
    ("typed", "method", "arguments"),
    [
        ("standings", "standings", {}),
        ("log", "facts", {"tournament": "x"}),
        ("standings --after 9", "standings", {"after": 9}),
        ("standings --rules x", "standings", {"rules": "x"}),
        ("crosstable --as-of never", "crosstable", {"as_of": "never"}),
        ("why 9 1", "why", {"round": 9, "board": 1}),
        ("why 1 99", "why", {"round": 1, "board": 99}),
        ("sql|select x", "sql", {"question": "select x"}),
        ("sql|copy games to 'x'", "sql", {"question": "copy games to 'x'"}),
        ("sql|delete from games", "sql", {"question": "delete from games"}),
        ("sql|--mirror|select x", "sql", {"question": "select x", "mirror": True}),
    ],
)
def test_a_refusal_has_the_text_of_the_terminal(
    terminal: Terminal, ledger: Ledger, typed: str, method: str, arguments: dict[str, Any]
) -> None:
    tournament = arguments.get(
        "tournament", None if method == "standings" and not arguments else "Club"
    )
    words = typed.split("|") if "|" in typed else typed.split()
    chosen = ["-t", tournament] if tournament else []
    with pytest.raises(LedgerRefused) as raised:
        getattr(ledger, method)(**{"tournament": tournament, **arguments})
    told = terminal.try_(*chosen, *words).err
    option_alone = re.sub(r"choose one: toernooi .* --", "choose one: --", told)  # nothing is typed
    assert f"{raised.value}\n" == option_alone
    assert raised.value.refusals[0].code


def test_a_file_that_is_no_ledger_is_refused_when_it_is_opened(tmp_path: Path) -> None:
    with pytest.raises(LedgerRefused, match="ledger-missing"):
        toernooiboek.open(tmp_path / "none.ledger")
    assert not (tmp_path / "none.ledger").exists()


def test_a_relation_outlives_the_ledger_and_becomes_a_frame_or_a_table(ledger: Ledger) -> None:
    answer = ledger.sql("SELECT round, count(*) AS games FROM games_now GROUP BY ALL", "Club")
    del ledger
    gc.collect()
    assert sorted(answer.df()["round"]) == [1, 2, 3, 4, 5]
    assert sorted(answer.pl()["round"]) == [1, 2, 3, 4, 5]
    assert answer.to_arrow_table().num_rows == 5
    assert answer.filter("round = 1").fetchall() == [(1, 7)]


def test_one_relation_takes_one_answer_after_what_prepares_it(ledger: Ledger) -> None:
    prepared = "SET VARIABLE wanted = 2; SELECT getvariable('wanted') AS wanted"
    assert ledger.sql(prepared, "Club").fetchall() == [(2,)]
    with pytest.raises(LedgerRefused, match="one-answer-only"):
        ledger.sql("SELECT 1; SELECT 2", "Club")
    with pytest.raises(LedgerRefused, match="no-answer"):
        ledger.sql("SET VARIABLE wanted = 2", "Club")


def test_a_question_that_takes_too_long_is_refused(ledger: Ledger) -> None:
    """Two questions last a second each."""
    endless = "WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r) FROM r"
    for question in (endless, f"CREATE TEMP TABLE x AS {endless}; SELECT 1"):
        with pytest.raises(LedgerRefused, match="question-too-long"):
            ledger.sql(question, "Club", timeout=1)
    assert ledger.sql("SELECT 1", "Club", timeout=None).fetchall() == [(1,)]


def test_the_mirror_is_asked_by_a_relation_too(terminal: Terminal, ledger: Ledger) -> None:
    terminal.run("mirror", "build")
    answer = ledger.sql("SELECT count(*) FROM tournaments", mirror=True)
    assert answer.fetchall() == [(2,)]
    terminal.run("mirror", "update")
    terminal.run("mirror", "build")
    assert answer.fetchall() == [(2,)]
    (terminal.ledger.parent / "club.duckdb").unlink()


def test_without_a_name_all_tournaments_are_asked_in_the_mirror(
    terminal: Terminal, tmp_path: Path
) -> None:
    club = Terminal(copy_of(terminal.ledger, tmp_path), terminal.world)
    ledger = toernooiboek.open(club.ledger)
    question = "SELECT count(*) FROM tournaments"
    first = ledger.sql(question)
    assert first.fetchall() == [(2,)]
    club.run("init", "Third")
    second = ledger.sql(question)
    assert (first.fetchall(), second.fetchall()) == ([(2,)], [(3,)])
    assert ledger.sql(question, "Club").fetchall() == [(1,)]
    with pytest.raises(LedgerRefused, match="which-tournament"):
        ledger.sql(question, as_of=3)
    with pytest.raises(LedgerRefused, match="which-tournament"):
        ledger.sql(question, mirror=False)


def test_the_mirror_is_brought_up_to_date_with_its_progress(
    terminal: Terminal, ledger: Ledger
) -> None:
    terminal.ledger.with_suffix(".duckdb").unlink(missing_ok=True)
    seen: list[tuple[int, int]] = []
    mirror = ledger.update_mirror(progress=lambda done, total: seen.append((done, total)))
    assert mirror == terminal.ledger.with_suffix(".duckdb")
    assert seen[-1][0] == seen[-1][1] > 30
    seen.clear()
    ledger.update_mirror(progress=lambda done, total: seen.append((done, total)))
    assert seen == []
    mirror.write_bytes(b"of somebody else")
    with pytest.raises(LedgerRefused, match="mirror-unreadable"):
        ledger.update_mirror()
    mirror.unlink()


def run(path: str, folder: Path) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, "-P", "-c", "import toernooiboek; toernooiboek.main()", "--version"]
    environment = os.environ | {"PYTHONPATH": path}
    return subprocess.run(
        words, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )


def test_the_program_starts_where_its_modules_are_its_own(tmp_path: Path) -> None:
    done = run(str(ROOT), tmp_path)
    assert (done.returncode, done.stdout) == (0, f"toernooi, version {VERSION}\n"), done.stderr


@pytest.mark.parametrize("name", ["ledger/__init__.py", "desk/__init__.py", "cli.py"])
def test_the_program_does_not_start_on_a_module_of_somebody_else(tmp_path: Path, name: str) -> None:
    foreign = tmp_path / "elsewhere" / name
    foreign.parent.mkdir(parents=True)
    foreign.write_text("raise SystemExit('imported')\n")
    done = run(f"{tmp_path / 'elsewhere'}{os.pathsep}{ROOT}", tmp_path)
    module = Path(name.removesuffix("/__init__.py")).stem
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.splitlines() == [
        f"error (foreign-modules)  the module {module} of toernooiboek, in {ROOT}, is found in"
        f" {tmp_path / 'elsewhere'}",
        "  next: take that folder off PYTHONPATH, or give toernooiboek its own venv",
    ]


def test_a_ledger_is_not_opened_on_a_module_of_somebody_else(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(toernooiboek, "foreign_modules", lambda: ["the module desk is found in x"])
    with pytest.raises(ImportError, match="the module desk is found in x"):
        toernooiboek.open(terminal.ledger)


def test_a_name_that_programs_cannot_have_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="ledgers"):
        toernooiboek.ledgers  # type: ignore[attr-defined]  # noqa: B018


def test_what_programs_use_is_named_as_they_import_it() -> None:
    names = {name: getattr(toernooiboek, name) for name in toernooiboek.__all__}
    assert {f"{it.__module__}.{it.__qualname__}" for it in names.values()} == {
        f"toernooiboek.{name}" for name in names
    }
    assert pickle.loads(pickle.dumps(names["TournamentName"]("1", "Open"))).name == "Open"


def test_importing_it_loads_no_other_module_of_the_program() -> None:
    script = "import sys, toernooiboek; print(*sys.modules)"
    run = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert {name.split(".")[0] for name in run.stdout.split()} & {*toernooiboek.OURS} == set()
