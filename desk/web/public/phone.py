"""A player's own phone: their game, what they claim of it, and a round that they will miss.

Who came by the code of a board chooses a side first; what they claim is not confirmed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, get_args

from desk.hall.own_game import (
    GameAtHand,
    GameSeat,
    card_of,
    game_at,
    game_of,
    place_of,
    rounds_to_come,
    without_game,
)
from desk.outcomes import Warned, Written
from desk.service_log import WARNING, note
from desk.web.answers import Answer, Page, Redirect
from desk.web.security import arrive as begin
from desk.web.visit import Visit
from ledger.messages import Nameless, Sentence, day_and_time, message
from ledger.names import surname
from ledger.refusals import Exit, Refusal, Refusals
from ledger.values import ClaimedOutcome, Colour, mirrored

RESULTS: tuple[ClaimedOutcome, ...] = ("1-0", "1/2-1/2", "0-1")


def arrive(visit: Visit) -> Answer:
    """Let the player or the board of a ticket in, and lead them to the game."""
    came = begin(visit, str(visit.path["ticket"]))
    if isinstance(came, Refusal):
        visit.refusals = (came,)
        note("code-refused", WARNING, code=came.code)
        return Page("phone-gone.html", status=410, shared=False)
    return Redirect(visit.link("game", t=came[0]))


def game(visit: Visit) -> Answer:
    """Show the player's game, or the game of the board whose code they came by."""
    book = visit.book
    player = visit.visitor.player
    at_hand = _at_hand(visit)
    values = _of_round(visit) | {"game": at_hand}
    if player is None:
        return Page("phone-board.html", values, shared=False)
    kind = None if at_hand is not None else without_game(book, player)
    side = None if at_hand is None else at_hand.colour_of(player)
    return Page(
        "phone-game.html",
        values
        | {
            "side": side,
            **_seats(visit, at_hand, side),
            "kind": kind and kind.value,
            "withdraws": bool(at_hand and side and _may_withdraw(visit, at_hand, side)),
            "name": book.name(player),
            "number": book.state.label(player),
            "card": list(card_of(book, player)),
            "place": place_of(book, player),
            "may_be_absent": bool(rounds_to_come(book, player)),
            "announced": book.rules.announces_presence,
            "now": _clock(visit),
        },
        shared=False,
    )


def claim(visit: Visit) -> Answer:
    """Ask for the result of the game, and whether it is right once it is chosen."""
    at_hand = _at_hand(visit)
    side = _side(visit)
    if at_hand is None or side is None:
        return Redirect(visit.link("game"))
    chosen = visit.query.get("result") or visit.form.get("result")
    values = (
        _of_round(visit)
        | _seats(visit, at_hand, side)
        | {
            "game": at_hand,
            "side": side,
            "results": _choices(visit, at_hand, side),
            "chosen": chosen if chosen in RESULTS and not visit.refusals else None,
            "unconfirmed": visit.visitor.player is None,
            "now": _clock(visit),
            "makes": visit.book.state.hall.agreement,
        }
    )
    return Page("phone-claim.html", values, shared=False)


def record(visit: Visit) -> Answer:
    """Record the claim of who holds the phone: of their own game, or of the board at hand."""
    at_hand = _at_hand(visit)
    side = _side(visit)
    if at_hand is None or side is None:
        return Redirect(visit.link("game"))
    result = visit.form.get("result", "")
    if result not in RESULTS:
        what = message("web-phone.no-result")
        step = message("web-phone.choose-result")
        refusals = (Refusal("no-result", what, step, exit=Exit.USAGE),)
        return visit.after(refusals, visit.link("game"), claim)
    if wait := _too_fast(visit, "result"):
        return visit.after(wait, visit.link("game"), claim)
    outcome = visit.carry_out(
        {
            "command": "claim",
            "player": at_hand.seat(side).number,
            "round": visit.visitor.round,
            "board": at_hand.board,
            "result": result,
            "source": "board" if visit.visitor.player is None else "player",
            "device": visit.visitor.device or None,
        }
    )
    return _after(visit, outcome, "game", claim)


def withdraw(visit: Visit) -> Answer:
    """Take the claim of who holds the phone back."""
    at_hand = _at_hand(visit)
    side = _side(visit)
    if at_hand is None or side is None or not _may_withdraw(visit, at_hand, side):
        return Redirect(visit.link("game"))
    if wait := _too_fast(visit, "result"):
        return visit.after(wait, visit.link("game"), game)
    number = at_hand.seat(side).number
    outcome = visit.carry_out(
        {"command": "claim-withdraw", "player": number, "round": visit.visitor.round}
    )
    return _after(visit, outcome, "game", game)


