"""The crosstable: for each player and round, what counts now, after all corrections.

Standings are computed from this table alone; it comes from a ledger (`of_tournament`) or directly
from a tournament file (`crosstable_of_trf`). The same facts give the same table either way.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from ledger.rulebooks.in_force import rules_of_rounds
from ledger.rulebooks.rulebook import Rulebook
from ledger.rulebooks.scores import Scores
from ledger.state.book import rulebook_of
from ledger.state.fide import Apart
from ledger.state.season import TeamGame
from ledger.state.tournament import Round, Tournament
from ledger.values import Colour, Outcome, by_default, mirrored
from projections.games.acceleration import virtual_points
from projections.games.rating_lists import ratings_of_rounds


class CellKind(Enum):
    """What a round was for a player."""

    PLAYED = "played"
    ADJOURNED = "adjourned"
    OPEN = "open"
    DEFAULT_WIN = "default win"
    DEFAULT_LOSS = "default loss"
    BYE = "bye"
    FULL_BYE = "full-point bye"
    HALF_BYE = "half-point bye"
    ABSENT = "absent"
    NO_NOTICE = "absent without notice"
    CLUB_DUTY = "club duty"
    WITHDRAWN = "withdrawn"
    NOT_ENTERED = "not entered"
    NOT_PAIRED = "not paired"
    ANNULLED = "annulled"

    # Kinds are compared by identity; Enum would hash the name each time.
    __hash__ = object.__hash__


ON_A_BOARD = frozenset({CellKind.PLAYED, CellKind.ADJOURNED})
"""The kinds that were played over the board: they have a colour and bar a second meeting."""


_RULES = 1 << 6
"""How many scores of rulebooks have their cells kept."""

_CELLS = 1 << 14
"""How many cells are kept, of each kind of source: most tables have the same ones again."""


class Cell(NamedTuple):
    """One player's round.

    `opponent` and `colour` are those of the pairing, None without a game (the colour of an unplayed
    game counts for nothing). `halves` are the half points awarded. `zero_zero` marks a 0-0 over the
    board.
    """

    kind: CellKind
    halves: int
    opponent: int | None = None
    colour: Colour | None = None
    zero_zero: bool = False
    rated: bool = True

    @property
    def played(self) -> bool:
        """Tell whether a game was played over the board (an adjourned one counts)."""
        return self.kind in ON_A_BOARD


_ANNULLED = Cell(CellKind.ANNULLED, 0)


class Departure(NamedTuple):
    """A player left from a round on, with the value declared then (None: none was), or is back."""

    round: int
    leaves: bool
    value: int | None


@dataclass(frozen=True, slots=True)
class SeasonTable:
    """The data of a club season beside the crosstable; empty for a tournament.

    `periods` are the first rounds of the second and later periods; `externals` the counted games
    for teams by (player, round); `joined` the first round of each player who did not begin in round
    1; `left` the departures and returns of each player who left, in order. `external` are the
    values of the boards of each team, as fixed at the start of the season.
    """

    periods: tuple[int, ...] = ()
    externals: Mapping[tuple[int, int], TeamGame] = field(default_factory=dict)
    joined: Mapping[int, int] = field(default_factory=dict)
    left: Mapping[int, tuple[Departure, ...]] = field(default_factory=dict)
    external: Mapping[str, tuple[int, ...]] = field(default_factory=dict)

    def period_of(self, round_: int) -> int:
        """Return the number of the period of a round; the first is 1."""
        return 1 + sum(start <= round_ for start in self.periods)


@dataclass(frozen=True, slots=True)
class Crosstable:
    """All players, in number order, with one cell a round for the rounds that count.

    `numbers` maps a player's key to their number (lot number, start rank), `cells` to their rounds,
    `ratings` to their rating, `titles` to their title; the last two leave out players without one.
    `first_colour` is that of the highest player in round 1, None where it is not drawn. `struck`
    are the players of a round robin whose games do not count, because they left before half of
    them. `round_robin` says that the tournament is one, whichever rulebook its standing uses.
    `round_ratings` are the ratings of a player in round 1, 2 ... where tie-breaks count these.
    `own_rules` are the rulebooks of round 1, 2 ... where a round is worth something else than by
    the rulebook of the standing, empty where none is.

    Three more are for pairings by systems of FIDE; a standing never reads them. `planned` is
    the number of rounds that the tournament is to have, None where it is not said. `virtual` maps a
    player to the virtual half points in round 1, 2 ..., the round to be paired included, and leaves
    out players without any. `apart` are the players that may not meet, none from after the round to
    be paired on.
    """

    rounds: int
    numbers: Mapping[int, int]
    cells: Mapping[int, tuple[Cell, ...]]
    ratings: Mapping[int, int] = field(default_factory=dict)
    titles: Mapping[int, str] = field(default_factory=dict)
    season: SeasonTable = field(default_factory=SeasonTable)
    first_colour: Colour | None = None
    struck: frozenset[int] = frozenset()
    round_robin: bool = False
    virtual: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    apart: tuple[Apart, ...] = ()
    planned: int | None = None
    round_ratings: Mapping[int, tuple[int | None, ...]] = field(default_factory=dict)
    own_rules: tuple[Rulebook, ...] = ()
    derived: dict[tuple[object, ...], object] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def defaults_are_games(self, rules: Rulebook) -> bool:
        """Tell whether a game decided by default counts as really played.

        Rule: vega-2016 appendix I-round-robin; fide-2022 round robin; fide-2024 15.2; fide-2026
        15.2.
        """
        return self.is_round_robin(rules) and rules.unplayed.round_robin == "as_played"

    def is_round_robin(self, rules: Rulebook) -> bool:
        """Tell whether the tournament is a round robin, of itself or by the rulebook it is under."""
        return self.round_robin or rules.plays_round_robin

    @property
    def counted(self) -> Crosstable:
        """Return the table that a standing counts: without the games of players struck from it.

        Rule: berger withdrawal.
        """
        if not self.struck:
            return self
        counted = self.derived.get(("counted",))
        if not isinstance(counted, Crosstable):
            cells = {
                player: tuple(
                    _ANNULLED if player in self.struck or cell.opponent in self.struck else cell
                    for cell in row
                )
                for player, row in self.cells.items()
            }
            counted = replace(self, cells=cells, struck=frozenset())
            self.derived["counted",] = counted
        return counted

    def after(self, rounds: int) -> Crosstable:
        """Return the table of a tournament after its first rounds; for a season build a new one."""
        cells = {player: row[:rounds] for player, row in self.cells.items()}
        virtual = {
            player: cut
            for player, halves in self.virtual.items()
            if any(cut := halves[: rounds + 1])
        }
        apart = tuple(one for one in self.apart if one.first <= rounds + 1)
        return replace(
            self,
            rounds=rounds,
            cells=cells,
            virtual=virtual,
            apart=apart,
            own_rules=self.own_rules[:rounds],
        )

    def rules_in(self, number: int, rules: Rulebook) -> Rulebook:
        """Return the rulebook that says what a round is worth, in a standing under `rules`."""
        return self.own_rules[number - 1] if self.own_rules else rules

    def rating_in(self, player: int, number: int) -> int | None:
        """Return the rating of a player that tie-breaks count of a round, None for none."""
        own = self.round_ratings.get(player)
        return self.ratings.get(player) if own is None else own[number - 1]

    def virtual_halves(self, player: int, number: int) -> int:
        """Return the virtual half points of a player when a round is paired."""
        halves = self.virtual.get(player, ())
        return halves[number - 1] if number <= len(halves) else 0

    def points_halves(self, player: int) -> int:
        """Return the half points of a player, with and without play."""
        return sum(cell.halves for cell in self.cells[player])

    def colours(self, player: int) -> str:
        """Return a player's colour history, a sign a round: W, B, or - if not played (F3)."""
        row = self.cells[player]
        return "".join([(c.colour or "-") if c.kind in ON_A_BOARD else "-" for c in row])

    def met(self, player: int) -> frozenset[int]:
        """Return the players met over the board (B1a; a default is not a meeting, F3)."""
        row = self.cells[player]
        return frozenset(c.opponent for c in row if c.kind in ON_A_BOARD and c.opponent is not None)

    def unplayed_halves(self, player: int) -> list[int]:
        """Return the half points of each unplayed round of a player (B1b)."""
        return [c.halves for c in self.cells[player] if c.kind not in ON_A_BOARD]

    @property
    def provisional(self) -> bool:
        """Tell whether a game in it is open or adjourned."""
        unfinished = (CellKind.OPEN, CellKind.ADJOURNED)
        return any(cell.kind in unfinished for row in self.cells.values() for cell in row)


