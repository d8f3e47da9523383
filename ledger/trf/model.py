"""What a tournament report file (TRF) says: frozen values without any rule of pairing.

Source: FIDE Handbook C.04 annex 2, TRF16; TRF26; the XX lines of the JaVaFo advanced user manual.
All points are in half points.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Set
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias, TypeVar

from ledger.trf.codes import (
    RankMethod,
    TieBreakCode,
    TimePeriod,
    TypeCode,
    rank_method,
    tie_breaks,
    time_control,
    type_code,
)
from ledger.trf.findings import TrfNote
from ledger.trf.records import (
    TEAM_RECORDS,
    TrfAcceleration,
    TrfByes,
    TrfProhibited,
    TrfRecord,
    TrfVirtual,
)

R = TypeVar("R", bound=TrfRecord)

TrfFormat: TypeAlias = Literal["trf16", "trf26"]

_OF_TRF26 = frozenset(
    {
        "142",
        "152",
        "162",
        "172",
        "182",
        "192",
        "202",
        "212",
        "222",
        "240",
        "250",
        "260",
        "299",
        "300",
        "310",
        "320",
        "330",
        "352",
        "362",
        "801",
        "802",
    }
)

TrfColour: TypeAlias = Literal["w", "b", "-"]

MAX_START_RANK = 9_999
"""The start rank has four columns, so a file holds at most this many players."""

CODES = frozenset("10=+-WDLHFUZ?")
"""Every result code; small letters are read as capitals."""

GAME_CODES = frozenset("1=0WDL")
"""Codes of a game that was played. W, D and L are games of less than one move, not rated."""

DEFAULT_CODES = frozenset("+-")
"""Codes of a game won or lost by default."""

BYE_CODES = frozenset("HFUZ")
"""Codes without an opponent: half point, full point, bye of the pairing, absent (no points)."""

ADJOURNED = "?"
"""Code of a game that is adjourned, or whose result is not known."""

OPEN = " "
"""In place of a code: a game that has no result yet. A blank without opponent is Z."""

ROUND_COLUMN = 92
"""Column of round 1 in a player line; every round takes ten columns."""


def round_column(round_number: int) -> int:
    """Return the 1-based column where a round's opponent begins in a 001 line."""
    return ROUND_COLUMN + 10 * (round_number - 1)


@dataclass(frozen=True, slots=True)
class TrfCell:
    """One player's round: opponent 92-95, colour 97, result 99 (and ten columns on per round).

    `opponent` is a start rank, or None for 0000 and for four blanks. `colour` "-" means none; a bye
    always has it. `code` is one of CODES, or OPEN; a blank code without opponent is read as Z.
    """

    opponent: int | None
    colour: TrfColour
    code: str


@dataclass(frozen=True, slots=True)
class TrfPlayer:
    """One 001 line.

    Text fields are "" where the file has blanks, and as written otherwise: titles and dates are not
    judged here. `rating` and `rank` are None for blank and for 0. `points_halves` is None for a
    blank field. `cells` has one place a round, None for a blank one, and ends with the last that is
    not blank. `line` is where it stood, 0 for a player who was not read from a file. `zero_rating`
    tells whether the file writes the missing rating as 0, so that it is written back as it was.
    """

    number: int
    name: str
    sex: str = ""
    title: str = ""
    rating: int | None = None
    federation: str = ""
    fide_id: str = ""
    birth: str = ""
    points_halves: int | None = None
    rank: int | None = None
    cells: tuple[TrfCell | None, ...] = ()
    line: int = field(default=0, compare=False)
    zero_rating: bool = field(default=False, compare=False)

    def cell(self, round_number: int) -> TrfCell | None:
        """Return what the file says of a round; None where it is blank or beyond the line's end."""
        return self.cells[round_number - 1] if 0 < round_number <= len(self.cells) else None


@dataclass(frozen=True, slots=True)
class TrfHeader:
    """One line 012 to 132, 172 to 222, 352 or 362: text from column 5, with its leading blanks."""

    tag: str
    text: str
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class TrfKept:
    """A line that is kept as it is: comment, blank line, 801, 802, and a record not known here."""

    text: str
    line: int = field(default=0, compare=False)

    @property
    def tag(self) -> str:
        """The first three characters."""
        return self.text[:3]


_OF_A_GAME = {"1": "w", "W": "w", "=": "d", "D": "d", "?": "d", "0": "l", "L": "l"}
_OF_NO_GAME = {"+": "fw", "-": "fl", "H": "hpb", "F": "fpb", "U": "pab"}
"""Result code -> the field of `TrfPoints`, without w or b in front where a game was played."""

_SHORTCUTS = {"W": ("ww", "bw", "fw", "fpb"), "D": ("wd", "bd", "hpb"), "L": ("wl", "bl")}


