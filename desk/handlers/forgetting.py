"""Forgetting a person: the record beside the ledger is deleted, the facts stay."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from itertools import zip_longest

from desk.commands.decision import Decision
from desk.commands.players import Forget
from ledger.characters import normal_form
from ledger.facts.records import PersonForgotten
from ledger.facts.tournament import AnyFact
from ledger.messages import Blank, Sentence, do, message
from ledger.names import natural
from ledger.refusals import Refusal, Refusals
from ledger.state.book import Book
from ledger.state.details import DETAILS_RECORD, FILE_RECORD, Records
from ledger.state.tournament import Entrant
from ledger.store.tables.people import PersonRecord

_LEAST_LETTERS = 4
"""A shorter part of a name occurs in too many other words, and is searched as a whole word."""

_LEAST_DIGITS = 5
"""A shorter id may be any other number of a line."""

_PARTICLES = frozenset(
    {
        "al",
        "da",
        "de",
        "del",
        "den",
        "der",
        "di",
        "du",
        "el",
        "het",
        "la",
        "le",
        "op",
        "t",
        "te",
        "ten",
        "ter",
        "van",
        "vd",
        "von",
        "zu",
    }
)

MADE_BY_THE_PROGRAM = frozenset(
    {
        "rulebook",
        "rulebook_text",
        "rulebook_hash",
        "edition",
        "edition_text",
        "edition_hash",
        "rules_hash",
        "program",
        "sha256",
        "rating_list",
        "record",
        "record_hash",
        "person",
        "person_hash",
        "seed",
        "engine",
        "engine_version",
        "relaxed_why",
        "time",
        "check_in_until",
        "device",
        "answered",
        "federation",
    }
)
"""The texts of facts that name nobody; a test holds that the others are searched."""


def forget(book: Book, command: Forget) -> Decision | Refusals:
    """Delete a player's record. A second time it adds nothing; the caller cleans the file again.

    A player whose entry was withdrawn is found by name.
    """
    entrant = book.find_player(command.player)
    if isinstance(entrant, Refusal) and entrant.code == "unknown-player":
        entrant = book.find_player(command.player, former=True)
    if isinstance(entrant, Refusal):
        return (entrant,)
    label = book.state.label(entrant.player)
    if entrant.forgotten is not None:
        note = message("handlers.forgotten-at", number=label, position=entrant.forgotten)
        return Decision((), notes=(note,))
    search = Search.of(book.people.get(entrant.person, {}))
    had = book.people.get(FILE_RECORD, {}).get("lines", "").split("\n")
    lines = [line for line in had if not search.names(line)]
    if lines == had:
        notes = tuple(_left_behind(book, search, book.people))
        fact = PersonForgotten(player=entrant.player, reason=command.reason)
        return Decision((fact,), notes=notes, forgotten=(entrant.person,))
    kept = PersonRecord(FILE_RECORD, (("lines", "\n".join(lines)),), book.new_seed())
    notes = (
        message("handlers.lines-taken-out", n=len(had) - len(lines), record=FILE_RECORD),
        *_left_behind(book, search, {**book.people, FILE_RECORD: dict(kept.fields)}),
    )
    fact = PersonForgotten(
        player=entrant.player,
        reason=command.reason,
        record=FILE_RECORD,
        record_hash=kept.hash,
    )
    return Decision((fact,), (kept,), notes=notes, forgotten=(entrant.person,))


def _left_behind(book: Book, search: Search, people: Records) -> Iterator[Sentence]:
    """Yield where else parts of a record may stand; a message names no more than the place.

    `people` are the records as they are afterwards.
    """
    actors = (stamp.actor for _, stamp in book.recorded)
    named = [
        f"#{position}"
        for position, (fact, actor) in enumerate(zip_longest(book.facts, actors), 1)
        if search.finds(_texts(fact, actor))
    ]
    if named:
        yield message("handlers.words-may-name", facts=", ".join(named))
    entered = (*book.state.players.values(), *book.state.former.values())
    persons = {e.person for e in entered}
    for key, other in people.items():
        if key in persons or not search.finds(other.values()):
            continue
        if key == DETAILS_RECORD:
            yield message("handlers.details-may-name", command=do("details"))
        else:
            yield message("handlers.lines-may-name", record=key)


def may_be_same(record: Mapping[str, str], other: Mapping[str, str]) -> bool:
    """Return whether two records may be of one person: an id in common, or the name.

    The name alone is not enough if both have a birth date, and these differ.
    """
    if any(record.get(key) and record[key] == other.get(key) for key in ("fide_id", "national_id")):
        return True
    births = {each["birth"] for each in (record, other) if each.get("birth")}
    name = natural(record.get("name", ""))
    return bool(name) and name == natural(other.get("name", "")) and len(births) < 2


def in_other_tournaments(
    records: Collection[Mapping[str, str]], others: Iterable[tuple[str, Records]]
) -> Iterator[Sentence]:
    """Yield the other tournaments of the file that may hold the persons of these records.

    `others` are their names, and the records beside them, by key.
    """
    named = [
        name
        for name, people in others
        if any(may_be_same(record, other) for record in records for other in people.values())
    ]
    if named:
        listed = "; ".join(f'"{name}"' for name in named)
        step = do("forget", tournament=Blank("NAME"), player=Blank("PLAYER"))
        yield message("handlers.elsewhere", n=len(named), tournaments=listed, command=step)


def _texts(fact: AnyFact, actor: str | None) -> Iterator[str]:
    """Yield every text of a fact that a person wrote."""
    yield actor or ""
    for name, value in fact.__dict__.items():
        if name not in MADE_BY_THE_PROGRAM:
            texts = value if isinstance(value, tuple) else (value,)
            yield from (text for text in texts if isinstance(text, str))


@dataclass(frozen=True, slots=True)
class Search:
    """The words that can name a person: long words anywhere, short ones as whole words only.

    A club names many people, so it is not searched by itself. `name` has every word of the name,
    `numbers` the ids and the spellings of a date of birth, `dated` finds one in words; None: it is
    not known.
    """

    parts: frozenset[str]
    words: frozenset[str]
    name: frozenset[str] = frozenset()
    numbers: frozenset[str] = frozenset()
    dated: re.Pattern[str] | None = None

    @classmethod
    def of(cls, record: Mapping[str, str]) -> Search:
        """Return the search for a record: its name, ids, and birth date."""
        name = frozenset(re.findall(r"[^\W\d_]+", _plain(record.get("name", "")))) - _PARTICLES
        long = {word for word in name if len(word) >= _LEAST_LETTERS}
        short = {word for word in name - long if len(word) > 1}
        ids = {_plain(record[key]) for key in ("fide_id", "national_id") if record.get(key)}
        born = _born(record)
        dates = set() if born is None else _dates(born)
        return cls(
            frozenset(long | dates),
            frozenset(short | ids),
            name if len(name) > 1 or long else frozenset(),
            frozenset(dates | {one for one in ids if len(one) >= _LEAST_DIGITS}),
            None if born is None else _in_words(born),
        )

    def finds(self, texts: Iterable[str]) -> bool:
        """Return whether one of the texts may name the person."""
        for text in map(_plain, texts):
            if any(part in text for part in self.parts):
                return True
            if self.dated and self.dated.search(text):
                return True
            if self.words and not self.words.isdisjoint(re.findall(r"\w+", text)):
                return True
        return False

    def names(self, line: str) -> bool:
        """Return whether a line has the whole name of the person, an id or the date of birth."""
        text = _plain(line)
        words = set(re.findall(r"\w+", text))
        if self.name and self.name <= words:
            return True
        if self.dated and self.dated.search(text):
            return True
        return any(re.search(rf"(?<!\w){re.escape(one)}(?!\w)", text) for one in self.numbers)


def _plain(text: str) -> str:
    """Return a text without case and accents."""
    apart = normal_form("NFKD", text.casefold())
    return "".join(sign for sign in apart if not unicodedata.combining(sign))


def _born(record: Mapping[str, str]) -> date | None:
    """Return the date of birth of a record; a year alone is not a date."""
    try:
        return date.fromisoformat(record.get("birth", ""))
    except ValueError:
        return None


def _dates(day: date) -> set[str]:
    """Return the usual spellings of a date of birth."""
    forms = {day.isoformat(), f"{day:%Y%m%d}", f"{day:%Y/%m/%d}", f"{day:%Y.%m.%d}"}
    for sign in "-/. ":
        forms |= {f"{day:%d{sign}%m{sign}%Y}", f"{day.day}{sign}{day.month}{sign}{day.year}"}
    return forms


def _in_words(day: date) -> re.Pattern[str]:
    """Return what finds a date of birth with its month in words, of any language.

    The word is not looked at: another month of that year is found too, so that rather too much than
    too little is told or taken away.
    """
    month = r"[^\W\d_]+\.?"
    forms = rf"{day.day}\.?\s+{month},?\s+{day.year}|{month}\s+{day.day},?\s+{day.year}"
    return re.compile(rf"(?<!\w)(?:{forms})(?!\w)")


def is_forgotten(book: Book, entrant: Entrant) -> Refusal:
    """Return the refusal to keep a record again of a forgotten person."""
    assert entrant.forgotten is not None
    return Refusal(
        "person-forgotten",
        message("handlers.is-forgotten", number=book.state.label(entrant.player)),
        message("handlers.changes-rating", command=do("correct-rating", player=Blank("PLAYER"))),
        events=(entrant.forgotten,),
    )
