"""Pairing by hand has a begin and an end in FIDE mode, with the engine's pairing beside it."""

from __future__ import annotations

from pathlib import Path

import pytest

from desk.commands.decision import Decision
from ledger.facts.fide import ManualPairingBegun, ManualPairingEnded
from projections.log.departures import comments
from tests.helpers.hall import Hall
from tests.helpers.terminal import Terminal
from tests.helpers.words import words


def hall(players: int = 6) -> Hall:
    return Hall(players, 5, rules="fide-dutch-2026")


def as_the_engine(there: Hall) -> list[list[int]]:
    trial = hall(len(there.state.players))
    trial.do("publish")
    return [list(board) for board in trial.boards(1)]


def test_boards_by_hand_without_a_begin_are_refused() -> None:
    there = hall()
    boards = {"round": 1, "boards": [[1, 2], [3, 4], [5, 6]], "reason": "power cut"}
    assert there.refused("pairing-by-hand", **boards).code == "by-hand-not-begun"
    there.do("publish")
    swap = {"round": 1, "first": 1, "second": 2, "reason": "they asked"}
    assert there.refused("board-swap", **swap).code == "by-hand-not-begun"
    there.do("by-hand-begin", round=1)
    there.do("board-swap", **swap)


def test_meanwhile_the_engine_publishes_nothing_and_no_other_is_begun() -> None:
    there = hall()
    there.do("by-hand-begin")
    assert there.refused("publish").code == "by-hand-not-ended"
    assert there.refused("by-hand-begin").code == "by-hand-not-ended"
    ended = there.do("by-hand-end")
    assert ended == (ManualPairingEnded(round=1),)
    there.do("publish")


def test_only_the_last_round_or_the_next_can_be_paired_by_hand() -> None:
    there = hall()
    there.play()
    assert there.refused("by-hand-begin", round=3).code == "round-not-published"
    there.do("publish")
    assert there.refused("by-hand-begin", round=1).code == "not-the-last-round"
    assert there.refused("by-hand-begin", round=3).code == "games-open"
    there.do("by-hand-begin", round=2)


def test_boards_as_the_engine_has_them_are_told_to_be_so_before_and_at_the_end() -> None:
    there = hall()
    there.do("by-hand-begin")
    fields = {"round": 1, "boards": as_the_engine(there), "reason": "power cut"}
    decision = there.decide("pairing-by-hand", **fields)
    assert isinstance(decision, Decision)
    assert decision.warnings == ()
    assert "as the engine" in words(decision.notes[0])
    there.take(decision)
    assert "as the engine" in there.notes("by-hand-end")[0]
    [first, boards, last] = map(words, comments(there.book))
    assert first.startswith("### MPA-begin @ Round 1: ")
    assert boards.startswith("### MPA @ Round 1: ")
    assert last.endswith(", fide-dutch 1 -> same")


def test_boards_that_differ_from_the_engine_are_named_in_all_three_places() -> None:
    there = hall()
    boards = as_the_engine(there)
    other = [boards[0], [boards[1][0], boards[2][1]], [boards[2][0], boards[1][1]]]
    there.do("by-hand-begin")
    decision = there.decide("pairing-by-hand", round=1, boards=other, reason="x")
    assert isinstance(decision, Decision)
    [warning] = [one for one in decision.warnings if one.code == "hand-differs"]
    assert words(warning.what).startswith("differs from the engine at boards 2 and 3: ")
    there.take(decision)
    assert "differs from the engine at boards 2 and 3" in there.notes("by-hand-end")[0]
    ended = there.facts[-1]
    assert isinstance(ended, ManualPairingEnded)
    assert [[w, b] for w, b in zip(ended.whites, ended.blacks, strict=True)] == boards
    theirs, mine = (" ".join(f"{w}-{b}" for w, b in each[1:]) for each in (boards, other))
    assert words(comments(there.book)[-1]).endswith(f"fide-dutch 1: {theirs} -> {mine}")


def test_a_bye_of_another_player_differs_as_well() -> None:
    there = hall(5)
    boards = as_the_engine(there)
    free = next(p for p in range(1, 6) if p not in {p for board in boards for p in board})
    swapped = [[free if p == boards[0][1] else p for p in board] for board in boards]
    there.do("by-hand-begin")
    there.do("pairing-by-hand", round=1, boards=swapped, bye=boards[0][1], reason="x")
    assert f"{free} Player {chr(64 + free)} has the bye" in there.notes("by-hand-end")[0]


def test_what_was_made_is_taken_back_until_it_is_ended_and_the_end_as_well() -> None:
    there = hall()
    there.do("by-hand-begin")
    boards = {"round": 1, "boards": [[1, 2], [3, 4], [5, 6]], "reason": "power cut"}
    there.do("pairing-by-hand", **boards)
    there.do("by-hand-end")
    for published in (1, 1, 0):
        assert len(there.state.rounds) == published
        there.do("undo")
    assert there.state.fide.manual is None
    assert not there.state.rounds
    there.do("publish")
    assert there.refused("undo").code == "cannot-be-undone"


def test_leaving_fide_mode_ends_it_and_outside_there_is_none() -> None:
    there = hall()
    there.do("by-hand-begin")
    there.do("fide-mode-leave", reason="no engine at hand")
    assert there.state.fide.manual is None
    assert there.refused("by-hand-begin").code == "not-in-fide-mode"
    assert there.refused("by-hand-end").code == "by-hand-not-begun"
    there.do("pairing-by-hand", round=1, boards=[[1, 2], [3, 4], [5, 6]], reason="x")


def test_it_is_shown_on_the_status_and_before_every_answer_until_it_ends(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "one.ledger")
    terminal.run("init", "Open", "--rules", "fide-dutch-2026", "--rounds", 3)
    for name in "ABCD":
        terminal.run("enter", name)
    terminal.run("lots")
    assert "confirmation-needed" in terminal.try_("by-hand-begin").err
    terminal.run("by-hand-begin", "--round", 1, "--reason", "power cut", "--confirm", "yes")
    status = terminal.json("status")
    assert status["by_hand"] == 1
    assert "by-hand-end" in status["next"]
    assert "pairing by hand of round 1 since #9" in terminal.run("players")
    assert "by-hand-not-ended" in terminal.refused("publish")
    kinds = [row["kind"] for row in terminal.json("integrity")["rows"]]
    assert kinds == ["manual pairing"]
    terminal.run("by-hand-end")
    assert "by_hand" not in terminal.json("status")
    assert "pairing by hand of" not in terminal.run("players")


@pytest.mark.parametrize("players", [6, 7])
def test_the_begin_and_the_end_are_facts_with_the_round(players: int) -> None:
    there = hall(players)
    assert there.do("by-hand-begin", reason="x") == (ManualPairingBegun(round=1, reason="x"),)
