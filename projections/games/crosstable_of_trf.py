"""The crosstable of a tournament file, without a ledger in between."""

from __future__ import annotations

from collections.abc import Mapping

from ledger.rulebooks.rulebook import Rulebook
from ledger.state.fide import LAST_ROUND, Apart
from ledger.titles import title_of
from ledger.trf.meaning import first_colour_of, says_round_robin
from ledger.trf.model import ADJOURNED, GAME_CODES, OPEN, TrfCell, TrfFile
from ledger.trf.profiles import in_the_rounds
from ledger.values import Colour
from projections.games.acceleration import group_of, virtual_points_of
from projections.games.crosstable import (
    Cell,
    CellKind,
    Crosstable,
    cell_without_game,
    unfinished_cell,
)

_WIN = frozenset("1W")
_DRAW = frozenset("=D")
_LOSS = frozenset("0L")
_BYES = {"U": CellKind.BYE, "F": CellKind.FULL_BYE, "H": CellKind.HALF_BYE}


def of_file(file: TrfFile, rules: Rulebook, after: int, planned: int | None = None) -> Crosstable:
    """Return the table after a number of rounds; the start rank is the lot number.

    A blank cell is a round the player was not paired in. `planned` is the number of rounds where
    the file does not say it.

    Rule: knsb-rating-2014 E5.
    """
    file = in_the_rounds(file)
    numbers = {player.number: player.number for player in file.players}
    cells = {
        player.number: tuple(
            _cell(file, player.number, number, rules) for number in range(1, after + 1)
        )
        for player in file.players
    }
    ratings = {player.number: player.rating for player in file.players if player.rating is not None}
    titles = {player.number: title for player in file.players if (title := title_of(player.title))}
    colour = first_colour_of(file, rules.rating.e5)
    return Crosstable(
        after,
        numbers,
        cells,
        ratings,
        titles,
        first_colour=colour,
        round_robin=says_round_robin(file),
        virtual=_virtual(file, rules, numbers, after),
        apart=_apart(file, rules),
        planned=file.rounds_planned or planned,
    )


def _virtual(
    file: TrfFile, rules: Rulebook, numbers: Mapping[int, int], after: int
) -> dict[int, tuple[int, ...]]:
    """Return the virtual half points of a file's players: as it gives them, or by the Baku method.

    By that method they go by the number of rounds that the file says.

    Rule: fide-dutch-2026 ACC1.2, ACC1.4.
    """
    if rules.acceleration == "by_player":
        points = file.virtual_halves().items()
        return {player: (halves + (0,) * (after + 1))[: after + 1] for player, halves in points}
    if rules.acceleration != "baku" or file.rounds_planned is None:
        return {}
    group = group_of(numbers, file.rounds_planned, rules.scores)
    return {} if group is None else virtual_points_of(group, numbers, after)


def _apart(file: TrfFile, rules: Rulebook) -> tuple[Apart, ...]:
    """Return who may not meet, and in which rounds; under FIDE's rules alone."""
    if not rules.prohibits_pairs:
        return ()
    return tuple(
        Apart(frozenset(record.ids), record.first, record.last or LAST_ROUND)
        for record in file.prohibited
    )


def _cell(file: TrfFile, player: int, number: int, rules: Rulebook) -> Cell:
    cell = file.player(player).cell(number)
    scores = rules.scores
    if cell is None:
        return Cell(CellKind.NOT_PAIRED, scores.absent)
    colour = _colour(cell)
    if cell.code in (OPEN, ADJOURNED):
        assert cell.opponent is not None
        return unfinished_cell(cell.code == ADJOURNED, colour == "W", cell.opponent, rules)
    if cell.code in GAME_CODES:
        return _game(file, number, cell, rules)
    if cell.code == "+":
        return Cell(CellKind.DEFAULT_WIN, scores.default_win, cell.opponent, colour)
    if cell.code == "-":
        return Cell(CellKind.DEFAULT_LOSS, scores.default_loss, cell.opponent, colour)
    return cell_without_game(_BYES.get(cell.code, CellKind.ABSENT), rules)


def _game(file: TrfFile, number: int, cell: TrfCell, rules: Rulebook) -> Cell:
    scores = rules.scores
    rated = cell.code not in "WDL"
    if cell.code in _DRAW | _WIN:
        halves = scores.draw if cell.code in _DRAW else scores.win
        return Cell(CellKind.PLAYED, halves, cell.opponent, _colour(cell), False, rated)
    assert cell.opponent is not None
    other = file.player(cell.opponent).cell(number)
    zero_zero = other is not None and other.code in _LOSS
    return Cell(CellKind.PLAYED, scores.loss, cell.opponent, _colour(cell), zero_zero, rated)


def _colour(cell: TrfCell) -> Colour | None:
    if cell.colour == "-":
        return None
    return "W" if cell.colour == "w" else "B"


def rounds_with_games(file: TrfFile) -> int:
    """Return the number of the last round in which anybody has a game, by default or unfinished."""
    return file.rounds_paired