def of_tournament(
    state: Tournament, rules: Rulebook, after: int | None = None, *, throughout: bool = False
) -> Crosstable:
    """Return the table after a number of rounds (None: all published ones) as the state knows it.

    Where `rules` are or were in force, a round is worth what the rulebook of that round says.
    `throughout`: `rules` hold for all rounds, as they do if they were never in force. The rules in
    force determine whether it is a round robin. A state keeps its tables, so that all pages about
    it share them.

    Rule: knsb-wp-2014 A1d; knsb-wp-2014 F5.
    """
    rounds = state.rounds if after is None else state.rounds[:after]
    own = () if throughout else own_rules(state, rules, len(rounds))
    key = (len(rounds), "crosstable-by-round" if own else "crosstable", id(rules))
    kept = state.derived.get(key)
    if not isinstance(kept, _Kept):
        # With the rules themselves, or other rules could get their id.
        kept = state.derived[key] = _Kept(rules, _table(state, rules, rounds, own))
    return kept.table


def own_rules(state: Tournament, rules: Rulebook, rounds: int) -> tuple[Rulebook, ...]:
    """Return the rulebooks of the first rounds, empty where each is worth what `rules` say.

    It is empty too for rules that were never in force.
    """
    if len(state.rules) == 1 or rules not in [rulebook_of(text) for _, text, _ in state.rules]:
        return ()
    numbers = range(1, rounds + 1)
    held = [rulebook_of(state.rulebook_text_of(number)) for number in numbers]
    return rules_of_rounds(held, rules)


