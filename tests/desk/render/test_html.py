"""A view as a static page: one file, no script, escaped, the same bytes every time."""

from __future__ import annotations

from desk.answers.season import OVERVIEWS, overview
from desk.render import html as pages
from desk.render.shown import shown as cell_text
from projections.views.columns import Column, Kind
from projections.views.view import View, value_of
from tests.helpers.html_reader import Reader
from tests.helpers.overviews import dutch, shown
from tests.helpers.words import in_words
from tests.oracles.keizer_seasons import random_season

VIEW = View(
    "A & B's <cup>",
    (
        Column("n", Kind("right", "Nr")),
        Column("name", Kind(heading="Naam", name=True)),
        Column("x", Kind("center", "½ & <x>")),
    ),
    (
        {"n": 1, "name": '<script>alert("x")</script>', "x": None},
        {"n": 2, "name": "B & C", "x": 3.5},
    ),
    notes=("a <b> & c",),
)


def test_a_page_is_one_table_with_caption_and_scopes() -> None:
    read = Reader(pages.page(VIEW, "nl"))
    assert read.caption == VIEW.title
    assert ("html", {"lang": "nl"}) in read.tags
    assert [tag for tag, _ in read.tags].count("table") == 1
    scopes = [attrs["scope"] for tag, attrs in read.tags if tag == "th"]
    assert scopes == ["col", "col", "col", "row", "row"]


def test_a_page_says_what_the_view_says_and_nothing_of_it_is_markup() -> None:
    text = pages.page(VIEW, "nl")
    assert Reader(text).rows == [
        ["Nr", "Naam", "½ & <x>"],
        ["1", '<script>alert("x")</script>', ""],
        ["2", "B & C", "3½"],
    ]
    assert "<script" not in text
    assert "a &lt;b&gt; &amp; c" in text


def test_a_page_needs_no_other_file_and_is_the_same_every_time() -> None:
    text = pages.page(VIEW, "nl")
    assert text == pages.page(VIEW, "nl")
    names = {name for _, attrs in Reader(text).tags for name in attrs}
    assert not names & {"src", "onclick", "style", "href"}
    assert "@import" not in text
    assert "url(" not in text


def test_each_overview_has_the_cells_of_its_table_and_the_words_of_its_language() -> None:
    book = random_season(8, members=8).book
    for which in OVERVIEWS:
        view = dutch(overview(book, which))
        read = Reader(pages.page(view, "nl"))
        assert read.caption == view.title
        if which != "results":
            cells = [[cell_text(value_of(r, c.key)) for c in view.columns] for r in view.cells]
            assert read.rows[1:] == cells
    for which in OVERVIEWS:
        text = pages.page(in_words(shown(overview(book, which)), "en"), "en")
        assert ("html", {"lang": "en"}) in Reader(text).tags
        dutch_words = ("Naam", "Punten", "Ronde", "ronde", "zwart", "waarden", "Stand ", "speler")
        assert not [word for word in dutch_words if word in text]
