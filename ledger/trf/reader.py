"""Tournament report files: text -> values, or all the errors of the text at once.

One reader for every dialect: TRF16, TRF26, and what JaVaFo and bbpPairings add. `parse` reads a
whole file and never raises: it returns a `TrfFile`, or every error with its line and column.
`ledger.trf.writer.write` is its inverse: parse(write(parse(x))) == parse(x).

A line is a player (001), a line of the header (012 to 132, 172 to 222, 352, 362), a setting (142,
152, 162, XXR, XXC, XXS, XXZ, BBW ...), a record with columns (`ledger.trf.records`), a comment, or
801 and 802, which are made from the rest and never read as truth. A line that begins with another
tag is kept, with a note; but what looks like a player is an error, and so is a line without a tag:
a mistyped tag must not hide a player.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from ledger.characters import (
    first_hidden,
    hidden_signs,
    normal_form,
    taken_out,
    without_hidden,
)
from ledger.messages import message
from ledger.refusals import Enough
from ledger.text_files import is_text, quoted, split_lines
from ledger.trf.checks import all_errors
from ledger.trf.codes import match_points, rank_method, team_colours, time_control
from ledger.trf.columns import record_columns
from ledger.trf.empty_numbers import empty_numbers
from ledger.trf.findings import (
    Findings,
    TrfError,
    TrfFault,
    WrongLine,
    notes_of_adjusted,
    notes_of_hidden,
)
from ledger.trf.lichess import is_of_lichess
from ledger.trf.model import BYE_CODES, OPEN, TrfFile, TrfHeader, TrfKept, TrfPoints, round_column
from ledger.trf.notes import notes_of_unused
from ledger.trf.player_line import PlayerLines, fits_columns, player_columns
from ledger.trf.records import BY_TAG, TrfNational, TrfRecord, read_record
from ledger.trf.settings import Settings
from ledger.trf.text import Encoding, decode, newline_of

_HEADER = frozenset(f"{number:03}" for number in range(12, 133, 10)) | {
    "172",
    "182",
    "192",
    "202",
    "212",
    "222",
    "352",
    "362",
}
_GENERATED = frozenset({"801", "802"})

_TAG = re.compile(r"[0-9A-Z]{3}(?![^ \t])")
_EXTENSION = re.compile(r"XX[A-Z0-9](?![^ \t])", re.IGNORECASE)
_NATIONAL = re.compile(r"(?!XX)[A-Z]{3} {1,5}[0-9]")
_PLAYER_SHAPE = re.compile(r".{3}[ ]+[0-9]+[ ](?:.{60}|.{4} [^\W\d])")
_DATE = re.compile(r"[0-9]{2}/[0-9]{2}/[0-9]{2}")


def parse(data: bytes, by_rules: TrfPoints | None = None) -> TrfFile | tuple[TrfError, ...]:
    """Read a whole file: the file, or its errors in order of line and column (never empty).

    After `ledger.refusals.MOST` errors it is not read any further, and the last one says so.

    Lines end with CR, LF or both. The text is UTF-8, with or without byte order mark, or else
    latin-1 or Windows-1252. `by_rules` are the values of the rulebook the file is read by: points
    fields may add up to these where the file gives none.
    """
    if not is_text(data):
        hint = message("trf.not-text-hint")
        return (TrfError(1, 1, "not-text", message("trf.not-text"), hint),)
    text, encoding = decode(data)
    reader = _Reader()
    try:
        for number, line in enumerate(split_lines(text), 1):
            reader.read(number, line)
        return reader.finish(encoding, newline_of(text), by_rules)
    except Enough:
        return reader.old_form(reader.file(encoding, "\n")) or reader.findings.stopped()


def looks_like_trf(data: bytes) -> bool:
    """Tell whether a file has at least one line that begins as a TRF player line does."""
    return re.search(rb"(?:^|[\r\n]|\xef\xbb\xbf)001 +[0-9]", data) is not None


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines by their kind, without line numbers: header, records, and those that are kept."""

    header: tuple[TrfHeader, ...]
    records: tuple[TrfRecord, ...]
    other: tuple[TrfKept, ...]


def lines_by_kind(texts: Iterable[str]) -> Lines:
    """Sort lines that were kept as text; one that would be refused becomes a comment."""
    reader = _Reader()
    for text in texts:
        reader.findings.errors.clear()
        if not reader.settings.knows(text[:3].upper()):
            with suppress(Enough):
                reader.read(0, text)
        if reader.settings.knows(text[:3].upper()) or reader.findings.errors:
            reader.other.append(TrfKept(f"### {text}"))
    return Lines(tuple(reader.header), tuple(reader.records), tuple(reader.other))


