"""A whole club evening from one file, as commands: a pairing, results, absences, games for teams.

They are judged on a copy of the book, so that all errors are reported with their lines and nothing
is recorded unless all of it can be.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from desk.commands.base import Command
from desk.commands.commands import command_of
from desk.commands.decision import Decision, joined
from desk.commands.season import TakeInEvening
from desk.handlers.by_hand import against_boards, not_the_next
from desk.handlers.dispatch import handle_all
from desk.handlers.season import kind_of_absence
from ledger.csv_files.season import EventRow, read_rows, season_notes
from ledger.messages import Blank, Sentence, do, message
from ledger.refusals import Enough, Exit, FirstFindings, Refusal, Refusals, not_read_on
from ledger.state.book import Book, GameOfRound
from ledger.state.tournament import Entrant
from ledger.values import whole_number

V = TypeVar("V")

EveningLine = tuple[int | None, Command] | Refusal
"""A command with the line of its row, or the refusal of the row."""

_ABSENCES = {"absent": "notice", "absent without notice": "no notice", "club duty": "club duty"}
_NOT_HERE: dict[str, Sentence] = {
    "season": message("handlers.season-is-opened"),
    "round": message("handlers.date-has-verb", command=do("schedule", round=Blank("ROUND"))),
    "period": message("handlers.period-has-verb", command=do("period", round=Blank("ROUND"))),
    "joined": message("handlers.joining-has-verb", command=do("join", name=Blank("NAME"))),
    "left": message("handlers.leaving-has-verb", command=do("leave", player=Blank("PLAYER"))),
    "returned": message(
        "handlers.returning-has-verb", command=do("return", player=Blank("PLAYER"))
    ),
    "half-point bye": message("handlers.bye-has-verb", command=do("bye", player=Blank("PLAYER"))),
    "full-point bye": message("handlers.no-verb"),
}


_NEEDED = ("player", "board")
_BOTH = message("handlers.name-both")


def record_evening(book: Book, command: TakeInEvening) -> Decision | Refusals:
    """Record a whole evening, or refuse it with everything that is wrong."""
    rows, refusals = evening_rows(book, command)
    if not rows:
        return tuple(refusals)
    trial = book.trial()
    decisions: list[Decision] = []
    try:
        for part in evening_parts(trial, rows, command):
            refusals += [item for item in part if isinstance(item, Refusal)]
            decision = handle_all(trial, [item for item in part if not isinstance(item, Refusal)])
            if not isinstance(decision, Decision):
                refusals += decision
            elif decision.warnings:
                refusals += [warning.refusal() for warning in decision.warnings]
            else:
                decisions.append(decision)
    except Enough:
        refusals.close(not_read_on(max(refusal.line or 0 for refusal in refusals)))
    if refusals:
        return tuple(sorted(refusals, key=lambda refusal: refusal.line or 0))
    evening = joined(decisions)
    if not evening.facts:
        what = message("handlers.all-recorded")
        return (Refusal("nothing-to-record", what, do("pairings", round_number=command.round)),)
    return replace(evening, notes=evening_notes(command) + evening.notes)


def evening_notes(command: TakeInEvening) -> tuple[Sentence, ...]:
    """Return notes on the file: the columns that are not used."""
    return season_notes(command.content or b"", _NEEDED)


def evening_rows(
    book: Book, command: TakeInEvening
) -> tuple[list[EventRow], FirstFindings[Refusal]]:
    """Return the rows of an evening that can be judged, and the refusals of the others."""
    if command.content is None:
        what = message("handlers.not-read", file=command.file)
        step = message("handlers.name-a-file")
        return [], FirstFindings((Refusal("file-not-read", what, step, exit=Exit.USAGE),))
    rows, errors = read_rows(command.content, needed=_NEEDED)
    if not rows and not errors:
        what = message("handlers.header-only")
        step = message("handlers.row-a-game")
        return [], FirstFindings((Refusal("evening-no-rows", what, step, exit=Exit.USAGE),))
    refusals = FirstFindings(error.refusal("evening") for error in errors)
    unread = {error.line for error in errors}
    rows = [row for row in rows if row.line not in unread]
    try:
        refusals += _out_of_place(rows, command.round)
        refusals += _twice(book, rows)
    except Enough:
        refusals.close(not_read_on(max(refusal.line or 0 for refusal in refusals)))
        return [], refusals
    wrong = {refusal.line for refusal in refusals}
    return [row for row in rows if row.line not in wrong], refusals


def evening_parts(
    book: Book, rows: list[EventRow], command: TakeInEvening
) -> Iterator[list[EveningLine]]:
    """Yield the commands of an evening in parts, each to be added to the book before the next.

    A row that is recorded already is skipped, so that a file may come twice. Games of a round that
    is not published are its pairing, made by hand.
    """
    yield list(_absences(book, rows, command))
    games = [row for row in rows if row.kind in ("game", "no opponent")]
    if games and book.state.round(command.round) is None:
        yield _pairing(book, games, command)
    if book.state.round(command.round) is not None:
        for row in rows:
            yield list(_of_game(book, row, command))
    yield list(_externals(book, rows, command))


def _out_of_place(rows: list[EventRow], number: int) -> Iterator[Refusal]:
    """Yield the refusals of rows of another round, or of no evening."""
    for row in rows:
        if row.round not in (None, number):
            what = message("handlers.other-round", row=row.round or 0, round=number)
            step = message("handlers.one-file-an-evening")
            yield _wrong(row, "evening-other-round", what, step)
        if row.kind in _NOT_HERE:
            kind = message(f"handlers.row.{row.kind.replace(' ', '-')}")
            what = message("handlers.no-such-row", kind=kind)
            yield _wrong(row, "evening-kind", what, _NOT_HERE[row.kind])
        elif not row.player and not (row.kind == "game" and row.board):
            what = message("handlers.nobody-named")
            step = message("handlers.write-player")
            yield _wrong(row, "evening-no-player", what, step)
        elif row.kind == "game" and row.outcome is None:
            what = message("handlers.game-without-result")
            step = message("handlers.write-result")
            yield _wrong(row, "evening-no-result", what, step)


def _twice(book: Book, rows: list[EventRow]) -> Iterator[Refusal]:
    """Yield a refusal for each row about the board or presence of an earlier row."""
    seen: dict[Sentence, int] = {}
    for row in rows:
        if row.kind == "game" and (board := whole_number(row.board)) is not None:
            key = message("handlers.board", board=board)
        elif row.kind in (*_ABSENCES, "present"):
            entrant = book.find_player(row.player)
            key = book.called(entrant.player) if isinstance(entrant, Entrant) else ""
        else:
            continue
        if key in seen:
            what = message("handlers.on-line-already", what=key, line=seen[key])
            yield _wrong(row, "evening-twice", what, message("handlers.keep-one-row"))
        elif key:
            seen[key] = row.line


def _wrong(row: EventRow, code: str, what: Sentence, step: Sentence) -> Refusal:
    return Refusal(code, what, step, exit=Exit.USAGE, line=row.line)


def _made(row: EventRow, command: str, **data: object) -> Iterator[EveningLine]:
    """Yield the command of a row, or the refusals of its fields."""
    fields = {key: value for key, value in data.items() if value not in (None, "")}
    parsed = command_of({"command": command, **fields})
    if isinstance(parsed, tuple):
        step = message("handlers.fill-that-column")
        yield from (replace(refusal, line=row.line, next=step) for refusal in parsed)
    else:
        yield row.line, parsed


def _absences(book: Book, rows: list[EventRow], command: TakeInEvening) -> Iterator[EveningLine]:
    common = {"round": command.round, "reason": command.reason}
    for row in rows:
        kind = _ABSENCES.get(row.kind)
        if kind is not None and not _recorded(book, row, command.round, kind):
            yield from _made(row, "absent", player=row.player, kind=kind, **common)
        if row.kind == "present" and not _said_to_come(book, row, command.round):
            yield from _made(row, "present", player=row.player, **common)


def _recorded(book: Book, row: EventRow, number: int, kind: str) -> bool:
    entrant = book.find_player(row.player)
    return isinstance(entrant, Entrant) and kind_of_absence(book, entrant, number) == kind


def _said_to_come(book: Book, row: EventRow, number: int) -> bool:
    entrant = book.find_player(row.player)
    return isinstance(entrant, Entrant) and (entrant.player, number) in book.state.season.coming


def _pairing(book: Book, rows: list[EventRow], command: TakeInEvening) -> list[EveningLine]:
    """Return the file's games as the pairing of the round, or their refusals by line."""
    refusals: list[Refusal] = list(not_the_next(book, command.round))
    seats: list[list[int]] = []
    for row in rows:
        named = [row.player] if row.kind == "no opponent" else [row.player, row.opponent]
        if not all(named):
            what = message("handlers.file-pairs", round=command.round)
            step = _BOTH
            refusals.append(_wrong(row, "evening-no-players", what, step))
        entrants = [book.find_player(name) for name in named if name]
        refusals += [replace(p, line=row.line) for p in entrants if isinstance(p, Refusal)]
        seats.append([p.player for p in entrants if isinstance(p, Entrant)])
    free = [row for row in rows if row.kind == "no opponent"]
    what = message("handlers.two-byes")
    step = message("handlers.one-bye")
    refusals += [_wrong(row, "evening-two-byes", what, step) for row in free[1:]]
    if not refusals:
        refusals = [
            replace(refusal, line=rows[at].line)
            for at, refusal in against_boards(book, command.round, seats)
        ]
    if refusals:
        return list(refusals)
    games = [(row, seat) for row, seat in zip(rows, seats, strict=True) if row.kind == "game"]
    games.sort(key=lambda game: whole_number(game[0].board) or 1000)
    label = book.state.label
    boards = [[label(p) for p in _white_first(row, seat)] for row, seat in games]
    return list(
        _made(
            rows[0],
            "pairing-by-hand",
            round=command.round,
            boards=boards,
            bye=free[0].player if free else None,
            reason=command.reason,
            confirm="yes",  # it was played: nobody is waited for any more
        )
    )


