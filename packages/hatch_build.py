"""What Hatch adds to the sources: the texts of the manual in the wheel, and its site where it can.

The site is that of `make manual` where it is of these pages; else it is built, where MkDocs is
there. A wheel without it has the texts: the desk shows those.
"""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Manual(BuildHookInterface[Any]):
    """Puts the manual in a wheel, and its site in an archive of the sources too."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Name the files of the manual, before anything is packed."""
        if version == "editable":
            return
        if self.target_name == "wheel":
            for page in sorted((Path(self.root) / "docs").glob("*.md")):
                build_data["force_include"][str(page)] = f"desk/manual/text/{page.name}"
        if (site := self._site()) is not None:
            build_data["force_include"][str(site)] = "desk/manual/site"

    def _site(self) -> Path | None:
        sys.path.insert(0, self.root)
        try:
            from desk.manual.pages import SITE
            from packages import manual

            if manual.is_current():
                return SITE
            if find_spec("mkdocs") is None or find_spec("material") is None:
                self.app.display_warning("without the site of the manual: make manual")
                return None
            self._made = TemporaryDirectory()
            site = Path(self._made.name) / "site"
            manual.build(site)
            return site
        finally:
            sys.path.remove(self.root)
