"""A head on paper: whether it is of this ledger and unaltered, and what was recorded since."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from desk.answers.head_check import HeadOfLedger, NotOfLedger, check_head, head_at, read_head
from ledger.store.store import Store
from tests.helpers.browsing import Browsing, demo


@pytest.fixture
def browsing(tmp_path: Path) -> Browsing:
    return demo(tmp_path)


def _checked(browsing: Browsing, text: str) -> HeadOfLedger | NotOfLedger:
    book = browsing.book
    return check_head(browsing.path, text, [book.id], lambda _: browsing.book)


def _head(browsing: Browsing, round_: int = 6) -> str:
    book = browsing.book
    return book.heads[book.state.rounds[round_ - 1].changed_at].short


def test_the_head_of_a_publication_is_of_the_ledger_whatever_was_recorded_since(
    browsing: Browsing,
) -> None:
    head = _head(browsing)
    browsing.do(
        {"command": "correct-result", "round": 3, "board": 1, "result": "0-1", "reason": "private"}
    )
    answer = _checked(browsing, head)
    assert isinstance(answer, HeadOfLedger)
    assert answer.size == browsing.book.state.rounds[-1].changed_at
    assert answer.sentence is not None
    last = browsing.book.state.position
    assert [at for at, _ in answer.later] == [last]
    assert answer.results + answer.others + len(answer.later) == last - answer.size
    assert "private" not in str(answer)


def test_the_head_of_all_facts_is_of_the_ledger_and_nothing_came_after_it(
    browsing: Browsing,
) -> None:
    book = browsing.book
    head = head_at(browsing.place, book.id, book.state.position)
    answer = _checked(browsing, head.short)
    assert isinstance(answer, HeadOfLedger)
    assert (answer.size, answer.later) == (book.state.position, ())


def test_a_head_may_be_typed_in_small_letters_with_blanks_and_look_alikes(
    browsing: Browsing,
) -> None:
    head = _head(browsing)
    size, _, word = head.partition(":")
    as_digits = word.translate(str.maketrans("OIB", "018"))
    for text in (f" {head.lower()} ", f"#{size}:{word.replace('-', ' ')}", f"{size}:{as_digits}"):
        assert isinstance(_checked(browsing, text), HeadOfLedger), text


def test_a_scanned_head_names_its_tournament(browsing: Browsing) -> None:
    book = browsing.book
    head = book.heads[book.state.rounds[-1].changed_at]
    assert isinstance(_checked(browsing, head.scanned(book.id)), HeadOfLedger)
    assert _checked(browsing, head.scanned("another")) == NotOfLedger("other", head.size)


def test_one_altered_fact_is_noticed_by_every_later_head(browsing: Browsing) -> None:
    head = _head(browsing)
    book = browsing.book
    with Store(browsing.path) as store:
        row = store.stored(book.id)[40]
    with closing(sqlite3.connect(browsing.path)) as file, file:
        guards = file.execute(
            "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"
        ).fetchall()
        for name, _ in guards:
            file.execute(f"DROP TRIGGER {name}")
        altered = (row.state + b" ",)
        file.execute("UPDATE stored_events SET state = ? WHERE originator_version = 41", altered)
        for _, sql in guards:
            file.execute(sql)
    answer = check_head(browsing.path, head, [row.tournament], lambda _: pytest.fail("not reached"))
    assert isinstance(answer, NotOfLedger)
    assert answer.why == "other"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        "12",
        "12:",
        ":ABCD",
        "0:AAAA-AAAA-AAAA-AAAA",
        "a" * 200,
        "12:AAAA-AAAA-AAAA-AAA!",
        "<script>",
    ],
)
def test_what_is_no_head_is_called_unreadable(browsing: Browsing, text: str) -> None:
    assert _checked(browsing, text) == NotOfLedger("unreadable")


def test_a_head_of_more_facts_than_there_are_says_that_something_may_be_missing(
    browsing: Browsing,
) -> None:
    _, _, word = _head(browsing).partition(":")
    assert _checked(browsing, f"99999:{word}") == NotOfLedger("too-new", 99999)
    assert _checked(browsing, f"12:{word}") == NotOfLedger("other", 12)


def test_a_whole_root_in_hexadecimal_stays_as_it_is() -> None:
    head = read_head("12:" + "08" * 32)
    assert head is not None
    assert head.root == bytes.fromhex("08" * 32)
