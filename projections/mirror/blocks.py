"""The large tables of a mirror, as columns: events, games, standings and colours."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import chain
from operator import attrgetter
from typing import Generic, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from ledger.facts.stamps import Stamp
from ledger.rulebooks.rating_keys import RatingKeys
from ledger.rulebooks.rulebook import Rulebook
from ledger.state.book import rulebook_of
from ledger.state.tournament import Tournament
from ledger.store.snapshot import Read
from projections.games import fide_floats
from projections.games import floats as floats_by_rating
from projections.games.acceleration import virtual_points
from projections.games.crosstable import Cell, CellKind, own_rules
from projections.games.floats import Float
from projections.mirror.columns import (
    Packed,
    booleans,
    chosen,
    integers,
    joined,
    lists,
    of_texts,
    repeated,
    texts,
)
from projections.mirror.history import At, in_utc
from projections.mirror.standings import DECIMALS, POINTS_OF_A_HALF, InBulk, OfSeason
from projections.mirror.walk import RESULTS, Walk
from projections.standings.bulk import Amount, BulkLines
from projections.standings.keizer import shown
from projections.standings.sheets import CODES, Codes, Sheet, cell, kinds, letters


class Wanted(NamedTuple):
    """A tournament up to a position, and the rows to make of it.

    `whole`: all of its rows and standings; otherwise only its standings under `versions`, which are
    places in the list of versions.
    """

    tournament: str
    position: int
    whole: bool
    versions: tuple[int, ...] = ()


class ReadTournament(NamedTuple):
    """A tournament as read: its facts, and the records kept beside them by key."""

    wanted: Wanted
    read: Sequence[Read]
    people: Mapping[str, Mapping[str, str]]


class Walked(NamedTuple):
    """A tournament after reading and walking through it.

    `others` are its facts apart from results.
    """

    reading: ReadTournament
    walk: Walk
    others: Sequence[At]


JobT = TypeVar("JobT", InBulk, OfSeason)


class Piece(NamedTuple, Generic[JobT]):
    """A standing made in arrays, and the other values in its rows."""

    tournament: str
    in_force: bool
    since: int
    until: int | None
    job: JobT


@dataclass(frozen=True, slots=True)
class Pieces:
    """The standings made in arrays, each with those that it shares columns with.

    Those of seasons are together by the id of their rulebook and the scale of their totals.
    """

    in_bulk: dict[int, list[Piece[InBulk]]] = field(default_factory=dict)
    of_seasons: dict[tuple[str, int], list[Piece[OfSeason]]] = field(default_factory=dict)

    def take(
        self,
        tournament: str,
        in_force: bool,
        since: int,
        until: int | None,
        job: InBulk | OfSeason,
    ) -> None:
        """Add a standing."""
        if isinstance(job, InBulk):
            alike = self.in_bulk.setdefault(id(job.lines), [])
            alike.append(Piece(tournament, in_force, since, until, job))
        else:
            key = job.under.rules.id, job.lines.scale
            seasons = self.of_seasons.setdefault(key, [])
            seasons.append(Piece(tournament, in_force, since, until, job))

    def columns(self) -> Iterator[tuple[str, list[tuple[Packed, ...]]]]:
        """Yield the tables that they have rows in, each with the columns of these rows."""
        blocks = [standings(alike) for alike in self.in_bulk.values()]
        blocks += [season_standings(alike) for alike in self.of_seasons.values()]
        if blocks:
            yield "standings", blocks
        others = [block for alike in self.in_bulk.values() for block in other_tie_breaks(alike)]
        if others:
            yield "other_tie_breaks", others
        if self.of_seasons:
            yield "keizer_values", [keizer_values(alike) for alike in self.of_seasons.values()]


def events(tournaments: Sequence[Walked]) -> tuple[Packed, ...]:
    """Return the columns of every fact."""
    sizes = [len(each.reading.read) for each in tournaments]
    read = chain.from_iterable(each.reading.read for each in tournaments)
    sequences, states, facts, stamps = zip(*read, strict=True)
    rows = len(states)
    return (
        integers(np.fromiter(sequences, np.int64, rows)),
        repeated([(each.walk.tournament, n) for each, n in zip(tournaments, sizes, strict=True)]),
        integers(np.concatenate([np.arange(1, size + 1) for size in sizes])),
        of_texts([*_times(stamps)]),
        of_texts([*map(attrgetter("actor"), stamps)]),
        of_texts([*map(attrgetter("TOPIC"), facts)]),
        of_texts([*map(attrgetter("reason"), facts)]),
        of_texts([*map(attrgetter("correlation_id"), stamps)]),
        texts(states, np.fromiter(map(len, states), np.int64, rows)),
        _taken_back(tournaments),
    )


def _times(stamps: Iterable[Stamp]) -> Iterator[str]:
    """Yield the time of each fact, UTC; the facts of a command nearly always share theirs."""
    last: dt.datetime | None = None
    text = ""
    for stamp in stamps:
        if stamp.recorded_at != last:
            last = stamp.recorded_at
            text = in_utc(last)
        yield text


def _taken_back(tournaments: Sequence[Walked]) -> Packed:
    """Return the column with the undo of each fact."""
    ends = np.cumsum([0, *(len(each.reading.read) for each in tournaments)])
    by = np.zeros(ends[-1], np.int64)
    for first, each in zip(ends, tournaments, strict=False):
        for position, undo in each.walk.undone.items():
            by[first + position - 1] = undo
    return integers(by, by > 0)


def games(walks: Sequence[Walk]) -> tuple[Packed, ...]:
    """Return the columns of the state of every board, and its times."""
    rows = [row for walk in walks for row in walk.boards]
    cells = np.fromiter(chain.from_iterable(rows), np.int64, 10 * len(rows))
    columns = cells.reshape(len(rows), 10).T
    number, board, since, until, white, black, result, broken_off, rated, catch_up = columns
    return (
        repeated([(walk.tournament, len(walk.boards)) for walk in walks]),
        integers(number),
        integers(board),
        integers(since),
        integers(until, until > 0),
        integers(white),
        integers(black),
        chosen(RESULTS, result),
        booleans(broken_off > 0),
        booleans(rated > 0),
        booleans(catch_up > 0),
    )


class _TakenLines(NamedTuple):
    """Lines of standings that were made together: their rows, how many each has, first columns."""

    lines: BulkLines
    rows: NDArray[np.int64]
    sizes: Sequence[int]
    columns: tuple[Packed, ...]


def _taken(pieces: Sequence[Piece[InBulk]]) -> _TakenLines:
    """Return the lines of some standings, with the columns up to the player."""
    job = pieces[0].job
    lines = job.lines
    assert lines is not None
    ends = lines.starts
    sizes = [int(ends[p.job.at + 1] - ends[p.job.at]) for p in pieces]
    taken = np.concatenate([np.arange(ends[p.job.at], ends[p.job.at + 1]) for p in pieces])
    rows = len(taken)
    until = np.repeat([p.until or 0 for p in pieces], sizes)
    columns = (
        repeated([(p.tournament, size) for p, size in zip(pieces, sizes, strict=True)]),
        repeated([(job.under.rules.id, rows)]),
        booleans(np.repeat([p.in_force for p in pieces], sizes)),
        integers(np.full(rows, job.rounds, np.int32)),
        booleans(np.full(rows, job.final)),
        integers(np.repeat([p.since for p in pieces], sizes)),
        integers(until, until > 0),
        integers(lines.players[taken]),
    )
    return _TakenLines(lines, taken, sizes, columns)


def standings(pieces: Sequence[Piece[InBulk]]) -> tuple[Packed, ...]:
    """Return the columns of standings that were made together."""
    lines, taken, sizes, columns = _taken(pieces)
    provisional = np.repeat([lines.provisional[p.job.at] for p in pieces], sizes)
    opponents = lines.opponents[taken]
    return (
        *columns,
        integers(lines.ranks[taken]),
        integers(lines.points_halves[taken].astype(np.int64) * POINTS_OF_A_HALF),
        integers(lines.ws_halves[taken]),
        integers(lines.wp_halves[taken]),
        integers(lines.sb_quarters[taken]),
        chosen(lines.names, lines.decided_by[taken]),
        booleans(provisional),
        lists(opponents, opponents > 0),
        lists(lines.wp_parts[taken]),
        lists(lines.sb_parts[taken]),
    )


def other_tie_breaks(pieces: Sequence[Piece[InBulk]]) -> Iterator[tuple[Packed, ...]]:
    """Yield the columns of each tie-break besides WP and SB of standings that were made together."""
    lines, taken, _, columns = _taken(pieces)
    for other in lines.others:
        yield *columns, repeated([(other.tie_break, len(taken))]), _amounts(other.of(taken))


def _amounts(amount: Amount) -> Packed:
    """Return the values of a tie-break as texts, each of which is made once."""
    few, places = np.unique(amount.values, return_inverse=True)
    texts_ = [shown(Fraction(value, amount.parts), DECIMALS) for value in few.tolist()]
    if amount.given is None:
        return chosen(texts_, places)
    return chosen([None, *texts_], np.where(amount.given, places + 1, 0))


def season_standings(pieces: Sequence[Piece[OfSeason]]) -> tuple[Packed, ...]:
    """Return the columns of standings of seasons under one rulebook."""
    lines = [p.job.lines for p in pieces]
    sizes = [len(one.players) for one in lines]
    rows = sum(sizes)
    ranks = [np.arange(1, size + 1, dtype=np.int32) for size in sizes]
    ranked = [rank <= len(one.order) for rank, one in zip(ranks, lines, strict=True)]
    nothing = np.zeros(rows, np.int32)
    no_row = np.zeros(rows, np.bool_)
    no_list = lists(np.zeros((rows, 0), np.int32))
    until = np.repeat([p.until or 0 for p in pieces], sizes)
    return (
        repeated([(p.tournament, size) for p, size in zip(pieces, sizes, strict=True)]),
        repeated([(pieces[0].job.under.rules.id, rows)]),
        booleans(np.repeat([p.in_force for p in pieces], sizes)),
        integers(np.repeat(np.array([one.rounds for one in lines], np.int32), sizes)),
        booleans(no_row),
        integers(np.repeat([p.since for p in pieces], sizes)),
        integers(until, until > 0),
        integers(np.concatenate([one.players for one in lines])),
        integers(np.concatenate(ranks), np.concatenate(ranked)),
        integers(np.concatenate([one.ten_thousandths for one in lines])),
        *[integers(nothing, no_row)] * 3,
        chosen((None,), nothing),
        booleans(np.repeat([one.provisional for one in lines], sizes)),
        *[no_list] * 3,
    )


def keizer_values(pieces: Sequence[Piece[OfSeason]]) -> tuple[Packed, ...]:
    """Return the columns of the values in standings of seasons with totals of one scale."""
    lines = [p.job.lines for p in pieces]
    sizes = [len(one.players) for one in lines]
    until = np.repeat([p.until or 0 for p in pieces], sizes)
    values = np.concatenate([one.line_values for one in lines])
    totals = np.concatenate([one.totals for one in lines]).tolist()
    written = {total: str(Fraction(total, lines[0].scale)) for total in {*totals}}
    of_standings = np.array([(one.rounds, one.passes, one.cycle) for one in lines], np.int32)
    rounds, passes, cycles = np.repeat(of_standings, sizes, axis=0).T
    return (
        repeated([(p.tournament, size) for p, size in zip(pieces, sizes, strict=True)]),
        integers(rounds),
        integers(np.repeat([p.since for p in pieces], sizes)),
        integers(until, until > 0),
        integers(np.concatenate([one.players for one in lines])),
        integers(values.astype(np.int32)),
        of_texts([written[total] for total in totals]),
        integers(passes),
        integers(cycles),
    )


def colours(walks: Sequence[Walk]) -> tuple[Packed, ...]:
    """Return the columns of every player's rounds, as they are now."""
    together: dict[int, list[tuple[str, Sheet]]] = {}
    for walk in walks:
        sheet = walk.sheet_of_all()
        together.setdefault(sheet.codes.shape[1], []).append((walk.tournament, sheet))
    named = [kind.value for kind in kinds(rulebook_of(walks[0].state.rulebook_text))]
    return joined([_colours(sheets, named) for sheets in together.values()])


