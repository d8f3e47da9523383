"""The codes of a large sheet are drawn in the background: a thousand take seconds of the processor."""

from __future__ import annotations

import time
from collections.abc import Sequence
from threading import Lock, Thread
from typing import Final

from desk.render.qr import qr_svg

AT_ONCE: Final = 100
"""So many codes are drawn while somebody waits for their sheet."""

PAUSE_MS: Final = 1
"""After each code, so that other requests go on."""


class CodesAhead:
    """The codes that are being drawn; those that were drawn are kept by `qr_svg` itself."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._links: tuple[str, ...] = ()
        self._drawn = 0

    def drawn(self, links: Sequence[str]) -> int:
        """Return how many codes of a sheet are drawn; who asks first has the drawing begin.

        Where they are few they are drawn with the sheet, and all count as drawn.
        """
        if len(links) <= AT_ONCE:
            return len(links)
        with self._lock:
            if self._links != tuple(links):
                self._links = tuple(links)
                self._drawn = 0
                Thread(target=self._draw, args=(self._links,), daemon=True).start()
            return self._drawn

    def _draw(self, links: tuple[str, ...]) -> None:
        for at, link in enumerate(links, 1):
            qr_svg(link)
            if self._links is not links:
                return  # another sheet is asked for
            self._drawn = at
            time.sleep(PAUSE_MS / 1000)
