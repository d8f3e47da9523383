"""What is wrong with a command, in words for the person who typed it."""

from __future__ import annotations

import re
from typing import Any

from ledger.characters import first_hidden
from ledger.messages import Sentence, do, run_on
from ledger.refusals import Exit, Refusal
from ledger.text_files import quoted, shortened


def problem(line: int | None, error: Any) -> Refusal:
    """Return what is wrong with one field of a command; line is None for one that was typed."""
    place = [str(part) for part in error["loc"]]
    field = ".".join(place[1:])
    # A number or a text: which of the two failed is of no use to a person.
    field = _WHICH_KIND.sub("", field).replace("_", "-")
    message = _plain(error)
    what = f"{shortened(field)}: {message}" if field else message
    step: Sentence = "see docs/apply.md for the commands and their fields"
    if place and line is None:
        step = run_on(do(place[0]), " --help")
    return Refusal("bad-command", what, step, exit=Exit.USAGE, line=line)


_WHICH_KIND = re.compile(r"\.(int|float|bool|constrained-str|\[key\])$")


def _plain(error: Any) -> str:
    """Return pydantic's finding in words for a person who typed it."""
    value, ctx = error.get("input"), error.get("ctx", {})
    hidden = first_hidden(value) if isinstance(value, str) else None
    if hidden and not error["type"].startswith("json"):
        return f"{quoted(value)} holds {hidden[1]} at place {hidden[0]}: leave it out"
    match error["type"]:
        case "string_too_short":
            return "nothing is given"
        case "int_parsing" | "int_type" | "int_parsing_size":
            return f"{quoted(value)} is no whole number" if value != "" else "nothing is given"
        case "greater_than_equal":
            return f"{shortened(value)} is less than {ctx['ge']}"
        case "less_than_equal":
            return f"{shortened(value)} is more than {ctx['le']}"
        case "literal_error":
            return f"{quoted(value)} is not one of {ctx['expected']}"
        case "string_pattern_mismatch":
            return f"{quoted(value)} is not written as it should be (a federation is three letters)"
        case "extra_forbidden":
            return "there is no such field"
        case "json_invalid":
            return f"this is not JSON ({ctx['error'].replace('line 1 ', '')})"
        case "union_tag_invalid":
            return f"{quoted(ctx['tag'])} is no command"
        case kind if kind.startswith(("date", "datetime")):
            return f"{quoted(value)} is no date: write it as 2026-11-28"
        case _:
            return str(error["msg"]).removeprefix("Value error, ")
