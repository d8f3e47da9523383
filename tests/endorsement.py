"""FIDE's test of a program for tournaments: 50,000 generated tournaments, each way.

`python -m tests.endorsement [--tournaments N] [--jobs N] [--folder FOLDER]`, or `make endorsement
[N=2000]`.

Our tournaments are paired again by another program, and theirs by us. The other program is gacrux
(the extra "bench"); bbpPairings as well, where the environment's BBP names it. What is done is kept
in `.endorsement/`: Ctrl-C stops a run, and the same command goes on. The number of a tournament is
its seed; each that differs stands there as a file, with the differences beside it. FIDE allows
10 of 50,000, each of them explained.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from importlib.metadata import version
from importlib.util import find_spec
from multiprocessing import get_context
from pathlib import Path

from pairing.systems.registry import system_of
from tests.helpers.both_ways import (
    RULES,
    Checked,
    Way,
    bbp_by_us,
    gacrux_by_us,
    ours_by_bbp,
    ours_by_gacrux,
    rules_of,
)
from tests.helpers.places import ROOT

A_PART = 20
"""Tournaments after which what is done is kept."""

ALLOWED = 10
"""Tournaments that may differ, of all."""


def ways(bbp: str | None) -> dict[str, Way]:
    """Return each way by its name; `bbp` is where the program bbpPairings stands."""
    both: dict[str, Way] = {}
    if find_spec("gacrux") is not None:
        both |= {"ours-by-gacrux": ours_by_gacrux, "gacrux-by-us": gacrux_by_us}
    if bbp is not None:
        both |= {"ours-by-bbp": partial(ours_by_bbp, bbp), "bbp-by-us": partial(bbp_by_us, bbp)}
    return both


COUNTED = ("not made", "not read", "pairings differ", "places differ")
"""What is counted of a way; the first is no difference: the other generator found no pairing."""


class Kept:
    """What is done so far, in a folder: counts by way, and the tournaments that differ."""

    def __init__(self, folder: Path, made_with: str) -> None:
        self.folder, self.made_with = folder, made_with
        self.file = folder / "state.json"
        self.counts: dict[str, Counter[str]] = {}
        if self.file.is_file():
            state = json.loads(self.file.read_text("utf-8"))
            if state["made_with"] != made_with:
                sys.exit(
                    f"{folder} was made with {state['made_with']}, this is {made_with}: "
                    "delete it, or name another with --folder"
                )
            self.counts = {way: Counter(counts) for way, counts in state["counts"].items()}

    def done(self, way: str) -> int:
        """Return how many tournaments of a way are done: numbers 1 to that."""
        return self.counts.get(way, Counter())["tournaments"]

    def add(self, way: str, first: int, part: Sequence[Checked]) -> None:
        """Add tournaments of a way from number `first` on, and keep all at once."""
        counts = self.counts.setdefault(way, Counter())
        for number, one in enumerate(part, first):
            counts["tournaments"] += 1
            counts["rounds"] += one.rounds
            if not one.made:
                counts["not made"] += 1
                continue
            wrong = [
                name
                for name, holds in (
                    ("not read", not one.read),
                    ("pairings differ", one.read and bool(one.apart)),
                    ("places differ", one.places is False),
                )
                if holds
            ]
            counts.update(wrong)
            if wrong:
                self._keep(way, number, one, wrong)
        aside = self.file.with_suffix(".new")
        state = {"made_with": self.made_with, "counts": self.counts}
        self.folder.mkdir(parents=True, exist_ok=True)
        aside.write_text(json.dumps(state, indent=1), "utf-8")
        aside.replace(self.file)

    def _keep(self, way: str, number: int, one: Checked, wrong: Sequence[str]) -> None:
        place = self.folder / way
        place.mkdir(parents=True, exist_ok=True)
        (place / f"{number:06}.trf").write_bytes(one.file)
        text = "\n".join([f"{way} {number}: {', '.join(wrong)}", *one.apart, ""])
        (place / f"{number:06}.txt").write_text(text, "utf-8")

    def lines(self) -> Iterator[str]:
        """Yield the counts, for people."""
        for way, counts in self.counts.items():
            yield f"{way}: {counts['tournaments']} tournaments, {counts['rounds']} rounds"
            for name in COUNTED:
                yield f"  {name}: {counts[name]}"

    def passes(self) -> bool:
        """Tell whether no way has more tournaments that differ than FIDE allows."""
        return all(
            counts["not read"] + counts["pairings differ"] + counts["places differ"] <= ALLOWED
            for counts in self.counts.values()
        )


def checked(way: str, bbp: str | None, most_players: int, numbers: Sequence[int]) -> list[Checked]:
    """Make and check tournaments of a way by number, in a process of its own."""
    check = ways(bbp)[way]
    return [check(number, most_players) for number in numbers]


def parts(first: int, last: int) -> list[range]:
    """Return the numbers from first to last in parts."""
    return [range(at, min(at + A_PART, last + 1)) for at in range(first, last + 1, A_PART)]


def run(kept: Kept, way: str, bbp: str | None, tournaments: int, players: int, jobs: int) -> None:
    """Do the tournaments of a way that are not done, part by part, and keep each part."""
    todo = parts(kept.done(way) + 1, tournaments)
    with get_context("spawn").Pool(jobs, signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:
        done = pool.imap(partial(checked, way, bbp, players), todo)
        for numbers, part in zip(todo, done, strict=True):
            kept.add(way, numbers[0], part)
            print(f"\r{way}: {numbers[-1]} of {tournaments}", end="", flush=True)
    print("\r", end="")


def made_with(names: Sequence[str], players: int) -> str:
    """Return what counts belong to: engines, rulebook, and the size of the tournaments."""
    others = [f"gacrux {version('gacrux')}"] if "ours-by-gacrux" in names else []
    others += ["bbpPairings"] if "ours-by-bbp" in names else []
    rules = rules_of("none")
    system = system_of(rules)
    ours = f"{system.engine} {system.version}"
    return f"{ours}, {RULES} {rules.hash[:12]}, {', '.join(others)}, to {players} players"


def main() -> None:
    """Run both ways, and print the counts; exit code 1 where more differ than FIDE allows."""
    parser = argparse.ArgumentParser(description="FIDE's test with generated tournaments")
    parser.add_argument("--tournaments", type=int, default=50_000)
    parser.add_argument("--players", type=int, default=40, help="at most so many (10 or more)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--folder", type=Path, default=ROOT / ".endorsement")
    chosen = parser.parse_args()
    bbp = os.environ.get("BBP")
    if not (names := list(ways(bbp))):
        sys.exit("no other program: pip install 'gacrux>=1.11', or name bbpPairings by BBP")
    kept = Kept(chosen.folder, made_with(names, chosen.players))
    try:
        for way in names:
            run(kept, way, bbp, chosen.tournaments, chosen.players, chosen.jobs)
    except KeyboardInterrupt:
        print("\nstopped; the same command goes on")
        sys.exit(130)
    finally:
        print(*kept.lines(), sep="\n")
    sys.exit(0 if kept.passes() else 1)


if __name__ == "__main__":
    main()
