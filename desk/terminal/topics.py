"""Verbs found by what people say: a word, also misspelt, or a clause of a rulebook."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches

from desk.manual import pages
from desk.terminal.groups import Verbs, verbs_below
from desk.terminal.help import short_help
from desk.terminal.language import language
from desk.terminal.output import leave
from desk.terminal.rulebooks import load_rules
from desk.terminal.said import said_of, words_in
from desk.terminal.words import words
from ledger.refusals import Refusal
from ledger.rulebooks.files import shipped
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
    by_name = {key: said_of(key, shown) for key, (shown, _) in verbs.items()}
    by_help = {key: words_in(help_) for key, (_, help_) in verbs.items()}
    said = [*by_name.values(), *by_help.values()]
    vocabulary = sorted(word for word in set().union(*by_name.values()) if len(word) > 2)
    wanted = [
        word
        if any(_in(word, some) for some in said)
        else next(iter(get_close_matches(word, vocabulary, n=1)), word)
        for word in typed.casefold().split()
    ]
    fitting = [
        key
        for some in (by_name, by_help)
        for key, about in some.items()
        if all(_in(word, about) for word in wanted)
    ]
    if not fitting:
        wanted, fitting = _by_most(typed.casefold().split(), by_name)
    return " ".join(wanted), [verbs[key] for key in dict.fromkeys(fitting)]


def _by_most(typed: Sequence[str], by_name: Mapping[str, set[str]]) -> tuple[list[str], list[str]]:
    """Return the telling words of a sentence, and the verbs that have to do with most of them.

    A word tells nothing that is short, that no verb has, or that many have.
    """
    telling = {
        word: verbs
        for word in typed
        if len(word) > 2
        and 0 < len(verbs := [key for key, said in by_name.items() if _in(word, said)]) <= _TELLING
    }
    many = {key: sum(key in verbs for verbs in telling.values()) for key in by_name}
    most = max(many.values())
    return list(telling), [key for key, n in many.items() if n == most > 0]


_TELLING = 5
"""Verbs that a word may have, and still tell which is meant."""


def clauses(typed: Sequence[str]) -> list[tuple[str, str]]:
    """Return what the rulebooks that have a clause say of it: where it stands, and the text.

    A clause is typed as its name, for each rulebook that has it, or after the id of one rulebook as
    a refusal cites it: there the clauses below it are told too, or it exits where there is none.
    """
    *named, name = typed
    if named and (len(named) > 1 or named[0] not in shipped()):
        return []
    if not named and not CLAUSE.fullmatch(name):
        return []
    rows = []
    for rulebook in named or shipped():
        view = show_view(load_rules(rulebook), name)
        if named and isinstance(view, Refusal):
            leave(view)
        said = view.rows if isinstance(view, View) else ()
        rows += [
            (f"{rulebook} {row.clause}", _with_note(row))
            for row in said
            if isinstance(row, ClauseRow) and (named or row.clause.casefold() == name.casefold())
        ]
    return rows


def _with_note(row: ClauseRow) -> str:
    return " ".join(words(one) for one in (row.text, row.note) if one)


def manual(names: Sequence[str]) -> str | None:
    """Return a page of the manual, a part of one or what a refusal means, None for other words.

    A page is typed as its name, or as its address: arbiter, arbiter.md#a-club-evening.
    """
    name, _, place = (names[0] if len(names) == 1 else "").partition("#")
    page = name.removesuffix(".md")
    if pages.is_page(page):
        text = pages.section_text(page, place)
        return None if text is None else pages.plain(text)
    meaning = pages.section_text(pages.GALLERIES[language()], name) if name else None
    return pages.plain(meaning) if meaning else None


def parts(typed: str) -> list[tuple[str, str]]:
    """Return the parts of the manual, in the language of the reader, with words in their heading.

    Each has what is typed to read it, and its heading. Pages that list everything are left out.
    """
    wanted = typed.casefold().split()
    return [
        (f"help {part.page}.md" + (f"#{part.place}" if part.place else ""), part.title)
        for page in pages.names()
        if pages.page_language(page) == language() and not pages.is_listing(page)
        for part in pages.sections(page)
        if wanted and all(_in(word, words_in(part.title)) for word in wanted)
    ]


def _in(word: str, said: set[str]) -> bool:
    """Tell whether a word, or one that begins with it, is among others."""
    return any(one.startswith(word) for one in said) if len(word) > 2 else word in said
