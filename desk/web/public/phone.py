"""A player's own phone: their game, what they claim of it, and a round that they will miss.

Who came by the code of a board chooses a side first; what they claim is not confirmed.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple, get_args

from desk.access.roles import EVERYBODY, PLAYERS
from desk.answers.own_game import (
    CardLine,
    ComingRound,
    GameAtHand,
    GameSeat,
    PlaceNow,
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
from desk.web.entrance import arrive as begin
from desk.web.request import Request
from desk.web.routes import get, post
from desk.web.services import PageFunction, Services
from ledger.messages import Nameless, Sentence, day_and_time, message
from ledger.names import surname
from ledger.refusals import Exit, Refusal, Refusals
from ledger.state.book import Book
from ledger.values import Agreement, ClaimedOutcome, Colour, mirrored

RESULTS: tuple[ClaimedOutcome, ...] = ("1-0", "1/2-1/2", "0-1")


@get("ticket", "/q/{ticket}", EVERYBODY)
def arrive(request: Request, services: Services) -> Answer:
    """Let the player or the board of a ticket in, and lead them to the game."""
    came = begin(services.office, request, str(request.path["ticket"]))
    if isinstance(came, Refusal):
        note("code-refused", WARNING, code=came.code)
        return Page("phone-gone.html", status=410, refusals=(came,))
    return Redirect(request.link("game", t=came.slug), came.cookies)


class _RoundNow(NamedTuple):
    """The current round: its number, how many there are, and when it is."""

    round: int
    planned: int | None
    when: Sentence


class PhoneBoardPage(NamedTuple):
    """The game of the board whose code was scanned, None for none."""

    round: int
    planned: int | None
    when: Sentence
    game: GameAtHand | None


class PhoneGamePage(NamedTuple):
    """The game of a player, None for none and then of what kind; their card and their place.

    `me` and `other` are the two at the board, `them` how a sentence calls the opponent. `now` is
    the time of day.
    """

    round: int
    planned: int | None
    when: Sentence
    game: GameAtHand | None
    side: Colour | None
    me: GameSeat | None
    other: GameSeat | None
    them: str
    kind: str | None
    withdraws: bool
    name: str
    number: int
    card: list[CardLine]
    place: PlaceNow | None
    may_be_absent: bool
    announced: bool
    now: str


@get("game", "/{t}/game", PLAYERS)
def game(request: Request, services: Services) -> Answer:
    """Show the player's game, or the game of the board whose code they came by."""
    book = services.book
    player = request.visitor.player
    at_hand = _at_hand(request, services.book)
    now = _of_round(services)
    if player is None:
        return Page("phone-board.html", PhoneBoardPage(*now, game=at_hand))
    kind = None if at_hand is not None else without_game(book, player)
    side = None if at_hand is None else at_hand.colour_of(player)
    me, other, them = _seats(request, at_hand, side)
    model = PhoneGamePage(
        *now,
        game=at_hand,
        side=side,
        me=me,
        other=other,
        them=them,
        kind=kind and kind.value,
        withdraws=bool(at_hand and side and _may_withdraw(request, at_hand, side)),
        name=book.name(player),
        number=book.state.label(player),
        card=list(card_of(book, player)),
        place=place_of(book, player),
        may_be_absent=bool(rounds_to_come(book, player)),
        announced=book.rules.announces_presence,
        now=_clock(services),
    )
    return Page("phone-game.html", model)


class PhoneClaimPage(NamedTuple):
    """What the player claims of their game: the results to choose from, or the chosen one.

    `makes`: when both claim the same it is recorded. `them` is how a sentence calls the opponent.
    """

    round: int
    planned: int | None
    when: Sentence
    me: GameSeat | None
    them: str
    game: GameAtHand
    side: Colour
    results: list[tuple[ClaimedOutcome, str, str, str]]
    chosen: str | None
    unconfirmed: bool
    now: str
    makes: Agreement


