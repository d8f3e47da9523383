"""A record gives its fields to programs, in order, and their meanings to a schema."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import FrozenInstanceError
from typing import Annotated, Any, Literal

import pytest
from jsonschema import Draft202012Validator

from desk.render.text import as_json
from ledger.records import Extra, LeftOut, Record, Spread, plain
from tests.docs.record_schemas import object_of


class Place(Record):
    """Where it was."""

    town: Annotated[str, "The town."]


class Meeting(Record):
    """A meeting, with the rounds as keys.

    This is not for programs.
    """

    name: Annotated[str, "Its name."]
    place: Spread[Place]
    from_: Annotated[int | None, "First year, null: not known."]
    kind: Annotated[Literal["open", "club"], "Kind."]
    cells: Annotated[Spread[Mapping[str, str]], "A round.", Extra(keys="^r[0-9]+$")]
    guest: Annotated[LeftOut[Place | None], "Where guests were."]
    rows: Annotated[tuple[Place, ...], "Other places."]


MEETING = Meeting("Cup", Place("Delft"), None, "open", {"r1": "12w1"}, None, (Place("Goes"),))


def test_a_record_gives_its_keys_in_the_order_of_its_fields() -> None:
    assert list(MEETING.as_dict().items()) == [
        ("name", "Cup"),
        ("town", "Delft"),
        ("from", None),
        ("kind", "open"),
        ("r1", "12w1"),
        ("rows", [{"town": "Goes"}]),
    ]


def test_a_record_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        MEETING.name = "Other"  # type: ignore[misc]


def test_a_list_of_records_is_printed_as_json() -> None:
    assert as_json([Place("Delft")]) == as_json([{"town": "Delft"}])
    assert plain([Place("Delft")]) == [{"town": "Delft"}]


def test_the_schema_of_a_record_is_as_strict_as_its_types() -> None:
    schema = object_of(Meeting)
    assert schema["description"] == "A meeting, with the rounds as keys."
    assert schema["required"] == ["name", "town", "from", "kind", "rows"]
    assert schema["properties"]["from"] == {
        "type": ["integer", "null"],
        "description": "First year, null: not known.",
    }
    validator = Draft202012Validator(schema)
    right: dict[str, Any] = MEETING.as_dict()
    assert validator.is_valid(right)
    wrongs: list[dict[str, Any]] = [
        {"kind": "other"},
        {"from": "1990"},
        {"r1": 1},
        {"surprise": 1},
        {"guest": None},
        {"rows": [{}]},
    ]
    assert [wrong for wrong in wrongs if validator.is_valid(right | wrong)] == []
