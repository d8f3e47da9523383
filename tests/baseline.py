"""What the program says, kept to be compared after its inside was moved: goes when that is done.

    python -m tests.baseline keep FILE
    python -m tests.baseline compare FILE

Random competitions under every pairing system are played by seed; of each published round why
everybody sits where they sit and five questions why-not, as data and in both languages; every verb
that reads; every page of the desk for every role, and every form, in both languages.
"""

from __future__ import annotations

import argparse
import difflib
import gzip
import json
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random

from desk.access.roles import Role
from desk.answers.why import Explanation, finder, why, why_bye, why_not
from desk.commands.commands import COMMANDS
from desk.render.text import as_json
from ledger.refusals import Refusal
from ledger.values import Language
from pairing.review.questions import of_book
from tests.helpers.browsing import Browsing, demo
from tests.helpers.competitions import Competition, rulebooks
from tests.helpers.matrix import COMERS, GETS, address_of
from tests.helpers.readings import questions
from tests.helpers.words import whole

LANGUAGES: tuple[Language, ...] = ("en", "nl")

CHANGES = re.compile(
    r'(?<=value=")[\w-]{16,}(?=")|nonce="[^"]*"|\?v=\w+|[0-9a-f]{12,}|/s/[\w-]+|"ms": [\d.]+|(?<=value=")id\d+(?=")'
)
"""What differs from run to run: tokens of forms, addresses of assets, invitations."""


def claims(rounds: int) -> Iterator[tuple[str, str]]:
    """Yield what is said of every round of random competitions, until there are so many rounds."""
    seed = 0
    while rounds > 0:
        seed += 1
        for rules in rulebooks():
            with tempfile.TemporaryDirectory() as folder:
                made = Competition(Path(folder) / "b.ledger", rules, seed, 6 + seed % 9)
                for _ in range(30):
                    made.carry_on()
                for round_ in made.state.rounds:
                    rounds -= 1
                    yield f"round {rules} {seed} {round_.number}", _said(made, round_.number, seed)


def _said(made: Competition, number: int, seed: int) -> str:
    question = of_book(made.book, number)
    if isinstance(question, tuple):
        return repr(question)
    chance = Random(f"{seed} {number}")
    find = finder(made.book)
    labels = [str(made.state.label(player)) for player in made.state.players]
    answers = [why(question, None, player, find) for player in labels]
    answers += [why_not(question, *_two(chance, labels), find) for _ in range(5)]
    answers.append(why_bye(question))
    return "\n".join([repr(question.pairing), *map(_of_answer, answers)])


def _two(chance: Random, labels: list[str]) -> tuple[str, str]:
    one, two = chance.sample(labels, 2)
    return one, two


def _of_answer(answer: Explanation | tuple[Refusal, ...]) -> str:
    if isinstance(answer, tuple):
        return "\n".join(
            whole([one.what, one.next], language) for one in answer for language in LANGUAGES
        )
    rows = as_json([row.claim for row in answer.claims])
    return "\n".join([rows, *(whole(answer.lines, language) for language in LANGUAGES)])


def verbs(seeds: int) -> Iterator[tuple[str, str]]:
    """Yield the answers of every verb that reads about competitions."""
    for seed in range(seeds):
        for rules in rulebooks():
            with tempfile.TemporaryDirectory() as name:
                folder = Path(name)
                made = Competition(folder / "b.ledger", rules, seed, 8)
                for _ in range(40):
                    made.carry_on()
                for number, line in enumerate(questions(made, folder, whole=seed == 0)):
                    language = LANGUAGES[number % 2]
                    ran = made.terminal.try_("--lang", language, *line)
                    said = f"{ran.code}\n{ran.out}\n{ran.err}".replace(name, "FOLDER")
                    yield f"verb {rules} {seed} {number} {' '.join(line).replace(name, '')}", said


def pages() -> Iterator[tuple[str, str]]:
    """Yield every page of the desk for everybody, and every form."""
    with tempfile.TemporaryDirectory() as name:
        yield from _pages("demo", demo(Path(name)))
    for rules in ("mwkeizer", "fide-dutch-2026", "knsb-wp-2014", "berger"):
        if rules not in rulebooks():
            continue
        with tempfile.TemporaryDirectory() as name:
            made = Competition(Path(name) / "b.ledger", rules, 1, 8)
            for _ in range(40):
                made.carry_on()
            yield from _pages(rules, Browsing(Path(name) / "b.ledger"))
            made.do("plan", rounds=len(made.state.rounds) or 1)
            made.do("finish")
            yield from _pages(f"{rules} ended", Browsing(Path(name) / "b.ledger"))


def _pages(name: str, desk: Browsing) -> Iterator[tuple[str, str]]:
    for language in LANGUAGES:
        for role in COMERS:
            players = [*desk.book.state.players]
            if role is Role.PLAYER and not (players and desk.book.state.rounds):
                continue
            of = {"player": players[0]} if role is Role.PLAYER else {}
            client = desk.client(None if role is Role.PUBLIC else role, language, **of)
            for route in GETS:
                if "{token}" in route.path or "{ticket}" in route.path or route.name == "account":
                    continue
                answer = client.get(address_of(desk, route))
                yield f"page {name} {language} {role} {route.name}", _shown(answer)
            if role in (Role.CHIEF, Role.HELPER):
                for command in COMMANDS:
                    for query in ("", "?player=3"):
                        answer = client.get(f"/{desk.slug}/do/{command}{query}")
                        yield f"form {name} {language} {role} {command}{query}", _shown(answer)


def _shown(answer: object) -> str:
    text = getattr(answer, "text", "")
    return f"{getattr(answer, 'status_code', 0)}\n{CHANGES.sub('·', text)}"


def everything(rounds: int, seeds: int) -> Iterator[tuple[str, str]]:
    """Yield names and texts of the whole baseline."""
    if rounds:
        yield from claims(rounds)
    if seeds:
        yield from verbs(seeds)
    yield from pages()


def main() -> int:
    """Keep a baseline, or compare with one and show what differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("keep", "compare"))
    parser.add_argument("file", type=Path)
    parser.add_argument("--rounds", type=int, default=3000)
    parser.add_argument("--seeds", type=int, default=2)
    parser.add_argument("--show", type=int, default=5, help="differences shown in full")
    given = parser.parse_args()
    now = everything(given.rounds, given.seeds)
    if given.what == "keep":
        with gzip.open(given.file, "wt", encoding="utf-8") as out:
            for one in now:
                out.write(json.dumps(one) + "\n")
        return 0
    with gzip.open(given.file, "rt", encoding="utf-8") as lines:
        before = dict(map(json.loads, lines))
    seen, differing = set(), []
    for name, text in now:
        seen.add(name)
        if CHANGES.sub("·", before.get(name, "")) != CHANGES.sub("·", text):
            differing.append(name)
            if len(differing) <= given.show:
                old, new = before.get(name, "").splitlines(), text.splitlines()
                print("\n".join(difflib.unified_diff(old, new, name, name, lineterm="", n=0)))
    missing = before.keys() - seen
    print(f"{len(seen)} alike but {len(differing)}; {len(missing)} no longer there")
    print("\n".join([*differing[:200], *sorted(missing)[:200]]))
    return 1 if differing or missing else 0


if __name__ == "__main__":
    sys.exit(main())
