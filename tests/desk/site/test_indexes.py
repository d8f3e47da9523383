"""A site of several tournaments is found by year, club and person, and made of several ledgers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path, PureWindowsPath

import pytest

from desk.site.addresses import person_address
from desk.site.home import SiteIndexes
from desk.site.listing import ListedPlayer, ListedTournament, Stage
from desk.site.model import SiteLinks, SitePage, SiteTable
from desk.site.words import site_words
from tests.helpers.terminal import Ran, Terminal


def tournament(at: int, *players: ListedPlayer, year: str = "2026") -> ListedTournament:
    return ListedTournament(f"t-{at}", f"Cup {at}", "past", year, "over", players)


def pages(tournaments: Sequence[ListedTournament]) -> dict[str, SitePage]:
    """Return the indexes of a site without the pages of names, of which there are many."""
    return {path: page for path, page in whole(tournaments).items() if path[:7] != "person/"}


def whole(tournaments: Sequence[ListedTournament]) -> dict[str, SitePage]:
    indexes = SiteIndexes(tournaments, site_words("en"), several=len(tournaments) > 1)
    return {page.path: page for page in indexes.all()}


def cells(page: SitePage) -> list[tuple[str, ...]]:
    (table,) = (part for part in page.parts if isinstance(part, SiteTable))
    return [tuple(cell.text for cell in row) for row in table.rows]


def links(page: SitePage) -> list[str]:
    return [link.href for part in page.parts if isinstance(part, SiteLinks) for link in part.links]


BOS = ListedPlayer("Bos, Jan", "De Toren", 3)
INFIX = ListedPlayer("Berg, Klaas van den", "", 1)
CHILD = ListedPlayer("P. S.", "de toren!", 2, named=False)


def test_people_stand_by_surname_each_name_once() -> None:
    made = pages([tournament(1, BOS), tournament(2, BOS, INFIX)])
    assert list(made) == ["", "people/", "clubs/", "clubs/de-toren/"]
    assert cells(made["people/"]) == [
        ("Berg, Klaas van den", "", "Cup 2"),
        ("Bos, Jan", "De Toren", "2 tournaments"),
    ]
    assert "~people/" in links(made[""])
    assert cells(made["clubs/"]) == [("De Toren", "2", "2")]
    assert cells(made["clubs/de-toren/"])[0] == ("Bos, Jan", "2026", "Cup 2")


@pytest.mark.parametrize("stage", ["running", "coming"])
def test_many_tournaments_of_a_stage_have_a_page_and_the_first_page_some(stage: Stage) -> None:
    several = [tournament(at)._replace(stage=stage) for at in range(61)]
    made = pages(several)
    assert links(made[""])[0] == "~t-60/"
    assert links(made[""])[60:] == [f"~years/{stage}/"]
    assert len(cells(made[f"years/{stage}/"])) == 61
    assert f"years/{stage}/" not in pages(several[1:])


def test_a_name_has_a_page_of_its_tournaments_and_initials_have_none() -> None:
    made = whole([tournament(1, BOS, CHILD), tournament(2, BOS, CHILD)])
    assert [path for path in made if path.startswith("person/")] == ["person/jan-bos/"]
    assert cells(made["person/jan-bos/"]) == [
        ("Cup 2", "2026", "De Toren"),
        ("Cup 1", "2026", "De Toren"),
    ]
    (table,) = (part for part in made["person/jan-bos/"].parts if isinstance(part, SiteTable))
    assert [row[0].href for row in table.rows] == ["~t-2/player/3/", "~t-1/player/3/"]
    assert cells(made["people/"])[1:] == [
        ("P. S.", "de toren!", "Cup 2"),
        ("P. S.", "de toren!", "Cup 1"),
    ]


@pytest.mark.parametrize(
    ("name", "same", "other"),
    [
        ("Bos, Jan", "Jan BOS", "Bos, Jans"),
        ("Özdemir, José", "Ozdemir, Jose", "Ozdemir, J."),
        ("Ботвинник, М.", "ботвинник, м.", "Ботвинников, М."),
        ("Con", "CON", "Conn"),
        ("B" * 80 + ", A.", "b" * 80 + ", a", "B" * 81 + ", A."),
    ],
)
def test_the_address_of_a_name_is_that_of_who_is_written_alike(
    name: str, same: str, other: str
) -> None:
    address = person_address(name)
    assert re.fullmatch("~person/[a-z0-9]+(-[a-z0-9]+)*/", address)
    assert person_address(same) == address != person_address(other)
    assert not PureWindowsPath(address.split("/")[1]).is_reserved()


def test_clubs_that_are_written_alike_have_pages_of_their_own() -> None:
    made = pages([tournament(1, BOS, CHILD), tournament(2)])
    assert [path for path in made if path.startswith("clubs/")] == [
        "clubs/",
        "clubs/de-toren/",
        "clubs/de-toren--2/",
    ]


def test_what_names_a_row_of_an_index_is_seen_on_a_phone() -> None:
    several = [tournament(at, BOS) for at in range(62)]
    tables = [
        part
        for page in whole(several).values()
        for part in page.parts
        if isinstance(part, SiteTable)
    ]
    assert len(tables) == 5
    assert not [table.caption for table in tables if "wide" in table.headings[0].kind]


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


@dataclass(frozen=True)
class Gathered:
    """A site without explanations of ledgers, made by a desk that has none of them."""

    ledgers: Path
    folder: Path
    outside: Terminal

    def make(self, ledger: str = "", *options: str) -> Ran:
        """Make the site, of all ledgers or of one of them, as far as they have new facts."""
        wanted = ("--from", self.ledgers / ledger, "--without-why", "--changed")
        ran = self.outside.try_("website", self.folder, *wanted, *options)
        assert ran.code == 0, ran.err
        return ran


@pytest.fixture
def gathered(ledgers: Path, tmp_path: Path) -> Gathered:
    """Return the site of both ledgers, made once."""
    site = Gathered(ledgers, tmp_path / "site", Terminal(tmp_path / "none.ledger"))
    site.make()
    return site


def test_several_ledgers_are_one_site_in_which_nobody_is_shown_otherwise_than_on_its_pages(
    gathered: Gathered, tmp_path: Path
) -> None:
    site = gathered.folder
    people = (site / "en" / "people" / "index.html").read_text("utf-8")
    assert people.count("Bos, Jan") == 1
    assert "2 tournaments" in people
    assert people.count("P. S.") == 2
    assert "Smit" not in people
    assert "Vos" not in people
    assert sorted(path.name for path in (site / "en" / "person").iterdir()) == ["bo-kat", "jan-bos"]
    own = (site / "en" / "person" / "jan-bos" / "index.html").read_text("utf-8")
    assert "Open a" in own
    assert "Open b" in own
    cards = {
        path.parent.name: path.read_text("utf-8")
        for path in site.glob("en/open-a/player/*/index.html")
    }
    leading = {number for number, card in cards.items() if "person/" in card}
    assert leading == {
        number for number, card in cards.items() if re.search("<h1>(Bos|Kat),", card)
    }
    assert len(leading) == 2
    assert "0 files written, 0 removed" in gathered.make().out
    said = gathered.outside.run("open-data", tmp_path / "data", "--from", gathered.ledgers)
    assert "2 tournaments" in said
    gathered.make("a.ledger")
    assert not (site / "en" / "people").exists()


def test_a_card_stays_as_it_is_when_the_same_name_changes_elsewhere(
    gathered: Gathered,
) -> None:
    Terminal(gathered.ledgers / "b.ledger").run("forget", "Kat")
    written = gathered.make("", "--json").json["written"]
    assert "en/person/bo-kat/index.html" in written
    assert not [path for path in written if "/open-a/" in path]


def test_a_page_of_a_name_goes_with_the_last_one_who_is_shown_by_it(
    gathered: Gathered,
) -> None:
    ledgers, site = gathered.ledgers, gathered.folder
    page = site / "nl" / "person" / "jan-bos" / "index.html"
    Terminal(ledgers / "a.ledger").run("show-as", "Bos", "initials")
    gathered.make()
    assert "Open a" not in page.read_text("utf-8")
    assert "Open b" in page.read_text("utf-8")
    Terminal(ledgers / "b.ledger").run("forget", "Bos")
    said = gathered.make().err
    assert not page.parent.exists()
    assert "person/jan-bos/" in said
    everything = b"".join(path.read_bytes() for path in site.rglob("*") if path.is_file())
    assert b"Bos" not in everything
    assert b"jan-bos" not in everything


def test_a_site_says_of_one_tournament_after_another_that_there_are_several(
    gathered: Gathered,
) -> None:
    gathered.make("a.ledger")
    cards = list(gathered.folder.glob("en/open-a/player/*/index.html"))
    assert not [card for card in cards if "person/" in card.read_text("utf-8")]
    gathered.make()
    assert [card for card in cards if "person/" in card.read_text("utf-8")]


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