_KEYS = {
    "WW": "scores.win",
    "BW": "scores.win",
    "WD": "scores.draw",
    "BD": "scores.draw",
    "WL": "scores.loss",
    "BL": "scores.loss",
    "ZPB": "scores.absent",
    "HPB": "scores.half_bye",
    "FPB": "scores.full_bye",
    "PAB": "bye.points",
    "FW": "scores.default_win",
    "FL": "scores.default_loss",
}
"""Word of XXS -> the key of a rulebook that says the same."""


def as_key(word: str, halves: int) -> str:
    """Return how `--set` says what a word of XXS says: bye.points=0.5 for PAB and 1."""
    return f"{_KEYS[word]}={halves // 2}{'.5' if halves % 2 else ''}"


_WORDS_OF_XXS = tuple(_KEYS)


@dataclass(frozen=True, slots=True)
class TrfPoints:
    """What each result is worth, in half points: XXS, or record 162.

    w and b are White's and Black's win, draw and loss over the board; zpb, hpb and fpb the
    zero-point, half-point and full-point bye; pab the bye of the pairing; fw and fl the win and the
    loss by default; x an adjourned game, None as a draw. What a file does not mention has the
    ordinary value.
    """

    ww: int = 2
    bw: int = 2
    wd: int = 1
    bd: int = 1
    wl: int = 0
    bl: int = 0
    zpb: int = 0
    hpb: int = 1
    fpb: int = 2
    pab: int = 2
    fw: int = 2
    fl: int = 0
    x: int | None = None

    @staticmethod
    def tokens() -> tuple[str, ...]:
        """Return the words XXS knows: WW ... FL, then W, D and L that set several at once."""
        return (*_WORDS_OF_XXS, *_SHORTCUTS)

    def with_token(self, token: str, halves: int) -> TrfPoints:
        """Return the same with one word of `tokens` set; a later word overrides an earlier one."""
        names = _SHORTCUTS.get(token, (token.lower(),))
        return replace(self, **dict.fromkeys(names, halves))

    def halves(self) -> dict[str, int]:
        """Return the value of every word but the shortcuts, in half points."""
        return {word: getattr(self, word.lower()) for word in _WORDS_OF_XXS}

    def of(self, cell: TrfCell | None) -> int:
        """Return what a cell earns, in half points; a blank cell counts as absent (ZPB)."""
        if cell is None:
            return self.zpb
        if cell.code == OPEN:
            return 0
        if cell.code == ADJOURNED and self.x is not None:
            return self.x
        if cell.code in _OF_A_GAME:
            name = ("w" if cell.colour == "w" else "b") + _OF_A_GAME[cell.code]
        else:
            name = _OF_NO_GAME.get(cell.code, "zpb")
        halves: int = getattr(self, name)
        return halves


def _last_round(players: Iterable[TrfPlayer], codes: Set[str]) -> int:
    """Return the last round in which any cell has one of the codes; 0 for none."""
    rounds = (round_ for player in players for round_ in enumerate(player.cells, 1))
    return max((number for number, cell in rounds if cell and cell.code in codes), default=0)


def last_round_with_a_result(players: Iterable[TrfPlayer]) -> int:
    """Return the last round in which a game has a result, or a player the bye of the pairing; or 0.

    The points field (81-84) has the points up to here at least. A program may count the byes of
    the rounds after it, or leave them to the end of those rounds.
    """
    return _last_round(players, GAME_CODES | DEFAULT_CODES | {ADJOURNED, "U"})


