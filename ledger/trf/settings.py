"""The lines of a tournament report file that say how it is played.

Number of rounds (142, XXR), first colour (152, XXC), value of the results (162, XXS), absentees of
the next round (XXZ). A record of TRF26 and its older XX line may both be there when they agree.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Literal

from ledger.messages import message
from ledger.text_files import quoted
from ledger.trf.model import TrfPoints
from ledger.trf.text import Findings, digits, halves_in, words_after_tag

_SCORE_162 = re.compile(r"([WDLAPX])[ \t]*([0-9.,]+)", re.IGNORECASE)
_MEANING_162 = {"A": ("ZPB", "FL"), "P": ("PAB",), "X": ()}

_FIRST_COLOUR: dict[str, dict[str, Literal["w", "b"]]] = {
    "XXC": {"white1": "w", "black1": "b"},
    "152": {"w": "w", "b": "b"},
}


class Settings:
    """Reads the settings one by one.

    places is the line of each tag's first occurrence, absent the (line, column) of each absentee.
    """

    def __init__(self, findings: Findings) -> None:
        self.findings = findings
        self.places: dict[str, int] = {}
        self.absent: dict[int, tuple[int, int]] = {}
        self.by_position = False
        self._rounds: dict[str, int] = {}
        self._colours: dict[str, Literal["w", "b"]] = {}
        self._points: dict[str, TrfPoints] = {}
        self._readers: dict[str, Callable[[str, int, str], None]] = {
            "142": self._read_rounds, "XXR": self._read_rounds, "152": self._read_colour,
            "XXC": self._read_colour, "162": self._read_162, "XXS": self._read_xxs,
            "XXZ": self._read_absentees,
        }  # fmt: skip

    @property
    def rounds(self) -> int | None:
        """Number of rounds planned, None when not given."""
        return next(iter(self._rounds.values()), None)

    @property
    def first_colour(self) -> Literal["w", "b"] | None:
        """Colour of the highest player in round 1, None when not given."""
        return next(iter(self._colours.values()), None)

    @property
    def points(self) -> TrfPoints | None:
        """Value of the results, None when not given."""
        return self._points.get("XXS") or self._points.get("162")

    def knows(self, tag: str) -> bool:
        """Tell whether this is the tag of a setting."""
        return tag in self._readers

    def read(self, tag: str, line: int, text: str) -> None:
        """Read a line with a tag that `knows`."""
        self.places.setdefault(tag, line)
        self._readers[tag](tag, line, text)

    def finish(self) -> None:
        """Compare the two ways to give the value of the results, which can take several lines."""
        both = [self._points[tag] for tag in ("162", "XXS") if tag in self._points]
        if len(both) == 2 and both[0] != both[1]:
            what, hint = message("trf.values", line=self.places["162"]), message("trf.keep-one")
            self.findings.error(self.places["XXS"], 1, "contradiction", what, hint)

    def _read_rounds(self, tag: str, line: int, text: str) -> None:
        words = words_after_tag(text)
        number = digits(words[0][1]) if len(words) == 1 else None
        if not number:
            what, hint = message("trf.rounds", tag=tag), message("trf.rounds-hint", tag=tag)
            self.findings.error(line, words[0][0] if words else 4, "not-a-number", what, hint)
            return
        for other, value in self._rounds.items():
            if value != number:
                what = message(
                    "trf.rounds-differ", tag=tag, n=number, other=other,
                    line=self.places[other], value=value,
                )  # fmt: skip
                hint = message("trf.keep-one")
                self.findings.error(line, words[0][0], "contradiction", what, hint)
                return
        self._rounds[tag] = number

    def _read_colour(self, tag: str, line: int, text: str) -> None:
        colours = _FIRST_COLOUR[tag]
        for column, word in words_after_tag(text):
            colour = colours.get(word.lower())
            if tag == "XXC" and word.lower() == "rank":
                self.by_position = True
                self.findings.note(line, message("trf.by-position"))
            elif colour is None:
                what = message("trf.colour-word", word=quoted(word), tag=tag)
                hint = message("trf.colour-word-xxc" if tag == "XXC" else "trf.colour-word-152")
                self.findings.error(line, column, "unknown-word", what, hint)
            elif self.first_colour not in (None, colour):
                what = message("trf.colour-differs", word=quoted(word))
                hint = message("trf.keep-one")
                self.findings.error(line, column, "contradiction", what, hint)
            else:
                self._colours[tag] = colour

    def _read_absentees(self, tag: str, line: int, text: str) -> None:
        for column, word in words_after_tag(text):
            number = digits(word)
            if not number:
                what = message("trf.not-a-rank", word=quoted(word), tag=tag)
                hint = message("trf.not-a-rank-hint")
                self.findings.error(line, column, "not-a-number", what, hint)
            else:
                self.absent.setdefault(number, (line, column))

    def _read_xxs(self, tag: str, line: int, text: str) -> None:
        points = self._points.get(tag, TrfPoints())
        for column, word in words_after_tag(text):
            key, _, value = word.partition("=")
            if key.upper() not in TrfPoints.tokens() or "=" not in word:
                what = message("trf.value", word=quoted(word), tag=tag)
                hint = message("trf.value-xxs", words=" ".join(TrfPoints.tokens()))
                self.findings.error(line, column, "unknown-word", what, hint)
                continue
            halves = self._halves(line, column + len(key) + 1, value)
            if halves is not None:
                points = points.with_token(key.upper(), halves)
        self._points[tag] = points

    def _read_162(self, tag: str, line: int, text: str) -> None:
        """Read the letters of TRF26.

        A is an absence or a loss by default, P the bye of the pairing (as a win when not given),
        X a game without a result, which cannot occur here.
        """
        unread = text[:3] + _SCORE_162.sub(lambda match: " " * len(match[0]), text[3:])
        for column, word in words_after_tag(unread)[:1]:
            what = message("trf.value", word=quoted(word), tag=tag)
            hint = message("trf.value-162")
            self.findings.error(line, column, "unknown-word", what, hint)
        values: dict[str, int] = {}
        for match in _SCORE_162.finditer(text, 3):
            halves = self._halves(line, match.start(2) + 1, match[2])
            if halves is not None:
                values[match[1].upper()] = halves
        values.setdefault("P", values.get("W", 2))
        points = self._points.get(tag, TrfPoints())
        for symbol, halves in values.items():
            for token in _MEANING_162.get(symbol, (symbol,)):
                points = points.with_token(token, halves)
        self._points[tag] = points

    def _halves(self, line: int, column: int, text: str) -> int | None:
        halves = halves_in(text)
        if halves is None:
            what = message("trf.halves", text=quoted(text))
            self.findings.error(line, column, "not-points", what, message("trf.halves-hint"))
        return halves