@get("claim", "/{t}/game/claim", PLAYERS)
def claim(request: Request, services: Services) -> Answer:
    """Ask for the result of the game, and whether it is right once it is chosen."""
    at_hand = _at_hand(request, services.book)
    side = _side(request, services.book)
    if at_hand is None or side is None:
        return Redirect(request.link("game"))
    chosen = request.query.get("result") or request.form.get("result")
    me, _, them = _seats(request, at_hand, side)
    model = PhoneClaimPage(
        *_of_round(services),
        me=me,
        them=them,
        game=at_hand,
        side=side,
        results=_choices(request, at_hand, side),
        chosen=chosen if chosen in RESULTS and not request.refusals else None,
        unconfirmed=request.visitor.player is None,
        now=_clock(services),
        makes=services.book.state.hall.agreement,
    )
    return Page("phone-claim.html", model)


@post("claim-record", "/{t}/game/claim", PLAYERS)
def record(request: Request, services: Services) -> Answer:
    """Record the claim of who holds the phone: of their own game, or of the board at hand."""
    at_hand = _at_hand(request, services.book)
    side = _side(request, services.book)
    if at_hand is None or side is None:
        return Redirect(request.link("game"))
    result = request.form.get("result", "")
    if result not in RESULTS:
        what = message("web-phone.no-result")
        step = message("web-phone.choose-result")
        refusals = (Refusal("no-result", what, step, exit=Exit.USAGE),)
        return services.after(refusals, request.link("game"), claim)
    if wait := _too_fast(request, services, "result"):
        return services.after(wait, request.link("game"), claim)
    outcome = services.carry_out(
        {
            "command": "claim",
            "player": at_hand.seat(side).number,
            "round": request.visitor.round,
            "board": at_hand.board,
            "result": result,
            "source": "board" if request.visitor.player is None else "player",
            "device": request.visitor.device or None,
        }
    )
    return _after(request, services, outcome, "game", claim)


@post("claim-withdraw", "/{t}/game/withdraw", PLAYERS)
def withdraw(request: Request, services: Services) -> Answer:
    """Take the claim of who holds the phone back."""
    at_hand = _at_hand(request, services.book)
    side = _side(request, services.book)
    if at_hand is None or side is None or not _may_withdraw(request, at_hand, side):
        return Redirect(request.link("game"))
    if wait := _too_fast(request, services, "result"):
        return services.after(wait, request.link("game"), game)
    number = at_hand.seat(side).number
    outcome = services.carry_out(
        {"command": "claim-withdraw", "player": number, "round": request.visitor.round}
    )
    return _after(request, services, outcome, "game", game)


class PhoneAbsencePage(NamedTuple):
    """The rounds to come, to say of each whether the player will miss it."""

    rounds: list[tuple[ComingRound, Sentence]]
    announced: bool


@get("absence", "/{t}/game/absence", PLAYERS)
def absence(request: Request, services: Services) -> Answer:
    """Show the rounds to come, to say of each whether the player will miss it."""
    player = request.visitor.player
    if player is None:
        return Redirect(request.link("game"))
    state = services.book.state
    rounds = [
        (one, day_and_time(state.dates[one.number], state.times.get(one.number)))
        if one.number in state.dates
        else (one, "")
        for one in rounds_to_come(services.book, player)
    ]
    values = PhoneAbsencePage(
        rounds=rounds,
        announced=services.book.rules.announces_presence,
    )
    return Page("phone-absence.html", values)


@post("absence-record", "/{t}/game/absence", PLAYERS)
def announce(request: Request, services: Services) -> Answer:
    """Record that the player will miss a round, or will play it."""
    player = request.visitor.player
    plays = request.form.get("cancel") == "yes"
    if player is None:
        return Redirect(request.link("game"))
    if wait := _too_fast(request, services, "presence"):
        return services.after(wait, request.link("absence"), absence)
    about = {"player": services.book.state.label(player), "round": request.form.get("round", "")}
    if plays and services.book.rules.announces_presence:
        outcome = services.carry_out({"command": "present", **about})
    else:
        outcome = services.carry_out({"command": "absent", **about, "cancel": plays})
    return _after(request, services, outcome, "absence", absence)


