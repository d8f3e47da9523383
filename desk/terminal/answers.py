"""Reading typed values: in either language, with dates and results in the usual spellings.

Facts and JSON have the code of a value; help shows it in the reader's language.
"""

from __future__ import annotations

import datetime as dt
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

import click
from click.shell_completion import CompletionItem

from desk.render.catalogue import room
from desk.terminal.language import language
from ledger.messages import message
from ledger.place import is_address
from ledger.text_files import quoted
from ledger.values import OUTCOMES, AbsenceCause

if TYPE_CHECKING:
    from ledger.messages import Sentence
    from ledger.values import Language

Param = click.Parameter | None
Ctx = click.Context | None

LANGUAGES: tuple[Language, ...] = ("en", "nl")


_DASHES = re.compile("[\\s_\N{HYPHEN}\N{EN DASH}\N{EM DASH}\N{MINUS SIGN}-]+")


def plain(text: str) -> str:
    """Return a text for comparison: lower case, any dash or space as one hyphen."""
    return _DASHES.sub("-", text.casefold().strip()).replace(",", ".")


def _ways(family: str, code: str, language: Language) -> list[str]:
    """Return the spellings of a value in a language, first the one to show."""
    text = room("answers", language).get(f"{family}.{re.sub('[ _]', '-', code)}", code)
    return [way.strip() for way in str(text).split("|")]


class BadAnswer(click.BadParameter):
    """A typed value that cannot be read; `what` tells why."""

    def __init__(self, what: Sentence, param: Param = None, ctx: Ctx = None) -> None:
        super().__init__("", ctx, param)
        self.what = what


class OneOf(click.ParamType[str]):
    """One of a few values, whose words are in the catalogue's room `answers`.

    `family` is the first part of their keys. `signs` are spellings in any language, `wrong` is the
    message for anything else.
    """

    def __init__(
        self,
        family: str,
        codes: Sequence[str],
        signs: Mapping[str, str] | None = None,
        wrong: str = "usage.no-choice",
    ) -> None:
        self.name = family
        self.family = family
        self.codes = tuple(codes)
        self.signs = signs or {}
        self.wrong = wrong

    def shown(self, code: str) -> str:
        """Return a value in the reader's spelling."""
        return _ways(self.family, code, language())[0]

    def listed(self, between: str = "|") -> str:
        """Return all values in the reader's spelling."""
        return between.join(map(self.shown, self.codes))

    def code_of(self, text: str) -> str | None:
        """Return the value of a text, None for no such value."""
        typed = plain(text)
        return next((code for way, code in self._all() if plain(way) == typed), None)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Return the values that begin so, as the reader spells them; a hyphen for each space."""
        with ctx.scope(cleanup=False):
            shown = [self.shown(code).replace(" ", "-") for code in self.codes]
        begun = plain(incomplete)
        return [CompletionItem(each) for each in shown if plain(each).startswith(begun)]

    def _all(self) -> Iterator[tuple[str, str]]:
        yield from ((code, code) for code in self.codes)
        yield from self.signs.items()
        for spoken in LANGUAGES:
            for code in self.codes:
                yield from ((way, code) for way in _ways(self.family, code, spoken))

    def convert(self, value: Any, param: Param, ctx: Ctx) -> str:
        """Return the value as it is recorded."""
        code = self.code_of(str(value))
        if code is None:
            what = message(self.wrong, text=quoted(value), choices=self.listed(", "))
            raise BadAnswer(what, param, ctx)
        return code


class AnyText(click.ParamType[str]):
    """A value that the command itself judges, so that all errors of a person come at once.

    `name` is the placeholder in help.
    """

    def __init__(self, name: str) -> None:
        self.name = name


class ChoiceOrText(OneOf):
    """One of a few values; any other text is left to the command itself."""

    def convert(self, value: Any, param: Param, ctx: Ctx) -> str:
        """Return the value as it is recorded, or the typed text."""
        return self.code_of(str(value)) or str(value).strip()


class Confirmation(ChoiceOrText):
    """The answer to a warning: yes or no; the number of a round may stand for yes."""

    def __init__(self) -> None:
        super().__init__("confirm", ("yes", "no"))


_DRAW = ("=", "½", "1/2", "0.5", ".5", "½-½", "0.5-0.5")

RESULT = OneOf(
    "result",
    OUTCOMES,
    {
        "1": "1-0",
        "0": "0-1",
        "1:0": "1-0",
        "0:1": "0-1",
        "½:½": "1/2-1/2",
        "1/2:1/2": "1/2-1/2",
        "0:0": "0-0",
        "½-0": "1/2-0",
        "½:0": "1/2-0",
        "1/2:0": "1/2-0",
        "0.5-0": "1/2-0",
        "0-½": "0-1/2",
        "0:½": "0-1/2",
        "0:1/2": "0-1/2",
        "0-0.5": "0-1/2",
    }
    | dict.fromkeys(_DRAW, "1/2-1/2"),
    wrong="usage.no-result",
)
OWN_RESULT = OneOf(
    "own-result",
    ("1", "1/2", "0", "1R", "0R"),
    {"½": "1/2", "=": "1/2", "0.5": "1/2", ".5": "1/2"},
    wrong="usage.no-own-result",
)
COLOUR = OneOf("colour", ("W", "B"))
CAUSE = OneOf("cause", get_args(AbsenceCause))
SIDE = OneOf("side", ("white", "black", "both"))
CONFIRMATION = Confirmation()


def by_one_player(text: str) -> bool:
    """Return whether a result is white's alone: 1, 0 or a draw; no board is named so."""
    return plain(text) in ("1", "0", *_DRAW[:4]) or (
        RESULT.code_of(text) == "1/2-1/2" and plain(text).isalpha()
    )


