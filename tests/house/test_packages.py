"""What is handed out: the lock, the bill of materials, the icon, the image, the service."""

from __future__ import annotations

import configparser
import json
import re
import subprocess
import sys
from datetime import UTC, datetime
from importlib.metadata import distributions, requires
from pathlib import Path

import pytest
import yaml
from PIL import Image

from packages import shipped
from packages.check import PLAYERS, TOURNAMENT
from packages.icon import drawn, write_icons
from packages.image import steps as image_steps
from packages.image.steps import CONTAINERFILE, steps
from packages.release import EXTRAS
from tests.helpers.console import Console
from tests.helpers.places import ROOT

COMPOSE = CONTAINERFILE.with_name("compose.yaml")
SERVICE = ROOT / "packages" / "toernooiboek.service"
MOMENT = datetime(2026, 11, 27, 20, 0, tzinfo=UTC)


def test_the_lock_has_each_wheel_by_name_version_and_hash(tmp_path: Path) -> None:
    wheels = [tmp_path / f"{name}-py3-none-any.whl" for name in ("Zope_x-2.0", "click-8.5.1")]
    for wheel in wheels:
        wheel.write_bytes(wheel.name.encode())
    lock = shipped.lock_of(wheels)
    assert [line.split("==")[0] for line in lock.splitlines() if "==" in line] == [
        "click",
        "zope-x",
    ]
    assert shipped.hashes_of(lock).keys() == {"click", "zope-x"}
    assert all(len(digest) == 64 for digest in shipped.hashes_of(lock).values())


def test_the_bill_of_materials_names_all_that_the_program_needs_and_is_the_same_twice() -> None:
    packages = list(distributions())
    bill = shipped.bill(packages, "", MOMENT)
    assert bill == shipped.bill(reversed(packages), "", MOMENT)
    names = {each["name"] for each in bill["components"]}
    assert {"click", "duckdb", "eventsourcing", "pydantic", "starlette", "htmx.org"} <= names
    refs = [each["bom-ref"] for each in bill["components"]]
    assert len(refs) == len(set(refs))
    main = bill["metadata"]["component"]
    assert (main["type"], main["name"]) == ("application", "toernooiboek")
    known = {*refs, main["bom-ref"]}
    for row in bill["dependencies"]:
        assert {row["ref"], *row["dependsOn"]} <= known
    json.dumps(bill)


def test_every_package_that_the_program_needs_says_its_licence() -> None:
    bill = shipped.bill(distributions(), "", MOMENT)
    needs = [need for need in requires("toernooiboek") or () if "extra ==" not in need]
    needed = {shipped.normal(re.split(r"[^\w-]", need, maxsplit=1)[0]) for need in needs}
    said = {each["name"]: each["licenses"][0] for each in bill["components"]}
    assert needed
    assert [name for name in needed if said[name] == {"license": {"name": "unknown"}}] == []


def test_the_icon_is_drawn_as_the_desk_has_it_for_each_system(tmp_path: Path) -> None:
    image = drawn()
    at = [image.getpixel((round(x * 32), round(y * 32))) for x, y in ((12, 12), (20, 12), (2, 16))]
    assert at == [(255, 255, 255, 255), (10, 90, 83, 255), (10, 90, 83, 255)]
    assert image.getpixel((0, 0)) == (0, 0, 0, 0), "its corners are round"
    kinds = write_icons(tmp_path)
    assert {kind: Image.open(path).format for kind, path in kinds.items()} == {
        "png": "PNG",
        "ico": "ICO",
        "icns": "ICNS",
    }


def test_what_a_release_is_tried_with_succeeds_here_too(tmp_path: Path) -> None:
    console = Console(tmp_path, width=80, language="en")
    (tmp_path / "players.csv").write_text(PLAYERS, "utf-8")
    for words in TOURNAMENT:
        console.must_run(*words)


def test_the_image_is_made_of_files_of_a_release_and_of_this_folder() -> None:
    found = list(steps(CONTAINERFILE.read_text("utf-8")))
    assert found[0].word == "FROM"
    copied = [step.rest.split()[0] for step in found if step.word == "COPY"]
    assert [
        name for name in copied if not name.startswith("dist/") and not (ROOT / name).exists()
    ] == []
    assert {name for name in copied if name.startswith("dist/")} == {
        "dist/requirements.lock",
        "dist/wheels",
    }
    users = [step.rest for step in found if step.word == "USER"]
    assert users == ["toernooi"], "it does not run as root"
    assert "cluster" in EXTRAS, "the image has a scheduler and workers"


def test_a_step_that_is_not_carried_out_here_is_no_step_of_the_image() -> None:
    with pytest.raises(ValueError, match="ADD"):
        list(steps("FROM debian\nADD x y\n"))


def test_steps_of_the_image_run_by_its_user_in_its_folder_with_its_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran = list[list[str]]()
    monkeypatch.setattr(subprocess, "run", lambda words, check: ran.append(words))
    monkeypatch.setattr(image_steps, "ROOT", tmp_path)
    (tmp_path / "a.txt").write_text("a", "utf-8")
    image = image_steps.Image(tmp_path / "root")
    text = (
        'FROM x\nCOPY a.txt /in/\nENV A="b c"\nUSER me\nWORKDIR /data\nRUN id && pwd\nCMD ["x"]\n'
    )
    for step in steps(text):
        image.carry_out(step)
    assert (tmp_path / "root" / "in" / "a.txt").read_text("utf-8") == "a"
    assert image.command == ["x"]
    (words,) = ran
    assert words[:3] == ["chroot", "--userspec=me", str(tmp_path / "root")]
    assert "A=b c" in words
    assert words[-3:] == ["sh", "-c", "id && pwd"]


def test_the_services_of_the_compose_file_are_this_image_and_a_database_it_waits_for() -> None:
    services = yaml.safe_load(COMPOSE.read_text("utf-8"))["services"]
    desk, database = services["desk"], services["db"]
    assert (COMPOSE.parent / desk["build"]["context"] / desk["build"]["dockerfile"]).resolve() == (
        CONTAINERFILE
    )
    assert desk["depends_on"] == {"db": {"condition": "service_healthy"}}
    user, name = (database["environment"][key] for key in ("POSTGRES_USER", "POSTGRES_DB"))
    assert desk["environment"]["TOERNOOI_LEDGER"] == f"postgresql://{user}@db/{name}"
    assert "PASSWORD" not in json.dumps(services), "it stands in db.env alone"


def test_the_service_runs_the_desk_as_nobody_else_and_stops_it_as_ctrl_c_does() -> None:
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read_string(SERVICE.read_text("utf-8"))
    service = unit["Service"]
    assert "toernooi serve --lan" in service["ExecStart"]
    assert (service["DynamicUser"], service["KillSignal"]) == ("yes", "SIGINT")
    assert service["ProtectSystem"] == "strict"


def _ran(*words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(words, cwd=cwd, capture_output=True, text=True, check=False, timeout=120)


def test_what_is_tried_says_what_was_not_done(tmp_path: Path) -> None:
    """A program is started, by the script that a release uses."""
    said = _ran(
        sys.executable,
        "-m",
        "packages.check",
        sys.executable,
        "-c",
        "import sys; sys.exit(3)",
        cwd=ROOT,
    )
    assert said.returncode != 0
    assert "--version: exit 3" in said.stderr
