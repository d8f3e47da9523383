"""The one door for everything that writes: a command and a book in, facts or refusals out."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from desk.commands.base import Command
from desk.commands.decision import Decision, Warn
from desk.commands.disputes import Amend, LodgeProtest, RecordRuling, Undo
from desk.commands.season import CatchUp, CorrectExternal, Leave, Period, Present, RecordExternal
from desk.commands.tournament import (
    Absent,
    Adjourn,
    AnnouncePrizes,
    AnyCommand,
    BoardAdd,
    BoardSwap,
    Close,
    CorrectColours,
    CorrectPerson,
    CorrectRating,
    CorrectResult,
    Enter,
    Finish,
    Forfeit,
    Forget,
    Import,
    Init,
    Join,
    Lots,
    PairingByHand,
    Plan,
    Publish,
    RequestBye,
    Result,
    Return,
    RulesChange,
    Schedule,
    Start,
    TakeInEvening,
    Withdraw,
)
from desk.handlers import disputes, games, numbers, players, rounds, season
from desk.handlers.by_hand import pair_by_hand
from desk.handlers.changes import add_board, amend, swap
from desk.handlers.evening import evening
from desk.handlers.forgetting import forget
from desk.handlers.opening import change_rules, open_tournament
from desk.handlers.rounds import finish, publish
from ledger.advice import Blank, Sentence, advice, also, do
from ledger.facts.tournament import AnyFact
from ledger.refusals import Exit, Refusal, Refusals
from ledger.state.book import Book
from ledger.store.people import PersonRecord
from pairing.systems.draft import closed

_AFTER_THE_END = (
    LodgeProtest,
    RecordRuling,
    Undo,
    CorrectResult,
    CorrectColours,
    CorrectExternal,
    CorrectRating,
    CorrectPerson,
    Forget,
    Finish,
)


_DECIDERS: dict[type[Command], Callable[[Book, Any], Decision | Refusals]] = {
    RulesChange: change_rules,
    AnnouncePrizes: rounds.declare_prizes,
    Plan: rounds.plan,
    Schedule: rounds.schedule,
    Enter: players.enter,
    Join: season.join,
    Leave: season.leave,
    Lots: numbers.lots,
    Present: season.present,
    RecordExternal: season.external,
    CorrectExternal: season.correct_external,
    Period: season.period,
    CatchUp: season.catch_up,
    Absent: season.absent,
    RequestBye: players.bye,
    Withdraw: season.withdraw,
    Return: players.come_back,
    Publish: publish,
    PairingByHand: pair_by_hand,
    BoardAdd: add_board,
    BoardSwap: swap,
    Amend: amend,
    Start: rounds.start,
    Result: games.result,
    Forfeit: games.forfeit,
    Adjourn: games.adjourn,
    CorrectResult: games.correct_result,
    CorrectColours: games.correct_colours,
    CorrectRating: players.correct_rating,
    CorrectPerson: players.correct_person,
    LodgeProtest: disputes.protest,
    RecordRuling: disputes.ruling,
    Undo: disputes.undo,
    Forget: forget,
    Close: rounds.close,
    Finish: finish,
}
"""Who decides on each command within an open tournament; a test holds that none is missing."""


def decide(book: Book, command: AnyCommand) -> Decision | Refusals:
    """Carry one command out on a book: the facts that follow, or everything that is against it."""
    if isinstance(command, Init | Import):
        return open_tournament(book, command)
    if not book.state.id and not book.state.rulebook_text:
        what = "no tournament is open"
        return (Refusal("no-tournament", what, do("init", name=Blank("NAME")), exit=Exit.USAGE),)
    if book.state.closed and not isinstance(command, _AFTER_THE_END):
        return (closed(book.state),)
    if isinstance(command, TakeInEvening):
        return evening(book, command, decide_all)
    return _DECIDERS[type(command)](book, command)


def _answered(decision: Decision | Refusals, command: AnyCommand) -> Decision | Refusals:
    """Return a decision with the warnings that the command does not answer."""
    if not isinstance(decision, Decision):
        return decision
    if (command.confirm or "").casefold() in ("no", "nee"):
        step = advice("leave ", also(confirm=True), " out to see what there is to confirm")
        return (Refusal("not-confirmed", "it was not confirmed, and not done", step),)
    unanswered = (w for w in decision.warnings if command.confirm != w.answer)
    return replace(decision, warnings=tuple(unanswered))


def _with_lines(book: Book, refusal: Refusal, line: int | None) -> Refusal:
    """Return a refusal with its line, and with lines in place of facts that are not recorded."""
    if line and refusal.line:
        refusal = replace(refusal, what=f"line {refusal.line} of its file: {refusal.what}")
    if line:
        refusal = replace(refusal, line=line)
    recorded = tuple(at for at in refusal.events if book.is_recorded(at))
    if recorded == refusal.events:
        return refusal
    lines = sorted({book.lines[at] for at in refusal.events if at in book.lines})
    where = " and ".join(f"line {number}" for number in lines)
    what = f"{refusal.what}, by {where or 'what was typed before it'}"
    step = f"nothing is recorded: change {where or 'that'}, or this"
    return replace(refusal, what=what, next=step, events=recorded)


def decide_all(
    book: Book,
    commands: Iterable[tuple[int | None, AnyCommand]],
    progress: Callable[[int], None] = lambda done: None,
) -> Decision | Refusals:
    """Carry commands out one after another: all of their facts, or all refusals with their lines.

    A refused command changes nothing, and the ones after it are judged all the same, so that one
    run shows every error; warnings that are not answered are returned when there are no others.
    progress is told how many are done.
    """
    facts: list[AnyFact] = []
    people: list[PersonRecord] = []
    notes: list[Sentence] = []
    forgotten: list[str] = []
    against: list[Refusal | Warn] = []
    for done, (line, command) in enumerate(commands, 1):
        decision = _answered(decide(book, command), command)
        progress(done)
        if not isinstance(decision, Decision):
            against.extend(_with_lines(book, refusal, line) for refusal in decision)
            continue
        if decision.warnings:
            against.extend(replace(warning, line=line) for warning in decision.warnings)
            continue
        before = len(book.facts)
        book.take(decision.facts)
        if line:
            book.lines |= dict.fromkeys(range(before + 1, len(book.facts) + 1), line)
        for person in decision.people:
            book.people[person.key] = dict(person.fields)
        for key in decision.forgotten:
            book.people.pop(key, None)
            people = [person for person in people if person.key != key]
        forgotten.extend(decision.forgotten)
        facts.extend(decision.facts)
        people.extend(decision.people)
        notes.extend(decision.notes)
    warnings = tuple(item for item in against if isinstance(item, Warn))
    if len(warnings) < len(against):
        return tuple(item.refusal() if isinstance(item, Warn) else item for item in against)
    if warnings:
        return Decision((), warnings=warnings)
    return Decision(tuple(facts), tuple(people), tuple(notes), forgotten=tuple(forgotten))
