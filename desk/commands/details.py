"""What a report to a federation says at its head: where, when and by whom a tournament is held."""

from __future__ import annotations

import datetime as dt
from typing import Literal

from pydantic import Field

from desk.commands import base
from desk.commands.base import Command, Text


class DetailsFields(Command):
    """Where, when and by whom; kept in a record beside the ledger, never in a fact."""

    city: Text | None = Field(None, description="City where it is played.")
    federation: base.Federation | None = Field(None, description="Three letters.")
    begins: dt.date | None = Field(
        None, description="First day, where it is not that of the first round."
    )
    ends: dt.date | None = Field(
        None, description="Last day, where it is not that of the last round."
    )
    type: Text | None = Field(None, description="Type of tournament, in words.")
    arbiter: Text | None = Field(None, description="Name of the chief arbiter.")
    deputy_arbiters: tuple[Text, ...] = Field((), description="Names of the deputy arbiters.")
    tempo: Text | None = Field(None, description="Time allowed for moves or game.")


class Details(DetailsFields):
    """Record details of the tournament; only what is given changes, and clear takes away."""

    command: Literal["details"] = "details"
    clear: tuple[
        Literal[
            "city", "federation", "begins", "ends", "type", "arbiter", "deputy_arbiters", "tempo"
        ],
        ...,
    ] = Field((), description="Field to be taken away.")
