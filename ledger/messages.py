"""What people read, as data: a key of the catalogue and what it is filled with.

A front end makes words of it in the language of its reader, and a command line, a button or a link
of each command in it. Text that no language changes - a name, a date that was typed - is a str.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Never, TypeAlias


class Blank(str):
    """A field that the person fills in, by the name it is shown under: PLAYER, ROUNDS."""

    __slots__ = ()


class Letters(str):
    """Letters of colours, W and B, as programs have them: WBW, B2."""

    __slots__ = ()


class Nameless(str):
    """What programs call somebody without a name, "7 player 7" or "player 7"; it ends like that."""

    __slots__ = ()


CommandValue: TypeAlias = "str | int | Sentence | tuple[str | int, ...]"
"""What a field is given; True is an option without a value, a message an example."""


class _Wordless:
    """Data that has no words of its own, so that no text is made of it by mistake."""

    __slots__ = ()

    def __format__(self, spec: str) -> Never:
        """Refuse to stand in a formatted text: only a front end has the words."""
        raise TypeError(f"{self!r} is not a text; make it a value of a message")


@dataclass(frozen=True, slots=True)
class Do(_Wordless):
    """A command, or another verb, with the fields it is given, in the order they are named.

    verb is its name as command files have it: absent, correct-result, mirror-build. "" stands for
    the command that was given already: the fields are to be added to it.
    """

    verb: str
    fields: tuple[tuple[str, CommandValue], ...] = ()


@dataclass(frozen=True, slots=True)
class Message(_Wordless):
    """A sentence, a part of one or a word, by its key; see `desk.render.catalogue`.

    The key is the room of the catalogue, a full stop, and the name in it. The value named n, a
    number, chooses between singular and plural where the words have both.
    """

    key: str
    values: tuple[tuple[str, Value], ...] = ()


@dataclass(frozen=True, slots=True)
class Parts(_Wordless):
    """Sentences one after the other, with a sign or a space between them ("": nothing)."""

    parts: tuple[Sentence, ...]
    between: str = ""


Sentence: TypeAlias = str | Message | Do | Parts
"""What people read; a str is the same in every language."""

Value: TypeAlias = "Sentence | int | float | Fraction | dt.date | tuple[Value, ...]"
"""What a message is filled with; several values stand as a list: a, b and c."""


def message(key: str, /, **values: Value) -> Sentence:
    """Return a message: message("handlers.no-board", round=3, board=7)."""
    return Message(key, tuple(values.items()))


def do(verb: str, /, **fields: CommandValue) -> Sentence:
    """Return a command that helps: do("absent", player=Blank("PLAYER"), round=3)."""
    return Do(verb, tuple(fields.items()))


def also(**fields: CommandValue) -> Sentence:
    """Return fields to add to the command that was given: also(confirm="yes")."""
    return do("", **fields)


def run_on(*parts: Sentence, between: str = "") -> Sentence:
    """Return sentences one after the other: run_on(first, second, between=" ")."""
    return Parts(parts, between)


def commands_of(text: Value) -> tuple[Do, ...]:
    """Return the commands that a text names, in order."""
    return tuple(_commands(text))


def _commands(value: Value) -> Iterator[Do]:
    match value:
        case Do():
            yield value
        case Message():
            for _, inner in value.values:
                yield from _commands(inner)
        case Parts():
            for part in value.parts:
                yield from _commands(part)
        case tuple():
            for each in value:
                yield from _commands(each)


def decimals(written: str) -> Sentence:
    """Return a number that is written with a decimal point, which Dutch writes with a comma."""
    whole, point, part = written.partition(".")
    return message("common.decimals", whole=whole, part=part) if point else written


def rounds_in_words(numbers: Iterable[int]) -> Sentence:
    """Return which rounds these are: "round 3", "rounds 1 to 4 and 7"; at least one is given."""
    wanted = set(numbers)
    return message("common.rounds", n=len(wanted), rounds=spans(wanted))


def spans(numbers: Iterable[int]) -> tuple[Value, ...]:
    """Return numbers as a list that joins those in a row: 1 to 4 and 7."""
    wanted = enumerate(sorted(set(numbers)))
    runs = [
        [number for _, number in run]
        for _, run in groupby(wanted, key=lambda item: item[1] - item[0])
    ]
    return tuple(
        part
        for run in runs
        for part in ([message("common.span", first=run[0], last=run[-1])] if len(run) > 2 else run)
    )
