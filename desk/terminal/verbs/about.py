"""The verb about the program: its version, the packages it uses, their licences."""

from __future__ import annotations

from desk.terminal.about import about_view
from desk.terminal.options import read_options
from desk.terminal.registry import Registry
from desk.terminal.tables import show
from desk.version import LICENCE, VERSION

here = Registry()


@here.verb("about")
@read_options
def about() -> None:
    """Show the version of the program, and the packages it uses with their licences."""
    show(about_view(VERSION, LICENCE))
