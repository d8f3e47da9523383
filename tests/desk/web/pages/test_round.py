"""The page of a round: results by key, slip and button, undo, what can be done and what not."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from desk.access.accounts import rename
from desk.access.roles import Role
from desk.commands.commands import SPECS
from desk.commands.spec import Spec
from ledger.errors import disk_full
from ledger.values import Format
from tests.helpers.browsing import Browsing
from tests.helpers.round_page import (
    HTMX,
    RoundPage,
    outcomes_of,
    pairs_of,
    record,
    row_of,
    text_of,
    three_boards,
)


@pytest.fixture
def browsing(tmp_path: Path) -> Browsing:
    return three_boards(tmp_path)


# --- its way down and back ------------------------------------------------------------------------


@pytest.mark.parametrize("of_others", [(), (2,)], ids=["recorded", "refused"])
@pytest.mark.parametrize("headers", [{}, HTMX], ids=["whole", "part"])
def test_each_result_that_is_typed_is_judged_once_whatever_comes_of_it(
    browsing: Browsing,
    monkeypatch: pytest.MonkeyPatch,
    of_others: tuple[int, ...],
    headers: dict[str, str],
) -> None:
    for board in of_others:
        record(browsing, board, "1-0")
    judged: list[Spec] = []
    judge = Spec.judge

    def counted(spec: Spec, played: Format | None) -> Any:
        judged.append(spec)
        return judge(spec, played)

    monkeypatch.setattr(Spec, "judge", counted)
    typed = {f"r{pair}": "0" for pair in pairs_of(browsing)}
    answer = RoundPage(browsing).send(typed, headers)
    assert ("Intussen vastgelegd" in answer.text) == bool(of_others)
    assert judged.count(SPECS["result"]) == 3


# --- the page -------------------------------------------------------------------------------------


def test_the_page_shows_where_the_round_stands_and_a_field_for_each_open_board(
    browsing: Browsing,
) -> None:
    record(browsing, 2, "1-0")
    page = RoundPage(browsing).page()
    assert page.count('<input class="slot open"') == 2
    assert '<li class="now" aria-current="step">' in page
    published = browsing.book.state.rounds[0].position
    assert re.search(rf"\d\d:\d\d · #{published}\b", text_of(page))
    assert "1–0" in row_of(page, 2)
    assert "Wijzig" in row_of(page, 2)
    first = pairs_of(browsing)[0]
    assert f'id="r{first}" name="r{first}" value=""' in row_of(page, 1)
    assert "autofocus" in row_of(page, 1)
    assert "autofocus" not in row_of(page, 3)
    assert "Ronde 1 afsluiten" in page
    assert "om dezelfde reden" in page


def test_the_counts_filter_and_the_filter_is_in_the_address(browsing: Browsing) -> None:
    record(browsing, 2, "1-0")
    desk = RoundPage(browsing)
    page = desk.page(show="open")
    assert (row_of(page, 1) != "", row_of(page, 2), row_of(page, 3) != "") == (True, "", True)
    assert f'href="/{browsing.slug}/round/1?show=results"' in page
    assert "1–0" in row_of(desk.page(show="results"), 2)


def test_a_round_that_is_not_published_leads_to_its_draft(browsing: Browsing) -> None:
    desk = RoundPage(browsing)
    page = desk.page(2)
    assert "Ronde 2 is nog niet gepubliceerd." in page
    assert "ronde 1 heeft geen uitslag op bord 1" in page
    for board in (1, 2, 3):
        record(browsing, board, "1-0")
    assert f'href="/{browsing.slug}/draft">Ronde 2 indelen en publiceren' in desk.page(2)
    assert desk.client.get(f"/{browsing.slug}/round/9").status_code == 404


def test_the_current_round_has_an_address_without_a_number(browsing: Browsing) -> None:
    client = browsing.client()
    assert "Ronde 1" in client.get(f"/{browsing.slug}/round").text
    assert "Round 1" in browsing.client(language="en").get(f"/{browsing.slug}/round").text


def test_the_committee_reads_the_round_and_has_no_fields(browsing: Browsing) -> None:
    page = RoundPage(browsing, Role.COMMITTEE).page()
    assert "<input class=" not in page
    assert "<button name=" not in page


def test_the_day_of_a_round_is_said_in_full_with_its_weekday_and_hour(browsing: Browsing) -> None:
    browsing.do({"command": "schedule", "round": 1, "date": "2026-11-28", "time": "13:00"})
    assert "zaterdag 28 november 2026, 13.00 uur" in RoundPage(browsing).page()
    page = RoundPage(browsing, language="en").page()
    assert "Saturday 28 November 2026, 13:00" in page


def test_who_has_no_board_is_counted_and_without_them_there_is_no_row_for_it(
    tmp_path: Path, browsing: Browsing
) -> None:
    assert "<tfoot>" not in RoundPage(browsing).page()
    (tmp_path / "odd").mkdir()
    odd = three_boards(tmp_path / "odd", players=7)
    page = RoundPage(odd).page()
    assert '<a href="#no-board"><b>1</b> vrij</a>' in page
    assert '<tr id="no-board">' in page


def test_the_last_round_closes_with_the_end_of_the_tournament(browsing: Browsing) -> None:
    assert "bij de indeling van ronde 2" in RoundPage(browsing).page()
    browsing.do({"command": "plan", "rounds": 1})
    page = RoundPage(browsing).page()
    assert "bij het beëindigen van het toernooi" in page
    assert "ronde 2" not in page


def test_open_boards_are_counted_where_a_round_cannot_be_closed(browsing: Browsing) -> None:
    page = text_of(RoundPage(browsing).page())
    assert "Ronde 1 afsluiten: in ronde 1 zijn nog 3 borden zonder uitslag (F11)" in page


def test_an_account_that_has_a_name_is_called_by_it(browsing: Browsing) -> None:
    desk, pair = RoundPage(browsing), pairs_of(browsing)[0]
    desk.type({f"r{pair}": "1"})
    assert "wedstrijdleider 1 · 19:" in desk.page()
    rename(browsing.office.doors.file, "chief-1", "Kees")
    page = desk.page()
    assert "Kees · 19:" in row_of(page, 1)
    assert "wedstrijdleider 1" not in page


# --- keys -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "outcome"),
    [
        ("1", "1-0"),
        ("0", "0-1"),
        ("=", "1/2-1/2"),
        ("5", "1/2-1/2"),
        ("½", "1/2-1/2"),
        ("0-0", "0-0"),
        ("a", "adjourned"),
    ],
)
def test_one_key_records_a_board_and_the_answer_is_its_row(
    browsing: Browsing, key: str, outcome: str
) -> None:
    desk, pair = RoundPage(browsing), pairs_of(browsing)[1]
    answer = desk.type({f"r{pair}": key})
    assert answer.status_code == 200
    assert outcomes_of(browsing) == [None, outcome, None]
    assert 'class="flash"' in row_of(answer.text, 2)
    assert row_of(answer.text, 1) == ""
    assert "hx-swap-oob" in row_of(answer.text, 2)
    assert browsing.book.recorded[-1].stamp.actor.startswith("chief-")


def test_the_same_key_sent_twice_records_once(browsing: Browsing) -> None:
    desk, pair = RoundPage(browsing), pairs_of(browsing)[0]
    for _ in range(2):
        assert desk.send({f"r{pair}": "1"}, HTMX).status_code == 200
    assert len([f for f, _ in browsing.book.recorded if f.TOPIC == "result-recorded"]) == 1


def test_a_result_sent_again_with_its_token_is_not_recorded_again_after_it_was_taken_back(
    browsing: Browsing,
) -> None:
    desk, pair = RoundPage(browsing), pairs_of(browsing)[0]
    kept = {f"r{pair}": "1", "once": "of this result"}
    assert desk.send(kept, HTMX).status_code == 200
    browsing.do({"command": "undo"})
    answer = desk.send(kept, HTMX)
    assert answer.status_code == 200
    assert f'name="r{pair}" value=""' in row_of(answer.text, 1)
    assert outcomes_of(browsing) == [None, None, None]
    assert desk.send({**kept, "once": "of another"}, HTMX).status_code == 200
    assert outcomes_of(browsing) == ["1-0", None, None]


def test_a_result_that_the_ledger_cannot_take_now_may_be_sent_again(
    browsing: Browsing, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk, pair = RoundPage(browsing), pairs_of(browsing)[0]
    full = disk_full(browsing.path)
    with monkeypatch.context() as patched:
        patched.setattr(browsing.office.live, "write", lambda *_: (full.refusal,))
        part, whole = (desk.send({f"r{pair}": "1"}, headers) for headers in (HTMX, {}))
    assert (part.status_code, whole.status_code) == (503, 503)
    for answer in (part, whole):
        assert 'role="alert"' in answer.text
        assert browsing.path.name in answer.text
    assert f'name="r{pair}" value="1"' in row_of(whole.text, 1)
    assert outcomes_of(browsing) == [None, None, None]


@pytest.mark.parametrize("key", ["1", "f"])
def test_a_result_while_the_ledger_is_away_is_answered_as_one_that_may_be_sent_again(
    browsing: Browsing, key: str
) -> None:
    desk, pair = RoundPage(browsing), pairs_of(browsing)[0]
    aside = browsing.path.with_suffix(".aside")
    address, token = f"/{browsing.slug}/round/1/results", browsing.csrf(desk.client)
    browsing.path.rename(aside)
    answer = desk.client.post(address, data={"csrf": token, f"r{pair}": key}, headers=HTMX)
    assert answer.status_code in (404, 503)
    assert 'role="alert"' in answer.text


def test_what_is_kept_in_a_browser_is_of_one_tournament_one_account_and_one_round(
    browsing: Browsing,
) -> None:
    def kept(role: Role) -> str:
        match = re.search(r'data-kept="([^"]*)"', RoundPage(browsing, role).page())
        return match[1] if match else ""

    chief, helper = kept(Role.CHIEF), kept(Role.HELPER)
    assert chief.startswith(f"{browsing.tournament} chief-")
    assert chief.endswith(" 1")
    assert helper.startswith(f"{browsing.tournament} helper-")
    assert kept(Role.COMMITTEE) == ""


def test_what_cannot_be_read_stays_in_its_field_with_what_is_wrong(browsing: Browsing) -> None:
    desk, pair = RoundPage(browsing), pairs_of(browsing)[0]
    row = row_of(desk.type({f"r{pair}": "x"}).text, 1)
    assert 'value="x"' in row
    assert 'aria-invalid="true"' in row
    assert "&#34;x&#34; is geen uitslag" in row
    assert "aria-invalid" not in row_of(desk.type({f"r{pair}": ""}).text, 1)


def test_a_board_that_somebody_else_recorded_meanwhile_says_so_and_keeps_what_was_typed(
    browsing: Browsing,
) -> None:
    desk, pairs = RoundPage(browsing), pairs_of(browsing)
    record(browsing, 1, "0-1")
    record(browsing, 3, "1-0")
    page = desk.type({f"r{pairs[0]}": "1"}).text
    assert "Intussen vastgelegd: 0–1 (arbiter, " in text_of(row_of(page, 1))
    assert "U typte 1." in text_of(row_of(page, 1))
    assert 'class="news"' in row_of(page, 3)
    assert outcomes_of(browsing) == ["0-1", None, "1-0"]


def test_what_others_changed_comes_by_itself_and_takes_no_focus(browsing: Browsing) -> None:
    desk, pair = RoundPage(browsing), pairs_of(browsing)[1]
    record(browsing, 1, "0-1")
    address = f"/{browsing.slug}/round/1"
    query = {"part": "rows", "seen": str(desk.position), "mine": "", f"r{pair}": "x"}
    page = desk.client.get(address, params=query, headers=HTMX).text
    assert "0–1" in row_of(page, 1)
    assert (row_of(page, 2), row_of(page, 3)) == ("", "")
    assert "autofocus" not in page
    query["seen"] = str(browsing.book.state.position)
    assert "<tbody" not in desk.client.get(address, params=query, headers=HTMX).text


def test_a_pairing_that_changed_meanwhile_is_said_above_the_boards(browsing: Browsing) -> None:
    desk, pairs = RoundPage(browsing), pairs_of(browsing)
    first, second = pairs[0].split("-")[0], pairs[1].split("-")[0]
    browsing.do(
        {
            "command": "board-swap",
            "round": 1,
            "first": first,
            "second": second,
            "reason": "they asked",
        }
    )
    answer = desk.type({f"r{pairs[0]}": "1"}).text
    assert "De indeling is gewijzigd sinds u deze pagina opende." in answer
    assert outcomes_of(browsing) == [None, None, None]


def test_a_default_leads_to_its_dialog_and_records_nothing(browsing: Browsing) -> None:
    desk, pair = RoundPage(browsing), pairs_of(browsing)[2]
    place = f"/{browsing.slug}/round/1/board/3/default"
    answer = desk.send({f"r{pair}": "f"}, HTMX)
    assert (answer.status_code, answer.headers["hx-redirect"]) == (204, place)
    answer = desk.send({"pick": f"{pair}:f"})
    assert (answer.status_code, answer.headers["location"]) == (303, place)
    assert outcomes_of(browsing) == [None, None, None]


# --- undo -----------------------------------------------------------------------------------------


def test_u_takes_back_what_was_typed_last_and_the_board_is_open_again(browsing: Browsing) -> None:
    desk, pairs = RoundPage(browsing), pairs_of(browsing)
    desk.type({f"r{pairs[0]}": "1"})
    record(browsing, 3, "0-1")
    answer = desk.type({f"r{pairs[1]}": "u"})
    assert outcomes_of(browsing) == [None, None, "0-1"]
    assert "autofocus" in row_of(answer.text, 1)
    assert f'name="r{pairs[1]}" value=""' in row_of(answer.text, 2)
    assert "Teruggenomen op bord 1" in answer.text


def test_what_was_recorded_taken_back_or_corrected_is_said_with_the_result_of_now(
    browsing: Browsing,
) -> None:
    desk, pair = RoundPage(browsing), pairs_of(browsing)[0]
    assert "Bord 1, Aalders – Faber: 1–0 vastgelegd" in desk.type({f"r{pair}": "1"}).text
    correction = {"command": "correct-result", "round": 1, "board": 1, "result": "0-1"}
    at = browsing.do(correction).state.position
    assert "Bord 1, Aalders – Faber: gecorrigeerd, nu 0–1" in desk.page(done=str(at))
    at = browsing.do({"command": "undo"}).state.position
    said = "Teruggenomen op bord 1, Aalders – Faber; daar staat nu: 1–0"
    assert said in desk.page(done=str(at))


def test_where_no_board_is_open_the_one_just_recorded_has_the_focus(browsing: Browsing) -> None:
    desk, pairs = RoundPage(browsing), pairs_of(browsing)
    for board in (1, 2):
        record(browsing, board, "1-0")
    answer = desk.type({f"r{pairs[2]}": "1"})
    assert f'id="r{pairs[2]}" tabindex="-1" autofocus' in row_of(answer.text, 3)
    correction = {"command": "correct-result", "round": 1, "board": 2, "result": "0-1"}
    at = browsing.do(correction).state.position
    assert f'id="r{pairs[1]}" tabindex="-1" autofocus' in row_of(desk.page(done=str(at)), 2)


def test_u_never_takes_back_the_work_of_others(browsing: Browsing) -> None:
    desk, pair = RoundPage(browsing), pairs_of(browsing)[1]
    record(browsing, 1, "1-0")
    answer = desk.type({f"r{pair}": "u"})
    assert "Er is hier niets van u om terug te nemen." in answer.text
    assert outcomes_of(browsing) == ["1-0", None, None]


def test_the_button_undoes_only_what_it_stands_for(browsing: Browsing) -> None:
    desk, pairs = RoundPage(browsing), pairs_of(browsing)
    page = desk.type({f"r{pairs[0]}": "1"}).text
    position = desk.mine
    assert f'name="undo" value="{position}"' in page
    browsing.do({"command": "correct-result", "round": 1, "board": 1, "result": "0-1"})
    for headers in ({}, HTMX):
        answer = desk.undo(position, headers)
        assert f"na #{position} is nog vastgelegd: #{int(position) + 1} " in text_of(answer.text)
    assert outcomes_of(browsing) == ["0-1", None, None]
    last = str(browsing.book.state.position)
    assert desk.undo(last).headers["location"] == f"/{browsing.slug}/round/1?done={int(last) + 1}"
    assert outcomes_of(browsing) == ["1-0", None, None]


def test_a_helper_undoes_their_own_result_and_nobody_elses(browsing: Browsing) -> None:
    helper, pairs = RoundPage(browsing, Role.HELPER), pairs_of(browsing)
    helper.type({f"r{pairs[0]}": "1"})
    own = helper.mine
    record(browsing, 2, "1-0")
    others = str(browsing.book.state.position)
    assert helper.undo(others).status_code == 409
    assert helper.undo(own).status_code == 303
    assert outcomes_of(browsing) == [None, "1-0", None]


# --- without script, slips, buttons ---------------------------------------------------------------


def test_without_script_all_fields_are_recorded_by_one_button(browsing: Browsing) -> None:
    desk, pairs = RoundPage(browsing), pairs_of(browsing)
    answer = desk.send({f"r{pairs[0]}": "1", f"r{pairs[2]}": "=", f"r{pairs[1]}": ""})
    last = browsing.book.state.position
    assert answer.headers["location"] == f"/{browsing.slug}/round/1?done={last}"
    assert outcomes_of(browsing) == ["1-0", None, "1/2-1/2"]
    page = desk.page(done=str(last))
    assert "2 uitslagen vastgelegd: borden 1 en 3" in page
    assert 'class="flash"' in row_of(page, 1)
    assert "autofocus" in row_of(page, 2)


def test_without_script_every_finding_is_told_at_once_and_everything_typed_is_kept(
    browsing: Browsing,
) -> None:
    desk, pairs = RoundPage(browsing), pairs_of(browsing)
    answer = desk.send({f"r{pairs[0]}": "1", f"r{pairs[1]}": "9", f"r{pairs[2]}": "<b>"})
    assert answer.status_code == 422
    for board, typed in ((1, "1"), (2, "9"), (3, "&lt;b&gt;")):
        assert f'value="{typed}"' in row_of(answer.text, board)
    assert answer.text.count("is geen uitslag") == 2
    assert outcomes_of(browsing) == [None, None, None]
    record(browsing, 1, "0-1")
    answer = desk.send({f"r{pairs[0]}": "1", f"r{pairs[1]}": "0"})
    assert answer.status_code == 422
    assert "Intussen vastgelegd: 0–1" in answer.text
    assert 'value="0"' in row_of(answer.text, 2)
    assert outcomes_of(browsing) == ["0-1", None, None]


def test_the_first_button_of_the_form_records_what_is_typed_and_no_result_of_its_own(
    browsing: Browsing,
) -> None:
    """Enter in a field presses the first button of its form."""
    page = RoundPage(browsing).page()
    form = page[page.index('<form id="results"') :]
    first = re.search("<button[^>]*>", form)
    assert first
    assert "name=" not in first[0]


def test_slips_come_in_any_order_and_several_in_a_row(browsing: Browsing) -> None:
    desk = RoundPage(browsing)
    answer = desk.type({"quick": "3= 10 2:0-1"})
    assert outcomes_of(browsing) == ["0-1", "0-1", "1/2-1/2"]
    assert '<input id="quick" type="text" name="quick" value=""' in answer.text
    assert "3 uitslagen vastgelegd: borden 1 t/m 3" in answer.text


def test_a_wrong_slip_records_none_of_them_and_stays_in_its_field(browsing: Browsing) -> None:
    desk = RoundPage(browsing)
    page = desk.type({"quick": "3= 91 zz"}).text
    assert 'value="3= 91 zz"' in page
    assert page.count("is geen briefje van deze ronde") == 2
    assert outcomes_of(browsing) == [None, None, None]
    record(browsing, 2, "1-0")
    assert "Intussen vastgelegd: 1–0" in desk.type({"quick": "20"}).text


def test_a_button_records_its_result_beside_what_is_typed(browsing: Browsing) -> None:
    desk, pairs = RoundPage(browsing), pairs_of(browsing)
    assert desk.send({f"r{pairs[0]}": "0", "pick": f"{pairs[1]}:="}).status_code == 303
    assert outcomes_of(browsing) == ["0-1", "1/2-1/2", None]


# --- who may, start, close ------------------------------------------------------------------------


def test_a_helper_enters_results_of_the_current_round_only(browsing: Browsing) -> None:
    helper, pair = RoundPage(browsing, Role.HELPER), pairs_of(browsing)[0]
    assert helper.type({f"r{pair}": "1"}).status_code == 200
    for board in (2, 3):
        record(browsing, board, "1-0")
    browsing.do({"command": "publish"})
    assert "Wijzig" not in helper.page(1)
    assert "Wijzig" in RoundPage(browsing).page(1)
    assert helper.send({f"r{pair}": "0"}).status_code == 409
    spectator = browsing.client(None)
    answer = spectator.post(
        f"/{browsing.slug}/round/2/results", data={"csrf": browsing.csrf(spectator), "quick": "11"}
    )
    assert answer.status_code in (401, 403)
    assert outcomes_of(browsing) == [None, None, None]


def test_a_round_is_begun_and_closed_by_a_button_and_missing_results_are_named(
    browsing: Browsing,
) -> None:
    client = browsing.client()
    data = {"csrf": browsing.csrf(client)}
    address = f"/{browsing.slug}/round/1"
    assert "Ronde 1 begint" in client.get(address).text
    assert client.post(f"{address}/start", data=data).status_code == 303
    assert browsing.book.state.rounds[0].started
    answer = client.post(f"{address}/close", data=data)
    assert answer.status_code == 409
    assert "ronde 1 heeft geen uitslag op bord 1" in answer.text
    for board in (1, 2, 3):
        record(browsing, board, "1-0")
    assert client.post(f"{address}/close", data=data).status_code == 303
    assert browsing.book.state.rounds[0].closed
    assert "Ronde 2 indelen en publiceren" in client.get(address).text


def test_what_is_of_no_board_is_said_as_the_log_says_it_and_undone_only_where_that_works(
    browsing: Browsing,
) -> None:
    client, desk = browsing.client(), RoundPage(browsing)
    published = browsing.book.state.position
    page = desk.page(done=str(published))
    assert "0 uitslagen vastgelegd" not in page
    assert "ronde 1: 3 borden gepubliceerd" in text_of(page)
    assert client.post(f"/{browsing.slug}/round/1/start", data={"csrf": browsing.csrf(client)})
    begun = browsing.book.state.position
    page = desk.page(done=str(begun))
    assert "ronde 1 is begonnen" in text_of(page)
    assert f'name="undo" value="{published}"' not in desk.page(done=str(published))
    assert desk.undo(str(published)).status_code == 409
    offered = f'name="undo" value="{begun}"' in page
    assert desk.undo(str(begun)).status_code == (303 if offered else 409)


def test_in_fide_mode_the_button_asks_before_missing_results_become_adjourned_games(
    tmp_path: Path,
) -> None:
    browsing = three_boards(tmp_path, "fide-dutch-2026")
    client, address = browsing.client(), f"/{browsing.slug}/round/1"
    data = {"csrf": browsing.csrf(client)}
    record(browsing, 1, "1-0")
    answer = client.post(f"{address}/close", data=data)
    assert answer.status_code == 409
    assert "2 borden hebben geen uitslag en worden afgebroken partijen: 2 en 3" in answer.text
    assert outcomes_of(browsing) == ["1-0", None, None]
    assert client.post(f"{address}/close", data=data | {"confirm": "yes"}).status_code == 303
    assert outcomes_of(browsing) == ["1-0", "adjourned", "adjourned"]
    assert browsing.book.state.rounds[0].closed
    browsing.do({"command": "plan", "rounds": 1, "confirm": "yes"})
    assert "after=end" not in client.get(f"/{browsing.slug}/standing").text
    ending = client.get(f"/{browsing.slug}/standing", params={"after": "end"})
    assert "2 borden hebben geen uitslag" in ending.text
    for number in (2, 3):
        record(browsing, number, "1-0")
    assert "after=end" in client.get(f"/{browsing.slug}/standing").text


def test_in_fide_mode_an_adjourned_game_is_not_recorded_by_a_key_alone(tmp_path: Path) -> None:
    browsing = three_boards(tmp_path, "fide-dutch-2026")
    answer = RoundPage(browsing).send({f"r{pairs_of(browsing)[0]}": "a"})
    assert answer.status_code == 409
    assert "afgebroken" in text_of(answer.text)
    assert outcomes_of(browsing) == [None, None, None]


def test_a_file_in_a_field_of_text_is_no_text(browsing: Browsing) -> None:
    client, field = browsing.client(), f"r{pairs_of(browsing)[0]}"
    answer = client.post(
        f"/{browsing.slug}/round/1/results",
        data={"csrf": browsing.csrf(client)},
        files={field: ("1.txt", b"1")},
    )
    assert answer.status_code == 303
    assert outcomes_of(browsing) == [None, None, None]


def test_claims_stand_in_their_rows_and_a_conflict_is_decided_by_a_tap(browsing: Browsing) -> None:
    pairs = pairs_of(browsing)
    for board, side, result, device in (
        (0, 0, "1/2-1/2", "ab"),
        (0, 1, "0-1", "cd"),
        (1, 0, "1-0", "ef"),
    ):
        browsing.do(
            {
                "command": "claim",
                "player": pairs[board].split("-")[side],
                "result": result,
                "device": device * 8,
            }
        )
    desk = RoundPage(browsing)
    page = desk.page()
    assert "1 conflict" in text_of(page)
    assert 'class="clash"' in row_of(page, 1)
    assert row_of(page, 1).count('formaction="') == 2
    assert "wit zegt ½–½" in text_of(row_of(page, 1))
    assert "bord 2: wacht op zwart" in page
    assert "Neem 1–0" in row_of(page, 2)
    take = f"/{browsing.slug}/round/1/board/1/take"
    assert f'formaction="{take}"' in page
    data = {"csrf": browsing.csrf(desk.client), "result": "0-1"}
    assert desk.client.post(take, data=data).status_code == 303
    assert outcomes_of(browsing) == ["0-1", None, None]


def test_who_recorded_what_is_in_the_rows_and_in_the_list_of_the_last(browsing: Browsing) -> None:
    helper, pair = RoundPage(browsing, Role.HELPER), pairs_of(browsing)[0]
    helper.type({f"r{pair}": "1"})
    browsing.do({"command": "forfeit", "round": 1, "board": 2, "black": "excused"})
    page = RoundPage(browsing).page()
    assert "helper" in row_of(page, 1)
    assert "regl., zwart verhinderd" in row_of(page, 2)
    feed = page[page.index('class="feed"') :]
    assert re.search("Bord 1: [^<]* – [^<]* 1–0", feed)


def test_a_name_is_only_text_in_fields_rows_and_feed(tmp_path: Path) -> None:
    browsing = Browsing(tmp_path / "cup.ledger")
    browsing.do(
        {"command": "init", "name": "Cup", "rounds": 3},
        *({"command": "enter", "name": f"<script>{n}</script>\"'&, x"} for n in range(4)),
        {"command": "lots", "by": "entry"},
        {"command": "publish"},
    )
    record(browsing, 1, "1-0")
    assert "<script>0" not in RoundPage(browsing).page()


def test_a_form_for_a_round_that_is_nowhere_is_told_and_records_nothing(browsing: Browsing) -> None:
    client = browsing.client()
    data = {"csrf": browsing.csrf(client), "quick": "11", "undo": "4", "round": "99"}
    for number in (0, 2, 9):
        answer = client.post(f"/{browsing.slug}/round/{number}/results", data=data)
        assert answer.status_code == (200 if number == 2 else 404)
    answer = client.post(f"/{browsing.slug}/undo", data=data)
    assert answer.status_code == 409
    assert outcomes_of(browsing) == [None, None, None]
