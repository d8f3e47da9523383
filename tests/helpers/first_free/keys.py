"""The keys of "first-free"."""

from __future__ import annotations

from typing import ClassVar, Literal

from ledger.rulebooks.section import Section


class FirstFreeKeys(Section):
    """`free`: who is free in an odd field, the last in order or the first."""

    name: ClassVar[str] = "first_free"

    free: Literal["last", "first"] = "last"
