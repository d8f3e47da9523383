"""The calendars of a site, as RFC 5545 has them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers.terminal import Terminal, with_round_1


@pytest.fixture
def hall(tmp_path: Path) -> Terminal:
    """Return a tournament of six with a day, a time and a zone for its rounds."""
    terminal = with_round_1(tmp_path)
    terminal.run(
        "details", "--time-zone", "Europe/Amsterdam", "--city", "Den Haag; bij het station"
    )
    terminal.run("plan", 3)
    terminal.run("schedule", 1, "2026-10-23", "20:00")
    terminal.run("schedule", 2, "2026-10-30", "20:00")
    terminal.run("schedule", 3, "2026-11-06")
    return terminal


def unfolded(content: bytes) -> list[str]:
    """Return the lines of a calendar; each is at most 75 octets as it stands in the file."""
    assert content.endswith(b"\r\n")
    assert all(len(line) <= 75 for line in content.split(b"\r\n"))
    assert b"\n" not in content.replace(b"\r\n", b"")
    return content.replace(b"\r\n ", b"").decode().split("\r\n")[:-1]


def events(lines: list[str]) -> list[dict[str, str]]:
    found: list[dict[str, str]] = []
    inside = False
    for line in lines:
        if line == "BEGIN:VEVENT":
            found.append({})
        inside = inside or line == "BEGIN:VEVENT"
        inside = inside and line != "END:VEVENT"
        if inside and line != "BEGIN:VEVENT":
            name, _, value = line.partition(":")
            assert name not in found[-1], name
            found[-1][name] = value
    return found


def calendar(terminal: Terminal, folder: Path, name: str) -> list[str]:
    terminal.run("website", folder, "--address", "https://club.example/chess")
    slug = next((folder / "en").glob("*/")).name
    return unfolded((folder / "en" / slug / name).read_bytes())


def test_a_round_has_an_event_in_the_time_zone_of_the_tournament(
    hall: Terminal, tmp_path: Path
) -> None:
    lines = calendar(hall, tmp_path / "site", "schedule.ics")
    first, second, third = events(lines)
    assert first["DTSTART;TZID=Europe/Amsterdam"] == "20261023T200000"
    assert second["DTSTART;TZID=Europe/Amsterdam"] == "20261030T200000"
    assert third["DTSTART;VALUE=DATE"] == "20261106"
    assert first["LOCATION"] == "Den Haag\\; bij het station"
    assert first["UID"].endswith("-round-1@club.example")
    assert {one["STATUS"] for one in (first, second, third)} == {"CONFIRMED"}
    zone = lines[lines.index("BEGIN:VTIMEZONE") : lines.index("END:VTIMEZONE")]
    assert "TZID:Europe/Amsterdam" in zone
    at = zone.index("DTSTART:20261025T030000")
    assert zone[at - 1 : at + 3] == [
        "BEGIN:STANDARD",
        "DTSTART:20261025T030000",
        "TZOFFSETFROM:+0200",
        "TZOFFSETTO:+0100",
    ]


def test_the_calendar_of_a_player_says_whom_they_meet_at_which_board(
    hall: Terminal, tmp_path: Path
) -> None:
    board = hall.json("pairings")["rows"][0]
    lines = calendar(hall, tmp_path / "site", f"player/{board['white']}/rounds.ics")
    first, *others = events(lines)
    assert first["DESCRIPTION"] == f"board 1\\, white against {board['black_name']}"
    assert all("DESCRIPTION" not in one for one in others)


def test_an_event_that_changed_has_a_higher_sequence_and_a_dropped_round_is_cancelled(
    hall: Terminal, tmp_path: Path
) -> None:
    before = events(calendar(hall, tmp_path / "site", "schedule.ics"))
    hall.run("schedule", 2, "2026-10-31", "19:30")
    hall.run("plan", 2)
    after = events(calendar(hall, tmp_path / "site", "schedule.ics"))
    assert after[0] == before[0]
    assert after[1]["UID"] == before[1]["UID"]
    assert after[1]["DTSTART;TZID=Europe/Amsterdam"] == "20261031T193000"
    assert int(after[1]["SEQUENCE"]) > int(before[1]["SEQUENCE"])
    assert after[2]["STATUS"] == "CANCELLED"
    assert int(after[2]["SEQUENCE"]) > int(before[2]["SEQUENCE"])


def test_a_long_name_is_folded_between_characters(hall: Terminal, tmp_path: Path) -> None:
    hall.run("details", "--city", "Ljouwert, É" + "éø€😀" * 20)
    lines = calendar(hall, tmp_path / "site", "schedule.ics")
    assert events(lines)[0]["LOCATION"] == "Ljouwert\\, É" + "éø€😀" * 20
