"""The verb about the program: its version, the packages it uses, their licences."""

from __future__ import annotations

from desk.terminal.about import about_view
from desk.terminal.options import read_options
from desk.terminal.registry import Registry
from desk.terminal.session import LICENCE, VERSION
from desk.terminal.tables import show

here = Registry()


@here.verb("about")
@read_options
def about() -> None:
    """Show the version of the program, and the packages it uses with their licences."""
    show(about_view(VERSION, LICENCE))
