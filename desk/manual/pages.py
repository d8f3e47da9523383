"""The pages of the manual: docs/ of the sources, or what the wheel has of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from ledger.values import Language

HERE: Final = Path(__file__).resolve().parent
SITE: Final = HERE / "site"
"""The site that `make manual` builds; a wheel that was released has it."""

FRONTS: Final[dict[Language, str]] = {"en": "manual", "nl": "handleiding"}
"""The first page in each language: it names the pages by who reads them."""

GALLERIES: Final[dict[Language, str]] = {"en": "refusals", "nl": "weigeringen"}
"""The page that says what each refusal means."""

_FENCE = "```"
_LISTING = "<!-- Generated"


class Section(NamedTuple):
    """A part of a page below a heading; the first has the title of the page.

    `page` is its name without `.md`, `place` what stands behind the # of its address ("" for the
    whole page), `title` the heading in words, `level` the number of its marks, 1 for the title.
    """

    page: str
    place: str
    title: str
    level: int


def folder() -> Path:
    """Return where the texts stand: in the package, or beside it in the sources."""
    packed = HERE / "text"
    return packed if packed.is_dir() else HERE.parents[1] / "docs"


def is_page(name: str) -> bool:
    """Tell whether there is a page of this name; of any name that somebody types."""
    return name in names()


@cache
def names() -> tuple[str, ...]:
    """Return the names of all pages."""
    return tuple(sorted(path.stem for path in folder().glob("*.md")))


@cache
def text_of(name: str) -> str:
    """Return a page as it is written, in Markdown."""
    return (folder() / f"{name}.md").read_text("utf-8")


def is_listing(name: str) -> bool:
    """Tell whether a page lists everything of a kind, as the program generates it."""
    return _LISTING in text_of(name)[:200]


@cache
def links_of(language: Language) -> tuple[tuple[str, str], ...]:
    """Return the pages that the front page of a language names, each with its section there."""
    links = list[tuple[str, str]]()
    section = ""
    for line in _lines(FRONTS[language]):
        if line.startswith("## "):
            section = line[3:].strip()
        links += [(section, page) for page in re.findall(r"\]\(([\w.-]+?)\.md(?:#[\w-]*)?\)", line)]
    return tuple(dict.fromkeys(links))


@cache
def page_language(name: str) -> Language:
    """Return the language of a page: Dutch are those that the Dutch front page alone names."""
    named = {page for section, page in links_of("en") if section}
    dutch = {page for section, page in links_of("nl") if section} - named
    return "nl" if name in dutch or name == FRONTS["nl"] else "en"


def sections(name: str) -> Iterator[Section]:
    """Yield the headings of a page, in their order."""
    for level, title in _headings(name):
        yield Section(name, "" if level == 1 else slug(title), _bare(title), level)


def section_text(name: str, place: str) -> str | None:
    """Return the part of a page below a heading, with it; the page for ""; None where there is none."""
    if not place:
        return text_of(name)
    lines = list[str]()
    depth = 0
    for line, level in _with_levels(name):
        if depth and level and level <= depth:
            break
        if not depth and level and slug(line.lstrip("# ")) == place:
            depth = level
        if depth:
            lines.append(line)
    return "\n".join(lines).strip() + "\n" if lines else None


def slug(title: str, separator: str = "-") -> str:
    """Return what stands behind the # of a heading's address, as on GitHub."""
    kept = re.sub(r"[^\w\s-]", "", _bare(title).strip().casefold())
    return kept.replace(" ", separator)


def plain(text: str) -> str:
    """Return Markdown as it is read in a terminal: without pictures and marks of links."""
    lines = list[str]()
    fenced = False
    for line in re.sub(r"<!--.*?-->\n*", "", text, flags=re.DOTALL).splitlines():
        if line.startswith(_FENCE):
            fenced = not fenced
        elif fenced:
            lines.append(f"    {line}".rstrip())
        else:
            line = re.sub(r"!\[[^]]*\]\([^)]*\)|<img [^>]*>", "", line)
            line = re.sub(r"\[([^]]+)\]\((?:#[^)]*|https?:[^)]*)\)", r"\1", line)
            lines.append(re.sub(r"\[([^]]+)\]\(([^)]+)\)", _led, line))
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()


def _led(match: re.Match[str]) -> str:
    """Return the words of a link and where it leads, once where they are the same."""
    words, link = match[1], match[2]
    return words if words.endswith(link) else f"{words} ({link})"


def _bare(title: str) -> str:
    return re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", title).replace("`", "")


def _headings(name: str) -> Iterator[tuple[int, str]]:
    for line, level in _with_levels(name):
        if level:
            yield level, line.lstrip("# ")


def _with_levels(name: str) -> Iterator[tuple[str, int]]:
    """Yield each line of a page with the level of the heading that it is, else 0."""
    fenced = False
    for line in _lines(name):
        if line.lstrip().startswith(_FENCE):
            fenced = not fenced
        mark = None if fenced else re.match(r"#+(?= )", line)
        yield line, len(mark[0]) if mark else 0


def _lines(name: str) -> list[str]:
    return text_of(name).split("\n")
