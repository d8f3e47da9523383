"""Tie-breaks are read as FIDE writes them and by name, and kept by the names that ledgers have."""

from __future__ import annotations

import copy
import json
import pickle
from pathlib import Path

import pytest

from desk.render.catalogue import room
from ledger.messages import Sentence
from ledger.refusals import Exit, Refusal
from ledger.rulebooks.rulebook import Rulebook
from ledger.rulebooks.tie_breaks import BASES, every_tie_break, tie_break
from ledger.values import Language
from pairing.systems.registry import changed_rulebook, load_rulebook
from projections.standings.tiebreaks import of_player
from tests.helpers.words import words

KEPT = """
mutual_result=OTHER_MUTUAL_RESULT direct_encounter=DE direct_encounter_with_defaults=DE/P wp=BH
buchholz_cut1=BH/C1 buchholz_cut2=BH/C2 buchholz_median1=BH/M1 buchholz_median2=BH/M2
wp_with_defaults=BH/P buchholz_cut1_with_defaults=BH/C1/P buchholz_cut2_with_defaults=BH/C2/P
buchholz_median1_with_defaults=BH/M1/P buchholz_median2_with_defaults=BH/M2/P fore_buchholz=FB
fore_buchholz_cut1=FB/C1 fore_buchholz_cut2=FB/C2 fore_buchholz_median1=FB/M1
fore_buchholz_median2=FB/M2 fore_buchholz_with_defaults=FB/P
fore_buchholz_cut1_with_defaults=FB/C1/P fore_buchholz_cut2_with_defaults=FB/C2/P
fore_buchholz_median1_with_defaults=FB/M1/P fore_buchholz_median2_with_defaults=FB/M2/P
average_buchholz=AOB average_fore_buchholz=AOB/F sb=SB sb_cut1=SB/C1 sb_cut2=SB/C2
sb_with_defaults=SB/P sb_cut1_with_defaults=SB/C1/P sb_cut2_with_defaults=SB/C2/P progressive=PS
progressive_cut1=PS/C1 progressive_cut2=PS/C2 wins_over_the_board=WON wins=WIN games_with_black=BPG
black_wins=BWG elected_to_play=REP standard_points=STD koya=KS koya_plus1=KS/L+1 koya_plus2=KS/L+2
koya_plus3=KS/L+3 koya_plus4=KS/L+4 koya_minus1=KS/L-1 koya_minus2=KS/L-2 koya_minus3=KS/L-3
koya_minus4=KS/L-4 average_rating=ARO average_rating_cut1=ARO/C1 average_rating_cut2=ARO/C2
average_rating_median1=ARO/M1 average_rating_median2=ARO/M2 performance=TPR perfect_performance=PTP
average_performance=APRO average_perfect_performance=APPO rating=RTNG rating_lowest_first=RTNG/R
pairing_number=TPN pairing_number_highest_first=TPN/R number=SNO lots=OTHER_LOTS
"""
"""Every name that ledgers have, literally, with its code: these never change."""


def refused(*final: str) -> tuple[str, str | None]:
    """Return what is said of a list, and the clause."""
    refusals = load_rulebook("fide-2026", {"ranking.final": json.dumps(final)})
    assert isinstance(refusals, tuple)
    [one] = refusals
    assert one.code == "rulebook-invalid"
    assert one.exit is Exit.USAGE
    return words(one.what), one.clause


def test_every_name_that_ledgers_have_is_made_of_its_base_and_modifiers() -> None:
    kept = dict(pair.split("=") for pair in KEPT.split())
    assert {str(one): one.code for one in every_tie_break()} == kept
    for name, code in kept.items():
        assert tie_break(name) is tie_break(code) is tie_break(code.lower())


