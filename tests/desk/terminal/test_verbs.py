"""The command line: both languages, results in many ways, apply, wrong input and exit codes."""

from __future__ import annotations

import atexit
import gc
import json
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

import cli
from desk.terminal.groups import Verbs
from desk.terminal.help import help_of, text_of
from desk.terminal.verbs.program import Program
from tests.helpers.ledgers import damage
from tests.helpers.terminal import Terminal, with_round_1


@pytest.fixture
def terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Return a terminal on a tournament of six, called A to F, with round 1 published."""
    monkeypatch.chdir(tmp_path)
    return with_round_1(tmp_path)


def in_round_1(terminal: Terminal) -> list[str | None]:
    return [row["result"] for row in terminal.json("pairings", 1)["rows"]]


def facts(terminal: Terminal) -> int:
    return int(terminal.json("status")["position"])


# --- the words ------------------------------------------------------------------------------------


def test_a_tournament_is_run_in_dutch(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "nl.ledger")
    for line in (
        "nieuw Open --ronden 3",
        "inschrijven Anna",
        "inschrijven Bram",
        "inschrijven Cor",
        "inschrijven Dirk",
        "loten --volgens rating",
        "afmelden Dirk 2",
        "spelers",
        "datum 1 2026-09-04",
        "indelen",
        "publiceren",
        "indeling 1 --op-naam",
        "beginnen 1",
        "uitslag 1 1 1-0",
        "afbreken 1 2",
        "corrigeren uitslag 1 1 0-1",
        "corrigeren kleuren 1 1",
        "corrigeren rating Anna 1800",
        "corrigeren persoon Bram --club Toren",
    ):
        reason = ("--reason", "r") if "rating" in line or "persoon" in line else ()
        plain = line.startswith("loten")
        terminal.run(*line.split(), *(() if plain else reason))
    for line in (
        "uitslag 1 2 =",
        "afsluiten 1",
        "terugtrekken Dirk",
        "heraanmelden Dirk",
        "stand",
        "kruistabel",
        "speler Anna",
        "ronden",
        "logboek",
        "exporteren",
        "toernooien",
        "plannen 2",
    ):
        terminal.run(*line.split())
    assert "half-point-bye-not-allowed" in terminal.refused("halve-bye", "Anna", 2)
    assert "cause-missing" in terminal.refused("reglementair", 1, 1, code=2)
    assert "reason-required" in terminal.refused("bord", "ruilen", 1, 1, 2, code=3)
    assert "rounds-left" in terminal.refused("beeindigen")


def test_a_player_is_named_by_number_or_by_a_part_of_a_name_that_nobody_else_has(
    terminal: Terminal,
) -> None:
    assert terminal.json("player", "ann")["name"] == "Anna"
    assert terminal.json("player", "4")["name"] == "Dirk"
    assert "may be" in terminal.refused("player", "r", code=2)
    assert "no player is called" in terminal.refused("player", "Zeger", code=2)
    assert "unknown-player" in terminal.refused("player", "44", code=2)


def test_numbers_are_given_by_a_file_of_names(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "t.ledger")
    terminal.run("init", "Open")
    for name in ("Anna", "Bram", "Cor"):
        terminal.run("enter", name)
    order = tmp_path / "order.txt"
    order.write_text("Cor\n\nanna\n2\n", "utf-8")
    terminal.run("lots", "--by", "file", "--file", order)
    rows = terminal.json("players")["rows"]
    assert [row["name"] for row in rows] == ["Cor", "Anna", "Bram"]
    terminal.refused("lots", "--by", "file", code=2)
    terminal.refused("lots", "--file", order, code=2)


# --- results --------------------------------------------------------------------------------------


def test_many_results_are_given_at_once_by_board_by_players_and_by_name(terminal: Terminal) -> None:
    terminal.run("result", 1, "1", "1:0", "2-5", "½", "Cor", "0-1")
    assert in_round_1(terminal) == ["1-0", "1/2-1/2", "0-1"]


def test_results_are_read_from_a_file_and_from_the_standard_input(
    terminal: Terminal, tmp_path: Path
) -> None:
    file = tmp_path / "results.txt"
    file.write_text("# round 1\n\n1 1-0\n2-5;1/2-1/2\n", "utf-8")
    terminal.run("result", 1, "--file", file)
    terminal.run("result", 1, "--file", "-", stdin=b"Cor\t0-1 # late\n")
    assert in_round_1(terminal) == ["1-0", "1/2-1/2", "0-1"]


def test_of_many_results_one_that_is_wrong_stops_all_and_names_its_line(
    terminal: Terminal, tmp_path: Path
) -> None:
    before = facts(terminal)
    file = tmp_path / "results.txt"
    file.write_text("1 1-0\n9 1-0\n77-5 0-1\n", "utf-8")
    said = terminal.refused("result", 1, "--file", file, code=2)
    assert "line 2:" in said
    assert "line 3:" in said
    file.write_text("1 1-0\n2 2-0\n", "utf-8")
    assert "line 2" in terminal.refused("result", 1, "--file", file, code=2)
    assert facts(terminal) == before
    terminal.refused("result", 1, "1", "1-0", "1", "0-1")
    assert facts(terminal) == before


@pytest.mark.parametrize(
    "words", [("1",), ("1", "1-0", "2"), ("1", "win"), (), ("1", "1-0R"), ("--file", "none.txt")]
)
def test_results_typed_wrong_are_wrong_use(terminal: Terminal, words: tuple[str, ...]) -> None:
    terminal.refused("result", 1, *words, code=2)
    assert in_round_1(terminal) == [None] * 3


@pytest.mark.parametrize(
    ("words", "results"),
    [
        ("1 = 0", ["1-0", "1/2-1/2", "0-1"]),
        ("1 1 1", ["1-0", "1-0", "1-0"]),
        ("= ½ remise", ["1/2-1/2"] * 3),
        ("1 1", ["1-0", None, None]),
        ("1 0 2 1 3 =", ["0-1", "1-0", "1/2-1/2"]),
        ("2 1 3 0", [None, "1-0", "0-1"]),
        ("1 1–0 3 0:1", ["1-0", None, "0-1"]),
        ("2-5 0.5-0.5 Cor 1", [None, "1/2-1/2", "1-0"]),
    ],
)
def test_results_are_pairs_with_their_boards_or_those_of_all_boards_in_order(
    terminal: Terminal, words: str, results: list[str | None]
) -> None:
    terminal.run("result", 1, *words.split())
    assert in_round_1(terminal) == results


def test_results_in_order_are_those_of_the_boards_that_have_none(terminal: Terminal) -> None:
    terminal.run("result", 1, "2", "0")
    said = terminal.refused("result", 1, "1", "=", code=2)
    assert "board 1 ½-½, or boards 1 and 3 in order: 1-0 and ½-½" in said
    dutch = terminal.refused("uitslag", 1, "1", "=", "--lang", "nl", code=2)
    assert "bord 1 ½-½, of borden 1 en 3 op volgorde: 1-0 en ½-½; noem elk bord" in dutch
    terminal.run("result", 1, "=", "1")
    assert in_round_1(terminal) == ["1/2-1/2", "0-1", "1-0"]
    assert "no board of round 1 is without one" in terminal.refused("result", 1, "=", code=2)
    terminal.run("publish")
    terminal.run("result", 2, "2", "=", "3", "=")
    terminal.run("result", 2, "0")
    assert "round-not-published" in terminal.refused("result", 3, "=", "=", "=", code=2)


@pytest.mark.parametrize("words", ["=", "= =", "1", "1 = 0 1", "0 0 0 0 0"])
def test_results_in_order_are_as_many_as_boards_are_open(terminal: Terminal, words: str) -> None:
    said = terminal.refused("result", 1, *words.split(), code=2)
    assert "the boards without one are 1, 2 and 3: give one for each, or name the boards" in said
    assert in_round_1(terminal) == [None] * 3


# --- apply ----------------------------------------------------------------------------------------


def apply_file(tmp_path: Path, *commands: object) -> Path:
    file = tmp_path / "commands.ndjson"
    lines = [c if isinstance(c, str) else json.dumps(c) for c in commands]
    file.write_text("\n".join(lines), "utf-8")
    return file


def test_a_file_of_commands_is_carried_out_in_order(terminal: Terminal, tmp_path: Path) -> None:
    file = apply_file(
        tmp_path,
        "# the first round",
        {"command": "result", "round": 1, "board": "Anna", "result": "1-0"},
        {"command": "forfeit", "round": 1, "board": 2, "black": "late"},
        "",
        {"command": "result", "round": 1, "board": 3, "result": "0-1"},
        {"command": "publish"},
    )
    output = terminal.json("apply", file)
    assert [row["fact"] for row in output["facts"]] == [
        "result-recorded",
        "game-forfeited",
        "result-recorded",
        "round-closed",
        "pairing-published",
    ]
    assert in_round_1(terminal) == ["1-0", "1-0R", "0-1"]


def test_a_file_of_commands_is_all_or_nothing_and_every_error_has_its_line(
    terminal: Terminal, tmp_path: Path
) -> None:
    before = facts(terminal)
    file = apply_file(
        tmp_path,
        {"command": "result", "round": 1, "board": 1, "result": "1-0"},
        {"command": "result", "round": 1, "board": 9, "result": "1-0"},
        {"command": "absent", "player": "Anna", "round": 1},
        {"command": "result", "round": 1, "board": 1, "result": "0-1"},
    )
    said = terminal.refused("apply", file)
    assert "line 1:" not in said
    for line, code in (
        (2, "unknown-board"),
        (3, "round-already-published"),
        (4, "result-already-recorded"),
    ):
        assert f"({code})  line {line}:" in said
    refused = terminal.try_("apply", file, "--json")
    assert [item["line"] for item in refused.json["refused"]] == [2, 3, 4]
    assert facts(terminal) == before


def test_a_file_with_lines_that_are_no_commands_is_wrong_use(
    terminal: Terminal, tmp_path: Path
) -> None:
    file = apply_file(
        tmp_path,
        "{",
        "[]",
        {"command": "castle"},
        {"command": "result", "round": "x"},
        {"command": "plan", "rounds": 0},
        {"command": "plan", "rounds": 3, "extra": 1},
        "1",
    )
    said = terminal.refused("apply", file, code=2)
    for line in range(1, 8):
        assert f"line {line}:" in said
    assert "no-commands" in terminal.refused("apply", apply_file(tmp_path), code=2)
    terminal.refused("apply", tmp_path / "none.ndjson", code=2)


def test_a_file_of_commands_may_open_the_tournament_it_fills(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "new.ledger")
    file = apply_file(
        tmp_path,
        {
            "command": "init",
            "name": "Blitz",
            "rounds": 3,
            "rules": "knsb-wp-1996",
            "set": {"pairing.first_round": "D2"},
        },
        *({"command": "enter", "name": name} for name in "ABCD"),
        {"command": "lots", "by": "entry"},
        {"command": "publish"},
    )
    terminal.run("apply", file)
    rows = terminal.json("pairings")["rows"]
    assert [(row["white"], row["black"]) for row in rows] == [(1, 2), (3, 4)]


# --- wrong input ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        ("correct", 2, "Usage"),
        ("castle", 2, "No such verb"),
        ("init", 2, "Missing argument"),
        ("init X --rules fide", 2, "unknown-rulebook"),
        ("init X --set bye.points", 2, "KEY=VALUE"),
        ("init X --set bye.points=0.3", 2, "whole or half"),
        ("init X --set bye.colour=red", 2, "bye.colour"),
        ("init X --rounds 0", 2, "rounds"),
        ("init X --rounds many", 2, "not a whole number"),
        ("import none.trf", 2, "does not exist"),
        ("enter", 2, "give a NAME"),
        ("enter Zeger --rating 9999", 2, "rating"),
        ("enter Zeger --title Prof", 2, "title"),
        ("enter Anna", 3, "already-entered"),
        ("enter --file none.csv", 2, "does not exist"),
        ("lots", 3, "numbers-are-fixed"),
        ("lots --by name", 2, "Invalid value"),
        ("absent Anna 1", 3, "toernooi forfeit 1 1"),
        ("absent Anna", 2, "Missing argument"),
        ("bye Anna 2", 3, "half-point-bye-not-allowed"),
        ("publish", 3, "games-open"),
        ("pair", 3, "games-open"),
        ("pair --basis 0", 2, "unknown-position"),
        ("pair --basis 999", 2, "unknown-position"),
        ("publish --basis 0", 2, "basis"),
        ("publish --round 1", 3, "pairing-already-published"),
        ("pairings 9", 2, "round-not-published"),
        ("pairings 0", 2, "round-not-published"),
        ("adjourn 1 9", 2, "unknown-board"),
        ("forfeit 1 1", 2, "cause-missing"),
        ("forfeit 1 1 --white asleep", 2, "Invalid value"),
        ("correct result 1 1 1-0", 3, "nothing-to-correct"),
        ("correct result 1 1 2-0", 2, "is not a result"),
        ("correct rating Anna 4001", 2, "rating"),
        ("board add 1 Anna Frits --reason r", 3, "already-paired"),
        ("board swap 1 Anna Frits", 2, "reason-required"),
        ("close", 3, "games-open"),
        ("finish", 3, "rounds-left"),
        ("plan 0", 2, "ROUNDS"),
        ("schedule 1 tomorrow", 2, "date"),
        ("standings --after 9", 2, "round-not-published"),
        ("standings --after 1 --final", 2, "after-and-final"),
        ("standings --as-of 999", 2, "unknown-moment"),
        ("standings --as-of 0", 2, "unknown-moment"),
        ("standings --as-of yesterday", 2, "unknown-moment"),
        ("standings --as-of published:4", 2, "unknown-moment"),
        ("standings --as-of 0001-01-01", 2, "unknown-moment"),
        ("standings --as-of ²", 2, "unknown-moment"),
        ("standings --rules none", 2, "unknown-rulebook"),
        ("player Zeger", 2, "unknown-player"),
        ("log --last 0", 2, "Invalid value"),
        ("-t Other status", 2, "which-tournament"),
        ("sql selec", 2, "syntax error"),
        ("sql", 2, "no statement"),
        ("export --format pdf", 2, "Invalid value"),
        ("export -o none/x.trf", 2, "no such file"),
        ("trf pair none.trf", 2, "does not exist"),
        ("result 1 -3 1-0", 2, "-3 is less than 0"),
        ("board add 1 -12 3", 2, "toernooi board add --help"),
        ("uitslag -1 1 1-0", 2, "toernooi result --help"),
        ("correct rating Anna -100", 2, "-100 is less than 0"),
        ("-3", 2, "-3 is less than 0"),
        ("pairings -x", 2, "No such option"),
        ("enter -3a", 2, "No such option"),
        ("standings --as-of -1", 2, "unknown-moment"),
    ],
)
def test_wrong_input_ends_with_a_sentence_and_the_exit_code_of_its_kind(
    terminal: Terminal, line: str, code: int, said: str
) -> None:
    before = facts(terminal)
    ran = terminal.try_(*line.split())
    assert (ran.code, said in ran.err + (ran.out if line == "correct" else "")) == (code, True), ran
    assert facts(terminal) == before


def test_a_refusal_says_the_rule_the_facts_and_the_next_command(terminal: Terminal) -> None:
    said = terminal.refused("absent", "Anna", 1)
    assert said.splitlines() == [
        "refused (round-already-published)  round 1 is published; 1 Anna is paired",
        "  rule: knsb-wp-2014 F6",
        "  in words: toernooi help knsb-wp-2014 F6",
        "  facts: #10",
        "  next: toernooi forfeit 1 1",
    ]
    (refusal,) = terminal.try_("absent", "Anna", 1, "--json").json["refused"]
    assert (refusal["code"], refusal["events"]) == ("round-already-published", [10])


def test_reading_a_ledger_that_is_not_there_is_wrong_use_and_makes_none(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "none.ledger")
    for verb in ("status", "standings", "pair", "log"):
        terminal.refused(verb, code=2)
    terminal.refused("enter", "Anna", code=2)
    assert not terminal.ledger.exists()


def test_a_file_that_is_no_ledger_is_wrong_use_and_a_damaged_ledger_has_its_own_code(
    terminal: Terminal, tmp_path: Path
) -> None:
    other = Terminal(tmp_path / "bad.ledger")
    other.ledger.write_bytes(b"this is no ledger" * 100)
    assert "not-a-ledger" in other.refused("status", code=2)
    damage(terminal.ledger, "UPDATE stored_events SET state = x'00' WHERE sequence = 4")
    for verb in ("status", "log", "standings", "publish"):
        terminal.refused(verb, code=4)


def test_of_two_tournaments_in_a_file_one_is_chosen_by_name(terminal: Terminal) -> None:
    terminal.run("init", "Blitz")
    said = terminal.refused("status", code=2)
    assert "which-tournament" in said
    assert '"Open"' in said
    assert terminal.json("-t", "Blitz", "status")["tournament"] == "Blitz"
    assert terminal.json("-t", "open", "status")["players"] == 6
    assert [row["name"] for row in terminal.json("tournaments")["rows"]] == ["Open", "Blitz"]


# --- help -----------------------------------------------------------------------------------------


def every_verb(group: Verbs, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    for name, command in group.commands.items():
        yield (*path, name)
        if isinstance(command, Verbs):
            yield from every_verb(command, (*path, name))


@pytest.mark.parametrize("words", list(every_verb(cli.toernooi)), ids=" ".join)
def test_every_verb_explains_itself_and_its_options(tmp_path: Path, words: tuple[str, ...]) -> None:
    said = Terminal(tmp_path / "x.ledger").run(*words, "--help")
    assert said.startswith("Usage: toernooi")
    command: click.Command = cli.toernooi
    for word in words:
        assert isinstance(command, Verbs)
        command = command.commands[word]
    assert help_of(command, "en")
    for param in command.params:
        if isinstance(param, click.Option):
            assert text_of(command, param, "en"), f"{' '.join(words)} {param.name} has no help"


def _given_again() -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield each verb with each name of an option of it that may be given more than once."""
    for words in every_verb(cli.toernooi):
        command: click.Command = cli.toernooi
        for word in words:
            assert isinstance(command, Verbs)
            command = command.commands[word]
        for param in command.params:
            if isinstance(param, click.Option) and param.multiple:
                yield from ((words, name) for name in param.opts)


