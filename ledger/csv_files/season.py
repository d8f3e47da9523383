"""The rows of a season's CSV, and of an evening's: one event each, as people and programs write it.

docs/season-files.md explains the format by example.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias, TypeVar, cast

from ledger.csv_files.person import iso_date
from ledger.csv_files.table import (
    Aliases,
    CellError,
    normal,
    read_table,
    stop,
    table_notes,
    too_long,
)
from ledger.messages import Sentence, message, run_on
from ledger.refusals import Enough, FirstFindings
from ledger.text_files import quoted
from ledger.values import AbsenceCause, Colour, ExternalResult, Outcome, time_of_day, whole_number

RowKind: TypeAlias = Literal[
    "season",
    "round",
    "period",
    "joined",
    "left",
    "returned",
    "game",
    "catch-up",
    "no opponent",
    "absent",
    "absent without notice",
    "club duty",
    "half-point bye",
    "full-point bye",
    "not paired",
    "present",
    "external",
]
"""The subject of a row. A game or catch-up has one row, from the side of either player."""

COLUMNS: Aliases = {
    "kind": ("kind", "soort"),
    "round": ("round", "ronde"),
    "date": ("date", "datum"),
    "time": ("time", "tijd"),
    "name": ("name", "naam"),
    "player": ("player", "member", "speler", "lid"),
    "colour": ("colour", "color", "kleur"),
    "opponent": ("opponent", "tegenstander"),
    "team": ("team",),
    "board": ("board", "bord"),
    "result": ("result", "uitslag", "resultaat"),
    "cause": ("cause", "oorzaak"),
    "elsewhere": ("elsewhere", "elders"),
    "value": ("value", "waarde"),
    "rated": ("rated", "telt_voor_rating"),
    "player_name": ("player_name", "member_name", "naam_speler", "naam_lid"),
    "opponent_name": ("opponent_name", "naam_tegenstander"),
}
"""Column -> its possible names. player_name and opponent_name are for people and are not read."""

_KINDS: dict[str, RowKind] = {
    "season": "season",
    "seizoen": "season",
    "round": "round",
    "ronde": "round",
    "period": "period",
    "periode": "period",
    "joined": "joined",
    "erbij": "joined",
    "left": "left",
    "weg": "left",
    "returned": "returned",
    "terug": "returned",
    "": "game",
    "game": "game",
    "partij": "game",
    "default": "game",
    "reglementair": "game",
    "catch_up": "catch-up",
    "inhaalpartij": "catch-up",
    "no_opponent": "no opponent",
    "geen_tegenstander": "no opponent",
    "bye": "no opponent",
    "absent": "absent",
    "afwezig": "absent",
    "afgemeld": "absent",
    "absent_without_notice": "absent without notice",
    "afwezig_zonder_bericht": "absent without notice",
    "club_duty": "club duty",
    "clubdienst": "club duty",
    "half_point_bye": "half-point bye",
    "halve_bye": "half-point bye",
    "full_point_bye": "full-point bye",
    "hele_bye": "full-point bye",
    "not_paired": "not paired",
    "niet_ingedeeld": "not paired",
    "present": "present",
    "aanwezig": "present",
    "external": "external",
    "extern": "external",
}
_COLOURS: dict[str, Colour] = {
    "w": "W",
    "white": "W",
    "wit": "W",
    "b": "B",
    "black": "B",
    "z": "B",
    "zwart": "B",
}
_OWN: dict[str, ExternalResult] = {
    "1": "1",
    "½": "1/2",
    "1/2": "1/2",
    "=": "1/2",
    "0.5": "1/2",
    "0,5": "1/2",
    "0": "0",
    "1r": "1R",
    "0r": "0R",
}
_OUTCOMES: dict[str, Outcome | Literal["adjourned"]] = {
    "1-0": "1-0",
    "0-1": "0-1",
    "1/2-1/2": "1/2-1/2",
    "½-½": "1/2-1/2",
    "=": "1/2-1/2",
    "1/2": "1/2-1/2",
    "½": "1/2-1/2",
    "0-0": "0-0",
    "1/2-0": "1/2-0",
    "½-0": "1/2-0",
    "0-1/2": "0-1/2",
    "0-½": "0-1/2",
    "1-0r": "1-0R",
    "0-1r": "0-1R",
    "0-0r": "0-0R",
    "adjourned": "adjourned",
    "afgebroken": "adjourned",
}
_CAUSES: dict[str, AbsenceCause] = {
    "late": "late",
    "te_laat": "late",
    "excused": "excused",
    "verhinderd": "excused",
    "no_word": "no word",
    "zonder_bericht": "no word",
}
Elsewhere: TypeAlias = Literal["leader", "captain", "not announced"]
_ELSEWHERE: dict[str, Elsewhere] = {
    "leader": "leader",
    "wedstrijdleider": "leader",
    "captain": "captain",
    "teamleider": "captain",
    "not_announced": "not announced",
    "niet_aangemeld": "not announced",
}
_RATED = {"no": False, "nee": False, "yes": True, "ja": True}


@dataclass(frozen=True, slots=True)
class EventRow:
    """One row; an absent value is None or "".

    `player` and `opponent` are numbers or (parts of) names, as people write them. `board` is a
    number, in an evening also "5-9" or a name. `outcome` is the result of a game, white first;
    `own` the result of a member in a game for a team. `causes` are the causes of absence of white
    and black in a game by default. `elsewhere` marks a game for a team that was not on the club
    evening, and holds whom the member informed. `rated` is False for a game that is not sent for
    rating.
    """

    line: int
    kind: RowKind
    round: int | None = None
    date: str | None = None
    time: str | None = None
    name: str = ""
    player: str = ""
    colour: Colour | None = None
    opponent: str = ""
    team: str = ""
    board: str = ""
    outcome: Outcome | Literal["adjourned"] | None = None
    own: ExternalResult | None = None
    causes: tuple[AbsenceCause | None, AbsenceCause | None] = (None, None)
    elsewhere: Elsewhere | None = None
    value: int | None = None
    rated: bool = True


HINT = message("season-files.header-hint")


def read_rows(
    data: bytes, needed: Sequence[str] = ("kind",)
) -> tuple[list[EventRow], FirstFindings[CellError]]:
    """Read all rows, and every error with its line and column; after `MOST` errors no more of them.

    The header must have at least one of the columns in `needed`.
    """
    table, errors = read_table(data, COLUMNS, needed, HINT)
    if table is None:
        return [], errors
    # What a row lacks is in a column that may be missing; the others have their own names.
    headed = {column: table.names[index] for column, index in table.columns.items()}
    rows: list[EventRow] = []
    try:
        rows += (_row(_Reader(line, fields, headed, errors)) for line, fields in table.records())
    except Enough:
        stop(errors)
        return [], errors
    errors.sort(key=lambda error: error.line)
    return rows, errors


def season_notes(data: bytes, needed: Sequence[str] = ("kind",)) -> tuple[Sentence, ...]:
    """Return the notes on a season file that was read: its unused columns, and what was taken out."""
    table, _ = read_table(data, COLUMNS, needed, HINT)
    return () if table is None else table_notes(table)


def looks_like_season(data: bytes) -> bool:
    """Tell whether a file has the header row of a season."""
    table, _ = read_table(data, COLUMNS, ("kind",), HINT)
    return table is not None


V = TypeVar("V")


class _Reader:
    """Reads the fields of one row; an unreadable field becomes an error, and its value is None."""

    def __init__(
        self,
        line: int,
        fields: Mapping[str, str],
        headed: Mapping[str, str],
        errors: list[CellError],
    ) -> None:
        self.line = line
        self.fields = fields
        self.headed = headed
        self.errors = errors

    def text(self, column: str) -> str:
        return self.fields.get(column, "")

    def one_of(self, column: str, words: Mapping[str, V], hint: Sentence) -> V | None:
        text = self.text(column)
        word = words.get(text.strip().lower()) or words.get(normal(text))
        if text and word is None:
            self.wrong(column, message("season-files.unknown", text=quoted(text)), hint)
        return word

    def whole(self, column: str, least: int, most: int) -> int | None:
        text = self.text(column)
        number = whole_number(text)
        if text and (number is None or not least <= number <= most):
            what = message("season-files.no-number", text=quoted(text), least=least, most=most)
            self.wrong(column, what, message("season-files.write-digits"))
            return None
        return number

    def wrong(self, column: str, what: Sentence, hint: Sentence) -> None:
        headed = self.headed.get(column, column)
        self.errors.append(CellError(self.line, headed, f"bad-{column}", what, hint))


def _row(read: _Reader) -> EventRow:
    kind = _KINDS.get(normal(read.text("kind")))
    if kind is None:
        kinds = [name.replace(" ", "-") for name in sorted(set(_KINDS.values()))]
        names = [message(f"cells.row-kind.{name}") for name in kinds]
        hint = message("season-files.write-kind", kinds=run_on(*names, between=", "))
        what = message("season-files.no-kind", text=quoted(read.text("kind")))
        read.wrong("kind", what, hint)
        kind = "not paired"
    date = iso_date(read.text("date")) if read.text("date") else None
    if read.text("date") and (date is None or len(date) < 10):
        what = message("season-files.no-date", text=quoted(read.text("date")))
        read.wrong("date", what, message("season-files.write-date"))
    time = time_of_day(read.text("time"))
    if read.text("time") and time is None:
        what = message("season-files.no-time", text=quoted(read.text("time")))
        read.wrong("time", what, message("season-files.write-time"))
    for column in ("name", "player", "opponent", "team", "board"):
        if long := too_long(read.text(column)):
            read.wrong(column, long, message("csv.too-long-hint"))
    external = kind == "external"
    own = None
    outcome = None
    if external:
        own = read.one_of("result", _OWN, message("season-files.write-own"))
    else:
        outcome = read.one_of("result", _OUTCOMES, message("season-files.write-result"))
    rated = _RATED.get(normal(read.text("rated")), None if read.text("rated") else True)
    if rated is None:
        what = message("season-files.unknown", text=quoted(read.text("rated")))
        read.wrong("rated", what, message("season-files.write-rated"))
    return EventRow(
        line=read.line,
        kind=kind,
        round=read.whole("round", 1, 999),
        date=date,
        time=time,
        name=read.text("name"),
        player=read.text("player"),
        colour=read.one_of("colour", _COLOURS, message("season-files.write-colour")),
        opponent=read.text("opponent"),
        team=read.text("team"),
        board=read.text("board"),
        outcome=outcome,
        own=own,
        causes=_causes(read, outcome),
        elsewhere=read.one_of("elsewhere", _ELSEWHERE, message("season-files.write-elsewhere")),
        value=read.whole("value", 0, 100_000),
        rated=rated is not False,
    )


def _causes(
    read: _Reader, outcome: Outcome | Literal["adjourned"] | None
) -> tuple[AbsenceCause | None, AbsenceCause | None]:
    """Return the causes of white and black; a single word applies to every absent player."""
    text = read.text("cause")
    if not text:
        return (None, None)
    absent = {"0-1R": (True, False), "1-0R": (False, True), "0-0R": (True, True)}.get(outcome or "")
    words = [_CAUSES.get(normal(word)) for word in text.split("/")]
    if absent is None or None in words or len(words) > sum(absent):
        what = message("season-files.no-cause", text=quoted(text))
        read.wrong("cause", what, message("season-files.write-cause"))
        return (None, None)
    first = cast("AbsenceCause", words[0])
    last = cast("AbsenceCause", words[-1])
    return (first if absent[0] else None, last if absent[1] else None)


def causes_text(white: AbsenceCause | None, black: AbsenceCause | None) -> str:
    """Return the causes of a default in the notation of a row."""
    return "/".join(cause for cause in (white, black) if cause)
