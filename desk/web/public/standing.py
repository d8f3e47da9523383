"""What everybody may read: standing, crosstable, a player's card, pairings, prizes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from desk.access.roles import EVERYBODY, READERS
from desk.formats.registry import format_of
from desk.hall.standing_beside import Other, StandingsBeside, position_at, standings_beside
from desk.render.grid import grid
from desk.reports import competition
from desk.reports.sheets import spoken_name
from desk.web.answers import Answer, Page, Redirect
from desk.web.public import moments
from desk.web.public.moments import Known, known
from desk.web.public.standing_table import standing_table
from desk.web.request import Request, card_link
from desk.web.routes import get
from desk.web.services import Services
from ledger.messages import message, run_on
from ledger.records import part_of
from ledger.refusals import Exit, Refusal, Refusals
from ledger.state.book import Book
from projections.games.rounds import no_final_standing, rounds_done
from projections.views.pairings import RoundHead
from projections.views.standings import name_of_key
from projections.views.view import View

END = "end"
"""After the last round, with the tie-breaks of the final ranking."""


@get("standing", "/{t}/standing", EVERYBODY)
def standing(request: Request, services: Services) -> Answer:
    """Show the standing after a round, as known at a moment, beside others."""
    if (link := _without_blanks(request, "standing")) is not None:
        return Redirect(link)
    then = known(request, services.book)
    book = then.book
    final = _final(request, then)
    others, wanted, wrong = _others(request, then)
    after = None if final else _after(request, book)
    fewer = None if final else _rounds_of_all(book, others, after)
    after = fewer or after
    standings = standings_beside(book, others, after, final)
    if isinstance(standings, Refusal):
        wrong += (standings,)
        standings = standings_beside(book, ())
        assert isinstance(standings, StandingsBeside), "a standing now is always there"
        final = False
    number = standings.after
    rules = book.rules_of(number)
    chosen: int | str = END if final else number
    rest = {"after": chosen, "beside": wanted.get("beside"), "rules": wanted.get("rules")}
    at = next((side.position for side in standings.beside if side.position), None)
    fixed = {**rest, "as_of": book.state.position, "beside": at}
    order = [name_of_key(name, rules) for name in format_of(rules).deciding(rules, final)]
    return Page(
        "standing.html",
        {
            "known": then,
            "book": book,
            "standings": standings,
            "final": final,
            "number": number,
            "fewer": fewer,
            "table": standing_table(request, services, book, standings, final=final),
            "called": spoken_name(rules),
            "order": run_on(*order, between=", ") if order else "",
            "rounds": moments.rounds_offered(
                request, services.book, "standing", chosen, **_without_after(rest, then)
            ),
            "end_choice": _end(request, book, final, **_without_after(rest, then)),
            "moments": moments.moments_offered(request, "standing", then, number, **rest),
            "beside": list(moments.moments_beside(then.whole, wanted.get("beside", ""))),
            "other_rules": list(moments.rules_offered(rules, wanted.get("rules", ""))),
            "rest": rest,
            "address": request.link("standing", **fixed),
            "shown_notes": _of_everybody(request, standings.view),
        },
        refusals=wrong,
    )


def _without_blanks(request: Request, route: str) -> str | None:
    """Return the address without the empty fields that a form sends, None where it has none."""
    if all(request.query.values()):
        return None
    kept = {key.replace("-", "_"): value for key, value in request.query.items() if value}
    return request.link(route, **request.path, **kept)


def _end(request: Request, book: Book, final: bool, **rest: object) -> moments.MenuChoice | None:
    """Return the final ranking as a choice, None before all planned rounds have their results."""
    done = rounds_done(book)
    if not book.state.closed and not (done and done == book.state.rounds_planned):
        return None
    if no_final_standing(book):
        return None
    link = request.link("standing", after=END, **rest)
    return moments.MenuChoice(END, message("web-standing.at-the-end"), link, final)


def _without_after(rest: dict[str, Any], then: Known) -> dict[str, Any]:
    return {**{key: value for key, value in rest.items() if key != "after"}, "as_of": then.as_of}


def _final(request: Request, then: Known) -> bool:
    """Return whether the final ranking is wanted for: of a finished tournament, unless not."""
    wanted = request.query.get("after", "")
    return wanted == END or (not wanted and then.book.state.closed)


def _after(request: Request, book: Book) -> int | None:
    """Return the number of rounds to count, None for all that were done at the moment.

    A round that was not published then counts as far as was known.
    """
    wanted = request.number("after")
    if wanted is None or wanted <= len(book.state.rounds) or "as-of" not in request.query:
        return wanted
    return rounds_done(book)


def _rounds_of_all(book: Book, others: Sequence[Other], after: int | None) -> int | None:
    """Return the rounds that all standings count where a moment beside knew fewer; None: it did not.

    So that what stands beside differs by what became known alone, and not by a round.
    """
    known_then = [rounds_done(other) for other in others if isinstance(other, Book)]
    least = min(known_then, default=0)
    wanted = rounds_done(book) if after is None else after
    return least if 0 < least < wanted else None


def _others(request: Request, then: Known) -> tuple[list[Other], dict[str, str], Refusals]:
    """Return what stands beside, the part of the address that asks for it, and what is refused."""
    wrong = then.refusals
    others: list[Other] = []
    wanted: dict[str, str] = {}
    if text := request.query.get("beside", ""):
        position = position_at(then.whole, text)
        if isinstance(position, Refusal):
            wrong += (position,)
        else:
            others.append(moments.book_at(then.whole, position))
            wanted["beside"] = text.removeprefix("#")
    if name := request.query.get("rules", ""):
        rules = moments.rules_named(name)
        if rules is None:
            what = message("web-standing.no-such-rules", name=name)
            step = message("web-standing.choose-rules")
            wrong += (Refusal("unknown-rulebook", what, step, exit=Exit.USAGE),)
        else:
            others.append(rules)
            wanted["rules"] = name
    return others, wanted, wrong


_NOT_ON_A_PAGE = frozenset(("standings.preferences",))


def _of_everybody(request: Request, view: View) -> list[str]:
    """Return the notes of a view in words, but for those on columns that a page has not."""
    return [
        request.words(note) for note in view.notes if getattr(note, "key", "") not in _NOT_ON_A_PAGE
    ]


@get("crosstable", "/{t}/crosstable", EVERYBODY)
def crosstable(request: Request, services: Services) -> Answer:
    """Show every game of every player, after a round, as known at a moment."""
    if (link := _without_blanks(request, "crosstable")) is not None:
        return Redirect(link)
    then = known(request, services.book)
    wanted = request.number("after")
    view = competition.crosstable(then.book, wanted)
    wrong = then.refusals
    if isinstance(view, Refusal):
        wrong += (view,)
        view = competition.crosstable(then.book)
        assert isinstance(view, View)
    number = len(then.book.state.rounds) if wanted is None or wrong else wanted
    slim = [replace(row, rounds=[]) if hasattr(row, "rounds") else row for row in view.rows]  # type: ignore[type-var]  # rows of a crosstable are records
    players = {then.book.state.label(player): player for player in then.book.state.players}
    shown = request.view(replace(view, rows=slim))
    return Page(
        "crosstable.html",
        {
            "known": then,
            "number": number,
            "table": grid(shown),
            "players": players,
            "shown_notes": shown.notes,
            "me": request.visitor.player,
            "rounds": moments.rounds_offered(
                request, services.book, "crosstable", number, as_of=then.as_of
            ),
            "moments": moments.moments_offered(request, "crosstable", then, number, after=number),
            "rest": {"after": number},
        },
        refusals=wrong,
    )


@get("player", "/{t}/player/{p:int}", EVERYBODY)
def card(request: Request, services: Services) -> Answer:
    """Show the rounds of one player, as known at a moment."""
    then = known(request, services.book)
    number = int(request.path["p"])
    book = then.book
    player = services.book.state.by_label(number)  # today's number, at whatever moment
    if player is None or player not in book.state.players:
        return nobody_of(services, then, number)
    view = competition.player(book, str(book.state.label(player)))
    assert isinstance(view, View), "the player is there"
    if request.role not in READERS:
        view = replace(view, notes=view.notes[:-1])  # the last one is personal
    shown = request.view(view)
    entrant = book.state.players[player]
    numbers: dict[object, int]
    numbers = {book.state.label(each): each for each in book.state.players}
    return Page(
        "card.html",
        {
            "known": then,
            "number": number,
            "entrant": entrant,
            "has_forecast": getattr(view.head, "forecast", None) is not None,
            "table": grid(shown),
            "name": book.name(player),
            "label": book.state.label(player),
            "summary": request.say(
                "web-standing.has-points", points=format_of(book.rules).points_on_card(view)
            ),
            "opponents": [
                card_link(request, services.book, numbers.get(row.get("opponent")))
                for row in view.cells
            ],
            "shown_notes": shown.notes,
            "boards": [_board(book, player, row.get("round")) for row in view.cells],
            "moments": moments.moments_offered(
                request, "player", then, len(book.state.rounds), p=number
            ),
        },
        refusals=then.refusals,
    )


def nobody_of(services: Services, then: Known, number: int) -> Page:
    """Return the page that there is nobody of a number, at the moment that was asked for."""
    what = message("book.no-number", number=str(number))
    step = message("web-standing.from-the-list")
    unknown = Refusal("unknown-player", what, step, exit=Exit.USAGE)
    return services.refuse(*then.refusals, unknown, status=404)


def _board(book: Book, player: int, number: object) -> tuple[int, int] | None:
    """Return the round and the board of a row of a card, None where there was no game."""
    round_ = book.state.round(number) if isinstance(number, int) else None
    board = None if round_ is None else round_.board_of(player)
    return None if round_ is None or board is None else (round_.number, board)


@get("pairings", "/{t}/pairings", EVERYBODY)
def pairings(request: Request, services: Services) -> Answer:
    """Show a published round, by board or by name, as known at a moment."""
    then = known(request, services.book)
    book = then.book
    by_name = request.query.get("by") == "name"
    number = request.number("round")
    view = competition.pairings(book, number, by_name)
    wrong = then.refusals
    if isinstance(view, Refusal):
        if book.state.rounds:
            wrong += (view,)
        view = competition.pairings(book, None, by_name)
    rows, notes = (view.cells, view.notes) if isinstance(view, View) else ((), ())
    head = part_of(view.head, RoundHead) if isinstance(view, View) else None
    chosen = head.round if head else 0
    rest = {"by": "name" if by_name else None}
    return Page(
        "pairings.html",
        {
            "known": then,
            "by_name": by_name,
            "number": chosen,
            "me": request.visitor.player,
            "rows": rows,
            "keys": {book.state.label(each): each for each in book.state.players},
            "shown_notes": [request.words(note) for note in notes],
            "rounds": [
                moments.MenuChoice(
                    str(each.number),
                    str(each.number),
                    request.link("pairings", round=each.number, as_of=then.as_of, **rest),
                    each.number == chosen,
                )
                for each in book.state.rounds
            ],
            "moments": moments.moments_offered(
                request, "pairings", then, chosen, round=chosen or None, **rest
            ),
            "rest": {"round": chosen or None, **rest},
        },
        refusals=wrong,
    )


@get("prizes", "/{t}/prizes", EVERYBODY)
def prizes(request: Request, services: Services) -> Answer:
    """Show who gets which prize, as known at a moment."""
    then = known(request, services.book)
    view = competition.prizes(then.book)
    shown = request.view(view) if isinstance(view, View) else None
    return Page(
        "prizes.html",
        {
            "known": then,
            "table": grid(shown) if shown else None,
            "shown_notes": shown.notes if shown else (),
            "refusal": view if isinstance(view, Refusal) else None,
            "keys": {then.book.state.label(each): each for each in then.book.state.players},
            "moments": moments.moments_offered(
                request, "prizes", then, len(then.book.state.rounds)
            ),
            "rest": {},
        },
        refusals=then.refusals,
    )
