"""The schedule of a round robin: published rounds as they are, the rest by its table."""

from __future__ import annotations

from collections.abc import Iterator

from ledger.messages import do, message
from ledger.refusals import Refusal
from ledger.state.book import Book
from ledger.state.tournament import Round
from pairing.norms.model import Pairing
from pairing.systems.draft import rounds_of
from pairing.systems.registry import pair_round, system_of
from projections.games.crosstable import Crosstable, of_tournament
from projections.games.rounds import head
from projections.views.round_robins import FixtureRow, FixturesHead, fixtures_view
from projections.views.rulebook_names import heading_name
from projections.views.view import View


def fixtures(book: Book) -> View | Refusal:
    """Return every game of a round robin, with round, board and colours.

    Rule: berger table.
    """
    if system_of(book.rules).rounds_at_most is None:
        what = message("views.no-table", rules=book.rules.id)
        step = message("views.no-table-next", rounds=do("rounds"), pair=do("pair"))
        return Refusal("no-fixtures", what, step)
    rounds = rounds_of(book)
    if any(e.number is None for e in book.state.players.values()) or len(book.state.players) < 2:
        what = message("views.numbers-missing")
        return Refusal("numbers-missing", what, do("lots"), book.clause("drawing"))
    assert rounds is not None
    table = of_tournament(book.state, book.rules)
    rows = [row for number in range(1, rounds + 1) for row in _of_round(book, table, number)]
    title = message(
        "views.fixtures", name=book.state.name, n=rounds, rules=heading_name(book.rules)
    )
    return fixtures_view(rows, title, FixturesHead(head(book), book.rules.id, rounds))


def _of_round(book: Book, table: Crosstable, number: int) -> Iterator[FixtureRow]:
    round_ = book.state.round(number)
    if round_ is None:
        pairing = pair_round(table.after(number - 1), book.rules, set(table.cells), False)
        assert isinstance(pairing, Pairing)
        boards = [(board.white, board.black) for board in pairing.boards]
        yield from _rows(book, number, boards, pairing.bye, None)
    else:
        boards = [(game.white, game.black) for game in round_.games]
        yield from _rows(book, number, boards, round_.bye, round_)


def _rows(
    book: Book, number: int, boards: list[tuple[int, int]], free: int | None, round_: Round | None
) -> Iterator[FixtureRow]:
    label = book.state.label
    name = book.name
    day = book.state.dates.get(number)
    date = day.isoformat() if day else None
    time = book.state.times.get(number)
    published = round_ is not None
    for board, (white, black) in enumerate(boards, 1):
        result = round_.games[board - 1].outcome if round_ else None
        yield FixtureRow(
            round=number,
            date=date,
            time=time,
            board=board,
            white=label(white),
            white_name=name(white),
            black=label(black),
            black_name=name(black),
            result=result,
            published=published,
        )
    if free is not None:
        yield FixtureRow(
            round=number,
            date=date,
            time=time,
            board=None,
            white=label(free),
            white_name=name(free),
            black=None,
            black_name=None,
            result=None,
            published=published,
        )
