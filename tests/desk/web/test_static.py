"""The static files of the desk in a browser: whose they are, and the sheet by its own rules."""

from __future__ import annotations

import hashlib
import re
import tomllib
from xml.etree import ElementTree

import pytest

from tests.helpers.places import ROOT

STATIC = ROOT / "desk" / "web" / "static"
TEMPLATES = ROOT / "desk" / "web" / "templates"
VENDORED = tomllib.loads((STATIC / "vendored.toml").read_text("utf-8"))
SCRIPTS = ("desk.js", "forms.js", "results.js")
OWN = {*SCRIPTS, "icon.svg", "icons.svg", "style.css", "vendored.toml"}
SHEET = (STATIC / "style.css").read_text("utf-8")


def _of(pattern: str) -> set[str]:
    pages = [path.read_text("utf-8") for path in TEMPLATES.glob("*.html")]
    return {name for page in pages for name in re.findall(pattern, page)}


@pytest.mark.parametrize("name", VENDORED)
def test_a_file_of_others_is_the_one_that_is_recorded(name: str) -> None:
    record = VENDORED[name]
    content = (STATIC / record["file"]).read_bytes()
    assert hashlib.sha256(content).hexdigest() == record["sha256"]
    assert record["licence"] == "0BSD"


def test_every_static_file_is_our_own_or_recorded() -> None:
    others = {record["file"] for record in VENDORED.values()}
    assert {path.name for path in STATIC.iterdir()} == OWN | others


def test_the_version_of_htmx_is_the_recorded_one() -> None:
    assert f'version:"{VENDORED["htmx"]["version"]}"' in (STATIC / "htmx.min.js").read_text("utf-8")


def test_dark_by_the_system_and_dark_by_choice_are_the_same() -> None:
    system, chosen = re.findall(r"color-scheme: dark;(.*?)\}", SHEET, re.DOTALL)
    assert system.split() == chosen.split()


def test_the_sheet_fetches_nothing_and_every_colour_it_names_is_a_token() -> None:
    assert not re.findall(r"@import|url\(|@font-face", SHEET)
    tokens = set(re.findall(r"(--[\w-]+):", SHEET))
    assert set(re.findall(r"var\((--[\w-]+)\)", SHEET)) <= tokens


def test_every_icon_of_a_page_is_in_the_sprite() -> None:
    sprite = ElementTree.parse(STATIC / "icons.svg").getroot()
    names = {symbol.attrib["id"] for symbol in sprite}
    assert names
    assert _of(r'icon\("([\w-]+)"\)') <= names


@pytest.mark.parametrize("path", sorted(TEMPLATES.glob("*.html")), ids=lambda path: path.name)
def test_no_page_has_a_style_a_script_or_a_handler_of_its_own(path: object) -> None:
    page = TEMPLATES.joinpath(str(path)).read_text("utf-8")
    assert not re.findall(r"\sstyle=|\son[a-z]+=|hx-on|javascript:|<style|\| *safe", page)
    assert all("src=" in tag and "</script>" in tag for tag in re.findall(r"<script.*", page))


@pytest.mark.parametrize("name", SCRIPTS)
def test_our_own_script_evaluates_no_text(name: str) -> None:
    script = (STATIC / name).read_text("utf-8")
    assert not re.findall(r"\beval\b|new Function|innerHTML", script)
    # The answer to a form takes the place of its page, as when the browser sends it.
    assert ("document.write" in script) == (name == "forms.js")


_BEGUN = r"\b[a-z]+(?=\{\{ \w)"
"""The beginning of a name that ends in a number: the page has cols3 by it."""

_CODE = re.compile(rf"(?:{_BEGUN})?(?:\{{\{{.*?\}}\}}|\{{%.*?%\}})", re.DOTALL)


def _classes() -> tuple[set[str], set[str]]:
    """Return the classes that pages name as such, and every word of the pages and their code."""
    pages = [*TEMPLATES.glob("*.html"), ROOT / "desk" / "render" / "templates" / "leafs.html"]
    code = [
        *(ROOT / "desk" / "web").rglob("*.py"),
        *(ROOT / "desk" / "render").glob("*.py"),
        *(STATIC / name for name in SCRIPTS),
    ]
    texts = [path.read_text("utf-8") for path in pages]
    named = {
        name
        for text in texts
        for value in re.findall(r'\bclass="([^"]*)"', _CODE.sub(" ", text))
        for name in value.split()
    }
    words = re.findall(r"[a-z][\w-]*", " ".join([*texts, *(p.read_text("utf-8") for p in code)]))
    return named, set(words)


def test_every_class_of_a_page_is_in_the_sheet_and_the_sheet_has_no_other() -> None:
    rules = re.sub(r"/\*.*?\*/", "", SHEET, flags=re.DOTALL)
    styled = set(re.findall(r"\.([a-z][\w-]*)", " ".join(re.findall(r"([^{}]+)\{", rules))))
    named, words = _classes()
    assert named - styled - UNSTYLED == set()
    texts = [path.read_text("utf-8") for path in TEMPLATES.glob("*.html")]
    begun = {name for text in texts for name in re.findall(_BEGUN, text)}
    numbered = {name for name in styled if name.rstrip("0123456789") in begun - {name}}
    assert styled - words - numbered == {"htmx-request"}


UNSTYLED: set[str] = set()
"""Classes by which only scripts and tests find an element."""
