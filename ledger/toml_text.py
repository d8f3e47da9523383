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
    """A text that is no TOML, or has a number or a depth that cannot be read."""

    line: int | None = None
    """Where it goes wrong, from 1; None where that is no one place."""


def fraction(text: str) -> Fraction:
    """Return a number exactly; infinity and nan are not numbers here. Raise NoToml."""
    try:
        return fraction_of(text)
    except ValueError:
        raise NoToml(message("toml.no-number", text=shortened(text))) from None


def tree_of(text: str, number: Callable[[str], object] = fraction) -> Tree:
    """Return the keys of a text; `number` reads one with a point, and may raise NoToml.

    Raise NoToml, with the line where that is known, in our words.
    """
    try:
        return tomllib.loads(text, parse_float=number)
    except NoToml:
        raise
    except tomllib.TOMLDecodeError as error:
        raise _stopped(str(error), text) from None
    except RecursionError:
        raise NoToml(message("toml.too-deep")) from None
    except ValueError:  # Python's own limit on the digits of an integer
        raise NoToml(message("toml.too-many-digits")) from None


def _stopped(said: str, text: str) -> NoToml:
    """Return where reading stopped: at a key or table that is there already, or at no TOML."""
    twice = re.match("Cannot (overwrite|declare)", said)
    wrong = NoToml(message("toml.twice" if twice else "toml.no-toml"))
    line = re.search(r"\(at line (\d+)", said)
    wrong.line = int(line[1]) if line else text.count("\n", 0, len(text.rstrip())) + 1
    return wrong
