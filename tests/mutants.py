"""Are the tests strong? Change the program in one small place, and see whether a test fails.

`python -m tests.mutants --seed 1 --count 500 [--room pairing/wp] [--jobs N]`, or `make mutants`.

The seed chooses the changes, each by itself, so that the choice outlives edits elsewhere. Every
room has its tests; the unchanged program must pass them first. Outcomes are kept in `.mutants/`: a
run that was stopped goes on, and a change is tried again only when its file or its tests have
changed. A survivor is read: a test is missing, or the code does nothing, or the change has no
consequence and stands with its reason in `mutants_equivalent.toml`.
"""

from __future__ import annotations

import argparse
import ast
import json
import signal
import sys
import tempfile
import tomllib
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from queue import SimpleQueue

from tests.helpers.mutant_copy import Copy
from tests.helpers.mutations import Mutation, mutations
from tests.helpers.places import ROOT

ROOMS: dict[str, tuple[str, ...]] = {
    "ledger/hash_tree.py": ("tests/ledger/integrity",),
    "ledger/facts": ("tests/ledger/store/test_kept_ledger.py", "tests/ledger/store/test_store.py"),
    "ledger/state": ("tests/desk/handlers", "tests/whole/test_a_whole_tournament.py"),
    "projections/games": (
        "tests/projections/standings/test_scores.py",
        "tests/projections/standings/test_treatments.py",
        "tests/pairing/rating/test_orders.py",
        "tests/pairing/review/test_check.py",
    ),
    "projections/standings": ("tests/whole/test_a_whole_tournament.py",),
    "projections/season": (
        "tests/desk/reports/test_season.py",
        "tests/desk/imports/test_season.py",
    ),
    "pairing/norms": (
        "tests/pairing/wp/test_judge.py",
        "tests/pairing/wp/test_vectors.py",
        "tests/pairing/rating/test_vectors.py",
        "tests/pairing/explain/test_words.py",
    ),
    "pairing/graphs": (
        "tests/pairing/wp/test_judge.py",
        "tests/pairing/keizer",
        "tests/pairing/rating/test_judge.py",
    ),
    "pairing/wp": ("tests/pairing/review", "tests/pairing/explain"),
    "pairing/keizer": ("tests/pairing/review",),
    "pairing/explain": (
        "tests/pairing/wp/test_explainer.py",
        "tests/pairing/rating/test_explainer.py",
        "tests/pairing/keizer/test_explainer.py",
        "tests/pairing/review",
    ),
    "pairing/review": ("tests/desk/reports/test_audit.py",),
    "pairing/systems": ("tests/desk/handlers/test_rounds.py", "tests/whole/test_real_files.py"),
    "desk/hall": ("tests/desk/handlers/hall",),
    "desk/access": ("tests/desk/web/test_security.py", "tests/desk/web/pages/test_people.py"),
    "desk/live": ("tests/desk/web/test_stream.py", "tests/desk/web/test_shared_pages.py"),
    "desk/web": ("tests/desk/access", "tests/desk/live"),
    "desk/handlers": (
        "tests/desk/test_execute.py",
        "tests/desk/terminal/test_warnings.py",
        "tests/whole/test_a_whole_tournament.py",
    ),
    "ledger/rulebooks": ("tests/projections/standings/test_treatments.py",),
    "pairing/rating": ("tests/pairing/review", "tests/pairing/explain"),
    "ledger/store": ("tests/ledger/integrity", "tests/desk/test_execute.py"),
    "ledger/integrity": ("tests/ledger/store", "tests/ledger/test_hash_tree.py"),
}
"""The rooms where a fault gives a wrong result, and their tests beside those of their modules."""

ENOUGH_PERCENT = 97

EQUIVALENT = ROOT / "tests" / "mutants_equivalent.toml"
KEPT = ROOT / ".mutants" / "state.json"


