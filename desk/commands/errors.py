"""Errors in a command, in words for the person who typed it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from ledger.characters import first_hidden
from ledger.messages import Sentence, also, do, message
from ledger.refusals import Exit, Refusal
from ledger.text_files import quoted
from ledger.wrong_values import what_is_wrong, wrong_value


def problems(line: int | None, errors: Sequence[Any]) -> Iterator[Refusal]:
    """Yield the refusals of the fields of a command, each once; `line` is None for a typed one.

    A text that is too long is no whole number either, where a player may be named by both.
    """
    long = [tuple(error["loc"][:-1]) for error in errors if error["type"] == "string_too_long"]
    rest = (
        error
        for error in errors
        if error["loc"][-1:] not in _OTHER_KINDS or tuple(error["loc"][:-1]) not in long
    )
    yield from dict.fromkeys(problem_of(line, error) for error in rest)


_OTHER_KINDS = (("int",), ("float",), ("bool",))


def problem_of(line: int | None, error: Any) -> Refusal:
    """Return the refusal of one field of a command."""
    place = [str(part) for part in error["loc"]]
    field = "command" if error["type"] == "union_tag_not_found" else ".".join(place[1:])
    # A number or a text: which of the two failed does not help the reader.
    field = _WHICH_KIND.sub("", field)
    what = _plain(error)
    if field:
        typed = field.split(".")[0].replace("_", "-")
        name = also(**{typed: True}) if line is None else quoted(field)
        what = message("commands.at-field", field=name, what=what)
    step = message("commands.see", command=do("apply"))
    if place and line is None:
        step = message("commands.see-help", command=do(place[0]))
    if (wrong := wrong_value(error)) is not None and wrong.step is not None:
        step = wrong.step
    return Refusal("bad-command", what, step, exit=Exit.USAGE, line=line)


_WHICH_KIND = re.compile(r"\.(int|float|bool|constrained-str|function-(before|after)\[.*|\[key\])$")


def _plain(error: Any) -> Sentence:
    """Return an error of pydantic in words for a person who typed the value."""
    value = error.get("input")
    ctx = error.get("ctx", {})
    hidden = first_hidden(value) if isinstance(value, str) else None
    if hidden and not error["type"].startswith("json"):
        place, sign = hidden
        return message("commands.hidden", value=quoted(value), sign=sign, place=place)
    match error["type"]:
        case "extra_forbidden":
            return message("commands.no-field")
        case "union_tag_invalid":
            return message("commands.no-command", name=quoted(ctx["tag"]))
        case "union_tag_not_found":
            return message("values.missing")
        case _:
            return what_is_wrong(error)
