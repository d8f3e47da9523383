"""The folder of tournament data beside the repository, for tests that read it if it exists."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers.places import ROOT

_FOLDER = ROOT.parent / "shared"
_REASON = "there is no folder `shared` beside the repository"

SHARED: Path | None = _FOLDER if _FOLDER.is_dir() else None
"""The folder, or None on a machine without it."""

needs_shared = pytest.mark.skipif(SHARED is None, reason=_REASON)
"""Mark for a test that reads `SHARED`: skipped, with the reason, if it is missing."""


def shared_files(*patterns: str) -> list[object]:
    """Return the matching files under `SHARED` as parameters; one skipped parameter without it."""
    if SHARED is None:
        return [pytest.param(None, marks=pytest.mark.skip(reason=_REASON), id="no-shared-folder")]
    paths = sorted(path for pattern in patterns for path in SHARED.glob(pattern))
    return [pytest.param(path, id=path.name) for path in paths]
