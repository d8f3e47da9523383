"""Any tournament audited: changes of a pairing are named, and the audit's permissions hold."""

from __future__ import annotations

from typing import Any

from hypothesis import event, given
from hypothesis import strategies as st

from desk.answers.audit import audit
from desk.commands.decision import Decision
from ledger.messages import message
from ledger.state.tournament import Round
from pairing.explain.question import Question
from pairing.review.questions import of_book
from tests.helpers import season_sequences, sequences
from tests.helpers.family import examples
from tests.helpers.hall import Hall
from tests.helpers.season import Season
from tests.helpers.second_thoughts import with_second_thoughts

SEEDS, NUMBERS = st.integers(0, 10**9), st.sampled_from([60, 25])


def audited(hall: Hall, round_: Round) -> bool:
    """Audit a round and check it against the ledger; return whether a new pairing differs."""
    number = round_.number
    report = audit(hall.book, number, None, None)
    assert not isinstance(report, tuple), report
    record = report.record
    otherwise = message("audit.today-other") in record.today.lines
    later = record.since.facts or record.not_taken_in
    assert later or not otherwise
    if record.recomputed.verdict == "same":
        assert later or record.today.same
    assert record.allowed.begun_at == round_.begun_at
    amended = hall.decide("amend", round=number, reason="F7")
    assert record.allowed.may_amend == isinstance(amended, Decision)
    return otherwise


def asked(hall: Hall, round_: Round) -> None:
    """Ask about every published board, and about the player without opponent."""
    for board in map(str, range(1, len(round_.public) + 1)):
        report = audit(hall.book, round_.number, board, None)
        assert not isinstance(report, tuple), report
        assert report.record.explained
    question = of_book(hall.book, round_.number)
    assert isinstance(question, Question)
    shown = set(question.boards) | set(question.outside)
    assert shown == set(round_.public)
    assert set(question.by_hand) <= {*shown, (round_.public_bye,)}
    engine = [change for change in round_.changes if change.basis is not None]
    basis = engine[-1].basis if engine else round_.basis
    assert question.basis == basis


def all_audited(hall: Hall) -> None:
    for round_ in hall.state.rounds:
        event(f"otherwise {audited(hall, round_)}")
        asked(hall, round_)


@examples(60)
@given(setup=sequences.HALLS, seed=SEEDS, number=NUMBERS)
def test_what_changes_a_pairing_is_always_among_what_was_recorded_since(
    setup: dict[str, Any], seed: int, number: int
) -> None:
    hall = Hall(**setup)
    with_second_thoughts(hall, seed, sequences.carry_on(hall, seed, number))
    all_audited(hall)


@examples(60)
@given(seed=SEEDS, number=NUMBERS)
def test_so_it_is_on_rating(seed: int, number: int) -> None:
    """Every round of sixty tournaments is audited."""
    hall = Hall(8, 5, rules="knsb-rating-2014")
    with_second_thoughts(hall, seed, sequences.carry_on(hall, seed, number))
    all_audited(hall)


@examples(60)
@given(setup=season_sequences.SEASONS, seed=SEEDS, number=NUMBERS)
def test_so_it_is_in_a_season(setup: dict[str, Any], seed: int, number: int) -> None:
    """Every round of sixty seasons is audited."""
    season = Season(**setup)
    with_second_thoughts(season, seed, season_sequences.carry_on(season, seed, number))
    all_audited(season)
