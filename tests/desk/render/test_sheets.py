"""Sheets as they come out of a printer: A4, nothing cut off, numbered, also for 300 players."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.helpers.printer import Paper, printed
from tests.helpers.terminal import Terminal

PLAYERS = 300
LONG = "Nonnekens-van Oudheusden tot den Bosch, Maximiliaan-Alexander"
UNBROKEN = "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch"
NAMES = [
    f"{(LONG, UNBROKEN)[at % 2][:56]}-{at:03}" if at % 3 == 0 else f"Visser{at:03}, Willem"
    for at in range(1, PLAYERS + 1)
]
A4 = (595, 842)


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Terminal:
    """Return a tournament of 300 with one round played, in part by people with long names."""
    terminal = Terminal(tmp_path_factory.mktemp("large") / "t.ledger")
    terminal.run("init", "Open <van> Ons & Genoegen", "--rounds", 9)
    terminal.run("details", "--city", "Wageningen", "--begins", "2026-11-27")
    lines: list[dict[str, object]] = [
        {"command": "enter", "name": name, "club": "Schaakvereniging Ons Genoegen", "rating": 1800}
        for name in NAMES
    ]
    lines += [{"command": "lots", "by": "entry"}, {"command": "publish"}]
    lines += [
        {"command": "result", "round": 1, "board": board, "result": ("1-0", "1/2-1/2")[board % 2]}
        for board in range(1, PLAYERS // 2 + 1)
    ]
    commands = terminal.ledger.with_name("commands.ndjson")
    commands.write_text("\n".join(map(json.dumps, lines)), "utf-8")
    terminal.run("apply", commands)
    return terminal


def of_kind(terminal: Terminal, kind: str, *more: str) -> list[Paper]:
    page = terminal.ledger.with_name(f"{kind}.html")
    terminal.run("sheet", kind, *more, "-o", page)
    return printed(page)


def hold_nothing_cut_off(
    papers: list[Paper], size: tuple[int, int] = A4, numbered: bool = True
) -> None:
    for number, paper in enumerate(papers, 1):
        assert abs(paper.width - size[0]) <= 2
        assert abs(paper.height - size[1]) <= 2
        assert not numbered or f"page{number}of{len(papers)}" in paper.text
        for x, y in paper.places:
            assert 15 <= x <= paper.width - 15, (x, y)
            assert 10 <= y <= paper.height - 15, (x, y)


@pytest.mark.desk
@pytest.mark.parametrize(
    ("kind", "most"),
    [
        ("pairings", 14),
        ("by-name", 28),
        ("standing", 18),
        ("crosstable", 16),
        ("participants", 24),
        ("check-in", 24),
    ],
)
def test_a_printed_sheet_has_every_player_and_nothing_is_cut_off(
    large: Terminal, kind: str, most: int
) -> None:
    papers = of_kind(large, kind)
    hold_nothing_cut_off(papers)
    assert 5 <= len(papers) <= most
    assert "Open<van>Ons&Genoegen" in papers[0].text
    assert "Wageningen" in papers[0].text
    missing = ["".join(name.split()) for name in NAMES]
    missing = [name for name in missing if not any(name in paper.text for paper in papers)]
    assert missing == []


@pytest.mark.desk
def test_result_slips_are_eight_to_a_page_and_each_is_whole(large: Terminal) -> None:
    papers = of_kind(large, "slips")
    hold_nothing_cut_off(papers, numbered=False)
    assert len(papers) == 19
    for at, paper in enumerate(papers):
        boards = range(8 * at + 1, min(8 * at + 8, PLAYERS // 2) + 1)
        assert [f"board{board}" in paper.text for board in boards] == [True] * len(boards)
        assert paper.text.count("black'ssignature") == len(boards)


@pytest.mark.desk
def test_slips_with_codes_are_six_to_a_page_and_each_is_whole(large: Terminal) -> None:
    papers = of_kind(large, "slips", "--address", "https://desk.example.org")
    hold_nothing_cut_off(papers, numbered=False)
    assert len(papers) == 25
    for at, paper in enumerate(papers):
        boards = range(6 * at + 1, 6 * at + 7)
        assert [f"board{board}" in paper.text for board in boards] == [True] * 6
        assert paper.text.count("black'ssignature") == 6
        assert paper.text.count("foryoualone") == 12


@pytest.mark.desk
def test_a_round_robin_of_twenty_is_printed_whole(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "t.ledger")
    terminal.run("init", "Kring", "--rules", "berger")
    for at in range(20):
        terminal.run("enter", NAMES[at])
    terminal.run("lots", "--by", "entry")
    for kind, size, pages in (("crosstable", A4[::-1], 3), ("schedule", A4, 20)):
        papers = of_kind(terminal, kind)
        hold_nothing_cut_off(papers, size)
        assert len(papers) <= pages
        whole = "".join(paper.text for paper in papers)
        assert all("".join(name.split()) in whole for name in NAMES[:20])


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Terminal:
    """Return an evening of 28 players, of whom some have long names."""
    terminal = Terminal(tmp_path_factory.mktemp("club") / "t.ledger")
    terminal.run("init", "Open", "--rounds", 5)
    for at in range(28):
        terminal.run("enter", LONG if at == 3 else f"Visser{at:03}, Willem")
    terminal.run("lots", "--by", "entry")
    terminal.run("publish")
    terminal.run("result", 1, 1, "1-0")
    return terminal


@pytest.mark.desk
@pytest.mark.parametrize("language", ["en", "nl"])
def test_a_club_has_each_list_on_one_page_and_an_audit_on_two(
    club: Terminal, language: str
) -> None:
    """Six runs of Chromium take ten seconds."""
    for kind in ("pairings", "by-name", "results", "standing", "check-in"):
        page = club.ledger.with_name(f"{kind}-{language}.html")
        club.run("--lang", language, "sheet", kind, "-o", page)
        papers = printed(page)
        hold_nothing_cut_off(papers, numbered=language == "en")
        assert (kind, len(papers)) == (kind, 1)
        assert "".join(LONG.split()) in papers[0].text
    page = club.ledger.with_name(f"audit-{language}.html")
    club.run("--lang", language, "audit", 1, 1, "--html", page)
    papers = printed(page)
    hold_nothing_cut_off(papers, numbered=language == "en")
    assert len(papers) <= 2


@pytest.mark.desk
@pytest.mark.parametrize(
    ("kind", "pages", "size"),
    [("score-sheets", 14, A4[::-1]), ("place-cards", 7, A4), ("board-cards", 4, A4)],
)
def test_what_is_cut_out_of_paper_fills_it(
    club: Terminal, kind: str, pages: int, size: tuple[int, int]
) -> None:
    papers = of_kind(club, kind)
    hold_nothing_cut_off(papers, size, numbered=False)
    assert len(papers) == pages
    if kind != "board-cards":
        assert any("".join(LONG.split()) in paper.text for paper in papers)


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Terminal:
    """Return a season of thirty rounds."""
    terminal = Terminal(tmp_path_factory.mktemp("season") / "t.ledger")
    terminal.run("init", "Interne", "--rules", "mwkeizer", "--rounds", 30)
    for at in range(8):
        terminal.run("enter", NAMES[at])
    terminal.run("lots", "--by", "entry")
    lines: list[dict[str, object]] = []
    for number in range(1, 31):
        lines.append({"command": "publish"})
        lines += [
            {"command": "result", "round": number, "board": board, "result": "1/2-1/2"}
            for board in range(1, 5)
        ]
    commands = terminal.ledger.with_name("commands.ndjson")
    commands.write_text("\n".join(map(json.dumps, lines)), "utf-8")
    terminal.run("apply", commands)
    return terminal


def test_a_crosstable_of_many_rounds_is_several_tables_in_type_that_can_be_read(
    season: Terminal,
) -> None:
    page = season.ledger.with_name("crosstable.html")
    season.run("sheet", "crosstable", "-o", page)
    text = page.read_text("utf-8")
    assert "tiny" not in set(re.findall(r'class="leaf ([^"]*)"', text).pop().split())
    tables = [
        re.findall(r'<th scope="col"[^>]*>([^<]*)<', one) for one in text.split("<table>")[1:]
    ]
    assert [one[3:13] for one in tables] == [
        [str(r) for r in range(first, first + 10)] for first in (1, 11, 21)
    ]
    assert [len(one) for one in tables] == [13, 13, 15]


@pytest.mark.desk
def test_a_crosstable_of_many_rounds_is_printed_whole(season: Terminal) -> None:
    papers = of_kind(season, "crosstable")
    hold_nothing_cut_off(papers, A4[::-1])
    assert len(papers) <= 3


def test_what_stands_on_a_page_is_neither_style_nor_script(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "t.ledger")
    terminal.run("init", '"; } </style><script>alert("x")</script> \\ {page}')
    terminal.run("enter", "<b>Anna</b>")
    page = tmp_path / "p.html"
    terminal.run("players", "--html", page)
    text = page.read_text("utf-8")
    assert "<script" not in text
    assert text.count("</style>") == 1
    assert "<b>" not in text
    assert "&lt;b&gt;Anna&lt;/b&gt;" in text
    terminal.run("players", "--html", tmp_path / "again.html")
    assert (tmp_path / "again.html").read_text("utf-8") == text