@dataclass(frozen=True, slots=True)
class _Kept:
    rules: Rulebook
    table: Crosstable


def _table(
    state: Tournament, rules: Rulebook, rounds: Sequence[Round], by_round: tuple[Rulebook, ...]
) -> Crosstable:
    labels = {e.player: state.label(e.player) for e in state.in_number_order()}
    cells = _cells(state, rules, rounds, labels, by_round)
    ratings = {p: rating for p in labels if (rating := state.players[p].rating) is not None}
    titles = {p: title for p in labels if (title := state.players[p].title)}
    season = season_table(state, len(rounds)) if rules.ranks_by_value else SeasonTable()
    own = rulebook_of(state.rulebook_text_of(len(rounds)))
    struck = _struck(state, rules, own, cells, len(rounds))
    virtual = virtual_points(state, rules, labels, len(rounds))
    prohibited = (one.apart for one in state.fide.prohibitions)
    apart = tuple(one for one in prohibited if one.first <= len(rounds) + 1)
    return Crosstable(
        rounds=len(rounds),
        numbers=labels,
        cells=cells,
        ratings=ratings,
        titles=titles,
        season=season,
        first_colour=state.first_colour,
        struck=struck,
        round_robin=own.plays_round_robin,
        virtual=virtual,
        apart=apart,
        planned=state.rounds_planned,
        round_ratings=ratings_of_rounds(state, len(rounds)),
        own_rules=by_round,
    )


def _cells(
    state: Tournament,
    rules: Rulebook,
    rounds: Sequence[Round],
    players: Collection[int],
    by_round: Sequence[Rulebook],
) -> Mapping[int, tuple[Cell, ...]]:
    """Return the cells of players in some rounds; those of rounds that did not change are kept."""
    name = "cells-by-round" if by_round else "cells"
    worth = by_round or [rules] * len(rounds)
    rows: Mapping[int, tuple[Cell, ...]] = dict.fromkeys(players, ())
    made = 0
    for number in range(len(rounds), 0, -1):
        kept = state.derived.get((number, name, id(rules)))
        if isinstance(kept, _KeptCells):
            rows = kept.rows
            made = number
            break
    for number in range(made, len(rounds)):
        one = rounds[number]
        by = worth[number]
        cells = _outcome_cells(by.scores)
        rows = {p: (*rows[p], _cell(state, one, p, by, cells)) for p in players}
        state.derived[number + 1, name, id(rules)] = _KeptCells(rules, rows)
    return rows


@dataclass(frozen=True, slots=True)
class _KeptCells:
    rules: Rulebook
    rows: Mapping[int, tuple[Cell, ...]]


def _struck(
    state: Tournament,
    rules: Rulebook,
    own: Rulebook,
    cells: Mapping[int, tuple[Cell, ...]],
    rounds: int,
) -> frozenset[int]:
    """Return the players who left by then and played less than half of all their games.

    `own` are the rules in force, which decide where `rules` pairs nothing.

    Rule: berger withdrawal.
    """
    annuls = rules.pairs_nothing or rules.annuls_before_half
    if not (annuls and own.annuls_before_half):
        return frozenset()
    games = (len(cells) - 1) * own.round_robin.cycles
    return frozenset(
        player
        for player, row in cells.items()
        if state.players[player].withdrawn_in(rounds + 1)
        and 2 * sum(cell.kind is CellKind.PLAYED for cell in row) < games
    )


