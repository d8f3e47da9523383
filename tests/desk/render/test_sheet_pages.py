"""Each kind of sheet for 8, 40, 200 and 1,000 players, in both languages, as it was looked at."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.sheet_pages import LANGUAGES, SIZES, file_of, pages_of, tournament


@pytest.mark.parametrize("players", SIZES)
def test_each_sheet_is_as_it_was_looked_at(players: int, tmp_path: Path) -> None:
    """Sheets of 1,000 players take three seconds: that many leafs are the point of it.

    `make sheets` writes them anew; look at what changed.
    """
    book = tournament(players, tmp_path)
    for language in LANGUAGES:
        assert pages_of(book, language) == file_of(players, language).read_text("utf-8"), language


def test_an_audit_has_two_pages_at_most() -> None:
    for players in SIZES:
        for language in LANGUAGES:
            _, _, leafs = file_of(players, language).read_text("utf-8").partition("== audit: ")
            assert int(leafs.split()[0]) <= 2, (players, language)