class _Reader:
    """Takes the lines one by one, then judges the whole."""

    def __init__(self) -> None:
        self.findings = Findings()
        self.players = PlayerLines(self.findings)
        self.settings = Settings(self.findings)
        self.header: list[TrfHeader] = []
        self.records: list[TrfRecord] = []
        self.other: list[TrfKept] = []
        self.unknown: dict[str, list[int]] = {}

    def read(self, line: int, raw: str) -> None:
        signs = hidden_signs(raw, "\t")
        text = taken_out(raw, "\t").rstrip(" \t")
        tag = text[:3].upper() if _EXTENSION.match(text) else text[:3]
        kind = BY_TAG.get(tag) if len(text) > 3 else None
        if kind is None and not self.settings.knows(tag) and _NATIONAL.match(text):
            kind = TrfNational
        in_columns = tag == "001" or kind is not None
        self.findings.hidden.extend((line, sign) for sign in signs)
        if signs and in_columns:
            text = _in_columns(kind, raw.rstrip(" \t"), text)
        elif not in_columns:
            text = normal_form("NFC", text)
        if in_columns and self._has_tab(line, text):
            self.players.reading.complete &= tag != "001"
        elif tag == "001":
            self.players.read(line, text)
        elif self._is_known(tag) and text[3:4] not in ("", " ", "\t"):
            what = message("trf.record-shifted", tag=tag, column=4)
            hint = message("trf.from-column-5", tag=tag)
            self.findings.error(line, 4, "shifted-columns", what, hint)
        elif kind is not None:
            self._record(kind, line, text)
        elif tag in _HEADER:
            self._header(tag, line, text)
            self.findings.faults(line, _faults_of_header(tag, text))
        elif self.settings.knows(tag) and (len(text) > 3 or tag == "XXR"):
            self.settings.read(tag, line, text)
        elif text == "" or text.startswith("#") or self._is_known(tag):
            self.other.append(TrfKept(text, line))
        elif _EXTENSION.match(text) or (_TAG.match(text) and not _PLAYER_SHAPE.match(text)):
            self.other.append(TrfKept(text, line))
            self.unknown.setdefault(tag, []).append(line)
        else:
            self._refuse(line, text)

    def _is_known(self, tag: str) -> bool:
        return tag in _HEADER or tag in _GENERATED or tag in BY_TAG or self.settings.knows(tag)

    def _has_tab(self, line: int, text: str) -> bool:
        """Add an error for a tab in a line with columns, where it takes the place of many."""
        hidden = first_hidden(text)
        if not hidden:
            return False
        what = message("trf.hidden", sign=hidden[1])
        hint = message("trf.hidden-tab-hint")
        self.findings.error(line, hidden[0], "control-character", what, hint)
        return True

    def _header(self, tag: str, line: int, text: str) -> None:
        """Add a line of the header; a tab in its text is a blank."""
        said = text[4:].strip(" \t")
        self.players.of_lichess |= is_of_lichess(tag, said)
        self.findings.hidden.extend((line, sign) for sign in hidden_signs(said))
        self.header.append(TrfHeader(tag, taken_out(text[4:]) if "\t" in said else text[4:], line))

    def _record(self, kind: type[TrfRecord], line: int, text: str) -> None:
        try:
            self.records.append(read_record(kind, text, line))
        except WrongLine as wrong:
            self.findings.faults(line, wrong.faults)

    def _refuse(self, line: int, text: str) -> None:
        hint = message("trf.unknown-tag-hint")
        if _PLAYER_SHAPE.match(text):
            hint = message("trf.unknown-tag-player")
            self.players.reading.complete = False
        what = message("trf.unknown-tag", tag=quoted(text[:3]))
        self.findings.error(line, 1, "unknown-tag", what, hint)

    def file(self, encoding: Encoding, newline: str) -> TrfFile:
        """Return the file as far as it was read."""
        players = self.players.reading.players
        return TrfFile(
            players=tuple(players[number] for number in sorted(players)),
            header=tuple(self.header),
            rounds_planned=self.settings.rounds,
            first_colour=self.settings.first_colour,
            by_position=self.settings.by_position,
            absent_next=tuple(sorted(self.settings.absent)),
            points=self.settings.points,
            records=tuple(self.records),
            other=tuple(self.other),
            encoding=encoding,
            newline=newline,
            places=tuple(self.settings.places.items()),
        )

    def old_form(self, file: TrfFile) -> tuple[TrfError, ...]:
        """Return the error of a file in the form of 2006, which is all that is wrong with it."""
        if not (self.players.old_byes and _is_of_2006(file)):
            return ()
        line, column = self.players.old_byes[0]
        hint = message("imports.trf06-hint")
        return (TrfError(line, column, "old-form", message("imports.trf06"), hint),)

    def finish(
        self, encoding: Encoding, newline: str, by_rules: TrfPoints | None
    ) -> TrfFile | tuple[TrfError, ...]:
        self.settings.finish()
        self.players.reading.empty = empty_numbers(self.other)
        file = self.file(encoding, newline)
        if old := self.old_form(file):
            return old
        self._judge(file, by_rules)
        self.findings.notes.extend(notes_of_hidden(self.findings.hidden))
        if self.findings.errors:
            return self.findings.sorted_errors()
        if encoding in ("latin-1", "cp1252"):
            called = {"latin-1": "latin-1", "cp1252": "Windows-1252"}[encoding]
            self.findings.note(1, message("trf.read-as", encoding=called))
        self.findings.notes.extend(notes_of_adjusted(self.findings.adjusted))
        for tag, lines in self.unknown.items():
            self.findings.note(lines[0], message("trf.unknown-record", n=len(lines), tag=tag))
        for number, count in file.open_games().items():
            here = next(p.line for p in file.players if (c := p.cell(number)) and c.code == OPEN)
            self.findings.note(here, message("trf.open-games", number=number, n=count))
        notes = (*self.findings.notes, *notes_of_unused(file))
        return replace(file, notes=tuple(sorted(notes, key=lambda one: one.line)))

    def _judge(self, file: TrfFile, by_rules: TrfPoints | None) -> None:
        reading = self.players.reading
        if not reading.players and reading.complete:
            hint = message("trf.no-players-hint")
            self.findings.error(1, 1, "no-players", message("trf.no-players"), hint)
        self.findings.errors.extend(
            all_errors(
                reading,
                planned=self.settings.rounds,
                points=self.settings.points,
                by_rules=by_rules,
                absent=self.settings.absent,
                records=self.records,
                team_event=file.is_team_event,
            )
        )


