"""One of a thing is spoken of in the singular."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.helpers.terminal import Terminal

ALONE = re.compile(
    r"(?<![\d.½-])1 (boards|rounds|players|facts|games|heads|findings|files|lines|places|members|"
    r"points|clauses|times|tournaments|periods|notes)\b"
)
VERBS = [
    "pair", "publish", "status", "result 1 9 1-0", "result 1 1 1-0", "log", "check",
    "check --lang nl", "pair", "standings --after 3", "plan 1", "schedule 2 2026-11-11", "head",
    "verify", "rounds", "replay --rules knsb-wp-1996", "audit 1", "finish", "integrity",
    "bundle make -o one.json", "export", "blame standings --player 1", "rules coverage",
]  # fmt: skip


def test_a_tournament_of_one_round_and_one_board_speaks_of_them_in_the_singular(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    terminal = Terminal(tmp_path / "one.ledger")
    for typed in ("init One --rounds 1", "enter A", "enter B", "lots", *VERBS):
        ran = terminal.try_(*typed.split())
        assert not ALONE.search(ran.out + ran.err), (typed, ran)
