"""Players in a browser: the list, one entry, a file with its errors or what it would record."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from desk.access.roles import Role
from ledger.state.parts import Entrant
from tests.helpers.browsing import Browsing, demo, fields_of
from tests.helpers.round_page import three_boards

LIST = b"naam;rating;club;geboren\nBerg, J. van den;1912;De Toren;2001-05-30\nSmit, V.;;De Loper;\n"


@pytest.fixture
def browsing(tmp_path: Path) -> Browsing:
    fresh = Browsing(tmp_path / "new.ledger")
    fresh.do({"command": "init", "name": "Open", "rounds": 5})
    return fresh


def looked_at(browsing: Browsing, content: bytes, name: str = "spelers.csv") -> tuple[int, str]:
    answer = browsing.send(
        f"/{browsing.slug}/players/file",
        files={"file": (name, content)},
    )
    return answer.status_code, answer.text


def test_a_file_is_shown_before_it_is_recorded_and_recorded_as_it_was_shown(
    browsing: Browsing,
) -> None:
    status, text = looked_at(browsing, LIST)
    assert status == 200
    assert not browsing.book.state.players
    for shown in ("2 spelers inschrijven?", "Berg, J. van den", "1912", "2001-05-30"):
        assert shown in text
    form = fields_of(text, "players/file")
    answer = browsing.send(f"/{browsing.slug}/players/file", {**form, "record": "yes"})
    assert answer.status_code == 303
    book = browsing.book
    assert [book.name(player) for player in book.state.players] == ["Berg, J. van den", "Smit, V."]


def test_a_list_that_was_recorded_is_said_and_taken_back_with_its_full_number(
    browsing: Browsing,
) -> None:
    rows = b"".join(b"Speler %d;%d\n" % (n, 1500 + n) for n in range(7))
    form = fields_of(looked_at(browsing, b"naam;rating\n" + rows)[1], "players/file")
    then = browsing.send(f"/{browsing.slug}/players/file", {**form, "record": "yes"})
    client = browsing.client()
    assert "en nog 6" in client.get(then.headers["location"]).text
    last = browsing.book.state.position
    page = client.get(f"/{browsing.slug}/do/undo?fact={last}").text
    assert page.count("<li>#") == 5
    assert "<li>en nog 2</li>" in page


def test_every_error_of_a_file_is_shown_with_its_line(browsing: Browsing) -> None:
    status, text = looked_at(browsing, b"naam;rating\nAa;abc\n;1500\nBb;x\n")
    assert status == 409
    assert re.findall(r"<b>regel (\d+)</b>", text) == ["2", "3", "4"]
    assert "Er kloppen 3 dingen niet" in text
    assert not browsing.book.state.players


@pytest.mark.parametrize("content", [b"", b"\x00\xff" * 500, b"%PDF-1.7", b"naam\n"])
def test_nonsense_is_refused_and_not_recorded(browsing: Browsing, content: bytes) -> None:
    status, text = looked_at(browsing, content)
    assert status == 409
    assert "errors" in text
    assert not browsing.book.state.players


def test_a_player_who_is_there_already_is_said_before_anything_is_recorded(
    browsing: Browsing,
) -> None:
    browsing.do({"command": "enter", "name": "Smit, V."})
    status, text = looked_at(browsing, LIST)
    assert status == 409
    assert "Smit, V." in text
    assert len(browsing.book.state.players) == 1


def test_a_file_that_somebody_else_sent_cannot_be_recorded(browsing: Browsing) -> None:
    _, text = looked_at(browsing, LIST)
    held = fields_of(text, "players/file")["held"]
    answer = browsing.send(
        f"/{browsing.slug}/players/file", {"held": held, "record": "yes"}, Role.DEPUTY
    )
    assert answer.status_code == 409
    assert not browsing.book.state.players


def test_one_player_is_entered_and_the_form_is_there_for_the_next(browsing: Browsing) -> None:
    client, address = browsing.client(), f"/{browsing.slug}/players/enter"
    form = fields_of(client.get(address).text, "players/enter")
    answer = client.post(
        address,
        data={**form, "name": "Ünal, A.", "rating": "1500", "birth": "2001", "then": "next"},
    )
    assert answer.status_code == 303
    assert answer.headers["location"].startswith(address)
    assert "Ünal, A." in client.get(answer.headers["location"]).text
    typed = {"name": "", "rating": "veel", "fide-id": "abc", "birth": "31-2-2001"}
    wrong = client.post(address, data={**form, "once": "2", **typed})
    assert wrong.status_code == 422
    assert wrong.text.count('aria-invalid="true"') == 4
    assert wrong.text.count('class="note stop"') == 1, "one note for all fields"
    assert 'value="veel"' in wrong.text
    assert "is geen FIDE-nummer. Gebruik alleen cijfers, of laat het leeg." in wrong.text


def test_the_name_of_a_list_is_no_player_in_the_form_either(browsing: Browsing) -> None:
    client, address = browsing.client(), f"/{browsing.slug}/players/enter"
    form = fields_of(client.get(address).text, "players/enter")
    answer = client.post(address, data={**form, "name": "spelers.csv", "then": "next"})
    assert answer.status_code == 422
    assert "is de naam van een bestand." in answer.text
    assert not browsing.book.state.players


def test_what_only_the_desk_can_judge_has_its_line_too(browsing: Browsing) -> None:
    browsing.do({"command": "enter", "name": "Smit, V."}, {"command": "enter", "name": "Bos, W."})
    status, text = looked_at(browsing, b"naam;rating;fed\nBos, W.;1999;NED\nSmit, V.;;\n")
    assert status == 409
    assert re.findall(r"<b>regel (\d+)</b>", text) == ["2", "3"]


def test_the_list_has_names_ratings_clubs_and_what_is_announced(browsing: Browsing) -> None:
    browsing.do(
        {"command": "enter", "name": "Aa", "rating": 1600, "club": "De Toren"},
        {"command": "enter", "name": "Bb"},
        {"command": "withdraw", "player": "Bb"},
    )
    text = browsing.client().get(f"/{browsing.slug}/players").text
    assert "De Toren" in text
    assert "nog geen nummer" in text
    assert '<tr class="away">' in text
    matches = browsing.client().get(f"/{browsing.slug}/players?q=toren").text
    assert ">Aa<" in matches
    assert ">Bb<" not in matches


def test_readers_who_may_not_enter_see_the_list_alone(tmp_path: Path) -> None:
    browsing = demo(tmp_path)
    for role in (Role.HELPER, Role.COMMITTEE):
        text = browsing.client(role).get(f"/{browsing.slug}/players").text
        assert "Terpstra, J." in text
        assert "/do/" not in text
        assert "players/enter" not in text


def test_forgetting_asks_for_the_number_of_the_player(tmp_path: Path) -> None:
    browsing = demo(tmp_path)
    client, address = browsing.client(), f"/{browsing.slug}/do/forget"
    text = client.get(f"{address}?player=2").text
    assert "Typ 2, het nummer van de speler" in text
    form = fields_of(text, "/do/forget")
    for stake in ("", "3"):
        answer = client.post(address, data={**form, "stake": stake})
        assert answer.status_code == 409
        assert browsing.book.state.players[2].forgotten is None
    assert client.post(address, data={**form, "stake": "2"}).status_code == 303
    assert browsing.book.state.players[2].forgotten is not None
    assert client.get(f"/{browsing.slug}/players").status_code == 200


def test_numbers_are_given_by_the_form_that_says_what_they_mean(browsing: Browsing) -> None:
    browsing.do({"command": "enter", "name": "Aa"}, {"command": "enter", "name": "Bb"})
    client, address = browsing.client(), f"/{browsing.slug}/do/lots"
    text = client.get(address).text
    assert "Na de publicatie liggen zij vast" in text
    answer = client.post(
        address, data={**fields_of(text, "/do/lots"), "by": "file", "order": "Bb\nAa"}
    )
    assert answer.status_code == 303
    assert {e.number: browsing.book.name(k) for k, e in browsing.book.state.players.items()} == {
        1: "Bb",
        2: "Aa",
    }


HOSTILE = "<script>alert(1)</script>\"'&amp; {say} {{1}} %s, Bobby"


@pytest.mark.parametrize("language", ["nl", "en"])
def test_a_hostile_name_is_a_text_on_every_page(browsing: Browsing, language: str) -> None:
    browsing.do(
        {"command": "details", "city": HOSTILE[:40]},
        *({"command": "enter", "name": f"{HOSTILE} {n}", "club": HOSTILE} for n in (1, 2)),
        {"command": "lots", "by": "entry"},
        {"command": "check-in", "player": 1, "reason": HOSTILE},
    )
    client, t = browsing.client(language=language), browsing.slug
    for path in (
        "players",
        "players?q=bobby",
        "players/enter",
        "check-in",
        "check-in?q=%3Cscript",
        "check-in/1",
        "check-in/2?step=late",
        "check-in/missing",
        "more",
        "files",
        "do/absent",
        "do/correct-person?player=1",
        "do/prohibit",
        "do/details",
        "do/board-add?white=%3Cscript%3E",
        "players?done=5",
    ):
        text = client.get(f"/{t}/{path}").text
        assert "<script>alert" not in text, path
    answer = browsing.send(f"/{t}/players/file", files={"file": (f"{HOSTILE[:30]}.csv", LIST)})
    assert "<script>alert" not in answer.text


def test_who_was_entered_by_mistake_is_removed_by_the_form_of_the_player(
    browsing: Browsing,
) -> None:
    browsing.do(
        *({"command": "enter", "name": name} for name in ("Aa", "Bb", "Cc")),
        {"command": "lots", "by": "entry"},
    )
    client, t = browsing.client(), browsing.slug
    assert f"/{t}/do/remove?player=2" in client.get(f"/{t}/do/correct-person?player=2").text
    assert f"/{t}/do/remove" in client.get(f"/{t}/more").text
    page = client.get(f"/{t}/do/remove?player=2").text
    assert "bij vergissing ingeschreven" in page
    assert 'class="btn danger"' in page
    assert len(browsing.book.state.players) == 3
    fields = {**fields_of(page, "/do/remove"), "reason": "dubbel"}
    then = client.post(f"/{t}/do/remove", data=fields)
    assert then.status_code == 303
    text = client.get(then.headers["location"]).text
    assert "Bb verwijderd, bij vergissing ingeschreven" in text
    assert ">Bb<" not in text
    assert browsing.book.state.players[3].number == 2


def test_who_has_played_has_no_link_to_be_removed_and_is_led_to_withdraw(tmp_path: Path) -> None:
    browsing = demo(tmp_path)
    client, t = browsing.client(), browsing.slug
    assert "/do/remove?player=4" not in client.get(f"/{t}/do/correct-person?player=4").text
    form = fields_of(client.get(f"/{t}/do/remove?player=4").text, "/do/remove")
    refused = client.post(f"/{t}/do/remove", data=form)
    assert refused.status_code == 409
    assert f"/{t}/do/withdraw?player=4" in refused.text


def test_a_form_with_an_old_number_is_not_recorded_after_a_removal(browsing: Browsing) -> None:
    browsing.do(*({"command": "enter", "name": name} for name in ("Aa", "Bb", "Cc")))
    client, t = browsing.client(), browsing.slug
    form = fields_of(client.get(f"/{t}/do/remove?player=2").text, "/do/remove")
    browsing.do({"command": "remove", "player": 1})
    assert client.post(f"/{t}/do/remove", data=form).status_code == 409
    assert len(browsing.book.state.players) == 2


def test_a_likely_double_is_asked_about_at_the_form_of_one_player(browsing: Browsing) -> None:
    browsing.do({"command": "enter", "name": "van der Berg, Jan", "birth": "1984"})
    client, address = browsing.client(), f"/{browsing.slug}/players/enter"
    form = fields_of(client.get(address).text, "players/enter")
    question = client.post(address, data={**form, "name": "Jan v.d. Berg"})
    assert question.status_code == 409
    assert "Niveau 3 van 5" in question.text
    assert "is misschien 1 van der Berg, Jan, al ingeschreven" in question.text
    again = fields_of(question.text, "players/enter")
    assert client.post(address, data={**again, "confirm": "yes"}).status_code == 303
    assert len(browsing.book.state.players) == 2


def test_the_likely_doubles_of_a_file_are_asked_about_once_and_together(
    browsing: Browsing,
) -> None:
    rows = "naam;rating\nBerg, Jan;\nBerg Jan;\nSmit, Eva;\nE. Smit;\n"
    status, text = looked_at(browsing, rows.encode())
    assert status == 200, text
    form = fields_of(text, "players/file")
    address = f"/{browsing.slug}/players/file"
    question = browsing.send(address, {**form, "record": "yes"})
    assert question.status_code == 409
    assert question.text.count("al ingeschreven: de naam is op de schrijfwijze na dezelfde") == 2
    assert not browsing.book.state.players
    again = fields_of(question.text, "players/file")
    assert browsing.send(address, {**again, "confirm": "yes"}).status_code == 303
    assert len(browsing.book.state.players) == 4


def test_somebody_who_comes_late_is_entered_in_one_line_of_the_list(tmp_path: Path) -> None:
    browsing = three_boards(tmp_path)
    client, address = browsing.client(), f"/{browsing.slug}/players"
    form = fields_of(client.get(address).text, f"{address}/enter")
    answer = client.post(f"{address}/enter", data=form | {"name": "Laat, L.", "rating": "1650"})
    assert answer.status_code == 303
    entrant = browsing.book.find_player("Laat, L.")
    assert isinstance(entrant, Entrant)
    assert (entrant.rating, entrant.from_round) == (1650, 2)
    wrong = client.post(f"{address}/enter", data=form | {"name": "Laat, M.", "rating": "veel"})
    assert wrong.status_code == 422
    assert 'name="name" value="Laat, M."' in wrong.text
