"""Encoding of a recorded fact as bytes, and back: JSON, with the version first.

The fields of stamp and fact stand side by side in one object. The bytes depend on the recorded fact
alone. Facts written by an older version of a class are read through `ledger.facts.upcasts`. Bytes
that are not a fact, or not the fact their row names, are damage.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any, cast

from pydantic import ValidationError
from pydantic_core import SchemaValidator, core_schema, to_json

from ledger.errors import DamagedLedger, damaged
from ledger.facts.stamps import Recorded, Stamp
from ledger.facts.tournament import BY_TOPIC, FACTS, AnyFact
from ledger.facts.upcasts import upcast
from ledger.messages import message

_PREFIXES = {fact.TOPIC: b'{"v":%d,' % fact.VERSION for fact in FACTS}

_STAMP: dict[str, core_schema.CoreSchema] = {
    "tournament": core_schema.str_schema(),
    "position": core_schema.int_schema(),
    "event_id": core_schema.str_schema(),
    "recorded_at": core_schema.datetime_schema(),
    "actor": core_schema.str_schema(),
    "correlation_id": core_schema.str_schema(),
    "causation_id": core_schema.nullable_schema(core_schema.str_schema()),
}


def encode(recorded: Recorded) -> bytes:
    """Write a recorded fact as UTF-8 JSON with "v", the version of its class, in front."""
    fact, stamp = recorded
    fields = {
        "v": fact.VERSION,
        "tournament": stamp.tournament,
        "position": stamp.position,
        "event_id": stamp.event_id,
        "recorded_at": stamp.recorded_at,
        "actor": stamp.actor,
        "reason": None,  # its place, between the fields of the stamp
        "correlation_id": stamp.correlation_id,
        "causation_id": stamp.causation_id,
    }
    content = fact.__dict__
    if fact.NONE_IS_LEFT_OUT:
        left_out = {name for name in fact.NONE_IS_LEFT_OUT if content[name] is None}
        content = {name: value for name, value in content.items() if name not in left_out}
    return to_json(fields | content)


def decode(tournament: str, position: int, topic: str, state: bytes) -> Recorded:
    """Read the bytes of a stored row as a fact in its current form, with its stamp.

    Raise DamagedLedger when they are unreadable or contradict their row, NewerLedger when their
    version is not known yet.
    """
    kind = BY_TOPIC.get(topic)
    if kind is None:
        what = message("stored.unknown-kind", position=position, tournament=tournament, topic=topic)
        raise damaged(what, position)
    prefix = _PREFIXES[topic]
    reader = _row_reader(kind)
    try:
        if state.startswith(prefix):
            content = b"{" + state[len(prefix) :]
        else:
            content = _upcasted(topic, state)
        values, _, names = reader.validate_json(content, strict=True)
    except ValidationError as error:
        raise _unreadable(tournament, position, _first(error)) from error
    except (AttributeError, KeyError, RecursionError, TypeError, ValueError) as error:
        raise _unreadable(tournament, position, str(error)) from error
    stamp: Stamp = tuple.__new__(Stamp, map(values.pop, Stamp._fields))
    if stamp.tournament != tournament or stamp.position != position:
        what = message(
            "stored.says-otherwise",
            position=position,
            tournament=tournament,
            other=stamp.position,
            other_tournament=stamp.tournament,
        )
        raise damaged(what, position)
    if stamp.recorded_at.tzinfo is None:
        what = message("stored.time-without-zone", position=position, tournament=tournament)
        raise damaged(what, position)
    return tuple.__new__(Recorded, (_made(kind, values, names), stamp))


_set = object.__setattr__  # facts are frozen


def _made(kind: type[AnyFact], values: dict[str, Any], names: set[str]) -> AnyFact:
    """Return the fact of values that were validated: `model_construct` takes as long as reading."""
    fact = kind.__new__(kind)
    _set(fact, "__dict__", values)
    _set(fact, "__pydantic_fields_set__", names)
    _set(fact, "__pydantic_extra__", None)
    _set(fact, "__pydantic_private__", None)
    return fact


@cache
def _row_reader(kind: type[AnyFact]) -> SchemaValidator:
    """Return the validator of the fields of a fact and its stamp, so that one pass reads both."""
    schema: dict[str, Any] = dict(kind.__pydantic_core_schema__)
    content = schema["schema"]
    fields = {name: core_schema.model_field(field) for name, field in _STAMP.items()}
    row = content | {"fields": fields | content["fields"]}
    return SchemaValidator(cast("core_schema.CoreSchema", row), schema["config"])


def _upcasted(topic: str, state: bytes) -> bytes:
    """Return the content of a fact that is not in the format of the current version."""
    content = json.loads(state)
    version = content.pop("v")
    if type(version) is not int or version < 1:
        raise ValueError(f"version {version}")
    return json.dumps(upcast(topic, version, content)).encode()


def _first(error: ValidationError) -> str:
    """Return pydantic's first error, without the content that caused it."""
    fault = error.errors(include_url=False, include_input=False)[0]
    return ": ".join((*map(str, fault["loc"]), fault["msg"]))


def _unreadable(tournament: str, position: int, error: str) -> DamagedLedger:
    what = message("stored.unreadable", position=position, tournament=tournament, error=error)
    return damaged(what, position)
