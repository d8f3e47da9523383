"""A fact as the bytes that are kept of it, and back: JSON, its version first.

The bytes depend on the fact alone. What was written by an older version of a class is read by way
of `ledger.facts.upcasts`; bytes that are no fact, or not the fact their row says, are damage.
"""

from __future__ import annotations

import json

from pydantic import ValidationError

from ledger.errors import DamagedLedger, damaged
from ledger.facts.tournament import BY_TOPIC, FACTS, AnyFact
from ledger.facts.upcasts import upcast

_PREFIXES = {fact.TOPIC: b'{"v":%d,' % fact.VERSION for fact in FACTS}


def encode(fact: AnyFact) -> bytes:
    """Write a fact as UTF-8 JSON with "v", the version of its class, in front."""
    return _PREFIXES[fact.TOPIC] + fact.__pydantic_serializer__.to_json(fact)[1:]


def decode(tournament: str, position: int, topic: str, state: bytes) -> AnyFact:
    """Read the bytes of a stored row as a fact of today's form.

    Raises DamagedLedger when they cannot be read or contradict their row, NewerLedger when their
    version is not known yet.
    """
    kind = BY_TOPIC.get(topic)
    if kind is None:
        unknown = f'is of an unknown kind "{topic}": damaged, or written by a newer version'
        raise _damaged_row(tournament, position, unknown)
    prefix = _PREFIXES[topic]
    try:
        if state.startswith(prefix):
            content = b"{" + state[len(prefix) :]
        else:
            content = _upcasted(topic, state)
        fact: AnyFact = kind.__pydantic_validator__.validate_json(content, strict=True)
    except ValidationError as error:
        raise _damaged_row(tournament, position, f"cannot be read ({_first(error)})") from error
    except (AttributeError, KeyError, RecursionError, TypeError, ValueError) as error:
        raise _damaged_row(tournament, position, f"cannot be read ({error})") from error
    if fact.tournament != tournament or fact.position != position:
        says = f"says it is #{fact.position} of tournament {fact.tournament}"
        raise _damaged_row(tournament, position, says)
    if fact.recorded_at.tzinfo is None:
        raise _damaged_row(tournament, position, "has a time without a zone")
    return fact


def _upcasted(topic: str, state: bytes) -> bytes:
    """Return the content of a fact that is not written as today's version writes it."""
    content = json.loads(state)
    version = content.pop("v")
    if type(version) is not int or version < 1:
        raise ValueError(f"version {version}")
    return json.dumps(upcast(topic, version, content)).encode()


def _first(error: ValidationError) -> str:
    """Return the first fault pydantic found, without the content it was found in."""
    fault = error.errors(include_url=False, include_input=False)[0]
    return ": ".join((*map(str, fault["loc"]), fault["msg"]))


def _damaged_row(tournament: str, position: int, what: str) -> DamagedLedger:
    return damaged(f"#{position} of tournament {tournament} {what}", position)
