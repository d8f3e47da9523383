"""The site of a ledger: its pages, what is written again, what is taken away, whose names are shown."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import Any

from desk.site.model import SiteCell, SiteHeading, SitePage, SiteTable, Surroundings
from desk.site.rendering import LARGEST, pages_of
from desk.site.style import OF_DESK, site_style
from tests.helpers.ledgers import damage
from tests.helpers.proof_page import made_club
from tests.helpers.terminal import Terminal


def index_of(folder: Path) -> dict[str, Any]:
    index: dict[str, Any] = json.loads((folder / "data" / "index.json").read_text("utf-8"))
    return index


def rows_of(folder: Path) -> list[dict[str, Any]]:
    """Return what the index of a site and its lists of files name."""
    rows: list[dict[str, Any]] = index_of(folder)["files"]
    lists = [row["path"] for row in rows if row["path"].endswith("/files.json")]
    below = [json.loads((folder / path).read_text("utf-8"))["files"] for path in lists]
    return [*rows, *(row for each in below for row in each)]


def files_in(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_every_round_standing_and_player_has_a_page_in_both_languages(site_of_hall: Path) -> None:
    files = files_in(site_of_hall)
    for language in ("nl", "en"):
        cup = f"{language}/club-open"
        pages = ["", "crosstable/", "players/", "rules/", "standing/", "round/6/names/"]
        pages += [f"round/{n}/" for n in range(1, 7)] + [f"standing/{n}/" for n in range(1, 7)]
        pages += [f"player/{n}/" for n in range(1, 16)]
        assert {f"{cup}/{page}index.html" for page in pages} <= files.keys()
    assert "Stand na ronde 5" in files["nl/club-open/standing/index.html"].decode()
    assert "Standing after round 5" in files["en/club-open/standing/index.html"].decode()


def test_every_link_of_the_site_leads_to_a_file_of_it(site_of_hall: Path) -> None:
    files = files_in(site_of_hall)
    for path, content in files.items():
        if not path.endswith(".html"):
            continue
        text, found = content.decode(), re.search(r"<base href=([^ >]+)", content.decode())
        folder = join(dirname(path), found[1]) if found else dirname(path)
        links = re.findall(r'<[^b][^>]* (?:href|src)="?([^" >]+)', text)
        assert links, path
        for href in links:
            file, _, _ = href.partition("#")[0].partition("?")
            assert normpath(join(folder, file)) in files, (path, href)


def test_nothing_of_a_page_is_asked_from_others_and_no_page_is_larger_than_60_kb(
    site_of_hall: Path,
) -> None:
    for path, content in files_in(site_of_hall).items():
        if path.endswith(".html"):
            assert len(content) <= LARGEST, path
            assert not re.search(rb'(?:href|src)="(?:https?:)?//', content), path
            assert b"default-src 'self'" in content, path


def test_a_second_run_writes_nothing_and_another_folder_gets_the_same_bytes(
    hall: Terminal, tmp_path: Path
) -> None:
    first = hall.json("website", tmp_path / "site")
    assert len(first["written"]) == first["files"]
    assert hall.json("website", tmp_path / "site")["written"] == []
    hall.run("website", tmp_path / "other")
    assert files_in(tmp_path / "site") == files_in(tmp_path / "other")


def test_the_index_and_its_lists_name_every_file_with_its_hash(
    hall: Terminal, site_of_hall: Path
) -> None:
    files = files_in(site_of_hall)
    index = index_of(site_of_hall)
    assert {row["path"]: row["sha256"] for row in rows_of(site_of_hall)} == {
        path: hashlib.sha256(content).hexdigest()
        for path, content in files.items()
        if path != "data/index.json"
    }
    assert [one["head"] for one in index["tournaments"]] == [hall.json("head")["rows"][-1]["short"]]


def test_a_result_changes_the_pages_that_it_is_on_and_no_others(hall: Terminal, site: Path) -> None:
    hall.run("result", 6, 4, "1-0")
    written = hall.json("website", site)["written"]
    assert "nl/club-open/round/6/index.html" in written
    assert "data/index.json" in written
    untouched = ("nl/club-open/round/5/index.html", "nl/club-open/standing/5/index.html")
    assert not set(untouched) & set(written)
    assert not any("/at/" in path for path in written)


def test_what_was_published_stays_as_it_was_and_says_what_was_corrected_since(
    hall: Terminal, site: Path
) -> None:
    before = files_in(site)
    hall.run("correct", "result", 1, 1, "1/2-1/2", "--reason", "typed wrongly")
    hall.run("website", site)
    after = files_in(site)
    kept = [path for path in before if path.startswith("en/club-open/at/")]
    assert kept
    for path in kept:
        assert "Corrected since, by fact" in after[path].decode()
        table = re.compile(r"<tbody>.*", re.DOTALL)
        assert table.findall(before[path].decode()) == table.findall(after[path].decode())
    assert all("typed wrongly" not in content.decode() for content in after.values())


def test_only_what_the_program_made_is_taken_away(hall: Terminal, site: Path) -> None:
    (site / "nl" / "our-club.html").write_text("ours")
    changed = site / "en" / "club-open" / "rules" / "index.html"
    hall.run("init", "Second Cup")
    hall.run("-t", "Second Cup", "website", site)
    files = files_in(site)
    assert "nl/our-club.html" in files
    assert "nl/second-cup/index.html" in files
    assert not any(path.startswith("nl/club-open") for path in files)
    assert not changed.parent.exists()


def test_a_folder_with_pages_of_others_is_refused(hall: Terminal, tmp_path: Path) -> None:
    (tmp_path / "club").mkdir()
    (tmp_path / "club" / "index.html").write_text("ours")
    assert "not-a-website" in hall.refused("website", tmp_path / "club", code=2)
    assert (tmp_path / "club" / "index.html").read_text() == "ours"
    (tmp_path / "papers").mkdir()
    (tmp_path / "papers" / "minutes.txt").write_text("ours")
    assert "not-a-website" in hall.refused("website", tmp_path / "papers", code=2)
    assert [path.name for path in (tmp_path / "papers").iterdir()] == ["minutes.txt"]


def test_who_asked_for_no_name_is_shown_by_number(hall: Terminal, tmp_path: Path) -> None:
    name = hall.json("player", "3")["name"]
    hall.run("correct", "person", "3", "--nameless", "yes")
    hall.run("website", tmp_path / "site")
    for path, content in files_in(tmp_path / "site").items():
        assert name not in content.decode(), path
    card = (tmp_path / "site/nl/club-open/player/3/index.html").read_text("utf-8")
    assert "<h1>speler 3</h1>" in card


def test_a_list_of_more_than_200_is_divided_and_no_part_is_too_large() -> None:
    rows = tuple(
        (SiteCell(str(n), "num"), SiteCell(f"Name {n} " + "x" * 400, tag="th"))
        for n in range(1, 451)
    )
    table = SiteTable("All", (SiteHeading("#"), SiteHeading("name")), rows)
    few = SiteTable("Few", (SiteHeading("#"),), ((SiteCell("the only row"),),))
    page = SitePage("players/", "All", (few, table))
    files = list(pages_of(page, Surroundings(language="en", slug="cup", name="Cup")))
    assert [b"the only row" in content for _, content in files] == [True, *[False] * len(files[1:])]
    assert files[1][0] == "en/cup/players/page-2/index.html"
    assert len(files) > 3
    assert all(len(content) <= LARGEST for _, content in files)
    found = re.findall(r"Name (\d+) ", "".join(content.decode() for _, content in files))
    assert [int(n) for n in found] == list(range(1, 451))


def test_a_cell_is_bold_by_itself_only_where_its_column_is_not() -> None:
    headings = (SiteHeading("points", "num bold"), SiteHeading("wins", "num"))
    row = (SiteCell("4½", strong=True), SiteCell("3", strong=True))
    page = SitePage("standing/", "All", (SiteTable("All", headings, (row,)),))
    ((_, content),) = pages_of(page, Surroundings(language="en", slug="cup", name="Cup"))
    assert re.findall("<b>([^<]*)</b>", content.decode()) == ["3"]


def test_a_season_has_its_overviews_and_the_cards_of_its_members(
    season: Terminal, tmp_path: Path
) -> None:
    season.run("website", tmp_path / "site")
    files = files_in(tmp_path / "site")
    for page in ("overviews/matrix/", "overviews/results/", "player/1/", "standing/3/", "round/3/"):
        assert f"nl/interne/{page}index.html" in files
    assert season.json("website", tmp_path / "site")["written"] == []


def test_a_tournament_that_is_damaged_stays_in_the_folder_as_it_was(
    hall: Terminal, tmp_path: Path
) -> None:
    hall.run("init", "Second Cup")
    hall.run("website", tmp_path / "site")
    before = files_in(tmp_path / "site")
    damage(hall.ledger, "UPDATE stored_events SET state = 'x' WHERE originator_version = 40")
    ran = hall.try_("website", tmp_path / "site")
    assert "Club Open cannot be read and stays in the folder as it is" in ran.err
    after = files_in(tmp_path / "site")
    assert {path for path in before if "/club-open/" in path} <= after.keys()
    assert "nl/second-cup/index.html" in after
    assert {one["slug"] for one in index_of(tmp_path / "site")["tournaments"]} == {
        "club-open",
        "second-cup",
    }


def test_prizes_have_a_page_and_a_card_says_what_it_comes_to_as_it_stands(
    hall: Terminal, tmp_path: Path
) -> None:
    hall.run("prizes", "declare", 50, 30)
    first = hall.json("prizes", "show")["rows"][0]
    hall.run("website", tmp_path / "site")
    files = files_in(tmp_path / "site")
    page = files["en/club-open/prizes/index.html"].decode()
    assert f">{first['name']}</a>" in page
    card = files[f"en/club-open/player/{first['number']}/index.html"].decode()
    assert "Prize as it stands" in card


def test_prizes_have_their_page_while_a_round_in_fide_mode_is_played(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "open.ledger")
    terminal.run("init", "Open", "--rules", "fide-dutch-2026", "--rounds", 5)
    for at, name in enumerate(("Aap, A.", "Beer, B.", "Coala, C.", "Das, D.")):
        terminal.run("enter", name, "--rating", 2000 - at)
    terminal.run("lots", "--by", "rating")
    terminal.run("prizes", "declare", 100, 50)
    terminal.run("publish")
    terminal.run("result", 1, 1, "1-0", 2, "0-1")
    terminal.run("publish")
    terminal.refused("prizes", "show")
    terminal.run("website", tmp_path / "site")
    cup = tmp_path / "site" / "en" / "open"
    assert "as it stands" in (cup / "prizes" / "index.html").read_text("utf-8")
    cards = [(path / "index.html").read_text("utf-8") for path in (cup / "player").iterdir()]
    assert sum("Prize as it stands" in card for card in cards) == 2


def test_the_crosstable_of_a_round_robin_is_by_place_in_rows_and_columns(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "four.ledger")
    terminal.run("init", "Four", "--rules", "berger")
    for name in ("Aap, A.", "Beer, B.", "Coala, C.", "Das, D."):
        terminal.run("enter", name)
    terminal.run("lots", "--by", "entry")
    terminal.run("publish")
    terminal.run("result", 1, 1, "0-1", 2, "0-1")
    terminal.run("website", tmp_path / "site")
    pages = files_in(tmp_path / "site")

    def numbers(path: str) -> list[str]:
        """Return the numbers of the players, in the order of the rows, which the columns have too."""
        page = pages[f"en/four/{path}/index.html"].decode()
        rows = re.findall(r"<th><a href=(\d+)/", page)
        columns = re.findall(r"<th>(\d+)", page)
        assert columns == rows
        return rows

    assert numbers("crosstable/numbers") == ["1", "2", "3", "4"]
    assert numbers("crosstable") == ["3", "4", "1", "2"]


def test_a_card_has_the_rating_and_the_place_of_each_opponent(site_of_hall: Path) -> None:
    card = files_in(site_of_hall)["en/club-open/player/3/index.html"].decode()
    assert len(re.findall(r"<small>\d+ · place \d+</small>", card)) >= 5


def test_the_first_page_says_what_changed_last(site_of_hall: Path) -> None:
    front = files_in(site_of_hall)["en/club-open/index.html"].decode()
    assert front.index("What changed last") < front.index("Round 6 is published")


def test_the_first_page_says_of_each_round_whether_its_results_are_in(
    hall: Terminal, tmp_path: Path
) -> None:
    hall.run("website", tmp_path / "site", "--without-why")
    front = files_in(tmp_path / "site")["en/club-open/index.html"].decode()
    said = re.findall(r"href=(\d)/index.html>([^<]*[a-z][^<]*)</a>", front)
    open_ = sum(row["result"] is None for row in hall.json("pairings", 6)["rows"])
    assert {("5", "all results"), ("6", f"{open_} boards still playing")} <= {*said}


def test_a_correction_has_a_page_of_what_it_changed_to_which_round_and_standing_lead(
    hall: Terminal, tmp_path: Path
) -> None:
    before = {row["id"]: row["rank"] for row in hall.json("standings")["rows"]}
    hall.run("correct", "result", 1, 1, "0-1", "--reason", "typed wrongly")
    position = len(hall.json("log")["rows"])
    after = {row["id"]: row["rank"] for row in hall.json("standings")["rows"]}
    hall.run("website", tmp_path / "site")
    files = files_in(tmp_path / "site")
    page = files[f"en/club-open/correction/{position}/index.html"].decode()
    assert "typed wrongly" not in page
    moved = {number for number in after if after[number] != before[number]}
    assert moved
    assert {int(number) for number in re.findall(r"<tr><td>(\d+)", page)} >= moved
    assert "Stays: the pairing of rounds 2" in page
    assert "Pairings still to be made, from round 7 on, count with the correction." in page
    for path in ("round/1/", "standing/", "standing/1/", "log/"):
        lead = files[f"en/club-open/{path}index.html"].decode()
        assert f"{position}/index.html" in lead, path
    assert f"correction/{position}/" not in files["en/club-open/round/2/index.html"].decode()
    feed = files["en/club-open/feed.xml"].decode()
    assert f'href="correction/{position}/index.html"' in feed


def test_the_style_has_every_class_of_the_pages_that_the_desk_has(site_of_hall: Path) -> None:
    of_site, of_desk = (
        set(re.findall(r"\.([a-z][\w-]*)", sheet))
        for sheet in (site_style(), OF_DESK.read_text("utf-8"))
    )
    pages = [page for path, page in files_in(site_of_hall).items() if path.endswith(".html")]
    attributes = re.findall(r' class=(?:"([^"]*)"|([\w-]+))', b"".join(pages).decode())
    classes = {one for quoted, bare in attributes for one in (quoted or bare).split()}
    assert {"card", "bar", "site-row"} <= classes & of_site
    assert classes & of_desk <= of_site
    assert not {"wall", "dialog", "slot"} & of_site


def test_a_player_has_a_calendar_once_a_round_has_a_day(tmp_path: Path) -> None:
    hall = made_club(tmp_path).terminal

    def calendars() -> list[str]:
        hall.run("website", tmp_path / "site", "--without-why")
        return [path for path in files_in(tmp_path / "site") if path.endswith("rounds.ics")]

    assert not calendars()
    hall.run("schedule", 1, "2026-10-03")
    assert calendars()


def test_the_page_of_prizes_has_those_of_a_category_and_not_what_decides_it(tmp_path: Path) -> None:
    club = Terminal(tmp_path / "club.ledger")
    club.run("init", "Cup", "--rounds", 1)
    for name, born in (("Aap, A.", "1950"), ("Beer, B.", "2008-05-06"), ("Coala, C.", "1961")):
        club.run("enter", name, "--rating", 1700, "--birth", born)
    club.run("enter", "Das, D.", "--rating", 1650, "--birth", "1970")
    club.run("lots", "--by", "rating")
    prizes = tmp_path / "prizes.toml"
    prizes.write_text(
        'main = [300]\n[[category]]\nname = "Juniors"\nyear_from = 2006\nprizes = [120]\n', "utf-8"
    )
    club.run("prizes", "announce", prizes)
    club.run("publish")
    club.run("result", 1, 1, "0-1", 2, "0-1")
    club.run("website", tmp_path / "site", "--without-why")
    page = files_in(tmp_path / "site")["en/cup/prizes/index.html"].decode()
    row = next(line for line in page.splitlines() if line.startswith("<tr>") and "Juniors" in line)
    assert ">Beer, B.</a>" in row
    assert "120" in row
    assert "2008" not in page
