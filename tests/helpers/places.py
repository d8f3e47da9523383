"""Locations: the repository and its vectors."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
VECTOR_FOLDER = ROOT / "tests" / "vectors"
EXAMPLES = ROOT / "desk" / "making" / "examples"


FLOORS = ("ledger", "projections", "pairing", "desk")


def sources(*folders: str) -> list[Path]:
    return [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]


PROGRAM = [*sources(*FLOORS), ROOT / "cli.py", ROOT / "toernooiboek.py"]
