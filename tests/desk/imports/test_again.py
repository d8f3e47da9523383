"""Rounds of a file paired again at its import: what differs is told, and asked in FIDE mode."""

from __future__ import annotations

from pathlib import Path

import pytest

from desk.commands.opening import Import
from desk.handlers.opening import pair_ahead
from desk.imports import again
from desk.imports.again import MOST_BOARDS, MOST_ROUNDS, OtherRound, RoundsAgain, rounds_again
from desk.making.many_trf import as_bytes
from desk.making.random_trf import Rates, generate
from ledger.facts.records import FileImported
from ledger.store.store import Store
from ledger.trf.model import TrfFile
from ledger.trf.reader import parse
from tests.helpers.crosstables import rules
from tests.helpers.terminal import Terminal
from tests.helpers.words import words

FIDE = rules("fide-dutch-2026")
QUIET = Rates(defaults=0, byes=0, absences=0, withdrawals=0, late=0)


def made(seed: str = "7") -> bytes:
    """Return a tournament of eight with three rounds, paired by the engine."""
    return as_bytes(generate(8, 3, rules=FIDE, seed=seed, rates=QUIET), FIDE, None)


def with_colours_of_round_1_exchanged(data: bytes) -> bytes:
    """Return the file with the colours of the first board of round 1 the other way round."""
    lines = data.decode().split("\r\n")
    first = next(line for line in lines if line.startswith("001    1"))
    other = next(line for line in lines if line.startswith(f"001 {first[91:95]}"))
    swap = {"w": "b", "b": "w"}
    for line in (first, other):
        lines[lines.index(line)] = f"{line[:96]}{swap[line[96]]}{line[97:]}"
    return "\r\n".join(lines).encode()


def imported(terminal: Terminal) -> FileImported:
    with Store(terminal.ledger) as store:
        [(id_, _)] = store.tournaments()
        [fact] = [fact for fact, _ in store.facts(id_) if isinstance(fact, FileImported)]
    return fact


def test_rounds_paired_elsewhere_are_asked_for_in_fide_mode_and_the_answer_is_in_the_fact(
    tmp_path: Path,
) -> None:
    (tmp_path / "made.trf").write_bytes(made())
    terminal = Terminal(tmp_path / "one.ledger")
    refused = terminal.refused("import", tmp_path / "made.trf")
    assert "confirmation-needed" in refused
    assert "with rounds that were not paired here" in refused
    assert not terminal.ledger.exists()
    terminal.run("import", tmp_path / "made.trf", "--confirm", "yes")
    fact = imported(terminal)
    assert (fact.format, fact.engine, fact.differs) == ("trf26", "fide-dutch 1", None)
    assert fact.answered == ("file-imported",)
    assert terminal.json("status")["fide_mode"] == "on"


def test_a_round_that_the_engine_pairs_otherwise_is_told_by_its_boards(tmp_path: Path) -> None:
    (tmp_path / "made.trf").write_bytes(with_colours_of_round_1_exchanged(made()))
    terminal = Terminal(tmp_path / "one.ledger")
    refused = terminal.refused("import", tmp_path / "made.trf")
    assert "not as fide-dutch 1 pairs" in refused
    assert "round 1: differs at boards " in refused
    terminal.run("import", tmp_path / "made.trf", "--confirm", "ja")
    fact = imported(terminal)
    assert fact.differs is not None
    assert fact.differs[0] == 1
    assert fact.answered == ("file-imported", "file-paired-otherwise")


def test_outside_fide_mode_it_is_a_note_and_nothing_of_it_is_recorded(tmp_path: Path) -> None:
    (tmp_path / "made.trf").write_bytes(with_colours_of_round_1_exchanged(made()))
    terminal = Terminal(tmp_path / "one.ledger")
    ran = terminal.try_("import", tmp_path / "made.trf", "--without-fide-mode")
    assert ran.code == 0
    assert "note: " in ran.out
    assert "round 1: differs at boards" in ran.out
    assert (imported(terminal).engine, imported(terminal).differs) == (None, None)


