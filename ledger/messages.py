"""Messages for people, as data: a key of the catalogue, and the values to fill in.

A front end turns a message into words in the language of its reader, and each command in it into a
command line, a button or a link. Text that is the same in every language - a name, a typed date -
is a str.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Never, TypeAlias

from ledger.values import Unnumbered


class Blank(str):
    """A field that the person fills in, by its displayed name: PLAYER, ROUNDS."""

    __slots__ = ()


class Letters(str):
    """Letters of colours, W and B, in the notation of programs: WBW, B2."""

    __slots__ = ()


class ByFide(str):
    """A code of which a column has two words: this one is by FIDE's names, wp is BH."""

    __slots__ = ()


class Nameless(str):
    """How programs call a person without a name: "7 player 7", or "player 7" at the end."""

    __slots__ = ()


CommandValue: TypeAlias = "str | int | Sentence | tuple[str | int, ...]"
"""The value of a field; True is an option without a value, a message an example."""


class _Wordless:
    """Data without words of its own, so that it cannot become text by mistake."""

    __slots__ = ()

    def __format__(self, spec: str) -> Never:
        """Raise TypeError: only a front end has the words."""
        raise TypeError(f"{self!r} is not a text; make it a value of a message")


@dataclass(frozen=True, slots=True)
class Do(_Wordless):
    """A command, or another verb, with its fields in the order in which they are named.

    `verb` is the name in command files: absent, correct-result, mirror-build. "" stands for the
    command that the person gave: the fields are additions to it.
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
"""A text for people; a str is the same in every language."""

Value: TypeAlias = "Sentence | int | float | Fraction | dt.date | tuple[Value, ...]"
"""A value in a message; several values are written as a list: a, b and c."""


def message(key: str, /, **values: Value) -> Sentence:
    """Return a message: message("handlers.no-board", round=3, board=7)."""
    return Message(key, tuple(values.items()))


def do(verb: str, /, **fields: CommandValue) -> Sentence:
    """Return a command that helps: do("absent", player=Blank("PLAYER"), round=3).

    A player who has no number yet is called by the one that commands take.
    """
    typed = {name: int(v) if isinstance(v, Unnumbered) else v for name, v in fields.items()}
    return Do(verb, tuple(typed.items()))


def also(**fields: CommandValue) -> Sentence:
    """Return fields to add to the command that the person gave: also(confirm="yes")."""
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


def day_and_time(day: dt.date, time: str | None) -> Sentence:
    """Return a day, with the time of day (HH:MM) if there is one."""
    if time is None:
        return message("common.day", day=day)
    hour, _, minute = time.partition(":")
    return message("common.day-time", day=day, hour=hour, minute=minute)


def day_in_full(day: dt.date, time: str | None = None) -> Sentence:
    """Return a day as people write it, with its weekday; and the time of day (HH:MM), if any."""
    full = message("common.day-in-full", weekday=_weekday(day), day=_day_of_year(day))
    if time is None:
        return full
    hour, _, minute = time.partition(":")
    return message("common.day-time", day=full, hour=hour, minute=minute)


def days_in_full(first: dt.date, last: dt.date) -> Sentence:
    """Return the days from a first one to a last one; what both have in common is said once."""
    if first == last:
        return day_in_full(first)
    begin: Sentence = _day_of_year(first)
    if first.year == last.year:
        begin = message("common.day-of-month", day=first.day, month=_month(first))
        if first.month == last.month:
            begin = str(first.day)
    return message("common.span", first=begin, last=_day_of_year(last))


def _day_of_year(day: dt.date) -> Sentence:
    return message("common.day-of-year", day=day.day, month=_month(day), year=str(day.year))


def _month(day: dt.date) -> Sentence:
    return message(f"common.month.{day.month}")


def _weekday(day: dt.date) -> Sentence:
    return message(f"common.weekday.{day.isoweekday()}")


def decimals(written: str) -> Sentence:
    """Return a number written with a decimal point, which Dutch writes with a comma."""
    whole, point, part = written.partition(".")
    return message("common.decimals", whole=whole, part=part) if point else written


def rounds_in_words(numbers: Iterable[int]) -> Sentence:
    """Return the rounds in words: "round 3", "rounds 1 to 4 and 7". `numbers` is not empty."""
    wanted = set(numbers)
    return message("common.rounds", n=len(wanted), rounds=spans(wanted))


MOST_NAMES = 6
"""The number of players whom a sentence names that may be about many of them."""


def names_in_words(names: Iterable[Sentence], most: int | None = None) -> Sentence:
    """Return players as a list: "1 Bos, A.; 2 Cor, B. and 3 Dijk, C.", since names hold commas.

    Beyond the first `most` (None: all are named) it gives their number.
    """
    several = tuple(names)
    named = several[:most]
    if more := len(several) - len(named):
        return message("book.and-more", players=run_on(*named, between="; "), n=more)
    if len(named) < 2:
        return run_on(*named)
    return message("common.and", before=run_on(*named[:-1], between="; "), last=named[-1])


def spans(numbers: Iterable[int]) -> tuple[Value, ...]:
    """Return numbers as a list in which consecutive ones are joined: 1 to 4 and 7."""
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
