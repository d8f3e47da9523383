"""Questions of a program in SQL, and the mirror of a ledger that they are asked of."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from desk.answers.bulk.mirror import open_latest
from desk.render.english import english
from ledger.place import LedgerPlace
from ledger.state.book import Book
from pairing.review.decisions import DECIDING
from projections.mirror import in_memory
from projections.mirror.files import mirror_path
from projections.mirror.tables import asks_for_comments
from projections.mirror.tables import asks_for_decisions as asks_for_decisions
from projections.sql.connections import attached
from projections.sql.questions import AnswerRelation, only_relation, shut


def mirror_updated(
    place: LedgerPlace, jobs: int, progress: Callable[[int, int], None], *, decisions: bool = False
) -> Path:
    """Make the mirror of a ledger, or bring it up to date; return its file.

    `decisions`: with the decisions of all rounds; a mirror that has them keeps them in any case.
    """
    open_latest(place, progress=progress, jobs=jobs, decisions=decisions).close()
    return mirror_path(place)


def of_mirror(path: Path, question: str, timeout: int | None) -> AnswerRelation:
    """Ask a mirror as it is; `timeout` is in seconds, None: no limit."""
    database = attached(path)
    shut(database)
    return only_relation(database, question, timeout)


def of_tournament(book: Book, question: str, timeout: int | None) -> AnswerRelation:
    """Ask a copy of one tournament; `timeout` is in seconds, None: no limit."""
    deciding = DECIDING if asks_for_decisions(question) else None
    described = asks_for_comments(question)
    database = in_memory.mirror(book.recorded, book.people, english, deciding, described=described)
    shut(database)
    return only_relation(database, question, timeout)
