"""The errors of an unreadable command line, in the words of the catalogue."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from desk.terminal.option_names import spelled
from desk.terminal.words import words

if TYPE_CHECKING:
    from ledger.messages import Sentence


class Misuse(click.UsageError):
    """An unreadable command line; `what` tells why."""

    def __init__(self, what: Sentence, ctx: click.Context | None = None) -> None:
        super().__init__(words(what), ctx)


def bad_value(option: str, what: Sentence) -> click.BadParameter:
    """Return the error of an option with a meaningless value."""
    return click.BadParameter(words(what), param_hint=spelled(option))
