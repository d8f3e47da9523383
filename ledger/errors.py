"""What can be wrong with a ledger file, as exceptions that each carry a named refusal.

Light to import: the command line catches these without loading the store.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

from ledger.messages import Blank, Sentence, do, run_on
from ledger.refusals import Exit, Refusal

INSTALL_NEWER = "install a newer toernooiboek; the ledger itself is in order"
KEEP_AND_RESTORE = run_on(
    "move this file away and keep it; put a backup in its place: ",
    do("restore", file=Blank("BACKUP")),
)
T = TypeVar("T")
R = TypeVar("R")


class StoreError(Exception):
    """The ledger file cannot be used as asked. refusal says why, and what to do next."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal


class NewerLedger(StoreError):
    """The file, or a fact in it, was written by a newer version of the program."""


class DamagedLedger(StoreError):
    """The file is not as the program writes it: a gap, an unreadable or a contradictory row."""


class Conflict(StoreError):
    """Somebody else added facts in between: load again and decide again."""


def damaged(what: Sentence, *positions: int) -> DamagedLedger:
    """Make the error for a damaged ledger; positions are those of the facts concerned."""
    return DamagedLedger(
        Refusal("ledger-damaged", what, KEEP_AND_RESTORE, events=positions, exit=Exit.DAMAGED)
    )


def in_the_way(tournament: str, error: BaseException) -> DamagedLedger:
    """Make the error for a row that stands where a fact, or its hash, is to be added."""
    return damaged(f"something is in the way of the next fact of tournament {tournament}: {error}")


_SENSELESS = (
    LookupError, ValueError, ArithmeticError, AssertionError, TypeError, AttributeError,
)  # fmt: skip
"""What facts that no command ever recorded, or that contradict one another, raise in a reader."""


def each_apart(
    tournaments: Iterable[tuple[str, T]], work: Callable[[T], R]
) -> tuple[list[R], list[tuple[str, Refusal]]]:
    """Do the same for several tournaments, given with their ids; one never stops the others.

    Returns what came of those that can be read, in order, and the others with why.
    """
    done: list[R] = []
    left_out: list[tuple[str, Refusal]] = []
    for tournament, thing in tournaments:
        try:
            done.append(work(thing))
        except StoreError as error:
            left_out.append((tournament, error.refusal))
        except _SENSELESS as error:
            what = f"tournament {tournament} makes no sense ({error!r})"
            left_out.append((tournament, damaged(what).refusal))
    return done, left_out


def conflict(tournament: str, expected: int, head: int) -> Conflict:
    """Make the error for a decision that was made on facts that are no longer all."""
    what = f"tournament {tournament} was decided on at #{expected} but stands at #{head} now"
    return Conflict(Refusal("ledger-conflict", what, "give the command again", exit=Exit.USAGE))


def usage(code: str, what: str, next_step: Sentence) -> StoreError:
    """Make the error for a file that cannot be used, though it is not damaged."""
    return StoreError(Refusal(code, what, next_step, exit=Exit.USAGE))


def disk_full(path: Path) -> StoreError:
    """Make the error for a disk without room; a ledger on it can still be read."""
    what = f"there is no room left to write {path}; nothing was recorded"
    step = run_on("make room on the disk and give the command again; ", do("log"), " still reads")
    return usage("disk-full", what, step)


def no_room_for_log(path: Path) -> StoreError:
    """Make the error for a disk without room on which facts stand in the log beside the ledger."""
    what = f"there is no room left to open {path}, and what came last stands in the log beside it"
    step = f"make room on the disk, or copy {path.name} with {path.name}-wal to another disk"
    return usage("disk-full", what, step)


def is_locked(error: BaseException) -> bool:
    """Tell whether the database engine gave up waiting for another program's transaction."""
    return _code(error) in (5, 6)


def named(error: BaseException, path: Path) -> StoreError | None:
    """Give a database engine's error its name; None when it is none a user can cause.

    The codes are SQLite's primary result codes (https://www.sqlite.org/rescode.html).
    """
    if isinstance(error, OSError):
        step = "check the name of the file and its permissions"
        return usage("ledger-cannot-be-opened", f"{path} cannot be opened: {error.strerror}", step)
    # Python's own errors, without a code: of a value, and of the name of a column.
    if "decode to UTF-8" in str(error) or isinstance(error, UnicodeDecodeError):
        return damaged(f"{path} is damaged: it holds text that is no text")
    match _code(error):
        case 5 | 6:  # BUSY, LOCKED
            step = "close the other program, or wait, and give the command again"
            return usage("ledger-locked", f"another program keeps {path} locked", step)
        case 8:  # READONLY
            what = f"{path}, or the folder it is in, cannot be written"
            step = "make both writable, or copy the ledger to a folder of your own"
            return usage("ledger-read-only", what, step)
        case 13:  # FULL
            return disk_full(path)
        case 10:  # IOERR
            what = f"the disk failed while {path} was in use"
            log = run_on(do("log"), " shows what was recorded")
            return usage("disk-error", what, run_on("check the disk and its free space; ", log))
        case 3 | 14:  # PERM, CANTOPEN
            step = "check the permissions of the file and of the folder it is in"
            return usage("ledger-cannot-be-opened", f"{path} cannot be opened", step)
        case 11 | 18 | 26:  # CORRUPT, TOOBIG, NOTADB
            return damaged(f"{path} is damaged: {error}")
        case 1 if "unsupported file format" in str(error):  # of a header that is damaged
            return damaged(f"{path} is damaged: {error}")
    return None


def _code(error: BaseException) -> int | None:
    """Return SQLite's primary result code of an error, or of the error it wraps."""
    for one in (error, error.__cause__):
        code = getattr(one, "sqlite_errorcode", None)
        if isinstance(code, int):
            return code & 0xFF
    return None
