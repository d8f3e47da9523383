"""Verbs that write: commands made from typed words, carried out, and what was recorded."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Sequence
from typing import Any, TypeAlias

import click

from desk.commands.commands import command_of, with_reason
from desk.commands.decision import Numbered, Warn, WarnLevel
from desk.outcomes import Warned, Written
from desk.render.text import as_json as json_text
from desk.terminal.answers import CONFIRMATION, OneOf
from desk.terminal.field_params import params_of
from desk.terminal.files import check_output
from desk.terminal.options import json_flag
from desk.terminal.output import asked_form, kept_notes, leave, or_leave, put, say, say_notes
from desk.terminal.registry import Registry, Verb, key_of
from desk.terminal.session import Session
from desk.terminal.words import words
from desk.writing import carry_out
from ledger.messages import Sentence, message
from ledger.refusals import Refusals
from projections.log.entries import WrittenFact, WrittenRecord
from projections.log.sentences import teller

Data: TypeAlias = dict[str, Any]


def typed_command(line: int | None = None, **data: Any) -> Numbered:
    """Return one command made from the typed values, or exit with all errors in it."""
    command = command_of({key: value for key, value in data.items() if value is not None})
    return line, leave(command) if isinstance(command, tuple) else command


def write(session: Session, commands: Sequence[Numbered]) -> Written:
    """Carry commands out, all or nothing, report the recorded facts and return them."""
    return tell_or_leave(attempted(session, commands))


def attempted(
    session: Session, commands: Sequence[Numbered], *, by_lines: bool = False
) -> Written | Warned | Refusals:
    """Carry commands out, all or nothing, and return what was recorded, or why nothing was.

    A warning requires an answer, and some commands a reason: as an option, or typed at a terminal;
    `by_lines`: typed wherever the lines come from.
    """
    at_terminal = asked_form() != "json" and sys.stdin.isatty()
    answers = at_terminal or by_lines
    asks = answers and bool(commands) and commands[-1][1].confirm is None
    lowest = WarnLevel.ACKNOWLEDGE if asks and at_terminal else None
    outcome = carry_out(session.desk(), commands, session.tournament, asks=lowest)
    if answers and isinstance(outcome, tuple) and (reason := _reason(outcome)):
        commands = _with_reason(commands, reason)
        outcome = carry_out(session.desk(), commands, session.tournament, asks=lowest)
    if isinstance(outcome, Warned) and asks and (answer := _answer(outcome.warnings)):
        confirm = {"confirm": answer}
        commands = [(line, command.model_copy(update=confirm)) for line, command in commands]
        outcome = carry_out(session.desk(), commands, session.tournament)
    return outcome


def _with_reason(commands: Sequence[Numbered], reason: str) -> list[Numbered]:
    """Return commands with a reason, or exit with the errors in it."""
    with_it: list[Numbered] = []
    for line, command in commands:
        outcome = with_reason(command, reason)
        with_it.append((line, leave(outcome) if isinstance(outcome, tuple) else outcome))
    return with_it


def _reason(refusals: Refusals) -> str | None:
    """Ask at a terminal for a reason where nothing else is wrong; None: none was given."""
    if {refusal.code for refusal in refusals} != {"reason-required"}:
        return None
    for what in dict.fromkeys(refusal.what for refusal in refusals):
        say(what, err=True)
    return _typed(message("terminal.type-reason")) or None


def tell_or_leave(outcome: Written | Warned | Refusals) -> Written:
    """Report the recorded facts and return them, or exit with the reasons why there are none."""
    written = or_leave(outcome.refusals if isinstance(outcome, Warned) else outcome)
    tell(written)
    return written


def _answer(warnings: Sequence[Warn]) -> str | None:
    """Ask at a terminal whether to continue in spite of warnings, and return what answers them.

    The gravest state their consequences, and what is at stake is typed in place of yes. None: no
    answer.
    """
    for warning in warnings:
        say(message("terminal.warning", what=warning.what), err=True)
    if all(warning.level < WarnLevel.CONFIRM for warning in warnings):
        typed = _typed(message("terminal.press-enter"))
        return CONFIRMATION.convert(typed, None, None) or "yes"
    for warning in warnings:
        if warning.level is WarnLevel.TYPE:
            say(message(f"warnings.consequence.{warning.code}"), err=True)
            return _typed(message("terminal.type-stake", stake=warning.answer)) or None
    yes = CONFIRMATION.shown("yes")
    answer = CONFIRMATION.convert(_typed(message("terminal.type-yes", yes=yes)), None, None)
    return answer or None


def confirmed(what: Sentence) -> bool:
    """Warn at a terminal before anything is judged, and tell whether a person says yes."""
    say(message("terminal.warning", what=what), err=True)
    yes = CONFIRMATION.shown("yes")
    typed = _typed(message("terminal.type-yes", yes=yes))
    return CONFIRMATION.convert(typed, None, None) == "yes"


def _typed(question: Sentence) -> str:
    return str(click.prompt(words(question), default="", show_default=False)).strip()


def ask(question: Sentence, kind: OneOf) -> str:
    """Ask at a terminal for one of a few values, until it is one."""
    while True:
        wanted = message("terminal.question", question=question, choices=kind.listed(", "))
        typed = click.prompt(words(wanted), default="", show_default=False)
        if (code := kind.code_of(typed)) is not None:
            return code


def tell(written: Written) -> None:
    """Report the recorded facts, and the notes for the arbiter."""
    sentence_at = teller(written.book)
    rows = [
        WrittenFact(stamp.position, fact.TOPIC, words(sentence_at(stamp.position)))
        for fact, stamp in written.facts
    ]
    notes = [words(note) for note in (*kept_notes(), *written.notes)]
    if asked_form() == "json":
        put(json_text(WrittenRecord(written.book.id, rows, notes)))
        return
    shown = rows if len(rows) <= 12 else rows[:5]
    for row in shown:
        say(message("terminal.fact", position=row.position, what=row.what))
    if len(rows) > len(shown):
        more = len(rows) - len(shown)
        say(message("terminal.more-facts", n=more, position=rows[-1].position))
    different = list(dict.fromkeys(notes))
    say_notes(different if len(different) <= 12 else different[:5], err=False)
    if len(different) > 12:
        say(message("terminal.more-notes", n=len(different) - 5))


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
    registry: Registry,
    name: str,
    *extra: click.Parameter,
    arguments: Collection[str] | None = None,
    without: Collection[str] = (),
    prepare: Callable[[dict[str, Any]], Data | list[Data]] | None = None,
    then: tuple[str, Callable[[Session, str], None]] | None = None,
    after: Callable[[Session, Written], None] | None = None,
) -> None:
    """Return a verb that is one command: its parameters are the fields of that command.

    `extra` are parameters that are not fields; `prepare` then returns the fields, or those of
    several such commands. `arguments` and `without`: see `params_of`. `then` names one of `extra`,
    a file, and the function that writes it when the command is carried out; without a file that can
    be written nothing is carried out. `after` is given what was recorded.
    """
    command = key_of(registry.section, name)

    @click.pass_obj
    def callback(session: Session, /, **fields: Any) -> None:
        wanted = fields.pop(then[0]) if then else None
        if wanted:
            check_output(wanted)
        data = prepare(fields) if prepare else fields
        several = data if isinstance(data, list) else [data]
        commands = [typed_command(command=command, **one) for one in several]
        written = write(session, commands)
        if after:
            after(session, written)
        if then and wanted:
            then[1](session, wanted)

    def make() -> list[click.Parameter]:
        params = params_of(command, arguments, without)
        shared = [param for param in params if param.name in ("reason", "confirm")]
        own = [param for param in params if param not in shared]
        return [*own, *extra, *shared, json_flag()]

    registry.take(Writing(name, callback=callback, make=make))
