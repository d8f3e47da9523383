"""The pictures of README.md and the guides in docs/, taken in Chromium: `make pictures`.

Those of Dutch pages stand in a folder of their own. Each has a palette, a third of its size.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from PIL import Image
from playwright.sync_api import Page

from desk.access.roles import Role
from desk.answers.audit import Report, audit, sheet_of
from desk.answers.sheets import sheet
from desk.render.catalogue import Words
from desk.render.sheets import PrintedSheet, Stationery, sheet_page
from ledger.values import Language
from tests.helpers.browsing import Browsing, demo
from tests.helpers.chromium import Served, chromium, served_to
from tests.helpers.console import Console
from tests.helpers.places import ROOT

FOLDER = ROOT / "docs" / "desk"

PHONE = {"width": 360, "height": 740}
WALL = {"width": 1920, "height": 1080}
CUT = {"height": 900}
"""Of a long page its beginning."""


def _claims(browsing: Browsing) -> None:
    """Let players claim: two who differ, and one alone."""
    round_ = browsing.book.state.rounds[-1]
    label = browsing.book.state.label
    for board, results in ((4, ("1/2-1/2", "0-1")), (6, ("1-0",))):
        game = round_.games[board - 1]
        for player, result in zip((game.white, game.black), results, strict=False):
            browsing.do(
                {
                    "command": "claim",
                    "player": label(player),
                    "result": result,
                    "device": f"phone{player:02}" * 3,
                }
            )


def _correction_before(browsing: Browsing) -> None:
    """Correct a result of the round before the last, after its pairing was published."""
    number = len(browsing.book.state.rounds) - 1
    was = browsing.book.state.rounds[number - 1].games[1].outcome
    browsing.do(
        {
            "command": "correct-result",
            "round": number,
            "board": 2,
            "result": "0-1" if was != "0-1" else "1-0",
            "reason": "notatieformulier verkeerd gelezen",
        }
    )
    white = browsing.book.state.rounds[number].games[3].white
    browsing.do(
        {
            "command": "protest",
            "round": number + 1,
            "player": browsing.book.state.label(white),
            "text": "De uitslag van de vorige ronde was fout.",
        }
    )


def _all_results(browsing: Browsing) -> None:
    """Record a draw on every open board, so that the next round can be paired."""
    round_ = browsing.book.state.rounds[-1]
    browsing.do(
        *(
            {"command": "result", "round": round_.number, "board": board, "result": "1/2-1/2"}
            for board, _ in round_.open_games
        )
    )


PICTURES: tuple[tuple[str, Callable[[Browsing], None] | None, str, dict[str, Any]], ...] = (
    ("round", _claims, "/{t}/round", {}),
    ("tonight", None, "/{t}/tonight", {}),
    ("phone-game", None, "/{t}/game", {"role": Role.PLAYER, "of": {"player": 9}, **PHONE}),
    ("wall", None, "/{t}/wall", {"role": None, **WALL}),
    ("correct", None, "/{t}/round/4/board/2/correct?result=0-1", {}),
    ("audit", _correction_before, "/{t}/disputes/1", {}),
    ("standing", None, "/{t}/standing?after=5&beside=76&rules=fide-2026", {}),
    ("phone-why", None, "/{t}/round/6/board/1/why", {"role": None, **PHONE}),
    ("draft", _all_results, "/{t}/draft?open=2", {}),
    ("rules", None, "/{t}/rules?beside=knsb-wp-1996", CUT),
)
"""Of a tournament: name, what happens before it, address, and who looks at it on what, in order."""

SEASON: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("evening", "/{t}/evening", CUT),
    ("overview", "/{t}/overview/standing", CUT),
)
"""Of a club season: name, address, and who looks at it on what."""

PAPER = ("sheet", "audit")
"""Pictures of README.md: pairings by name, and the audit of a pairing."""

PAPER_SIZE = (794, 1123)
"""An A4 in pixels of a browser; a picture of it has three quarters of them."""

COLOURS = 96
"""Colours of a picture's palette: the screens have few, and letters their shades."""


