"""The codes of a tournament report file: its system (192), tie-breaks, rating list, time control.

Source: TRF26, records 172, 192, 202, 212, 222, 352 and 362, and the code tables that go with them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from ledger.messages import message
from ledger.rulebooks.tie_breaks import TieBreak, coded
from ledger.text_files import quoted
from ledger.trf.findings import TrfFault
from ledger.trf.text import halves_in
from ledger.values import StartRankMethod

SystemKind: TypeAlias = Literal[
    "dutch",
    "dubov",
    "burstein",
    "double-swiss",
    "swiss",
    "round-robin",
    "schiller",
    "scheveningen",
    "knockout",
    "team",
    "unknown",
]


@dataclass(frozen=True, slots=True)
class TypeCode:
    """What a code 192 says.

    `edition` is "2017" or "2026" where a system of FIDE has a text of that year, else "". `baku`
    tells whether the rounds are accelerated by the method of Baku. `fide` tells whether the system
    is FIDE's own. `text` is the code itself.
    """

    text: str
    kind: SystemKind
    edition: str = ""
    baku: bool = False
    fide: bool = False


_SWISS = re.compile(r"FIDE_(DUTCH|DUBOV|BURSTEIN|DOUBLESWISS)(?:_(2017|2025|2026))?(_BAKU)?")
_TEAM = re.compile(r"FIDE_TEAM(?:_TYPE[AB])?(?:_[MG]P){0,2}(_BAKU)?|CUSTOM_TEAM_SWISS_[MG]P")
_OTHERS: tuple[tuple[re.Pattern[str], SystemKind], ...] = (
    (re.compile(r"CUSTOM_SWISS"), "swiss"),
    (re.compile(r"CUSTOM_DOUBLESWISS"), "double-swiss"),
    (re.compile(r"(?:BERGER|FIDE|CUSTOM)_(?:DOUBLE)?ROUNDROBIN(?:_G[0-9]+)?"), "round-robin"),
    (re.compile(r"(?:[A-Z]+_)*SCHILLER(?:_[A-Z0-9]+)*"), "schiller"),
    (re.compile(r"(?:[A-Z]+_)*SCHEVENINGEN(?:_[A-Z0-9]+)*"), "scheveningen"),
    (re.compile(r"CUSTOM_KNOCKOUT"), "knockout"),
)
_KINDS: dict[str, SystemKind] = {
    "DUTCH": "dutch",
    "DUBOV": "dubov",
    "BURSTEIN": "burstein",
    "DOUBLESWISS": "double-swiss",
}
_NEW_TEXTS = "2026/02/01"
"""From this day on a code without a year is the text of 2026."""

_OF_2026 = frozenset({"DUTCH", "BURSTEIN", "DUBOV"})
_BEFORE_2026 = {"DUTCH": "2017"}
"""The editions of systems that are here, by the name in a code."""


def type_code(text: str, start: str = "") -> TypeCode:
    """Return what a code 192 says; `start` is the first day (042), YYYY/MM/DD.

    In an event that began before February 2026 a code without an edition is the text before that
    of 2026: of the Dutch System that of 2017, of others none that is here. FIDE_DUTCH_2025 was the
    name of a draft of 2026. A code that no table has is "unknown".
    """
    code = text.strip().upper()
    if match := _SWISS.fullmatch(code):
        edition = {"2025": "2026", None: ""}.get(match[2], match[2])
        if not edition and "" < start.strip().replace("-", "/") < _NEW_TEXTS:
            edition = _BEFORE_2026.get(match[1], "")
        elif not edition and match[1] in _OF_2026:
            edition = "2026"
        return TypeCode(code, _KINDS[match[1]], edition, bool(match[3]), fide=True)
    if match := _TEAM.fullmatch(code):
        return TypeCode(code, "team", baku=bool(match[1]), fide=code.startswith("FIDE"))
    for pattern, kind in _OTHERS:
        if pattern.fullmatch(code):
            return TypeCode(code, kind, fide=code.startswith("FIDE"))
    return TypeCode(code, "unknown")


_TIE_BREAK = re.compile(
    r"([A-Z0-9_]+?)(?::(MP|GP))?((?:/(?:[CM][0-9]+|L[+-][0-9]+|K[0-9]+|[PFR]))*)"
)


@dataclass(frozen=True, slots=True)
class TieBreakCode:
    """A tie-break of 202 or 212: BH/C1 is acronym BH, modifiers ("C1",).

    `scope` is "MP" or "GP" in a team event, else "". `name` is the tie-break, None for one that is
    not here. PTS, the points in 212, is an acronym too. `text` is the code itself.
    """

    text: str
    acronym: str
    scope: str = ""
    modifiers: tuple[str, ...] = ()
    name: TieBreak | None = None


def tie_breaks(text: str) -> tuple[TieBreakCode, ...]:
    """Return the codes of a list 202 or 212; one without the form of a code is its own acronym."""
    return tuple(_tie_break(code) for part in text.split(",") if (code := part.strip(" \t")))


def _tie_break(text: str) -> TieBreakCode:
    match = _TIE_BREAK.fullmatch(text.upper())
    # MPvGP and the like are written with a small letter.
    if match is None:
        return TieBreakCode(text, text)
    modifiers = tuple(match[3].split("/")[1:])
    name = None if match[2] else coded(text)
    return TieBreakCode(text, match[1], match[2] or "", modifiers, name)


def tie_break_list(tie_breaks: Iterable[TieBreak]) -> str:
    """Return a list 202; a tie-break without a code of FIDE begins with OTHER_."""
    return ",".join(one.code for one in tie_breaks)


METHODS: tuple[StartRankMethod, ...] = get_args(StartRankMethod)
"""How the ratings of FIDE and a federation make the order (172)."""


@dataclass(frozen=True, slots=True)
class RankMethod:
    """Record 172: one of METHODS, and the federation, "" where the file leaves it out."""

    federation: str
    method: StartRankMethod


def rank_method(text: str) -> RankMethod | TrfFault:
    """Read what stands from column 5 on in a record 172, or say what is wrong there.

    The federation stands in 5-7 and the method in 9-13; without a federation it may begin in 5.
    """
    words = [(match.start() + 5, match[0]) for match in re.finditer(r"[^ \t]+", text)]
    hint = message("trf.rank-method-hint", words=" ".join(METHODS))
    if not words or len(words) > 2:
        column = words[2][0] if words else 5
        return TrfFault(column, "unknown-word", message("trf.rank-method"), hint)
    at, method = words[-1]
    places = (9,) if len(words) == 2 else (5, 9)
    if at not in places or (len(words) == 2 and (words[0][0], len(words[0][1])) != (5, 3)):
        wrong = at if at not in places else words[0][0]
        return TrfFault(wrong, "shifted-columns", message("trf.rank-method"), hint)
    chosen = next((one for one in METHODS if one == method.upper()), None)
    if chosen is None:
        what = message("trf.record-word", text=quoted(method), place="9-13")
        return TrfFault(at, "unknown-word", what, hint)
    return RankMethod(words[0][1] if len(words) == 2 else "", chosen)


@dataclass(frozen=True, slots=True)
class TimePeriod:
    """A period of a time control. `moves` None: all the rest. `increment`: seconds a move."""

    moves: int | None
    seconds: int
    increment: int = 0


_PERIOD = r"(?:[0-9]{1,9}/)?[0-9]{1,9}(?:\+[0-9]{1,9})?"
_CONTROL = rf"{_PERIOD}(?::{_PERIOD})*"
_TIME = re.compile(rf"({_CONTROL})|W({_CONTROL})-B({_CONTROL})")


def time_control(text: str) -> tuple[tuple[TimePeriod, ...], tuple[TimePeriod, ...]] | None:
    """Return White's and Black's periods of a record 222, None where it is none.

    5400+30 is 90 minutes and 30 seconds a move; 40/6000+30:900+30 has two periods; W300-B240 gives
    Black less.
    """
    match = _TIME.fullmatch(text.strip(" \t").upper())
    if match is None:
        return None
    return _periods(match[1] or match[2]), _periods(match[1] or match[3])


def _periods(text: str) -> tuple[TimePeriod, ...]:
    periods = []
    for part in text.split(":"):
        moves, _, rest = part.rpartition("/")
        seconds, _, increment = rest.partition("+")
        periods.append(TimePeriod(int(moves) if moves else None, int(seconds), int(increment or 0)))
    return tuple(periods)


_MATCH_SYMBOLS = ("TW", "TD", "TL")


@dataclass(frozen=True, slots=True)
class MatchPoints:
    """What a match is worth (362), in half points."""

    win: int = 4
    draw: int = 2
    loss: int = 0


def match_points(text: str) -> MatchPoints | TrfFault:
    """Read a whole line 362: TW, TD or TL in 5-6, its points in 7-10, the next nine columns on."""
    points = symbols(text, 5, _MATCH_SYMBOLS)
    if isinstance(points, TrfFault):
        return points
    worth = {"TW": 4, "TD": 2, "TL": 0} | points
    return MatchPoints(worth["TW"], worth["TD"], worth["TL"])


def symbols(text: str, first: int, words: tuple[str, ...]) -> dict[str, int] | TrfFault:
    """Read symbols and their half points from a line: 162 and 362.

    A symbol stands in column first up to 6, its points in 7-10, the next symbol nine columns on.
    """
    hint = message("trf.value-columns", first=first, words=" ".join(words))
    values: dict[str, int] = {}
    tag = text[:3]
    width = 7 - first
    for column, sign in enumerate(text[3:], 4):
        if sign not in " \t" and not (column >= first and (column - first) % 9 < width + 4):
            what = message("trf.record-shifted", tag=tag, column=column)
            return TrfFault(column, "shifted-columns", what, hint)
    for at in range(first, len(text) + 1, 9):
        symbol = text[at - 1 : at - 1 + width].strip(" \t").upper()
        points = text[at - 1 + width : at + 3 + width].strip(" \t")
        if not symbol and not points:
            continue
        if symbol not in words:
            what = message("trf.value", word=quoted(symbol or points), tag=tag)
            return TrfFault(at, "unknown-word", what, hint)
        halves = halves_in(points)
        if halves is None:
            what = message("trf.halves", text=quoted(points))
            blanks = len(text[at - 1 + width :]) - len(text[at - 1 + width :].lstrip(" \t"))
            return TrfFault(at + width + blanks, "not-points", what, message("trf.halves-hint"))
        values[symbol] = halves
    return values


def team_colours(text: str) -> bool:
    """Tell whether a record 352 is a sequence of colours, WBWB."""
    return re.fullmatch(r"[WBwb]+", text.strip(" \t")) is not None
