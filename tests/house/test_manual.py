"""The manual as a site: built of docs/ without a fetch, whole, and fit for the desk's policy."""

from __future__ import annotations

import re
from pathlib import Path

from desk.manual.pages import FRONTS
from packages import manual


def test_every_link_of_the_site_leads_somewhere(site: Path) -> None:
    """The whole site is built for this and the tests below: three seconds."""
    assert list(manual.dead_links(site)) == []


def test_a_dead_link_and_a_place_that_is_gone_are_found(tmp_path: Path) -> None:
    page = '<a href="b.html#there">x</a><a href="b.html#gone">x</a><a href="c.html">x</a>'
    (tmp_path / "a.html").write_text(page, "utf-8")
    (tmp_path / "b.html").write_text('<h1 id="there">B</h1>', "utf-8")
    assert list(manual.dead_links(tmp_path)) == ["a.html: b.html#gone", "a.html: c.html"]


def test_every_page_of_docs_is_in_the_site_once(site: Path) -> None:
    pages = {path.stem for path in manual.DOCS.glob("*.md")} - set(FRONTS.values())
    built = [path.stem for path in site.glob("*/*.html") if path.stem not in ("index", "readme")]
    assert sorted(built) == sorted(pages)


def test_no_page_has_a_script_or_a_style_of_its_own_or_calls_another_house(site: Path) -> None:
    for path in site.rglob("*.html"):
        text = re.sub(r"<pre>.*?</pre>|<code>.*?</code>", "", path.read_text("utf-8"), flags=re.S)
        inside = re.findall(
            r"<script(?![^>]*(?:src=|application/json))[^>]*>|<style|\sstyle=|\son\w+=\"", text
        )
        assert inside == [], path
        assert re.findall(r'(?:src|<link[^>]*href)="https?://[^"]*', text) == [], path


def test_each_language_has_a_search_with_its_own_pages(site: Path) -> None:
    for language, word in (("en", "prizes.html"), ("nl", "clubseizoen.html")):
        index = (site / language / "search" / "search_index.json").read_text("utf-8")
        assert word in index


def test_a_site_says_what_it_was_made_of(site: Path, tmp_path: Path) -> None:
    assert manual.is_current(site)
    (tmp_path / manual.STAMP).write_text("of other pages\n", "utf-8")
    assert not manual.is_current(tmp_path)
    assert not manual.is_current(tmp_path / "nowhere")
