"""What every verb of the command line shares: groups with Dutch names, refusals, output."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import click

if TYPE_CHECKING:
    from ledger.book import Book
    from ledger.commands import AnyCommand
    from ledger.events import AnyFact
    from ledger.refusals import Refusal, Refusals
    from ledger.runtime import Runtime
    from pairing.desk import Desk, Numbered
    from projections.views import View

VERSION = "0.1.0"
RULES = "knsb-wp-2014"
RESULTS = {
    "1-0": "1-0", "0-1": "0-1", "1/2-1/2": "1/2-1/2", "½-½": "1/2-1/2", "=": "1/2-1/2",
    "1/2": "1/2-1/2", "½": "1/2-1/2", "0-0": "0-0", "1-0R": "1-0R", "0-1R": "0-1R", "0-0R": "0-0R",
}  # fmt: skip
"""How a result may be typed, and what it is recorded as."""

F = TypeVar("F", bound=Callable[..., Any])


class Verbs(click.Group):
    """A group that also knows its verbs by their Dutch names."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.dutch: dict[str, str] = {}

    def take(self, command: click.Command, dutch: str) -> None:
        """Register a verb under its name and its Dutch alias ("" for none)."""
        self.add_command(command)
        if dutch:
            self.dutch[dutch] = str(command.name)

    def verb(
        self, name: str, dutch: str = "", kind: type[click.Command] = click.Command
    ) -> Callable[[F], click.Command]:
        """Register a function as a verb under its name and its Dutch alias."""

        def add(function: F) -> click.Command:
            made = click.command(name, cls=kind)(function)
            self.take(made, dutch)
            return made

        return add

    def section(self, name: str, dutch: str = "", help: str = "") -> Verbs:
        """Register a group of verbs under its name and its Dutch alias."""
        made = Verbs(name, help=help)
        self.take(made, dutch)
        return made

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Find a verb by either name."""
        return super().get_command(ctx, self.dutch.get(cmd_name, cmd_name))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Give the English name also when the Dutch one was typed."""
        _, command, rest = super().resolve_command(ctx, args)
        return command.name if command else None, command, rest

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the verbs with their Dutch names beside them, in the order of a tournament."""
        names = {english: dutch for dutch, english in self.dutch.items()}
        rows = [
            (f"{name} ({names[name]})" if name in names else name, command.get_short_help_str(200))
            for name, command in self.commands.items()
            if not command.hidden
        ]
        with formatter.section("Verbs"):
            formatter.write_dl(rows)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the verbs in the order of a tournament, not of the alphabet."""
        return list(self.commands)


def ledger_path(given: str | None) -> Path:
    """Return the file asked for, the only ledger in this folder, or toernooi.ledger."""
    if given:
        return Path(given)
    here = sorted(Path.cwd().glob("*.ledger"))
    return here[0] if len(here) == 1 else Path("toernooi.ledger")


class Session:
    """What the options before the verb say."""

    def __init__(self, ledger: str | None, tournament: str | None, runtime: Runtime) -> None:
        self.ledger, self.tournament, self.runtime = ledger, tournament, runtime

    def desk(self, base: Path | None = None) -> Desk:
        """Return the desk on the chosen ledger file."""
        from pairing.desk import Desk

        return Desk(ledger_path(self.ledger), self.runtime, base or Path.cwd())

    def book(self, as_of: str | None = None, tournament: str | None = None) -> Book:
        """Return the book of the chosen tournament, or leave with what is against it."""
        book = self.desk().read(tournament or self.tournament, as_of)
        return leave(book) if isinstance(book, tuple) else book


