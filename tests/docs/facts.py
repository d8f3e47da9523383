"""docs/facts.md: every kind of fact with its fields, as it is stored, from the classes themselves."""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Iterator
from typing import Any

from ledger.facts.base import Fact
from ledger.facts.disputes import AuditFact
from ledger.facts.fide import FideFact
from ledger.facts.hall import HallFact
from ledger.facts.prizes import PrizeFact
from ledger.facts.ratings import RatingFact
from ledger.facts.season import SeasonFact
from ledger.facts.tournament import FACTS, AnyFact, TournamentFact

INTRO = (
    "Every kind of fact, as it stands in `state` of `stored_events` ([format.md](format.md)): after the",
    "keys that all facts have come these fields, in this order. A field that is null is left out where",
    "the table says so. Player, white, black and bye are the order of entry of a player; a list of",
    "positions or players is a JSON array.",
)

ROOMS = {
    "Any tournament": TournamentFact,
    "Seasons": SeasonFact,
    "Systems of FIDE": FideFact,
    "Ratings": RatingFact,
    "Disputes and undo": AuditFact,
    "The hall": HallFact,
    "Prizes": PrizeFact,
}

OF_ALL = frozenset(Fact.model_fields)
BY_NAME = {fact.__name__: fact.TOPIC for fact in FACTS}
SAID = {"None": "null", "True": "true", "False": "false"}


def facts_page(generated: str) -> str:
    """Return the page, a section for each kind."""
    lines = ["# Kinds of facts", "", generated, *INTRO]
    for title, room in ROOMS.items():
        lines += ["", f"## {title}"]
        for fact in room.__args__:
            lines += ["", *_section(fact)]
    lines += ["", *_answered()]
    return "\n".join(lines) + "\n"


def _answered() -> Iterator[str]:
    yield "## In FIDE mode"
    yield ""
    yield "Any fact may have one field more, left out where it is null: `answered`, a list of text, the"
    yield "codes of the warnings that a person answered to have it recorded."


def _section(fact: type[AnyFact]) -> Iterator[str]:
    """Yield the lines of one kind: its topic, its meaning, its fields."""
    yield f"### `{fact.TOPIC}`"
    yield ""
    if fact.VERSION > 1:
        yield f"Version {fact.VERSION}."
        yield ""
    yield _meaning(fact)
    schema = fact.model_json_schema()
    rows = [
        f"| `{name}` | {_kind(field, schema)} | {_absent(fact, name, field)} |"
        for name, field in schema["properties"].items()
        if name not in OF_ALL
    ]
    if rows:
        yield from ("", "| field | | |", "|---|---|---|", *rows)


def _meaning(fact: type[Fact]) -> str:
    """Return what a class says of itself, for readers of JSON; what several kinds share, too."""
    shared = [base for base in fact.__mro__[1:-1] if issubclass(base, Fact) and base is not Fact]
    text = "\n\n".join(inspect.getdoc(each) or "" for each in (fact, *shared))
    for base in shared:
        text = text.replace(f"; see `{base.__name__}`", "")
    for name, topic in BY_NAME.items():
        text = text.replace(f"`{name}`", f"`{topic}`").replace(f"`{name}.", f"`{topic}.")
    return re.sub(r"\b(None|True|False)\b", lambda found: SAID[found[1]], text)


def _absent(fact: type[Fact], name: str, field: dict[str, Any]) -> str:
    if name in fact.NONE_IS_LEFT_OUT:
        return "left out where it is null"
    return f"{json.dumps(field['default'])} if not said" if "default" in field else ""


def _kind(field: dict[str, Any], schema: dict[str, Any]) -> str:
    """Return the values of a field in words."""
    if "$ref" in field:
        return _kind(schema["$defs"][field["$ref"].rpartition("/")[2]], schema)
    if "anyOf" in field:
        return " or ".join(_kind(one, schema) for one in field["anyOf"])
    if values := field.get("enum", [field["const"]] if "const" in field else []):
        return ", ".join(f"`{json.dumps(value, ensure_ascii=False)}`" for value in values)
    match field:
        case {"type": "array", "items": of}:
            return f"list of: {_kind(of, schema)}"
        case {"type": "string", "format": "date"}:
            return "date"
        case {"type": "string", "format": "date-time"}:
            return "moment"
        case {"type": "string", "pattern": _}:
            return "text, `20:00`"
        case {"type": "string"}:
            return "text"
        case {"type": "integer", "minimum": low}:
            return f"whole number from {low}"
        case {"type": "integer"}:
            return "whole number"
        case {"type": "boolean"}:
            return "true or false"
        case {"type": "null"}:
            return "null"
    raise AssertionError(field)
