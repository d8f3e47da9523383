"""A correction or a late result, and what it would touch: a dialog over its round."""

from __future__ import annotations

from typing import Any, NamedTuple

from desk.access.roles import STAFF
from desk.answers.touches import MovedRow, Touch, TouchedHead, touched_view
from desk.commands.commands import command_of
from desk.handlers.games import is_older
from desk.site.tables import result_text
from desk.web.answers import Answer, Page
from desk.web.pages.dialogs import board_of_address, boards_behind, cannot_change, game_of_address
from desk.web.request import Request
from desk.web.round.rows import called, clock, pair_of, who_was
from desk.web.routes import BOARD, get, post
from desk.web.services import Services
from ledger.messages import Sentence
from ledger.refusals import Refusals
from ledger.state.book import Book, GameOfRound
from ledger.values import OUTCOMES, by_default
from projections.views.view import View

COLOURS = "colours"
"""The choice of reversed colours among results."""


USUAL = ("1-0", "1/2-1/2", "0-1")
"""The results that nearly every game has; the others can be unfolded."""


IN_SIGHT = 12
"""Players who move that are in sight at once; the others can be unfolded."""


class CorrectPage(NamedTuple):
    """A correction, or a late result, before it is recorded, over its round.

    `colours` is the address that turns the colours, "" where that cannot be; `rare` are the results
    that can be unfolded. `touched` is what it would touch, None while none is chosen.
    """

    about: Sentence
    boards: list[tuple[int, str, str, str]]
    round: int
    back: str
    was: str
    was_about: str
    becomes: str
    becomes_about: str
    corrects: int | None
    colours: str
    choices: list[tuple[str, str, bool]]
    rare: list[tuple[str, str, bool]]
    rare_chosen: bool
    chosen: str
    touched: Touched | None
    reason: str
    record: str
    for_rating: bool


@get("correct", f"{BOARD}/correct", STAFF)
def correct(request: Request, services: Services) -> Answer:
    """Show what a correction, or a late result, would touch before it is recorded."""
    place = game_of_address(request, services.book)
    if not isinstance(place, GameOfRound):
        return cannot_change(services, place)
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
    is_played = place.game.outcome and not by_default(place.game.outcome)
    for_rating = _for_rating_alone(services.book, place)
    was = _was(request, services, place, view)
    model = CorrectPage(
        *boards_behind(request, services.book, place),
        was=was.was,
        was_about=was.was_about,
        becomes=was.becomes,
        becomes_about=was.becomes_about,
        corrects=was.corrects,
        colours=request.link("correct", **board_of_address(request), result=COLOURS)
        if is_played and not for_rating
        else "",
        choices=[choice for code, choice in choices if code in USUAL],
        rare=[choice for code, choice in choices if code not in USUAL],
        rare_chosen=chosen in (*OUTCOMES, COLOURS) and chosen not in USUAL,
        chosen=chosen,
        touched=touched_of(request, services.book, view) if view else None,
        reason=values.get("reason", ""),
        record=request.link("correct-record", **board_of_address(request)),
        for_rating=for_rating,
    )
    return Page("correct.html", model, refusals=wrong)


@post("correct-record", f"{BOARD}/correct", STAFF)
def record(request: Request, services: Services) -> Answer:
    """Record a correction, or the late result of a game."""
    place = game_of_address(request, services.book)
    if not isinstance(place, GameOfRound):
        return cannot_change(services, place)
    fields = _fields(services.book, place, request.form.get("result", ""))
    if fields is None:
        return correct(request, services)
    fields["reason"] = request.form.get("reason", "").strip() or None
    outcome = services.carry_out(fields)
    return services.after(outcome, request.link("round-n", n=place.round.number), correct)


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
                request.link("correct", **board_of_address(request), result=code),
                code == chosen,
            ),
        )
        for code in codes
    ]


class _Was(NamedTuple):
    """What is in force, with its fact (None: nothing), and what a correction puts in its place."""

    was: str
    was_about: str
    becomes: str
    becomes_about: str
    corrects: int | None


def _was(request: Request, services: Services, place: GameOfRound, view: View | None) -> _Was:
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
    return _Was(
        was=result_text(game.outcome) or adjourned,
        was_about=" · ".join(parts),
        becomes=becomes,
        becomes_about=" · ".join(now),
        corrects=at,
    )


def _top(view: View) -> TouchedHead:
    assert isinstance(view.head, TouchedHead)
    return view.head


class TouchedPart(NamedTuple):
    """Something that a correction would touch: ok, warn or info, and the text with its clause."""

    kind: str
    lead: Sentence
    text: Sentence
    clause: str | None


class Touched(NamedTuple):
    """What a correction would touch: the level of its warning, parts, places, boards of the draft.

    `moved` are the players in sight who move, `more` the others; `next` is the round of the draft.
    """

    level: int
    reason_required: bool
    after: int
    parts: list[TouchedPart]
    moved: list[MovedRow]
    more: list[MovedRow]
    next: int
    draft: list[tuple[int, str, str]]


def touched_of(request: Request, book: Book, view: View) -> Touched:
    """Return what a correction would touch, for the page that shows it before it is recorded."""
    top = _top(view)
    moved = [row for row in view.rows if isinstance(row, MovedRow)]
    return Touched(
        level=top.level,
        reason_required=top.reason_required,
        after=top.after,
        parts=[_item(touch) for touch in top.touches],
        moved=moved[:IN_SIGHT],
        more=moved[IN_SIGHT:],
        next=book.state.next_round,
        draft=[
            (row.board, _pair(request, book, row.before), _pair(request, book, row.now))
            for row in top.draft
        ],
    )


def _item(touch: Touch) -> TouchedPart:
    kind = {True: "warn", False: "ok", None: "info"}[touch.changes]
    return TouchedPart(kind, touch.lead, touch.text, touch.clause)


def _pair(request: Request, book: Book, numbers: list[int]) -> str:
    by_label = book.state.by_label
    players = [by_label(number) for number in numbers]
    return " – ".join(called(request, book, player) for player in players if player is not None)
