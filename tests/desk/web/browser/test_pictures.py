"""The pictures of the guides can be taken again, and pages show each of them, and no other."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.desk_pictures import FOLDER, names, shown, take


@pytest.mark.desk
def test_every_picture_of_the_guides_is_taken_from_the_program(tmp_path: Path) -> None:
    take(tmp_path)
    taken = {
        "en": {file.stem for file in tmp_path.glob("*.png")},
        "nl": {file.stem for file in (tmp_path / "nl").glob("*.png")},
    }
    assert taken == shown()
    assert all(file.stat().st_size > 10_000 for file in tmp_path.rglob("*.png"))


def test_the_guides_show_every_picture_and_no_other() -> None:
    assert shown()["en"] | shown()["nl"] == names()
    assert {file.stem for file in FOLDER.glob("*.png")} == shown()["en"]
    assert {file.stem for file in (FOLDER / "nl").glob("*.png")} == shown()["nl"]
