"""The files of a ledger's mirror, and the lock for writing them: files only, no database."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ledger.kept_names import MIRROR
from ledger.locks import lock
from ledger.messages import Blank, Sentence, do, message
from ledger.place import LedgerPlace, beside
from ledger.refusals import Exit, Refusal
from ledger.system_errors import cannot_be_written


class MirrorError(Exception):
    """An obstacle that a person can remove; `refusal` describes it."""

    def __init__(self, code: str, what: Sentence, next_: Sentence) -> None:
        super().__init__(code)
        self.refusal = Refusal(code, what, next_, exit=Exit.USAGE)


def mirror_path(ledger: LedgerPlace) -> Path:
    """Return the mirror of a ledger: NAME.duckdb beside NAME.ledger; see also `place.beside`."""
    own = beside(ledger)
    mirror = own.with_suffix(MIRROR)
    return mirror if mirror != own else own.with_name(own.name + MIRROR)


def next_path(path: Path) -> Path:
    """Return the file in which a mirror is written until it replaces the old one."""
    return path.with_name(path.name + ".next")


def drop(path: Path) -> bool:
    """Delete a mirror and the files of a killed writer beside it; wait for a running writer."""
    if not (path.exists() or next_path(path).exists() or _lock_path(path).exists()):
        return False
    with _locked(path, wait=True):
        there = path.exists()
        path.unlink(missing_ok=True)
        clear(path)
        return there


def clear(path: Path) -> None:
    """Delete the files that a stopped run left beside a mirror."""
    unfinished = next_path(path)
    for left in (unfinished, unfinished.with_name(unfinished.name + ".wal")):
        left.unlink(missing_ok=True)


@contextmanager
def writing(path: Path) -> Iterator[Path]:
    """Give the file in which to write the next mirror, to one program at a time.

    The file of a stopped run is still there. Raise MirrorError when another program is writing.
    """
    with _locked(path, wait=False):
        yield next_path(path)


def unwritable(path: Path, error: Exception) -> MirrorError:
    """Make the error for a message of the system, or DuckDB, that a file cannot be written."""
    what = cannot_be_written(path, error)
    lake = do("lake-build", places=Blank("FROM"), to=Blank("FOLDER"))
    return MirrorError("mirror-unwritable", what, message("mirror.check-disk", lake=lake))


def _lock_path(path: Path) -> Path:
    return path.with_name(path.name + ".lock")


@contextmanager
def _locked(path: Path, *, wait: bool) -> Iterator[None]:
    """Hold the lock; the system releases it when the program is killed."""
    try:
        file = _lock_path(path).open("w")
    except OSError as error:
        raise unwritable(path, error) from error
    with file:
        try:
            lock(file.fileno(), wait=wait)
        except BlockingIOError:
            what = message("mirror.busy", path=str(path))
            raise MirrorError("mirror-busy", what, message("store.wait-until-done")) from None
        yield
