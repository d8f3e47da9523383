"""Why a player has white: preferences, B2, and clauses E1 to E4 with the histories aligned."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from ledger.values import Colour
from pairing.explain.claims import Claim, ClaimValue
from pairing.explain.explainer import by_lot
from pairing.explain.question import Question
from pairing.norms.colours import NOBODY_PREFERS, assign, colour_of_higher, preference_of
from pairing.norms.legality import broken_norm, may_play
from pairing.norms.model import Contestant
from projections.games.colours import Preference, aligned, difference_text, preference


class Colouring:
    """The colours of a round: the players in order and the rules of its system.

    A system with other rules for colours overrides them in a subclass.
    """

    preference_clause = "A5"
    by_histories: ClassVar[Sequence[str]] = ("E3", "E4")
    """The clauses for which histories are compared."""

    def __init__(self, question: Question) -> None:
        """Take the round."""
        self.question = question
        self.players = {c.key: c for c in question.contestants}
        self.order = {key: at for at, key in enumerate(self.players)}

    # --- parts that a system may override ---------------------------------------------------------

    def decide(self, higher: Contestant, lower: Contestant) -> tuple[Contestant, Contestant, str]:
        """Return who has white, who black, and the clause.

        Rule: knsb-wp-2014 E1, E2, E3, E4.
        """
        return assign(higher, lower)

    def norm_broken(self, white: int, black: int) -> str | None:
        """Return the norm that this board breaks, or None."""
        return broken_norm(self.players[white], self.players[black])

    def wish(self, player: Contestant) -> Preference:
        """Return the colour that a player should get, and how strongly."""
        return preference_of(player)

    def barred(self, player: Contestant) -> Iterator[Claim]:
        """Yield the colours that a norm does not leave a player.

        Rule: knsb-wp-2014 B2; knsb-wp-1996 B2.
        """
        colours: tuple[Colour, Colour] = ("W", "B")
        for colour in colours:
            if not may_play(player, colour):
                yield Claim("colour_barred", (player.key,), clause="B2", detail={"colour": colour})

    def decisions(self, higher: Contestant, lower: Contestant, clause: str) -> tuple[str, ...]:
        """Return the decisions on a silent text that the result depends on."""
        return ("D_by_analogy",) if clause == NOBODY_PREFERS else ()

    def cited(self, clause: str) -> str:
        """Return the rulebook's clause for a rule of colours."""
        return "D" if clause == NOBODY_PREFERS else clause

    def compared(self, higher: Contestant, lower: Contestant) -> tuple[str, str, str]:
        """Return both histories as they are compared, and the clause for this comparison.

        Rule: knsb-wp-2014 E3, F4; knsb-wp-1996 E3, F4.
        """
        return (*aligned(higher.colours, lower.colours), "F4")

    def of_first_round(self, board: tuple[int, int]) -> Iterator[Claim]:
        """Yield why a board of a first round without preferences has its colours."""
        return iter(())

    # --- the questions ----------------------------------------------------------------------------

    def ranked(self, one: int, two: int) -> tuple[Contestant, Contestant]:
        """Return the two players, the higher placed first."""
        first, second = sorted((one, two), key=self.order.__getitem__)
        return self.players[first], self.players[second]

    def colours_otherwise(self, board: tuple[int, int], number: int | None) -> Iterator[Claim]:
        """Yield the claim that the rules give a game the opposite colours, if they do.

        Rule: knsb-wp-2014 B2, E1, E2, E3, E4; knsb-rating-2014 B2, E1, E2, E3, E4.
        """
        white, _, clause = self.decide(*self.ranked(*board))
        if white.key != board[0]:
            norm = self.norm_broken(*board)
            breaks = norm is not None and self.norm_broken(*board[::-1]) is None
            detail: dict[str, ClaimValue] = {"breaks_b2": breaks}
            detail |= {"norm": norm} if breaks and norm != "B2" else {}
            detail |= {} if number is None else {"board": number}
            yield Claim("colours_otherwise", board, clause=self.cited(clause), detail=detail)

    def why_colour(self, one: int, two: int) -> Iterator[Claim]:
        """Yield which of two players has white by the rules, and by which clause.

        The higher placed player comes first.

        Rule: knsb-wp-2014 A5, B2, E1, E2, E3, E4, F4; knsb-rating-2014 A7, E1, E2, E3, E4, E5, F3.
        """
        question = self.question
        board = next((b for b in question.boards if set(b) == {one, two}), None)
        if board is not None:
            yield Claim("board", board, detail={"board": question.number_of(board)})
        if question.by_lot:
            if board is None:
                yield from by_lot(question, (one, two))
                return
            yield Claim("by_lot", board, clause=question.by_lot)
            yield from self.of_first_round(board)
            return
        higher, lower = self.ranked(one, two)
        for player in (higher, lower):
            yield self._preference(player)
            yield from self.barred(player)
        white, black, clause = self.decide(higher, lower)
        if clause in self.by_histories:
            yield self._histories(higher, lower)
        yield self._decided(higher, lower, (white.key, black.key), clause)
        if board is not None:
            yield from self.colours_otherwise(board, None)

    def _preference(self, player: Contestant) -> Claim:
        wish = self.wish(player)
        detail: dict[str, ClaimValue] = {
            "colours": player.colours,
            "difference": difference_text(player.colours),
            "colour": wish.colour,
            "strength": ("none", "light", "strong", "absolute")[wish.strength],
            "topscorer": player.topscorer,
        }
        fell = player.topscorer and preference(player.colours).strength > wish.strength
        decisions = ("A5_topscorer",) if fell else ()
        return Claim(
            "preference",
            (player.key,),
            clause=self.preference_clause,
            decisions=decisions,
            detail=detail,
        )

    def _histories(self, higher: Contestant, lower: Contestant) -> Claim:
        """Return both histories as they are compared, and the last differing index, if any."""
        first, second, clause = self.compared(higher, lower)
        differing = [
            i
            for i, (a, b) in enumerate(zip(first, second, strict=True))
            if a != b and "-" not in (a, b)
        ]
        detail: dict[str, ClaimValue] = {
            "histories": (higher.colours, lower.colours),
            "aligned": (first, second),
            "differ_at": max(differing, default=None),
        }
        return Claim("history", (higher.key, lower.key), clause=clause, detail=detail)

    def _decided(
        self, higher: Contestant, lower: Contestant, colours: tuple[int, int], clause: str
    ) -> Claim:
        mine = self.wish(higher)
        theirs = self.wish(lower)
        decisions = self.decisions(higher, lower, clause)
        detail: dict[str, ClaimValue] = {}
        if clause == "B2":
            by_e = colour_of_higher(higher, lower)[0]
            if (colours[0] == higher.key) != (by_e == "W"):
                decisions = (*decisions, "B2_before_E")
        elif mine.colour and theirs.colour:
            detail["wish"] = mine.colour
        elif mine.colour or theirs.colour:
            detail["only"] = "higher" if mine.colour else "lower"
        both = higher.key, lower.key
        cited = self.cited(clause)
        return Claim("colour", colours, both, cited, decisions=decisions, detail=detail)
