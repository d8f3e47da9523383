"""The records of a tournament report file beside its players: values, and their columns.

Source: TRF26 (013, 240 to 330, national records); XXA and XXP of the JaVaFo manual. Points are in
half points. Ids are start ranks; in a team event those of 240, 250, 260 and 299 are teams.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar

from ledger.messages import message
from ledger.text_files import quoted
from ledger.trf.columns import TrfColumn, read_columns, write_columns
from ledger.trf.findings import TrfFault, WrongLine
from ledger.trf.text import digits, words_after_tag

OWN_FEDERATION = "NED"
"""Whose national numbers are kept with the players."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrfRecord:
    """A line with columns. `line` is where it stood and text what it was, where it was read."""

    TAG: ClassVar[str] = ""
    COLUMNS: ClassVar[tuple[TrfColumn, ...]] = ()

    line: int = field(default=0, compare=False)
    text: str = field(default="", compare=False)

    @property
    def tag(self) -> str:
        """The first three characters of its line."""
        return self.TAG


@dataclass(frozen=True, slots=True)
class TrfByes(TrfRecord):
    """240: kind F, H or Z (full, half, zero point) in a round, asked by these."""

    TAG = "240"
    COLUMNS = (
        TrfColumn("kind", 5, 5, "text", needed=True, words=("F", "H", "Z")),
        TrfColumn("round", 7, 9, needed=True),
        TrfColumn("ids", 11, 14, needed=True, step=5, least=1),
    )

    kind: str
    round: int
    ids: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TrfAcceleration(TrfRecord):
    """250: points for the pairing alone, in rounds first to last, of ids `first_id` to `last_id`.

    `halves` is None where the columns of the (game) points are blank, `match_halves` likewise;
    those are of a team event.
    """

    TAG = "250"
    COLUMNS = (
        TrfColumn("match_halves", 5, 8, "points"),
        TrfColumn("halves", 10, 13, "points"),
        TrfColumn("first", 15, 17, needed=True),
        TrfColumn("last", 19, 21, same_as="first"),
        TrfColumn("first_id", 23, 26, needed=True),
        TrfColumn("last_id", 28, 31, same_as="first_id"),
    )

    match_halves: int | None
    halves: int | None
    first: int
    last: int
    first_id: int
    last_id: int


@dataclass(frozen=True, slots=True)
class TrfVirtual(TrfRecord):
    """XXA: points for the pairing alone of one player, in round 1, 2 ..."""

    TAG = "XXA"
    COLUMNS = (
        TrfColumn("id", 5, 8, needed=True),
        TrfColumn("halves", 10, 13, "points", step=5, least=1),
    )

    id: int
    halves: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TrfProhibited(TrfRecord):
    """260: in rounds first to last nobody of ids meets another; `last` None, XXP, in any round."""

    TAG = "260"
    COLUMNS = (
        TrfColumn("first", 5, 7, needed=True),
        TrfColumn("last", 9, 11, same_as="first"),
        TrfColumn("ids", 13, 16, needed=True, step=5, least=2),
    )

    ids: tuple[int, ...]
    first: int = 1
    last: int | None = None

    @property
    def tag(self) -> str:
        """XXP where it is for good."""
        return "XXP" if self.last is None else self.TAG

    def holds_in(self, round_number: int) -> bool:
        """Tell whether it is of a round."""
        return self.first <= round_number and (self.last is None or round_number <= self.last)


@dataclass(frozen=True, slots=True)
class TrfAbnormal(TrfRecord):
    """299: points an arbiter gives or takes, or another value of a kind of result.

    `kind` is W D L F H Z + or -, "" for a bonus or penalty. `round` None is all rounds.
    """

    TAG = "299"
    COLUMNS = (
        TrfColumn("kind", 5, 5, "text", words=("W", "D", "L", "F", "H", "Z", "+", "-")),
        TrfColumn("match_halves", 8, 11, "signed"),
        TrfColumn("halves", 14, 17, "signed"),
        TrfColumn("round", 20, 22),
        TrfColumn("ids", 24, 27, needed=True, step=5, least=1),
    )

    kind: str
    match_halves: int | None
    halves: int | None
    round: int | None
    ids: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TrfNational(TrfRecord):
    """A national record (NRS): what a federation has of a player; blank is as in the 001 line."""

    COLUMNS = (
        TrfColumn("number", 5, 8, needed=True),
        TrfColumn("sex", 10, 10, "text"),
        TrfColumn("title", 11, 13, "right"),
        TrfColumn("name", 15, 47, "text"),
        TrfColumn("rating", 49, 52),
        TrfColumn("origin", 54, 56, "text"),
        TrfColumn("national_id", 58, 68, "right"),
        TrfColumn("birth", 70, 79, "text"),
    )

    federation: str
    number: int
    sex: str = ""
    title: str = ""
    name: str = ""
    rating: int | None = None
    origin: str = ""
    national_id: str = ""
    birth: str = ""

    @property
    def tag(self) -> str:
        """The code of the federation."""
        return self.federation

    @property
    def says_no_more(self) -> bool:
        """Tell whether it is a number at the own federation and nothing else."""
        own = self.national_id.isdecimal() and self.federation == OWN_FEDERATION
        return own and self == TrfNational(
            self.federation, self.number, national_id=self.national_id
        )


