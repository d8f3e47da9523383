"""Questions in SQL at a terminal: the prompt, and interruption by Ctrl-C."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.helpers.own_terminal import at_terminal
from tests.helpers.places import EXAMPLES, ROOT
from tests.helpers.terminal import Terminal

ENDLESS = (
    "select count(*) from range(100000000000) a, range(1000) b where a.range * b.range % 7 = 3"
)


@pytest.fixture
def club(tmp_path: Path) -> Terminal:
    terminal = Terminal(tmp_path / "club.ledger")
    terminal.run("import", str(EXAMPLES / "club-open.trf"))
    return terminal


def there(club: Terminal) -> list[str]:
    return sorted(path.name for path in club.ledger.parent.iterdir())


def program(club: Terminal, *arguments: object) -> list[str]:
    return [
        sys.executable,
        str(ROOT / "cli.py"),
        "--ledger",
        str(club.ledger),
        *map(str, arguments),
    ]


def test_a_long_question_is_stopped_with_a_line_and_leaves_nothing(
    club: Terminal, tmp_path: Path
) -> None:
    """A process is started, and its question takes all processors until it is stopped."""
    path = tmp_path / "answer.parquet"
    before = there(club)
    process = subprocess.Popen(
        program(club, "sql", ENDLESS, "--parquet", path),
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=hear_ctrl_c,
    )
    while not list(tmp_path.glob(".toernooi-*/answer.parquet")):
        assert process.poll() is None
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate()
    assert (process.returncode, said) == (130, "stopped: the question is not answered\n")
    assert there(club) == before


def hear_ctrl_c() -> None:
    """Let a new process be interrupted, though the tests may run where that is turned off."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Typist:
    """A person at a terminal."""

    def __init__(self, club: Terminal, *arguments: str) -> None:
        self.process, self.terminal = at_terminal("--ledger", club.ledger, *arguments, TERM="dumb")
        self.seen = ""

    def waits_for(self, text: str) -> str:
        """Read until a text appears; return the output up to it, without the echo."""
        while text not in self.seen:
            ready, _, _ = select.select([self.terminal], [], [], 60)
            assert ready, f"{text!r} did not come: {self.seen!r}"
            self.seen += os.read(self.terminal, 4096).decode().replace("\r\n", "\n")
        before, _, self.seen = self.seen.partition(text)
        return before

    def types(self, text: str, until: str = "toernooi> ") -> str:
        os.write(self.terminal, text.encode())
        return self.waits_for(until)

    def presses_ctrl_c(self) -> None:
        """Press it until there is a prompt: readline ignores it in the instant before it reads."""
        while True:
            os.write(self.terminal, b"\x03")
            ready, _, _ = select.select([self.terminal], [], [], 2)
            if ready:
                self.waits_for("toernooi> ")
                return

    def leaves(self) -> int:
        """Read the rest of the output, and return the exit code."""
        with_end = False
        while not with_end:
            try:
                with_end = not os.read(self.terminal, 4096)
            except OSError:  # the other side is closed
                with_end = True
        os.close(self.terminal)
        self.process.join()
        assert self.process.exitcode is not None
        return self.process.exitcode


@pytest.fixture
def typist(club: Terminal) -> Typist:
    person = Typist(club, "sql")
    assert r"\d lists the tables" in person.waits_for("toernooi> ")
    return person


def test_the_prompt_answers_tells_what_is_wrong_and_goes_on(typist: Typist) -> None:
    assert "35" in typist.types("select count(distinct (round, board))\nfrom games;\n")
    typist.types("select 'a;\n", "...> ")
    assert "a;" in typist.types("b' as text;\n")
    assert "6" in typist.types("select 2 * 3 as n; -- and that is all\n")
    assert "syntax error" in typist.types("selec;\n")
    assert "question-changes" in typist.types("drop table games;\n")
    both = typist.types("create temp table x as select 41 as n; select n + 1 as n from x;\n")
    assert "done" in both
    assert "42" in both
    assert "standings" in typist.types("\\d\n")
    assert "adjourned" in typist.types("\\d games\n")
    assert "unknown-command" in typist.types("\\x\n")
    assert "Ctrl-C" in typist.types("\\h\n")
    os.write(typist.terminal, b"\\q\n")
    assert typist.leaves() == 0


def test_ctrl_c_drops_what_is_typed_and_stops_what_runs_and_ctrl_d_leaves(typist: Typist) -> None:
    typist.types("select 'unfinished\n", "...> ")
    typist.presses_ctrl_c()
    typist.types("select 30 + 7 as n;\n", "37")
    typist.waits_for("toernooi> ")
    os.write(typist.terminal, f"{ENDLESS};\n".encode())
    time.sleep(0.5)  # most likely it runs by then; otherwise it is dropped, which is right as well
    typist.presses_ctrl_c()
    typist.types("select 40 + 2 as n;\n", "42")
    typist.waits_for("toernooi> ")
    os.write(typist.terminal, b"\x04")
    assert typist.leaves() == 0


def test_the_prompt_writes_no_history_anywhere(
    club: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    before = there(club)
    typist = Typist(club, "sql")
    typist.waits_for("toernooi> ")
    typist.types("select 'a name' as secret;\n")
    os.write(typist.terminal, b"\x04")
    assert typist.leaves() == 0
    assert list(home.iterdir()) == []
    assert there(club) == before


def test_the_answers_of_a_prompt_can_be_json_for_who_wants_to_copy_them(club: Terminal) -> None:
    typist = Typist(club, "sql", "--json")
    typist.waits_for("toernooi> ")
    said = typist.types("select 1 as n;\n")
    assert json.loads(said[said.index("{") :])["rows"] == [{"n": 1}]
    os.write(typist.terminal, b"\x04")
    assert typist.leaves() == 0
