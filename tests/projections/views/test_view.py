"""Views for people: the pairing card with its brackets, the crosstable, the requested moment."""

from __future__ import annotations

import pytest

from desk.answers.competition import crosstable, pairings, standings
from desk.answers.competition import player as player_report
from desk.answers.draft import draft_view
from desk.render.table import as_table
from ledger.refusals import Exit, Refusal
from pairing.systems.draft import Draft, draft
from pairing.systems.registry import contestants
from projections.games.as_of import known, position_of
from projections.games.crosstable import of_tournament
from projections.views.columns import Column, Kind
from projections.views.view import Row, View, value_of
from tests.helpers.hall import Hall
from tests.helpers.words import in_words, words

ALLOWED = {"bye.half_point_allowed": True}


def shown(view: View | Refusal) -> View:
    assert isinstance(view, View), view
    return view


@pytest.fixture(scope="module")
def hall() -> Hall:
    """Return five rounds in which player 1 has a bye, wins, a default, a half and a draw."""
    club = Hall(players=7, rounds=7, set=ALLOWED)
    club.play()
    club.do("publish")
    wins(club, 2, 1)
    club.do("publish")
    board = next(b for b, g in enumerate(club.state.rounds[2].games, 1) if 1 in (g.white, g.black))
    game = club.state.rounds[2].games[board - 1]
    club.do("forfeit", round=3, board=board, **{"black" if game.white == 1 else "white": "late"})
    club.play(publish=False)
    club.do("bye", player=1, round=4)
    club.play()
    club.play(*["1/2-1/2"] * 3)
    return club


def wins(hall: Hall, number: int, player: int) -> None:
    """Let a player win their game of a round, and white every other."""
    for board, game in enumerate(hall.state.rounds[number - 1].games, 1):
        result = "0-1" if game.black == player else "1-0"
        hall.do("result", round=number, board=board, result=result)


@pytest.mark.clause("knsb-wp-2014 A1d")
@pytest.mark.clause("knsb-wp-2014 A5")
@pytest.mark.clause("knsb-wp-2014 F3")
def test_a_card_strikes_out_opponent_and_colour_of_a_game_that_was_not_played(hall: Hall) -> None:
    card = in_words(shown(player_report(hall.book, "1")))
    rows = {row["round"]: row for row in card.cells}
    assert rows[1]["result_text"] == "1R (bye)"
    assert (rows[1]["opponent_text"], rows[1]["colour_text"]) == ("", "")
    assert rows[2]["result_text"] == "1"
    assert rows[2]["opponent_text"] == str(rows[2]["opponent"])
    assert rows[3]["result_text"] == "1R"
    assert rows[3]["opponent_text"] == f"({rows[3]['opponent']})"
    assert str(rows[3]["colour_text"]).startswith("(")
    assert rows[4]["result_text"] == "½R (half-point bye)"
    assert rows[5]["result_text"] == "½"
    assert [row["total"] for row in card.cells] == [1, 2, 3, 3.5, 4]
    assert rows[1]["colour_difference"] == "0"
    assert rows[3]["colour_difference"] == rows[2]["colour_difference"], "no colour by default"
    assert rows[5]["colour_difference"] in ("+0", "-0", "+2", "-2")
    assert "in brackets: the game was not played" in as_table(card)


def test_a_crosstable_marks_every_kind_of_round(hall: Hall) -> None:
    table = shown(crosstable(hall.book))
    row = next(row for row in table.cells if row["id"] == 1)
    assert row["r1"] == "bye"
    assert str(row["r2"])[-1] == "1"
    assert str(row["r3"]).startswith("(")
    assert str(row["r3"]).endswith(")1R")
    assert row["r4"] == "bye½"
    assert str(row["r5"])[-1] == "½"


@pytest.mark.parametrize(
    ("rules", "headings"),
    [("fide-dutch-2026", ["BH-C1", "BH", "SB"]), ("knsb-wp-2014", ["WP", "SB"])],
)
def test_a_crosstable_has_the_tie_breaks_of_the_standing_in_their_order(
    rules: str, headings: list[str]
) -> None:
    hall = Hall(players=6, rounds=3, rules=rules)
    hall.do("publish")
    hall.do("result", round=1, board=1, result="1-0")
    table = in_words(shown(crosstable(hall.book)))
    standing = in_words(shown(standings(hall.book, after=1)))
    keys = [column.key for column in table.columns]
    at = keys.index("points") + 1
    assert [column.heading for column in table.columns[at:]] == headings
    assert keys[at:] == [c.key for c in standing.columns][4 : 4 + len(headings)]
    for row, line in zip(table.cells, standing.cells, strict=True):
        assert [value_of(row, key) for key in keys[at:]] == [
            value_of(line, key) for key in keys[at:]
        ]


