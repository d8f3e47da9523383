"""What helps, as data: a command with its fields. A front end makes words or a button of it."""

from __future__ import annotations

from dataclasses import dataclass
from string import Formatter
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from ledger.values import Language


class Blank(str):
    """A field that the person fills in, by the name it is shown under: PLAYER, ROUNDS."""

    __slots__ = ()


Value: TypeAlias = str | int | tuple[str | int, ...]
"""What a field is given; True is an option without a value."""


@dataclass(frozen=True, slots=True)
class Do:
    """A command, or another verb, with the fields it is given, in the order they are named.

    verb is its name as command files have it: absent, correct-result, mirror-build. "" stands for
    the command that was given already: the fields are to be added to it. language is that of the
    names in its words.
    """

    verb: str
    fields: tuple[tuple[str, Value], ...] = ()
    language: Language = "en"


@dataclass(frozen=True, slots=True)
class Advice:
    """A command, or a sentence with commands in it; nothing stands between its parts."""

    parts: tuple[str | Do, ...]


Sentence: TypeAlias = str | Advice
"""What people read; in advice the front end fills the commands in."""


def do(verb: str, /, **fields: Value) -> Advice:
    """Return a command that helps: do("absent", player=Blank("PLAYER"), round=3)."""
    return Advice((Do(verb, tuple(fields.items())),))


def also(**fields: Value) -> Advice:
    """Return fields to add to the command that was given: also(confirm="yes")."""
    return do("", **fields)


def advice(*parts: Sentence) -> Advice:
    """Return a sentence of parts: advice(do("pair"), ", then ", do("publish"))."""
    return Advice(tuple(one for part in parts for one in parts_of(part)))


def parts_of(text: Sentence) -> tuple[str | Do, ...]:
    """Return the parts of a text, in order."""
    return text.parts if isinstance(text, Advice) else (text,)


def commands_of(text: Sentence) -> tuple[Do, ...]:
    """Return the commands that a text names, in order."""
    return tuple(part for part in parts_of(text) if isinstance(part, Do))


def filled(template: str, **values: object) -> Sentence:
    """Fill the names in braces of a template, as `str.format` does; a value may be a command."""
    parts: list[Sentence] = []
    for literal, name, _, _ in Formatter().parse(template):
        value = values[name] if name is not None else ""
        parts += [literal, value if isinstance(value, Advice) else str(value)]
    filled = advice(*(part for part in parts if part != ""))
    return filled if commands_of(filled) else "".join(map(str, filled.parts))
