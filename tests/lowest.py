"""The lowest version of every package that a user of pyproject.toml may have, as pip constraints.

`make test-lowest` runs the tests with these.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

_LOWEST = re.compile(r"([\w-]+)(?:\[[\w,]+\])?>=([0-9.]+)")
_PROJECT = Path(__file__).parent.parent / "pyproject.toml"


def constraints(project: str, *extras: str) -> Iterator[str]:
    """Yield NAME==VERSION for each package in a pyproject.toml and in some of its extras."""
    settings = tomllib.loads(project)["project"]
    of_extras = (settings["optional-dependencies"][extra] for extra in extras)
    for wanted in (*settings["dependencies"], *(one for extra in of_extras for one in extra)):
        lowest = _LOWEST.match(wanted)
        assert lowest, f"{wanted} has no lowest version"
        yield f"{lowest[1]}=={lowest[2]}"


if __name__ == "__main__":
    print(*constraints(_PROJECT.read_text(), "server", "sign", "notebook"), sep="\n")