@dataclass(frozen=True)
class Equivalent:
    """A change without consequence, found by its text, and the reason."""

    file: str
    function: str
    line: str
    becomes: str
    reason: str

    def is_of(self, change: Mutation) -> bool:
        return (self.file, self.function, self.line, self.becomes) == (
            change.path,
            change.function,
            change.line,
            change.becomes,
        )


def equivalents() -> list[Equivalent]:
    return [Equivalent(**row) for row in tomllib.loads(EQUIVALENT.read_text("utf-8"))["change"]]


def without_a_line(rows: list[Equivalent]) -> list[Equivalent]:
    """Return the rows that fit no change of the program any more."""
    possible = {row.file: possible_changes(row.file) for row in rows if (ROOT / row.file).is_file()}
    return [row for row in rows if not any(map(row.is_of, possible.get(row.file, [])))]


@cache
def possible_changes(path: str) -> list[Mutation]:
    return mutations(path, (ROOT / path).read_text("utf-8"))


def is_in(path: str, place: str) -> bool:
    """Return whether a path is this file or folder, or lies below it; everything is in ""."""
    return not place or path == place or path.startswith(f"{place}/")


def files_of(room: str) -> list[str]:
    if room.endswith(".py"):
        return [room]
    return [path.relative_to(ROOT).as_posix() for path in sorted((ROOT / room).rglob("*.py"))]


def chosen(seed: int, count: int) -> list[Mutation]:
    """Return the `count` changes with the lowest lots, room by room; the key decides on a lot."""
    everything = [
        change for room in ROOMS for path in files_of(room) for change in possible_changes(path)
    ]
    lots = {change.key: sha256(f"{seed} | {change.key}".encode()).digest() for change in everything}
    lowest = set(sorted(lots, key=lambda key: lots[key])[:count])
    return [change for change in everything if change.key in lowest]


def held_by() -> dict[str, str]:
    """Return which test holds each module that has none under its own name."""
    tree = ast.parse((ROOT / "tests/house/test_mirror.py").read_text("utf-8"))
    table: dict[str, str] = next(
        ast.literal_eval(node.value)
        for node in tree.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "HELD_BY"
    )
    return {
        f"{folder.strip()}/{name}.py": test
        for test, modules in table.items()
        for folder, names in (row.split(":") for row in modules.split(";"))
        for name in names.split()
    }


def held_in(path: str) -> list[str]:
    """Return the test under the same name and the one that holds the module, as far as they are."""
    folder, _, name = path.rpartition("/")
    named = f"tests/{folder}/test_{name}"
    tests = {test for test in (named, held_by().get(path)) if test and (ROOT / test).is_file()}
    return sorted(tests)


def room_tests(room: str) -> list[str]:
    """Return every test file of a room: under its folder, of its modules, and the wider ones."""
    places = [*(test for path in files_of(room) for test in held_in(path)), *ROOMS[room]]
    if (ROOT / "tests" / room).is_dir():
        places.append(f"tests/{room}")
    files = set[str]()
    for place in places:
        paths = [ROOT / place] if place.endswith(".py") else (ROOT / place).rglob("test_*.py")
        files |= {path.relative_to(ROOT).as_posix() for path in paths}
    return sorted(files)


def hash_of(*paths: str, root: Path = ROOT) -> str:
    """Return the hash of files together; one that is not there counts by its name."""
    files = {path: root / path for path in paths}
    parts = [
        sha256(file.read_bytes()).hexdigest() if file.is_file() else path
        for path, file in files.items()
    ]
    return sha256(" ".join(parts).encode()).hexdigest()[:16]


@dataclass(frozen=True)
class Outcome:
    """What became of a change, and the hashes of the files that it was found with."""

    source: str
    killed_by: str | None
    """The test or file of tests that failed; None for a survivor."""
    tests: str
    """The hash of the test that failed, or of all the files of tests that passed."""

    def holds(self, change: Mutation, tests: list[str]) -> bool:
        """Return whether file and tests are the same still; a survivor has passed just `tests`."""
        now = hash_of_test(self.killed_by) if self.killed_by else hash_of(*tests)
        return self.source == hash_of(change.path) and self.tests == now


