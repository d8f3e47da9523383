"""What the program is made of: its version, the packages it uses, their licences."""

from __future__ import annotations

import platform
import re
from collections import deque
from collections.abc import Iterator
from functools import cache
from importlib import metadata
from typing import Annotated, NamedTuple

from ledger.messages import message
from ledger.records import Record
from projections.views.columns import columns_of
from projections.views.view import View

PROGRAM = "toernooiboek"

WITH_PROGRAM = "program"
"""What a package is for that is always there; others are for an extra, by its name."""

_EXTRAS = ("server", "sign", "cluster", "notebook")
"""Extras of the program that a user may have; those for its development are not told."""


class PackageRow(Record):
    """A package that the program uses, as it is installed here."""

    package: Annotated[str, "Its name."]
    version: Annotated[str, "Its version."]
    licence: Annotated[str, 'Its licence, as it says itself; "": it says none.']
    extra: Annotated[
        str, '"program", or the extra that brings it: server, sign, cluster, notebook.'
    ]


class AboutHead(Record):
    """The program."""

    program: Annotated[str, "Its name."]
    version: Annotated[str, "Its version."]
    licence: Annotated[str, "Its licence."]
    python: Annotated[str, "The version of Python that runs it."]
    runs_on: Annotated[str, "The system that it runs on."]


_COLUMNS = columns_of(
    PackageRow,
    *("package", "version", "licence", "extra"),
    headings={
        "package": message("columns.package"),
        "version": message("columns.version"),
        "licence": message("columns.licence"),
        "extra": message("columns.needed-for"),
    },
)


def about_view(version: str, licence: str) -> View:
    """Return the program with the packages that it uses."""
    head = AboutHead(
        program=PROGRAM,
        version=version,
        licence=licence,
        python=platform.python_version(),
        runs_on=platform.platform(terse=True),
    )
    title = message(
        "machine.about", version=version, licence=licence, python=head.python, runs_on=head.runs_on
    )
    return View(title, _COLUMNS, _installed(), head, notes=(message("machine.no-warranty"),))


@cache
def _installed() -> tuple[PackageRow, ...]:
    """Return the packages; they stay as they are while the program runs."""
    return tuple(packages())


class _Wanted(NamedTuple):
    """A package that another one asks for, with the extras of it, for an extra of the program."""

    package: str
    extras: frozenset[str]
    of: str


_REQUIREMENT = re.compile(r"\s*([\w.-]+)\s*(?:\[([^\]]*)\])?[^;]*(?:;(.*))?", re.DOTALL)
_FOR_EXTRA = re.compile(r"""\bextra\s*==\s*["']([\w.-]+)["']""")


def packages() -> Iterator[PackageRow]:
    """Yield the packages that are installed here for the program, and for those, by name.

    What the program always needs is told first, so that an extra has only what it brings.
    """
    found: dict[str, PackageRow] = {}
    asked = deque([_Wanted(PROGRAM, frozenset(_EXTRAS), WITH_PROGRAM)])
    seen: set[_Wanted] = set()
    while asked:
        wanted = asked.popleft()
        if wanted in seen:
            continue
        seen.add(wanted)
        try:
            its = metadata.metadata(wanted.package)
        except metadata.PackageNotFoundError:  # of another system, or an extra that is not here
            continue
        name = its["Name"]
        if name != PROGRAM:
            row = PackageRow(
                package=name, version=its["Version"], licence=licence_of(its), extra=wanted.of
            )
            found.setdefault(name, row)
        for more in _required(wanted):
            (asked.appendleft if more.of == WITH_PROGRAM else asked.append)(more)
    yield from sorted(found.values(), key=lambda row: row.package.casefold())


def _required(by: _Wanted) -> Iterator[_Wanted]:
    """Yield what a package asks for, with the extras of it that are wanted."""
    for line in metadata.requires(by.package) or ():
        match = _REQUIREMENT.match(line)
        assert match is not None, line
        name, extras, marker = match.groups(default="")
        asked = frozenset(filter(None, re.split(r"[\s,]+", extras)))
        extra = _FOR_EXTRA.search(marker)
        if extra is None:
            yield _Wanted(name, asked, by.of)
        elif extra[1] in by.extras:
            yield _Wanted(name, asked, extra[1] if by.package == PROGRAM else by.of)


_SHORT = 60
"""Letters of a licence that is named in its old field; a longer text is the licence itself."""


def licence_of(its: metadata.PackageMetadata) -> str:
    """Return the licence that a package says it has: the expression, a short text, or its class."""
    if "License-Expression" in its:
        return str(its["License-Expression"])
    text = str(its["License"]).strip() if "License" in its else ""
    if text and "\n" not in text and len(text) <= _SHORT:
        return text
    classes = [one.split(" :: ") for one in its.get_all("Classifier") or ()]
    named = [one[-1] for one in classes if one[0] == "License" and len(one) > 2]
    return ", ".join(named) or text.partition("\n")[0][:_SHORT]
