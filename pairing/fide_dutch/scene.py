"""A bracket of the Dutch System in its field: what the criteria read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, TypeAlias

from pairing.fide.colours import colour_of_higher
from pairing.fide_dutch.field import DutchField
from projections.games.colours import STRONG, difference, played_colours

POINT: Final = 2
"""The one point of A8 (2017), in half points, whatever a won game is worth."""

BracketKind: TypeAlias = Literal["ordinary", "penultimate", "last"]


@dataclass(frozen=True, slots=True)
class DutchBracket:
    """A bracket, by places: players moved down, residents, the next scoregroup, all below that.

    In the edition of 2017 one can be of another kind: a penultimate one has nobody following, a
    last one nobody below it at all, and its residents may have scores of their own.
    """

    moved: tuple[int, ...]
    residents: tuple[int, ...]
    following: tuple[int, ...]
    lower: tuple[int, ...]
    kind: BracketKind = "ordinary"

    @property
    def players(self) -> tuple[int, ...]:
        """Return everybody in it, in the order of 1.2."""
        return (*self.moved, *self.residents)


class Pair(NamedTuple):
    """A pair by places, how far the higher one is above the lower, and what it costs in colours.

    These are the players at a topscorer's board who get a colour difference beyond two, and one
    colour three times running, and those who do not get the colour that they prefer, and strongly.
    """

    higher: int
    lower: int
    gap: int
    beyond_two: int
    third_colour: int
    denied: int
    denied_strong: int


class Scene:
    """A bracket in its field; `one_floater`: it has just one, who has the bye (C9).

    `levels` are the scores of the bracket, `lowest` the lowest of them, `gaps` every difference that
    a pair can have, but 0; `following` is the score of the next scoregroup, if there is one.
    `topscorers` tells whether there are any in it.
    """

    def __init__(
        self, field: DutchField, bracket: DutchBracket, *, one_floater: bool = False
    ) -> None:
        """Take both."""
        self.field = field
        self.bracket = bracket
        self.one_floater = one_floater
        self.scores = field.scores
        self.players = field.players
        self.moved = frozenset(bracket.moved)
        self.count = field.size + 1
        """More than the players: the span of a count, of whom each is in one pair."""
        here = bracket.players
        self.levels = {field.scores[i] for i in here}
        self.gaps: set[int] = set()
        if len(self.levels) > 1:
            low = {field.scores[i] for i in bracket.residents}
            self.gaps = {high - score for high in self.levels for score in low if high > score}
        self.topscorers = any(field.players[i].topscorer for i in here)
        self.lowest = min(self.levels)
        self.following = field.scores[bracket.following[0]] if bracket.following else 0

    def below(self, i: int) -> int:
        """Return how far a player is above a point below the bracket.

        Rule: fide-dutch-2017 A8.
        """
        return self.scores[i] - self.lowest + POINT

    def pair(self, higher: int, lower: int) -> Pair:
        """Return a pair; its colours are worked out once for all criteria.

        Of two with the same preference one is refused, the one whose preference is not stronger, so
        a strong one is refused where the weaker of both is strong; a refused absolute preference is
        not strong.

        Rule: fide-dutch-2026 C10, C11, C12, C13; fide-dutch-2017 C8, C9, C10, C11.
        """
        field = self.field
        mine = field.wishes[higher]
        theirs = field.wishes[lower]
        refused = mine.colour is not None and mine.colour == theirs.colour
        strong = refused and min(mine.strength, theirs.strength) == STRONG
        one = field.players[higher]
        two = field.players[lower]
        beyond = third = 0
        if one.topscorer or two.topscorer:
            colour = colour_of_higher(one, two, field.initial)[0]
            for player, white in ((one, colour == "W"), (two, colour == "B")):
                beyond += abs(difference(player.colours) + (1 if white else -1)) > 2
                third += played_colours(player.colours)[-2:] == ("WW" if white else "BB")
        gap = self.scores[higher] - self.scores[lower]
        return Pair(higher, lower, gap, beyond, third, int(refused), int(strong))
