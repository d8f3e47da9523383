"""A website goes by itself: after each fact, failing told once, and ended when the desk stops."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from threading import Event

import pytest

from desk.access.roles import Role
from desk.site import keeper as keeping
from desk.site.keeper import Keeper, in_a_process
from desk.site.kept import WebsiteKept, keep_website, website_of
from desk.site.making import attempted
from ledger.locks import alone
from ledger.place import LedgerPlace
from ledger.refusals import Refusal
from tests.helpers.browsing import Browsing
from tests.helpers.proof_page import Club, made_club

REFUSED = Refusal("not-sent", "the line is down", "wait", quoted=("no route to host",))


@pytest.fixture
def club(tmp_path: Path) -> Club:
    return made_club(tmp_path)


class Line:
    """A way to send that goes well, or fails as the next of `outcomes` says."""

    def __init__(self, *outcomes: Refusal | None) -> None:
        self.outcomes = list(outcomes)
        self.asked: list[WebsiteKept] = []
        self.again = Event()

    def __call__(self, place: LedgerPlace, website: WebsiteKept, over: Event) -> Refusal | None:
        if self.asked:
            self.again.set()
        self.asked.append(website)
        return self.outcomes.pop(0) if self.outcomes else None


@pytest.fixture
def line() -> Line:
    return Line()


@pytest.fixture
def keeper(club: Club, line: Line, tmp_path: Path) -> Iterator[Keeper]:
    """Return the keeper of a ledger whose website is kept."""
    keep_website(club.terminal.ledger, WebsiteKept(folder=str(tmp_path / "site"), target="h:x"))
    made = Keeper(club.terminal.ledger, line)
    yield made
    made.close()


def woken(keeper: Keeper) -> None:
    keeper.wake()
    assert keeper.finish(20)


def test_a_failure_is_told_once_and_tried_again_at_the_next_fact(
    keeper: Keeper, line: Line
) -> None:
    line.outcomes = [REFUSED, REFUSED, None]
    assert keeper.news() is None
    woken(keeper)
    assert "the line is down" in str(keeper.news())
    assert keeper.failed is REFUSED
    woken(keeper)
    assert keeper.news() is None
    woken(keeper)
    assert keeper.failed is None
    assert "goes-again" in str(keeper.news())
    assert keeper.news() is None
    assert len(line.asked) == 3


def test_where_another_makes_it_the_keeper_waits_and_says_nothing(
    keeper: Keeper, line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "BUSY_S", 0)
    line.outcomes = [Refusal("website-busy", "busy", ""), None]
    woken(keeper)
    assert len(line.asked) == 2
    assert keeper.news() is None


def test_a_website_that_went_well_is_not_made_again_before_the_next_fact(
    keeper: Keeper, line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "AGAIN_S", 0)
    woken(keeper)
    assert not line.again.wait(0.1)


def test_without_a_website_that_is_kept_nothing_is_made(club: Club, line: Line) -> None:
    keeper = Keeper(club.terminal.ledger, line)
    woken(keeper)
    keeper.close()
    assert line.asked == []


def test_who_stops_does_not_wait_for_what_is_recorded(keeper: Keeper, line: Line) -> None:
    keeper.wake()
    keeper.close()
    assert line.asked == []


def test_only_the_tournament_with_a_new_fact_is_made(club: Club, tmp_path: Path) -> None:
    terminal = club.terminal
    terminal.run("init", "Blitz", "--rounds", 1)
    site = tmp_path / "site"
    terminal.run("website", site)
    (site / "en" / "cup" / "index.html").write_text("ours")
    terminal.run("-t", "Blitz", "enter", "Gier, G.")
    kept = WebsiteKept(folder=str(site))
    assert attempted(terminal.ledger, kept) is None
    assert (site / "en" / "cup" / "index.html").read_text() == "ours"
    assert "Gier" in (site / "en" / "blitz" / "players" / "index.html").read_text("utf-8")
    listed = json.loads((site / "data" / "index.json").read_text("utf-8"))
    assert [each["name"] for each in listed["tournaments"]] == ["Cup", "Blitz"]
    assert "data/cup/files.json" in {each["path"] for each in listed["files"]}
    of_cup = json.loads((site / "data" / "cup" / "files.json").read_text("utf-8"))
    assert "en/cup/index.html" in {each["path"] for each in of_cup["files"]}
    # Made otherwise, all of it is made.
    kept = WebsiteKept(folder=str(site), why=False)
    assert attempted(terminal.ledger, kept) is None
    assert (site / "en" / "cup" / "index.html").read_text() != "ours"


def test_it_stays_in_the_language_of_who_asked(club: Club, tmp_path: Path) -> None:
    terminal = club.terminal
    site = tmp_path / "site"
    terminal.run("--lang", "nl", "website", site, "--keep", "yes")
    front = (site / "index.html").read_bytes()
    terminal.run("-t", "Cup", "enter", "Gier, G.")
    kept = website_of(terminal.ledger)
    assert kept is not None
    assert attempted(terminal.ledger, kept) is None
    assert (site / "index.html").read_bytes() == front
    english = kept.model_copy(update={"language": "en"})
    assert attempted(terminal.ledger, english) is None
    assert (site / "index.html").read_bytes() != front


def test_what_fails_in_the_making_is_a_refusal(club: Club, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    ledger = club.terminal.ledger
    for folder, target, code in (
        (tmp_path / "file" / "site", "", "file-unusable"),
        (tmp_path, "", "not-a-website"),
        (tmp_path / "site", "nowhere", "not-a-target"),
    ):
        website = WebsiteKept(folder=str(folder), target=target)
        refusal = attempted(ledger, website)
        assert refusal is not None
        assert refusal.code == code
    kept = WebsiteKept(folder=str(tmp_path / "site"))
    assert attempted(tmp_path / "none.ledger", kept) is not None


def test_it_is_made_in_a_process_that_ends_when_it_is_told(club: Club, tmp_path: Path) -> None:
    """It starts Python twice: it takes two seconds."""
    website = WebsiteKept(folder=str(tmp_path / "site"), why=False)
    keep_website(club.terminal.ledger, website)
    over = Event()
    assert in_a_process(club.terminal.ledger, website, over) is None
    assert (tmp_path / "site" / "en" / "cup" / "index.html").exists()
    kept = website_of(club.terminal.ledger)
    assert kept is not None
    assert datetime.fromisoformat(kept.done_at).tzinfo is not None
    over.set()
    assert in_a_process(club.terminal.ledger, website, over) is None


class BrokenPipe:
    """The end of a pipe whose other end is gone, as `fault` says it."""

    def __init__(self, fault: type[Exception]) -> None:
        self.fault = fault

    def __enter__(self) -> BrokenPipe:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing is to be closed."""

    def poll(self, _: float) -> bool:
        raise self.fault


