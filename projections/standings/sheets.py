"""A crosstable as arrays of whole numbers: a player's part in each round, under no rules yet.

They are the basis for scoring many tournaments at once (`projections.standings.bulk`). A code says
what a round was for a player; `cell` gives its meaning under a rulebook, by the plain functions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from ledger.rulebooks.rulebook import Rulebook
from ledger.state.tournament import Game, Round, Tournament
from ledger.values import OUTCOMES, Outcome, by_default
from projections.games.crosstable import (
    Cell,
    CellKind,
    Crosstable,
    cell_without_game,
    kind_without_game,
    outcome_cell,
    unfinished_cell,
)

CellT = TypeVar("CellT", np.uint8, np.int32)
Codes: TypeAlias = NDArray[np.uint8]
Places: TypeAlias = NDArray[np.int32]

ADJOURNED = len(OUTCOMES)
OPEN = len(OUTCOMES) + 1
_ON_BOARD = OPEN + 1
WITH_BLACK = _ON_BOARD
"""Added to the code of a board for the player with black."""

_KINDS = (
    CellKind.BYE,
    CellKind.FULL_BYE,
    CellKind.HALF_BYE,
    CellKind.ABSENT,
    CellKind.NO_NOTICE,
    CellKind.CLUB_DUTY,
    CellKind.WITHDRAWN,
    CellKind.NOT_ENTERED,
    CellKind.NOT_PAIRED,
)
WITHOUT_GAME = 2 * _ON_BOARD
CODES = WITHOUT_GAME + len(_KINDS)
"""The number of codes: from 0 with white, with black, without a game."""

_OF_OUTCOME: dict[Outcome | None, int] = {outcome: at for at, outcome in enumerate(OUTCOMES)}
_OF_KIND = {kind: WITHOUT_GAME + at for at, kind in enumerate(_KINDS)}
_EMPTY = 255


def cell(code: int, opponent: int | None, rules: Rulebook) -> Cell:
    """Return the cell of a code under a rulebook; `opponent` is a key in a game, or None."""
    if code >= WITHOUT_GAME:
        return cell_without_game(_KINDS[code - WITHOUT_GAME], rules)
    white = code < WITH_BLACK
    board = code % WITH_BLACK
    assert opponent is not None
    if board < len(OUTCOMES):
        return outcome_cell(OUTCOMES[board], white, opponent, rules.scores)
    return unfinished_cell(board == ADJOURNED, white, opponent, rules)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A tournament's players in number order, and a column of codes for each round.

    `players` are their keys, `numbers` their numbers. `codes` and `opponents` have a row a player
    and a column a round; an opponent is the index of their row, -1 for none.
    """

    players: Places
    numbers: Places
    codes: Codes
    opponents: Places

    def first(self, rounds: int) -> Sheet:
        """Return its first rounds."""
        return Sheet(self.players, self.numbers, self.codes[:, :rounds], self.opponents[:, :rounds])

    def table(self, rules: Rulebook, rounds: int) -> Crosstable:
        """Return its first rounds as a crosstable, without ratings and titles."""
        keys = self.players.tolist()
        cells = {
            player: tuple(
                cell(code, None if theirs < 0 else keys[theirs], rules)
                for code, theirs in zip(codes[:rounds], opponents[:rounds], strict=True)
            )
            for player, codes, opponents in zip(
                keys, self.codes.tolist(), self.opponents.tolist(), strict=True
            )
        }
        numbers = dict(zip(keys, self.numbers.tolist(), strict=True))
        return Crosstable(rounds, numbers, cells)


@dataclass(slots=True)
class Sheets:
    """Makes the sheets of a tournament as its facts come in; a touched round is coded again.

    Call `touch` for a round with changed boards or absences, or for all (None) when players or
    numbers changed.
    """

    _rows: dict[int, int] = field(default_factory=dict)
    _head: tuple[Places, Places] | None = None
    _rounds: dict[int, tuple[Codes, Places]] = field(default_factory=dict)
    _made: dict[int, Sheet] = field(default_factory=dict)

    def touch(self, number: int | None) -> None:
        """Discard the codes of a round, or of all rounds."""
        self._made.clear()
        if number is None:
            self._head = None
            self._rounds.clear()
        else:
            self._rounds.pop(number, None)

    def sheet(self, state: Tournament, rounds: int) -> Sheet:
        """Return the sheet of the first rounds."""
        if rounds not in self._made:
            self._made[rounds] = self._sheet(state, rounds)
        return self._made[rounds]

    def _sheet(self, state: Tournament, rounds: int) -> Sheet:
        if self._head is None:
            players = [e.player for e in state.in_number_order()]
            self._rows = {player: row for row, player in enumerate(players)}
            numbers = [state.label(player) for player in players]
            self._head = np.array(players, np.int32), np.array(numbers, np.int32)
        for round_ in state.rounds[:rounds]:
            if round_.number not in self._rounds:
                self._rounds[round_.number] = _coded(state, round_, self._rows)
        columns = [self._rounds[number] for number in range(1, rounds + 1)]
        shape = (len(self._rows), 0)
        if not columns:
            return Sheet(*self._head, np.zeros(shape, np.uint8), np.zeros(shape, np.int32))
        codes, opponents = zip(*columns, strict=True)
        return Sheet(*self._head, _side_by_side(codes), _side_by_side(opponents))


def _side_by_side(columns: Sequence[NDArray[CellT]]) -> NDArray[CellT]:
    """Put columns of one length side by side; small ones take np.stack more than twice as long."""
    return np.concatenate(columns).reshape((-1, len(columns)), order="F")


def _coded(state: Tournament, round_: Round, rows: dict[int, int]) -> tuple[Codes, Places]:
    codes = bytearray((_EMPTY,)) * len(rows)
    opponents = [-1] * len(rows)
    for game in round_.games:
        white = rows[game.white]
        black = rows[game.black]
        code = _board(game)
        codes[white] = code
        codes[black] = code + WITH_BLACK
        opponents[white] = black
        opponents[black] = white
    if _EMPTY in codes:
        for player, row in rows.items():
            if codes[row] == _EMPTY:
                codes[row] = _OF_KIND[kind_without_game(state, round_, player)]
    return np.frombuffer(codes, np.uint8), np.array(opponents, np.int32)


def _board(game: Game) -> int:
    if game.outcome is None:
        return ADJOURNED if game.adjourned else OPEN
    return _OF_OUTCOME[game.outcome]


def kinds(rules: Rulebook) -> list[CellKind]:
    """Return the kind of every code; it is the same under every rulebook."""
    return [cell(code, 0, rules).kind for code in range(CODES)]


def letters() -> Codes:
    """Return for every code the letter of a colour history: W, B, or - for an unplayed round."""
    codes = []
    for code in range(CODES):
        board = code % WITH_BLACK
        played = code < WITHOUT_GAME and (
            board == ADJOURNED or (board < ADJOURNED and not by_default(OUTCOMES[board]))
        )
        codes.append(ord("-") if not played else ord("W" if code < WITH_BLACK else "B"))
    return np.array(codes, np.uint8)
