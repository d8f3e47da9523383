"""Questions in SQL: split into statements, and run on a DuckDB connection that cannot be changed.

A statement runs in a read-only transaction, without files and with fixed settings. Temporary
tables, views and variables last as long as the connection.
"""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import TypeAlias, TypeVar

from ledger.messages import Blank, Sentence, also, decimals, do, message, run_on
from ledger.refusals import Exit, Refusal
from projections.sql.answers import (
    MOST_DISK_MIB,
    ColumnKind,
    KeptRows,
    NoRoom,
    QueryAnswer,
)
from projections.sql.connections import file_of, interrupts_raised
from projections.sql.duck import duckdb
from projections.sql.interruptible import TimeUp, stoppable

T = TypeVar("T")
Connection: TypeAlias = "duckdb.DuckDBPyConnection"
AnswerRelation: TypeAlias = "duckdb.DuckDBPyRelation"


class QuestionRefused(Exception):
    """A question that cannot be answered; `refusal` says why, with DuckDB's own message."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal


def not_asked(
    code: str, what: Sentence, next_: Sentence, line: int | None = None
) -> QuestionRefused:
    """Return the exception for a question that cannot be answered."""
    return QuestionRefused(Refusal(code, what, next_, exit=Exit.USAGE, line=line))


MOST_MIB = 2048
"""How much memory DuckDB may take for a question by default."""


# --- statements -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement of a text.

    `number` counts from 1; `line` is that of its first word; `place` is its place in the words of
    refusals, "" for a single question. `answers` says whether it has rows to show, `selects`
    whether it can be part of another query.
    """

    number: int
    line: int
    place: Sentence
    text: str
    answers: bool
    selects: bool = False

    @property
    def title(self) -> Sentence:
        """Return the heading of its answer, for a text with several answers."""
        words = " ".join(self.text.split())
        shown = words if len(words) <= _LONG else words[:_LONG] + " ..."
        return message("sql.statement", number=self.number, line=self.line, text=shown)


_LONG = 60


def statements(text: str, source: str = "", *, may_write: bool = False) -> list[Statement]:
    """Split a text into its statements; `source` is its name in refusals, "" for none.

    `may_write`: a file is open for the answer, so that an open mirror's own file is in reach too,
    see `shut`; functions that run a text as a question are then refused as well.
    Raise QuestionRefused when one of them is unreadable, would touch files or transactions, or when
    there is none.
    """
    text = text.encode("utf-8", "replace").decode()
    parts: list[Statement] = []
    for start, piece in _pieces(text):
        line = text.count("\n", 0, start) + 1
        number = len(parts) + 1
        place = message("sql.place", source=source, number=number) if source else ""
        try:
            (read,) = duckdb.extract_statements(piece)
        except duckdb.Error as error:
            raise _question_wrong(error, place, line) from error
        kind = _kind_of(read)
        if kind in _OUT_OF_REACH:
            raise _OUT_OF_REACH[kind](place, line if source else None)
        if _uses_files(piece, kind, may_write=may_write):
            raise _no_files(place, line if source else None)
        results = {result.name for result in read.expected_result_type}
        answers = "CHANGED_ROWS" not in results and "QUERY_RESULT" in results
        answers |= kind == "MULTI"  # a PIVOT that first looks up its columns
        parts.append(
            Statement(
                number=number,
                line=line,
                place=place,
                text=piece,
                answers=answers,
                selects=kind == "SELECT",
            )
        )
    if not parts:
        what = message("sql.no-statement", source=source or message("sql.the-question"))
        raise not_asked("no-question", what, do("sql", question=Blank("select ...")))
    return parts


def _kind_of(read: duckdb.Statement) -> str:
    """Return the kind of a statement, "" for one that Python has no name for.

    UPDATE EXTENSIONS is such a kind.
    """
    try:
        return read.type.name
    except ValueError:
        return ""


def complete(text: str) -> tuple[str, str]:
    """Split the text typed so far after the last semicolon that ends a statement."""
    ends = [end for _, end in _cuts(text)]
    return (text[: ends[-1]], text[ends[-1] :]) if ends else ("", text)


def _cuts(text: str) -> Iterator[tuple[int, int]]:
    """Yield the places before and after every semicolon outside strings and comments."""
    for at, character, _ in _tokens(text):
        if character == ";":
            yield at, at + 1


