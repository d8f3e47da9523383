"""Questions in SQL: their answers in every form, the forbidden ones, and the prompt."""

from __future__ import annotations

import csv
import io
import re
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st

from projections.sql.questions import QuestionRefused, complete, statements
from tests.helpers.places import EXAMPLES
from tests.helpers.terminal import Terminal, made_once

ENDLESS = (
    "select count(*) from range(100000000000) a, range(1000) b where a.range * b.range % 7 = 3"
)


def _club(folder: Path) -> Terminal:
    terminal = Terminal(folder / "club.ledger")
    terminal.run("import", str(EXAMPLES / "club-open.trf"))
    return terminal


def _mirrored(folder: Path) -> Terminal:
    terminal = made_once(_club, folder)
    terminal.run("mirror", "build")
    return terminal


@pytest.fixture
def club(tmp_path: Path) -> Terminal:
    return made_once(_club, tmp_path)


@pytest.fixture
def mirrored(tmp_path: Path) -> Terminal:
    """Return the club with its mirror."""
    return made_once(_mirrored, tmp_path)


def alike(question: str, text: str) -> tuple[str, object, str, str]:
    """Return a value that is written the same in every form."""
    return question, text, text, text


def there(club: Terminal) -> dict[str, bytes]:
    """Return every file beside the ledger with its bytes."""
    folder = club.ledger.parent
    return {p.name: p.read_bytes() if p.is_file() else b"" for p in sorted(folder.iterdir())}


# --- the forms ------------------------------------------------------------------------------------

VALUES: dict[str, tuple[str, object, str, str]] = {
    "3": ("3", 3, "3", "3"),
    "3.50::decimal(14, 4)": ("3.50::decimal(14, 4)", 3.5, "3.5", "3½"),
    "a quarter": ("-0.25", -0.25, "-0.25", "-¼"),
    "a third": ("round(1 / 3, 3)::decimal(5, 3)", 0.333, "0.333", "0.333"),
    "more digits than JSON holds": (
        "12345678901234567890.5",
        "12345678901234567890.5",
        "12345678901234567890.5",
        "12345678901234567890½",
    ),
    "a large whole number": (
        "(2 ** 62)::hugeint * 1000",
        4611686018427387904000,
        "4611686018427387904000",
        "4611686018427387904000",
    ),
    "a double": ("1 / 3", 1 / 3, str(1 / 3), "0.333333"),
    "a whole double": ("4.0::double", 4.0, "4.0", "4"),
    "a large double": ("1e300", 1e300, "1e+300", "1e+300"),
    "no number": ("'nan'::double", "nan", "nan", "nan"),
    "infinite": ("-1 / 0", "-inf", "-inf", "-inf"),
    "true": ("true", True, "true", "true"),
    "false": ("1 = 2", False, "false", "false"),
    "null": ("null", None, "", ""),
    "a date": alike("date '2026-11-28'", "2026-11-28"),
    "a day without end": alike("date 'infinity'", "infinity"),
    "a timestamp": alike("timestamp '2026-09-04 19:00:05'", "2026-09-04 19:00:05"),
    "nanoseconds": alike(
        "timestamp_ns '2026-09-04 19:00:05.123456789'", "2026-09-04 19:00:05.123456789"
    ),
    "an interval": alike("interval 2 month", "2 months"),
    "a time": alike("time '10:00'", "10:00:00"),
    "bytes": alike("'ab\\xFF'::blob", "ab\\xFF"),
    "an enum": alike("'W'::enum('W', 'B')", "W"),
    "a list": ("[5, 6]", [5, 6], "[5,6]", "[5,6]"),
    "a struct": (
        "{'a': 1.5, 'b': [date '2026-11-28']}",
        {"a": 1.5, "b": ["2026-11-28"]},
        '{"a":1.5,"b":["2026-11-28"]}',
        '{"a":1.5,"b":["2026-11-28"]}',
    ),
    "JSON": ("""'{"round": 3}'::json""", {"round": 3}, '{"round": 3}', '{"round": 3}'),
}
"""How a value is written: in SQL, in JSON, in CSV, in a table."""


