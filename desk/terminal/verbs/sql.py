"""Questions in SQL: a typed question, a file of questions, a prompt."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from desk.render import text as render
from desk.render.chart import picture
from desk.render.text import json_with_rows
from ledger.messages import message
from ledger.refusals import Exit, Refusal
from projections.exports.replacement import replacing_file
from projections.sql import answers as answered
from projections.sql.answers import MOST_DISK_MIB, json_rows, list_of, view_of
from projections.sql.questions import (
    QuestionRefused,
    ask,
    complete,
    no_answer,
    one_answer,
    statements,
    write_parquet,
)
from projections.sql.tables import described

if TYPE_CHECKING:
    from desk.render.chart import ChartKind
    from ledger.messages import Sentence
    from projections.sql.answers import QueryAnswer
    from projections.sql.questions import Connection, Statement
from desk.terminal.answers import FILE_OR_STDIN, NEW_FOLDER, OneOf, Whole
from desk.terminal.files import bytes_of
from desk.terminal.mirror import Copy, questions_told
from desk.terminal.misuse import Misuse
from desk.terminal.option_names import spelled
from desk.terminal.options import SpreadsheetOption, keep, wide_option
from desk.terminal.options import as_of as as_of_option
from desk.terminal.output import or_leave, put, put_pieces, say
from desk.terminal.registry import Registry, Verb
from desk.terminal.session import Session
from desk.terminal.tables import for_spreadsheet, show
from desk.terminal.words import words

here = Registry()

SECONDS = 300
"""How long DuckDB may work on a statement by default."""

MOST_ROWS = 1000
"""The number of rows in a table for people; the other forms have all rows."""


class Asking(Verb):
    """A verb whose argument may begin with a minus: a comment in SQL, or a number below zero."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the typed words; a word that cannot be an option is the question."""
        valued = {
            name
            for option in self.params
            if not getattr(option, "is_flag", True)
            for name in option.opts
        }
        taken = {at + 1 for at, word in enumerate(args) if word in valued}
        bare = [at for at, word in enumerate(args) if at not in taken and _NO_OPTION.match(word)]
        if "--" not in args and bare:
            rest = [word for at, word in enumerate(args) if at not in bare]
            args = [*rest, "--", *(args[at] for at in bare)]
        return super().parse_args(ctx, args)


_NO_OPTION = re.compile(r"-[\d.]|-[^=]*\s")


class Drawing(NamedTuple):
    """A requested picture: its file, its kind (None: one that suits the answer), its title."""

    file: Path
    kind: ChartKind | None
    title: str


@dataclass(frozen=True, slots=True)
class AnswerForm:
    """The form of answers: a table by default."""

    as_json: bool = False
    as_csv: bool = False
    parquet: Path | None = None
    drawing: Drawing | None = None
    seconds: int = SECONDS
    disk_mib: int = MOST_DISK_MIB

    @property
    def most(self) -> int | None:
        """Return how many rows are shown, None for all."""
        return None if self.as_json or self.as_csv or self.parquet else MOST_ROWS

    @property
    def of_one(self) -> str:
        """Return the option that takes one answer, "" for none."""
        if self.as_csv:
            return spelled("--csv")
        other = "--parquet" if self.parquet else "--picture" if self.drawing else ""
        return spelled(other)

    def ask(self, database: Connection, statement: Statement) -> QueryAnswer | None:
        """Run a statement within the limits; see `projections.sql.questions.ask`."""
        return ask(database, statement, self.most, self.seconds, self.disk_mib)

    def show(self, answer: QueryAnswer, title: Sentence = "") -> None:
        """Print an answer."""
        if self.as_json:
            put_pieces(render.json_with_rows(answered.record(answer), [answered.json_rows(answer)]))
        elif self.as_csv:
            put_pieces(answered.as_csv(answer, for_spreadsheet()))
        else:
            show(answered.table_of(answer, title))


def _form(
    as_table: bool,
    as_json: bool,
    as_csv: bool,
    parquet: str | None,
    drawing: Drawing | None,
    seconds: int,
    disk_mib: int,
) -> AnswerForm:
    forms = {
        "--table": as_table,
        "--json": as_json,
        "--csv": as_csv,
        "--parquet": parquet,
        "--picture": drawing,
    }
    names = [spelled(name) for name, value in forms.items() if value]
    if len(names) > 1:
        raise Misuse(message("terminal.one-form", forms=tuple(names)))
    return AnswerForm(
        as_json=as_json,
        as_csv=as_csv,
        parquet=Path(parquet) if parquet else None,
        drawing=drawing,
        seconds=seconds,
        disk_mib=disk_mib,
    )


