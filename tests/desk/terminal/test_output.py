"""Output for people: old texts with control characters are shown escaped, everywhere."""

from __future__ import annotations

import ast
import csv
import io
import json
import re
from contextlib import chdir
from pathlib import Path

import pytest

from desk.commands import disputes, games, opening, players, rounds
from desk.commands.base import Command
from desk.desk import Desk
from desk.outcomes import Written
from desk.terminal.tables import for_spreadsheet
from desk.writing import carry_out
from ledger.characters import first_hidden
from tests.helpers.html_reader import Reader
from tests.helpers.parsed import calls
from tests.helpers.places import ROOT
from tests.helpers.terminal import Terminal, with_round_1
from tests.helpers.typist import Typist

BAD = "A\x1b]0;x\x07\nforged \u202eB\x9b\u2028\x00"
READ = [
    ("tournaments",),
    ("status",),
    ("players",),
    ("pair",),
    ("pairings", 1),
    ("standings",),
    ("crosstable",),
    ("player", 1),
    ("blame", 1),
    ("rounds",),
    ("log",),
    ("export",),
    ("protests",),
    ("show", 1),
    ("show", 2),
    ("show", 8),
    ("integrity",),
    ("diff", "--as-of", "5"),
    ("audit", 1),
    ("audit", 1, 1),
    ("why", 1, 1),
    ("why-not", 1, 1, 3),
    ("why-bye", 1),
    ("why-colour", 1, 1),
    ("check",),
    ("verify",),
    ("head",),
    ("prizes", "show"),
    ("replay", "--rules", "knsb-wp-1996"),
    ("rules", "list"),
    ("absent", "forged", 9),
    ("absent", "nobody", 2),
    ("result", 1, 9, "1-0"),
    ("finish",),
    ("-t", "forged", "status"),
    ("sql", "select * from players"),
    ("sql", "select * from events"),
    ("bundle", "make"),
    ("export", "--format", "ndjson"),
    ("export", "--format", "members", "--spreadsheet"),
]
"""Every way to read a tournament, and refusals that quote its content."""


@pytest.fixture(scope="module")
def old(tmp_path_factory: pytest.TempPathFactory) -> Terminal:
    """Return a ledger with texts that nothing refused when they were written."""
    terminal = Terminal(tmp_path_factory.mktemp("old") / "old.ledger")
    desk = Desk(terminal.ledger, terminal.world)
    enter = players.Enter.model_construct
    commands: list[Command] = [
        opening.Init.model_construct(name=f"Cup {BAD}", rounds=3),
        *(enter(name=f"{who} {BAD}", club=BAD, rating=1800, reason=BAD) for who in "JKLM"),
        players.Lots(by="entry"),
        rounds.Publish.model_construct(reason=BAD),
        players.Absent.model_construct(player=4, round=2, reason=BAD),
        disputes.LodgeProtest.model_construct(round=1, player=1, text=BAD),
        games.Result(round=1, board=1, result="1-0"),
        games.CorrectResult.model_construct(round=1, board=1, result="0-1", reason=BAD),
    ]
    done = carry_out(desk, [(None, command) for command in commands])
    assert isinstance(done, Written)
    return terminal


def lines(text: str) -> list[str]:
    return [line for line in text.split("\n") if first_hidden(line)]


@pytest.mark.parametrize("verb", READ, ids=lambda verb: " ".join(map(str, verb)))
def test_no_verb_sends_a_control_character_to_a_terminal(
    old: Terminal, verb: tuple[object, ...]
) -> None:
    ran = old.try_(*verb)
    assert ran.code in (0, 1, 2, 3)
    assert lines(ran.out) == []
    assert lines(ran.err) == []
    assert not any(line.startswith("forged") for line in (ran.out + ran.err).split("\n"))


@pytest.mark.parametrize("verb", READ, ids=lambda verb: " ".join(map(str, verb)))
def test_json_has_them_as_escapes_and_the_same_text(
    old: Terminal, verb: tuple[object, ...]
) -> None:
    ran = old.try_(*verb, "--json")
    assert lines(ran.out) == []
    if ran.code in (0, 1) and verb == ("players",):
        assert json.loads(ran.out)["rows"][0]["name"] == f"J {BAD}"


def test_a_page_and_a_picture_have_them_escaped(old: Terminal, tmp_path: Path) -> None:
    for verb in (("pairings", 1), ("audit", 1)):
        old.try_(*verb, "--html", tmp_path / "page.html")
        page = (tmp_path / "page.html").read_text("utf-8")
        assert lines(page) == []
        Reader(page)
    question = "select name, position from events join players on true limit 3"
    drawn = old.try_("sql", question, "--picture", tmp_path / "a.svg", "--title", "x\x1by")
    if drawn.code == 0:
        assert lines((tmp_path / "a.svg").read_text("utf-8")) == []


