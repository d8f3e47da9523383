"""The wheel is built, inspected, and installed into an empty environment."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
import tomllib
import venv
import zipfile
from collections.abc import Iterator
from email.parser import Parser
from importlib.metadata import Distribution, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from desk.version import VERSION
from ledger.rulebooks.files import shipped
from packages.shipped import normal
from tests.helpers.places import PROGRAM, ROOT


def _run(*words: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(word) for word in words],
        cwd=cwd,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def _built(kind: str, folder: Path, source: Path = ROOT) -> Path:
    """Build a wheel or an archive of the sources into an empty folder."""
    command: list[str | Path] = [sys.executable, "-m", "build", f"--{kind}", "--no-isolation"]
    built = _run(*command, "--outdir", folder, source, cwd=folder)
    assert built.returncode == 0, built.stdout + built.stderr
    (path,) = folder.iterdir()
    return path


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the wheel; the site of its manual is built for it, where it is not there."""
    return _built("wheel", tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def with_site(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the sources that has the site of the manual, as after `make manual`."""
    copy = tmp_path_factory.mktemp("sources") / "toernooiboek"
    listed = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    parts = listed["tool"]["hatch"]["build"]["targets"]["sdist"]["only-include"]
    copy.mkdir()
    for part in (*parts, "pyproject.toml", ".gitignore"):
        if (ROOT / part).is_dir():
            ignored = shutil.ignore_patterns("__pycache__")
            shutil.copytree(ROOT / part, copy / part, ignore=ignored)
        else:
            shutil.copy(ROOT / part, copy)
    shutil.rmtree(copy / "desk" / "manual" / "site", ignore_errors=True)
    with zipfile.ZipFile(wheel) as files:
        site = [name for name in files.namelist() if name.startswith("desk/manual/site/")]
        files.extractall(copy, site)
    return copy


def _needed(wheel: Path) -> Iterator[Distribution]:
    """Yield the packages that the wheel needs, and what these need, as they are installed here."""
    with zipfile.ZipFile(wheel) as files:
        (name,) = [name for name in files.namelist() if name.endswith(".dist-info/METADATA")]
        told = Parser().parsestr(files.read(name).decode())
    left, seen = [*told.get_all("Requires-Dist", [])], set[str]()
    while left:
        need = Requirement(left.pop())
        wanted = need.marker is None or any(
            need.marker.evaluate({"extra": extra}) for extra in ("", *need.extras)
        )
        if wanted and normal(need.name) not in seen:
            seen.add(normal(need.name))
            yield (package := distribution(need.name))
            left += package.requires or []


@pytest.fixture(scope="module")
def scripts(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the wheel among what it says that it needs and nothing else; return its commands.

    What it needs is linked from here: `make release` fetches it, in a clean folder.
    """
    folder = tmp_path_factory.mktemp("empty")
    venv.create(folder / "env")
    bin_ = folder / "env" / ("Scripts" if sys.platform == "win32" else "bin")
    (packages,) = (folder / "env").rglob("site-packages")
    for package in _needed(wheel):
        assert package.files
        for top in {path.parts[0] for path in package.files} - {"..", "__pycache__"}:
            _link(Path(str(package.locate_file(top))), packages / top)
    pip: list[str | Path] = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    pip += ["--python", bin_ / "python", "install", "--quiet", "--no-index", "--no-deps"]
    installed = _run(*pip, "--no-compile", wheel, cwd=folder)
    assert installed.returncode == 0, installed.stdout + installed.stderr
    return bin_


def _link(old: Path, new: Path) -> None:
    try:
        new.symlink_to(old, target_is_directory=old.is_dir())
    except OSError:  # Windows lets not everybody make links
        (shutil.copytree if old.is_dir() else shutil.copy)(old, new)


def test_the_wheel_holds_the_program_its_rulebooks_and_the_demo_file(wheel: Path) -> None:
    """The wheel is built for this and the tests below, with its manual: three seconds."""
    names = set(zipfile.ZipFile(wheel).namelist())
    needed = {
        "cli.py",
        "desk/making/examples/club-open.trf",
        "desk/render/templates/table.html",
        "pairing/wp/engine.py",
        "projections/views/view.py",
        "toernooiboek.py",
    }
    needed |= {f"ledger/rulebooks/{name}.toml" for name in shipped()}
    texts = [*(ROOT / "desk").rglob("*.toml"), *(ROOT / "pairing").rglob("words/*.toml")]
    needed |= {path.relative_to(ROOT).as_posix() for path in texts}
    needed |= {f"desk/manual/text/{path.name}" for path in (ROOT / "docs").glob("*.md")}
    needed |= {f"desk/manual/site/{page}.html" for page in ("en/index", "nl/clubseizoen")}
    assert needed - names == set()
    assert any(name.endswith("/LICENSE") for name in names)


def test_a_build_elsewhere_with_the_site_at_hand_has_the_same_bytes(
    wheel: Path, with_site: Path, tmp_path: Path
) -> None:
    assert _built("wheel", tmp_path, with_site).read_bytes() == wheel.read_bytes()


def test_the_manual_in_the_wheel_has_the_bytes_of_a_build_here(wheel: Path, site: Path) -> None:
    """The wheel and the site are built for it, where it comes first: some six seconds."""
    inside = "desk/manual/site/"
    with zipfile.ZipFile(wheel) as files:
        packed = {
            name.removeprefix(inside): files.read(name)
            for name in files.namelist()
            if name.startswith(inside)
        }
    built = {path.relative_to(site).as_posix(): path for path in site.rglob("*") if path.is_file()}
    assert packed.keys() == built.keys()
    assert [name for name, path in built.items() if path.read_bytes() != packed[name]] == []


def test_the_source_archive_holds_every_text_and_template(with_site: Path, tmp_path: Path) -> None:
    """All that stands in tests/vectors is packed: two seconds."""
    with tarfile.open(_built("sdist", tmp_path, with_site)) as files:
        names = {name.partition("/")[2] for name in files.getnames()}
    needed = {
        path.relative_to(ROOT).as_posix()
        for folder in ("desk", "ledger", "pairing", "projections")
        for kind in ("*.py", "*.toml", "*.html", "*.trf", "*.sql")
        for path in (ROOT / folder).rglob(kind)
    }
    assert "desk/terminal/words/nl/terminal.toml" in needed
    assert "pairing/wp/words/en.toml" in needed
    needed |= {"README.md", "SECURITY.md", "packages/release.py", "docs/manual.md"}
    assert needed - names == set()


def test_the_wheel_holds_nothing_else_at_the_top(wheel: Path) -> None:
    tops = {name.split("/")[0] for name in zipfile.ZipFile(wheel).namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == {
        "cli.py",
        "desk",
        "ledger",
        "pairing",
        "projections",
        "toernooiboek.py",
    }


def test_no_test_and_no_literal_twin_is_in_the_wheel(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    twins = {path.name for path in (ROOT / "tests" / "oracles").glob("*.py")}
    twins -= {path.name for path in PROGRAM}
    assert twins
    assert [name for name in names if name.startswith("tests/") or Path(name).name in twins] == []


def test_an_installed_program_says_its_version(scripts: Path, tmp_path: Path) -> None:
    """The wheel is installed for this and the next test: two seconds."""
    said = _run(scripts / "toernooi", "--version", cwd=tmp_path)
    assert (said.returncode, said.stdout.strip()) == (0, f"toernooi, version {VERSION}"), (
        said.stderr
    )


def test_an_installed_program_runs_the_demo(scripts: Path, tmp_path: Path) -> None:
    """What was installed is compiled here, as when somebody types it first: two seconds."""
    said = _run(scripts / "toernooi", "demo", cwd=tmp_path)
    assert said.returncode == 0, said.stdout + said.stderr
    assert (tmp_path / "demo.ledger").is_file()
    assert "What the correction changed:" in said.stdout
