"""A name that is that of a file is refused, with the command that reads the file."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers.terminal import Terminal


@pytest.mark.parametrize(
    ("typed", "step"),
    [
        (("enter", "players.csv"), "toernooi enter --file players.csv"),
        (("enter", "My Players.TXT"), 'toernooi enter --file "My Players.TXT"'),
        (("enter", "there"), "toernooi enter --file there"),
        (("join", "members.xlsx"), "toernooi enter --file members.xlsx"),
        (("init", "open.trf"), "toernooi import open.trf"),
        (("init", "cup.ledger"), "toernooi --ledger cup.ledger init NAME"),
    ],
)
def test_a_file_is_not_entered_as_a_player_nor_opened_as_a_tournament(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: tuple[str, ...], step: str
) -> None:
    monkeypatch.chdir(tmp_path)
    terminal = Terminal(tmp_path / "t.ledger")
    terminal.run("init", "Open")
    (tmp_path / "there").write_text("name\nAnna\n", "utf-8")
    told = terminal.refused(*typed, code=2)
    assert "name-of-a-file" in told
    assert told.rstrip().endswith(step)
    assert terminal.json("players")["rows"] == []


def test_names_with_full_stops_are_names(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "t.ledger")
    terminal.run("init", "Open v. 2026")
    for name in ("Berg, J. v.d.", "Kok, A.C.", "Anna Jr."):
        terminal.run("enter", name)
