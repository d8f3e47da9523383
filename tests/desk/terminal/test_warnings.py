"""A warning asks at a terminal, and is a refusal where nobody can be asked."""

from __future__ import annotations

import shlex
from pathlib import Path

import click
import pytest

from cli import toernooi
from desk.commands.commands import command_of
from desk.commands.decision import Warn, WarnLevel
from desk.desk import Desk
from desk.outcomes import Warned
from desk.terminal.words import TYPED, reader
from desk.writing import carry_out
from ledger.messages import also, commands_of
from tests.helpers.terminal import Terminal

WARNING = "the draft from #10 does not know the correction #11"
PUBLISH = ("publish", "--basis", "10")


@pytest.fixture
def terminal(tmp_path: Path) -> Terminal:
    """Return a tournament in which a result was corrected after the draft of round 2."""
    terminal = Terminal(tmp_path / "open.ledger")
    terminal.run("init", "Open", "--rounds", "3")
    for name in ("Aarts", "Bos", "Cohen", "Dam"):
        terminal.run("enter", name)
    terminal.run("lots", "--by", "entry")
    terminal.run("publish")
    for board in (1, 2):
        terminal.run("result", 1, board, "1-0")
    assert terminal.json("pair")["basis"] == 10
    terminal.run("correct", "result", 1, 1, "0-1", "--reason", "misread")
    return terminal


def test_who_types_the_answer_goes_on(terminal: Terminal) -> None:
    ran = terminal.try_(*PUBLISH, stdin=b"yes\n", at_keyboard=True)
    assert ran.code == 0
    assert f"warning: {WARNING}" in ran.err
    assert "Type yes to go on" in ran.out
    assert "round 2" in ran.out


@pytest.mark.parametrize("typed", [b"\n", b"ok\n"])
def test_who_types_anything_else_is_refused(terminal: Terminal, typed: bytes) -> None:
    ran = terminal.try_(*PUBLISH, stdin=typed, at_keyboard=True)
    assert (ran.code, len(terminal.json("rounds")["rows"])) == (3, 3)
    assert "refused (confirmation-needed)" in ran.err
    no = terminal.try_(*PUBLISH, stdin=b"no\n", at_keyboard=True)
    assert "refused (not-confirmed)" in no.err


def test_a_program_is_refused_with_what_it_may_add(terminal: Terminal) -> None:
    ran = terminal.try_(*PUBLISH, "--json")
    [refusal] = ran.json["refused"]
    assert (ran.code, refusal["code"], refusal["what"]) == (3, "confirmation-needed", WARNING)
    again = f"toernooi --ledger {terminal.ledger} publish --basis 10 --json --confirm yes"
    assert refusal["next"] == f"to go on all the same: {again}"
    assert refusal["step"] == [{"command": None, "fields": {"confirm": "yes"}, "ask": []}]
    assert "--confirm yes" in terminal.try_(*PUBLISH).err


def test_a_reason_that_is_wanted_is_asked_or_the_whole_command_is_told(terminal: Terminal) -> None:
    terminal.run("publish", "--confirm", "yes")
    correct = ("correct", "result", 1, 1, "1-0")
    again = f"toernooi --ledger {terminal.ledger} correct result 1 1 1-0 --reason TEXT"
    assert f"say why: {again}" in terminal.refused(*correct, code=2)
    [refusal] = terminal.try_(*correct, "--json", at_keyboard=True).json["refused"]
    assert refusal["code"] == "reason-required"
    none = terminal.try_(*correct, stdin=b"\n", at_keyboard=True)
    assert "error (reason-required)" in none.err
    long = terminal.try_(*correct, stdin=b"x" * 2001 + b"\n", at_keyboard=True)
    assert (long.code, "2000" in long.err) == (2, True)
    ran = terminal.try_(*correct, stdin="misread é\n".encode(), at_keyboard=True)
    assert (ran.code, "Reason" in ran.out) == (0, True)
    assert terminal.json("log")["rows"][-1]["reason"] == "misread é"


def test_an_option_that_is_wanted_comes_with_the_whole_command(terminal: Terminal) -> None:
    ledger = f"--ledger {terminal.ledger}"
    terminal.run("init", "Other")
    players = ("players", "--tournament", "Nobody", "--csv")
    assert f"toernooi {ledger} players --csv --tournament NAME" in terminal.refused(
        *players, code=2
    )
    equals = ("players", "--tournament=Nobody")
    assert f"toernooi {ledger} players --tournament NAME" in terminal.refused(*equals, code=2)
    short = ("-t", "Nobody", "players")
    assert f"toernooi {ledger} players --tournament NAME" in terminal.refused(*short, code=2)


def test_a_key_that_is_given_again_takes_the_place_of_its_value_and_other_keys_stay() -> None:
    keys = ("--set", "fide.acceleration=none", "--set=scores.win=1")
    with click.Context(toernooi) as ctx:
        ctx.meta[TYPED] = ("trf", "pair", "a.trf", *keys)
        trf = toernooi.commands["trf"]
        assert isinstance(trf, click.Group)
        with click.Context(trf.commands["pair"], ctx):
            step = reader()(also(set="fide.acceleration=baku"))
    again = "toernooi trf pair a.trf --set=scores.win=1 --set fide.acceleration=baku"
    assert step == again


def test_a_verb_with_files_of_its_own_is_told_the_option_alone(terminal: Terminal) -> None:
    empty = terminal.ledger.with_name("empty")
    empty.touch()
    refused = Terminal(terminal.ledger.with_name("new.ledger")).refused("restore", empty, code=2)
    assert "name a ledger: --ledger FILE\n" in refused


