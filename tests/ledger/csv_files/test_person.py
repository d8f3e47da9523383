"""The values of a person: what is read, what it is kept as, and what is refused."""

from __future__ import annotations

import pytest

from ledger.csv_files.person import VALUES, iso_date, readable
from ledger.messages import commands_of
from tests.helpers.words import words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1987-07-05", "1987-07-05"),
        ("1987/7/5", "1987-07-05"),
        ("5-7-1987", "1987-07-05"),
        ("05.07.1987", "1987-07-05"),
        ("1987", "1987"),
        ("1987/00/00", "1987"),
        ("00-00-1987", "1987"),
        ("30-2-1987", None),
        ("1987-13-01", None),
        ("5-7-87", None),
        ("0001", None),
        ("", None),
    ],
)
def test_a_date_has_its_year_first_or_its_day_first(text: str, expected: str | None) -> None:
    assert iso_date(text) == expected


@pytest.mark.parametrize(
    ("field", "typed", "kept"),
    [
        ("name", "Kok, A.C.", "Kok, A.C."),
        ("name", "spelers.csv", ""),
        ("name", "My Players.XLSX ", ""),
        ("rating", "4000", "4000"),
        ("rating", "4001", ""),
        ("rating", "0", "0"),
        ("rating", "-1", ""),
        ("rating", "1e3", ""),
        ("title", "wgm", "WGM"),
        ("title", "f", "FM"),
        ("title", "XM", ""),
        ("federation", "ned", "NED"),
        ("federation", "N1D", ""),
        ("federation", "NEDX", ""),
        ("fide_id", " 1012345 ", "1012345"),
        ("fide_id", "abc", ""),
        ("fide_id", "123456789012", ""),
        ("national_id", "12 34", ""),
        ("sex", "V", "w"),
        ("sex", "man", "m"),
        ("sex", "x", ""),
        ("birth", "1-2-2001", "2001-02-01"),
    ],
)
def test_a_value_is_kept_in_one_way_and_any_other_text_is_not_read(
    field: str, typed: str, kept: str
) -> None:
    assert readable(field, typed) == kept


@pytest.mark.parametrize("field", VALUES)
def test_each_value_has_a_next_step_in_words(field: str) -> None:
    step = VALUES[field].step
    assert words(step).endswith(".")
    assert not commands_of(step)