def test_a_file_under_rules_that_nobody_named_is_not_compared(tmp_path: Path) -> None:
    lines = with_colours_of_round_1_exchanged(made()).replace(b"192 FIDE_DUTCH_2026\r\n", b"")
    (tmp_path / "made.trf").write_bytes(lines)
    terminal = Terminal(tmp_path / "one.ledger")
    assert "differs" not in terminal.try_("import", tmp_path / "made.trf").out
    other = Terminal(tmp_path / "two.ledger")
    options = ("--rules", "knsb-rating-2014")
    assert "differs" in other.try_("import", tmp_path / "made.trf", *options).out


def test_a_file_is_paired_again_once_and_its_progress_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    data, done = made("progress"), list[tuple[int, int]]()
    command = Import(file="made.trf", content=data)
    pair_ahead(command, lambda number, total: done.append((number, total)))
    assert done == [(1, 3), (2, 3), (3, 3)]
    monkeypatch.setattr(again, "pair_played", None)
    file = parse(data)
    assert isinstance(file, TrfFile)
    kept = rounds_again(file, data, FIDE, None)
    assert kept is not None
    assert kept[:3] == ("fide-dutch 1", 3, ())


def test_many_differences_are_counted_and_the_first_are_named() -> None:
    boards = tuple((at, at + 20) for at in range(1, MOST_BOARDS + 3))
    differ = tuple(OtherRound(at, (*boards, (9, None)), None) for at in range(1, MOST_ROUNDS + 2))
    text = words(RoundsAgain("an engine", 9, differ).sentence())
    assert "1-21, 2-22" in text
    assert "and 3 more; round 2" in text
    assert text.endswith("and 1 more round")
    one = RoundsAgain("an engine", 9, (OtherRound(3, ((9, None),), None),))
    assert words(one.sentence()).endswith("round 3: differs at boards bye 9")
    dutch = words(one.sentence(), "nl")
    assert dutch.endswith("ronde 3: anders aan bord bye 9")


def played_here(tmp_path: Path) -> tuple[Terminal, Terminal]:
    """Return a tournament of nine, and what another program reads of its file in round 3."""
    terminal, other = Terminal(tmp_path / "one.ledger"), Terminal(tmp_path / "two.ledger")
    terminal.run("init", "Open", "--rules", "fide-dutch-2026", "--rounds", 5)
    for at in range(9):
        terminal.run("enter", f"Player {at}", "--rating", 2000 - at)
    terminal.run("lots", "--first-colour", "white")
    for number, results in enumerate((("0", "0", "=", "1"), ("1", "=", "0", "0")), 1):
        terminal.run("publish")
        for board, result in enumerate(results, 1):
            terminal.run("result", number, board, result)
    terminal.run("publish")
    return terminal, other


def boards_of(terminal: Terminal) -> list[list[tuple[int, int]]]:
    rounds = (terminal.json("pairings", number)["rows"] for number in (1, 2, 3))
    return [[(row["white"], row["black"]) for row in rows] for rows in rounds]


def test_boards_of_an_imported_round_have_the_numbers_they_had_on_the_wall(tmp_path: Path) -> None:
    terminal, other = played_here(tmp_path)
    terminal.run("export", "-o", tmp_path / "open.trf")
    other.run("import", tmp_path / "open.trf", "--confirm", "yes")
    boards = boards_of(terminal)
    assert any(one != sorted(one, key=min) for one in boards)
    assert boards_of(other) == boards


def test_boards_of_a_round_that_was_paired_otherwise_go_by_score(tmp_path: Path) -> None:
    terminal, other = played_here(tmp_path)
    terminal.run("correct", "result", 2, 4, "1-0", "--reason", "misread", "--confirm", "yes")
    terminal.run("export", "-o", tmp_path / "open.trf")
    other.run("import", tmp_path / "open.trf", "--confirm", "yes")
    [*before, last] = boards_of(terminal)
    [*same, by_score] = boards_of(other)
    assert same == before
    assert sorted(by_score) == sorted(last)
    points = {row["id"]: row["points"] for row in other.json("standings", "--after", 2)["rows"]}
    highest = [max(points[player] for player in board) for board in by_score]
    assert highest == sorted(highest, reverse=True)
