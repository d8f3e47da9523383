"""A table in Dutch: its headings, the words in its cells, its notes. Values for programs stay."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import get_args

from ledger.messages import Parts, Sentence
from ledger.values import Language, RulingVerdict
from projections.log.words import SENTENCES
from projections.views.view import RowValues, View

HEADINGS: Mapping[str, str] = {
    "avg rtg": "gem rtg", "avg rtg-1": "gem rtg-1", "because": "omdat", "black": "zwart",
    "by": "door", "colours": "kleuren", "decided by": "beslist door", "diff": "saldo",
    "in time": "op tijd", "lodged": "ingediend", "name": "naam", "no": "nr", "points": "punten",
    "pref": "voorkeur", "round": "ronde", "verdict": "uitspraak", "what": "wat", "white": "wit",
    "wins": "winst", "won": "gew", "won bl": "gew zw",
}  # fmt: skip
"""Headings that differ; WP, SB and the like are the same."""

CELLS: Mapping[str, Mapping[str, str]] = {
    "decided_by": {
        "points": "punten", "number": "nummer", "lots": "loting",
        "mutual_result": "onderling resultaat", "direct_encounter": "onderling resultaat",
    },
    "found_in": {"played": "gespeeld", "engine": "programma"},
    "in_time": {"yes": "ja", "late": "te laat"},
    "verdict": SENTENCES["nl"],
}  # fmt: skip
"""Column -> words of its cells."""

NOTES: Mapping[str, str] = {
    "provisional: a game is open, or adjourned and counted as a draw (F11)": "voorlopig: een "
    "partij is open, of afgebroken en als remise geteld (F11)",
    "equal in everything, lots decide (F12.5)": "in alles gelijk, het lot beslist (F12.5)",
    "without a ruling": "zonder uitspraak",
    **{verdict: SENTENCES["nl"][verdict] for verdict in get_args(RulingVerdict)},
    "changed by hand": "met de hand gewijzigd",
    "after the round began": "nadat de ronde begonnen was",
    "boards added by hand, not compared": "met de hand toegevoegde borden, niet vergeleken",
    "the number of rounds is not planned, so no round is the last": "het aantal ronden is niet "
    "gepland, dus geen ronde is de laatste",
    "ROUNDS": "RONDEN",
    "the file does not give the number of rounds (XXR or 142), so no round is the last; ": "het "
    "bestand noemt het aantal ronden niet (XXR of 142), dus geen ronde is de laatste; ",
    "adjourned games count as draws for pairing (F11)": "afgebroken partijen tellen voor de "
    "indeling als remise (F11)",
    "adjourned games count as draws for pairing": "afgebroken partijen tellen voor de indeling als "
    "remise",
    "the highest player has white, as it was drawn (E5)": "de hoogste speler heeft wit, zoals "
    "geloot (E5)",
    "the highest player has black, as it was drawn (E5)": "de hoogste speler heeft zwart, zoals "
    "geloot (E5)",
}
"""Notes of tables and explanations, or parts of them, and what a person fills in there."""

_COLOURS = str.maketrans("WB", "WZ")


def in_language(view: View, language: Language) -> View:
    """Return a view as people read it in a language; words of the catalogue stay as they are."""
    if language == "en":
        return view
    columns = tuple(
        replace(c, heading=HEADINGS.get(c.heading, c.heading)) if isinstance(c.heading, str) else c
        for c in view.columns
    )
    rows = tuple(_row(row) for row in view.cells)
    notes = tuple(note_in(language, note) for note in view.notes)
    return replace(view, columns=columns, rows=rows, notes=notes, empty="(niets)")


def _row(row: RowValues) -> RowValues:
    translated = dict(row)
    for column, words in CELLS.items():
        if isinstance(value := row.get(column), str):
            translated[column] = words.get(value, value)
    for column in ("colours", "preference"):
        if isinstance(value := row.get(column), str):
            translated[column] = value.translate(_COLOURS)
    return translated


def note_in(language: Language, note: Sentence) -> Sentence:
    """Return a note in a language; a part that is not known here stays English."""
    if language == "en":
        return note
    match note:
        case str():
            return NOTES.get(note, note)
        case Parts():
            parts = tuple(NOTES.get(p, p) if isinstance(p, str) else p for p in note.parts)
            return Parts(parts, note.between)
        case _:
            return note
