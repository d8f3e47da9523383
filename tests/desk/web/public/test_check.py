"""The page on which anybody checks the head of a sheet."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers.browsing import Browsing, demo


@pytest.fixture(scope="module")
def browsing(tmp_path_factory: pytest.TempPathFactory) -> Browsing:
    return demo(Path(tmp_path_factory.mktemp("desk")))


def test_a_spectator_learns_that_a_sheet_is_unaltered_and_what_came_since(
    browsing: Browsing,
) -> None:
    book = browsing.book
    head = book.heads[book.state.rounds[-1].changed_at].short
    page = browsing.client(None).get("/check", params={"head": head}).text
    assert "feiten van Club Open zijn niet veranderd" in page
    assert "3 uitslagen" in page
    assert f"/{browsing.slug}/standing?as-of={book.state.rounds[-1].changed_at}" in page


def test_a_wrong_code_and_no_code_say_what_to_do(browsing: Browsing) -> None:
    client = browsing.client(None, "en")
    assert "Check code of the sheet" in client.get("/check").text
    assert "This is not a check code." in client.get("/check?head=hello").text
    altered = client.get("/check", params={"head": "75:AAAA-AAAA-AAAA-AAAA"}).text
    assert "does not belong to what is recorded here" in altered
    assert 'value="&lt;script&gt;' in client.get("/check", params={"head": "<script>"}).text
