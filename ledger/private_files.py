"""Files with names of people: only their owner may read them, until the owner decides otherwise."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path

PRIVATE = 0o600


def make_private(path: Path) -> None:
    """Make an empty file that only its owner can read; leave an existing file as it is."""
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE))


def give_access_of(path: Path, model: Path) -> None:
    """Give a new file the readers of `model`, the file it replaces, or only its owner."""
    path.chmod(stat.S_IMODE(model.stat().st_mode) if model.exists() else PRIVATE)
