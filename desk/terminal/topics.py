"""Verbs found by what people say: a word, also misspelt, or a clause of a rulebook."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import get_close_matches

from desk.render.catalogue import room
from desk.terminal.groups import Verbs
from desk.terminal.help import short_help, two_names
from desk.terminal.registry import key_of
from desk.terminal.rulebooks import load_rules
from desk.terminal.words import called, words
from ledger.rulebooks.files import as_shipped, shipped
from projections.views.rules import ClauseRow, show_view
from projections.views.view import View

CLAUSE = re.compile(r"[A-Za-z]{0,3}\d[\w.]*")
"""What a clause may look like: B1b, F7, 1.6.2, GHR3."""


def verbs_of(program: Verbs) -> dict[str, tuple[str, str]]:
    """Return each verb by its key: both its names as they are shown, and its first sentence."""
    return {key: (shown, short_help(key)) for key, shown in _verbs(program, "", "")}


def _verbs(group: Verbs, before: str, dutch_before: str) -> Iterator[tuple[str, str]]:
    for name in group.contents:
        english, dutch = f"{before}{name}", f"{dutch_before}{called(group, name, 'nl')}"
        yield key_of(group.section, name), two_names(english, dutch)
        if (section := group.section_called(name)) is not None:
            yield from _verbs(section, f"{english} ", f"{dutch} ")


def found(program: Verbs, typed: str) -> tuple[str, list[tuple[str, str]]]:
    """Return the verbs that have to do with words in either language, and the words as understood.

    The first ones are about all of the words: by their names and what people say, then by their
    help. A word that nobody knows is taken for the nearest that somebody does.
    """
    verbs = verbs_of(program)
    known = {key: _said_of(key, shown) for key, (shown, _) in verbs.items()}
    vocabulary = sorted({word for said in known.values() for word in said if len(word) > 2})
    wanted = [_nearest(word, vocabulary, verbs) for word in typed.casefold().split()]
    by_name = [key for key, said in known.items() if all(_in(word, said) for word in wanted)]
    by_help = [
        key
        for key, (_, help_) in verbs.items()
        if key not in by_name and all(_in(word, _words(help_)) for word in wanted)
    ]
    return " ".join(wanted), [verbs[key] for key in (*by_name, *by_help)]


def clauses(name: str) -> list[tuple[str, str]]:
    """Return what the rulebooks that have a clause say of it: where it stands, and the text."""
    rows = []
    for rulebook in shipped():
        for clause in as_shipped(rulebook).clauses:
            if clause.casefold() == name.casefold():
                view = show_view(load_rules(rulebook), clause)
                assert isinstance(view, View)
                said = [r for r in view.rows if isinstance(r, ClauseRow) and r.clause == clause]
                rows += [(f"{rulebook} {clause}", words(one.text)) for one in said]
    return rows


def _said_of(key: str, shown: str) -> set[str]:
    """Return the words for a verb in both languages: its names, and what people say."""
    topics = (str(room("topics", language).get(key, "")) for language in ("en", "nl"))
    return _words(" ".join((shown, *topics)))


def _words(text: str) -> set[str]:
    return set(re.findall(r"[^\W_]+", text.casefold()))


def _in(word: str, said: set[str]) -> bool:
    """Tell whether a word, or one that begins with it, is among others."""
    return any(one.startswith(word) for one in said) if len(word) > 2 else word in said


def _nearest(word: str, vocabulary: list[str], verbs: dict[str, tuple[str, str]]) -> str:
    """Return a word as somebody knows it: itself, or the nearest of the vocabulary."""
    of_help = (_words(help_) for _, help_ in verbs.values())
    if any(_in(word, said) for said in (set(vocabulary), *of_help)):
        return word
    return next(iter(get_close_matches(word, vocabulary, n=1)), word)