def test_a_rulebook_may_have_either_way_of_writing_and_is_the_same() -> None:
    by_code = load_rulebook(
        "fide-2026", {"ranking.final": '["BH/C1", "DE", "SB/P", "KS/L-2", "SNO"]'}
    )
    names = ["buchholz_cut1", "direct_encounter", "sb_with_defaults", "koya_minus2", "number"]
    by_name = load_rulebook("fide-2026", {"ranking.final": json.dumps(names)})
    assert isinstance(by_code, Rulebook)
    assert isinstance(by_name, Rulebook)
    assert by_code.ranking == by_name.ranking
    assert json.loads(by_code.canonical())["ranking"]["final"] == names
    other = changed_rulebook(by_code, {"ranking.final": '["SB", "lots"]'})
    assert isinstance(other, Rulebook)
    assert other.ranking.final == (tie_break("SB"), tie_break("lots"))


def test_a_file_of_ones_own_may_have_either(tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    path.write_text('base = "fide-2026"\nid = "club"\n[ranking]\nfinal = ["BH/M1", "wins", "lots"]')
    rules = load_rulebook(str(path))
    assert isinstance(rules, Rulebook)
    assert rules.ranking.final == ("buchholz_median1", "wins", "lots")
    path.write_text(path.read_text().replace("BH/M1", "BH/M3"))
    problems = load_rulebook(str(path))
    assert isinstance(problems, tuple)
    assert isinstance(problems[0], Refusal)
    assert "line 4" in words(problems[0].what)


@pytest.mark.parametrize(
    ("final", "said", "clause"),
    [
        ("BH/C9", '"BH/C9" is not one of BH, BH/C1, BH/C2,', "8.1, 14.1, 14.2, 14.3, 14.4, 16.6"),
        ("SB/M1", "SB, SB/C1, SB/C2, SB/P, SB/C1/P or SB/C2/P", "9.1, 14.1, 14.2, 16.6"),
        ("DE/C1", '"DE/C1" is not one of DE or DE/P', "6.1, 16.6"),
        ("BH/P/C1", "BH/M2/P", "8.1, 14.1, 14.2, 14.3, 14.4, 16.6"),
        ("WIN/C1", '"WIN/C1" has a modifier, and WIN takes none', "7.1"),
        ("XX/C1", '"XX/C1" is not one of mutual_result, DE, WIN,', "4.1"),
        ("sonneborn", '"sonneborn" is not one of mutual_result, DE, WIN,', "4.1"),
    ],
)
def test_another_base_or_modifier_is_refused_with_the_clause_and_what_is_possible(
    final: str, said: str, clause: str
) -> None:
    told, of = refused(final, "lots")
    assert told.startswith("--set ranking.final=")
    assert said in told
    assert of == f"fide-2026 {clause}"


def test_a_list_that_names_one_in_both_ways_names_it_twice() -> None:
    assert "wp twice" in refused("BH", "wp", "lots")[0]
    assert "nothing can follow" in refused("SNO", "BH", "lots")[0]


def test_a_tie_break_is_the_same_one_after_it_was_copied_or_sent_to_a_process() -> None:
    for one in every_tie_break():
        assert copy.deepcopy(one) is one
        assert pickle.loads(pickle.dumps(one)) is one


def test_only_those_that_compare_players_or_end_a_list_are_no_value_of_a_player() -> None:
    without = {base.name for base in BASES if of_player(base()) is None}
    assert without == {"mutual_result", "direct_encounter", "number", "lots"}


@pytest.mark.parametrize("language", ["en", "nl"])
def test_each_has_a_heading_a_name_and_a_meaning_and_no_words_are_of_none(
    language: Language,
) -> None:
    for one in every_tie_break():
        texts: list[Sentence] = [
            str(room("columns", language)[f"tie_breaks.{one}"]),
            str(room("cells", language)[f"key.{one}"]),
            str(room("web-standing", language)[f"long.{one}"]),
        ]
        assert all(texts), one
        assert not any("{" in str(text) for text in texts)
    tables = {key.rpartition(".")[0] for key in room("tie-breaks", language)}
    assert tables <= {*every_tie_break(), "points", "withdrawn", "modifiers"}
    modifiers = {one.name for base in BASES for group in base.takes for one in group}
    said = {key.partition(".")[2] for key in room("tie-breaks", language) if key[:9] == "modifiers"}
    assert said == modifiers
