"""Explanations of a round of a Berger table for people."""

from __future__ import annotations

from typing import ClassVar

from pairing.explain.writer import Writer


class TableWriter(Writer):
    """Writes claims about one round of a table."""

    room: ClassVar[str] = "round-robin"