def _tokens(text: str) -> Iterator[tuple[int, str, bool]]:
    """Yield every token of DuckDB's: its place, its first character, whether it is a comment."""
    raw = text.encode()
    place = 0
    before = 0
    for at, kind in duckdb.tokenize(text):
        place, before = place + len(raw[before:at].decode()), at
        yield place, text[place], kind is duckdb.token_type.comment


_READS_FILES = re.compile(r'"?(read_\w+|sniff_csv|glob|parquet_\w+|\w+_scan)"?', re.IGNORECASE)
"""The names of functions that open files; a mirror and a lake are files that may be opened."""

_RUNS_TEXT = re.compile(r'"?(query|json_execute_serialized_sql)"?', re.IGNORECASE)
"""The names of functions by which a question has another one, written as a text."""

_OTHERS_WITHIN = frozenset({"PREPARE", "EXPLAIN"})
"""Kinds of statements that have another one in them, which may be run by them."""

_WORDS_OF_FILES = frozenset({"copy", "export", "import", "attach", "detach", "install", "load"})


def _uses_files(text: str, kind: str, *, may_write: bool) -> bool:
    """Tell whether a statement of a kind opens or writes files, by its words."""
    names = _words(text)
    calls = [name for name, following in pairwise(names) if following.startswith("(")]
    if any(_READS_FILES.fullmatch(name) for name in calls):
        return True
    if may_write and any(_RUNS_TEXT.fullmatch(name) for name in calls):
        return True
    return kind in _OTHERS_WITHIN and any(name.casefold() in _WORDS_OF_FILES for name in names)


def tables_named(
    database: Connection, question: str, macros: Collection[str] = ()
) -> frozenset[str] | None:
    """Return the tables and macros that a question names, in small letters; None: perhaps others.

    The question is one that `statements` takes: nothing in it reads a file. `database` may be
    without tables; `macros` are the names of those that it may lack, too. What runs a text or lists
    tables may ask of all, and so may a typing error, several statements, what is no query but names
    no table, and what has a comment, in which anything may stand.
    """
    text = question.lower()
    if _MAY_ASK_OF_ALL.search(text):
        return None
    # DuckDB tells the names of tables that are not there, but looks for columns to join them by.
    text = re.sub(r'\busing\s*\([\w\s,"]*\)', " on true", text)
    called = {name for name in macros if re.search(rf"\b{name}\b", text)}
    for name in called:
        text = re.sub(rf"\b{name}\s*\([^()]*\)", name, text)
    try:
        named = frozenset(name.lower() for name in database.get_table_names(text))
    except duckdb.InterruptException:
        raise
    except duckdb.Error:
        return None
    return named if called <= named and (named or _IS_QUERY.match(text)) else None


_MAY_ASK_OF_ALL = re.compile(
    r"query|execute|duckdb_|information_schema|pg_|pragma|sqlite|--|/\*|\bshow\b"
    r"|(?:\(|\b(?:union|all|except|intersect)(?:\s+by\s+name)?)\s*desc(?:ribe)?\b"
)
"""What a question has that runs a text, or lists tables; or a comment."""

_IS_QUERY = re.compile(r"[\s(]*(select|from|with|values)\b")


def _words(text: str) -> list[str]:
    """Return the words and signs of a statement, without comments."""
    tokens = [(place, comment) for place, _, comment in _tokens(text)]
    ends = [*(place for place, _ in tokens[1:]), len(text)]
    return [
        text[at:end].strip() for (at, comment), end in zip(tokens, ends, strict=True) if not comment
    ]


def _pieces(text: str) -> Iterator[tuple[int, str]]:
    """Yield each statement with its place in the text; comments before it are left out."""
    begin = 0
    for before, after in [*_cuts(text), (len(text), len(text))]:
        words = (at for at, _, comment in _tokens(text[begin:before]) if not comment)
        first = next(words, None)
        if first is not None:
            yield begin + first, text[begin + first : before].rstrip()
        begin = after


def _no_files(place: Sentence, line: int | None) -> QuestionRefused:
    what = message("sql.no-files", place=place)
    writes = do("sql", question=Blank("select ..."), parquet=Blank("FILE"))
    next_ = message("sql.writes-file", command=writes, option=also(csv=True))
    return not_asked("question-touches-files", what, next_, line)


def _no_transactions(place: Sentence, line: int | None) -> QuestionRefused:
    what = message("sql.no-transactions", place=place)
    return not_asked("question-transaction", what, message("sql.leave-out"), line)


_OUT_OF_REACH = {
    "COPY": _no_files,
    "COPY_DATABASE": _no_files,
    "EXPORT": _no_files,
    "ATTACH": _no_files,
    "DETACH": _no_files,
    "LOAD": _no_files,
    "": _no_files,
    "TRANSACTION": _no_transactions,
}
"""Kinds of statements that are refused before anything is run; "": see `_kind_of`."""


