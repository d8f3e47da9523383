"""Hidden characters: those that steer a terminal, change the direction of a text, or are invisible.

They are refused where text is typed, taken out of files, and written out (`\\x1b`) where people read
a text that contains them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain, groupby
from typing import Literal
from unicodedata import category, combining, normalize

from ledger.messages import Sentence, message

_HIDDEN = (
    r"\x00-\x1f\x7f-\x9f"  # C0, DEL, C1: ESC, line ends, NUL
    r"\u061c\u200e\u200f\u202a-\u202e\u2066-\u206f"  # these change the direction of a text
    r"\u2028\u2029\ufeff\ufffe\uffff"  # line and paragraph ends, byte order mark, non-characters
    r"\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180e\u200b\u2060-\u2064\u3164\uffa0\ufff9-\ufffb"
)  # the last line: signs that nobody sees, most of them of no width
ONE_LINE = f"^[^{_HIDDEN}]*$"
"""Pattern of a text without hidden characters; a lone surrogate is not text in the first place.

A pattern has no places: U+200C and U+200D, which are letters inside a word, are let through.
"""

_JOINERS = "\u200c\u200d"
_HIDDEN_SIGN = re.compile(f"[{_HIDDEN}\ud800-\udfff{_JOINERS}]")

_WITH_A_NAME = re.compile(
    "[\x00-\x1f\x7f\x85\x9b\x9d\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f"
    "\u2028-\u202e\u2060-\u2064\u2066-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]"
)


def first_hidden(text: str, allowed: str = "") -> tuple[int, Sentence] | None:
    """Return the place (from 1) and the name of the first hidden character; None if there is none.

    `allowed` are characters that count as visible here. The name includes the number in Unicode:
    "U+001B ESCAPE".
    """
    return next(_hidden(text, allowed), None)


def hidden_signs(text: str, allowed: str = "") -> tuple[Sentence, ...]:
    """Return the names of the hidden characters of a text, each once."""
    if text.isascii() and text.isprintable():
        return ()
    return tuple(dict.fromkeys(name for _, name in _hidden(text, allowed)))


def _hidden(text: str, allowed: str) -> Iterator[tuple[int, Sentence]]:
    for match in _HIDDEN_SIGN.finditer(text):
        if match[0] not in allowed and _hides(match):
            yield match.start() + 1, _named(match[0])


def _hides(match: re.Match[str]) -> bool:
    """Return whether a sign is hidden where it stands.

    A joiner (U+200C, U+200D) is a letter where it stands between letters or signs, as in Persian,
    and at the end of a word after a virama, as in Malayalam.
    """
    if match[0] not in _JOINERS:
        return True
    text = match.string
    at = match.start()
    before = text[max(at - 1, 0) : at]
    after = text[at + 1 : at + 2]
    return not (_in_a_word(before) and (_in_a_word(after) or combining(before) == _VIRAMA))


def _in_a_word(sign: str) -> bool:
    return sign != "" and category(sign)[0] in "LMNS" and not _HIDDEN_SIGN.match(sign)


_VIRAMA = 9
"""The class of the marks that take the vowel off a letter."""


def _named(sign: str) -> Sentence:
    code = f"U+{ord(sign):04X}"
    if _WITH_A_NAME.match(sign):
        return message(f"characters.u{ord(sign):04x}")
    if "\ud800" <= sign <= "\udfff":
        return message("characters.surrogate", code=code)
    return message("characters.control" if sign < "\u0100" else "characters.none", code=code)


def visible(text: str, kept: str = "") -> str:
    """Return `text` as one printable line: hidden characters as \\x1b, except those in `kept`."""
    if text.isascii() and text.isprintable():
        return text

    def written(match: re.Match[str]) -> str:
        code = ord(match[0])
        if match[0] in kept or not _hides(match):
            return match[0]
        return f"\\x{code:02x}" if code < 256 else _in_json(match)

    return _HIDDEN_SIGN.sub(written, text)


def without_hidden(text: str, instead: str = "?") -> str:
    """Return `text`, at the same length, with ? for each hidden character except the tab."""
    return _HIDDEN_SIGN.sub(
        lambda match: instead if match[0] != "\t" and _hides(match) else match[0], text
    )


def taken_out(text: str, kept: str = "") -> str:
    """Return a text of a file without hidden characters, except those in `kept`.

    A tab or the end of a line becomes a blank.
    """
    if text.isascii() and text.isprintable():
        return text

    def left(match: re.Match[str]) -> str:
        if match[0] in kept or not _hides(match):
            return match[0]
        return " " if match[0].isspace() else ""

    return _HIDDEN_SIGN.sub(left, text)


def cleaned(text: str, kept: str = "") -> str:
    """Return a text of a file as it is taken in: see `taken_out`; its letters in the form NFC."""
    return normal_form("NFC", taken_out(text, kept))


def visible_in_json(text: str) -> str:
    """Return JSON with the same meaning, in which hidden characters are escaped.

    The line ends between values stay; those inside a text are escaped already.
    """
    return _HIDDEN_SIGN.sub(
        lambda match: _in_json(match) if match[0] != "\n" and _hides(match) else match[0], text
    )


def _in_json(match: re.Match[str]) -> str:
    return f"\\u{ord(match[0]):04x}"


def normal_form(form: Literal["NFC", "NFKC", "NFKD"], text: str) -> str:
    """Return a text in a normal form of Unicode, in a time that grows with its length.

    Marks on one letter are put in their order by the square of their number (CPython); a long text
    is given with its marks in order.
    """
    if len(text) <= _SHORT or text.isascii():
        return normalize(form, text)
    apart = "".join(normalize("NFD", sign) for sign in text)
    runs = groupby(apart, key=lambda sign: combining(sign) > 0)
    in_order = (sorted(run, key=combining) if marks else run for marks, run in runs)
    return normalize(form, "".join(chain.from_iterable(in_order)))


_SHORT = 1_000
