"""A whole ledger under other versions into one file: the same whatever the jobs, and it goes on."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

import duckdb
import pytest
from tables import R1996, R2014, rules
from terminal import Terminal
from transcripts import ROOT

import pairing.replay_many
from ledger.state import replay
from ledger.store import Store
from ledger.store_file import EVENTS_TABLE
from ledger.trf_write import write
from pairing.generate import Rates, generate
from pairing.replay_many import replay_many
from projections.games import of_tournament
from projections.replayed import TIE_BREAKS
from projections.standings import final_standing, standing
from projections.views import View, exact_number, number

ROUNDS, PLAYERS = 4, 9
CLUB = str(resources.files("ledger") / "demo" / "club-open.trf")
MANY = ("replay", "--all", "--rules", "knsb-wp-2014", "--duckdb", "out.duckdb", "--jobs")


@pytest.fixture
def terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Return a terminal on seven tournaments with byes, defaults and absences."""
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "year"
    folder.mkdir()
    rates = Rates(defaults=150, absences=150, withdrawals=30)
    for at in range(1, 7):
        file = generate(PLAYERS, ROUNDS, R1996, f"many:{at}", rates)
        (folder / f"t{at}.trf").write_bytes(write(file))
    (folder / "club.trf").write_bytes(Path(CLUB).read_bytes())
    desk = Terminal(tmp_path / "year.ledger")
    desk.run("import-folder", folder, "--rules", "knsb-wp-1996")
    return desk


def _ask(path: Path, question: str) -> list[tuple[object, ...]]:
    with duckdb.connect(str(path), read_only=True) as database:
        return database.execute(question).fetchall()


def _everything(path: Path) -> list[list[tuple[object, ...]]]:
    return [_ask(path, f"SELECT * FROM {table}") for table in ("replays", "standings")]


def _expected(terminal: Terminal, version: str) -> Iterator[tuple[object, ...]]:
    """Yield the rows of the table standings, from the plain functions."""
    book = rules(version)
    with Store(terminal.ledger) as store:
        for id_, _ in store.tournaments():
            state = replay(store.facts(id_))
            played = len([r for r in state.rounds if not r.open_games])
            made = [standing(of_tournament(state, book, n), book) for n in range(1, played + 1)]
            if played == state.rounds_planned:
                made.append(final_standing(of_tournament(state, book), book, state.final_lots))
            for one in made:
                for line in one.lines:
                    breaks = dict(line.tie_breaks)
                    yield (
                        id_, version, one.rounds, one.final, line.rank, line.number,
                        number(line.score.points_halves), number(line.score.ws_halves),
                        number(line.score.wp_halves), number(line.score.sb_quarters, 4),
                        line.decided_by, *(exact_number(breaks.get(name)) for name in TIE_BREAKS),
                    )  # fmt: skip


@pytest.mark.parametrize(
    "version", ["knsb-wp-2014", "fide-2024", "fide-2022", "swiss-manager-2009"]
)
def test_the_file_holds_the_standings_of_the_plain_functions(
    terminal: Terminal, tmp_path: Path, version: str
) -> None:
    terminal.run("replay", "--all", "--rules", version, "--duckdb", "out.duckdb", "--jobs", "1")
    assert _everything(tmp_path / "out.duckdb")[1] == list(_expected(terminal, version))


def test_the_rows_are_the_same_whatever_the_number_of_jobs(
    terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pairing.replay_many, "A_TASK", 2)
    for jobs in (1, 2):
        done = replay_many(terminal.ledger, [R2014, R1996], tmp_path / f"{jobs}.duckdb", jobs)
        assert isinstance(done, View)
    one, two = (_everything(tmp_path / f"{jobs}.duckdb") for jobs in (1, 2))
    assert one == two
    assert len(one[0]) == 14


def test_a_rerun_does_only_what_is_new_or_has_changed(terminal: Terminal, tmp_path: Path) -> None:
    terminal.run(*MANY, "1")
    first = _everything(tmp_path / "out.duckdb")
    assert terminal.json(*MANY, "1")["rows"] == [
        {"rules": "knsb-wp-2014", "replayed": 0, "done_before": 7}
    ]
    assert _everything(tmp_path / "out.duckdb") == first
    id_ = str(first[0][0][0])
    terminal.run("-t", id_, "correct", "result", "1", "1", "0-0", "--reason", "misread")
    (row,) = terminal.json(*MANY, "1")["rows"]
    assert (row["replayed"], row["done_before"]) == (1, 6)
    ordered = "SELECT * FROM standings ORDER BY id, round, final, rank"
    terminal.run(*MANY[:-2], "fresh.duckdb", "--jobs", "1")
    assert _ask(tmp_path / "out.duckdb", ordered) == _ask(tmp_path / "fresh.duckdb", ordered)
    assert len(_everything(tmp_path / "out.duckdb")[0]) == 7


