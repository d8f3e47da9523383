"""The results of a round from a pipe, and the choice of the round."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

from desk.terminal import entry_screen, unsaved
from desk.terminal.entry import ResultSheet
from desk.terminal.verbs import round_results
from tests.helpers.terminal import Ran, Terminal, with_round_1


@pytest.fixture
def terminal(tmp_path: Path) -> Terminal:
    return with_round_1(tmp_path)


def recorded(terminal: Terminal, number: int = 1) -> list[str | None]:
    return [row["result"] for row in terminal.json("pairings", number)["rows"]]


def piped(terminal: Terminal, text: str, *more: object) -> Ran:
    return terminal.try_("results", *more, stdin=text.encode())


@pytest.mark.parametrize(
    ("text", "results"),
    [
        ("1 0 =", ["1-0", "0-1", "1/2-1/2"]),
        ("1\n0\nr # drawn\n", ["1-0", "0-1", "1/2-1/2"]),
        ("1 fbl a", ["1-0", "1-0R", "adjourned"]),
        ("- 0 -", [None, "0-1", None]),
        ("2 0\n1 1\n", ["1-0", "0-1", None]),
        ("2-5;½\nCor f2le\n", [None, "1/2-1/2", "0-0R"]),
        ("1 fwn", ["0-1R", None, None]),
        ("1 1", ["1-0", None, None]),
    ],
)
def test_a_pipe_has_a_word_a_board_or_boards_with_their_results(
    terminal: Terminal, text: str, results: list[str | None]
) -> None:
    ran = piped(terminal, text)
    assert ran.code == 0, ran
    assert recorded(terminal) == results


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ("", 2, "nothing is typed"),
        ("1 0", 2, "board 1 0-1"),
        ("1 a", 2, "board 1 a, or boards 2 and 3 in order: 1-0 and a"),
        ("1 a =", 2, "3 results, and the boards without one are 2 and 3"),
        ("1 x", 2, 'line 1: "x" is not a result; use 1, 0, =, f with who and why (fwl)'),
        ("1 0 8", 2, 'line 1: "8" is not a result'),
        ("= fw 1 0", 2, 'line 1: "fw" is not a result'),
        ("0 = x fbl", 2, 'line 1: "x" is not a result'),
        ("2 1-0R", 2, '"1-0R" is not a result'),
        ("2 1\n9 1", 2, "line 2:"),
        ("1 1-0\n2 =", 3, "result-already-recorded"),
    ],
)
def test_a_pipe_that_is_wrong_records_nothing(
    terminal: Terminal, text: str, code: int, said: str
) -> None:
    terminal.run("result", 1, "1", "=")
    ran = piped(terminal, text)
    assert (ran.code, said in ran.err) == (code, True), ran
    assert recorded(terminal) == ["1/2-1/2", None, None]


@pytest.mark.parametrize(
    ("text", "results"),
    [
        ("1\n=\n", ["1-0", "1/2-1/2"]),
        ("1\n-\n", ["1-0", None]),
        ("1 -", ["1-0", None]),
        ("1-0 0-1", ["1-0", "0-1"]),
        ("0 =", ["0-1", "1/2-1/2"]),
        ("1 0-1", ["0-1", None]),
        ("a 1-0", ["adjourned", "1-0"]),
    ],
)
def test_two_words_for_the_two_boards_that_are_open_are_refused_only_where_two_things_can_be_meant(
    terminal: Terminal, text: str, results: list[str | None]
) -> None:
    terminal.run("result", 1, "3", "1")
    for ambiguous in ("1 =", "1 1", "1 a", "1 fwn"):
        assert "in two ways" in piped(terminal, ambiguous).err
    assert piped(terminal, text).code == 0
    assert recorded(terminal) == [*results, "1-0"]


@pytest.mark.parametrize(
    ("typed", "results"),
    [
        ("1-0 0-1", ["1-0", "0-1"]),
        ("½-½ 1:0", ["1/2-1/2", "1-0"]),
        ("0-1 =", ["0-1", "1/2-1/2"]),
        ("1 0-1", ["0-1", None]),
        ("2 =", [None, "1/2-1/2"]),
    ],
)
def test_results_that_are_written_out_stand_in_board_order_too(
    terminal: Terminal, typed: str, results: list[str | None]
) -> None:
    terminal.run("result", 1, "3", "1")
    assert "in two ways" in terminal.try_("result", 1, "1", "=").err
    assert "give one for each" in terminal.try_("result", 1, "1-0", "0-1", "1-0").err
    assert "give one for each" in terminal.try_("result", 1, "1-0").err
    terminal.run("result", 1, *typed.split())
    assert recorded(terminal) == [*results, "1-0"]


def test_a_board_that_has_no_result_is_named_and_nothing_is_recorded(terminal: Terminal) -> None:
    said = terminal.refused("result", 1, "1", "1-0", "2", code=2)
    assert "2 has no result; write BOARD RESULT, in pairs" in said
    assert recorded(terminal) == [None] * 3


def test_two_lines_are_two_boards_however_many_are_open(terminal: Terminal) -> None:
    assert "2 results, and the boards without one are 1, 2 and 3" in piped(terminal, "1\n=").err
    assert "round-not-published" in terminal.try_("result", 2, "1-0", "0-1").err


def test_the_round_is_the_last_with_open_games_or_the_one_that_is_named(terminal: Terminal) -> None:
    terminal.run("adjourn", 1, 1)
    assert piped(terminal, "2 1\n3 1").code == 0
    terminal.run("publish")
    assert piped(terminal, "0 0 0", 1).code == 2
    assert piped(terminal, "1 0-1", 1).code == 0
    assert recorded(terminal) == ["0-1", "1-0", "1-0"]
    assert piped(terminal, "= = =").code == 0
    assert recorded(terminal, 2) == ["1/2-1/2"] * 3
    assert "no board of round 2 is without one" in piped(terminal, "= = =").err
    assert "round-not-published" in piped(terminal, "=", 3).err


def test_a_result_for_a_round_that_is_complete_leads_on_and_to_a_correction(
    terminal: Terminal,
) -> None:
    piped(terminal, "1 0 =")
    said = terminal.refused("result", 1, "1-0", code=2)
    assert "next: toernooi publish" in said
    assert "to put a result right: toernooi correct result 1 BOARD 1-0" in said
    said = terminal.refused("--lang", "nl", "result", 1, "1", "0", "0", code=2)
    assert "een uitslag verbeteren: toernooi corrigeren uitslag 1 BORD UITSLAG" in said


def test_without_single_keys_each_board_is_asked_for(terminal: Terminal) -> None:
    ran = terminal.try_("results", "--json", at_keyboard=True, stdin=b"1\nfzl\nfbl\n\n\n")
    assert ran.code == 0
    assert [fact["fact"] for fact in ran.json["facts"]] == ["result-recorded", "game-forfeited"]
    assert recorded(terminal) == ["1-0", "1-0R", None]
    ended = terminal.try_("results", at_keyboard=True, stdin=b"1\n")
    assert (ended.code, recorded(terminal)[2]) == (130, None)
    terminal.run("result", 1, "3", "1")
    assert "round 1 has no board without a result" in terminal.try_("results", at_keyboard=True).err


# --- what could not be saved ----------------------------------------------------------------------


def next_step(ran: Ran) -> list[str]:
    """Return the words of the command that records what was kept, after those of the terminal."""
    said = re.search(
        r"results? that (?:was|were) typed stands? in (.*); .*: (toernooi .*)", ran.err
    )
    assert said, ran
    assert Path(said[1]).is_file()
    return shlex.split(said[2])[1:]


def records_what_was_kept(terminal: Terminal, ran: Ran) -> list[str | None]:
    """Carry the next step out, and return what is recorded then."""
    flag, place, *rest = next_step(ran)
    assert (flag, Path(place).resolve()) == ("--ledger", terminal.ledger.resolve())
    terminal.run(*rest)
    return recorded(terminal)


@pytest.fixture
def at_stick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """A terminal in a folder, with its ledger on a stick."""
    stick, folder = tmp_path / "stick", tmp_path / "folder"
    stick.mkdir()
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setenv("HOME", str(tmp_path))
    return with_round_1(stick)


def when_typed(monkeypatch: pytest.MonkeyPatch, then: Callable[[], object]) -> None:
    """Let something happen after typing, before anything is recorded."""
    typing = entry_screen.type_results

    def typed(sheet: ResultSheet) -> None:
        typing(sheet)
        then()

    monkeypatch.setattr(round_results, "type_results", typed)


@pytest.mark.parametrize("tournament", [(), ("--tournament", "Open")])
def test_what_is_typed_before_ctrl_c_stands_in_a_file_beside_the_ledger(
    at_stick: Terminal, tournament: tuple[str, ...]
) -> None:
    ran = at_stick.try_(*tournament, "results", at_keyboard=True, stdin=b"1\nfbl\n")
    assert ran.code == 130
    assert "stopped: nothing is recorded" in ran.err
    assert recorded(at_stick) == [None] * 3
    assert [path.name for path in at_stick.ledger.parent.glob("*.jsonl")] == ["t-results-1.jsonl"]
    again = at_stick.try_("results", at_keyboard=True, stdin=b"0\n")
    assert next_step(again)[-1].endswith("t-results-1-2.jsonl")
    assert records_what_was_kept(at_stick, ran) == ["1-0", "1-0R", None]


def test_who_typed_nothing_gets_no_file(at_stick: Terminal) -> None:
    ran = at_stick.try_("results", at_keyboard=True, stdin=b"-\n")
    assert ran.code == 130
    assert ran.err.rstrip().endswith("stopped: nothing is recorded")
    assert not list(at_stick.ledger.parent.glob("*.jsonl"))


def test_what_is_typed_when_the_ledger_vanishes_is_recorded_when_it_is_back(
    at_stick: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    away = at_stick.ledger.with_suffix(".away")
    when_typed(monkeypatch, lambda: at_stick.ledger.rename(away))
    ran = at_stick.try_("results", at_keyboard=True, stdin=b"a\n=\n1\n\n")
    assert ran.code == 2
    assert "next: bring the ledger back to its place" in ran.err
    assert "init" not in ran.err
    away.rename(at_stick.ledger)
    assert records_what_was_kept(at_stick, ran) == ["adjourned", "1/2-1/2", "1-0"]


def test_what_is_typed_when_the_stick_is_pulled_out_stands_in_the_folder_of_the_person(
    at_stick: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    stick = at_stick.ledger.parent
    away = stick.with_name("pulled out")
    when_typed(monkeypatch, lambda: stick.rename(away))
    ran = at_stick.try_("results", at_keyboard=True, stdin=b"1\n0\n=\n\n")
    assert ran.code == 2
    assert next_step(ran)[-1] == "t-results-1.jsonl"
    away.rename(stick)
    assert records_what_was_kept(at_stick, ran) == ["1-0", "0-1", "1/2-1/2"]


def test_another_ledger_of_the_folder_never_gets_what_was_typed_for_the_one_that_vanished(
    at_stick: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = at_stick.ledger.parent
    monkeypatch.chdir(folder)
    other = Terminal(folder / "other.ledger", at_stick.world)
    other.ledger.write_bytes(at_stick.ledger.read_bytes())
    named = at_stick.ledger.rename(folder / "toernooi.ledger")
    when_typed(monkeypatch, lambda: named.rename(folder / "away"))
    without_name = ("--ledger", "")
    ran = other.try_(*without_name, "results", at_keyboard=True, stdin=b"1\n0\n=\n\n")
    assert ran.code == 2
    assert recorded(other) == [None] * 3
    assert next_step(ran)[:2] == ["--ledger", "toernooi.ledger"]


def test_where_no_file_can_be_written_what_was_typed_is_printed(
    at_stick: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, data: bytes) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(unsaved, "write_whole", full)
    ran = at_stick.try_("results", at_keyboard=True, stdin=b"1\n")
    assert ran.code == 130
    line = ran.err.splitlines()[-1]
    assert json.loads(line)["result"] == "1-0"
    at_stick.run("apply", "-", stdin=line.encode())
    assert recorded(at_stick) == ["1-0", None, None]
