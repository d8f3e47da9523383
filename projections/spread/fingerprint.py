"""What must be the same in every process that does a part of the work."""

from __future__ import annotations

import hashlib
import platform
from functools import cache
from importlib.metadata import version
from pathlib import Path


@cache
def fingerprint() -> str:
    """Return what must be the same in every process: program, Python, and DuckDB.

    The program is known by its files, so that one changed line is another version.
    """
    root = Path(__file__).parents[2]
    digest = hashlib.sha256()
    floors = [root / name for name in ("ledger", "projections", "pairing", "desk")]
    for path in sorted(path for floor in floors for path in floor.rglob("*")):
        if path.suffix in (".py", ".toml"):
            digest.update(f"{path.relative_to(root).as_posix()}\n".encode())
            digest.update(path.read_bytes())
    major, minor, _ = platform.python_version_tuple()
    return f"{digest.hexdigest()[:12]}, Python {major}.{minor}, DuckDB {version('duckdb')}"
