"""The codes of a tournament file: systems, tie-breaks, rating lists, time controls."""

from __future__ import annotations

import pytest

from ledger.rulebooks.tie_breaks import every_tie_break, tie_break
from ledger.trf.codes import (
    MatchPoints,
    RankMethod,
    TimePeriod,
    match_points,
    rank_method,
    tie_break_list,
    tie_breaks,
    time_control,
    type_code,
)
from ledger.trf.findings import TrfFault
from ledger.trf.meaning import names_no_rulebook, rulebook_of
from tests.helpers.trf_lines import read, refused, row
from tests.helpers.words import words


@pytest.mark.parametrize(
    ("code", "kind", "edition", "baku", "fide"),
    [
        ("FIDE_DUTCH_2017", "dutch", "2017", False, True),
        ("FIDE_DUTCH_2025", "dutch", "2026", False, True),
        ("FIDE_DUTCH_2026", "dutch", "2026", False, True),
        ("FIDE_DUTCH_2026_BAKU", "dutch", "2026", True, True),
        ("FIDE_DUTCH_BAKU", "dutch", "2026", True, True),
        ("fide_dubov", "dubov", "2026", False, True),
        ("FIDE_BURSTEIN_BAKU", "burstein", "2026", True, True),
        ("FIDE_DOUBLESWISS", "double-swiss", "", False, True),
        ("CUSTOM_SWISS", "swiss", "", False, False),
        ("CUSTOM_DOUBLESWISS", "double-swiss", "", False, False),
        ("BERGER_ROUNDROBIN", "round-robin", "", False, False),
        ("FIDE_DOUBLEROUNDROBIN", "round-robin", "", False, True),
        ("CUSTOM_ROUNDROBIN_G4", "round-robin", "", False, False),
        ("FIDE_SCHILLER", "schiller", "", False, True),
        ("FIDE_SCHEVENINGEN", "scheveningen", "", False, True),
        ("CUSTOM_KNOCKOUT", "knockout", "", False, False),
        ("FIDE_TEAM", "team", "", False, True),
        ("FIDE_TEAM_TYPEA_MP_GP_BAKU", "team", "", True, True),
        ("CUSTOM_TEAM_SWISS_GP", "team", "", False, False),
        ("FIDE_LIM", "unknown", "", False, False),
        ("Swiss", "unknown", "", False, False),
    ],
)
def test_a_code_192_says_which_system_it_is(
    code: str, kind: str, edition: str, baku: bool, fide: bool
) -> None:
    system = type_code(code)
    assert (system.kind, system.edition, system.baku, system.fide) == (kind, edition, baku, fide)


@pytest.mark.parametrize(
    ("start", "edition"),
    [("2026/01/31", "2017"), ("2026/02/01", "2026"), ("2026-01-31", "2017"), ("", "2026")],
)
@pytest.mark.parametrize("code", ["FIDE_DUTCH", "FIDE_DUTCH_BAKU"])
def test_the_dutch_system_without_a_year_is_that_of_the_first_day(
    code: str, start: str, edition: str
) -> None:
    file = read(f"042 {start}", f"192 {code}", row(1))
    assert file.type_code is not None
    assert file.type_code.edition == edition


@pytest.mark.parametrize(
    ("start", "rulebook"),
    [
        ("2026/01/31", None),
        ("2026/02/01", ("fide-burstein-2026", {"fide.acceleration": "baku"})),
        ("", ("fide-burstein-2026", {"fide.acceleration": "baku"})),
    ],
)
def test_the_burstein_system_has_a_rulebook_from_the_first_day_of_its_text(
    start: str, rulebook: object
) -> None:
    file = read(f"042 {start}", "192 FIDE_BURSTEIN_BAKU", row(1))
    assert rulebook_of(file) == rulebook
    assert bool(names_no_rulebook(file)) == (rulebook is None)


def test_tie_breaks_have_an_acronym_a_scope_and_modifiers() -> None:
    codes = tie_breaks("BH/C1, BH:MP/C1/P,SB,MPvGP,PTS,BH/M1,KS/L-5,OTHER_LOTS,OTHER_SOMETHING")
    assert [(c.acronym, c.scope, c.modifiers, c.name) for c in codes] == [
        ("BH", "", ("C1",), "buchholz_cut1"),
        ("BH", "MP", ("C1", "P"), None),
        ("SB", "", (), "sb"),
        ("MPVGP", "", (), None),
        ("PTS", "", (), None),
        ("BH", "", ("M1",), "buchholz_median1"),
        ("KS", "", ("L-5",), None),
        ("OTHER_LOTS", "", (), "lots"),
        ("OTHER_SOMETHING", "", (), None),
    ]
    assert codes[3].text == "MPvGP"
    assert tie_breaks(" ") == ()
    assert tie_breaks("BH;C1")[0].acronym == "BH;C1"


