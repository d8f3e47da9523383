"""No file reaches exit code 70: every kind of file that is read, spoiled in every way.

`Terminal.try_` fails on an internal error and on a traceback. The ordinary tier has a sample, `make
test-long` all: some 17,000 files, a quarter of an hour of one processor.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from projections.exports.replacement import MANIFEST, NotReplaced, replacing_folder
from tests.helpers import nasty_files
from tests.helpers.terminal import Terminal

DOCUMENTED = (0, 1, 2, 3, 4)
SIGNED = ["signed head", "public key", "private key"]
KINDS = [
    "commands",
    "players",
    "evening",
    "results",
    "season",
    "members",
    "pairings elsewhere",
    "players elsewhere",
    "season elsewhere",
    "live boards",
    "boards",
    "tournament",
    "bundle",
    "copy",
    "inclusion",
    "growth",
    "rules",
    "questions",
    *SIGNED,
]
A_SAMPLE, ALL = range(8), range(8, 1000)
MANIFESTS = (
    b"",
    b"null",
    b"[]",
    b"{}",
    b"[" * 100000,
    b'{"a":' * 100000,
    b"1" * 5000,
    b'{"a": NaN}',
    b"\xff\xfe",
    b"\xef\xbb\xbf{}",
    b'{"made_by": "\\ud800"}',
    b'{"made_by": 1}',
)
MADE_BY = b'{"made_by": "toernooi export --parquet", "tables": %s}'
TABLES = (
    b"null",
    b"1",
    b"[]",
    b'{"players": 1}',
    b'{"players": {}}',
    b'{"players": {"files": "1"}}',
    b'{"players": {"files": null}}',
    b'{"players": {"files": {}}}',
    b'{"players": {"files": NaN}}',
    b'{"players": {"files": -1}}',
    b'{"\\ud800": {"files": 1}}',
    b'{"players": []}',
)


@pytest.fixture
def terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Terminal:
    monkeypatch.chdir(tmp_path)
    return Terminal(tmp_path / "cup.ledger")


def _kind(name: str) -> nasty_files.Kind:
    if name in SIGNED:
        pytest.importorskip("cryptography")
    return nasty_files.kinds()[name]


def _try_all(terminal: Terminal, name: str, seeds: range) -> None:
    kind = _kind(name)
    for seed in seeds:
        chance = random.Random(f"{name} {seed}")
        spoil = chance.choice((nasty_files.spoiled, nasty_files.spoiled_key))
        spoiled = (spoil if name.endswith(" key") else nasty_files.spoiled)(kind.content, chance)
        line = chance.choice(kind.lines)
        Path(kind.name).write_bytes(spoiled)
        words = nasty_files.asked(terminal, kind, line, kind.name)
        try:
            ran = terminal.try_(*words)
        except AssertionError as fault:
            raise AssertionError(f"{seed}: {words} of {spoiled[:3000]!r}\n{fault}") from fault
        assert ran.code in DOCUMENTED, (seed, words, ran)
        assert (ran.err + ran.out).strip(), (seed, words, "nothing is said of it")
        if ran.code == 0 and terminal.ledger.exists():
            assert terminal.try_("-t", "e", "status").code in DOCUMENTED, (seed, words)


@pytest.mark.parametrize("name", KINDS)
def test_a_good_file_of_each_kind_is_read(terminal: Terminal, name: str) -> None:
    kind = _kind(name)
    Path(kind.name).write_bytes(kind.content)
    for line in kind.lines:
        ran = terminal.try_(*nasty_files.asked(terminal, kind, line, kind.name))
        assert ran.code in (0, 1), (line, ran)


def test_every_kind_is_tried() -> None:
    assert [name for name in nasty_files.kinds() if name not in SIGNED] == KINDS[: -len(SIGNED)]


@pytest.mark.parametrize("name", KINDS)
def test_no_spoiled_file_is_a_fault_of_the_program(terminal: Terminal, name: str) -> None:
    _try_all(terminal, name, A_SAMPLE)


@pytest.mark.long
@pytest.mark.parametrize("name", KINDS)
def test_very_many_spoiled_files_are_refused(terminal: Terminal, name: str) -> None:
    _try_all(terminal, name, ALL)


@pytest.mark.parametrize("manifest", [*MANIFESTS, *(MADE_BY % table for table in TABLES)])
def test_no_manifest_of_an_export_is_a_fault_of_the_program(
    tmp_path: Path, manifest: bytes
) -> None:
    (tmp_path / "out" / "players").mkdir(parents=True)
    (tmp_path / "out" / MANIFEST).write_bytes(manifest)
    (tmp_path / "out" / "players" / "data_0.parquet").write_bytes(b"PAR1")
    with pytest.raises(NotReplaced), replacing_folder(tmp_path / "out"):
        pass
