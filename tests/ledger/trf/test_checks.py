"""Tournament report files: what is refused, on which line and in which column."""

from __future__ import annotations

from pathlib import Path

import pytest

from ledger.refusals import Exit
from ledger.trf.findings import TrfError
from ledger.trf.model import OPEN, TrfFile, TrfPoints
from ledger.trf.reader import parse
from ledger.trf.writer import write
from tests.helpers.shared_data import needs_shared, shared_files
from tests.helpers.trf_lines import BYE, REFUSED, read, refused, row, text
from tests.helpers.words import whole, words


@pytest.mark.parametrize(
    ("lines", "error"),
    [
        pytest.param((row(2, tag="101"), row(1)), ("unknown-tag", 1, 1), id="unknown player"),
        pytest.param(("hello", row(1)), ("unknown-tag", 1, 1), id="no tag"),
        pytest.param((" 001    1", row(1)), ("unknown-tag", 1, 1), id="indented"),
        pytest.param(("001", row(1)), ("no-start-rank", 1, 5), id="no start rank"),
        pytest.param((row("x"), row(1)), ("not-a-number", 1, 5), id="letter for start rank"),
        pytest.param((row(0), row(1)), ("not-a-number", 1, 5), id="start rank 0"),
        pytest.param((row(1), row(1)), ("duplicate-start-rank", 2, 5), id="same start rank"),
        pytest.param((row(1), row(3)), ("missing-start-rank", 2, 5), id="gap"),
        pytest.param((row(2),), ("missing-start-rank", 1, 5), id="first player missing"),
        pytest.param((row(1, points="abc"),), ("not-points", 1, 81), id="letters for points"),
        pytest.param((row(1, points="1.3"),), ("not-points", 1, 81), id="no half points"),
        pytest.param((row(1)[:48] + "19x0",), ("not-a-number", 1, 49), id="letter in rating"),
        pytest.param((row(1)[:85] + "1st",), ("not-a-number", 1, 86), id="letter in rank"),
        pytest.param((row(1, name="n" * 34),), ("shifted-columns", 1, 48), id="name too long"),
        pytest.param((row(1, " 0000 - U"),), ("shifted-columns", 1, 96), id="round too far right"),
        pytest.param((row(1, "0000 - U x"),), ("shifted-columns", 1, 101), id="after the round"),
        pytest.param((row(1, "  x2 w 1"),), ("not-a-number", 1, 94), id="letter in opponent"),
        pytest.param((row(1, "   2 x 1"),), ("unknown-colour", 1, 97), id="unknown colour"),
        pytest.param((row(1, "   2 w X"),), ("unknown-result", 1, 99), id="unknown result"),
        pytest.param((row(1, "0000 - 1"),), ("game-without-opponent", 1, 92), id="game, nobody"),
        pytest.param((row(1, "0000 w ="),), ("game-without-opponent", 1, 92), id="draw, nobody"),
        pytest.param((row(1, "   1 w 1"),), ("own-opponent", 1, 92), id="own opponent"),
        pytest.param((row(1, "   2 w 1"),), ("unknown-opponent", 1, 92), id="unknown opponent"),
        pytest.param(("XXR", row(1)), ("not-a-number", 1, 4), id="no number of rounds"),
        pytest.param(("XXR x", row(1)), ("not-a-number", 1, 5), id="letter for rounds"),
        pytest.param(("142 0", row(1)), ("not-a-number", 1, 5), id="no rounds"),
        pytest.param(("XXR 9", "142 7", row(1)), ("contradiction", 2, 5), id="two numbers"),
        pytest.param(("XXC green1", row(1)), ("unknown-word", 1, 5), id="word of XXC"),
        pytest.param(("XXC white1 black1", row(1)), ("contradiction", 1, 12), id="both colours"),
        pytest.param(("152 B", "XXC white1", row(1)), ("contradiction", 2, 5), id="152 and XXC"),
        pytest.param(("152 X", row(1)), ("unknown-word", 1, 5), id="word of 152"),
        pytest.param(("XXZ 1 7", row(1)), ("unknown-absentee", 1, 7), id="absentee not there"),
        pytest.param(("XXZ a", row(1)), ("not-a-number", 1, 5), id="letter for absentee"),
        pytest.param(("XXS W=1 Q=2", row(1)), ("unknown-word", 1, 9), id="word of XXS"),
        pytest.param(("XXS W", row(1)), ("unknown-word", 1, 5), id="no value in XXS"),
        pytest.param(("XXS W=x", row(1)), ("not-points", 1, 7), id="letters in XXS"),
        pytest.param(("XXS D=0.3", row(1)), ("not-points", 1, 7), id="no half points in XXS"),
        pytest.param(("XXS D=-1", row(1)), ("not-points", 1, 7), id="negative in XXS"),
        pytest.param(("162  W 1.0    Q 2", row(1)), ("unknown-word", 1, 15), id="letter of 162"),
        pytest.param(("162  W 1.3", row(1)), ("not-points", 1, 8), id="no half points in 162"),
        pytest.param(("162  W 3", "XXS W=2", row(1)), ("contradiction", 2, 1), id="162 and XXS"),
        pytest.param(("XXP 1 x", row(1)), ("not-a-number", 1, 7), id="letter in XXP"),
        pytest.param(("XXP 1", row(1)), ("missing-value", 1, 6), id="one player in XXP"),
        pytest.param(("XXP 1 2", row(1)), ("unknown-player", 1, 7), id="XXP, nobody"),
        pytest.param(("012 Nobody",), ("no-players", 1, 1), id="no players"),
        pytest.param((), ("no-players", 1, 1), id="empty file"),
    ],
)
def test_a_line_that_cannot_be_read_is_refused_with_its_line_and_column(
    lines: tuple[str, ...], error: tuple[str, int, int]
) -> None:
    assert refused(*lines) == [error]


