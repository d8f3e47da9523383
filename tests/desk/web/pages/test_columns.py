"""A file of any form: its columns are chosen on a page, and kept by name as the terminal's are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from desk.answers.paid import paid_of
from desk.lists.mappings import kept_mappings, with_columns
from desk.lists.shelf import Shelf
from tests.helpers.browsing import Browsing, fields_of

FORM = (
    b"Tijdstempel,Uw hele naam,Lidnummer KNSB?,Jaar,Naam ouder\n"
    b"2026-11-01,Anna de Vries,7000001,1990,Piet\n2026-11-02,Bram Bos,,2011,\n"
)
CHOSEN = {
    "column.0": "",
    "column.1": "name",
    "column.2": "national_id",
    "column.3": "birth",
    "column.4": "",
    "chosen": "yes",
}


@pytest.fixture
def browsing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Browsing:
    monkeypatch.setenv("TOERNOOI_LISTS", str(tmp_path / "lists"))
    fresh = Browsing(tmp_path / "new.ledger")
    fresh.do({"command": "init", "name": "Open", "rounds": 5})
    return fresh


def sent(browsing: Browsing, content: bytes = FORM) -> tuple[int, str]:
    files = {"file": ("formulier.csv", content)}
    answer = browsing.send(f"/{browsing.slug}/players/file", files=files)
    return answer.status_code, answer.text


def posted(browsing: Browsing, text: str, **fields: str) -> tuple[int, str]:
    form = fields_of(text, "players/file")
    answer = browsing.send(f"/{browsing.slug}/players/file", {**form, **fields})
    return answer.status_code, answer.text


def test_a_file_whose_columns_nobody_knows_asks_what_they_are(browsing: Browsing) -> None:
    status, text = sent(browsing)
    assert status == 409
    for shown in ("Wat zijn de kolommen?", "Uw hele naam", "Anna de Vries", "niet overnemen"):
        assert shown in text


def test_chosen_columns_are_shown_recorded_and_kept_under_a_name(browsing: Browsing) -> None:
    status, text = posted(browsing, sent(browsing)[1], **CHOSEN, mapping="  web  formulier ")
    assert status == 200
    assert "2 spelers inschrijven?" in text
    assert "Piet" not in text
    form = fields_of(text, "players/file")
    browsing.send(f"/{browsing.slug}/players/file", {**form, "record": "yes"})
    book = browsing.book
    assert [book.name(player) for player in book.state.players] == ["Anna de Vries", "Bram Bos"]
    assert book.people["p1"]["national_id"] == "7000001"
    assert kept_mappings(Shelf()) == {
        "web formulier": {"Uw hele naam": "name", "Lidnummer KNSB?": "national_id", "Jaar": "birth"}
    }


def test_a_kept_choice_is_taken_in_one_tap_for_a_file_that_has_its_columns(
    browsing: Browsing,
) -> None:
    _, text = posted(browsing, sent(browsing)[1], **CHOSEN, mapping="formulier")
    _, text = sent(browsing)
    assert 'name="take" value="formulier"' in text
    status, text = posted(browsing, text, take="formulier")
    assert status == 200
    assert text.count(" selected>") == 3
    assert 'name="mapping" value="formulier"' in text
    _, other = sent(browsing, b"a,b\n1,2\n")
    assert 'name="take"' not in other


def test_a_file_without_a_line_lacks_every_column() -> None:
    assert with_columns(b"\n \n", {"Naam": "name", "Jaar": "birth"}) == (b"\n \n", ["Jaar", "Naam"])


def test_two_columns_of_one_field_are_refused_with_the_choice_as_it_was(browsing: Browsing) -> None:
    status, text = posted(browsing, sent(browsing)[1], **(CHOSEN | {"column.4": "name"}))
    assert status == 409
    assert text.count('value="name" selected') == 2
    assert not browsing.book.state.players


def test_wrong_values_have_their_lines_and_another_choice_can_be_made(browsing: Browsing) -> None:
    status, text = posted(browsing, sent(browsing)[1], **(CHOSEN | {"column.0": "rating"}))
    assert status == 409
    assert "<b>regel 2</b>" in text
    known = b"naam,rating,Opmerking\nAnna,1900,x\n"
    _, text = sent(browsing, known)
    status, text = posted(browsing, text, choose="yes")
    assert status == 200
    assert 'value="rating" selected' in text


def test_fields_that_no_player_has_are_left_out(browsing: Browsing) -> None:
    status, text = posted(browsing, sent(browsing)[1], **(CHOSEN | {"column.3": "password"}))
    assert status == 200
    assert not re.search(r"\b1990\b", text)  # nor by chance in the letters of a form


def test_who_of_a_form_has_paid_is_kept_and_a_form_read_again_enters_only_who_is_new(
    browsing: Browsing,
) -> None:
    form = b"Uw hele naam,Betaald?\nAnna de Vries,ja\nBram Bos,nee\n"
    chosen = {"column.0": "name", "column.1": "paid", "chosen": "yes"}
    status, text = posted(browsing, sent(browsing, form)[1], **chosen)
    assert status == 200, text
    posted(browsing, text, record="yes")
    place, id_ = browsing.path, browsing.book.id
    assert paid_of(place, id_) == {1: True, 2: False}
    again = b"Uw hele naam,Betaald?\nAnna de Vries,\nBram Bos,ja\nCor Cornelis,ja\n"
    files = {"file": ("formulier.csv", again)}
    answer = browsing.send(f"/{browsing.slug}/players/file", {"only-new": "yes"}, files=files)
    status, text = posted(browsing, answer.text, **chosen)
    assert status == 200, text
    assert "1 speler inschrijven?" in text
    assert "2 regels van het bestand zijn al spelers" in text
    posted(browsing, text, record="yes")
    assert len(browsing.book.state.players) == 3
    assert paid_of(place, id_) == {1: True, 2: True, 3: True}