@here.verb("sql", kind=Asking)
@click.argument("question", required=False)
@click.option("--file", metavar="FILE", type=FILE_OR_STDIN)
@as_of_option
@click.option("--mirror", "in_file", is_flag=True)
@click.option("--lake", metavar="FOLDER", type=NEW_FOLDER)
@click.option("--table", "as_table", is_flag=True)
@click.option("--json", "as_json", is_flag=True, callback=keep)
@click.option("--csv", "as_csv", is_flag=True, callback=keep)
@click.option(cls=SpreadsheetOption)
@wide_option
@click.option("--parquet", metavar="FILE")
@click.option("--picture", metavar="FILE")
@click.option("--kind", type=OneOf("picture", ["bars", "lines"]))
@click.option("--title", default="", metavar="TEXT")
@click.option("--timeout", type=Whole(1, 10**6), default=SECONDS, metavar="SECONDS")
@click.option("--memory", type=Whole(64, 10**7), metavar="MIB")
@click.option("--disk", type=Whole(1, 10**8), default=MOST_DISK_MIB, metavar="MIB")
@click.pass_obj
def sql(
    session: Session,
    *,
    question: str | None,
    file: str | None,
    as_of: str | None,
    in_file: bool,
    lake: str | None,
    as_table: bool,
    as_json: bool,
    as_csv: bool,
    parquet: str | None,
    picture: str | None,
    kind: ChartKind | None,
    title: str,
    timeout: int,
    memory: int | None,
    disk: int,
) -> None:
    """Ask a DuckDB copy of the tournament, or the mirror of a ledger of several (docs/sql.md).

    Without QUESTION and --file, a prompt; or what comes from standard input, as a file.
    """
    drawing = Drawing(Path(picture), kind, title) if picture else None
    if drawing is None and (kind or title):
        raise Misuse(message("terminal.with-picture"))
    form = _form(
        as_table,
        as_json=as_json,
        as_csv=as_csv,
        parquet=parquet,
        drawing=drawing,
        seconds=timeout,
        disk_mib=disk,
    )
    if question is not None and file is not None:
        raise Misuse(message("terminal.question-or-file"))
    if in_file and lake is not None:
        raise Misuse(message("terminal.mirror-or-lake"))
    if (in_file or lake is not None) and as_of is not None:
        raise Misuse(message("terminal.mirror-moment"))
    at_prompt = question is None and file is None and sys.stdin.isatty()
    described = question is not None and question.startswith("\\")
    if (form.parquet or form.drawing) and (at_prompt or described):
        raise Misuse(message("terminal.takes-question", option=form.of_one))
    copy = Copy(session, as_of, in_file, Path(lake) if lake is not None else None, memory)
    with questions_told():
        if at_prompt:
            with copy.opened() as database:
                Prompt(copy, database, form).run(copy.called)
        elif question is not None and described:
            with copy.tables() as database:
                form.show(_described(database, question))
        elif question is not None:
            _ask(copy, question, "", form)
        else:
            name = Path(str(file)).name
            if file in (None, "-"):
                name = words(message("terminal.standard-input"))
            _ask(copy, bytes_of(file or "-").decode("utf-8-sig", "replace"), name, form)


def _ask(copy: Copy, text: str, source: str, form: AnswerForm) -> None:
    """Ask every statement of a text; show the answers once all of them are known."""
    queries = statements(text, source, may_write=form.parquet is not None)
    if form.of_one or (form.as_json and not source):
        one_answer(queries, form.of_one or words(message("terminal.json-question")))
    if form.drawing is not None:
        with replacing_file(form.drawing.file, "SVG") as fresh:
            answers = _answers(copy, text, source, queries, form)
            _draw([answer for _, answer in answers if answer is not None][-1], form.drawing, fresh)
        say(message("terminal.written", file=str(form.drawing.file)))
        return
    if form.parquet is None:
        _show(_answers(copy, text, source, queries, form), source, form)
        return
    rows: int | None = None
    with replacing_file(form.parquet) as fresh, copy.opened(text, fresh) as database:
        for each in queries:
            if each.answers:
                rows = write_parquet(database, each, fresh, form.seconds)
            else:
                ask(database, each, seconds=form.seconds)
        if rows is None:
            raise no_answer(source)
    say(message("terminal.written-rows", n=rows, file=str(form.parquet)))


