"""The port between a ledger and the place that keeps it: a file, or a server.

`Store` has everything that is the same for both; a place has a class that implements `OpenPlace`.
Statements are written once, with ? for a parameter; the few expressions in which the databases
differ stand in a `Dialect` (`ledger.store.tables.cursor`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import NamedTuple, Protocol, TypeVar

from eventsourcing.persistence import ApplicationRecorder, StoredEvent, Subscription

from ledger.facts.stamps import Recorded
from ledger.runtime import Runtime
from ledger.store.tables.cursor import Cursor
from ledger.store.tables.last_head import Loss

T = TypeVar("T")

Progress = Callable[[int, int], None]
"""Called with the number of steps that are done and the total."""


class PersonToSave(Protocol):
    """A record of a person, as a place saves it."""

    @property
    def key(self) -> str:
        """Return the key of the record within its tournament."""
        ...

    @property
    def fields(self) -> tuple[tuple[str, str], ...]:
        """Return the names and texts of the record."""
        ...

    @property
    def salt(self) -> str:
        """Return the salt of its hash."""
        ...


class Entry(NamedTuple):
    """What one transaction writes: facts of a tournament, with the records of people beside them.

    `forget` are keys of records to delete; `meta` are rows of the ledger's statements about itself.
    """

    tournament: str
    rows: Sequence[StoredEvent]
    people: Sequence[PersonToSave] = ()
    forget: Sequence[str] = ()
    meta: Sequence[tuple[str, str]] = ()


class PositionTaken(Exception):
    """A row stands where a row of an entry should come; nothing of the entry was written."""


class OpenPlace(Protocol):
    """A place of a ledger, open. Every method raises StoreError for a fault a user can cause."""

    @property
    def schema(self) -> int:
        """Return the version of the tables."""
        ...

    def loss(self) -> Loss | None:
        """Return what is gone of that which was acknowledged, as far as the place remembers it."""
        ...

    def accept_loss(self) -> None:
        """Remember the ledger as it is, without the facts that it lacks."""
        ...

    def look(self, work: Callable[[Cursor], T], /, *, once: bool = False) -> T:
        """Return what `work` returns, in a short transaction; it may be called again after a cut.

        It must only read. `once`: it runs a single statement.
        """
        ...

    def reading(self, *, lenient: bool = False) -> AbstractContextManager[Cursor]:
        """Give one read transaction, for long readings.

        `lenient`: text that is no text is read with its bytes spelled out, and Ctrl-C ends a long
        statement with KeyboardInterrupt.
        """
        ...

    def put(self, entry: Entry, /) -> None:
        """Write an entry, all or nothing; it is on the disk when this returns.

        Raise PositionTaken when another program's facts have the positions.
        """
        ...

    def changes(self) -> int:
        """Return a number that differs from the last one if anybody else wrote since."""
        ...

    def following(self) -> AbstractContextManager[Subscription[ApplicationRecorder]] | None:
        """Give each fact that is recorded from now on, as soon as it is; None: ask `changes`.

        It is the library's subscription; `stop` ends it, from any thread. Raise StoreError when the
        connection is lost.
        """
        ...

    def settle(self) -> None:
        """Move what was written here to where a copy of the ledger finds it."""
        ...

    def scrub(self) -> bool:
        """Clear the bytes of deleted records; False when old bytes may be left."""
        ...

    def copy_to(self, path: Path, progress: Progress, /) -> None:
        """Write the ledger as it stands now into an empty file, as a ledger file."""
        ...

    def bring_up_to_date(
        self, runtime: Runtime, program: str, progress: Progress, /
    ) -> tuple[Recorded, ...]:
        """Bring tables of an earlier version to this one; return the facts that record it."""
        ...

    @property
    def outdated(self) -> bool:
        """Tell whether the tables are of an earlier version, which `bring_up_to_date` ends."""
        ...

    def keep_for_desks(self, key: str, value: str, /) -> str | None:
        """Keep a value for all desks of the ledger, unless there is one; return the one kept.

        No reader and no copy of the ledger has it. Return None where the place keeps none: a file
        has the file of accounts beside it, and older tables on a server have no place for it.
        """
        ...

    def close(self) -> None:
        """Close it; twice does no harm."""
        ...
