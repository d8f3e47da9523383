"""The lots for players who are equal in everything at the end."""

from __future__ import annotations

import hashlib

from desk.commands.tournament import Finish
from ledger.facts.tournament import FinalLotsDrawn
from ledger.messages import Sentence, do, message, names_in_words
from ledger.refusals import Exit, Refusal, Refusals
from ledger.state.book import Book
from ledger.state.tournament import Entrant
from projections.games.crosstable import of_tournament
from projections.standings.standing import final_standing


def final_lots(book: Book, command: Finish) -> FinalLotsDrawn | Refusals | None:
    """Return the lots of all who are equal in everything, None where there are none to draw.

    They are those drawn by hand, or go by the order of SHA-256 of "seed:player". In FIDE mode
    players share their places unless the command asks for lots.

    Rule: knsb-wp-2014 F12; fide-2026 4.2.
    """
    equal = _equal(book)
    if command.order:
        return _drawn_by_hand(book, command, equal)
    if not equal or (book.state.fide.in_mode and not (command.draw or command.seed)):
        return None
    seed = command.seed or book.new_seed()
    equal.sort(key=lambda p: hashlib.sha256(f"{seed}:{p}".encode()).hexdigest())
    return FinalLotsDrawn(players=tuple(equal), seed=seed, reason=command.reason)


def shared_places(book: Book) -> tuple[Sentence, ...]:
    """Return the note on who share their places at the end, () for nobody."""
    who = ", ".join(str(book.state.label(player)) for player in _equal(book))
    return (message("final-lots.share", who=who, draw=do("finish", draw=True)),) if who else ()


def _equal(book: Book) -> list[int]:
    table = of_tournament(book.state, book.rules)
    final = final_standing(table, book.rules, book.state.final_lots)
    return [line.player for line in final.lines if line.lots_needed]


def _drawn_by_hand(book: Book, command: Finish, equal: list[int]) -> FinalLotsDrawn | Refusals:
    """Return the lots as the arbiter drew them: everybody who is equal, and each once."""
    entrants = [book.find_player(reference) for reference in command.order]
    if refusals := tuple(item for item in entrants if isinstance(item, Refusal)):
        return refusals
    drawn = [item.player for item in entrants if isinstance(item, Entrant)]
    if command.seed or command.draw:
        what = message("final-lots.two-draws")
        step = message("final-lots.one-of-them")
        return (Refusal("lots-drawn-twice", what, step, exit=Exit.USAGE),)
    if sorted(drawn) == sorted(equal):
        return FinalLotsDrawn(players=tuple(drawn), seed="", reason=command.reason)
    if not equal:
        what = message("final-lots.nobody-equal")
        step = message("final-lots.without-order")
        return (Refusal("no-lots-to-draw", what, step),)
    who = names_in_words(map(book.called, equal))
    what = message("final-lots.not-these")
    step = message("final-lots.name-them", who=who)
    return (Refusal("not-those-equal", what, step, exit=Exit.USAGE),)
