"""The engine's own pairing beside boards made by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ledger.messages import Sentence, message, run_on, spans
from ledger.state.book import Book
from ledger.state.parts import Boards
from pairing.norms.model import NoPairing
from pairing.review.inputs import to_pair
from pairing.systems.draft import Draft, draft
from pairing.systems.registry import paired_again, system_of


class EnginesPairing(NamedTuple):
    """The boards and the bye of an engine for a round; no boards: it finds none."""

    engine: str
    version: str
    boards: Boards
    bye: int | None


def engines_pairing(book: Book, number: int) -> EnginesPairing:
    """Return the engine's pairing of the next round, or again of the players of a published one."""
    system = system_of(book.rules)
    round_ = book.state.round(number)
    if round_ is None:
        proposal = draft(book)
        pairing = proposal.pairing if isinstance(proposal, Draft) else None
    else:
        system = system_of(book.rules_of(number))
        again = paired_again(to_pair(book, round_)).pairing
        pairing = None if isinstance(again, NoPairing) else again
    if pairing is None:
        return EnginesPairing(system.engine, system.version, (), None)
    boards = tuple((board.white, board.black) for board in pairing.boards)
    return EnginesPairing(system.engine, system.version, boards, pairing.bye)


def compared(
    book: Book, engine: EnginesPairing, boards: Sequence[tuple[int, int]], bye: int | None
) -> tuple[bool, Sentence]:
    """Return whether boards and bye are the engine's, and that in a sentence.

    The order of the boards does not count, the colours do.
    """
    name = f"{engine.engine} {engine.version}"
    if not engine.boards:
        return False, message("manual.no-engine", engine=name)
    theirs = [pair for pair in engine.boards if pair not in set(boards)]
    mine = [at for at, pair in enumerate(boards, 1) if pair not in set(engine.boards)]
    if not theirs and not mine and bye == engine.bye:
        return True, message("manual.as-the-engine", engine=name)
    parts: list[Sentence] = [run_on(*map(book.called, pair), between=" - ") for pair in theirs]
    if bye != engine.bye:
        free = message("manual.nobody") if engine.bye is None else book.called(engine.bye)
        parts.append(message("manual.bye", player=free))
    has = run_on(*parts[:_MOST_SHOWN], between="; ")
    if len(parts) > _MOST_SHOWN:
        has = message("manual.and-more", boards=has, n=len(parts) - _MOST_SHOWN)
    if not mine:
        return False, message("manual.other-bye", engine=name, boards=has)
    return False, message("manual.differs", n=len(mine), at=spans(mine), engine=name, boards=has)


_MOST_SHOWN = 6
"""Boards of the engine that a sentence names; it gives the number of the others."""
