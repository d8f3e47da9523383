"""The English of the house: nouns for variables, players are they, parameters in backticks."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from tests.helpers.places import EVERYTHING, ROOT, name_of, texts

PARTICIPLES = {"found", "made", "told", "given", "known", "asked"}


def test_a_variable_is_the_noun_of_what_it_holds() -> None:
    named = {
        f"{name_of(path)}:{line} {name}"
        for text, path in _with(re.compile(rf"\b({'|'.join(PARTICIPLES)})\b"))
        for function in ast.walk(ast.parse(text))
        if isinstance(function, ast.FunctionDef)
        for name, line in _bound(function)
        if name in PARTICIPLES
    }
    assert named == set()


def _with(word: re.Pattern[str]) -> Iterator[tuple[str, Path]]:
    """Yield the text and the path of the files in which a word stands at all."""
    for path in EVERYTHING:
        if word.search(text := path.read_text("utf-8")):
            yield text, path


def _bound(function: ast.FunctionDef) -> Iterator[tuple[str, int]]:
    """Yield the variables, parameters and attributes that a function binds, with their lines."""
    for node in ast.walk(function):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                yield name, node.lineno
            case ast.arg(arg=name):
                yield name, node.lineno


_HE = re.compile(r"\b(he|his|him|himself|she|her|hers|herself)\b", re.IGNORECASE)
_HE_IN_A_NAME = re.compile(r"_(he|his|him|himself|she|her|hers|herself)(?=_|$)")


def _prose(text: str) -> Iterator[tuple[int, str]]:
    """Yield the comments and the docstrings of a module, each with its first line."""
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Expr(value=ast.Constant(value=str(words))):
                yield node.lineno, words


def test_players_are_they_in_docstrings_and_comments() -> None:
    gendered = [
        f"{name_of(path)}:{line} {word[0]}"
        for text, path in _with(_HE)
        for line, words in _prose(text)
        for word in _HE.finditer(words)
    ]
    assert gendered == []


def test_players_are_they_in_the_sentences_that_name_tests() -> None:
    gendered = [
        f"{name_of(path)} {node.name}"
        for text, path in _with(_HE_IN_A_NAME)
        if path.is_relative_to(ROOT / "tests")
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef) and _HE_IN_A_NAME.search(node.name)
    ]
    assert gendered == []


def test_players_are_they_in_rulebooks_catalogues_and_pages() -> None:
    """The Dutch catalogue is left out: these are English words."""
    gendered = [
        f"{name}:{number} {word[0]}"
        for name, text in texts()
        if name.endswith((".md", ".sql", ".toml", ".html")) and "/words/nl" not in name
        for number, line in enumerate(text.splitlines(), 1)
        for word in _HE.finditer(line)
    ]
    assert gendered == []


def test_a_player_with_a_gender_is_noticed() -> None:
    wrong = 'x = 1  # his\n"""Herself."""\n\n\ndef f() -> None:\n    """What he did."""\n'
    assert [(line, _HE.findall(words)) for line, words in _prose(wrong)] == [
        (1, ["his"]),
        (2, ["Herself"]),
        (6, ["he"]),
    ]
    assert not _HE.search("the others, there and theirs; the cache")


_IS_OF = r"(?= (?:is|are|tells?|None|has|have|maps?|holds?|gives?|may|says?|stands?|names)\b|:)"
_OPENS_A_SENTENCE = re.compile(r"(?:^|[.?!;]\s+|\n\s*\n\s*)([a-z][a-z_]*)" + _IS_OF)


def _bare_parameters(text: str) -> list[str]:
    """Return the parameters and fields that open a sentence of a docstring without backticks."""
    bare = []
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.FunctionDef(args=args):
                names = {one.arg for one in chain(args.posonlyargs, args.args, args.kwonlyargs)}
            case ast.ClassDef(body=body):
                names = {
                    one.target.id
                    for one in body
                    if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name)
                }
            case _:
                continue
        docstring = ast.get_docstring(node) or ""
        bare += [word for word in _OPENS_A_SENTENCE.findall(docstring) if word in names]
        bare += re.findall("``", docstring)
    return bare


def test_a_parameter_that_opens_a_sentence_stands_in_backticks() -> None:
    bare = {name_of(path): _bare_parameters(path.read_text("utf-8")) for path in EVERYTHING}
    assert {name: words for name, words in bare.items() if words} == {}


def test_a_parameter_without_backticks_is_noticed() -> None:
    function = 'def f(a: int, b: int) -> None:\n    """Do it.\n\n    {}"""\n'
    assert _bare_parameters(function.format("a is 1; b: 2.")) == ["a", "b"]
    assert _bare_parameters(function.format("`a` is 1; less is none.")) == []
