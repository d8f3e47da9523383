"""The titles of players, as lists and tournament files write them."""

from __future__ import annotations

from ledger.values import Title

_TITLES: dict[str, Title] = {
    "g": "GM",
    "m": "IM",
    "f": "FM",
    "c": "CM",
    "wg": "WGM",
    "wm": "WIM",
    "wf": "WFM",
    "wc": "WCM",
    "gm": "GM",
    "im": "IM",
    "fm": "FM",
    "cm": "CM",
    "wgm": "WGM",
    "wim": "WIM",
    "wfm": "WFM",
    "wcm": "WCM",
}


def title_of(text: str) -> Title:
    """Return the title that a file writes, "" for none and for one that is not known."""
    return _TITLES.get(text.strip().lower(), "")
