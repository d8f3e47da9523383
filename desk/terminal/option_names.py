"""The names of options in both languages: --ronden is --rounds, and each is understood in both.

The Dutch ones stand in the room `option-names` of the catalogue.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache

import click

from desk.render.catalogue import room
from desk.terminal.language import language


def long_name(param: click.Parameter) -> str:
    """Return the longest name of an option: the English one."""
    return max(param.opts, key=len)


def spelled(name: str) -> str:
    """Return the name of an option, or of its opposite, as it is in the reader's language."""
    return _dutch().get(name, name) if language() == "nl" else name


def shown_name(param: click.Parameter) -> str:
    """Return the name of an option as it is shown."""
    return spelled(long_name(param))


def names_of(params: Sequence[click.Parameter]) -> set[str]:
    """Return every English name of options, short ones too."""
    options = (param for param in params if isinstance(param, click.Option))
    return {name for option in options for name in (*option.opts, *option.secondary_opts)}


def in_english(own: Collection[str], typed: Sequence[str]) -> list[str]:
    """Return typed words with the English names of options that are own; the rest as it is."""
    end = typed.index("--") if "--" in typed else len(typed)
    return [*(_english(own, word) for word in typed[:end]), *typed[end:]]


def _english(own: Collection[str], word: str) -> str:
    name, sign, value = word.partition("=")
    if not name.startswith("--") or name in own:
        return word
    english = _english_names().get(name)
    return f"{english}{sign}{value}" if english in own else word


def known_in_english() -> Collection[str]:
    """Return the English names of all options there are; no other option has one of them in Dutch."""
    return _dutch().keys()


def spellings(own: Collection[str]) -> dict[str, str]:
    """Return each name of options in either language, with the one that is shown."""
    both = {name: spelled(name) for name in own}
    return both | {dutch: spelled(name) for name in own if (dutch := _dutch().get(name))}


@cache
def _dutch() -> dict[str, str]:
    return {f"--{name}": f"--{dutch}" for name, dutch in room("option-names", "nl").items()}


@cache
def _english_names() -> dict[str, str]:
    return {dutch: name for name, dutch in _dutch().items()}
