"""A whole ledger under other versions in its mirror: the same for any jobs, and resumable."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import projections.mirror.refresh
from desk.making.random_trf import Rates, generate
from ledger.state.tournament import replay
from ledger.store.store import Store
from ledger.trf.writer import write
from projections.games.crosstable import of_tournament
from projections.mirror.files import mirror_path
from projections.sql.connections import looked_at
from projections.standings.standing import Standing, final_standing, standing
from projections.views.view import number
from tests.helpers.crosstables import R1996, R2014, rules
from tests.helpers.ledgers import damage
from tests.helpers.mirrors import mirror_of, refresh
from tests.helpers.places import EXAMPLES
from tests.helpers.terminal import Terminal, made_once

ROUNDS, PLAYERS = 4, 9
CLUB = str(EXAMPLES / "club-open.trf")
MANY = ("replay", "--all", "--rules", "knsb-wp-2014", "--jobs", "1")
TABLES = ("standings", "other_tie_breaks", "replays", "versions")


@pytest.fixture
def terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Return a terminal on seven tournaments with byes, defaults and absences."""
    monkeypatch.chdir(tmp_path)
    return made_once(_year, tmp_path)


def _year(within: Path) -> Terminal:
    folder = within / "year"
    folder.mkdir()
    rates = Rates(defaults=150, absences=150, withdrawals=30)
    for at in range(1, 7):
        file = generate(PLAYERS, ROUNDS, rules=R1996, seed=f"many:{at}", rates=rates)
        (folder / f"t{at}.trf").write_bytes(write(file))
    (folder / "club.trf").write_bytes(Path(CLUB).read_bytes())
    desk = Terminal(within / "year.ledger")
    desk.run("import-folder", folder, "--rules", "knsb-wp-1996")
    return desk


def _ask(path: Path, question: str) -> list[tuple[Any, ...]]:
    with looked_at(path) as database:
        return database.execute(question).fetchall()


def _everything(path: Path) -> list[list[tuple[object, ...]]]:
    with looked_at(path) as database:
        return [sorted(database.execute(f"FROM {t}").fetchall(), key=str) for t in TABLES]


def _made(terminal: Terminal, version: str) -> Iterator[tuple[str, Standing]]:
    """Yield every standing of every tournament under a version, from the plain functions."""
    book = rules(version)
    with Store(terminal.ledger) as store:
        for id_, _ in store.tournaments():
            state = replay(fact for fact, _ in store.facts(id_))
            played = len([r for r in state.rounds if not r.open_games])
            for after in range(1, played + 1):
                yield id_, standing(of_tournament(state, book, after), book)
            if played == state.rounds_planned:
                yield id_, final_standing(of_tournament(state, book), book, state.final_lots)


@pytest.mark.parametrize(
    "version", ["knsb-wp-2014", "fide-2024", "fide-2022", "swiss-manager-2009", "knsb-wp-1996"]
)
def test_the_mirror_holds_the_standings_of_the_plain_functions(
    terminal: Terminal, version: str
) -> None:
    terminal.run("replay", "--all", "--rules", version, "--jobs", "1")
    lines, others = [], []
    for id_, plain in _made(terminal, version):
        place = (id_, plain.rounds, plain.final)
        for line in plain.lines:
            score = line.score
            lines.append(
                (
                    *place,
                    line.rank,
                    line.player,
                    *(
                        number(n, parts)
                        for n, parts in (
                            (score.points_halves, 2),
                            (score.ws_halves, 2),
                            (score.wp_halves, 2),
                            (score.sb_quarters, 4),
                        )
                    ),
                    line.decided_by,
                )
            )
            others += [
                (*place, line.player, name, None if value is None else float(value))
                for name, value in line.tie_breaks
                if name not in ("wp", "sb")
            ]
    own = "in_force" if version == "knsb-wp-1996" else f"rules = '{version}' AND NOT in_force"
    path = mirror_path(terminal.ledger)
    rows = _ask(
        path,
        "SELECT tournament, round, final, rank, player, points::DOUBLE, ws::DOUBLE,"
        f" wp::DOUBLE, sb::DOUBLE, decided_by FROM standings WHERE {own}"
        " AND known_to IS NULL",
    )
    assert sorted(rows) == sorted(lines)
    rows = _ask(
        path,
        "SELECT tournament, round, final, player, tie_break, value::DOUBLE"
        f" FROM other_tie_breaks WHERE {own}",
    )
    assert sorted(rows, key=str) == sorted(others, key=str)


