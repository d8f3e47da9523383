"""The whole program on a server: at the terminal, in a browser, and in a mirror."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, cast

import pytest
from playwright.sync_api import expect

from ledger.place import place_from
from tests.helpers.browsing import Browsing
from tests.helpers.chromium import hall
from tests.helpers.keyboard_only import Fingers
from tests.helpers.postgres import OWNER, name_in, postgresql
from tests.helpers.terminal import Ran, Terminal

if TYPE_CHECKING:
    from tests.helpers.postgres import Cluster

pytestmark = pytest.mark.server

NAMES = ("Anna", "Bram", "Cor", "Dirk", "Ernst", "Frits")


class Quiet(Terminal):
    """A terminal on which no password may appear."""

    secrets: tuple[str, ...] = ()

    def try_(self, *arguments: object, stdin: bytes = b"", at_keyboard: bool = False) -> Ran:
        ran = super().try_(*arguments, stdin=stdin, at_keyboard=at_keyboard)
        for secret in self.secrets:
            assert secret not in ran.out + ran.err, arguments
        return ran


@pytest.fixture
def terminal(
    cluster: Cluster, database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Terminal]:
    """Return a terminal on a database; files of the user go to a folder of the test."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    quiet = Quiet(cast(Path, database))
    quiet.secrets = (cluster.password, database.split(":")[2].split("@")[0])
    yield quiet
    for path in (one for one in tmp_path.rglob("*") if one.is_file()):
        assert not any(secret.encode() in path.read_bytes() for secret in quiet.secrets), path


def test_a_short_tournament_is_played_from_the_terminal_on_a_server(
    terminal: Terminal, tmp_path: Path, cluster: Cluster
) -> None:
    assert "ledger-missing" in terminal.refused("status", code=2)
    terminal.run("init", "Open", "--rounds", 3)
    for name in NAMES:
        terminal.run("enter", name)
    terminal.run("lots", "--by", "entry")
    for number in (1, 2, 3):
        terminal.run("publish")
        assert terminal.try_("publish").code == 3
        terminal.run("result", number, 1, "1-0", 2, "=", 3, "0-1")
    terminal.run("correct", "result", 2, 1, "0-1", "--reason", "score sheet misread")
    terminal.run("finish", "--confirm", 3)
    standing = terminal.json("standings")
    assert len(standing["rows"]) == len(NAMES)
    terminal.run("verify")
    terminal.run("audit", 2)
    head = terminal.json("head")["rows"][-1]["short"]
    terminal.run("backup", tmp_path / "copy.ledger")
    with cluster.database() as second:
        for other in (str(tmp_path / "copy.ledger"), second):
            if other == second:
                terminal.run("copy", terminal.ledger, second)
            there = Terminal(cast(Path, other))
            assert there.json("standings") == standing
            there.run("verify", "--head", head)
            terminal.run("verify", "--against", other)


def test_the_mirror_of_a_server_is_that_of_the_same_ledger_in_a_file(
    terminal: Terminal, tmp_path: Path
) -> None:
    terminal.run("init", "Open", "--rounds", 3)
    for name in NAMES:
        terminal.run("enter", name)
    terminal.run("lots", "--by", "entry")
    terminal.run("publish")
    terminal.run("mirror", "build")
    terminal.run("result", 1, 1, "1-0", 2, "=", 3, "0-1")
    terminal.run("mirror", "update")
    terminal.run("backup", tmp_path / "copy.ledger")
    file = Terminal(tmp_path / "copy.ledger")
    file.run("mirror", "build")
    for question in ("from standings_now", "from games_now", "from events", "from tournaments"):
        line = "sql", "--mirror", f"{question} order by all"
        assert terminal.json(*line)["rows"] == file.json(*line)["rows"]


def test_the_desk_in_a_browser_works_on_a_server_and_follows_others_there(
    terminal: Terminal, database: str
) -> None:
    browsing = Browsing(cast(Path, place_from(database)))
    browsing.do(
        {"command": "init", "name": "Cup", "rounds": 5},
        *({"command": "enter", "name": name} for name in NAMES),
        {"command": "lots", "by": "entry"},
        {"command": "publish"},
    )
    with hall(browsing) as served:
        page = served.page("/{t}/round/1")
        keys = Fingers(page)
        keys.to("Uitslag bord 1,")
        keys.press("1")
        expect(page.locator("#bord1 input.open")).to_have_count(0)
        terminal.run("result", 1, 2, "0-1")
        expect(page.locator("#bord2 input.open")).to_have_count(0)
        expect(served.page("/{t}", None).locator("main")).to_contain_text("Anna")
    assert [number for number, _ in browsing.book.state.rounds[-1].open_games] == [3]


def test_a_desk_whose_server_is_away_says_so_and_goes_on_when_it_is_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each request waits ten seconds for a server that is gone, as it does in a hall."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    with postgresql() as own, own.database() as address:
        browsing = Browsing(cast(Path, place_from(address)))
        browsing.do(
            {"command": "init", "name": "Cup", "rounds": 5},
            *({"command": "enter", "name": name} for name in NAMES),
            {"command": "lots", "by": "entry"},
            {"command": "publish"},
        )
        slug = browsing.slug
        with hall(browsing) as served:
            page, wall = served.page("/{t}/round/1"), served.page("/{t}/wall", None)
            own.stop("immediate")
            page.keyboard.type("1")
            expect(page.locator("#bord1 .unsent")).to_be_visible(timeout=_LONG_MS)
            for path in (f"/{slug}/wall", f"/{slug}/standing"):
                answer = wall.request.get(served.at(path))
                assert answer.status == 503
                for text in ("postgresql", name_in(address), str(own.port), OWNER):
                    assert text not in answer.text()
            expect(wall.locator(".wall")).to_be_visible()
            own.start()
            expect(page.locator(".unsent")).to_have_count(0, timeout=_LONG_MS)
            page.keyboard.type("0")
            expect(page.locator("#bord2 input.open")).to_have_count(0, timeout=_LONG_MS)
            expect(wall.locator(".live.lost")).to_have_count(0, timeout=_LONG_MS)
            assert wall.request.get(served.at(f"/{slug}/wall")).status == 200
        results = [fact for fact in browsing.book.facts if fact.TOPIC == "result-recorded"]
        assert len(results) == 2
        assert [number for number, _ in browsing.book.state.rounds[-1].open_games] == [3]


_LONG_MS = 90_000
