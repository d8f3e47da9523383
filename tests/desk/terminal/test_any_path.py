"""Every verb with every kind of path, as ledger, input and output: an answer, or a clear refusal."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import click
import pytest
from cryptography.hazmat.primitives import serialization as s
from cryptography.hazmat.primitives.asymmetric import ed25519

import cli
from desk.terminal.answers import OneOf, PathName
from ledger.store.store import Store
from tests.helpers.full import small_files
from tests.helpers.terminal import Terminal, made_once

NEW, OUT = "NEW", "OUT"
"""Words of a line: a file that is not there yet, and the output that is tried."""

OUTPUTS: list[list[str]] = [
    ["players", "--html", OUT],
    ["--ledger", "ready.ledger", "publish", "--sheet", OUT],
    ["pairings", "--html", OUT],
    ["standings", "--html", OUT],
    ["crosstable", "--html", OUT],
    ["--ledger", "berger.ledger", "fixtures", "--html", OUT],
    ["sheet", "pairings", "--output", OUT],
    ["export", "--output", OUT],
    ["export", "--parquet", OUT],
    ["sql", "select 1", "--parquet", OUT],
    ["sql", "select 'a' as a, 1 as b", "--picture", OUT],
    ["audit", "1", "--html", OUT],
    ["digest", OUT],
    ["trf", "generate", "--players", "4", "--rounds", "2", "--output", OUT],
    ["trf", "generate", "--players", "4", "--rounds", "2", "--evenings", OUT],
    ["trf", "generate", "--players", "4", "--rounds", "2", "--tournaments", "1", "--folder", OUT],
    ["generate", "--players", "4", "--rounds", "2", "--output", OUT],
    ["generate", "--players", "4", "--rounds", "2", "--evenings", OUT],
    ["generate", "--players", "4", "--rounds", "2", "--tournaments", "1", "--folder", OUT],
    ["head", "--svg", OUT],
    ["head", "--sign", "KEY", "--output", OUT],
    ["prove", "1", "--output", OUT],
    ["backup", OUT],
    ["copy", "cup.ledger", OUT],
    ["bundle", "make", "--output", OUT],
    ["lake", "build", "cup.ledger", "--to", OUT],
    ["lake", "plan", "cup.ledger", "--to", OUT],
    ["--ledger", "season.ledger", "overview", "1", "--html", OUT],
    ["--ledger", "season.ledger", "overview", "--all-html", OUT],
    ["prizes", "show", "--html", OUT],
    ["website", OUT, "--without-why"],
    ["open-data", OUT],
    ["--ledger", "played.ledger", "report", "for", "knsb", "--output", OUT],
    ["replay", "--rules", "knsb-wp-1996", "--duckdb", OUT],
    ["replay", "--all", "--rules", "knsb-wp-1996", "--jobs", "1", "--duckdb", OUT],
    ["--ledger", OUT, "init", "Other"],
    ["--ledger", OUT, "restore", "cup.backup"],
]
"""A command line for every verb and option that writes a file or a folder."""

GOES_ON = ["serve", "--log", OUT]
"""The one that does not end where its output can be written."""

IN_USE = ("cup.ledger-wal", "CUP.LEDGER-SHM", "new.ledger-journal", "to-the-log")
BESIDE = ("cup.ledger.desk", "cup.duckdb", "cup.duckdb.next", "cup.duckdb.wal")
KINDS = ("folder", ".", "..", "/", "pipe", "loop", "text", "text/x", "/dev/null", "")
LEDGERS = ("link.ledger", "twin.ledger")


def _verbs(
    group: click.Group, before: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    for name, command in group.commands.items():
        if isinstance(command, click.Group):
            yield from _verbs(command, (*before, name))
        else:
            yield (*before, name), command


def _word(param: click.Parameter) -> str:
    if isinstance(param.type, PathName):
        return "text" if param.type.exists else NEW
    return param.type.codes[0] if isinstance(param.type, OneOf) else "1"


def _line(names: Sequence[str], command: click.Command) -> list[str]:
    """Return the shortest command line of a verb."""
    line = list(names)
    for param in command.get_params(click.Context(command)):
        if isinstance(param, click.Option):
            line += [param.opts[-1], _word(param)] if param.required else []
        elif param.required or param.nargs != -1:
            line += [_word(param)] * max(1, param.nargs)
    return line


VERBS = [
    *sorted(
        [_line(*verb) for verb in _verbs(cli.toernooi) if verb[0] != ("desk",)],
        key=lambda line: line[0] == "init",
    ),
    ["sql", "--mirror", "select 1"],
    ["export", "--parquet", NEW],
    ["replay", "--all", "--rules", "knsb-wp-1996"],
    ["replay", "--all", "--rules", "knsb-wp-1996", "--jobs", "1"],
]
"""All but `desk`, which asks for no ledger and goes on until it is stopped on its page.

