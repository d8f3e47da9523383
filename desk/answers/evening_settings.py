"""How a club has its evenings: which sheets, where they go, and a second copy of the ledger.

It is asked once, and kept beside the ledger; see `desk.answers.beside_ledger`.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, ValidationError

from desk.answers.beside_ledger import keep, kept
from ledger.kept_names import EVENING
from ledger.place import LedgerPlace

SheetTarget: TypeAlias = Literal["folder", "browser", "printer"]
"""Sheets are files in a folder, are opened in the browser to print, or go to a printer."""


class Delivery(BaseModel):
    """Something that a step of the evening makes: a sheet of a round, or the copy."""

    model_config = ConfigDict(frozen=True)
    kind: Literal["sheet", "copy"]
    sheet: str = ""
    round: int = 0


class EveningSettings(BaseModel):
    """The choices of a club.

    `before` and `after` are the sheets that are made when a round is published and closed. `where`
    is the folder, or the name of the printer ("" for the usual one). `copies` is the folder of the
    second copy; None: not wanted. `waiting` is what failed, and is
    tried again at the next step.
    """

    model_config = ConfigDict(frozen=True)
    before: tuple[str, ...] = ("by-name", "pairings")
    after: tuple[str, ...] = ("standing",)
    target: SheetTarget = "folder"
    where: str = ""
    copies: str | None = None
    waiting: tuple[Delivery, ...] = ()


def settings_of(place: LedgerPlace, tournament: str) -> EveningSettings | None:
    """Return the choices for a tournament; None: not asked yet, or not to be read."""
    try:
        entry: Any = kept(place, EVENING, tournament)
        return EveningSettings.model_validate(entry) if entry else None
    except (OSError, ValidationError):
        return None


def keep_settings(place: LedgerPlace, tournament: str, settings: EveningSettings) -> None:
    """Keep the choices for a tournament; raise OSError."""
    keep(place, EVENING, tournament, settings.model_dump(mode="json"))
