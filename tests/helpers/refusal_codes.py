"""The refusals that the program can make, read in its source: code, exit code and place."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path

from ledger.refusals import Exit
from tests.helpers.parsed import nodes_of
from tests.helpers.places import PROGRAM

ANYTHING = r"[a-z0-9-]+"
"""Stands for a part of a code that is known only when the program runs."""


def _called(node: ast.Call) -> str:
    match node.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""


@cache
def _calls(name: str) -> list[ast.Call]:
    """Return every call of what has a name; files that do not have it are not parsed."""
    return [
        node
        for path in _naming(name)
        for node in nodes_of(path)
        if isinstance(node, ast.Call) and _called(node) == name
    ]


@cache
def _text(path: Path) -> str:
    return path.read_text("utf-8")


def _naming(name: str) -> list[Path]:
    """Return the files of the program in which a name is called."""
    return [path for path in PROGRAM if f"{name}(" in _text(path)]


@cache
def _makers() -> dict[ast.AST, str]:
    """Return every part of a class of the files with refusals, with the class."""
    return {
        part: node.name
        for path in _naming("Refusal")
        for node in nodes_of(path)
        if isinstance(node, ast.ClassDef)
        for part in node.body
    }


def _given(call: ast.Call, index: int, name: str) -> ast.expr | None:
    """Return the argument of a call for a parameter, None when it leaves that to the default."""
    if index < len(call.args):
        return call.args[index]
    return next((keyword.value for keyword in call.keywords if keyword.arg == name), None)


def _values(node: ast.expr, function: ast.FunctionDef) -> list[str]:
    """Return every text that an expression in a function can be, as patterns of codes."""
    match node:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.IfExp(body=body, orelse=other):
            return _values(body, function) + _values(other, function)
        case ast.JoinedStr(values=parts):
            texts = [_values(part, function) for part in parts]
            return ["".join(one) for one in product(*texts)]
        case ast.FormattedValue(value=value):
            return _values(value, function)
        case ast.Name(id=name):
            return _values_of_parameter(name, function) or [ANYTHING]
        case _:
            return [ANYTHING]


def _values_of_parameter(name: str, function: ast.FunctionDef) -> list[str]:
    """Return every text that the program's calls pass for a parameter."""
    names = [argument.arg for argument in function.args.args]
    if name not in names:
        return []
    index, defaults = names.index(name), function.args.defaults
    default = index - (len(names) - len(defaults))
    bound = names[0] == "self"
    values = []
    called = _makers()[function] if function.name == "__init__" else function.name
    for call in _calls(called):
        value = _given(call, index - bound, name)
        if value is None and default >= 0:
            value = defaults[default]
        values += [ANYTHING] if value is None else _values(value, function)
    return values


def _exit(call: ast.Call) -> Exit:
    value = _given(call, 5, "exit")
    if value is None:
        return Exit.REFUSED
    assert isinstance(value, ast.Attribute), f"line {call.lineno}: write the exit as Exit.USAGE"
    return Exit[value.attr]


def refusals() -> Iterator[tuple[str, Exit, str]]:
    """Yield code (a pattern), exit and place of every refusal that the program can make."""
    for path in _naming("Refusal"):
        for function in nodes_of(path):
            if not isinstance(function, ast.FunctionDef):
                continue
            for node in ast.walk(function):
                if isinstance(node, ast.Call) and _called(node) == "Refusal":
                    code = _given(node, 0, "code")
                    assert code is not None
                    for value in _values(code, function):
                        yield value, _exit(node), f"{path.name}:{node.lineno}"