class Written(NamedTuple):
    """A value in each form."""

    in_json: object
    in_csv: str
    in_table: str


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Written]:
    """Return each value as a mirror's answer has it, by its name; each form is asked for once."""
    mirrored = made_once(_mirrored, tmp_path_factory.mktemp("values"))
    columns = [f"{value} as value_{at}" for at, (value, *_) in enumerate(VALUES.values())]
    typed = ("sql", "--mirror", f"select {', '.join(columns)} from games limit 1")
    (row,) = mirrored.json(*typed)["rows"]
    heads, cells = csv.reader(io.StringIO(mirrored.run(*typed, "--csv")))
    assert heads == [*row] == [column.rpartition(" ")[2] for column in columns]
    alone = [
        f"select {value} as value, 1 as one from games limit 1" for value, *_ in VALUES.values()
    ]
    shown = mirrored.run("sql", "--mirror", "--table", stdin="; ".join(alone).encode())
    _, *tables = re.split(r"^\d+, line 1: .*\n", shown, flags=re.MULTILINE)
    lines = [table.strip("\n").splitlines()[2].removesuffix("1").strip() for table in tables]
    answers = zip(row.values(), cells, lines, strict=True)
    return dict(zip(VALUES, (Written(*answer) for answer in answers), strict=True))


@pytest.mark.parametrize("name", VALUES)
def test_every_kind_of_value_comes_out_well_in_every_form(
    written: dict[str, Written], name: str
) -> None:
    assert written[name] == VALUES[name][1:]


def test_numbers_stand_at_the_right_of_their_column_and_all_else_at_the_left(
    club: Terminal,
) -> None:
    values = "7 as number_one, 'a' as text_one, true as truth_one, [1] as list_one, 2.5 as last_one"
    line = club.run("sql", "--table", f"select {values}").splitlines()[2]
    assert line == "         7   a          true        [1]              2½"


def test_a_moment_with_a_zone_is_shown_too(club: Terminal) -> None:
    (row,) = club.json("sql", "select now() as now, [now()] as list")["rows"]
    assert str(row["now"])[:2] == "20"
    assert row["list"] == [row["now"]]


def test_every_column_of_an_answer_is_there_whatever_it_is_called(club: Terminal) -> None:
    question = 'select 1 as n, 2 as n, 3 as "a.b", 4 as n_1 from games limit 0'
    answer = club.json("sql", question)
    names = [column["name"] for column in answer["columns"]]
    assert names[:2] == ["n", "n_1"]
    assert len(set(names)) == 4
    assert answer["rows"] == []
    assert "(no rows)" in club.run("sql", question)
    shown = club.run("sql", 'select 3 as "a.b", 4 as n, 5 as n')
    assert shown.split() == ["a.b", "n", "n_1", "─" * len(shown.splitlines()[0]), "3", "4", "5"]


def test_a_table_is_cut_after_a_thousand_rows_and_says_so_other_forms_are_not(
    club: Terminal,
) -> None:
    question = "select range as n from range(1001)"
    shown = club.run("sql", question)
    assert "the first 1000 rows" in shown
    assert "1000" not in shown.split("the first")[0].split()
    assert len(club.run("sql", question, "--csv").splitlines()) == 1002
    assert len(club.json("sql", question)["rows"]) == 1001
    assert "the first" not in club.run("sql", "select range as n from range(1000)")


