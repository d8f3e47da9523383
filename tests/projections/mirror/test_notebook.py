"""A mirror opened without this program, as docs/sql.md has it: by DuckDB, pandas and polars."""

from __future__ import annotations

from typing import Any

import pytest

from tests.docs.sql_tables import NOTEBOOK
from tests.helpers.terminal import Terminal

pytest.importorskip("pandas")
pytest.importorskip("polars")


def test_the_lines_of_the_docs_give_frames_while_the_mirror_is_made_anew(
    mirrored: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(mirrored.ledger.parent)
    names: dict[str, Any] = {}
    _, *lines, _ = NOTEBOOK
    exec("\n".join(lines), names)
    games, points = names["games"], names["points"]
    assert list(games.columns)[:3] == ["tournament", "round", "board"]
    assert len(games) > 30
    assert points.columns == ["round", "number", "points"]
    assert points["points"].max() > 4
    mirrored.run("mirror", "build")
    again = names["mirror"].sql("FROM games_now").pl()
    assert len(again) == len(games)
    names["mirror"].close()