def iso(text: str) -> str:
    """Return a date, or a text that begins with one, year first: 28-11-2026 is 2026-11-28.

    28/11/2026, 28.11.2026 and 28 november 2026 are the same day.
    """
    return _DAY_FIRST.sub(_year_first, text)


_DAY_FIRST = re.compile(r"^\s*(\d{1,2})([-/. ])\s?(\d{1,2}|[^\W\d]{3,})\2\s?(\d{4})\b")
"""A day, a month as a number or a word, and a year, with the same sign between them."""

_OF_THIS_YEAR = re.compile(r"^\s*(\d{1,2})([-/. ])\s?(\d{1,2}|[^\W\d]{3,})\s*$")
"""A day and a month."""


def _year_first(match: re.Match[str]) -> str:
    day, _, month, year = match.groups()
    number = _number_of(month)
    return f"{year}-{number:02}-{int(day):02}" if number else match[0]


def _number_of(month: str) -> int | None:
    """Return the number of a month by its number, its name or three letters of it, in any language."""
    if month.isdecimal():
        return int(month)
    small = month.casefold()
    for spoken in LANGUAGES:
        for number in range(1, 13):
            name = str(room("common", spoken)[f"month.{number}"]).casefold()
            if name.startswith(small) or small in _ways("short-month", str(number), spoken):
                return number
    return None


def near(text: str, today: dt.date) -> str:
    """Return a day without a year in the year that brings it nearest to today, year first."""
    match = _OF_THIS_YEAR.match(text)
    if match is None:
        return text
    days = []
    for year in (today.year - 1, today.year, today.year + 1):
        with suppress(ValueError):
            written = iso(f"{match[1]}{match[2]}{match[3]}{match[2]}{year}")
            days.append(dt.date.fromisoformat(written))
    nearest = min(days, key=lambda day: abs(day - today), default=None)
    return text if nearest is None else nearest.isoformat()


