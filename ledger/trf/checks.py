"""What must hold between the lines of a tournament report file, once each line has been read.

Every function returns the errors of one kind, so that a file is refused for all of them at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import NamedTuple

from ledger.messages import Sentence, message
from ledger.trf.findings import TrfError
from ledger.trf.meaning import RESULT_CODES
from ledger.trf.model import (
    ADJOURNED,
    DEFAULT_CODES,
    OPEN,
    TrfCell,
    TrfPlayer,
    TrfPoints,
    as_key,
    last_round_with_a_result,
    round_column,
)
from ledger.trf.records import (
    TrfAcceleration,
    TrfByes,
    TrfLineUp,
    TrfNational,
    TrfOldTeam,
    TrfProhibited,
    TrfRecord,
    TrfTeam,
)
from ledger.trf.text import words_after_tag
from ledger.values import halves_text

_COMPATIBLE = frozenset({*RESULT_CODES, (OPEN, OPEN), (ADJOURNED, ADJOURNED)})


@dataclass(slots=True)
class Reading:
    """What could be read of the player lines, and which parts of it cannot be judged.

    `players` is by start rank. `unreadable` holds (number, round) of cells that already have an
    error, `no_points` the players whose points cannot be checked, twice the numbers given to two
    players. `complete` is False when some player line has no number: then nobody can be called
    missing. `empty` are the numbers that nobody has, as the file says.
    """

    players: dict[int, TrfPlayer] = field(default_factory=dict)
    unreadable: set[tuple[int, int]] = field(default_factory=set)
    no_points: set[int] = field(default_factory=set)
    twice: set[int] = field(default_factory=set)
    complete: bool = True
    empty: frozenset[int] = frozenset()


def missing_numbers(reading: Reading) -> Iterator[TrfError]:
    """Yield an error for each gap in the start ranks 1, 2, 3 ... that the file does not declare."""
    if not reading.complete:
        return
    expected = 1
    for number in sorted(reading.players):
        while expected < number and expected in reading.empty:
            expected += 1
        if number > expected:
            whole = number - 1 == expected
            gap = expected if whole else message("common.span", first=expected, last=number - 1)
            what = message("trf.missing-rank", number=number, gap=gap)
            hint = message("trf.missing-rank-hint")
            yield TrfError(reading.players[number].line, 5, "missing-start-rank", what, hint)
        expected = number + 1


def surplus_rounds(reading: Reading, planned: int | None) -> Iterator[TrfError]:
    """Yield an error for each player with a filled cell after the last planned round."""
    if planned is None:
        return
    for player in reading.players.values():
        if len(player.cells) > planned:
            first = next(r for r in range(planned + 1, len(player.cells) + 1) if player.cell(r))
            what = message("trf.surplus", number=player.number, first=first, n=planned)
            hint = message("trf.surplus-hint")
            yield TrfError(player.line, round_column(first), "too-many-results", what, hint)


def second_byes(reading: Reading) -> Iterator[TrfError]:
    """Yield an error for each bye of the pairing (U) after the first of its round."""
    first: dict[int, int] = {}
    for player in reading.players.values():
        for number, cell in enumerate(player.cells, 1):
            if cell is None or cell.code != "U":
                continue
            if number in first:
                what = message(
                    "trf.second-bye", number=number, first=first[number], second=player.number
                )
                hint = message("trf.second-bye-hint")
                yield TrfError(player.line, round_column(number) + 7, "second-bye", what, hint)
            first.setdefault(number, player.number)


def wrong_points(
    reading: Reading,
    points: TrfPoints | None,
    by_rules: TrfPoints | None,
    asked: Sequence[TrfByes] = (),
) -> Sequence[TrfError]:
    """Return an error for each points field that is not the sum of the player's cells.

    Byes of rounds without a result so far count or do not, as the program has it that wrote the
    file; those of `asked` (240), too.

    A file that gives no values (points None) may have the ordinary ones, or those of the rulebook
    it is read by, for all players alike. Where another value of one key would make every sum right,
    the errors name it.
    """
    coming = _ToCome.of(reading, asked)
    if points is not None:
        return list(_wrong_sums(reading, points, coming))
    wrong = list(_wrong_sums(reading, TrfPoints(), coming))
    if by_rules is None or not wrong or not any(_wrong_sums(reading, by_rules, coming)):
        return wrong if by_rules is None else []
    return list(_wrong_sums(reading, by_rules, coming, _key_that_fits(reading, by_rules, coming)))


class _ToCome(NamedTuple):
    """The rounds after `last`, which no game has a result in or after, and byes asked in them."""

    last: int
    asked: Mapping[int, Mapping[int, TrfCell]]

    @classmethod
    def of(cls, reading: Reading, asked: Sequence[TrfByes]) -> _ToCome:
        last = last_round_with_a_result(reading.players.values())
        byes: dict[int, dict[int, TrfCell]] = {}
        for record in asked:
            for player in record.ids:
                if record.round > last:
                    byes.setdefault(player, {})[record.round] = TrfCell(None, "-", record.kind)
        return cls(last, byes)

    def sums(self, player: TrfPlayer, points: TrfPoints) -> Iterator[int]:
        """Yield a player's half points up to `last`, then with the byes of a round more each."""
        byes = dict(self.asked.get(player.number, {}))
        rounds = enumerate(player.cells[self.last :], self.last + 1)
        byes |= {number: cell for number, cell in rounds if cell is not None}
        before = sum(map(points.of, player.cells[: self.last]))
        yield from accumulate((points.of(byes[at]) for at in sorted(byes)), initial=before)


