"""Every verb that reads, as command lines on a competition: from the program's own list of verbs.

A verb is called by the names of its parameters: a name that `VALUES` does not know fails, and names
the verb. Verbs that are not questions about a ledger stand in `NO_READERS`, with the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import click

from desk.terminal.answers import OneOf
from desk.terminal.groups import Verbs, VerbWithSection
from desk.terminal.verbs.program import toernooi
from desk.terminal.writing import Writing
from ledger.rulebooks.files import shipped
from tests.helpers.competitions import Competition

NO_READERS = {
    "evening": "leads through an evening, and writes",
    "result": "writes",
    "results": "writes",
    "apply": "writes",
    "import-folder": "writes",
    "bundle open": "writes",
    "restore": "writes",
    "upgrade": "writes",
    "copy": "writes",
    "demo": "makes a ledger of its own",
    "serve": "until it is stopped",
    "desk": "until it is stopped",
    "examples": "about no ledger",
    "generate": "about no ledger",
    "trf generate": "about no ledger",
    "simulate": "about no ledger",
    "generate-year": "makes a ledger of its own",
    "lake build": "about many ledgers",
    "lake plan": "about many ledgers",
    "lake part": "about many ledgers",
    "rules list": "about no ledger",
    "rules show": "about no ledger",
    "rules diff": "about no ledger",
    "rules coverage": "about no ledger",
    "rules check": "about no ledger",
    "warnings": "about no ledger",
    "lists": "about no ledger",
    "lists load": "about no ledger",
    "lists find": "about no ledger",
    "lists drop": "about no ledger",
    "completion": "about no ledger",
    "doctor": "about this machine",
    "about": "about no ledger",
    "paid": "writes",
    "logo": "writes",
    "players refresh": "writes",
    "report for": "writes",
    "verify-site": "about a website",
    "open-data": "about all tournaments that are published",
}
"""Verbs that are not called, and why; those of one command write, and are known by their class."""

FINDINGS = frozenset(("check", "audit", "trf check"))
"""Verbs that exit with 1 when their comparison shows a difference."""

ALWAYS = frozenset(
    ("status", "players", "rounds", "log", "integrity", "protests", "tournaments", "verify", "head")
)
"""Verbs that have an answer about every tournament."""

OF_A_FILE = {
    "trf": "file.trf",
    "verify-proof": "proof.json",
    "bundle": "bundle.json",
    "sql": "questions.sql",
    "compare": "file.trf",
}
"""The argument of each verb that reads a file, by its first word; see `FILES` for its making."""

FILES = {
    "file.trf": ("export", "-o"),
    "proof.json": ("prove", "1", "-o"),
    "bundle.json": ("bundle", "make", "-o"),
}
"""The files, each with the command line that writes it."""

QUESTIONS = (
    "select * from standings_now",
    "select * from games_now",
    "select * from integrity",
    "select * from pairing_decisions",
    "select kind, count(*) as n from colours group by kind",
    "from standings_as_of(3)",
    "from events",
    "from corrections",
    "from floats",
)

ONE_OF = {
    "why": ("board", "player"),
    "overview": ("which", "all_html"),
    "prove": ("event", "start"),
    "trf why": ("player", "board", "pair", "bye", "colour"),
    "sql": ("question", "file"),
    "export": ("kind", "parquet"),
}
"""Verbs that require exactly one of these options."""

FORMS = frozenset(("as_json", "as_csv"))


@dataclass(frozen=True)
class Guess:
    """Values for parameters that fit the competition, and sometimes do not."""

    competition: Competition
    verb: str
    folder: Path

    def one_of(self, *values: object) -> list[str]:
        return [str(self.competition.chance.choice(values))]

    def position(self) -> list[str]:
        return [str(self.competition.chance.randrange(1, self.competition.state.position + 1))]

    def round(self) -> list[str]:
        rounds = len(self.competition.state.rounds)
        return self.one_of(*range(1, rounds + 1), *range(1, rounds + 1), rounds + 1)

    def after(self) -> list[str]:
        return self.one_of(*range(len(self.competition.state.rounds) + 1))

    def player(self) -> list[str]:
        state = self.competition.state
        names = [self.competition.book.name(player) for player in state.former]
        labels = [state.label(player) for player in state.players]
        return self.one_of(*labels, *labels, *labels, *names, "Player", 77)

    def board(self) -> list[str]:
        return self.one_of(1, 1, 2, 3, *self.player())

    def moment(self) -> list[str]:
        fact, round_ = *self.position(), *self.round()
        return self.one_of(fact, f"#{fact}", f"published:{round_}", "2026-09-04 21:00:10+02:00")

    def rules(self) -> list[str]:
        return self.one_of(*shipped())

    def file(self) -> list[str]:
        if self.verb == "backup":
            return self.new(f"{self.competition.chance.random()}.ledger")
        return [str(self.folder / OF_A_FILE[self.verb.split()[0]])]

    def new(self, ending: str) -> list[str]:
        return [str(self.folder / f"{self.verb.replace(' ', '-')}.{ending}")]

    def head(self) -> list[str]:
        heads = [row["short"] for row in self.competition.terminal.json("head")["rows"]]
        return heads[-1:] if self.verb in ("verify-proof", "bundle verify") else self.one_of(*heads)

    def file_head(self) -> list[str]:
        """Return the head of the file, which excludes one of the tournament."""
        return [self.competition.terminal.json("verify")["file"]["short"]]


VALUES: dict[str, Callable[[Guess], list[str]]] = {
    "player": Guess.player,
    "first": Guess.player,
    "second": Guess.player,
    "board": Guess.board,
    "round": Guess.round,
    "round_number": Guess.round,
    "number": Guess.round,
    "only": Guess.round,
    "after": Guess.after,
    "since": Guess.after,
    "basis": Guess.position,
    "event": Guess.position,
    "publication": lambda guess: guess.one_of(1, 1, 2),
    "memory": lambda guess: ["512"],
    "disk": lambda guess: ["512"],
    "fact": Guess.moment,
    "as_of": Guess.moment,
    "moments": Guess.moment,
    "rules": Guess.rules,
    "until": Guess.after,
    "actor": lambda guess: ["arbiter"],
    "last": lambda guess: guess.one_of(1, 5, 500),
    "what": lambda guess: ["standings"],
    "rounds": lambda guess: guess.one_of(5, 9),
    "period": lambda guess: guess.one_of(1, 2),
    "which": lambda guess: guess.one_of(*range(1, 8)),
    "versions": Guess.rules,
    "question": lambda guess: guess.one_of(*QUESTIONS),
    "jobs": lambda guess: ["1"],
    "head": Guess.head,
    "start": Guess.head,
    "file": Guess.file,
    "file_head": Guess.file_head,
    "html": lambda guess: guess.new("html"),
    "svg": lambda guess: guess.new("svg"),
    "output": lambda guess: guess.new("out"),
    "all_html": lambda guess: guess.new("pages"),
    "folder": lambda guess: guess.new("site"),
    "statistic": lambda guess: guess.one_of("results", "field", "clubs"),
    "duckdb": lambda guess: guess.new("duckdb"),
    "pair": lambda guess: guess.player() * 2,
    "colour": lambda guess: [*guess.player(), *guess.player()],
    "against": lambda guess: [str(guess.competition.terminal.ledger)],
    "places": lambda guess: [str(guess.competition.terminal.ledger)],
    "names": lambda guess: ["Open"],
    "address": lambda guess: ["https://desk.example"],
    "picture": lambda guess: guess.new("svg"),
    "parquet": lambda guess: guess.new("files"),
    "title": lambda guess: ["Stand"],
    "season": lambda guess: guess.one_of("2025-2026", "2026-2027"),
    "least_games": lambda guess: guess.one_of(7, 9),
    "timeout": lambda guess: ["60"],
}
"""The value of a parameter, by its name."""

NOT_GIVEN = frozenset(("key", "sign", "changes", "qr", "cluster", "lake", "send"))
"""Parameters that other tests give: keys of rulebooks, files and libraries of signing, clusters, and
where a site is sent to."""


def verbs(
    group: Verbs = toernooi, before: tuple[str, ...] = ()
) -> Iterator[tuple[str, click.Command]]:
    """Yield the full name of every verb, with its command."""
    for name, command in group.commands.items():
        if isinstance(command, Verbs):
            if isinstance(command, VerbWithSection) and command.alone.name == name:
                yield " ".join((*before, name)), command.alone
            yield from verbs(command, (*before, name))
        else:
            yield " ".join((*before, name)), command


@cache
def readers() -> dict[str, click.Command]:
    """Return every verb that reads a ledger, or a file that one wrote."""
    return {
        name: command
        for name, command in verbs()
        if not isinstance(command, Writing) and name not in NO_READERS
    }


def questions(competition: Competition, folder: Path, *, whole: bool) -> Iterator[list[str]]:
    """Yield command lines: each reader bare, as JSON and CSV, and with its options, some or all."""
    (folder / OF_A_FILE["sql"]).write_text(";\n".join(QUESTIONS), "utf-8")
    for file, line in FILES.items():
        (folder / file).unlink(missing_ok=True)
        competition.terminal.try_(*line, folder / file)
    for name, command in readers().items():
        guess = Guess(competition, name, folder)
        needed = OF_A_FILE.get(name.split()[0])
        if needed and not (folder / needed).exists():
            continue
        for options in _choices(competition, name, command, whole):
            yield [*name.split(), *_given(guess, command, options)]


def _choices(
    competition: Competition, name: str, command: click.Command, whole: bool
) -> Iterator[tuple[click.Parameter, ...]]:
    chance, params = competition.chance, [p for p in command.params if p.name not in NOT_GIVEN]
    forms = [(), *((param,) for param in params if param.name in FORMS)]
    required = tuple(param for param in params if param.required)
    ways = [(*required, p) for p in params if p.name in ONE_OF.get(name, ())] or [required]
    taken = {param for way in ways for param in way}
    others = [p for p in params if p not in taken and p.name not in FORMS]
    if whole:
        yield from ((*way, *form) for way in ways for form in forms)
        yield from ((*chance.choice(ways), other, *form) for other in others for form in forms)
        return
    yield (*chance.choice(ways), *chance.choice(forms))
    if others:
        some = chance.sample(others, min(chance.choice((1, 1, 2)), len(others)))
        yield (*chance.choice(ways), *some, *chance.choice(forms))


def _given(guess: Guess, command: click.Command, params: tuple[click.Parameter, ...]) -> list[str]:
    """Return the words of these parameters: options first, then arguments in their order."""
    options, arguments = [], {}
    for param in params:
        if isinstance(param, click.Option) and param.is_flag:
            options.append(param.opts[0])
            continue
        words = _value(guess, param)
        if isinstance(param, click.Option):
            options += [max(param.opts, key=len), *words]
        else:
            arguments[param.name] = words
    order = [param.name for param in command.params if param.name in arguments]
    return [*options, *(word for name in order for word in arguments[name])]


def _value(guess: Guess, param: click.Parameter) -> list[str]:
    if param.name in VALUES:
        return VALUES[param.name](guess)
    match param.type:
        case OneOf(codes=codes) | click.Choice(choices=codes):
            return guess.one_of(*codes)
    raise AssertionError(
        f"the sweep of readers has no value for {param.name} of {guess.verb}:"
        " give it one in VALUES, or the verb its reason in NO_READERS"
    )
