"""Packs the program as a folder that runs without Python: Linux, Windows, macOS.

    python -m packages.app DIST        in an environment with the wheel, PyInstaller and Pillow

What is packed is what is installed in that environment, so that the folder is the wheel. It is made
on the system for which it is: PyInstaller packs no other.
"""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from importlib.metadata import distributions, version
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from packages.icon import write_icons
from packages.shipped import licence_texts

HERE: Final = Path(__file__).resolve().parent
OURS: Final = ("ledger", "projections", "pairing", "desk")

BY_TOPIC: Final = ("eventsourcing", "psycopg", "psycopg_binary", "psycopg_pool", "uvicorn")
"""Packages that load parts of themselves by name, which PyInstaller does not see."""

READ_AS_FILES: Final = {"nanoarrow": "_static_version.py"}
"""Modules that their package opens as a file, where a packed one has none."""

LEFT_OUT: Final = ("tkinter", "PIL", "PyInstaller", "IPython", "pandas", "matplotlib")

_STARTER: Final = """[Desktop Entry]
Type=Application
Name=toernooiboek
Comment=Chess tournaments and club seasons
Comment[nl]=Schaaktoernooien en clubseizoenen
Exec=sh -c 'cd "$(dirname "$1")" && exec ./toernooi' sh %k
Icon=toernooiboek
Terminal=true
Categories=Game;BoardGame;
"""
"""For Linux: where the folder is moved, it still finds its program beside itself."""


def name() -> str:
    """Return the name of the folder: the version, and the system for which it is."""
    system = {"Darwin": "macos"}.get(platform.system(), platform.system().lower())
    return f"toernooiboek-{version('toernooiboek')}-{system}-{platform.machine().lower()}"


def pack(dist: Path) -> Path:
    """Pack the program into a folder below `dist`; return it."""
    with TemporaryDirectory() as work:
        icons = write_icons(Path(work) / "icons")
        icon = {"Windows": "ico", "Darwin": "icns"}.get(platform.system(), "png")
        words = [
            *("--name", "toernooi", "--onedir", "--console", "--noconfirm", "--clean"),
            *("--log-level", "WARN", "--contents-directory", "program"),
            *("--icon", str(icons[icon])),
            *("--distpath", str(Path(work) / "made"), "--workpath", str(Path(work) / "work")),
            *("--specpath", work, "--recursive-copy-metadata", "toernooiboek"),
        ]
        for package in (*OURS, *BY_TOPIC):
            words += ["--collect-submodules", package]
        for package in (*OURS, "tzdata"):
            words += ["--collect-data", package]
        words += ["--hidden-import", "cli"]
        for package, file in READ_AS_FILES.items():
            words += ["--add-data", f"{files(package) / file}{os.pathsep}{package}"]
        for package in LEFT_OUT:
            words += ["--exclude-module", package]
        # Run from elsewhere: what is packed is the installed program, not the sources here.
        start = Path(work) / "start.py"
        shutil.copy(HERE / "start.py", start)
        command = [sys.executable, "-m", "PyInstaller", *words, str(start)]
        subprocess.run(command, cwd=work, check=True)
        folder = dist / name()
        shutil.rmtree(folder, ignore_errors=True)
        dist.mkdir(parents=True, exist_ok=True)
        shutil.move(Path(work) / "made" / "toernooi", folder)
        shutil.copy(icons[icon], folder)
    (folder / "LICENCES.txt").write_text(licence_texts(distributions()), "utf-8")
    if platform.system() == "Linux":
        starter = folder / "toernooiboek.desktop"
        starter.write_text(_STARTER, "utf-8")
        starter.chmod(0o755)
    return folder


def program(folder: Path) -> Path:
    """Return what is started in a packed folder."""
    return folder / ("toernooi.exe" if platform.system() == "Windows" else "toernooi")


if __name__ == "__main__":
    print(pack(Path(sys.argv[1]).resolve()))
