"""Which form a tournament file has: TRF26, TRF16, or TRF06, which is refused by name."""

from __future__ import annotations

from pathlib import Path

import pytest

from ledger.trf.model import TrfFile
from ledger.trf.reader import parse
from tests.helpers.shared_data import needs_shared, shared_files
from tests.helpers.terminal import Terminal
from tests.helpers.trf_lines import REFUSED, TWO_ROUNDS, read, refused, row, text
from tests.helpers.words import words

OF_2006 = (
    "012 Town championship",
    "042 2008-02-01",
    row(1, "   2 w 1", "0000 - =", points="1.5"),
    row(2, "   1 b 0", "   3 w +", points="1.0"),
    row(3, "0000 - =", "   2 b -", points="0.5"),
)
"""A file as programs wrote it before 2016: half a point without an opponent is =."""


@pytest.mark.parametrize(
    "line",
    [
        "142 3",
        "152 W",
        "162  W 1.0    D 0.5",
        "172 NED NIDOF",
        "192 FIDE_DUTCH",
        "202 BH",
        "212 PTS",
        "222 5400+30",
        "240 H   3    1",
        "250       1.0   1   1    1    1",
        "260   3   3    1    2",
        "182 a pairing controller",
    ],
)
def test_a_line_of_a_kind_that_came_with_trf26_makes_a_file_one(line: str) -> None:
    lines = [each for each in TWO_ROUNDS if not each.startswith("XXR")]
    assert read(*lines).format == "trf16"
    assert read(*lines, "### a comment", "XXX another").format == "trf16"
    assert read(*lines, line).format == "trf26"


def test_a_file_of_trf06_is_refused_by_name_with_its_line_and_what_to_do() -> None:
    assert refused(*OF_2006) == [("old-form", 3, 102)]
    errors = parse(text(*OF_2006))
    assert isinstance(errors, tuple)
    assert "TRF06" in words(errors[0].what)
    assert "TRF16 or TRF26" in words(errors[0].hint)
    assert "TRF06" in words(errors[0].what, "nl")


@pytest.mark.parametrize(
    "newer", [row(4, "0000 - H", points="0.5"), "XXR 5", "142 5", row(4, "0000 - F", points="1.0")]
)
def test_a_file_with_anything_newer_has_a_mistake_instead(newer: str) -> None:
    assert ("game-without-opponent", 3, 102) in refused(*OF_2006, newer)


@pytest.mark.parametrize("code", ["+", "-", " "])
def test_a_round_without_opponent_that_later_forms_have_as_well_is_read(code: str) -> None:
    assert isinstance(parse(text(row(1, f"0000 - {code}"))), TrfFile)


@pytest.mark.parametrize("verb", [("import",), ("trf", "check"), ("trf", "pair")])
def test_every_verb_refuses_it_alike(verb: tuple[str, ...], tmp_path: Path) -> None:
    path = tmp_path / "old.trf"
    path.write_bytes(text(*OF_2006))
    terminal = Terminal(tmp_path / "one.ledger")
    assert "error (trf-old-form)  line 3" in terminal.refused(*verb, path, code=2)


@needs_shared
@pytest.mark.parametrize("path", shared_files("data/real/*.trf", "data/malformed/*.trf"))
def test_no_public_file_of_a_later_form_is_taken_for_one(path: Path) -> None:
    file = parse(path.read_bytes())
    if isinstance(file, TrfFile):
        assert file.format == "trf16"
    else:
        assert all(error.code != "old-form" for error in file)


@needs_shared
@pytest.mark.parametrize("path", shared_files("data/malformed/[imt]*_*.trf"))
def test_a_defective_public_file_is_not_imported_and_its_lines_and_next_steps_are_told(
    path: Path, tmp_path: Path
) -> None:
    terminal = Terminal(tmp_path / "one.ledger")
    lines = terminal.refused("import", path, code=2).splitlines()
    for code, line in REFUSED[path.name]:
        assert any(text.startswith(f"error (trf-{code})  line {line}: column ") for text in lines)
    assert any(text.startswith("  next: ") for text in lines)
    assert not terminal.ledger.exists()
