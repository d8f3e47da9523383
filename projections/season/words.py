"""The notation of a season's overviews: amounts, shares, results, colours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Annotated, Literal

from ledger.messages import Sentence, decimals, message
from ledger.records import Extra, Record
from ledger.state.season import TeamGame
from projections.standings.keizer import KeizerStanding, PointsSource, What, fixed
from projections.views.columns import AMOUNT, Column, Kind, columns_of

ExactAmount = Annotated[str, "Exact amount: 137, or 205/2.", Extra(pattern="^-?[0-9]+(/[0-9]+)?$")]
AmountShown = Annotated[
    Sentence, "The same rounded for display, as the language writes decimals.", AMOUNT
]
ValuePasses = Annotated[int, "How often totals were computed until nothing changed."]
ValueCycle = Annotated[int, "0, or how many rankings alternate: the values are not at rest."]
TeamName = Annotated[str | None, "Team the member played for, null: none."]
TeamBoard = Annotated[int | None, "Board in the team, null: no such game."]
ColourShown = Annotated[
    Literal["W", "B", ""],
    'Colour where the line shows it: W, B, or "" for none.',
    Kind(words="shade"),
]
RemarkShown = Annotated[Sentence, "What is special, as a text."]
ShareOfValue = Annotated[str, "Part of the value that the member gets: 1, 1/2, 1/3, 2/3, 0."]
KindInSeason = Annotated[
    str,
    "win, draw, loss, default win, default loss, adjourned, open, absent, absent beyond the cap, "
    "no opponent, club duty or external; own value and total in a build-up; game in results.",
]
ExternalGames = Annotated[int, "Counted games for teams (EMt)."]
ExternalScore = Annotated[str, "Score in them (Esc), exact: 3/2."]
ExternalScoreShown = Annotated[str, "The same as it is shown.", AMOUNT]

INSTEAD: Mapping[What, Sentence] = {
    What.ABSENT: message("season.instead.absent"),
    What.BEYOND_CAP: message("season.instead.absent"),
    What.NO_OPPONENT: message("season.instead.no-opponent"),
    What.CLUB_DUTY: message("season.instead.club-duty"),
}
"""The words of the overviews for a round without a game."""

AGAINST: Mapping[What, Sentence] = {
    What.ABSENT: message("season.against.absent"),
    What.BEYOND_CAP: message("season.against.absent"),
    What.NO_OPPONENT: message("season.against.no-opponent"),
    What.CLUB_DUTY: message("season.against.club-duty"),
}
"""The same where other lines hold the opponent."""


def overview_of(row: type[Record], *keys: str, spare: Sequence[str] = ()) -> tuple[Column, ...]:
    """Return columns of an overview, under the headings that members know; see `columns_of`."""
    headings = {key: message(f"season.columns.{key}") for key in keys}
    columns = columns_of(row, *keys, spare=spare, headings=headings)
    return tuple(
        replace(column, short=message(f"season.short-columns.{column.key}"))
        if column.key in _SHORTENED
        else column
        for column in columns
    )


_SHORTENED = frozenset(
    (
        "points_shown",
        "round",
        "board",
        "colour_shown",
        "result_shown",
        "share_shown",
        "remark",
        "worth",
        "team_board",
    )
)
"""Columns with a heading that is wider than most of their cells, and has a short form."""


_SIGNS = {
    What.WIN: "1",
    What.DRAW: "½",
    What.LOSS: "0",
    What.DEFAULT_WIN: "1R",
    What.DEFAULT_LOSS: "0R",
    What.OPEN: ".",
}
_ADJOURNED = message("season.sign.adjourned")
_OWN_RESULTS = {"1": "1-0", "1/2": "½-½", "0": "0-1", "1R": "1-0R", "0R": "0-1R"}
_HALVES = {"1": 2, "1/2": 1, "0": 0, "1R": 2, "0R": 0}


def amount(value: Fraction, places: int) -> Sentence:
    """Return an exact value with a number of decimals, rounded to the nearest, half up."""
    return decimals(fixed(value, places))


def own_result(result: str) -> str:
    """Write a game for a team from the member's own side: the own score comes first.

    Rule: mwkeizer 3b.
    """
    return _OWN_RESULTS[result]


def game_result(outcome: str | None, adjourned: bool) -> Sentence:
    """Return the result of a game between members, white's score first."""
    if outcome is None:
        return message("season.adjourned") if adjourned else ""
    return outcome.replace("1/2", "½")


def external_halves(item: PointsSource | TeamGame) -> int:
    """Return the half points of a game for a team; defaults count as well."""
    return _HALVES[item.result]


def sign_of(item: PointsSource) -> Sentence:
    """Return a game in one cell: its result, and the colour when it was played: 1w, ½b."""
    result = _SIGNS.get(item.what, _ADJOURNED)
    if item.what not in ON_A_BOARD or item.colour is None:
        return result
    return message(f"season.sign.{item.colour}", result=result)


ON_A_BOARD = frozenset({What.WIN, What.DRAW, What.LOSS, What.ADJOURNED})
"""The kinds of game between members that were played and have a colour."""


def share_text(item: PointsSource) -> str:
    """Write the part of a value that a round gives: 1, 1/2, 1/3, 2/3, 0; R when by default.

    Rule: mwkeizer 4.
    """
    if item.what is What.OPEN:
        return ""
    by_default = item.what in (What.DEFAULT_WIN, What.DEFAULT_LOSS) or item.result.endswith("R")
    return f"{item.share}{'R' if by_default else ''}"


def rounds_text(rounds: range) -> Sentence:
    """Return the rounds as text: round 4, or rounds 4-9; no rounds is round 0."""
    last = rounds.stop - 1
    if len(rounds) > 1:
        return message("season.rounds", first=rounds.start, last=last)
    return message("season.round", round=last)


def passes_note(standing: KeizerStanding) -> Sentence:
    """Return how often values were computed, and whether that came to an end."""
    if not standing.cycle:
        return message("season.passes", n=standing.passes)
    return message("season.not-at-rest", passes=standing.passes, cycle=standing.cycle)
