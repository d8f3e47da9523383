"""The texts that commands accept: one line each, without a character that steers a terminal."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from desk.commands.fields import fields_of
from desk.commands.tournament import COMMANDS, command_of, read_ndjson, schema
from ledger.csv_files.people import PeopleRefused, parse_people_csv
from ledger.csv_files.person import VALUES
from tests.helpers.words import words

HIDDEN = {
    "\x00": "U+0000 NULL",
    "\x07": "U+0007 BELL",
    "\t": "U+0009 TAB",
    "\n": "U+000A LINE FEED",
    "\r": "U+000D CARRIAGE RETURN",
    "\x1b": "U+001B ESCAPE",
    "\x7f": "U+007F DELETE",
    "\x85": "U+0085 NEXT LINE",
    "\x9b": "U+009B CONTROL SEQUENCE INTRODUCER",
    "\x9d": "U+009D OPERATING SYSTEM COMMAND",
    "\u200e": "U+200E LEFT-TO-RIGHT MARK",
    "\u200f": "U+200F RIGHT-TO-LEFT MARK",
    "\u2028": "U+2028 LINE SEPARATOR",
    "\u2029": "U+2029 PARAGRAPH SEPARATOR",
    "\u202a": "U+202A LEFT-TO-RIGHT EMBEDDING",
    "\u202e": "U+202E RIGHT-TO-LEFT OVERRIDE",
    "\u2066": "U+2066 LEFT-TO-RIGHT ISOLATE",
    "\u2069": "U+2069 POP DIRECTIONAL ISOLATE",
    "\ud800": "U+D800 LONE SURROGATE",
    "\uffff": "U+FFFF NONCHARACTER",
}


def refused(**fields: object) -> list[str]:
    command = command_of(fields)
    return [words(refusal.what) for refusal in command] if isinstance(command, tuple) else []


@pytest.mark.parametrize("sign", HIDDEN, ids=HIDDEN.get)
def test_a_name_with_a_control_character_is_refused_and_the_character_named(sign: str) -> None:
    [what] = refused(command="enter", name=f"Jan{sign}sen")
    assert f"holds {HIDDEN[sign]} at place 4" in what
    assert what.isprintable()


def test_letters_of_any_language_are_a_name() -> None:
    for name in ("Özdemir, Ayşe", "’t Hart, Jan", "नेपाल", "中村 悟", "Σωκράτης", "Zoe\u0308 👩‍🚀"):
        assert refused(command="enter", name=name) == []


def strings(part: Any, path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield each place of a JSON schema where a text may stand."""
    if isinstance(part, list):
        for at, each in enumerate(part):
            yield from strings(each, f"{path}/{at}")
    elif isinstance(part, dict):
        if part.get("type") == "string":
            yield path, part
        for key, value in part.items():
            yield from strings(value, f"{path}/{key}")


def test_no_text_of_any_command_is_free_of_the_rule() -> None:
    whole = schema()
    free = [
        path
        for path, part in strings(whole)
        if not {"pattern", "enum", "const", "format"} & part.keys()
    ]
    assert free == []
    assert len(list(strings(whole))) > 80


TYPED = sorted({(command, f.name) for command in COMMANDS for f in fields_of(command)})


@pytest.mark.parametrize(("command", "field"), TYPED)
def test_whatever_field_of_whatever_command_gets_an_escape_refuses_it(
    command: str, field: str
) -> None:
    for value in ("\x1b]0;x\x07", "a\nb", "\u202eb", "\ud800"):
        for content in (value, [value], {value: value}, {"keizer.top": value}, [[value, value]]):
            several = map(str.casefold, refused(command=command, **{field: content}))
            said = [what for what in several if field in what or field.replace("_", "-") in what]
            assert said, (command, field, content)


def test_a_line_of_a_command_file_is_refused_once_for_each_field_with_its_line() -> None:
    lines = ['{"command": "absent", "player": "a\\u001b", "round": 1}', '{"command": "start"}']
    problems = read_ndjson("\n".join(lines))
    assert isinstance(problems, tuple)
    assert [(p.line, words(p.what).split(":")[0]) for p in problems] == [
        (1, '"player"'),
        (2, '"round"'),
    ]


def test_the_pattern_is_in_the_schema_for_programs() -> None:
    enter = schema()["$defs"]["Enter"]["properties"]["name"]
    assert json.loads(json.dumps(enter["pattern"])).startswith("^[^")


WRITTEN = {
    "rating": ("1900", "0", "4000", "4001", "9999", "-5", "+5", "1900.5", "x", "\u0661\u0662"),
    "title": ("GM", "wfm", "g", "ZZ", "Grandmaster"),
    "federation": ("NED", "ned", "NEDX", "N1D", "NL"),
    "fide_id": ("1012345", "0", "abc", "12 34", "123456789012", "-1"),
    "national_id": ("7654321", "x1"),
    "birth": ("1987-07-05", "5-7-1987", "05/07/1987", "1987", "1987-02-30", "0001", "87", "soon"),
    "sex": ("m", "w", "V", "man", "x", "0"),
}


OTHER_FIELDS: dict[str, dict[str, Any]] = {
    "enter": {"name": "A"},
    "join": {"name": "A"},
    "correct-person": {"player": 1},
    "correct-rating": {"player": 1},
    "rating-list": {"name": "A", "player": 1, "valid_from": "2026-01-01"},
}
"""The commands with values of a person, and what else they need."""


@pytest.mark.parametrize(("field", "text"), [(f, t) for f, ts in WRITTEN.items() for t in ts])
def test_a_value_of_a_person_is_the_same_by_every_door(field: str, text: str) -> None:
    """What a list of players refuses, a command refuses too, in the same words; so the other way.

    Options of verbs and forms of a browser are made from the fields of commands.
    """
    rows = parse_people_csv(f"name;{field}\nA;{text}\n".encode())
    for name, rest in OTHER_FIELDS.items():
        if field not in COMMANDS[name].model_fields:
            continue
        command = command_of({"command": name, field: text, **rest})
        if isinstance(rows, PeopleRefused):
            assert isinstance(command, tuple), (name, field, text)
            [error], [refusal] = rows.errors, command
            assert words(error.what) in words(refusal.what)
            assert refusal.next == error.hint
        else:
            assert not isinstance(command, tuple), (name, field, text)
            assert (getattr(command, field) or None) == getattr(rows[0], field)


def test_every_value_of_a_person_has_its_cases_here() -> None:
    assert WRITTEN.keys() == VALUES.keys()
