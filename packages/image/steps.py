"""Carries out the steps of the Containerfile in a folder, as its root: `make image`.

The folder is what debootstrap makes of Debian's packages, where no base image can be fetched. It
needs root, and debootstrap unless the folder is there. The desk is then started in it as its user.
"""

from __future__ import annotations

import json
import shlex
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple
from urllib.request import urlopen

from packages.check import HERE, PATIENCE_S
from packages.release import size

CONTAINERFILE: Final = Path(__file__).with_name("Containerfile")
ROOT: Final = CONTAINERFILE.parents[2]
PORT: Final = 8000


class Step(NamedTuple):
    """A line of a Containerfile: its word, such as RUN, and what stands behind it."""

    word: str
    rest: str


def steps(text: str) -> Iterator[Step]:
    """Yield the steps of a Containerfile; raise ValueError at one that is not known here."""
    for line in text.replace("\\\n", " ").splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        word, _, rest = line.partition(" ")
        if word not in KNOWN:
            raise ValueError(f"{word} is not a step that is carried out here")
        yield Step(word, rest.strip())


KNOWN: Final = frozenset(
    {"FROM", "RUN", "COPY", "ENV", "USER", "WORKDIR", "VOLUME", "EXPOSE", "HEALTHCHECK"}
    | {"ENTRYPOINT", "CMD"}
)


class Image:
    """A folder as an image, with what its steps said of starting it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.user = "root"
        self.folder = "/"
        self.environment = {"PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"}
        self.entry: list[str] = []
        self.command: list[str] = []

    def carry_out(self, step: Step) -> None:
        """Carry out a step."""
        match step.word:
            case "RUN":
                subprocess.run(self.words("sh", "-c", step.rest), check=True)
            case "COPY":
                source, target = step.rest.split()
                self._copy(ROOT / source, target)
            case "ENV":
                self.environment |= dict(pair.split("=", 1) for pair in shlex.split(step.rest))
            case "USER":
                self.user = step.rest
            case "WORKDIR":
                self.folder = step.rest
            case "ENTRYPOINT":
                self.entry = json.loads(step.rest)
            case "CMD":
                self.command = json.loads(step.rest)

    def _copy(self, source: Path, target: str) -> None:
        place = self.root / target.lstrip("/")
        if source.is_dir():
            shutil.copytree(source, place, dirs_exist_ok=True)
            return
        place = place / source.name if target.endswith("/") else place
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, place)

    def words(self, *typed: str) -> list[str]:
        """Return the command line that runs words in the folder, by its user and environment."""
        named = [f"{name}={value}" for name, value in self.environment.items()]
        inside = shlex.join(["cd", self.folder]) + ' && exec "$@"'
        user = [] if self.user == "root" else [f"--userspec={self.user}"]
        shell = ["sh", "-c", inside, "sh", *typed]
        return ["chroot", *user, str(self.root), "env", "-i", *named, *shell]


MOUNTED: Final = {"proc": ("proc", "rw"), "dev/shm": ("tmpfs", "mode=1777")}
"""Folders that the system gives an image when it is started, each with its kind and options."""


def mount(root: Path) -> None:
    """Give a folder the processes and the shared memory that an image gets when it is started."""
    for place, (kind, options) in MOUNTED.items():
        folder = root / place
        folder.mkdir(exist_ok=True)
        if not folder.is_mount():
            command = ["mount", "-t", kind, "-o", options, kind, str(folder)]
            subprocess.run(command, check=True)


def unmount(root: Path) -> None:
    """Take these away, so that the folder holds nothing but its own files."""
    for place in MOUNTED:
        if (root / place).is_mount():
            subprocess.run(["umount", str(root / place)], check=True)


def made(root: Path) -> Image:
    """Return the image that the steps make of Debian's packages in a folder; see `unmount`."""
    if not (root / "usr").is_dir():
        subprocess.run(["debootstrap", "--variant=minbase", "bookworm", str(root)], check=True)
    mount(root)
    image = Image(root)
    for step in steps(CONTAINERFILE.read_text("utf-8")):
        image.carry_out(step)
    return image


def tried(image: Image) -> None:
    """Start what the image starts: a verb, the desk, and a scheduler of a cluster with a worker."""
    run = image.words(*image.entry, "--version")
    print(subprocess.run(run, check=True, capture_output=True, text=True).stdout.strip())
    init = image.words(*image.entry, "init", "Check", "--rounds", "3")
    subprocess.run(init, check=True, stdout=subprocess.DEVNULL)
    with subprocess.Popen(image.words(*image.entry, *image.command)) as desk:
        try:
            page = _page(f"http://{HERE}:{PORT}/manual/en/index.html")
            assert "The manual" in page, page[:200]
        finally:
            desk.terminate()
    scheduler = image.words(*image.entry, "scheduler", "--host", HERE)
    worker = image.words(*image.entry, "worker", f"{HERE}:8786", "--no-dashboard")
    build = ["lake", "build", "toernooi.ledger", "--to", "lake", "--cluster", f"{HERE}:8786"]
    with subprocess.Popen(scheduler) as first, subprocess.Popen(worker) as second:
        try:
            _listens(8786)
            subprocess.run(image.words(*image.entry, *build), check=True, timeout=PATIENCE_S)
        finally:
            second.terminate()
            first.terminate()


def _listens(port: int) -> None:
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until:
        with suppress(OSError), socket.create_connection((HERE, port), timeout=5):
            return
        time.sleep(0.2)
    raise AssertionError(f"nobody listens at {port}")


def _page(address: str) -> str:
    until = time.monotonic() + PATIENCE_S
    while True:
        try:
            with urlopen(address, timeout=5) as answer:
                return str(answer.read().decode())
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.2)


def main() -> None:
    """Make the image in the folder that is named, and try it."""
    root = Path(sys.argv[1]).resolve()
    begun = time.monotonic()
    try:
        image = made(root)
        seconds = time.monotonic() - begun
        unmount(root)
        print(f"{root.name}: {size(root) / 1e6:.0f} MB, {seconds:.0f} s")
        mount(root)
        tried(image)
    finally:
        unmount(root)


if __name__ == "__main__":
    main()