@pytest.mark.parametrize("code", "HFUZ")
def test_a_bye_with_an_opponent_is_refused(code: str) -> None:
    assert ("bye-with-opponent", 1, 99) in refused(row(1, f"   2 - {code}"), row(2, "   1 b 0"))


def test_a_played_game_without_colour_is_refused() -> None:
    assert refused(row(1, "   2 - 1"), row(2, "   1 b 0")) == [("no-colour", 1, 97)]


def test_a_game_without_a_result_on_one_side_alone_is_refused() -> None:
    assert refused(row(1, "   2 w 1"), row(2, "   1 b  ")) == [("missing-result", 2, 99)]
    assert refused(row(1, "   2 w  "), row(2, "   1 b 0")) == [("missing-result", 1, 99)]


def test_an_opponent_whose_own_round_is_blank_is_a_missing_result() -> None:
    lines = (row(1, BYE, "   2 w 1"), row(2, "0000 - Z"))
    assert refused(*lines) == [("missing-result", 1, 102)]


def test_an_opponent_who_names_another_is_refused_once_for_each_who_is_not_answered() -> None:
    lines = (row(1, "   2 w 1"), row(2, "   3 b 0"), row(3, "   2 w 1"))
    assert refused(*lines) == [("not-mutual", 1, 92)]


def test_an_opponent_who_has_a_bye_is_refused() -> None:
    assert refused(row(1, "   2 w 1"), row(2, "0000 - H")) == [("not-mutual", 1, 92)]


def test_two_players_with_the_same_colour_are_refused_once() -> None:
    assert refused(row(1, "   2 w 1"), row(2, "   1 w 0")) == [("incompatible-colours", 1, 97)]


def test_two_players_with_the_same_colour_in_a_default_are_refused() -> None:
    assert refused(row(1, "   2 w +"), row(2, "   1 w -")) == [("incompatible-colours", 1, 97)]


@pytest.mark.parametrize("pair", ["11", "1=", "=1", "++", "1-", "+0", "WW", "WD", "W0", "D=", "=L"])
def test_results_that_do_not_go_together_are_refused_once(pair: str) -> None:
    lines = (row(1, f"   2 w {pair[0]}"), row(2, f"   1 b {pair[1]}"))
    assert refused(*lines) == [("incompatible-results", 1, 99)]


def test_points_that_are_not_the_sum_of_the_results_are_refused() -> None:
    cells = ("0000 - H", "0000 - F", BYE, "0000 - Z", "0000 - +", "0000 - -")
    assert read(row(1, *cells, points="3.5"))
    assert refused(row(1, *cells, points="4.0")) == [("incorrect-points", 1, 81)]


GAME = (row(1, "   2 w 1", points="1.0"), row(2, "   1 b 0", "0000 - H", "0000 - F"))


