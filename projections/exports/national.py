"""The national records of a tournament file: numbers and ratings at a federation."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence

from ledger.state.details import Records
from ledger.state.tournament import Tournament
from ledger.trf.model import TrfKept
from ledger.trf.national import player_of, with_rating
from ledger.trf.records import OWN_FEDERATION, TrfNational
from projections.games.rating_lists import listed, national_rating


def federation_of(state: Tournament) -> str:
    """Return the federation whose records are written: as declared for the start rank, or ours."""
    declared = state.ratings.start_rank
    return (declared.federation if declared else "") or OWN_FEDERATION


def with_ratings(
    state: Tournament, kept: Sequence[TrfKept], day: dt.date | None
) -> tuple[TrfKept, ...]:
    """Return the kept lines of a file; a national record among them has the rating of a day."""
    federation = federation_of(state)
    ratings = _ratings(state, day)
    lines = []
    for line in kept:
        number = player_of(line.text, federation)
        if number is not None and number in ratings:
            line = TrfKept(with_rating(line.text, ratings[number]))
        lines.append(line)
    return tuple(lines)


def national_records(
    state: Tournament, records: Records, kept: Sequence[TrfKept], day: dt.date | None
) -> Iterator[TrfNational]:
    """Yield the record of each player with a number or a rating there, but for those kept.

    `records` are the records beside the ledger; `kept` the lines that a file had already.
    """
    federation = federation_of(state)
    ratings = _ratings(state, day)
    there = {player_of(line.text, federation) for line in kept}
    for entrant in state.in_number_order():
        number = state.label(entrant.player)
        own = records.get(entrant.person, {}).get("national_id", "")
        national_id = own[:11] if federation == OWN_FEDERATION else ""
        if number not in there and (ratings.get(number) is not None or national_id):
            yield TrfNational(
                federation, number, rating=ratings.get(number), national_id=national_id
            )


def _ratings(state: Tournament, day: dt.date | None) -> Mapping[int, int | None]:
    """Return the national ratings of a day by number; None: a list says that there is none."""
    return {
        state.label(player): rating
        for player in state.players
        if (rating := national_rating(state, player, day)) is not None
        or listed(state, player, "national", day) is not None
    }
