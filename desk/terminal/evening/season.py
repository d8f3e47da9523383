"""What a season records beside its own boards: games for a team of the club, and games caught up on."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from desk.terminal.answers import COLOUR, OWN_RESULT, RESULT, BadAnswer
from desk.terminal.evening import asking
from desk.terminal.evening.evening import Evening, numbers_by_name
from desk.terminal.output import say
from ledger.messages import message
from ledger.refusals import Refusal
from ledger.state.book import Book, keys_of_season
from ledger.values import whole_number

GameBeside: TypeAlias = Literal["external", "catch-up"]
"""A game of a season beside the boards of a round."""


def games_beside(book: Book) -> list[GameBeside]:
    """Return which games beside the boards the rulebook has; none but in a season."""
    keys = keys_of_season(book)
    if isinstance(keys, Refusal):
        return []
    offered: list[GameBeside] = ["external"] if keys.external else []
    return [*offered, "catch-up"] if keys.catch_up else offered


def record_for_season(evening: Evening, number: int, kind: GameBeside) -> None:
    """Ask for a game in one line until it is recorded; an empty line goes back."""
    typed = ""
    while True:
        names = numbers_by_name(evening.book())
        typed = asking.line(message(f"tonight.{kind}"), names=names, typed=typed)
        if not typed:
            return
        try:
            fields = _external(typed, number) if kind == "external" else _caught_up(typed)
        except BadAnswer as error:
            say(error.what, err=True)
            continue
        if fields is None:
            say(message(f"tonight.{kind}-form"), err=True)
        elif evening.carry_out(fields) is not None:
            return


def _external(typed: str, number: int) -> dict[str, Any] | None:
    """Return the command of PLAYER TEAM BOARD COLOUR RESULT; None where words lack."""
    *player, team, board, colour, result = typed.split() if typed.count(" ") >= 4 else [""] * 4
    if not player or whole_number(board) is None:
        return None
    return {
        "command": "external",
        "player": " ".join(player),
        "round": number,
        "team": team,
        "board": whole_number(board),
        "colour": COLOUR(colour),
        "result": OWN_RESULT(result),
    }


def _caught_up(typed: str) -> dict[str, Any] | None:
    """Return the command of ROUND WHITE BLACK RESULT; None where words lack."""
    words = typed.split()
    if len(words) != 4 or whole_number(words[0]) is None:
        return None
    number, white, black, result = words
    return {
        "command": "catch-up",
        "round": whole_number(number),
        "white": white,
        "black": black,
        "result": RESULT(result),
    }
