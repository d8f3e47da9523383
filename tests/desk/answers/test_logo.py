"""The logo of a club stands in the head of every sheet, and is refused where it is no image."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import pytest

from desk.answers.logo import MOST_KILOBYTES, keep_logo
from tests.helpers.browsing import Browsing
from tests.helpers.terminal import Terminal


def png(width: int = 64, height: int = 32) -> bytes:
    """Return a black image of PNG."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        crc = zlib.crc32(kind + data)
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", crc)

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = zlib.compress((b"\0" * (width + 1)) * height)
    parts = chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + parts


@pytest.fixture
def terminal(tmp_path: Path) -> Terminal:
    terminal = Terminal(tmp_path / "open.ledger")
    terminal.run("init", "Open", "--rounds", "3")
    for name in ("Aalders, Mia", "Beek, K."):
        terminal.run("enter", name)
    (tmp_path / "logo.png").write_bytes(png())
    return terminal


def test_it_stands_in_the_head_of_every_leaf_until_it_is_taken_away(terminal: Terminal) -> None:
    before = terminal.run("sheet", "participants")
    assert 'class="logo"' not in before
    facts = len(terminal.json("log")["rows"])
    terminal.run("logo", terminal.ledger.with_name("logo.png"))
    with_logo = terminal.run("sheet", "participants")
    assert with_logo.count('<img class="logo" src="data:image/png;base64,') == 1
    assert len(terminal.json("log")["rows"]) == facts
    terminal.run("logo", "--cancel")
    assert terminal.run("sheet", "participants") == before


@pytest.mark.parametrize(
    ("image", "code"),
    [
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "not-an-image"),
        (png()[:-20], "not-an-image"),
        (png(5000, 16), "not-an-image"),
        (b"GIF89a", "not-an-image"),
        (png() + b"\0" * MOST_KILOBYTES * 1024, "image-too-large"),
    ],
)
def test_what_is_no_image_or_too_large_is_refused(
    terminal: Terminal, image: bytes, code: str
) -> None:
    path = terminal.ledger.with_name("other")
    path.write_bytes(image)
    assert code in terminal.refused("logo", path, code=2)
    assert 'class="logo"' not in terminal.run("sheet", "participants")


def test_a_file_and_cancel_are_not_given_together_and_not_both_left_out(terminal: Terminal) -> None:
    terminal.refused("logo", code=2)
    terminal.refused("logo", terminal.ledger.with_name("logo.png"), "--cancel", code=2)


def test_the_browser_prints_it_too(terminal: Terminal) -> None:
    browsing = Browsing(terminal.ledger)
    assert keep_logo(browsing.place, png()) is None
    page = browsing.client().get(f"/{browsing.slug}/print/participants")
    assert '<img class="logo" src="data:image/png;base64,' in page.text
    assert "img-src 'self' data:;" in page.headers["content-security-policy"]
