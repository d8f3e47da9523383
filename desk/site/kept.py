"""Where the website of a ledger is made and sent, kept beside the ledger, so that it can go by itself.

It is no fact: another machine has other folders. What became of it the last time stands there too.
"""

from __future__ import annotations

from typing import Any, Final

from pydantic import BaseModel, ConfigDict, ValidationError

from desk.answers.beside_ledger import keep, kept
from ledger.kept_names import WEBSITE
from ledger.place import LedgerPlace
from ledger.values import Language

_OF_LEDGER: Final = "website"
"""The one entry of the file: a website is of the whole ledger."""


class WebsiteKept(BaseModel):
    """A website that is made again after each fact, while an evening or a served desk goes on.

    `target` is where it is sent, "" for nowhere. `address`, `why` and `tournament` are as the verb
    was given them; `tournament` "" means all, `language` is that of who asked. `done_at` is when it was last made and sent, in UTC as
    ISO 8601, "" for never.
    """

    model_config = ConfigDict(frozen=True)
    folder: str
    target: str = ""
    address: str = ""
    why: bool = True
    tournament: str = ""
    language: Language = "en"
    done_at: str = ""


def website_of(place: LedgerPlace) -> WebsiteKept | None:
    """Return the website that is made by itself; None: there is none, or it cannot be read."""
    try:
        entry: Any = kept(place, WEBSITE, _OF_LEDGER)
        return WebsiteKept.model_validate(entry) if entry else None
    except (OSError, ValidationError):
        return None


def keep_website(place: LedgerPlace, website: WebsiteKept | None) -> None:
    """Keep a website, None: none from now on; raise OSError."""
    entry = {} if website is None else website.model_dump(mode="json")
    keep(place, WEBSITE, _OF_LEDGER, entry)