def test_parquet_has_the_exact_types_of_the_answer(club: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "answer.parquet"
    output = club.run(
        "sql",
        "select points::decimal(12, 4) as points, rank, now() as at, [rank] as ranks,"
        " {'a': rank} as s, 'x'::blob as raw, sum(rank) over () as total,"
        " interval 1 month as i, date '2026-11-28' as day"
        " from standings where round = 5 order by rank",
        "--parquet",
        path,
    )
    assert output == f"written: {path}, 15 rows\n"
    with duckdb.connect() as database:
        read = database.sql(f"FROM read_parquet('{path}')")
        types = dict(zip(read.columns, map(str, read.types), strict=True))
        assert types == {
            "points": "DECIMAL(12,4)",
            "rank": "INTEGER",
            "at": "TIMESTAMP WITH TIME ZONE",
            "ranks": "INTEGER[]",
            "s": "STRUCT(a INTEGER)",
            "raw": "BLOB",
            "total": "BIGINT",
            "i": "INTERVAL",
            "day": "DATE",
        }
        assert [row[0] for row in read.project("rank").fetchall()] == list(range(1, 16))


def test_parquet_takes_the_place_of_a_file_only_when_all_went_well(
    club: Terminal, tmp_path: Path
) -> None:
    path = tmp_path / "answer.parquet"
    club.run("sql", "select 2", "--parquet", path)
    before = there(club)
    wide = "select 170141183460469231731687303715884105727::hugeint as n"
    for question in ("select nobody from games", wide, "create temp table x as select 1"):
        club.refused("sql", question, "--parquet", path, code=2)
        assert there(club) == before
    club.run("sql", "select 1", "--parquet", path)
    assert path.read_bytes() != before[path.name]
    assert set(there(club)) == set(before)


def test_where_no_parquet_can_be_written_that_is_said(club: Terminal, tmp_path: Path) -> None:
    assert "is a folder" in club.refused("sql", "select 1", "--parquet", tmp_path, code=2)
    before = there(club)
    refusal = club.refused("sql", "select 1", "--parquet", club.ledger, code=2)
    assert "exists, and its content is not Parquet" in refusal
    assert there(club) == before
    assert "in SQL" in club.refused("sql", r"\d", "--parquet", tmp_path / "x", code=2)
    refusal = club.refused("sql", "select 1", "--parquet", tmp_path / "none" / "x", code=2)
    assert "no such file" in refusal


@pytest.mark.parametrize("forms", [("--json", "--csv"), ("--table", "--parquet"), ("--csv",) * 1])
def test_one_form_is_asked_for_at_a_time_and_one_answer_by_some(
    club: Terminal, forms: tuple[str, ...]
) -> None:
    options = [word for form in forms for word in (form, *["x"] * (form == "--parquet"))]
    refusal = club.refused("sql", "select 1; select 2", *options, code=2)
    assert ("one form at a time" in refusal) == (len(forms) > 1)
    assert ("takes one answer, and there are 2" in refusal) == (len(forms) == 1)


# --- files of questions ---------------------------------------------------------------------------

FILE = """-- How many?
select count(distinct (round, board)) as games from games;
create temp table best as
  select * from standings where rank = 1;
/* a; b */ select round, 'x;y' as text
from best order by round limit 1;
"""


def test_the_answers_of_a_file_come_one_after_another(club: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "questions.sql"
    path.write_text(FILE, "utf-8")
    shown = club.run("sql", "--file", path)
    headings = [line for line in shown.splitlines() if line[:2] in ("1,", "3,")]
    assert headings == [
        "1, line 2: select count(distinct (round, board)) as games from games",
        "3, line 5: select round, 'x;y' as text from best order by round limit 1",
    ]
    listed = club.json("sql", "--file", path)
    assert [(a["statement"], a["line"], a["rows"]) for a in listed] == [
        (1, 2, [{"games": 35}]),
        (3, 5, [{"round": 1, "text": "x;y"}]),
    ]
    assert club.run("sql", stdin=FILE.encode()) == shown
    assert club.run("sql", "--file", "-", stdin=FILE.encode()) == shown


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("select 1;\n\nselect\n  nobody\nfrom games;", ("statement 2", "line 4", "LINE 4:")),
        ("select 1;\nselect 2; select\n nobody x y", ("statement 3", "line 3", "LINE 3:")),
        ("select 1;\n select 'a", ("statement 2", "line 2", "unterminated")),
        ("select 1;\n\nselect n::integer\nfrom (values ('x')) t(n)", ("statement 2", "line 3")),
        ("select 1;\ncopy games to 'x'", ("statement 2", "line 2", "no files")),
    ],
)
@pytest.mark.parametrize("form", ["--table", "--json"])
def test_an_error_names_file_statement_and_line_and_nothing_is_shown(
    club: Terminal, tmp_path: Path, text: str, places: tuple[str, ...], form: str
) -> None:
    path = tmp_path / "questions.sql"
    path.write_text(text, "utf-8")
    ran = club.try_("sql", "--file", path, form)
    assert ran.code == 2
    output = ran.err
    if form == "--json":
        (refusal,) = ran.json["refused"]
        output = f"line {refusal['line']} {refusal['what']}"
    else:
        assert ran.out == ""
    assert [place for place in ("questions.sql", *places) if place not in output] == []


def test_a_text_without_a_question_is_refused(club: Terminal) -> None:
    for text in ("", " ; ;", "-- nothing"):
        assert "no-question" in club.refused("sql", text, code=2)
    assert "standard input has no statement" in club.refused("sql", code=2)
    assert "no-answer" in club.refused("sql", "create temp table x as select 1", code=2)
    both = club.refused("sql", "select 1", "--file", club.ledger, code=2)
    assert "QUESTION or --file" in both


