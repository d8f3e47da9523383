"""Values as they are typed: in the shells of Unix, and in both of Windows."""

from __future__ import annotations

import shlex
import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desk.terminal.shell import shell_line, shell_word
from ledger import system


@pytest.mark.parametrize(
    ("text", "typed"),
    [
        ("club.ledger", "club.ledger"),
        ("my club.ledger", '"my club.ledger"'),
        ("O'Brien", '"O\'Brien"'),
        ('a "b"', "'a \"b\"'"),
        ("", '""'),
    ],
)
def test_a_value_is_quoted_as_unix_reads_it(text: str, typed: str) -> None:
    assert shell_word(text) == typed
    assert shlex.split(typed) == [text]


@pytest.mark.parametrize(
    ("text", "typed"),
    [
        ("club.ledger", "club.ledger"),
        (r"C:\clubs\club.ledger", r"C:\clubs\club.ledger"),
        (r"C:\my clubs" + "\\", r'"C:\my clubs\\"'),
        ("my club.ledger", '"my club.ledger"'),
        ("O'Brien", '"O\'Brien"'),
        ("a&b", '"a&b"'),
        ('a "b"', r'"a \"b\""'),
        ("", '""'),
    ],
)
def test_a_value_is_quoted_as_windows_reads_it(
    text: str, typed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(system, "on_windows", lambda: True)
    assert shell_word(text) == typed


@given(st.text(alphabet='ab "\\', min_size=1))
def test_backslashes_and_quotes_are_those_of_python_for_windows(text: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(system, "on_windows", lambda: True)
        typed = shell_word(text)
    inside = subprocess.list2cmdline([f" {text}"])[2:-1]  # in quotes because of the space
    assert typed == (f'"{inside}"' if set(text) & {*' "'} else text)


def test_a_line_is_its_values_with_spaces_between() -> None:
    assert shell_line(["copy", "a b", "c"]) == 'copy "a b" c'
