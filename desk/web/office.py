"""What one server has: the live tournaments, who is logged in, remarks still to be shown."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field

from desk.access import accounts
from desk.access.file import AccessFile
from desk.answers.public_reasons import PublicReasons
from desk.answers.sheets import only_here
from desk.live.live import Live
from desk.site.addresses import slugs_of
from desk.site.keeper import Keeper
from desk.web.codes_ahead import CodesAhead
from desk.web.long_rows import LongRows
from desk.web.page_cache import PageCache
from desk.web.seats import Seats
from desk.web.security import Doors
from desk.web.stream import Streams
from ledger.errors import StoreError
from ledger.messages import Sentence
from ledger.place import LedgerPlace
from ledger.refusals import Refusal
from ledger.runtime import Runtime

MOST_HELD = 8
"""Files that are held until somebody who looked at them has them recorded."""

MOST_REMARKS = 500
"""Remarks after a form that are kept for the page that follows it."""


@dataclass(frozen=True, slots=True)
class HeldFile:
    """A file that somebody sent to look at: their key, its name, its bytes."""

    actor: str
    name: str
    content: bytes


@dataclass(slots=True)
class Office:
    """Everything that the requests of a server share.

    `website` makes and sends the website of the ledger, None until the server begins. `address` is where it listens: scheme, host and port; see `hall_address`. `hosts` are the
    names by which it may be asked for. `proxies` are the addresses of programs in front of it that
    are believed when they say for whom they ask, and by which scheme. `stop` ends the program, where
    it was opened without a terminal in which that is done; None elsewhere. There `first_page` is the
    path at which another ledger is chosen, "" elsewhere.
    """

    live: Live
    doors: Doors
    runtime: Runtime
    pages: PageCache
    streams: Streams = field(default_factory=Streams)
    rows: LongRows = field(default_factory=LongRows)
    seats: Seats = field(default_factory=Seats)
    codes: CodesAhead = field(default_factory=CodesAhead)
    reasons: PublicReasons = field(default_factory=PublicReasons)
    website: Keeper | None = None
    address: str = ""
    hosts: frozenset[str] = frozenset()
    proxies: tuple[str, ...] = ()
    stop: Callable[[], None] | None = None
    first_page: str = ""
    remarks: OrderedDict[str, tuple[Sentence, ...]] = field(default_factory=OrderedDict)
    files: OrderedDict[str, HeldFile] = field(default_factory=OrderedDict)

    @classmethod
    def of(cls, place: LedgerPlace, runtime: Runtime) -> Office:
        """Return the office of a ledger."""
        file = AccessFile(place, runtime)
        live = Live(place, runtime, file)
        # Where the ledger is away, or not made yet, the first invitation does it.
        with suppress(StoreError):
            accounts.announce(file)
        doors = Doors(file, live.book)
        return cls(live, doors, runtime, PageCache())

    @property
    def hall_address(self) -> str:
        """Return the address for codes on paper; "" where only this computer reaches the desk."""
        return "" if only_here(self.address) else self.address

    def hold(self, actor: str, name: str, content: bytes) -> str:
        """Hold a file for somebody until it is recorded; return the token it is asked for by."""
        token = self.runtime.new_id()
        self.files[token] = HeldFile(actor, name, content)
        while len(self.files) > MOST_HELD:
            self.files.popitem(last=False)
        return token

    def held(self, actor: str, token: str) -> HeldFile | None:
        """Return a file that somebody sent before; None when it is no longer held, or theirs."""
        file = self.files.get(token)
        return file if file is not None and file.actor == actor else None

    def keep(self, once: str, remarks: tuple[Sentence, ...]) -> None:
        """Keep the remarks on a form until the page after it shows them."""
        self.remarks[once] = remarks
        while len(self.remarks) > MOST_REMARKS:
            self.remarks.popitem(last=False)

    def slugs(self) -> Mapping[str, tuple[str, str]]:
        """Return id and name of each readable tournament by its name in addresses."""
        return slugs_of(self.live.names())

    def damaged(self) -> tuple[tuple[str, Refusal], ...]:
        """Return the ids of tournaments that cannot be read, with the reason."""
        return tuple(self.live.listed()[1])
