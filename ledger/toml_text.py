"""TOML that people write: rulebooks, editions, rules of prizes."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from fractions import Fraction
from typing import Any, TypeAlias

from ledger.messages import message
from ledger.text_files import shortened
from ledger.values import fraction_of
from ledger.wrong_values import WrongValue

Tree: TypeAlias = dict[str, Any]


class NoToml(WrongValue):
    """A text that is not TOML, or that holds a number or a depth that cannot be read."""

    line: int | None = None
    """The line that is wrong, from 1; None where it is not known."""


def fraction(text: str) -> Fraction:
    """Return a number exactly; raise NoToml for infinity and nan, which are not numbers here."""
    try:
        return fraction_of(text)
    except ValueError:
        raise NoToml(message("toml.no-number", text=shortened(text))) from None


def tree_of(text: str, number: Callable[[str], object] = fraction) -> Tree:
    """Return the keys of a text; `number` reads a number that is not whole, and may raise NoToml.

    Raise NoToml for any other text: the fault in words of the program, and the line where known.
    """
    try:
        return tomllib.loads(text, parse_float=number)
    except NoToml:
        raise
    except tomllib.TOMLDecodeError as error:
        raise _stopped(str(error), text) from None
    except RecursionError:
        raise NoToml(message("values.too-deep")) from None
    except ValueError:  # Python's own limit on the digits of an integer
        raise NoToml(message("toml.too-many-digits")) from None


def _stopped(said: str, text: str) -> NoToml:
    """Return what stopped the reading, and on which line, from what tomllib said of it.

    The end of the text counts as its last line that is not empty.
    """
    if re.match("Cannot|Duplicate", said):
        wrong = NoToml(message("toml.twice"))
    elif re.match(r"Invalid\sdate", said):
        wrong = NoToml(message("toml.no-date"))
    else:
        wrong = NoToml(message("toml.no-toml"))
    line = re.search(r"\(at line (\d+), column \d+\)$", said)
    wrong.line = int(line[1]) if line else text.count("\n", 0, len(text.rstrip())) + 1
    return wrong
