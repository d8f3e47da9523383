"""One reader for every dialect: files as other programs write them, by hand for these tests."""

from __future__ import annotations

import pytest

from ledger.trf.model import TrfFile
from ledger.trf.profiles import PROFILES, Profile
from ledger.trf.reader import parse
from ledger.trf.writer import write
from tests.helpers.trf_lines import BYE, row

ROUND = (
    row(1, "   3 w 1", points="1.0"),
    row(2, "   4 b =", points="0.5"),
    row(3, "   1 b 0", points="0.0"),
    row(4, "   2 w =", points="0.5"),
    row(5, BYE, points="1.0"),
)
NEXT = tuple(row(number) for number in range(1, 7))

FILES: dict[str, tuple[tuple[str, ...], str]] = {
    "TRF16 after the event": (
        (
            "012 Cup",
            "032 NED",
            "042 2015/10/01",
            "052 2015/10/03",
            "062 5 (4)",
            "072 4",
            "092 Individual: Swiss-System",
            "102 A. Biter",
            "112 B. Biter",
            "112 C. Biter",
            "122 90 min",
            "132" + " " * 88 + "15/10/01",
            *ROUND,
        ),
        "\n",
    ),
    "TRF16 with teams": (
        (*ROUND, f"013 {'Club A':32}   1    4", f"013 {'Club B':32}   2    3"),
        "\r\n",
    ),
    "TRF06 without points and ranks": (("012 Cup", row(1, "   2 w 1"), row(2, "   1 b 0")), "\r"),
    "JaVaFo, next round": (
        ("XXR 5", "XXC white1", "XXZ 2 4", "XXP 1 3", "XXA    5  1.0  1.0  0.5", *ROUND),
        "\n",
    ),
    "JaVaFo, own points and order": (
        (
            "XXR 5",
            "XXC rank black1",
            "XXS WW=1.0 BW=1.0 WD=0.5 BD=0.5 WL=0.0 "
            "BL=0.0 ZPB=0.0 HPB=0.5 FPB=1.0 PAB=0.5 FW=1.0 FL=0.0",
            *NEXT,
        ),
        "\r\n",
    ),
    "bbpPairings": (
        (
            "012 Cup",
            "XXR 4",
            "152 B",
            "BBW  1.0",
            "BBD  0.5",
            "BBL  0.0",
            "BBZ  0.0",
            "BBF  0.0",
            "BBU  1.0",
            "XXP 1 2 3",
            *ROUND,
        ),
        "\n",
    ),
    "bbpPairings 6": (
        (
            "012 Cup",
            "092 bbpPairings",
            "142 4",
            "152 W",
            "162  W 1.0    D 0.5    L 0.0    P 0.5",
            "192 FIDE_DUTCH_BAKU",
            "240 Z   1    2    4",
            "250      1.0   1   1    1    3",
            "260   1   2    1    5",
            *NEXT,
        ),
        "\r",
    ),
    "gacrux": (
        (
            "012 Cup",
            "042 2026/11/22",
            "142 5",
            "152 W",
            "162  W 1.0    D 0.5    L 0.0    A 0.0    P 1.0    X 0.5",
            "172     FIDE",
            "192 FIDE_DUTCH",
            "212 PTS",
            *ROUND,
            f"250 {'':4} 01.0 001 002 0001 0003",
        ),
        "\n",
    ),
    "TRF26 of an individual event": (
        (
            "012 Cup",
            "142 3",
            "152 W",
            "172 NED HBFN",
            "182 A program",
            "192 FIDE_DUTCH_2026",
            "202 BH/C1,BH,SB",
            "222 40/6000+30:900+30",
            "###      1         2",
            *ROUND,
            "NED    1 m    Player 1" + " " * 26 + "1850",
            "240 H 002 0001",
            "299 " + " " * 9 + "-0.5   1    3",
            "801 anything",
            "802 anything",
        ),
        "\r\n",
    ),
    "TRF26 of a team event": (
        (
            "012 Cup",
            "142 1",
            "192 FIDE_TEAM_MP_GP",
            "352 WB",
            "362 TW 2     TD 1     TL 0",
            *NEXT,
            "310   1 A" + " " * 64 + "   1    2    5",
            "310   2 B" + " " * 64 + "   3    4    6",
            "300   1   1   2    1    0",
            "320  1.0  1.0 000",
            "330 +-   1   1   2",
        ),
        "\n",
    ),
}


def data_of(name: str) -> bytes:
    lines, end = FILES[name]
    return "".join(line.rstrip() + end for line in lines).encode()


@pytest.mark.parametrize("name", FILES)
def test_a_dialect_is_read_and_written_back_as_it_stood(name: str) -> None:
    data = data_of(name)
    file = parse(data)
    assert isinstance(file, TrfFile), file
    again = write(file)
    # Of the letters of 162 only those that are not usual are written.
    assert again == data.replace(b"    A 0.0    P 1.0    X", b"    X")
    assert parse(again) == file


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("name", FILES)
def test_after_the_first_write_of_a_profile_the_bytes_stay(name: str, profile: Profile) -> None:
    file = parse(data_of(name))
    assert isinstance(file, TrfFile), file
    data = write(file, profile)
    again = parse(data)
    assert isinstance(again, TrfFile), again
    assert write(again, profile) == write(again) == data
