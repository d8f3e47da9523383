"""The gallery of refusals: docs/refusals.md and, in Dutch, docs/weigeringen.md.

What a code means stands in the room `codes` of the catalogue, its example in
`tests/docs/refusal_examples.py`. Every example is run, in both languages, and is refused with its
code; what the program then says is what the pages show.
"""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from desk.render.catalogue import room
from ledger.refusals import Exit
from ledger.runtime import Runtime
from ledger.values import Language
from tests.docs.refusal_examples import EXAMPLES, FILES, IN_WORDS, LEDGERS
from tests.helpers.console import Console
from tests.helpers.other_language import translated
from tests.helpers.refusal_codes import ANYTHING, refusals

PAGES: dict[str, Language] = {"refusals.md": "en", "weigeringen.md": "nl"}
"""The two pages, by their names in docs/."""

BEGUN = datetime(2026, 11, 20, 19, 0, tzinfo=UTC)

KINDS = (Exit.USAGE, Exit.REFUSED, Exit.DAMAGED)
"""The exit codes of a refusal, in the order of the pages."""


@cache
def codes() -> dict[str, Exit]:
    """Return every code of the program with its exit code; `trf-*` stands for a family."""
    found = {code.replace(ANYTHING, "*"): exit_ for code, exit_, _ in refusals()}
    return dict(sorted(found.items()))


def meaning(code: str, language: Language) -> str:
    """Return what a code means."""
    return str(room("codes", language)[code])


@dataclass(frozen=True)
class Shown:
    """The example of a code in a language: what is typed, and what the program says then."""

    typed: tuple[str, ...]
    said: str


@dataclass
class Bench:
    """Runs examples in a folder; each ledger of the examples is made once."""

    folder: Path
    made: dict[str, Path] = field(default_factory=dict)
    numbers: Iterator[int] = field(default_factory=count)

    def shown(self, code: str) -> dict[Language, Shown]:
        """Run the example of a code in both languages; its last line is refused with the code."""
        ledger, *typed = EXAMPLES[code]
        *before, _ = typed
        console = Console(self._copied(ledger), width=80, runtime=_world("example", 30))
        for name in _files_in(typed):
            (console.folder / name).parent.mkdir(exist_ok=True)
            (console.folder / name).write_text(FILES[name], "utf-8")
        for line in before:
            console.must_run(*shlex.split(line))
        return {
            language: self._refused(code, replace(console, language=language))
            for language in PAGES.values()
        }

    def _refused(self, code: str, console: Console) -> Shown:
        _, *typed = EXAMPLES[code]
        ran = console.typed(*shlex.split(in_language(typed[-1], console.language)))
        told = f"the example of {code}: toernooi {typed[-1]}\n{ran.output}"
        assert ran.exit_code == codes()[code], told
        assert _begins(code).search(ran.output), told
        lines = tuple(in_language(line, console.language) for line in typed)
        said = ran.output.replace(str(console.folder.resolve()), "/club")
        return Shown(lines, said.rstrip("\n"))

    def _ledger(self, name: str) -> Path:
        """Return the folder of a ledger of the examples; nothing may be recorded there."""
        if name not in self.made:
            of, lines = LEDGERS[name]
            folder = self._copied(of) if of else self._new()
            console = Console(folder, runtime=_world(name, len(self.made)))
            for line in lines.strip().splitlines():
                console.must_run(*shlex.split(line))
            self.made[name] = folder
        return self.made[name]

    def _copied(self, name: str) -> Path:
        folder = self.folder / str(next(self.numbers))
        shutil.copytree(self._ledger(name), folder)
        return folder

    def _new(self) -> Path:
        folder = self.folder / str(next(self.numbers))
        folder.mkdir()
        return folder


def _begins(code: str) -> re.Pattern[str]:
    """Return what a line that tells of a refusal begins with; `trf-*` has a code of its family."""
    word = re.escape(code).replace(r"\*", ANYTHING)
    return re.compile(rf"^\w+ \({word}\)  ", re.MULTILINE)


def _world(name: str, day: int) -> Runtime:
    ids, minutes = count(1), count()
    return Runtime(
        now=lambda: BEGUN + timedelta(days=day, minutes=next(minutes)),
        new_id=lambda: f"{name}{next(ids)}",
        new_seed=lambda: "seed",
    )


def _files_in(typed: Iterable[str]) -> list[str]:
    """Return the files that command lines name, by themselves or by their folder."""
    words = {word.split("/")[0] for line in typed for word in shlex.split(line)}
    return [name for name in FILES if name.split("/")[0] in words]


def in_language(line: str, language: Language) -> str:
    """Return a command line, as it is typed after `toernooi`, with the verb of a language."""
    words = shlex.split(line)
    first = 2 if words[0] in ("--ledger", "-t") else 0
    verb = words[first:]
    for old, new in zip(verb, translated(verb, language), strict=True):
        if old != new:
            line = line.replace(f"{old}", new, 1)
    return line


# --- the pages ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Prose:
    """What a page says around its examples."""

    title: str
    about: tuple[str, ...]
    kinds: dict[Exit, str]
    empty: str
    ledger: str
    ledgers: str
    made_from: str
    no_example: dict[str, str]


