"""Two moments beside each other: publications, and games whose colours were exchanged."""

from __future__ import annotations

from typing import Any

from projections.formats.diff import diff_view
from projections.views.view import View
from tests.helpers.hall import Hall, hall_of
from tests.helpers.words import in_words


def rows(hall: Hall, *moments: str) -> list[dict[str, Any]]:
    view = diff_view(hall.book, moments)
    assert isinstance(view, View), view
    return [dict(row) for row in in_words(view).cells]


def test_a_publication_as_a_moment_has_its_boards() -> None:
    """As the basis of the round it stood for the moment before, so that all boards were new."""
    hall = hall_of(("1-0", "1-0", "1-0"))
    hall.do("publish")
    assert rows(hall, "published:2") == []
    hall.do("correct-result", round=1, board=1, result="0-1", reason="misread")
    before = hall.boards(2)
    hall.do("amend", round=2, reason="misread", confirm="2")
    changed = [row for row in rows(hall, "published:2") if row["key"] == "board"]
    new = [one for one, other in zip(hall.boards(2), before, strict=True) if one != other]
    assert len(changed) == len(new) > 0
    assert all(row["before"] for row in changed)


def test_a_game_with_the_colours_exchanged_is_the_same_game_with_another_player_as_white() -> None:
    hall = hall_of(("1-0", "1-0", "1-0"))
    hall.do("publish")
    hall.do("start", round=2)
    white, black = hall.boards(1)[0]
    hall.do("correct-colours", round=1, board=1, reason="score sheets")
    called = hall.book.called
    [row] = [row for row in rows(hall, "published:2") if row["part"] in ("pairing", "result")]
    assert row == {
        "part": "pairing",
        "round": 1,
        "who": f"{called(white)} - {called(black)}",
        "key": "white",
        "before": called(white),
        "now": called(black),
    }
    hall.do("correct-result", round=1, board=1, result="1-0", reason="misread")
    [result] = [row for row in rows(hall, "published:2") if row["part"] == "result"]
    assert (result["before"], result["now"]) == ("1-0", "0-1")
