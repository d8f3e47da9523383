"""Numbers of the players: drawn, by rating, by entry or by hand; and the first colour on rating."""

from __future__ import annotations

import hashlib
from dataclasses import replace

from desk.commands.decision import Decision, Warn
from desk.commands.players import Lots
from desk.commands.warnings import warn
from desk.handlers.round_robin import rounds_fact
from ledger.facts.tournament import FirstColourDrawn, NumbersAssigned
from ledger.messages import Blank, also, do, message, run_on
from ledger.refusals import Exit, Refusal, Refusals
from ledger.state.book import Book
from ledger.state.numbers import waiting
from ledger.state.tournament import Entrant
from ledger.values import Colour, NumberMethod, drawn_colour
from pairing.systems.numbers import (
    DEFINITE,
    are_definite,
    by_strength,
    place_in,
    rating_order,
    strength,
)
from pairing.systems.registry import system_of
from projections.games.crosstable import of_tournament


def lots(book: Book, command: Lots) -> Decision | Refusals:
    """Assign all numbers: by draw (the order of SHA-256 of "seed:entry"), rating, entry or file.

    The Swiss on rating numbers by rating by default, and draws the first colour too.

    Rule: knsb-wp-2014 A4; knsb-wp-2014 D; knsb-rating-2014 A1, A2; berger drawing; fide-dutch-2026
    GHR2.3.
    """
    state = book.state
    by_default = usual_numbers(book)
    by = command.by or by_default
    if refusals := numbers_fixed(book, by):
        return refusals
    if not state.players:
        what = message("handlers.nobody-entered")
        return (Refusal("no-players", what, do("enter", name=Blank("NAME"))),)
    seed = (command.seed or book.new_seed()) if by == "draw" else None
    players = sorted(state.players.keys() - set(waiting(state.players)))
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
    if state.rounds:
        same = all(state.label(p) == n for p, n in zip(players, numbers, strict=True))
        what = message("handlers.numbers-same")
        nothing = (Refusal("nothing-to-change", what, do("players")),)
        moved = [p for p, n in zip(players, numbers, strict=True) if state.label(p) != n]
        what = message("integrity-events.numbers-change", n=len(moved))
        return nothing if same else Decision((fact,), warnings=warn(book, "numbers-change", what))
    same = all(state.players[p].number == n for p, n in zip(players, numbers, strict=True))
    if isinstance(colour := _first_colour(book, command, seed, stays=not same), Refusal):
        return (colour,)
    rounds = rounds_fact(book, book.rules, len(players))
    if isinstance(rounds, Refusal):
        return (rounds,)
    unrated = [book.name(p) for p in players if state.players[p].rating is None]
    named = run_on(*unrated, between=", ")
    mark = book.rules.mark("GHR2.1", "GHR-B", "A1")
    notes = (message("handlers.unrated", mark=mark, players=named),) if unrated else ()
    warnings = _drawn_before(book, fact, colour) + _not_by_lot(book, by, len(players))
    notes = notes if by_default == "rating" else ()
    return Decision((fact, *rounds, *colour), notes=notes, warnings=warnings)


def usual_numbers(book: Book) -> NumberMethod:
    """Return how numbers are given where nobody says how: as the rules have it.

    The ranking with which a season begins is that of the ratings, if anybody has one.

    Rule: mwkeizer startwaarde.
    """
    default = system_of(book.rules).default_numbers
    if default != "rating_if_any":
        return default
    rated = any(entrant.rating is not None for entrant in book.state.players.values())
    return "rating" if rated else "draw"


def _drawn_before(
    book: Book, fact: NumbersAssigned, colour: tuple[FirstColourDrawn, ...]
) -> tuple[Warn, ...]:
    """Return the warning that lots which stand are drawn anew, () where none are.

    Rule: knsb-rating-2014 E5.
    """
    drawn = book.state.first_colour
    if colour and drawn is not None:
        how = message(f"cells.colour.{'white' if drawn == 'W' else 'black'}")
        return warn(book, "lots-drawn-again", message("handlers.colour-drawn", colour=how))
    numbered = any(entrant.number is not None for entrant in book.state.players.values())
    if fact.method == "draw" and numbered and book.state.numbers_method == "draw":
        return warn(book, "lots-drawn-again", message("handlers.lots-drawn"))
    return ()


def _not_by_lot(book: Book, by: NumberMethod, players: int) -> tuple[Warn, ...]:
    """Return the warning that numbers go by rating where the rules draw them, with its effect.

    Rule: knsb-wp-2014 D; knsb-wp-1996 D.
    """
    system = system_of(book.rules)
    if by != "rating" or system.default_numbers != "draw":
        return ()
    mark = book.rules.mark(system.numbers_clause)
    key = "handlers.not-by-lot"
    if system.by_lot(of_tournament(book.state, book.rules, 0), book.rules):
        reading = book.rules.pairing
        first_free = (reading.first_round, reading.first_round_odd) == ("D1", "first_free")
        key += "-bye" if players % 2 and first_free else "-white"
    what = message(key, mark=mark, command=do("lots", by="draw"))
    return warn(book, "numbers-not-drawn", what)


