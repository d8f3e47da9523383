"""Mirrors as the program makes them: with sentences in English."""

from __future__ import annotations

from functools import partial

from desk.render.english import english
from projections.mirror import in_memory
from projections.mirror.refresh import refresh as refresh_with

refresh = partial(refresh_with, says=english)
"""Bring the mirror of a ledger up to date."""

mirror = partial(in_memory.mirror, says=english, described=False)
"""A function that returns a copy of one tournament in memory, its tables without comments."""
