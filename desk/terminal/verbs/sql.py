"""Asking in SQL: a question that is typed, a file of them, a prompt; and the export to Parquet."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

if TYPE_CHECKING:
    from desk.render.chart import ChartKind
    from ledger.refusals import Refusal
    from ledger.state.book import Book
    from projections.sql.answers import Answer
    from projections.sql.questions import Connection, Statement
from desk.terminal.app import VERSION, Session, Verbs, ledger_path
from desk.terminal.options import AS_OF, FILE_OR_STDIN, SpreadsheetOption
from desk.terminal.output import (
    bytes_of,
    for_spreadsheet,
    leave,
    or_leave,
    progress_of,
    put,
    put_pieces,
    say,
    show,
)

here = Verbs()

SECONDS = 300
"""How long DuckDB may be at work on a statement, unless something else is said."""

MOST_ROWS = 1000
"""Of a table for people; the other forms have all rows."""


class Asking(click.Command):
    """A verb whose argument may begin with a minus: a comment in SQL, or a number below zero."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read what was typed; what can be no option is the question."""
        valued = {name for option in self.params if not getattr(option, "is_flag", True)
                  for name in option.opts}  # fmt: skip
        taken = {at + 1 for at, word in enumerate(args) if word in valued}
        bare = [at for at, word in enumerate(args) if at not in taken and _NO_OPTION.match(word)]
        if "--" not in args and bare:
            rest = [word for at, word in enumerate(args) if at not in bare]
            args = [*rest, "--", *(args[at] for at in bare)]
        return super().parse_args(ctx, args)


_NO_OPTION = re.compile(r"-[\d.]|-[^=]*\s")


class Drawing(NamedTuple):
    """A picture that is wanted: its file, its kind (None: what suits the answer), its title."""

    file: Path
    kind: ChartKind | None
    title: str


@dataclass(frozen=True, slots=True)
class AnswerForm:
    """How answers are written: as a table, unless something else is asked for."""

    as_json: bool = False
    as_csv: bool = False
    parquet: Path | None = None
    drawing: Drawing | None = None
    seconds: int = SECONDS

    @property
    def most(self) -> int | None:
        """Return how many rows are shown, None for all."""
        return None if self.as_json or self.as_csv or self.parquet else MOST_ROWS

    @property
    def of_one(self) -> str:
        """Return the option that takes one answer, "" for none."""
        if self.as_csv:
            return "--csv"
        return "--parquet" if self.parquet else "--picture" if self.drawing else ""

    def show(self, answer: Answer, title: str = "") -> None:
        """Print an answer."""
        from desk.render import text as render
        from projections.sql import answers as answered

        if self.as_json:
            put_pieces(render.json_with_rows(answered.record(answer), [answered.json_rows(answer)]))
        elif self.as_csv:
            put_pieces(answered.as_csv(answer, for_spreadsheet()))
        else:
            show(answered.table_of(answer, title), False)


def _form(
    as_table: bool, as_json: bool, as_csv: bool, parquet: str | None, drawing: Drawing | None,
    seconds: int,
) -> AnswerForm:  # fmt: skip
    forms = {"--table": as_table, "--json": as_json, "--csv": as_csv, "--parquet": parquet,
             "--picture": drawing}  # fmt: skip
    names = [name for name, value in forms.items() if value]
    if len(names) > 1:
        raise click.UsageError(f"one form at a time, not {' and '.join(names)}")
    return AnswerForm(as_json, as_csv, Path(parquet) if parquet else None, drawing, seconds)


@here.verb("sql", kind=Asking)
@click.argument("question", required=False)
@click.option("--file", metavar="FILE", help="Ask the statements of FILE; - is standard input.",
              type=FILE_OR_STDIN)  # fmt: skip
@click.option("--as-of", metavar="MOMENT", help=AS_OF.help)
@click.option("--mirror", "in_file", is_flag=True, help="Ask the file of `mirror build`.")
@click.option("--table", "as_table", is_flag=True, help="A table for people; the default.")
@click.option("--json", "as_json", is_flag=True, help="For programs: JSON.")
@click.option("--csv", "as_csv", is_flag=True, help="Comma-separated values of one answer.")
@click.option(cls=SpreadsheetOption)
@click.option("--parquet", metavar="FILE", help="Write one answer to FILE, with its exact types.")
@click.option("--picture", metavar="FILE", help="Draw one answer to FILE, as SVG.")
@click.option("--kind", type=click.Choice(["bars", "lines"]),
              help="With --picture: what is drawn; else what suits the answer.")  # fmt: skip
@click.option("--title", default="", metavar="TEXT", help="With --picture: its title.")
@click.option("--timeout", type=click.IntRange(1, 10**6), default=SECONDS, metavar="SECONDS",
              help=f"Stop a statement that takes longer; {SECONDS} unless given.")  # fmt: skip
