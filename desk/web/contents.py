"""The table of contents: every page, found by the folders that pages stand in.

Nothing else is served but the files of `static` and the answer of `health`.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from typing import Final

from desk.web import pages, public
from desk.web.routes import WebRoute, routes

FOLDERS: Final = (pages, public)
"""Where pages stand; whoever adds a page adds its module here, and no list."""


def _routes() -> tuple[WebRoute, ...]:
    for folder in FOLDERS:
        for module in iter_modules(folder.__path__, f"{folder.__name__}."):
            import_module(module.name)
    return routes()


ROUTES: Final = _routes()
"""The addresses of all pages, in the order in which they are tried."""
