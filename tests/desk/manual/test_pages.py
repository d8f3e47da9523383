"""The manual as texts: its pages, their parts, and how they read in a terminal."""

from __future__ import annotations

import pytest

from desk.manual import pages
from tests.helpers.refusal_codes import ANYTHING, refusals


def test_both_front_pages_name_pages_that_there_are() -> None:
    for language, front in pages.FRONTS.items():
        named = [page for _, page in pages.links_of(language)]
        assert pages.page_language(front) == language
        assert [page for page in named if not pages.is_page(page)] == []


def test_a_page_is_dutch_where_the_dutch_front_page_alone_names_it() -> None:
    assert pages.page_language("clubseizoen") == "nl"
    assert pages.page_language("prizes") == "en", "the English front page names it too"
    assert pages.page_language("manual") == "en"


def test_a_part_of_a_page_ends_where_the_next_heading_as_high_begins() -> None:
    text = pages.section_text("refusals", "which-ledger")
    assert text is not None
    assert text.startswith("### which-ledger\n")
    assert "### which-person" not in text
    assert "```console" in text


def test_a_page_without_a_part_is_whole_and_an_unknown_part_is_none() -> None:
    assert pages.section_text("season", "") == pages.text_of("season")
    assert pages.section_text("season", "no-such-part") is None


def test_lines_of_examples_are_no_headings(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "# Title\n\n```sh\n# a comment\n```\n\n## Part\n"
    monkeypatch.setattr(pages, "text_of", lambda name: text)
    assert [part.title for part in pages.sections("any")] == ["Title", "Part"]


def test_in_a_terminal_a_link_says_where_it_leads_and_a_picture_is_left_out() -> None:
    text = (
        "<!-- made -->\n# T\n\n![a](b.png)\n\n[the desk](desk.md), [desk.md](desk.md), [a](#b)\n\n"
        "```console\n$ toernooi log\n```\n"
    )
    assert pages.plain(text) == ("# T\n\nthe desk (desk.md), desk.md, a\n\n    $ toernooi log")


def test_every_refusal_has_its_place_in_both_galleries() -> None:
    """The whole source is read for its refusals, once for the tests that want them."""
    for gallery in pages.GALLERIES.values():
        places = {part.place for part in pages.sections(gallery)}
        alone = {code for code, *_ in refusals() if ANYTHING not in code}
        assert alone - places == set()