@click.pass_obj
def sql(
    session: Session, question: str | None, file: str | None, as_of: str | None, in_file: bool,
    as_table: bool, as_json: bool, as_csv: bool, parquet: str | None, picture: str | None,
    kind: ChartKind | None, title: str, timeout: int,
) -> None:  # fmt: skip
    """Ask a DuckDB copy of the tournament, or with --mirror of the whole ledger (docs/sql.md).

    Without QUESTION and --file, a prompt; or what comes from standard input, as a file.
    """
    drawing = Drawing(Path(picture), kind, title) if picture else None
    if drawing is None and (kind or title):
        raise click.UsageError("--kind and --title go with --picture FILE")
    form = _form(as_table, as_json, as_csv, parquet, drawing, timeout)
    if question is not None and file is not None:
        raise click.UsageError("give a QUESTION or --file, not both")
    if in_file and as_of is not None:
        raise click.UsageError("--mirror knows every moment: ask standings_as_of(140)")
    at_prompt = question is None and file is None and sys.stdin.isatty()
    described = question is not None and question.startswith("\\")
    if (form.parquet or form.drawing) and (at_prompt or described):
        raise click.UsageError(f"{form.of_one} takes a QUESTION in SQL, or --file")
    copy = Copy(session, as_of, in_file)
    with _told():
        if at_prompt:
            with copy.opened() as database:
                Prompt(database, form).run(copy.called)
        elif question is not None and described:
            with copy.opened("") as database:
                form.show(_described(database, question))
        elif question is not None:
            _ask(copy, question, "", form)
        else:
            name = "standard input" if file in (None, "-") else Path(str(file)).name
            _ask(copy, bytes_of(file or "-").decode("utf-8-sig", "replace"), name, form)


@contextmanager
def _told() -> Iterator[None]:
    """Leave with the refusal of what is not asked or opened, and with a line when it is stopped."""
    from projections.exports.replacement import NotReplaced
    from projections.mirror.files import MirrorError
    from projections.sql.connections import interrupts_raised
    from projections.sql.questions import QuestionRefused

    try:
        with interrupts_raised():
            yield
    except (QuestionRefused, MirrorError, NotReplaced) as error:
        leave(error.refusal)
    except KeyboardInterrupt:
        say("stopped: the question is not answered", err=True)
        sys.exit(130)


class Copy:
    """What is asked: a copy of the tournament made on the fly, or the mirror of the ledger."""

    def __init__(self, session: Session, as_of: str | None, in_file: bool) -> None:
        self.session, self.as_of, self.in_file = session, as_of, in_file
        self.called = ""

    @contextmanager
    def opened(
        self, text: str | None = None, may_write: Path | None = None
    ) -> Iterator[Connection]:
        """Open it, with nothing outside it in reach but one file to be written.

        asked is what will be asked, None: it is not known yet. Every round is paired again only
        for who asks what decided it.
        """
        from desk.render.english import english
        from ledger.wording import count_of
        from pairing.review.decisions import decisions_of
        from projections.mirror.in_memory import mirror
        from projections.mirror.progress import damaged_in, open_current
        from projections.mirror.tables import DECISIONS
        from projections.sql.questions import shut

        if self.in_file:
            path = ledger_path(self.session.ledger)
            database, self.called = open_current(path), f"the mirror of {path.name}"
            damaged = damaged_in(database)
            if damaged:
                said = f"{count_of(damaged, 'tournament is', 'tournaments are')} damaged"
                say(f"note: {said} and not in it (table damaged)", err=True)
        else:
            book = self._book()
            wanted = text is None or DECISIONS in text.lower()
            decide = decisions_of if wanted else None
            database = mirror(book.recorded, book.people, english, decide)
            self.called = f"{book.state.name}, as known at #{book.state.position}"
        with database:
            shut(database, may_write)
            yield database

    def _book(self) -> Book:
        """Return the book of the tournament; of several, all can be asked in the mirror."""
        from ledger.messages import also, do, run_on

        book = self.session.desk().read(self.session.tournament, self.as_of)
        if isinstance(book, tuple) and book[0].code == "which-tournament":
            every = run_on(do("mirror-update"), ", and then ", also(mirror=True))
            step = run_on(book[0].next, ", or ask all of them: ", every)
            return leave(replace(book[0], next=step))
        return or_leave(book)


def _ask(copy: Copy, text: str, source: str, form: AnswerForm) -> None:
    """Ask every statement of a text; show the answers when all of them are there."""
    from ledger.wording import count_of
    from projections.exports.replacement import replacing_file
    from projections.sql.questions import ask, no_answer, one_answer, statements, write_parquet

    queries = statements(text, source)
    if form.of_one or (form.as_json and not source):
        one_answer(queries, form.of_one or "a QUESTION with --json")
    if form.parquet is None:
        with copy.opened(text) as database:
            answers = [(each, ask(database, each, form.most, form.seconds)) for each in queries]
        if not any(each.answers for each in queries):
            raise no_answer(source)
        if form.drawing:
            _draw([answer for _, answer in answers if answer is not None][-1], form.drawing)
        else:
            _show(answers, source, form)
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
    say(f"written: {form.parquet}, {count_of(rows, 'row')}")


