"""Locations: the repository and its vectors."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
VECTOR_FOLDER = ROOT / "tests" / "vectors"
EXAMPLES = ROOT / "desk" / "making" / "examples"


FLOORS = ("ledger", "projections", "pairing", "desk")


def sources(*folders: str) -> list[Path]:
    return [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]


PROGRAM = [*sources(*FLOORS), ROOT / "cli.py", ROOT / "toernooiboek.py"]

EVERYTHING = [*PROGRAM, *sources("tests")]


def name_of(path: Path) -> str:
    """Return the path of a file within the repository."""
    return path.relative_to(ROOT).as_posix()


_LEFT_BEHIND = {
    ".venv",
    "__pycache__",
    ".hypothesis",
    ".mypy_cache",
    ".pytest_cache",
    ".ruff_cache",
    "dist",
}


def texts() -> Iterator[tuple[str, str]]:
    """Yield name and text of every file of the repository."""
    if (ROOT / ".git").exists():
        listed = subprocess.run(
            ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        ).stdout.splitlines()
        paths = [ROOT / name for name in listed]
    else:
        paths = [
            path for path in ROOT.rglob("*") if not any(part in _LEFT_BEHIND for part in path.parts)
        ]
    for path in paths:
        if path.is_file() and path.suffix not in (".ledger", ".sqlite", ".whl"):
            yield name_of(path), path.read_text("utf-8", errors="replace")
