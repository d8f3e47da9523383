"""A whole tournament by browser alone and by keyboard alone; the command line sees each step."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.helpers.browsing import Browsing
from tests.helpers.chromium import Served, hall
from tests.helpers.keyboard_only import Fingers

pytestmark = pytest.mark.desk

PLAYERS = 14
CSV = "name,rating,club\n" + "".join(
    f'"{name}",{2000 - 40 * at},De Toren\n'
    for at, name in enumerate(
        ("Dekker, S.", "Prins, L.", "Vermeulen, A.", "Haan, M. de", "Kuipers, R.", "Ozinga, T.",
         "Berg, J. van den", "Schouten, E.", "Wit, C. de", "Jansen, H.", "Molenaar, P.",
         "Linden, O. van der", "Brouwer, I.", "Özkan, D.")
    )
)  # fmt: skip


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
        self.page.keyboard.press("Escape")
        keys.to("", field="by")
        self.page.keyboard.type("op r")
        keys.enter("Vastleggen")
        assert self.browsing.book.state.numbers_method == "rating"

    def publish(self) -> None:
        before = len(self.browsing.book.state.rounds)
        self.go("/{t}/draft")
        self.keys.enter("Publiceren")
        assert len(self.browsing.book.state.rounds) == before + 1

    def results(self, skip: tuple[int, ...] = ()) -> None:
        """Type a result on every open board, one key each; `skip` are boards left open."""
        self.go("/{t}/round")
        round_ = self.browsing.book.state.rounds[-1]
        for board, _ in list(round_.open_games):
            if board in skip:
                continue
            self.keys.to(f"Uitslag bord {board},")
            self.keys.press(self.chance.choice("1=0"))
            slot = self.page.get_by_label(f"Uitslag bord {board},")
            expect(slot).not_to_have_class(re.compile(r"\bopen\b"))
        left = [board for board, _ in self.browsing.book.state.rounds[-1].open_games]
        assert left == sorted(skip)


def test_a_tournament_of_seven_rounds_by_keyboard_alone(tmp_path: Path) -> None:
    players = tmp_path / "players.csv"
    players.write_text(CSV, "utf-8")
    with hall(Browsing(tmp_path / "cup.ledger")) as served:
        day = Afternoon(served)
        day.open(players)
        day.publish()
        day.results()
