"""The check-in list: everybody by name with their state, and the counts."""

from __future__ import annotations

from datetime import timedelta

from desk.answers.check_in import CheckInHead, CheckInRow, check_in_view
from projections.views.view import View
from tests.helpers.hall import Hall, hall_of
from tests.helpers.words import words


def states(view: View) -> dict[str, str]:
    return {row.name: row.state for row in view.rows if isinstance(row, CheckInRow)}


def test_everybody_is_listed_by_surname_with_their_state() -> None:
    hall = Hall(0, 5, set={"bye.half_point_allowed": "true"})
    names = ["Özkan, D.", "Berg, J. van den", "Aalst, F. van", "Zwart, L. de", "Ozinga, T.", "Cox"]
    for name in names:
        hall.do("enter", name=name)
    hall.do("lots", by="entry")
    hall.do("enter", name="Laat, T. de", from_round=2)
    hall.do("check-in", player="Ozinga")
    hall.do("absent", player="Cox", round=1)
    hall.do("bye", player="Zwart", round=1)
    hall.do("withdraw", player="Aalst")
    view = check_in_view(hall.book)
    assert states(view) == {
        "Aalst, F. van": "withdrawn",
        "Berg, J. van den": "not yet",
        "Cox": "absent",
        "Laat, T. de": "late",
        "Ozinga, T.": "in",
        "Özkan, D.": "not yet",
        "Zwart, L. de": "bye",
    }
    assert list(states(view)) == [
        "Aalst, F. van",
        "Berg, J. van den",
        "Cox",
        "Laat, T. de",
        "Ozinga, T.",
        "Özkan, D.",
        "Zwart, L. de",
    ]
    head = view.head
    assert isinstance(head, CheckInHead)
    counts = (head.in_, head.not_yet, head.absent, head.byes, head.late, head.withdrawn)
    assert counts == (1, 2, 1, 1, 1, 1)
    assert list(map(words, view.notes)) == ["round 1: 1 here, 2 still missing"]


def test_only_who_is_missing_is_listed_when_asked_and_the_counts_stay() -> None:
    hall = Hall(3)
    hall.do("check-in", player=2)
    view = check_in_view(hall.book, missing=True)
    assert states(view) == {"Player A": "not yet", "Player C": "not yet"}
    assert isinstance(view.head, CheckInHead)
    assert view.head.in_ == 1


def test_the_position_of_a_check_in_is_given_for_those_who_are_in() -> None:
    hall = hall_of(("1-0",))
    hall.do("check-in", player=1)
    at = hall.state.position
    first, second, *_ = check_in_view(hall.book).rows
    assert isinstance(first, CheckInRow)
    assert isinstance(second, CheckInRow)
    assert (first.position, second.position) == (at, None)
    assert check_in_view(hall.book, 3).head.as_dict()["not_yet"] == 6


def test_who_comes_later_or_came_too_late_is_told_apart() -> None:
    hall = Hall(4)
    hall.do("details", time_zone="UTC")
    closing = hall.book.recorded_at(hall.state.position) + timedelta(minutes=3)
    hall.do("schedule", round=1, date=closing.date(), check_in_until=f"{closing:%H:%M}")
    hall.do("check-in", player=1, later=True)
    hall.do("check-in", player=2)
    hall.do("check-in", player=3)
    view = check_in_view(hall.book)
    assert states(view) == {
        "Player A": "coming",
        "Player B": "in",
        "Player C": "after closing",
        "Player D": "not yet",
    }
    assert isinstance(view.head, CheckInHead)
    counts = (view.head.in_, view.head.after_closing, view.head.coming, view.head.not_yet)
    assert counts == (2, 1, 1, 1)
    assert list(map(words, view.notes)) == [
        "round 1: 2 here, 1 still missing",
        "1 player comes later",
        f"check-in closes at {closing:%H:%M}; 1 player came in after that",
    ]


def test_in_a_season_of_announced_presence_who_announced_it_is_in() -> None:
    hall = Hall(3, rules="mwkeizer", set={"keizer.presence": "announced"})
    hall.do("present", player=1, round=1)
    assert states(check_in_view(hall.book)) == {
        "Player A": "in",
        "Player B": "not yet",
        "Player C": "not yet",
    }