def _key_that_fits(reading: Reading, points: TrfPoints, coming: _ToCome) -> Sentence:
    """Return how to set the one key under which every sum is right, "" where there is none."""
    for token in ("PAB", "HPB", "FPB", "ZPB", "FW", "FL"):
        for halves in (0, 1, 2):
            if not any(_wrong_sums(reading, points.with_token(token, halves), coming)):
                return message("trf.points-key", key=as_key(token, halves))
    return ""


def _wrong_sums(
    reading: Reading,
    points: TrfPoints,
    coming: _ToCome,
    named: Sentence = "",
) -> Iterator[TrfError]:
    worth: dict[str, int] = {}  # by colour and code: a large file has few of those
    for player in reading.players.values():
        stated = player.points_halves
        if stated is None or player.number in reading.no_points:
            continue
        total = 0
        for cell in player.cells:
            key = cell.colour + cell.code if cell else ""
            if key not in worth:
                worth[key] = points.of(cell)
            total += worth[key]
        if total != stated and stated not in coming.sums(player, points):
            yield TrfError(
                player.line,
                81,
                "incorrect-points",
                message(
                    "trf.points",
                    number=player.number,
                    stated=halves_text(stated),
                    total=halves_text(total),
                ),
                message("trf.points-hint", named=named),
            )


def wrong_pairs(reading: Reading) -> Iterator[TrfError]:
    """Yield an error for each opponent who is not there or says something else of the game."""
    players = reading.players
    for player in players.values():
        number = player.number
        for index, cell in enumerate(player.cells):
            if cell is None or cell.opponent is None:
                continue
            other = players.get(cell.opponent)
            if other is None:
                if reading.complete:
                    yield _unknown_opponent(player, index + 1, cell.opponent, len(players))
                continue
            if cell.opponent == number:
                yield _own_opponent(player, index + 1)
                continue
            answer = other.cells[index] if index < len(other.cells) else None
            if answer is not None and answer.opponent == number:
                if number < cell.opponent and not _agree(cell, answer):
                    yield from _disagreements(player, other, index + 1, cell, answer)
            elif (
                (other.number, index + 1) not in reading.unreadable
                and number not in reading.twice
                and other.number not in reading.twice
            ):
                yield _one_sided(player, other, index + 1, answer)


def unknown_absentees(
    reading: Reading, absent: Mapping[int, tuple[int, int]]
) -> Iterator[TrfError]:
    """Yield an error for each start rank of XXZ that no player has; `absent` gives line, column."""
    if not reading.complete:
        return
    for number, (line, column) in absent.items():
        if number not in reading.players:
            what = message("trf.absentee", number=number)
            hint = message("trf.absentee-hint", last=len(reading.players))
            yield TrfError(line, column, "unknown-absentee", what, hint)


