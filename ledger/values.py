"""The vocabulary that all rooms share: outcomes, titles, causes, notation of half points."""

from __future__ import annotations

import hashlib
import re
from enum import StrEnum, auto
from fractions import Fraction
from typing import Literal, TypeAlias, get_args

Colour: TypeAlias = Literal["W", "B"]


def drawn_colour(seed: str) -> Colour:
    """Return the first colour that a seed draws: the last bit of SHA-256 of "seed:first colour".

    Rule: knsb-rating-2014 E5.
    """
    return "B" if hashlib.sha256(seed.encode() + b":first colour").digest()[-1] % 2 else "W"


class Format(StrEnum):
    """What is played under a rulebook."""

    TOURNAMENT = auto()
    SEASON = auto()


Language: TypeAlias = Literal["en", "nl"]
"""The languages of text for people."""

Outcome: TypeAlias = Literal[
    "1-0", "0-1", "1/2-1/2", "0-0", "1/2-0", "0-1/2", "1-0R", "0-1R", "0-0R"
]
"""White first. R (reglementair) marks a game decided by default: no colour, not played."""

BoardOutcome: TypeAlias = Literal["1-0", "0-1", "1/2-1/2", "0-0", "1/2-0", "0-1/2"]
"""A result over the board; an arbiter can give one player half a point and the other none."""

LONGEST_NAME = 100
"""Letters of a name or a title, a club or a place, that are taken in; a ledger may have longer ones."""

Title: TypeAlias = Literal["", "GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM"]

AbsenceCause: TypeAlias = Literal["late", "excused", "no word"]
"""Why a player was not at the board. Only "no word" can lead to withdrawal (F10)."""

ExternalResult: TypeAlias = Literal["1", "1/2", "0", "1R", "0R"]
"""A member's own result of a game for a team of the club; R marks one decided by default."""

Informed: TypeAlias = Literal["leader", "captain"]
"""Whom a member informs in advance: the competition leader or the captain of the team."""

RulingVerdict: TypeAlias = Literal["upheld", "partly upheld", "rejected", "withdrawn"]
"""How a protest ended."""

RulingBehalf: TypeAlias = Literal["committee", "arbiter"]
"""On whose behalf a protest was decided: the appeals committee, or the chief arbiter."""

Statistic: TypeAlias = Literal[
    "results", "differences", "field", "upsets", "clubs", "federations", "years"
]
"""What statistics of a tournament are about."""

KindOfFact: TypeAlias = Literal[
    "results",
    "corrections",
    "pairings",
    "rounds",
    "players",
    "claims",
    "disputes",
    "undone",
    "tournament",
]
"""What a fact is about, in the log. A fact may be of two kinds; "tournament" is the rest."""

NumberMethod: TypeAlias = Literal["draw", "rating", "entry", "file"]


class Unnumbered(int):
    """What commands and files call a player by who has no number yet; people see a blank."""

    __slots__ = ()


RatingSource: TypeAlias = Literal["given", "estimated", "corrected"]
"""Where a rating comes from: the list, the arbiter's estimate, or a later correction."""

ListKind: TypeAlias = Literal["fide", "national", "other"]
"""Whose rating list it is: FIDE's, that of the federation, or one of the organiser's own."""

Tempo: TypeAlias = Literal["standard", "rapid", "blitz"]
"""The pace of play that a rating is of."""

EditionSubject: TypeAlias = Literal["rating", "norms"]
"""What an edition of rules is about: the change of ratings, or norms for titles."""

KReason: TypeAlias = Literal["high", "junior", "newcomer", "others"]
"""Why a player has their K, the development coefficient."""

NormTitle: TypeAlias = Literal["GM", "IM", "WGM", "WIM"]
"""A title for which there are norms."""

Exemption: TypeAlias = Literal["a", "b", "c", "d"]
"""Why the rule of federations does not hold for a norm: a final or a team championship of the own
country, a zonal tournament, a Swiss with many foreigners (1.4.3)."""

MatchCertainty: TypeAlias = Literal["sure", "probable", "possible"]
"""How sure it is that a player is a person of a rating list: the number is equal; the name and the
year of birth are; the name alone."""

ReportFor: TypeAlias = Literal["fide", "federation"]
"""Who rates the games of a report."""

PrizeHandedOut: TypeAlias = Literal["cash", "bank", "not_collected"]
"""How a player's prizes were handed out."""

