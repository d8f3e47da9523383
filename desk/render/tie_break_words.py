"""What people read of a tie-break, from its few words: heading, name, and what it means.

The room `tie-breaks` says each once; headings of columns, cells and pages have it from there.
"""

from __future__ import annotations

from collections.abc import Mapping

from ledger.rulebooks.tie_breaks import TieBreak, every_tie_break


def texts_of_tie_breaks(words: Mapping[str, str]) -> Mapping[str, Mapping[str, str]]:
    """Return the texts of tie-breaks by room and by key there; `words` are those of `tie-breaks`."""
    columns = dict[str, str]()
    cells = dict[str, str]()
    pages = dict[str, str]()
    others = {key.removesuffix(".short"): key for key in words if key.endswith(".short")}
    for name in dict.fromkeys([*every_tie_break(), *others]):
        code = name.code if isinstance(name, TieBreak) else ""
        short = words.get(f"{name}.short", code)
        key = words.get(f"{name}.key", short)
        columns[f"tie_breaks.{name}"] = short
        columns[f"fide.{name}"] = words.get(f"{name}.fide", short)
        cells[f"key.{name}"] = key
        cells[f"fide-key.{name}"] = words.get(f"{name}.fide", key)
        if isinstance(name, TieBreak):
            pages[f"long.{name}"] = _long(name, words)
    return {"columns": columns, "cells": cells, "web-standing": pages}


def _long(tie_break: TieBreak, words: Mapping[str, str]) -> str:
    """Return what a tie-break means: in its own words, or in those of its base and its modifiers."""
    own = words.get(f"{tie_break}.long")
    if own is not None:
        return own
    long = words[f"{tie_break.base()}.long"]
    for one in tie_break.modifiers:
        long = words[f"modifiers.{one.name}"].format(long=long)
    return long
