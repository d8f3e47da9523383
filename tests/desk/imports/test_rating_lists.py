"""The start rank (172) and the national ratings of an imported file."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers.terminal import Terminal

FILE = """012 Cup
042 2026/09/05
142 3
152 W
172 NED {method}
192 FIDE_DUTCH_2026
001    1      Bos, Anna                         2000                             0.0    1
001    2      Dijk, Cor                         1900                             0.0    2
001    3      Evers, Dirk                                                        0.0    3
NED    1                                        1800
NED    3                                        1700
"""


@pytest.mark.parametrize(
    ("method", "ratings"),
    [
        ("FIDE", [2000, 1900, None]),
        ("NRO", [1800, 1900, 1700]),
        ("FIDON", [2000, 1900, 1700]),
        ("NIDOF", [1800, 1900, 1700]),
        ("HBFN", [2000, 1900, 1700]),
        ("LBFN", [1800, 1900, 1700]),
        ("OTHER", [2000, 1900, None]),
    ],
)
def test_ratings_of_a_file_are_those_of_its_start_rank_and_go_out_again(
    method: str, ratings: list[int | None], tmp_path: Path
) -> None:
    file = tmp_path / "cup.trf"
    file.write_text(FILE.format(method=method), "utf-8")
    terminal = Terminal(tmp_path / "one.ledger")
    said = terminal.try_("import", file, "--confirm", "yes").err
    assert "kept and not used" not in said
    shown = terminal.json("rating-lists")
    assert shown["method"] == method
    assert [row["rating"] for row in shown["rows"]] == ratings
    assert [row["number"] for row in shown["rows"]] == [1, 2, 3]
    written = terminal.run("export").replace("\r", "")
    for line in FILE.format(method=method).splitlines():
        if line[:3] in ("001", "NED", "172"):
            assert line in written


def test_other_rulebooks_keep_the_line_and_do_not_use_it(tmp_path: Path) -> None:
    file = tmp_path / "cup.trf"
    file.write_text(FILE.format(method="NRO"), "utf-8")
    terminal = Terminal(tmp_path / "one.ledger")
    terminal.run("import", file, "--rules", "knsb-rating-2014")
    assert terminal.json("rating-lists")["method"] is None
