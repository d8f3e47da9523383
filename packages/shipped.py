"""What is shipped with the program: a lock with hashes, and a bill of materials (CycloneDX).

Both are made of what lies there: the wheels in a folder, the packages in an environment.
"""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from importlib.metadata import Distribution, distributions
from pathlib import Path
from typing import Any, Final
from uuid import UUID, uuid5

from desk.manual.pages import SITE
from desk.terminal import about
from packages.manual import STAMP

ROOT: Final = Path(__file__).resolve().parents[1]
VENDORED: Final = ROOT / "desk" / "web" / "static" / "vendored.toml"
_NAMESPACE: Final = UUID("6f1d6a2e-6a3b-5c8e-9a57-3f6f0d1f2b70")

_LICENCES: Final = {
    "License :: OSI Approved :: Apache Software License": "Apache-2.0",
    "License :: OSI Approved :: ISC License (ISCL)": "ISC",
    "License :: OSI Approved :: MIT License": "MIT",
    "License :: OSI Approved :: Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "License :: OSI Approved :: GNU Lesser General Public License v3 (LGPLv3)": "LGPL-3.0-only",
    "License :: OSI Approved :: Python Software Foundation License": "PSF-2.0",
}
"""Names of licences as SPDX has them, of packages that say theirs as a classifier alone."""

_FORMS = re.compile(r"Apache-2\.0|BSD-[23]-Clause|ISC|0BSD|MIT(?:-0)?|MPL-2\.0|PSF-2\.0")
_ALIASES: Final = {
    "3-Clause BSD License": "BSD-3-Clause",
    "Apache 2.0": "Apache-2.0",
    "BSD 3-Clause": "BSD-3-Clause",
    "BSD 3-Clause License": "BSD-3-Clause",
    "MIT License": "MIT",
}


def normal(name: str) -> str:
    """Return the name of a package as indexes compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def lock_of(wheels: Iterable[Path]) -> str:
    """Return the lock of wheels: each package with its version and the hash of its file."""
    rows = []
    for wheel in wheels:
        name, version = wheel.name.split("-")[:2]
        digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
        rows.append(f"{normal(name)}=={version} \\\n    --hash=sha256:{digest}\n")
    return "".join(sorted(rows))


def hashes_of(lock: str) -> dict[str, str]:
    """Return the hash of each package of a lock."""
    return dict(re.findall(r"^([\w-]+)==\S+ \\\n +--hash=sha256:(\w+)$", lock, re.MULTILINE))


def licence_of(package: Distribution) -> str:
    """Return the licence of a package as it says it, as SPDX names it where that is known."""
    its = package.metadata.json
    said = about.licence_of(package.metadata)
    if its.get("license_expression"):
        return said
    first = str(its.get("license") or "").strip().partition("\n")[0]
    first = _ALIASES.get(first, first)
    if _FORMS.fullmatch(first):
        return first
    classified = [_LICENCES[each] for each in its.get("classifier") or [] if each in _LICENCES]
    return " OR ".join(classified) or said or "unknown"


def bill(packages: Iterable[Distribution], lock: str, moment: datetime) -> dict[str, Any]:
    """Return the bill of materials of packages, with the scripts of others that the desk serves.

    It is the same for the same packages: its number is made of them, its `moment` is given.
    """
    found = {normal(each.metadata["Name"]): each for each in packages}
    ours = found.pop("toernooiboek")
    hashes = hashes_of(lock)
    components = [_component(each, hashes.get(name)) for name, each in sorted(found.items())]
    components += [each for each in _vendored() if each["name"] not in found]
    known = {each["name"]: each["bom-ref"] for each in components}
    main = _component(ours, hashes.get("toernooiboek")) | {"type": "application"}
    text = json.dumps([main, *components], sort_keys=True)
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid5(_NAMESPACE, text)}",
        "version": 1,
        "metadata": {
            "timestamp": moment.astimezone(UTC).isoformat().replace("+00:00", "Z"),
            "component": main,
        },
        "components": components,
        "dependencies": [
            {"ref": known.get(name, main["bom-ref"]), "dependsOn": sorted(_needs(each, known))}
            for name, each in sorted({**found, "toernooiboek": ours}.items())
        ],
    }


def _component(package: Distribution, digest: str | None) -> dict[str, Any]:
    name, version = normal(package.metadata["Name"]), package.version
    licence = licence_of(package)
    is_form = bool(package.metadata.json.get("license_expression") or _FORMS.fullmatch(licence))
    said = {"expression": licence} if is_form else {"license": {"name": licence}}
    component: dict[str, Any] = {
        "type": "library",
        "bom-ref": f"pkg:pypi/{name}@{version}",
        "name": name,
        "version": version,
        "purl": f"pkg:pypi/{name}@{version}",
        "licenses": [said],
    }
    if digest:
        component["hashes"] = [{"alg": "SHA-256", "content": digest}]
    return component


def _vendored() -> Iterator[dict[str, Any]]:
    for script in tomllib.loads(VENDORED.read_text("utf-8")).values():
        name, version = script["package"], script["version"]
        yield {
            "type": "library",
            "bom-ref": f"pkg:npm/{name}@{version}",
            "name": name,
            "version": version,
            "purl": f"pkg:npm/{name}@{version}",
            "licenses": [{"expression": script["licence"]}],
            "hashes": [{"alg": "SHA-256", "content": script["sha256"]}],
        }
    made_of = SITE / STAMP
    if made_of.is_file():  # scripts and styles of the theme are in the manual
        name, version = made_of.read_text("utf-8").split()[1:]
        yield {
            "type": "library",
            "bom-ref": f"pkg:pypi/{name}@{version}",
            "name": name,
            "version": version,
            "purl": f"pkg:pypi/{name}@{version}",
            "licenses": [{"expression": "MIT"}],
        }


def _needs(package: Distribution, known: dict[str, str]) -> set[str]:
    names = {normal(re.split(r"[^\w.-]", need, maxsplit=1)[0]) for need in package.requires or ()}
    return {known[name] for name in names if name in known}


def installed(folder: Path) -> list[Distribution]:
    """Return the packages of an environment, without those that only install."""
    places = [str(each) for each in folder.rglob("site-packages")]
    return [
        each
        for each in distributions(path=places)
        if normal(each.metadata["Name"]) not in ("pip", "setuptools", "wheel")
    ]


def licence_texts(packages: Iterable[Distribution]) -> str:
    """Return the texts of the licences of packages, each below its name, as they came with them."""
    parts = []
    for each in sorted(packages, key=lambda one: normal(one.metadata["Name"])):
        texts = [
            Path(str(path.locate())).read_text("utf-8", errors="replace")
            for path in each.files or ()
            if re.search(r"licen[cs]e|copying|notice", path.name, re.IGNORECASE)
            and path.suffix in ("", ".txt", ".md", ".rst")
            and Path(str(path.locate())).is_file()
        ]
        head = f"{each.metadata['Name']} {each.version}: {licence_of(each)}"
        parts.append("\n\n".join([head, "=" * len(head), *dict.fromkeys(texts)]))
    return "\n\n\n".join(parts) + "\n"


def moment_of(epoch: int) -> datetime:
    """Return the moment of a release, from its seconds since 1970."""
    return datetime.fromtimestamp(epoch, UTC)
