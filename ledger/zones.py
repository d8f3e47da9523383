"""Time zones, and moments in them."""

from __future__ import annotations

import datetime as dt
from contextlib import suppress
from zoneinfo import ZoneInfo


def zone_named(name: str) -> dt.tzinfo | None:
    """Return the time zone with an IANA name: Europe/Amsterdam; None if there is no such zone."""
    with suppress(KeyError, ValueError, OSError):
        return ZoneInfo(name)
    return None


def moment_of(text: str, zone: dt.tzinfo | None) -> dt.datetime:
    """Return a moment from ISO 8601, in a time zone unless it names its own offset.

    Raise ValueError if it is not a moment, OverflowError at the ends of time.
    """
    return in_zone(dt.datetime.fromisoformat(text), zone)


def in_zone(moment: dt.datetime, zone: dt.tzinfo | None) -> dt.datetime:
    """Return a moment without offset as one of a time zone, None: that of this machine."""
    if moment.tzinfo is not None:
        return moment
    return moment.astimezone() if zone is None else moment.replace(tzinfo=zone)
