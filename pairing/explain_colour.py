"""Why a player has white: preferences, B2, and the clauses E1 to E4 with the histories aligned."""

from __future__ import annotations

from collections.abc import Iterator

from pairing.amend import broken_norm
from pairing.asked import Asked
from pairing.claims import Claim, Value
from pairing.colours import NOBODY_PREFERS, assign, colour_of_higher, preference_of
from pairing.legality import may_play
from pairing.state import Contestant
from projections.colours import Colour, aligned, difference_text, last_difference, preference


def why_colour(asked: Asked, one: int, two: int) -> Iterator[Claim]:
    """Who of two has white by the rules, and by which clause; the higher placed comes first.

    Rule: knsb-wp-2014 A5, B2, E1, E2, E3, E4, F4.
    """
    board = next((b for b in asked.boards if set(b) == {one, two}), None)
    if board is not None:
        yield Claim("board", board, detail={"board": asked.boards.index(board) + 1})
    if asked.by_lot:
        yield Claim("by_lot", board or (one, two), clause=asked.by_lot)
        return
    players = {c.key: c for c in asked.contestants}
    order = {c.key: at for at, c in enumerate(asked.contestants)}
    higher, lower = (players[key] for key in sorted((one, two), key=order.__getitem__))
    for player in (higher, lower):
        yield _preference(player)
        yield from _barred(player)
    white, black, clause = assign(higher, lower)
    if clause in ("E3", "E4"):
        yield _histories(higher, lower)
    yield _decided(higher, lower, (white.key, black.key), clause)
    if board is not None and board != (white.key, black.key):
        breaks = broken_norm(players[board[0]], players[board[1]]) == "B2"
        yield Claim("colours_otherwise", board, clause=cited(clause), detail={"breaks_b2": breaks})


def _decided(higher: Contestant, lower: Contestant, colours: tuple[int, int], clause: str) -> Claim:
    mine, his = preference_of(higher), preference_of(lower)
    decisions: tuple[str, ...] = ()
    detail: dict[str, Value] = {}
    if clause == NOBODY_PREFERS:
        decisions = ("D_by_analogy",)
    elif clause == "B2":
        by_e = colour_of_higher(higher, lower)[0]
        if (colours[0] == higher.key) != (by_e == "W"):
            decisions = ("B2_before_E",)
    elif mine.colour is None or his.colour is None:
        detail["only"] = "higher" if his.colour is None else "lower"
    else:
        detail["wish"] = mine.colour
    both = higher.key, lower.key
    return Claim("colour", colours, both, cited(clause), decisions=decisions, detail=detail)


def cited(clause: str) -> str:
    """The clause of the rulebook that what `colours.assign` says stands in."""
    return "D" if clause == NOBODY_PREFERS else clause


def _preference(player: Contestant) -> Claim:
    wish = preference_of(player)
    detail: dict[str, Value] = {
        "colours": player.colours,
        "difference": difference_text(player.colours),
        "colour": wish.colour,
        "strength": ("none", "light", "strong", "absolute")[wish.strength],
        "topscorer": player.topscorer,
    }
    fell = player.topscorer and preference(player.colours).strength > wish.strength
    decisions = ("A5_topscorer",) if fell else ()
    return Claim("preference", (player.key,), clause="A5", decisions=decisions, detail=detail)


def _barred(player: Contestant) -> Iterator[Claim]:
    """Rule: knsb-wp-2014 B2; knsb-wp-1996 B2."""
    colours: tuple[Colour, Colour] = ("W", "B")
    for colour in colours:
        if not may_play(player, colour):
            yield Claim("colour_barred", (player.key,), clause="B2", detail={"colour": colour})


def _histories(higher: Contestant, lower: Contestant) -> Claim:
    """Both histories, gaps moved to the front, and where they last differ (from 0), if they do.

    Rule: knsb-wp-2014 E3, F4; knsb-wp-1996 E3, F4.
    """
    first, second = aligned(higher.colours, lower.colours)
    at: int | None = None
    if last_difference(higher.colours, lower.colours) is not None:
        at = max(
            i for i, (a, b) in enumerate(zip(first, second, strict=True))
            if a != b and "-" not in (a, b)
        )  # fmt: skip
    detail: dict[str, Value] = {
        "histories": (higher.colours, lower.colours),
        "aligned": (first, second),
        "differ_at": at,
    }
    return Claim("history", (higher.key, lower.key), clause="F4", detail=detail)
