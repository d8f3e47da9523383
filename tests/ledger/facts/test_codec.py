"""Rows that are read together are the facts that plain validation makes of each, or are left to it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.errors import StoreError
from ledger.facts.codec import decode, decode_together, encode
from ledger.facts.stamps import Recorded, Stamp
from ledger.facts.tournament import FACTS, AnyFact
from tests.helpers.facts import any_fact, fact_of
from tests.helpers.family import examples
from tests.helpers.ledgers import NOON, OPENING

FIRST = Stamp("t", 1, "e", NOON, "arbiter", "c", None)

Row = tuple[str, int, str, bytes]


def row_of(fact: AnyFact, position: int = 1) -> Row:
    """Return the row that a fact is written as."""
    state = encode(Recorded(fact, FIRST._replace(position=position)))
    return "t", position, fact.TOPIC, state


def together(*rows: Row) -> list[Recorded] | None:
    """Read rows together."""
    tournaments, positions, topics, states = zip(*rows, strict=True)
    return decode_together(tournaments, positions, topics, states)


def alone(row: Row) -> Recorded | None:
    """Read a row by plain validation; None where it is refused."""
    try:
        return decode(*row)
    except StoreError:
        return None


def assert_the_same(read: Recorded, plain: Recorded) -> None:
    """Check that nobody can tell two facts apart."""
    assert read == plain
    assert (type(read), type(read.stamp), type(read.fact)) == (Recorded, Stamp, type(plain.fact))
    assert [*map(type, read.stamp)] == [*map(type, plain.stamp)]
    assert read.fact.__dict__ == plain.fact.__dict__
    assert encode(read) == encode(plain)
    again = type(plain.fact).model_validate(plain.fact.model_dump())
    assert (read.fact, repr(read.fact), hash(read.fact)) == (again, repr(again), hash(again))
    assert read.fact.model_copy(update={"reason": "-"}) == again.model_copy(update={"reason": "-"})


@pytest.mark.parametrize("kind", FACTS, ids=lambda kind: kind.TOPIC)
def test_each_kind_of_fact_read_together_is_that_of_plain_validation(kind: type[AnyFact]) -> None:
    @examples(6)
    @given(st.lists(fact_of(kind), min_size=1, max_size=3))
    def check(facts: list[AnyFact]) -> None:
        rows = [row_of(fact, position) for position, fact in enumerate(facts, 1)]
        read = together(*rows)
        assert read is not None
        assert [fact for fact, _ in read] == facts
        for one, row in zip(read, rows, strict=True):
            assert_the_same(one, decode(*row))

    check()


@examples(60)
@given(st.lists(any_fact(), min_size=1, max_size=8))
def test_facts_of_several_kinds_read_together_are_those_of_plain_validation(
    facts: list[AnyFact],
) -> None:
    rows = [row_of(fact, position) for position, fact in enumerate(facts, 1)]
    assert together(*rows) == [decode(*row) for row in rows]


JSON = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 3),
    st.sampled_from([2**70, 0.5, 1.0, "", "1", "1-0", "GM", "20:00", "2026-11-27", "W", "x", "\0"]),
    st.sampled_from(["2026-11-27T20:00:00Z", "2026-11-27T20:00:00", "2026-11-27T20:00:00+05:00"]),
    st.lists(st.integers(0, 2), max_size=2),
    st.just({"x": 1}),
)


@st.composite
def changed_row(draw: st.DrawFn) -> Row:
    """Return a row that was written, of which somebody changed something."""
    tournament, position, topic, state = row_of(draw(any_fact()))
    content: dict[str, Any] = json.loads(state)
    key = draw(st.sampled_from([*content, "answered", "x"]))
    what = draw(st.sampled_from(["value", "value", "gone", "order", "twice", "bytes", "row"]))
    if what == "value":
        content[key] = draw(JSON)
    elif what == "gone":
        content.pop(key, None)
    elif what == "order":
        content = {"v": content["v"], **dict(reversed(content.items()))}
    elif what == "row":
        position, topic = draw(st.sampled_from([(2, topic), (1, "rounds-planned"), (1, "x")]))
    changed = json.dumps(content, separators=(",", ":")).encode()
    if what == "twice":
        changed = changed[:-1] + f',"{key}":{json.dumps(draw(JSON))}}}'.encode()
    elif what == "bytes":
        at = draw(st.integers(0, len(changed) - 1))
        changed = (
            changed[:at] + draw(st.binary(max_size=2)) + changed[at + draw(st.integers(0, 2)) :]
        )
    return tournament, position, topic, changed


@examples(200)
@given(changed_row())
def test_a_row_that_was_changed_is_read_together_only_where_plain_validation_reads_the_same(
    row: Row,
) -> None:
    plain, read = alone(row), together(row_of(OPENING), row)
    if read is not None:
        assert plain is not None, "it was refused alone"
        assert_the_same(read[1], plain)


def test_one_row_that_is_no_fact_of_today_leaves_all_to_plain_validation() -> None:
    good = row_of(OPENING)
    assert together(good, good) is not None
    tournament, position, topic, state = good
    for bad in (
        (tournament, position, "x", state),
        (tournament, 2, topic, state),
        ("u", position, topic, state),
        (tournament, position, topic, state.replace(b'"v":1', b'"v":2')),
        (tournament, position, topic, state.replace(b'"name":', b'"names":')),
        (tournament, position, topic, state.replace(b"Z", b"")),
        (tournament, position, topic, state + b"}"),
        (tournament, position, topic, state.decode()),
        (tournament, position, topic, None),
    ):
        assert together(good, bad, good) is None, bad  # type: ignore[arg-type]
