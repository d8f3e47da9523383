"""The fields of commands as plain data."""

from __future__ import annotations

from desk.commands.commands import COMMANDS
from desk.commands.fields import CommandField, FieldValue, can_warn, fields_of


def field(command: str, name: str) -> CommandField:
    return next(field for field in fields_of(command) if field.name == name)


def test_a_field_tells_its_kind_its_choices_its_bounds_and_its_default() -> None:
    assert field("enter", "rating").value == FieldValue("number", low=0, high=4000)
    assert field("lots", "first_colour").value == FieldValue("text", ("white", "black"))
    assert field("absent", "player").value == FieldValue("player", most=100)
    assert field("import", "members").value == FieldValue("file", most=4_000)
    assert field("schedule", "date").value == FieldValue("date")
    assert field("protest", "deadline").value == FieldValue("time")
    assert field("protest", "facts").value == FieldValue("list of number", low=1)
    assert field("pairing-by-hand", "boards").value == FieldValue(
        "list of player and player", most=100
    )
    assert field("init", "set").value == FieldValue("keys", most=500)
    assert field("enter", "name").value == FieldValue("text", most=100)
    assert field("enter", "reason").value == FieldValue("text", most=2_000)
    assert field("details", "deputy_arbiters").value == FieldValue("list of text", most=100)
    assert field("result", "rated").default is True
    assert field("absent", "cancel").default is False
    assert field("absent", "kind").default == "notice"
    assert field("init", "rounds").default is None


def test_what_a_command_must_have_is_required_and_nothing_else() -> None:
    required = [field.name for field in fields_of("external") if field.required]
    assert required == ["player", "round", "team", "board", "colour", "result"]


def test_own_fields_come_before_those_that_commands_share() -> None:
    names = [field.name for field in fields_of("join")]
    assert names[0] == "name"
    assert names[-2:] == ["reason", "confirm"]
    assert "content" not in [field.name for field in fields_of("import")]


def test_only_commands_of_the_table_of_warnings_can_warn() -> None:
    warn = {name for name in COMMANDS if can_warn(name)}
    assert warn == {
        "accelerate",
        "adjourn",
        "amend",
        "board-add",
        "board-swap",
        "by-hand-begin",
        "bye",
        "close",
        "correct-colours",
        "correct-external",
        "correct-result",
        "enter",
        "evening",
        "external",
        "fide-mode-leave",
        "finish",
        "import",
        "join",
        "lots",
        "numbers-exchange",
        "pairing-by-hand",
        "plan",
        "prohibit",
        "publish",
        "rating-list",
        "result",
        "rules-change",
        "un-publish",
        "undo",
    }
