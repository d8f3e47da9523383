"""One game that is rated: the difference that counts, what is expected, and what it changes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ledger.values import Outcome, Tempo
from projections.ratings.edition import RatingEdition
from projections.standings.opponents_ratings import expected_percentage

_HALVES: dict[Outcome, tuple[int, int]] = {
    "1-0": (2, 0),
    "0-1": (0, 2),
    "1/2-1/2": (1, 1),
    "0-0": (0, 0),
    "1/2-0": (1, 0),
    "0-1/2": (0, 1),
}


def halves_over_the_board(outcome: Outcome, white: bool) -> int:
    """Return the half points of white, or of black, by a result that was not by default."""
    return _HALVES[outcome][0 if white else 1]


class Played(NamedTuple):
    """A game between two rated players: both ratings, and the half points of the own score."""

    own: int
    opponent: int
    halves: int


class GameChange(NamedTuple):
    """What a game is worth: `hundredths` is the score less what was expected, in hundredths.

    `difference` is own less opponent's; `counted` is that after the cap; `expected` is in per cent.
    `capped`: the difference reaches the cap, or is greater, as FIDE's pages mark it.
    """

    difference: int
    counted: int
    expected: int
    hundredths: int
    capped: bool


def changes(
    games: Sequence[Played], edition: RatingEdition, tempo: Tempo
) -> tuple[GameChange, ...]:
    """Return what each game of a tournament is worth, in their order.

    FIDE B.02, 8.3.1 and 8.3.2. Where the cap holds once, the higher rated player has it in the
    first of the games with the greatest difference.
    """
    once = edition.change.cap_holds == "once"
    differences = [own - opponent for own, opponent, _ in games]
    greatest = max(range(len(games)), key=lambda at: (differences[at], -at), default=None)
    return tuple(
        _change(game, edition, tempo, free=once and differences[at] > 0 and at != greatest)
        for at, game in enumerate(games)
    )


def _change(game: Played, edition: RatingEdition, tempo: Tempo, free: bool) -> GameChange:
    """Return what a game is worth; `free`: the cap does not hold in it."""
    difference = game.own - game.opponent
    cap = edition.change.cap
    free = free or uncapped(game.own, game.opponent, edition, tempo)
    counted = difference if free else max(-cap, min(cap, difference))
    expected = expected_percentage(counted)
    worth = 50 * game.halves - expected
    return GameChange(difference, counted, expected, worth, not free and abs(difference) >= cap)


def uncapped(own: int, opponent: int, edition: RatingEdition, tempo: Tempo) -> bool:
    """Tell whether a player is so strong that the difference counts whole (8.3.1, since 2025)."""
    least = edition.of_tempo(tempo).uncapped_from
    either = edition.change.uncapped_goes_by == "either"
    return least is not None and (max(own, opponent) if either else own) >= least


def too_far_apart(own: int, opponent: int, edition: RatingEdition, tempo: Tempo) -> bool:
    """Tell whether a game is not rated, as one of the two is so strong and the other so far off."""
    keys = edition.of_tempo(tempo)
    if keys.far_above is None or keys.far_apart is None:
        return False
    return max(own, opponent) > keys.far_above and abs(own - opponent) >= keys.far_apart