def _white_first(row: EventRow, players: Sequence[V]) -> Sequence[V]:
    """Return a row's player and opponent with white first; white is the default colour."""
    return players[::-1] if row.colour == "B" else players


def _of_game(book: Book, row: EventRow, command: TakeInEvening) -> Iterator[EveningLine]:
    """Yield the command that records a game's result, or the refusal of the game."""
    common = {"round": command.round, "reason": command.reason}
    if row.kind == "catch-up":
        white, black = _white_first(row, [row.player, row.opponent])
        result = {"result": row.outcome, "date": row.date}
        place = _published(book, row, command.round)
        caught_up = isinstance(place, GameOfRound) and place.game.catch_up
        if not (caught_up and _as_recorded(book, place, row)):
            yield from _made(row, "catch-up", white=white, black=black, **result, **common)
    elif row.kind == "no opponent":
        yield from _free(book, row, command.round)
    elif row.kind == "game":
        place = _published(book, row, command.round)
        if not isinstance(place, GameOfRound):
            yield from (replace(refusal, line=row.line) for refusal in place)
            return
        if _as_recorded(book, place, row):
            return
        board = place.round.games.index(place.game) + 1
        if row.outcome == "adjourned":
            yield from _made(row, "adjourn", board=board, **common)
        elif row.outcome is None or not row.outcome.endswith("R"):
            data = {"result": row.outcome, "rated": row.rated}
            yield from _made(row, "result", board=board, **data, **common)
        elif row.causes == (None, None):
            step = message("handlers.fill-cause")
            yield _wrong(row, "cause-missing", message("handlers.why-lost"), step)
        else:
            causes = {"white": row.causes[0], "black": row.causes[1]}
            yield from _made(row, "forfeit", board=board, **causes, **common)