_OF_PLAYERS = {"number": (TrfNational,), "members": (TrfTeam, TrfOldTeam), "players": (TrfLineUp,)}
_OF_TEAMS = {"team", "opponent", "teams", "white", "black"}
_OF_EITHER = {"id", "ids", "first_id", "last_id"}


def unknown_ids(
    reading: Reading, records: Sequence[TrfRecord], team_event: bool
) -> Iterator[TrfError]:
    """Yield an error for each player or team of a record that the file does not have."""
    players = reading.players.keys() if reading.complete else None
    teams = {record.number for record in records if isinstance(record, TrfTeam)} or None
    for record in records:
        for name, column, id_ in _ids(record):
            of_player = isinstance(record, _OF_PLAYERS.get(name, ()))
            of_team = name in _OF_TEAMS or (name in _OF_EITHER and team_event)
            if not (of_player or of_team or name in _OF_EITHER):
                continue
            numbers = teams if of_team else players
            if id_ and numbers is not None and id_ not in numbers:
                key = "trf.unknown-team" if of_team else "trf.unknown-player"
                what = message(key, tag=record.tag, id=id_)
                hint = message("trf.unknown-id-hint", last=max(numbers, default=0))
                code = "unknown-team" if of_team else "unknown-player"
                yield TrfError(record.line, column, code, what, hint)


def _ids(record: TrfRecord) -> Iterator[tuple[str, int, int]]:
    """Yield (field, column, number) of the numbers of a record; those of XXP stand in words."""
    if isinstance(record, TrfProhibited) and record.last is None:
        for at, word in words_after_tag(record.text):
            yield "ids", at, int(word)
        return
    for column in record.COLUMNS:
        value = getattr(record, column.field)
        if isinstance(value, tuple):
            for index, one in enumerate(value):
                yield column.field, column.at(index).first, one
        elif isinstance(value, int):
            yield column.field, column.first, value


def reversed_ranges(records: Sequence[TrfRecord]) -> Iterator[TrfError]:
    """Yield an error for each range of rounds or players whose last is before its first."""
    for record in records:
        pairs = [("first", "last")] if isinstance(record, TrfProhibited | TrfAcceleration) else []
        if isinstance(record, TrfAcceleration):
            pairs.append(("first_id", "last_id"))
        places = {column.field: column.first for column in record.COLUMNS}
        for name, end in pairs:
            first = getattr(record, name)
            last = getattr(record, end)
            if last is not None and last < first:
                what = message("trf.reversed", tag=record.tag, first=first, last=last)
                hint = message("trf.reversed-hint")
                yield TrfError(record.line, places[end], "reversed-range", what, hint)


def byes_after_the_last(records: Sequence[TrfRecord], planned: int | None) -> Iterator[TrfError]:
    """Yield an error for each bye (240) of a round that is not planned."""
    for record in records:
        if isinstance(record, TrfByes) and planned is not None and record.round > planned:
            what = message("trf.bye-after", number=record.round, n=planned)
            hint = message("trf.surplus-hint")
            yield TrfError(record.line, 7, "too-many-results", what, hint)


def byes_against_rounds(reading: Reading, records: Sequence[TrfRecord]) -> Iterator[TrfError]:
    """Yield an error for each bye (240) where the player has something else in that round."""
    said: dict[tuple[int, int], str] = {}
    for record in records:
        if not isinstance(record, TrfByes):
            continue
        for index, player in enumerate(record.ids):
            there = reading.players.get(player)
            cell = there.cell(record.round) if there else None
            kind = said.setdefault((player, record.round), cell.code if cell else record.kind)
            if kind != record.kind or (cell is not None and cell.opponent is not None):
                what = message(
                    "trf.bye-against", number=record.round, player=player, kind=record.kind
                )
                column = record.COLUMNS[-1].at(index).first
                hint = message("trf.keep-one")
                yield TrfError(record.line, column, "contradiction", what, hint)


