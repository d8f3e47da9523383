"""The clauses of a rulebook as pages have them, on the website and at the desk."""

from __future__ import annotations

from collections.abc import Iterable

from desk.render.catalogue import Words
from desk.site.model import SiteClause, SiteClauses
from ledger.messages import message
from projections.views.rules import ClauseRow


def said_clauses(rows: Iterable[ClauseRow], words: Words) -> SiteClauses:
    """Return clauses in words, each with what the program makes of it."""
    return SiteClauses(
        tuple(
            SiteClause(
                name=row.clause,
                text=words(row.text),
                note=words(row.note) if row.note else "",
                status=_status(row, words),
            )
            for row in rows
        )
    )


def _status(row: ClauseRow, words: Words) -> str:
    """Return how far a clause is implemented, "" for wholly."""
    if row.status == "implemented":
        return ""
    return words(message(f"web-rules.status.{row.status.replace(' ', '-')}"))
