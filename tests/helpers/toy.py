"""Recipes of CONTRIBUTING carried out: a copy of the program, edits to its files, and a run of it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import weakref
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib.util import cache_from_source
from pathlib import Path

from tests.helpers.mutant_tries import DO_NOT_COMPILE
from tests.helpers.places import FLOORS, ROOT

FORKING = """
import gc, json, os, runpy, sys, traceback
sys.path.insert(0, os.getcwd())
import cli
for line in sys.stdin:
    words, out, err, loaded = json.loads(line)
    gc.freeze()
    child = os.fork()
    if child == 0:
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(os.open(out, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), 1)
        os.dup2(os.open(err, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), 2)
        sys.argv = words
        code = 0
        try:
            runpy.run_path(words[0], run_name="__main__")
        except SystemExit as end:
            code = end.code
        except BaseException:
            traceback.print_exc()
            code = 1
        with open(loaded, "w") as file:
            json.dump([*sys.modules], file)
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)  # to take the whole program apart takes longer than to run it
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    with open(loaded) as file:
        for name in json.load(file):
            if name.partition(".")[0] in ("desk", "ledger", "pairing", "projections"):
                __import__(name)
    print(code, flush=True)
"""
"""A process that runs the program in children of its own, which need not load it again."""


KINDS = ("out", "err", "loaded")
"""What a run writes beside the folder: its output, its errors, and the modules that it loaded."""


def _end(running: subprocess.Popen[str]) -> None:
    running.communicate()


@dataclass
class ToyProgram:
    """A copy of the program in a folder; `touched` are the files that were edited or added."""

    folder: Path
    touched: list[str] = field(default_factory=list)
    _running: subprocess.Popen[str] | None = None
    _loaded: int = 0
    """How many files had been touched when the process that runs it was started."""

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
        if arguments[0] == "cli.py" and not of and hasattr(os, "fork"):
            ended, out, err = self._run_loaded(arguments)
        else:
            done = subprocess.run(
                [sys.executable, *arguments],
                cwd=self.folder,
                env=self._environment() | of,
                capture_output=True,
                text=True,
                check=False,
            )
            ended, out, err = done.returncode, done.stdout, done.stderr
        assert ended == code, out + err
        return out if code == 0 else err

    def _run_loaded(self, arguments: Sequence[str]) -> tuple[int, str, str]:
        """Run the program in a child of a process that has loaded it as it is now."""
        if self._running is None or self._loaded != len(self.touched):
            self._running = subprocess.Popen(
                [sys.executable, "-c", FORKING],
                cwd=self.folder,
                env=self._environment(),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
            self._loaded = len(self.touched)
            weakref.finalize(self, _end, self._running)
        beside = [self.folder.with_name(f"{self.folder.name}.{kind}") for kind in KINDS]
        assert self._running.stdin is not None
        assert self._running.stdout is not None
        print(json.dumps([arguments, *map(str, beside)]), file=self._running.stdin, flush=True)
        ended = int(self._running.stdout.readline())
        out, err, _ = (path.read_text("utf-8") for path in beside)
        return ended, out, err

    def _environment(self) -> dict[str, str]:
        """Return the environment that finds the modules of its folder."""
        elsewhere = (DO_NOT_COMPILE, "PYTHONPYCACHEPREFIX")
        kept = {name: value for name, value in os.environ.items() if name not in elsewhere}
        return kept | {"PYTHONPATH": str(self.folder), "TOERNOOI_LANG": "en"}
