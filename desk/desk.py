"""The arbiter's desk: open a ledger, choose a tournament, carry commands out, read views.

The command line and any other front end use this module; it holds no rules and no storage.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from desk.outcomes import Warned, Written
from ledger.errors import StoreError, each_apart
from ledger.facts.stamps import MOST_AHEAD
from ledger.messages import Blank, Sentence, also, do, message, run_on
from ledger.names import folded
from ledger.place import LedgerPlace, ServerAddress, beside
from ledger.refusals import Exit, Refusal, Refusals
from ledger.runtime import Runtime
from ledger.state.book import Book, book_of
from ledger.state.details import zone_of
from ledger.store.listing import Listed
from ledger.store.part_files import delete_remainders
from ledger.store.places import is_there
from ledger.store.store import Store
from ledger.store.tables.kept_hashes import PUBLICATIONS
from projections.games.as_of import known

if TYPE_CHECKING:
    from desk.commands.base import Command
    from desk.commands.decision import Numbered, WarnLevel
    from desk.execute import Source
    from ledger.state.details import Records
    from ledger.store.imported_files import TakenBack


@dataclass(frozen=True, slots=True)
class Desk:
    """A ledger and its surroundings. Relative file names start from the folder `base`."""

    place: LedgerPlace
    runtime: Runtime = field(default_factory=Runtime)
    base: Path = field(default_factory=Path.cwd)

    def tournaments(self) -> tuple[tuple[str, str], ...]:
        """Return id and name of every tournament; raise DamagedLedger where one is damaged."""
        with Store(self.place) as store:
            return store.tournaments()

    def listed(self) -> Listed:
        """Return id and name of every readable tournament, and the damaged ones with the reason."""
        with Store(self.place) as store:
            return store.listed()

    def taken_back(self) -> dict[str, TakenBack]:
        """Return the ids of the tournaments that were taken back, each with what was."""
        from ledger.store.imported_files import taken_back

        with Store(self.place) as store:
            return taken_back(store)

    def read(self, tournament: str | None = None, as_of: str | None = None) -> Book | Refusals:
        """Return the book of a tournament as known at a moment; see `games.as_of.known`."""
        with Store(self.place) as store:
            if isinstance(chosen := choose(store, tournament), Refusal):
                return (chosen,)
            recorded = store.facts(chosen)
            people = store.records(chosen, recorded)
            heads = {head.size: head for head in store.heads(chosen)}
        if isinstance(known_then := known(recorded, as_of, zone_of(people)), Refusal):
            return (known_then,)
        return book_of(known_then, people, self.runtime.new_seed, heads, self.runtime.now)

    def write(
        self,
        commands: Sequence[Numbered],
        tournament: str | None = None,
        progress: Callable[[int], None] = lambda done: None,
        asks: WarnLevel | None = None,
    ) -> Written | Warned | Refusals:
        """Carry commands out, all or nothing; the first may open a tournament.

        `progress` is called after each command with the number done. `asks` is the lowest level of
        warnings that have to be answered, None: those that a program has to answer. Two desks may
        write at once: the second is judged again on what the first recorded.
        """
        commands = [(line, self._with_file(command)) for line, command in commands]
        return self.carry_out(commands, tournament, progress, asks=asks)

    def carry_out(
        self,
        commands: Sequence[Numbered],
        tournament: str | None = None,
        progress: Callable[[int], None] = lambda done: None,
        correlation_id: str | None = None,
        asks: WarnLevel | None = None,
    ) -> Written | Warned | Refusals:
        """Carry commands out as `write` does, but read no files: the commands have their bytes.

        The facts get the `correlation_id`, None: a fresh one; see `execute.judge`.
        """
        from desk.commands.opening import Import, Init
        from desk.execute import FromFile

        opening = bool(commands) and isinstance(commands[0][1], Init | Import)
        if opening and not is_there(self.place):
            # Refused commands make no ledger.
            refused = _judged_before(commands)
            if refused is not None:
                return refused
        with Store(self.place, create=opening) as store:
            duplicate = _name_taken(store, commands[0][1]) if opening else None
            if duplicate is not None:
                return (duplicate,)
            chosen = self.runtime.new_id() if opening else choose(store, tournament)
            if isinstance(chosen, Refusal):
                return (chosen,)
            runtime = Looks(self.runtime)
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

    def _with_file(self, command: Command) -> Command:
        """Return a command with the bytes of the files that it names, where they can be read."""
        from desk.commands.opening import Import
        from desk.commands.players import TakeInRatings
        from desk.commands.season import TakeInEvening

        if not isinstance(command, Import | TakeInEvening | TakeInRatings) or not command.file:
            return command
        read: dict[str, bytes] = {}
        if command.content is None and (self.base / command.file).is_file():
            read["content"] = (self.base / command.file).read_bytes()
        members = command.members if isinstance(command, Import) else None
        if members is not None and (self.base / members).is_file():
            read["members_content"] = (self.base / members).read_bytes()
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
    from desk.commands.decision import WarnLevel
    from desk.commands.players import Forget
    from desk.execute import judge

    forgets = any(isinstance(command, Forget) for _, command in commands)
    before = _records(store, tournament) if forgets else {}
    asks = asks or WarnLevel.CONFIRM
    done = judge(source, tournament, commands, progress, correlation_id=correlation_id, asks=asks)
    if not isinstance(done, Written):
        return done
    notes = done.notes + _notes_on_the_file(store, done) + _note_on_the_clock(done, looks.times)
    if forgets:
        notes += after_forgetting(store, looks.runtime, done, before)
    return replace(done, notes=notes)


def _judged_before(commands: Sequence[Numbered]) -> Warned | Refusals | None:
    """Return the refusals of commands on an empty ledger, None when there are none."""
    from desk.handlers.dispatch import handle_all

    decision = handle_all(Book(), commands)
    if isinstance(decision, tuple):
        return decision
    return Warned(decision.warnings) if decision.warnings else None


def after_forgetting(
    store: Store, runtime: Runtime, done: Written, before: Records
) -> tuple[Sentence, ...]:
    """Clear what is left of deleted records in and beside a ledger; return notes on it.

    `before` are the records of the tournament as they were, by which an account or a record that
    may be of the same person is named.
    """
    notes = _scrub(store) + _without_mirror(store.place) + _without_remainders(store.place)
    notes += _from_accounts(store.place, runtime, done, before)
    return notes + _held_elsewhere(store, done, before)


def _without_mirror(ledger: LedgerPlace) -> tuple[Sentence, ...]:
    """Delete the mirrors beside a ledger, and beside the link to it: they held the name as well."""
    from projections.mirror.files import drop, mirror_path

    own = beside(ledger)
    paths = dict.fromkeys(mirror_path(one) for one in (own, Path(os.path.realpath(own))))
    deleted = dict.fromkeys(path.name for path in paths if drop(path))
    return tuple(
        message("desk.mirror-deleted", mirror=name, command=do("mirror-build")) for name in deleted
    )


def _without_remainders(ledger: LedgerPlace) -> tuple[Sentence, ...]:
    """Delete what killed backups left in the folder of a ledger: copies with the name."""
    if not isinstance(ledger, Path):
        return ()
    folders = dict.fromkeys((ledger.absolute().parent, Path(os.path.realpath(ledger)).parent))
    names = [name for folder in folders for name in delete_remainders(folder)]
    return (message("desk.remainders-deleted", n=len(names), names=tuple(names)),) if names else ()


def _records(store: Store, tournament: str) -> Records:
    """Return the records beside a tournament, whether or not its facts carry their hashes."""
    return {key: person.record for key, person in store.people(tournament).items()}


def _from_accounts(
    ledger: LedgerPlace, runtime: Runtime, done: Written, before: Records
) -> tuple[Sentence, ...]:
    """Delete what the file of accounts beside the ledger has of the forgotten persons.

    `before` are the records, by which an account that may be theirs is named.
    """
    from desk.access.forgetting import forget_players
    from desk.handlers.forgetting import Search

    entered = (done.book.state.players | done.book.state.former).values()
    forgotten = {one.player: one.person for one in entered if one.forgotten is not None}
    searches = [Search.of(before[key]) for key in forgotten.values() if key in before]
    return forget_players(
        ledger,
        runtime,
        done.tournament,
        forgotten.keys(),
        lambda texts: any(search.finds(texts) for search in searches),
    )


def _held_elsewhere(store: Store, done: Written, before: Records) -> tuple[Sentence, ...]:
    """Return notes on the file's other tournaments that hold the forgotten person.

    `before` are the records. Only the records of the others are read. The fact is recorded already,
    so damage there is a note.
    """
    from desk.handlers.forgetting import in_other_tournaments
    from ledger.facts.records import PersonForgotten

    state = done.book.state
    entered = state.players | state.former
    facts = [fact for fact, _ in done.facts if isinstance(fact, PersonForgotten)]
    keys = [entered[fact.player].person for fact in facts]
    forgotten = [before[key] for key in keys if key in before]
    named, refused = store.listed()
    others = [(id_, (id_, name)) for id_, name in named if id_ != done.tournament]
    there, unread = each_apart(others, lambda one: (one[1], _records(store, one[0])))
    notes = tuple(in_other_tournaments(forgotten, there))
    left_out = [id_ for id_, _ in (*refused, *unread)]
    if left_out:
        listed = ", ".join(left_out)
        notes += (message("desk.not-searched", tournaments=listed),)
    return notes


def _scrub(store: Store) -> tuple[Sentence, ...]:
    """Clear the remains of deleted records; the fact is recorded, so a failure is a note."""
    try:
        clean = store.scrub()
        if isinstance(store.place, ServerAddress):
            return (message("server.left-in-log" if clean else "server.not-vacuumed"),)
        if clean:
            return ()
    except StoreError as error:
        code = error.refusal.code
        step = error.refusal.next
        return (message("desk.not-cleaned", code=code, step=step),)
    return (message("desk.open-elsewhere"),)


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
    from desk.commands.opening import Init

    if not isinstance(command, Init) or command.name not in (n for _, n in store.tournaments()):
        return None
    what = message("desk.name-taken", file=str(store.place), name=command.name)
    step = message("desk.another-name", option=also(ledger=True))
    return Refusal("name-taken", what, step)


def _choose_another(refused: Mapping[str, Refusal], wanted: str | None) -> Refusal:
    """Return the refusal of the damaged tournament, with the way to reach the others."""
    refusal = refused.get(wanted or "", next(iter(refused.values())))
    option = also(tournament=Blank("NAME"))
    step = message("desk.or-choose-another", step=refusal.next, option=option)
    return replace(refusal, next=step)


_A_FEW = 5
"""The number of tournament names in a message that asks to choose one."""


def choose(store: Store, wanted: str | None) -> str | Refusal:
    """Return the tournament by id, name or a unique part of either; None: the only one.

    One that was taken back is chosen where there is no other. A damaged tournament stops
    only callers who do not give the id or the whole name of another.
    """
    tournaments, refused = store.listed()
    choice = tournaments
    if wanted is not None:
        part = folded(wanted)
        choice = tuple(t for t in tournaments if wanted in t)
        if refused and len(choice) != 1:
            return _choose_another(dict(refused), wanted)
        choice = choice or tuple(
            t for t in tournaments if (part and part in folded(t[1])) or t[0].startswith(wanted)
        )
    elif refused:
        return _choose_another(dict(refused), wanted)
    if len(choice) > 1:
        from ledger.store.imported_files import taken_back

        gone = taken_back(store)
        choice = tuple(t for t in choice if t[0] not in gone) or choice
    if len(choice) == 1:
        return choice[0][0]
    several = choice if len(choice) > 1 else tournaments
    named = [f'"{name}" ({tournament[:8]})' for tournament, name in several[:_A_FEW]]
    more = [message("desk.and-more", n=len(several) - _A_FEW)] if len(several) > _A_FEW else []
    listed = run_on(*named, *more, between="; ")
    if not tournaments:
        what = message("desk.no-tournament", file=str(store.place))
        return Refusal("no-tournament", what, do("init", name=Blank("NAME")), exit=Exit.USAGE)
    what = message("desk.several", n=len(tournaments), tournaments=listed)
    if wanted is not None:
        what = message("desk.names-none", wanted=wanted, tournaments=listed)
        if choice:
            what = message("desk.names-several", wanted=wanted, n=len(choice), tournaments=listed)
    option = also(tournament=Blank("NAME"))
    which = message("desk.choose", option=option)
    if len(several) > _A_FEW:
        which = message("desk.choose-from-list", option=option, command=do("tournaments"))
    return Refusal("which-tournament", what, which, exit=Exit.USAGE)