def _as_recorded(book: Book, place: GameOfRound | Refusals, row: EventRow) -> bool:
    """Return whether the game of a row is in the ledger already, before this file."""
    if not isinstance(place, GameOfRound) or place.game.set_by > len(book.recorded):
        return False
    game = place.game
    if row.outcome == "adjourned":
        return game.adjourned and game.outcome is None
    causes = (game.white_cause, game.black_cause)
    wanted = (row.outcome, row.causes, row.rated)
    return row.outcome is not None and (game.outcome, causes, game.rated) == wanted


def _published(book: Book, row: EventRow, number: int) -> GameOfRound | Refusals:
    """Return the published game of a row; both players and colours must match."""
    if not row.player:
        return book.find_game(number, row.board)
    names = _white_first(row, [name for name in (row.player, row.opponent) if name])
    players = [book.find_player(name) for name in names]
    if refused := tuple(item for item in players if isinstance(item, Refusal)):
        return refused
    wanted = [item.player for item in players if isinstance(item, Entrant)]
    if isinstance(round_ := book.find_round(number), Refusal):
        return (round_,)
    game = round_.game_of(wanted[0])
    if game is None:
        what = message("handlers.no-game-of", round=number, player=book.called(wanted[0]))
        step = do("pairings", round_number=number)
        return (Refusal("unknown-board", what, step, exit=Exit.USAGE),)
    if len(wanted) == 1 or [game.white, game.black] == wanted:
        return GameOfRound(round_, game)
    white = book.called(game.white)
    black = book.called(game.black)
    what = message("handlers.published-with", round=number, white=white, black=black)
    if [game.black, game.white] == wanted:
        step = message("handlers.then-correct", command=do("correct-colours", round=number))
        return (Refusal("colours-differ", what, step),)
    step = message("handlers.changes-published", command=do("board-swap", round=number))
    return (Refusal("other-opponent", what, step),)


