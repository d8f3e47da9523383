"""What a report to a federation says at its head: where, when and by whom a tournament is held."""

from __future__ import annotations

import datetime as dt
from typing import Literal

from desk.commands import base
from desk.commands.base import Command, Text


class DetailsFields(Command):
    """Where, when and by whom; kept in a record beside the ledger, never in a fact."""

    city: Text | None = None
    federation: base.Federation | None = None
    begins: dt.date | None = None
    ends: dt.date | None = None
    type: Text | None = None
    arbiter: Text | None = None
    deputy_arbiters: tuple[Text, ...] = ()
    tempo: Text | None = None
    club: Text | None = None
    venue: Text | None = None
    organiser: Text | None = None
    time_zone: base.TimeZone | None = None


class Details(DetailsFields):
    """Record details of the tournament; only what is given changes, and clear takes away."""

    command: Literal["details"] = "details"
    clear: tuple[
        Literal[
            "city",
            "federation",
            "begins",
            "ends",
            "type",
            "arbiter",
            "deputy_arbiters",
            "tempo",
            "club",
            "venue",
            "organiser",
            "time_zone",
        ],
        ...,
    ] = ()
