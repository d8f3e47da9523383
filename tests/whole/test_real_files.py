"""Real tournament files: import, round trip, standings and published values."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

from desk.answers.competition import standings as standings_report
from desk.answers.tournament_file import tournament_file
from desk.commands.decision import Decision
from desk.handlers.dispatch import handle
from ledger.facts.stamps import stamped
from ledger.state.book import Book
from ledger.state.tournament import Tournament
from ledger.trf.meaning import points_disagree
from ledger.trf.model import TrfFile, TrfPlayer
from ledger.trf.reader import parse
from ledger.trf.writer import write
from projections.games.crosstable import Cell, CellKind, of_tournament
from projections.games.crosstable_of_trf import of_file, rounds_with_games
from projections.standings.scores import scores
from projections.standings.standing import standing
from projections.views.view import View
from tests.helpers.console import repeatable
from tests.helpers.crosstables import BOTH, R2014
from tests.helpers.hall import command
from tests.helpers.shared_data import SHARED, needs_shared, shared_files
from tests.helpers.terminal import Terminal

REAL = pytest.mark.parametrize("path", shared_files("data/real/*.trf"))


@cache
def read(path: Path) -> TrfFile:
    file = parse(path.read_bytes())
    assert isinstance(file, TrfFile), file[0]
    return file


@cache
def imported(path: Path, rules: str = "knsb-wp-2014") -> Book:
    book = Book(Tournament(), new_seed=lambda: "seed")
    command_ = command("import", file=path.name, rules=rules)
    decision = handle(book, command_.model_copy(update={"content": path.read_bytes()}))
    assert isinstance(decision, Decision), decision
    book.take(decision.facts)
    book.record(
        stamped(
            "t",
            last=0,
            facts=decision.facts,
            previous=None,
            runtime=repeatable(),
            correlation_id=None,
        )
    )
    book.people.update({person.key: dict(person.fields) for person in decision.people})
    return book


def same(player: TrfPlayer) -> tuple[object, ...]:
    """Return the parts of a player's line that a ledger keeps; titles and ranks in our spelling."""
    return (
        player.number,
        player.name,
        player.sex,
        player.rating,
        player.federation,
        player.fide_id,
        player.birth,
        player.points_halves,
        player.cells,
    )


@REAL
def test_a_real_file_is_imported_whole_and_closed_round_by_round(path: Path) -> None:
    book, file = imported(path), read(path)
    assert len(book.state.players) == len(file.players)
    assert len(book.state.rounds) == rounds_with_games(file)
    assert book.state.rounds_planned == file.rounds_planned
    assert all(round_.closed and round_.source == "import" for round_ in book.state.rounds)


@REAL
def test_a_real_file_comes_out_again_with_the_same_players_cells_and_points(path: Path) -> None:
    out = tournament_file(imported(path))
    assert isinstance(out, TrfFile)
    again = parse(write(out))
    assert isinstance(again, TrfFile), again
    for mine, theirs in zip(again.players, read(path).players, strict=True):
        assert same(mine) == same(theirs)
    assert again.rounds_planned == read(path).rounds_planned
    assert again.name == (read(path).name or path.stem)


def essence(cell: Cell) -> tuple[object, ...]:
    """Return the meaning of a cell: a bye by another name, or a default of nobody, is the same."""
    names = {CellKind.FULL_BYE: CellKind.DEFAULT_WIN, CellKind.DEFAULT_LOSS: CellKind.ABSENT}
    kind = names.get(cell.kind, cell.kind) if cell.opponent is None else cell.kind
    return (kind, *cell[1:])


@REAL
def test_the_crosstable_of_the_ledger_is_that_of_the_file_after_every_round(path: Path) -> None:
    book, file = imported(path), read(path)
    for after in range(rounds_with_games(file) + 1):
        ours, direct = of_tournament(book.state, R2014, after), of_file(file, R2014, after)
        assert ours.numbers == direct.numbers
        for player in ours.cells:
            mine = [essence(cell) for cell in ours.cells[player]]
            assert mine == [essence(cell) for cell in direct.cells[player]]


@needs_shared
def test_a_file_of_a_team_event_is_refused_as_such(tmp_path: Path) -> None:
    assert SHARED is not None
    path = SHARED / "data" / "trf26" / "grandmommyscup.trf"
    terminal = Terminal(tmp_path / "x.ledger")
    for verb in (("import",), ("trf", "pair"), ("trf", "check"), ("trf", "why", "--bye")):
        assert "trf-team-event" in terminal.refused(*verb, path, code=2)
    assert terminal.run("trf", "standings", path)