class ProcessOf:
    """A system whose processes never begin, or whose pipes break."""

    pid: int | None = None

    def __init__(self, fault: type[Exception], *, begins: bool) -> None:
        self.fault = fault
        self.begins = begins
        self.ended = False

    def Pipe(self, *, duplex: bool) -> tuple[BrokenPipe, BrokenPipe]:  # noqa: N802 - as of multiprocessing
        return BrokenPipe(self.fault), BrokenPipe(self.fault)

    def Process(self, **_: object) -> ProcessOf:  # noqa: N802 - as of multiprocessing
        return self

    def start(self) -> None:
        if not self.begins:
            raise self.fault
        self.pid = 1

    def terminate(self) -> None:
        self.ended = True

    def join(self, _: float) -> None:
        """It is over already."""


@pytest.mark.parametrize("begins", [False, True])
@pytest.mark.parametrize("fault", [EOFError, BrokenPipeError, ConnectionResetError])
def test_a_process_that_dies_without_a_word_is_a_failure_to_try_again(
    fault: type[Exception], begins: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    system = ProcessOf(fault, begins=begins)
    monkeypatch.setattr(keeping, "get_context", lambda _: system)
    failed = in_a_process(tmp_path / "club.ledger", WebsiteKept(folder="site"), Event())
    assert failed is not None
    assert failed.code == "not-sent"
    assert system.ended == begins


# --- the verb -------------------------------------------------------------------------------------


def test_a_website_is_kept_made_again_without_words_and_no_longer(
    club: Club, tmp_path: Path
) -> None:
    terminal = club.terminal
    assert "no website is kept" in terminal.refused("website", code=2)
    site = tmp_path / "site"
    assert "after each fact" in terminal.run("website", site, "--keep", "yes", "--without-why")
    kept = website_of(terminal.ledger)
    assert kept is not None
    assert (kept.folder, kept.target, kept.why) == (str(site), "", False)
    assert kept.done_at
    terminal.run("enter", "Gier, G.")
    assert "in all" in terminal.run("website")
    assert "Gier" in (site / "nl" / "cup" / "players" / "index.html").read_text("utf-8")
    for wrong in (
        ("--keep", "no", "--without-why"),
        ("--send", "host:x"),
        ("--keep", "yes"),
    ):
        terminal.refused("website", *wrong, code=2)
    terminal.run("website", "--keep", "no")
    assert website_of(terminal.ledger) is None


def test_two_programs_do_not_make_one_website_at_once(club: Club, tmp_path: Path) -> None:
    site = tmp_path / "site"
    with alone(tmp_path / "site.lock"):
        assert "website-busy" in club.terminal.refused("website", site, code=3)
    club.terminal.run("website", site)
    assert not (tmp_path / "site.lock").exists()


# --- the desk -------------------------------------------------------------------------------------


def test_who_opens_the_desk_sees_when_it_was_sent_and_why_not_since(
    club: Club, line: Line, tmp_path: Path
) -> None:
    ledger = club.terminal.ledger
    browsing = Browsing(ledger)
    assert "Website" not in browsing.client(Role.CHIEF, "en").get("/").text
    keep_website(ledger, WebsiteKept(folder=str(tmp_path / "site"), target="host:chess"))
    assert (
        "Website host:chess: not made by itself yet."
        in browsing.client(Role.CHIEF, "en").get("/").text
    )
    done = WebsiteKept(
        folder=str(tmp_path / "site"), target="host:chess", done_at="2026-11-27T20:14:03+00:00"
    )
    keep_website(ledger, done)
    line.outcomes = [REFUSED]
    browsing.office.website = keeper = Keeper(ledger, line)
    page = browsing.client(Role.HELPER, "en").get("/").text
    assert "Website host:chess: up to date since" in page
    assert "does not go" not in page
    woken(keeper)
    keeper.close()
    page = browsing.client(Role.HELPER, "en").get("/").text
    assert "Since then it does not go: the line is down." in page
    assert "no route to host" in page
    assert "host:chess" not in browsing.client(None, "en").get("/").text


def test_what_was_sent_into_a_git_repository_is_said_on_the_first_page(
    club: Club, tmp_path: Path, tree: tuple[Path, Callable[..., str]]
) -> None:
    target, ask = tree
    ledger = club.terminal.ledger
    keep_website(ledger, WebsiteKept(folder=str(tmp_path / "site"), target=str(target), why=False))
    browsing = Browsing(ledger)
    browsing.office.website = keeper = Keeper(
        ledger, lambda place, website, over: attempted(place, website)
    )
    woken(keeper)
    keeper.close()
    assert "en/cup/index.html" in ask("ls-tree", "-r", "--name-only", "HEAD").split()
    page = browsing.client(Role.HELPER, "en").get("/").text
    assert f"Website {target}: up to date since" in page
    assert "does not go" not in page