def test_another_rulebook_of_the_same_name_takes_the_place_of_the_first(
    terminal: Terminal, tmp_path: Path
) -> None:
    file = tmp_path / "own.toml"
    many = ("replay", "--all", "--rules", file, "--duckdb", "out.duckdb", "--jobs", "1")
    for points in ("1", "0.5"):
        text = f'base = "knsb-wp-1996"\nid = "own"\n[bye]\npoints = {points}\n'
        file.write_text(text, "utf-8")
        assert terminal.json(*many)["rows"][0]["replayed"] == 7
    ((hash_,),) = _ask(tmp_path / "out.duckdb", "SELECT DISTINCT rulebook_hash FROM replays")
    assert hash_ == rules(str(file)).hash
    doubled = "SELECT 1 FROM standings GROUP BY id, round, final, number HAVING count(*) > 1"
    assert _ask(tmp_path / "out.duckdb", doubled) == []


def test_a_run_that_is_stopped_keeps_what_was_written_and_goes_on(
    terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pairing.replay_many, "A_PART", 2)
    output = tmp_path / "out.duckdb"

    def stop(done: int, total: int) -> None:
        assert total == 7
        if done == 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        replay_many(terminal.ledger, [R2014], output, 1, stop)
    assert len(_everything(output)[0]) == 4
    view = replay_many(terminal.ledger, [R2014], output)
    assert isinstance(view, View)
    assert view.rows[0]["replayed"] == 3
    replay_many(terminal.ledger, [R2014], tmp_path / "whole.duckdb")
    assert _everything(output) == _everything(tmp_path / "whole.duckdb")


def test_the_view_moves_tells_who_moves_between_two_versions(
    terminal: Terminal, tmp_path: Path
) -> None:
    terminal.run(*MANY, "1", "--rules", "knsb-wp-1996")
    told = {
        (row["id"], row["round"], row["number"]): (row["rank_before"], row["rank_now"])
        for row in terminal.json("replay", "--all", "--rules", "knsb-wp-2014")["rows"]
        if row["moved"] and row["round"] != "final"
    }
    question = (
        "SELECT id, round, number, rank_before, rank_now FROM moves"
        " WHERE rules_before = 'knsb-wp-1996' AND NOT final"
    )
    found = {row[:3]: row[3:] for row in _ask(tmp_path / "out.duckdb", question)}
    assert found == told
    assert told


def test_a_season_is_left_out_and_its_rulebooks_are_refused(
    terminal: Terminal, tmp_path: Path
) -> None:
    terminal.run("init", "Interne", "--rules", "mwkeizer", "--rounds", "3")
    value = terminal.json(*MANY, "1")
    assert value["left_out"] == 1
    assert len(_everything(tmp_path / "out.duckdb")[0]) == 7
    said = terminal.refused(*MANY, "1", "--rules", "mwkeizer", code=2)
    assert "season-not-in-bulk" in said
    assert "same-name-twice" in terminal.refused(*MANY, "1", "--rules", "knsb-wp-2014", code=2)


def test_a_damaged_tournament_is_named_and_the_others_are_replayed(
    terminal: Terminal, tmp_path: Path
) -> None:
    with sqlite3.connect(terminal.ledger) as raw:
        question = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"
        guards = raw.execute(question).fetchall()
        for name, _ in guards:
            raw.execute(f"DROP TRIGGER {name}")
        raw.execute(f"UPDATE {EVENTS_TABLE} SET state = 'x' WHERE sequence = 20")
        for _, sql in guards:
            raw.execute(sql)
    ran = terminal.try_(*MANY, "1", "--json")
    assert ran.code == 4
    assert [item["code"] for item in ran.json["refused"]] == ["ledger-damaged"]
    assert ran.json["rows"][0]["replayed"] == 6
    assert len(_everything(tmp_path / "out.duckdb")[0]) == 6


def test_a_file_that_is_none_of_ours_is_refused_and_left_as_it_is(
    terminal: Terminal, tmp_path: Path
) -> None:
    (tmp_path / "out.duckdb").write_text("a letter", "utf-8")
    assert "no-replay-file" in terminal.refused(*MANY, "1", code=2)
    assert (tmp_path / "out.duckdb").read_text("utf-8") == "a letter"
    (tmp_path / "out.duckdb").unlink()
    terminal.run("replay", "--all", "--rules", "knsb-wp-2014", "--duckdb", "out.duckdb")
    assert "no-replay-file" in terminal.refused(*MANY, "1", code=2)


def test_jobs_go_with_all_and_duckdb_only(terminal: Terminal) -> None:
    for more in ((), ("--all",), ("--all", "--duckdb", "x.duckdb", "--pairings")):
        said = terminal.refused("replay", "--rules", "knsb-wp-2014", "--jobs", "2", *more, code=2)
        assert "--jobs goes with" in said


def test_the_page_of_a_year_names_every_column(terminal: Terminal, tmp_path: Path) -> None:
    terminal.run(*MANY, "1")
    page = (ROOT / "docs" / "year.md").read_text("utf-8")
    for table in ("replays", "standings", "moves"):
        part = page.split(f"`{table}`:")[1].split("| column |")[1]
        told = [line.split("|")[1] for line in part.split("\n\n")[0].splitlines()[2:]]
        words = {word for cell in told for word in cell.replace(",", " ").split()}
        columns = {row[0] for row in _ask(tmp_path / "out.duckdb", f"DESCRIBE {table}")}
        assert columns - words == (
            set(TIE_BREAKS) - {"buchholz_cut1"} if table == "standings" else set()
        )
