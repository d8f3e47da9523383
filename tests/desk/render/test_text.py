"""Views for programs: JSON whose rows come in parts."""

from __future__ import annotations

import pytest

from desk.render.text import as_json, json_with_rows


@pytest.mark.parametrize("count", [0, 1, 499, 500, 501, 1000])
def test_json_whose_rows_come_in_parts_is_that_of_all_of_them(count: int) -> None:
    rows = [
        {"n": n, "text": "a\nb\x1b", "several": [n, {"x": None}], "none": []} for n in range(count)
    ]
    head: list[dict[str, object]] = [{"n": 1, "rows": [], "notes": []}, {"rows": [], "n": 2}]
    whole = [head[0] | {"rows": rows}, head[1] | {"rows": rows[:1]}]
    assert "".join(json_with_rows(head, [iter(rows), rows[:1]])) == as_json(whole)
