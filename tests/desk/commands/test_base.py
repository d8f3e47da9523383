"""The texts that commands accept: one line each, without a character that steers a terminal."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from unicodedata import is_normalized, normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desk.commands.commands import COMMANDS, command_of, read_ndjson, schema
from desk.commands.fields import fields_of
from desk.commands.opening import Import, Init
from desk.commands.players import Enter
from ledger.characters import first_hidden
from ledger.csv_files.people import PeopleRefused, parse_people_csv
from ledger.csv_files.person import VALUES
from ledger.refusals import Refusal
from tests.helpers.family import examples
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
    "\u00ad": "U+00AD SOFT HYPHEN",
    "\u200b": "U+200B ZERO WIDTH SPACE",
    "\u2060": "U+2060 WORD JOINER",
    "\u3164": "U+3164 HANGUL FILLER",
    "\ufeff": "U+FEFF BYTE ORDER MARK",
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


@pytest.mark.parametrize("name", ["می\u200cخواهم", "ක්\u200dරිස්", "രാമന്\u200d", "👩\u200d🚀"])
def test_a_joiner_inside_a_word_is_a_letter_and_stays(name: str) -> None:
    command = command_of({"command": "enter", "name": name})
    assert isinstance(command, Enter)
    assert command.name == name


@pytest.mark.parametrize(
    "name", ["Jan\u200d", "\u200cJan", "Jan \u200d Smit", "Jan\u200d, P", "a\u200d\u200db"]
)
def test_a_joiner_outside_a_word_is_refused(name: str) -> None:
    [what] = refused(command="enter", name=name)
    assert "U+200C ZERO WIDTH NON-JOINER" in what or "U+200D ZERO WIDTH JOINER" in what


def test_letters_are_recorded_and_counted_in_their_composed_form() -> None:
    command = command_of({"command": "enter", "name": "e\u0301" * 100, "club": "A\u030angstrom"})
    assert isinstance(command, Enter)
    assert (command.name, command.club) == ("é" * 100, "Ångstrom")
    file = command_of({"command": "import", "file": "e\u0301.trf"})
    assert isinstance(file, Import)
    assert file.file == "e\u0301.trf", "a disk knows a file by the letters that it has"


LONGEST = {"name": 100, "club": 100, "venue": 100, "reason": 2_000, "text": 2_000, "tempo": 500}


def test_names_and_places_reasons_and_notes_have_their_lengths() -> None:
    lengths = {
        (each.name, each.value.most)
        for command in COMMANDS
        for each in fields_of(command)
        if each.name in LONGEST
    }
    assert lengths == {*LONGEST.items()}


def test_a_text_that_is_too_long_is_refused_once_with_its_length_and_the_greatest() -> None:
    for command in COMMANDS:
        for each in fields_of(command):
            if (
                each.value.choices
                or each.name in WRITTEN
                or each.value.kind in ("date", "time", "points")
            ):
                continue
            if each.value.kind in ("number", "flag", "list of number"):
                continue
            assert each.value.most is not None, (command, each.name)
            long = "x" * (each.value.most + 1)
            shapes = {"keys": {"a": long}, "list of player and player": [[long, 1]]}
            value = shapes.get(each.value.kind, [long] if each.value.many else long)
            said = refused(**{"command": command, each.name: value})
            told = f"it is {len(long)} letters long, and {each.value.most} is the most"
            assert sum(told in what for what in said) == 1, (command, each.name, said)


def test_of_a_player_in_too_long_a_text_only_the_length_is_told() -> None:
    board = {"command": "board-swap", "round": 1, "reason": "a"}
    [said] = refused(**board, first="x" * 101, second=2)
    assert "101 letters long" in said
    of_both = refused(**board, first="x" * 101, second=[])
    assert [said.partition(":")[0] for said in of_both] == ["FIRST", "SECOND", "SECOND"]


@examples(100)
@given(
    st.text(alphabet=st.sampled_from("aé中e\u0301\u200b\u200c\u200d\u202e\u00ad\x1b \t,\u094d"))
    | st.text(max_size=120)
    | st.text(alphabet="e\u0301", min_size=95, max_size=205)
)
def test_a_text_that_the_door_takes_is_composed_short_enough_and_hides_nothing(text: str) -> None:
    command = command_of({"command": "enter", "name": text})
    if isinstance(command, Enter):
        assert is_normalized("NFC", command.name)
        assert 0 < len(command.name) <= 100
        assert first_hidden(command.name) is None
        assert command.name == normalize("NFC", text).strip()


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


def test_every_text_of_every_command_has_a_greatest_length() -> None:
    bounded = {"maxLength", "enum", "const", "format"}
    free = [path for path, part in strings(schema()) if not bounded & part.keys()]
    assert [path for path in free if "points" not in path] == [], "points have it in their pattern"


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
    "name": ("Kok, A.C.", "Berg v.d.", "spelers.csv", "players.TRF", "Open.xlsx"),
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
    list_ = f"name;club\n{text};\n" if field == "name" else f"name;{field}\nA;{text}\n"
    rows = parse_people_csv(list_.encode())
    for name, rest in OTHER_FIELDS.items():
        if field not in COMMANDS[name].model_fields or (field, name) == ("name", "rating-list"):
            continue
        command = command_of({"command": name} | rest | {field: text})
        if isinstance(rows, PeopleRefused):
            assert isinstance(command, tuple), (name, field, text)
            [error], [refusal] = rows.errors, command
            assert words(error.what) in words(refusal.what)
            assert refusal.next == error.hint
        else:
            assert not isinstance(command, tuple), (name, field, text)
            assert (getattr(command, field) or None) == getattr(rows[0], field)


@pytest.mark.parametrize("name", ["open.trf", "Spelers.csv", "cup.ledger"])
def test_a_tournament_is_not_called_after_a_file_by_any_door(name: str) -> None:
    for fields in ({"command": "init"}, {"command": "import", "file": "x.trf"}):
        [refusal] = command_of({**fields, "name": name})
        assert isinstance(refusal, Refusal)
        assert "the name of a file" in words(refusal.what)
        assert "a name of its own" in words(refusal.next)
    assert isinstance(command_of({"command": "init", "name": "Open v. 2026"}), Init)


def test_every_value_of_a_person_has_its_cases_here() -> None:
    assert WRITTEN.keys() == VALUES.keys()
