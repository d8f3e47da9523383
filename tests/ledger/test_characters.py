"""Characters that steer a terminal, turn a line, or hide: found, named, written out."""

from __future__ import annotations

import json
from typing import Literal
from unicodedata import combining, normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.characters import (
    first_hidden,
    normal_form,
    visible,
    visible_in_json,
    without_hidden,
)
from ledger.values import Language
from tests.helpers.words import words


def _found(text: str, allowed: str = "", language: Language = "en") -> tuple[int, str] | None:
    hidden = first_hidden(text, allowed)
    return None if hidden is None else (hidden[0], words(hidden[1], language))


def test_the_first_is_told_with_its_place_and_its_name() -> None:
    assert _found("Jan \x1b[31m\x07") == (5, "U+001B ESCAPE")
    assert _found("a\tb\x85", allowed="\t") == (4, "U+0085 NEXT LINE")
    assert first_hidden("Özdemir, Ayşe ½ – 中村 👩‍🚀") is None


@pytest.mark.parametrize("language", ["en", "nl"])
def test_each_has_its_number_in_front_and_in_dutch_what_it_is(language: Language) -> None:
    for code in (*range(0x3000), 0xD800, *range(0xFE00, 0x10000)):
        hidden = _found(chr(code), language=language)
        assert hidden is None or hidden[1].startswith(f"U+{code:04X} ")
    assert _found("\t", language="nl") == (1, "U+0009 (tab)")
    assert _found("\x9c", language="nl") == (1, "U+009C (stuurteken)")


def test_a_text_is_one_line_and_says_what_it_hides() -> None:
    assert visible("a\x1b[2J\nb\u202e\x9b") == r"a\x1b[2J\x0ab\u202e\x9b"
    assert visible("a\nb\r", "\n") == "a\nb\\x0d"
    assert without_hidden("a\tb\nc") == "a\tb?c"


@given(st.text() | st.text("\x00\n\x1b\x7f\x9b\u2028\u202e\u2069\ud800\ufeffa\\"))
def test_whatever_is_shown_hides_nothing_and_json_says_the_same(text: str) -> None:
    assert first_hidden(visible(text)) is None
    written = visible_in_json(json.dumps([text], ensure_ascii=False, indent=1))
    assert json.loads(written) == [text]
    assert first_hidden(written, allowed="\n") is None
    assert all(ord(sign) >= 32 or sign == "\n" for sign in written)


FORMS: tuple[Literal["NFC", "NFKC", "NFKD"], ...] = ("NFC", "NFKC", "NFKD")
MARKS = "\u0300\u0316\u0327\u0344\u0345\u0f71\u0f72\u0f73aé\u1f82\uac00\u1161 "


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("marks", ["\u0300\u0316", "\u0f73", "\u0344\u0316"])
def test_a_hundred_thousand_marks_on_a_letter_are_put_in_their_order_at_once(
    form: Literal["NFC", "NFKC", "NFKD"], marks: str
) -> None:
    """The work grows with the length: with its square this test would take minutes."""
    classes = [combining(sign) for sign in normal_form(form, "a" + marks * 100_000)]
    assert classes == sorted(classes)
    assert len(classes) >= 100_000


@given(text=st.text(MARKS, max_size=40), form=st.sampled_from(FORMS))
def test_the_normal_form_of_a_long_text_is_that_of_a_short_one(
    text: str, form: Literal["NFC", "NFKC", "NFKD"]
) -> None:
    before = "x" * 1_000 + " "
    assert normal_form(form, before + text) == before + normalize(form, text)
