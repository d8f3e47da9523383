"""The facts as NDJSON: every line says what kind of fact it is."""

from __future__ import annotations

import json

from ledger.facts.codec import encode
from projections.exports.facts import ndjson
from tests.helpers.hall import hall_of


def test_the_kind_is_the_first_key_of_each_line_and_the_rest_is_what_is_kept() -> None:
    hall = hall_of(("1-0", "1/2-1/2"))
    recorded = hall.book.recorded
    lines = ndjson(recorded).decode().splitlines()
    assert len(lines) == len(recorded)
    for line, one in zip(lines, recorded, strict=True):
        value = json.loads(line)
        assert next(iter(value.items())) == ("topic", one.fact.TOPIC)
        del value["topic"]
        assert value == json.loads(encode(one))


def test_kinds_with_the_same_keys_can_be_told_apart() -> None:
    hall = hall_of()
    hall.do("absent", player=1, round=1)
    hall.do("absent", player=1, round=1, cancel=True)
    kinds = [json.loads(line)["topic"] for line in ndjson(hall.book.recorded[-2:]).splitlines()]
    assert len(set(kinds)) == 2