def _colours(sheets: Sequence[tuple[str, Sheet]], named: Sequence[str]) -> tuple[Packed, ...]:
    """Return the columns of tournaments with the same number of rounds, round by round."""
    codes = np.concatenate([sheet.codes for _, sheet in sheets])
    players, rounds = codes.shape
    drawn = letters()[codes]
    white = drawn == ord("W")
    black = drawn == ord("B")
    difference = np.cumsum(white.astype(np.int32) - black, axis=1, dtype=np.int32)
    histories = [drawn[:, :number].tobytes() for number in range(1, rounds + 1)]
    return (
        repeated([(id_, len(sheet.players)) for id_, sheet in sheets] * rounds),
        integers(np.repeat(np.arange(1, rounds + 1, dtype=np.int32), players)),
        integers(np.tile(np.concatenate([sheet.players for _, sheet in sheets]), rounds)),
        chosen(named, codes.T.ravel()),
        chosen(("W", "B", None), np.where(white, 0, np.where(black, 1, 2)).T.ravel()),
        texts(histories, np.repeat(np.arange(1, rounds + 1), players)),
        integers(difference.T.ravel()),
        chosen(PREFERENCES, preferences(drawn).T.ravel()),
    )


def floats(walks: Sequence[Walk]) -> tuple[Packed, ...]:
    """Return the columns of floats in a Swiss, as the rulebook in force has them.

    Rule: knsb-rating-2014 A4, A5, B1b; fide-dutch-2026 1.4; fide-dutch-2017 A4.
    """
    rows = []
    for walk in walks:
        rules = rulebook_of(walk.state.rulebook_text)
        sheet = walk.sheet_of_all()
        if not rules.has_floats or not sheet.codes.size:
            continue
        rounds = np.arange(sheet.codes.shape[1])
        by_round = own_rules(walk.state, rules, len(rounds)) or [rules] * len(rounds)
        worths = [_worth(rules, one) for one in by_round]
        points = np.stack([halves for halves, _ in worths])[rounds, sheet.codes]
        before = np.cumsum(points, axis=1) - points + _virtual(walk.state, rules, sheet)
        theirs = np.where(sheet.opponents < 0, before, before[sheet.opponents, rounds])
        of_code = np.stack([signs for _, signs in worths])
        drawn = of_code[rounds, sheet.codes, np.sign(before - theirs) + 1]
        who, at = np.nonzero(drawn)
        rows.append((walk.tournament, at + 1, sheet.players[who], drawn[who, at]))
    if not rows:
        return (repeated([]), *[integers(np.zeros(0, np.int32))] * 2, chosen(("D",), _NOBODY))
    _, numbers, players, signs = zip(*rows, strict=True)
    return (
        repeated([(tournament, len(at)) for tournament, at, _, _ in rows]),
        integers(np.concatenate(numbers)),
        integers(np.concatenate(players)),
        chosen(("D", "U"), np.where(np.concatenate(signs) > 0, 0, 1)),
    )


