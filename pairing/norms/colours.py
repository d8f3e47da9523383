"""Who has white in a pair: E1 to E4, and B2, which overrides them."""

from ledger.values import Colour
from pairing.norms.legality import may_play
from pairing.norms.model import Board, Contestant
from projections.games.colours import Preference, last_difference, other, preference

NOBODY_PREFERS = "D by analogy"


def preference_of(player: Contestant) -> Preference:
    """Return the player's preference for the round to be paired.

    Rule: knsb-wp-2014 A5; knsb-wp-1996 A5.
    """
    return preference(player.colours, player.topscorer)


def colour_of_higher(higher: Contestant, lower: Contestant) -> tuple[Colour, str]:
    """Return the colour that E gives the higher classified, ignoring B2, and the clause.

    Rule: knsb-wp-2014 E1, E2, E3, E4; knsb-wp-1996 E1, E2, E3, E4.
    """
    mine = preference_of(higher)
    theirs = preference_of(lower)
    if mine.colour is None and theirs.colour is None:
        return "W", NOBODY_PREFERS
    if theirs.colour is None and mine.colour is not None:
        return mine.colour, "E1"
    if mine.colour is None and theirs.colour is not None:
        return other(theirs.colour), "E1"
    assert mine.colour is not None
    assert theirs.colour is not None
    if mine.colour != theirs.colour:
        return mine.colour, "E1"
    if mine.strength != theirs.strength:
        return (mine.colour if mine.strength > theirs.strength else other(theirs.colour)), "E2"
    before = last_difference(higher.colours, lower.colours)
    if before is not None:
        return other(before[0]), "E3"
    return mine.colour, "E4"


def assign(higher: Contestant, lower: Contestant) -> tuple[Contestant, Contestant, str]:
    """Return white, black, and the deciding clause; `higher` stands higher in the classification.

    The clause is "E1" ... "E4", "D by analogy" when nobody has a preference, or "B2" when only one
    of the two colour assignments keeps B2 and not both preferences can be granted. For a pair that
    is illegal either way (set by hand) the clauses E decide alone.

    Rule: knsb-wp-2014 E1, E2, E3, E4, B2; knsb-wp-1996 E1, E2, E3, E4, B2.
    """
    colour, clause = colour_of_higher(higher, lower)
    higher_white = may_play(higher, "W") and may_play(lower, "B")
    higher_black = may_play(higher, "B") and may_play(lower, "W")
    if higher_white != higher_black:
        forced: Colour = "W" if higher_white else "B"
        if forced != colour or clause not in ("E1", NOBODY_PREFERS):
            colour = forced
            clause = "B2"
    if colour == "W":
        return higher, lower, clause
    return lower, higher, clause


def boards_in_order(
    contestants: dict[int, Contestant], position: dict[int, int], pairs: list[tuple[int, int]]
) -> tuple[Board, ...]:
    """Return the boards of (higher, lower) `pairs` of keys, with colours, in the order of F2.

    The score of the higher, then the sum of both scores, then the place of the higher in A4
    (`position` by key, 0 is best).

    Rule: knsb-wp-2014 F2; knsb-wp-1996 F2.
    """

    def rank(pair: tuple[int, int]) -> tuple[int, int, int]:
        higher = contestants[pair[0]]
        lower = contestants[pair[1]]
        total = higher.points_halves + lower.points_halves
        return -higher.points_halves, -total, position[higher.key]

    boards = []
    for first, second in sorted(pairs, key=rank):
        white, black, clause = assign(contestants[first], contestants[second])
        boards.append(Board(white.key, black.key, clause))
    return tuple(boards)