@pytest.mark.parametrize("points", ["0.0", "0.5", "1.5"])
def test_byes_to_come_may_stand_in_the_points_field_or_not(points: str) -> None:
    one, other = GAME
    assert read(one, other[:80] + f"{points:>4}" + other[84:])
    asked = ("240 H   2    2", "240 F   3    2")
    assert read(*asked, one, row(2, "   1 b 0", points=points))


@pytest.mark.parametrize("points", ["1.0", "2.0"])
def test_a_bye_to_come_is_no_reason_for_any_other_points(points: str) -> None:
    one, other = GAME
    other = other[:80] + f"{points:>4}" + other[84:]
    assert refused(one, other) == [("incorrect-points", 2, 81)]


def test_a_bye_of_the_round_in_play_may_stand_in_the_points_field_or_not() -> None:
    for points in ("0.0", "0.5"):
        assert read(row(1, "   2 w  "), row(2, "   1 b  "), row(3, "0000 - H", points=points))


def test_a_bye_of_a_round_with_a_result_stands_in_the_points_field() -> None:
    lines = (row(1, "   2 w 1"), row(2, "   1 b 0"), row(3, "0000 - H", points="0.0"))
    assert refused(*lines) == [("incorrect-points", 3, 81)]


def test_a_round_after_the_last_planned_one_is_refused() -> None:
    assert refused("XXR 2", row(1, BYE, BYE, BYE)) == [("too-many-results", 2, 112)]


def test_a_second_bye_of_the_pairing_in_a_round_is_refused() -> None:
    assert refused(row(1, BYE), row(2, BYE)) == [("second-bye", 2, 99)]


def test_a_file_with_nul_bytes_is_not_a_text() -> None:
    errors = parse("001".encode("utf-16"))
    assert isinstance(errors, tuple)
    assert [error.code for error in errors] == ["not-text"]


def test_all_errors_are_reported_at_once_in_order_of_line_and_column() -> None:
    assert refused(
        "XXR nine", row(1, "   2 w 1", points="2.0"), row(2, "   1 w 0"), "xyz", row(4), "XXP 1 x"
    ) == [
        ("not-a-number", 1, 5),
        ("incorrect-points", 2, 81),
        ("incompatible-colours", 2, 97),
        ("unknown-tag", 4, 1),
        ("missing-start-rank", 5, 5),
        ("not-a-number", 6, 7),
    ]


def test_an_unreadable_round_is_not_also_reported_for_its_points_and_opponent() -> None:
    assert refused(row(1, "   2 w X", points="1.0"), row(2, "   1 b 0")) == [
        ("unknown-result", 1, 99)
    ]


def test_an_unreadable_player_line_does_not_make_their_opponents_errors() -> None:
    lines = (row(1, "   2 w 1"), row(2, "   1 b 0", tag="101"), row(3))
    assert refused(*lines) == [("unknown-tag", 2, 1)]


def test_a_mistyped_player_line_is_recognised() -> None:
    errors = parse(text(row(1), row(2, BYE, tag="O01")))
    assert isinstance(errors, tuple)
    assert "001" in words(errors[0].hint)


def test_an_error_reads_as_a_sentence_with_its_place_and_remedy() -> None:
    errors = parse(text(row(1, BYE, points="0.5")))
    assert isinstance(errors, tuple)
    assert whole(errors[0].refusal().lines()).split("\n")[:2] == [
        "error (trf-incorrect-points)  line 1: column 81: Player 1 has ½ in the points field, but "
        "the results add up to 1.",
        "  next: Correct the field or the results, leave the field blank, or give the value of "
        "each result in an XXS line.",
    ]


def test_an_error_is_read_in_dutch() -> None:
    errors = parse(text(row(1, BYE, points="0.5")))
    assert isinstance(errors, tuple)
    assert words(errors[0].refusal().what, "nl") == (
        "kolom 81: Speler 1 heeft ½ in het puntenveld, maar de uitslagen zijn samen 1."
    )


def test_an_error_becomes_a_refusal_of_an_unreadable_file() -> None:
    refusal = TrfError(3, 81, "incorrect-points", "Wrong.", "Correct it.").refusal()
    assert (refusal.code, refusal.line, refusal.exit) == ("trf-incorrect-points", 3, Exit.USAGE)
    assert (words(refusal.what), refusal.next) == ("column 81: Wrong.", "Correct it.")


