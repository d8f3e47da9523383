"""Swiss-Manager's text pair: the players, and the pairings with their results.

Source: the files of Swiss-Manager 15, as described; columns go by name. The pairings have no byes
but that of the pairing, so these are told by the points of the players where they can be told.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple, cast

from ledger.csv_files.people import PeopleRefused, PersonRow, read_people
from ledger.csv_files.swiss_manager import (
    is_of_swiss_manager,
    points_of_swiss_manager,
    two_ratings_of_swiss_manager,
    unused_of_swiss_manager,
)
from ledger.csv_files.table import CellError, CsvTable, read_table, stop, table_notes
from ledger.foreign.model import (
    Away,
    Finding,
    Foreign,
    ForeignFiles,
    ForeignGame,
    ForeignRound,
    Program,
)
from ledger.messages import Blank, Sentence, also, do, message
from ledger.refusals import Enough, Exit, FirstFindings, Refusal, Refusals
from ledger.text_files import decoded, quoted
from ledger.values import Outcome, whole_number

_COLUMNS = {
    "round": ("runde",),
    "board": ("brett",),
    "white": ("nrw",),
    "black": ("nrs",),
    "white_points": ("ergw",),
    "black_points": ("ergs",),
    "default": ("kontumaz",),
    "both": ("erg",),
    "match": ("mnr",),
    "white_id": ("identw",),
    "black_id": ("idents",),
    "white_rated": ("ergelow",),
    "black_rated": ("ergelos",),
}
_KNOWN = frozenset({"Runde", "Brett", "NrW", "NrS"})
_HALVES = {"0": 0, "0,5": 1, "0.5": 1, "½": 1, "1": 2}
_TEXT = {0: "0", 1: "1/2", 2: "1"}
_OF_TEXT = {text: halves for halves, text in _TEXT.items()}
_NEEDED = ("round", "board", "white", "black", "white_points", "black_points", "default")
_NOBODY = -1
"""In place of Black: the bye of the pairing."""


class _Row(NamedTuple):
    line: int
    round: int
    board: int
    white: int
    black: int
    result: Outcome | None


def _recognises(content: bytes) -> bool:
    return _has_pairings(content) or is_of_swiss_manager(content)


def _has_pairings(content: bytes) -> bool:
    first = decoded(content[:1000]).splitlines()[:1]
    return bool(first) and set(first[0].split(";")) >= _KNOWN


def _read(files: ForeignFiles) -> Foreign | Refusals:
    if not _has_pairings(files.content):
        what = message("foreign.players-alone")
        pair = do("import", file=Blank("PAIRINGS"), members=Blank("PLAYERS"))
        step = message(
            "foreign.players-alone-step", pair=pair, enter=do("enter", file=Blank("FILE"))
        )
        return (Refusal("foreign-players-alone", what, step, exit=Exit.USAGE),)
    if files.players is None:
        what = message("foreign.pairings-alone")
        step = message("foreign.pairings-alone-step", option=also(members=Blank("PLAYERS")))
        return (Refusal("members-missing", what, step, exit=Exit.USAGE),)
    if not is_of_swiss_manager(files.players):
        what = message("foreign.no-players-file")
        step = message("foreign.pairings-alone-step", option=also(members=Blank("PLAYERS")))
        return (Refusal("foreign-other-players", what, step, exit=Exit.USAGE),)
    people = read_people(files.players, national=files.national)
    if isinstance(people, PeopleRefused):
        return tuple(error.refusal("members") for error in people.errors)
    numbers = {one.number for one in people}
    hint = message("foreign.header-hint")
    table, errors = read_table(files.content, _COLUMNS, ("round",), hint)
    rows: list[_Row] = []
    notes: tuple[Sentence, ...] = ()
    try:
        if table is not None:
            rows = _rows(table, numbers, errors)
            notes = table_notes(table)
            errors.extend(_of_all(rows))
    except Enough:
        stop(errors)
    if not errors and (None in numbers or len(numbers) < len(people)):
        what = message("foreign.numbers")
        errors.append(CellError(1, "Nr", "numbers", what, message("foreign.numbers-step")))
    if errors:
        errors.sort(key=lambda error: error.line)
        return tuple(error.refusal("foreign") for error in errors)
    return _foreign(files.players, people, rows, notes)


def _rows(
    table: CsvTable, players: set[int | None], errors: FirstFindings[CellError]
) -> list[_Row]:
    """Return the rows that can be read; what is wrong with the others comes into `errors`."""
    missing = [column for column in _NEEDED if column not in table.columns]
    for column in missing:
        name = _COLUMNS[column][0]
        what = message("foreign.no-column", name=quoted(name))
        hint = message("foreign.header-hint")
        errors.append(CellError(table.header_line, name, "no-column", what, hint))
    if missing:
        return []
    headed = {column: table.names[at] for column, at in table.columns.items()}
    rows = []
    for line, cells in table.records():
        row = _row(line, cells, headed, players)
        if isinstance(row, CellError):
            errors.append(row)
        else:
            rows.append(row)
    return rows


def _row(
    line: int, cells: Mapping[str, str], headed: Mapping[str, str], players: set[int | None]
) -> _Row | CellError:
    def wrong(column: str, key: str) -> CellError:
        what = message(f"foreign.{key}", text=quoted(cells[column]))
        return CellError(line, headed[column], key, what, message(f"foreign.{key}-step"))

    numbers = []
    for column, most in (("round", 99), ("board", 9999)):
        number = whole_number(cells[column])
        if number is None or not 1 <= number <= most:
            return wrong(column, "bad-number")
        numbers.append(number)
    pair = []
    for column in ("white", "black"):
        bye = column == "black" and cells[column] == str(_NOBODY)
        number = _NOBODY if bye else whole_number(cells[column])
        if number is None or (not bye and number not in players):
            return wrong(column, "unknown-number")
        pair.append(number)
    if pair[0] == pair[1]:
        return wrong("black", "own-opponent")
    points = [_HALVES.get(cells[column]) for column in ("white_points", "black_points")]
    for column, half in zip(("white_points", "black_points"), points, strict=True):
        if half is None:
            return wrong(column, "bad-points")
    result = _result(points[0] or 0, points[1] or 0, cells["default"])
    if result == "wrong":
        return wrong("default", "bad-result")
    both = cells.get("both", "")
    if both and both != f"{cells['white_points']}:{cells['black_points']}{cells['default']}":
        return wrong("both", "other-result")
    return _Row(
        line=line,
        round=numbers[0],
        board=numbers[1],
        white=pair[0],
        black=pair[1],
        result=None if pair[1] == _NOBODY else result,
    )


def _result(white: int, black: int, default: str) -> Outcome | Literal["wrong"] | None:
    """Return what the points of a row say: K is a default, and nought to nought a game still open."""
    if default not in ("", "K") or white + black not in (0, 2) or (default and white == 1):
        return "wrong"
    if not default and white + black == 0:
        return None
    return cast("Outcome", f"{_TEXT[white]}-{_TEXT[black]}{'R' if default else ''}")


def _of_all(rows: list[_Row]) -> Iterator[CellError]:
    """Yield the errors of rows together: a player twice in a round, and a round that is missing."""
    places: dict[tuple[int, int], int] = {}
    byes: dict[int, int] = {}
    for row in rows:
        for player in (row.white, row.black):
            first = places.setdefault((row.round, player), row.line)
            if first != row.line and player != _NOBODY:
                what = message("foreign.twice", player=player, round=row.round, line=first)
                yield CellError(row.line, "", "twice", what, message("foreign.twice-step"))
        if row.black == _NOBODY and (first := byes.setdefault(row.round, row.line)) != row.line:
            what = message("foreign.two-byes", round=row.round, line=first)
            yield CellError(row.line, "", "two-byes", what, message("foreign.two-byes-step"))
    numbers = {row.round for row in rows}
    for number in range(1, max(numbers, default=1) + 1):
        if number not in numbers:
            line = next((row.line for row in rows if row.round > number), 1)
            what = message("foreign.no-round", round=number)
            yield CellError(line, "", "no-round", what, message("foreign.no-round-step"))
            return


def _foreign(
    players: bytes, people: tuple[PersonRow, ...], rows: list[_Row], notes: tuple[Sentence, ...]
) -> Foreign:
    findings = [Finding("no-place", note) for note in notes]
    if unused := unused_of_swiss_manager(players):
        what = message("foreign.columns", n=len(unused), names=", ".join(unused))
        findings.append(Finding("no-place", what))
    numbers = sorted(one.number for one in people if one.number is not None)
    if two := len(two_ratings_of_swiss_manager(players).intersection(numbers)):
        findings.append(Finding("no-place", message("foreign.other-rating", n=two)))
    rounds = []
    for number in range(1, max(row.round for row in rows) + 1):
        own = sorted((row for row in rows if row.round == number), key=lambda row: row.board)
        games = [ForeignGame(r.white, r.black, r.result) for r in own if r.black != _NOBODY]
        away: dict[int, Away] = {r.white: "bye" for r in own if r.black == _NOBODY}
        rounds.append(ForeignRound(number, tuple(games), away))
    said = points_of_swiss_manager(players)
    rounds = _with_byes(rounds, numbers, said, findings)
    return Foreign(
        format="swiss-manager", players=people, rounds=tuple(rounds), findings=tuple(findings)
    )


def _with_byes(
    rounds: list[ForeignRound],
    numbers: list[int],
    said: Mapping[int, int],
    findings: list[Finding],
) -> list[ForeignRound]:
    """Return the rounds with those who are in no row, by their points where these tell.

    The points of the list are those after the last round that is finished, in half points. One
    round without a row tells by what it must have given; of several it is told only where all gave
    nothing, or all a whole point. Else they are entered as absent, and that is said.
    """
    given = {one.number: _given(one) for one in rounds}
    finished = [one.number for one in rounds if all(game.result for game in one.games)]
    told: dict[tuple[int, int], Away] = {}
    for player in numbers:
        if player not in said:
            continue
        without = [number for number in finished if player not in given[number]]
        more = said[player] - sum(given[number].get(player, 0) for number in finished)
        kind: Away | None = None
        if more == 0:
            kind = "absent"
        elif more == 2 * len(without):
            kind = "full-point bye"
        elif len(without) == more == 1:
            kind = "half-point bye"
        if kind is not None:
            told |= dict.fromkeys(((number, player) for number in without), kind)
        elif more:
            what = message("foreign.other-points", player=player, n=more)
            findings.append(Finding("no-place", what))
    whole = []
    for one in rounds:
        absent = [player for player in numbers if player not in given[one.number]]
        away: dict[int, Away] = {
            player: told.get((one.number, player), "absent") for player in absent
        }
        whole.append(ForeignRound(one.number, one.games, {**one.away, **away}))
        by_points = [player for player in absent if away[player] != "absent"]
        if by_points:
            findings.append(Finding("put-right", _listed("byes-by-points", by_points), one.number))
        unknown = [player for player in absent if (one.number, player) not in told]
        if unknown:
            findings.append(Finding("no-place", _listed("no-row", unknown), one.number))
    return whole


def _listed(key: str, players: list[int]) -> Sentence:
    return message(f"foreign.{key}", n=len(players), players=", ".join(map(str, players)))


def _given(one: ForeignRound) -> dict[int, int]:
    """Return what a round gave those who are in a row, in half points; an open game nothing yet."""
    given = {player: 2 if kind == "bye" else 0 for player, kind in one.away.items()}
    for game in one.games:
        points: tuple[int, ...] = (0, 0)
        if game.result not in (None, "adjourned"):
            white, _, black = game.result.removesuffix("R").partition("-")
            points = (_OF_TEXT[white], _OF_TEXT[black])
        given |= zip((game.white, game.black), points, strict=True)
    return given


PROGRAM = Program(_recognises, _read)
