"""Who recorded a fact, in words: by role and number as accounts are named, a player by name."""

from __future__ import annotations

from typing import Final

from ledger.messages import Sentence, message
from ledger.state.book import Book

ROLES: Final = ("chief", "deputy", "helper", "committee", "board")
"""The kinds of actors that have a number: accounts, and the code of a board."""


def player_of(actor: str) -> int | None:
    """Return the key of the player that an actor is, None where it is not a player."""
    kind, _, number = actor.partition("-")
    known = kind == "player" and number.isascii() and number.isdecimal()
    return int(number) if known else None


def actor_called(book: Book, actor: str) -> Sentence:
    """Return who an actor is: chief arbiter 1 for chief-1, a player by name, another as it is."""
    kind, _, number = actor.partition("-")
    if (player := player_of(actor)) is not None:
        return book.name(player)
    if not (number.isascii() and number.isdecimal()):
        return actor
    return message(f"actors.{kind}", number=int(number)) if kind in ROLES else actor
