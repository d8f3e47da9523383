"""The rating of a player that a tournament is rated by: of FIDE's list, of its tempo."""

from __future__ import annotations

import datetime as dt
from typing import NamedTuple

from ledger.state.ratings import RatingList
from ledger.state.tournament import Tournament
from ledger.values import Tempo
from projections.games.rating_lists import fide_rating
from projections.games.tempo import tempo_in


class RatedAs(NamedTuple):
    """A rating, None: unrated, and the list that says it, None: the entry does.

    `at_standard`: who has no rapid or blitz rating is taken as rated at the standard one (RB 7.2.1).
    """

    rating: int | None
    of: RatingList | None = None
    at_standard: bool = False


def rated_as(state: Tournament, player: int, day: dt.date | None, tempo: Tempo) -> RatedAs:
    """Return the rating of a player in the lists in force on a day; None: by the newest lists.

    A list is of the tempo that its name says, and else of any. An estimate of the arbiter is no
    rating.
    """
    said = [one for one in state.ratings.until("fide", day) if player in one.ratings]
    if not said:
        rating = fide_rating(state, player, day)
        estimated = state.players[player].rating_source == "estimated"
        return RatedAs(None if estimated else rating)
    own = [one for one in said if _of(one, tempo)]
    if own and (rating := own[0].ratings[player]) is not None:
        return RatedAs(rating, own[0])
    standard = [one for one in said if tempo != "standard" and _of(one, "standard")]
    if standard and (rating := standard[0].ratings[player]) is not None:
        return RatedAs(rating, standard[0], at_standard=True)
    return RatedAs(None, (own or said)[0])


def _of(one: RatingList, tempo: Tempo) -> bool:
    """Tell whether a list can be of a tempo: its name says it, or says none at all."""
    said = tempo_in(one.name)
    if said is None:
        return tempo == "standard" or "standard" not in one.name.lower()
    return said == tempo
