"""Names of files that the program and its databases keep beside a ledger: no output takes one."""

from __future__ import annotations

import os
from pathlib import Path, PureWindowsPath

from ledger import system
from ledger.errors import usage
from ledger.messages import message

OF_SQLITE = ("-wal", "-shm", "-journal")
"""How the names end of the files that SQLite keeps beside one that is open."""

ACCOUNTS = ".desk"
"""How the name of the file of accounts of a ledger ends."""

LAST_HEAD = ".last-head"
"""How the name of the file ends that remembers the last head of a ledger."""

PAID = ".paid"
"""How the name of the file ends that has who has paid."""

EVENING = ".evening"
"""How the name of the file ends that has how a club has its evenings."""

WEBSITE = ".website"
"""How the name of the file ends that has where the website of a ledger is made and sent."""

LOGO = ".logo"
"""How the name of the file ends that has the logo of a club."""

LEDGER = ".ledger"
"""How the name of a ledger ends."""

MIRROR = ".duckdb"
"""How the name of a mirror ends."""

OF_MIRROR = tuple(MIRROR + ending for ending in (".wal", ".next", ".next.wal", ".lock"))
"""How the names end of the files beside a mirror that is being written."""


def check_output_name(path: Path, is_duckdb: bool = False) -> None:
    """Refuse an output by the name of a part of a ledger, a mirror or a file of accounts.

    A ledger in use would lose the facts in its log. `is_duckdb`: the output is a DuckDB file, and
    may be called as a mirror is. Raise StoreError.
    """
    of_ledger = (*OF_SQLITE, ACCOUNTS, LAST_HEAD, PAID, EVENING, WEBSITE, LOGO)
    _check(path, (*of_ledger, *OF_MIRROR, *(() if is_duckdb else (MIRROR,))))


def check_ledger_name(path: Path) -> None:
    """Refuse a new ledger by the name of a file that is written beside another without asking.

    Raise StoreError.
    """
    _check(path, (*OF_SQLITE, LAST_HEAD))


def _check_possible(path: Path) -> None:
    """Refuse a name that Windows gives to a device, or that has a sign with a meaning there.

    A colon would write into a stream of another file, which no folder shows.
    """
    name = path.name
    if system.on_windows() and (
        PureWindowsPath(name).is_reserved()
        or set(name) & _NOT_ON_WINDOWS
        or name[-1:] in {".", " "}
    ):
        what = message("store.name-not-possible", path=str(path))
        raise usage("name-not-possible", what, message("store.plain-name"))


_NOT_ON_WINDOWS = {*'<>:"|?*', *map(chr, range(32))}
"""The signs that no name of a file has on Windows."""


def is_name_of_ledger(text: str) -> bool:
    """Tell whether a text ends as the name of a ledger."""
    return text.strip().casefold().endswith(LEDGER)


def _check(path: Path, endings: tuple[str, ...]) -> None:
    """Refuse a name that ends so, or that of the file to which a link leads."""
    _check_possible(path)
    named = path.name not in ("", "..") and not path.is_symlink()
    for name in (path.name,) if named else (path.name, os.path.basename(os.path.realpath(path))):
        ending = next((each for each in endings if name.casefold().endswith(each)), None)
        if ending is not None:
            what = message("store.kept-name", path=str(path), ending=ending)
            raise usage("name-of-a-part", what, message("store.another-name"))
