"""The roles of people at the desk in a browser."""

from __future__ import annotations

from enum import StrEnum


class Role(StrEnum):
    """What somebody is in a tournament; the table of routes says what each may do."""

    CHIEF = "chief"
    DEPUTY = "deputy"
    HELPER = "helper"
    COMMITTEE = "committee"
    PLAYER = "player"
    PUBLIC = "public"