def _in_columns(kind: type[TrfRecord] | None, held: str, closed: str) -> str:
    """Return a line with columns (`kind` None: 001) without its hidden characters.

    A program that counts them as columns has blanks fewer in the field (`held`); one that does not
    has them beside the columns (`closed`, where they are gone). It is the way that can be read.
    """
    fields = player_columns(held) if kind is None else record_columns(kind.COLUMNS, held)
    line = without_hidden(held, " ")
    at = 0
    parts = list[str]()
    for first, last in fields:
        part = held[first - 1 : last]
        parts += [line[at : first - 1], taken_out(part, "\t").ljust(len(part))]
        at = first - 1 + len(part)
    apart = "".join([*parts, line[at:]]).rstrip(" ")
    if apart[:3] != closed[:3]:
        return closed
    if kind is None:
        return apart if fits_columns(apart) else closed
    try:
        read_record(kind, apart)
    except WrongLine:
        return closed
    return apart


def _is_of_2006(file: TrfFile) -> bool:
    """Tell whether a file with = in a round without opponent has nothing newer than TRF06.

    That form had no letters for byes: half a point was =, as no later form has it.
    """
    codes = {cell.code for player in file.players for cell in player.cells if cell}
    absent = {"Z"}  # a blank result, too
    return (
        file.format == "trf16" and not file.places and not codes & (BYE_CODES - absent | {*"WDL"})
    )


def _faults_of_header(tag: str, text: str) -> Sequence[TrfFault]:
    """Return what is wrong with a line of the header that has a form: dates, codes."""
    fault: object = None
    if tag == "172":
        fault = rank_method(text[4:])
    elif tag == "362":
        fault = match_points(text)
    elif tag == "132":
        return _dates_out_of_place(text)
    elif tag == "222" and time_control(text[4:]) is None:
        what = message("trf.time-control", text=quoted(text[4:].strip(" \t")))
        fault = TrfFault(5, "not-a-time-control", what, message("trf.time-control-hint"))
    elif tag == "352" and not team_colours(text[4:]):
        what = message("trf.team-colours", text=quoted(text[4:].strip(" \t")))
        fault = TrfFault(5, "unknown-word", what, message("trf.team-colours-hint"))
    return [fault] if isinstance(fault, TrfFault) else []


def _dates_out_of_place(text: str) -> list[TrfFault]:
    """Return a fault for each date of a round that does not stand where the round stands."""
    hint = message("trf.date-place-hint")
    return [
        TrfFault(
            match.start() + 1, "shifted-columns", message("trf.date-place", date=match[0]), hint
        )
        for match in _DATE.finditer(text)
        if match.start() + 1 < round_column(1) or (match.start() + 1 - round_column(1)) % 10
    ]