# --- asking ---------------------------------------------------------------------------------------


@interrupts_raised()
def shut(
    database: Connection,
    may_write: Path | None = None,
    may_read: Sequence[Path] = (),
    memory_mib: int | None = None,
) -> None:
    """Close a connection to everything outside, for good, but a file to write, files to read.

    `may_read` are the files of a lake: no other file of its folders can be read, and none listed.
    `memory_mib` is the memory that DuckDB may take for a question, in MiB, None: the usual.
    """
    # DuckDB would let whatever it may read be written, too: `statements` refuses what writes.
    files = [*may_read, *([] if may_write is None else [may_write])]
    if files:
        listed = ", ".join(quoted(file_of(file)) for file in files)
        database.execute(f"SET allowed_paths = [{listed}]")
    # Of an open file DuckDB also lets its bytes be read; it needs no more files once it is open.
    no_files = not files
    database.execute(
        "SET python_enable_replacements = false; SET temp_directory = '';"
        f" SET memory_limit = '{_at_most(database, memory_mib or MOST_MIB)}MiB';"
        " SET enable_external_access = false;"
        f" {'SET disabled_filesystems = LocalFileSystem;' * no_files} SET lock_configuration = true"
    )


def _at_most(database: Connection, mib: int) -> int:
    """Return how much memory a question may take, in MiB: less where DuckDB itself takes less."""
    usual = re.match(r"(\d+)[.\d]* (\w+)", _memory_limit(database))
    units = {"MiB": 1, "GiB": 1024}
    return min(mib, int(usual[1]) * units[usual[2]]) if usual and usual[2] in units else mib


def _memory_limit(database: Connection) -> str:
    """Return how much memory a connection may take, as DuckDB writes it: 2.0 GiB."""
    row = database.execute("SELECT current_setting('memory_limit')").fetchone()
    return str(row[0]) if row else ""


def quoted(text: str) -> str:
    """Return a text as an SQL literal."""
    return "'" + text.replace("'", "''") + "'"


def ask(
    database: Connection,
    statement: Statement,
    most: int | None = None,
    seconds: int | None = None,
    disk_mib: int = MOST_DISK_MIB,
) -> QueryAnswer | None:
    """Run a statement; return at most `most` rows of its answer, None if it has no answer.

    `seconds` is the time limit, None: no limit. `disk_mib` is the temporary disk that the rows may
    take. Raise QuestionRefused, and KeyboardInterrupt when it is stopped.
    """

    def fetch() -> QueryAnswer | None:
        relation = database.sql(statement.text)
        if not statement.answers:
            return None
        return _fetched(database, statement, relation, most, disk_mib)

    return _reading(database, statement, fetch, seconds)


def only_relation(database: Connection, text: str, seconds: int | None = None) -> AnswerRelation:
    """Return the one answer of a text as a relation, which holds its rows and its connection.

    `seconds` is the time limit of a statement, None: no limit. Raise QuestionRefused, and
    KeyboardInterrupt when it is stopped.
    """
    relation: AnswerRelation | None = None
    questions = statements(text)
    one_answer(questions, message("sql.a-relation"))
    for statement in questions:
        if statement.answers:
            work = partial(_materialized, database, statement)
            relation = _reading(database, statement, work, seconds)
        else:
            ask(database, statement, seconds=seconds)
    if relation is None:
        raise no_answer("")
    return relation


def _materialized(database: Connection, statement: Statement) -> AnswerRelation:
    return database.sql(statement.text).materialize()


def write_parquet(
    database: Connection, statement: Statement, fresh: Path, seconds: int | None = None
) -> int:
    """Write the answer of a statement as a Parquet file; return the number of rows.

    `fresh` is the file that `shut` left open. Types stay; numbers of 128 bits, which Parquet would
    round, are written with 64. Raise QuestionRefused, and KeyboardInterrupt when it is stopped.
    """

    def write() -> int:
        relation = database.sql(statement.text)
        wide = [kind.id in ("hugeint", "uhugeint") for kind in relation.types]
        if any(wide):
            cells = [
                f"#{at}{'::BIGINT' if narrow else ''} AS {name_in_sql(name)}"
                for at, (name, narrow) in enumerate(zip(relation.columns, wide, strict=True), 1)
            ]
            relation = relation.project(", ".join(cells))
        relation.write_parquet(file_of(fresh))
        question = "SELECT num_rows::BIGINT FROM parquet_file_metadata(?)"
        rows = database.execute(question, [file_of(fresh)]).fetchone()
        return int(rows[0]) if rows else 0

    return _reading(database, statement, write, seconds)


