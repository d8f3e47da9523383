"""Where things lie: the repository and its vectors."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
VECTOR_FOLDER = ROOT / "tests" / "vectors"
EXAMPLES = ROOT / "desk" / "making" / "examples"