@needs_shared
@pytest.mark.parametrize("path", shared_files("data/malformed/*.trf"))
def test_a_malformed_file_is_refused_for_its_one_reason_and_a_valid_one_is_read(path: Path) -> None:
    outcome = parse(path.read_bytes())
    errors = [(error.code, error.line) for error in outcome] if isinstance(outcome, tuple) else []
    assert errors == REFUSED.get(path.name, [])


# --- points by the rulebook -----------------------------------------------------------------------

HALF_BYES = (
    row(1, BYE, points="0.5"),
    row(2, "   3 w 1", BYE, points="1.5"),
    row(3, "   2 b 0", points="0.0"),
)


def test_points_may_add_up_by_the_rulebook_that_the_file_is_read_by() -> None:
    assert [code for code, _, _ in refused(*HALF_BYES)] == ["incorrect-points"] * 2
    assert isinstance(parse(text(*HALF_BYES), TrfPoints(pab=1)), TrfFile)
    # The ordinary values go on to be read.
    assert isinstance(parse(text(row(1, BYE, points="1.0")), TrfPoints(pab=1)), TrfFile)


def test_points_that_add_up_by_each_rulebook_for_one_player_only_are_refused() -> None:
    errors = parse(text(HALF_BYES[0], row(2, "0000 - Z", BYE, points="1.0")), TrfPoints(pab=1))
    assert isinstance(errors, tuple)
    assert [error.line for error in errors] == [2]


def test_what_a_file_says_itself_of_its_values_goes_before_the_rulebook() -> None:
    errors = parse(text("XXS PAB=1", *HALF_BYES), TrfPoints(pab=1))
    assert isinstance(errors, tuple)
    assert [error.line for error in errors] == [2, 3]


@pytest.mark.parametrize(
    ("code", "points", "key", "by_rules"),
    [
        ("U", "0.5", "bye.points=0.5", TrfPoints(pab=1)),
        ("U", "0.0", "bye.points=0", TrfPoints(pab=0)),
        ("H", "1.0", "scores.half_bye=1", TrfPoints(hpb=2)),
        ("F", "0.5", "scores.full_bye=0.5", TrfPoints(fpb=1)),
        ("Z", "0.5", "scores.absent=0.5", TrfPoints(zpb=1)),
        ("+", "0.5", "scores.default_win=0.5", TrfPoints(fw=1)),
        ("-", "0.5", "scores.default_loss=0.5", TrfPoints(fl=1)),
    ],
)
def test_the_key_that_makes_every_sum_right_is_named(
    code: str, points: str, key: str, by_rules: TrfPoints
) -> None:
    lines = text(row(1, f"0000 - {code}", points=points))
    errors = parse(lines, TrfPoints())
    assert isinstance(errors, tuple)
    assert words(errors[0].hint).endswith(f"--set {key}.")
    assert isinstance(parse(lines, by_rules), TrfFile)


# --- a round half played --------------------------------------------------------------------------

HALF_PLAYED = (
    "XXR 3",
    row(1, "   2 w 1", points="1.0"),
    row(2, "   1 b 0", points="0.0"),
    row(3, "   4 w  ", points="0.0"),
    row(4, "   3 b", points="0.0"),
)


def test_a_game_without_a_result_on_both_sides_is_read_written_and_told() -> None:
    file = read(*HALF_PLAYED)
    assert file.open_games() == {1: 1}
    assert file.points is None
    assert [cell and (cell.opponent, cell.colour, cell.code) for cell in file.player(4).cells] == [
        (3, "b", OPEN)
    ]
    assert [words(note.sentence()) for note in file.notes] == [
        "line 4: Round 1: 1 game has no result yet."
    ]
    assert parse(write(file)) == file


def test_a_game_without_a_result_has_its_colours() -> None:
    assert refused(row(1, "   2 w"), row(2, "   1 w")) == [("incompatible-colours", 1, 97)]
    assert refused(row(1, "   2"), row(2, "   1 w")) == [("no-colour", 1, 97)]


def test_a_game_without_a_result_is_worth_nothing_whatever_the_values() -> None:
    assert read("XXS ZPB=0.5", *HALF_PLAYED)