def test_the_rows_are_the_same_whatever_the_number_of_jobs(
    terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(projections.mirror.refresh, "A_PART", 100)
    for jobs in (1, 2):
        file = tmp_path / f"{jobs}.duckdb"
        refresh(terminal.ledger, file=file, versions=[R2014, rules("fide-2024")], jobs=jobs)
    assert _everything(tmp_path / "1.duckdb") == _everything(tmp_path / "2.duckdb")
    assert len(_everything(tmp_path / "1.duckdb")[2]) == 14


def test_a_rerun_does_only_what_is_new_or_has_changed(terminal: Terminal, tmp_path: Path) -> None:
    path = mirror_path(terminal.ledger)
    terminal.run(*MANY)
    first = _everything(path)
    assert terminal.json(*MANY)["rows"] == [
        {"rules": "knsb-wp-2014", "replayed": 0, "done_before": 7}
    ]
    assert _everything(path) == first
    id_ = _ask(path, "SELECT tournament FROM tournaments WHERE name <> 'Club'")[0][0]
    terminal.run("-t", id_, "correct", "result", "1", "1", "0-0", "--reason", "misread")
    (row,) = terminal.json(*MANY)["rows"]
    assert (row["replayed"], row["done_before"]) == (1, 6)
    terminal.run(*MANY, "--duckdb", "fresh.duckdb")
    assert _everything(path) == _everything(tmp_path / "fresh.duckdb")


def test_an_update_keeps_the_versions_that_are_in_the_mirror(terminal: Terminal) -> None:
    terminal.run(*MANY)
    id_ = terminal.json("tournaments")["rows"][0]["id"]
    terminal.run("-t", id_, "correct", "result", "1", "1", "0-0", "--reason", "misread")
    terminal.run("mirror", "update")
    assert terminal.json(*MANY)["rows"][0]["replayed"] == 0
    terminal.run("mirror", "build")
    assert terminal.json(*MANY)["rows"][0]["replayed"] == 0


def test_a_corrected_record_keeps_the_versions_that_are_in_the_mirror(terminal: Terminal) -> None:
    refresh(terminal.ledger, versions=[R2014])
    before = _everything(mirror_path(terminal.ledger))
    first = terminal.json("tournaments")["rows"][0]["id"]
    terminal.run("-t", first, "correct", "person", 1, "--club", "Het Paard", "--reason", "moved")
    done = refresh(terminal.ledger)
    assert done.origin == "from zero"
    assert done.replayed == {"knsb-wp-2014": (7, 0)}
    now = _everything(mirror_path(terminal.ledger))
    assert [now[TABLES.index(name)] for name in ("standings", "versions")] == [
        before[TABLES.index(name)] for name in ("standings", "versions")
    ]


def test_what_was_known_before_a_correction_is_kept_under_every_version(terminal: Terminal) -> None:
    id_ = terminal.json("tournaments")["rows"][0]["id"]
    terminal.run("-t", id_, "correct", "result", "1", "1", "0-0", "--reason", "misread")
    terminal.run(*MANY)
    with Store(terminal.ledger) as store:
        position = store.head(id_)
        state = replay(fact for fact, _ in store.facts(id_, upto=position - 1))
    ranking = standing(of_tournament(state, R2014), R2014)
    with mirror_of(terminal.ledger) as database:
        rows = database.execute(
            f"SELECT player, (points * 2)::INTEGER, (wp * 2)::INTEGER FROM"
            f" standings_as_of({position - 1}) WHERE tournament = '{id_}' AND NOT in_force"
            f" AND NOT final AND round = {ranking.rounds} ORDER BY rank"
        ).fetchall()
    lines = [(m.player, m.score.points_halves, m.score.wp_halves) for m in ranking.lines]
    assert rows == lines


def test_another_rulebook_of_the_same_name_takes_the_place_of_the_first(
    terminal: Terminal, tmp_path: Path
) -> None:
    path, file = mirror_path(terminal.ledger), tmp_path / "own.toml"
    for points in ("1", "0.5"):
        text = f'base = "knsb-wp-1996"\nid = "own"\n[bye]\npoints = {points}\n[scores]\nabsent=0.5'
        file.write_text(text, "utf-8")
        assert terminal.json(*MANY, "--rules", file)["rows"][1]["replayed"] == 7
    rows = _ask(path, "SELECT DISTINCT rulebook_hash FROM replays WHERE rules = 'own'")
    assert rows == [(rules(str(file)).hash,)]
    doubled = (
        "SELECT 1 FROM standings WHERE known_to IS NULL"
        " GROUP BY tournament, rules, round, final, player HAVING count(*) > 1"
    )
    assert _ask(path, doubled) == []


def test_a_run_that_is_stopped_keeps_what_was_written_and_goes_on(
    terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(projections.mirror.refresh, "A_PART", 100)
    monkeypatch.setattr(projections.mirror.refresh, "A_TRANSACTION", 100)
    steps: list[tuple[int, int]] = []

    def stop(done: int, total: int) -> None:
        steps.append((done, total))
        if len(steps) == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        refresh(terminal.ledger, versions=[R2014], progress=stop, jobs=1)
    assert not mirror_path(terminal.ledger).exists()
    done = refresh(terminal.ledger, versions=[R2014], jobs=1)
    assert 0 < done.tournaments < 7
    assert done.replayed == {"knsb-wp-2014": (done.tournaments, 7 - done.tournaments)}
    refresh(terminal.ledger, versions=[R2014], file=tmp_path / "whole.duckdb")
    assert _everything(mirror_path(terminal.ledger)) == _everything(tmp_path / "whole.duckdb")


def test_standings_diff_tells_who_moves_between_two_versions(terminal: Terminal) -> None:
    terminal.run(*MANY, "--rules", "vega-2016")
    for old, new in (("knsb-wp-1996", "knsb-wp-2014"), ("knsb-wp-1996", "vega-2016")):
        ids = [row["id"] for row in terminal.json("tournaments")["rows"]]
        rows = terminal.json("replay", *ids, "--rules", new)["rows"]
        expected = {
            (row["id"], "final" if row["round"] == "final" else int(row["round"]), row["number"]): (
                row["rank_before"],
                row["rank_now"],
            )
            for row in rows
            if row["moved"]
        }
        question = (
            "SELECT tournament, CASE WHEN final THEN 'final' ELSE round::VARCHAR END,"
            " players.number,"
            f" rank_before, rank_now FROM standings_diff('{old}', '{new}')"
            " JOIN players USING (tournament, player) WHERE rank_before <> rank_now"
        )
        with mirror_of(terminal.ledger) as database:
            moves = {
                (id_, round_ if round_ == "final" else int(round_), label): tuple(ranks)
                for id_, round_, label, *ranks in database.execute(question).fetchall()
            }
        assert moves == expected
        assert expected


def test_a_season_is_left_out_and_its_rulebooks_are_refused(terminal: Terminal) -> None:
    terminal.run("init", "Interne", "--rules", "mwkeizer", "--rounds", "3")
    for replayed, before in ((7, 0), (0, 7)):
        answer = terminal.json(*MANY)
        assert answer["left_out"] == 1
        assert (answer["rows"][0]["replayed"], answer["rows"][0]["done_before"]) == (
            replayed,
            before,
        )
    rows = _ask(mirror_path(terminal.ledger), "SELECT DISTINCT tournament FROM standings")
    assert len(rows) == 7
    refusal = terminal.refused(*MANY, "--rules", "mwkeizer", code=2)
    assert "season-not-in-bulk" in refusal
    assert "toernooi replay NAME --rules mwkeizer" in refusal
    assert "same-name-twice" in terminal.refused(*MANY, "--rules", "knsb-wp-2014", code=2)


def test_a_damaged_tournament_is_named_and_the_others_are_replayed(terminal: Terminal) -> None:
    damage(terminal.ledger, "UPDATE stored_events SET state = 'x' WHERE sequence = 20")
    ran = terminal.try_(*MANY, "--json")
    assert ran.code == 4
    assert [item["code"] for item in ran.json["refused"]] == ["ledger-damaged"]
    assert ran.json["rows"][0]["replayed"] == 6
    assert terminal.try_(*MANY).code == 4


def test_a_file_that_is_none_of_ours_is_refused_and_left_as_it_is(
    terminal: Terminal, tmp_path: Path
) -> None:
    (tmp_path / "out.duckdb").write_text("a letter", "utf-8")
    named = (*MANY, "--duckdb", "out.duckdb")
    assert "no-mirror" in terminal.refused(*named, code=2)
    assert (tmp_path / "out.duckdb").read_text("utf-8") == "a letter"
    (tmp_path / "out.duckdb").unlink()
    club = terminal.json("tournaments")["rows"][0]["id"]
    terminal.run("replay", club, "--rules", "knsb-wp-2014", "--duckdb", "out.duckdb")
    assert "no-mirror" in terminal.refused(*named, code=2)


def test_jobs_go_with_all_tournaments_only(terminal: Terminal) -> None:
    refusal = terminal.refused("replay", "--rules", "knsb-wp-2014", "--jobs", "2", code=2)
    assert "--jobs and --cluster go with" in refusal


@pytest.mark.parametrize("jobs", [(), ("--jobs", "2")])
def test_names_and_a_round_do_not_go_with_all_and_the_command_that_takes_them_is_shown(
    terminal: Terminal, jobs: tuple[str, ...]
) -> None:
    under = ("replay", "--rules", "knsb-wp-2014", *jobs)
    for more, instead in (
        (("Club", "--all"), "toernooi replay Club --rules knsb-wp-2014"),
        (("--all", "--round", "2"), "toernooi replay NAME --rules knsb-wp-2014 --round 2"),
    ):
        for pairings in ((), ("--pairings",)):
            assert instead in terminal.refused(*under, *more, *pairings, code=2)


def test_jobs_change_neither_the_tables_nor_the_report_of_a_replay_of_all(
    terminal: Terminal, tmp_path: Path
) -> None:
    """It replays seven tournaments twice, into two files, to compare every row."""
    tables, reports = list[object](), list[dict[str, Any]]()
    for jobs in ((), ("--jobs", "1")):
        file = str(tmp_path / f"{len(tables)}.duckdb")
        ran = terminal.try_(*MANY[:4], *jobs, "--duckdb", file, "--json")
        assert ran.code == 0
        tables.append(_everything(Path(file)))
        reports.append(ran.json | {"path": ""})
    assert tables[0] == tables[1]
    assert reports[0] == reports[1]
    assert reports[0]["rows"] == [{"rules": "knsb-wp-2014", "replayed": 7, "done_before": 0}]
    ran = terminal.try_(*MANY[:4])
    assert len(ran.out.splitlines()) < 10
    rows = _ask(mirror_path(terminal.ledger), "SELECT DISTINCT rules FROM replays")
    assert ("knsb-wp-2014",) in rows


def test_in_force_rows_are_of_the_rules_it_was_played_by(terminal: Terminal) -> None:
    terminal.run(*MANY)
    question = "SELECT DISTINCT rules, in_force FROM standings ORDER BY ALL"
    rows = _ask(mirror_path(terminal.ledger), question)
    assert rows == [("knsb-wp-1996", True), ("knsb-wp-2014", False)]


def test_a_replay_goes_before_own_rules_of_the_same_name(
    terminal: Terminal, tmp_path: Path
) -> None:
    file = tmp_path / "own.toml"
    text = 'base = "knsb-wp-1996"\nid = "own"\n[bye]\npoints = {}\n'
    file.write_text(text.format("0.5"), "utf-8")
    terminal.run("import", CLUB, "--rules", file)
    file.write_text(text.format("1"), "utf-8")
    terminal.run(*MANY, "--rules", file)
    with mirror_of(terminal.ledger) as database:
        doubled = database.execute(
            "SELECT 1 FROM standings_diff('own', 'knsb-wp-2014')"
            " GROUP BY tournament, round, final, player HAVING count(*) > 1"
        ).fetchall()
        rows = database.execute("SELECT count(*) FROM standings_diff('own', 'knsb-wp-2014')")
        assert doubled == []
        assert rows.fetchone() != (0,)
