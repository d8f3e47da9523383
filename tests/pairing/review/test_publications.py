"""A round is judged at each of its publications, and a publication by what was known at it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, cast

import pytest

from desk.answers.audit import Report, audit
from desk.answers.why import CheckHead, Explanation, check_book
from ledger.refusals import Refusal
from ledger.state.book import Book
from pairing.explain.question import Question
from pairing.review.check import check
from pairing.review.questions import book_of, of_book
from projections.log.sentences import teller
from tests.helpers.hall import Hall, hall_of
from tests.helpers.terminal import numbered
from tests.helpers.words import in_language, whole, words


def amended(rules: str = "knsb-wp-2014") -> Hall:
    """Return a hall whose second round was paired again after a correction."""
    fide = {"without_fide_mode": True} if rules.startswith("fide") else {}
    hall = hall_of(("1-0", "1-0", "1-0"), rules=rules, **fide)
    hall.do("publish")
    hall.do("correct-result", round=1, board=1, result="0-1", reason="misread")
    hall.do("amend", round=2, reason="misread", confirm="2")
    return hall


def asked(book: Book | Refusal) -> Question:
    assert not isinstance(book, Refusal)
    question = of_book(book, 2)
    assert isinstance(question, Question), question
    return question


def audited(hall: Hall, **options: Any) -> dict[str, Any]:
    report = audit(hall.book, 2, None, None, **options)
    assert isinstance(report, Report), report
    return cast("dict[str, Any]", in_language(report.record.as_dict(), "en"))


@pytest.mark.clause("knsb-wp-2014 F6, F7")
@pytest.mark.parametrize("rules", ["knsb-wp-2014", "fide-dutch-2026"])
def test_the_first_publication_can_be_judged_after_the_round_was_paired_again(rules: str) -> None:
    hall = amended(rules)
    [change] = hall.state.rounds[1].changes
    first, second = (asked(book_of(hall.book, 2, None, number)) for number in (1, 2))
    assert (first.boards, second.boards) == (change.before, change.after)
    assert [check(one).verdict for one in (first, second)] == ["same", "same"]
    assert first.boards == asked(book_of(hall.book, 2, "published:2")).boards
    assert second.boards == asked(hall.book).boards == asked(book_of(hall.book, 2)).boards
    refused = book_of(hall.book, 2, None, 3)
    assert isinstance(refused, Refusal)
    assert refused.code == "unknown-publication"
    early = book_of(hall.book, 2, str(change.position - 1), 2)
    assert isinstance(early, Refusal), "it was not paired again by then"


def test_an_audit_of_the_first_publication_has_all_that_came_since() -> None:
    hall = amended()
    [change] = hall.state.rounds[1].changes
    first, last = audited(hall, publication=1), audited(hall)
    assert [one["published"]["publication"] for one in (first, last)] == [1, 2]
    assert [one["published"]["publications"] for one in (first, last)] == [2, 2]
    assert first["published"]["position"] == hall.state.rounds[1].position
    since = [fact["position"] for fact in first["since"]["facts"]]
    assert since == [*change.corrections, change.position]
    ground = f"paired again, #{change.position} (F7, correction #{change.corrections[0]}"
    assert ground in whole(first["published"]["lines"])
    assert "by hand" not in whole(first["published"]["lines"])
    assert (first["today"]["same"], last["today"]["same"]) == (False, True)
    assert last["since"]["facts"] == []


@pytest.mark.clause("knsb-wp-2014 F7")
def test_a_correction_before_a_publication_from_an_older_basis_is_told_as_left_out() -> None:
    hall = hall_of(("1-0", "1-0", "1-0"))
    basis = hall.state.position
    hall.do("correct-result", round=1, board=1, result="0-1", reason="misread")
    correction = hall.state.position
    hall.do("publish", basis=basis, confirm="yes")
    question = asked(hall.book)
    assert (question.left_out, question.outdated) == ((correction,), True)
    assert check(question).verdict == "outdated"
    checked = check_book(hall.book, 2)
    assert isinstance(checked, Explanation)
    assert not checked.all_the_same
    assert isinstance(checked.view.head, CheckHead)
    assert [row.verdict for row in checked.view.head.verdicts] == ["outdated"]
    told = f"without the correction #{correction}, which was recorded before it (F7)"
    assert told in whole(checked.lines)
    report = audited(hall)
    assert [fact["position"] for fact in report["not_taken_in"]["facts"]] == [correction]
    assert report["since"]["facts"] == []
    assert (report["same"], report["recomputed"]["verdict"]) == (False, "outdated")
    published = hall.state.rounds[1].position
    assert words(teller(hall.book)(published)).endswith(
        f"; without the correction #{correction} before it"
    )


@pytest.mark.clause("knsb-wp-2014 F7")
def test_a_correction_left_out_that_changes_nothing_leaves_the_pairing_that_of_the_rules() -> None:
    hall = hall_of(("1-0", "1-0", "1-0"), ("1-0", "1-0", "1-0"))
    basis = hall.state.position
    hall.do("correct-result", round=1, board=1, result="1-0R", reason="nobody came")
    hall.do("correct-result", round=1, board=1, result="1-0", reason="they did")
    hall.do("publish", basis=basis, confirm="yes")
    question = of_book(hall.book, 3)
    assert isinstance(question, Question)
    assert len(question.left_out) == 2
    assert (question.outdated, check(question).verdict) == (False, "same")
    assert "with them the round would have been paired the same" in whole(question.notes)


def test_the_terminal_takes_a_moment_and_a_publication_in_each_question(tmp_path: Path) -> None:
    club = numbered(tmp_path / "club.ledger", "ABCDEF", "Cup", "--rounds", 5)
    club.run("publish")
    club.run("result", 1, 1, "1-0", 2, "1-0", 3, "1-0")
    club.run("publish")
    club.run("correct", "result", 1, 1, "0-1", "--reason", "misread")
    club.run("amend", 2, "--reason", "misread", "--confirm", 2)
    questions: list[tuple[str | int, ...]] = [
        ("why", 2, 1),
        ("why-not", 2, 1, 2),
        ("why-bye", 2),
        ("why-colour", 2, 1),
        ("check", 2),
        ("audit", 2),
    ]
    for question in questions:
        first = json.loads(club.run(*question, "--publication", 1, "--json"))
        moment = json.loads(club.run(*question, "--as-of", "published:2", "--json"))
        last = json.loads(club.run(*question, "--json"))
        if str(question[0]).startswith("why"):
            assert first["basis"] == moment["basis"] < last["basis"], question
            assert first["rows"] == moment["rows"] != last["rows"] or question[0] == "why-bye"
        if question[0] == "audit":
            assert first["published"]["position"] == moment["published"]["position"]
            assert first["published"]["position"] < last["published"]["position"]
