"""The rows of the data files: a contract with other programs, apart from what verbs print.

Numbers of points are texts with a point ("5.5"), so that no reader rounds them. Players are known by
their number; a name is what is shown.
"""

from __future__ import annotations

from typing import Annotated, Literal

from desk.site.shown import Names
from ledger.records import LeftOut, Record, Spread
from ledger.values import RulingVerdict
from projections.views import fields

PointsText = Annotated[str, 'Points as text: "5.5"; in a season an exact fraction: "355/3".']
Number = Annotated[int, "Number of the player."]
ShownName = Annotated[str, "Name as it is shown; player 7 for who is shown by number."]
Utc = Annotated[str, "When, in UTC: 2026-11-20T19:02:00+00:00."]


class TournamentOfData(Record):
    """The tournament of a data file."""

    id: Annotated[str, "Id of the tournament."]
    name: Annotated[str, "Name of the tournament."]
    slug: Annotated[str, "Its name in addresses."]


class Envelope(Record):
    """What every data file has beside its rows."""

    schema: Annotated[str, "Name and version of the shape: site-standing/1."]
    tournament: Annotated[TournamentOfData, "The tournament."]
    position: Annotated[int, "The last fact that was taken into account."]
    head: Annotated[str | None, "Its check code, null: no hashes are kept: 13:4QDA-MCBG-...."]
    as_of: Annotated[str | None, "When that fact was recorded, in UTC; null: there is none."]
    program: Annotated[str, "Version of the program that made it."]
    names: Annotated[Names, "Whose names are shown: all, published (of all but some), none."]
    next: Annotated[str | None, "The following file of this kind, relative; null: none."]
    previous: Annotated[str | None, "The one before; null: none."]


class TieBreakOfData(Record):
    """A tie-break of a player."""

    code: Annotated[str, "Its name."]
    value: Annotated[str | None, "Its value as text, null: none."]


class StandingData(Record):
    """A player in a standing."""

    place: Annotated[int | None, "Place, from 1; null for who left a season."]
    place_shared: Annotated[bool, "Whether others have the same place."]
    player: Number
    name: ShownName
    title: fields.PlayerTitle
    federation: Annotated[str, 'Federation where it is shown, else "".']
    club: Annotated[str, 'Club where it is shown, else "".']
    rating: fields.PlayerRating
    points: PointsText
    tie_breaks: Annotated[list[TieBreakOfData], "In the order in which they decide."]
    colours: Annotated[str, "A letter a round: W, B, - not played; empty in a season."]
    value: Annotated[LeftOut[int | None], "In a season: own value."] = None


class RoundOfData(Record):
    """The round of a data file."""

    round: fields.NumberOfRound
    date: Annotated[str | None, "Day, YYYY-MM-DD; null: not said."]
    time: fields.TimeOfRound
    published_at: Annotated[int, "Fact that published it."]


class PairingsEnvelope(Record):
    """A published round: its boards, and who is free."""

    envelope: Spread[Envelope]
    round: Spread[RoundOfData]


class SeatData(Record):
    """A player at a board."""

    player: Number
    name: ShownName
    rating: fields.PlayerRating
    points: Annotated[str | None, "Points before the round as text, null: not known."]


class PairingData(Record):
    """A board of a round, or a player without an opponent."""

    board: Annotated[int | None, "Number of the board; null: no opponent."]
    white: Annotated[SeatData, "White, or who has no opponent."]
    black: Annotated[SeatData | None, "Black; null: no opponent."]
    result: Annotated[str | None, "1-0, 1/2-1/2, 1-0R by default ...; null: open or no game."]
    bye: Annotated[bool, "Whether it is no game but a round without an opponent."]
    adjourned: Annotated[bool, "Whether it is to be played on."]
    changed_by: Annotated[int | None, "Fact that corrected the result; null: not corrected."]


class CrosstableRoundData(Record):
    """A round of a player in the crosstable."""

    round: fields.NumberOfRound
    opponent: Annotated[int | None, "Number of the opponent; null: none."]
    colour: fields.ColourPlayed
    kind: Annotated[str, "What the round was: played, open, bye, default win, absent ..."]
    points: PointsText


class PlayerRoundData(Record):
    """A round of a player."""

    game: Spread[CrosstableRoundData]
    points_after: Annotated[str | None, "Points after the round as text; null: not done yet."]
    place_after: Annotated[int | None, "Place after the round; null: not done yet."]


