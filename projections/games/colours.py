"""Colour difference, colour preference and aligned histories of one player.

A history is text with one character per round: `W` or `B` for a game played with that colour
(kleur), `-` for a round without a played game. Only played games count (F3, F4).
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from ledger.values import Colour

ABSOLUTE: Final = 3
STRONG: Final = 2
LIGHT: Final = 1
NONE: Final = 0


@dataclass(frozen=True, slots=True)
class Preference:
    """The colour a player should get next (kleurvoorkeur), and how strongly.

    `colour` is None only for a player without a played game; `strength` is 3 absolute, 2 strong, 1
    light, 0 none. Its text is "B2", "W3", or "-0" for no preference.

    Rule: knsb-wp-2014 A5; knsb-wp-1996 A5.
    """

    colour: Colour | None
    strength: int

    def __str__(self) -> str:
        """Return the form of the vectors and of `--json`: colour and strength, "-0" for none."""
        return f"{self.colour or '-'}{self.strength}"


def other(colour: Colour) -> Colour:
    """Return the opposite colour."""
    return "B" if colour == "W" else "W"


def played_colours(history: str) -> str:
    """Return the colours of the games played, oldest first, without the unplayed rounds.

    Rule: knsb-wp-2014 F3, F4; knsb-wp-1996 F3, F4.
    """
    return history.replace("-", "")


def difference(history: str) -> int:
    """Return the games played with white minus the games played with black (kleursaldo).

    Rule: knsb-wp-2014 A5; knsb-wp-1996 A5.
    """
    return history.count("W") - history.count("B")


def difference_text(history: str) -> str:
    """Return the difference as the indelingskaart shows it: "+1", "-2", and "+0" or "-0".

    A zero takes the sign of the last game (white "+0", black "-0"); "0" when no game was played.

    Rule: knsb-wp-2014 A5; knsb-wp-1996 A5.
    """
    played = played_colours(history)
    balance = difference(played)
    if balance:
        return f"{balance:+d}"
    if not played:
        return "0"
    return "+0" if played[-1] == "W" else "-0"


@lru_cache(maxsize=4096)
def preference(history: str, topscorer_in_last_round: bool = False) -> Preference:
    """Return the preference that a history gives for the next round.

    `topscorer_in_last_round`: the next round is the last and the player has more than half of the
    points so far; an absolute preference then falls to the next rule that fits.

    Two equal colours at the end decide the colour before a difference of one does, because the same
    colour a third time is barred. A history that B2 would never have allowed (difference beyond one
    against two equal colours at the end) follows the difference, which the text names first.

    Rule: knsb-wp-2014 A5; knsb-wp-1996 A5.
    """
    played = played_colours(history)
    if not played:
        return Preference(None, NONE)
    balance = difference(played)
    by_difference: Colour = "B" if balance > 0 else "W"
    if not topscorer_in_last_round:
        if abs(balance) > 1:
            return Preference(by_difference, ABSOLUTE)
        if len(played) > 1 and played[-1] == played[-2]:
            return Preference("B" if played[-1] == "W" else "W", ABSOLUTE)
    if balance:
        return Preference(by_difference, STRONG)
    return Preference("B" if played[-1] == "W" else "W", LIGHT)


@lru_cache(maxsize=4096)
def breaks_b2(history: str, colour: Colour) -> bool:
    """Tell whether one more game with `colour` breaks B2: difference beyond two, or three in a row.

    A colour that brings a difference back towards zero never breaks B2a, however large the
    difference has become through games outside the rules.

    Rule: knsb-wp-2014 B2, F3; knsb-wp-1996 B2, F3.
    """
    played = played_colours(history)
    balance = difference(played)
    towards = balance if colour == "W" else -balance
    return towards >= 2 or played.endswith(colour * 2)


def aligned(history: str, other_history: str) -> tuple[str, str]:
    """Return two histories as E3 compares them: gaps moved to the front, both equally long.

    `ZWW-Z` becomes `-ZWWZ`; the shorter one is filled up with `-` at the front.

    Rule: knsb-wp-2014 F4; knsb-wp-1996 F4.
    """
    width = max(len(history), len(other_history))
    one, two = (played_colours(each).rjust(width, "-") for each in (history, other_history))
    return one, two


def last_difference(history: str, other_history: str) -> tuple[Colour, Colour] | None:
    """Return the colours of both at the last game in which they differed; None if they never did.

    Rule: knsb-wp-2014 E3, F4; knsb-wp-1996 E3, F4.
    """
    for mine, theirs in zip(*map(reversed, aligned(history, other_history)), strict=True):
        if mine == "W" and theirs == "B":
            return "W", "B"
        if mine == "B" and theirs == "W":
            return "B", "W"
    return None