def _too_fast(request: Request, services: Services, about: str) -> Refusals:
    """Count one more thing that a ticket records; return the refusal where it is one too many."""
    wait = services.office.doors.pace.wait_s(f"{request.visitor.ticket}:{about}")
    if not wait:
        return ()
    what = message("web-phone.too-fast", n=wait)
    step = message("web-phone.too-fast-step")
    return (Refusal("too-fast", what, step),)


def _after(
    request: Request,
    services: Services,
    outcome: Written | Warned | Refusals,
    then: str,
    page: PageFunction,
) -> Answer:
    """Return the answer to a form, without the remarks, which are for the arbiter."""
    if isinstance(outcome, Written):
        outcome = replace(outcome, notes=())
    return services.after(outcome, request.link(then), page)


def _at_hand(request: Request, book: Book) -> GameAtHand | None:
    """Return the game of the player, or of the board whose code this is."""
    visitor = request.visitor
    if visitor.player is not None:
        return game_of(book, visitor.player)
    return None if visitor.board is None else game_at(book, visitor.board)


def _side(request: Request, book: Book) -> Colour | None:
    """Return the colour of who holds the phone; at a board's code the one that they chose."""
    at_hand = _at_hand(request, book)
    player = request.visitor.player
    if at_hand is None or player is not None:
        return None if at_hand is None or player is None else at_hand.colour_of(player)
    chosen = request.form.get("side") or request.query.get("side")
    return next((colour for colour in get_args(Colour) if colour == chosen), None)


def _may_withdraw(request: Request, at_hand: GameAtHand, side: Colour) -> bool:
    return at_hand.may_withdraw(side, request.visitor.device, request.visitor.player is not None)


def _seats(
    request: Request, at_hand: GameAtHand | None, side: Colour | None
) -> tuple[GameSeat | None, GameSeat | None, str]:
    """Return the player and the opponent, with how sentences call the latter."""
    if at_hand is None or side is None:
        return None, None, ""
    other = at_hand.seat("B" if side == "W" else "W")
    return at_hand.seat(side), other, called(request, other)


def called(request: Request, seat: GameSeat) -> str:
    """Return a name as a sentence has it: Van den Berg."""
    name = seat.name
    return request.words(name) if isinstance(name, Nameless) else surname(name)


def _choices(
    request: Request, at_hand: GameAtHand, side: Colour
) -> list[tuple[ClaimedOutcome, str, str, str]]:
    """Return each result in the player's words, which colour wins, and the words to confirm."""
    rows = []
    for result in RESULTS:
        own = result if side == "W" else mirrored(result)
        kind = {"1-0": "won", "0-1": "lost"}.get(own, "drawn")
        other = at_hand.seat("B" if side == "W" else "W")
        winner = {"1-0": "W", "0-1": "B"}.get(result, "")
        wins = request.say(f"web-phone.wins.{winner}") if winner else ""
        them = called(request, other)
        keys = (f"web-phone.{kind}", f"web-phone.{kind}-asked")
        words, question = (request.say(key, them=them) for key in keys)
        rows.append((result, words, wins, question))
    return rows


def _of_round(services: Services) -> _RoundNow:
    """Return the current round: its number, how many there are, and when it is."""
    state = services.book.state
    number = len(services.book.state.rounds)
    day = state.dates.get(number)
    time = state.times.get(number)
    when: Sentence = ""
    if day is not None:
        today = day == services.office.runtime.now().astimezone(services.book.zone).date()
        when = day_and_time(day, time)
        if today:
            when = message("web-phone.today-at", time=time) if time else message("web-phone.today")
    return _RoundNow(number, state.rounds_planned, when)


def _clock(services: Services) -> str:
    """Return the time of day."""
    return services.office.runtime.now().astimezone(services.book.zone).strftime("%H:%M")
