"""The facts of a tournament as NDJSON, for programs: without names, which are not facts."""

from __future__ import annotations

import json
from collections.abc import Iterable

from ledger.characters import visible_in_json
from ledger.facts.codec import encode
from ledger.facts.stamps import Recorded


def ndjson(recorded: Iterable[Recorded]) -> bytes:
    """Return one line for each fact: its kind ("topic"), then its stored content."""
    lines = (
        f'{{"topic":{json.dumps(one.fact.TOPIC)},{visible_in_json(encode(one)[1:].decode())}\n'
        for one in recorded
    )
    return "".join(lines).encode()
