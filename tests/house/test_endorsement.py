"""The script of FIDE's test with generated tournaments, and the page of FIDE's questions."""

from __future__ import annotations

import json
import re
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests import endorsement
from tests.endorsement import A_PART, ALLOWED, Kept, made_with, parts, ways
from tests.helpers.both_ways import Checked, Way, by_us, gacrux_by_us, ours, ours_by_gacrux
from tests.helpers.places import ROOT


def test_what_is_done_is_kept_and_a_run_goes_on_after_it(tmp_path: Path) -> None:
    kept = Kept(tmp_path, "these engines")
    kept.add("one", 1, [Checked(b"a", 5, ()), Checked(b"b", 6, ("round 2: 1-5",))])
    again = Kept(tmp_path, "these engines")
    assert (again.done("one"), again.done("another")) == (2, 0)
    again.add("one", 3, [Checked(b"c", 7, (), False), Checked(b"d", 0, ("?",), read=False)])
    assert json.loads((tmp_path / "state.json").read_text())["counts"]["one"] == {
        "tournaments": 4,
        "rounds": 18,
        "pairings differ": 1,
        "places differ": 1,
        "not read": 1,
    }
    again.add("one", 5, [Checked(b"", 0, ("no legal pairing",), made=False)])
    assert Kept(tmp_path, "these engines").counts["one"]["not made"] == 1
    assert sorted(path.name for path in (tmp_path / "one").iterdir()) == [
        "000002.trf",
        "000002.txt",
        "000003.trf",
        "000003.txt",
        "000004.trf",
        "000004.txt",
    ]
    assert (tmp_path / "one" / "000002.trf").read_bytes() == b"b"
    assert "round 2: 1-5" in (tmp_path / "one" / "000002.txt").read_text()


def test_counts_of_other_engines_are_not_added_to(tmp_path: Path) -> None:
    Kept(tmp_path, "these engines").add("one", 1, [Checked(b"a", 5, ())])
    with pytest.raises(SystemExit, match="made with these engines"):
        Kept(tmp_path, "others")


def test_it_passes_until_more_tournaments_differ_than_are_allowed(tmp_path: Path) -> None:
    kept = Kept(tmp_path, "these engines")
    for number in range(1, ALLOWED + 2):
        assert kept.passes()
        kept.add("one", number, [Checked(b"a", 5, ("another",))])
    assert not kept.passes()
    assert any("pairings differ: 11" in line for line in kept.lines())


def test_the_numbers_that_are_left_are_done_in_parts() -> None:
    left = parts(5, 5 + A_PART)
    assert [number for part in left for number in part] == [*range(5, 6 + A_PART)]
    assert parts(8, 7) == []


def test_a_tournament_is_made_from_its_number_alone_and_our_own_checker_agrees() -> None:
    assert ours(3, 14) == ours(3, 14) != ours(4, 14)
    for number in range(1, 9):
        checked = by_us(ours(number, 14))
        assert (checked.apart, checked.places, checked.read) == ((), True, True)
        assert checked.rounds


def test_a_pairing_that_is_not_ours_and_a_file_that_is_none_are_found() -> None:
    lines = ours(1, 14).decode().split("\r\n")
    first = next(line for line in lines if line.startswith("001") and line[96:97] in ("w", "b"))
    other = next(line for line in lines if line.startswith(f"001 {first[91:95]}"))
    swap = {"w": "b", "b": "w"}
    for line in (first, other):
        lines[lines.index(line)] = f"{line[:96]}{swap[line[96]]}{line[97:]}"
    assert by_us("\r\n".join(lines).encode()).apart[0].startswith("round 1: played ")
    assert not by_us(b"nothing").read


def test_a_program_is_asked_only_where_it_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endorsement, "find_spec", lambda name: None)
    assert ways(None) == {}
    assert [*ways("/bin/bbp")] == ["ours-by-bbp", "bbp-by-us"]
    assert "bbpPairings" in made_with(["ours-by-bbp"], 40)


@pytest.mark.peers
@pytest.mark.skipif(find_spec("gacrux") is None, reason="needs gacrux")
@pytest.mark.parametrize("way", [ours_by_gacrux, gacrux_by_us])
def test_a_few_tournaments_each_way_are_the_same(way: Way) -> None:
    for number in range(1, 7):
        checked = way(number, 20)
        assert (checked.apart, checked.places, checked.read) == ((), True, True)


# --- docs/endorsement.md --------------------------------------------------------------------------

PAGE = (ROOT / "docs" / "endorsement.md").read_text("utf-8")
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in PAGE.splitlines()
    if re.match(r"\| [0-9]", line)
]


def test_every_question_has_its_row_once_and_in_order() -> None:
    numbers = list[int]()
    for first, _, last in (row[0].partition("-") for row in ROWS):
        numbers += range(int(first), int(last or first) + 1)
    assert numbers == [*range(1, 226)]
    assert {row[3] for row in ROWS} <= {"yes", "partly", "no", "unknown"}
    assert {len(row) for row in ROWS} == {6}


def test_every_test_that_the_page_names_exists_and_no_yes_is_without_one() -> None:
    tests = {
        name
        for path in (ROOT / "tests").rglob("test_*.py")
        for name in re.findall(r"^def (test_\w+)", path.read_text("utf-8"), re.MULTILINE)
    }
    named = set(re.findall(r"`(test_\w+)`", PAGE))
    assert not named - tests
    assert not [row[0] for row in ROWS if row[3] in ("yes", "partly") and "`test_" not in row[5]]


def test_the_penalties_that_we_would_take_add_up() -> None:
    left = [row[1] for row in ROWS if row[3] in ("partly", "no")]
    total, hard = sum(int(one) for one in left if one.isdigit()), left.count("HARD")
    assert f"add up to {total} percent; HARD rows among them: {hard}." in " ".join(PAGE.split())
