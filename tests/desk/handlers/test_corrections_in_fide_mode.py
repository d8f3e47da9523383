"""Corrections in FIDE mode: of the last round, or for the rating alone; nothing gets around it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from desk.commands.decision import Decision
from desk.handlers.dispatch import handle_all
from ledger.facts.fide import RatedResultCorrected
from ledger.messages import commands_of
from ledger.refusals import Refusals
from tests.helpers.family import examples
from tests.helpers.hall import Hall, command, recorded
from tests.helpers.sequences import random_command
from tests.helpers.terminal import Terminal
from tests.helpers.words import words

OLDER = {"round": 1, "board": 1, "result": "0-1", "reason": "misread"}


def answered(there: Hall, verb: str, **fields: Any) -> Decision | Refusals:
    """Carry a command out as a person does who answers yes to everything."""
    first = len(there.facts) + 1
    outcome = handle_all(there.book, [(None, command(verb, **({"confirm": "yes"} | fields)))])
    if isinstance(outcome, Decision):
        there.book.record([recorded(fact, at) for at, fact in enumerate(outcome.facts, first)])
    return outcome


def played(rounds: int, **init: Any) -> Hall:
    there = Hall(6, 6, rules="fide-dutch-2026", **init)
    for _ in range(rounds):
        there.play()
    return there


def test_a_result_of_the_round_before_the_one_in_play_can_be_corrected() -> None:
    there = played(1)
    there.do("publish")
    assert isinstance(answered(there, "correct-result", **OLDER), Decision)
    assert there.state.rounds[0].games[0].outcome == "0-1"


def test_a_result_of_an_older_round_is_refused_until_fide_mode_is_left() -> None:
    there = played(2)
    there.do("publish")
    for verb, fields in (
        ("correct-result", OLDER),
        ("correct-colours", {**OLDER, "result": None}),
    ):
        typed = {key: value for key, value in fields.items() if value is not None}
        refused = answered(there, verb, **typed)
        assert isinstance(refused, tuple)
        assert [one.code for one in refused] == ["fide-mode-refuses"]
        advised = [one.verb for one in commands_of(refused[0].next)]
        assert advised[-1] == "fide-mode-leave"
        assert (advised[0] == verb and "--rating-only" in words(refused[0].next)) == (
            "result" in verb
        )
    there.do("fide-mode-leave", reason="the result of round 1 was wrong")
    assert isinstance(answered(there, "correct-result", **OLDER), Decision)


def test_a_round_that_is_closed_makes_the_one_before_it_an_older_one() -> None:
    there = played(2)
    assert isinstance(there.decide("correct-result", **OLDER), Decision)
    there.do("close", round=2)
    assert isinstance(answered(there, "correct-result", **OLDER), tuple)
    newer = {**OLDER, "round": 2, "result": "1/2-1/2"}
    assert isinstance(answered(there, "correct-result", **newer), Decision)


def test_an_older_result_counts_for_the_rating_alone_when_that_is_asked() -> None:
    there = played(2)
    there.do("publish")
    outcome = answered(there, "correct-result", **OLDER, rating_only=True)
    assert isinstance(outcome, Decision)
    game = there.state.rounds[0].games[0]
    fact = outcome.facts[0]
    assert isinstance(fact, RatedResultCorrected)
    assert (fact.outcome, fact.corrects, fact.answered) == (
        "0-1",
        game.set_by,
        ("result-corrected",),
    )
    assert game.outcome == "1-0"
    assert there.state.fide.rated_as == {(1, game.white, game.black): "0-1"}
    again = there.refused("correct-result", **OLDER, rating_only=True)
    assert again.code == "nothing-to-correct"
    there.do("correct-result", **{**OLDER, "result": "1-0"}, rating_only=True)
    there.do("undo")
    there.do("undo")
    assert not there.state.fide.rated_as


def test_a_result_of_the_last_round_is_not_corrected_for_the_rating_alone() -> None:
    there = played(2)
    fields = {**OLDER, "round": 2, "result": "1/2-1/2", "rating_only": True}
    assert there.refused("correct-result", **fields).code == "correct-it-wholly"


def test_an_adjourned_game_that_ended_later_is_corrected_before_the_next_pairing() -> None:
    there = Hall(6, 6, rules="fide-dutch-2026")
    there.play("-")
    there.do("adjourn", round=1, board=1)
    there.play()
    there.do("publish")
    there.do("result", round=1, board=1, result="1-0")
    assert isinstance(answered(there, "correct-result", **OLDER), Decision)
    there.play(publish=False)
    there.do("publish")
    back = {**OLDER, "result": "1-0"}
    assert isinstance(answered(there, "correct-result", **back), tuple)


def test_it_is_a_footnote_of_standing_and_crosstable_and_a_comment_of_the_file(
    tmp_path: Path,
) -> None:
    open_ = Terminal(tmp_path / "one.ledger")
    open_.run("init", "Open", "--rules", "fide-dutch-2026", "--rounds", 3)
    for name in "ABCD":
        open_.run("enter", name)
    open_.run("lots", "--first-colour", "white")
    for number in (1, 2):
        open_.run("publish")
        open_.run("result", number, 1, "1-0", 2, "1-0")
    open_.run("publish")
    before = open_.json("standings")["rows"]
    wrong = ("correct", "result", 1, 1, "0-1", "--reason", "misread", "--confirm", "yes")
    assert "fide-mode-refuses" in open_.refused(*wrong)
    open_.run(*wrong, "--rating-only")
    assert open_.json("standings")["rows"] == before
    for verb in ("standings", "crosstable"):
        typed = " ".join(open_.run(verb).split())
        assert "round 1, 1 A - 3 C: 0-1 for the rating, 1-0 here" in typed
    assert "for the rating" not in open_.run("standings", "--after", 0)
    [line] = [line for line in open_.run("export").splitlines() if line.startswith("###")]
    assert line.startswith("### Rating-correction @ Round 1: arbiter, ")
    assert line.endswith(", 1-3 1-0 -> 1-3 0-1 (misread)")
    kinds = [row["kind"] for row in open_.json("integrity")["rows"]]
    assert kinds == ["result corrected for rating"]


@examples(60)
@given(st.integers(0, 10**9))
def test_no_sequence_of_answered_commands_changes_an_older_result_in_fide_mode(seed: int) -> None:
    chance, there = Random(seed), Hall(6, 6, rules="fide-dutch-2026")
    kept: Mapping[tuple[int, int, int], object] = {}
    for _ in range(60):
        verb, fields = random_command(chance, there)
        if chance.random() < 0.15:
            verb, fields = "undo", {}
        if verb == "fide-mode-leave":
            continue
        if verb == "play":
            for round_ in there.state.rounds[-1:]:
                for board, _ in round_.open_games:
                    answered(there, "result", round=round_.number, board=board, result="1-0")
            answered(there, "publish")
        else:
            answered(there, verb, **{key: v for key, v in fields.items() if v is not None})
        rounds = there.state.rounds
        last = rounds[-1].position if rounds else 0
        closed = max((one.number for one in rounds if one.closed), default=0)
        now = {
            (one.number, game.white, game.black): game.outcome
            for one in rounds
            for game in one.games
            if one.number < closed and game.set_by < last
        }
        here = {(one.number, g.white, g.black) for one in rounds for g in one.games}
        for key, outcome in kept.items():
            assert key in here, key
            assert now.get(key, outcome) == outcome, key
        kept = now
