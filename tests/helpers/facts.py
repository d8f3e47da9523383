"""Random facts of every kind."""

from __future__ import annotations

from datetime import UTC, date, datetime
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from hypothesis import strategies as st

from ledger.facts.base import TimeField
from ledger.facts.tournament import FACTS, AnyFact, Fact


def values_of(annotation: Any) -> st.SearchStrategy[Any]:
    """Return a strategy for values of a fact's field, from its annotation."""
    if annotation == TimeField:
        return st.times().map(lambda time: f"{time:%H:%M}")
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return values_of(arguments[0])
    if origin in (Union, UnionType):
        return st.one_of([values_of(one) for one in arguments])
    if origin is Literal:
        return st.sampled_from(arguments)
    if origin is tuple:
        return st.lists(values_of(arguments[0]), max_size=4).map(tuple)
    strategies: dict[Any, st.SearchStrategy[Any]] = {
        int: st.integers(1, 10**6),
        str: st.text(max_size=12),
        bool: st.booleans(),
        NoneType: st.none(),
        date: st.dates(),
        datetime: st.datetimes(timezones=st.just(UTC)),
    }
    return strategies[annotation]


def fact_of(kind: type[AnyFact]) -> st.SearchStrategy[AnyFact]:
    """Return a strategy for facts of a kind, with any values of the kind."""
    own = {
        name: values_of(field.annotation)
        for name, field in kind.model_fields.items()
        if name not in Fact.model_fields or name == "reason"
    }
    return st.builds(kind, **own)


def any_fact() -> st.SearchStrategy[AnyFact]:
    """Return a strategy for facts of every kind."""
    return st.sampled_from(FACTS).flatmap(fact_of)
