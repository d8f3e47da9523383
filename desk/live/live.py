"""The tournaments of a ledger file, kept in memory and up to date: one `Live` for a server.

One rule for threads: a book that was given out never changes. Whoever has it reads it for as long
as they like, and holds nobody up. A command is judged on a trial of the book, in its own thread;
what it decides is appended to the file, and the trial then becomes the book that the next one gets.
A command that was overtaken by another is judged again while the other writers wait.

Other programs may write at any time: `book` asks the database whether they did (microseconds), and
reads their facts.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import count
from pathlib import Path
from threading import Lock, RLock
from typing import Final, NamedTuple

from desk.access.file import AccessFile
from desk.access.last_head import known_head, remember
from desk.commands.decision import Decision, Numbered, WarnLevel
from desk.commands.opening import Import, Init
from desk.desk import Desk, choose
from desk.live.changes import ALL, Change, Watch, change_of
from desk.live.follower import Follower, Told
from desk.live.public_book import public_book
from desk.outcomes import Warned, Written
from desk.service_log import ERROR, note
from desk.writing import Looks, carry_out, record
from ledger.errors import StoreError, gone, lost
from ledger.facts.stamps import Recorded
from ledger.place import LedgerPlace
from ledger.refusals import Refusal, Refusals
from ledger.runtime import Runtime
from ledger.state.book import Book, book_of
from ledger.state.website import WebsiteChoices
from ledger.store.file.open_files import FilePlace
from ledger.store.file.settled import SettledFile
from ledger.store.imported_files import TakenBack, taken_back
from ledger.store.listing import Listed
from ledger.store.places import file_at, is_there
from ledger.store.store import Store
from ledger.store.tables.kept_hashes import PUBLICATIONS
from ledger.store.tables.people import OF_RECORDS
from projections.views.people import first_day_of

_NOT_READ = (0, -1)
_NONE_LISTED = (_NOT_READ, ((), ()), ())
_ASKS = WarnLevel.ACKNOWLEDGE

PLACE_MS: Final = 500
"""How long it may go unnoticed that another file took the place of the ledger, in milliseconds."""


class TournamentNames(NamedTuple):
    """What a tournament is called: `opening` as it was opened, which addresses keep, and `now`."""

    tournament: str
    opening: str
    now: str


@dataclass(slots=True)
class _File:
    """An open ledger file: connections that append, read, and notice changes, never in turn.

    `settled` watches what the file has without its log, None on a server.
    `version` is a number for the opening and one of the database; they differ after every change of
    the ledger, by whomever. `place` is where the file stands, which another may take; None: a
    server.
    """

    appending: Store
    reading: Store
    noticing: Store
    place: FilePlace | None
    settled: SettledFile | None
    opening: int
    looked_at: float

    def version(self) -> tuple[int, int]:
        return self.opening, self.noticing.changes()

    def writing_of_others(self) -> tuple[int, int]:
        """Return numbers that differ after every change by somebody else than `appending`."""
        return self.opening, self.appending.changes()

    def close(self) -> None:
        for store in (self.appending, self.reading, self.noticing):
            store.close()


@dataclass(slots=True)
class _Kept:
    """A tournament in memory. `seen` is the version of the file that the book has.

    `edition` is a number that no other book of this server had. `writing` is held while a command
    is appended, or judged for the second time; `reading` while the book catches up. `checked` is
    what the appending connection said of others' writing when all hashes were last compared.
    """

    book: Book | None = None
    seen: tuple[int, int] = _NOT_READ
    checked: tuple[int, int] = _NOT_READ
    edition: int = 0
    public: Book | None = None
    public_of: Book | None = None
    public_people_of: Mapping[str, Mapping[str, str]] | None = None
    shown_by: tuple[WebsiteChoices, date | None] | None = None
    writing: RLock = field(default_factory=RLock)
    reading: RLock = field(default_factory=RLock)


class Live:
    """The read models of a server; see the module's docstring.

    `desk_file` is the file of accounts, in which the last head is remembered, None: nowhere.
    """

    def __init__(
        self, place: LedgerPlace, runtime: Runtime, desk_file: AccessFile | None = None
    ) -> None:
        self.place = place
        self.runtime = runtime
        self._desk_file = desk_file
        self._lock = RLock()
        self._file: _File | None = None
        self._openings = 0
        self._kept: dict[str, _Kept] = {}
        self._listed: tuple[tuple[int, int], Listed, tuple[TournamentNames, ...]] = _NONE_LISTED
        self._undone: tuple[tuple[int, int], dict[str, TakenBack]] = (_NOT_READ, {})
        self._looked = _NOT_READ
        self._editions = count(1)
        self._watches: set[Watch] = set()
        self._away = False
        self._fault: Refusal | None = None
        self._looking = Lock()
        self._telling = Lock()
        self._follower: Follower | None = None

    @property
    def away(self) -> bool:
        """Tell whether the last look found no ledger, or one that cannot be read."""
        return self._away

    @property
    def fault(self) -> Refusal | None:
        """Return why the last look could not read the ledger; None where there never was one."""
        return self._fault

    @property
    def looked_at(self) -> tuple[int, int]:
        """Return numbers that differ when anything was recorded before the last look."""
        return self._looked

    def close(self) -> None:
        """Close the file; a later call opens it again."""
        if self._follower is not None:
            self._follower.close()
            self._follower = None
        self._close_file()

    def _close_file(self) -> None:
        with self._lock:
            if self._file is not None:
                self._remember(self._file)
                self._file.close()
            self._file = None

    def listed(self) -> Listed:
        """Return id and name of the tournaments in order of opening, and the damaged ones."""
        self._list()
        return self._listed[1]

    def names(self) -> tuple[TournamentNames, ...]:
        """Return what the tournaments that can be read are called, in order of opening."""
        self._list()
        return self._listed[2]

    def _list(self) -> None:
        if not self._is_there():
            self._listed = _NONE_LISTED
            return
        file = self._open()
        version = file.version()
        if self._listed[0] != version:
            listed = file.reading.listed()
            right = file.reading.names_put_right()
            names = (TournamentNames(id_, name, right.get(id_, name)) for id_, name in listed[0])
            self._listed = version, listed, tuple(names)

    def taken_back(self) -> Mapping[str, TakenBack]:
        """Return the ids of the tournaments that were taken back, each with what was."""
        if not self._is_there():
            return {}
        file = self._open()
        version = file.version()
        if self._undone[0] != version:
            self._undone = version, taken_back(file.reading)
        return self._undone[1]

    def book(self, tournament: str) -> Book:
        """Return the book of a tournament as it is now, by its id; it never changes afterwards.

        Raise StoreError for a file that cannot be read, and for an id that is not in it.
        """
        file = self._open()
        kept = self._kept.get(tournament) or self._keep(file, tournament)
        if kept.book is not None and kept.seen == file.version():
            return kept.book
        with kept.reading:
            return self._catch_up(file, kept, tournament)

    def public_book(self, tournament: str) -> Book:
        """Return the book as players and spectators may see it; see `public_book`."""
        book = self.book(tournament)
        kept = self._kept[tournament]
        with kept.reading:
            if kept.public is not None and kept.public_of is book:
                return kept.public
            shown_by = (book.state.website, first_day_of(book))
            same = kept.public_people_of is book.people and kept.shown_by == shown_by
            if kept.public is not None and same:
                kept.public = replace(book, people=kept.public.people)
            else:
                kept.public = public_book(book)
                kept.public_people_of = book.people
                kept.shown_by = shown_by
            kept.public_of = book
            return kept.public

    def edition(self, tournament: str) -> int | None:
        """Return the number of the book of a tournament; every change gives it another number.

        None: the book must first catch up, or cannot be read.
        """
        kept = self._kept.get(tournament)
        file = self._file
        if kept is None or file is None or not self._in_place(file):
            return None
        edition = kept.edition
        return edition if kept.seen == file.version() else None

    def position(self, tournament: str) -> int:
        """Return the position of the last fact of a tournament."""
        return self.book(tournament).state.position

    def write(
        self,
        tournament: str | None,
        commands: Sequence[Numbered],
        actor: str,
        correlation_id: str | None = None,
    ) -> Written | Warned | Refusals:
        """Carry commands out for somebody, all or nothing; None: the first opens a tournament.

        A warning has to be answered, were it only read.
        The outcome is that of `Desk.carry_out`, and its facts are on the disk. A command with a
        `correlation_id` that is recorded already returns its facts, and adds none.
        """
        looks = Looks(replace(self.runtime, actor=actor))
        try:
            if tournament is None or (commands and isinstance(commands[0][1], Init | Import)):
                desk = Desk(self.place, looks.runtime)
                done = carry_out(
                    desk, commands, correlation_id=correlation_id, asks=_ASKS, reads_files=False
                )
                self.look()
                return done
            file = self._open()
            with ExitStack() as alone:
                turn = _Turn(
                    live=self,
                    file=file,
                    tournament=tournament,
                    runtime=looks.runtime,
                    correlation_id=correlation_id,
                    alone=alone,
                )
                done = record(
                    file.appending,
                    source=turn,
                    tournament=tournament,
                    commands=commands,
                    looks=looks,
                    correlation_id=correlation_id,
                    asks=_ASKS,
                )
            if not self._watches:  # else the next look remembers it
                self._remember(file)
            return done
        except StoreError as error:
            return (error.refusal,)

    def watch(self) -> Watch:
        """Return a listener on the running event loop; close it when nobody listens any more."""
        watch = Watch(self.look, self._watches.discard, self._hears)
        self._watches.add(watch)
        if self._follower is None and not isinstance(self.place, Path):
            self._follower = Follower(self._told, self.look)
        return watch

    def _hears(self) -> bool:
        """Tell whether the server tells of new facts at present, so that nobody has to look."""
        return self._follower is not None and self._follower.hears

    def _told(self) -> AbstractContextManager[Told]:
        """Return the facts that are recorded from now on, on a server."""
        told = self._open().noticing.following()
        assert told is not None, "a server tells of new facts"
        return told

    def look(self) -> None:
        """Catch up with the facts that other programs recorded, and tell the listeners.

        When nothing was recorded since the last look, what was recorded before moves from the log
        into the file itself, so that a copy of the file alone has it. While the ledger is known to
        be away one thread looks for it; the others go on with what is known.
        """
        if not self._looking.acquire(blocking=self._fault is None):
            return
        try:
            self._look()
        finally:
            self._looking.release()

    def _look(self) -> None:
        away = True
        fault = None
        try:
            self._check()
            if self._is_there():
                self._look_into(self._open())
                away = False
        except StoreError as error:  # whoever asks for a page is told
            fault = error.refusal
        with self._telling:
            before = self._fault
            self._fault = fault
            self._away = away
        if fault is not None and (before is None or before.code != fault.code):
            note("ledger-away", ERROR, code=fault.code)
        elif before is not None and fault is None:
            note("ledger-back")

    def _look_into(self, file: _File) -> None:
        version = file.version()
        if version == self._looked:
            file.appending.settle()
        else:
            self._remember(file)
        self._looked = version
        for tournament in tuple(self._kept):
            with suppress(StoreError):
                self.book(tournament)

    def _remember(self, file: _File) -> None:
        """Let the file of accounts remember the head, if that is possible."""
        if self._desk_file is not None:
            with suppress(StoreError):
                head = file.reading.last_head()
                if head is not None:
                    remember(self._desk_file, head)

    def advance(self, tournament: str, book: Book, added: Sequence[Recorded]) -> None:
        """Make a book with the facts just added the one that the next reader gets."""
        kept = self._kept[tournament]
        file = self._file or self._open()
        with kept.reading:
            if any(fact.TOPIC in PUBLICATIONS for fact, _ in added):
                book.heads = {head.size: head for head in file.reading.heads(tournament)}
            book.lines = {}
            if kept.book is not None and not any(type(fact) in OF_RECORDS for fact, _ in added):
                book.people = kept.book.people
            if kept.book is None or len(kept.book.recorded) < len(book.recorded):
                self._give(kept, book, change_of(book, added))

    def check_hashes(self, file: _File, kept: _Kept, book: Book) -> None:
        """Raise DamagedLedger where what is stored of a book is not what it has.

        Only what others write into a file can have changed that, and SQLite says whether they did;
        nobody changes a fact on a server.
        """
        if file.place is None or kept.checked == (now := file.writing_of_others()):
            return
        file.reading.check_hashes(book.id)
        file.reading.records(book.id, book.recorded)
        kept.checked = now

    def kept(self, tournament: str) -> _Kept:
        """Return what is kept of a tournament; the same object for every call."""
        return self._kept.get(tournament) or self._keep(self._open(), tournament)

    def check(self) -> None:
        """Raise StoreError when the ledger that this server had is gone, or another file.

        Of a ledger that is known to be away one caller finds out whether it is back, and the others
        are refused at once: they would wait for the server one after the other.
        """
        if self._openings and self._fault is not None:
            self.look()
            if (fault := self._fault) is not None:
                raise StoreError(fault)
        self._check()

    def _check(self) -> None:
        if not self._openings:
            return
        if not self._is_there():
            raise gone(str(self.place))
        self._open()

    def _is_there(self) -> bool:
        """Tell whether there is a ledger; an open one on a server is not looked for again."""
        return (self._file is not None and self._file.place is None) or is_there(self.place)

    def _open(self) -> _File:
        """Return the open file; open it again when another file took its place."""
        file = self._file
        if file is not None and self._in_place(file):
            return file
        with self._alone():
            place = file_at(self.place)
            file = self._file
            if file is not None:
                if file.settled is not None and (fault := file.settled.fault()):
                    raise fault
                if file.place == place:
                    return file
            self._close_file()
            with ExitStack() as opened:
                one, two, three = (opened.enter_context(Store(self.place)) for _ in range(3))
                known = None if self._desk_file is None else known_head(self._desk_file)
                if (loss := two.loss_since(known)) is not None:
                    raise lost(str(self.place), loss.what)
                opened.pop_all()
            self._openings += 1
            settled = SettledFile(self.place) if isinstance(self.place, Path) else None
            now = time.monotonic()
            self._file = _File(
                appending=one,
                reading=two,
                noticing=three,
                place=place,
                settled=settled,
                opening=self._openings,
                looked_at=now,
            )
            return self._file

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Be the one that opens the file; refuse at once where another tries and it was away."""
        fault = self._fault
        if not self._lock.acquire(blocking=fault is None):
            assert fault is not None
            raise StoreError(fault)
        try:
            yield
        finally:
            self._lock.release()

    def _in_place(self, file: _File) -> bool:
        """Tell whether an open file is still the one of its name, and as it was left.

        It is looked at now and then, and every time while something is wrong with it.
        """
        now = time.monotonic()
        if now - file.looked_at < PLACE_MS / 1000:
            return True
        if file.place != file_at(self.place) or (file.settled and file.settled.fault()):
            return False
        file.looked_at = now
        return True

    def _keep(self, file: _File, tournament: str) -> _Kept:
        if not file.reading.head(tournament):
            raise StoreError(_unknown(file.reading, tournament))
        with self._lock:
            return self._kept.setdefault(tournament, _Kept())

    def _catch_up(self, file: _File, kept: _Kept, tournament: str) -> Book:
        """Return the book with all facts of the file; the caller holds `reading`."""
        version = file.version()
        before = kept.book
        if before is not None and kept.seen == version:
            return before
        if before is None or kept.seen[0] != version[0]:
            checked = _NOT_READ if file.place is None else file.writing_of_others()
            book = self._whole(file, tournament)
            kept.checked = checked
            topics = () if before is None else (ALL,)
            self._give(kept, book, Change(tournament, book.state.position, frozenset(topics)))
        else:
            last, *facts = file.reading.facts(tournament, after=len(before.recorded) - 1) or (None,)
            if last != before.recorded[-1]:  # a standby that lacked the last facts took over
                book = self._whole(file, tournament)
                everything = frozenset((ALL,))
                self._give(kept, book, Change(tournament, book.state.position, everything))
            elif facts:
                book = self._following(file, before, tuple(facts))
                self._give(kept, book, change_of(book, facts))
        kept.seen = version
        assert kept.book is not None
        return kept.book

    def _give(self, kept: _Kept, book: Book, change: Change) -> None:
        """Let the next reader have a book, and tell the listeners."""
        if kept.public_people_of is not book.people:
            kept.public = kept.public_of = kept.public_people_of = None
        kept.book = book
        kept.edition = next(self._editions)
        for watch in tuple(self._watches) if change.topics else ():
            watch.tell(change)

    def _whole(self, file: _File, tournament: str) -> Book:
        """Read a tournament from its first fact on."""
        store = file.reading
        facts = store.facts(tournament)
        if not facts:
            raise StoreError(_unknown(store, tournament))
        people = store.records(tournament, facts)
        heads = {head.size: head for head in store.heads(tournament)}
        return book_of(facts, people, self.runtime.new_seed, heads, self.runtime.now)

    def _following(self, file: _File, before: Book, facts: tuple[Recorded, ...]) -> Book:
        """Return the book after facts of another writer."""
        book = before.trial()
        try:
            book.take(tuple(fact for fact, _ in facts))
        except (LookupError, ValueError, TypeError, AttributeError):
            return self._whole(file, before.id)  # refuses it as damaged
        book.record(facts)
        if any(type(fact) in OF_RECORDS for fact, _ in facts):
            book.people = file.reading.records(before.id, book.recorded)
        else:
            book.people = before.people
        if any(fact.TOPIC in PUBLICATIONS for fact, _ in facts):
            book.heads = {head.size: head for head in file.reading.heads(before.id)}
        return book


