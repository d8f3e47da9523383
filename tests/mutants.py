"""Are the tests strong? Change the program in one small place, and see whether a test fails.

`python -m tests.mutants [--seed 1] [--count 500] [--room pairing/wp] [--jobs 2]`, or `make mutants`;
with `--kept` the changes of `mutants_kept.jsonl`, which stay the same while the tests change.

The seed chooses the changes, each by itself, so that the choice outlives edits elsewhere. Every
folder of the program is a room. First the tests are measured, those with PostgreSQL and Dask too,
which takes as long as they do: a change is tried with the tests that run the changed function, the
quickest first; every change with the nearest of them before one is tried with all. Measure again
(`--measure`) when tests have moved. Outcomes are kept in `.mutants/`: a run that was stopped goes
on, and a change is tried again only when its file or its tests have changed. A survivor is read: a
test is missing, or the code does nothing, or the change has no consequence and stands with its
reason in `mutants_equivalent.toml`.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from queue import SimpleQueue

from tests.helpers.mutant_copy import Copy
from tests.helpers.mutant_tests import Measured
from tests.helpers.mutant_tries import TRIED, file_of
from tests.helpers.mutations import Mutation, mutations
from tests.helpers.parsed import tree_of
from tests.helpers.places import PROGRAM, ROOT, name_of

ENOUGH_PERCENT = 97

AT_FIRST, AT_MOST = 10.0, 600.0
"""Seconds of processor time of tests tried on a change: the quickest, then all up to a limit."""

EQUIVALENT = ROOT / "tests" / "mutants_equivalent.toml"
LIST = ROOT / "tests" / "mutants_kept.jsonl"
KEPT = ROOT / ".mutants" / "state.json"
MEASURED = ROOT / ".mutants" / "measured"


def room_of(path: str) -> str:
    """Return the room of a file: its folder."""
    return path.rpartition("/")[0] or "."


ROOMS = sorted({room_of(name_of(path)) for path in PROGRAM if path.name != "__init__.py"})


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
    return mutations(path, (ROOT / path).read_text("utf-8"), tree_of(ROOT / path))


def is_in(path: str, place: str) -> bool:
    """Return whether a path is this file or folder, or lies below it; everything is in ""."""
    return not place or path == place or path.startswith(f"{place}/")


def by_lot(seed: int) -> list[Mutation]:
    """Return every possible change in the order of its lot."""
    everything = [change for path in PROGRAM for change in possible_changes(name_of(path))]
    return sorted(everything, key=lambda change: sha256(f"{seed} | {change.key}".encode()).digest())


def chosen(seed: int, count: int) -> list[Mutation]:
    """Return the `count` changes with the lowest lots."""
    return by_lot(seed)[:count]


def chosen_in_every_room(seed: int, count: int) -> list[Mutation]:
    """Return the lowest lot of each room, and the lowest of all others, `count` together."""
    order = by_lot(seed)
    first = {room_of(change.path): change for change in reversed(order)}.values()
    keys = {change.key for change in first}
    others = [change for change in order if change.key not in keys]
    return [*first, *others[: count - len(first)]]


def write_list(changes: list[Mutation]) -> None:
    rows = [
        {
            "path": change.path,
            "number": change.number,
            "function": change.function,
            "line": change.line,
            "becomes": change.becomes,
            "nth": change.nth,
        }
        for change in sorted(changes, key=lambda change: (change.path, change.start, change.text))
    ]
    lines = [json.dumps(row, ensure_ascii=False) for row in rows]
    LIST.write_text("".join(f"{line}\n" for line in lines), "utf-8")


def listed() -> tuple[list[Mutation], list[str]]:
    """Return the changes of the list, and those that fit no line of the program any more."""
    changes, gone = list[Mutation](), list[str]()
    for row in map(json.loads, LIST.read_text("utf-8").splitlines()):
        there = possible_changes(row["path"]) if (ROOT / row["path"]).is_file() else []
        what = ("function", "line", "becomes", "nth")
        same = [
            change for change in there if all(getattr(change, name) == row[name] for name in what)
        ]
        changes += same
        gone += [] if same else [f"{row['path']}: {row['line']} -> {row['becomes']}"]
    return changes, gone


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

    def holds(self, change: Mutation, files: list[str]) -> bool:
        """Return whether file and tests are the same still; a survivor has passed just `files`."""
        now = hash_of_test(self.killed_by) if self.killed_by else hash_of(*files)
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


def measure(jobs: int) -> None:
    """Run the tests once, to see which functions each one runs; what was measured before goes."""
    shutil.rmtree(MEASURED, ignore_errors=True)
    aside = MEASURED.with_name("measuring")
    shutil.rmtree(aside, ignore_errors=True)
    aside.mkdir(parents=True)
    print("the tests are measured", flush=True)
    subprocess.run(
        [
            sys.executable,
            *("-m", "pytest", "-q", "-n", str(jobs), "-p", "no:cacheprovider"),
            *("-p", "tests.helpers.mutant_measure", "-m", TRIED),
        ],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT), "MUTANTS_MEASURE": str(aside)},
        check=False,  # a test that fails as it is cannot show anything, and is left out
    )
    aside.rename(MEASURED)


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

    def __init__(self, changes: list[Mutation], measured: Measured) -> None:
        self.changes, self.measured = changes, measured
        self.outcomes, self.equivalents = read_kept(), equivalents()
        self._passing, self._failing = set[str](), set[str]()
        """The tests that ended a change, by what they do in the same copy without it."""

    def is_equivalent(self, change: Mutation) -> bool:
        return any(row.is_of(change) for row in self.equivalents)

    def outcome(self, change: Mutation) -> Outcome | None:
        """Return what became of a change, while its file and its tests are the same."""
        outcome = self.outcomes.get(change.key)
        return outcome if outcome and outcome.holds(change, self.files(change)) else None

    def files(self, change: Mutation) -> list[str]:
        """Return the files of the tests that a survivor has passed."""
        return sorted({file_of(test) for stage in self._stages(change) for test in stage})

    def _stages(self, change: Mutation) -> list[dict[str, float | None]]:
        """Return the tests of a change with their seconds: the one that failed before, then more."""
        seconds = self.measured.seconds
        before = self.outcomes.get(change.key)
        killer = (before and before.killed_by) or ""
        near = _within(AT_FIRST, self.measured.near(change), seconds)
        all_of = _within(AT_MOST, self.measured.all_of(change), seconds)
        rest = {test: seconds[test] for test in all_of if test not in near}
        processes = self.measured.starting_processes
        return [
            {killer: seconds.get(killer)} if killer else {},
            {test: seconds[test] for test in near},
            dict.fromkeys(self.measured.written_since(change))
            | {test: rest[test] for test in rest if test not in processes},
            {test: rest[test] for test in rest if test in processes},
        ]

    def try_all(self, jobs: int) -> None:
        """Try each change whose outcome is not known, and keep every outcome at once."""
        waiting = [
            change
            for change in self.changes
            if not self.is_equivalent(change) and not self.outcome(change)
        ]
        if not waiting:
            return
        with tempfile.TemporaryDirectory() as scratch:
            copies = [Copy(Path(scratch, str(number))) for number in range(jobs)]
            self._try(waiting, copies)

    def _try(self, waiting: list[Mutation], copies: list[Copy]) -> None:
        """Try all by the tests nearest to them, in which most fail, and what is left by the others."""
        free = SimpleQueue[Copy]()
        for copy in copies:
            free.put(copy)

        def outcome(change: Mutation, part: slice) -> Outcome:
            copy = free.get()
            try:
                killed_by = self._killer(copy, change, part)
            finally:
                free.put(copy)
            return Outcome(
                source=hash_of(change.path, root=copy.tree),
                killed_by=killed_by,
                tests=hash_of_test(killed_by, copy.tree)
                if killed_by
                else hash_of(*self.files(change), root=copy.tree),
            )

        with ThreadPoolExecutor(len(copies)) as pool:
            try:
                for part in (slice(2), slice(2, None)):
                    tries = {pool.submit(outcome, change, part): change for change in waiting}
                    for job in as_completed(tries):
                        change, found = tries[job], job.result()
                        if found.killed_by or part.stop is None:
                            waiting.remove(change)
                            self.outcomes[change.key] = found
                            keep(change.key, found)
                            print(f"{len(waiting):4} left{_said(change, found)}", flush=True)
            finally:
                pool.shutdown(wait=False, cancel_futures=True)
                for copy in copies:
                    copy.end()

    def _killer(self, copy: Copy, change: Mutation, part: slice) -> str | None:
        """Return the test of a part of the stages that notices the change, if one does.

        What a loaded program has worked out before the change came into it stays: the nearest tests
        are tried again by themselves at the end.
        """
        stages = self._stages(change)
        tries = [(copy.killed_by, stage) for stage in stages]
        tries.append((copy.killed_when_loaded, stages[1]))
        killers = (
            self._killed_by(copy, partial(tried, change), tests) for tried, tests in tries[part]
        )
        return next(filter(None, killers), None)

    def _killed_by(
        self,
        copy: Copy,
        tried: Callable[[dict[str, float | None]], str | None],
        tests: dict[str, float | None],
    ) -> str | None:
        """Return the test that fails on the change, and passes in the same copy without it."""
        while True:
            tests = {test: tests[test] for test in tests if not self._is_failing(test)}
            killed_by = tried(tests)
            if not killed_by or killed_by in self._passing:
                return killed_by
            if copy.passes(killed_by, self.measured.seconds.get(killed_by)):
                self._passing.add(killed_by)
                return killed_by
            print(f"{killed_by} fails as it is, and is left out", flush=True)
            self._failing.add(killed_by)

    def _is_failing(self, test: str) -> bool:
        """Return whether this is a test, or the file of one, that fails without a change."""
        return any(one == test or one.startswith(f"{test}::") for one in self._failing)

    def report(self) -> int:
        """Print the table and the survivors; return 1 where too few were killed."""
        total, survivors = Tally(), list[Mutation]()
        print(
            f"\n{'room':24}{'chosen':>8}{'killed':>8}{'equivalent':>12}{'survived':>10}{'to do':>7}"
        )
        for room in ROOMS:
            tally = Tally()
            for change in self.changes:
                if room_of(change.path) != room:
                    continue
                tally.chosen += 1
                outcome = self.outcome(change)
                if self.is_equivalent(change):
                    tally.equivalent += 1
                elif outcome and outcome.killed_by is None:
                    tally.survived += 1
                    survivors.append(change)
                elif outcome:
                    tally.killed += 1
            if tally.chosen:
                _print_row(room, tally)
            for name, number in asdict(tally).items():
                setattr(total, name, getattr(total, name) + number)
        _print_row("together", total)
        for change in survivors:
            print(f"\n{change.path}:{change.number}  {change.function}")
            print(f"  - {change.line}\n  + {change.becomes}")
        if not total.tried:
            return 0
        print(f"\nkilled: {100 * total.killed / total.tried:.1f} % of {total.tried} tried")
        return int(100 * total.killed < ENOUGH_PERCENT * total.tried)


def _within(most: float, tests: list[str], seconds: dict[str, float]) -> list[str]:
    """Return the first tests, whose seconds together are not more than `most`."""
    chosen_tests, together = list[str](), 0.0
    for test in tests:
        together += seconds[test]
        if together > most:
            break
        chosen_tests.append(test)
    return chosen_tests


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
    parser.add_argument("--kept", action="store_true", help=f"the changes of {LIST.name}")
    parser.add_argument("--write-kept", action="store_true", help="choose that list anew")
    parser.add_argument("--room", default="", help="a room or a file: only its share of the choice")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--measure", action="store_true", help="measure the tests again first")
    parser.add_argument("--no-run", action="store_true", help="only print what is known")
    options = parser.parse_args()
    if options.write_kept:
        write_list(chosen_in_every_room(options.seed, options.count))
        return 0
    changes, gone = listed() if options.kept else (chosen(options.seed, options.count), [])
    changes = [change for change in changes if is_in(change.path, options.room)]
    if not changes:
        parser.error(f"{options.room}: not in a room ({', '.join(ROOMS)})")
    for stop in (signal.SIGINT, signal.SIGTERM):
        signal.signal(stop, signal.default_int_handler)
    try:
        if options.measure or not MEASURED.is_dir():
            measure(options.jobs)
        run = Run(changes, Measured(MEASURED))
        if not options.no_run:
            run.try_all(options.jobs)
    except KeyboardInterrupt:
        print("\nstopped; the same command goes on")
        return 130
    for row in without_a_line(run.equivalents):
        print(f"{EQUIVALENT.name}: no longer there: {row.file}: {row.line} -> {row.becomes}")
    for change in gone:
        print(f"{LIST.name}: no longer there: {change}")
    return run.report()


if __name__ == "__main__":
    sys.exit(main())
