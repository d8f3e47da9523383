"""The catalogue: both languages agree, all texts for people stand in it, all is used."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from string import Formatter

import pytest

from desk.render.catalogue import Wording, files, own_texts, room
from pairing.systems.registry import SYSTEMS, folder_of
from tests.helpers.parsed import calls, nodes_of, tree_of
from tests.helpers.places import PROGRAM, ROOT
from tests.helpers.prose import codes_in, prose_in

ROOMS = sorted(
    {*files("en"), *files("nl")}
    | {name for name in SYSTEMS if (folder_of(name) / "words").is_dir()}
)


def _all(text: Wording) -> list[str]:
    return [text] if isinstance(text, str) else [text["one"], text["other"]]


def _placeholders(text: str) -> set[str]:
    return {name for _, name, spec, _ in Formatter().parse(text) if name is not None and not spec}


@pytest.mark.parametrize("name", ROOMS)
def test_both_languages_have_the_same_keys_values_and_plurals(name: str) -> None:
    english, dutch = room(name, "en"), room(name, "nl")
    assert english.keys() == dutch.keys()
    for key, text in english.items():
        assert isinstance(text, str) == isinstance(dutch[key], str), f"{name}.{key}: the plural"
        used = {frozenset(_placeholders(one) - {"n"}) for one in (*_all(text), *_all(dutch[key]))}
        assert len(used) == 1, f"{name}.{key}: the values"


@pytest.mark.parametrize("name", [name for name in ROOMS if name != "clauses"])
def test_no_key_has_a_space(name: str) -> None:
    """A value is looked up with hyphens for its spaces, so that such a key would not be found."""
    assert not [key for key in room(name, "en") if re.search(r"\s", key)]


MORE_THAN_ONE = {
    "chart.too-many-columns",
    "chart.too-many-rows",
    "desk.several",
    "foreign.too-many-rows",
    "lists.which-in-zip",
    "log.whole-rulebook",
    "making.year-mirrored",
    "ratings.worth.k-smaller",
    "terminal.asked-of-all",
    "terminal.several-ledgers",
    "tonight.recorded",
}
"""Texts that are never said of one, or have another text for it."""


@pytest.mark.parametrize("name", ROOMS)
def test_a_text_that_counts_things_has_a_singular_unless_there_always_are_several(
    name: str,
) -> None:
    counted = {
        f"{name}.{key}"
        for key, text in room(name, "en").items()
        if isinstance(text, str) and re.search(r"\{n\} [a-z]+s\b", text)
    }
    assert counted <= MORE_THAN_ONE


def test_cells_with_words_of_their_own_have_some() -> None:
    families = {key.partition(".")[0] for key in room("cells", "en")}
    named = {
        str(keyword.value.value)
        for _, node in calls()
        if isinstance(node.func, ast.Name) and node.func.id == "Kind"
        for keyword in node.keywords
        if keyword.arg == "words" and isinstance(keyword.value, ast.Constant)
    }
    assert named - {""} <= families


@cache
def _trees() -> dict[str, ast.Module]:
    return {path.relative_to(ROOT).as_posix(): tree_of(path) for path in PROGRAM}


def _messages() -> Iterator[tuple[str, ast.Call, str]]:
    for path, node in calls():
        match node:
            case ast.Call(
                func=ast.Name(id="message") | ast.Attribute(attr="message"),
                args=[ast.Constant(value=str(key))],
            ):
                yield f"{path.relative_to(ROOT).as_posix()}:{node.lineno}", node, key


_KEY = re.compile(r"""["']([a-z-]+\.(?:[a-z][\w.-]*)?)["'](\s*~)?""")
"""A text in a template that may be a key, and whether more of it follows."""

_SAID = re.compile(r"""\bsay\(["']([a-z-]+\.[\w.-]+)["'](?:, ([^()]*))?\)""")
"""A key in a template with its values."""


@cache
def _in_templates() -> list[tuple[str, str]]:
    """Return name and text of the templates of the desk in a browser, and of the website."""
    folders = [ROOT / "desk" / room / "templates" for room in ("web", "site")]
    pages = [path for folder in folders for path in sorted(folder.rglob("*.html"))]
    return [(path.name, path.read_text("utf-8")) for path in pages]


def test_every_key_in_a_template_has_words_and_the_values_they_want() -> None:
    wrong = list[str]()
    for path, text in _in_templates():
        for key, values in _SAID.findall(text):
            name, _, rest = key.partition(".")
            words = room(name, "en").get(rest) if name in ROOMS else None
            wanted = set().union(*map(_placeholders, _all(words))) if words else {"words"}
            if not wanted <= set(re.findall(r"(\w+)=", values)):
                wrong.append(f"{path}: {key} lacks {wanted}")
    assert not wrong, "\n".join(wrong)


def test_every_message_has_words_and_the_values_they_want() -> None:
    wrong = list[str]()
    for place, call, key in _messages():
        name, _, rest = key.partition(".")
        texts = room(name, "en") if name in ROOMS else {}
        if rest not in texts:
            wrong.append(f"{place}: {key} has no words")
            continue
        values = {keyword.arg for keyword in call.keywords}
        wanted = set().union(*map(_placeholders, _all(texts[rest])))
        if not isinstance(texts[rest], str):
            wanted.add("n")
        if None not in values and not wanted <= values:
            wrong.append(f"{place}: {key} lacks {', '.join(sorted(wanted - values))}")
        if None not in values and values - wanted - {"n"}:
            wrong.append(f"{place}: {key} has no {values - wanted}")
    assert not wrong, "\n".join(wrong)


@cache
def _spoken() -> tuple[set[str], set[str]]:
    """Return the texts in the program that may be keys, and the beginnings of longer keys.

    A text that ends with that of another is a longer key of each: by_lot.free.
    """
    whole, beginnings, endings = set[str](), set[str](), set[str]()
    for path in PROGRAM:
        for node in nodes_of(path):
            match node:
                case ast.JoinedStr(values=[ast.Constant(value=str(start)), *_]):
                    beginnings.add(start)
                case ast.JoinedStr(values=[ast.FormattedValue(), ast.Constant(value=str(end))]):
                    endings.add(end)
                case ast.Constant(value=str(text)):
                    whole.add(text)
                case ast.Call(func=ast.Name(id="Column"), args=[ast.Constant(value=str(key))]):
                    whole.add(f"columns.{key}")
    for _, page in _in_templates():
        for key, more in _KEY.findall(page):
            (beginnings if more else whole).add(key)
    endings = {end for end in endings if re.fullmatch(r"\.[a-z0-9]+", end)}
    whole |= {f"{kind}{end}" for kind in whole if kind.isidentifier() for end in endings}
    return whole, {start for start in beginnings if re.match(r"[a-z_-]+\.", start)}


BY_NAME = (
    "answers",
    "blanks",
    "cells",
    "codes",
    "columns",
    "fields",
    "option-names",
    "options",
    "tie-breaks",
    "topics",
    "verbs",
)
"""Rooms whose keys are made of names: blanks, columns, verbs, their options and values, tie-breaks;
`codes` says what refusals mean in docs/refusals.md, `topics` what people say for a verb."""


def _own(name: str) -> dict[str, Wording]:
    """Return the sentences of a room; of a system those it does not share with `explain`."""
    return own_texts(folder_of(name) / "words" / "en.toml") if name in SYSTEMS else room(name, "en")


@pytest.mark.parametrize("name", [name for name in ROOMS if name not in BY_NAME])
def test_every_sentence_is_used(name: str) -> None:
    whole, beginnings = _spoken()
    # A writer gives only the names: its room is that of its system.
    before = {"", f"{name}."} if name in ("explain", *SYSTEMS) else {f"{name}."}
    unused = {
        key
        for key in _own(name)
        if whole.isdisjoint(keys := {f"{start}{key}" for start in before})
        and not any(key.startswith(start) for key in keys for start in beginnings)
    }
    assert not unused


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_system_has_no_sentence_that_all_have(name: str) -> None:
    common = room("explain", "en")
    assert not {key for key, text in _own(name).items() if common.get(key) == text}


@cache
def _codes() -> frozenset[str]:
    return frozenset(code for tree in _trees().values() for code in codes_in(tree))


@pytest.mark.parametrize("path", [path.relative_to(ROOT).as_posix() for path in PROGRAM])
def test_no_sentence_stands_outside_the_catalogue(path: str) -> None:
    sentences = [
        f"{path}:{line}: {text}" for line, text in prose_in(path, _trees()[path], _codes())
    ]
    assert not sentences, "\n".join(sentences)
