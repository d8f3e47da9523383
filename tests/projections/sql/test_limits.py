"""Excessive or invalid questions: stopped in time, in bounded memory, and refused."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from itertools import cycle
from pathlib import Path

import duckdb
import pytest

from projections.sql.answers import KeptRows, NoRoom
from projections.sql.questions import QuestionRefused, ask, shut, statements
from tests.helpers.places import EXAMPLES, ROOT
from tests.helpers.terminal import Terminal, made_once, with_round_1

ENDLESS = {
    "a product": "select count(*) as n from range(100000000000) a, range(1000) b"
    " where a.range * b.range % 7 = 3",
    "a recursion": "with recursive r as (select 1 as n union all select n + 1 from r)"
    " select max(n) as n from r",
    "rows without end": "with recursive r as (select 1 as n union all select n + 1 from r) from r",
}


def _club(folder: Path) -> Terminal:
    terminal = Terminal(folder / "club.ledger")
    terminal.run("import", str(EXAMPLES / "club-open.trf"))
    return terminal


@pytest.fixture
def club(tmp_path: Path) -> Terminal:
    return made_once(_club, tmp_path)


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("a product", "--table"),
        ("a recursion", "--json"),
        ("rows without end", "--csv"),
        ("rows without end", "--parquet"),
    ],
)
def test_a_question_that_takes_too_long_is_stopped_and_says_how_to_give_it_longer(
    club: Terminal, name: str, form: str, tmp_path: Path
) -> None:
    more = [form, *[tmp_path / "x.parquet"] * (form == "--parquet")]
    ran = club.try_("sql", ENDLESS[name], *more, "--timeout", 1)
    assert ran.code == 2
    output = ran.out + ran.err
    assert "question-too-long" in output
    assert "takes more than 1 second" in output
    assert "--timeout SECONDS" in output
    assert not (tmp_path / "x.parquet").exists()


def test_at_the_prompt_the_next_question_is_answered_after_one_that_was_stopped(
    club: Terminal,
) -> None:
    typed = f"{ENDLESS['a recursion']};\nselect 41 + 1 as n;\n".encode()
    ran = club.try_("sql", "--timeout", 1, stdin=typed, at_keyboard=True)
    assert "question-too-long" in ran.err
    assert "42" in ran.out


def test_of_several_questions_the_line_of_the_one_that_takes_too_long_is_said() -> None:
    _, slow = statements(f"select 1;\n\n{ENDLESS['a recursion']};", "questions.sql")
    with duckdb.connect() as database, pytest.raises(QuestionRefused) as refused:
        ask(database, slow, seconds=0)
    refusal = refused.value.refusal
    assert (refusal.code, refusal.line) == ("question-too-long", 3)


MEMORY = """
import re, sys
from pathlib import Path
import cli
try:
    cli.main(sys.argv[1:])
finally:
    status = Path("/proc/self/status").read_text()
    print(int(re.search(r"VmHWM:\\s*(\\d+)", status)[1]) >> 10, file=sys.stderr)
