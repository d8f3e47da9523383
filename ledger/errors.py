"""The possible faults of a ledger file, as exceptions that each carry a named refusal.

This module imports little, so the command line can catch these errors without loading the store.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

from ledger import system
from ledger.messages import Blank, Sentence, also, do, message, run_on
from ledger.refusals import Exit, Refusal
from ledger.system_errors import said_by_system

INSTALL_NEWER = message("store.install-newer")
KEEP_AND_RESTORE = message("store.keep-and-restore", command=do("restore", file=Blank("BACKUP")))
T = TypeVar("T")
R = TypeVar("R")


class StoreError(Exception):
    """The ledger file cannot be used as requested. `refusal` says why, and gives the next step."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal


class NewerLedger(StoreError):
    """The file, or a fact in it, was written by a newer version of the program."""


class DamagedLedger(StoreError):
    """The file is not as the program writes it: a gap, an unreadable or a contradictory row."""


class Conflict(StoreError):
    """Another program added facts in the meantime: load again and decide again."""


def damaged(what: Sentence, *positions: int, quoted: str = "") -> DamagedLedger:
    """Make the error for a damaged ledger; `positions` are those of the facts concerned.

    `quoted` is what Python or a database says of it, for who repairs it.
    """
    return DamagedLedger(
        Refusal(
            "ledger-damaged",
            what,
            KEEP_AND_RESTORE,
            events=positions,
            exit=Exit.DAMAGED,
            quoted=(quoted,) if quoted else (),
        )
    )


def lost(place: str, what: Sentence) -> DamagedLedger:
    """Make the error for acknowledged facts that are gone; `what` says which."""
    about = run_on(f"{place}: ", what)
    step = after_loss(place)
    return DamagedLedger(Refusal("facts-lost", about, step, exit=Exit.DAMAGED))


def after_loss(place: str) -> Sentence:
    """Return what to do about facts that are gone, or an older copy put back on purpose."""
    restore = do("restore", file=Blank("BACKUP"))
    accept = do("verify", ledger=place, accept_loss=True)
    return message("store.facts-lost-step", restore=restore, accept=accept)


def gap(tournament: str, expected: int, position: int) -> DamagedLedger:
    """Make the error for facts that are gone: from `expected` to the one before `position`."""
    what = message("store.lacks", tournament=tournament, first=expected)
    if position > expected + 1:
        last = position - 1
        what = message("store.lacks-several", tournament=tournament, first=expected, last=last)
    return damaged(what, expected)


def in_the_way(tournament: str, error: BaseException) -> DamagedLedger:
    """Make the error for a row that occupies the place of a new fact or of its hash."""
    return damaged(message("store.in-the-way", tournament=tournament), quoted=str(error))


_SENSELESS = (
    LookupError,
    ValueError,
    ArithmeticError,
    AssertionError,
    TypeError,
    AttributeError,
)
"""Exceptions raised by facts that no command can have recorded, or that contradict each other."""


def each_apart(
    tournaments: Iterable[tuple[str, T]], work: Callable[[T], R]
) -> tuple[list[R], list[tuple[str, Refusal]]]:
    """Do `work` for several tournaments, by their ids; one failure never stops the others.

    Return the results of the readable tournaments, in order, and the refusals of the others.
    """
    done: list[R] = []
    left_out: list[tuple[str, Refusal]] = []
    for tournament, thing in tournaments:
        try:
            done.append(work(thing))
        except StoreError as error:
            left_out.append((tournament, error.refusal))
        except _SENSELESS as error:
            what = message("store.makes-no-sense", tournament=tournament)
            left_out.append((tournament, damaged(what, quoted=repr(error)).refusal))
    return done, left_out


def gone(place: str) -> StoreError:
    """Make the error for a ledger that was there, and is not any more."""
    what = message("store.no-ledger", path=place)
    return usage("ledger-missing", what, do("restore", file=Blank("BACKUP")))


def conflict(tournament: str, expected: int, head: int) -> Conflict:
    """Make the error for a decision made before other facts were added."""
    what = message("store.conflict", tournament=tournament, expected=expected, head=head)
    return Conflict(Refusal("ledger-conflict", what, message("store.again"), exit=Exit.USAGE))


def usage(code: str, what: Sentence, next_step: Sentence) -> StoreError:
    """Make the error for a file that is not damaged, but cannot be used."""
    return StoreError(Refusal(code, what, next_step, exit=Exit.USAGE))


def a_folder(path: Path) -> StoreError:
    """Make the error for a folder in the place of a ledger."""
    step = message("store.name-file", option=also(ledger=Blank("FILE")))
    return usage("ledger-is-a-folder", message("store.is-a-folder", path=str(path)), step)


def no_folder(path: Path) -> StoreError:
    """Make the error for a new file in a folder that is not there, with the command that makes it."""
    command = f'mkdir "{path}"' if system.on_windows() else f"mkdir -p {path}"
    return usage("folder-missing", message("store.no-folder", path=str(path)), command)


def disk_full(path: Path) -> StoreError:
    """Make the error for a full disk; a ledger on it can still be read."""
    what = message("store.no-room", path=str(path))
    step = message("store.make-room", log=do("log"))
    return usage("disk-full", what, step)


def no_room_for_log(path: Path) -> StoreError:
    """Make the error for a full disk when the log beside the ledger still holds facts."""
    what = message("store.no-room-for-log", path=str(path))
    step = message("store.copy-with-log", ledger=path.name, log=f"{path.name}-wal")
    return usage("disk-full", what, step)


def is_locked(error: BaseException) -> bool:
    """Tell whether the database engine gave up waiting for another program's transaction."""
    return _code(error) in (5, 6)


def named(error: BaseException, path: Path) -> StoreError | None:
    """Return the error for a fault of the database engine; None if a user cannot cause it.

    The codes are SQLite's primary result codes (https://www.sqlite.org/rescode.html).
    """
    file = str(path)
    if isinstance(error, OSError):
        what = message("store.cannot-be-opened-why", path=file, error=said_by_system(error))
        return usage("ledger-cannot-be-opened", what, message("store.check-name"))
    # Python's own errors have no code: for a value, and for the name of a column.
    if re.search("decode to UTF-8", str(error)) or isinstance(error, UnicodeDecodeError):
        return damaged(message("store.no-text", path=file))
    match _code(error):
        case 5 | 6:  # BUSY, LOCKED
            what = message("store.locked", path=file)
            return usage("ledger-locked", what, message("store.wait"))
        case 8:  # READONLY
            what = message("store.read-only", path=file)
            return usage("ledger-read-only", what, message("store.make-writable"))
        case 13:  # FULL
            return disk_full(path)
        case 10:  # IOERR
            what = message("store.disk-failed", path=file)
            return usage("disk-error", what, message("store.check-disk", log=do("log")))
        case 3 | 14:  # PERM, CANTOPEN
            what = message("store.cannot-be-opened", path=file)
            return usage("ledger-cannot-be-opened", what, message("store.check-folder"))
        case 11 | 18 | 26:  # CORRUPT, TOOBIG, NOTADB
            return damaged(message("store.damaged", path=file))
        case 1 if re.search("unsupported file format", str(error)):  # for a damaged header
            return damaged(message("store.damaged", path=file))
    return None


def _code(error: BaseException) -> int | None:
    """Return SQLite's primary result code of an error, or of the error it wraps."""
    for one in (error, error.__cause__):
        code = getattr(one, "sqlite_errorcode", None)
        if isinstance(code, int):
            return code & 0xFF
    return None
