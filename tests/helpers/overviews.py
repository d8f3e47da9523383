"""Overviews of a season for tests: its tallies, and the content of a view."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from ledger.refusals import Refusal
from projections.season.tallies import Counted, counted
from projections.views.view import RowValues, View
from tests.helpers.season import Season
from tests.helpers.words import in_words

KEYS = st.fixed_dictionaries(
    {
        "absent_cap": st.integers(0, 2),
        "cap_per": st.sampled_from(["season", "period"]),
        "unannounced": st.sampled_from(["afb", "zero"]),
        "own_value": st.booleans(),
        "external_replaces_absence": st.booleans(),
        "absent": st.sampled_from(["1/3", "2/7"]),
    }
)


def of(season: Season, after: int | None = None, period: int | None = None) -> Counted:
    answer = counted(season.book, after, period)
    assert isinstance(answer, Counted), answer
    return answer


def shown(view: View | Refusal) -> View:
    assert isinstance(view, View), view
    return view


def rows_by_name(view: View) -> dict[Any, RowValues]:
    return {row["name"]: row for row in view.cells}


def dutch(view: View | Refusal) -> View:
    """Return a view in the words of members, in Dutch."""
    return in_words(shown(view), "nl")


def headings(view: View) -> list[str]:
    """Return the headings of a view that is in words."""
    return [str(column.heading) for column in view.columns]
