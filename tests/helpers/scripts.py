"""Scripts of sh, with the `toernooi` of this process."""

from __future__ import annotations

import os
import subprocess
from dataclasses import replace
from pathlib import Path

from tests.helpers.console import Console

_ASK = """toernooi() {
    printf '%s\\037' "$PWD" "$@"; echo
    read -r code
    return "$code"
}
"""
"""Prints the folder and the arguments, each with a sign after it that none of them contains."""


def run_script(text: str, console: Console, **variables: str) -> None:
    """Run a script of sh in the console's folder; every command of toernooi must succeed.

    The script prints nothing of its own.
    """
    with subprocess.Popen(
        ["sh", "-c", _ASK + text],
        cwd=console.folder,
        env=os.environ | variables,
        text=True,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as script:
        assert script.stdin is not None
        assert script.stdout is not None
        for line in script.stdout:
            folder, *arguments, _ = line.split("\037")
            ran = replace(console, folder=Path(folder)).run(*arguments)
            assert ran.exit_code == 0, (arguments, ran.output)
            print(ran.exit_code, file=script.stdin, flush=True)
    assert script.returncode == 0
