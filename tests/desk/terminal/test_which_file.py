"""The ledger that a command is about; a refused command leaves no file behind."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from desk.commands.commands import COMMANDS
from tests.helpers.console import Console
from tests.helpers.terminal import Terminal


def test_a_folder_with_several_ledgers_names_them(tmp_path: Path) -> None:
    console = Console(tmp_path)
    for name in ("a", "b", "c"):
        console.must_run("--ledger", f"{name}.ledger", "init", "Cup")
    for verb in (("status",), ("mirror", "path"), ("enter", "Bos")):
        ran = console.run(*verb)
        assert ran.exit_code == 2
        assert "this folder has 3 ledgers: a.ledger, b.ledger, c.ledger" in ran.output
        assert "--ledger FILE" in ran.output
    console.must_run("--ledger", "toernooi.ledger", "init", "Cup")
    assert "Cup" in console.must_run("status")


@pytest.mark.parametrize(
    "typed",
    [
        ("init", "Cup", "--rules", "no-such"),
        ("init", "Cup", "--set", "bye.points=2"),
        ("init", "Cup", "--set", "no.such=1"),
        ("init", "Cup", "--rounds", "0"),
        ("import", "bad.trf"),
        ("apply", "bad.ndjson"),
        ("import-folder", "files"),
    ],
)
def test_an_opening_that_is_refused_leaves_no_ledger(
    typed: tuple[str, ...], tmp_path: Path
) -> None:
    console = Console(tmp_path)
    (tmp_path / "files").mkdir()
    for name in ("bad.trf", "files/bad.trf"):
        (tmp_path / name).write_text("001 nonsense\n", "utf-8")
    lines = ['{"command": "init", "name": "Cup"}', '{"command": "start", "round": 9}']
    (tmp_path / "bad.ndjson").write_text("\n".join(lines), "utf-8")
    before = sorted(path.name for path in tmp_path.rglob("*"))
    assert console.run(*typed).exit_code in (1, 2, 3)
    assert sorted(path.name for path in tmp_path.rglob("*")) == before


@pytest.mark.parametrize("name", sorted(set(COMMANDS) - {"init", "import"}))
def test_no_other_command_makes_a_ledger(name: str, tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "none.ledger")
    file = tmp_path / "one.ndjson"
    values = {"player": 1, "round": 1, "name": "Bos", "rounds": 5, "board": 1, "result": "1-0"}
    fields = {key: value for key, value in values.items() if key in COMMANDS[name].model_fields}
    file.write_text(json.dumps({"command": name, **fields}), "utf-8")
    assert terminal.try_("apply", str(file)).code in (2, 3)
    assert [path.name for path in tmp_path.iterdir()] == ["one.ndjson"]


def test_prizes_that_nobody_declared_lead_to_the_step_that_does(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "cup.ledger")
    terminal.run("init", "Cup", "--rounds", 1)
    for name in ("Aap", "Beer"):
        terminal.run("enter", name)
    terminal.run("lots", "--by", "entry")
    assert "prizes declare" in terminal.refused("prizes")
    terminal.run("publish")
    terminal.run("result", 1, 1, "1-0")
    terminal.run("finish", "--confirm", 1)
    assert "prizes declare 500 300 200" in terminal.refused("prizes")
    terminal.run("prizes", "declare", 500, 300, 200)
    assert terminal.run("prizes") == terminal.run("prizes", "show")