def name_in_sql(name: str) -> str:
    """Return the name of a table or column as an SQL identifier."""
    return '"' + name.replace('"', '""') + '"'


def _reading(
    database: Connection, statement: Statement, work: Callable[[], T], seconds: int | None = None
) -> T:
    """Do work in a read-only transaction."""

    def run() -> T:
        with _only_reading(database):
            return work()

    try:
        return stoppable(database, run, seconds)
    except TimeUp as error:
        what = message("sql.too-long", n=seconds or 0, place=statement.place)
        step = message("sql.longer", option=also(timeout=Blank("SECONDS")))
        line = statement.line if statement.place else None
        raise not_asked("question-too-long", what, step, line) from error
    except duckdb.OutOfMemoryException as error:
        limit, unit = _memory_limit(database).split(" ")
        amount = decimals(limit.removesuffix(".0"))
        what = message("sql.no-memory", place=statement.place, limit=amount, unit=unit)
        step = message("sql.fewer-rows", option=also(memory=Blank("MIB")))
        line = statement.line if statement.place else None
        raise not_asked("question-too-large", what, step, line) from error
    except NoRoom as error:
        line = statement.line if statement.place else None
        if error.folder is not None:
            what = message(
                "sql.disk-full", place=statement.place, folder=error.folder, mib=error.mib
            )
            step = message("sql.other-disk", parquet=also(parquet=True))
            raise not_asked("answer-unwritable", what, step, line) from error
        what = message("sql.no-disk", place=statement.place, limit=f"{error.mib} MiB")
        more = {"parquet": also(parquet=True), "option": also(disk=Blank("MIB"))}
        raise not_asked("answer-too-large", what, message("sql.to-a-file", **more), line) from error
    except (duckdb.BinderException, duckdb.CatalogException) as error:
        # Only `execute` reports the place in the text; the query does not run, since it cannot
        # bind.
        with suppress(duckdb.Error), _only_reading(database):
            try:
                with interrupts_raised():
                    database.execute(statement.text)
            except duckdb.Error as placed:
                raise _question_wrong(placed, statement.place, statement.line) from error
        raise _question_wrong(error, statement.place, statement.line) from error
    except duckdb.Error as error:
        raise _question_wrong(error, statement.place, statement.line) from error


@contextmanager
def _only_reading(database: Connection) -> Iterator[None]:
    database.execute("BEGIN TRANSACTION READ ONLY")
    try:
        yield
        database.execute("COMMIT")
    except BaseException:
        with suppress(duckdb.Error):
            database.execute("ROLLBACK")
        raise


_AS_IT_IS = {
    "boolean",
    "tinyint",
    "smallint",
    "integer",
    "bigint",
    "hugeint",
    "utinyint",
    "usmallint",
    "uinteger",
    "ubigint",
    "uhugeint",
    "float",
    "double",
    "decimal",
    "varchar",
}
_NESTED = {"list", "array", "struct", "map", "union", "variant"}


_AT_ONCE = 10_000
"""The number of rows in memory at a time."""


def _fetched(
    database: Connection,
    statement: Statement,
    relation: duckdb.DuckDBPyRelation,
    most: int | None,
    disk_mib: int,
) -> QueryAnswer:
    """Fetch an answer; DuckDB turns values without an exact Python type into text, or JSON."""
    columns = []
    cells = []
    for at, (name, type_) in enumerate(zip(relation.columns, relation.types, strict=True), 1):
        kind = _kind(type_.id, str(type_))
        columns.append((name, str(type_), kind))
        nested = f"to_json(#{at})" if kind is ColumnKind.JSON else f"CAST(#{at} AS VARCHAR)"
        cells.append(f"#{at}" if type_.id in _AS_IT_IS else nested)
    if most is None and statement.selects:
        question = f"SELECT {', '.join(cells)} FROM (\n{statement.text}\n)"
        taken = database.execute(question)
        batches = iter(lambda: taken.fetchmany(_AT_ONCE), [])
        return QueryAnswer.of(columns, KeptRows(batches, disk_mib))
    if any(not cell.startswith("#") for cell in cells):
        relation = relation.project(", ".join(cells))
    if most is not None:
        relation = relation.limit(most + 1)
    rows = relation.fetchall()
    return QueryAnswer.of(columns, rows[:most], more=most is not None and len(rows) > most)


