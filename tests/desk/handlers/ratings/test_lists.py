"""Rating lists: recorded by date, and those of the first day are the ratings of the players."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from desk.commands.decision import Decision, WarnLevel
from desk.handlers.dispatch import handle, handle_all
from ledger.facts.ratings import RatingListRecorded, RatingsTaken
from tests.helpers.hall import Hall, command
from tests.helpers.terminal import Terminal
from tests.helpers.words import words

SEPTEMBER = {"name": "FIDE standard", "valid_from": "2026-09-01"}
OCTOBER = {"name": "FIDE standard", "valid_from": "2026-10-01"}


def open_hall(rules: str = "fide-dutch-2026") -> Hall:
    hall = Hall(4, 5, rules=rules)
    for number, day in enumerate(("2026-09-05", "2026-10-03", "2026-11-07"), 1):
        hall.do("schedule", round=number, date=day)
    return hall


def of_file(hall: Hall, text: str, **fields: Any) -> dict[str, Any]:
    """Return the fields of a list with these rows; the columns are name, rating, fide_id."""
    content = ("name,rating,fide_id\n" + text).encode()
    return {**SEPTEMBER, **fields, "file": "list.csv", "content": content}


def decide(hall: Hall, text: str, **fields: Any) -> Any:
    fields = of_file(hall, text, **fields)
    content = fields.pop("content")
    one = command("rating-list", **fields).model_copy(update={"content": content})
    return handle(hall.book, one)


def ratings(hall: Hall) -> list[int | None]:
    return [hall.state.players[player].rating for player in (1, 2, 3, 4)]


@pytest.mark.clause("fide-dutch-2026 GHR2.1")
def test_the_list_of_the_first_day_gives_the_players_their_ratings() -> None:
    hall = open_hall()
    decision = decide(hall, "Player A,2105,\nPlayer B,0,\nSomebody Else,2700,99\n")
    assert isinstance(decision, Decision)
    listed, taken = hall.take(decision)
    assert isinstance(listed, RatingListRecorded)
    assert (listed.players, listed.ratings) == ((1, 2), (2105, None))
    assert taken == RatingsTaken(players=(1, 2), ratings=(2105, None))
    assert ratings(hall) == [2105, None, 1997, 1996]
    assert "not in the list" in words(decision.notes[1])


@pytest.mark.parametrize(
    ("name", "given", "kind"),
    [
        ("KNSB", None, "national"),
        ("KNSB-lijst december", None, "national"),
        ("FIDE standard", None, "fide"),
        ("September", None, "fide"),
        ("KNSB rapid", "other", "other"),
        ("December", "national", "national"),
    ],
)
def test_whose_list_it_is_follows_from_its_name(name: str, given: str | None, kind: str) -> None:
    hall = open_hall()
    fields = {"name": name, "valid_from": "2026-09-01", "player": 1, "rating": 2100}
    listed, *_ = hall.do("rating-list", **fields, kind=given)
    assert isinstance(listed, RatingListRecorded)
    assert listed.kind == kind


def test_a_kind_that_the_name_of_the_list_contradicts_is_refused() -> None:
    for name, kind in (("KNSB", "fide"), ("FIDE", "national")):
        fields = {"name": name, "player": 1, "rating": 2100, "kind": kind}
        assert open_hall().refused("rating-list", **fields).code == "list-of-another-kind"


def test_rows_about_nobody_here_are_counted_and_named_where_they_are_few() -> None:
    few = decide(open_hall(), "Player A,2105,\nSomebody Else,2700,99\n")
    assert words(few.notes[-1]) == (
        "1 row of the list is about nobody of the tournament: Somebody Else"
    )
    rows = "".join(f"Other {n},1500,\n" for n in range(40))
    many = decide(open_hall(), f"Player A,2105,\n{rows}")
    assert words(many.notes[-1]) == "40 rows of the list are about nobody of the tournament"


def test_a_later_list_is_kept_and_changes_no_rating_of_the_start() -> None:
    hall = open_hall()
    hall.do("rating-list", **SEPTEMBER, player=1, rating=2100)
    (listed,) = hall.do("rating-list", **OCTOBER, player=1, rating=2150)
    assert isinstance(listed, RatingListRecorded)
    assert ratings(hall)[0] == 2100
    lists = hall.state.ratings.lists
    assert [(str(one.valid_from), one.ratings) for one in lists] == [
        ("2026-09-01", {1: 2100}),
        ("2026-10-01", {1: 2150}),
    ]


def test_the_same_list_recorded_again_adds_to_it_and_corrects_it() -> None:
    hall = open_hall()
    hall.do("rating-list", **SEPTEMBER, player=1, rating=2100)
    hall.do("rating-list", **SEPTEMBER, player=2, rating=2050)
    hall.do("rating-list", **SEPTEMBER, player=1, rating=2110)
    (only,) = hall.state.ratings.lists
    assert only.ratings == {1: 2110, 2: 2050}
    assert ratings(hall)[:2] == [2110, 2050]
    refusal = hall.refused("rating-list", **SEPTEMBER, player=1, rating=2110)
    assert refusal.code == "nothing-to-change"


@pytest.mark.clause("fide-dutch-2026 GHR2.3")
def test_wrong_ratings_of_the_start_are_corrected_with_a_reason_once_round_1_is_public() -> None:
    hall = open_hall()
    hall.do("lots")
    hall.play()
    assert hall.refused("rating-list", **SEPTEMBER, player=1, rating=1500).code == "reason-required"
    notes = hall.notes("rating-list", **SEPTEMBER, player=1, rating=1500, reason="misread")
    assert ratings(hall)[0] == 1500
    assert any("lots" in note for note in notes)
    hall.do("lots")
    assert hall.state.players[1].number == 4


def test_players_are_found_by_their_numbers_before_their_names() -> None:
    hall = open_hall()
    hall.do("correct-person", player="Player A", fide_id="1001")
    hall.do("correct-person", player="Player B", fide_id="1002")
    decision = decide(hall, "Player B,2105,1001\nOther Name,2000,1002\nPlayer C,1,1003\n")
    assert isinstance(decision, Decision)
    (listed, *_) = decision.facts
    assert isinstance(listed, RatingListRecorded)
    assert dict(zip(listed.players, listed.ratings, strict=True)) == {1: 2105, 2: 2000, 3: 1}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Nobody Here,2000,\n", "nobody-in-list"),
        ("Other Name,2000,1001\nPlayer A,2000,\n", "listed-twice"),
        ("Twin,2000,\n", "ambiguous-player"),
        ("Player A,high,\n", "people-bad-rating"),
    ],
)
def test_a_list_that_cannot_be_matched_is_refused_with_its_line(text: str, code: str) -> None:
    hall = open_hall()
    hall.do("correct-person", player="Player A", fide_id="1001")
    if code == "ambiguous-player":
        for birth in ("1990", "1991"):
            hall.do("enter", name="Twin", birth=birth)
    decision = decide(hall, text)
    assert not isinstance(decision, Decision)
    assert decision[0].code == code


@pytest.mark.parametrize(
    "fields", [{}, {"player": 1}, {"rating": 2000}, {"file": "list.csv", "player": 1, "rating": 1}]
)
def test_ratings_come_from_a_file_or_are_of_one_player(fields: dict[str, Any]) -> None:
    assert open_hall().refused("rating-list", **SEPTEMBER, **fields).code == "list-without-ratings"
    missing = open_hall().refused("rating-list", **SEPTEMBER, file="none.csv")
    assert missing.code == "file-not-read"


def test_a_list_of_another_month_than_the_first_day_is_warned_of_in_fide_mode() -> None:
    hall = Hall(4, 5, rules="fide-dutch-2026")
    hall.do("schedule", round=1, date="2026-09-05")
    one = command("rating-list", **OCTOBER, player=1, rating=2000)
    decision = handle_all(hall.book.trial(), [(None, one)], asks=WarnLevel.ACKNOWLEDGE)
    assert isinstance(decision, Decision)
    (warning,) = decision.warnings
    assert (warning.code, warning.level) == ("list-of-another-month", WarnLevel.ACKNOWLEDGE)
    hall.do("schedule", round=5, date="2026-10-10")  # more than 30 days: its month counts too
    decision = handle_all(hall.book.trial(), [(None, one)], asks=WarnLevel.ACKNOWLEDGE)
    assert isinstance(decision, Decision)
    assert decision.warnings == ()


def test_a_list_can_be_taken_back_with_the_ratings_that_came_from_it(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "one.ledger")
    terminal.run("init", "Open", "--rules", "fide-dutch-2026", "--rounds", 3)
    terminal.run("enter", "Bos, Anna", "--rating", 1900)
    (tmp_path / "list.csv").write_text("name,rating\nAnna Bos,2105\n", "utf-8")
    terminal.run("rating-list", "FIDE", "2026-09-01", "--file", tmp_path / "list.csv")
    shown = terminal.json("rating-lists")
    assert [row["rating"] for row in shown["rows"]] == [2105]
    assert [one["name"] for one in shown["lists"]] == ["FIDE"]
    terminal.run("undo")
    shown = terminal.json("rating-lists")
    assert (shown["rows"][0]["rating"], shown["lists"]) == (1900, [])


def test_a_rating_corrected_by_hand_stays_when_a_list_comes_in_for_others() -> None:
    hall = open_hall()
    hall.do("rating-list", **SEPTEMBER, player=1, rating=2100)
    hall.do("correct-rating", player=1, rating=1700)
    hall.do("rating-list", **SEPTEMBER, player=2, rating=2000)
    hall.do("rating-list", **OCTOBER, player=1, rating=2150)
    assert ratings(hall)[:2] == [1700, 2000]
    hall.do("start-rank", method="FIDE")
    assert ratings(hall)[:2] == [1700, 2000]
    hall.do("rating-list", **SEPTEMBER, player=1, rating=2110)
    assert ratings(hall)[0] == 2110


def test_a_tournament_of_the_federation_has_lists_as_well() -> None:
    hall = open_hall("knsb-rating-2014")
    hall.do(
        "rating-list", name="KNSB", valid_from="2026-08-01", kind="national", player=2, rating=2222
    )
    assert ratings(hall)[1] == 2222
