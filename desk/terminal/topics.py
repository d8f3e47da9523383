"""Verbs found by what people say: a word, also misspelt, or a clause of a rulebook."""

from __future__ import annotations

import re
from difflib import get_close_matches

from desk.render.catalogue import room
from desk.terminal.groups import Verbs, verbs_below
from desk.terminal.help import short_help
from desk.terminal.rulebooks import load_rules
from desk.terminal.words import words
from ledger.rulebooks.files import as_shipped, shipped
from projections.views.rules import ClauseRow, show_view
from projections.views.view import View

CLAUSE = re.compile(r"[A-Za-z]{0,3}\d[\w.]*")
"""What a clause may look like: B1b, F7, 1.6.2, GHR3."""


def found(program: Verbs, typed: str) -> tuple[str, list[tuple[str, str]]]:
    """Return the verbs that have to do with words in either language, and the words as understood.

    The first ones are about all of the words: by their names and what people say, then by their
    help. A word that nobody knows is taken for the nearest that somebody does. Each verb has its
    names as they are shown, and its first sentence.
    """
    verbs = {verb.key: (verb.shown, short_help(verb.key)) for verb in verbs_below(program)}
    by_name = {key: _said_of(key, shown) for key, (shown, _) in verbs.items()}
    by_help = {key: _words(help_) for key, (_, help_) in verbs.items()}
    said = [*by_name.values(), *by_help.values()]
    vocabulary = sorted(word for word in set().union(*by_name.values()) if len(word) > 2)
    wanted = [
        word
        if any(_in(word, some) for some in said)
        else next(iter(get_close_matches(word, vocabulary, n=1)), word)
        for word in typed.casefold().split()
    ]
    fitting = (
        key
        for some in (by_name, by_help)
        for key, about in some.items()
        if all(_in(word, about) for word in wanted)
    )
    return " ".join(wanted), [verbs[key] for key in dict.fromkeys(fitting)]


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
