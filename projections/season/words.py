"""How the overviews of a season write things, in Dutch: amounts, shares, results, colours."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated

from ledger.records import Extra
from ledger.state.season import TeamGame
from projections.standings.keizer import KeizerStanding, PointsSource, What, fixed

ExactAmount = Annotated[str, "Exact amount: 137, or 205/2.", Extra(pattern="^-?[0-9]+(/[0-9]+)?$")]
AmountShown = Annotated[str, "The same rounded for display, with a comma."]
ValuePasses = Annotated[int, "How often totals were computed until nothing changed."]
ValueCycle = Annotated[int, "0, or how many rankings alternate: the values are not at rest."]
TeamName = Annotated[str | None, "Team the member played for, null: none."]
TeamBoard = Annotated[int | None, "Board in the team, null: no such game."]
ColourShown = Annotated[str, "Colour in Dutch."]
RemarkShown = Annotated[str, "What is special, in Dutch."]
ShareOfValue = Annotated[str, "Part of the value that the member gets: 1, 1/2, 1/3, 2/3, 0."]
KindInSeason = Annotated[
    str,
    "win, draw, loss, default win, default loss, adjourned, open, absent, absent beyond the cap, "
    "no opponent, club duty or external; own value and total in a build-up; game in results.",
]
ExternalGames = Annotated[int, "Counted games for teams (EMt)."]
ExternalScore = Annotated[str, "Score in them (Esc), exact: 3/2."]
ExternalScoreShown = Annotated[str, "The same as it is shown."]

COLOURS: Mapping[str | None, str] = {"W": "wit", "B": "zwart", None: ""}
INSTEAD: Mapping[What, str] = {
    What.ABSENT: "Afwezig", What.BEYOND_CAP: "Afwezig", What.NO_OPPONENT: "Geen tegenstander",
    What.CLUB_DUTY: "Clubdienst",
}  # fmt: skip
"""What the overviews say of a round without a game."""

_SIGNS = {
    What.WIN: "1", What.DRAW: "½", What.LOSS: "0", What.DEFAULT_WIN: "1R",
    What.DEFAULT_LOSS: "0R", What.ADJOURNED: "afg.", What.OPEN: ".",
}  # fmt: skip
_OWN_RESULTS = {"1": "1-0", "1/2": "½-½", "0": "0-1", "1R": "1-0R", "0R": "0-1R"}
_HALVES = {"1": 2, "1/2": 1, "0": 0, "1R": 2, "0R": 0}


def amount(value: Fraction, decimals: int) -> str:
    """Write an exact value with so many decimals and a comma, rounded to the nearest, half up."""
    return fixed(value, decimals).replace(".", ",")


def own_result(result: str) -> str:
    """Write a game for a team from the member's own side: his score is the first one.

    Rule: mwkeizer 3b.
    """
    return _OWN_RESULTS[result]


def game_result(outcome: str | None, adjourned: bool) -> str:
    """Write the result of a game between members, white's score first."""
    if outcome is None:
        return "afgebroken" if adjourned else ""
    return outcome.replace("1/2-1/2", "½-½")


def external_halves(item: PointsSource | TeamGame) -> int:
    """Return the half points of a game for a team; by default they count as well."""
    return _HALVES[item.result]


def sign_of(item: PointsSource) -> str:
    """Write a game in one cell: its result and the colour when it was played, as 1w or ½z."""
    played = item.colour if item.what in ON_A_BOARD else None
    return _SIGNS[item.what] + {"W": "w", "B": "z", None: ""}[played]


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


def rounds_text(rounds: range) -> str:
    """Write some rounds: ronde 4, or ronde 4-9; none is ronde 0."""
    return f"ronde {f'{rounds.start}-' if len(rounds) > 1 else ''}{rounds.stop - 1}"


def passes_notes(standing: KeizerStanding) -> list[str]:
    """Say how often the values were computed, and whether that came to an end."""
    times = f"{standing.passes} keer" if standing.passes else "niet"
    if not standing.cycle:
        return [f"waarden {times} doorgerekend"]
    return [
        f"NIET TOT RUST GEKOMEN: na {times} doorrekenen keren {standing.cycle} ranglijsten steeds "
        "terug; genomen is die het dichtst bij de vorige stand"
    ]
