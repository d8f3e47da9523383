"""Tournament report files: text -> values, or all the errors of the text at once.

The format is TRF16, with what TRF26 and JaVaFo add. `parse` reads a whole file and never raises: it
returns a `TrfFile`, or every error with its line and column. `ledger.trf.writer.write` is its
inverse: parse(write(parse(x))) == parse(x).

What is read: players (001), header (012 to 132), number of rounds (142, XXR), first colour (152,
XXC), value of the results (162, XXS), absentees of the next round (XXZ). What is refused because a
pairing would be wrong without it: forbidden pairs (XXP; 260 in an individual event). What is kept
and not used: teams (013, 310 ...), other TRF26 records, national ratings (three capitals), unknown
XX lines, comments, blank lines. Any other line is an error: a mistyped tag must not hide a player.
"""

from __future__ import annotations

import re
from dataclasses import replace

from ledger.characters import first_hidden
from ledger.messages import Sentence, message
from ledger.text_files import is_text, quoted, split_lines
from ledger.trf.checks import all_errors
from ledger.trf.model import OPEN, TrfError, TrfFile, TrfHeader, TrfKept, TrfPoints
from ledger.trf.player_line import PlayerLines
from ledger.trf.settings import Settings
from ledger.trf.text import Encoding, Findings, decode, newline_of

_HEADER = frozenset(f"{number:03}" for number in range(12, 133, 10))

_KEPT = frozenset(
    {"013", "172", "182", "192", "202", "212", "222", "240", "250", "260", "299", "300", "310"}
    | {"320", "330", "352", "362", "801", "802"}
)

_UNUSED = {
    "240": message("trf.unused-240"),
    "250": message("trf.unused-250"),
    "299": message("trf.unused-299"),
    "XXA": message("trf.unused-250"),
}

_EXTENSION = re.compile(r"XX[A-Z0-9](?![^ \t])", re.IGNORECASE)
_NATIONAL = re.compile(r"[A-Z]{3}(?![^ \t])")
_PLAYER_SHAPE = re.compile(r".{3}[ ]+[0-9]+[ ].{60}")


def parse(data: bytes, by_rules: TrfPoints | None = None) -> TrfFile | tuple[TrfError, ...]:
    """Read a whole file: the file, or all its errors in order of line and column (never empty).

    Lines end with CR, LF or both. The text is UTF-8, with or without byte order mark, or else
    latin-1 or Windows-1252. by_rules are the values of the rulebook the file is read by: points
    fields may add up to these where the file gives none.
    """
    if not is_text(data):
        hint = message("trf.not-text-hint")
        return (TrfError(1, 1, "not-text", message("trf.not-text"), hint),)
    text, encoding = decode(data)
    reader = _Reader()
    for number, line in enumerate(split_lines(text), 1):
        reader.read(number, line)
    return reader.finish(encoding, newline_of(text), by_rules)


def looks_like_trf(data: bytes) -> bool:
    """Tell whether a file has at least one line that begins as a TRF player line does."""
    return re.search(rb"(?:^|[\r\n]|\xef\xbb\xbf)001 +[0-9]", data) is not None


