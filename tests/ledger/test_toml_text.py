"""TOML that people write: what is wrong is told by line, in their language."""

from __future__ import annotations

from fractions import Fraction

import pytest

from ledger.text_files import quoted
from ledger.toml_text import NoToml, tree_of
from tests.helpers.words import words

NONE, TWICE = "dit is geen TOML", "deze sleutel of tabel is er al"


@pytest.mark.parametrize(
    ("text", "line", "dutch"),
    [
        ("a = 1\nb = ", 2, NONE),
        ('a = 1\nb = "open\n', 2, NONE),
        ("a = x\n", 1, NONE),
        ("a = 1\n\n[b\n", 3, NONE),
        ("a = 1\na = 2\n", 2, TWICE),
        ("[a]\nb = 1\n[a]\n", 3, TWICE),
        ("a = {b = 1, b = 2}\n", 1, TWICE),
        ("a = {b = 1}\na.c = 2\n", 2, TWICE),
        ("a = 1\nb = 2026-02-30\n", 2, "die datum of tijd bestaat niet"),
        ('"(at line 9, column 9)" = 1\n"(at line 9, column 9)" = 2\n', 2, TWICE),
        ("a = nan", None, "nan is geen getal"),
        (f"a = {'9' * 5000}", None, "een getal heeft te veel cijfers"),
        (f"a = {'[' * 5000}", None, "te diep genest"),
    ],
)
def test_what_is_wrong_is_told_by_line_in_dutch(text: str, line: int | None, dutch: str) -> None:
    with pytest.raises(NoToml) as caught:
        tree_of(text)
    assert words(caught.value.why, "nl") == dutch
    assert caught.value.line == line


def test_numbers_are_read_exactly_or_as_whoever_reads_them_asks() -> None:
    assert tree_of("a = 0.1")["a"] == Fraction(1, 10)
    assert tree_of("a = 0.10", str)["a"] == "0.10"


def test_a_number_of_more_digits_than_python_writes_is_quoted_in_hexadecimals() -> None:
    number = tree_of(f"a = 0x{'f' * 9000}")["a"]
    assert quoted(number).startswith('"0xffff')
