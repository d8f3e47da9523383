"""Tries a toernooi that is installed somewhere: a tournament, the desk, the manual.

python -m packages.check PATH-OF-TOERNOOI
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from ipaddress import ip_network
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from urllib.error import URLError
from urllib.request import urlopen

HERE: Final = str(ip_network("127.0.0.0/8")[1])
PATIENCE_S: Final = 90

PLAYERS: Final = """name,rating
"Dekker, S.",1912
"Prins, L.",1874
"Mulder, J.",1790
"Vries, A. de",1733
"""

TOURNAMENT: Final = (
    ("init", "Check", "--rounds", "3"),
    ("enter", "--file", "players.csv"),
    ("lots", "--by", "entry"),
    ("publish",),
    ("result", "1", "1", "1-0", "2", "1/2"),
    ("publish",),
    ("why", "2", "1"),
    ("verify",),
    ("help", "arbiter.md"),
    ("rules", "list"),
    ("sql", "SELECT count(*) FROM games"),
    ("sheet", "standing", "--output", "standing.html"),
)


class Failed(Exception):
    """What an installed program did not do."""


def run(toernooi: Sequence[str], folder: Path, *words: str) -> str:
    """Return what a command line answers in a folder; raise `Failed` where it does not succeed."""
    done = subprocess.run(
        [*toernooi, *words],
        cwd=folder,
        env=_environment(folder),
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE_S,
        check=False,
    )
    if done.returncode != 0:
        raise Failed(f"{' '.join(words)}: exit {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def _environment(folder: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return {**kept, "TOERNOOI_LANG": "en", "TOERNOOI_LISTS": str(folder / "lists")}


def check_tournament(toernooi: Sequence[str], folder: Path) -> None:
    """Play a round and pair the next."""
    (folder / "players.csv").write_text(PLAYERS, "utf-8")
    for words in TOURNAMENT:
        run(toernooi, folder, *words)
    standing = run(toernooi, folder, "standings")
    if "Dekker, S." not in standing:
        raise Failed(f"the standing has no players:\n{standing}")


def check_desk(toernooi: Sequence[str], folder: Path) -> None:
    """Open the desk on the tournament; its pages and its manual answer, and it stops when asked."""
    with socket.socket() as free:
        free.bind((HERE, 0))
        port = free.getsockname()[1]
    flags = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)
    with (folder / "desk.txt").open("wb") as said:
        desk = subprocess.Popen(
            [*toernooi, "serve", "--port", str(port)],
            cwd=folder,
            env=_environment(folder),
            stdout=said,
            stderr=said,
            creationflags=flags,
        )
    try:
        _pages(f"http://{HERE}:{port}", desk)
        desk.send_signal(getattr(signal, "CTRL_BREAK_EVENT", signal.SIGINT))
        desk.wait(PATIENCE_S)
    except (Failed, subprocess.TimeoutExpired) as error:
        told = (folder / "desk.txt").read_text("utf-8", errors="replace")
        raise Failed(f"the desk: {error}\n{told}") from error
    finally:
        with suppress(OSError):
            desk.kill()
        desk.wait()


def _pages(address: str, desk: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + PATIENCE_S
    while not _answers(f"{address}/healthz"):
        if desk.poll() is not None or time.monotonic() > until:
            raise Failed("it does not answer")
        time.sleep(0.2)
    for path, expected in (
        ("/", "Check"),
        ("/manual/en/index.html", "The manual"),
        ("/manual/nl/search/search_index.json", "clubseizoen"),
    ):
        with urlopen(address + path) as answer:
            text = answer.read().decode()
        if expected not in text:
            raise Failed(f"{path} does not have {expected!r}")


def _answers(address: str) -> bool:
    try:
        with urlopen(address, timeout=5) as answer:
            return int(answer.status) == 200
    except (URLError, OSError):
        return False


def check(*toernooi: str) -> str:
    """Try all of it in an empty folder; return the version that the program says it is."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        version = run(toernooi, folder, "--version").split()[-1]
        check_tournament(toernooi, folder)
        check_desk(toernooi, folder)
    return version


if __name__ == "__main__":
    print(check(*sys.argv[1:]))