class _Reader:
    """Takes the lines one by one, then judges the whole."""

    def __init__(self) -> None:
        self.findings = Findings()
        self.players = PlayerLines(self.findings)
        self.settings = Settings(self.findings)
        self.header: list[TrfHeader] = []
        self.other: list[TrfKept] = []
        self.forbidden: list[tuple[str, int]] = []

    def read(self, line: int, raw: str) -> None:
        text = raw.rstrip(" \t")
        tag = text[:3]
        if hidden := first_hidden(text, "" if tag == "001" else "\t"):
            what = message("trf.hidden", sign=hidden[1])
            tab = text[hidden[0] - 1] == "\t"
            hint = message("trf.hidden-tab-hint") if tab else message("trf.hidden-hint")
            self.findings.error(line, hidden[0], "control-character", what, hint)
            self.players.reading.complete &= tag != "001"
            return
        if tag == "001":
            self.players.read(line, text)
            return
        if _EXTENSION.match(text):
            tag = tag.upper()
        if tag in _HEADER:
            start = 4 if text[3:4] in ("", " ", "\t") else 3
            self.header.append(TrfHeader(tag, text[start:], line))
        elif self.settings.knows(tag) and (len(text) > 3 or tag == "XXR"):
            self.settings.read(tag, line, text)
        elif tag == "XXP" and len(text) > 3:
            self.forbidden.append((tag, line))
        elif self.settings.knows(tag) or _is_kept(tag, text):
            self.other.append(TrfKept(text, line))
            if tag == "260":
                self.forbidden.append((tag, line))
        else:
            self._unknown(line, text)

    def _unknown(self, line: int, text: str) -> None:
        hint = message("trf.unknown-tag-hint")
        if _PLAYER_SHAPE.match(text):
            hint = message("trf.unknown-tag-player")
            self.players.reading.complete = False
        what = message("trf.unknown-tag", tag=quoted(text[:3]))
        self.findings.error(line, 1, "unknown-tag", what, hint)

    def finish(
        self, encoding: Encoding, newline: str, by_rules: TrfPoints | None
    ) -> TrfFile | tuple[TrfError, ...]:
        self.settings.finish()
        self._judge(by_rules)
        if self.findings.errors:
            return tuple(sorted(self.findings.errors, key=lambda one: one.place))
        self._note_unused()
        if encoding in ("latin-1", "cp1252"):
            called = {"latin-1": "latin-1", "cp1252": "Windows-1252"}[encoding]
            self.findings.note(1, message("trf.read-as", encoding=called))
        players = self.players.reading.players
        file = TrfFile(
            players=tuple(players[number] for number in sorted(players)),
            header=tuple(self.header),
            rounds_planned=self.settings.rounds,
            first_colour=self.settings.first_colour,
            by_position=self.settings.by_position,
            absent_next=tuple(sorted(self.settings.absent)),
            points=self.settings.points,
            other=tuple(self.other),
            encoding=encoding,
            newline=newline,
            places=tuple(self.settings.places.items()),
        )
        for number, count in file.open_games().items():
            here = next(p.line for p in file.players if (c := p.cell(number)) and c.code == OPEN)
            self.findings.note(here, message("trf.open-games", number=number, n=count))
        return replace(file, notes=tuple(sorted(self.findings.notes, key=lambda one: one.line)))

    def _judge(self, by_rules: TrfPoints | None) -> None:
        team_event = any(kept.tag == "310" for kept in self.other)
        self._refuse_forbidden_pairs("XXP")
        if not team_event:
            # The numbers of a team event's 260 are teams, and teams are not paired here.
            self._refuse_forbidden_pairs("260")
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
                team_event=team_event,
            )
        )

    def _refuse_forbidden_pairs(self, tag: str) -> None:
        lines = [line for record, line in self.forbidden if record == tag]
        if not lines:
            return
        more: Sentence = ""
        if len(lines) > 1:
            more = message("trf.forbidden-more", n=len(lines) - 1)
        what, hint = (
            message("trf.forbidden", tag=tag, more=more),
            message("trf.forbidden-hint", tag=tag),
        )
        self.findings.error(lines[0], 1, "forbidden-pairs", what, hint)

    def _note_unused(self) -> None:
        tags = [kept.tag.upper() for kept in self.other]
        for tag, why in _UNUSED.items():
            if tag in tags:
                what = message("trf.unused", n=tags.count(tag), tag=tag, why=why)
                self.findings.note(self.other[tags.index(tag)].line, what)


def _is_kept(tag: str, text: str) -> bool:
    return (
        text == ""
        or text.startswith("#")
        or tag in _KEPT
        or _EXTENSION.match(text) is not None
        or _NATIONAL.match(text) is not None
    )
