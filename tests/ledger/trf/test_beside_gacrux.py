"""What we write, read by gacrux: a program of its own for TRF26."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from desk.making.random_trf import Rates, generate
from ledger.rulebooks.rulebook import Rulebook
from ledger.trf.meaning import with_codes
from ledger.trf.model import TrfFile
from ledger.trf.profiles import PROFILES, Profile
from ledger.trf.reader import parse
from ledger.trf.writer import write
from pairing.systems.registry import load_rulebook
from tests.helpers.other_programs import checked_by_gacrux
from tests.helpers.shared_data import needs_shared, shared_files
from tests.helpers.trf_lines import REFUSED, read, row

pytestmark = [
    pytest.mark.peers,
    pytest.mark.skipif(find_spec("gacrux") is None, reason="needs gacrux"),
]


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_a_tournament_of_ours_is_read_and_has_the_same_pairings(
    seed: str, profile: Profile, tmp_path: Path
) -> None:
    rules = load_rulebook("fide-dutch-2026")
    assert isinstance(rules, Rulebook)
    file = with_codes(generate(14, 5, rules=rules, seed=seed, rates=Rates(absences=50)), rules)
    path = tmp_path / "file.trf"
    path.write_bytes(write(file, profile))
    assert checked_by_gacrux(path).endswith("Check: True\n")


@pytest.mark.parametrize("options", [(), ("-a",), ("-S", "0.1", "0.1", "0.1")])
@pytest.mark.parametrize("players", [9, 24])
def test_a_random_tournament_of_theirs_is_read_and_written_the_same_from_then_on(
    players: int, options: tuple[str, ...]
) -> None:
    sizes = ("-g", "1", "-p", str(players), "-n", "4", "-o", "-")
    command = (sys.executable, "-m", "gacrux.tournamentgenerator", *sizes, *options)
    file = parse(subprocess.run(command, capture_output=True, check=True).stdout)
    assert isinstance(file, TrfFile), file
    assert len(file.players) == players
    for profile in (None, *PROFILES):
        data = write(file, profile)
        again = parse(data)
        assert isinstance(again, TrfFile), again
        assert write(again) == write(again, profile) == data


@pytest.mark.parametrize("profile", PROFILES)
def test_a_file_with_every_record_of_an_individual_event_is_read(
    profile: Profile, tmp_path: Path
) -> None:
    file = read(
        "012 Cup",
        "042 2026/02/01",
        "052 2026/02/08",
        "142 5",
        "152 W",
        "172 NED NIDOF",
        "192 FIDE_DUTCH_2026",
        "202 BH/C1,BH,SB",
        "222 5400+30",
        row(1, "   3 w 1", points="1.0"),
        row(2, "   4 b =", points="0.5"),
        row(3, "   1 b 0", points="0.0"),
        row(4, "   2 w =", points="0.5"),
        row(5, "0000 - H", points="0.5"),
        row(6, points="0.0"),
        "NED    1" + " " * 40 + "1850",
        "240 H   2    5",
        "240 Z   3    6",
        "250       1.0   1   2    1    2",
        "260   1   3    1    2",
        "299          -0.5   1    3",
    )
    path = tmp_path / "file.trf"
    path.write_bytes(write(file, profile))
    assert "Error" not in checked_by_gacrux(path)


@needs_shared
@pytest.mark.parametrize("path", shared_files("data/malformed/*.trf", "data/real/[ais]*.trf"))
def test_a_file_of_others_written_as_trf26_is_read(path: Path, tmp_path: Path) -> None:
    file = parse(path.read_bytes())
    if path.name in REFUSED:
        return
    assert isinstance(file, TrfFile)
    ours = tmp_path / "file.trf"
    ours.write_bytes(write(file, "trf26"))
    said = checked_by_gacrux(ours)
    assert "Check:" in said
    assert "Error" not in said
