"""The answer of `check --all`: every published round of a ledger, paired again from its basis."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import partial
from typing import Annotated

from desk.answers.why import CHECK_COLUMNS, CheckHead, CheckRow, Explanation, check_book
from ledger.errors import each_apart
from ledger.messages import message
from ledger.place import LedgerPlace, seen_from_anywhere
from ledger.records import Record, Spread
from ledger.refusals import Refusal
from ledger.runtime import Runtime
from ledger.state.book import book_of
from ledger.store.store import Store
from projections.spread.port import Workforce, of_size
from projections.views import fields
from projections.views.columns import columns_of
from projections.views.damage import DamagedRows, damaged_rows
from projections.views.view import View

A_PART = 5
"""Tournaments that a process checks at once."""


class CheckedTournament(Record):
    """A tournament that was checked."""

    id: Annotated[str, "Id of the tournament."]
    name: Annotated[str, "Its name."]
    rules: fields.RulebookId
    rounds: Annotated[int, "Rounds that were paired again."]
    same: Annotated[int, "Rounds in which nothing differs."]


class CheckAllHead(Record):
    """All tournaments of a ledger, paired again."""

    rounds: Annotated[int, "Rounds that were paired again."]
    same: Annotated[int, "Rounds in which nothing differs."]
    tournaments: Annotated[list[CheckedTournament], "The tournaments."]
    refused: DamagedRows


class CheckAllRow(Record):
    """A board or bye that only one of two pairings has."""

    tournament: Annotated[str, "Name of the tournament."]
    id: Annotated[str, "Id of the tournament, for --tournament."]
    row: Spread[CheckRow]


Checks = tuple[list[tuple[CheckedTournament, list[CheckRow]]], list[tuple[str, Refusal]]]
"""Tournaments with the boards that differ, and those that cannot be read."""


def check_all(
    ledger: LedgerPlace, workforce: Workforce, progress: Callable[[int, int], None]
) -> View:
    """Return what differs in any round; `progress` is told how many tournaments are done, of all.

    Rule: knsb-wp-2014 F6.
    """
    with Store(ledger) as store:
        named, refused = store.listed()
    parts = of_size([id_ for id_, _ in named], A_PART)
    tournaments: list[CheckedTournament] = []
    rows: list[CheckAllRow] = []
    lost = [*refused]
    with closing(workforce.each(partial(checker, seen_from_anywhere(ledger)), parts)) as checks:
        for done, damaged in checks:
            lost += damaged
            for tournament, differing in done:
                tournaments.append(tournament)
                name = (tournament.name, tournament.id)
                rows += [CheckAllRow(*name, row) for row in differing]
            progress(len(tournaments) + len(lost) - len(refused), len(named))
    damage, notes = damaged_rows(lost)
    rounds = sum(each.rounds for each in tournaments)
    same = sum(each.same for each in tournaments)
    total = message("why.sum-of-all", same=same, all=rounds, n=len(tournaments))
    head = CheckAllHead(rounds, same, tournaments, damage)
    columns = (*columns_of(CheckAllRow, "tournament"), *CHECK_COLUMNS)
    return View("", columns, rows, head, (total, *notes), empty=message("why.none-differs"))


@contextmanager
def checker(ledger: LedgerPlace) -> Iterator[Callable[[Sequence[str]], Checks]]:
    """Open a ledger in a process, and give the function that checks tournaments of it by id."""
    with Store(ledger) as store:
        yield lambda ids: each_apart([(id_, id_) for id_ in ids], partial(_checked, store))


def _checked(store: Store, tournament: str) -> tuple[CheckedTournament, list[CheckRow]]:
    recorded = store.facts(tournament)
    people = store.records(tournament, recorded)
    book = book_of(recorded, people, Runtime().new_seed)
    name = book.state.name
    rules = book.rules.id
    answer = check_book(book, None)
    if not isinstance(answer, Explanation):
        rounds = len(book.state.rounds)
        rows = [CheckRow(rounds, None, None, None, refusal.what) for refusal in answer]
        return CheckedTournament(tournament, name, rules, rounds, 0), rows
    head = answer.view.head
    assert isinstance(head, CheckHead)
    counts = head.rounds_compared, head.rounds_same
    differing = [row for row in answer.view.rows if isinstance(row, CheckRow)]
    return CheckedTournament(tournament, name, rules, *counts), differing