The one that adds a tournament is the last: without a choice all others would be refused after it.
"""

LONG = ("serve", "demo", "generate-year")
"""Verbs that go on, or make much, where nothing is in the way."""


def _place(folder: Path) -> Terminal:
    terminal = Terminal(folder / "cup.ledger")
    for ledger, rules in (("cup", "knsb-wp-2014"), ("season", "mwkeizer"), ("berger", "berger")):
        there = Terminal(folder / f"{ledger}.ledger", terminal.world)
        there.run("init", ledger, "--rounds", 3, "--rules", rules)
        for name in "ABCD":
            there.run("enter", name)
        there.run("lots", "--by", "entry")
        there.run("publish")
    ready, played = (
        Terminal(folder / f"{name}.ledger", terminal.world) for name in ("ready", "played")
    )
    for there in (ready, played):
        there.run("init", "Match", "--rounds", 1)
        for name in "AB":
            there.run("enter", name)
        there.run("lots", "--by", "entry")
    played.run("publish")
    played.run("result", 1, 1, "1-0")
    terminal.run("prizes", "declare", 10)
    terminal.run("mirror", "build")
    terminal.run("backup", folder / "cup.backup")
    (folder / "text").write_text("x", "utf-8")
    key = ed25519.Ed25519PrivateKey.generate()
    pem = (s.Encoding.PEM, s.PrivateFormat.PKCS8, s.NoEncryption())
    (folder / "KEY").write_bytes(key.private_bytes(*pem))
    return terminal


@pytest.fixture
def cup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Terminal]:
    """Return a terminal in a folder with every kind of path; a verb that waits is stopped."""
    terminal = made_once(_place, tmp_path)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "mine").write_text("x", "utf-8")
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "to-the-log").symlink_to("cup.ledger-wal")
    (tmp_path / "link.ledger").symlink_to("cup.ledger")
    (tmp_path / "twin.ledger").hardlink_to("berger.ledger")

    def too_long(*_: object) -> None:
        pytest.exit("a command waits for what never comes")

    before = signal.signal(signal.SIGALRM, too_long)
    signal.alarm(120)
    yield terminal
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


def _new(line: Sequence[str], at: int, out: str = "") -> list[str]:
    return [{NEW: f"new{at}", OUT: out}.get(word, word) for word in line]


def _content(folder: Path) -> dict[str, bytes]:
    """Return the files of a folder with their bytes, without locks, which have none."""
    files = (path for path in folder.iterdir() if path.is_file())
    return {path.name: path.read_bytes() for path in files if path.suffix != ".lock"}


def test_every_option_that_writes_a_file_is_tried() -> None:
    tried = set()
    for line in (*OUTPUTS, GOES_ON):
        words = line[2:] if line[0] == "--ledger" else line
        before = words[words.index(OUT) - 1] if OUT in words else ""
        tried.add((words[0], before if before.startswith("--") else ""))
    wanted = {
        (names[0], param.opts[-1] if isinstance(param, click.Option) else "")
        for names, command in _verbs(cli.toernooi)
        for param in command.get_params(click.Context(command))
        if (isinstance(param.type, PathName) and not param.type.exists)
        or (str(param.metavar) in ("FILE", "FOLDER") and not isinstance(param.type, PathName))
    }
    certificate = ("norms", "--html")  # refused before: nobody has a norm here
    assert wanted - tried - {certificate} == {
        ("sql", "--lake"),
        ("digest", "--lake"),
        ("generate", "--config"),
        ("trf", "--config"),
    }


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind])
def test_a_verb_on_what_is_no_ledger_answers_or_refuses(kind: str, cup: Terminal) -> None:
    cup.ledger = Path(kind)
    for at, line in enumerate(VERBS):
        if line[0] in LONG and kind == "loop":
            continue
        ran = cup.try_(*_new(line, at))
        assert ran.code in (0, 1, 2, 3, 4), (line, ran)
        assert ran.code != 0 or line[0] not in ("mirror", "status", "enter", "serve"), line


@pytest.mark.parametrize("kind", LEDGERS)
def test_a_verb_on_another_name_of_a_ledger_answers_or_refuses(kind: str, cup: Terminal) -> None:
    """All verbs run on a ledger, some with DuckDB."""
    cup.ledger = Path(kind)
    for at, line in enumerate(VERBS):
        if line[0] not in LONG:
            assert cup.try_(*_new(line, at)).code in (0, 1, 2, 3, 4)
    assert cup.try_("verify").code == 0


@pytest.mark.parametrize("line", [*OUTPUTS, GOES_ON], ids=" ".join)
def test_no_output_takes_the_place_of_a_part_of_a_ledger(line: list[str], cup: Terminal) -> None:
    before = _content(Path.cwd())
    own = line[:2] == ["--ledger", OUT] or line[0] == "copy"
    of_duckdb = "--duckdb" in line and "--jobs" in line
    adds = line[0] == "copy" or "init" in line  # to a ledger that is there
    for out in (
        *IN_USE,
        "pipe",
        *(() if adds else (*LEDGERS, "cup.ledger")),
        *(() if own else BESIDE),
    ):
        if of_duckdb and out == "cup.duckdb":
            continue  # its own mirror, with more tables
        ran = cup.try_(*_new(line, 0, out))
        assert ran.code == 2, (out, ran)
    assert _content(Path.cwd()) == before


@pytest.mark.parametrize("line", OUTPUTS, ids=" ".join)
def test_an_output_is_written_where_nothing_is_in_the_way(line: list[str], cup: Terminal) -> None:
    assert cup.try_(*_new(line, 0, "fresh")).code == 0
    assert Path("fresh").exists()


@pytest.mark.parametrize("line", OUTPUTS, ids=" ".join)
def test_an_output_to_any_kind_of_path_is_written_or_refused(
    line: list[str], cup: Terminal
) -> None:
    for out in KINDS if "--duckdb" not in line else ("folder", "/", "loop"):
        assert cup.try_(*_new(line, 0, out)).code in (0, 1, 2, 3, 4)


@pytest.mark.parametrize("line", OUTPUTS, ids=" ".join)
def test_an_output_below_a_file_is_refused_in_the_language_of_the_reader(
    line: list[str], cup: Terminal
) -> None:
    said = cup.refused("--lang", "nl", *_new(line, 0, "text/x"), code=2)
    assert re.search(r"^fout \((\w+-unwritable|folder-missing)\)", said, re.MULTILINE), said
    assert "vervolg: " in said
    assert not re.search("Not a directory|No such file", said), said


def test_an_input_of_any_kind_is_read_or_refused(cup: Terminal) -> None:
    lines = [line for line in VERBS if "text" in line and line[0] not in LONG]
    lines += [["enter", "--file", "text"], ["lots", "--file", "text"], ["sql", "--file", "text"]]
    lines += [["verify", "--against", "text"], ["generate", "--config", "text"]]
    for line in lines:
        for kind in (*KINDS, *LEDGERS):
            words = [kind if word == "text" else word for word in line]
            assert cup.try_(*_new(words, 0)).code in (0, 1, 2, 3, 4), words
            if kind == "pipe":
                assert "is not a file" in cup.refused(*_new(words, 0), code=2)


@contextmanager
def _as_nobody() -> Iterator[None]:
    """Be somebody without rights for a while; only root has any to lay down."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.mark.parametrize("ledger", ["cup", "season"])
