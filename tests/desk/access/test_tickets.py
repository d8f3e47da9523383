"""Tickets: none can be forged or altered, and each expires with the next publication."""

from __future__ import annotations

import string
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desk.access.file import AccessFile
from desk.access.tickets import (
    PublishedRound,
    TicketHolder,
    holder_of,
    is_of,
    last_published,
    ticket,
)
from desk.desk import Desk
from ledger.refusals import Refusal
from ledger.runtime import Runtime
from ledger.state.book import Book
from tests.helpers.terminal import Terminal
from tests.helpers.words import words

ROUND_4 = PublishedRound("t1", 4, 86)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AccessFile]:
    with AccessFile(tmp_path_factory.mktemp("desk") / "cup.ledger", Runtime()) as opened:
        yield opened


ROUNDS = st.builds(
    PublishedRound, st.text(max_size=40), st.integers(1, 9999), st.integers(1, 10**9)
)
HOLDERS = st.builds(TicketHolder, st.sampled_from("PB"), st.integers(1, 999_999_999))


@given(published=ROUNDS, holder=HOLDERS)
def test_a_ticket_is_for_its_holder_while_its_round_is_the_last(
    file: AccessFile, published: PublishedRound, holder: TicketHolder
) -> None:
    assert holder_of(file, ticket(file, published, holder), published) == holder


@given(published=ROUNDS, holder=HOLDERS, other=ROUNDS)
def test_a_ticket_of_another_round_publication_or_tournament_is_void(
    file: AccessFile, published: PublishedRound, holder: TicketHolder, other: PublishedRound
) -> None:
    text = ticket(file, published, holder)
    for last in (
        other,
        replace(published, position=other.position),
        replace(published, tournament=other.tournament),
        replace(published, number=other.number),
    ):
        if last != published:
            assert isinstance(holder_of(file, text, last), Refusal)


@given(holder=HOLDERS, at=st.integers(0, 60), sign=st.sampled_from(string.printable))
def test_a_ticket_with_one_other_sign_is_void(
    file: AccessFile, holder: TicketHolder, at: int, sign: str
) -> None:
    text = ticket(file, ROUND_4, holder)
    altered = text[:at] + sign + text[at + 1 :]
    if altered != text:
        assert isinstance(holder_of(file, altered, ROUND_4), Refusal)


@given(holder=HOLDERS, other=HOLDERS)
def test_the_code_of_one_holder_is_of_no_use_to_another(
    file: AccessFile, holder: TicketHolder, other: TicketHolder
) -> None:
    *_, code = ticket(file, ROUND_4, holder).split("-")
    forged = f"4-{other.kind}{other.number}-{code}"
    answer = holder_of(file, forged, ROUND_4)
    assert answer == holder if other == holder else isinstance(answer, Refusal)


@given(text=st.text() | st.from_regex(r"4-[PB][1-9]-[A-Z2-7]{31}", fullmatch=True))
def test_a_ticket_that_was_made_up_is_void(file: AccessFile, text: str) -> None:
    assert isinstance(holder_of(file, text, ROUND_4), Refusal)


@pytest.mark.parametrize("written", ["04-P7-{}", "4-P07-{}", "4-p7-{}", "4-P7-{} ", "٤-P7-{}"])
def test_a_ticket_has_one_spelling(file: AccessFile, written: str) -> None:
    *_, code = ticket(file, ROUND_4, TicketHolder("P", 7)).split("-")
    assert holder_of(file, f"4-P7-{code}", ROUND_4) == TicketHolder("P", 7)
    assert isinstance(holder_of(file, written.format(code), ROUND_4), Refusal)
    assert isinstance(holder_of(file, f"4-P7-{code.lower()}", ROUND_4), Refusal)


def test_the_key_of_another_file_makes_other_tickets(file: AccessFile, tmp_path: Path) -> None:
    with AccessFile(tmp_path / "cup.ledger", Runtime()) as other:
        text = ticket(other, ROUND_4, TicketHolder("P", 7))
    assert isinstance(holder_of(file, text, ROUND_4), Refusal)


def test_a_ticket_fits_a_small_code_and_says_its_round(file: AccessFile) -> None:
    text = ticket(file, ROUND_4, TicketHolder("B", 12))
    assert text.startswith("4-B12-")
    assert len(text) == 37
    assert set(text) <= set(string.ascii_uppercase + string.digits + "-")


@given(published=ROUNDS, holder=HOLDERS, other=st.text())
def test_a_ticket_is_found_by_its_tournament(
    file: AccessFile, published: PublishedRound, holder: TicketHolder, other: str
) -> None:
    text = ticket(file, published, holder)
    assert is_of(file, text, published.tournament)
    assert not is_of(file, other, published.tournament)
    if other != published.tournament:
        assert not is_of(file, text, other)


def test_an_old_ticket_is_told_apart_from_a_wrong_one(file: AccessFile) -> None:
    text = ticket(file, ROUND_4, TicketHolder("P", 7))
    old = holder_of(file, text, PublishedRound("t1", 5, 120))
    again = holder_of(file, text, PublishedRound("t1", 4, 90))
    assert isinstance(old, Refusal)
    assert isinstance(again, Refusal)
    assert words(old.what) == "this code is of round 4; round 5 is the last one published"
    assert words(again.what) == "this code is not one of this round"
    assert isinstance(holder_of(file, text, None), Refusal)


def test_the_last_published_round_is_that_of_the_book(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "cup.ledger")
    terminal.run("init", "Cup", "--rounds", 3)
    for name in ("Adam", "Bea"):
        terminal.run("enter", name, "--rating", 1800)

    def last() -> PublishedRound | None:
        book = Desk(terminal.ledger).read()
        assert isinstance(book, Book)
        return last_published(book)

    assert last() is None
    terminal.run("lots", "--by", "entry")
    terminal.run("publish")
    first = last()
    assert first is not None
    assert (first.number, first.position) == (1, terminal.json("log")["position"])
    terminal.run("result", 1, 1, "1-0")
    assert last() == first