@dataclass(frozen=True, slots=True)
class TrfFile:
    """A whole file, read without an error.

    `players` stand in order of start rank and have the numbers 1, 2, 3 ..., without those that a
    line of the file declares empty (`ledger.trf.empty_numbers`).
    `rounds_planned` is XXR or 142, None when the file has neither. `first_colour` is the colour of
    the highest player of round 1 (XXC or 152), None when it is to be drawn. `by_position` is the
    word "rank" of XXC. `absent_next` are the start ranks of XXZ, in order: not to be paired in the
    next round. `points` is None when the file has neither XXS nor 162. `records` are the lines with
    columns (`ledger.trf.records`), in the order of the file, and other the kept lines.

    `encoding` is "utf-8", "utf-8-sig" (with byte order mark), "latin-1" or "cp1252";
    newline the end of a line.
    `places` holds the line of each setting. Two files are equal when they say the same: lines,
    encoding, newline and notes do not count, the order of kept lines does.
    """

    players: tuple[TrfPlayer, ...]
    header: tuple[TrfHeader, ...] = ()
    rounds_planned: int | None = None
    first_colour: Literal["w", "b"] | None = None
    by_position: bool = False
    absent_next: tuple[int, ...] = ()
    points: TrfPoints | None = None
    records: tuple[TrfRecord, ...] = ()
    other: tuple[TrfKept, ...] = ()
    encoding: str = field(default="utf-8", compare=False)
    newline: str = field(default="\n", compare=False)
    places: tuple[tuple[str, int], ...] = field(default=(), compare=False)
    notes: tuple[TrfNote, ...] = field(default=(), compare=False)

    @property
    def format(self) -> TrfFormat:
        """TRF26 where a line is of a kind that came with it, else TRF16."""
        tags = {header.tag for header in self.header} | {kept.tag for kept in self.other}
        tags |= {record.tag for record in self.records}
        return "trf26" if (tags | dict(self.places).keys()) & _OF_TRF26 else "trf16"

    @property
    def rounds_recorded(self) -> int:
        """The last round in which any cell is filled, byes of a round to come included."""
        return max((len(player.cells) for player in self.players), default=0)

    def open_games(self) -> dict[int, int]:
        """Return how many games of a round have no result yet, by round; rounds without are out."""
        sides = Counter(
            number
            for player in self.players
            for number, cell in enumerate(player.cells, 1)
            if cell is not None and cell.code == OPEN
        )
        return {number: count // 2 for number, count in sorted(sides.items())}

    def of_kind(self, kind: type[R]) -> tuple[R, ...]:
        """Return the records of one kind, in the order of the file."""
        return tuple(record for record in self.records if isinstance(record, kind))

    @property
    def byes_asked(self) -> tuple[TrfByes, ...]:
        """The byes asked for (240); those in the rounds of the players are not among them."""
        return self.of_kind(TrfByes)

    @property
    def acceleration(self) -> tuple[TrfAcceleration, ...]:
        """Points for the pairing alone, by rounds and players (250); see `virtual_halves`."""
        return self.of_kind(TrfAcceleration)

    @property
    def prohibited(self) -> tuple[TrfProhibited, ...]:
        """Those who are not to meet, by rounds (260), or in any round (XXP)."""
        return self.of_kind(TrfProhibited)

    @property
    def is_team_event(self) -> bool:
        """Tell whether teams are paired: by its team records, or by its type (192).

        A list of teams (013) alone does not make it one: players of a Swiss can have clubs.
        """
        if any(isinstance(record, TEAM_RECORDS) for record in self.records):
            return True
        code = self.type_code
        return code is not None and code.kind == "team"

    def virtual_halves(self) -> dict[int, tuple[int, ...]]:
        """Return the points for the pairing alone (250, XXA) by player, in round 1, 2 ...

        Players without any are out. They are virtual half points, never part of points_halves.
        """
        by_player: dict[int, dict[int, int]] = {}
        for virtual in self.of_kind(TrfVirtual):
            by_player.setdefault(virtual.id, {}).update(enumerate(virtual.halves, 1))
        for line in self.acceleration:
            for player in range(line.first_id, line.last_id + 1):
                rounds = by_player.setdefault(player, {})
                rounds.update(dict.fromkeys(range(line.first, line.last + 1), line.halves or 0))
        return {
            player: tuple(rounds.get(number, 0) for number in range(1, max(rounds) + 1))
            for player, rounds in sorted(by_player.items())
            if any(rounds.values())
        }

    @property
    def rounds_paired(self) -> int:
        """The last round in which anybody has a game, by default or unfinished; 0 for none."""
        return _last_round(self.players, GAME_CODES | DEFAULT_CODES | {OPEN, ADJOURNED})

    @property
    def next_round(self) -> int:
        """The first round in which nobody has a game: the one to be paired."""
        return self.rounds_paired + 1

    @property
    def type_code(self) -> TypeCode | None:
        """What the coded type of the tournament says (192), None where there is none."""
        text = self.text("192")
        return type_code(text, self.text("042")) if text else None

    @property
    def tie_breaks(self) -> tuple[TieBreakCode, ...]:
        """The tie-breaks of the file, in order (202)."""
        return tie_breaks(self.text("202"))

    @property
    def ranking(self) -> tuple[TieBreakCode, ...]:
        """The whole ranking, with PTS among the tie-breaks (212)."""
        return tie_breaks(self.text("212"))

    @property
    def rank_method(self) -> RankMethod | None:
        """How national and FIDE ratings make the order (172), None where the file has none."""
        for text in self.texts_in_columns("172"):
            if isinstance(method := rank_method(text), RankMethod):
                return method
        return None

    @property
    def time_control(self) -> tuple[tuple[TimePeriod, ...], tuple[TimePeriod, ...]] | None:
        """White's and Black's periods (222), None where the file has none."""
        return time_control(self.text("222"))

    def player(self, number: int) -> TrfPlayer:
        """Return the player with this start rank; KeyError when there is none."""
        at = bisect_left(self.players, number, key=lambda player: player.number)
        if at == len(self.players) or self.players[at].number != number:
            raise KeyError(number)
        return self.players[at]

    def texts(self, tag: str) -> tuple[str, ...]:
        """Return the texts of all header lines with this tag, without outer blanks."""
        return tuple(text.strip(" \t") for text in self.texts_in_columns(tag))

    def texts_in_columns(self, tag: str) -> tuple[str, ...]:
        """Return the texts of all header lines with this tag, from column 5 on."""
        return tuple(h.text for h in self.header if h.tag == tag)

    def text(self, tag: str) -> str:
        """Return the first text of a header tag, "" when there is none."""
        return next(iter(self.texts(tag)), "")

    @property
    def name(self) -> str:
        """Name of the tournament (012)."""
        return self.text("012")