def names() -> frozenset[str]:
    """Return the names of all pictures."""
    return frozenset({*(one[0] for one in PICTURES), *(one[0] for one in SEASON)})


def shown_in(text: str) -> dict[Language, set[str]]:
    """Return the pictures that a page of docs/ shows, by the language of each."""
    return {
        "en": set(re.findall(r"[(\"/]desk/([a-z-]+)\.png", text)),
        "nl": set(re.findall(r"\(desk/nl/([a-z-]+)\.png\)", text)),
    }


def shown() -> dict[Language, set[str]]:
    """Return the pictures that the pages of docs/ show, by the language of each."""
    found = [shown_in(path.read_text("utf-8")) for path in (ROOT / "docs").glob("*.md")]
    return {
        "en": set().union(*(one["en"] for one in found)),
        "nl": set().union(*(one["nl"] for one in found)),
    }


def take(folder: Path) -> None:
    """Take every picture that a page shows into a folder, those in Dutch into one below it."""
    wanted = shown()
    places: dict[Language, Path] = {"en": folder, "nl": folder / "nl"}
    for each in places.values():
        each.mkdir(parents=True, exist_ok=True)

    def of_hall(served: Served, name: str, path: str, how: dict[str, Any]) -> None:
        for language, place in places.items():
            if name in wanted[language]:
                _picture(served, path, {"language": language, **how}, place / f"{name}.png")

    with TemporaryDirectory() as place, chromium() as browser:
        with served_to(browser, demo(Path(place))) as served:
            for name, before, path, how in PICTURES:
                if before is not None:
                    before(served.browsing)
                of_hall(served, name, path, how)
        with served_to(browser, _season(Path(place))) as served:
            for name, path, how in SEASON:
                of_hall(served, name, path, how)


def _season(folder: Path) -> Browsing:
    """Return the desk on the season of forty members that comes with the program."""
    console = Console(folder)
    console.must_run("examples", "club-season")
    console.must_run("--ledger", "season.ledger", "apply", "club-season.ndjson")
    return Browsing(folder / "season.ledger")


def take_paper(folder: Path) -> None:
    """Take the pictures of paper into a folder."""
    with TemporaryDirectory() as place, chromium() as browser:
        browsing = demo(Path(place))
        _correction_before(browsing)
        width, height = PAPER_SIZE
        page = browser.new_page(viewport={"width": width, "height": height})
        for name in PAPER:
            page.set_content(_paper(browsing, name))
            page.locator(".leaf").first.screenshot(path=str(folder / f"{name}.png"))
            _made_small(folder / f"{name}.png", (width * 3 // 4, height * 3 // 4))


def _paper(browsing: Browsing, name: str) -> str:
    """Return a sheet as a page."""
    book = browsing.book
    if name == "sheet":
        made = sheet(book, "by-name")
        assert isinstance(made, PrintedSheet)
    else:
        report = audit(book, len(book.state.rounds), "1", None)
        assert isinstance(report, Report)
        made = sheet_of(book, report)
    style = (ROOT / "desk" / "web" / "static" / "style.css").read_text("utf-8")
    return sheet_page(made, Words("en", lambda do, _: do.verb), Stationery(style))


def _picture(served: Served, path: str, how: dict[str, Any], file: Path) -> None:
    page = served.page(path, **{"role": Role.CHIEF, **how})
    page.locator("main").wait_for()
    _shot(page, file, whole="height" not in how)
    page.context.close()


def _shot(page: Page, file: Path, *, whole: bool) -> None:
    page.screenshot(path=str(file), full_page=whole)
    _made_small(file)


def _made_small(file: Path, size: tuple[int, int] | None = None) -> None:
    """Give a picture few colours, and another size."""
    with Image.open(file) as taken:
        whole = taken.convert("RGB")
    sized = whole if size is None else whole.resize(size, Image.Resampling.LANCZOS)
    sized.quantize(COLOURS, dither=Image.Dither.NONE).save(file, optimize=True)


if __name__ == "__main__":
    take(FOLDER)
    take_paper(FOLDER.parent)
