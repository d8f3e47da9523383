"""Colours as FIDE gives them: who may meet whom, who has white, and the boards in their order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal, TypeAlias

from ledger.values import Colour
from pairing.fide.players import FidePlayer
from pairing.graphs.matching import bits
from pairing.norms.legality import have_met
from pairing.norms.model import Board
from projections.games.colours import (
    ABSOLUTE,
    Preference,
    difference,
    last_difference,
    other,
    played_colours,
    preference,
)

ColourNorm: TypeAlias = Literal["third running", "difference"]
"""What a colour may not lead to: one colour three times running, a difference beyond two."""


def preference_of(player: FidePlayer) -> Preference:
    """Return a player's preference; a topscorer keeps theirs.

    Rule: fide-dutch-2026 1.7.
    """
    return preference(player.colours)


def obstacle(one: FidePlayer, two: FidePlayer) -> str | None:
    """Return the criterion that keeps two from meeting, None when they may meet.

    Rule: fide-dutch-2026 C1, C3.
    """
    if have_met(one, two) or two.key in one.barred or one.key in two.barred:
        return "C1"
    if one.topscorer or two.topscorer:
        return None
    first = preference_of(one)
    second = preference_of(two)
    return "C3" if first == second and first.strength == ABSOLUTE else None


def colours_forbidden(white: FidePlayer, black: FidePlayer) -> ColourNorm | None:
    """Return the rule that the colours of a board break, None when they break none.

    Nobody has a third game of one colour in a row, or a colour difference beyond two, unless one of
    the two is a topscorer.

    Rule: fide-dutch-2026 BR6, BR7, C3, 1.8; fide-dutch-2017 BRf, BRg; fide-burstein-2026 BR6, BR7;
    fide-dubov-2026 BR6, BR7.
    """
    if white.topscorer or black.topscorer:
        return None
    for player, colour in ((white, "W"), (black, "B")):
        wish = preference_of(player)
        if wish.strength == ABSOLUTE and wish.colour != colour:
            third = played_colours(player.colours).endswith(colour * 2)
            return "third running" if third else "difference"
    return None


def legal_masks(players: Sequence[FidePlayer], wishes: Sequence[Preference]) -> list[int]:
    """Return for each place the mask of those whom C1 and C3 let it meet.

    Rule: fide-dutch-2026 C1, C3.
    """
    place = {player.key: at for at, player in enumerate(players)}
    everybody = (1 << len(players)) - 1
    barred = [1 << at for at in range(len(players))]
    for at, player in enumerate(players):
        for key in player.met | player.barred:
            if key in place:
                barred[at] |= 1 << place[key]
                barred[place[key]] |= 1 << at
    absolute = {"W": 0, "B": 0}
    for at, wish in enumerate(wishes):
        if wish.colour and wish.strength == ABSOLUTE and not players[at].topscorer:
            absolute[wish.colour] |= 1 << at
    for same in absolute.values():
        for at in bits(same):
            barred[at] |= same
    return [everybody & ~mask for mask in barred]


def colour_of_higher(higher: FidePlayer, lower: FidePlayer, initial: Colour) -> tuple[Colour, str]:
    """Return the colour of the higher ranked, and the clause that gives it.

    `initial` is the colour drawn before round 1.

    Rule: fide-dutch-2026 5.2.1, 5.2.2, 5.2.3, 5.2.4, 5.2.5.
    """
    mine = preference_of(higher)
    theirs = preference_of(lower)
    if mine.colour is None and theirs.colour is None:
        return (initial if higher.counted % 2 else other(initial)), "5.2.5"
    if mine.colour is None or theirs.colour is None or mine.colour != theirs.colour:
        assert mine.colour is not None or theirs.colour is not None
        return mine.colour or other(theirs.colour or initial), "5.2.1"
    if mine.strength != theirs.strength:
        return (mine.colour if mine.strength > theirs.strength else other(theirs.colour)), "5.2.2"
    width = abs(difference(higher.colours))
    their_width = abs(difference(lower.colours))
    if mine.strength == ABSOLUTE and width != their_width:
        return (mine.colour if width > their_width else other(theirs.colour)), "5.2.2"
    before = last_difference(higher.colours, lower.colours)
    if before is not None:
        return other(before[0]), "5.2.3"
    return mine.colour, "5.2.4"


GivesColour: TypeAlias = Callable[[Any, Any, Colour], tuple[Colour, str]]
"""Gives the colour of the higher ranked of two by the initial colour, and the clause."""


def boards_in_order(
    pairs: Iterable[tuple[FidePlayer, FidePlayer]],
    initial: Colour,
    *,
    by_points: bool = False,
    gives: GivesColour = colour_of_higher,
) -> tuple[Board, ...]:
    """Return the boards of pairs (higher, lower), with colours, in the order of C.04.2.

    The score of the higher, then the sum of both scores, then the number of the higher. `by_points`
    leaves virtual points out of the scores; the colours never do. `gives` are the rules of colour.

    Rule: fide-dutch-2026 GHR3.6, ACC1.5.
    """

    def score(player: FidePlayer) -> int:
        return player.points_halves - (player.virtual_halves if by_points else 0)

    def rank(pair: tuple[FidePlayer, FidePlayer]) -> tuple[int, int, int]:
        higher = min(pair, key=lambda player: (-score(player), player.number))
        return -score(higher), -sum(map(score, pair)), higher.number

    boards = []
    for higher, lower in sorted(pairs, key=rank):
        colour, clause = gives(higher, lower, initial)
        white, black = (higher, lower) if colour == "W" else (lower, higher)
        boards.append(Board(white.key, black.key, clause))
    return tuple(boards)
