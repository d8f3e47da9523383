"""Makes a release in dist/ and tries it in clean folders: `make release`, `make app`.

Wheel and sources, twice, with the same bytes; the wheels of all that they need, a lock with hashes, a
bill of materials; the packed program. Each is installed or unpacked elsewhere, and runs a tournament.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tarfile
import time
import venv
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from packages import app, manual, shipped
from packages.check import check

ROOT: Final = Path(__file__).resolve().parents[1]
DIST: Final = ROOT / "dist"
EXTRAS: Final = "server,sign,cluster"
PACKERS: Final = ("pyinstaller>=6.10", "pillow>=10")
BIN: Final = "Scripts" if sys.platform == "win32" else "bin"


def epoch() -> int:
    """Return the moment of a release: that of its last commit, else SOURCE_DATE_EPOCH."""
    if given := os.environ.get("SOURCE_DATE_EPOCH"):
        return int(given)
    said = subprocess.run(
        ["git", "log", "-1", "--format=%ct"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return int(said.stdout)


def build(folder: Path) -> Path:
    """Build the archive of the sources, and of it the wheel; return the wheel."""
    moment = os.environ | {"SOURCE_DATE_EPOCH": str(epoch())}
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run(command, check=True, env=moment, stdout=subprocess.DEVNULL)
    (wheel,) = folder.glob("*.whl")
    return wheel


def same_again(folder: Path) -> None:
    """Build once more, in another place; raise SystemExit where a byte is different."""
    with TemporaryDirectory() as name:
        build(Path(name))
        for other in Path(name).iterdir():
            if other.read_bytes() != (folder / other.name).read_bytes():
                raise SystemExit(f"{other.name}: a second build has other bytes")


def pip(python: Path | str, *words: str) -> None:
    """Run pip for an environment, by the one that runs this."""
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    command += ["--python", str(python)] if str(python) != sys.executable else []
    subprocess.run([*command, *words], check=True, stdout=subprocess.DEVNULL)


def wheels_of(wheel: Path, folder: Path) -> list[Path]:
    """Fetch the wheels of all that the program needs, beside its own; return all of them."""
    folder.mkdir()
    needed = f"{wheel}[{EXTRAS}]"
    pip(sys.executable, "download", "--only-binary", ":all:", "--dest", str(folder), needed)
    return sorted(folder.glob("*.whl"))


def environment(folder: Path, lock: Path, wheels: Path) -> Path:
    """Install by the lock, of the wheels alone and without a net; return the folder of commands."""
    venv.create(folder)
    words = ["--no-index", "--find-links", str(wheels), "--require-hashes", "-r", str(lock)]
    pip(folder / BIN / "python", "install", *words)
    return folder / BIN


def packed(dist: Path) -> Path:
    """Pack the program in an environment of its own, and try it where it was moved to."""
    with TemporaryDirectory() as name:
        place = Path(name) / "packing"
        venv.create(place)
        (wheel,) = dist.glob("*.whl")
        wheels = dist / "wheels"
        found = ["--find-links", str(wheels)] if wheels.is_dir() else []
        pip(place / BIN / "python", "install", *found, f"{wheel}[server,sign]", *PACKERS)
        shutil.copytree(ROOT / "packages", Path(name) / "by" / "packages")
        _beside = Path(name) / "by" / "desk" / "web" / "static"
        _beside.mkdir(parents=True)
        shutil.copy(ROOT / "desk" / "web" / "static" / "icon.svg", _beside)
        made = subprocess.run(
            [str(place / BIN / "python"), "-P", "-c", _PACK, str(Path(name) / "by"), str(dist)],
            cwd=name,
            check=True,
            capture_output=True,
            text=True,
        )
        folder = Path(made.stdout.splitlines()[-1])
        moved = Path(name) / "moved here"
        shutil.copytree(folder, moved, symlinks=True)
        check(str(app.program(moved)))
    return folder


_PACK: Final = """
import sys
sys.path.append(sys.argv[1])
from pathlib import Path
from packages.app import pack
print(pack(Path(sys.argv[2])))
"""
"""Packs with the modules of packages/ alone; all others are those that are installed."""


def archive(folder: Path) -> Path:
    """Put a packed folder in one file, as it is handed out."""
    if sys.platform == "win32":
        return Path(shutil.make_archive(str(folder), "zip", folder.parent, folder.name))
    path = folder.with_name(f"{folder.name}.tar.gz")
    with tarfile.open(path, "w:gz", compresslevel=6) as files:
        files.add(folder, folder.name)
    return path


def size(path: Path) -> int:
    """Return the bytes of a file, or of all files in a folder; a link counts for itself."""
    files = path.rglob("*") if path.is_dir() else [path]
    return sum(each.lstat().st_size for each in files if each.is_symlink() or each.is_file())


def timed(what: str, do: Callable[[], Path]) -> Path:
    """Do a part of a release; print its size, and the seconds that it took."""
    begun = time.monotonic()
    path = do()
    seconds = time.monotonic() - begun
    print(f"{what:34} {path.name:44} {size(path) / 1e6:8.1f} MB {seconds:6.0f} s", flush=True)
    return path


def _offline(lock: Path) -> Path:
    with TemporaryDirectory() as name:
        commands = environment(Path(name) / "env", lock, DIST / "wheels")
        check(str(commands / "toernooi"))
        packages = shipped.installed(Path(name) / "env")
        text = lock.read_text("utf-8")
        made = shipped.bill(packages, text, shipped.moment_of(epoch()))
        bill = DIST / f"{next(DIST.glob('*.whl')).name.split('-py3')[0]}.cdx.json"
        bill.write_text(json.dumps(made, indent=1) + "\n", "utf-8")
    return bill


def _lock() -> Path:
    (wheel,) = DIST.glob("*.whl")
    path = DIST / "requirements.lock"
    path.write_text(shipped.lock_of(wheels_of(wheel, DIST / "wheels")), "utf-8")
    return path


def sums(dist: Path) -> Path:
    """Write the hashes of all files of a release."""
    files = sorted(each for each in dist.iterdir() if each.is_file() and each.name != "SHA256SUMS")
    rows = [f"{sha256(each.read_bytes()).hexdigest()}  {each.name}\n" for each in files]
    path = dist / "SHA256SUMS"
    path.write_text("".join(rows), "utf-8")
    return path


def main() -> None:
    """Make all of it, or with `app` the packed program alone."""
    alone = sys.argv[1:] == ["app"]
    shutil.rmtree(DIST, ignore_errors=True)
    DIST.mkdir()
    if not manual.is_current():
        manual.build()
    timed("sources and wheel", lambda: build(DIST))
    if not alone:
        same_again(DIST)
        lock = timed("lock of what is fetched", _lock)
        timed("installed offline, tried; bill", lambda: _offline(lock))
    folder = timed("packed, moved, tried", lambda: packed(DIST))
    timed("in one file", lambda: archive(folder))
    if not alone:
        timed("all files", lambda: sums(DIST))


if __name__ == "__main__":
    main()