def all_errors(
    reading: Reading,
    *,
    planned: int | None,
    points: TrfPoints | None,
    by_rules: TrfPoints | None,
    absent: Mapping[int, tuple[int, int]],
    records: Sequence[TrfRecord],
    team_event: bool,
) -> Iterator[TrfError]:
    """Yield every error between the lines; `points` and `by_rules` are as in `wrong_points`.

    In a team event more than one player can have a U in a round.
    """
    yield from missing_numbers(reading)
    yield from surplus_rounds(reading, planned)
    yield from wrong_pairs(reading)
    byes = () if team_event else [one for one in records if isinstance(one, TrfByes)]
    yield from wrong_points(reading, points, by_rules, byes)
    yield from unknown_absentees(reading, absent)
    yield from unknown_ids(reading, records, team_event)
    yield from reversed_ranges(records)
    yield from byes_after_the_last(records, planned)
    if not team_event:
        yield from second_byes(reading)
        yield from byes_against_rounds(reading, records)


def _agree(cell: TrfCell, answer: TrfCell) -> bool:
    return _colours_agree(cell, answer) and (cell.code, answer.code) in _COMPATIBLE


def _colours_agree(cell: TrfCell, answer: TrfCell) -> bool:
    # A game by default has no colour that counts, so a program may leave it out on either side.
    if "-" in (cell.colour, answer.colour):
        return cell.code in DEFAULT_CODES or answer.code in DEFAULT_CODES
    return cell.colour != answer.colour


def _disagreements(
    player: TrfPlayer, other: TrfPlayer, number: int, cell: TrfCell, answer: TrfCell
) -> Iterator[TrfError]:
    both = {"one": player.number, "two": other.number, "line": other.line}
    if not _colours_agree(cell, answer):
        what = message(_ONE_COLOUR[cell.colour], number=number, **both)
        hint = message("trf.colours-hint")
        yield TrfError(player.line, round_column(number) + 5, "incompatible-colours", what, hint)
    if OPEN in (cell.code, answer.code) and cell.code != answer.code:
        missing, there = (player, other) if cell.code == OPEN else (other, player)
        what = message("trf.one-result", number=number, opponent=there.number)
        hint = message("trf.one-result-hint", line=there.line)
        yield TrfError(missing.line, round_column(number) + 7, "missing-result", what, hint)
    elif (cell.code, answer.code) not in _COMPATIBLE:
        what = message("trf.results", number=number, first=cell.code, second=answer.code, **both)
        column = round_column(number) + 7
        hint = message("trf.results-hint")
        yield TrfError(player.line, column, "incompatible-results", what, hint)


_ONE_COLOUR = {"w": "trf.colours-white", "b": "trf.colours-black", "-": "trf.colours-none"}


def _one_sided(
    player: TrfPlayer, other: TrfPlayer, number: int, answer: TrfCell | None
) -> TrfError:
    column = round_column(number)
    one = player.number
    two = other.number
    line = other.line
    if answer is None:
        what = message("trf.blank", number=number, one=one, two=two, line=line)
        hint = message("trf.blank-hint", column=column, line=line, one=one)
        return TrfError(player.line, column, "missing-result", what, hint)
    if answer.opponent is None:
        what = message("trf.other-bye", number=number, one=one, two=two, line=line)
    else:
        what = message(
            "trf.other-game", number=number, one=one, two=two, third=answer.opponent, line=line
        )
    return TrfError(player.line, column, "not-mutual", what, message("trf.other-hint"))


def _unknown_opponent(player: TrfPlayer, number: int, opponent: int, count: int) -> TrfError:
    what = message("trf.opponent", number=number, player=player.number, opponent=opponent)
    hint = message("trf.opponent-hint", n=count)
    return TrfError(player.line, round_column(number), "unknown-opponent", what, hint)


def _own_opponent(player: TrfPlayer, number: int) -> TrfError:
    what = message("trf.own", number=number, player=player.number)
    hint = message("trf.own-hint")
    return TrfError(player.line, round_column(number), "own-opponent", what, hint)
