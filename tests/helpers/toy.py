"""Recipes of CONTRIBUTING carried out: a copy of the program, edits to its files, and a run of it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from importlib.util import cache_from_source
from pathlib import Path

from tests.helpers.mutant_copy import DO_NOT_COMPILE
from tests.helpers.places import FLOORS, ROOT


@dataclass
class ToyProgram:
    """A copy of the program in a folder; `touched` are the files that were edited or added."""

    folder: Path
    touched: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        for floor in FLOORS:
            self._copy(floor)
        shutil.copy(ROOT / "cli.py", self.folder)

    def _copy(self, room: str) -> None:
        """Copy a folder, and what Python made of it, which it would be long in making again."""
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / room, self.folder / room, ignore=ignored)
        for path in (ROOT / room).rglob("*.py"):
            made = Path(cache_from_source(str(path)))
            if made.is_file():
                kept = self.folder / path.relative_to(ROOT).parent / "__pycache__"
                kept.mkdir(exist_ok=True)
                shutil.copyfile(made, kept / made.name)

    def with_pages(self) -> None:
        """Copy what makes the generated pages, and the manual."""
        shutil.copy(ROOT / "toernooiboek.py", self.folder)
        (self.folder / "tests").mkdir()
        shutil.copy(ROOT / "tests" / "__init__.py", self.folder / "tests")
        for room in ("docs", "helpers"):
            self._copy(f"tests/{room}")
        self.with_manual()

    def with_manual(self) -> None:
        """Copy the manual, to which every page of the desk leads."""
        (self.folder / "docs").mkdir()
        for page in (ROOT / "docs").glob("*.md"):
            shutil.copy(page, self.folder / "docs")

    def add(self, path: str, text: str) -> None:
        """Write a new file in its folder, or add lines to the end of one."""
        (self.folder / path).parent.mkdir(parents=True, exist_ok=True)
        with (self.folder / path).open("a", encoding="utf-8") as file:
            file.write(text)
        self.touched.append(path)

    def before(self, path: str, line: str, text: str) -> None:
        """Put text before a place that is there once."""
        whole = (self.folder / path).read_text("utf-8")
        assert whole.count(line) == 1, f"{path} has {line!r} {whole.count(line)} times"
        (self.folder / path).write_text(whole.replace(line, text + line), "utf-8")
        self.touched.append(path)

    def run(self, *arguments: str, code: int = 0, **of: str) -> str:
        """Run Python in its folder, and return what it wrote; it must end with a code."""
        elsewhere = (DO_NOT_COMPILE, "PYTHONPYCACHEPREFIX")
        kept = {name: value for name, value in os.environ.items() if name not in elsewhere}
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=self.folder,
            env=kept | {"PYTHONPATH": str(self.folder), "TOERNOOI_LANG": "en"} | of,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == code, done.stdout + done.stderr
        return done.stdout if code == 0 else done.stderr
