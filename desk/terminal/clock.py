"""The time zone of this machine, in which times are shown where a tournament has none of its own."""

from __future__ import annotations

import os
import time

_DAY_S = 86_400
"""An offset from UTC is less than this, in seconds."""


def mended_zone() -> str | None:
    """Take UTC in the place of a time zone that no clock can have, such as `TZ=AAA-99`.

    Return the zone as it was set, None when there is nothing wrong with it. The system takes any
    offset, and Python then raises ValueError at the first time that is shown.
    """
    if max(abs(time.timezone), abs(time.altzone)) < _DAY_S or not hasattr(time, "tzset"):
        return None
    wrong = os.environ.get("TZ", "")
    os.environ["TZ"] = "UTC"
    time.tzset()
    return wrong