def test_csv_for_programs_has_them_as_they_are_between_quotes(old: Terminal) -> None:
    table = list(csv.DictReader(io.StringIO(old.run("players", "--csv", "--no-spreadsheet"))))
    assert table[0]["name"] == f"J {BAD}"
    shown = old.run("players", "--csv", "--spreadsheet")
    assert lines(shown) == []


def test_an_actor_with_a_control_character_is_refused(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "cup.ledger")
    for actor, name in (("a\x1bb", "U+001B ESCAPE"), ("a\udcff", "U+DCFF LONE SURROGATE")):
        ran = terminal.try_("--actor", actor, "init", "Cup")
        assert ran.code == 2
        assert name in ran.err
    assert not terminal.ledger.exists()


FORMULAS = ("=cmd()", "+31 6", "-x", "@sum", "＝x")


@pytest.fixture
def formulas(tmp_path: Path) -> Terminal:
    terminal = Terminal(tmp_path / "cup.ledger")
    terminal.run("init", "Cup")
    for name in FORMULAS:
        terminal.run("enter", "--", name)
    return terminal


def test_csv_is_for_programs_in_a_pipe_and_for_spreadsheets_when_asked(formulas: Terminal) -> None:
    assert [r["name"] for r in rows(formulas.run("players", "--csv"))] == list(FORMULAS)
    quoted = rows(formulas.run("players", "--csv", "--spreadsheet"))
    assert [r["name"] for r in quoted] == [f"'{name}" for name in FORMULAS]
    numbers = formulas.run(
        "sql", "select -1 as a, '-1' as b, '-1,5' as c, '=1' as d", "--csv", "--spreadsheet"
    )
    assert numbers == 'a,b,c,d\n-1,-1,"-1,5",\'=1\n'


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_a_file_by_o_is_for_spreadsheets_and_is_read_back_as_it_was(
    formulas: Terminal, tmp_path: Path
) -> None:
    formulas.run("export", "--format", "members", "-o", tmp_path / "members.csv")
    assert "'=cmd()" in (tmp_path / "members.csv").read_text("utf-8")
    assert "'=cmd()" not in formulas.run("export", "--format", "members")
    other = Terminal(tmp_path / "other.ledger")
    other.run("init", "Other")
    other.run("enter", "--file", tmp_path / "members.csv")
    assert [row["name"] for row in other.json("players")["rows"]] == list(FORMULAS)


def test_at_a_terminal_csv_is_for_spreadsheets(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not for_spreadsheet()
    assert for_spreadsheet("out.csv")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    assert for_spreadsheet()


def test_nothing_is_printed_but_by_the_one_module_that_escapes() -> None:
    printing, raw = [], []
    for path, node in calls():
        name = path.relative_to(ROOT).as_posix()
        if not name.startswith(("cli.py", "desk/")):
            continue
        called = ast.unparse(node.func)
        if called in (
            "click.echo",
            "click.secho",
            "print",
            "sys.stdout.write",
            "sys.stdout.buffer.write",
            "sys.stderr.write",
        ):
            raw.append(name)
        if called in ("print_line", "print_bytes"):
            printing.append(name)
    assert set(raw) == {"desk/terminal/streams.py"}
    assert set(printing) == {"desk/terminal/output.py", "desk/terminal/streams.py"}


def test_what_is_said_is_broken_between_words_on_a_terminal_and_one_line_elsewhere(
    tmp_path: Path,
) -> None:
    club = with_round_1(tmp_path)
    whole = club.refused("absent", "Anna", 1)
    assert max(map(len, whole.splitlines())) > 40
    typist = Typist(club.ledger, "absent", "Anna", "1", width=40)
    assert typist.leaves() == 3
    shown = typist.raw.replace("\r", "").splitlines()
    assert max(map(len, shown)) <= 40
    assert " ".join(" ".join(shown).split()) == " ".join(whole.split())
    commands = re.findall(r"toernooi [^\n]+", whole)
    assert commands
    assert all(any(command in line for line in shown) for command in commands)
    assert all(line.startswith(" ") for line in shown[1:])


def test_a_sheet_at_a_terminal_is_a_file_to_open_and_not_a_screen_of_html(tmp_path: Path) -> None:
    club = with_round_1(tmp_path)
    with chdir(tmp_path):
        person = Typist(club.ledger, "--lang", "nl", "blad", "indeling")
        assert person.leaves() == 0
    assert "geschreven: indeling-ronde-1.html" in person.screen.text
    assert "<" not in person.screen.text
    assert "Anna" in (tmp_path / "indeling-ronde-1.html").read_text("utf-8")
