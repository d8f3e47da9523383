"""A default or an adjournment: a dialog over the round of its board."""

from __future__ import annotations

from typing import Any, NamedTuple, get_args

from desk.access.roles import STAFF
from desk.web.answers import Answer, Page
from desk.web.pages.correct import correct
from desk.web.pages.dialogs import board_of_address, boards_behind, cannot_change, game_of_address
from desk.web.request import Request
from desk.web.round.rows import pair_of
from desk.web.routes import BOARD, get, post
from desk.web.services import Services
from ledger.messages import Sentence
from ledger.state.book import GameOfRound
from ledger.values import AbsenceCause


class AbsentSide(NamedTuple):
    """A player who may have been absent: white or black, in words, and the cause that was chosen."""

    name: str
    words: str
    chosen: str


class DefaultPage(NamedTuple):
    """Who was not at the board and why, or whether the game was adjourned, over its round.

    `withdraws` is the round from which who sent no word is withdrawn, None where they stay.
    """

    about: Sentence
    boards: list[tuple[int, str, str, str]]
    round: int
    back: str
    sides: list[AbsentSide]
    causes: list[tuple[str, str]]
    withdraws: int | None
    clause: str | None
    adjourned: bool
    record: str


@get("default", f"{BOARD}/default", STAFF)
def default(request: Request, services: Services) -> Answer:
    """Ask who was not at the board and why, with the consequence; or whether it was adjourned."""
    place = game_of_address(request, services.book)
    if not isinstance(place, GameOfRound):
        return cannot_change(services, place)
    if place.game.outcome is not None:
        return correct(request, services)
    rules = services.book.rules
    causes = [
        (cause, request.say(f"web-correct.cause.{cause.replace(' ', '-')}"))
        for cause in get_args(AbsenceCause)
    ]
    values = request.form or request.query
    sides = [
        AbsentSide(
            name=side,
            words=request.say(f"web-correct.{side}-absent", player=services.book.name(p)),
            chosen=values.get(side, ""),
        )
        for side, p in (("white", place.game.white), ("black", place.game.black))
    ]
    model = DefaultPage(
        *boards_behind(request, services.book, place),
        sides=sides,
        causes=[("", request.say("web-correct.was-here")), *causes],
        withdraws=services.book.state.next_round if rules.arbiter.no_word_withdraws else None,
        clause=services.book.clause("F10"),
        adjourned=place.game.adjourned,
        record=request.link("forfeit", **board_of_address(request)),
    )
    return Page("default.html", model)


@post("forfeit", f"{BOARD}/default", STAFF)
def forfeit(request: Request, services: Services) -> Answer:
    """Record a default, or that the game was adjourned."""
    place = game_of_address(request, services.book)
    if not isinstance(place, GameOfRound):
        return cannot_change(services, place)
    game = {"round": place.round.number, "board": pair_of(services.book, place.game)}
    if request.form.get("adjourned"):
        fields: dict[str, Any] = {"command": "adjourn", **game}
    else:
        causes = {side: request.form.get(side) or None for side in ("white", "black")}
        fields = {"command": "forfeit", **game, **causes}
    outcome = services.carry_out(fields)
    return services.after(outcome, request.link("round-n", n=place.round.number), default)
