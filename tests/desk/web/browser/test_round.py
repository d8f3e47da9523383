"""The round in a real browser: a whole round by keys alone, others at work, no script."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route

from desk.access.roles import Role
from tests.helpers.axe import looked_at
from tests.helpers.browsing import Browsing
from tests.helpers.chromium import Served, served_to, shown, until
from tests.helpers.round_page import outcomes_of, pairs_of, record

pytestmark = pytest.mark.desk

BOARDS = 12


@pytest.fixture
def hall(tmp_path: Path, browser: Browser) -> Iterator[Served]:
    """A round of twelve boards, published, served to a browser."""
    browsing = Browsing(tmp_path / "cup.ledger")
    browsing.do(
        {"command": "init", "name": "Cup", "rounds": 5},
        *(
            {"command": "enter", "name": f"Speler {n}", "rating": 2000 - n}
            for n in range(1, 2 * BOARDS + 1)
        ),
        {"command": "lots", "by": "entry"},
        {"command": "publish"},
    )
    with served_to(browser, browsing) as served:
        yield served


def _focus(page: Page) -> str:
    return str(page.evaluate("document.activeElement.id"))


def _quiet(page: Page) -> list[str]:
    """Return the faults of a page, as they come."""
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("response", lambda answer: errors.append(answer.url) if answer.status > 399 else None)
    return errors


def test_a_whole_round_is_entered_by_keys_alone(hall: Served) -> None:
    browsing, page = hall.browsing, hall.page("/{t}/round")
    errors, pairs = _quiet(page), pairs_of(browsing)
    assert _focus(page) == f"r{pairs[0]}"
    page.keyboard.type("10=5")
    until(page, lambda: outcomes_of(browsing)[:4] == ["1-0", "0-1", "1/2-1/2", "1/2-1/2"])
    # A mistake on the spot: the board is open again, and has the focus.
    page.keyboard.type("u")
    until(page, lambda: outcomes_of(browsing)[3] is None)
    until(page, lambda: _focus(page) == f"r{pairs[3]}")
    page.keyboard.type("0a")
    until(page, lambda: outcomes_of(browsing)[3:5] == ["0-1", "adjourned"])
    # A default, in its dialog.
    page.keyboard.type("f")
    shown(page, "[role=dialog]")
    page.keyboard.press("ArrowRight")  # the first field has the focus
    page.keyboard.press("Enter")
    page.wait_for_url("**/round/1?done=*")
    until(page, lambda: outcomes_of(browsing)[5] in ("1-0R", "0-1R"))
    assert _focus(page) == f"r{pairs[6]}"
    page.keyboard.type("111111")
    until(page, lambda: None not in outcomes_of(browsing))
    assert outcomes_of(browsing)[6:] == ["1-0"] * 6
    shown(page, "#todo a.btn.main")
    assert _focus(page) == f"r{pairs[-1]}"
    assert "Ronde 2 indelen en publiceren" in page.inner_text("#todo")
    # U is still the key of the note, though no field is open.
    page.keyboard.type("u")
    until(page, lambda: outcomes_of(browsing)[-1] is None)
    assert errors == []


def test_a_blank_before_a_key_is_no_key(hall: Served) -> None:
    browsing, page = hall.browsing, hall.page("/{t}/round")
    pairs = pairs_of(browsing)
    page.keyboard.type(" 1 0  =")
    until(page, lambda: outcomes_of(browsing)[:3] == ["1-0", "0-1", "1/2-1/2"])
    assert _focus(page) == f"r{pairs[3]}"


def test_keys_are_never_lost_nor_shifted_on_a_slow_network(hall: Served) -> None:
    page = hall.page("/{t}/round")

    def late(route: Route) -> None:
        time.sleep(0.15)
        route.continue_()

    page.route("**/results", late)
    page.keyboard.type("10=5" * (BOARDS // 4))
    wanted = ["1-0", "0-1", "1/2-1/2", "1/2-1/2"] * (BOARDS // 4)
    until(page, lambda: outcomes_of(hall.browsing) == wanted)


def test_slips_are_typed_in_any_order_by_keyboard(hall: Served) -> None:
    page = hall.page("/{t}/round")
    page.focus("#quick")
    page.keyboard.type("7= 110")
    page.keyboard.press("Enter")
    until(page, lambda: outcomes_of(hall.browsing)[6] == "1/2-1/2")
    until(page, lambda: page.input_value("#quick") == "")
    assert _focus(page) == "quick"
    page.keyboard.type("7zz")
    page.keyboard.press("Enter")
    shown(page, "#said [role=alert]")
    assert page.input_value("#quick") == "7zz"
    assert outcomes_of(hall.browsing)[10] == "0-1"


def test_results_of_others_come_by_themselves_and_leave_the_focus_and_the_text(
    hall: Served,
) -> None:
    browsing = hall.browsing
    arbiter, helper = hall.page("/{t}/round"), hall.page("/{t}/round", Role.HELPER)
    pairs = pairs_of(browsing)
    arbiter.keyboard.type("x")
    shown(arbiter, ".finding")
    helper.focus(f"#r{pairs[2]}")
    helper.keyboard.type("1")
    shown(arbiter, "#bord3 >> text=1–0")
    record(browsing, 5, "0-1")
    shown(arbiter, "#bord5 >> text=0–1")
    assert _focus(arbiter) == f"r{pairs[0]}"
    assert arbiter.input_value(f"#r{pairs[0]}") == "x"
    # Somebody records the very board that has the focus: the next key goes nowhere else.
    record(browsing, 1, "1/2-1/2")
    shown(arbiter, "#bord1 >> text=½–½")
    arbiter.keyboard.type("1")
    arbiter.wait_for_timeout(300)
    assert outcomes_of(browsing)[:2] == ["1/2-1/2", None]


def test_without_script_results_are_typed_and_recorded_by_enter(hall: Served) -> None:
    browsing, page = hall.browsing, hall.page("/{t}/round", script=False)
    pairs = pairs_of(browsing)
    page.fill(f"#r{pairs[0]}", "1")
    page.fill(f"#r{pairs[4]}", "=")
    page.press(f"#r{pairs[4]}", "Enter")
    page.wait_for_url("**done=*")
    assert outcomes_of(browsing)[:5] == ["1-0", None, None, None, "1/2-1/2"]
    page.focus(f"#r{pairs[1]}")
    page.click("#bord2 .pick button >> nth=2")
    page.wait_for_url("**done=*")
    assert outcomes_of(browsing)[1] == "0-1"
    page.click(".done-line button")
    assert outcomes_of(browsing)[1] is None


def test_the_round_and_its_dialogs_are_accessible(hall: Served) -> None:
    browsing = hall.browsing
    record(browsing, 1, "1-0")
    for board, side, result in ((2, 0, "1-0"), (2, 1, "0-1"), (3, 0, "1-0")):
        player = pairs_of(browsing)[board - 1].split("-")[side]
        device = f"{board}{side}" * 8
        browsing.do({"command": "claim", "player": player, "result": result, "device": device})
    for path in (
        "/{t}/round",
        "/{t}/round/1/board/1/correct?result=0-1",
        "/{t}/round/1/board/4/default",
    ):
        assert looked_at(hall.page(path)) == []
