"""The log: every fact with its filters, the last command with its undo, two moments, each point."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, get_args

from desk.access.roles import READERS
from desk.answers.standing_beside import position_at
from desk.handlers.disputes import last_command
from desk.web.answers import Answer, Page, Redirect
from desk.web.guard import why_not_undone
from desk.web.request import Request
from desk.web.routes import get
from desk.web.services import Services
from ledger.messages import Sentence, day_in_full
from ledger.refusals import Refusal, Refusals
from ledger.state.book import Book
from ledger.state.tournament import taken_back_by
from ledger.values import KindOfFact
from projections.formats.blame import blame
from projections.formats.diff import diff_view
from projections.log.actors import actor_called, player_of
from projections.log.dossier import fact_view
from projections.log.selection import LogPart, selected
from projections.log.sentences import teller
from projections.views.view import View

ROWS = 100
"""Facts on a page, the newest first."""


class LogPage(NamedTuple):
    """The log, and what is asked for beside it."""

    rows: list[LogLine]
    day_in_full: Callable[[Any], str]
    found: int
    all: int
    page: int
    pages: int
    at: int | None
    asked: dict[str, str]
    players: list[tuple[int, str]]
    actors: list[tuple[str, str]]
    rounds: list[int]
    kinds: tuple[Any, ...]
    fact: View | None
    last: list[int]
    last_rows: list[LogLine]
    undo: Refusals
    diff: View | None
    blame: View | None
    blamed: int | None
    corrected: tuple[int, int] | None


@get("log", "/{t}/log", READERS)
def show(request: Request, services: Services) -> Answer:
    """Show a page of the log, and what is asked for beside it."""
    if not all(request.query.values()):
        return Redirect(request.here(request.query))
    book = services.book
    part, wrong = _part(request, book)
    positions = selected(book, part)[::-1]
    at = request.number("at")
    page = request.number("page") or (positions.index(at) // ROWS + 1 if at in positions else 1)
    page = max(1, min(page, -(-len(positions) // ROWS)))
    shown = positions[(page - 1) * ROWS : page * ROWS]
    last = [stamp.position for _, stamp in last_command(book)]
    fact = _fact(book, at)
    diff = _diff(request, book)
    origins = _blame(request, book)
    wrong += tuple(one for one in (fact, diff, origins) if isinstance(one, Refusal))
    actors = [
        (_named(book, actor), request.words(actor_called(book, actor))) for actor in _actors(book)
    ]
    return Page(
        "log.html",
        LogPage(
            rows=_rows(book, shown),
            day_in_full=lambda at: request.words(day_in_full(at.date())),
            found=len(positions),
            all=len(book.recorded),
            page=page,
            pages=max(1, -(-len(positions) // ROWS)),
            at=at,
            asked=_asked(request),
            players=_players(book),
            actors=actors,
            rounds=[each.number for each in book.state.rounds],
            kinds=get_args(KindOfFact),
            fact=request.view(fact) if isinstance(fact, View) else None,
            last=last,
            last_rows=_rows(book, last[:3]),
            undo=why_not_undone(request, services.book, None),
            diff=request.view(diff) if isinstance(diff, View) else None,
            blame=request.view(origins) if isinstance(origins, View) else None,
            blamed=request.number("blame"),
            corrected=_correction(book, at),
        ),
        refusals=wrong,
    )


_FILTERS = ("player", "round", "kind", "actor", "since", "until")


def _asked(request: Request) -> dict[str, str]:
    return {key: request.query.get(key, "") for key in _FILTERS}


def _actors(book: Book) -> list[str]:
    """Return everybody who recorded something, as the facts have them."""
    return sorted(
        {stamp.actor for _, stamp in book.recorded},
        key=lambda actor: (actor.partition("-")[0], len(actor), actor),
    )


def _named(book: Book, actor: str) -> str:
    """Return an actor as addresses have them: a player by their number."""
    player = player_of(actor)
    if player is None or player not in book.state.players:
        return actor
    return f"player-{book.state.label(player)}"


def _players(book: Book) -> list[tuple[int, str]]:
    """Return everybody by number, with the number and the name as words."""
    label = book.state.label
    return [(label(e.player), book.called(e.player)) for e in book.state.in_number_order()]


def _part(request: Request, book: Book) -> tuple[LogPart, Refusals]:
    """Return the filters of the address, and what in them is no moment or nobody."""
    wrong: Refusals = ()
    kind = request.query.get("kind")
    actor = request.query.get("actor", "")
    places: list[int | None] = []
    for name in ("since", "until"):
        text = request.query.get(name, "")
        position = position_at(book, text) if text else None
        if isinstance(position, Refusal):
            wrong += (position,)
            position = None
        elif position and name == "since" and not text.removeprefix("#").isdecimal():
            position += 1
        places.append(position)
    player = None
    if typed := request.query.get("player"):
        entrant = book.find_player(typed)
        if isinstance(entrant, Refusal):
            wrong += (entrant,)
        else:
            player = entrant.player
    part = LogPart(
        player=player,
        round=request.number("round"),
        kind=next((each for each in get_args(KindOfFact) if each == kind), None),
        actor=next((key for key in _actors(book) if _named(book, key) == actor), actor or None),
        since=places[0] or 1,
        until=places[1],
    )
    return part, wrong


class LogLine(NamedTuple):
    """A fact in the log; `taken_back_by` is the fact that took it back, None for none."""

    position: int
    sentence: Sentence
    actor: Sentence
    at: dt.datetime
    reason: str | None
    taken_back_by: int | None


def _rows(book: Book, positions: Sequence[int]) -> list[LogLine]:
    """Return facts as a page shows them."""
    sentence_at = teller(book, marked=False)
    back = taken_back_by(book.facts)
    return [
        LogLine(
            position=at,
            sentence=sentence_at(at),
            actor=actor_called(book, stamp.actor),
            at=stamp.recorded_at.astimezone(book.zone),
            reason=fact.reason,
            taken_back_by=back.get(at),
        )
        for at in positions
        for fact, stamp in [book.recorded[at - 1]]
    ]


def _fact(book: Book, at: int | None) -> View | Refusal | None:
    """Return one complete fact, None where none is asked for."""
    return None if at is None else fact_view(book, str(at))


def _correction(book: Book, at: int | None) -> tuple[int, int] | None:
    """Return the round and board of the game that a fact is about, None where there is none."""
    fact = book.recorded[at - 1].fact if at and at <= len(book.recorded) else None
    number = getattr(fact, "round", None)
    white = getattr(fact, "white", None)
    round_ = book.state.round(number) if isinstance(number, int) else None
    board = round_.board_of(white) if round_ and isinstance(white, int) else None
    return None if round_ is None or board is None else (round_.number, board)


def _diff(request: Request, book: Book) -> View | Refusal | None:
    """Return what differs between two moments, None where they are not asked for."""
    moments = tuple(text for name in ("from", "to") if (text := request.query.get(name)))
    if not moments:
        return None
    places = []
    for text in moments:
        position = position_at(book, text)
        if isinstance(position, Refusal):
            return position
        places.append(str(position))
    return diff_view(book, tuple(places))


def _blame(request: Request, book: Book) -> View | Refusal | None:
    """Return where each point of a player comes from, None where that is not asked for."""
    player = request.number("blame")
    if player is None:
        return None
    return blame(book, "standings", str(player), request.number("after"))
