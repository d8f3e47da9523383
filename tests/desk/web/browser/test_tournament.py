"""A whole tournament by browser alone and by keyboard alone; the command line sees each step."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from playwright.sync_api import expect

from desk.access.tickets import TicketHolder, last_published, ticket
from desk.answers.competition import standings
from ledger.state.tournament import Game
from projections.views.view import View
from tests.helpers.browsing import Browsing
from tests.helpers.chromium import Served, hall
from tests.helpers.keyboard_only import Fingers

pytestmark = pytest.mark.desk

PLAYERS = 14
CSV = "name,rating,club\n" + "".join(
    f'"{name}",{2000 - 40 * at},De Toren\n'
    for at, name in enumerate(
        (
            "Dekker, S.",
            "Prins, L.",
            "Vermeulen, A.",
            "Haan, M. de",
            "Kuipers, R.",
            "Ozinga, T.",
            "Berg, J. van den",
            "Schouten, E.",
            "Wit, C. de",
            "Jansen, H.",
            "Molenaar, P.",
            "Linden, O. van der",
            "Brouwer, I.",
            "Özkan, D.",
        )
    )
)


class Afternoon:
    """The arbiter at the desk, and what the command line knows meanwhile."""

    def __init__(self, served: Served) -> None:
        self.served = served
        self.page = served.page("/")
        self.keys = Fingers(self.page)
        self.chance = random.Random(1)

    @property
    def browsing(self) -> Browsing:
        return self.served.browsing

    def go(self, path: str) -> None:
        """Type an address."""
        self.page.goto(self.served.at(path))

    def open(self, players: Path) -> None:
        keys = self.keys
        keys.enter("Nieuw toernooi")
        keys.fill("name", "De Toren")
        keys.fill("rounds", "7")
        keys.enter("Toernooi openen")
        self.go("/{t}/players/enter")
        self.page.set_input_files("input[type=file]", players)
        keys.enter("Bekijk het eerst")
        keys.enter(f"{PLAYERS} spelers inschrijven")
        assert len(self.browsing.book.state.players) == PLAYERS
        self.go("/{t}/do/lots")
        keys.to("", field="by")
        self.page.keyboard.type("op r")
        keys.enter("Vastleggen")
        keys.enter("Gezien")  # the rules draw them by lot
        assert self.browsing.book.state.numbers_method == "rating"

    def publish(self) -> None:
        before = len(self.browsing.book.state.rounds)
        self.go("/{t}/draft")
        self.keys.enter("Publiceren")
        if len(self.browsing.book.state.rounds) == before:  # not everybody is checked in
            expect(self.page.locator("h1")).to_have_text("Weet u het zeker?")
            self.keys.enter("Toch doorgaan")
        assert len(self.browsing.book.state.rounds) == before + 1

    def results(self) -> None:
        """Type a result on every open board, one key each."""
        self.go("/{t}/round")
        round_ = self.browsing.book.state.rounds[-1]
        for board, _ in list(round_.open_games):
            self.keys.to(f"Uitslag bord {board},")
            self.keys.press(self.chance.choice("1=0"))
            expect(self.page.locator(f"#bord{board} input.open")).to_have_count(0)
        assert not self.browsing.book.state.rounds[-1].open_games

    def phone(self, player: int) -> Fingers:
        """Return a phone that scanned the slip of a player."""
        file = self.browsing.office.doors.file
        published = last_published(self.browsing.book)
        assert published is not None
        code = ticket(file, published, TicketHolder("P", player))
        page = self.served.context(None, width=360, height=740).new_page()
        page.goto(self.served.at(f"/q/{code}"))
        return Fingers(page)

    def claim(self, player: int, result: str) -> None:
        """Let a player report a result by phone: 1–0, ½–½ or 0–1."""
        phone = self.phone(player)
        phone.page.goto(self.served.at("/{t}/game/claim"))
        phone.enter(result)
        phone.enter(f"Ja, geef door: {result}")
        assert "/game" in phone.page.url

    def game(self, board: int) -> Game:
        """Return a game of the last round, as the command line sees it."""
        return self.browsing.book.state.rounds[-1].games[board - 1]


def test_a_tournament_of_seven_rounds_by_keyboard_alone(tmp_path: Path) -> None:
    players = tmp_path / "players.csv"
    players.write_text(CSV, "utf-8")
    with hall(Browsing(tmp_path / "cup.ledger")) as served:
        day = Afternoon(served)
        day.open(players)
        check_in(day)
        day.publish()
        day.results()
        claims_of_two_phones(day)
        a_default_and_an_adjournment(day)
        somebody_leaves_and_somebody_comes(day)
        a_correction_and_an_amendment(day)
        undo_and_another_program(day)
        day.publish()
        day.results()
        the_end(day, tmp_path)


def check_in(day: Afternoon) -> None:
    day.go("/{t}/check-in")
    day.keys.enter("Berg, J. van den")
    day.keys.enter("Ja, aanwezig")
    assert set(day.browsing.book.state.hall.checked_in) == {(7, 1)}


def claims_of_two_phones(day: Afternoon) -> None:
    """Round 2: two claims agree, two differ, and the arbiter takes one of each."""
    day.publish()
    day.go("/{t}/round")
    agreeing, differing = day.game(1), day.game(2)
    day.claim(agreeing.white, "1–0")
    day.claim(agreeing.black, "1–0")
    day.claim(differing.white, "½–½")
    day.claim(differing.black, "0–1")
    expect(day.page.locator("#bord2")).to_contain_text("Conflict")
    day.keys.enter("Neem 1–0 bord 1")
    day.keys.enter("Neem 0–1 bord 2")
    assert (day.game(1).outcome, day.game(2).outcome) == ("1-0", "0-1")
    day.results()


def a_default_and_an_adjournment(day: Afternoon) -> None:
    """Round 3: black of board 1 did not come, board 2 is adjourned and finished later."""
    day.publish()
    day.go("/{t}/round")
    day.keys.to("Uitslag bord 1,")
    with day.page.expect_navigation():
        day.keys.press("f")
    day.keys.to("", field="black")
    day.keys.press("ArrowRight", "ArrowRight")
    day.keys.enter("Reglementair vastleggen")
    assert day.game(1).outcome == "1-0R"
    day.keys.to("Uitslag bord 2,")
    day.keys.press("a")
    expect(day.page.locator("#bord2")).to_contain_text("Afgebroken")
    assert day.game(2).adjourned
    day.results()


def somebody_leaves_and_somebody_comes(day: Afternoon) -> None:
    """Round 4: a withdrawal before it, a late entry, and the adjourned game is finished."""
    day.go("/{t}/do/withdraw?player=14")
    day.keys.enter("Vastleggen")
    day.go("/{t}/players/enter")
    day.keys.fill("name", "Laatkomer, Z.")
    day.keys.enter("Inschrijven, naar de lijst")
    state = day.browsing.book.state
    assert (len(state.players), state.players[15].from_round) == (15, 4)
    day.go("/{t}/round/3")
    day.keys.to("Uitslag bord 2,")
    day.keys.press("=")
    expect(day.page.locator("#bord2")).to_contain_text("½–½")
    day.publish()
    day.results()


def a_correction_and_an_amendment(day: Afternoon) -> None:
    """Round 5 is published; a result of round 4 is corrected, and round 5 is paired again."""
    day.publish()
    day.go("/{t}/round/4/board/1/correct")
    was = day.browsing.book.state.rounds[3].games[0].outcome
    right = "0–1" if was == "1-0" else "1–0"
    day.keys.enter(right)
    expect(day.page.locator(".dialog")).to_contain_text("de indeling van ronde 5")
    day.keys.fill("reason", "notatieformulier verkeerd gelezen")
    day.keys.enter("Correctie vastleggen")
    assert day.browsing.book.state.rounds[3].games[0].outcome == right.replace("–", "-")
    day.go("/{t}/round/5/change")
    day.keys.enter("Opnieuw indelen volgens de regels")
    day.keys.fill("reason", "correctie van ronde 4")
    day.keys.fill("confirm", "5")
    day.keys.enter("Opnieuw indelen")
    assert day.browsing.book.state.rounds[4].changes
    day.results()


def undo_and_another_program(day: Afternoon) -> None:
    """Round 6: a slip of the hand is undone; the command line records a board meanwhile."""
    day.publish()
    day.go("/{t}/round")
    day.keys.to("Uitslag bord 1,")
    day.keys.press("1")
    expect(day.page.locator("#done-line")).to_contain_text("vastgelegd")
    assert day.game(1).outcome == "1-0"
    day.keys.to("Uitslag bord 2,")
    day.keys.press("u")
    expect(day.page.locator("#bord1 input.open")).to_have_count(1)
    assert day.game(1).outcome is None
    day.browsing.do({"command": "result", "round": 6, "board": 3, "result": "1/2-1/2"})
    expect(day.page.locator("#bord3")).to_contain_text("½–½")
    day.results()


def the_end(day: Afternoon, folder: Path) -> None:
    """The tournament ends: prizes, the final standing, and its TRF file."""
    day.go("/{t}/do/prizes-declare")
    day.keys.fill("cents", "100")
    day.keys.enter("Vastleggen")
    day.go("/{t}/do/finish")
    day.keys.enter("Toernooi beëindigen")
    day.keys.enter("Toch doorgaan")
    day.keys.fill("confirm", "7")
    day.page.keyboard.press("Enter")
    day.page.wait_for_url("**/standing**")
    assert day.browsing.book.state.closed
    view = standings(day.browsing.book, final=True)
    assert isinstance(view, View)
    day.go("/{t}/standing?final=yes")
    for row in view.cells:
        expect(day.page.locator("main")).to_contain_text(str(row["name"]))
    day.go("/{t}/prizes")
    expect(day.page.locator("main")).to_contain_text("100")
    day.go("/{t}/files")
    with day.page.expect_download() as download:
        day.keys.to("Bewaar TRF16")
        day.keys.press("Enter")
    file = folder / "cup.trf"
    download.value.save_as(file)
    again = Browsing(folder / "again.ledger")
    again.do({"command": "import", "file": str(file), "content": file.read_bytes()})
    assert len(again.book.state.rounds) == 7
