"""The time and size of the site of a tournament: 100 players over 9 rounds, 1,000 over 11.

Run it by hand: `python tests/bench/bench_website.py [players rounds]`, default both It prints and never judges.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT))

from desk.commands.opening import Import  # noqa: E402 - the path comes first
from desk.desk import Desk  # noqa: E402
from desk.making.random_trf import generate  # noqa: E402
from desk.outcomes import Written  # noqa: E402
from desk.site.site import Wanted, make_site  # noqa: E402
from desk.writing import carry_out  # noqa: E402
from ledger.refusals import Refusal  # noqa: E402
from ledger.rulebooks.rulebook import Rulebook  # noqa: E402
from ledger.runtime import Runtime  # noqa: E402
from ledger.trf.writer import write  # noqa: E402
from pairing.systems.registry import load_rulebook  # noqa: E402

RULES = "fide-dutch-2026"
MOST_EXPLAINED = 100
SIZES = ((100, 9), (1_000, 11))


def tournament(path: Path, players: int, rounds: int) -> Desk:
    """Open a random tournament in a new ledger."""
    rules = load_rulebook(RULES)
    assert isinstance(rules, Rulebook)
    content = write(generate(players, rounds, rules=rules, seed=f"site:{players}"))
    desk = Desk(path, Runtime())
    command = Import(
        command="import", file="random.trf", rules=RULES, content=content, confirm="yes"
    )
    outcome = carry_out(desk, [(None, command)])
    assert isinstance(outcome, Written), outcome
    return desk


def measured(desk: Desk, folder: Path, what: str, *, why: bool = False) -> None:
    """Write the site, and print what it took."""
    began = time.process_time()
    site = make_site(desk, folder, Wanted(program="bench", why=why))
    took = time.process_time() - began
    assert not isinstance(site, Refusal)
    one = site.written
    print(
        f"  {what}: {took:.2f} s CPU, {len(one.written)} of {one.files} files written, "
        f"{one.bytes / 1e6:.2f} MB"
    )


def main(sizes: tuple[tuple[int, int], ...]) -> None:
    """Measure a site of each size: the first time, and again."""
    for players, rounds in sizes:
        with tempfile.TemporaryDirectory() as folder:
            print(f"{players} players, {rounds} rounds")
            desk = tournament(Path(folder) / "bench.ledger", players, rounds)
            measured(desk, Path(folder) / "site", "new")
            measured(desk, Path(folder) / "site", "again")
            if players <= MOST_EXPLAINED:
                measured(desk, Path(folder) / "site", "with why", why=True)


if __name__ == "__main__":
    typed = [int(word) for word in sys.argv[1:] if word.isdecimal()]
    main(((typed[0], typed[1]),) if len(typed) == 2 else SIZES)
