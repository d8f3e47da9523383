"""Every clause that the program implements is cited and held by a test; none is invented."""

from __future__ import annotations

import pytest

from ledger.rulebooks.coverage import cited_by_code, cited_by_tests, places_of
from ledger.rulebooks.files import shipped
from ledger.rulebooks.rulebook import Rulebook
from pairing.systems.registry import load_rulebook


def books() -> dict[str, Rulebook]:
    rulebooks = {}
    for name in shipped():
        rules = load_rulebook(name)
        assert isinstance(rules, Rulebook), rules
        rulebooks[name] = rules
    return rulebooks


BOOKS = books()


def known(name: str, clause: str) -> bool:
    """Return whether a rulebook has the clause, or parts of it: D has D1, C has C4.1."""
    clauses = BOOKS[name].clauses if name in BOOKS else {}
    return clause in clauses or any(
        other.startswith(clause) and other[len(clause) : len(clause) + 1] != "" for other in clauses
    )


@pytest.mark.parametrize("name", shipped())
def test_every_implemented_clause_is_cited_by_code(name: str) -> None:
    left = [
        clause
        for clause, entry in BOOKS[name].clauses.items()
        if entry.status == "implemented" and not places_of(cited_by_code(), BOOKS[name], clause)
    ]
    assert not left, f"no code cites {name} {', '.join(left)}"


@pytest.mark.parametrize("name", shipped())
def test_every_implemented_clause_is_held_by_a_test(name: str) -> None:
    left = [
        clause
        for clause, entry in BOOKS[name].clauses.items()
        if entry.status == "implemented"
        and not places_of((cited_by_tests() or {}), BOOKS[name], clause)
    ]
    assert not left, f"no test holds {name} {', '.join(left)}"


def test_no_code_and_no_test_cites_a_clause_that_no_rulebook_has() -> None:
    invented = [
        f"{', '.join(places)} cites {book} {clause}"
        for citations in (cited_by_code(), cited_by_tests() or {})
        for (book, clause), places in citations.items()
        if not known(book, clause)
    ]
    assert not invented, "\n".join(invented)
