"""The figures of a digest, as `--json` prints them."""

from __future__ import annotations

from typing import Annotated

from ledger.records import Record, Spread
from projections.views.columns import Kind

Round = Annotated[int, "Number of the round."]
SystemName = Annotated[str, "Pairing system of the rulebook in force.", Kind(words="system")]


class DigestTotals(Record):
    """What the digest is about: tournaments, entries, rounds and games."""

    tournaments: Annotated[int, "Tournaments."]
    entries: Annotated[int, "Players of all of them; who plays in two counts twice."]
    rounds: Annotated[int, "Rounds that were published."]
    begins: Annotated[str | None, "First day, YYYY-MM-DD; null where no day is known."]
    ends: Annotated[str | None, "Last day, likewise."]
    seasons: Annotated[list[str], "The seasons, each from 1 July to 30 June."]
    games: Annotated[int, "Games with a result."]
    played: Annotated[int, "Those of them that were not decided by default."]
    white_won_pct: Annotated[float | None, "Of 100 played, won by white; null without any."]
    drawn_pct: Annotated[float | None, "Of 100 played, drawn; null likewise."]


class CorrectionsRow(Record):
    """Corrections that stand, of a kind."""

    kind: Annotated[str, "What was corrected.", Kind(words="correction")]
    corrections: Annotated[int, "Corrections."]
    moved: Annotated[int, "Those that gave a place in a standing to another player."]
    places: Annotated[int, "Places in standings that another player took."]


class LateCorrectionsRow(Record):
    """Corrections of results that were found after the last round."""

    round: Round
    corrections: Annotated[int, "Corrections of a result of this round."]
    places_touched: Annotated[float, "Places that another player took, on average."]
    prizes_changed: Annotated[int, "Those of them that changed a prize."]
    winner_changed: Annotated[int, "Those of them that changed the winner."]
    euros_moved: Annotated[float, "Euros that went to others, on average."]


class DigestColoursRow(Record):
    """Colours at the end of tournaments under a rulebook."""

    rules: Annotated[str, "The rulebook."]
    players: Annotated[int, "Players."]
    balanced_pct: Annotated[float, "Of 100 players, those with at most one more of a colour."]
    by_two_pct: Annotated[float, "Those with two more of a colour."]
    by_more_pct: Annotated[float, "Those with more than two more of a colour."]
    thrice_pct: Annotated[float, "Those with a colour three times running, in rounds they played."]


class DigestByesRow(Record):
    """Byes under a pairing system."""

    system: SystemName
    rounds: Annotated[int, "Rounds."]
    byes: Annotated[int, "Byes of the pairing."]
    asked: Annotated[int, "Byes that players asked for."]
    twice: Annotated[int, "Players with more than one bye of the pairing in a tournament."]


class UpsetsRow(Record):
    """Games over the board between players of different ratings."""

    gap: Annotated[str, "The difference of their ratings."]
    games: Annotated[int, "Games."]
    upsets: Annotated[int, "Games that the lower rated won."]
    upsets_pct: Annotated[float, "Of 100 games, those."]
    drawn_pct: Annotated[float, "Of 100 games, drawn."]
    score_pct: Annotated[float, "Points of the higher rated, of 100."]


class DefaultsRow(Record):
    """Games by default in a round of all tournaments but seasons."""

    round: Round
    games: Annotated[int, "Games with a result."]
    by_default: Annotated[int, "Those that were decided by default."]
    default_pct: Annotated[float, "Of 100 games, those."]
    away_pct: Annotated[float, "Of 100 players, those who were absent or had withdrawn."]


class FarApartRow(Record):
    """Boards of rated players under a pairing system."""

    system: SystemName
    boards: Annotated[int, "Boards."]
    mean_gap: Annotated[int, "Difference of their ratings, on average."]
    largest_gap: Annotated[int, "The largest."]
    far: Annotated[int, "Boards with a difference of 400 or more."]
    far_pct: Annotated[float, "Of 100 boards, those."]


class DigestRecord(Record):
    """A year of many tournaments in figures."""

    totals: Spread[DigestTotals]
    corrections: Annotated[list[CorrectionsRow], "Corrections, by what was corrected."]
    late_corrections: Annotated[
        list[LateCorrectionsRow], "Corrections of results that were found after the last round."
    ]
    colours: Annotated[list[DigestColoursRow], "Colours, by rulebook."]
    byes: Annotated[list[DigestByesRow], "Byes, by pairing system."]
    upsets: Annotated[list[UpsetsRow], "Upsets, by difference of ratings."]
    defaults: Annotated[list[DefaultsRow], "Games by default, by round."]
    far_apart: Annotated[list[FarApartRow], "Boards whose players are far apart, by system."]
