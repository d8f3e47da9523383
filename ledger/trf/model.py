"""What a tournament report file (TRF) says: frozen values without any rule of pairing.

Source: FIDE Handbook C.04 annex 2, TRF16; the records 142, 152 and 162 of TRF26; the XX lines of
the JaVaFo advanced user manual. All points are in half points.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, fields, replace
from typing import Literal, TypeAlias

from ledger.messages import Sentence, message
from ledger.refusals import Exit, Refusal

TrfColour: TypeAlias = Literal["w", "b", "-"]

MAX_START_RANK = 9_999
"""The start rank has four columns, so a file holds at most this many players."""

CODES = frozenset("10=+-WDLHFUZ")
"""Every result code; small letters are read as capitals."""

GAME_CODES = frozenset("1=0WDL")
"""Codes of a game that was played. W, D and L are games of less than one move, not rated."""

DEFAULT_CODES = frozenset("+-")
"""Codes of a game won or lost by default."""

BYE_CODES = frozenset("HFUZ")
"""Codes without an opponent: half point, full point, bye of the pairing, absent (no points)."""

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

    opponent is a start rank, or None for 0000 and for four blanks. colour "-" means none; a bye
    always has it. code is one of CODES, or OPEN; a blank code without opponent is read as Z.
    """

    opponent: int | None
    colour: TrfColour
    code: str


@dataclass(frozen=True, slots=True)
class TrfPlayer:
    """One 001 line.

    Text fields are "" where the file has blanks, and as written otherwise: titles and dates are not
    judged here. rating and rank are None for blank and for 0. points_halves is None for a blank
    field. cells has one place a round, None for a blank one, and ends with the last that is not
    blank. line is where it stood, 0 for a player who was not read from a file. zero_rating tells
    whether the file writes the missing rating as 0, so that it is written back as it was.
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
    """One line 012 to 132: text from column 5, with its leading blanks (132 stands in columns)."""

    tag: str
    text: str
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class TrfKept:
    """A line that is kept as it is: comment, blank line, 013 and other records not used here."""

    text: str
    line: int = field(default=0, compare=False)

    @property
    def tag(self) -> str:
        """The first three characters."""
        return self.text[:3]


@dataclass(frozen=True, slots=True)
class TrfNote:
    """Something that was read, and that the arbiter should know: no error."""

    line: int
    what: Sentence

    def sentence(self) -> Sentence:
        """Return what is to be known, with its place."""
        return message("trf.note", line=self.line, what=self.what)


_OF_A_GAME = {"1": "w", "W": "w", "=": "d", "D": "d", "0": "l", "L": "l"}
_OF_NO_GAME = {"+": "fw", "-": "fl", "H": "hpb", "F": "fpb", "U": "pab"}
"""Result code -> the field of `TrfPoints`, without w or b in front where a game was played."""

_SHORTCUTS = {"W": ("ww", "bw", "fw", "fpb"), "D": ("wd", "bd", "hpb"), "L": ("wl", "bl")}


_KEYS = {
    "ZPB": "scores.absent", "HPB": "scores.half_bye", "FPB": "scores.full_bye", "PAB": "bye.points",
    "FW": "scores.default_win", "FL": "scores.default_loss",
    "WW": "scores.win", "BW": "scores.win", "WD": "scores.draw", "BD": "scores.draw",
    "WL": "scores.loss", "BL": "scores.loss",
}  # fmt: skip
"""Word of XXS -> the key of a rulebook that says the same."""


def as_key(word: str, halves: int) -> str:
    """Return how `--set` says what a word of XXS says: bye.points=0.5 for PAB and 1."""
    return f"{_KEYS[word]}={halves // 2}{'.5' if halves % 2 else ''}"


@dataclass(frozen=True, slots=True)
class TrfPoints:
    """What each result is worth, in half points: XXS, or record 162.

    w and b are White's and Black's win, draw and loss over the board; zpb, hpb and fpb the
    zero-point, half-point and full-point bye; pab the bye of the pairing; fw and fl the win and the
    loss by default. What a file does not mention has the ordinary value.
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

    @staticmethod
    def tokens() -> tuple[str, ...]:
        """Return the words XXS knows: WW ... FL, then W, D and L that set several at once."""
        return (*(f.name.upper() for f in fields(TrfPoints)), *_SHORTCUTS)

    def with_token(self, token: str, halves: int) -> TrfPoints:
        """Return the same with one word of `tokens` set; a later word overrides an earlier one."""
        names = _SHORTCUTS.get(token, (token.lower(),))
        return replace(self, **dict.fromkeys(names, halves))

    def halves(self) -> dict[str, int]:
        """Return the value of every word but the shortcuts, in half points."""
        return {f.name.upper(): getattr(self, f.name) for f in fields(self)}

    def of(self, cell: TrfCell | None) -> int:
        """Return what a cell earns, in half points; a blank cell counts as absent (ZPB)."""
        if cell is None:
            return self.zpb
        if cell.code == OPEN:
            return 0
        if cell.code in _OF_A_GAME:
            name = ("w" if cell.colour == "w" else "b") + _OF_A_GAME[cell.code]
        else:
            name = _OF_NO_GAME.get(cell.code, "zpb")
        halves: int = getattr(self, name)
        return halves


@dataclass(frozen=True, slots=True)
class TrfFile:
    """A whole file, read without an error.

    players stand in order of start rank and have the numbers 1, 2, 3 ... without a gap.
    rounds_planned is XXR or 142, None when the file has neither. first_colour is the colour of the
    highest player of round 1 (XXC or 152), None when it is to be drawn. by_position is the word
    "rank" of XXC. absent_next are the start ranks of XXZ, in order: not to be paired in the next
    round. points is None when the file has neither XXS nor 162. other are the kept lines.

    encoding is "utf-8", "utf-8-sig" (with byte order mark), "latin-1" or "cp1252";
    newline the end of a line.
    places holds the line of each setting. Two files are equal when they say the same: lines,
    encoding, newline and notes do not count, the order of kept lines does.
    """

    players: tuple[TrfPlayer, ...]
    header: tuple[TrfHeader, ...] = ()
    rounds_planned: int | None = None
    first_colour: Literal["w", "b"] | None = None
    by_position: bool = False
    absent_next: tuple[int, ...] = ()
    points: TrfPoints | None = None
    other: tuple[TrfKept, ...] = ()
    encoding: str = field(default="utf-8", compare=False)
    newline: str = field(default="\n", compare=False)
    places: tuple[tuple[str, int], ...] = field(default=(), compare=False)
    notes: tuple[TrfNote, ...] = field(default=(), compare=False)

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

    def player(self, number: int) -> TrfPlayer:
        """Return the player with this start rank; KeyError when there is none."""
        if not 1 <= number <= len(self.players):
            raise KeyError(number)
        return self.players[number - 1]

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


@dataclass(frozen=True, slots=True)
class TrfError:
    """One thing that keeps a file from being read: where, what, and what to do about it.

    line and column count from 1. code is a stable name for programs.
    """

    line: int
    column: int
    code: str
    what: Sentence
    hint: Sentence

    @property
    def place(self) -> tuple[int, int, str]:
        """Return where it stands among the errors of a file."""
        return self.line, self.column, self.code

    def refusal(self) -> Refusal:
        """Return the same as a refusal of the program (exit code 2: the file is unreadable)."""
        what = message("trf.at-column", column=self.column, what=self.what)
        return Refusal(f"trf-{self.code}", what, self.hint, exit=Exit.USAGE, line=self.line)
