"""Dialogs of one board: a default, an adjournment, a correction and what it would touch."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, get_args

from desk.access.roles import STAFF
from desk.commands.commands import command_of
from desk.hall.touches import MovedRow, Touch, TouchedHead, touched_view
from desk.handlers.games import is_older
from desk.web.answers import Answer, Page
from desk.web.pages.round import not_yours
from desk.web.rendering import result_text
from desk.web.request import Request
from desk.web.round.rows import called, clock, may_enter, pair_of, who_was
from desk.web.routes import BOARD, get, post
from desk.web.services import Services
from ledger.messages import message
from ledger.refusals import Refusals
from ledger.state.book import Book, GameOfRound
from ledger.values import OUTCOMES, AbsenceCause, by_default
from projections.views.view import View

COLOURS = "colours"
"""The choice of reversed colours among results."""

USUAL = ("1-0", "1/2-1/2", "0-1")
"""The results that nearly every game has; the others can be unfolded."""

IN_SIGHT = 12
"""Players who move that are in sight at once; the others can be unfolded."""


@get("default", f"{BOARD}/default", STAFF)
def default(request: Request, services: Services) -> Answer:
    """Ask who was not at the board and why, with the consequence; or whether it was adjourned."""
    place = _game(request, services.book)
    if not isinstance(place, GameOfRound):
        return _cannot(services, place)
    if place.game.outcome is not None:
        return correct(request, services)
    number = place.round.number
    rules = services.book.rules
    causes = [
        (cause, request.say(f"web-correct.cause.{cause.replace(' ', '-')}"))
        for cause in get_args(AbsenceCause)
    ]
    values = request.form or request.query
    sides = [
        {
            "name": side,
            "words": request.say(f"web-correct.{side}-absent", player=services.book.name(p)),
            "chosen": values.get(side, ""),
        }
        for side, p in (("white", place.game.white), ("black", place.game.black))
    ]
    return _dialog(
        request,
        services.book,
        "default.html",
        place,
        {
            "sides": sides,
            "causes": [("", request.say("web-correct.was-here")), *causes],
            "withdraws": rules.arbiter.no_word_withdraws and services.book.state.next_round,
            "clause": services.book.clause("F10"),
            "adjourned": place.game.adjourned,
            "adjourned_as": services.book.clause("F11"),
            "record": request.link("forfeit", **_path(request)),
            "closed": place.round.closed,
            "number": number,
        },
    )


@post("forfeit", f"{BOARD}/default", STAFF)
def forfeit(request: Request, services: Services) -> Answer:
    """Record a default, or that the game was adjourned."""
    place = _game(request, services.book)
    if not isinstance(place, GameOfRound):
        return _cannot(services, place)
    game = {"round": place.round.number, "board": pair_of(services.book, place.game)}
    if request.form.get("adjourned"):
        fields: dict[str, Any] = {"command": "adjourn", **game}
    else:
        causes = {side: request.form.get(side) or None for side in ("white", "black")}
        fields = {"command": "forfeit", **game, **causes}
    outcome = services.carry_out(fields)
    return services.after(outcome, request.link("round-n", n=place.round.number), default)


@get("correct", f"{BOARD}/correct", STAFF)
def correct(request: Request, services: Services) -> Answer:
    """Show what a correction, or a late result, would touch before it is recorded."""
    place = _game(request, services.book)
    if not isinstance(place, GameOfRound):
        return _cannot(services, place)
    values = request.form or request.query
    chosen = values.get("result", "")
    fields = _fields(services.book, place, chosen)
    choices = _choices(request, place, chosen)
    view: View | None = None
    wrong: Refusals = ()
    if fields is not None:
        command = command_of({key: v for key, v in fields.items() if v is not None})
        seen = command if isinstance(command, tuple) else touched_view(services.book, command)  # type: ignore[arg-type]
        if isinstance(seen, View):
            view = seen
        elif not request.refusals:
            wrong = seen
    page = _dialog(
        request,
        services.book,
        "correct.html",
        place,
        {
            **_was(request, services, place, view),
            "colours": request.link("correct", **_path(request), result=COLOURS)
            if place.game.outcome
            and not by_default(place.game.outcome)
            and not _for_rating_alone(services.book, place)
            else "",
            "choices": [choice for code, choice in choices if code in USUAL],
            "rare": [choice for code, choice in choices if code not in USUAL],
            "rare_chosen": chosen in (*OUTCOMES, COLOURS) and chosen not in USUAL,
            "chosen": chosen,
            "touched": touched_of(request, services.book, view) if view else None,
            "reason": values.get("reason", ""),
            "record": request.link("correct-record", **_path(request)),
            "for_rating": _for_rating_alone(services.book, place),
        },
    )
    return replace(page, refusals=wrong)


@post("correct-record", f"{BOARD}/correct", STAFF)
def record(request: Request, services: Services) -> Answer:
    """Record a correction, or the late result of a game."""
    place = _game(request, services.book)
    if not isinstance(place, GameOfRound):
        return _cannot(services, place)
    fields = _fields(services.book, place, request.form.get("result", ""))
    if fields is None:
        return correct(request, services)
    fields["reason"] = request.form.get("reason", "").strip() or None
    outcome = services.carry_out(fields)
    return services.after(outcome, request.link("round-n", n=place.round.number), correct)


def _path(request: Request) -> dict[str, object]:
    return {"n": request.path["n"], "b": request.path["b"]}


def _game(request: Request, book: Book) -> GameOfRound | Refusals:
    """Return the game of the address, or why it cannot be changed by who asks."""
    number = int(request.path["n"])
    if not may_enter(request, book, number):
        return (not_yours(book),)
    return book.find_game(number, int(request.path["b"]))


def _cannot(services: Services, refusals: Refusals) -> Page:
    status = 404 if refusals[0].code.startswith(("unknown", "round-not")) else None
    return services.refuse(*refusals, status=status)


def _dialog(
    request: Request, book: Book, template: str, place: GameOfRound, values: Mapping[str, Any]
) -> Page:
    """Return a dialog over the boards of its round."""
    round_ = place.round
    game = place.game
    board = round_.games.index(game) + 1
    name = book.name
    behind = [
        (at, name(g.white), result_text(g.outcome), name(g.black))
        for at, g in enumerate(round_.games, 1)
    ]
    about = message(
        "web-correct.game",
        round=round_.number,
        board=board,
        white=name(game.white),
        black=name(game.black),
    )
    return Page(
        template,
        {
            "about": about,
            "board": board,
            "boards": behind,
            "round": round_.number,
            "back": request.link("round-n", n=round_.number),
            **values,
        },
    )


def _fields(book: Book, place: GameOfRound, chosen: str) -> dict[str, Any] | None:
    """Return the command of a choice: a correction where there is a result, else the result."""
    if chosen != COLOURS and chosen not in OUTCOMES:
        return None
    game = {"round": place.round.number, "board": pair_of(book, place.game)}
    if chosen == COLOURS:
        return {"command": "correct-colours", **game}
    if place.game.outcome is None:
        return {"command": "result", **game, "result": chosen}
    only = _for_rating_alone(book, place) or None
    return {"command": "correct-result", **game, "result": chosen, "rating_only": only}


def _for_rating_alone(book: Book, place: GameOfRound) -> bool:
    """Tell whether a correction counts for the rating alone: of an older round in FIDE mode."""
    older = is_older(book, place.round.number, place.game)
    return book.state.fide.in_mode and place.game.outcome is not None and older


def _choices(
    request: Request, place: GameOfRound, chosen: str
) -> list[tuple[str, tuple[str, str, bool]]]:
    """Return the possible results as links, those by default only for a game with a result."""
    outcome = place.game.outcome
    codes = [code for code in OUTCOMES if code != outcome and (outcome or not code.endswith("R"))]
    return [
        (
            code,
            (
                result_text(code),
                request.link("correct", **_path(request), result=code),
                code == chosen,
            ),
        )
        for code in codes
    ]


def _was(
    request: Request, services: Services, place: GameOfRound, view: View | None
) -> dict[str, Any]:
    """Return what is in force with its fact, and what the correction puts in its place."""
    game = place.game
    book = services.book
    adjourned = (
        request.say("results.adjourned") if game.adjourned else request.say("web-correct.none")
    )
    at = None if game.open else game.set_by
    stamp = book.recorded[at - 1].stamp if at else None
    parts = (
        (f"#{at}", clock(services.book, at), who_was(request, services, stamp.actor))
        if stamp
        else ()
    )
    becomes = result_text(str(view.head.becomes)) if view and _top(view).becomes else ""  # type: ignore[attr-defined]
    now = (f"#{len(book.recorded) + 1}", request.say("web-correct.now"), request.account_name)
    return {
        "was": result_text(game.outcome) or adjourned,
        "was_about": " · ".join(parts),
        "becomes": becomes,
        "becomes_about": " · ".join(now),
        "corrects": at,
    }


def _top(view: View) -> TouchedHead:
    assert isinstance(view.head, TouchedHead)
    return view.head


def touched_of(request: Request, book: Book, view: View) -> dict[str, Any]:
    """Return what a correction would touch, for the page that shows it before it is recorded."""
    top = _top(view)
    moved = [row for row in view.rows if isinstance(row, MovedRow)]
    return {
        "level": top.level,
        "reason_required": top.reason_required,
        "after": top.after,
        "parts": [_item(touch) for touch in top.touches],
        "moved": moved[:IN_SIGHT],
        "more": moved[IN_SIGHT:],
        "next": book.state.next_round,
        "draft": [
            (row.board, _pair(request, book, row.before), _pair(request, book, row.now))
            for row in top.draft
        ],
    }


def _item(touch: Touch) -> dict[str, Any]:
    kind = {True: "warn", False: "ok", None: "info"}[touch.changes]
    return {"kind": kind, "lead": touch.lead, "text": touch.text, "clause": touch.clause}


def _pair(request: Request, book: Book, numbers: list[int]) -> str:
    by_label = book.state.by_label
    players = [by_label(number) for number in numbers]
    return " – ".join(called(request, book, player) for player in players if player is not None)