def season_table(state: Tournament, rounds: int) -> SeasonTable:
    """Return the data of a club season beside the crosstable, for its first rounds."""
    season = state.season
    left = {}
    for entrant in state.players.values():
        declared = season.left_values.get(entrant.player, {})
        if entrant.absences:
            left[entrant.player] = tuple(
                Departure(start, leaving, declared.get(start) if leaving else None)
                for start, leaving in entrant.absences
            )
    periods = tuple(start for start, _ in season.periods)
    games = {k: g for k, g in season.externals.items() if g.counts and g.round <= rounds}
    joined = {p: e.from_round for p, e in state.players.items() if e.from_round > 1}
    return SeasonTable(periods, games, joined, left, external_values(state))


def external_values(state: Tournament) -> dict[str, tuple[int, ...]]:
    """Return the table of team and board; the value fixed first stays."""
    values: dict[str, tuple[int, ...]] = {}
    for _, text, _ in state.rules:
        rules = rulebook_of(text)
        values = (dict(rules.season_keys.external) if rules.ranks_by_value else {}) | values
    return values


class _OutcomeCells(dict[tuple[Outcome, bool, int | None, bool], Cell]):
    """The cells of finished games under the same scores, which are long to hash for each."""

    def __init__(self, scores: Scores) -> None:
        super().__init__()
        self._scores = scores

    def __missing__(self, game: tuple[Outcome, bool, int | None, bool]) -> Cell:
        outcome, white, opponent, rated = game
        made = self[game] = outcome_cell(outcome, white, opponent, self._scores, rated)
        return made


_outcome_cells = lru_cache(_RULES)(_OutcomeCells)


def _cell(
    state: Tournament, round_: Round, player: int, rules: Rulebook, cells: _OutcomeCells
) -> Cell:
    game = round_.game_of(player)
    if game is None:
        return cell_without_game(kind_without_game(state, round_, player), rules)
    white = game.white == player
    opponent = game.black if white else game.white
    if game.outcome is None:
        return unfinished_cell(game.adjourned, white, opponent, rules)
    return cells[game.outcome, white, opponent, game.rated]


def kind_without_game(state: Tournament, round_: Round, player: int) -> CellKind:
    """Return the kind of a round for a player without a board in it."""
    entrant = state.players[player]
    number = round_.number
    if round_.bye == player:
        return CellKind.BYE
    if entrant.withdrawn_in(number):
        # A player who left gets no half point for a bye requested before.
        return CellKind.WITHDRAWN
    if number in entrant.away:
        if (player, number) in state.season.duties:
            return CellKind.CLUB_DUTY
        if (player, number) in state.season.unannounced:
            return CellKind.NO_NOTICE
        return (CellKind.ABSENT, CellKind.HALF_BYE, CellKind.FULL_BYE)[entrant.away[number]]
    if number < entrant.from_round:
        return CellKind.NOT_ENTERED
    return CellKind.NOT_PAIRED


def cell_without_game(kind: CellKind, rules: Rulebook) -> Cell:
    """Return the cell of a round without a game."""
    return _without_game(kind, rules.scores, rules.bye.points)


@lru_cache(_CELLS)
def _without_game(kind: CellKind, scores: Scores, bye: int) -> Cell:
    worth = {
        CellKind.BYE: bye,
        CellKind.HALF_BYE: scores.half_bye,
        CellKind.FULL_BYE: scores.full_bye,
    }
    return Cell(kind, worth.get(kind, scores.absent))


def unfinished_cell(adjourned: bool, white: bool, opponent: int, rules: Rulebook) -> Cell:
    """Return the cell of one side of a game that is adjourned, or has no result yet.

    Rule: knsb-wp-2014 F11.
    """
    colour: Colour = "W" if white else "B"
    if not adjourned:
        return Cell(CellKind.OPEN, 0, opponent, colour)
    halves = rules.scores.adjourned if rules.arbiter.adjourned_counts_as_draw else 0
    return Cell(CellKind.ADJOURNED, halves, opponent, colour)


@lru_cache(_CELLS)
def outcome_cell(
    outcome: Outcome, white: bool, opponent: int | None, scores: Scores, rated: bool = True
) -> Cell:
    """Return the cell of one side of a finished game.

    Rule: knsb-wp-2014 A1d; knsb-wp-2014 F3.
    """
    colour: Colour = "W" if white else "B"
    own = (outcome if white else mirrored(outcome)).partition("-")[0]
    if by_default(outcome):
        won = own == "1"
        kind = CellKind.DEFAULT_WIN if won else CellKind.DEFAULT_LOSS
        halves = scores.default_win if won else scores.default_loss
        return Cell(kind, halves, opponent, colour)
    halves = {"1": scores.win, "1/2": scores.draw, "0": scores.loss}[own]
    return Cell(CellKind.PLAYED, halves, opponent, colour, outcome == "0-0", rated)