@dataclass(frozen=True, slots=True)
class TrfTeam(TrfRecord):
    """310: a team, its points and its members in the order of the boards."""

    TAG = "310"
    COLUMNS = (
        TrfColumn("number", 5, 7, needed=True),
        TrfColumn("name", 9, 40, "text"),
        TrfColumn("short", 42, 46, "text"),
        TrfColumn("strength", 48, 53),
        TrfColumn("match_halves", 55, 60, "points"),
        TrfColumn("game_halves", 62, 67, "points"),
        TrfColumn("rank", 69, 71),
        TrfColumn("members", 74, 77, needed=True, step=5),
    )

    number: int
    name: str = ""
    short: str = ""
    strength: int | None = None
    match_halves: int | None = None
    game_halves: int | None = None
    rank: int | None = None
    members: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class TrfOldTeam(TrfRecord):
    """013: a team by its name alone; not used where there is a 310."""

    TAG = "013"
    COLUMNS = (TrfColumn("name", 5, 36, "text"), TrfColumn("members", 37, 40, needed=True, step=5))

    name: str
    members: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class TrfLineUp(TrfRecord):
    """300: who played for a team in a round, by board, where that is not its order; 0: nobody."""

    TAG = "300"
    COLUMNS = (
        TrfColumn("round", 5, 7, needed=True),
        TrfColumn("team", 9, 11, needed=True),
        TrfColumn("opponent", 13, 15),
        TrfColumn("players", 17, 20, step=5, least=1),
    )

    round: int
    team: int
    opponent: int | None
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TrfTeamByes(TrfRecord):
    """320: the team with the bye of the pairing in round 1, 2 ... (0: none), and its points."""

    TAG = "320"
    COLUMNS = (
        TrfColumn("match_halves", 5, 8, "points"),
        TrfColumn("game_halves", 10, 13, "points"),
        TrfColumn("teams", 15, 17, step=4),
    )

    match_halves: int | None
    game_halves: int | None
    teams: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TrfForfeit(TrfRecord):
    """330: a match that was forfeited: +- won by White's team, -+ by Black's, -- by neither."""

    TAG = "330"
    COLUMNS = (
        TrfColumn("kind", 5, 6, "text", needed=True, words=("+-", "-+", "--")),
        TrfColumn("round", 8, 10, needed=True),
        TrfColumn("white", 12, 14, needed=True),
        TrfColumn("black", 16, 18, needed=True),
    )

    kind: str
    round: int
    white: int
    black: int


BY_TAG: Mapping[str, type[TrfRecord]] = {
    kind.TAG: kind
    for kind in (
        TrfByes,
        TrfAcceleration,
        TrfVirtual,
        TrfProhibited,
        TrfAbnormal,
        TrfTeam,
        TrfOldTeam,
        TrfLineUp,
        TrfTeamByes,
        TrfForfeit,
    )
} | {"XXP": TrfProhibited}
"""Tag -> record; a national record has the code of its federation instead."""

TEAM_RECORDS = (TrfTeam, TrfLineUp, TrfTeamByes, TrfForfeit)
"""Records that only a team event has; 013 can stand in any."""


def read_record(kind: type[TrfRecord], text: str, line: int = 0) -> TrfRecord:
    """Return the record of a line, which has no blanks at its end.

    Raises WrongLine.
    """
    tag = text[:3]
    values: dict[str, Any]
    if kind is TrfProhibited and tag.upper() == "XXP":
        values = {"ids": _ids_of_xxp(text)}
    else:
        values = {**read_columns(tag, kind.COLUMNS, text)}
    if kind is TrfNational:
        values["federation"] = tag
    return kind(**values, line=line, text=text)


def _ids_of_xxp(text: str) -> tuple[int, ...]:
    """Read the words of an XXP line, which has no columns."""
    words = words_after_tag(text)
    hint = message("trf.xxp-hint")
    faults = [
        TrfFault(
            column, "not-a-number", message("trf.not-a-rank", word=quoted(word), tag="XXP"), hint
        )
        for column, word in words
        if not digits(word)
    ]
    if len(words) < 2 and not faults:
        what = message("trf.xxp-two")
        faults.append(TrfFault(len(text) + 1, "missing-value", what, hint))
    if faults:
        raise WrongLine(faults)
    return tuple(int(word) for _, word in words)


def line_of(record: TrfRecord) -> str:
    """Return the line of a record: as it was read, where it still says the same.

    Raises OverflowError for a number that its columns cannot hold.
    """
    if record.text:
        with_text = _again(record)
        if with_text == record:
            return record.text
    if isinstance(record, TrfProhibited) and record.last is None:
        return "XXP" + "".join(f" {id_:>4}" for id_ in record.ids)
    values = {f.name: getattr(record, f.name) for f in fields(record)}
    return write_columns(record.tag, record.COLUMNS, values)


def _again(record: TrfRecord) -> TrfRecord | None:
    try:
        return read_record(type(record), record.text)
    except WrongLine:
        return None
