"""Carrying commands out on a ledger, all or nothing, with the notes for the arbiter."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from desk.commands.base import Command
from desk.commands.decision import Numbered, WarnLevel
from desk.commands.opening import Import, Init
from desk.commands.players import Forget, TakeInRatings
from desk.commands.season import TakeInEvening
from desk.desk import Desk, choose
from desk.execute import FromFile, Source, judge
from desk.handlers.dispatch import handle_all
from desk.outcomes import Warned, Written
from ledger.facts.stamps import MOST_AHEAD
from ledger.later import Later
from ledger.messages import Sentence, also, message
from ledger.refusals import Refusal, Refusals
from ledger.runtime import Runtime
from ledger.state.book import Book
from ledger.store.places import is_there
from ledger.store.store import Store
from ledger.store.tables.kept_hashes import PUBLICATIONS

if TYPE_CHECKING:
    from desk import remains
else:
    remains = Later("desk.remains")  # for who forgets a player


def carry_out(
    desk: Desk,
    commands: Sequence[Numbered],
    tournament: str | None = None,
    *,
    progress: Callable[[int], None] = lambda done: None,
    correlation_id: str | None = None,
    asks: WarnLevel | None = None,
    reads_files: bool = True,
) -> Written | Warned | Refusals:
    """Carry commands out, all or nothing; the first may open a tournament.

    `progress` is called after each command with the number done. The facts get the
    `correlation_id`, None: a fresh one; see `execute.judge`. `asks` is the lowest level of warnings
    that have to be answered, None: those that a program has to answer. `reads_files`: whether the
    files that commands name are read; False: the commands have their bytes. Two desks may write at
    once: the second is judged again on what the first recorded.
    """
    if reads_files:
        commands = [(line, _with_file(desk, command)) for line, command in commands]
    opening = bool(commands) and isinstance(commands[0][1], Init | Import)
    if opening and not is_there(desk.place):
        # Refused commands make no ledger.
        refused = _judged_before(commands)
        if refused is not None:
            return refused
    with Store(desk.place, create=opening) as store:
        duplicate = _name_taken(store, commands[0][1]) if opening else None
        if duplicate is not None:
            return (duplicate,)
        chosen = desk.runtime.new_id() if opening else choose(store, tournament)
        if isinstance(chosen, Refusal):
            return (chosen,)
        runtime = Looks(desk.runtime)
        source = FromFile(store, chosen, runtime.runtime, correlation_id)
        return record(
            store,
            source=source,
            tournament=chosen,
            commands=commands,
            looks=runtime,
            progress=progress,
            correlation_id=correlation_id,
            asks=asks,
        )


def _with_file(desk: Desk, command: Command) -> Command:
    """Return a command with the bytes of the files that it names, where they can be read."""
    if not isinstance(command, Import | TakeInEvening | TakeInRatings) or not command.file:
        return command
    read: dict[str, bytes] = {}
    if command.content is None and (desk.base / command.file).is_file():
        read["content"] = (desk.base / command.file).read_bytes()
    members = command.members if isinstance(command, Import) else None
    if members is not None and (desk.base / members).is_file():
        read["members_content"] = (desk.base / members).read_bytes()
    return command.model_copy(update=read) if read else command


class Looks:
    """A runtime that remembers the times that its clock showed."""

    def __init__(self, runtime: Runtime) -> None:
        self.times: list[datetime] = []
        self.runtime = replace(runtime, now=self._now)
        self._clock = runtime.now

    def _now(self) -> datetime:
        self.times.append(self._clock())
        return self.times[-1]


def record(
    store: Store,
    *,
    source: Source,
    tournament: str,
    commands: Sequence[Numbered],
    looks: Looks,
    progress: Callable[[int], None] = lambda done: None,
    correlation_id: str | None = None,
    asks: WarnLevel | None = None,
) -> Written | Warned | Refusals:
    """Carry commands out on a source in an open file, with the notes on the file for the arbiter.

    `looks` is the runtime with which the source records. See `execute.judge`.
    """
    forgets = any(isinstance(command, Forget) for _, command in commands)
    before = remains.records(store, tournament) if forgets else {}
    asks = asks or WarnLevel.CONFIRM
    done = judge(source, tournament, commands, progress, correlation_id=correlation_id, asks=asks)
    if not isinstance(done, Written):
        return done
    notes = done.notes + _notes_on_the_file(store, done) + _note_on_the_clock(done, looks.times)
    if forgets:
        notes += remains.after_forgetting(store, looks.runtime, done, before)
    return replace(done, notes=notes)


def _judged_before(commands: Sequence[Numbered]) -> Warned | Refusals | None:
    """Return the refusals of commands on an empty ledger, None when there are none."""
    decision = handle_all(Book(), commands)
    if isinstance(decision, tuple):
        return decision
    return Warned(decision.warnings) if decision.warnings else None


def _notes_on_the_file(store: Store, done: Written) -> tuple[Sentence, ...]:
    """Return the head to print on the sheet of the last publication."""
    published = [stamp.position for fact, stamp in done.facts if fact.TOPIC in PUBLICATIONS][-1:]
    heads = [h for h in store.heads(done.tournament) if h.size in published] if published else []
    return tuple(message("desk.head", head=head.short) for head in heads)


def _note_on_the_clock(done: Written, looks: Sequence[datetime]) -> tuple[Sentence, ...]:
    """Return the note that facts got the time of the fact before them, because of a slow clock."""
    stamps = [stamp for _, stamp in done.facts]
    if not (stamps and looks) or stamps[0].recorded_at - looks[-1] <= MOST_AHEAD:
        return ()
    zone = done.book.zone
    clock = looks[-1].astimezone(zone)
    stamp = stamps[0].recorded_at.astimezone(zone)
    return (message("desk.clock-behind", clock=clock, stamp=stamp),)


def _name_taken(store: Store, command: Command) -> Refusal | None:
    """Return the refusal of a second tournament of the same name, as no name could choose it."""
    if not isinstance(command, Init) or command.name not in (n for _, n in store.tournaments()):
        return None
    what = message("desk.name-taken", file=str(store.place), name=command.name)
    step = message("desk.another-name", option=also(ledger=True))
    return Refusal("name-taken", what, step)