@click.group(cls=Verbs, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--ledger", envvar="TOERNOOI_LEDGER", metavar="FILE", help="The ledger file.")
@click.option("-t", "--tournament", envvar="TOERNOOI_TOURNAMENT", help="Name or id, of several.")
@click.option("--actor", envvar="TOERNOOI_ACTOR", default="arbiter", help="Key of who acts.")
@click.version_option(VERSION, prog_name="toernooi")
@click.pass_context
def toernooi(ctx: click.Context, ledger: str | None, tournament: str | None, actor: str) -> None:
    """Run a chess tournament as a ledger: every result, pairing and correction stays visible."""
    if isinstance(ctx.obj, Session):
        return
    from ledger.runtime import Runtime

    runtime = ctx.obj if isinstance(ctx.obj, Runtime) else Runtime(actor=actor)
    ctx.obj = Session(ledger, tournament, runtime)


# --- what every verb shares -----------------------------------------------------------------------


def leave(refusals: Refusals | Refusal) -> NoReturn:
    """Say everything that is in the way and leave with the exit code of its kind."""
    found = refusals if isinstance(refusals, tuple) else (refusals,)
    ctx = click.get_current_context(silent=True)
    if ctx is not None and ctx.params.get("as_json"):
        from projections.render import as_json

        click.echo(as_json({"refused": [refusal.record() for refusal in found]}))
    else:
        from ledger.refusals import text_of_all

        click.echo(text_of_all(found), err=True)
    sys.exit(max(int(refusal.exit) for refusal in found))


def show(view: View | Refusal | Refusals, as_json: bool, as_csv: bool = False) -> None:
    """Print a view as table, JSON or CSV; leave with the refusals when it is none."""
    from projections import render
    from projections.views import View

    if not isinstance(view, View):
        leave(view)
    if as_json:
        click.echo(render.as_json(view.record()))
    elif as_csv:
        click.echo(render.as_csv(view))
    else:
        width = os.get_terminal_size().columns if sys.stdout.isatty() else None
        click.echo(render.as_table(view, width))


def json_flag() -> click.Option:
    """Return the option --json."""
    return click.Option(["--json", "as_json"], is_flag=True, help="For programs: JSON.")


def csv_flag() -> click.Option:
    """Return the option --csv."""
    return click.Option(["--csv", "as_csv"], is_flag=True, help="Comma-separated values.")


def read_options(function: F) -> F:
    """Give a verb that reads its --json and --csv."""
    function = click.option("--csv", "as_csv", is_flag=True, help="Comma-separated values.")(
        function
    )
    return json_option(function)


def json_option(function: F) -> F:
    """Give a verb its --json."""
    return click.option("--json", "as_json", is_flag=True, help="For programs: JSON.")(function)


def typed_command(line: int | None = None, **data: Any) -> Numbered:
    """Make one command of what was typed, or leave with everything that is wrong in it."""
    from ledger.commands import command_of

    made = command_of({key: value for key, value in data.items() if value is not None})
    return (line, leave(made) if isinstance(made, tuple) else made)


def write(session: Session, commands: Sequence[Numbered], as_json: bool) -> None:
    """Carry commands out, all or nothing, and say what was recorded."""
    from pairing.desk import Written

    written = session.desk().write(commands, session.tournament)
    if not isinstance(written, Written) and not as_json and sys.stdin.isatty():
        commands = [(line, _confirmed(command, written)) for line, command in commands]
        written = session.desk().write(commands, session.tournament)
    if not isinstance(written, Written):
        leave(written)
    tell(written.book, written.facts, written.notes, as_json)


def _confirmed(command: AnyCommand, refusals: Refusals) -> AnyCommand:
    """Ask at a terminal what a warning wants to be answered; leave when it is not that alone."""
    if any(refusal.code != "confirmation-needed" for refusal in refusals):
        leave(refusals)
    for refusal in refusals:
        click.echo(f"warning: {refusal.what}", err=True)
    answer = refusals[-1].next.rpartition(" ")[2]
    typed = click.prompt(f"Type {answer} to go on", default="", show_default=False)
    return command.model_copy(update={"confirm": typed.strip() or None})


def tell(book: Book, facts: Iterable[AnyFact], notes: Sequence[str], as_json: bool) -> None:
    """Say what was recorded, and what the arbiter should know."""
    from projections.history import sentence
    from projections.render import as_json as json_text

    told = [(fact, sentence(fact, book.called)) for fact in facts]
    if as_json:
        rows = [{"position": f.position, "fact": f.TOPIC, "what": what} for f, what in told]
        click.echo(json_text({"id": book.state.id, "facts": rows, "notes": list(notes)}))
        return
    shown = told if len(told) <= 12 else told[:5]
    for fact, what in shown:
        click.echo(f"#{fact.position} {what}")
    if len(told) > len(shown):
        last = told[-1][0].position
        click.echo(f"... and {len(told) - len(shown)} facts more, up to #{last}")
    different = list(dict.fromkeys(notes))
    for note in different if len(different) <= 12 else different[:5]:
        click.echo(f"note: {note}")
    if len(different) > 12:
        click.echo(f"... and {len(different) - 5} notes more (all with --json)")


def progress(total: int) -> Callable[[int], None]:
    """Return what tells on a terminal how far a long run is, and says nothing elsewhere."""

    def tell(done: int) -> None:
        text = f"{done} of {total}"
        click.echo(f"\r{text if done < total else ' ' * len(text)}\r", nl=False, err=True)

    return tell if sys.stderr.isatty() else lambda done: None


def progress_of(done: int, total: int) -> None:
    """Tell the same where the total is known only on the way."""
    progress(total)(done)


class ResultType(click.ParamType[str]):
    """A result as people type it: 1-0, 0-1, 1/2-1/2 (or =, ½), 0-0; with R when by default."""

    name = "result"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the result as it is recorded."""
        typed = str(value).strip().upper().replace(":", "-")
        if typed not in RESULTS:
            from ledger.text_files import quoted

            self.fail(f"{quoted(value)} is no result; use 1-0, 0-1, 1/2-1/2 or 0-0", param, ctx)
        return RESULTS[typed]


def load_rules(rules: str | None, changes: Sequence[str] = ()) -> Any:
    """Load a rulebook by id or file with keys changed, or leave with all that is wrong in it."""
    from ledger.rulebook import Rulebook
    from ledger.rulebook_files import load

    loaded = load(rules or RULES, changed_keys(changes))
    return loaded if isinstance(loaded, Rulebook) else leave(loaded)


def changed_keys(texts: Sequence[str]) -> dict[str, str]:
    """Read KEY=VALUE texts of --set."""
    pairs = [text.partition("=") for text in texts]
    for key, sign, _ in pairs:
        if not sign or not key:
            raise click.BadParameter(f"write KEY=VALUE, not {key!r}", param_hint="--set")
    return {key.strip(): value.strip() for key, _, value in pairs}


def bytes_of(path: str) -> bytes:
    """Read a file; - is the standard input."""
    try:
        return Path(path).read_bytes() if path != "-" else sys.stdin.buffer.read()
    except OSError as error:
        raise click.FileError(path, hint=error.strerror or str(error)) from error


def text_of(path: str) -> str:
    """Read a file of text, or leave when it is none."""
    from ledger.text_files import text_of

    text = text_of(bytes_of(path))
    return text if isinstance(text, str) else leave(text)


# --- verbs that are one command or one view -------------------------------------------------------


def argument(name: str, **kwargs: Any) -> click.Argument:
    """Return an argument; it is shown in capitals."""
    return click.Argument([name], metavar=kwargs.pop("metavar", name.upper()), **kwargs)


def option(name: str, help: str, **kwargs: Any) -> click.Option:
    """Return an option with its help."""
    return click.Option([name], help=help, **kwargs)


ROUND, PLAYER = argument("round", type=int), argument("player")
BOARD, RESULT = argument("board"), argument("result", type=ResultType())
AS_OF = option("--as-of", "As known at a position (140), a time, or published:N.", metavar="MOMENT")
CONFIRM = option("--confirm", "Answer to a warning: yes, or the number of the round.")
HTML = option("--html", "Write one page to print, with the QR code of its head.", metavar="FILE")
AFTER = option("--after", "After round N; default all that are done.", type=int, metavar="N")


def writes(
    group: Verbs, name: str, dutch: str, help: str, *params: click.Parameter,
    prepare: Callable[[dict[str, Any]], dict[str, Any]] | None = None,
) -> None:  # fmt: skip
    """Make a verb that is one command of `ledger.commands`: its parameters are the fields."""
    command = name if group is toernooi else f"{group.name}-{name}"

    @click.pass_obj
    def callback(session: Session, /, as_json: bool, **given: Any) -> None:
        data = prepare(given) if prepare else given
        write(session, [typed_command(command=command, **data)], as_json)

    shared = (option("--reason", "Why, in words that name nobody."), json_flag())
    group.take(click.Command(name, callback=callback, help=help, params=[*params, *shared]), dutch)


def reads(
    group: Verbs, name: str, dutch: str, help: str, report: str, *params: click.Parameter
) -> None:
    """Make a verb that shows one view of `projections.reports`; with HTML it may be a page too."""

    @click.pass_obj
    def callback(session: Session, /, as_json: bool, as_csv: bool, **given: Any) -> None:
        from projections import reports

        book, html = session.book(given.pop("as_of")), given.pop("html", None)
        if given.get("rules"):
            given["rules"] = load_rules(given["rules"])
        view = getattr(reports, report)(book, **given)
        if html is None:
            show(view, as_json, as_csv)
        else:
            save_page(view, html)

    shared = (AS_OF, json_flag(), csv_flag())
    group.take(click.Command(name, callback=callback, help=help, params=[*params, *shared]), dutch)


RULES_OPTIONS = (
    option("--rules", "Rulebook.", default=RULES, show_default=True),
    click.Option(["--set", "changes"], multiple=True, metavar="KEY=VALUE",
                 help="Change a key of the rulebook: bye.points=0.5."),
)  # fmt: skip


def with_changes(given: dict[str, Any]) -> dict[str, Any]:
    """Put the texts of --set into the field of the command."""
    return {"set": changed_keys(given.pop("changes")), **given}


def save_page(view: View | Refusal, output: str) -> None:
    """Write a view as one HTML page; a published round carries the QR code of its head.

    Without the library for QR codes the page has the head in letters alone.
    """
    from projections.pages import page
    from projections.qr import qr_svg
    from projections.views import View

    if not isinstance(view, View):
        leave(view)
    code = qr_svg(view.scanned) if view.scanned else ""
    save(page(view, figure=code if isinstance(code, str) else "").encode(), output)


_LEDGER = b"SQLite format 3"
"""How the file of a ledger begins."""


def _is_ledger(path: Path) -> bool:
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(len(_LEDGER)) == _LEDGER


def save(data: bytes, output: str | None) -> None:
    """Write a file where it is wanted; None is the screen."""
    if output is None:
        sys.stdout.buffer.write(data)
        return
    try:
        path = Path(output)
        if _is_ledger(path):
            raise click.UsageError(f"{output} is a ledger; give another file for the output")
        path.write_bytes(data)
    except OSError as error:
        raise click.FileError(output, hint=error.strerror or str(error)) from error
    click.echo(f"written: {output}")
