"""The building blocks of the command line: groups with Dutch names, a session, a verb's command."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import click

from desk.terminal.answers import CONFIRMATION, OneOf
from desk.terminal.help import WithHelp, two_names
from desk.terminal.misuse import Misuse
from desk.terminal.options import (
    SpreadsheetOption,
    WideOption,
    as_of_option,
    csv_flag,
    json_flag,
    load_rules,
    params_of,
)
from desk.terminal.output import check_output, leave, note, or_leave, save_sheet, say, show, tell
from desk.terminal.words import called, language, words

if TYPE_CHECKING:
    from desk.commands.decision import Numbered, Warn
    from desk.desk import Desk
    from desk.outcomes import Warned, Written
    from ledger.messages import Sentence
    from ledger.place import LedgerPlace
    from ledger.refusals import Refusals
    from ledger.runtime import Runtime
    from ledger.state.book import Book

VERSION = "0.1.0"

F = TypeVar("F", bound=Callable[..., Any])
Data: TypeAlias = dict[str, Any]


class Verb(WithHelp):
    """A verb; a superfluous word is reported in the reader's language."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.context_settings = {**self.context_settings, "allow_extra_args": True}

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the words typed after the verb."""
        rest = super().parse_args(ctx, args)
        if rest and not ctx.resilient_parsing:
            from ledger.messages import message

            raise Misuse(message("usage.extra", n=len(rest), words=" ".join(rest)), ctx)
        return rest


class Verbs(WithHelp, click.Group):
    """A group that also knows its verbs by their Dutch names."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.dutch: dict[str, str] = {}

    def take(self, command: click.Command, dutch: str = "") -> None:
        """Register a verb under its name and its Dutch alias: "" for none, or for that of its command."""
        self.add_command(command)
        if isinstance(command, WithHelp):
            command.key = f"{self.name}-{command.name}" if self.name else str(command.name)
        if dutch:
            self.dutch[dutch] = str(command.name)

    @cached_property
    def dutch_names(self) -> dict[str, str]:
        """Return the verbs by their Dutch names; that of a command stands with its words."""
        from desk.render.catalogue import room

        texts, names = room("command", "nl"), dict(self.dutch)
        for name, verb in self.commands.items():
            if isinstance(verb, WithHelp) and (dutch := texts.get(f"{verb.key}.name")):
                names[str(dutch)] = name
        return names

    def add_all(self, other: Verbs) -> None:
        """Adopt the verbs of another group."""
        self.commands.update(other.commands)
        self.dutch.update(other.dutch)

    def verb(
        self, name: str, dutch: str = "", kind: type[click.Command] = Verb
    ) -> Callable[[F], click.Command]:
        """Register a function as a verb under its name and its Dutch alias."""

        def add(function: F) -> click.Command:
            command = click.command(name, cls=kind)(function)
            self.take(command, dutch)
            return command

        return add

    def section(self, name: str, dutch: str = "") -> Verbs:
        """Register a group of verbs under its name and its Dutch alias."""
        group = Verbs(name, callback=_want_verb, invoke_without_command=True, no_args_is_help=True)
        self.take(group, dutch)
        return group

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a verb by either name."""
        command = super().get_command(ctx, cmd_name)
        if command is None and (name := self.dutch_names.get(cmd_name)):
            command = self.commands[name]
        if command is None and not cmd_name.isascii():
            return self.get_command(ctx, _without_marks(cmd_name))
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the name in the reader's language, whichever was typed."""
        _, command, rest = super().resolve_command(ctx, args)
        name = called(self, str(command.name), language()) if command else None
        return name, command, rest

    def rows(self, names: Iterable[str]) -> list[tuple[str, str]]:
        """Return verbs by both names, with a description of each."""
        return [
            (two_names(name, called(self, name, "nl")), self.commands[name].get_short_help_str())
            for name in names
        ]

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the options, and then the verbs."""
        super().format_options(ctx, formatter)
        self.format_commands(ctx, formatter)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the verbs with both names."""
        from ledger.messages import message

        with formatter.section(words(message("help.verbs"))):
            formatter.write_dl(self.rows(self.list_commands(ctx)))

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the verbs in the order of a tournament, not of the alphabet."""
        return list(self.commands)


def _without_marks(name: str) -> str:
    """Return the plain letters of a name: beeindigen for beëindigen."""
    import unicodedata

    return unicodedata.normalize("NFD", name).encode("ascii", "ignore").decode()


@click.pass_context
def _want_verb(ctx: click.Context) -> None:
    """Refuse a section without a verb."""
    if ctx.invoked_subcommand is None:
        from ledger.messages import do, message

        raise Misuse(message("usage.missing-verb", help=do("help")), ctx)


def ledger_place(typed: str | None) -> LedgerPlace:
    """Return the chosen ledger, the only file of one in this folder, or toernooi.ledger.

    Exit with their names when there are several, and none of that name.
    """
    if typed:
        return place_of_typed(typed)
    here = sorted(Path.cwd().glob("*.ledger"))
    if len(here) < 2 or any(path.name == "toernooi.ledger" for path in here):
        return Path(here[0].name if len(here) == 1 else "toernooi.ledger")
    from ledger.messages import Blank, also, message
    from ledger.refusals import Exit, Refusal

    names = ", ".join(path.name for path in here[:6]) + (", ..." if len(here) > 6 else "")
    what = message("terminal.several-ledgers", n=len(here), names=names)
    step = message("terminal.choose-ledger", option=also(ledger=Blank("FILE")))
    return leave(Refusal("which-ledger", what, step, exit=Exit.USAGE))


def place_of_typed(text: str) -> LedgerPlace:
    """Return the place that was typed: a file, or the address of a server; exit if it is wrong."""
    from ledger.errors import StoreError
    from ledger.place import place_from

    try:
        return place_from(text)
    except StoreError as error:
        return leave(error.refusal)


class Session:
    """The values of the options before the verb."""

    def __init__(self, ledger: str | None, tournament: str | None, runtime: Runtime) -> None:
        self.ledger, self.tournament, self.runtime = ledger, tournament, runtime

    def desk(self, base: Path | None = None) -> Desk:
        """Return the desk on the chosen ledger file."""
        from desk.desk import Desk

        return Desk(ledger_place(self.ledger), self.runtime, base or Path.cwd())

    def book(self, as_of: str | None = None, tournament: str | None = None) -> Book:
        """Return the book of the chosen tournament, or exit with the refusals."""
        from ledger.messages import do, message

        book = or_leave(self.desk().read(tournament or self.tournament, as_of))
        if (left := book.state.fide.left_at) is not None:
            note(message("terminal.outside-fide-mode", position=left))
        if (manual := book.state.fide.manual) is not None:
            of_it = {"round": manual.round, "position": manual.begun}
            note(message("manual.being-made", **of_it, command=do("by-hand-end")))
        return book


def typed_command(line: int | None = None, **data: Any) -> Numbered:
    """Return one command made from the typed values, or exit with all errors in it."""
    from desk.commands.commands import command_of

    command = command_of({key: value for key, value in data.items() if value is not None})
    return line, leave(command) if isinstance(command, tuple) else command


def write(session: Session, commands: Sequence[Numbered], as_json: bool) -> None:
    """Carry commands out, all or nothing, and report the recorded facts.

    A warning requires an answer, and some commands a reason: as an option, or typed at a terminal.
    """
    from desk.commands.decision import WarnLevel
    from desk.outcomes import Warned

    at_terminal = not as_json and sys.stdin.isatty()
    asks = at_terminal and commands[-1][1].confirm is None
    lowest = WarnLevel.ACKNOWLEDGE if asks else None
    outcome = session.desk().write(commands, session.tournament, asks=lowest)
    if at_terminal and isinstance(outcome, tuple) and (reason := _reason(outcome)):
        commands = _with_reason(commands, reason)
        outcome = session.desk().write(commands, session.tournament, asks=lowest)
    if isinstance(outcome, Warned) and asks and (answer := _answer(outcome.warnings)):
        confirm = {"confirm": answer}
        commands = [(line, command.model_copy(update=confirm)) for line, command in commands]
        outcome = session.desk().write(commands, session.tournament)
    tell_or_leave(outcome, as_json)


def _with_reason(commands: Sequence[Numbered], reason: str) -> list[Numbered]:
    """Return commands with a reason, or exit with the errors in it."""
    from desk.commands.commands import with_reason

    with_it: list[Numbered] = []
    for line, command in commands:
        outcome = with_reason(command, reason)
        with_it.append((line, leave(outcome) if isinstance(outcome, tuple) else outcome))
    return with_it


def _reason(refusals: Refusals) -> str | None:
    """Ask at a terminal for a reason where nothing else is wrong; None: none was given."""
    from ledger.messages import message

    if {refusal.code for refusal in refusals} != {"reason-required"}:
        return None
    for what in dict.fromkeys(refusal.what for refusal in refusals):
        say(what, err=True)
    return _typed(message("terminal.type-reason")) or None


def tell_or_leave(written: Written | Warned | Refusals, as_json: bool) -> None:
    """Report the recorded facts, or exit with the reasons why there are none."""
    from desk.outcomes import Warned

    tell(or_leave(written.refusals if isinstance(written, Warned) else written), as_json)


def _answer(warnings: Sequence[Warn]) -> str | None:
    """Ask at a terminal whether to continue in spite of warnings, and return what answers them.

    The gravest are asked in two steps: the second states the consequences, and what is at stake is
    typed. None: no answer.
    """
    from desk.commands.decision import WarnLevel
    from ledger.messages import message

    for warning in warnings:
        say(message("terminal.warning", what=warning.what), err=True)
    if all(warning.level < WarnLevel.CONFIRM for warning in warnings):
        _typed(message("terminal.press-enter"))
        return "yes"
    yes = CONFIRMATION.shown("yes")
    answer = CONFIRMATION.convert(_typed(message("terminal.type-yes", yes=yes)), None, None)
    for warning in warnings:
        if answer == "yes" and warning.level is WarnLevel.TYPE:
            say(message(f"warnings.consequence.{warning.code}"), err=True)
            return _typed(message("terminal.type-stake", stake=warning.answer)) or None
    return answer or None


def confirmed(what: Sentence) -> bool:
    """Warn at a terminal before anything is judged, and tell whether a person says yes."""
    from ledger.messages import message

    say(message("terminal.warning", what=what), err=True)
    yes = CONFIRMATION.shown("yes")
    typed = _typed(message("terminal.type-yes", yes=yes))
    return CONFIRMATION.convert(typed, None, None) == "yes"


def _typed(question: Sentence) -> str:
    return str(click.prompt(words(question), default="", show_default=False)).strip()


def ask(question: Sentence, kind: OneOf) -> str:
    """Ask at a terminal for one of a few values, until it is one."""
    from ledger.messages import message

    while True:
        wanted = message("terminal.question", question=question, choices=kind.listed(", "))
        typed = click.prompt(words(wanted), default="", show_default=False)
        if (code := kind.code_of(typed)) is not None:
            return code


class Writing(Verb):
    """A verb of one command; its parameters are built on first use."""

    of_fields = True

    def __init__(self, *args: Any, make: Callable[[], list[click.Parameter]], **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.make = make
        del self.params

    def __getattr__(self, name: str) -> Any:
        """Build the parameters."""
        if name != "params":
            raise AttributeError(name)
        self.params = self.make()
        return self.params


def writes(
    group: Verbs,
    name: str,
    *extra: click.Parameter,
    arguments: Collection[str] | None = None,
    without: Collection[str] = (),
    prepare: Callable[[dict[str, Any]], Data | list[Data]] | None = None,
    then: tuple[str, Callable[[Session, str, bool], None]] | None = None,
) -> None:
    """Return a verb that is one command: its parameters are the fields of that command.

    `extra` are parameters that are not fields; `prepare` then returns the fields, or those of
    several such commands. `arguments` and `without`: see `params_of`. `then` names one of `extra`,
    a file, and the function that writes it when the command is carried out; without a file that can
    be written nothing is carried out.
    """
    command = name if not group.name else f"{group.name}-{name}"

    @click.pass_obj
    def callback(session: Session, /, as_json: bool, **fields: Any) -> None:
        wanted = fields.pop(then[0]) if then else None
        if wanted:
            check_output(wanted)
        data = prepare(fields) if prepare else fields
        several = data if isinstance(data, list) else [data]
        write(session, [typed_command(command=command, **one) for one in several], as_json)
        if then and wanted:
            then[1](session, wanted, as_json)

    def make() -> list[click.Parameter]:
        params = params_of(command, arguments, without)
        shared = [param for param in params if param.name in ("reason", "confirm")]
        own = [param for param in params if param not in shared]
        return [*own, *extra, *shared, json_flag()]

    group.take(Writing(name, callback=callback, make=make))


def reads(group: Verbs, name: str, dutch: str, report: str, *params: click.Parameter) -> None:
    """Return a verb that shows one view; with HTML also a sheet.

    `report` is a function of `desk.reports.verbs`, or of another module by its whole name.
    """

    @click.pass_obj
    def callback(session: Session, /, as_json: bool, as_csv: bool, **fields: Any) -> None:
        module, _, function = report.rpartition(".")
        view_of = getattr(import_module(module or "desk.reports.verbs"), function)
        book, html = session.book(fields.pop("as_of")), fields.pop("html", None)
        if fields.get("rules"):
            fields["rules"] = load_rules(fields["rules"])
        view = view_of(book, **fields)
        if html is None:
            show(view, as_json, as_csv)
            return
        from desk.reports.sheets import OF_REPORT, of_view

        after, final = fields.get("after"), fields.get("final", False)
        save_sheet(of_view(book, OF_REPORT[report], or_leave(view), after, final), html)

    shared = (as_of_option(), json_flag(), csv_flag(), SpreadsheetOption(), WideOption())
    group.take(Verb(name, callback=callback, params=[*params, *shared]), dutch)
