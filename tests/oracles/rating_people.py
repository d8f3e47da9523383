"""The Swiss on rating: the players of a round by A, B, E and F of the text.

Written from the text alone, for tests: it shares nothing with the engine, nor with the program's
reading of a crosstable. The crosstable, a player's record and the readings are its input.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ledger.rulebooks.rating_keys import RatingKeys
from pairing.norms.model import RatedPlayer
from projections.games.crosstable import Cell, CellKind, Crosstable
from projections.games.floats import Float

OVER_THE_BOARD = (CellKind.PLAYED, CellKind.ADJOURNED)
TITLES = ("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM")

Drops = tuple[int, int, int, int]
"""What a pair drops: B2, A7d, a preference (X), two strong preferences (Z)."""


def people(
    table: Crosstable, present: Collection[int], last_round: bool, readings: RatingKeys
) -> list[RatedPlayer]:
    """Return those present as they are to be paired after a table's rounds, in A2 order.

    Rule: knsb-rating-2014 A2, A10, B1b, F3.
    """
    rounds = table.rounds + (readings.topscorer == "total")
    players = []
    for key in present:
        row = table.cells[key]
        halves = sum(cell.halves for cell in row)
        played = [cell.kind in OVER_THE_BOARD for cell in row]
        colours = "".join(
            str(cell.colour) if over else "-" for cell, over in zip(row, played, strict=True)
        )
        met = frozenset(
            cell.opponent for cell, over in zip(row, played, strict=True) if over and cell.opponent
        )
        got_points = any(
            cell.halves > 0 and not over for cell, over in zip(row, played, strict=True)
        )
        floats = tuple(_float(table, key, len(row) - back, readings) for back in (1, 2))
        top = last_round and halves > rounds
        players.append(
            RatedPlayer(key, halves, colours, met, not got_points, top, (floats[0], floats[1]))
        )
    titles = {key: TITLES.index(title) for key, title in table.titles.items() if title in TITLES}
    players.sort(
        key=lambda p: (
            *(-p.points_halves, -table.ratings.get(p.key, 0)),
            *(titles.get(p.key, len(TITLES)), table.numbers[p.key]),
        )
    )
    return players


def _float(table: Crosstable, key: int, at: int, readings: RatingKeys) -> Float:
    """Return the float of one round.

    Rule: knsb-rating-2014 A4, B1b.
    """
    if at < 0:
        return ""
    cell: Cell = table.cells[key][at]
    if cell.kind not in OVER_THE_BOARD and cell.halves > 0:
        return "D"
    if cell.opponent is None:
        return ""
    if cell.kind is CellKind.DEFAULT_LOSS and readings.default_loss_float == "none":
        return ""
    mine, theirs = (
        sum(earlier.halves for earlier in table.cells[player][:at])
        for player in (key, cell.opponent)
    )
    return "D" if mine > theirs else "U" if mine < theirs else ""


class Norms:
    """One round's players by their places in A2 order, and the properties of two by B and A7."""

    def __init__(self, players: Sequence[RatedPlayer], number: int, readings: RatingKeys) -> None:
        """Take the players in A2 order, and the number of the round."""
        self.players, self.readings = players, readings
        self.odd_round = number % 2 == 1
        self.games = [player.colours.replace("-", "") for player in players]
        self.wishes = [self._wish(games) for games in self.games]
        self.of_pairs: dict[tuple[int, int], Drops | None] = {}

    def _wish(self, games: str) -> tuple[str, int]:
        """Return the preferred colour and its strength: 3 absolute, 2 strong, 1 light, 0 none.

        Rule: knsb-rating-2014 A7, A7f.
        """
        if not games:
            return "", 0
        balance = games.count("W") - games.count("B")
        if abs(balance) > 1:
            return ("B" if balance > 0 else "W"), 3
        alternate = "B" if games[-1] == "W" else "W"
        if games[-2:] in ("WW", "BB"):
            return alternate, 3
        if balance != 0:
            return ("B" if balance > 0 else "W"), 2
        return alternate, 1

    def may_have(self, i: int, colour: str) -> bool:
        """Return whether B2 lets a player have a colour.

        Rule: knsb-rating-2014 B2.
        """
        games = self.games[i]
        more = games.count(colour) - (len(games) - games.count(colour))
        return more < 2 and games[-2:] != colour * 2

    def drops(self, i: int, j: int) -> Drops | None:
        """Return what the pair drops; None when B1a, or B2, forbids it.

        Rule: knsb-rating-2014 B1a, B2, B4, A7d, A7e, C10g.
        """
        two = (min(i, j), max(i, j))
        if two not in self.of_pairs:
            self.of_pairs[two] = self._drops(*two)
        return self.of_pairs[two]

    def _drops(self, i: int, j: int) -> Drops | None:
        one, two = self.players[i], self.players[j]
        if two.key in one.met or one.key in two.met:
            return None
        keeps_b2 = (self.may_have(i, "W") and self.may_have(j, "B")) or (
            self.may_have(i, "B") and self.may_have(j, "W")
        )
        tops = (one.topscorer, two.topscorer)
        if not keeps_b2 and not (any(tops) if self.readings.b2_pair == "either" else all(tops)):
            return None
        (colour, how), (other, how_other) = self.wishes[i], self.wishes[j]
        same = colour != "" and colour == other
        strong = same and min(how, how_other) >= 2
        a7d, z = strong and self.odd_round, strong and not self.odd_round
        return int(not keeps_b2), int(a7d), int(same), int(z)

    def alone(self, places: Collection[int]) -> set[int]:
        """Return the players without an opponent among these.

        Rule: knsb-rating-2014 C1.
        """
        return {i for i in places if all(i == j or self.drops(i, j) is None for j in places)}

    def x1_z1(self, places: Collection[int]) -> tuple[int, int]:
        """Return X1 and Z1 of these players.

        Rule: knsb-rating-2014 A8.
        """
        p0 = len(places) // 2
        big = {"W": 0, "B": 0}
        small = {"W": 0, "B": 0}
        a = 0
        for i in places:
            colour, how = self.wishes[i]
            missed = self.players[i].colours.count("-")
            if not colour:
                a += 1
            elif not self.odd_round and how == 1 and missed % 2 == 1:
                small[colour] += 1
            else:
                big[colour] += 1
        if big["B"] + small["B"] > big["W"] + small["W"]:
            x1 = p0 - big["W"] - small["W"] - a
        else:
            x1 = p0 - big["B"] - small["B"] - a
        z1 = p0 - min(big["W"], big["B"]) - small["W"] - small["B"] - a
        return max(x1, 0), 0 if self.odd_round else max(z1, 0)

    # --- E and F1 ---

    def boards(
        self, pairs: Collection[tuple[int, int]], numbers: Sequence[int]
    ) -> list[tuple[int, int]]:
        """Return (white, black), by key, in the order of F1; `numbers` are pairing numbers.

        Rule: knsb-rating-2014 F1.
        """
        halves = [player.points_halves for player in self.players]
        ordered = sorted(
            (sorted(pair) for pair in pairs),
            key=lambda p: (-halves[p[0]], -halves[p[0]] - halves[p[1]], p[0]),
        )
        boards = []
        for higher, lower in ordered:
            both = self.players[higher].key, self.players[lower].key
            white = self._colour(higher, lower, numbers[higher]) == "W"
            boards.append(both if white else both[::-1])
        return boards

    def _colour(self, higher: int, lower: int, number: int) -> str:
        """Return the colour of the higher ranked by E, unless B2 allows only the other.

        Rule: knsb-rating-2014 B2, E1, E2, E3, E4, E5.
        """
        white = self.may_have(higher, "W") and self.may_have(lower, "B")
        black = self.may_have(higher, "B") and self.may_have(lower, "W")
        if white != black:
            return "W" if white else "B"
        (mine, how), (theirs, how_theirs) = self.wishes[higher], self.wishes[lower]
        not_theirs = {"W": "B", "B": "W", "": ""}[theirs]
        if not mine and not theirs:
            parity = self.readings.nobody_prefers == "parity"
            return "B" if parity and number % 2 == 0 else "W"
        if mine != theirs:
            return mine or not_theirs
        if how != how_theirs:
            return mine if how > how_theirs else not_theirs
        closed = self.readings.e3 == "closed"
        one, two = (self.games[i] if closed else self.players[i].colours for i in (higher, lower))
        for own, others in zip(reversed(one), reversed(two), strict=False):
            if own + others in ("WB", "BW"):
                return others
        return mine
