"""Files with names of people in them: only their owner may read them, until the owner decides."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path

PRIVATE = 0o600


def make_private(path: Path) -> None:
    """Make an empty file that only its owner can read; one that is there is left as it is."""
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE))


def give_access_of(path: Path, model: Path) -> None:
    """Let those read a new file who can read the one it is to replace; nobody else, without one."""
    path.chmod(stat.S_IMODE(model.stat().st_mode) if model.exists() else PRIVATE)
