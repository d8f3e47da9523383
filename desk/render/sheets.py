"""A sheet for the wall or the tables, to be printed on A4 in large type."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from markupsafe import Markup

from desk.render.html import rendered
from ledger.messages import Sentence, message
from ledger.values import Language
from projections.views.view import View


@dataclass(frozen=True, slots=True)
class Slip:
    """A result slip: its board, and the players by their names."""

    board: int
    white: str
    black: str


@dataclass(frozen=True, slots=True)
class PrintedSheet:
    """A table with its heading: tournament, `about` (place, days), title, and its date.

    `foot` stands below every page. `slips` replace the table with the result slips of a round.
    """

    name: str
    about: tuple[Sentence, ...]
    title: Sentence
    when: Sentence
    view: View
    foot: Sentence
    slips: tuple[Slip, ...] = ()
    round: int = 0


def sheet_page(
    sheet: PrintedSheet, words: Callable[[Sentence], str], language: Language, figure: str = ""
) -> str:
    """Return a sheet, whose view is in words already, as a whole HTML page.

    `words` makes the other texts. `figure` is an SVG element that stands below, "" for none.
    """
    title = words(sheet.title)
    points, landscape = _type(len(sheet.view.columns))
    slips = [
        {
            "board": words(message("sheets.board", board=slip.board)),
            "round": words(message("sheets.round", round=sheet.round)),
            "white": words(message("sheets.white", who=slip.white)),
            "black": words(message("sheets.black", who=slip.black)),
            "sign_white": words(message("sheets.sign-white")),
            "sign_black": words(message("sheets.sign-black")),
        }
        for slip in sheet.slips
    ]
    return rendered(
        "sheet.html", f"{sheet.name}: {title}", language, sheet=sheet, title_of_sheet=title,
        about=", ".join(words(each) for each in sheet.about), when=words(sheet.when),
        view=sheet.view, slips=slips, figure=Markup(figure), points=points,
        landscape=landscape and not slips, foot=words(sheet.foot),
    )  # fmt: skip


def _type(columns: int) -> tuple[int, bool]:
    """Return the size of the type in points, and whether the paper is turned to landscape."""
    for most, points, landscape in ((6, 14, False), (8, 12, False), (11, 11, False), (18, 10, True),
                                    (26, 8, True)):  # fmt: skip
        if columns <= most:
            return points, landscape
    return 6, True