def _free(book: Book, row: EventRow, number: int) -> Iterator[Refusal]:
    round_ = book.state.round(number)
    entrant = book.find_player(row.player)
    if isinstance(entrant, Refusal):
        yield replace(entrant, line=row.line)
    elif round_ is None or round_.bye != entrant.player:
        what = message("handlers.other-bye", player=book.called(entrant.player), round=number)
        yield _wrong(row, "other-bye", what, do("pairings", round_number=number))


def _plays_for(book: Book, row: EventRow, number: int) -> bool:
    """Return whether the team game of a row is in the ledger already, before this file."""
    entrant = book.find_player(row.player)
    if not isinstance(entrant, Entrant):
        return False
    game = book.state.season.externals.get((entrant.player, number))
    if game is None or game.set_by > len(book.recorded):
        return False
    announced = row.elsewhere if row.elsewhere != "not announced" else None
    wanted = (
        row.team,
        whole_number(row.board),
        row.colour,
        row.own,
        row.elsewhere is None,
        announced,
        row.date or "",
    )
    return wanted == (
        game.team,
        game.board,
        game.colour,
        game.result,
        game.club_evening,
        game.announced_to,
        str(game.date or ""),
    )


def _externals(book: Book, rows: list[EventRow], command: TakeInEvening) -> Iterator[EveningLine]:
    for row in rows:
        if row.kind == "external" and not _plays_for(book, row, command.round):
            yield from _made(
                row,
                "external",
                player=row.player,
                round=command.round,
                team=row.team,
                board=row.board,
                colour=row.colour,
                result=row.own,
                club_evening=row.elsewhere is None,
                announced_to=row.elsewhere if row.elsewhere != "not announced" else None,
                date=row.date,
                reason=command.reason,
                confirm=command.confirm,
            )
