import pytest

from projections.games.colours import (
    Preference,
    aligned,
    breaks_b2,
    difference,
    difference_text,
    last_difference,
    played_colours,
    preference,
)


@pytest.mark.clause("knsb-wp-2014 A5")
def test_the_difference_is_whites_minus_blacks_over_played_games() -> None:
    assert difference("WB-WW") == 2
    assert difference("B-B") == -2
    assert difference("") == 0


@pytest.mark.clause("knsb-wp-2014 A5")
@pytest.mark.parametrize(
    ("history", "shown"),
    [("WB", "-0"), ("BW-", "+0"), ("", "0"), ("--", "0"), ("W", "+1"), ("BWBB", "-2")],
)
def test_a_zero_difference_is_shown_with_the_sign_of_the_last_game(
    history: str, shown: str
) -> None:
    assert difference_text(history) == shown


@pytest.mark.clause("knsb-wp-2014 A5")
@pytest.mark.parametrize(
    ("history", "shown"),
    [
        ("", "-0"),
        ("---", "-0"),
        ("W", "B2"),
        ("B", "W2"),
        ("WB", "W1"),
        ("B-W", "B1"),
        ("WBW", "B2"),
        ("WW", "B3"),
        ("BWW", "B3"),
        ("BBWW", "B3"),
        ("WB-WW", "B3"),
        ("BB-", "W3"),
        ("BWBB", "W3"),
    ],
)
def test_a_preference_follows_from_the_played_games(history: str, shown: str) -> None:
    assert str(preference(history)) == shown


@pytest.mark.clause("knsb-wp-2014 A5")
@pytest.mark.parametrize(
    ("history", "shown"), [("WW", "B2"), ("BWW", "B2"), ("BBWW", "B1"), ("WBWW", "B2"), ("", "-0")]
)
def test_an_absolute_preference_of_a_topscorer_falls_to_the_next_rule(
    history: str, shown: str
) -> None:
    assert str(preference(history, topscorer_in_last_round=True)) == shown


@pytest.mark.clause("knsb-wp-2014 A5")
def test_two_alike_at_the_end_decide_against_a_difference_of_one() -> None:
    assert preference("BBBWW") == Preference("B", 3)


@pytest.mark.clause("knsb-wp-2014 B2")
def test_b2_bars_a_third_alike_and_a_difference_beyond_two() -> None:
    assert breaks_b2("BWW", "W")
    assert not breaks_b2("BWW", "B")
    assert breaks_b2("WBWBW-W", "W")
    assert breaks_b2("WWBW", "W")
    assert not breaks_b2("WW-B", "W")
    assert breaks_b2("W-W", "W")


@pytest.mark.clause("knsb-wp-2014 B2")
def test_a_colour_that_reduces_the_difference_never_breaks_b2() -> None:
    assert not breaks_b2("WWWW", "B")
    assert breaks_b2("WWWW", "W")


@pytest.mark.clause("knsb-wp-2014 F4")
@pytest.mark.parametrize(
    ("dutch", "moved"), [("ZWW-Z", "-ZWWZ"), ("WZ-WZ", "-WZWZ"), ("ZWW-Z-W", "--ZWWZW")]
)
def test_gaps_move_to_the_front_as_in_the_three_examples_of_f4(dutch: str, moved: str) -> None:
    history, expected = dutch.replace("Z", "B"), moved.replace("Z", "B")
    assert aligned(history, history) == (expected, expected)
    assert played_colours(history) == expected.lstrip("-")


@pytest.mark.clause("knsb-wp-2014 E3")
def test_the_last_difference_compares_games_played_not_rounds() -> None:
    assert last_difference("WW-B", "WBW-") == ("B", "W")
    assert last_difference("BWB", "WB") is None
    assert last_difference("BWWB", "WBWB") == ("W", "B")