def _kind(id_: str, type_: str) -> ColumnKind:
    if type_ == "JSON" or id_ in _NESTED:
        return ColumnKind.JSON
    return ColumnKind.NUMBER if id_ in _AS_IT_IS - {"boolean", "varchar"} else ColumnKind.TEXT


_NO_SUCH_VERSION = re.compile("(?s)there is no (version|comparison|pairing) (.*); there are: (.*)")
"""The error of a macro of the mirror for a version that is not there."""


_NO_DECISIONS = re.compile(r"\bno-decisions: (in a lake)?")
"""The error of the view in the place of decisions; see `projections.mirror.tables`."""


def _question_wrong(error: duckdb.Error, place: Sentence, line: int) -> QuestionRefused:
    """Return an error of DuckDB as a refusal for people, in our own words where we have them."""
    text, at = _with_lines(error, line)
    text = re.split("\n\nStack Trace:", text)[0]  # its internal error
    of = at if place else None
    if re.search("(attached|launched) in read-only mode", text):
        what = message("sql.changes-nothing", place=place)
        return not_asked("question-changes", what, message("sql.step-between"), of)
    if isinstance(error, duckdb.PermissionException):
        return _no_files(place, of)
    if re.search("configuration has been locked", text):
        what = message("sql.settings", place=place)
        return not_asked("question-settings", what, message("sql.set-variable"), of)
    if isinstance(error, duckdb.IOException):
        if os.strerror(errno.ENOSPC) in text:
            what = message("sql.no-room", place=place)
            return not_asked("answer-unwritable", what, message("sql.room"), of)
        return not_asked(
            "answer-unwritable", run_on(place, text), message("exports.other-file"), of
        )
    if (no_version := _NO_SUCH_VERSION.search(text)) is not None:
        kind, version, there = no_version.groups()
        what = message(f"sql.no-{kind}", place=place, version=version, there=there)
        more = {"pairings": True} if kind == "pairing" else {"jobs": Blank("N")}
        replay = do("replay", everything=True, rules=Blank("VERSION"), **more)
        step = message(
            "sql.adds-version", command=replay, lake=do("lake-build", to=Blank("FOLDER"))
        )
        return not_asked("unknown-version", what, step, of)
    if (none := _NO_DECISIONS.search(text)) is not None:
        what = message("sql.no-decisions", place=place)
        lake = do("lake-build", places=Blank("FROM"), to=Blank("FOLDER"), decisions=True)
        step = lake if none[1] else do("mirror-build", decisions=True)
        return not_asked("no-decisions", what, step, of)
    tables = message("sql.lists-all", command=do("sql", question="\\d"))
    first, *further = text.splitlines() or [""]
    wrong = not_asked("question-wrong", run_on(place, first), tables, of)
    return QuestionRefused(replace(wrong.refusal, quoted=tuple(further)))


def _with_lines(error: duckdb.Error, line: int) -> tuple[str, int]:
    """Return DuckDB's message, with the line of the whole text, and that line.

    DuckDB counts from the statement. For a run-time error, in a value, only the statement is known.
    """
    has_position = isinstance(
        error, duckdb.ParserException | duckdb.BinderException | duckdb.CatalogException
    )
    report = str(error).strip()
    match = re.search(r"^(LINE (\d+): )(.*\n)( *\^)", report, re.MULTILINE)
    if match is None:
        return report, line
    at = line + int(match[2]) - 1
    label = f"LINE {at}: " if has_position else ""
    caret = " " * (len(match[4]) - 1 - len(match[1]) + len(label)) + "^"
    text = f"{report[: match.start()]}{label}{match[3]}{caret}{report[match.end() :]}"
    return text, at if has_position else line


# --- how many answers -----------------------------------------------------------------------------


def one_answer(statements_found: Sequence[Statement], form: Sentence) -> None:
    """Refuse several answers where a form takes one; raise QuestionRefused."""
    answers = sum(statement.answers for statement in statements_found)
    if answers > 1:
        what = message("sql.one-answer", n=answers, form=form)
        every = do("sql", file=Blank("FILE"), json=True)
        next_ = message("sql.one-at-a-time", option=every)
        raise not_asked("one-answer-only", what, next_)


def no_answer(source: str) -> QuestionRefused:
    """Return the refusal of statements that were run and have no rows to show."""
    what = message("sql.asks-nothing", source=source or message("sql.the-question"))
    return not_asked("no-answer", what, message("sql.end-with-select"))
