"""Encoding of a recorded fact as bytes, and back: JSON, with the version first.

The fields of stamp and fact stand side by side in one object. The bytes depend on the recorded fact
alone. Facts written by an older version of a class are read through `ledger.facts.upcasts`. Bytes
that are not a fact, or not the fact their row names, are damage.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable
from functools import cache
from itertools import repeat
from typing import Any, NamedTuple, cast

from pydantic import BaseModel, ValidationError
from pydantic_core import SchemaValidator, core_schema, to_json

from ledger.errors import DamagedLedger, damaged
from ledger.facts.stamps import Recorded, Stamp
from ledger.facts.tournament import BY_TOPIC, AnyFact
from ledger.facts.upcasts import upcast
from ledger.messages import message

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
    prefix = _row_reader(kind).prefix
    reader = _plain_reader(kind)
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


def decode_together(
    tournaments: tuple[str, ...],
    positions: tuple[int, ...],
    topics: tuple[str, ...],
    states: tuple[bytes, ...],
) -> list[Recorded] | None:
    """Read rows, at least one, as `decode` reads each, in half the time.

    None: one of them is of an earlier version, or not the fact that its row names; `decode` reads
    it, or says what is wrong.
    """
    kinds = [*map(BY_TOPIC.get, topics)]
    if None in kinds or {*map(type, states)} != {bytes}:
        return None
    readers = map(_row_reader, cast("list[type[AnyFact]]", kinds))
    validates, names, prefixes = zip(*readers, strict=True)
    if not all(map(bytes.startswith, states, prefixes)):
        return None
    try:
        read = [
            validate(b"{" + state[len(prefix) :], strict=True)
            for validate, prefix, state in zip(validates, prefixes, states, strict=True)
        ]
    except ValidationError:
        return None
    values, stamps = zip(*read, strict=True)
    told, places, _, times, *_ = zip(*stamps, strict=True)
    if told != tournaments or places != positions or None in [time.tzinfo for time in times]:
        return None
    facts = [*map(_new, kinds)]
    for set_slot, contents in zip(_SLOTS, (values, names, repeat(None), repeat(None)), strict=True):
        deque(map(set_slot, facts, contents), maxlen=0)
    stamped = zip(facts, map(_tuple, repeat(Stamp), stamps), strict=True)
    return [*map(_tuple, repeat(Recorded), stamped)]


_new = cast("Any", object.__new__)
_tuple = cast("Any", tuple.__new__)
_SLOTS = _set_values, _set_names, _set_extra, _set_private = [
    vars(BaseModel)[f"__{slot}__"].__set__  # facts are frozen
    for slot in ("dict", "pydantic_fields_set", "pydantic_extra", "pydantic_private")
]


def _made(kind: type[AnyFact], values: dict[str, Any], names: set[str]) -> AnyFact:
    """Return the fact of values that were validated: `model_construct` takes as long as reading."""
    fact: AnyFact = _new(kind)
    _set_values(fact, values)
    _set_names(fact, names)
    _set_extra(fact, None)
    _set_private(fact, None)
    return fact


class _RowReader(NamedTuple):
    """How rows of a kind are read: a validator, the fields of the fact, the first bytes of a row.

    The validator returns the values of the fact by name, and those of the stamp in order.
    """

    validate: Callable[..., tuple[dict[str, Any], tuple[Any, ...]]]
    names: set[str]
    prefix: bytes


@cache
def _row_reader(kind: type[AnyFact]) -> _RowReader:
    """Return the reader of a kind of fact in its current version, derived from its model.

    The fields of stamp and model are validated as the arguments of a call, in one pass that tells
    the stamp apart.
    """
    schema = _schema_of(kind)
    fields = schema["schema"]["fields"]
    arguments = [
        core_schema.dataclass_field(name, field, kw_only=True, init_only=True)
        for name, field in _STAMP.items()
    ]
    arguments += [
        core_schema.dataclass_field(name, field["schema"], kw_only=True)
        for name, field in fields.items()
    ]
    row = core_schema.dataclass_args_schema(kind.__name__, arguments, collect_init_only=True)
    validator = SchemaValidator(row, schema["config"])
    return _RowReader(validator.validate_json, set(fields), b'{"v":%d,' % kind.VERSION)


@cache
def _plain_reader(kind: type[AnyFact]) -> SchemaValidator:
    """Return the validator of the model of a kind of fact, with the fields of the stamp."""
    schema = _schema_of(kind)
    content = schema["schema"]
    fields = {name: core_schema.model_field(field) for name, field in _STAMP.items()}
    row = content | {"fields": fields | content["fields"]}
    return SchemaValidator(cast("core_schema.CoreSchema", row), schema["config"])


def _schema_of(kind: type[AnyFact]) -> dict[str, Any]:
    """Return the schema that pydantic made of a model."""
    return dict(kind.__pydantic_core_schema__)


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
    what = message("stored.unreadable", position=position, tournament=tournament)
    return damaged(what, position, quoted=error)
