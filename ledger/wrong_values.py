"""What is wrong with a value that a person entered: pydantic's errors in words of the program."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from typing import Any

from ledger.messages import Sentence, message, run_on
from ledger.text_files import quoted, shortened


class WrongValue(ValueError):
    """An impossible value; `why` is the explanation that people read, `step` the remedy, if any.

    `clause` is the rule that says what is possible, None where it is no rule's. A validator raises
    it, and `what_is_wrong` takes it out of pydantic's error.
    """

    def __init__(
        self, why: Sentence, step: Sentence | None = None, clause: str | None = None
    ) -> None:
        super().__init__(repr(why))
        self.why = why
        self.step = step
        self.clause = clause


def what_is_wrong(error: Any) -> Sentence:
    """Return one of pydantic's errors in words for people; of an unknown kind only that it is wrong.

    `error` is an item of `ValidationError.errors`, with its input.
    """
    value = _as_typed(error.get("input"))
    ctx = error.get("ctx", {})
    kind = error["type"]
    if kind.startswith("date"):
        return message("values.no-date", value=quoted(value))
    if (wrong := wrong_value(error)) is not None:
        return wrong.why
    match kind:
        case "missing":
            return message("values.missing")
        case "literal_error" | "enum":
            return message("values.not-one", value=quoted(value), choices=_choices(ctx["expected"]))
        case "union_tag_invalid":
            choices = _choices(ctx["expected_tags"])
            return message("values.not-one", value=quoted(ctx["tag"]), choices=choices)
        case "union_tag_not_found":
            key = ctx["discriminator"].strip("'")
            return run_on(key, message("values.missing"), between=": ")
        case "greater_than_equal":
            return message("values.less", value=shortened(value), least=str(ctx["ge"]))
        case "less_than_equal":
            return message("values.more", value=shortened(value), most=str(ctx["le"]))
        case "too_short" if ctx["min_length"] > 1:
            return message("values.too-few", least=ctx["min_length"])
        case "too_long":
            return message("values.too-many", most=ctx["max_length"])
        case "string_too_long":
            length = len(str(value).strip())
            return message("values.too-long", length=length, most=ctx["max_length"])
        case "string_too_short" | "too_short":
            return message("values.nothing")
        case "int_parsing" | "int_type" if value == "":
            return message("values.nothing")
        case "extra_forbidden":
            return message("values.no-key")
        case "json_invalid":
            return _no_json(ctx["error"], error["input"])
        case _ if kind in _KINDS:
            return message(_KINDS[kind], value=quoted(value))
        case _ if isinstance(value, str | int | Decimal):
            return message("values.not-as-it-should", value=quoted(value))
    return message("values.wrong")


def _as_typed(value: object) -> object:
    """Return a number of a file with its decimal point, 2.5 for 5/2; anything else as it is."""
    if not isinstance(value, Fraction):
        return value
    return Decimal(value.numerator) / value.denominator


def _no_json(said: str, text: str | bytes) -> Sentence:
    """Return where a text stops being JSON; pydantic counts lines from 1, and bytes within one."""
    line, width = map(int, re.findall(r"\d+", said)[-2:])
    if said.startswith("recursion"):
        return message("values.too-deep")
    if not text.strip():
        return message("values.nothing")
    data = text if isinstance(text, bytes) else text.encode("utf-8", "replace")
    column = len(data.split(b"\n")[line - 1][:width].decode("utf-8", "replace"))
    if line == 1:
        return message("values.no-json", column=column)
    return message("values.no-json-lines", line=line, column=column)


def wrong_value(error: Any) -> WrongValue | None:
    """Return what a validator of ours said in one of pydantic's errors, None for another error."""
    raised = error.get("ctx", {}).get("error")
    return raised if isinstance(raised, WrongValue) else None


_KINDS = {
    **dict.fromkeys(
        ("int_parsing", "int_type", "int_parsing_size", "int_from_float", "finite_number"),
        "values.no-whole-number",
    ),
    **dict.fromkeys(("float_parsing", "float_type"), "values.no-number"),
    **dict.fromkeys(("bool_parsing", "bool_type"), "values.no-flag"),
    **dict.fromkeys(("string_type", "bytes_type"), "values.no-text"),
    **dict.fromkeys(("list_type", "tuple_type"), "values.no-list"),
    **dict.fromkeys(("dict_type", "model_type", "model_attributes_type"), "values.no-table"),
}
"""Pydantic's name of an error -> the message about the value."""


def _choices(expected: str) -> Sentence:
    """Return the possible values, which pydantic gives as "'a', 'b' or 'c'"."""
    *before, last = re.findall("'[^']*'", expected) or [expected]
    return message("values.or", before=", ".join(before), last=last) if before else last
