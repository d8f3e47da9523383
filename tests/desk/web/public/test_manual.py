"""The manual at the desk: its site, or its texts, and what leads to it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from desk.access.roles import Role
from desk.manual.pages import section_text
from desk.web import app, manual
from desk.web.manual import of_refusal
from tests.helpers.browsing import Browsing, demo


@pytest.fixture
def browsing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Browsing:
    monkeypatch.setattr(manual, "SITE", tmp_path / "not-built")
    return demo(tmp_path)


def test_where_no_site_was_built_a_page_is_shown_as_its_text(browsing: Browsing) -> None:
    client = browsing.client(None, "en")
    answer = client.get("/manual/en/prizes.html")
    assert answer.status_code == 200
    assert "its site, with a search, was not built here" in answer.text
    assert "prizes announce" in answer.text
    assert 'href="/manual/en/season.html"' in answer.text


def test_the_manual_begins_in_the_language_of_the_reader(browsing: Browsing) -> None:
    for language in ("en", "nl"):
        answer = browsing.client(None, language).get("/manual", follow_redirects=False)
        assert answer.headers["location"] == f"/manual/{language}/index.html"
    assert "Een clubseizoen" in browsing.client(None, "nl").get("/manual/nl/index.html").text


@pytest.mark.parametrize("address", ["/manual/en/nothing.html", "/manual/nl/season.html"])
def test_a_page_that_there_is_not_is_refused_and_not_a_fault(
    browsing: Browsing, address: str
) -> None:
    assert browsing.client(None, "en").get(address).status_code == 404


def test_a_site_that_was_built_is_served_as_files_under_the_policy_of_the_desk(
    browsing: Browsing, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "site" / "en").mkdir(parents=True)
    (tmp_path / "site" / "en" / "index.html").write_text("<h1>Site</h1>", "utf-8")
    monkeypatch.setattr(manual, "SITE", tmp_path / "site")
    browsing.app = app.application(browsing.office)
    answer = browsing.client(None, "en").get("/manual/en/index.html")
    assert answer.text == "<h1>Site</h1>"
    assert "script-src 'self'" in answer.headers["content-security-policy"]
    assert browsing.client(None, "en").get("/manual/../secret").status_code == 404


@pytest.mark.parametrize(
    ("path", "page"),
    [
        ("/", "desk"),
        ("/{t}/round", "desk"),
        ("/{t}/disputes", "disputes"),
        ("/{t}/rules", "rulebooks"),
    ],
)
def test_a_page_leads_to_what_the_manual_says_of_it(
    browsing: Browsing, path: str, page: str
) -> None:
    text = browsing.client(Role.CHIEF, "en").get(path.format(t=browsing.slug)).text
    assert f'href="/manual/en/{page}.html">Manual</a>' in text


def test_a_phone_of_a_player_leads_to_what_the_manual_says_of_phones(browsing: Browsing) -> None:
    for language, page in (
        ("en", "en/desk.html#results-by-phone"),
        ("nl", "nl/bediening.html#spelers-met-een-telefoon"),
    ):
        text = browsing.client(Role.PLAYER, language, player=9).get(f"/{browsing.slug}/game").text
        assert f'href="/manual/{page}">' in text
        name, _, place = page.rpartition("/")[2].partition(".html#")
        assert section_text(name, place) is not None


def test_a_refusal_leads_to_what_it_means(browsing: Browsing) -> None:
    text = browsing.client(Role.CHIEF, "nl").get(f"/{browsing.slug}/rules?rules=nothing").text
    assert re.search(r'href="(/manual/nl/weigeringen.html#[\w-]+)"', text)
    assert of_refusal("unknown-rulebook", "nl") in text


def test_a_refusal_of_a_family_leads_to_its_family() -> None:
    assert of_refusal("trf-line-wrong", "en") == "/manual/en/refusals.html#trf-"
    assert section_text("refusals", "trf-") is not None
    assert of_refusal("fault", "en").startswith("/manual/en/refusals.html")
