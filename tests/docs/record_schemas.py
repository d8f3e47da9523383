"""Makes JSON schemas from the types of records: a field's key, its type, and the text beside it."""

from __future__ import annotations

import inspect
from collections.abc import Collection, Mapping
from functools import reduce
from operator import or_
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from ledger.messages import Do, Message, Parts
from ledger.records import Extra, Record, RecordMark
from pairing.explain.claims import ClaimRecord
from pairing.systems.registry import claim_keys
from tests.helpers.claim_kinds import claim_kinds

Schema = dict[str, Any]

_KINDS = {
    int: "integer",
    str: "string",
    Do: "string",
    Message: "string",
    Parts: "string",
    bool: "boolean",
    float: "number",
    NoneType: "null",
}


def schema_of(hint: Any) -> Schema:
    """Return the schema of a value of a type."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _annotated(schema_of(arguments[0]), hint.__metadata__)
    if origin in (Union, UnionType):
        return _union([schema_of(one) for one in arguments])
    if origin is Literal:
        return {"type": _KINDS[type(arguments[0])], "enum": list(arguments)}
    if inspect.isclass(origin) and issubclass(origin, Mapping):
        items = schema_of(arguments[1])
        return {"type": "object"} | ({"additionalProperties": items} if items else {})
    if inspect.isclass(origin) and issubclass(origin, Collection):
        return {"type": "array", "items": schema_of(arguments[0])}
    if inspect.isclass(hint) and issubclass(hint, Record):
        return object_of(hint)
    return {"type": _KINDS[hint]} if hint in _KINDS else {}


def _annotated(schema: Schema, metadata: tuple[Any, ...]) -> Schema:
    for item in metadata:
        if isinstance(item, str):
            schema = {**schema, "description": item}
        elif isinstance(item, Extra):
            schema = {**schema, **({"pattern": item.pattern} if item.pattern else {})}
            schema = {**schema, **({"enum": list(item.values)} if item.values else {})}
    return schema


def _union(members: list[Schema]) -> Schema:
    """Return one schema with several types where each member is only a type or its values."""
    if any(not member for member in members):
        return {}
    if not all(member.keys() <= {"type", "enum"} for member in members):
        return {"oneOf": members}
    kinds = list(dict.fromkeys(member["type"] for member in members))
    kinds = [kind for kind in kinds if kind != "integer" or "number" not in kinds]
    schema: Schema = {"type": kinds[0] if len(kinds) == 1 else kinds}
    if any("enum" in member for member in members):
        schema["enum"] = [value for member in members for value in member.get("enum", [None])]
    return schema


def object_of(record: type[Record], of: type[Record] | None = None) -> Schema:
    """Return the schema of a record.

    `of` is the schema it has, where the keys of one of several records stand among its own.
    """
    schema: Schema = {
        "type": "object",
        "description": meaning(record),
        "properties": {},
        "required": [],
        "additionalProperties": False,
    }
    _add_fields(schema, record, of, required=True)
    return schema


def meaning(record: type[Record]) -> str:
    """Return the first paragraph of a record's docstring as one line."""
    return " ".join((inspect.getdoc(record) or "").partition("\n\n")[0].split())


def _add_fields(
    schema: Schema, record: type[Record], of: type[Record] | None, required: bool
) -> None:
    for name, hint in get_type_hints(record, include_extras=True).items():
        marks = getattr(hint, "__metadata__", ())
        if RecordMark.SPREAD not in marks:
            value = schema_of(_value(hint))
            if record is ClaimRecord and name == "key":
                keys = [*claim_keys(), None]  # each system has keys of its own
                value = {"type": value["type"], "enum": keys, **value}
            if record is ClaimRecord and name == "kind":
                kinds = claim_kinds()  # and kinds of claims
                meanings = "; ".join(f"{kind}: {text}" for kind, text in kinds.items())
                marks = (f"{meanings}.", Extra(values=tuple(kinds)))
            schema["properties"][name.rstrip("_")] = _annotated(value, marks)
            if required and RecordMark.OPTIONAL not in marks:
                schema["required"].append(name.rstrip("_"))
            continue
        inner = get_args(hint)[0]
        members = get_args(inner) if isinstance(inner, UnionType) else (inner,)
        for pattern in [mark.keys for mark in marks if isinstance(mark, Extra)]:
            value = _annotated(schema_of(get_args(inner)[1]), marks)
            schema["patternProperties"] = {pattern: value}
        for member in (of,) if of in members else members:
            if inspect.isclass(member) and issubclass(member, Record):
                _add_fields(schema, member, of, required and NoneType not in members)


def _value(hint: Any) -> Any:
    """Return the type of a key; the None of an optional key is not one of its values."""
    if RecordMark.OPTIONAL not in getattr(hint, "__metadata__", ()):
        return hint
    return reduce(or_, (one for one in get_args(get_args(hint)[0]) if one is not NoneType))


def view_of(
    head: type[Record], *rows: type[Record], text: str = "", of: type[Record] | None = None
) -> Schema:
    """Return the schema of a view: the keys of its head, rows of one of several kinds, notes."""
    schema = object_of(head, of)
    kinds = [object_of(row) for row in rows]
    items = kinds[0] if len(kinds) == 1 else {"oneOf": kinds}
    schema["properties"] |= {
        "rows": {"type": "array", "description": "The rows, in order.", "items": items},
        "notes": schema_of(Annotated[list[str], "Sentences a person should read."]),
    }
    schema["required"] += ["rows", "notes"]
    return schema | ({"description": text} if text else {})


def list_of(text: str, record: type[Record]) -> Schema:
    """Return the schema of a list of records."""
    return {"type": "array", "description": text, "items": object_of(record)}


def in_season(other: Schema, season: Schema) -> Schema:
    """Return a schema that is `season` for a Keizer season and `other` for a tournament."""
    text = f"{other['description']} In a club season it has keys of its own."
    return {"description": text, "if": {"required": ["passes"]}, "then": season, "else": other}
