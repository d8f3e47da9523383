"""The begin and the end of a pairing by hand, which FIDE mode wants to be explicit."""

from __future__ import annotations

from desk.commands.decision import Decision
from desk.commands.rounds import BeginByHand, EndByHand
from desk.commands.warnings import warn
from desk.handlers.manual.beside import compared, engines_pairing
from ledger.facts.fide import ManualPairingBegun, ManualPairingEnded
from ledger.messages import do, message
from ledger.refusals import Refusal, Refusals
from ledger.state.book import Book
from ledger.state.tournament import Round
from pairing.systems.draft import not_ready


def begin(book: Book, command: BeginByHand) -> Decision | Refusals:
    """Begin to pair by hand: the next round, or the last one published once more."""
    state = book.state
    refusals = list[Refusal]()
    if not state.fide.in_mode:
        what = message("manual.not-in-mode")
        refusals.append(Refusal("not-in-fide-mode", what, do("status")))
    refusals += not_while_open(book)
    number = state.next_round if command.round is None else command.round
    if number == state.next_round:
        refusals += not_ready(book)
    elif state.round(number) is None:
        refusal = book.find_round(number)
        assert isinstance(refusal, Refusal), "it is not published"
        refusals.append(refusal)
    elif number < len(state.rounds):
        what = message("handlers.later-published", last=len(state.rounds), round=number)
        refusals.append(Refusal("not-the-last-round", what, do("pairings")))
    if refusals:
        return tuple(refusals)
    fact = ManualPairingBegun(round=number, reason=command.reason)
    what = message("manual.begins", round=number)
    return Decision((fact,), warnings=warn(book, "hand-begins", what))


def end(book: Book, command: EndByHand) -> Decision | Refusals:
    """End the pairing by hand that is being made; without boards it is given up."""
    manual = book.state.fide.manual
    if manual is None:
        what = message("manual.none-begun")
        return (Refusal("by-hand-not-begun", what, do("by-hand-begin")),)
    round_ = book.state.round(manual.round)
    if round_ is None or not _changed(round_, manual.begun):
        fact = ManualPairingEnded(round=manual.round, reason=command.reason)
        return Decision((fact,), notes=(message("manual.given-up", round=manual.round),))
    engine = engines_pairing(book, manual.round)
    fact = ManualPairingEnded(
        round=manual.round,
        engine=engine.engine,
        engine_version=engine.version,
        whites=tuple(white for white, _ in engine.boards),
        blacks=tuple(black for _, black in engine.boards),
        bye=engine.bye,
        reason=command.reason,
    )
    _, how = compared(book, engine, round_.public, round_.public_bye)
    return Decision((fact,), notes=(how,))


def _changed(round_: Round, begun: int) -> bool:
    """Tell whether the boards of a round were made, or changed, after a position."""
    return round_.changed_at > begun


def not_while_open(book: Book) -> Refusals:
    """Return the refusal of a pairing by the engine, or of another by hand, while one is made."""
    manual = book.state.fide.manual
    if manual is None:
        return ()
    what = message("manual.is-being-made", round=manual.round, position=manual.begun)
    return (Refusal("by-hand-not-ended", what, do("by-hand-end"), events=(manual.begun,)),)


def not_begun(book: Book, number: int) -> Refusals:
    """Return the refusal of boards by hand without a begin, in FIDE mode."""
    fide = book.state.fide
    if not fide.in_mode or (fide.manual is not None and fide.manual.round == number):
        return ()
    if fide.manual is not None:
        return not_while_open(book)
    what = message("manual.not-begun", round=number)
    return (Refusal("by-hand-not-begun", what, do("by-hand-begin", round=number)),)
