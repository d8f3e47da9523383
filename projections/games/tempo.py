"""The pace of play of a tournament, and of a rating list, by the words of their texts."""

from __future__ import annotations

import re

from ledger.state.book import Book
from ledger.state.details import Records, details_of
from ledger.state.tournament import Tournament
from ledger.values import Tempo

_TEMPO: dict[Tempo, re.Pattern[str]] = {
    "blitz": re.compile(r"\b(blitz|snel|snelschaak\w*)\b", re.IGNORECASE),
    "rapid": re.compile(r"\b(rapid|rapids|rapidschaak\w*)\b", re.IGNORECASE),
}


def tempo_of(book: Book) -> Tempo:
    """Return the pace of a tournament by the words of its tempo, or else of its name.

    It is rapid or blitz where these words stand there, and standard where neither does.
    """
    return tempo_of_records(book.state, book.people)


def tempo_of_records(state: Tournament, people: Records) -> Tempo:
    """Return the pace of a tournament, of which the records beside the ledger are at hand."""
    said = details_of(state, people).get("tempo", "")
    return tempo_in(said) or tempo_in(state.name) or "standard"


def tempo_in(text: str) -> Tempo | None:
    """Return the pace that a text says, None where it says neither rapid nor blitz."""
    return next((tempo for tempo, word in _TEMPO.items() if word.search(text)), None)
