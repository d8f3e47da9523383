"""The lines of a tournament report file that say how it is played.

Number of rounds (142, XXR), first colour (152, XXC), value of the results (162, XXS), absentees of
the next round (XXZ). A record of TRF26, its older XX line and that of bbpPairings (BBW, BBD, BBL,
BBZ, BBF, BBU) may be there together when they agree.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Literal

from ledger.messages import message
from ledger.text_files import quoted
from ledger.trf.codes import symbols
from ledger.trf.findings import Findings, TrfFault
from ledger.trf.model import TrfPoints
from ledger.trf.text import digits, halves_in, words_after_tag

_MEANING_162 = {"A": ("ZPB", "FL"), "P": ("PAB",), "X": ()}
"""Symbol of 162 -> the words of XXS that it sets; W, D and L are words of XXS themselves."""

OF_BBP = {"BBW": "W", "BBD": "D", "BBL": "L", "BBZ": "ZPB", "BBF": "FL", "BBU": "PAB"}
"""Tag of bbpPairings -> the word of XXS that it sets."""

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
            "142": self._read_rounds,
            "XXR": self._read_rounds,
            "152": self._read_colour,
            "XXC": self._read_colour,
            "162": self._read_162,
            "XXS": self._read_xxs,
            "XXZ": self._read_absentees,
            **dict.fromkeys(OF_BBP, self._read_of_bbp),
        }
        self._said: dict[str, dict[str, int]] = {"162": {}, "BBW": {}}

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
        return self._points.get("XXS") or self._points.get("162") or self._points.get("BBW")

    def knows(self, tag: str) -> bool:
        """Tell whether this is the tag of a setting."""
        return tag in self._readers

    def read(self, tag: str, line: int, text: str) -> None:
        """Read a line with a tag that `knows`."""
        self.places.setdefault(tag, line)
        self._readers[tag](tag, line, text)

    def finish(self) -> None:
        """Compare the ways to give the value of the results, which can take several lines."""
        order = ("BBW", "162", "XXS")
        ways = [tag for tag in order if tag in self._points]
        for first, second in pairwise(ways):
            if self._points[first] != self._points[second]:
                line = min(line for tag, line in self.places.items() if _way(tag) == first)
                what = message("trf.values", tag=second, other=first, line=line)
                at = min(line for tag, line in self.places.items() if _way(tag) == second)
                self.findings.error(at, 1, "contradiction", what, message("trf.keep-one"))

    def _read_rounds(self, tag: str, line: int, text: str) -> None:
        words = words_after_tag(text)
        number = digits(words[0][1]) if len(words) == 1 else None
        if not number:
            what = message("trf.rounds", tag=tag)
            hint = message("trf.rounds-hint", tag=tag)
            self.findings.error(line, words[0][0] if words else 4, "not-a-number", what, hint)
            return
        for other, value in self._rounds.items():
            if value != number:
                what = message(
                    "trf.rounds-differ",
                    tag=tag,
                    n=number,
                    other=other,
                    line=self.places[other],
                    value=value,
                )
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
        """Read the symbols of TRF26.

        A is an absence or a loss by default, P the bye of the pairing (as a win when not given),
        X an adjourned game (as a draw when not given).
        """
        values = symbols(text, 6, ("W", "D", "L", "A", "P", "X"))
        if isinstance(values, TrfFault):
            self.findings.faults(line, [values])
            return
        said = self._said["162"]
        said.update(values)
        points = TrfPoints(x=said.get("X"))
        for symbol, halves in said.items():
            for token in _MEANING_162.get(symbol, (symbol,)):
                points = points.with_token(token, halves)
        self._points[tag] = points if "P" in said else points.with_token("PAB", points.ww)

    def _read_of_bbp(self, tag: str, line: int, text: str) -> None:
        words = words_after_tag(text)
        if len(words) != 1:
            what = message("trf.one-value", tag=tag)
            hint = message("trf.halves-hint")
            self.findings.error(line, words[1][0] if words else 4, "not-points", what, hint)
            return
        halves = self._halves(line, *words[0])
        if halves is None:
            return
        said = self._said["BBW"]
        said[tag] = halves
        points = TrfPoints()
        for one, token in OF_BBP.items():
            if one in said:
                points = points.with_token(token, said[one])
        self._points["BBW"] = points if "BBU" in said else points.with_token("PAB", points.ww)

    def _halves(self, line: int, column: int, text: str) -> int | None:
        halves = halves_in(text)
        if halves is None:
            what = message("trf.halves", text=quoted(text))
            self.findings.error(line, column, "not-points", what, message("trf.halves-hint"))
        return halves


def _way(tag: str) -> str:
    """Return the first tag of those that give the values in the same way."""
    return "BBW" if tag in OF_BBP else tag