class _Turn:
    """The turn of one writer: a source for `judge`, on the book in memory.

    The first judgment holds nobody up. From the second on the other writers wait, so that a long
    judgment among many short ones comes to an end.
    """

    def __init__(
        self,
        live: Live,
        *,
        file: _File,
        tournament: str,
        runtime: Runtime,
        correlation_id: str | None,
        alone: ExitStack,
    ) -> None:
        self._live = live
        self._file = file
        self._tournament = tournament
        self._runtime = runtime
        self._correlation_id = correlation_id
        self._alone = alone
        self._tries = 0

    def book(self) -> Book:
        """Return a trial of the book as it is now."""
        self._tries += 1
        if self._tries == 2:
            self._alone.enter_context(self._live.kept(self._tournament).writing)
        return self._live.book(self._tournament).trial()

    def add(self, book: Book, decision: Decision) -> tuple[Recorded, ...]:
        """Append the facts to the file, and give the book to the next readers."""
        kept = self._live.kept(self._tournament)
        with kept.writing:
            self._live.check_hashes(self._file, kept, book)
            added = self._file.appending.append(
                self._tournament,
                len(book.recorded),
                decision.facts,
                decision.people,
                runtime=self._runtime,
                correlation_id=self._correlation_id,
                forget=decision.forgotten,
            )
            book.record(added)
            self._live.advance(self._tournament, book, added)
        return added


def _unknown(store: Store, tournament: str) -> Refusal:
    """Return the refusal of an id that is not in the file, and may be part of one or of a name."""
    chosen = choose(store, tournament)
    return chosen if isinstance(chosen, Refusal) else _unknown(store, f"{tournament}?")