StartRankMethod: TypeAlias = Literal["FIDE", "NRO", "FIDON", "NIDOF", "HBFN", "LBFN", "OTHER"]
"""Which ratings make the start rank (TRF26, record 172).

FIDE's alone; the national ones alone (NRO); FIDE's, or else the national one (FIDON); the other way
round (NIDOF); the higher of both (HBFN); the lower (LBFN); or another list (OTHER).
"""

SecondCriterion: TypeAlias = Literal["alphabet", "entry", "lots"]
"""What orders players of the same rating and title: their names, their entry, or a draw."""

TieBreakRatings: TypeAlias = Literal["first", "of_round"]
"""The ratings that tie-breaks count: that of the start, or that in force in each round."""

ClaimedOutcome: TypeAlias = Literal["1-0", "0-1", "1/2-1/2"]
"""A result over the board that a player can claim, white first."""

ClaimSource: TypeAlias = Literal["player", "board"]
"""Whose QR code a claim came by: the player's own slip, or that of the board."""

NamesShown: TypeAlias = Literal["all", "published", "none"]
"""Names on public pages: with what else is known, as names alone, or none."""

SearchEngines: TypeAlias = Literal["after", "always", "never"]
"""When search engines may show a tournament: after its end, always or never."""

Agreement: TypeAlias = Literal["result", "tap"]
"""What two claims that agree make: a result by themselves, or one that waits for the arbiter."""

OUTCOMES: tuple[Outcome, ...] = get_args(Outcome)

_MIRROR: dict[Outcome, Outcome] = {
    "1-0": "0-1",
    "0-1": "1-0",
    "1/2-1/2": "1/2-1/2",
    "0-0": "0-0",
    "1/2-0": "0-1/2",
    "0-1/2": "1/2-0",
    "1-0R": "0-1R",
    "0-1R": "1-0R",
    "0-0R": "0-0R",
}


def mirrored(outcome: Outcome) -> Outcome:
    """Return the result with the colours exchanged: 1-0 becomes 0-1."""
    return _MIRROR[outcome]


def by_default(outcome: Outcome) -> bool:
    """Tell whether the game was decided by default and so not played (1R, 0R)."""
    return outcome.endswith("R")


_TIME = re.compile(r"([01]?[0-9]|2[0-3])[:.uU]([0-5][0-9])(?:\s*uur)?", re.ASCII)


def time_of_day(text: str) -> str | None:
    """Return a time of day as 09:30, of 9:30, 9.30, 9u30 or "9.30 uur"; None for another text."""
    match = _TIME.fullmatch(text.strip())
    return None if match is None else f"{match[1]:0>2}:{match[2]}"


def whole_number(text: str) -> int | None:
    """Return the number that `text` denotes; None for a sign, a word, or too many digits."""
    digits = text.strip()
    return int(digits) if digits.isdecimal() and len(digits) <= 9 else None


def cents_of(amount: str) -> int | None:
    """Return an amount of money in cents: 500, 99.95, € 99,95; None for any other text."""
    whole, _, part = amount.strip().removeprefix("€").replace(",", ".").partition(".")
    euros = whole_number(whole)
    cents = whole_number(part.ljust(2, "0")) if len(part) <= 2 else None
    return None if euros is None or cents is None else euros * 100 + cents


def halves_text(halves: int) -> str:
    """Write half points as arbiters do: 7 is "3½", 1 is "½", 4 is "2"."""
    sign = "-" if halves < 0 else ""
    whole, half = divmod(abs(halves), 2)
    return f"{sign}{whole if whole or not half else ''}{'½' if half else ''}"


def halves_of(points: Fraction) -> int | None:
    """Return the number of half points in an exact amount, or None when it is no multiple of ½."""
    doubled = points * 2
    return doubled.numerator if doubled.denominator == 1 else None


TITLE_ORDER = ("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM", "")


def fraction_of(text: str) -> Fraction:
    """Read a number without rounding: 1, 1/3, 0.5, 5e-1.

    Raise ValueError for anything else, and for an exponent of more than two digits, since the
    number written out could fill the memory. Raise ZeroDivisionError for 1/0.
    """
    if re.search(r"[eE][-+]?[\d_]{3}", text):
        raise ValueError(text[:20])
    return Fraction(text)
