"""Published rounds paired again: the same, legal but different, or illegal; and their verbs."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from desk.answers.why import Explanation, check_rounds
from pairing.explain.claims import Claim
from pairing.explain.question import Question
from pairing.norms.legality import broken_norm
from pairing.norms.model import Contestant, Pairing
from pairing.review.check import check
from pairing.review.questions import of_book
from pairing.wp.explain.judge import Judge, compare
from pairing.wp.groups.waiting_room import C2
from projections.games.rounds import head
from tests.helpers.console import Console
from tests.helpers.family import SEEDS, drawn
from tests.helpers.hall import Hall
from tests.helpers.positions import asked_of
from tests.helpers.words import whole, words
from tests.helpers.wp_fields import C2_VALUES, asked_about, complete_pairings, small_field
from tests.oracles.legality import is_legal_pair


def kinds(claims: Sequence[Claim]) -> list[tuple[str, str | None]]:
    return [(claim.kind, claim.clause) for claim in claims]


# --- one round ------------------------------------------------------------------------------------


@pytest.mark.clause("knsb-wp-2014 B1a")
@pytest.mark.clause("knsb-wp-2014 B2")
@drawn(500, field=small_field, c2=C2_VALUES, seed=SEEDS)
def test_any_way_to_seat_the_players_is_illegal_exactly_when_a_norm_is_broken(
    field: list[Contestant], c2: C2, seed: int
) -> None:
    question = asked_about(field, c2)
    if not isinstance(question.pairing, Pairing):
        return
    players = list(field)
    random.Random(seed).shuffle(players)
    free = players.pop() if len(players) % 2 else None
    pairs = list(zip(players[::2], players[1::2], strict=True))
    boards = tuple((white.key, black.key) for white, black in pairs)
    outcome = check(replace(question, boards=boards, bye=None if free is None else free.key))
    legal = all(broken_norm(white, black) is None for white, black in pairs)
    legal = legal and (free is None or free.may_have_bye)
    possible = all(is_legal_pair(white, black) for white, black in pairs)
    if possible and (free is None or free.may_have_bye):
        # Only colours can break B2 now, and then exchanging them repairs it.
        assert legal == (outcome.verdict != "illegal")
        assert not any(claim.kind == "illegal" for claim in outcome.claims)
    else:
        assert outcome.verdict == "illegal"


@drawn(300, field=small_field, c2=C2_VALUES, seed=SEEDS)
def test_a_legal_pairing_is_the_same_or_worse_by_the_key_that_is_named(
    field: list[Contestant], c2: C2, seed: int
) -> None:
    question = asked_about(field, c2)
    if not isinstance(question.pairing, Pairing):
        return
    judge = Judge(field)
    pairs, bye = random.Random(seed).choice(list(complete_pairings(judge)))
    outcome = check(replace(question, boards=tuple(pairs), bye=bye))
    expected = compare(judge.of_engine(question.pairing), judge.evaluate(pairs, bye).groups, c2)
    differences = [claim for claim in outcome.claims if claim.kind == "differs"]
    if expected is None:
        assert differences == []
        assert outcome.verdict in ("same", "colours", "illegal")
        return
    (claim,) = differences
    assert (claim.key, claim.clause, claim.by) == (expected.key, expected.clause, expected.by)
    assert expected.by > 0
    assert outcome.verdict in ("different", "illegal")


def test_what_the_rules_give_is_found_to_be_the_same() -> None:
    assert check(asked_of("WP-05")).verdict == "same"
    assert check(asked_of("WP-06")).claims == ()


@pytest.mark.clause("knsb-wp-2014 C4.2")
def test_a_legal_pairing_that_is_not_the_best_is_told_with_its_clause_and_boards() -> None:
    outcome = check(asked_of("WP-05", [(3, 1), (2, 4), (6, 5)]))
    assert outcome.verdict == "different"
    assert kinds(outcome.claims)[0] == ("differs", "C4.2")
    boards = {claim.kind: claim.players for claim in outcome.claims}
    assert boards == {"differs": (), "board_found": (6, 5), "board_by_rules": (4, 6)}
    numbers = [claim.detail["board"] for claim in outcome.claims if "board" in claim.detail]
    assert numbers == [1, 2, 3, 1, 2, 3]


@pytest.mark.clause("knsb-wp-2014 B1a")
def test_an_illegal_board_is_named_with_its_number_and_clause() -> None:
    outcome = check(asked_of("WP-07", [(4, 2), (5, 3), (6, 1)]))
    assert outcome.verdict == "illegal"
    claim = outcome.claims[0]
    assert (claim.kind, claim.clause, claim.players) == ("illegal", "B1a", (6, 1))
    assert (claim.detail["board"], claim.detail["met_in_round"]) == (3, 1)


@pytest.mark.clause("knsb-wp-2014 E4")
def test_exchanged_colours_are_told_apart_from_other_boards() -> None:
    outcome = check(asked_of("WP-04", [(2, 3), (5, 1), (4, 6)]))
    assert outcome.verdict == "colours"
    assert kinds(outcome.claims) == [("colours_otherwise", "E4")]


@pytest.mark.clause("knsb-wp-2014 B2")
def test_colours_that_break_b2_make_a_round_illegal() -> None:
    outcome = check(asked_of("WP-07", [(3, 5), (6, 4), (2, 1)]))
    assert outcome.verdict == "illegal"
    assert [claim.detail["breaks_b2"] for claim in outcome.claims] == [True]


# --- a ledger -------------------------------------------------------------------------------------


def checked(hall: Hall, number: int) -> Question:
    question = of_book(hall.book, number)
    assert isinstance(question, Question)
    return question


def test_a_bye_that_went_to_another_by_hand_is_the_one_that_is_checked() -> None:
    hall = Hall(5, 5)
    hall.play()
    hall.do("publish")
    assert (hall.state.rounds[1].bye, checked(hall, 2).bye) == (5, 5)
    hall.do("board-swap", round=2, first=2, second=5, reason="unwell")
    assert checked(hall, 2).bye == 2
    assert check(checked(hall, 2)).verdict == "different"


@pytest.mark.clause("knsb-wp-2014 F6")
@pytest.mark.clause("knsb-wp-2014 F7")
def test_a_published_round_is_checked_from_what_was_known_then() -> None:
    hall = Hall(players=8, rounds=5)
    for _ in range(3):
        hall.play("1-0", "0-1")
    published = [check(checked(hall, n)).verdict for n in (1, 2, 3)]
    assert published == ["same", "same", "same"]
    hall.do("correct-result", round=1, board=1, result="0-1", reason="score sheet misread")
    hall.do("withdraw", player="3")
    assert [check(checked(hall, n)).verdict for n in (1, 2, 3)] == published
    draft = checked(hall, 4)
    assert (draft.source, check(draft).verdict) == ("draft", "same")


@pytest.mark.clause("knsb-wp-2014 F6")
def test_an_amended_round_is_judged_as_it_stands_now() -> None:
    hall = Hall(players=8, rounds=5)
    hall.play("1-0", "0-1")
    hall.do("publish")
    (one, two), (three, four) = hall.boards(2)[:2]
    hall.do("board-swap", round=2, first=two, second=four, reason="asked for")
    outcome = check(checked(hall, 2))
    assert outcome.verdict != "same"
    assert outcome.question.notes
    assert {claim.players for claim in outcome.claims if claim.kind == "board_found"} == {
        (one, four),
        (three, two),
    }


def test_boards_added_for_latecomers_are_not_compared() -> None:
    hall = Hall(players=7, rounds=5)
    hall.do("publish")
    bye = hall.state.rounds[0].bye
    assert bye is not None
    hall.do("enter", name="Late", rating=1500)
    late = max(hall.state.players)
    hall.do(
        "board-add",
        round=1,
        white=hall.state.label(bye),
        black=hall.state.label(late),
        reason="came late",
    )
    outcome = check(checked(hall, 1))
    assert outcome.verdict == "same"
    assert "boards added by hand, not compared: 1" in map(words, outcome.question.notes)


@pytest.mark.clause("knsb-wp-2014 D1")
def test_the_first_round_is_explained_and_checked_by_lot() -> None:
    hall = Hall(players=7, rounds=5)
    hall.do("publish")
    question = checked(hall, 1)
    assert check(question).verdict == "same"
    (one, two), (three, four) = question.boards[:2]
    other = replace(question, boards=((one, four), (three, two), *question.boards[2:]))
    outcome = check(other)
    assert (outcome.verdict, kinds(outcome.claims)[0]) == ("different", ("differs", "D1"))


# --- the verbs ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def console(tmp_path_factory: pytest.TempPathFactory) -> Console:
    terminal = Console(tmp_path_factory.mktemp("check"))
    terminal.must_run("import", str(terminal.shipped_file))
    terminal.must_run("publish")
    return terminal


def test_the_verb_checks_every_published_round_and_leaves_with_1_where_one_differs(
    console: Console,
) -> None:
    result = console.run("check", "--json")
    record = json.loads(result.output)
    verdicts = [row["verdict"] for row in record["verdicts"]]
    assert len(verdicts) == record["rounds_compared"]
    assert record["rounds_same"] == verdicts.count("same")
    assert result.exit_code == (0 if set(verdicts) == {"same"} else 1)
    last = console.run("check", str(len(verdicts)))
    assert last.exit_code == 0, last.output


@pytest.mark.clause("knsb-wp-2014 F6")
def test_a_round_is_checked_by_the_rules_it_was_published_under_though_its_basis_is_older() -> None:
    hall = Hall(7, 5)
    basis = hall.state.position
    hall.do(
        "rules-change",
        rulebook="knsb-wp-2014",
        set={"pairing.first_round_odd": "last_free"},
        reason="the federation says so",
    )
    hall.do("publish", basis=basis)
    question = of_book(hall.book, 1)
    assert isinstance(question, Question)
    assert (question.bye, question.rules) == (7, hall.book.rules)
    assert check(question).verdict == "same"


def test_a_ledger_and_its_file_are_checked_alike(console: Console) -> None:
    of_ledger = json.loads(console.run("check", "--json").output)
    of_file = json.loads(console.run("trf", "check", str(console.shipped_file), "--json").output)
    count = of_file["rounds_compared"]
    assert of_file["verdicts"] == of_ledger["verdicts"][:count]


def test_the_questions_are_answered_from_a_ledger_and_from_a_file_alike(console: Console) -> None:
    file = str(console.shipped_file)
    white, black = json.loads(console.must_run("pairings", "3", "--json"))["rows"][0]["white"], 1
    questions = [
        (["why", "3", "--player", str(white)], ["--player", str(white)]),
        (["why-not", "3", str(white), str(black + 1)], ["--pair", str(white), str(black + 1)]),
        (["why-bye", "3"], ["--bye"]),
    ]
    for of_ledger, of_file in questions:
        one = json.loads(console.must_run(*of_ledger, "--json"))
        two = json.loads(console.must_run("trf", "why", file, "--round", "3", *of_file, "--json"))
        assert said(one) == said(two)


def said(record: dict[str, Any]) -> list[dict[str, object]]:
    """Return the claims without board numbers, which a file does not have, and names."""
    left_out = {"detail": None, "text": None}
    return [row | left_out for row in record["rows"] if row["kind"] != "board"]


def test_a_board_a_colour_and_the_draft_of_the_next_round_can_be_asked(console: Console) -> None:
    rounds = len(json.loads(console.run("check", "--json").output)["verdicts"])
    assert "Board 1:" in console.must_run("why", str(rounds), "1")
    assert " has white, " in console.must_run("why-colour", str(rounds), "1")
    assert "bord" in console.must_run("why", str(rounds), "2", "--lang", "nl").lower()
    hall = Console(console.folder / "new")
    hall.folder.mkdir()
    hall.must_run("init", "Cup", "--rounds", "3")
    for name in "ABC":
        hall.must_run("enter", f"Player {name}")
    hall.must_run("lots", "--by", "entry")
    assert "by lot" in hall.must_run("why-bye", "1")
    assert hall.run("why", "2", "1").exit_code == 2


def test_a_question_that_is_not_one_is_refused_with_what_to_do(console: Console) -> None:
    assert console.run("why", "3").exit_code == 2
    assert console.run("why", "3", "99").exit_code == 2
    assert console.run("why-not", "3", "1", "1").exit_code == 2
    assert console.run("trf", "why", str(console.shipped_file)).exit_code == 2
    assert console.run("check", "99").exit_code == 2
    assert console.run("trf", "check", str(console.shipped_file), "--round", "99").exit_code == 2


def test_a_file_paired_by_hand_is_told_from_one_paired_by_the_rules(tmp_path: Path) -> None:
    console = Console(tmp_path)
    output = console.run("generate", "--players", "12", "--rounds", "5", "-o", "random.trf")
    if output.exit_code:
        pytest.skip("there is no verb that makes random tournaments")
    result = console.run("trf", "check", "random.trf")
    assert result.exit_code == 0, result.output


@pytest.mark.clause("fide-dutch-2026 BR7", "fide-dutch-2017 BRg")
@pytest.mark.parametrize(
    ("rulebook", "norm"),
    [
        ("fide-dutch-2026", "BR7"),
        ("fide-dutch-2017", "BRg"),
        ("fide-burstein-2026", "BR7"),
        ("fide-dubov-2026", "BR7"),
    ],
)
def test_a_third_white_running_is_illegal_under_fide_too(rulebook: str, norm: str) -> None:
    hall = Hall(8, 5, rules=rulebook)
    hall.play()
    hall.do("publish")
    [board, white] = next(
        [at, black]
        for at, (_, black) in enumerate(hall.boards(2), 1)
        if any(black == first for first, _ in hall.boards(1))
    )
    hall.do("result", round=2, board=board, result="1-0")
    hall.do("correct-colours", round=2, board=board, reason="they sat otherwise")
    hall.play(publish=False)
    hall.do("publish")
    question = of_book(hall.book, 3)
    assert isinstance(question, Question)
    assert check(question).verdict == "same"
    turned = tuple(one[::-1] if white == one[1] else one for one in question.boards)
    assert turned != question.boards
    forbidden = replace(question, boards=turned)
    checked = check(forbidden)
    assert checked.verdict == "illegal"
    [claim] = [one for one in checked.claims if one.detail.get("breaks_b2")]
    assert claim.detail["norm"] == norm
    told = check_rounds([(3, forbidden)], "", head(hall.book), rulebook)
    assert isinstance(told, Explanation)
    clauses = {row["clause"] for row in told.view.cells if row["found_in"] == "played"}
    assert clauses == {question.clause(norm)}
    assert f"which {norm} forbids" in whole(words(line) for line in told.lines)
