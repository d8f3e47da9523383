"""The ledgers of whoever opens the program without naming one: recent ones, their folder, new ones."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path, PureWindowsPath
from typing import Final

from ledger import system
from ledger.kept_names import LEDGER
from ledger.text_files import json_of
from ledger.whole_files import replace_whole

MOST: Final = 8
"""Ledgers that are remembered as recent."""

MOST_LISTED: Final = 50
"""Ledgers of the folder that are listed."""

_LONGEST: Final = 60
"""Letters of the name of a file that is made from a title."""


@dataclass(frozen=True, slots=True)
class OwnLedgers:
    """Where they are: `folder` has them, `memory` is the file that remembers the recent ones."""

    folder: Path
    memory: Path

    @classmethod
    def usual(cls) -> OwnLedgers:
        """Return those of this user: a folder among their documents."""
        data = system.data_folder("toernooiboek")
        return cls(system.documents_folder() / "Toernooiboek", data / "recent.json")

    def recent(self) -> list[Path]:
        """Return the ledgers that were opened last and are still there, the last one first."""
        return [path for path in self._remembered() if path.is_file()]

    def others(self) -> list[Path]:
        """Return the other ledgers of the folder, by name."""
        with suppress(OSError):
            known = set(self.recent())
            found = (path for path in self.folder.glob(f"*{LEDGER}") if path.is_file())
            return sorted(path for path in found if path not in known)[:MOST_LISTED]
        return []

    def remember(self, path: Path) -> None:
        """Remember that a ledger was opened; where that cannot be written it is forgotten."""
        own = path.absolute()
        paths = [own, *(each for each in self._remembered() if each != own)][:MOST]
        with suppress(OSError):
            self.memory.parent.mkdir(parents=True, exist_ok=True)
            replace_whole(self.memory, json.dumps([str(each) for each in paths]).encode())

    def _remembered(self) -> Iterator[Path]:
        with suppress(OSError, ValueError):
            texts = json_of(self.memory.read_text("utf-8"))
            for text in texts if isinstance(texts, list) else ():
                if isinstance(text, str) and "\0" not in text:
                    yield Path(text)

    def free(self, title: str) -> Path:
        """Return a name in the folder that no file has, made from a title; make the folder.

        It is one that every system takes. Raise OSError where the folder cannot be made.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        stem = file_name_of(title)
        names = (f"{stem}{'' if at == 1 else f' {at}'}{LEDGER}" for at in count(1))
        return next(path for name in names if not (path := self.folder / name).exists())


def file_name_of(title: str) -> str:
    """Return a name of a file for a title, without its ending: letters, digits, spaces, - and _."""
    name = " ".join(re.sub(r"[^\w -]+", " ", title).split())[:_LONGEST].strip()
    if not name or PureWindowsPath(name).is_reserved():
        name = f"{name} toernooi".strip()
    return name
