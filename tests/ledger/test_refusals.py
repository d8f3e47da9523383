"""What is wrong with a file is told up to a bound, and then it is not read any further."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

from desk.commands.base import Command
from desk.commands.commands import command_of, read_ndjson
from desk.commands.disputes import LodgeProtest
from desk.commands.season import TakeInEvening
from desk.handlers.dispatch import handle_all
from desk.imports.season import season_facts
from ledger.csv_files.people import PeopleRefused, read_people
from ledger.csv_files.season import read_rows
from ledger.refusals import MOST, Enough, FirstFindings, Refusal
from ledger.trf.reader import lines_by_kind, parse
from tests.helpers.crosstables import rules
from tests.helpers.hall import Hall
from tests.helpers.trf_lines import row, text
from tests.helpers.words import words

MANY = 3 * MOST


def test_findings_after_the_last_that_is_told_raise_enough_and_reading_stops_once() -> None:
    found, looked_at = FirstFindings[int](), []

    def read() -> Iterator[int]:
        for number in range(MANY):
            looked_at.append(number)
            yield number

    with pytest.raises(Enough):
        found += read()
    assert len(looked_at) == MOST
    for _ in range(2):
        found.close(-1)
    assert found == [*range(MOST - 1), -1]


def people(rows: bytes) -> Callable[[], Sequence[Refusal]]:
    def read() -> Sequence[Refusal]:
        outcome = read_people(rows)
        assert isinstance(outcome, PeopleRefused)
        return [error.refusal() for error in outcome.errors]

    return read


def season(rows: bytes) -> Callable[[], Sequence[Refusal]]:
    def read() -> Sequence[Refusal]:
        members = b"name;number\nAalders;1\nBeekman;2\n"
        outcome = season_facts(
            rows, members, rules("mwkeizer"), name=None, rounds=None, new_seed=lambda: "seed"
        )
        assert isinstance(outcome, tuple)
        return outcome

    return read


def evening(rows: bytes) -> Callable[[], Sequence[Refusal]]:
    def read() -> Sequence[Refusal]:
        hall = Hall(4, rules="mwkeizer")
        command = TakeInEvening(command="evening", file="e.csv", content=rows, round=1)
        outcome = handle_all(hall.book, [(None, command)])
        assert isinstance(outcome, tuple)
        return outcome

    return read


def trf(lines: bytes) -> Callable[[], Sequence[Refusal]]:
    def read() -> Sequence[Refusal]:
        outcome = parse(lines)
        assert isinstance(outcome, tuple)
        return [error.refusal() for error in outcome]

    return read


def typed(lines: str) -> Callable[[], Sequence[Refusal]]:
    def read() -> Sequence[Refusal]:
        outcome = read_ndjson(lines)
        assert isinstance(outcome, tuple)
        return outcome

    return read


def judged() -> Sequence[Refusal]:
    """Return the refusals of commands that cannot be carried out."""
    hall = Hall(4)
    protest = command_of({"command": "protest", "round": 9, "player": "1", "text": "x"})
    assert isinstance(protest, LodgeProtest)
    outcome = handle_all(hall.book, [(line, protest) for line in range(1, MANY)])
    assert isinstance(outcome, tuple)
    return outcome


READERS: dict[str, Callable[[], Sequence[Refusal]]] = {
    "a value that cannot be read": people(b"naam;rating\n" + b"A;x\n" * MANY),
    "rows too long": people(b"naam;rating\n" + b"A;1;2;3\n" * MANY),
    "players twice": people(b"naam;rating\n" + b"Aalders;1500\n" * MANY),
    "players of a tournament file": people(b"001    1 x\n" * MANY),
    "lines of a tournament file": trf(b"001 x\n" * MANY),
    "games of a tournament file": trf(
        text(*(row(n, "   1 w 0" if n > 1 else "   2 w 1") for n in range(1, MANY)))
    ),
    "a season's values": season(b"kind;round;player;opponent;result\n" + b"game;1;1;2;x\n" * MANY),
    "a season's members": season(
        b"kind;round;player;opponent;result\n" + b"game;1;7;8;1-0\n" * MANY
    ),
    "an evening's values": evening(b"kind;player;opponent;result\n" + b"game;1;2;x\n" * MANY),
    "an evening's rows": evening(b"kind;player;opponent;result\n" + b"game;1;2;\n" * MANY),
    "an evening's players": evening(
        b"kind;player\n" + b"".join(b"absent;Nobody %d\n" % n for n in range(MANY))
    ),
    "lines of commands": typed('{"command": "enter"}\n' * MANY),
    "commands": judged,
}


@pytest.mark.parametrize("reader", READERS.values(), ids=READERS)
def test_a_file_with_something_wrong_in_each_line_is_read_no_further_than_is_told(
    reader: Callable[[], Sequence[Refusal]],
) -> None:
    refusals = reader()
    assert len(refusals) == MOST
    assert "not-read-on" in refusals[-1].code
    assert words(refusals[-1].what).endswith("more wrong than can be told at once.")
    assert not any("not-read-on" in refusal.code for refusal in refusals[:-1])
    assert max(refusal.line or 0 for refusal in refusals) <= MANY


def test_what_is_told_in_full_has_no_word_of_more() -> None:
    outcome = read_people(b"naam;rating\n" + b"A;x\n" * 20)
    assert isinstance(outcome, PeopleRefused)
    assert "not-read-on" not in {error.code for error in outcome.errors}
    rows, errors = read_rows(b"kind;round\n" + b"round;x\n" * (MOST - 1))
    assert len(rows) == len(errors) == MOST - 1


def test_any_number_of_kept_lines_that_would_be_refused_are_comments() -> None:
    lines = lines_by_kind(["352 nonsense"] * MANY)
    assert len(lines.other) == MANY


def test_a_long_file_of_2006_is_still_known_by_its_byes() -> None:
    outcome = parse(text(*(row(n, "0000 - =") for n in range(1, MANY))))
    assert isinstance(outcome, tuple)
    assert [error.code for error in outcome] == ["old-form"]


def test_a_refusal_says_which_command_of_a_list_it_is_of() -> None:
    hall = Hall(4)
    lines: list[dict[str, Any]] = [
        {"command": "plan", "rounds": 3},
        {"command": "withdraw", "player": 77},
        {"command": "schedule", "round": 1, "date": "2026-09-04"},
        {"command": "absent", "player": "Nobody", "round": 1},
        {"command": "absent", "player": 1, "round": 1},
    ]
    commands = [command_of(line) for line in lines]
    outcome = handle_all(hall.book, [(None, one) for one in commands if isinstance(one, Command)])
    assert isinstance(outcome, tuple)
    assert [refusal.command for refusal in outcome] == [2, 4]
