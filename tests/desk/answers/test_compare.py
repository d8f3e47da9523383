"""One round by several rulebooks side by side: from a file, and from a tournament of a ledger."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from desk.answers.compare import compare_book, compare_file
from desk.making.random_trf import Rates, generate
from ledger.trf.writer import write
from pairing.systems.draft import Draft, draft
from pairing.systems.trf import TrfRound, pair_file, round_to_pair
from projections.views.view import View
from tests.docs.schemas import SCHEMAS
from tests.helpers.crosstables import rules
from tests.helpers.hall import hall_of
from tests.helpers.terminal import Terminal
from tests.helpers.words import words

WP, DUTCH, RATING = rules("knsb-wp-2014"), rules("fide-dutch-2026"), rules("knsb-rating-2014")
FILE = generate(15, 6, rules=DUTCH, seed="compare", rates=Rates())


@pytest.fixture
def terminal(tmp_path: Path) -> Terminal:
    (tmp_path / "file.trf").write_bytes(write(FILE))
    return Terminal(tmp_path / "open.ledger")


def test_each_rulebook_has_the_boards_that_it_pairs_alone() -> None:
    view = compare_file(FILE, [WP, DUTCH, RATING], 4, None, "json")
    assert isinstance(view, View)
    round_ = round_to_pair(FILE, 4, None)
    assert isinstance(round_, TrfRound)
    for book in (WP, DUTCH, RATING):
        pairing = pair_file(FILE, book, round_)
        assert not isinstance(pairing, tuple)
        boards = [(row["white"], row["black"]) for row in view.cells if row["rules"] == book.id]
        assert boards == [(board.white, board.black) for board in pairing.boards]
    record = json.loads(json.dumps(view.record()))
    assert list(Draft202012Validator(SCHEMAS["compare"]).iter_errors(record)) == []
    assert [one["gives_up"]["boards"] for one in record["systems"]] == 3 * [len(boards)]


def test_the_table_says_how_many_have_another_opponent() -> None:
    view = compare_file(FILE, [WP, DUTCH], 5, None, "table")
    assert isinstance(view, View)
    shown = [row["of"] for row in view.cells if str(row["what"]).split()[0].isdecimal()]
    others = sum(str(one["0"]).split()[-1] != str(one["1"]).split()[-1] for one in shown)  # type: ignore[index]
    [note] = [words(one) for one in view.notes]
    assert f"fide-dutch-2026: {others} player" in note


def test_the_next_round_of_a_ledger_is_its_draft_and_nothing_is_recorded() -> None:
    hall = hall_of(("1-0", "1-0", "1/2-1/2"), players=6)
    before = list(hall.facts)
    view = compare_book(hall.book, [hall.book.rules, DUTCH], "json")
    assert isinstance(view, View)
    assert hall.facts == before
    own, label = draft(hall.book), hall.book.state.label
    assert isinstance(own, Draft)
    boards = [(row["white"], row["black"]) for row in view.cells if row["rules"] == WP.id]
    assert boards == [(label(b.white), label(b.black)) for b in own.pairing.boards]


def test_a_rulebook_that_cannot_pair_the_round_says_why_and_the_others_do() -> None:
    entered = tuple(replace(player, cells=()) for player in FILE.players)
    colourless = replace(FILE, first_colour=None, players=entered)
    view = compare_file(colourless, [WP, DUTCH], 1, None, "table")
    assert isinstance(view, View)
    assert any("fide-dutch-2026 cannot pair it: " in words(note) for note in view.notes)
    assert isinstance(compare_file(colourless, [DUTCH, DUTCH], 1, None, "table"), tuple)


def test_the_verb_takes_a_file_and_writes_each_form(terminal: Terminal) -> None:
    line = (
        "compare",
        str(terminal.ledger.with_name("file.trf")),
        "--rules",
        WP.id,
        "--rules",
        DUTCH.id,
        "--round",
        3,
    )
    table = terminal.run(*line)
    assert max(map(len, table.splitlines())) <= 80
    boards = json.loads(terminal.run(*line, "--json"))["rows"]
    rows = [*csv.DictReader(io.StringIO(terminal.run(*line, "--csv")))]
    assert len(rows) == len(boards) == 2 * 7


def test_the_verb_asks_for_two_rulebooks_and_for_a_file_with_a_round(terminal: Terminal) -> None:
    file = str(terminal.ledger.with_name("file.trf"))
    terminal.refused("compare", file, "--rules", WP.id, code=2)
    terminal.refused("compare", file, "--rules", WP.id, "--rules", "fide-2024", code=3)
    terminal.run("init", "Open")
    terminal.refused("compare", "--rules", DUTCH.id, "--round", "1", code=2)