def test_open_and_adjourned_games_are_marked_and_make_the_standing_provisional() -> None:
    hall = Hall(players=6, rounds=3)
    hall.do("publish")
    hall.do("adjourn", round=1, board=1)
    table = shown(crosstable(hall.book))
    marks = {str(row["r1"]) for row in table.cells}
    assert {"6wa", "1ba", "5w.", "2b."} <= marks
    assert shown(standings(hall.book)).record()["rounds"] == 0
    standing = shown(standings(hall.book, after=1))
    assert standing.record()["provisional"]
    assert any("provisional" in words(note) for note in standing.notes)
    card = in_words(shown(player_report(hall.book, "1")))
    assert card.cells[0]["result_text"] == "adjourned"


def test_the_wall_list_has_every_player_once_by_name() -> None:
    hall = Hall(players=7)
    hall.do("publish")
    view = in_words(shown(pairings(hall.book, None, by_name=True)))
    names = [str(row["name"]) for row in view.cells]
    assert names == sorted(names)
    assert len(names) == 6
    assert "bye: 1 Player A" in view.notes


# --- the moment -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moment", "position"),
    [
        ("5", 5),
        ("#5", 5),
        (" 5 ", 5),
        ("2026-09-04T19:05:00+00:00", 5),
        ("2026-09-04T19:05:59+00:00", 5),
        ("2026-09-04T21:05:30+02:00", 5),
        ("2030-01-01", "last"),
        ("published:1", "basis"),
    ],
)
def test_a_moment_is_a_position_a_time_or_a_publication(
    hall: Hall, moment: str, position: int | str
) -> None:
    named = {"last": len(hall.facts), "basis": hall.state.rounds[0].basis}
    expected = named[position] if isinstance(position, str) else position
    assert position_of(hall.book.recorded, moment) == expected
    facts = known(hall.book.recorded, moment)
    assert isinstance(facts, tuple)
    assert [stamp.position for _, stamp in facts] == list(range(1, expected + 1))


@pytest.mark.parametrize(
    "moment",
    [
        "0",
        "9999",
        "-1",
        "²",
        "x",
        "",
        "published:",
        "published:9",
        "2020-01-01",
        "0001-01-01",
        "9" * 5000,
    ],
)
def test_what_is_no_moment_of_the_tournament_is_wrong_use(hall: Hall, moment: str) -> None:
    refusal = known(hall.book.recorded, moment)
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.exit) == ("unknown-moment", Exit.USAGE)


# --- players who may have the bye
# ------------------------------------------------------------------


@pytest.mark.clause("knsb-wp-1996 B1b")
@pytest.mark.clause("knsb-wp-1996 F1")
@pytest.mark.clause("knsb-wp-2014 B1b")
@pytest.mark.parametrize(
    ("name", "halves", "allowed"),
    [
        ("knsb-wp-1996", 0, True),
        ("knsb-wp-1996", 1, True),
        ("knsb-wp-1996", 2, False),
        ("knsb-wp-2014", 0, True),
        ("knsb-wp-2014", 1, False),
        ("knsb-wp-2014", 2, False),
    ],
)
def test_the_bye_is_barred_by_points_without_play(name: str, halves: int, allowed: bool) -> None:
    hall = Hall(players=6, rounds=5, rules=name, set=ALLOWED)
    for number in range(1, 3):
        hall.do("bye" if number <= halves else "absent", player=6, round=number)
        hall.play()
    table = of_tournament(hall.state, hall.book.rules)
    field = contestants(table, hall.book.rules, set(table.cells), last_round=False)
    assert {c.key: c.may_have_bye for c in field}[6] is allowed


def test_a_column_with_a_number_that_is_no_quarter_is_all_in_decimals() -> None:
    rows: tuple[Row, ...] = ({"a": 1.5, "b": 0.5}, {"a": 0.25, "b": -0.3}, {"a": 2, "b": None})
    table = as_table(
        View("", (Column("a", Kind(heading="a")), Column("b", Kind(heading="b"))), rows)
    )
    assert table.split()[-5:] == ["1½", "0.5", "¼", "-0.3", "2"]


def test_who_is_out_of_a_round_is_told_with_what_it_gives() -> None:
    hall = Hall(7, 5, rules="fide-dutch-2026", set=ALLOWED)
    hall.do("bye", player=1, round=1)
    hall.do("bye", player=2, round=1, points=1)
    hall.do("absent", player=3, round=1)
    beginnings = ["not paired: 3 ", "half-point bye: 1 ", "full-point bye: 2 "]
    paired = draft(hall.book)
    assert isinstance(paired, Draft)
    notes = draft_view(hall.book, paired).notes
    assert [text for text in map(words, notes) if text.startswith(tuple(beginnings))] == [
        f"{text}{hall.book.name(int(text[-2]))}" for text in beginnings
    ]
    hall.do("publish")
    public = [*map(words, shown(pairings(hall.book, 1)).notes)]
    # They have no number until they are first in a pairing.
    for text in beginnings:
        assert f"{text[:-2]}{hall.book.name(int(text[-2]))}" in public
