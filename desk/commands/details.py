"""The details at the head of a report to a federation: place, dates and officials."""

from __future__ import annotations

import datetime as dt
from typing import Literal

from desk.commands import base
from desk.commands.base import Command, Text
from ledger.facts.records import DetailField


class DetailsFields(Command):
    """Place, dates and officials; kept in a record beside the ledger, never in a fact."""

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
    """Record details of the tournament; omitted fields stay as they are, `clear` empties fields."""

    command: Literal["details"] = "details"
    clear: tuple[DetailField, ...] = ()
