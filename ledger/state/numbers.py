"""The numbers of the players: who has one, who waits for one, and what people call them by."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from ledger.facts.tournament import NumbersAssigned
from ledger.state.parts import Entrant
from ledger.values import Unnumbered


def take_numbers(players: Mapping[int, Entrant], fact: NumbersAssigned) -> None:
    """Give the players the numbers of a fact, and take theirs from those it leaves without one."""
    for player, number in zip(fact.players, fact.numbers, strict=True):
        entrant = players[player]
        entrant.number = number
        if entrant.numbered_from is None:
            entrant.numbered_from = fact.with_round or 1
    for player in fact.without or ():
        players[player].number = players[player].numbered_from = None


def next_number(players: Iterable[Entrant], removed: Iterable[Entrant]) -> int:
    """Return the number after all that are given; those of removed players are given to nobody."""
    return 1 + max(
        (one.number for one in (*players, *removed) if one.number is not None), default=0
    )


def label_without_number(
    players: Mapping[int, Entrant], player: int, removed: Collection[int] = ()
) -> int:
    """Return what people call a player by who has no number: the entry, of those not `removed`.

    Who waits for a number has one after the last, in the order of entry, which commands take and
    files write.
    """
    entrant = players.get(player)
    if entrant is None:
        return player
    if entrant.numbered_from is not None:
        return player - sum(gone < player for gone in removed)
    last = max((one.number for one in players.values() if one.number is not None), default=0)
    return Unnumbered(last + 1 + waiting(players).index(player))


def numbers_left_empty(players: Mapping[int, Entrant]) -> list[int]:
    """Return the numbers below the last one that nobody has: those of people who were removed."""
    given = {one.number for one in players.values() if one.number is not None}
    return [number for number in range(1, max(given, default=0)) if number not in given]


def waiting(players: Mapping[int, Entrant]) -> list[int]:
    """Return the players without a number until they are first in a pairing, by entry."""
    return [player for player, one in players.items() if one.numbered_from is None]


def numbers_missing(players: Mapping[int, Entrant]) -> bool:
    """Tell whether numbers are still to be given before a round can be paired."""
    return any(one.number is None and one.numbered_from is not None for one in players.values())
