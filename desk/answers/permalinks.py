"""Addresses for paper: the pages of a website that stay as they were, by a head of the ledger."""

from __future__ import annotations

from typing import Final

from ledger.facts.tournament import (
    BoardAdded,
    PairingAmended,
    PairingMadeByHand,
    PairingPublished,
)
from ledger.hash_tree import Head
from ledger.state.book import Book

AT: Final = "at"
"""The first part of these addresses."""

PUBLISHES: Final = (PairingPublished, PairingMadeByHand, PairingAmended, BoardAdded)
"""The facts after which a website keeps the pages of a round as they are then."""


def name_of(head: Head) -> str:
    """Return a head in addresses: its number of facts, and the first half of its check code."""
    size, _, code = head.short.partition(":")
    return "-".join([size, *code.split("-")[:2]])


def permalink(tournament: str, head: Head) -> str:
    """Return the address of what was published at a head, from the folder of the website.

    It has the id of the tournament in place of its name, and no language, so that nothing changes it.
    """
    return f"{AT}/{tournament[:8]}/{name_of(head)}/"


def permalink_of_round(book: Book, number: int) -> str:
    """Return the address of a round as it was last published, "" where no head is kept of that."""
    round_ = book.state.round(number)
    head = book.heads.get(round_.changed_at) if round_ is not None else None
    if head is None or not isinstance(book.fact_at(head.size), PUBLISHES):
        return ""
    return permalink(book.id, head)
