"""`trf check` holds the standing of a file against the rules: points, places, ties, tie-breaks."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from desk.making.random_trf import generate
from ledger.trf.model import TrfFile, TrfHeader
from ledger.trf.writer import write
from projections.standings.of_file import standing_check
from tests.helpers.console import Console
from tests.helpers.crosstables import rules
from tests.helpers.words import words

FIDE = rules("fide-dutch-2026")


def made(tie_breaks: str = "", **wrong: Any) -> TrfFile:
    file = generate(12, 5, rules=FIDE, seed="standing")
    header = [line for line in file.header if line.tag != "202"]
    header += [TrfHeader("202", tie_breaks)] if tie_breaks else []
    file = replace(file, header=tuple(header))
    first = replace(file.players[0], **wrong) if wrong else file.players[0]
    return replace(file, players=(first, *file.players[1:]))


@pytest.mark.parametrize("name", ["fide-dutch-2026", "knsb-wp-2014", "knsb-rating-2014"])
def test_a_file_of_ours_has_the_points_and_places_of_its_rulebook(name: str) -> None:
    held = standing_check(generate(15, 6, rules=rules(name), seed="own"), rules(name))
    assert (held.same, held.players, held.counts) == (15, 15, False)
    assert held.of_file is (name == "fide-dutch-2026")


def test_a_wrong_place_counts_when_the_file_names_its_tie_breaks() -> None:
    place = made().players[0].rank
    assert place is not None
    for codes, counts in (("", False), ("BH/C1,BH,SB", True)):
        held = standing_check(made(codes, rank=13 - place), FIDE)
        assert [(d.player, d.place_in_file) for d in held.differences] == [(1, 13 - place)]
        assert held.counts is counts


def test_wrong_points_count_and_are_told_in_words() -> None:
    held = standing_check(made(points_halves=21), FIDE)
    assert held.counts
    lines = [words(line) for line in held.lines()]
    assert lines[0].startswith("standing: 1 has ")
    assert lines[0].endswith(" by the rules, in the file 10½")
    assert lines[-1].endswith("(BH/C1,BH,SB), as the file names none: 11 of 12 players the same")
    assert "stand: 1 heeft volgens de regels" in words(next(held.lines()), "nl")


def test_players_whom_the_tie_breaks_leave_equal_share_their_places() -> None:
    file = made("SNO")
    last = max(p.rank or 0 for p in file.players)
    equal = [p for p in file.players if p.points_halves == file.players[-1].points_halves]
    exchanged = {
        p.number: replace(p, rank=q.rank) for p, q in zip(equal, equal[1:] + equal[:1], strict=True)
    }
    players = tuple(exchanged.get(p.number, p) for p in file.players)
    held = standing_check(replace(file, players=players), FIDE)
    assert (len(equal) > 1, last) == (True, 12)
    assert held.same == 12


def test_a_tie_break_that_is_not_here_leaves_the_places_alone() -> None:
    held = standing_check(made("BH,MPvGP", rank=12), FIDE)
    assert (held.not_compared, held.same) == (["MPvGP"], 12)
    assert "are not here: MPvGP" in words(next(held.lines()))


def test_the_verb_tells_the_standing_and_leaves_with_1_when_it_differs(tmp_path: Path) -> None:
    console = Console(tmp_path)
    options = ("--rules", "fide-dutch-2026")
    (tmp_path / "right.trf").write_bytes(write(made("BH/C1,BH,SB")))
    (tmp_path / "wrong.trf").write_bytes(write(made("BH/C1,BH,SB", rank=12)))
    assert "12 of 12 players the same" in console.must_run("trf", "check", "right.trf", *options)
    wrong = console.run("trf", "check", "wrong.trf", *options, "--json")
    answer = json.loads(wrong.output)
    assert wrong.exit_code == 1
    assert answer["standing"]["differences"][0]["player"] == 1
    one = console.run("trf", "check", "wrong.trf", *options, "--round", "2", "--json")
    assert "standing" not in json.loads(one.output)
