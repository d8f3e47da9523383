"""Modules that are imported when they are first used, for what most runs of the program need not."""

from __future__ import annotations

from importlib import import_module
from typing import Any


class Later:
    """A module that is imported with the first use of a name in it.

    It stands at the top of its reader, beside the import that a type checker reads in its place:

        if TYPE_CHECKING:
            from desk.answers import season
        else:
            season = Later("desk.answers.season")
    """

    def __init__(self, module: str) -> None:
        self._module = module

    def __getattr__(self, name: str) -> Any:
        """Return what the module calls `name`; raise ImportError where there is no such module."""
        return getattr(import_module(self._module), name)
