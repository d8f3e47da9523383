"""Typed results that were not recorded: a command file that has them, and how it is recorded."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from desk.terminal.output import put, say
from ledger.characters import visible_in_json
from ledger.messages import do, message
from ledger.whole_files import write_whole

if TYPE_CHECKING:
    from desk.terminal.entry import ResultSheet
    from ledger.place import LedgerPlace


def keep_unsaved(place: LedgerPlace, tournament: str | None, sheet: ResultSheet) -> None:
    """Write what is typed on a sheet to a command file, and say where it stands and what is next.

    `place` is that of the ledger; `tournament` the one that was chosen, None where there is one.
    Where no file can be written, the lines of the file are printed.
    """
    commands = sheet.commands()
    if not commands:
        return
    lines = [json.dumps(command, ensure_ascii=False) for command in commands]
    path = _written("".join(f"{line}\n" for line in lines).encode(), place, sheet.round)
    if path is None:
        say(message("results.unsaved-nowhere", n=len(lines)), err=True)
        for line in lines:
            put(visible_in_json(line), err=True)
        return
    step = do("apply", file=str(path), ledger=str(place))
    if tournament:
        step = do("apply", file=str(path), ledger=str(place), tournament=tournament)
    say(message("results.unsaved", n=len(lines), file=str(path), step=step), err=True)


def _written(data: bytes, place: LedgerPlace, number: int) -> Path | None:
    """Write a new file in the first folder that takes one; None where none does."""
    for folder in _folders(place):
        with suppress(OSError):
            path = _free(folder, f"{place.stem}-results-{number}")
            write_whole(path, data)
            return path
    return None


def _folders(place: LedgerPlace) -> Iterator[Path]:
    """Yield the folder of the ledger, the current one, that of the person, and that of the day."""
    if isinstance(place, Path):
        yield place.parent
    yield Path()
    with suppress(RuntimeError):  # nobody knows whose home it is
        yield Path.home()
    yield Path(tempfile.gettempdir())


def _free(folder: Path, stem: str) -> Path:
    """Return a name in a folder that no file has: NAME.jsonl, else NAME-2.jsonl."""
    names = (f"{stem}{'' if at == 1 else f'-{at}'}.jsonl" for at in count(1))
    return next(path for name in names if not (path := folder / name).exists())
