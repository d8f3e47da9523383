"""Files without a ledger: trf pair, trf standings and trf check, as other programs call them."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from desk.answers.tournament_file import tournament_file
from desk.answers.trf import standings_of_file
from ledger.rulebooks.rulebook import Rulebook
from ledger.trf.model import TrfFile
from ledger.trf.reader import parse
from ledger.trf.writer import write
from pairing.systems.registry import load_rulebook
from projections.views.view import View
from tests.helpers.hall import Hall
from tests.helpers.terminal import Terminal
from tests.helpers.words import words


def exported(hall: Hall) -> bytes:
    file = tournament_file(hall.book)
    assert isinstance(file, TrfFile)
    return write(file)


def line(number: int, points: float, *cells: str) -> str:
    """Return a 001 line; a cell is "2 w 1", "U", or "" for a blank one."""
    text = f"001 {number:4}      {'P' + str(number):33} {1900 - number:4} {'':3} {'':11} {'':10} "
    text += f"{points:4.1f} {number:4}"
    for cell in cells:
        if not cell:
            text += " " * 10
        elif len(cell) == 1:
            text += f"  0000 - {cell}"
        else:
            opponent, colour, code = cell.split()
            text += f"  {opponent:>4} {colour} {code}"
    return text.rstrip()


@pytest.fixture
def terminal(tmp_path: Path) -> Terminal:
    return Terminal(tmp_path / "never-made.ledger")


def saved(terminal: Terminal, *lines: str) -> Path:
    path = terminal.ledger.with_suffix(".trf")
    path.write_text("\n".join(["012 Test", *lines]) + "\n", "utf-8")
    return path


def pairing(terminal: Terminal, *arguments: object) -> list[str]:
    """Return the lines of `trf pair`, after checking the number in front of them."""
    count, *boards = terminal.run("trf", "pair", *arguments).splitlines()
    assert count == str(len(boards))
    return boards


FOUR = [
    "XXR 5",
    line(1, 1, "2 w 1"),
    line(2, 0, "1 b 0"),
    line(3, 0.5, "4 w ="),
    line(4, 0.5, "3 b ="),
]


# --- trf pair -------------------------------------------------------------------------------------


@pytest.mark.clause("knsb-wp-2014 D1")
def test_a_first_round_is_printed_as_a_number_boards_and_the_bye(terminal: Terminal) -> None:
    path = saved(terminal, "XXR 5", *(line(number, 0) for number in range(1, 6)))
    assert terminal.run("trf", "pair", path) == "3\n2 5\n3 4\n1 0\n"
    assert pairing(terminal, path, "--set", "pairing.first_round=D2") == ["1 2", "3 4", "5 0"]
    assert not terminal.ledger.exists()


def test_a_file_is_read_from_the_standard_input_and_found_whatever_its_line_ends(
    terminal: Terminal,
) -> None:
    data = saved(terminal, *FOUR).read_bytes().replace(b"\n", b"\r\n")
    said = terminal.run("trf", "pair", "-", "--rules", "knsb-wp-1996", stdin=data)
    assert said.splitlines()[0] == "2"


@pytest.mark.parametrize("cell", ["Z", "H", "F"])
def test_a_player_whose_next_cell_is_filled_is_not_paired(terminal: Terminal, cell: str) -> None:
    away = line(1, {"Z": 0, "H": 0.5, "F": 1}[cell], cell)
    path = saved(terminal, "XXR 5", away, *(line(number, 0) for number in range(2, 6)))
    assert pairing(terminal, path) == ["2 5", "3 4"]


@pytest.mark.parametrize("points", [0.5, 1.0])
def test_the_points_field_may_or_may_not_count_a_bye_of_the_round_to_be_paired(
    terminal: Terminal, points: float
) -> None:
    path = saved(terminal, *FOUR[:4], line(4, points, "3 b =", "H"))
    assert pairing(terminal, path) == ["3 1", "2 0"]
    assert "standing: 4 has" not in terminal.try_("trf", "check", path).out


def test_absentees_of_the_next_round_are_not_paired(terminal: Terminal) -> None:
    path = saved(terminal, "XXR 5", "XXZ 2 4", *(line(number, 0) for number in range(1, 7)))
    assert pairing(terminal, path) == ["1 6", "3 5"]


def test_without_a_number_of_rounds_no_round_is_the_last_and_that_is_said(
    terminal: Terminal,
) -> None:
    path = saved(terminal, *FOUR[1:])
    ran = terminal.try_("trf", "pair", path)
    assert ran.code == 0
    assert "the file does not give the number of rounds" in ran.err
    assert ran.out.startswith("2\n")
    assert terminal.try_("trf", "pair", path, "--rounds", 5).err == ""
    assert terminal.try_("trf", "pair", path, "--rounds", 1).code == 3


def test_a_past_round_is_paired_again_from_what_was_known_then(terminal: Terminal) -> None:
    path = saved(
        terminal,
        "XXR 5",
        line(1, 1, "U"),
        line(2, 1, "5 w +"),
        line(3, 0, "4 w 0"),
        line(4, 1, "3 b 1"),
        line(5, 0, "2 b -"),
        line(6, 0.5, "H"),
        line(7, 0, "Z"),
        line(8, 0),
    )
    assert pairing(terminal, path, "--round", 1) == ["2 5", "3 4", "1 0"]
    assert len(pairing(terminal, path, "--round", 2)) == 4
    said = terminal.refused("trf", "pair", path, "--round", 3)
    assert "earlier-round-open" in said


@pytest.mark.parametrize(
    ("lines", "code", "said"),
    [
        (["XXR 5", line(1, 1, "2 w 1"), line(2, 1, "1 b 1")], 2, "incompatible-results"),
        (["XXR 5", line(1, 0, "2 w 0"), line(2, 0, "1 b 0"), line(3, 0), line(4, 0)], 0, ""),
        (["XXR 1", line(1, 1, "2 w 1"), line(2, 0, "1 b 0")], 3, "no-round-left"),
        (["XXR 5", line(1, 1, "2 w 1"), line(2, 0, "1 b 0")], 3, "no-legal-pairing"),
        (["XXR 5", line(1, 0)], 3, "too-few-players"),
        (["XXR 5"], 2, ""),
        (["XXR 5", "XXS PAB=0.5", line(1, 0), line(2, 0)], 2, "points-disagree"),
        (["XXR 5", "XXP 1 2", line(1, 0), line(2, 0)], 2, "XXP"),
        (["XXR five", line(1, 0), line(2, 0)], 2, "line 2"),
        (["001 rubbish"], 2, "line 2"),
    ],
    ids=["1-1", "0-0", "played-out", "met", "alone", "nobody", "xxs", "xxp", "xxr", "rubbish"],
)
def test_what_cannot_be_paired_has_its_exit_code(
    terminal: Terminal, lines: list[str], code: int, said: str
) -> None:
    ran = terminal.try_("trf", "pair", saved(terminal, *lines))
    assert ran.code == code, ran
    assert said in ran.err
    assert bool(ran.out) == (code == 0)


@pytest.mark.parametrize(
    "options", [("--rules", "fide"), ("--set", "bye.points"), ("--round", "x"), ("--round", "0")]
)
def test_wrong_options_are_wrong_use(terminal: Terminal, options: tuple[str, ...]) -> None:
    terminal.refused("trf", "pair", saved(terminal, *FOUR), *options, code=2)


# --- trf standings --------------------------------------------------------------------------------

KEYS = ["rank", "id", "points", "ws", "wp", "sb", "colours", "colour_difference", "preference"]


@pytest.mark.clause("knsb-wp-2014 A4")
def test_standings_as_json_are_a_list_best_first_with_these_keys(terminal: Terminal) -> None:
    path = saved(
        terminal,
        "XXR 5",
        line(1, 1.5, "2 w 1", "3 b ="),
        line(2, 0, "1 b 0", "4 w 0"),
        line(3, 1, "4 w =", "1 w ="),
        line(4, 1.5, "3 b =", "2 b 1"),
        line(5, 0.5, "Z", "H"),
    )
    rows = terminal.json("trf", "standings", path, "--rules", "knsb-wp-2014")
    assert [list(row) for row in rows] == [KEYS] * 5
    assert [row["id"] for row in rows] == [1, 4, 3, 5, 2], "1 and 4 are equal but for WP"
    assert [row["rank"] for row in rows] == [1, 2, 3, 4, 5]
    by_id = {row["id"]: row for row in rows}
    assert by_id[1] == {
        "rank": by_id[1]["rank"],
        "id": 1,
        "points": 1.5,
        "ws": 1.5,
        "wp": 1,
        "sb": 0.5,
        "colours": "WB",
        "colour_difference": "-0",
        "preference": "W1",
    }
    assert by_id[3]["preference"] == "B3"
    assert (by_id[5]["colours"], by_id[5]["preference"]) == ("--", "-0")
    assert (by_id[5]["points"], by_id[5]["ws"]) == (0.5, 1)
    first = terminal.json("trf", "standings", path, "--after", 1)
    assert {row["id"]: row["points"] for row in first} == {1: 1, 2: 0, 3: 0.5, 4: 0.5, 5: 0}
    assert "standing after round 2" in terminal.run("trf", "standings", path)
    assert terminal.run("trf", "standings", path, "--csv").startswith("rank,id,name,points")
    terminal.refused("trf", "standings", path, "--after", 3, code=2)


# --- against the ledger ---------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ["knsb-wp-1996", "knsb-wp-2014"])
@pytest.mark.parametrize("seed", range(4))
def test_a_file_is_paired_as_the_ledger_it_was_exported_from_round_by_round(
    terminal: Terminal, rules: str, seed: int
) -> None:
    chance = Random(seed)
    hall = Hall(players=15 + seed, rounds=5, rules=rules, set={"bye.half_point_allowed": True})
    path = terminal.ledger.with_suffix(".trf")
    published: list[list[str]] = []
    while len(hall.state.rounds) < 5:
        number = hall.state.next_round
        away = chance.sample(range(1, 15), 2)
        hall.do("absent", player=away[0], round=number)
        hall.do("bye", player=away[1], round=number)
        if number == 2:
            hall.do("withdraw", player=15 + seed)
            hall.do("enter", name="Late")
        path.write_bytes(exported(hall))
        direct = pairing(terminal, path, "--rules", rules)
        hall.do("publish")
        round_ = hall.state.rounds[-1]
        boards = [f"{game.white} {game.black}" for game in round_.games]
        boards += [f"{round_.bye} 0"] if round_.bye else []
        published.append(boards)
        assert direct == boards
        for board in range(1, len(round_.games) + 1):
            outcome = chance.choice(["1-0", "0-1", "1/2-1/2"] * 3 + ["forfeit"])
            if outcome == "forfeit":
                hall.do("forfeit", round=number, board=board, black="late")
            else:
                hall.do("result", round=number, board=board, result=outcome)
    path.write_bytes(exported(hall))
    for number, boards in enumerate(published, 1):
        assert pairing(terminal, path, "--rules", rules, "--round", number) == boards
    checked = terminal.json("trf", "check", path, "--rules", rules)
    assert (checked["rounds_compared"], checked["rounds_same"], checked["rows"]) == (5, 5, [])


# --- trf check ------------------------------------------------------------------------------------


def test_a_round_that_was_paired_otherwise_is_a_finding_and_ends_with_one(
    terminal: Terminal,
) -> None:
    hall = Hall(players=8, rounds=5)
    hall.play()
    path = terminal.ledger.with_suffix(".trf")
    path.write_bytes(exported(hall))
    assert ": 1 of 1" in terminal.run("trf", "check", path)
    other = Hall(players=8, rounds=5)
    other.do("publish")
    other.do("board-swap", round=1, first=8, second=7, reason="r")
    other.do("board-swap", round=1, first=3, second=6, reason="r")
    other.play(publish=False)
    path.write_bytes(exported(other))
    ran = terminal.try_("trf", "check", path, "--json")
    assert ran.code == 1
    rows = ran.json["rows"]
    assert {(row["white"], row["black"], row["found_in"]) for row in rows} == {
        (1, 7, "played"),
        (2, 8, "played"),
        (6, 3, "played"),
        (1, 8, "engine"),
        (2, 7, "engine"),
        (3, 6, "engine"),
    }
    assert {row["what"] for row in rows if row["white"] in (3, 6)} == {"colours exchanged"}
    assert terminal.try_("trf", "check", path).code == 1
    assert terminal.try_("trf", "check", path, "--csv").out.startswith("round,white,black")
    terminal.refused("trf", "check", saved(terminal, "001 rubbish"), code=2)


# --- a bye worth half a point ---------------------------------------------------------------------

HALF_BYE = ["XXR 3", line(1, 1, "2 w 1"), line(2, 0, "1 b 0"), line(3, 0.5, "U")]


@pytest.mark.parametrize(
    "arguments",
    [("trf", "pair"), ("trf", "standings"), ("trf", "check"), ("trf", "why", "--bye"), ("import",)],
)
def test_a_bye_worth_half_a_point_is_read_with_the_key_that_the_refusal_names(
    terminal: Terminal, arguments: tuple[str, ...]
) -> None:
    path = saved(terminal, *HALF_BYE)
    said = terminal.refused(*arguments, path, code=2)
    assert "--set bye.points=0.5" in said
    assert not terminal.ledger.exists()
    ran = terminal.try_(*arguments, path, "--set", "bye.points=0.5")
    assert ran.code in (0, 1), ran  # 1: check has findings
    assert not ran.err or "refused" not in ran.err


def test_a_folder_with_a_bye_worth_half_a_point_is_read_and_goes_out_again(
    terminal: Terminal,
) -> None:
    folder = terminal.ledger.parent / "year"
    folder.mkdir()
    saved(terminal, *HALF_BYE).rename(folder / "one.trf")
    assert "--set bye.points=0.5" in terminal.try_("import-folder", folder, "--json").out
    terminal.run("import-folder", folder, "--set", "bye.points=0.5")
    again = terminal.ledger.parent / "again.trf"
    again.write_text(terminal.run("export"), "utf-8")
    said = terminal.refused("trf", "standings", again, code=2)
    assert "PAB is ½ in the file" in said
    assert "--set bye.points=0.5" in said
    assert terminal.run("trf", "standings", again, "--set", "bye.points=0.5")


def test_a_file_is_answered_in_dutch() -> None:
    file = parse(("\n".join(FOUR) + "\n").encode())
    rules = load_rulebook("knsb-wp-2014")
    assert isinstance(file, TrfFile)
    assert isinstance(rules, Rulebook)
    shown = standings_of_file(file, rules, None, None)
    assert isinstance(shown, View)
    assert words(shown.title, "nl") == (
        "bestand: stand na ronde 1 · Zwitsers op weerstandspunten (KNSB 2014)"
    )
    refused = standings_of_file(file, rules, 3, None)
    assert isinstance(refused, tuple)
    assert words(refused[0].what, "nl") == "het bestand heeft partijen in 1 ronde, niet 3"
    assert words(refused[0].next, "nl") == "--na 0, t/m 1"


@pytest.mark.parametrize("code", ["FIDE_DUBOV_2017", "FIDE_BURSTEIN_2017", "CUSTOM_DOUBLESWISS"])
def test_a_file_of_a_system_that_is_not_here_asks_for_a_rulebook(tmp_path: Path, code: str) -> None:
    terminal = Terminal(tmp_path / "cup.ledger")
    terminal.run("generate", "--players", 8, "--rounds", 3, "-o", tmp_path / "made.trf")
    file = tmp_path / "other.trf"
    file.write_text(f"192 {code}\n" + (tmp_path / "made.trf").read_text())
    for verb in (("trf", "pair"), ("trf", "check"), ("trf", "standings"), ("import",)):
        ran = terminal.try_(*verb, file)
        assert (ran.code, ran.out) == (2, "")
        assert f"192 {code}: this system is not here" in ran.err
        assert "--rules RULEBOOK" in ran.err
    assert "knsb-wp-2014" in terminal.run("import", file, "--rules", "knsb-wp-2014")
