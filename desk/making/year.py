"""A made-up year of a federation in one ledger: sent in as files, run with the program, seasons.

Sizes and seed decide everything, times and ids included: the same ones give the same facts.
"""

from __future__ import annotations

import hashlib
import os
import signal
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from itertools import count
from multiprocessing import get_context
from pathlib import Path
from typing import Annotated, Literal, NamedTuple, TypeAlias

from desk.commands.base import Command
from desk.commands.commands import read_ndjson
from desk.commands.opening import Import
from desk.execute import execute
from desk.making.club_season import Recipe, SeasonRates, made_season
from desk.making.random_trf import CannotGenerate, Rates, generate
from desk.making.tournament import ArbitersRates, made_tournament
from desk.outcomes import Written
from ledger.messages import Sentence, message
from ledger.records import Record
from ledger.rulebooks.rulebook import Rulebook
from ledger.runtime import Runtime
from ledger.store.store import Store
from ledger.trf.meaning import with_codes
from ledger.trf.profiles import default_profile
from ledger.trf.writer import write
from pairing.review.again import ENGINES
from pairing.systems.registry import load_rulebook
from projections.counterfactuals.stage import PairingStage
from projections.counterfactuals.versions import PairingVersion
from projections.mirror.files import mirror_path
from projections.mirror.refresh import refresh
from projections.mirror.rows import Says
from projections.spread.pool import ctrl_c_later
from projections.views.columns import columns_of
from projections.views.view import View

LEAST_SIZE, USUAL_SIZE = 15, 30
"""With fewer files there would be no season."""

FIRST_DAY = date(2025, 9, 4)
WEEKS = 36
BEGINS_AT = time(19, 30, tzinfo=UTC)
A_STEP = timedelta(days=4)
"""Time between two evenings or corrections of a tournament."""

PLAYERS = 24
ROUNDS = 7
SEASON_ROUNDS = 20
DEFAULTS = 20
WITHDRAWALS = 15
CORRECTIONS = 60
IN_THE_HALL = {"check_ins": 300, "claims": 300, "protests": 15}
UNDER_FIDE = {"listed": 900, "prohibitions": 100}
CHANGES: Mapping[str, Mapping[str, str]] = {"fide-dutch-2026": {"fide.acceleration": "baku"}}
"""The keys that the tournaments under a rulebook change."""

REPLAYED = "knsb-wp-2014"
"""The mirror of a year has every tournament under this version too, and each round paired again."""

_FOR_PROCESSES = 200
"""Competitions from which a second process saves more time than its start takes."""

HowDrawn: TypeAlias = Literal["file", "evenings", "season"]


@dataclass(frozen=True, slots=True)
class PlannedCompetition:
    """A competition of the year. `seed` draws it and is part of its name."""

    how: HowDrawn
    rules: str
    seed: str
    first: date

    @property
    def name(self) -> str:
        """Return its name."""
        return f"Generated {'season' if self.how == 'season' else 'tournament'} {self.seed}"


class YearDeed(NamedTuple):
    """What is recorded at once: a tournament file, or the command file of an evening."""

    at: datetime
    planned: PlannedCompetition
    content: bytes


