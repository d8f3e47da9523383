"""The public explanations of a published round are there before anybody asks."""

from __future__ import annotations

from pathlib import Path
from threading import Event
from unittest.mock import patch

from desk.answers import public_reasons
from desk.answers.reasons import board_explained
from desk.web.reasons_ahead import reasons_ahead
from tests.helpers.browsing import demo


class Looks(Event):
    """An event that is set at the second look; boards in between do not count."""

    def __init__(self) -> None:
        super().__init__()
        self.looks = 0

    def wait(self, timeout: float | None = None) -> bool:
        self.looks += timeout == 1
        return self.looks > 1


def test_a_spectator_gets_what_was_made_in_the_background(tmp_path: Path) -> None:
    browsing = demo(tmp_path)
    browsing.office.live.public_book(browsing.tournament)
    with patch.object(public_reasons, "board_explained", wraps=board_explained) as explained:
        reasons_ahead(browsing.office, Looks())
        made = explained.call_count
        assert made == len(browsing.book.state.rounds[-1].games)
        pages = [
            browsing.client(None, language).get(f"/{browsing.slug}/round/6/board/1/why").text
            for language in ("nl", "en")
        ]
        assert explained.call_count == made
    assert "Waarom speelt Oudekerk tegen Veldhuis?" in pages[0]
    assert "Why does Oudekerk play Veldhuis?" in pages[1]


def test_a_tournament_that_nobody_looked_at_waits(tmp_path: Path) -> None:
    browsing = demo(tmp_path)
    with patch.object(public_reasons, "board_explained", wraps=board_explained) as explained:
        reasons_ahead(browsing.office, Looks())
    assert explained.call_count == 0
