"""Ledgers as the program writes them today, to be kept for later programs.

`python -m tests.kept DATE [--folder FOLDER]` writes a folder of that name in tests/vectors/kept: a
ledger of every rulebook, two of seasons, a bundle, a desk file, a dump of a server, and the answers
of today. Clock, ids and seeds repeat, so that the same program writes the same. PostgreSQL is
needed. What is kept is never written again: see tests/vectors/kept/README.md.
"""

from __future__ import annotations

import argparse
import re
import shlex
import shutil
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import timedelta
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

from desk.access.accounts import EVERYWHERE, accounts
from desk.access.file import AccessFile, access_path
from desk.access.invitations import invite
from desk.access.roles import Role
from desk.access.sessions import begin, name_device
from desk.desk import Desk
from ledger.facts.tournament import BY_TOPIC
from ledger.rulebooks.files import shipped
from ledger.rulebooks.rulebook import Rulebook
from ledger.runtime import Runtime
from ledger.state.book import Book
from ledger.store.store import Store
from pairing.systems.registry import load_rulebook
from tests.helpers import kept_stories as stories
from tests.helpers.access import joined
from tests.helpers.console import START, Console
from tests.helpers.kept import (
    ANSWERS,
    BUNDLE,
    CHIEF,
    CHIEF_PHRASE,
    DESK,
    DUMP,
    KEPT,
    asked,
    rows_of,
    written,
)
from tests.helpers.ledgers import to_first_schema
from tests.helpers.postgres import name_in, postgresql, programs

TIE_BREAKS, EVENINGS = "tie-breaks.sqlite", "season-of-evenings.sqlite"
"""The ledgers that are not of one rulebook each: of those that pair nothing, and of a season."""

BUNDLED, DUMPED = "knsb-wp-2014.sqlite", ("knsb-wp-2014.sqlite", "mwkeizer.sqlite")
"""The ledger of the bundle and the desk file, and those that are copied to the server."""

OVER_THE_BOARD = ("1-0", "0-1", "1/2-1/2")


def world(prefix: str) -> Runtime:
    """Return a world in which a minute passes at every look at the clock; its ids are its own."""
    minutes, ids, seeds, tokens = count(), count(1), count(1), count(1)
    return Runtime(
        now=lambda: START + timedelta(minutes=next(minutes)),
        new_id=lambda: f"{prefix}-{next(ids)}",
        new_seed=lambda: f"{prefix} seed {next(seeds)}",
        new_token=lambda: f"{prefix} token {next(tokens)}",
    )


def told() -> dict[str, list[str]]:
    """Return the stories of each ledger, by the name of its file: every rulebook has one."""
    rulebooks = [load_rulebook(name) for name in shipped()]
    ledgers: dict[str, list[str]] = {}
    for rules in rulebooks:
        assert isinstance(rules, Rulebook)
        file = TIE_BREAKS if rules.pairs_nothing else f"{rules.id}.sqlite"
        usual = stories.TIE_BREAKS_ONLY if rules.pairs_nothing else stories.PAIRED
        story = stories.STORIES.get(rules.id, usual).replace("{rules}", rules.id)
        ledgers.setdefault(file, []).append(story)
    ledgers[TIE_BREAKS] += [stories.OF_A_FILE, stories.TAKEN_BACK]
    return ledgers | {EVENINGS: [stories.BY_EVENINGS]}


@dataclass
class Teller:
    """Carries out the lines of stories on a ledger, which `console` has in its folder."""

    console: Console
    ledger: str
    tournament: str = ""

    def tell(self, story: str) -> None:
        """Carry out every line; none may be refused."""
        for line in story.strip().splitlines():
            match shlex.split(line):
                case ["as-first-version"]:
                    to_first_schema(self.console.folder / self.ledger)
                case ["play", number, *options]:
                    self._run("result", number, *self._results(int(number)), *options)
                case words:
                    self._run(*words)

    def _run(self, verb: str, *words: str) -> None:
        opens = verb in ("init", "import")
        chosen = () if opens or not self.tournament else ("-t", self.tournament)
        self.console.must_run("--ledger", self.ledger, *chosen, verb, *words)
        if opens:
            with Store(self.console.folder / self.ledger) as store:
                self.tournament = store.tournaments()[-1][0]

    def _results(self, number: int) -> Iterator[str]:
        book = Desk(self.console.folder / self.ledger).read(self.tournament)
        assert isinstance(book, Book)
        chance = Random(f"{self.tournament} {number}")
        for board, _ in book.state.rounds[number - 1].open_games:
            yield from (str(board), chance.choice(OVER_THE_BOARD))


def questions(tournament: str, rounds: int) -> Iterator[str]:
    """Yield the command lines that are asked of a tournament; some are refused."""
    for question in ("log", "head", "integrity", "crosstable", "check", "protests", "prizes show"):
        yield f"-t {tournament} {question} --json"
    for number in range(1, rounds + 1):
        yield f"-t {tournament} pairings {number} --json"
        yield f"-t {tournament} standings --after {number} --json"
    yield f"-t {tournament} standings --final --json"


