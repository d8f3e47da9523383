"""A site of several tournaments is found by year, club and person, and made of several ledgers."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from desk.site.home import SiteIndexes
from desk.site.listing import ListedPlayer, ListedTournament
from desk.site.model import SiteLinks, SitePage, SiteTable
from desk.site.words import site_words
from tests.helpers.terminal import Terminal


def tournament(at: int, *players: ListedPlayer, year: str = "2026") -> ListedTournament:
    return ListedTournament(f"t-{at}", f"Cup {at}", "past", year, "over", players)


def pages(tournaments: Sequence[ListedTournament]) -> dict[str, SitePage]:
    return {page.path: page for page in SiteIndexes(tournaments, site_words("en")).all()}


def cells(page: SitePage) -> list[tuple[str, ...]]:
    (table,) = (part for part in page.parts if isinstance(part, SiteTable))
    return [tuple(cell.text for cell in row) for row in table.rows]


def links(page: SitePage) -> list[str]:
    return [link.href for part in page.parts if isinstance(part, SiteLinks) for link in part.links]


BOS = ListedPlayer("Bos, Jan", "De Toren", 3)
INFIX = ListedPlayer("Berg, Klaas van den", "", 1)
CHILD = ListedPlayer("P. S.", "de toren!", 2)


def test_people_stand_by_surname_with_the_newest_tournament_first() -> None:
    made = pages([tournament(1, BOS), tournament(2, BOS, INFIX)])
    assert list(made) == ["", "people/", "clubs/", "clubs/de-toren/"]
    assert cells(made["people/"]) == [
        ("Berg, Klaas van den", "", "Cup 2"),
        ("Bos, Jan", "De Toren", "Cup 2"),
        ("Bos, Jan", "De Toren", "Cup 1"),
    ]
    assert "~people/" in links(made[""])
    assert cells(made["clubs/"]) == [("De Toren", "2", "2")]
    assert cells(made["clubs/de-toren/"])[0] == ("Bos, Jan", "2026", "Cup 2")


def test_clubs_that_are_written_alike_have_pages_of_their_own() -> None:
    made = pages([tournament(1, BOS, CHILD), tournament(2)])
    assert [path for path in made if path.startswith("clubs/")] == [
        "clubs/",
        "clubs/de-toren/",
        "clubs/de-toren--2/",
    ]


def test_a_long_list_of_people_has_a_page_for_each_letter() -> None:
    many = [ListedPlayer(f"Bos, {at}", "", at) for at in range(200)]
    made = pages([tournament(1, *many), tournament(2, INFIX, ListedPlayer("Эйве, М.", "", 9))])
    assert [path for path in made if path] == ["people/", "people/b/", "people/0/"]
    assert links(made["people/"]) == ["~people/0/", "~people/b/"]
    assert len(cells(made["people/b/"])) == 201


def test_many_past_tournaments_have_a_page_for_each_year() -> None:
    several = [tournament(at, year="2025" if at % 2 else "2024") for at in range(62)]
    made = pages([*several, tournament(99, year="")])
    assert [path for path in made if path] == ["years/2025/", "years/2024/", "years/0/"]
    assert links(made[""]) == ["~years/2025/", "~years/2024/", "~years/0/"]
    assert cells(made["years/2025/"])[0] == ("Cup 61", "", "over")
    few = pages(several[:4])
    assert list(few) == [""]
    assert links(few[""])[0] == "~t-3/"


def test_one_tournament_has_no_index() -> None:
    assert list(pages([tournament(1, BOS)])) == [""]


@pytest.fixture
def ledgers(tmp_path: Path) -> Path:
    """Return a folder with two ledgers, each with a tournament of a round."""
    folder = tmp_path / "federation"
    folder.mkdir()
    (tmp_path / "people.csv").write_text(
        "name;club;birth\nBos, Jan;De Toren;1980\nSmit, Piet;De Toren;2016-01-01\n"
        "Vos, Anna;De Toren;1990\nKat, Bo;De Toren;1970\n",
        "utf-8",
    )
    for name in ("a", "b"):
        terminal = Terminal(folder / f"{name}.ledger")
        if name == "b":
            terminal.world.new_id()
        terminal.run("init", f"Open {name}", "--rounds", 1)
        terminal.run("enter", "--file", tmp_path / "people.csv")
        terminal.run("lots", "--by", "entry")
        terminal.run("show-as", "Vos", "number")
        terminal.run("publish")
    return folder


def test_several_ledgers_are_one_site_in_which_nobody_is_shown_otherwise_than_on_its_pages(
    ledgers: Path, tmp_path: Path
) -> None:
    site = tmp_path / "site"
    outside = Terminal(tmp_path / "none.ledger").run
    outside("website", site, "--from", ledgers, "--without-why")
    people = (site / "en" / "people" / "index.html").read_text("utf-8")
    assert people.count("Bos, Jan") == 2
    assert people.count("P. S.") == 2
    assert "Smit" not in people
    assert "Vos" not in people
    assert "Open a" in people
    assert "Open b" in people
    said = outside("website", site, "--from", ledgers, "--without-why", "--changed")
    assert "0 files written, 0 removed" in said
    said = outside("open-data", tmp_path / "data", "--from", ledgers)
    assert "2 tournaments" in said
    outside("website", site, "--from", ledgers / "a.ledger", "--without-why")
    assert not (site / "en" / "people").exists()


def test_a_tournament_in_two_ledgers_is_of_the_first(ledgers: Path, tmp_path: Path) -> None:
    (ledgers / "c.ledger").write_bytes((ledgers / "a.ledger").read_bytes())
    outside = Terminal(tmp_path / "none.ledger").run
    ran = outside("website", tmp_path / "site", "--from", ledgers, "--without-why")
    assert "2 tournaments" in outside("open-data", tmp_path / "data", "--from", ledgers)
    assert "in all" in ran


def test_ledgers_to_gather_go_with_a_folder_and_all_of_their_tournaments(
    ledgers: Path, tmp_path: Path
) -> None:
    terminal = Terminal(tmp_path / "none.ledger")
    site = tmp_path / "site"
    for wrong in ((site, "--keep", "yes"), ()):
        refused = terminal.refused("website", *wrong, "--from", ledgers, code=2)
        assert "--from names ledgers" in refused
    terminal.refused("-t", "Open a", "website", site, "--from", ledgers, code=2)
    (tmp_path / "empty").mkdir()
    assert "no-ledgers" in terminal.refused("website", site, "--from", tmp_path / "empty", code=2)
