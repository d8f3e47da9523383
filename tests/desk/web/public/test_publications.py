"""A reader chooses the publication of a round that was paired again: its boards, and the inquiry."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.helpers.browsing import Browsing
from tests.helpers.drafts import plain


@pytest.fixture(scope="module")
def browsing(tmp_path_factory: pytest.TempPathFactory) -> Browsing:
    """Serve a tournament whose second round was paired again after a correction."""
    desk = Browsing(Path(tmp_path_factory.mktemp("publications")) / "open.ledger")
    desk.do({"command": "init", "name": "Open", "rounds": 5})
    for number in range(1, 7):
        desk.do({"command": "enter", "name": f"Player {chr(64 + number)}"})
    desk.do({"command": "lots", "by": "entry"})
    desk.do({"command": "publish"})
    for board in (1, 2, 3):
        desk.do({"command": "result", "round": 1, "board": board, "result": "1-0"})
    desk.do({"command": "publish"})
    wrong = {"command": "correct-result", "round": 1, "board": 1, "result": "0-1"}
    desk.do(wrong | {"reason": "misread"})
    desk.do({"command": "amend", "round": 2, "reason": "misread", "confirm": "2"})
    return desk


def read(browsing: Browsing, page: str) -> tuple[int, str]:
    answer = browsing.client(language="en").get(f"/open/round/{page}")
    return answer.status_code, answer.text


@pytest.mark.parametrize("page", ["2/board/1/why", "2/audit", "2/audit?board=1"])
def test_a_round_paired_again_has_a_link_to_each_other_publication(
    browsing: Browsing, page: str
) -> None:
    status, text = read(browsing, page)
    assert status == 200
    sign = "&amp;" if "?" in page else "?"
    assert f'href="/open/round/{page}{sign}publication=1"' in text
    assert '<b aria-current="page">2</b>' in text
    status, first = read(browsing, page + ("&" if "?" in page else "?") + "publication=1")
    assert status == 200
    assert '<b aria-current="page">1</b>' in first
    assert f'href="/open/round/{page}{sign}publication=2"' in first
    assert 'publication=1"' not in re.sub(r'name="publication" value="1"', "", first)
    [change] = browsing.book.state.rounds[1].changes
    if page.endswith("why"):
        for boards, shown in ((change.before, first), (change.after, text)):
            white, black = (f"Player {chr(64 + player)}" for player in boards[0])
            title = re.search("<h1[^>]*>(.*?)</h1>", shown)
            assert title is not None
            assert {white, black} <= set(re.findall("Player [A-F]", title[1]))


def test_the_inquiry_into_the_first_publication_finds_it_as_it_was(browsing: Browsing) -> None:
    _, first = read(browsing, "2/audit?board=1&publication=1")
    [change] = browsing.book.state.rounds[1].changes
    assert change.before != change.after
    heading = plain(first).partition("When")[0]
    assert all(f"Player {chr(64 + player)}" in heading for player in change.before[0])


def test_a_round_with_one_publication_has_no_such_links(browsing: Browsing) -> None:
    for page in ("1/board/1/why", "1/audit"):
        status, text = read(browsing, page)
        assert (status, "publication=" in text) == (200, False)


def test_a_publication_that_is_not_there_is_refused(browsing: Browsing) -> None:
    for page in ("2/board/1/why", "2/audit"):
        status, text = read(browsing, f"{page}?publication=3")
        assert status >= 400
        assert "publication" in text
