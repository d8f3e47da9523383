"""A view as a static page: one file, no script, escaped, the same bytes every time."""

from __future__ import annotations

from desk.answers.season import OVERVIEWS, overview
from desk.render import html as pages
from desk.render.shown import shown as cell_text
from projections.views.columns import Column, Kind
from projections.views.view import View, value_of
from tests.helpers.html_reader import Reader
from tests.helpers.overviews import dutch, pages_of
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
    for links in ((), (("2-x.html", "<x>"),)):
        text = pages.page(VIEW, "nl", links)
        assert text == pages.page(VIEW, "nl", links)
        names = {name for _, attrs in Reader(text).tags for name in attrs}
        assert not names & {"src", "onclick", "style"}
        assert "@import" not in text
        assert "url(" not in text
    read = Reader(pages.page(VIEW, "nl", [("2.html", "x")]))
    hrefs = [attrs["href"] for _, attrs in read.tags if "href" in attrs]
    assert hrefs == ["2.html"]


def test_each_overview_is_a_page_with_the_cells_of_its_table() -> None:
    book = random_season(8, members=8).book
    index, *pages = pages_of(book, "nl")
    assert index[0] == "index.html"
    assert [name for name, _ in pages] == [
        "1-stand.html",
        "2-periodestand.html",
        "3-uitslagen.html",
        "4-opbouw.html",
        "5-scorematrix.html",
        "6-extern.html",
        "7-klijnbeker.html",
    ]
    assert [index, *pages] == pages_of(book, "nl")
    addresses = [a["href"] for _, a in Reader(index[1]).tags if "href" in a]
    assert addresses == [name for name, _ in pages]
    for (_, text), which in zip(pages, OVERVIEWS, strict=True):
        read = Reader(text)
        assert [a["href"] for _, a in read.tags if "href" in a] == ["index.html", *addresses]
        if which != "results":
            view = dutch(overview(book, which))
            assert read.caption == view.title
            cells = [[cell_text(value_of(r, c.key)) for c in view.columns] for r in view.cells]
            assert read.rows[1:] == cells
    rounds = {row[0] for row in Reader(pages[2][1]).rows[1:]}
    assert rounds == {"1", "2", "3", "4", "5", "6"}


def test_pages_of_a_period_have_its_rounds() -> None:
    book = random_season(8, members=8).book
    _, *pages = pages_of(book, "nl", period=1)
    assert {row[0] for row in Reader(pages[2][1]).rows[1:]} == {"1", "2", "3"}
    assert "Stand na ronde 6" in pages[0][1]
    assert "periode 1, ronde 1-3" in pages[3][1]


def test_a_website_in_english_has_english_names_words_and_numbers() -> None:
    _, *pages = pages_of(random_season(8, members=8).book, "en")
    assert [name for name, _ in pages] == [
        "1-standing.html",
        "2-period-standing.html",
        "3-results.html",
        "4-build-up.html",
        "5-matrix.html",
        "6-external.html",
        "7-best-external.html",
    ]
    for _, text in pages:
        assert ("html", {"lang": "en"}) in Reader(text).tags
        dutch_words = ("Naam", "Punten", "Ronde", "ronde", "zwart", "waarden", "Stand ", "speler")
        assert not [word for word in dutch_words if word in text]