def test_a_confirmation_is_asked_in_one_way_and_says_the_whole_command(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "a club.ledger")
    terminal.run("init", "Open", "--rounds", "3")
    for name in ("Aarts", "Bos", "Cohen", "Dam"):
        terminal.run("enter", name)
    terminal.run("lots", "--by", "entry")
    for command in (("publish",), ("result", 1, 1, "1-0"), ("result", 1, 2, "1-0"), ("publish",)):
        terminal.run(*command)
    terminal.run("correct", "result", 1, 1, "0-1", "--reason", "misread")
    amend = ("amend", 2, "--reason", "a wrong result")
    before = f"toernooi --ledger '{terminal.ledger}'"
    again = f"{before} amend 2 --reason 'a wrong result' --confirm 2"
    assert again.replace("'", '"') in terminal.refused(*amend).replace("'", '"')
    assert "--taal nl --bevestig ja" in terminal.refused("undo", "--lang", "nl")
    assert "--taal nl --bevestig 2" in terminal.refused(*amend, "--lang", "nl")
    assert "the pairing that was published stays" in terminal.refused(*amend).casefold()
    assert "--confirm 2" in terminal.refused(*amend, "--confirm", "yes")
    assert terminal.refused(*amend, "--confirm", "perhaps").count("--confirm") == 1
    assert "not-confirmed" in terminal.refused(*amend, "--confirm", "nee")
    answer = terminal.try_(*amend, "--lang", "nl", stdin=b"nee\n", at_keyboard=True)
    assert "Typ 2 om door te gaan" in answer.out
    half = terminal.try_(*amend, stdin=b"yes\n", at_keyboard=True)
    assert "Type 2 to go on" in half.out
    assert "Type yes" not in half.out
    assert "confirmation-needed" in half.err
    assert terminal.try_(*amend, stdin=b"2\n", at_keyboard=True).code == 0


def test_in_a_command_file_the_answer_is_a_field(terminal: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "commands.ndjson"
    file.write_text('{"command": "publish", "basis": 10}\n', "utf-8")
    assert 'to go on all the same: "confirm": "yes"' in terminal.refused("apply", file)
    file.write_text('{"command": "publish", "basis": 10, "confirm": "yes"}\n', "utf-8")
    terminal.run("apply", file)


def test_the_desk_returns_a_warning_as_what_it_is(terminal: Terminal) -> None:
    command = command_of({"command": "publish", "basis": 10})
    assert not isinstance(command, tuple)
    written = carry_out(Desk(terminal.ledger), [(7, command)])
    assert isinstance(written, Warned)
    [warning] = written.warnings
    assert (warning.level, warning.answer, warning.line) == (WarnLevel.CONFIRM, "yes", 7)
    [refusal] = written.refusals
    assert (refusal.line, refusal.clause) == (7, "knsb-wp-2014 F7")


def test_beside_a_refusal_a_warning_is_one_as_well(terminal: Terminal) -> None:
    commands = [
        command_of({"command": "publish", "basis": 10}),
        command_of({"command": "start", "round": 9}),
    ]
    refusals = carry_out(Desk(terminal.ledger), [(n, c) for n, c in enumerate(commands, 1)])  # type: ignore[misc]
    assert isinstance(refusals, tuple)
    assert [refusal.line for refusal in refusals] == [1, 2]
    assert refusals[0].code == "confirmation-needed"


def test_what_is_at_stake_is_the_answer_itself() -> None:
    warning = Warn("public-pairing-changes", "round 2 is public", WarnLevel.TYPE, "2")
    assert commands_of(warning.refusal().next) == (also(confirm="2"),)


def test_an_answer_of_several_words_can_be_typed_as_it_is_shown(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "open.ledger")
    terminal.run("init", "Open of Breda", "--rules", "fide-dutch-2026", "--rounds", "5")
    leave = ("fide-mode-leave", "--reason", "other")
    shown = terminal.refused(*leave).rpartition(" toernooi ")[2]
    assert shown.rstrip().endswith('--confirm "Open of Breda"')
    terminal.run(*shlex.split(shown)[2:])
    assert terminal.json("status")["fide_mode"] == "left"


def test_an_answer_that_does_not_fit_is_told_to_be_so(tmp_path: Path) -> None:
    desk = Terminal(tmp_path / "open.ledger")
    desk.run("init", "Open", "--rules", "fide-dutch-2026", "--rounds", 5)
    for language, words in (
        ("en", 'the answer "Closed" does not fit: '),
        ("nl", 'het antwoord "Closed" klopt niet: '),
    ):
        leave = ("--lang", language, "fide-mode-leave", "--reason", "other")
        assert words in desk.refused(*leave, "--confirm", "Closed")
        assert words not in desk.refused(*leave)
    leave = ("--lang", "nl", "fide-mode-leave", "--reason", "other")
    assert 'het antwoord "ja" klopt niet: ' in desk.refused(*leave, "--confirm", "ja")


@pytest.mark.parametrize(("typed", "code"), [(b"\n", 0), (b"n\n", 3)])
def test_a_note_to_press_enter_on_can_be_answered_with_no(
    tmp_path: Path, typed: bytes, code: int
) -> None:
    terminal = Terminal(tmp_path / "open.ledger")
    terminal.run("init", "Open", "--rounds", "3")
    for name in ("Aarts", "Bos"):
        terminal.run("enter", name, "--rating", "1800")
    assert terminal.try_("lots", "--by", "rating", stdin=typed, at_keyboard=True).code == code