PROSE: dict[Language, Prose] = {
    "en": Prose(
        title="Refusals",
        about=(
            "What the program refuses, by the code that a refusal begins with and that programs read",
            "(`--json`, docs/python.md). Each code has what it means and an example, which was run; the",
            "answer names what is wrong, the rule where there is one, and the next step. A code with `*`",
            "stands for a family: what is wrong with a line of a file. Dutch:",
            "[weigeringen.md](weigeringen.md).",
        ),
        kinds={
            Exit.USAGE: "Exit 2: wrongly typed, or a file that cannot be used",
            Exit.REFUSED: "Exit 3: refused by a rule",
            Exit.DAMAGED: "Exit 4: damaged",
        },
        empty="In a folder without a ledger:",
        ledger="Ledger",
        ledgers="The ledgers of the examples",
        made_from="Goes on from",
        no_example={
            "browser": "No example: it is said in a browser, where no command line is typed.",
            "server": "No example: it takes a ledger in PostgreSQL, and its server.",
            "cluster": "No example: it takes several processes or computers that share the work.",
            "disk": "No example: it takes a disk, a file or a computer that is not as it should be.",
            "others": "No example: it takes another program at the same moment, or of another version.",
            "changed": "No example: it takes a file that something else has changed.",
        },
    ),
    "nl": Prose(
        title="Weigeringen",
        about=(
            "Wat het programma weigert, op de code waarmee een weigering begint en die programma's lezen",
            "(`--json`, docs/python.md). Bij elke code staat wat die betekent en een voorbeeld, dat is",
            "uitgevoerd; het antwoord noemt wat er mis is, de regel als die er is, en het vervolg. Een code",
            "met `*` staat voor een familie: wat er mis is met een regel van een bestand. Engels:",
            "[refusals.md](refusals.md).",
        ),
        kinds={
            Exit.USAGE: "Exitcode 2: verkeerd getypt, of een onbruikbaar bestand",
            Exit.REFUSED: "Exitcode 3: geweigerd door een regel",
            Exit.DAMAGED: "Exitcode 4: beschadigd",
        },
        empty="In een map zonder grootboek:",
        ledger="Grootboek",
        ledgers="De grootboeken van de voorbeelden",
        made_from="Gaat verder met",
        no_example={
            "browser": "Geen voorbeeld: het staat in een browser, waar geen opdrachtregel getypt wordt.",
            "server": "Geen voorbeeld: er is een grootboek in PostgreSQL voor nodig, en de server ervan.",
            "cluster": "Geen voorbeeld: er zijn processen of computers voor nodig die het werk delen.",
            "disk": "Geen voorbeeld: er is een schijf, bestand of computer voor nodig waar iets mis mee is.",
            "others": "Geen voorbeeld: er is op dat moment een ander programma voor nodig, of een andere"
            " versie.",
            "changed": "Geen voorbeeld: er is een bestand voor nodig dat door iets anders gewijzigd is.",
        },
    ),
}


@cache
def pages(generated: str) -> dict[str, str]:
    """Return the two pages by their names; every example is run for them."""
    with TemporaryDirectory() as folder:
        bench = Bench(Path(folder))
        shown = {code: bench.shown(code) for code in codes() if code in EXAMPLES}
    return {name: _page(language, generated, shown) for name, language in PAGES.items()}


def _page(language: Language, generated: str, shown: dict[str, dict[Language, Shown]]) -> str:
    prose = PROSE[language]
    lines = [f"# {prose.title}", "", generated, *prose.about, ""]
    for kind in KINDS:
        of_kind = [code for code, exit_ in codes().items() if exit_ is kind]
        lines += [f"## {prose.kinds[kind]}", ""]
        lines += [", ".join(f"[{code}](#{code.rstrip('*')})" for code in of_kind) + ".", ""]
        for code in of_kind:
            example = shown[code][language] if code in shown else None
            lines += section(code, language, example)
    lines += [f"## {prose.ledgers}", ""]
    for name, (of, made) in LEDGERS.items():
        if made:
            lines += [f"### {prose.ledger} {name}", ""]
            lines += [f"{prose.made_from} {_to_ledger(of, prose)}.", ""] if of else []
            typed = (in_language(line, language) for line in made.strip().splitlines())
            lines += ["```console", *(f"$ toernooi {line}" for line in typed), "```", ""]
    return "\n".join(lines).rstrip() + "\n"


def _to_ledger(name: str, prose: Prose) -> str:
    return f"[{name}](#{prose.ledger.lower()}-{name})"


def section(code: str, language: Language, example: Shown | None) -> list[str]:
    """Return what a page says of one code; without an example, why there is none."""
    prose = PROSE[language]
    lines = [f"### {code}", "", meaning(code, language), ""]
    if example is None:
        reason = next(reason for reason, listed in IN_WORDS.items() if code in listed)
        return [*lines, prose.no_example[reason], ""]
    ledger = EXAMPLES[code][0]
    where = f"{prose.ledger} {_to_ledger(ledger, prose)}:" if LEDGERS[ledger][1] else prose.empty
    for name in _files_in(example.typed):
        lines += [f"`{name}`:", "", "```text", *_shortened(FILES[name]), "```", ""]
    typed = [f"$ toernooi {line}" for line in example.typed]
    return [*lines, where, "", "```console", *typed, *example.said.splitlines(), "```", ""]


def _shortened(text: str) -> list[str]:
    """Return the lines of a file, of a long one the first three."""
    lines = text.splitlines()
    return lines if len(lines) <= 9 else [*lines[:3], "..."]