def hash_of_test(test: str, root: Path = ROOT) -> str:
    """Return the hash of the text of one test function, or of its file where that is not found."""
    path, _, name = test.partition("::")
    if not (root / path).is_file():
        return path
    source = (root / path).read_text("utf-8")
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and node.name == name.partition("[")[0]:
            return sha256((ast.get_source_segment(source, node) or "").encode()).hexdigest()[:16]
    return hash_of(path, root=root)


def read_kept() -> dict[str, Outcome]:
    if not KEPT.is_file():
        return {}
    return {key: Outcome(**row) for key, row in json.loads(KEPT.read_text("utf-8")).items()}


def keep(key: str, outcome: Outcome) -> None:
    """Add one outcome to those that are kept, also by another run beside this one."""
    KEPT.parent.mkdir(exist_ok=True)
    aside = KEPT.with_suffix(".new")
    rows = {key: vars(outcome) for key, outcome in sorted({**read_kept(), key: outcome}.items())}
    aside.write_text(json.dumps(rows, indent=0, ensure_ascii=False), "utf-8")
    aside.replace(KEPT)


@dataclass
class Tally:
    """The changes of a room, and what became of them."""

    chosen: int = 0
    killed: int = 0
    equivalent: int = 0
    survived: int = 0

    @property
    def tried(self) -> int:
        return self.killed + self.survived