def answers_of(console: Console, ledger: str) -> dict[str, Any]:
    """Return the heads of a ledger by tournament, and its answers by command line."""
    path = console.folder / ledger
    with Store(path) as store:
        ids = [id_ for id_, _ in store.tournaments()]
    lines, heads = ["verify --json", "tournaments --json"], {}
    for id_ in ids:
        book = Desk(path).read(id_)
        assert isinstance(book, Book)
        lines += questions(id_, len(book.state.rounds))
        heads[id_] = asked(console, ledger, f"-t {id_} head --json")["rows"][-1]["short"]
    answers = {line: asked(console, ledger, line) for line in lines}
    return {"heads": heads, "reading": {line: said for line, said in answers.items() if said}}


def compact(path: Path) -> None:
    """Leave a database as a single file without unused bytes."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.execute("VACUUM")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def make_desk(ledger: Path, tournament: str) -> dict[str, Any]:
    """Make the desk file of a ledger, and return who is in it."""
    salts = count(1)
    with (
        patch("os.urandom", lambda size: next(salts).to_bytes(size, "big")),
        AccessFile(ledger, world("desk")) as file,
    ):
        chief = joined(file, Role.CHIEF, CHIEF, phrase=CHIEF_PHRASE)
        joined(file, Role.DEPUTY, "Sam", tournament)
        joined(file, Role.HELPER, "Table 1", tournament)
        joined(file, Role.COMMITTEE, "Puck")
        invite(file, Role.HELPER, tournament=EVERYWHERE, shown="Table 2")
        session = begin(file, chief, "Firefox, Android")
        name_device(file, tournament, 3, "00000000000000a1", "Firefox, Android")
        people = [
            {"key": one.key, "shown": one.shown, "ready": one.ready, "roles": dict(one.roles)}
            for one in accounts(file)
        ]
    return {"ledger": ledger.name, "session": session, "accounts": people}


def dump(ledgers: list[Path]) -> str:
    """Return a server's database with these ledgers, as SQL that makes it anywhere."""
    with postgresql() as cluster, cluster.database() as address:
        for ledger in ledgers:
            Console(ledger.parent).must_run("copy", str(ledger), address)
        file = cluster.folder / "dump.sql"
        cluster.program(
            "pg_dump",
            "--inserts",
            "--no-owner",
            "--no-privileges",
            "--no-comments",
            f"--host={cluster.folder}",
            f"--port={cluster.port}",
            "--username=super",
            f"--file={file}",
            name_in(address),
        )
        return plain(file.read_text("utf-8"))


def plain(sql: str) -> str:
    """Return a dump without what differs by version: remarks, orders to psql, settings."""
    settings = ("SET standard_conforming_strings", "SET check_function_bodies")
    lines = [
        line
        for line in sql.splitlines()
        if not line.startswith(("--", "\\"))
        and (not line.startswith("SET ") or line.startswith(settings))
    ]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip() + "\n"


def play(folder: Path) -> Iterator[tuple[str, Console]]:
    """Play all stories in a folder; yield each ledger, with the console it was played at."""
    for file, text in stories.FILES.items():
        (folder / file).write_text(text, "utf-8")
    for ledger, told_of in told().items():
        console = Console(folder, world(ledger.removesuffix(".sqlite")))
        teller = Teller(console, ledger)
        for story in told_of:
            teller.tell(story)
        yield ledger, console


def keep(target: Path) -> None:
    """Write a folder of ledgers, and the answers of this program about them."""
    target.mkdir(parents=True)
    answers: dict[str, Any] = {}
    with TemporaryDirectory(prefix="kept-") as name:
        folder = Path(name)
        for ledger, console in play(folder):
            answers[ledger] = answers_of(console, ledger)
            compact(folder / ledger)
            shutil.copyfile(folder / ledger, target / ledger)
        bundle = Console(folder).must_run("--ledger", BUNDLED, "bundle", "make", "--with-names")
        (target / BUNDLE).write_text(bundle, "utf-8")
        desk = make_desk(folder / BUNDLED, next(iter(answers[BUNDLED]["heads"])))
        compact(access_path(folder / BUNDLED))
        shutil.copyfile(access_path(folder / BUNDLED), target / DESK)
        (target / DUMP).write_text(dump([folder / one for one in DUMPED]), "utf-8")
        topics = {row.topic for one in answers for row in rows_of(folder / one)}
    whole = {"topics": sorted(topics), "desk": desk, "dumped": DUMPED, "ledgers": answers}
    (target / ANSWERS).write_text(written(whole), "utf-8")
    print(f"{target}: {len(answers)} ledgers, {len(topics)} of {len(BY_TOPIC)} kinds of facts")


def main() -> None:
    """Write the folder of a date; one that is there is left alone."""
    parser = argparse.ArgumentParser(description="ledgers as they are written today, to be kept")
    parser.add_argument("date", help="the name of the folder: 2027-03")
    parser.add_argument("--folder", type=Path, default=KEPT)
    chosen = parser.parse_args()
    target = chosen.folder / chosen.date
    if target.exists():
        sys.exit(f"{target} is there: what is kept is never written again")
    if programs() is None:
        sys.exit("the dump needs PostgreSQL")
    keep(target)


if __name__ == "__main__":
    main()
