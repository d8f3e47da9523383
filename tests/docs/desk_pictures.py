"""The pictures of docs/desk.md and docs/bediening.md, taken in Chromium: `make pictures`.

Those of the Dutch page stand in a folder of their own. Each has a palette, a third of its size.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from PIL import Image

from desk.access.roles import Role
from tests.helpers.browsing import Browsing, demo
from tests.helpers.chromium import Served, hall
from tests.helpers.places import ROOT

FOLDER = ROOT / "docs" / "desk"

PHONE = {"width": 360, "height": 740}
WALL = {"width": 1920, "height": 1080}


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
    ("phone-game", None, "/{t}/game", {"role": Role.PLAYER, "of": {"player": 9}, **PHONE}),
    ("wall", None, "/{t}/wall", {"role": None, **WALL}),
    ("correct", None, "/{t}/round/4/board/2/correct?result=0-1", {}),
    ("audit", _correction_before, "/{t}/disputes/1", {}),
    ("standing", None, "/{t}/standing?after=5&beside=76&rules=fide-2026", {}),
    ("phone-why", None, "/{t}/round/6/board/1/why", {"role": None, **PHONE}),
    ("draft", _all_results, "/{t}/draft?open=2", {}),
)
"""Name, what happens before it, address, and who looks at it on what, in order."""

IN_DUTCH = frozenset(("round", "draft"))
"""Pictures that docs/bediening.md has in Dutch."""

COLOURS = 96
"""Colours of a picture's palette: the screens have few, and letters their shades."""


def take(folder: Path) -> None:
    """Take every picture into a folder."""
    with TemporaryDirectory() as place, hall(demo(Path(place))) as served:
        for name, before, path, how in PICTURES:
            if before is not None:
                before(served.browsing)
            _picture(served, path, {"language": "en", **how}, folder / f"{name}.png")
            if name in IN_DUTCH:
                _picture(served, path, {"language": "nl", **how}, folder / "nl" / f"{name}.png")


def _picture(served: Served, path: str, how: dict[str, Any], file: Path) -> None:
    page = served.page(path, **{"role": Role.CHIEF, **how})
    page.locator("main").wait_for()
    page.screenshot(path=str(file), full_page=how.get("width", 1280) == 1280)
    page.context.close()
    with Image.open(file) as taken:
        few = taken.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    few.save(file, optimize=True)


if __name__ == "__main__":
    (FOLDER / "nl").mkdir(parents=True, exist_ok=True)
    take(FOLDER)