class Run:
    """The changes that were chosen, with what is known of them."""

    def __init__(self, changes: list[Mutation]) -> None:
        self.changes, self.outcomes, self.listed = changes, read_kept(), equivalents()
        self.rooms = [room for room in ROOMS if any(self._of(room))]
        self.tests = {room: room_tests(room) for room in self.rooms}

    def _of(self, room: str) -> list[Mutation]:
        return [change for change in self.changes if is_in(change.path, room)]

    def is_equivalent(self, change: Mutation) -> bool:
        return any(row.is_of(change) for row in self.listed)

    def outcome(self, room: str, change: Mutation) -> Outcome | None:
        """Return what became of a change, while its file and its tests are the same."""
        outcome = self.outcomes.get(change.key)
        return outcome if outcome and outcome.holds(change, self.tests[room]) else None

    def try_room(self, room: str, jobs: int, near_only: bool) -> None:
        """Try each change of a room whose outcome is not known, and keep every outcome at once.

        All are tried with the tests of their own module first, what is left with those of the room.
        """
        with tempfile.TemporaryDirectory() as scratch:
            copies = list[Copy]()
            for near in (True,) if near_only else (True, False):
                waiting = {
                    change: self._tests(room, change, near)
                    for change in self._of(room)
                    if not self.is_equivalent(change) and not self.outcome(room, change)
                    if not near or not self._passed_near(change)
                }
                if not waiting:
                    continue
                whose = "their modules" if near else "the room"
                print(f"{room}: {len(waiting)} to try with the tests of {whose}", flush=True)
                copies = copies or [Copy(Path(scratch, str(number))) for number in range(jobs)]
                for copy in copies:
                    copy.begin({test for tests in waiting.values() for test in tests})
                self._try_all(room, near, waiting, copies)

    def _tests(self, room: str, change: Mutation, near: bool) -> set[str]:
        before = self.outcomes.get(change.key)
        killer = ((before and before.killed_by) or "").partition("::")[0]
        own = {*held_in(change.path), killer} & {*self.tests[room]}
        return own if near else {*self.tests[room]} - own

    def _passed_near(self, change: Mutation) -> bool:
        outcome = self.outcomes.get(change.key)
        return (
            outcome is not None
            and outcome.killed_by is None
            and outcome.holds(change, held_in(change.path))
        )

    def _try_all(
        self, room: str, near: bool, waiting: dict[Mutation, set[str]], copies: list[Copy]
    ) -> None:
        free = SimpleQueue[Copy]()
        for copy in copies:
            free.put(copy)

        def outcome(change: Mutation) -> Outcome:
            copy = free.get()
            try:
                killed_by = copy.killed_by(change, waiting[change])
            finally:
                free.put(copy)
            passed = held_in(change.path) if near else self.tests[room]
            return Outcome(
                hash_of(change.path, root=copy.tree),
                killed_by,
                hash_of_test(killed_by, copy.tree)
                if killed_by
                else hash_of(*passed, root=copy.tree),
            )

        with ThreadPoolExecutor(len(copies)) as pool:
            tries = {pool.submit(outcome, change): change for change in waiting}
            try:
                for number, job in enumerate(as_completed(tries), 1):
                    self.outcomes[tries[job].key] = job.result()
                    keep(tries[job].key, job.result())
                    print(f"{number:4}/{len(waiting)}{_said(tries[job], job.result())}", flush=True)
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                for copy in copies:
                    copy.stop()
                raise

    def report(self) -> int:
        """Print the table and the survivors; return 1 where too few were killed."""
        total, survivors = Tally(), list[Mutation]()
        print(
            f"\n{'room':24}{'chosen':>8}{'killed':>8}{'equivalent':>12}{'survived':>10}{'to do':>7}"
        )
        for room in self.rooms:
            tally = Tally()
            for change in self._of(room):
                tally.chosen += 1
                outcome = self.outcome(room, change)
                if self.is_equivalent(change):
                    tally.equivalent += 1
                elif outcome and outcome.killed_by is None:
                    tally.survived += 1
                    survivors.append(change)
                elif outcome:
                    tally.killed += 1
            _print_row(room, tally)
            for name, number in vars(tally).items():
                setattr(total, name, getattr(total, name) + number)
        _print_row("together", total)
        for change in survivors:
            print(f"\n{change.path}:{change.number}  {change.function}")
            print(f"  - {change.line}\n  + {change.becomes}")
        if not total.tried:
            return 0
        print(f"\nkilled: {100 * total.killed / total.tried:.1f} % of {total.tried} tried")
        return int(100 * total.killed < ENOUGH_PERCENT * total.tried)


def _said(change: Mutation, outcome: Outcome) -> str:
    end = "SURVIVED" if outcome.killed_by is None else f"killed by {outcome.killed_by}"
    return f" {change.path}:{change.number}  {change.line}  ->  {change.becomes}  {end}"


def _print_row(name: str, tally: Tally) -> None:
    rest = tally.chosen - tally.tried - tally.equivalent
    print(
        f"{name:24}{tally.chosen:8}{tally.killed:8}{tally.equivalent:12}{tally.survived:10}{rest:7}"
    )


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--room", default="", help="a room or a file: only its share of the choice")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--near", action="store_true", help="only with the tests of each module")
    parser.add_argument("--no-run", action="store_true", help="only print what is known")
    options = parser.parse_args()
    changes = chosen(options.seed, options.count)
    run = Run([change for change in changes if is_in(change.path, options.room)])
    if not run.changes:
        parser.error(f"{options.room}: not in a room ({', '.join(ROOMS)})")
    for stop in (signal.SIGINT, signal.SIGTERM):
        signal.signal(stop, signal.default_int_handler)
    try:
        if not options.no_run:
            for room in run.rooms:
                run.try_room(room, options.jobs, options.near)
    except KeyboardInterrupt:
        print("\nstopped; the same command goes on")
        run.report()
        return 130
    for row in without_a_line(run.listed):
        print(f"{EQUIVALENT.name}: no longer there: {row.file}: {row.line} -> {row.becomes}")
    return run.report()


if __name__ == "__main__":
    sys.exit(main())
