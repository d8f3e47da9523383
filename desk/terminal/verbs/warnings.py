"""The verb that lists what asks for an answer."""

from __future__ import annotations

from desk.commands.warnings_view import warnings_view
from desk.terminal.options import read_options
from desk.terminal.registry import Registry
from desk.terminal.tables import show

here = Registry()


@here.verb("warnings")
@read_options
def warnings() -> None:
    """Show what asks for an answer, and at which level."""
    show(warnings_view())
