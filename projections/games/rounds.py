"""How many rounds a report counts, and what every report says first for programs."""

from __future__ import annotations

from ledger.refusals import Exit, Refusal
from ledger.state.book import Book
from ledger.wording import count_of


def head(book: Book) -> dict[str, object]:
    """Return what every view says first for programs: tournament, id, position."""
    return {"tournament": book.state.name, "id": book.id, "position": book.state.position}


def rounds_done(book: Book) -> int:
    """Return the number of rounds, from the first, in which no game is open."""
    done = 0
    for round_ in book.state.rounds:
        if round_.open_games:
            break
        done += 1
    return done


def rounds_counted(book: Book, after: int | None) -> int | Refusal:
    """Return the number of rounds asked for (None: all that are done)."""
    published = len(book.state.rounds)
    if after is None:
        return rounds_done(book)
    if 0 <= after <= published:
        return after
    what = f"{count_of(published, 'round is', 'rounds are')} published, not {after}"
    return Refusal("round-not-published", what, "toernooi rounds", exit=Exit.USAGE)
