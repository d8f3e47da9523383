"""The single entry for everything that writes: a command and a book in, facts or refusals out.

The spec of a command names its judge, `handle` calls it, `handle_all` does so for a list of
commands; `desk.execute` reads the book before and appends the facts after.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from desk.commands.base import Command
from desk.commands.decision import Decision, Numbered, Warn, WarnLevel, joined
from desk.commands.opening import Import
from desk.commands.spec import Phase, phase_of
from ledger.facts.records import FileImported
from ledger.later import Later
from ledger.messages import Blank, Value, also, do, message
from ledger.refusals import MOST, Exit, Refusal, Refusals, not_read_on
from ledger.state.book import Book
from pairing.systems.draft import closed

if TYPE_CHECKING:
    from desk.handlers import prizes
else:
    prizes = Later("desk.handlers.prizes")  # the rules of prizes, once these are awarded


def handle(book: Book, command: Command) -> Decision | Refusals:
    """Judge one command on a book: return the facts that follow, or all refusals."""
    phase = phase_of(book.state)
    if phase not in command.spec.phases and (refused := _REFUSED.get(phase)):
        return (refused(book),)
    played = book.rules.format if book.state.rulebook_text else None
    decision: Decision | Refusals = command.spec.judge(played)(book, command)
    awarded = book.state.prizes.awarded_at is not None
    return prizes.with_the_award(book, decision) if awarded else decision


def _not_open(book: Book) -> Refusal:
    what = message("handlers.no-tournament")
    return Refusal("no-tournament", what, do("init", name=Blank("NAME")), exit=Exit.USAGE)


def _taken_back(book: Book) -> Refusal:
    if book.state.opening_undone:
        what = message("handlers.opening-is-back", tournament=book.state.name)
        return Refusal("opening-taken-back", what, do("init", name=Blank("NAME")))
    what = message("integrity-events.is-taken-back", tournament=book.state.name)
    step = message("integrity-events.import-again", command=do("import", file=Blank("FILE")))
    return Refusal("import-taken-back", what, step)


_REFUSED: dict[Phase, Callable[[Book], Refusal]] = {
    Phase.UNOPENED: _not_open,
    Phase.TAKEN_BACK: _taken_back,
    Phase.ENDED: lambda book: closed(book.state),
}
"""The refusal of a command in a phase in which it is of no use, where its judge has none."""


def handle_all(
    book: Book,
    commands: Sequence[Numbered],
    progress: Callable[[int], None] = lambda done: None,
    asks: WarnLevel = WarnLevel.CONFIRM,
) -> Decision | Refusals:
    """Judge commands one after another: return all their facts, or all refusals.

    A refusal or warning has the line of its command, and its place among the commands.

    The book includes what each command decides. A refused command changes nothing, and the ones
    after it are judged all the same, so that one run shows every error, until there are `MOST`.
    Unanswered warnings are returned when there are no refusals. `progress` is called with the number
    done. `asks` is the lowest level of warnings that have to be answered; those below it become
    notes.
    """
    decisions: list[Decision] = []
    against: list[Refusal | Warn] = []
    refused = 0
    for done, (line, command) in enumerate(commands, 1):
        if refused >= MOST:
            against[MOST - 1 :] = [not_read_on(line)]
            break
        decision = _answered(book, handle(book, command), command, asks)
        progress(done)
        if not isinstance(decision, Decision):
            against.extend(
                replace(_with_lines(book, refusal, line), command=done) for refusal in decision
            )
            refused += len(decision)
        elif decision.warnings:
            against.extend(
                replace(warning, line=line, command=done) for warning in decision.warnings
            )
            if done < len(commands):
                take(book, decision, line)  # those after it are judged as if it were answered
        else:
            take(book, decision, line)
            decisions.append(decision)
    warnings = tuple(item for item in against if isinstance(item, Warn))
    if len(warnings) < len(against):
        return tuple(item.refusal() if isinstance(item, Warn) else item for item in against)
    return Decision((), warnings=warnings) if warnings else joined(decisions)


def take(book: Book, decision: Decision, line: int | None = None) -> None:
    """Add the outcome of a command to the book, so that the next command is judged on it."""
    first = book.state.position + 1
    book.take(decision.facts)
    if line:
        book.lines |= dict.fromkeys(range(first, book.state.position + 1), line)
    for person in decision.people:
        book.people[person.key] = dict(person.fields)
    for key in decision.forgotten:
        book.people.pop(key, None)


def _answered(
    book: Book, decision: Decision | Refusals, command: Command, asks: WarnLevel
) -> Decision | Refusals:
    """Return a decision with the warnings that the command does not answer.

    Those that ask for no answer are told in its notes; in FIDE mode those that it answers stand in
    its facts; of an import, in the fact that a file was imported. A warning that no answer allows
    is a refusal.
    """
    if not isinstance(decision, Decision):
        return decision
    warnings = decision.warnings
    if refused := [warning for warning in warnings if warning.level is WarnLevel.REFUSE]:
        return tuple(_not_in_fide_mode(one) for one in refused)
    if (command.confirm or "").casefold() in ("no", "nee"):
        step = message("handlers.leave-confirm-out", option=also(confirm=True))
        return (Refusal("not-confirmed", message("handlers.not-confirmed"), step),)
    notices = tuple(one for one in warnings if one.level < asks)
    accepted = [one for one in warnings if one.accepts(command.confirm)]
    # What is typed for the gravest warning answers the others too.
    everything = any(one.level is WarnLevel.TYPE for one in accepted)
    unanswered = [one for one in warnings if one not in accepted and one not in notices]
    if any(one.level is WarnLevel.TYPE or not everything for one in unanswered):
        questions = tuple(replace(one, typed=command.confirm) for one in unanswered)
        return replace(decision, warnings=questions)
    answered = tuple(one.code for one in warnings if one.level >= WarnLevel.CONFIRM)
    facts = decision.facts
    if answered and isinstance(command, Import):
        with_answer = {"answered": answered}
        facts = tuple(
            fact.model_copy(update=with_answer) if isinstance(fact, FileImported) else fact
            for fact in facts
        )
    elif answered and book.state.fide.began_in_mode:
        facts = tuple(fact.model_copy(update={"answered": answered}) for fact in facts)
    notes = (*(one.what for one in notices), *decision.notes)
    return replace(decision, facts=facts, notes=notes, warnings=())


def _not_in_fide_mode(warning: Warn) -> Refusal:
    """Return the refusal of what no answer allows, with what can be done in its place."""
    leave = do("fide-mode-leave")
    step = message("handlers.or-leave-fide-mode", command=leave)
    if warning.instead is not None:
        step = message("handlers.instead-in-fide-mode", instead=warning.instead, command=leave)
    return Refusal("fide-mode-refuses", warning.what, step, warning.clause)


def _with_lines(book: Book, refusal: Refusal, line: int | None) -> Refusal:
    """Return a refusal with its line, and with lines in place of facts that are not recorded."""
    if line and refusal.line:
        what = message("handlers.in-its-file", line=refusal.line, what=refusal.what)
        refusal = replace(refusal, what=what)
    if line:
        refusal = replace(refusal, line=line)
    recorded = tuple(at for at in refusal.events if at <= len(book.recorded))
    if recorded == refusal.events:
        return refusal
    lines = sorted({book.lines[at] for at in refusal.events if at in book.lines})
    what = message("handlers.by-before", what=refusal.what)
    step = message("handlers.change-before")
    if lines:
        where: Value = tuple(message("handlers.line", line=number) for number in lines)
        what = message("handlers.by-lines", what=refusal.what, lines=where)
        step = message("handlers.change-lines", lines=where)
    return replace(refusal, what=what, next=step, events=recorded)