@pytest.mark.parametrize(("words", "option"), list(_given_again()))
def test_an_option_that_may_be_given_again_comes_to_its_verb_each_time(
    words: tuple[str, ...], option: str
) -> None:
    assert isinstance(cli.toernooi, Program)
    context = click.Context(cli.toernooi)
    typed = (*words, option, "one", "--ledger", "x.ledger", option, "two")
    first = cli.toernooi.options_first(context, typed)
    assert first == ["--ledger", "x.ledger", *words, option, "one", option, "two"]


def test_no_dutch_word_stands_for_two_verbs() -> None:
    for group in [
        cli.toernooi,
        *(c for c in cli.toernooi.commands.values() if isinstance(c, Verbs)),
    ]:
        assert set(group.dutch_names.values()) <= set(group.commands)
        assert len(set(group.dutch_names.values())) == len(group.dutch_names)
        assert not set(group.dutch_names) & (set(group.commands) - set(group.dutch_names.values()))


def test_a_process_of_its_own_looks_for_garbage_rarely_and_not_at_its_end(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    thresholds: list[int] = []
    at_the_end: list[object] = []
    monkeypatch.setattr(gc, "set_threshold", thresholds.append)
    monkeypatch.setattr(atexit, "register", at_the_end.append)
    with pytest.raises(SystemExit):
        cli.main(["--version"])  # as a program calls it, whose process it is
    assert (thresholds, at_the_end) == ([], [])
    monkeypatch.setattr(sys, "argv", ["toernooi", "--version"])
    with pytest.raises(SystemExit):
        cli.main()
    assert at_the_end == [gc.freeze]
    assert thresholds[0] > 700, "Python's own"
    one, two = capsys.readouterr().out.splitlines()
    assert one == two
