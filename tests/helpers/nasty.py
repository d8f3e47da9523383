"""Input that nobody should type: texts, files and ledgers, and command lines made of them."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from pathlib import Path

import click

from cli import toernooi
from tests.helpers.terminal import Terminal

TEXTS = (
    "",
    " ",
    "-",
    "--",
    "#1",
    "0",
    "-1",
    "1",
    "2",
    "3",
    "999999",
    "1" * 5000,
    "9" * 400 + ".5",
    "1e999",
    "NaN",
    "½",
    "=",
    "1-0",
    "1-9",
    "W",
    "ja",
    "x",
    "Bakker",
    "a, b",
    "'",
    '"',
    "\\",
    "%s",
    "{0}",
    "{player}",
    "$(id)",
    "`",
    ";",
    "\n",
    "\r\n",
    "\t",
    "\x00",
    "\x07",
    "\x1b[31mred\x1b[0m",
    "\x1b]0;title\x07",
    "\x9b31m",
    "\u202eabc",
    "\u2066x",
    "\u200b",
    "\ufeff",
    "\U0001f600",
    "e\u0301",
    "\udcff",
    "\ud800",
    "İ",
    "ß",
    "Ⅷ",
    "٣",
    "²",
    "=cmd()",
    "2026-11-20 19:30",
    "2026-02-30",
    "9999-12-31",
    "0001-01-01",
    "24:00",
    "published:1",
    "published:99",
    "published:",
    "12:ABCD-EFGH-IJKL-MNOP",
    "12:" + "A" * 300,
    "9" * 5000 + ":ABCD-EFGH-IJKL-MNOP",
    "toernooiboek-head:1:x:1:00",
    "bye.points=2",
    "=",
    "a=b=c",
    "keizer.external.1=[",
    "select 1",
    "update extensions",
    "select * from x; select",
    "[]",
    "{}",
    "null",
    "true",
    "x" * 70000,
    "/",
    "..",
    ".",
    "~",
    "*",
    "con",
    "nl",
    "en",
)

INTEGERS = ("0", "1", "2", "3", "-1", "99", "100", str(10**18), "1" * 5000, "x", "", "1.5", "٣")

SMALL = ("0", "1", "2", "-1", "x", "")
"""Options whose number makes more of something: games to play, players to invent."""

LONG_RUNS = {"simulate", "generate", "generate-year", "demo", "replay"}

WRITTEN_BYTES = (
    b"",
    b"\n",
    b"\x00",
    b"\xff\xfe\x00",
    b"\xef\xbb\xbf",
    b"{",
    b"[]",
    b"null",
    b"[" * 100000,
    b"001",
    b"012 Cup\n001 " + b"x" * 90 + b"\n",
    b'{"command": "init"}',
    b'{"command": "enter", "name": 3}',
    b'{"format": "toernooiboek-bundle", "version": 1}',
    b"name;rating\n\x80;x",
    b"name\n" + b'"' * 999,
    b"-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n",
    b"SQLite format 3\x00",
    b"select",
    b'[rulebook]\nid = "x"',
    b"id = ",
    b'{"format": "toernooiboek-inclusion-proof"}',
    b'{"a": "\\ud800"}',
    b"1" * 70000,
    b"012 \x1b[31mCup\n",
)


def files(folder: Path) -> list[str]:
    """Make nasty files in a folder; return their names, and names of missing files."""
    names = [
        "missing",
        "folder",
        "",
        ".",
        "/dev/null",
        "a" * 300,
        "nul\x00",
        "?",
        "#",
        "%41",
        "dangling",
    ]
    (folder / "folder").mkdir()
    (folder / "dangling").symlink_to("nowhere")
    (folder / "loop").symlink_to("loop")
    for number, content in enumerate(WRITTEN_BYTES):
        name = ("file", "fi le", "fi?le", "fi#le", "fi%41le", "f\udcffle", "-file")[
            number % 7
        ] + str(number)
        (folder / name).write_bytes(content)
        names.append(name)
    return [*names, "loop"]


def sample_files(terminal: Terminal) -> list[str]:
    """Make, beside a ledger, one file of every kind that the program writes."""
    commands = {
        "cup.trf": ("export", "-o", "cup.trf"),
        "cup.ndjson": ("export", "--format", "ndjson"),
        "cup.bundle": ("bundle", "make", "-o", "cup.bundle", "--with-names"),
        "cup.proof": ("prove", "2", "-o", "cup.proof"),
        "cup.backup": ("backup", "cup.backup"),
    }
    for name, line in commands.items():
        ran = terminal.try_(*line)
        if not Path(name).exists():
            Path(name).write_text(ran.out, "utf-8")
    return list(commands)


def damaged(path: Path, chance: random.Random) -> None:
    """Change a ledger as accident or malice might: bytes, or rows, or the schema itself."""
    chance.choice((_some_bytes, _some_bytes, _cut_short, _some_rows, _the_schema))(path, chance)


def _some_bytes(path: Path, chance: random.Random) -> None:
    content = bytearray(path.read_bytes())
    for _ in range(chance.choice((1, 1, 2, 20))):
        at = chance.randrange(len(content)) if chance.random() < 0.7 else chance.randrange(4096)
        content[at] = chance.randrange(256)
    path.write_bytes(content)


def _cut_short(path: Path, chance: random.Random) -> None:
    content = path.read_bytes()
    path.write_bytes(content[: chance.randrange(len(content))])


_VALUES = (
    None,
    0,
    -1,
    2**62,
    1.5,
    "",
    "x",
    "{}",
    b"\xff\x00",
    '{"v":1}',
    '{"v":99999999999}',
    "[" * 5000,
)


def _some_rows(path: Path, chance: random.Random) -> None:
    """Set one value of one row, or delete the row, bypassing its triggers."""
    with (
        closing(sqlite3.connect(path, isolation_level=None)) as connection,
        suppress(sqlite3.Error),
    ):
        guards = connection.execute(
            "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'"
        ).fetchall()
        for name, _ in guards:
            connection.execute(f"DROP TRIGGER {name}")
        tables = [
            n for (n,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
        ]
        table = chance.choice(tables)
        columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
        key = columns[0]
        rows = [row[0] for row in connection.execute(f"SELECT {key} FROM {table}")]
        if rows:
            row, column = chance.choice(rows), chance.choice(columns)
            if chance.random() < 0.3:
                connection.execute(f"DELETE FROM {table} WHERE {key} = ?", (row,))
            else:
                with suppress(sqlite3.Error):
                    statement = f"UPDATE {table} SET {column} = ? WHERE {key} = ?"
                    connection.execute(statement, (chance.choice(_VALUES), row))
        for _, sql in guards:
            connection.execute(sql)


def _the_schema(path: Path, chance: random.Random) -> None:
    statement = chance.choice(
        (
            "CREATE TABLE extra (a)",
            "CREATE VIEW players AS SELECT 1",
            "DROP TABLE heads",
            "CREATE TRIGGER x BEFORE INSERT ON stored_events BEGIN SELECT RAISE(IGNORE); END",
            "ALTER TABLE people ADD COLUMN x",
            "CREATE INDEX i ON stored_events (topic)",
            "PRAGMA user_version = 1",
            "PRAGMA user_version = 99",
            "PRAGMA user_version = -1",
            "UPDATE meta SET value = 'x'",
            "DELETE FROM meta",
            "INSERT INTO leaves VALUES (999, x'00')",
            "UPDATE sqlite_sequence SET seq = 3",
            "DELETE FROM sqlite_sequence",
        )
    )
    with (
        closing(sqlite3.connect(path, isolation_level=None)) as connection,
        suppress(sqlite3.Error),
    ):
        connection.execute(statement)


def every_verb(
    group: click.Group = toernooi, before: tuple[str, ...] = ()
) -> Iterator[tuple[str, ...]]:
    """Yield the words of every verb, those of sections too."""
    for name, command in group.commands.items():
        if isinstance(command, click.Group):
            yield from every_verb(command, (*before, name))
        else:
            yield (*before, name)


def command_of(words: Sequence[str]) -> click.Command:
    """Return the verb with this name."""
    command: click.Command = toernooi
    for word in words:
        assert isinstance(command, click.Group)
        command = command.commands[word]
    return command


def nasty_line(verb: tuple[str, ...], names: Sequence[str], chance: random.Random) -> list[str]:
    """Return a command line of a verb: its required and some optional values, mostly nonsense."""
    line: list[str] = list(verb)
    integers = SMALL if verb[0] in LONG_RUNS else INTEGERS
    value = _values(names, integers, chance)
    for parameter in command_of(verb).params:
        if isinstance(parameter, click.Option):
            if parameter.name != "help" and (parameter.required or chance.random() < 0.3):
                line.append(parameter.opts[0])
                line += [] if parameter.is_flag else [value(parameter)]
        else:
            number = chance.randrange(4) if parameter.nargs == -1 else 1
            line += [value(parameter) for _ in range(number)]
    return line


def _values(
    names: Sequence[str], integers: Sequence[str], chance: random.Random
) -> Callable[[click.Parameter], str]:
    def value(parameter: click.Parameter) -> str:
        kind = parameter.type
        if chance.random() < 0.15:
            return chance.choice(TEXTS)
        if isinstance(kind, click.Choice):
            return str(chance.choice(kind.choices))
        if isinstance(kind, click.Path):
            return chance.choice(names)
        if isinstance(kind, click.types.IntParamType):
            return chance.choice(integers)
        return chance.choice((*TEXTS, *names))

    return value


def as_typed(line: Sequence[str]) -> list[str]:
    """Return a line as an operating system passes it on: without NUL, any byte that is not text."""
    return [os.fsdecode(_bytes_of(word).replace(b"\x00", b"")) for word in line]


def _bytes_of(word: str) -> bytes:
    return word.encode("utf-8", "surrogateescape" if "\ud800" not in word else "replace")


def fresh(path: Path, kept: Path) -> None:
    """Restore a ledger, without the files that a command left beside it."""
    for end in ("-wal", "-shm", "-journal"):
        path.with_name(path.name + end).unlink(missing_ok=True)
    shutil.copyfile(kept, path)
