"""The details at the head of a report to a federation: place, dates and officials."""

from __future__ import annotations

import datetime as dt

from desk.commands import base
from desk.commands.base import Command, Name, Note


class DetailsFields(Command):
    """Place, dates and officials; kept in a record beside the ledger, never in a fact."""

    city: Name | None = None
    federation: base.Federation | None = None
    begins: dt.date | None = None
    ends: dt.date | None = None
    type: Note | None = None
    arbiter: Name | None = None
    deputy_arbiters: tuple[Name, ...] = ()
    tempo: Note | None = None
    club: Name | None = None
    venue: Name | None = None
    organiser: Name | None = None
    time_zone: base.TimeZone | None = None