def test_every_tie_break_of_ours_is_written_and_read_again() -> None:
    names = tuple(every_tie_break())
    codes = tie_breaks(tie_break_list(names))
    assert [code.name for code in codes] == list(names)
    assert (
        tie_break_list(map(tie_break, ("buchholz_cut1", "wp", "sb", "lots")))
        == "BH/C1,BH,SB,OTHER_LOTS"
    )


@pytest.mark.parametrize(
    ("text", "method"),
    [
        ("NED NIDOF", RankMethod("NED", "NIDOF")),
        ("FIDE", RankMethod("", "FIDE")),
        ("    HBFN", RankMethod("", "HBFN")),
        ("NED fide", RankMethod("NED", "FIDE")),
    ],
)
def test_a_rating_list_is_read_with_its_federation_and_without(
    text: str, method: RankMethod
) -> None:
    assert rank_method(text) == method
    assert read(f"172 {text}", row(1)).rank_method == method


@pytest.mark.parametrize("text", ["", "NE NIDOF", "NED  NIDOF", " NED NIDOF", "NED X", "A B C"])
def test_a_rating_list_that_is_none_is_a_fault(text: str) -> None:
    assert isinstance(rank_method(text), TrfFault)


def test_a_time_control_is_read_into_periods() -> None:
    long = (TimePeriod(40, 6000, 30), TimePeriod(None, 900, 30))
    assert time_control("40/6000+30:900+30") == (long, long)
    assert time_control("5400+30") == ((TimePeriod(None, 5400, 30),),) * 2
    assert time_control("W300-B240") == ((TimePeriod(None, 300),), (TimePeriod(None, 240),))
    assert read("222 5400+30", row(1)).time_control == time_control("5400+30")
    for wrong in ("", "90'+30", "5400+", "40/", "W300", "300-240", "5400 + 30"):
        assert time_control(wrong) is None


def test_a_time_control_of_thousands_of_digits_is_none() -> None:
    for wrong in ("5" * 10_000, f"{'4' * 10_000}/1+1", f"1+{'3' * 10_000}"):
        assert time_control(wrong) is None
        assert refused(f"222 {wrong}", row(1)) == [("not-a-time-control", 1, 5)]


def test_match_points_have_ordinary_values() -> None:
    assert match_points("362 TW 3.0   TD 1.5") == MatchPoints(6, 3, 0)
    assert match_points("362") == MatchPoints()
    assert isinstance(match_points("362 TX 3.0"), TrfFault)


# --- points of results ----------------------------------------------------------------------------


def test_an_adjourned_game_is_worth_what_162_says_and_else_a_draw() -> None:
    games = row(1, "   2 w ?", points="{}"), row(2, "   1 b ?", points="{}")
    assert read("162  X 1.0", *_with(games, "1.0"))
    assert read(*_with(games, "0.5")).open_games() == {}
    assert refused("162  X 1.0", *_with(games, "0.5"))[0][0] == "incorrect-points"
    assert refused(row(1, "   2 w ?"), row(2, "   1 b 0"))[0][0] == "incompatible-results"
    assert refused(row(1, "0000 - ?"))[0][0] == "game-without-opponent"


def _with(lines: tuple[str, ...], points: str) -> list[str]:
    return [line.replace("  {}", f" {points}") for line in lines]


def test_points_come_in_three_ways_that_must_agree() -> None:
    bbp = ("BBW  3.0", "BBD  1.0", "BBL  0.0", "BBZ  0.5", "BBF  0.0", "BBU  1.0")
    file = read(*bbp, row(1))
    assert file.points is not None
    assert (file.points.ww, file.points.hpb, file.points.zpb, file.points.pab) == (6, 2, 1, 2)
    assert (file.points.fw, file.points.fpb, file.points.fl) == (6, 6, 0)
    assert read("BBW  3.0", row(1)).points == read("162  W 3.0", row(1)).points
    assert refused("BBW  3.0", "162  W 2.0", row(1)) == [("contradiction", 2, 1)]
    assert refused("162  W 3.0", "XXS W=3 PAB=1", row(1)) == [("contradiction", 2, 1)]
    assert refused("BBW  3.0 1", row(1)) == [("not-points", 1, 10)]


def test_162_goes_on_over_several_lines() -> None:
    points = read("162  W 3.0    D 1.0    L 0.0", "162  P 1.5", row(1)).points
    assert points is not None
    assert (points.ww, points.pab) == (6, 3)


def test_a_code_that_no_table_has_gets_a_note() -> None:
    file = read("192 FIDE_LIM", row(1))
    assert [words(note.sentence()) for note in file.notes] == [
        "line 1: 192 FIDE_LIM is not a code we know; kept and not used."
    ]
    assert read("192 CUSTOM_SWISS", row(1)).notes == ()
