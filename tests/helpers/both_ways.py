"""One generated tournament checked by the other side: ours by another program, theirs by us.

A tournament is made from its number alone, so that a difference is found again by its number.
"""

from __future__ import annotations

import contextlib
import io
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, TypeAlias
from unittest.mock import patch

from desk.making.chances import Chances
from desk.making.many_trf import as_bytes
from desk.making.random_trf import Rates, generate
from ledger.rulebooks.rulebook import Rulebook
from ledger.rulebooks.tie_breaks import TieBreak, tie_break
from ledger.trf.meaning import acceleration_of
from ledger.trf.model import TrfFile, TrfPoints
from ledger.trf.reader import parse
from ledger.trf.records import TrfVirtual
from ledger.trf.writer import write
from pairing.systems.registry import load_rulebook
from pairing.systems.trf import Difference, check_file, played_boards
from projections.games.crosstable_of_trf import of_file
from projections.standings.of_file import standing_check
from tests.helpers.other_programs import by_bbp, checked_by_gacrux

RULES = "fide-dutch-2026"

TIE_BREAKS: tuple[tuple[TieBreak, ...], ...] = tuple(
    tuple(map(tie_break, codes.split(",")))
    for codes in (
        "BH/C1,BH,SB",
        "DE,WIN,BPG",
        "SB,PS,WON",
        "BH,BH/M1,KS",
        "PS/C1,SB/C1,BWG",
        "ARO,TPR,BH",
        "FB/C1,AOB,REP",
        "BH/M2/P,SB/C2/P,PS/C2",
        "PTP,APPO,RTNG",
        "APRO,ARO/M1,TPN/R",
        "FB/M1/P,AOB/F,ARO/C2",
        "DE/P,SB/P,BH/P",
    )
)
"""Lists of tie-breaks that tournaments of ours have in turn."""


@dataclass(frozen=True)
class Checked:
    """What a checker made of a tournament.

    `rounds` were paired again, and `apart` tells what differs, in the words of the checker.
    `places` tells whether points and places are as it has them, None where it checks none. `made`
    is False where the other generator gave up: then there is no file, and `apart` says why.
    """

    file: bytes
    rounds: int
    apart: tuple[str, ...]
    places: bool | None = None
    read: bool = True
    made: bool = True


Way: TypeAlias = Callable[[int, int], Checked]
"""Make the tournament of a number, of at most so many players, and have the other side check it."""


def sizes_of(number: int, most_players: int) -> tuple[Chances, int, int]:
    """Return the chances of a tournament, how many players it has, and how many rounds."""
    chances = Chances(f"endorsement {number}")
    players = 10 + chances.below(most_players - 9, "players")
    return chances, players, 5 + chances.below(min(5, players - 5), "rounds")


@cache
def rules_of(acceleration: str) -> Rulebook:
    rules = load_rulebook(RULES, {"fide.acceleration": acceleration})
    assert isinstance(rules, Rulebook), rules
    return rules


def ours(number: int, most_players: int) -> bytes:
    """Return a tournament of our generator; a quarter of them is accelerated by the Baku method."""
    chances, players, rounds = sizes_of(number, most_players)
    rules = rules_of("none" if chances.below(4, "acceleration") else "baku")
    often = (0, 1, 3)[chances.below(3, "often")]
    rates = Rates(
        defaults=10 * often,
        byes=20 * often,
        absences=20 * often,
        withdrawals=5 * often,
        late=20 * often,
        full_byes=4 * often,
        short_games=4 * often,
        double_losses=4 * often,
    )
    low = 1000 + 100 * chances.below(9, "lowest")
    ratings = (low, low + 200 + 100 * chances.below(8, "range"))
    file = generate(
        players,
        rounds,
        rules=rules,
        seed=f"endorsement {number}",
        rates=rates,
        ratings=ratings,
        tie_breaks=TIE_BREAKS[chances.below(len(TIE_BREAKS), "tie-breaks")],
    )
    return as_bytes(_with_virtual_points(file, rules), rules, "trf26")


def _with_virtual_points(file: TrfFile, rules: Rulebook) -> TrfFile:
    """Return a file with its virtual points in lines 250: gacrux does not take them from 192."""
    table = of_file(file, rules, file.rounds_paired)
    virtual = (TrfVirtual(player, halves) for player, halves in table.virtual.items())
    return replace(file, records=(*file.records, *virtual))


def ours_by_gacrux(number: int, most_players: int) -> Checked:
    """Have gacrux pair a tournament of ours again, and check its places by its tie-breaks."""
    data = ours(number, most_players)
    rounds = _rounds_of(data)
    with _as_file(data) as path:
        pairings = checked_by_gacrux(path)
        places = _places_by_gacrux(path, rounds)
    read = pairings.rstrip().endswith(("Check: True", "Check: False"))
    apart = () if pairings.rstrip().endswith("Check: True") else (pairings,)
    return Checked(data, rounds, apart, places, read)


