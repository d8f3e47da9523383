"""Why a player has white: preferences, B2, and the clauses E1 to E4 with the histories aligned."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ledger.rulebooks.rulebook import RatingKeys
from ledger.values import Colour
from pairing.explain.claims import Claim, ClaimValue
from pairing.explain.explainer import by_lot
from pairing.explain.question import Question
from pairing.norms.colours import NOBODY_PREFERS, assign, colour_of_higher, preference_of
from pairing.norms.legality import may_play, norm_broken
from pairing.norms.model import Contestant
from pairing.rating.colours import BY_ANALOGY, colour_on_rating, turned
from pairing.systems.registry import first_colour
from projections.games.colours import aligned, difference_text, preference


class Colouring:
    """How the colours of a round are given: players in order, and the rules of its system."""

    def __init__(self, asked: Question) -> None:
        """Take the round; on rating nobody has the exception for topscorers (A7)."""
        self.asked, self.readings = asked, asked.rules.rating
        self.on_rating = asked.rules.system == "rating"
        players = asked.contestants
        if self.on_rating:
            players = tuple(replace(c, topscorer=False) for c in players)
        self.contestants = {c.key: c for c in asked.contestants}
        self.players = {c.key: c for c in players}
        self.order = {c.key: at for at, c in enumerate(players)}

    def ranked(self, one: int, two: int) -> tuple[Contestant, Contestant]:
        """Return two players, the higher placed first."""
        first, second = sorted((one, two), key=self.order.__getitem__)
        return self.players[first], self.players[second]

    def decide(
        self, higher: Contestant, lower: Contestant, readings: RatingKeys | None = None
    ) -> tuple[Contestant, Contestant, str]:
        """Return who has white, who black, and the clause.

        Rule: knsb-wp-2014 E1, E2, E3, E4; knsb-rating-2014 E1, E2, E3, E4.
        """
        if not self.on_rating:
            return assign(higher, lower)
        number = self.asked.table.numbers[higher.key]
        colour, clause = colour_on_rating(readings or self.readings, higher, lower, number)
        return (higher, lower, clause) if colour == "W" else (lower, higher, clause)

    def colours_otherwise(self, board: tuple[int, int], number: int | None) -> Iterator[Claim]:
        """That the rules give a game's colours the other way round, where they do.

        Rule: knsb-wp-2014 B2, E1, E2, E3, E4; knsb-rating-2014 B2, E1, E2, E3, E4.
        """
        white, _, clause = self.decide(*self.ranked(*board))
        if white.key != board[0]:
            rules = self.asked.rules
            given, against = (self.contestants[key] for key in board)
            wrong = norm_broken(rules, given, against) == "B2"
            breaks = wrong and norm_broken(rules, against, given) is None
            detail: dict[str, ClaimValue] = {"breaks_b2": breaks}
            detail |= {} if number is None else {"board": number}
            yield Claim("colours_otherwise", board, clause=cited(clause), detail=detail)

    def decisions(self, higher: Contestant, lower: Contestant) -> tuple[str, ...]:
        """Return the readings of the colour rules on rating without which it would be otherwise."""
        if not self.on_rating:
            return ()
        own = self.decide(higher, lower)[0]
        return tuple(
            f"rating.{key}"
            for key, readings in turned(self.readings).items()
            if self.decide(higher, lower, readings)[0] != own
        )


def why_colour(asked: Question, one: int, two: int) -> Iterator[Claim]:
    """Who of two has white by the rules, and by which clause; the higher placed comes first.

    Rule: knsb-wp-2014 A5, B2, E1, E2, E3, E4, F4; knsb-rating-2014 A7, E1, E2, E3, E4, E5, F3.
    """
    board = next((b for b in asked.boards if set(b) == {one, two}), None)
    if board is not None:
        yield Claim("board", board, detail={"board": asked.boards.index(board) + 1})
    if asked.by_lot:
        if board is None:
            yield from by_lot(asked, (one, two))
            return
        yield Claim("by_lot", board, clause=asked.by_lot)
        if asked.by_lot == "F4":
            yield _first_round(asked, board)
        return
    rules = Colouring(asked)
    higher, lower = rules.ranked(one, two)
    for player in (higher, lower):
        yield _preference(player, rules)
        yield from _barred(player)
    white, black, clause = rules.decide(higher, lower)
    if clause in ("E3", "E4"):
        yield _histories(higher, lower, rules)
    yield _decided(higher, lower, (white.key, black.key), clause, rules)
    if board is not None:
        yield from rules.colours_otherwise(board, None)


def _first_round(asked: Question, board: tuple[int, int]) -> Claim:
    """Rule: knsb-rating-2014 E5."""
    order = [c.key for c in asked.contestants]
    higher, lower = sorted(board, key=order.index)
    at, readings = order.index(higher), asked.rules.rating
    number = asked.table.numbers[higher]
    detail: dict[str, ClaimValue] = {
        "place": at + 1 if readings.e5 == "position" else number,
        "first_colour": first_colour(asked.table, asked.rules) or "W",
    }
    decisions = ("rating.e5",) if (number - 1 - at) % 2 else ()
    return Claim("colour", board, (higher, lower), "E5", decisions=decisions, detail=detail)


def _decided(
    higher: Contestant, lower: Contestant, colours: tuple[int, int], clause: str, rules: Colouring
) -> Claim:
    mine, his = preference_of(higher), preference_of(lower)
    decisions = rules.decisions(higher, lower)
    detail: dict[str, ClaimValue] = {}
    if clause == NOBODY_PREFERS:
        decisions = ("D_by_analogy",)
    elif clause == BY_ANALOGY:
        decisions = ("rating.nobody_prefers",)
    elif clause == "B2":
        by_e = colour_of_higher(higher, lower)[0]
        if (colours[0] == higher.key) != (by_e == "W"):
            decisions = (*decisions, "B2_before_E")
    elif mine.colour is None or his.colour is None:
        detail["only"] = "higher" if his.colour is None else "lower"
    else:
        detail["wish"] = mine.colour
    both = higher.key, lower.key
    return Claim("colour", colours, both, cited(clause), decisions=decisions, detail=detail)


def cited(clause: str) -> str:
    """The clause of the rulebook that what the colour rules say stands in."""
    return {NOBODY_PREFERS: "D", BY_ANALOGY: "E5"}.get(clause, clause)


def _preference(player: Contestant, rules: Colouring) -> Claim:
    wish = preference_of(player)
    detail: dict[str, ClaimValue] = {
        "colours": player.colours,
        "difference": difference_text(player.colours),
        "colour": wish.colour,
        "strength": ("none", "light", "strong", "absolute")[wish.strength],
        "topscorer": player.topscorer,
    }
    fell = player.topscorer and preference(player.colours).strength > wish.strength
    decisions = ("A5_topscorer",) if fell else ()
    clause = "A7" if rules.on_rating else "A5"
    return Claim("preference", (player.key,), clause=clause, decisions=decisions, detail=detail)


def _barred(player: Contestant) -> Iterator[Claim]:
    """Rule: knsb-wp-2014 B2; knsb-wp-1996 B2."""
    colours: tuple[Colour, Colour] = ("W", "B")
    for colour in colours:
        if not may_play(player, colour):
            yield Claim("colour_barred", (player.key,), clause="B2", detail={"colour": colour})


def _histories(higher: Contestant, lower: Contestant, rules: Colouring) -> Claim:
    """Both histories, gaps moved to the front, and where they last differ (from 0), if they do.

    On rating a rulebook may have them compared round by round.

    Rule: knsb-wp-2014 E3, F4; knsb-wp-1996 E3, F4; knsb-rating-2014 E3, F3.
    """
    first, second = aligned(higher.colours, lower.colours)
    closed = not rules.on_rating or rules.readings.e3 == "closed"
    if not closed:
        first, second = higher.colours.rjust(len(first), "-"), lower.colours.rjust(len(first), "-")
    differing = [
        i for i, (a, b) in enumerate(zip(first, second, strict=True))
        if a != b and "-" not in (a, b)
    ]  # fmt: skip
    at = max(differing, default=None)
    detail: dict[str, ClaimValue] = {
        "histories": (higher.colours, lower.colours),
        "aligned": (first, second),
        "differ_at": at,
    }
    clause = "F4" if not rules.on_rating else "F3" if closed else "E3"
    return Claim("history", (higher.key, lower.key), clause=clause, detail=detail)
