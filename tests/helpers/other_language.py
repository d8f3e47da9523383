"""Words of one language in output in the other: the lists come from the catalogue."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import get_args

import click

from cli import toernooi
from desk.render.catalogue import files, own_texts, room
from desk.terminal.groups import Verbs
from desk.terminal.words import called
from ledger.values import Language
from tests.helpers.places import ROOT
from tests.helpers.terminal import Ran, Terminal

LANGUAGES: tuple[Language, ...] = get_args(Language)

WORD = re.compile(r"[^\W\d_]{3,}")

SAME = (
    r"\b[a-z]+\.[a-z0-9_.]+=[^\s,;]+",  # a key of a rulebook with its value, as it is set
    r"--[a-z][a-z-]*",  # options have one name
    r"[a-z]+(?:-[a-z]+)*-(?:19|20)\d\d\b|\b(?:mwkeizer|round-robin)\b",  # rulebooks: knsb-wp-2014
    r"\bfide-[a-z]+\b",  # pairing systems: fide-burstein
    r"\b\d+:[A-Z2-7]{4}(?:-[A-Z2-7]{4}){3}\b",  # heads, which may spell anything
    r"[\w./*-]+\.(?:csv|toml|trf|md|ledger|ndjson|html|txt|json|svg|duckdb|bundle|py)\b",  # files
    r"\b[a-z]+[._][a-z0-9._]*[a-z0-9]\b",  # keys of rulebooks and JSON: bye.points, may_amend
    r"\bTOERNOOI_[A-Z]+\b",  # settings
    r"\bpublished:(?:\d+|[A-Z])",  # a moment, as it is typed in either language
    r"\b[0-9a-f]{32,}\b",  # ids and hashes
    r"Invalid JSON: .*|\(expected .*\)",  # messages of JSON parsers
    r"(?<=\()[a-z0-9]+(?:-[a-z0-9]+)+(?=\))",  # the code of a refusal: (games-open)
    r'"[a-z]+(?:-[a-z]+)+"',  # the topic of a fact
    r"\bseed[0-9]+\b",  # lots that tests draw
    r"\btoernooiboek-head:\S+",  # what a QR code has
)
"""Words that are the same in every language."""

RECORDED = (
    r"^(?:feit|fact) +[a-z-]+,",  # the topic of a fact
    r"^(?:rulebook_text|tekst van het reglement) .*",  # a rulebook as agreed
    r"^(?:details|gegevens) +\S+.*",  # which details a fact has
    r"^(?:changed details|gewijzigde gegevens) +\S+.*",  # the fields of details, by name
)
"""Output of `show` that is as recorded: a fact is shown as its bytes have it."""

RULEBOOKS = (
    r"^(?:key +|sleutel +)?[a-z]+\.\S+ .*",  # keys of a rulebook file, and values that it takes
    r"^(?:clause|artikel) .*",  # clauses in our words, which are English
    r"(?<=: )[a-z]+(?=: (?:deze|die|this|there|no)\b)",  # the same, where one is wrong
    r"^(?:clauses|artikelen): .*",  # how a rulebook names its clauses
)
"""Output of `rules` that is as in a rulebook file."""

EXAMPLES = (r"^[a-z]+(?:-[a-z]+)+(?= |$)",)
"""What `examples` calls the files that come with the program."""

PROVED = (r'^[a-z ]+: \{"v":.*',)
"""Output of `verify-proof` that is proved: the bytes of a fact."""

EXPORTED = (r"^[a-z_]+(?= +\d+ +\d+ +\d+$)",)
"""The name of a table, with its rows, files and bytes."""

OF_VERBS = {
    ("export", "exporteren"): EXPORTED,
    ("show", "feit"): RECORDED,
    ("rules", "regels"): RULEBOOKS,
    ("verify-proof", "bewijs-nakijken"): PROVED,
    ("examples", "voorbeelden"): EXAMPLES,
}
"""Output of verbs that is the same in every language, one line each."""


@dataclass
class Evening:
    """Commands on one ledger in one language, and their output; verbs are named in English."""

    terminal: Terminal
    language: Language
    said: list[tuple[str, str]] = field(default_factory=list)

    def say(self, *arguments: object, code: int | None = 0) -> Ran:
        """Type a command line with its verb in the language, and keep its output.

        `code` is the expected exit code, None: any but an internal error.
        """
        line = translated([str(argument) for argument in arguments], self.language)
        ran = self.terminal.try_("--lang", self.language, *line)
        assert code is None or ran.code == code, (line, ran)
        self.hear(" ".join(line), ran.out + "\n" + ran.err)
        return ran

    def hear(self, line: str, text: str) -> None:
        """Keep a text without the folder of the test, and its cause."""
        self.said.append((line, text.replace(str(self.terminal.ledger.parent), "")))

    def value(self, family: str, code: str) -> str:
        """Return one of a few values in the language."""
        return str(room("answers", self.language)[f"{family}.{code}"]).split("|")[0].strip()

    def foreign(self) -> list[str]:
        """Return the words of the other language: the command, and the line that has them."""
        return [
            f"{line} ({', '.join(foreign_words)}): {text}"
            for line, said in self.said
            for text in dict.fromkeys(said.splitlines())
            if (foreign_words := foreign_in(text, self.language, line))
        ]

    def half_points_as_typed(self) -> list[str]:
        """Return the lines with a half point as it is typed: people read ½-½ and ½-0."""
        return [
            f"{line}: {text}"
            for line, said in self.said
            if line.partition(" ")[0] not in ("show", "feit", "help", "hulp")
            for text in dict.fromkeys(said.splitlines())
            if "1/2" in text and _HALF.search(re.sub(_TYPED, " ", text))
        ]

    def decimal_points(self) -> list[str]:
        """Return the lines of tables and texts with a number that has a decimal point.

        What is typed, and what stands in a file, has one in every language.
        """
        return [
            f"{line}: {text}"
            for line, said in self.said
            if not line.startswith(_OF_FILES)
            for text in decimal_points_in(said)
        ]


_POINT = re.compile(r"(?<![\w.:/#])[-+]?[0-9]+\.[0-9]+(?![\w.:-]|\)| uur)")
"""A number with a decimal point: no version, clause, time of day or address."""

_OF_FILES = ("show", "feit", "help", "hulp", "rules", "regels", "trf", "generate", "maken")
_HALF = re.compile(r"\b(?:1/2-(?:1/2|0)|0-1/2)\b")
_TYPED = r"toernooi .*|1-0, 0-1,.*"
"""A command, and a list of what can be typed."""

_TYPED_OR_SAME = re.compile("|".join((_TYPED, *SAME)))
_POINTED = re.compile(r"[0-9]\.[0-9]")
"""What every line has that has a decimal point, and most have not."""


def text_of_page(page: str) -> str:
    """Return the text of a page, one line per piece."""
    return re.sub(r"(?s)<(style|script).*?</\1>|<[^>]+>", "\n", page)


def decimal_points_in(text: str) -> list[str]:
    """Return the lines of a text with a number that has a decimal point, and is not typed so."""
    lines = [line for line in dict.fromkeys(text.splitlines()) if _POINTED.search(line)]
    return [line for line in lines if _POINT.search(_TYPED_OR_SAME.sub(" ", line))]


def translated(line: list[str], language: Language) -> list[str]:
    """Return a command line with the names of its verb in a language."""
    group: click.Command = toernooi
    names: list[str] = []
    while isinstance(group, Verbs) and len(names) < len(line):
        name = line[len(names)]
        command = group.get_command(click.Context(group), name)
        if command is None:
            break
        names.append(called(group, name, language))
        group = command
    return names + line[len(names) :]


def foreign_in(text: str, language: Language, typed: str) -> list[str]:
    """Return the words of a line that only the other language has, without the typed ones."""
    verb = typed.partition(" ")[0]
    same = next((lines for verbs, lines in OF_VERBS.items() if verb in verbs), ())
    return sorted(_others_in(text, language, same) - _words(typed))


@cache
def _others_in(text: str, language: Language, same: tuple[str, ...]) -> frozenset[str]:
    """Return the words of a line that only the other language has; many lines are said often."""
    if _words(text).isdisjoint(
        others_words(language)
    ):  # most lines: what is the same needs no search
        return frozenset()
    for pattern in _left_out(language, same):
        text = pattern.sub(" ", text)
    return _words(text) & others_words(language)


@cache
def _left_out(language: Language, same: tuple[str, ...]) -> tuple[re.Pattern[str], ...]:
    """Return what is the same in both languages, in the order in which it is taken out."""
    return tuple(map(re.compile, (*same, _both_names(language), *SAME)))


def _words(text: str) -> frozenset[str]:
    return frozenset(word.casefold() for word in WORD.findall(text))


@cache
def others_words(language: Language) -> frozenset[str]:
    """Return the words in texts of the other language that are in none of this one."""
    (other,) = (each for each in LANGUAGES if each != language)
    return words_of(other) - words_of(language)


@cache
def words_of(language: Language) -> frozenset[str]:
    """Return the words of all texts of a language, with the names of its verbs.

    A name of an option, a key or a file in them is no word: it stands as such where it is said.
    """
    texts = [" ".join(name.replace("-", " ") for name in _verbs(toernooi, language))]
    own = [own_texts(path) for path in [*files(language).values(), *_systems(language)]]
    if language == "en":  # the texts of rulebooks in their own files
        own.append(room("clauses", language))
    for wordings in own:
        for wording in wordings.values():
            texts += [wording] if isinstance(wording, str) else wording.values()
    return _words(" ".join(re.sub("|".join((r"\{.*?\}", *SAME)), " ", text) for text in texts))


def _systems(language: Language) -> Iterator[Path]:
    return (ROOT / "pairing").glob(f"*/words/{language}.toml")


def _verbs(group: Verbs, language: Language) -> Iterator[str]:
    for name, command in group.commands.items():
        yield called(group, name, language)
        if isinstance(command, Verbs):
            yield from _verbs(command, language)


def _both_names(language: Language) -> str:
    """Return the names of verbs in help: the other name stands in brackets."""
    (other,) = (each for each in LANGUAGES if each != language)
    name = "|".join(sorted(map(re.escape, {*_verbs(toernooi, other)}), key=len, reverse=True))
    return rf"\((?:{name})(?: (?:{name}))?\)"


def verb_lines(group: Verbs = toernooi, before: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Yield the English names of every verb and section."""
    for name, command in group.commands.items():
        yield (*before, name)
        if isinstance(command, Verbs):
            yield from verb_lines(command, (*before, name))