def competitions(size: int, seed: str = "") -> list[PlannedCompetition]:
    """Return the competitions of a year, in order of kind.

    `size` is the number of files under each of two rulebooks. Half as many come under a third, a
    fifth are run evening by evening under each of two, a fifteenth under those of FIDE, and a
    fifteenth are club seasons. `seed` "" is the year of docs/analytics.md.
    """
    kinds: tuple[tuple[HowDrawn, str, str, int], ...] = (
        ("file", "knsb-wp-1996", "old", size),
        ("file", "knsb-wp-2014", "new", size // 2),
        ("file", "knsb-rating-2014", "rating", size),
        ("evenings", "knsb-wp-1996", "knsb-wp-1996", size // 5),
        ("evenings", "knsb-rating-2014", "knsb-rating-2014", size // 5),
        ("evenings", "fide-dutch-2026", "fide-dutch-2026", size // 15),
        ("season", "mwkeizer", "", size // 15),
    )
    before = f"{seed} " if seed else ""
    return [
        PlannedCompetition(how, rules, f"{before}{drawn} {n}".strip(), _first_day(how, n, of))
        for how, rules, drawn, of in kinds
        for n in range(1, of + 1)
    ]


def _first_day(how: HowDrawn, number: int, of: int) -> date:
    """Spread competitions over the year; a season begins with it."""
    weeks = 0 if how == "season" else WEEKS * (number - 1) // of
    return FIRST_DAY + timedelta(weeks=weeks)


def deeds_of(planned: PlannedCompetition) -> list[YearDeed]:
    """Draw a competition; return what is recorded of it, in order of time."""
    changes = CHANGES.get(planned.rules, {})
    rules = load_rulebook(planned.rules, changes)
    assert isinstance(rules, Rulebook)
    contents = _drawn(planned, rules, changes)
    start = datetime.combine(planned.first, BEGINS_AT)
    return [YearDeed(start + A_STEP * at, planned, each) for at, each in enumerate(contents)]


def _drawn(planned: PlannedCompetition, rules: Rulebook, changes: Mapping[str, str]) -> list[bytes]:
    if planned.how == "season":
        recipe = Recipe(
            PLAYERS,
            SEASON_ROUNDS,
            planned.seed,
            planned.rules,
            name=planned.name,
            first=planned.first,
            rates=SeasonRates(**IN_THE_HALL),
        )
        return made_season(recipe).evenings()
    often = {"defaults": DEFAULTS, "withdrawals": WITHDRAWALS}
    if planned.how == "evenings":
        rates = ArbitersRates(**often, corrections=CORRECTIONS, **IN_THE_HALL, **UNDER_FIDE)
        return made_tournament(
            PLAYERS,
            ROUNDS,
            rules=rules,
            seed=planned.seed,
            rates=rates,
            named=planned.rules,
            changes=changes,
        ).evenings()
    file = generate(PLAYERS, ROUNDS, rules=rules, seed=planned.seed, rates=Rates(**often))
    way = default_profile(rules)
    return [write(with_codes(file, rules) if way == "trf26" else file, way)]


class _World:
    """A runtime of which everything follows from a seed; `moment` is what its clock shows next."""

    def __init__(self, seed: str) -> None:
        self.moment = datetime.combine(FIRST_DAY, BEGINS_AT)
        self._drawn = (
            hashlib.sha256(f"year {seed} {number}".encode()).hexdigest()[:32] for number in count(1)
        )
        self.runtime = Runtime(now=self._now, new_id=self._next, new_seed=self._next)

    def _now(self) -> datetime:
        self.moment += timedelta(seconds=1)
        return self.moment

    def _next(self) -> str:
        return next(self._drawn)


class GeneratedYear(Record):
    """A year that was made."""

    ledger: Annotated[str, "Path of its ledger."]
    mirror: Annotated[str, "Path of the mirror of that ledger."]
    tournaments: Annotated[int, "Tournaments and seasons."]
    facts: Annotated[int, "Facts."]


_COLUMNS = columns_of(GeneratedYear, "ledger", "mirror", "tournaments", "facts")


def year_view(year: GeneratedYear, ask: str) -> View:
    """Return the result; `ask` is the beginning of a command that asks a question."""
    return View("", _COLUMNS, (year,), notes=(message("making.year-ask", command=ask),))


def make_year(
    ledger: Path,
    size: int = USUAL_SIZE,
    seed: str = "",
    *,
    says: Says,
    jobs: int | None = None,
    tell: Callable[[Sentence], None] = lambda what: None,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> GeneratedYear:
    """Make a ledger, and its mirror beside it, of a year; see `competitions`.

    They are made in a folder beside and renamed, so that an interrupted call leaves nothing. `jobs`
    is the number of processes, None: one for each processor if there is much to do. `tell` is
    called before each part of the work, `progress` during it with the number done and the total.

    Raise CannotGenerate when there is such a file already.
    """
    mirror = mirror_path(ledger)
    for path in (ledger, mirror):
        if path.exists():
            raise CannotGenerate(message("making.there-already", file=path.name))
    planned = competitions(size, seed)
    rules = load_rulebook(REPLAYED)
    assert isinstance(rules, Rulebook)
    with tempfile.TemporaryDirectory(prefix=".toernooi-", dir=ledger.absolute().parent) as beside:
        fresh = Path(beside, ledger.name)
        tell(message("making.year-drawn", n=len(planned)))
        deeds = _all_deeds(planned, jobs, progress)
        tell(message("making.year-recorded", n=len(deeds)))
        facts = 0
        for done, more in enumerate(record(fresh, deeds, seed), 1):
            facts += more
            progress(done, len(deeds))
        tell(message("making.year-mirrored", n=facts))
        stage = PairingStage(lambda: ENGINES, says, [PairingVersion(None, ("then", "now"))])
        refresh(
            fresh,
            says=says,
            stages=[stage],
            versions=[rules],
            jobs=jobs,
            progress=progress,
        )
        fresh.rename(ledger)
        mirror_path(fresh).rename(mirror)
    return GeneratedYear(str(ledger), str(mirror), len(planned), facts)


def _all_deeds(
    planned: Sequence[PlannedCompetition], jobs: int | None, progress: Callable[[int, int], None]
) -> list[YearDeed]:
    """Draw all competitions, in several processes where that is worthwhile."""
    deeds: list[YearDeed] = []
    for done, some in enumerate(_drawn_by(planned, jobs), 1):
        deeds += some
        progress(done, len(planned))
    return deeds


def _drawn_by(planned: Sequence[PlannedCompetition], jobs: int | None) -> Iterator[list[YearDeed]]:
    if jobs is None:
        jobs = (os.cpu_count() or 1) if len(planned) >= _FOR_PROCESSES else 1
    if jobs == 1:
        yield from map(deeds_of, planned)
        return
    pool = ProcessPoolExecutor(
        jobs, get_context("spawn"), signal.signal, (signal.SIGINT, signal.SIG_IGN)
    )
    try:
        with ctrl_c_later():
            under_way = [pool.submit(deeds_of, one) for one in planned]
        yield from (each.result() for each in under_way)
    except BrokenProcessPool as error:
        raise CannotGenerate(message("making.process-killed")) from error
    finally:
        pool.shutdown(cancel_futures=True)


def record(ledger: Path, deeds: Iterable[YearDeed], seed: str = "") -> Iterator[int]:
    """Record deeds in a new ledger, in order of time; yield the number of facts of each."""
    world = _World(seed)
    ids: dict[PlannedCompetition, str] = {}
    with Store(ledger, create=True) as store:
        for at, planned, content in sorted(deeds, key=lambda deed: deed.at):
            world.moment = max(world.moment, at)
            if planned not in ids:
                ids[planned] = world.runtime.new_id()
            yield len(_recorded(store, ids[planned], planned, content, world.runtime).facts)


def _recorded(
    store: Store, tournament: str, planned: PlannedCompetition, content: bytes, runtime: Runtime
) -> Written:
    if planned.how == "file":
        file = f"{planned.seed}.trf"
        opened = Import(
            file=file, content=content, rules=planned.rules, name=planned.name, confirm="yes"
        )
        done = execute(store, tournament, [(None, opened)], runtime)
    else:
        done = execute(store, tournament, _commands(content), runtime)
    assert isinstance(done, Written), done
    return done


def _commands(content: bytes) -> list[tuple[int, Command]]:
    commands = read_ndjson(content.decode())
    assert isinstance(commands, list), commands
    return commands
