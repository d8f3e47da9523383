"""The pictures of docs/desk.md can be taken again, and each of them is on that page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.docs.desk_pictures import FOLDER, PICTURES, take
from tests.helpers.places import ROOT


@pytest.mark.desk
def test_every_picture_of_the_desk_is_taken_from_the_program(tmp_path: Path) -> None:
    take(tmp_path)
    assert {file.name for file in tmp_path.glob("*.png")} == {f"{one[0]}.png" for one in PICTURES}
    assert all(file.stat().st_size > 10_000 for file in tmp_path.glob("*.png"))


def test_the_page_on_the_desk_shows_every_picture_and_no_other() -> None:
    shown = set(re.findall(r"\(desk/([a-z-]+)\.png\)", (ROOT / "docs/desk.md").read_text("utf-8")))
    assert shown == {name for name, *_ in PICTURES}
    assert {file.stem for file in FOLDER.glob("*.png")} == shown
    dutch = re.findall(
        r"\(desk/nl/([a-z-]+)\.png\)", (ROOT / "docs/bediening.md").read_text("utf-8")
    )
    assert {file.stem for file in (FOLDER / "nl").glob("*.png")} == set(dutch)
