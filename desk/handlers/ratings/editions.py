"""The edition by which games are rated, or norms judged."""

from __future__ import annotations

from desk.commands.decision import Decision
from desk.commands.tournament import DeclareEdition
from ledger.facts.ratings import EditionDeclared
from ledger.messages import do, message
from ledger.refusals import Refusal, Refusals
from ledger.state.book import Book
from projections.ratings.edition_files import load_edition


def declare(book: Book, command: DeclareEdition) -> Decision | Refusals:
    """Keep an edition with its text, so that a later program computes by the same."""
    edition = load_edition(command.edition)
    if isinstance(edition, tuple):
        return edition
    before = book.state.ratings.editions.get(edition.subject)
    if before is not None and before.edition_hash == edition.hash:
        what = message("ratings.edition-same", edition=edition.id)
        return (Refusal("nothing-to-change", what, do("rules-show", rulebook=edition.id)),)
    fact = EditionDeclared(
        subject=edition.subject,
        edition=edition.id,
        edition_text=edition.canonical(),
        edition_hash=edition.hash,
        reason=command.reason,
    )
    return Decision((fact,))