def _virtual(state: Tournament, rules: Rulebook, sheet: Sheet) -> NDArray[np.int64]:
    """Return the virtual half points in each round, a row a player of the sheet."""
    players = sheet.players.tolist()
    rounds = sheet.codes.shape[1]
    numbers = dict(zip(players, sheet.numbers.tolist(), strict=True))
    virtual = virtual_points(state, rules, numbers, rounds)
    none = (0,) * rounds
    rows = [virtual.get(player, none)[:rounds] for player in players] if virtual else [none]
    return np.array(rows, np.int64)


_NOBODY = np.zeros(0, np.int64)
_worths: dict[
    tuple[int, int], tuple[Rulebook, Rulebook, tuple[NDArray[np.int64], NDArray[np.int64]]]
] = {}


def _worth(rules: Rulebook, of_round: Rulebook) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return for every code its half points in a round, and its float: 1 down, -1 up, 0 none.

    The float is that against a higher, an equal and a lower score, as `rules` read it. An open game
    is none. The result is cached for each two rulebooks.
    """
    key = id(rules), id(of_round)
    if key not in _worths:
        cells = [cell(code, 0, of_round) for code in range(CODES)]
        loss = of_round.scores.loss
        signs = [[_SIGN[_float(one, mine, rules, loss)] for mine in (0, 1, 2)] for one in cells]
        worth = np.array([c.halves for c in cells]), np.array(signs)
        _worths[key] = rules, of_round, worth
    return _worths[key][2]


_SIGN: dict[Float, int] = {"D": 1, "U": -1, "": 0}
_THEIRS = 1


def _float(one: Cell, mine: int, rules: Rulebook, loss: int) -> Float:
    """Return the float of a round by the plain function of the rulebook's system.

    `loss` is what a lost game is worth in that round.
    """
    if one.kind is CellKind.OPEN:
        return ""
    keys = rules.float_keys
    if isinstance(keys, RatingKeys):
        return floats_by_rating.float_of(one, mine, _THEIRS, keys)
    return fide_floats.float_of(one, mine, _THEIRS, loss, keys)


PREFERENCES = ("-0", "W1", "W2", "W3", "B1", "B2", "B3")


def preferences(histories: Codes) -> NDArray[np.int64]:
    """Return, after each round, the place in `PREFERENCES` of the result of `preference`.

    `histories` have a letter a round in each row.

    Rule: knsb-wp-1996 A5; knsb-wp-2014 A5.
    """
    last = np.zeros(len(histories), np.int64)
    before = last
    balance = last
    places = []
    for letters_ in histories.T:
        colour = np.where(letters_ == ord("W"), 1, np.where(letters_ == ord("B"), -1, 0))
        before = np.where(colour == 0, before, last)
        last = np.where(colour == 0, last, colour)
        balance = balance + colour
        alike = (last == before) & (last != 0)
        # Direction: 1 is white, -1 black. Strength: 3 absolute, 2 strong, 1 light.
        towards = np.where(
            (np.abs(balance) > 1) | ((balance != 0) & ~alike), -np.sign(balance), -last
        )
        strength = np.where((np.abs(balance) > 1) | alike, 3, np.where(balance != 0, 2, 1))
        places.append(np.where(last == 0, 0, np.where(towards > 0, strength, 3 + strength)))
    return np.stack(places, axis=1) if places else np.zeros(histories.shape, np.int64)