def test_a_verb_where_nothing_may_be_written_answers_or_refuses(
    ledger: str, cup: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All verbs run twice, as somebody who may not write may not load the program's files."""
    cup.ledger = Path(f"{ledger}.ledger")
    with TemporaryDirectory() as name:  # nobody else may enter the folder of a test
        folder = Path(name)
        for path in Path.cwd().iterdir():
            if path.is_file() and not path.is_symlink():
                (folder / path.name).write_bytes(path.read_bytes())
                (folder / path.name).chmod(0o444)
        lines = [_new(line, at) for at, line in enumerate(VERBS) if line[0] not in LONG]
        for line in lines:
            cup.try_(*line)
        folder.chmod(0o555)
        monkeypatch.chdir(folder)
        before = _content(folder)
        with _as_nobody():
            for line in lines:
                ran = cup.try_(*line)
                assert ran.code in (0, 1, 2, 3, 4), (line, ran)
        assert _content(folder) == before
        monkeypatch.undo()
        folder.chmod(0o755)


def _facts(ledger: Path) -> int:
    with Store(ledger) as store:
        return sum(store.head(id_) for id_, _ in store.tournaments())


def _bytes(ledger: Path) -> list[bytes]:
    """Return the bytes of a ledger and of the files that are a part of it."""
    return [path.read_bytes() for path in sorted(Path.cwd().glob(f"{ledger}*")) if path.is_file()]


@pytest.mark.parametrize("most_bytes", [0, 5000, 60000])
@pytest.mark.parametrize("ledger", ["cup", "season"])
def test_a_verb_on_a_full_disk_answers_or_refuses_and_loses_nothing(
    ledger: str, most_bytes: int, cup: Terminal
) -> None:
    """All verbs run on a ledger, some with DuckDB."""
    cup.ledger = Path(f"{ledger}.ledger")
    facts, content = _facts(cup.ledger), _bytes(cup.ledger)
    for at, line in enumerate(VERBS):
        if line[0] in LONG:
            continue
        with small_files(most_bytes):
            ran = cup.try_(*_new(line, at))
        assert ran.code in (0, 1, 2, 3, 4), (line, ran)
        if _bytes(cup.ledger) == content:
            continue  # to the byte, and so with the same facts and as sound
        before, facts = facts, _facts(cup.ledger)
        assert ran.code == 0 or facts == before, (line, ran)
        assert cup.json("verify")["clean"], line
        content = _bytes(cup.ledger)
    assert cup.json("verify")["clean"]
