"""A year of a federation for tests, as `toernooi generate-year` makes it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from desk.answers.bulk.mirror import stages_of_mirror
from desk.making.year import USUAL_SIZE, make_year
from desk.render.english import english
from desk.render.table import as_table
from ledger.locks import lock
from pairing.rating import engine as rating_engine
from pairing.wp import engine as wp_engine
from projections.mirror.progress import open_current
from projections.mirror.refresh import refresh
from projections.sql.answers import QueryAnswer, table_of, view_of
from projections.sql.questions import ask, shut, statements
from projections.views.view import View


@dataclass(frozen=True)
class Year:
    """A ledger with its mirror, for questions."""

    ledger: Path

    def _answer(self, question: str) -> QueryAnswer:
        (statement,) = statements(question)
        with open_current(self.ledger) as database:
            shut(database)
            answer = ask(database, statement)
        assert answer is not None
        return answer

    def view(self, question: str) -> View:
        return view_of(self._answer(question))

    def printed(self, question: str) -> str:
        """Return the answer as `toernooi sql` prints it."""
        return as_table(table_of(self._answer(question)))


@contextmanager
def _each_round_paired_once() -> Iterator[None]:
    """Let the engines remember: a year pairs a round as it is played, imported and looked at again."""
    wp, rating = cache(wp_engine.pair), cache(rating_engine.pair)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(wp_engine, "pair", lambda field, **keys: wp(tuple(field), **keys))
        patch.setattr(
            rating_engine,
            "pair",
            lambda field, number, numbers, *keys: rating(
                tuple(field), number, tuple(numbers), *keys
            ),
        )
        yield


def made_year(folder: Path, size: int = USUAL_SIZE) -> Year:
    """Make a year in a folder; its mirror gets the decisions, as a question for them does it."""
    ledger = folder / "year.ledger"
    with _each_round_paired_once():
        make_year(ledger, size, says=english, jobs=1)
        refresh(ledger, says=english, stages=stages_of_mirror(decisions=True), jobs=1)
    return Year(ledger)


def shared_year(factory: pytest.TempPathFactory, size: int = USUAL_SIZE) -> Year:
    """Return a year, made once for all tests and workers of a run; it is only to be read."""
    base = factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / f"year-{size}"
    folder.mkdir(exist_ok=True)
    with (folder / "year.lock").open("w") as held:
        lock(held.fileno(), wait=True)
        if not (folder / "year.ledger").exists():
            made_year(folder, size)
    return Year(folder / "year.ledger")
