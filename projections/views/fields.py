"""The meanings of keys that many records share: a key means the same in every verb."""

from __future__ import annotations

from typing import Annotated, Literal

from ledger.messages import Sentence
from ledger.records import Extra
from ledger.values import Colour
from projections.views.columns import AMOUNT, COLOURS, DAY, NAME, NUMBER, PLACE, RESULT, Kind

RulebookId = Annotated[str, "Rulebook."]
PlayerNumber = Annotated[int, "Number of the player: lot number, pairing number.", NUMBER]
PlayerName = Annotated[str, "Name of the player.", NAME]
PlayerRating = Annotated[int | None, "Rating, null for none."]
PlayerTitle = Annotated[str, 'GM, IM, WGM, FM, WIM, CM, WFM, WCM or "".']
SourceOfRating = Annotated[str | None, "given, estimated or corrected; null without rating."]
PersonDetails = Annotated[dict[str, str], "What is known of the person: club, birth ..."]

Rank = Annotated[int, "Place, from 1.", PLACE]
PlayerPoints = Annotated[float, "Points: 3.5 is three and a half."]
WsPoints = Annotated[float, "Resistance score: what this score counts for in WP and SB of others."]
WpPoints = Annotated[float, "Resistance points (Buchholz).", Kind("right", "WP")]
SbPoints = Annotated[float, "Sonneborn-Berger, in quarters: 8.75.", Kind("right", "SB")]
ColourLetters = Annotated[str, "A letter a round: W, B, - not played.", Extra("^[WB-]*$"), COLOURS]
ColourDifference = Annotated[
    str, "Whites minus blacks; +0, -0 by the last colour (A5).", Extra("^[+-]?[0-9]+$"), AMOUNT
]
ColourPreference = Annotated[
    str, "Next colour: W or B, 3 absolute, 2 strong, 1 light; -0 none.", Kind(words="preference")
]
DecidedBy = Annotated[str | None, "Key that parts this line from the one above.", Kind(words="key")]
RoundsCounted = Annotated[int, "Rounds counted."]
Provisional = Annotated[bool, "Whether a game is open, or adjourned and counted as a draw."]

KindOfRound = Annotated[
    str,
    "What the round was: played, adjourned, open, default win, default loss, bye, full-point bye, "
    "half-point bye, absent, withdrawn, not entered or not paired.",
    Kind(words="kind"),
]
OpponentNumber = Annotated[int | None, "Number of the opponent, null without a game."]
OpponentName = Annotated[str, "Name of the opponent.", NAME]
ColourPlayed = Annotated[Colour | None, "W, B, or null without a game."]
PlayedOverTheBoard = Annotated[bool, "Whether it was played over the board."]

NumberOfRound = Annotated[int, "Number of the round, from 1."]
TimeOfRound = Annotated[str | None, "Time of day at which the round begins, HH:MM; null: not said."]
NumberOfBoard = Annotated[int, "Number of the board, from 1."]
WhiteNumber = Annotated[int, "Number of the player with white.", NUMBER]
WhiteName = Annotated[str, "Name of the player with white.", NAME]
BlackNumber = Annotated[int, "Number of the player with black.", NUMBER]
BlackName = Annotated[str, "Name of the player with black.", NAME]
GameResult = Annotated[str | None, "1-0 ... 0-0; with R by default; adjourned; null: open.", RESULT]
ByeNumber = Annotated[int | None, "Number of the player with the bye, null for none."]
PairedBy = Annotated[
    str | None, "Who paired it: an engine, arbiter, import; or null.", Kind(words="source")
]
PairingBasis = Annotated[int | None, "Fact up to which it was computed; null: not yet."]
ChangedByHand = Annotated[
    list[int], "Facts that changed its pairing after it was published, by position."
]
NumbersNotPaired = Annotated[list[PlayerNumber], "Players who are in but were not paired."]

FactPosition = Annotated[int, "Position of the fact: #140 is 140.", PLACE]
FactTopic = Annotated[str, "Kind of fact, a stable name such as result-corrected."]
FactSentence = Annotated[Sentence, "The fact as one sentence."]
FactReason = Annotated[str | None, "Reason that was given.", Kind(words="reason", free=True)]
FactActor = Annotated[str, "Key of who acted."]
LocalTime = Annotated[
    str, "When it was recorded, in the time zone of the tournament, else of the machine.", DAY
]
UtcTime = Annotated[str, "When it was recorded, UTC, ISO 8601."]
RoundStage = Annotated[
    Literal["planned", "published", "played", "closed"], "How far it is.", Kind(words="stage")
]

PrizeMethodName = Annotated[str, "How prizes are divided: shared, by_rank or half_shared."]
CentsByRank = Annotated[tuple[int, ...], "Prizes of rank 1, 2, 3 ..., in cents."]
EqualWith = Annotated[int, "How many are equal on points, the player too."]
PrizeCents = Annotated[int, "What the player gets, in cents."]
PrizeText = Annotated[Sentence, "The same, as an amount, with the goods.", AMOUNT]
PrizeCategory = Annotated[str | None, "Name of the category; null: a main prize."]
PrizeWhy = Annotated[Sentence, "Why they get it."]
