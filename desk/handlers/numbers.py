"""Numbers of the players: drawn, by rating, by entry or by hand; and the first colour on rating."""

from __future__ import annotations

import hashlib

from desk.commands.decision import Decision
from desk.commands.tournament import Lots
from desk.handlers.round_robin import rounds_fact
from ledger.facts.tournament import FirstColourDrawn, NumbersAssigned, drawn_first_colour
from ledger.messages import Blank, also, do, message, run_on
from ledger.names import alphabetical
from ledger.refusals import Exit, Refusal, Refusals
from ledger.state.book import Book
from ledger.state.tournament import Entrant
from ledger.values import TITLE_ORDER, Colour
from pairing.systems.registry import system_of


def lots(book: Book, command: Lots) -> Decision | Refusals:
    """Assign all numbers: by draw (the order of SHA-256 of "seed:entry"), rating, entry or file.

    The Swiss on rating numbers by rating by default, and draws the first colour too.

    Rule: knsb-wp-2014 A4; knsb-wp-2014 D; knsb-rating-2014 A1, A2; berger drawing.
    """
    state = book.state
    by_default = system_of(book.rules).default_numbers
    by = command.by or by_default
    if state.rounds:
        what, step = message("handlers.numbers-fixed"), message("handlers.late-entry")
        return (Refusal("numbers-are-fixed", what, step, events=(state.rounds[0].position,)),)
    if not state.players:
        what = message("handlers.nobody-entered")
        return (Refusal("no-players", what, do("enter", name=Blank("NAME"))),)
    seed = (command.seed or book.new_seed()) if by == "draw" else None
    players = sorted(state.players)
    if by == "draw":
        players.sort(key=lambda p: hashlib.sha256(f"{seed}:{p}".encode()).hexdigest())
    elif by == "rating":
        players.sort(key=lambda p: rating_order(book, state.players[p]))
    elif by == "file":
        if isinstance(ordered := _given_order(book, command.order), tuple):
            return ordered
        players = ordered
    numbers = tuple(range(1, len(players) + 1))
    fact = NumbersAssigned(
        players=tuple(players), numbers=numbers, method=by, seed=seed, reason=command.reason
    )
    if isinstance(colour := _first_colour(book, command, seed), Refusal):
        return (colour,)
    rounds = rounds_fact(book, book.rules, len(players))
    if isinstance(rounds, Refusal):
        return (rounds,)
    unrated = [book.name(p) for p in players if state.players[p].rating is None]
    named = run_on(*unrated, between=", ")
    notes = (message("handlers.unrated", players=named),) if unrated else ()
    return Decision((fact, *rounds, *colour), notes=notes if by_default == "rating" else ())


def _first_colour(
    book: Book, command: Lots, seed: str | None
) -> tuple[FirstColourDrawn, ...] | Refusal:
    """Return the highest player's colour in round 1, drawn here or on paper; () without one.

    Rule: knsb-rating-2014 E5.
    """
    if not system_of(book.rules).draws_first_colour(book.rules):
        if command.first_colour is None:
            return ()
        what = message("handlers.draws-no-colour")
        option = also(first_colour=True)
        step = message("handlers.without", command=do("lots"), option=option)
        clause = book.clause("E5, rating.first_colour")
        return Refusal("no-colour-to-draw", what, step, clause=clause)
    if command.first_colour is not None:
        colour: Colour = "W" if command.first_colour == "white" else "B"
        return (FirstColourDrawn(colour=colour, source="paper", reason=command.reason),)
    return (drawn_first_colour(seed or command.seed or book.new_seed(), command.reason),)


def _given_order(book: Book, order: tuple[int | str, ...]) -> list[int] | Refusals:
    """Return the players in the given order, or all refusals if it does not name each once."""
    entrants = [book.find_player(reference) for reference in order]
    refusals = [item for item in entrants if isinstance(item, Refusal)]
    players = [item.player for item in entrants if isinstance(item, Entrant)]
    twice = sorted({p for p in players if players.count(p) > 1})
    missing = [] if refusals else sorted(set(book.state.players) - set(players))
    for key, which in (("handlers.named-twice", twice), ("handlers.not-named", missing)):
        if which:
            what = message(key, n=len(which), players=book.called_some(which))
            step = message("handlers.name-every-player")
            refusals.append(Refusal("order-incomplete", what, step, exit=Exit.USAGE))
    return tuple(refusals) or players


def rating_order(book: Book, entrant: Entrant) -> tuple[int, int, tuple[str, str, str], int]:
    """Return the sort key of the rating order: rating, title, name, entry."""
    return (
        -(entrant.rating or 0), TITLE_ORDER.index(entrant.title),
        alphabetical(book.name(entrant.player)), entrant.player,
    )  # fmt: skip