def numbers_fixed(book: Book, by: NumberMethod = "file") -> Refusals:
    """Return why numbers cannot be given now, () when they can.

    Under rules of FIDE wrong data may be corrected, and players numbered anew, until round 4 is
    paired.

    Rule: fide-dutch-2026 GHR2.3.
    """
    rounds = book.state.rounds
    if not rounds:
        return ()
    step = message("handlers.late-entry")
    clause = book.clause("GHR2.3")
    if book.rules.late_number == "last" or clause is None:
        what = message("handlers.numbers-fixed")
        first = rounds[0].position
        return (Refusal("numbers-are-fixed", what, step, events=(first,)),)
    if len(rounds) >= DEFINITE:
        what = message("handlers.numbers-definite")
        fourth = rounds[DEFINITE - 1].position
        return (Refusal("numbers-are-fixed", what, step, clause, (fourth,)),)
    if by in ("draw", "entry"):
        what = message("handlers.numbers-by-strength")
        step = do("lots", by="rating")
        return (Refusal("numbers-by-strength", what, step, clause),)
    return ()


def with_late_entry(book: Book, new: Entrant, name: str) -> NumbersAssigned | None:
    """Return everybody's numbers as a late entry takes the place in the order; None: the last one.

    The others keep their order. The last number is for a late entry after round 4 is paired, unless
    the regulations always give the place, and where numbers do not go by strength.

    Rule: fide-dutch-2026 GHR2.4, GHR2.5.
    """
    if not book.state.players or are_definite(book):
        return None
    return _placed(book, new, name)


def with_new_rating(book: Book, entrant: Entrant, rating: int | None) -> NumbersAssigned | None:
    """Return everybody's numbers as a player with another rating takes the place in the order.

    None: they stay. That is a rule of systems in which the ratings themselves count, and holds
    until round 4 is paired.

    Rule: fide-dubov-2026 1.2.2.
    """
    state = book.state
    counts = system_of(book.rules).ratings_clause is not None
    if not counts or entrant.number is None or len(state.rounds) >= DEFINITE:
        return None
    anew = _placed(book, replace(entrant, rating=rating), book.name(entrant.player))
    now = [one.player for one in state.in_number_order() if one.numbered_from is not None]
    if anew is None or list(anew.players) == now:
        return None
    return anew


def _placed(book: Book, new: Entrant, name: str) -> NumbersAssigned | None:
    """Return everybody's numbers with a player at the proper place; the others keep their order.

    None where numbers do not go by strength.
    """
    if (by := by_strength(book)) is None:
        return None
    players = [
        one.player
        for one in book.state.in_number_order()
        if one.player != new.player and one.numbered_from is not None
    ]
    players.insert(place_in(book, players, strength(book, new, name)), new.player)
    numbers = tuple(range(1, len(players) + 1))
    return NumbersAssigned(players=tuple(players), numbers=numbers, method=by)


def _first_colour(
    book: Book, command: Lots, seed: str | None, *, stays: bool
) -> tuple[FirstColourDrawn, ...] | Refusal:
    """Return the highest player's colour in round 1, drawn here or on paper; () without one.

    One that was drawn before `stays` where the numbers change, unless a seed is given.

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
    if stays and book.state.first_colour is not None and command.seed is None:
        return ()
    seed = seed or command.seed or book.new_seed()
    drawn = FirstColourDrawn(
        colour=drawn_colour(seed), source="draw", seed=seed, reason=command.reason
    )
    return (drawn,)


def _given_order(book: Book, order: tuple[int | str, ...]) -> list[int] | Refusals:
    """Return the players in the given order, or all refusals if it does not name each once."""
    entrants = [book.find_player(reference) for reference in order]
    refusals = [item for item in entrants if isinstance(item, Refusal)]
    players = [item.player for item in entrants if isinstance(item, Entrant)]
    without = set(waiting(book.state.players))
    players = [player for player in players if player not in without]
    twice = sorted({p for p in players if players.count(p) > 1})
    missing = [] if refusals else sorted(set(book.state.players) - set(players) - without)
    for key, which in (("handlers.named-twice", twice), ("handlers.not-named", missing)):
        if which:
            what = message(key, n=len(which), players=book.called_some(which))
            step = message("handlers.name-every-player")
            refusals.append(Refusal("order-incomplete", what, step, exit=Exit.USAGE))
    return tuple(refusals) or players
