"""Sheets of paper, A4: the contents of each, and its page, for the terminal and for a browser.

A page is cut into leafs here, one for each sheet of paper, so that "page 1 of 2" is true in every
browser.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeVar

from markupsafe import Markup

from desk.render.catalogue import Words
from desk.render.html import rendered
from desk.render.in_words import view_in_words
from desk.render.leafs import LeafSection, leaf_tables, leafs_of, room_of, title_above
from desk.render.qr import qr_svg
from ledger.characters import visible
from ledger.messages import Sentence, message
from ledger.text_files import shortened
from projections.views.view import View


@dataclass(frozen=True, slots=True)
class Slip:
    """A result slip: its board, and the players by name and number.

    `white_link` and `black_link` are the addresses at which each claims the result, "" for none.
    """

    board: int
    white: str
    black: str
    white_number: int
    black_number: int
    white_link: str = ""
    black_link: str = ""


@dataclass(frozen=True, slots=True)
class PlaceCard:
    """A card to fold and put on a table: what is written large, and smaller lines below it.

    `titled` is a title before a name, "" for none.
    """

    large: str
    lines: tuple[Sentence, ...]
    titled: str = ""


@dataclass(frozen=True, slots=True)
class Receipt:
    """A receipt for a prize: place, the winner by number and name, and the amount."""

    rank: int
    number: int
    name: str
    amount: Sentence


@dataclass(frozen=True, slots=True)
class SheetSection:
    """A part of a sheet: a heading ("" for none), lines, and a table where there is one.

    The notes of the table stand below it; its title is not shown.
    """

    heading: Sentence
    lines: tuple[Sentence, ...] = ()
    view: View | None = None


@dataclass(frozen=True, slots=True)
class PrintedSheet:
    """A sheet with its heading: tournament, title, `about` (club, place), `terms` (days, tempo).

    `when` is the round, with its day below it where that is known. `foot` are the lines below each
    page; `scanned` is the text of the QR code there, "" for none. `website` is the address of the
    website for the public, "" for none, `website_code` the text of its code: where this sheet stands there. `slips`, `receipts` and `cards`
    are cut out of sheets of their own, after the sections. `moves`: the slips are score sheets, one for each player, with room for the moves.
    `roomy`: it hangs in the hall or is written on, so that few rows are large.
    """

    name: str
    title: Sentence
    about: tuple[Sentence, ...]
    terms: tuple[Sentence, ...]
    when: tuple[Sentence, ...]
    sections: tuple[SheetSection, ...]
    foot: tuple[Sentence, ...]
    scanned: str = ""
    website: str = ""
    website_code: str = ""
    slips: tuple[Slip, ...] = ()
    receipts: tuple[Receipt, ...] = ()
    cards: tuple[PlaceCard, ...] = ()
    moves: bool = False
    roomy: bool = False


@dataclass(frozen=True, slots=True)
class Stationery:
    """What surrounds the leafs: a style sheet as text or by its address, and a way back.

    `icon` is the address of the picture of the page, `script` that of the script that prints, ""
    for none; `logo` is the address of the club's image in the head, "" for none; `back` is a link
    (address, words) for the screen alone, and so is `remark`.
    """

    style: str = ""
    style_link: str = ""
    icon: str = ""
    script: str = ""
    logo: str = ""
    back: tuple[str, str] | None = None
    remark: str = ""


_BESIDE = 40
"""Letters that a line of a head has room for, beside the title."""


def _terms_of(sheet: PrintedSheet, words: Words) -> list[str]:
    """Return the lines of the terms of a head: one where they fit on it, else one for each."""
    terms = list(map(words, sheet.terms))
    line = " · ".join(terms)
    return [line] if 0 < len(line) <= _BESIDE else terms


def sheet_page(sheet: PrintedSheet, words: Words, around: Stationery) -> str:
    """Return a sheet as a whole HTML page; the same sheet gives the same bytes."""
    name = shortened(visible(sheet.name), _LONGEST_NAME)
    heading = words(sheet.title)
    about = ", ".join(map(words, sheet.about))
    terms = _terms_of(sheet, words)
    when = [words(line) for line in sheet.when]
    beside = [*when, *terms]
    sections = [part for each in sheet.sections for part in _in_words(each, words)]
    foot = [text for text in map(words, sheet.foot) if text]
    room = partial(
        room_of,
        title=heading,
        name=name,
        about=about,
        beside=beside,
        foot=foot,
        coded=bool(sheet.scanned),
        logo=bool(around.logo),
        website=sheet.website,
    )
    paper, leafs = leafs_of(sections, sheet.roomy, room)
    return rendered(
        "leafs.html",
        f"{name}: {heading}",
        words.language,
        name=name,
        heading=heading,
        about=about,
        when=when,
        beside=beside,
        above=title_above(paper, heading, beside, bool(around.logo)),
        paper=paper,
        leafs=leafs if sections else (),
        pages=len(leafs),
        foot=foot,
        games=sheet.slips if sheet.moves else (),
        move_columns=[range(first, first + 20) for first in (1, 21, 41)],
        cards=[
            [
                {
                    "titled": card.titled,
                    "large": visible(card.large),
                    "lines": [visible(words(line)) for line in card.lines],
                    "size": _size(card.large),
                }
                for card in page
            ]
            for page in _cut_out(sheet.cards, 4)
        ],
        slips=()
        if sheet.moves
        else _cut_out(sheet.slips, 6 if any(one.white_link for one in sheet.slips) else 8),
        receipts=[
            [replace(each, amount=words(each.amount)) for each in page]
            for page in _cut_out(sheet.receipts, 8)
        ],
        say=lambda key, **values: words(message(key, **values)),
        code=_code(sheet.scanned),
        website=sheet.website,
        website_code=_code(sheet.website_code),
        qr=_code,
        around=replace(around, style=Markup(around.style)),
    )


_LONGEST_NAME = 80
_LONG_ON_A_CARD = 26

T = TypeVar("T")


def _size(large: str) -> str:
    """Return the class of a card: a number is the largest, a name with an endless word the smallest."""
    if large.isdecimal():
        return " alone"
    if max(map(len, large.split()), default=0) > _LONG_ON_A_CARD:
        return " endless"
    return " long" if len(large) > _LONG_ON_A_CARD else ""


def _cut_out(several: Sequence[T], number: int) -> list[Sequence[T]]:
    """Return what is cut out of sheets of paper, so many of a sheet."""
    return [several[at : at + number] for at in range(0, len(several), number)]


def _code(text: str) -> Markup:
    return qr_svg(text) if text else Markup("")


def _in_words(section: SheetSection, words: Words) -> list[LeafSection]:
    """Return a section in words; a table that is too wide is several."""
    heading = visible(words(section.heading))
    lines = tuple(visible(words(line)) for line in section.lines)
    if section.view is None:
        return [LeafSection(heading, lines)]
    view = view_in_words(section.view, words)
    notes = tuple(visible(str(note)) for note in view.notes if note)
    if not view.rows:
        return [LeafSection(heading, (*lines, visible(str(view.empty))), None, notes)]
    first, *others = leaf_tables(view)
    parts = [LeafSection(heading, lines, first), *(LeafSection("", (), one) for one in others)]
    return [*parts[:-1], replace(parts[-1], notes=notes)]