"""


@pytest.mark.parametrize("form", ["--json", "--csv"])
def test_the_rows_of_a_large_answer_are_not_all_in_memory(club: Terminal, form: str) -> None:
    """The answer has to be larger than what the program takes anyway."""
    rows, wide = 120_000, 500
    with (club.ledger.parent / "answer").open("wb") as file:
        ran = subprocess.run(
            [
                sys.executable,
                "-c",
                MEMORY,
                "--ledger",
                str(club.ledger),
                "sql",
                form,
                f"select range as n, [range] as several, repeat('x', {wide}) as wide from range({rows})",
            ],
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=file,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert ran.returncode == 0, ran
    assert int(ran.stderr.split()[-1]) < 200, "megabytes; with all rows it is more than 250"
    text = (club.ledger.parent / "answer").read_text("utf-8")
    if form == "--csv":
        lines = text.splitlines()
        assert (len(lines), lines[-1]) == (rows + 1, f"{rows - 1},[{rows - 1}],{'x' * wide}")
    else:
        (last,) = json.loads(text)["rows"][-1:]
        assert last == {"n": rows - 1, "several": [rows - 1], "wide": "x" * wide}


@pytest.mark.parametrize("of", [(), ("--mirror",)], ids=["copy", "mirror"])
def test_a_question_that_takes_too_much_memory_says_how_to_give_it_more(
    club: Terminal, of: tuple[str, ...]
) -> None:
    much = "select list(repeat('x', 1000) || range) as n from range(200_000)"
    ran = club.try_("sql", *of, "--memory", 64, "--timeout", 60, f"select len(n) from ({much})")
    assert ran.code == 2
    assert "question-too-large" in ran.err
    assert "more memory than it may take (64 MiB)" in ran.err
    assert "--memory MIB" in ran.err


def test_a_question_may_take_two_gibibytes_and_no_more_unless_more_is_given(
    club: Terminal,
) -> None:
    limit = "select current_setting('memory_limit') as most"
    assert club.json("sql", limit)["rows"] == [{"most": "2.0 GiB"}]
    assert club.json("sql", "--memory", 100, limit)["rows"] == [{"most": "100.0 MiB"}]


def test_a_question_takes_no_more_memory_than_duckdb_itself_would() -> None:
    with duckdb.connect(config={"memory_limit": "64MiB"}) as database:
        shut(database)
        limit = database.execute("select current_setting('memory_limit')").fetchone()
    assert limit == ("64.0 MiB",)


def test_rows_are_kept_in_their_order_and_can_be_gone_through_again() -> None:
    batches: list[list[tuple[object, ...]]] = [
        [(at, "x" * 1000), (at, None)] for at in range(20_000)
    ]
    kept = KeptRows(iter(batches))
    expected = [row for batch in batches for row in batch]
    assert len(kept) == len(expected)
    assert [*kept] == [*kept] == expected
    assert expected[7] in kept
    assert [*KeptRows(iter([]))] == []


NO_QUESTIONS = [
    "update extensions",
    "update extensions (httpfs)",
    "vacuum",
    "analyze",
    "checkpoint",
    "force checkpoint",
    "use memory",
    "reset threads",
    "execute nope",
    "deallocate x",
    "create schema s",
    "create sequence q",
    "alter table games add column x int",
    "truncate games",
    "merge into games using games g on true when matched then delete",
    "create secret s (type s3)",
    "drop secret s",
    "load icu",
    "install icu",
    "force install icu",
    "copy games to 'x.csv'",
    "import database '.'",
    "export database 'x'",
    "attach ':memory:' as m",
    "detach memory",
    "call checkpoint()",
    "call enable_logging()",
    "pragma enable_profiling",
    "set search_path='x'",
    "set global threads=1",
    "create index i on games(round)",
    "create type mood as enum('a')",
    "begin",
    "rollback",
    "kill 1",
    "lambda x: x",
    "select",
    "select 'a'::int",
    "select error('x')",
    "select \0",
    "select '\ud800",
    "select (select 1, 2)",
    "select 1 limit 'a'",
    "select json('{')",
    "from glob('*')",
    "from read_csv('x')",
    "select read_text('x')",
    "from 'x.parquet'",
    "select " + "(" * 3000 + "1" + ")" * 3000,
    "select repeat('x', 1000000000000)",
    "with recursive r as (from r) from r",
    "insert into temp.x values (1)",
    "\\dd",
    "drop view v",
]


@pytest.mark.parametrize(
    ("of", "forms"),
    [((), ("--table", "--json")), (("--mirror",), ("--json", "--table"))],
    ids=["copy", "mirror"],
)
def test_what_is_no_question_never_is_a_fault_of_the_program(
    tmp_path: Path, of: tuple[str, ...], forms: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each copy is made anew, as a question might have changed it: it is one of a small tournament."""
    club = with_round_1(tmp_path)
    monkeypatch.chdir(club.ledger.parent)
    club.run("mirror", "build")
    before = sorted(path.name for path in club.ledger.parent.iterdir())
    codes = {
        text: club.try_("sql", form, *of, "--", text).code
        for text, form in zip(NO_QUESTIONS, cycle(forms), strict=False)
    }
    assert {text[:60]: code for text, code in codes.items() if code not in (0, 2)} == {}
    answered = [text for text, code in codes.items() if code == 0]
    assert len(answered) < 5, answered
    assert sorted(path.name for path in club.ledger.parent.iterdir()) == before


@pytest.mark.parametrize("form", ["--csv", "--json"])
def test_rows_beyond_the_temporary_disk_are_refused_and_say_how_to_get_them(
    club: Terminal, form: str
) -> None:
    many = "select repeat('x', 100) as x from range(50_000)"
    ran = club.try_("sql", many, form, "--disk", 1)
    output = ran.out + ran.err
    assert ran.code == 2
    assert "answer-too-large" in output
    assert "--parquet" in output
    assert "--disk MIB" in output
    assert club.try_("sql", many, form, "--disk", 64).code == 0


def test_a_full_temporary_disk_is_a_refusal_and_leaves_nothing_open(
    club: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*given: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("projections.sql.answers.pickle.dump", full)
    with pytest.raises(NoRoom):
        KeptRows([[(1,)]])
    ran = club.try_("sql", "from range(10)", "--csv")
    assert ran.code == 2
    assert "(answer-unwritable)" in ran.err
    assert "was full after 0 MiB" in ran.err
    assert "TMPDIR" in ran.err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a disk that is full")
def test_a_file_on_a_full_disk_is_refused_in_our_own_words(
    club: Terminal, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("projections.sql.questions.file_of", lambda path: "/dev/full")
    ran = club.try_("sql", "from range(10)", "--parquet", tmp_path / "x.parquet")
    assert (ran.code, "no room left on the disk" in ran.err) == (2, True), ran.err
    assert not [*tmp_path.glob("*.parquet")]
