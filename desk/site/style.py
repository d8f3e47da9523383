"""The style of the pages: the rules of the desk's that they can need, then their own.

A phone in the hall fetches it once; most of the desk's style is of forms, dialogs and the wall.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

OF_DESK: Final = Path(__file__).parents[1] / "web" / "static" / "style.css"
"""The style of the desk, which the site has as far as its pages can need it."""

_OWN: Final = Path(__file__).parent

_OWN_SHEET: Final = _OWN / "static" / "site.css"


class _Rule(NamedTuple):
    """A rule of a sheet: what it holds for, and what stands between its braces."""

    where: str
    body: str


@cache
def site_style() -> str:
    """Return the style of the pages of the site."""
    own = _without_comments(_OWN_SHEET.read_text("utf-8"))
    of_desk = _without_comments(OF_DESK.read_text("utf-8"))
    return "".join(_needed(of_desk, _words())) + _tight(own)


@cache
def _words() -> frozenset[str]:
    """Return every word of templates, scripts and style of the site: a page has no other classes."""
    files = (*(_OWN / "templates").rglob("*.html"), *(_OWN / "static").glob("*.js"), _OWN_SHEET)
    return frozenset(
        word for file in files for word in re.findall(r"[a-z][a-z0-9-]*", file.read_text("utf-8"))
    )


def _needed(sheet: str, words: frozenset[str]) -> Iterator[str]:
    """Yield the rules of a sheet of which every class is one of some words, in their order."""
    for rule in _rules(sheet):
        if rule.where.startswith(("@media", "@supports")):
            within = "".join(_needed(rule.body, words))
            if within:
                yield f"{rule.where} {{\n{within}}}\n"
        elif any(classes <= words for classes in _classes(rule.where)):
            yield f"{rule.where} {{ {_tight(rule.body)} }}\n"


def _rules(sheet: str) -> Iterator[_Rule]:
    """Yield the rules of a sheet without comments; those within another are in its body."""
    begin = depth = opened = 0
    for at, sign in enumerate(sheet):
        if sign == "{":
            opened = at if not depth else opened
            depth += 1
        elif sign == "}":
            depth -= 1
            if not depth:
                yield _Rule(_tight(sheet[begin:opened]), sheet[opened + 1 : at])
                begin = at + 1
    assert not depth, "a brace of the style is not closed"


def _classes(selectors: str) -> Iterator[frozenset[str]]:
    """Yield of each selector the classes without which it does not hold: of a choice none is."""
    while selectors != (without := re.sub(r":[a-z]+\([^()]*\)", "", selectors)):
        selectors = without
    for selector in selectors.split(","):
        yield frozenset(re.findall(r"\.([a-z][\w-]*)", selector))


def _without_comments(sheet: str) -> str:
    return re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL)


def _tight(text: str) -> str:
    """Return a text with one space where it has several, or a new line."""
    return " ".join(text.split())