def _draw(answer: Answer, drawing: Drawing) -> None:
    """Draw an answer: its first column names the rows, the others are numbers."""
    from desk.render.chart import picture
    from projections.exports.replacement import replacing_file
    from projections.sql.answers import view_of

    svg = or_leave(picture(view_of(answer), drawing.kind, title=drawing.title))
    with replacing_file(drawing.file, "SVG") as fresh:
        fresh.write_text(svg, "utf-8")
    say(f"written: {drawing.file}")


def _show(
    answers: Sequence[tuple[Statement, Answer | None]], source: str, form: AnswerForm
) -> None:
    """Show the answers of a text, those of a file for programs as a list."""
    from desk.render.text import json_with_rows
    from projections.sql.answers import json_rows, list_of

    there = [(statement, answer) for statement, answer in answers if answer is not None]
    if form.as_json and source:
        listed = list_of([(answer, s.number, s.line) for s, answer in there])
        put_pieces(json_with_rows(listed, [json_rows(answer) for _, answer in there]))
        return
    for at, (statement, answer) in enumerate(there):
        if at:
            put("")
        form.show(answer, statement.title if len(there) > 1 else "")


def _described(database: Connection, typed: str) -> Answer:
    r"""Answer \d and \d TABLE."""
    from projections.sql.questions import QuestionRefused
    from projections.sql.tables import described

    command, _, table = typed.partition(" ")
    if command != "\\d":
        raise QuestionRefused(_unknown(command))
    return described(database, table.strip().rstrip(";"))


def _unknown(command: str) -> Refusal:
    from ledger.refusals import Exit, Refusal

    next_ = r"there are \d, \d TABLE, \h and \q"
    return Refusal("unknown-command", f"there is no {command}", next_, exit=Exit.USAGE)


# --- the prompt -----------------------------------------------------------------------------------

HELP = r"""A statement ends with a semicolon and may take several lines.
  \d          the tables, what they hold, and the macros
  \d TABLE    the columns of a table
  \h          this
  \q, Ctrl-D  leave
  Ctrl-C      drop the statement that is being typed, or stop the one that is running
Nothing asked here changes the ledger. create temp table NAME as select ... is kept until you leave.
Every table with every column: docs/sql.md. DuckDB's SQL: https://duckdb.org/docs/sql/introduction"""


class Prompt:
    """Questions typed one after another; what is wrong is told, and the prompt goes on."""

    def __init__(self, database: Connection, form: AnswerForm) -> None:
        self.database, self.form = database, form
        self.typed = ""

    def run(self, called: str) -> None:
        """Ask until nobody asks any more. What was typed is remembered here, and in no file."""
        with suppress(ImportError):  # not in every Python; typing goes on without its arrow keys
            import readline  # noqa: F401
        say(rf"{called}; \d lists the tables, \h helps, \q leaves", err=True)
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
        """Take a line; tell whether the prompt goes on."""
        from projections.sql.questions import complete

        word = line.strip().rstrip(";")
        if not self.typed and word in ("\\q", "quit", "exit"):
            return False
        if not self.typed and word in ("\\h", "\\?", "help"):
            put(HELP)
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
        from projections.sql.questions import QuestionRefused, ask, statements

        try:
            if typed.startswith("\\"):
                self.form.show(_described(self.database, typed))
                return
            for statement in statements(typed):
                answer = ask(self.database, statement, self.form.most, self.form.seconds)
                if answer is None:
                    say("done", err=True)
                else:
                    self.form.show(answer)
                    put("")
        except QuestionRefused as error:
            say(*error.refusal.lines(), err=True)
        except KeyboardInterrupt:
            say("", "stopped", err=True)


# --- the export -----------------------------------------------------------------------------------


def export_parquet(session: Session, folder: str, names: bool, as_json: bool) -> None:
    """Write the mirror as Parquet files, and show what was written."""
    from projections.exports.parquet import export, exported_view
    from projections.exports.replacement import NotReplaced
    from projections.mirror.files import MirrorError

    if session.tournament:
        say(f"note: all tournaments are in it, not only {session.tournament}", err=True)
    ledger = ledger_path(session.ledger)
    try:
        done = export(ledger, Path(folder), VERSION, progress_of, names=names)
    except (NotReplaced, MirrorError) as error:
        leave(error.refusal)
    except KeyboardInterrupt:
        say(f"stopped: nothing was changed in {folder}", err=True)
        sys.exit(130)
    show(exported_view(done), as_json)
