"""The form of every command: each field has its control, label and hint, errors their place."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from desk.commands.commands import COMMANDS, SPECS
from desk.commands.fields import fields_of
from desk.commands.spec import Why
from desk.web.forms.form import OF_NAME, control_of, fields_on
from desk.web.forms.reading import read
from desk.web.pages.form import NO_FORM
from tests.helpers.browsing import Browsing, demo

FORMS = sorted(COMMANDS.keys() - {*NO_FORM})


@pytest.fixture(scope="module")
def browsing(tmp_path_factory: pytest.TempPathFactory) -> Browsing:
    return demo(Path(tmp_path_factory.mktemp("forms")))


def shown(browsing: Browsing, command: str, rest: str = "", language: str = "nl") -> str:
    answer = browsing.client(language=language).get(f"/{browsing.slug}/do/{command}{rest}")
    assert answer.status_code == 200
    return answer.text


@pytest.mark.parametrize("language", ["nl", "en"])
def test_every_command_has_a_form_with_all_its_fields_in_both_languages(
    browsing: Browsing, language: str
) -> None:
    for command in FORMS:
        page = shown(browsing, command, "?player=3&basis=4&rating=1234", language)
        for field in fields_on(command):
            name = field.name.replace("_", "-")
            assert f'name="{name}"' in page or f'name="{name}.' in page, f"{command}: {name}"
        labels = re.findall(r'<label class="field"[^>]*><span>([^<]*)', page)
        assert all(labels), command
        assert "web-forms." not in page, command


def test_a_list_of_choices_is_a_select_with_words_of_the_reader(browsing: Browsing) -> None:
    page = shown(browsing, "correct-result", "?board=1")
    assert ">½-½</option>" in page
    assert ">1-0 reglementair</option>" in page
    assert '<option value="late">te laat</option>' in shown(browsing, "forfeit")
    assert ">reden" not in page


def test_a_player_is_chosen_by_name_in_alphabetical_order(browsing: Browsing) -> None:
    page = shown(browsing, "board-add")
    names = re.findall(r'<option value="\d+">([^<(]+) \(\d+\)</option>', page)
    assert len(names) == 2 * len(browsing.book.state.players)
    assert names[: len(names) // 2] == sorted(names[: len(names) // 2])


def test_a_player_named_in_the_address_by_part_of_the_name_is_chosen(browsing: Browsing) -> None:
    page = shown(browsing, "withdraw", "?player=Terpstra")
    assert '<input type="hidden" name="player" value="2">' in page
    assert "Terpstra, J. (2)" in page


def test_players_named_in_the_address_a_line_each_are_ticked(browsing: Browsing) -> None:
    page = shown(browsing, "prohibit", "?players=Terpstra%0A%0A%205%20")
    ticked = re.findall(r'name="(players\.\d+)" value="yes" checked', page)
    assert sorted(ticked) == ["players.2", "players.5"]


def test_a_form_that_shows_what_is_recorded_asks_for_the_player_first(browsing: Browsing) -> None:
    page = shown(browsing, "correct-person")
    assert 'method="get"' in page
    assert 'name="name"' not in page
    assert 'name="name" value="Terpstra, J."' in shown(browsing, "correct-person", "?player=2")


def test_a_field_of_a_player_that_is_emptied_on_the_form_is_emptied(browsing: Browsing) -> None:
    browsing.do({"command": "correct-person", "player": 2, "club": "De Toren", "fide_id": "1001"})
    kept = dict(browsing.book.people["p2"])
    sent = {
        "seen": str(browsing.book.state.position),
        "player": "2",
        "name": kept["name"],
        "fide-id": "",
        "club": "De Toren",
    }
    browsing.send(f"/{browsing.slug}/do/correct-person", data=sent)
    del kept["fide_id"]
    assert browsing.book.people["p2"] == kept


def test_bounds_of_a_number_are_those_of_the_command(browsing: Browsing) -> None:
    page = shown(browsing, "plan")
    assert re.search(r'type="number" name="rounds"[^>]* min="1" max="999"[^>]* required', page)


def test_all_errors_come_at_once_at_their_fields_and_what_was_typed_is_kept(
    browsing: Browsing,
) -> None:
    before = browsing.book.state.position
    typed = {"seen": "1", "round": "no number", "board": "1", "result": "", "reason": "misread"}
    answer = browsing.send(f"/{browsing.slug}/do/correct-result", data=typed)
    assert answer.status_code == 422
    assert answer.text.count('aria-invalid="true"') == 2
    for name in ("round", "result"):
        assert re.search(rf'name="{name}"[^>]*aria-invalid="true" aria-describedby=', answer.text)
    assert 'value="no number"' in answer.text
    assert 'value="misread"' in answer.text
    assert "--help" not in answer.text
    assert browsing.book.state.position == before


def test_a_reason_that_is_asked_for_is_marked_at_its_field(browsing: Browsing) -> None:
    answer = browsing.send(f"/{browsing.slug}/do/rules-change", data={"rulebook": "knsb-wp-1996"})
    assert answer.status_code in (409, 422)
    assert re.search(r'name="reason"[^>]*aria-invalid="true"', answer.text)
    assert 'href="#f-reason"' in answer.text or "web-forms" not in answer.text


TITLES = {"GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM"}
"""What is written alike in every language."""


def test_every_choice_of_a_form_is_in_words_and_not_the_code_of_it(browsing: Browsing) -> None:
    plain: list[str] = []
    for command in FORMS:
        page = shown(browsing, command)
        options = re.findall(r'<option value="([a-zA-Z][\w ]*)"[^>]*>([^<]*)<', page)
        codes = [value for value, word in options if word.strip() == value]
        plain += [f"{command}: {code}" for code in codes if code not in TITLES]
    assert plain == []


@pytest.mark.parametrize(
    "command", [name for name, spec in SPECS.items() if spec.reason is Why.REQUIRED]
)
def test_a_reason_that_is_always_needed_is_in_sight_on_its_form(
    browsing: Browsing, command: str
) -> None:
    first = shown(browsing, command).partition("<main")[2].partition("<details")[0]
    assert re.search(r'name="reason"[^>]* required', first)


def test_the_players_who_are_ticked_are_those_of_their_own_field() -> None:
    form = {"players.3": "yes", "players.5": "yes", "column.8": "yes", "reason": "brothers"}
    fields = read(None, "prohibit", form)  # type: ignore[arg-type]  # a file alone is asked of it
    assert isinstance(fields, dict)
    assert fields["players"] == ["3", "5"]


def test_controls_that_are_named_belong_to_fields_that_exist() -> None:
    for key in OF_NAME:
        command, _, name = key.partition(".")
        assert name in {field.name for field in fields_of(command)}, key


def test_every_field_has_a_control_that_the_page_can_show() -> None:
    template = Path("desk/web/templates/form-parts.html").read_text("utf-8")
    plain = {"text", "number", "date", "clock", "moment", "file"}
    for command in COMMANDS:
        for field in fields_on(command):
            control = control_of(command, field)
            assert control in plain or f'"{control}"' in template, f"{command}.{field.name}"
