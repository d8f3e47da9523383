"""Wrong values: pydantic's errors in words of the program."""

from __future__ import annotations

import datetime as dt
from fractions import Fraction
from typing import Annotated, Any, Literal

import pytest
from pydantic import AfterValidator, BaseModel, Field, TypeAdapter, ValidationError

from ledger.messages import message
from ledger.values import Language
from ledger.wrong_values import WrongValue, what_is_wrong
from tests.helpers.words import words


def said(kind: Any, value: object, language: Language = "en") -> list[str]:
    with pytest.raises(ValidationError) as caught:
        TypeAdapter(kind).validate_python(value)
    return [words(what_is_wrong(error), language) for error in caught.value.errors()]


@pytest.mark.parametrize(
    ("kind", "value", "english"),
    [
        (int, "many", '"many" is not a whole number'),
        (int, 1.5, '"1.5" is not a whole number'),
        (int, float("inf"), '"inf" is not a whole number'),
        (int, "", "nothing is given"),
        (float, "x", '"x" is not a number'),
        (bool, "perhaps", '"perhaps" is neither true nor false'),
        (str, 4, '"4" is not a text'),
        (list[int], 4, '"4" is not a list: write one as ["first", "second"]'),
        (dict[str, int], 4, '"4" is not a table of keys and values'),
        (dt.date, "28-11", '"28-11" is not a date: write it as 2026-11-28'),
        (Annotated[int, Field(ge=1)], 0, "0 is less than 1"),
        (Annotated[int, Field(le=9)], 10, "10 is more than 9"),
        (Annotated[str, Field(min_length=1)], "", "nothing is given"),
        (Annotated[list[int], Field(min_length=1)], [], "nothing is given"),
        (Annotated[list[int], Field(min_length=2)], [1], "there are fewer than 2"),
        (tuple[int, int], [1, 2, 3], "there are more than 2"),
        (tuple[int, int], [1], "this is missing"),
        (Literal["a"], "x", "\"x\" is not one of 'a'"),
        (Literal["a", "b", "c"], "x", "\"x\" is not one of 'a', 'b' or 'c'"),
    ],
)
def test_each_kind_of_error_has_its_words(kind: Any, value: object, english: str) -> None:
    assert said(kind, value) == [english]
    assert said(kind, value, "nl") != [english]


def test_choices_and_numbers_are_read_in_dutch() -> None:
    assert said(Literal["a", "b"], "x", "nl") == ["\"x\" is niet een van 'a' of 'b'"]
    assert said(int, "x", "nl") == ['"x" is geen geheel getal']


def _refused(value: int) -> int:
    raise WrongValue(message("rulebooks.most", most=value))


def test_a_validator_says_itself_what_is_wrong() -> None:
    assert said(Annotated[int, AfterValidator(_refused)], 3, "nl") == ["het is hoogstens 3"]


class One(BaseModel):
    kind: Literal["one"]


class Two(BaseModel):
    kind: Literal["two"]


def test_a_kind_that_there_is_not_is_told_with_those_that_there_are() -> None:
    either = Annotated[One | Two, Field(discriminator="kind")]
    assert said(either, {"kind": "six"}) == ["\"six\" is not one of 'one' or 'two'"]
    assert said(either, {}, "nl") == ["kind: dit ontbreekt"]


def test_a_number_is_told_with_its_decimal_point() -> None:
    assert said(int, Fraction(21, 2)) == ['"10.5" is not a whole number']
    assert said(str, Fraction(3)) == ['"3" is not a text']


def test_what_has_no_words_of_its_own_is_not_told_in_those_of_a_library() -> None:
    assert said(set[int], 3) == ['"3" is not written as it should be']
    assert said(set[int], None, "nl") == ["dit is niet zoals het moet zijn"]


@pytest.mark.parametrize(
    ("text", "dutch"),
    [
        ("", "er is niets gegeven"),
        ("{1", "dit is geen geldige JSON bij teken 2"),
        ('"\x01"', "dit is geen geldige JSON bij teken 2"),
        ('{"é": x}', "dit is geen geldige JSON bij teken 7"),
        ('{"a":\n 1, x}', "dit is geen geldige JSON op regel 2, bij teken 5"),
        ("[" * 300, "te diep genest"),
    ],
)
def test_where_a_text_stops_being_json_is_told_in_dutch(text: str, dutch: str) -> None:
    with pytest.raises(ValidationError) as caught:
        TypeAdapter(dict[str, int]).validate_json(text)
    assert [words(what_is_wrong(error), "nl") for error in caught.value.errors()] == [dutch]
