"""The pairing numbers that go by strength: their order, and who gets or loses one with a round."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Sequence
from typing import TypeAlias, cast

from ledger.facts.tournament import NumbersAssigned
from ledger.messages import Sentence, message
from ledger.names import alphabetical
from ledger.state.book import Book
from ledger.state.numbers import waiting
from ledger.state.tournament import Entrant
from ledger.values import TITLE_ORDER, NumberMethod
from pairing.systems.registry import system_of

RatingOrder: TypeAlias = tuple[int, int, tuple[str, ...], int]
"""The sort key of a player: rating and title, the highest first, what orders equals, entry."""

DEFINITE = 4
"""The round whose pairing makes numbers definite."""


def rating_order(book: Book, entrant: Entrant) -> RatingOrder:
    """Return the sort key of the rating order: rating, title, the declared criterion, entry.

    Players of the same rating and title go by name unless another criterion is declared.

    Rule: fide-dutch-2026 GHR2.2.
    """
    return strength(book, entrant, book.name(entrant.player))


def strength(book: Book, entrant: Entrant, name: str) -> RatingOrder:
    """Return the sort key of the rating order for a player who may be nobody yet.

    Rule: fide-dutch-2026 GHR2.2.
    """
    rating = entrant.rating or 0
    title = TITLE_ORDER.index(entrant.title)
    declared = book.state.ratings.start_rank
    player = entrant.player
    second: tuple[str, ...] = alphabetical(name)
    if declared is not None and declared.second == "entry":
        second = ()
    elif declared is not None and declared.second == "lots":
        second = (hashlib.sha256(f"{declared.seed}:{player}".encode()).hexdigest(),)
    return -rating, title, second, player


def by_strength(book: Book) -> NumberMethod | None:
    """Return how numbers were given where they go by strength, None where they do not."""
    by = book.state.numbers_method
    return cast(NumberMethod, by) if by in ("rating", "file") else None


def are_definite(book: Book) -> bool:
    """Tell whether newcomers get the next number at the end: from the pairing of round 4 on.

    The regulations may always give them the place in the order.

    Rule: fide-dutch-2026 GHR2.4, GHR2.5.
    """
    place = book.rules.late_number
    return place != "always_proper" and (place == "last" or len(book.state.rounds) >= DEFINITE)


def numbered_with(book: Book, number: int, paired: Collection[int]) -> NumbersAssigned | None:
    """Return the numbers that go with the publication of a round, None where they stay.

    `paired` are the players in its pairing, the bye included. In FIDE mode the others have no
    number from round 1 on; with the first round in whose pairing they are, they get it as a late
    entry would. Where the initial colour goes by the number itself all keep theirs: the round could
    not be paired again from a file with the numbers of later.

    Rule: fide-dutch-2026 GHR2.4, GHR2.5.
    """
    state = book.state
    method = cast(NumberMethod, book.state.numbers_method)
    if number == 1 and not state.rounds:
        away = [e.player for e in state.in_number_order() if e.player not in paired]
        if not (away and state.fide.in_mode and _with_first_pairing(book)):
            return None
        order = [e.player for e in state.in_number_order() if e.player in paired]
        return NumbersAssigned(
            players=tuple(order),
            numbers=tuple(range(1, len(order) + 1)),
            method=method,
            with_round=number,
            without=tuple(away),
        )
    newcomers = [state.players[p] for p in waiting(state.players) if p in paired]
    if not newcomers:
        return None
    order = [e.player for e in state.in_number_order() if e.number is not None]
    newcomers.sort(key=lambda one: rating_order(book, one))
    proper = by_strength(book) and not are_definite(book)
    for newcomer in newcomers:
        at = place_in(book, order, rating_order(book, newcomer)) if proper else len(order)
        order.insert(at, newcomer.player)
    return NumbersAssigned(
        players=tuple(order),
        numbers=tuple(range(1, len(order) + 1)),
        method=method,
        with_round=number,
        newcomers=tuple(one.player for one in newcomers),
    )


def _with_first_pairing(book: Book) -> bool:
    """Tell whether numbers can come with the first pairing: a round is paired alike without."""
    return book.rules.numbers_follow_pairings and not system_of(book.rules).takes_everybody


def place_in(book: Book, order: Sequence[int], mine: RatingOrder) -> int:
    """Return where a player goes in an order of players, as an index: before the first weaker one.

    Rule: fide-dutch-2026 GHR2.4.
    """
    weaker = (
        at
        for at, player in enumerate(order)
        if rating_order(book, book.state.players[player]) > mine
    )
    return next(weaker, len(order))


def as_numbered(book: Book, numbers: NumbersAssigned | None) -> Book:
    """Return a book with the numbers that go with a round to be published; None: they stay."""
    if numbers is None:
        return book
    then = book.trial()
    then.take((numbers,))
    return then


def numbers_noted(book: Book, numbers: NumbersAssigned | None) -> tuple[Sentence, ...]:
    """Return who gets or loses a number with a round, and whose number moves; () for nobody."""
    if numbers is None:
        return ()
    then = as_numbered(book, numbers)
    now = book.state.players
    notes = list[Sentence]()
    if lost := numbers.without or ():
        notes.append(message("waiting.without", n=len(lost), players=then.called_some(lost)))
    if new := numbers.newcomers or ():
        notes.append(message("waiting.numbered", n=len(new), players=then.called_some(new)))
    both = zip(numbers.players, numbers.numbers, strict=True)
    moved = [p for p, number in both if now[p].number not in (None, number)]
    if moved:
        players = then.called_some(moved)
        notes.append(message("waiting.moved", n=len(moved), players=players))
    return tuple(notes)
