"""Other programs that pair a tournament file, each called in this process."""

from __future__ import annotations

import contextlib
import io
import subprocess
from importlib import import_module
from pathlib import Path
from typing import Any
from unittest.mock import patch


def by_gacrux(path: Path, number: int) -> list[str]:
    """Return round `number` of a file by the FIDE (Dutch) System of 2026: white-black, player-0."""
    command = ["", "-i", str(path), "-o", "-", "-p", "-dT", "-m", "dutch", "-n", str(number)]
    printed = io.StringIO()
    with patch("sys.argv", command), contextlib.redirect_stdout(printed):
        program: Any = import_module("gacrux.pairingchecker")
        program.pairingchecker().common_main()
    lines = (line.split() for line in printed.getvalue().splitlines())
    return sorted(f"{line[0]}-{line[1]}" for line in lines if len(line) == 2)


def checked_by_gacrux(path: Path) -> str:
    """Return what gacrux prints when it reads a file and pairs its rounds again."""
    command = ["", "-i", str(path), "-o", "-", "-c", "-dT", "-m", "dutch"]
    printed = io.StringIO()
    with (
        patch("sys.argv", command),
        contextlib.redirect_stdout(printed),
        contextlib.redirect_stderr(printed),
        contextlib.suppress(SystemExit),
    ):
        program: Any = import_module("gacrux.pairingchecker")
        program.pairingchecker().common_main()
    return printed.getvalue()


def by_bbp(program: str, path: Path) -> list[str]:
    """Return the next round of a file as bbpPairings has it; `program` is where it stands."""
    command = [program, "--dutch", str(path), "-p"]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    lines = (line.split() for line in answer.stdout.splitlines()[1:])
    return sorted(f"{line[0]}-{line[1]}" for line in lines if len(line) == 2)