def absence(visit: Visit) -> Answer:
    """Show the rounds to come, to say of each whether the player will miss it."""
    player = visit.visitor.player
    if player is None:
        return Redirect(visit.link("game"))
    state = visit.book.state
    rounds = [
        (one, day_and_time(state.dates[one.number], state.times.get(one.number)))
        if one.number in state.dates
        else (one, "")
        for one in rounds_to_come(visit.book, player)
    ]
    values = {"rounds": rounds, "announced": visit.book.rules.announces_presence}
    return Page("phone-absence.html", values, shared=False)


def announce(visit: Visit) -> Answer:
    """Record that the player will miss a round, or will play it."""
    player = visit.visitor.player
    plays = visit.form.get("cancel") == "yes"
    if player is None:
        return Redirect(visit.link("game"))
    if wait := _too_fast(visit, "presence"):
        return visit.after(wait, visit.link("absence"), absence)
    about = {"player": visit.book.state.label(player), "round": visit.form.get("round", "")}
    if plays and visit.book.rules.announces_presence:
        outcome = visit.carry_out({"command": "present", **about})
    else:
        outcome = visit.carry_out({"command": "absent", **about, "cancel": plays})
    return _after(visit, outcome, "absence", absence)


def _too_fast(visit: Visit, about: str) -> Refusals:
    """Count one more thing that a ticket records; return the refusal where it is one too many."""
    wait = visit.office.doors.pace.wait_s(f"{visit.visitor.ticket}:{about}")
    if not wait:
        return ()
    what = message("web-phone.too-fast", n=wait)
    step = message("web-phone.too-fast-step")
    return (Refusal("too-fast", what, step),)


def _after(
    visit: Visit, outcome: Written | Warned | Refusals, then: str, page: Callable[[Visit], Answer]
) -> Answer:
    """Return the answer to a form, without the remarks, which are for the arbiter."""
    if isinstance(outcome, Written):
        outcome = replace(outcome, notes=())
    return visit.after(outcome, visit.link(then), page)


def _at_hand(visit: Visit) -> GameAtHand | None:
    """Return the game of the player, or of the board whose code this is."""
    visitor = visit.visitor
    if visitor.player is not None:
        return game_of(visit.book, visitor.player)
    return None if visitor.board is None else game_at(visit.book, visitor.board)


def _side(visit: Visit) -> Colour | None:
    """Return the colour of who holds the phone; at a board's code the one that they chose."""
    at_hand = _at_hand(visit)
    player = visit.visitor.player
    if at_hand is None or player is not None:
        return None if at_hand is None or player is None else at_hand.colour_of(player)
    chosen = visit.form.get("side") or visit.query.get("side")
    return next((colour for colour in get_args(Colour) if colour == chosen), None)


def _may_withdraw(visit: Visit, at_hand: GameAtHand, side: Colour) -> bool:
    return at_hand.may_withdraw(side, visit.visitor.device, visit.visitor.player is not None)


def _seats(visit: Visit, at_hand: GameAtHand | None, side: Colour | None) -> dict[str, Any]:
    """Return the player and the opponent, with how sentences call the latter."""
    if at_hand is None or side is None:
        return {"me": None, "other": None, "them": ""}
    other = at_hand.seat("B" if side == "W" else "W")
    return {"me": at_hand.seat(side), "other": other, "them": called(visit, other)}


def called(visit: Visit, seat: GameSeat) -> str:
    """Return a name as a sentence has it: Van den Berg."""
    name = seat.name
    return visit.words(name) if isinstance(name, Nameless) else surname(name)


def _choices(
    visit: Visit, at_hand: GameAtHand, side: Colour
) -> list[tuple[ClaimedOutcome, str, str, str]]:
    """Return each result in the player's words, which colour wins, and the words to confirm."""
    rows = []
    for result in RESULTS:
        own = result if side == "W" else mirrored(result)
        kind = {"1-0": "won", "0-1": "lost"}.get(own, "drawn")
        other = at_hand.seat("B" if side == "W" else "W")
        winner = {"1-0": "W", "0-1": "B"}.get(result, "")
        wins = visit.say(f"web-phone.wins.{winner}") if winner else ""
        them = called(visit, other)
        keys = (f"web-phone.{kind}", f"web-phone.{kind}-asked")
        words, question = (visit.say(key, them=them) for key in keys)
        rows.append((result, words, wins, question))
    return rows


def _of_round(visit: Visit) -> dict[str, Any]:
    """Return the current round: its number, how many there are, and when it is."""
    state = visit.book.state
    number = len(visit.book.state.rounds)
    day = state.dates.get(number)
    time = state.times.get(number)
    when: Sentence = ""
    if day is not None:
        today = day == visit.office.runtime.now().astimezone(visit.book.zone).date()
        when = day_and_time(day, time)
        if today:
            when = message("web-phone.today-at", time=time) if time else message("web-phone.today")
    return {"round": number, "planned": state.rounds_planned, "when": when}


def _clock(visit: Visit) -> str:
    """Return the time of day."""
    return visit.office.runtime.now().astimezone(visit.book.zone).strftime("%H:%M")
