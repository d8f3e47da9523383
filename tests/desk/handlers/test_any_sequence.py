"""Any sequence of commands: nothing raises, a refusal changes nothing, replay gives the state."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from desk.answers.board_list import boards_view
from desk.answers.check_in import check_in_view
from desk.answers.claims import claims_view
from desk.answers.competition import crosstable, pairings, player
from desk.answers.competition import standings as standings_report
from desk.answers.draft import draft_view
from desk.answers.log import log
from desk.answers.status import players, rounds, status
from desk.answers.tournament_file import tournament_file
from desk.render.table import as_table
from desk.render.text import as_csv, as_json
from ledger.refusals import Refusal
from ledger.state.book import Book
from ledger.state.tournament import replay
from ledger.trf.model import TrfFile
from ledger.trf.reader import parse
from ledger.trf.writer import write
from pairing.systems.draft import Draft, draft
from projections.games.as_of import known
from projections.games.crosstable import of_tournament
from projections.standings.control_totals import control_totals
from projections.standings.scores import scores
from projections.views.view import View
from tests.helpers.family import examples
from tests.helpers.hall import Hall
from tests.helpers.sequences import HALLS, carry_on

SEQUENCES: dict[str, Any] = {
    "setup": HALLS,
    "seed": st.integers(0, 10**9),
    "number": st.sampled_from([45, 20, 5]),
}


@examples(60, at_length=1_000)
@given(**SEQUENCES)
def test_a_sequence_of_commands_gives_a_state_that_replay_gives_at_every_position(
    setup: dict[str, Any], seed: int, number: int
) -> None:
    hall = Hall(**setup)
    states, standings = {}, {}
    for _ in carry_on(hall, seed, number):
        states[len(hall.facts)] = repr(hall.state)
        standings[len(hall.facts)] = repr(crosstable(as_known_at(hall, None)))
    for position, state in states.items():
        assert repr(replay(hall.facts[:position])) == state
    for position, standing in standings.items():
        assert repr(crosstable(as_known_at(hall, str(position)))) == standing


def as_known_at(hall: Hall, moment: str | None) -> Book:
    """Return the book at a moment without the names, which are always the current ones."""
    recorded = known(hall.book.recorded, moment)
    assert isinstance(recorded, tuple)
    return Book(replay(fact for fact, _ in recorded), list(recorded))


@examples(60, at_length=1_000)
@given(**SEQUENCES)
def test_every_view_can_be_shown_of_whatever_state_commands_lead_to(
    setup: dict[str, Any], seed: int, number: int
) -> None:
    hall = Hall(**setup)
    for _ in carry_on(hall, seed, number):
        pass
    book = hall.book
    views: list[View | Refusal] = [
        status(book),
        players(book),
        rounds(book),
        log(book),
        standings_report(book),
        standings_report(book, final=True),
        crosstable(book),
        pairings(book, None),
        pairings(book, 1, by_name=True),
        boards_view(book),
        check_in_view(book),
        claims_view(book),
    ]
    views += [standings_report(book, after=n) for n in range(len(hall.state.rounds) + 1)]
    views += [player(book, str(hall.state.label(p))) for p in hall.state.players]
    proposal = draft(book)
    views += [draft_view(book, proposal)] if isinstance(proposal, Draft) else list(proposal)
    for view in views:
        if isinstance(view, View):
            assert as_json(view.record())
            assert as_csv(view)
            assert as_table(view)
    table = of_tournament(hall.state, book.rules)
    for total in control_totals(table, scores(table, book.rules), book.rules):
        assert total.agrees, total
    file = tournament_file(book)
    if isinstance(file, TrfFile) and file.players:
        read = parse(write(file))
        assert isinstance(read, TrfFile), read
        assert read == file