@REAL
def test_the_standing_of_the_ledger_is_that_of_the_file_in_both_rule_sets(path: Path) -> None:
    book, file = imported(path), read(path)
    played = rounds_with_games(file)
    for rulebook in BOTH:
        assert points_disagree(file, rulebook) == ()
        direct = standing(of_file(file, rulebook, played), rulebook)
        assert standing(of_tournament(book.state, rulebook), rulebook) == direct
        view = standings_report(book, rules=rulebook)
        assert isinstance(view, View)
        assert [row["id"] for row in view.cells] == [line.number for line in direct.lines]


@REAL
def test_points_in_the_file_are_those_of_the_standing(path: Path) -> None:
    file, table = read(path), of_tournament(imported(path).state, R2014)
    for player in file.players:
        announced = sum(
            {"H": 1, "F": 2, "U": 2}.get(cell.code, 0)
            for cell in player.cells[table.rounds :]
            if cell is not None
        )
        if player.points_halves is not None:
            assert table.points_halves(player.number) == player.points_halves - announced


@needs_shared
@pytest.mark.clause("knsb-wp-2014 A1d-A")
@pytest.mark.clause("knsb-wp-2014 A1d-B")
def test_the_world_blitz_has_the_published_points_and_buchholz_of_all_179_players() -> None:
    assert SHARED is not None
    folder = SHARED / "data" / "real"
    published = json.loads((folder / "world-blitz-2021.published-tiebreaks.json").read_text())
    column = published["tie_breaks"].index("Buchholz")
    table = of_file(read(folder / "world-blitz-2021.trf"), R2014, 21)
    totals = scores(table, R2014)
    assert len(published["players"]) == 179
    for player in published["players"]:
        score = totals[player["start_rank"]]
        assert score.points_halves == player["points"] * 2
        assert score.wp_halves == player["published"][column] * 2


@pytest.mark.parametrize("path", shared_files("data/malformed/no_legal_pairings*.trf"))
def test_a_field_without_a_legal_pairing_ends_with_three_and_names_players(
    path: Path, tmp_path: Path
) -> None:
    terminal = Terminal(tmp_path / "x.ledger")
    said = terminal.refused("trf", "pair", path, code=3)
    assert "no-legal-pairing" in said
    assert any(
        f"({player.number}" in said or f", {player.number}" in said for player in read(path).players
    )
    terminal.run("import", path)
    by_ledger = terminal.refused("pair", code=3)
    assert "no-legal-pairing" in by_ledger
    assert any(player.name in by_ledger for player in read(path).players)


@needs_shared
def test_a_real_tournament_goes_through_the_whole_line(tmp_path: Path) -> None:
    assert SHARED is not None
    path = SHARED / "data" / "real" / "javafo_sample2.trf"
    terminal = Terminal(tmp_path / "real.ledger")
    terminal.run("import", path)
    assert len(terminal.json("standings")["rows"]) == 52
    draft = terminal.json("pair")
    direct = terminal.run("trf", "pair", path).split("\n")
    boards = [f"{row['white']} {row['black']}" for row in draft["rows"]]
    boards += [f"{draft['bye']} 0"] if draft["bye"] else []
    assert direct[:-1] == [str(len(boards)), *boards]
    terminal.run("publish", "--basis", draft["basis"])
    number = draft["round"]
    pairing = terminal.json("pairings", number)["rows"]
    then = terminal.json("standings", "--after", number - 1)["rows"]
    earlier = terminal.json("pairings", number - 1)["rows"]
    won = next(row["board"] for row in earlier if row["result"] == "1-0")
    terminal.run("correct", "result", number - 1, won, "0-1", "--reason", "score sheet misread")
    assert terminal.json("pairings", number)["rows"] == pairing
    now = terminal.json("standings", "--after", number - 1)["rows"]
    standings = terminal.json("standings", "--after", number - 1, "--as-of", f"published:{number}")
    assert standings["rows"] == then != now
    typed = [str(word) for row in pairing for word in (row["board"], "1-0")]
    terminal.run("result", number, *typed)
    assert terminal.json("standings")["rounds"] == number


@needs_shared
def test_the_demo_runs_on_a_real_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert SHARED is not None
    monkeypatch.chdir(tmp_path)
    said = Terminal(tmp_path / "unused.ledger").run(
        "demo", SHARED / "data" / "real" / "javafo_sample2.trf"
    )
    for word in ("import", "standings", "publish", "correct result", "published:5"):
        assert word in said
