"""Rounds paired again in bulk, compared with an audit of each round: the slow plain twin."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from desk.answers.audit import audit
from ledger.state.book import Book
from ledger.state.tournament import Round
from pairing.norms.contestants import ToPair
from pairing.norms.model import NoPairing, Pairing
from pairing.review.again import AgainRow, BoardAgain, ChangeOfInput, RoundAgain
from pairing.review.inputs import changes_since, rules_of, seated
from pairing.review.questions import paired_from
from pairing.systems.registry import pair_round
from pairing.systems.trf import differences
from projections.games.crosstable import of_tournament


def check_rows(book: Book, rows: Sequence[AgainRow]) -> Counter[str]:
    """Compare the rows of the rules in force with audits; return how often each verdict came."""
    verdicts = Counter[str]()
    for round_ in book.state.rounds:
        mine = [row for row in rows if row.round == round_.number]
        rounds = {row.known: row for row in mine if isinstance(row, RoundAgain)}
        report = audit(book, round_.number, None, None)
        if isinstance(report, tuple):
            assert {row.verdict for row in rounds.values()} == {"no engine"}, report
            continue
        then, now = rounds["then"], rounds["now"]
        verdicts.update(f"{row.known} {row.verdict}" for row in (then, now))
        record = report.record
        recomputed = record.recomputed.verdict
        assert (then.verdict == "same") == (recomputed in ("same", "outdated"))
        assert record.same == (recomputed == "same")
        assert (then.verdict == "no pairing") == (recomputed == "impossible")
        assert then.published == record.published.position
        assert then.basis == (record.published.basis or 0)
        assert (now.verdict == "same") == record.today.same
        label = book.state.label
        boards = {
            (
                "played" if row.found_in == "published" else "engine",
                label(row.white),
                None if row.black is None else label(row.black),
                row.colours_only,
            )
            for row in mine
            if isinstance(row, BoardAgain) and row.known == "now" and row.found_in != "both"
        }
        rows_of_audit = record.today.rows or []
        assert boards == {
            (row.found_in, row.white, row.black, row.colours_only) for row in rows_of_audit
        }
        verdicts["changes"] += _check_changes(book, round_, mine)
        left_out = record.not_taken_in.facts if record.not_taken_in else []
        bearing = {fact.position for fact in (*record.since.facts, *left_out)}
        assert bearing >= {row.position for row in mine if isinstance(row, ChangeOfInput)}
    return verdicts


def _check_changes(book: Book, round_: Round, rows: Sequence[AgainRow]) -> int:
    """Pair a round by hand before and after each fact that changed its input."""
    fact, basis, published = paired_from(book.facts, round_)
    expected = {}
    for position in changes_since(book, round_, basis, published):
        pairings = []
        for at in (position - 1, position):
            then = book.at(at)
            rules = (
                rules_of(fact, book.facts, then)
                if at <= published
                else then.rules_of(round_.number)
            )
            table = of_tournament(then.state, rules, after=round_.number - 1)
            present = seated(round_) & table.cells.keys()
            pairings.append(pair_round(*ToPair(table, rules, present, then.state.is_last(round_))))
        expected[position] = _boards_changed(round_.number, *pairings)
    rows_ = {row.position: row.boards for row in rows if isinstance(row, ChangeOfInput)}
    assert rows_ == expected
    return sum(boards != 0 for boards in expected.values())


def _boards_changed(
    number: int, before: Pairing | NoPairing, after: Pairing | NoPairing
) -> int | None:
    if isinstance(before, NoPairing) or isinstance(after, NoPairing):
        return None
    boards: list[tuple[int, int | None]] = [(board.white, board.black) for board in before.boards]
    boards += [(before.bye, None)] if before.bye is not None else []
    return sum(one.found_in == "played" for one in differences(number, boards, after))