class Day(click.ParamType[str]):
    """A date as people write it: 28-11-2026, 28/11/2026, 28 november, 2026-11-28."""

    name = "date"

    def convert(self, value: Any, param: Param, ctx: Ctx) -> str:
        """Return the date with the year first."""
        text = iso(str(value).strip())
        session = ctx.find_root().obj if ctx is not None else None
        if (runtime := getattr(session, "runtime", None)) is not None:
            text = near(text, runtime.now().date())
        try:
            dt.date.fromisoformat(text)
        except ValueError as error:
            raise BadAnswer(message("usage.no-date", text=quoted(value)), param, ctx) from error
        return text


class MomentName(click.ParamType[str]):
    """A position, a time or a publication, with dates in a usual spelling."""

    name = "moment"

    def convert(self, value: Any, param: Param, ctx: Ctx) -> str:
        """Return the moment with the year of its date first."""
        return iso(str(value))


class Time(click.ParamType[dt.datetime]):
    """A moment, in the time zone of the tournament unless it names another."""

    name = "time"

    def convert(self, value: Any, param: Param, ctx: Ctx) -> dt.datetime:
        """Return the moment, with its offset if it names one."""
        try:
            return dt.datetime.fromisoformat(iso(str(value)))
        except (ValueError, OverflowError) as error:
            raise BadAnswer(message("usage.no-time", text=quoted(value)), param, ctx) from error


class Whole(click.ParamType[int]):
    """A whole number, within bounds if there are any."""

    name = "n"

    def __init__(self, low: int | None = None, high: int | None = None) -> None:
        self.low = low
        self.high = high

    def convert(self, value: Any, param: Param, ctx: Ctx) -> int:
        """Return the number."""
        try:
            number = int(value)
        except ValueError as error:
            raise BadAnswer(message("usage.no-number", text=quoted(value)), param, ctx) from error
        if self.low is not None and number < self.low:
            raise BadAnswer(message("usage.too-low", number=number, low=self.low), param, ctx)
        if self.high is not None and number > self.high:
            raise BadAnswer(message("usage.too-high", number=number, high=self.high), param, ctx)
        return number


class PathName(click.Path):
    """A file or folder; faults of a named one are reported in the reader's language."""

    def __init__(
        self, exists: bool = False, folder: bool = False, either: bool = False, dash: bool = False
    ) -> None:
        super().__init__(
            exists=exists,
            file_okay=not folder or either,
            dir_okay=folder or either,
            allow_dash=dash,
        )
        self.name = "folder" if folder else "file"

    def convert(self, value: Any, param: Param, ctx: Ctx) -> Any:
        """Return the path as it was typed; refuse a named pipe, which may wait for ever."""
        try:
            path = super().convert(value, param, ctx)
        except click.BadParameter as error:
            raise BadAnswer(self._why_not(Path(os.fsdecode(value))), param, ctx) from error
        if self.exists:
            from ledger.whole_files import check_kind  # temporary files, which help does without

            check_kind(Path(os.fsdecode(value)))
        return path

    def _why_not(self, path: Path) -> Sentence:
        name = click.format_filename(path)
        if not path.exists():
            folder = self.name == "folder"
            return message("usage.no-such-folder" if folder else "usage.no-such-file", name=name)
        if path.is_dir() and not self.dir_okay:
            return message("usage.is-folder", name=name)
        if path.is_file() and not self.file_okay:
            return message("usage.is-file", name=name)
        return message("usage.not-readable", name=name)


class PlaceName(PathName):
    """A file, or the address of a ledger on a server."""

    def convert(self, value: Any, param: Param, ctx: Ctx) -> Any:
        """Return the place as it was typed."""
        return value if is_address(os.fsdecode(value)) else super().convert(value, param, ctx)


NUMBER = Whole()
FILE = PathName(exists=True)
FILE_OR_SERVER = PlaceName(exists=True)
NEW_FILE_OR_SERVER = PlaceName()
FILE_OR_STDIN = PathName(exists=True, dash=True)
NEW_FILE = PathName()
FOLDER = PathName(exists=True, folder=True)
NEW_FOLDER = PathName(folder=True)
NEW_FILE_OR_FOLDER = PathName(either=True)
