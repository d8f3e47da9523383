"""The rulebook in a browser: clauses with an address, changed keys, another rulebook beside it."""

from __future__ import annotations

from pathlib import Path

import pytest

from desk.render.catalogue import room
from desk.web.public.moments import rulebooks
from ledger.rulebooks.files import shipped
from pairing.systems.registry import load_rulebook
from projections.views.rules import keys_of
from tests.helpers.browsing import Browsing, demo
from tests.helpers.drafts import plain, ready_by


@pytest.fixture(scope="module")
def browsing(tmp_path_factory: pytest.TempPathFactory) -> Browsing:
    return demo(Path(tmp_path_factory.mktemp("rules")))


def test_each_clause_has_an_address_and_a_text_in_our_words(browsing: Browsing) -> None:
    text = browsing.client(None).get("/club-open/rules?round=6").text
    for clause in ("A1d-A", "B1a", "C4.5", "F7"):
        assert f'<li id="{clause}">' in text
    assert "geldt voor ronde 6" in text
    assert "In onze woorden" in text


def test_a_rulebook_beside_it_shows_where_they_differ(browsing: Browsing) -> None:
    said = plain(browsing.client(None).get("/club-open/rules?beside=knsb-wp-1996").text)
    first, second = (f"Zwitsers op weerstandspunten (KNSB {year})" for year in (2014, 1996))
    assert f"{first} naast {second}" in said
    values = f"{first} half_point {second} full_point"
    assert f"geen bye meer na ongespeelde punten van bye.barred_after {values}" in said


def test_every_key_of_the_shipped_rulebooks_has_words_and_no_other() -> None:
    keys = {key for rules in rulebooks() for key in keys_of(rules)}
    for language in ("nl", "en"):
        assert keys == room("rule-keys", language).keys()


def test_every_shipped_rulebook_can_be_read_and_set_beside_the_own_one(browsing: Browsing) -> None:
    for name in shipped():
        for address in (f"?rules={name}", f"?beside={name}", f"?rules={name}&beside={name}"):
            for language in ("nl", "en"):
                answer = browsing.client(None, language).get(f"/club-open/rules{address}")
                assert answer.status_code == 200


@pytest.mark.parametrize("name", ["../../etc/passwd", "nothing", "pyproject.toml", "<b>"])
def test_a_rulebook_that_is_not_shipped_is_refused_and_no_file_is_read(
    browsing: Browsing, name: str
) -> None:
    answer = browsing.client(None).get("/club-open/rules", params={"rules": name, "beside": name})
    assert answer.status_code == 422
    assert "Er is geen reglement" in answer.text
    assert "<b>" not in answer.text.replace("<b>Er is", "")


def test_changed_keys_are_named_with_what_the_rulebook_has(tmp_path: Path) -> None:
    browsing = Browsing(tmp_path / "changed.ledger")
    browsing.do(
        {"command": "init", "name": "Anders", "rules": "knsb-wp-2014", "set": {"bye.points": "0.5"}}
    )
    said = plain(browsing.client(None).get("/anders/rules").text)
    assert "1 sleutel is hier anders" in said
    assert "bye.points 1/2 1" in said


def test_a_tournament_by_the_rulebook_as_it_is_has_no_changed_keys(tmp_path: Path) -> None:
    browsing = ready_by(tmp_path, "berger", rounds=1)
    rules = load_rulebook("berger")
    assert not isinstance(rules, tuple)
    assert "is hier anders" not in browsing.client(None).get(f"/{browsing.slug}/rules").text