_PIECES = st.sampled_from(
    [
        "select 1",
        "select ';'",
        'select 2 as ";"',
        "select $$ ; $$",
        "select 1 -- ;\n + 1",
        "select /* ; /* ; */ */ 3",
        "select 'é;' as é",
        "from games",
        "select E'\\'; '",
    ]
)
_BETWEEN = st.sampled_from([";", " ;\n", ";;", ";\n-- é;\n", "; /* ; */ "])


@given(st.lists(st.tuples(_PIECES, _BETWEEN), min_size=1, max_size=6))
def test_a_text_is_cut_at_the_semicolons_that_end_a_statement(parts: list[tuple[str, str]]) -> None:
    text = "".join(piece + between for piece, between in parts)
    pieces = statements(text, "file")
    assert [statement.text for statement in pieces] == [piece for piece, _ in parts]
    lines = text.splitlines()
    for statement in pieces:
        assert statement.text.splitlines()[0] in lines[statement.line - 1]
    done, rest = complete(text + "select 'begun; ")
    assert [s.text for s in statements(done)] == [piece for piece, _ in parts]
    assert rest.endswith("select 'begun; ")


@given(st.text(alphabet="se;'\"$-/*\\\n\0é1()\ud800 ", max_size=20))
def test_whatever_is_typed_is_cut_or_refused(text: str) -> None:
    with suppress(QuestionRefused):
        assert statements(text, "file")
    readable = text.encode("utf-8", "replace").decode()
    assert "".join(complete(readable)) == readable


def test_a_question_may_begin_with_a_comment_or_a_minus(club: Terminal) -> None:
    assert club.json("sql", "-- how many\nselect 1 as n")["rows"] == [{"n": 1}]
    assert club.run("sql", "--csv", "-- how many\nselect 1 as n") == "n\n1\n"
    assert "syntax error" in club.refused("sql", "-1", code=2)
    assert "No such option" in club.refused("sql", "--cvs", "select 1", code=2)
    assert "unknown-moment" in club.refused("sql", "--as-of", "-1", "select 1", code=2)


# --- forbidden questions
# ---------------------------------------------------------------------------

FORBIDDEN = {
    "drop table games": "question-changes",
    "insert into games select * from games": "question-changes",
    "delete from games": "question-changes",
    "create table mine as select 1": "question-changes",
    "comment on table games is 'x'": "question-changes",
    "copy games to 'mine.csv'": "question-touches-files",
    "prepare p as copy games to 'mine.csv'; execute p": "question-touches-files",
    "explain analyze copy games to 'mine.csv'": "question-touches-files",
    "export database 'mine'": "question-touches-files",
    "from glob('*')": "question-touches-files",
    "attach 'mine.duckdb'": "question-touches-files",
    "from 'mine.csv'": "question-touches-files",
    "from read_text('club.ledger')": "question-touches-files",
    "select size from read_blob('club.duckdb')": "question-touches-files",
    "from read_duckdb('club.duckdb', table_name = 'games')": "question-touches-files",
    "select size from main . \"READ_BLOB\" /* of the mirror */ ('club.duckdb')": (
        "question-touches-files"
    ),
    "install httpfs": "question-touches-files",
    "update extensions": "question-touches-files",
    "set enable_external_access = true": "question-settings",
    "set temp_directory = '.'": "question-settings",
    "pragma enable_profiling": "question-settings",
    "call enable_logging(storage = 'file', storage_path = '.')": "question-settings",
    "begin": "question-transaction",
    "commit": "question-transaction",
}


