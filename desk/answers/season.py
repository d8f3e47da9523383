"""The answers of the read verbs in a club season: the seven overviews, and the common verbs."""

from __future__ import annotations

from collections.abc import Mapping

from ledger.messages import also, do, message
from ledger.refusals import Exit, Refusal
from ledger.state.book import Book, keys_of_season
from projections.games.rounds import rounds_counted
from projections.season import members as overviews
from projections.season import rounds as overview_rounds
from projections.season.tallies import counted
from projections.views.view import View

OVERVIEWS: Mapping[str, str] = {
    "standing": "stand",
    "period-standing": "periodestand",
    "results": "uitslagen",
    "build-up": "opbouw",
    "matrix": "scorematrix",
    "external": "extern",
    "best-external": "klijnbeker",
}
"""The seven overviews in the order of the source, with their Dutch names."""


def overview(
    book: Book,
    which: str,
    *,
    after: int | None = None,
    period: int | None = None,
    round_number: int | None = None,
    player: str | None = None,
) -> View | Refusal:
    """Return one of the seven overviews, after some rounds (None: all that are done).

    `period` limits it to a period; `round_number` is for the results, `player` for the build-up and
    the external games.
    """
    keys = keys_of_season(book)
    if isinstance(keys, Refusal):
        return keys
    wrong = _not_for(which, period, round_number, player)
    if wrong:
        return wrong
    if which == "results":
        return _results(book, after, period, round_number)
    who = None
    if player is not None:
        entrant = book.find_player(player)
        if isinstance(entrant, Refusal):
            return entrant
        who = entrant.player
    chosen = rounds_counted(book, after)
    if isinstance(chosen, Refusal):
        return chosen
    if which == "period-standing" and period is None:
        period = book.state.season.period_of(max(chosen, 1))
    season = counted(book, chosen, period)
    if isinstance(season, Refusal):
        return season
    if which in ("build-up", "external"):
        show = overview_rounds.build_up if which == "build-up" else overview_rounds.external_games
        return show(season, who)
    return {
        "standing": overviews.standing,
        "period-standing": overviews.period_standing,
        "matrix": overviews.matrix,
        "best-external": overviews.best_external,
    }[which](season)


def _not_for(
    which: str, period: int | None, round_number: int | None, player: str | None
) -> Refusal | None:
    for value, option, those in (
        (period, also(period=True), [name for name in OVERVIEWS if name != "standing"]),
        (round_number, also(round=True), ["results"]),
        (player, also(player=True), ["build-up", "external"]),
    ):
        if value is not None and which not in those:
            name = message(f"season.overviews.{which}")
            what = message("season.asked.no-option", which=name, option=option)
            numbers = ", ".join(str([*OVERVIEWS].index(name) + 1) for name in those)
            step = message("season.asked.overviews-with", option=option, numbers=numbers)
            return Refusal("option-not-for-overview", what, step, exit=Exit.USAGE)
    return None


def _results(
    book: Book, after: int | None, period: int | None, round_number: int | None
) -> View | Refusal:
    last = rounds_counted(book, after if round_number is None else round_number)
    if isinstance(last, Refusal):
        return last
    if round_number is not None and period is not None:
        options = {"round": also(round=True), "period": also(period=True)}
        what = message("season.asked.round-and-period", **options)
        step = message("season.asked.leave-one-out")
        return Refusal("round-and-period", what, step, exit=Exit.USAGE)
    if last < 1:
        what = message("season.asked.no-round-done")
        if round_number is not None:
            what = message("season.asked.no-round", round=round_number)
        return Refusal("no-results", what, do("rounds"), exit=Exit.USAGE)
    season = counted(book, last, period)
    if isinstance(season, Refusal):
        return season
    rounds = season.rounds if period is not None else range(last, last + 1)
    return overview_rounds.results(season, rounds)


def all_overviews(
    book: Book, after: int | None = None, period: int | None = None
) -> list[tuple[str, View]] | Refusal:
    """Return the seven overviews with their English names, as the pages of a season have them.

    The results are those of all rounds that count. `period` limits all but the standing.
    """
    views = []
    for which in OVERVIEWS:
        if which == "results" and period is None:
            view = _all_results(book, after)
        else:
            view = overview(
                book, which, after=after, period=None if which == "standing" else period
            )
        if isinstance(view, Refusal):
            return view
        views.append((which, view))
    return views


def _all_results(book: Book, after: int | None) -> View | Refusal:
    season = counted(book, after)
    return season if isinstance(season, Refusal) else overview_rounds.results(season, season.rounds)