class CrosstableData(Record):
    """A player in the crosstable."""

    place: Annotated[int | None, "Place, null: none."]
    player: Number
    name: ShownName
    points: PointsText
    rounds: Annotated[list[CrosstableRoundData], "Their rounds."]


class PlayerData(Record):
    """A player of the list."""

    player: Number
    name: ShownName
    title: fields.PlayerTitle
    federation: Annotated[str, 'Federation where it is shown, else "".']
    club: Annotated[str, 'Club where it is shown, else "".']
    rating: fields.PlayerRating
    birth_year: Annotated[LeftOut[int | None], "Year of birth, where it is shown."] = None


class TextInLanguages(Record):
    """A sentence in each language of the site."""

    en: Annotated[str, "In English."]
    nl: Annotated[str, "In Dutch."]


class RatingForecastData(Record):
    """What the games so far are worth for a rating."""

    change: Annotated[str | None, "Change of the rating as text, with two decimals; null: unrated."]
    new: Annotated[int | None, "New rating, or a first one; null: none yet."]
    k: Annotated[int | None, "K that counts; null: unrated."]
    edition: Annotated[str, "Edition of the rating rules."]


class NormForecastData(Record):
    """A norm that a player met or can still meet."""

    norm: Annotated[str, "Title of the norm."]
    state: Annotated[str, "met or possible."]
    needs: Annotated[TextInLanguages, "What the rounds to come must bring."]


class PrizeForecastData(Record):
    """A prize that a player has, or would have as it stands."""

    category: fields.PrizeCategory
    place: Annotated[int, "Place among the prizes of the category, from 1."]
    cents: fields.PrizeCents
    goods: Annotated[str, 'Goods, "" for none.']


class ForecastsData(Record):
    """What may come of it for a player."""

    rating: Annotated[RatingForecastData | None, "Of the rating; null: no edition was declared."]
    norms: Annotated[list[NormForecastData], "Of norms, where an edition was declared."]
    prizes: Annotated[list[PrizeForecastData], "Prizes, as it stands."]


class PlayerEnvelope(Record):
    """A player with their rounds."""

    envelope: Spread[Envelope]
    player: Spread[PlayerData]
    sums: Annotated[SumsData | None, "What the rounds add up to; null: not in the standing."]
    forecasts: Annotated[LeftOut[ForecastsData | None], "Forecasts, where they are shown."] = None


class SumsData(Record):
    """What the rounds of a player add up to."""

    points: PointsText
    place: Annotated[int | None, "Place, null: none."]
    tie_breaks: Annotated[list[TieBreakOfData], "In the order in which they decide."]


class ScheduledRound(Record):
    """A round, played or planned."""

    round: fields.NumberOfRound
    date: Annotated[str | None, "Day, YYYY-MM-DD; null: not said."]
    time: fields.TimeOfRound
    published_at: Annotated[int | None, "Fact that published it; null: not published."]
    boards: Annotated[int | None, "Number of boards; null: not published."]
    open: Annotated[int | None, "Boards without a result; null: not published."]


class TournamentEnvelope(Record):
    """A tournament: what it is, and its rounds."""

    envelope: Spread[Envelope]
    rules: fields.RulebookId
    city: Annotated[str | None, "Place, null: not said."]
    begins: Annotated[str | None, "First day, YYYY-MM-DD; null: not said."]
    ends: Annotated[str | None, "Last day; null: not said."]
    tempo: Annotated[str | None, "Tempo, null: not said."]
    time_zone: Annotated[str | None, "Time zone of its times, null: not said."]
    rounds_planned: Annotated[int | None, "Rounds planned, null: not said."]
    rounds_done: Annotated[int, "Rounds in which no game is open."]
    players: Annotated[int, "Number of players."]
    finished: Annotated[bool, "Whether it has ended."]


EventKind = Literal["published", "finished", "correction", "protest", "ruling", "end"]


class LogData(Record):
    """What happened: without reasons, and without what was written in a protest."""

    position: fields.FactPosition
    at: Utc
    kind: Annotated[EventKind, "What it was."]
    round: Annotated[int | None, "Round it is about, null: none."]
    what: Annotated[TextInLanguages, "The event in a sentence."]
    corrects: Annotated[int | None, "Fact that it corrects, null: none."]
    verdict: Annotated[RulingVerdict | None, "Of a ruling; null: no ruling."]
    reason: Annotated[LeftOut[str | None], "Reason as typed, where reasons are shown."] = None
