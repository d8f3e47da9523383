"""The question of docs/analytics.md about corrections and later pairings, checked by audits."""

from __future__ import annotations

from collections.abc import Mapping

from desk.answers.audit import audit
from desk.answers.bulk.mirror import pairing_stage
from ledger.facts.tournament import ResultCorrected
from ledger.state.book import Book
from projections.games.crosstable import of_tournament
from projections.games.rounds import rounds_done
from projections.mirror.progress import open_current
from projections.standings.standing import final_standing
from tests.docs.analytics_questions import FOLDER
from tests.helpers.ledgers import books
from tests.helpers.mirrors import refresh
from tests.helpers.prizes import prizes
from tests.helpers.terminal import Terminal

QUESTION = (FOLDER / "corrections-and-pairings.sql").read_text("utf-8")

Seats = frozenset[tuple[int, int | None]]


def paired_at(book: Book, number: int) -> Seats:
    """Return the pairing of a round by what a book knows, in numbers, as its audit has it."""
    report = audit(book, number, None, None)
    assert not isinstance(report, tuple)
    label, round_ = book.state.label, book.state.rounds[number - 1]
    seats: set[tuple[int, int | None]] = {(label(w), label(b)) for w, b in round_.public}
    seats |= {(label(round_.public_bye), None)} if round_.public_bye is not None else set()
    rows = report.record.today.rows or []
    seats -= {(row.white, row.black) for row in rows if row.found_in == "played"}
    return frozenset(seats | {(row.white, row.black) for row in rows if row.found_in == "engine"})


def moved_on_the_wall(book: Book, number: int) -> set[int]:
    """Return the players of the published boards that would be others by what is known now."""
    report = audit(book, number, None, None)
    assert not isinstance(report, tuple)
    rows = report.record.today.rows or []
    boards = [row for row in rows if row.found_in == "played" and not row.colours_only]
    return {player for row in boards for player in (row.white, row.black) if player is not None}


def shares(book: Book) -> Mapping[int, int] | None:
    """Return the cents of each player by number; None before the final ranking is known."""
    if rounds_done(book) != book.state.rounds_planned:
        return None
    table = of_tournament(book.state, book.rules)
    ranking = final_standing(table, book.rules, book.state.final_lots)
    return {
        book.state.label(prize.player): prize.cents
        for prize in prizes(ranking, book.state.prizes_cents, book.rules.prizes.method)
    }


def told_by_audits(book: Book) -> dict[int, tuple[str, int, str | None, str | None]]:
    """Return what the question asks, correction by correction, from audits before and after."""
    answer = {}
    for position, fact in book.in_force:
        if not isinstance(fact, ResultCorrected):
            continue
        before, after = book.at(position - 1), book.at(position)
        lost = {
            number: len(paired_at(before, number) - paired_at(after, number))
            for number in range(fact.round + 1, len(before.state.rounds) + 1)
        }
        later = [number for number, boards in lost.items() if boards]
        if not later:
            continue
        won = {player for player, cents in (shares(book) or {}).items() if cents}
        moved = set().union(*(moved_on_the_wall(book, number) for number in later))
        old, new = shares(before), shares(after)
        paid = set()
        if old is not None and new is not None:
            paid = {p for p in {*old, *new} if old.get(p, 0) != new.get(p, 0)}
        answer[position] = (
            _listed(later) or "",
            sum(lost.values()),
            _listed(moved & won),
            _listed(paid),
        )
    return answer


def _listed(numbers: set[int] | list[int]) -> str | None:
    return " ".join(map(str, sorted(numbers))) or None


def test_the_answer_is_what_audits_before_and_after_each_correction_say(year: Terminal) -> None:
    refresh(year.ledger, stages=[pairing_stage([None])], jobs=1)
    expected = {
        (book.state.name.removeprefix("Generated tournament "), position): row
        for book in books(year.ledger)
        for position, row in told_by_audits(book).items()
    }
    with open_current(year.ledger) as database:
        rows = database.execute(QUESTION.replace("LIMIT 12", "")).fetchall()
    answer = {(row[0], row[1]): (row[5], row[6], row[7], row[8]) for row in rows}
    assert answer == expected
    assert len(answer) > 5
    assert any(winners for _, _, winners, _ in answer.values())