def _answers(
    copy: Copy, text: str, source: str, queries: Sequence[Statement], form: AnswerForm
) -> list[tuple[Statement, QueryAnswer | None]]:
    """Ask every statement of a text, of which one at least has an answer."""
    with copy.opened(text) as database:
        answers = [(each, form.ask(database, each)) for each in queries]
    if not any(each.answers for each in queries):
        raise no_answer(source)
    return answers


def _draw(answer: QueryAnswer, drawing: Drawing, file: Path) -> None:
    """Draw an answer in a file: its first column names the rows, the others are numbers."""
    svg = or_leave(picture(view_of(answer), drawing.kind, title=drawing.title))
    file.write_bytes(svg.encode())


def _show(
    answers: Sequence[tuple[Statement, QueryAnswer | None]], source: str, form: AnswerForm
) -> None:
    """Show the answers of a text, those of a file for programs as a list."""
    there = [(statement, answer) for statement, answer in answers if answer is not None]
    if form.as_json and source:
        listed = list_of([(answer, s.number, s.line) for s, answer in there])
        put_pieces(json_with_rows(listed, [json_rows(answer) for _, answer in there]))
        return
    for at, (statement, answer) in enumerate(there):
        if at:
            put("")
        form.show(answer, statement.title if len(there) > 1 else "")


def _described(database: Connection, typed: str) -> QueryAnswer:
    r"""QueryAnswer \d and \d TABLE."""
    command, _, table = typed.partition(" ")
    if command != "\\d":
        raise QuestionRefused(_unknown(command))
    return described(database, table.strip().rstrip(";"))


def _unknown(command: str) -> Refusal:
    what = message("terminal.no-command", command=command)
    step = message("terminal.prompt-commands")
    return Refusal("unknown-command", what, step, exit=Exit.USAGE)


# --- the prompt -----------------------------------------------------------------------------------


class Prompt:
    """Questions typed one after another; errors are shown, and the prompt continues."""

    def __init__(self, copy: Copy, database: Connection, form: AnswerForm) -> None:
        self.copy = copy
        self.database = database
        self.form = form
        self.typed = ""

    def run(self, called: Sentence) -> None:
        """Ask until the input ends. The history is remembered here, and in no file."""
        with suppress(ImportError):  # not in every Python; typing works without its arrow keys
            import readline  # noqa: F401
        say(message("terminal.prompt", what=called), err=True)
        try:
            self._ask_all()
        finally:
            self.database.close()

    def _ask_all(self) -> None:
        while True:
            try:
                if not self._take(input(self._sign())):
                    return
            except EOFError:
                say("", err=True)
                return
            except KeyboardInterrupt:
                say("", err=True)
                self.typed = ""

    def _sign(self) -> str:
        return ("toernooi> " if not self.typed else "     ...> ") if sys.stdout.isatty() else ""

    def _take(self, line: str) -> bool:
        """Process a line; return whether the prompt continues."""
        word = line.strip().rstrip(";")
        if not self.typed and word in ("\\q", "quit", "exit"):
            return False
        if not self.typed and word in ("\\h", "\\?", "help"):
            put(words(message("terminal.prompt-help")))
        elif not self.typed and word.startswith("\\"):
            self._answer(word)
        elif self.typed or word:
            done, rest = complete(f"{self.typed}{line}\n")
            begun = any(line.strip()[:2] not in ("", "--") for line in rest.splitlines())
            self.typed = rest if begun else ""
            if done:
                self._answer(done)
        return True

    def _answer(self, typed: str) -> None:
        try:
            if typed.startswith("\\"):
                self.form.show(_described(self.database, typed))
                return
            for statement in statements(typed):
                self.database = self.copy.with_decisions(self.database, statement.text)
                answer = self.form.ask(self.database, statement)
                if answer is None:
                    say(message("terminal.done"), err=True)
                else:
                    self.form.show(answer)
                    put("")
        except QuestionRefused as error:
            say(*error.refusal.lines(), err=True)
        except KeyboardInterrupt:
            say("", message("terminal.stopped"), err=True)
