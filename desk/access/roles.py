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


CHIEF = frozenset({Role.CHIEF})
ARBITERS = CHIEF | {Role.DEPUTY}
STAFF = ARBITERS | {Role.HELPER}
READERS = STAFF | {Role.COMMITTEE}
JUDGES = ARBITERS | {Role.COMMITTEE}
PLAYERS = frozenset({Role.PLAYER})
EVERYBODY = READERS | {Role.PLAYER, Role.PUBLIC}
