"""A season as CSV: its events in force, a row each, and its members; `import` reads both."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date

from ledger.csv_files.season import COLUMNS, causes_text
from ledger.csv_files.table import write_table
from ledger.facts.season import CatchUpGamePlayed
from ledger.messages import Blank, Sentence, do, message
from ledger.refusals import Refusal
from ledger.state.book import Book
from ledger.state.details import details_of
from ledger.state.tournament import Entrant, Game, Round, Tournament
from projections.views.view import RowValues

MEMBER_COLUMNS = (
    "number",
    "name",
    "rating",
    "title",
    "from_round",
    "left",
    "club",
    "federation",
    "fide_id",
    "national_id",
    "birth",
    "sex",
)
"""left is for people: the round a member is out from; the season's rows say it with the value."""


def members_csv(book: Book, spreadsheet: bool = False) -> bytes:
    """Return the members in order of entry, with their records beside the facts."""
    members = [_member(book, e) for e in book.state.players.values()]
    return write_table(MEMBER_COLUMNS, members, spreadsheet)


def _member(book: Book, entrant: Entrant) -> RowValues:
    record = book.people.get(entrant.person, {})
    kept = {column: record.get(column) for column in MEMBER_COLUMNS[6:]}
    gone = entrant.absences[-1][0] if entrant.absences and entrant.absences[-1][1] else None
    return kept | {
        "number": entrant.number,
        "name": book.name(entrant.player),
        "rating": entrant.rating,
        "title": entrant.title,
        "from_round": entrant.from_round,
        "left": gone,
    }


def season_csv(book: Book, spreadsheet: bool = False) -> bytes | Refusal:
    """Return the season's events in force, round by round, with corrections applied.

    Another tournament is refused: `import` reads seasons only.
    """
    if not book.rules.ranks_by_value:
        what = message("season-files.no-season-out", rules=book.rules.id)
        step = message(
            "season-files.no-season-out-step",
            file=do("export", output=Blank("FILE.trf")),
            players=do("export", format="members"),
        )
        return Refusal("no-season", what, step)
    rows = [{key: value for key, value in row.items() if value is not None} for row in _rows(book)]
    for row in rows:
        for column in ("player", "opponent"):
            if column in row:
                player = row[column]
                assert isinstance(player, int)
                row[column] = book.state.label(player)
                row[f"{column}_name"] = book.name(player)
    return write_table(list(COLUMNS), rows, spreadsheet)


def not_carried(book: Book) -> tuple[Sentence, ...]:
    """Return notes on the parts of a season that its CSV leaves out."""
    notes = [message("season-files.in-force")]
    if len(book.state.rules) > 1:
        rounds = ", ".join(str(start) for start, _, _ in book.state.rules[1:])
        notes.append(message("season-files.rules-changed", rounds=rounds))
    if details_of(book.state, book.people):
        notes.append(message("season-files.details-stay"))
    return tuple(notes)


def _rows(book: Book) -> Iterator[RowValues]:
    state = book.state
    yield {"kind": "season", "name": state.name, "round": state.rounds_planned}
    for number, day in sorted(state.dates.items()):
        time = state.times.get(number)
        yield {"kind": "round", "round": number, "date": day.isoformat(), "time": time}
    first = [(1, state.season.first_period)] if state.season.first_period else []
    for start, name in [*first, *state.season.periods]:
        yield {"kind": "period", "round": start, "name": name}
    for entrant in state.players.values():
        yield from _coming_and_going(state, entrant)
    days = {
        (fact.round, frozenset((fact.white, fact.black))): fact.date
        for fact in book.facts
        if isinstance(fact, CatchUpGamePlayed) and fact.date
    }
    for round_ in state.rounds:
        yield from _round(state, round_, days)
    last = max(
        [
            0,
            *(n for e in state.players.values() for n in e.away),
            *(n for _, n in state.season.coming),
        ]
    )
    for number in range(state.next_round, max(state.next_round, last) + 1):
        for entrant in state.in_number_order():
            yield from _plans(state, entrant, number)
        yield from _externals(state, number)


def _coming_and_going(state: Tournament, entrant: Entrant) -> Iterator[RowValues]:
    """Yield the late entry, departures and returns of a member, in the order recorded."""
    player = entrant.player
    if entrant.from_round > 1:
        yield {"kind": "joined", "round": entrant.from_round, "player": player}
    values = state.season.left_values.get(player, {})
    for start, leaving in entrant.absences:
        if leaving:
            yield {"kind": "left", "round": start, "player": player, "value": values.get(start)}
        else:
            yield {"kind": "returned", "round": start, "player": player}


def _round(
    state: Tournament, round_: Round, days: Mapping[tuple[int, frozenset[int]], date]
) -> Iterator[RowValues]:
    number = round_.number
    for board, game in enumerate(round_.games, 1):
        day = days.get((number, frozenset((game.white, game.black))))
        yield _game(number, board, game) | ({"date": day.isoformat()} if day else {})
    if round_.bye is not None:
        yield {"kind": "no opponent", "round": number, "player": round_.bye}
    for entrant in state.in_number_order():
        player = entrant.player
        if round_.game_of(player) or round_.bye == player:
            continue
        if entrant.present_in(number):
            yield {"kind": "not paired", "round": number, "player": player}
        yield from _plans(state, entrant, number)
    yield from _externals(state, number)


def _game(number: int, board: int, game: Game) -> RowValues:
    return {
        "kind": "catch-up" if game.catch_up else "game",
        "round": number,
        "board": board,
        "player": game.white,
        "colour": "W",
        "opponent": game.black,
        "result": game.outcome or ("adjourned" if game.adjourned else None),
        "cause": causes_text(game.white_cause, game.black_cause),
        "rated": None if game.rated else "no",
    }


def _plans(state: Tournament, entrant: Entrant, number: int) -> Iterator[RowValues]:
    """Yield the announcements and records of a member's presence in a round."""
    player = entrant.player
    season = state.season
    row: RowValues = {"round": number, "player": player}
    if (player, number) in season.coming and number >= state.next_round:
        yield {"kind": "present", **row}
    if number not in entrant.away or entrant.withdrawn_in(number):
        return
    if (player, number) in season.duties:
        kind = "club duty"
    elif (player, number) in season.unannounced:
        kind = "absent without notice"
    else:
        kind = ("absent", "half-point bye", "full-point bye")[entrant.away[number]]
    yield {"kind": kind, **row}


def _externals(state: Tournament, number: int) -> Iterator[RowValues]:
    games = [g for g in state.season.externals.values() if g.round == number]
    for game in sorted(games, key=lambda g: state.label(g.player)):
        yield {
            "kind": "external",
            "round": number,
            "date": game.date.isoformat() if game.date else None,
            "player": game.player,
            "colour": game.colour,
            "team": game.team,
            "board": game.board,
            "result": game.result,
            "elsewhere": _elsewhere(game.club_evening, game.announced_to),
        }


def _elsewhere(club_evening: bool, announced_to: str | None) -> str | None:
    return None if club_evening else announced_to or "not announced"