def _places_by_gacrux(path: Path, rounds: int) -> bool:
    """Tell whether gacrux has the same places after so many rounds.

    It is told that this is a Swiss: it takes ten players in nine rounds for a round robin.
    """
    command = ["", "-i", str(path), "-o", "-", "-c", "-dT", "-s", "-n", str(rounds)]
    printed = io.StringIO()
    with (
        patch("sys.argv", command),
        contextlib.redirect_stdout(printed),
        contextlib.redirect_stderr(printed),
        contextlib.suppress(SystemExit),
    ):
        program: Any = import_module("gacrux.tiebreakchecker")
        program.tiebreakchecker().common_main()
    return printed.getvalue().rstrip().endswith("Check: True")


def gacrux_by_us(number: int, most_players: int) -> Checked:
    """Check a tournament of gacrux's generator with our checker; a quarter is accelerated.

    Its places are not checked: its generator writes the order of the first list as the rank.
    """
    chances, players, rounds = sizes_of(number, most_players)
    often = ("0", "0.01", "0.05")[chances.below(3, "often")]
    options = ["-p", str(players), "-n", str(rounds), "-m", "dutch", "-S", often, often, often]
    options += [] if chances.below(4, "acceleration") else ["-a"]
    command = ["", "-g", str(number), "1", "-o", "-", *options]
    printed = io.StringIO()
    with patch("sys.argv", command), contextlib.redirect_stdout(printed):
        program: Any = import_module("gacrux.tournamentgenerator")
        sys.set_int_max_str_digits(15_000)
        generator = program.tournamentgenerator()
        generator.read_command_line()
        try:
            generator.process_tournaments()
        except Exception as error:  # such as a round without a legal pairing
            return Checked(b"", 0, (str(error),), made=False)
    return by_us(printed.getvalue().encode())


def by_us(data: bytes) -> Checked:
    """Check a file with our checker: its rounds, and the points of its players."""
    file = parse(data)
    if not isinstance(file, TrfFile):
        return Checked(data, 0, tuple(map(repr, file)), read=False)
    rules = rules_of(acceleration_of(file))
    apart = tuple(
        f"round {number}: {one}"
        for number, differences in check_file(file, rules, None)
        for one in map(_in_words, differences)
    )
    held = standing_check(file, rules)
    points = all(one.points_in_file in (None, one.points) for one in held.differences)
    return Checked(data, file.rounds_paired, apart, points)


def _in_words(one: object) -> str:
    if isinstance(one, Difference):
        return f"{one.found_in} {one.board[0]}-{one.board[1] or 0}"
    return repr(one)


def ours_by_bbp(program: str, number: int, most_players: int) -> Checked:
    """Have bbpPairings pair each round of a tournament of ours from the rounds before it."""
    data = ours(number, most_players)
    file = parse(data)
    assert isinstance(file, TrfFile), file
    apart = list[str]()
    for at in range(1, file.rounds_paired + 1):
        with _as_file(write(_before(file, at), "bbp")) as path:
            theirs = by_bbp(program, path)
        played = sorted(f"{white}-{black or 0}" for white, black in played_boards(file, at))
        if played != theirs:
            differing = sorted({*played} ^ {*theirs})
            apart.append(f"round {at}: {' '.join(differing)}")
    return Checked(data, file.rounds_paired, tuple(apart))


def _before(file: TrfFile, number: int) -> TrfFile:
    """Return a file as it was before a round was paired; who was away has a cell for it."""
    points = file.points or TrfPoints()
    players = []
    for player in file.players:
        cells = list(player.cells[: number - 1])
        here = player.cell(number)
        if here is not None and here.opponent is None and here.code != "U":
            cells.append(here)
        halves = sum(points.of(cell) for cell in cells)
        players.append(replace(player, cells=tuple(cells), points_halves=halves))
    return replace(file, players=tuple(players))


def bbp_by_us(program: str, number: int, most_players: int) -> Checked:
    """Check a tournament of the generator of bbpPairings with our checker."""
    chances, players, rounds = sizes_of(number, most_players)
    often = chances.below(3, "often")
    keys = {
        "PlayersNumber": players,
        "RoundsNumber": rounds,
        "ForfeitRate": (0, 100, 30)[often],
        "RetiredRate": (0, 1000, 200)[often],
        "HalfPointByeRate": (0, 100, 30)[often],
    }
    with tempfile.TemporaryDirectory() as folder:
        file, config = Path(folder, "made.trf"), Path(folder, "config")
        config.write_text("".join(f"{key}={value}\n" for key, value in keys.items() if value))
        command = [program, "--dutch", "-g", str(config), "-o", str(file), "-s", str(number)]
        subprocess.run(command, capture_output=True, check=True)
        return by_us(file.read_bytes())


@contextlib.contextmanager
def _as_file(data: bytes) -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "tournament.trf")
        path.write_bytes(data)
        yield path


def _rounds_of(data: bytes) -> int:
    file = parse(data)
    assert isinstance(file, TrfFile), file
    return file.rounds_paired