@pytest.mark.parametrize("question", FORBIDDEN)
@pytest.mark.parametrize("of", [(), ("--mirror",)], ids=["copy", "mirror"])
def test_a_question_changes_nothing_and_touches_no_file(
    mirrored: Terminal, question: str, of: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    club = mirrored
    monkeypatch.chdir(club.ledger.parent)
    before = there(club)
    refusal = club.refused("sql", question, *of, code=2)
    assert FORBIDDEN[question] in refusal
    assert "Error:" not in refusal, "in plain words"
    into = ("--parquet", "answer.parquet")
    assert FORBIDDEN[question] in club.refused("sql", question, *of, *into, code=2)
    assert there(club) == before


def test_the_bytes_of_the_mirror_are_out_of_reach_by_whatever_name(mirrored: Terminal) -> None:
    club = mirrored
    hidden = f"from query('from read_' || 'blob(''{club.ledger.with_suffix('.duckdb')}'')')"
    for of in ((), ("--mirror",)):
        assert "question-touches-files" in club.refused("sql", hidden, *of, code=2)


@pytest.mark.parametrize("function", ["query", 'main . "QUERY"', "json_execute_serialized_sql"])
def test_with_parquet_the_bytes_of_the_mirror_are_out_of_reach_as_well(
    mirrored: Terminal, function: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = mirrored
    monkeypatch.chdir(club.ledger.parent)
    before = there(club)
    read = f"from read_' || 'blob(''{club.ledger.with_suffix('.duckdb')}'')"
    text = (
        f"'{read}'" if "q" in function.split("_")[0].casefold() else f"json_serialize_sql('{read}')"
    )
    refusal = club.refused(
        "sql", f"from {function}({text})", "--mirror", "--parquet", "bytes.parquet", code=2
    )
    assert "question-touches-files" in refusal
    assert there(club) == before


def test_a_name_that_reads_no_file_is_no_obstacle(mirrored: Terminal) -> None:
    text = "select 'read_blob(' as read_text, count(*) as parquet_files from games -- read_csv(x)"
    assert mirrored.json("sql", text)["rows"][0]["read_text"] == "read_blob("


def test_with_parquet_a_question_reaches_not_even_the_file_that_is_written(
    club: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(club.ledger.parent)
    before = set(there(club))
    club.run("sql", "select current_setting('allowed_paths') as p", "--parquet", "where.parquet")
    with duckdb.connect() as database:
        row = database.execute("SELECT p[1] FROM 'where.parquet'").fetchone()
    assert row is not None
    assert not Path(str(row[0])).parent.exists(), "its folder was for that run alone"
    for question in (
        "copy games to 'answer.parquet'",
        "from glob('*')",
        "from 'where.parquet'",
        "prepare p as copy games to 'answer.parquet'; execute p",
    ):
        club.refused("sql", question, "--parquet", "answer.parquet", code=2)
    assert set(there(club)) == before | {"where.parquet"}


def test_temporary_tables_views_and_variables_are_steps_of_a_file(mirrored: Terminal) -> None:
    club = mirrored
    text = (
        "create temp table mine as select 1 as n; insert into mine values (2);"
        "create temp view doubled as select n * 2 as n from mine;"
        "set variable more = 10;"
        "create temp macro added(x) as x + getvariable('more');"
        "select sum(added(n))::integer as n from doubled"
    )
    for of in ((), ("--mirror",)):
        assert club.json("sql", text, *of)["rows"] == [{"n": 26}]
    pivoted = "pivot (select round, rank from standings) on rank using count(*) order by round"
    assert len(club.json("sql", pivoted)["rows"]) == 5


def test_the_tables_are_described_with_their_comments(mirrored: Terminal) -> None:
    club = mirrored
    tables = {row["name"]: row for row in club.json("sql", "--mirror", r"\d")["rows"]}
    assert tables["games"]["kind"] == "table"
    assert "Every board" in tables["games"]["comment"]
    assert tables["standings_diff(version_a, version_b)"]["kind"] == "macro"
    columns = club.json("sql", "--mirror", r"\d Games")["rows"]
    assert columns[0] == {
        "column": "tournament",
        "type": "VARCHAR",
        "comment": "Id of the tournament.",
    }
    assert "unknown-table" in club.refused("sql", r"\d nothing", code=2)
    assert "unknown-command" in club.refused("sql", r"\x", code=2)


def test_a_question_to_many_tournaments_as_of_a_moment_names_a_few_and_says_how_to_ask_all(
    club: Terminal,
) -> None:
    for number in range(8):
        club.run("init", f"Cup {number}")
    refusal = club.refused("sql", "--as-of", "3", "select 1", code=2)
    assert 'the ledger holds 9 tournaments: "Club Open"' in refusal
    assert refusal.count("Cup ") == 4
    assert "; and 4 more" in refusal
    assert "--tournament NAME" in refusal
    assert "toernooi tournaments" in refusal
    assert "leave out --as-of" in refusal
    some = club.refused("-t", "Cup", "sql", "select 1", code=2)
    assert '"Cup" names 8 of: "Cup 0"' in some
    assert "Club Open" not in some
    assert "--as-of" not in club.refused("standings", code=2)


def test_a_question_is_refused_in_dutch(club: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOERNOOI_LANG", "nl")
    assert "(geen rijen)" in club.run("sql", "select 1 where false")
    refused = club.refused("sql", "copy players to 'x.csv'", code=2)
    assert "een vraag leest en schrijft geen bestanden" in refused
    assert "schrijft een antwoord naar een bestand" in refused
