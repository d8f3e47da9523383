"""Numbers in sentences."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ledger.wording import count_of, listed, rounds_named
from tests.helpers.terminal import Terminal


def test_a_number_has_its_noun_in_singular_or_plural() -> None:
    assert [count_of(n, "board") for n in (0, 1, 2)] == ["0 boards", "1 board", "2 boards"]
    assert count_of(1, "entry", "entries") == "1 entry"
    assert count_of(2, "entry", "entries") == "2 entries"


def test_parts_are_listed_as_a_sentence_does() -> None:
    assert [listed("abc"[:n]) for n in (1, 2, 3)] == ["a", "a and b", "a, b and c"]


@pytest.mark.parametrize(
    ("numbers", "said"),
    [
        ([3], "round 3"),
        ([3, 3], "round 3"),
        ([2, 1], "rounds 1 and 2"),
        ([1, 2, 3], "rounds 1 to 3"),
        ([1, 2, 3, 5, 7, 8], "rounds 1 to 3, 5, 7 and 8"),
    ],
)
def test_rounds_are_named_in_runs(numbers: list[int], said: str) -> None:
    assert rounds_named(numbers) == said


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
