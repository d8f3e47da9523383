"""Files in and out of a browser: looked at before they are recorded, named, and for whom."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path

import pytest

from desk.access.roles import Role
from desk.making.club_season import CLUB_SEASON
from desk.web.office import MOST_HELD
from desk.web.pages.files import EXPORTS
from ledger.refusals import MOST
from ledger.trf.model import TrfFile
from ledger.trf.reader import parse
from ledger.values import Format
from tests.helpers.browsing import Browsing, demo, fields_of

OPEN = (resources.files("desk.making") / "examples" / "club-open.trf").read_bytes()


@pytest.fixture
def browsing(tmp_path: Path) -> Browsing:
    return demo(tmp_path)


@pytest.fixture
def empty(tmp_path: Path) -> Browsing:
    return Browsing(tmp_path / "none.ledger")


def looked_at(browsing: Browsing, content: bytes, **fields: str) -> tuple[int, str]:
    answer = browsing.send("/import", data={**fields}, files={"file": ("open.trf", content)})
    return answer.status_code, answer.text


def test_a_tournament_file_is_shown_and_then_recorded(empty: Browsing) -> None:
    status, text = looked_at(empty, OPEN, rules="knsb-wp-2014")
    assert status == 200
    assert not empty.path.exists()
    for shown in ("Club Open", "open.trf", "Terpstra, J.", "Zwitsers op weerstandspunten"):
        assert shown in text
    answer = empty.send("/import/record", data=fields_of(text, "/import/record"))
    assert answer.status_code == 303
    assert answer.headers["location"].startswith("/club-open/players")
    assert len(empty.book.state.rounds) == 5


def test_a_name_and_keys_that_were_typed_are_recorded_with_it(empty: Browsing) -> None:
    status, text = looked_at(
        empty, OPEN, name="Ander", set="bye.points=0.5\nbye.half_point_allowed=true"
    )
    assert status == 200
    form = fields_of(text, "/import/record")
    keys = re.search(r'<textarea name="set" hidden>\n(.*?)</textarea>', text, re.DOTALL)
    assert keys is not None
    answer = empty.send("/import/record", data={**form, "set": keys[1]})
    assert answer.status_code == 303
    assert empty.book.state.name == "Ander"
    assert empty.book.rules.bye.half_point_allowed


def test_all_errors_of_a_file_are_shown_with_their_lines(empty: Browsing) -> None:
    lines = OPEN.decode().splitlines()
    players = [at for at, line in enumerate(lines) if line.startswith("001")]
    for at in players:
        lines[at] = lines[at][:91] + "  999 w 1" + lines[at][100:]
    status, text = looked_at(empty, "\n".join(lines).encode())
    assert status == 409
    assert len(re.findall(r"<b>regel \d+</b>", text)) >= len(players)
    assert "Er is niets vastgelegd" in text
    assert not empty.path.exists()


@pytest.mark.parametrize("content", [b"", b"\x89PNG\r\n\x1a\n" + bytes(500), b"012 x\n", b"a;b\n1"])
def test_nonsense_is_refused_and_makes_no_file(empty: Browsing, content: bytes) -> None:
    status, text = looked_at(empty, content)
    assert status == 409
    assert 'class="errors"' in text
    assert not empty.path.exists()


def test_errors_that_are_too_many_are_counted(empty: Browsing) -> None:
    bad = b"naam;rating\n" + b"".join(b"P%d;x\n" % n for n in range(MOST + 50))
    empty.do({"command": "init", "name": "Open"})
    answer = empty.send(
        f"/{empty.slug}/players/file",
        files={"file": ("a.csv", bad)},
    )
    assert answer.status_code == 409
    assert len(re.findall(r"<b>regel \d+</b>", answer.text)) == MOST
    assert "Hier is het lezen gestopt" in answer.text


def test_nothing_sent_is_said_and_a_file_no_longer_held_too(empty: Browsing) -> None:
    answer = empty.send("/import")
    assert answer.status_code == 409
    assert "Er is geen bestand" in answer.text
    gone = empty.send("/import/record", data={"held-file": "gone"})
    assert gone.status_code == 422
    assert "stuur het opnieuw" in gone.text


def test_a_server_holds_a_few_files_at_most(empty: Browsing) -> None:
    for _ in range(MOST_HELD + 3):
        looked_at(empty, OPEN)
    assert len(empty.office.files) == MOST_HELD


def test_every_file_of_a_tournament_can_be_saved_by_who_may(browsing: Browsing) -> None:
    for role in (Role.CHIEF, Role.DEPUTY, Role.HELPER, Role.COMMITTEE, None):
        client = browsing.client(role)
        page = client.get(f"/{browsing.slug}/files")
        for kind, each in EXPORTS.items():
            answer = client.get(f"/{browsing.slug}/export/{kind}")
            named = f"/export/{kind}" in page.text and role is not None
            if role in each.roles and Format.TOURNAMENT in each.formats:
                assert answer.status_code == 200, kind
                assert named or kind == "trf"
            elif role not in each.roles:
                assert answer.status_code in (303, 401, 403), kind
                assert not named


def test_names_of_files_tell_what_they_are(browsing: Browsing) -> None:
    names = {
        kind: answer.headers["content-disposition"].partition("filename*=utf-8''")[2]
        for kind in EXPORTS
        if (answer := browsing.client().get(f"/{browsing.slug}/export/{kind}")).status_code == 200
    }
    assert names["trf26"] == names["trf"] == "club-open.trf"
    assert names["trf16"] == "club-open-trf16.trf"
    assert names["standing"] == "club-open-stand.csv"
    assert re.fullmatch(r"demo-\d{8}-\d{6}\.backup", names["backup"])
    assert all(re.fullmatch(r"[\w.-]+", name, re.ASCII) for name in names.values())


def test_a_file_that_was_saved_can_be_read_again(browsing: Browsing, tmp_path: Path) -> None:
    client = browsing.client()
    for kind in ("trf26", "trf16", "bbp"):
        assert isinstance(parse(client.get(f"/{browsing.slug}/export/{kind}").content), TrfFile)
    copy = tmp_path / "copy.ledger"
    copy.write_bytes(client.get(f"/{browsing.slug}/export/backup").content)
    assert Browsing(copy).book.state.position == browsing.book.state.position
    facts = client.get(f"/{browsing.slug}/export/ndjson").content
    assert facts.count(b"\n") == browsing.book.state.position
    assert b"Terpstra" not in facts
    assert b"Terpstra" not in client.get(f"/{browsing.slug}/export/bundle").content
    assert b"Terpstra" in client.get(f"/{browsing.slug}/export/bundle-names").content


def test_a_season_goes_out_and_comes_in_with_its_members(tmp_path: Path) -> None:
    club = Browsing(tmp_path / "club.ledger")
    club.do(
        {"command": "init", "name": "Club 26", "rules": "mwkeizer", "rounds": 3},
        *({"command": "enter", "name": f"Lid {n}", "rating": 1500 + n} for n in range(1, 7)),
        {"command": "lots", "by": "rating"},
        {"command": "publish"},
        *({"command": "result", "round": 1, "board": n, "result": "1-0"} for n in (1, 2, 3)),
    )
    client = club.client()
    season, members = (
        client.get(f"/{club.slug}/export/{kind}").content for kind in ("season", "members")
    )
    fresh = Browsing(tmp_path / "fresh.ledger")
    alone = fresh.send("/import", {"rules": "mwkeizer"}, files={"file": ("s.csv", season)})
    assert alone.status_code == 409
    both = {"file": ("s.csv", season), "members": ("m.csv", members)}
    answer = fresh.send("/import", {"rules": "mwkeizer"}, files=both)
    assert answer.status_code == 200, answer.text
    fresh.send("/import/record", fields_of(answer.text, "/import/record"))
    assert len(fresh.book.state.rounds) == 1
    assert len(fresh.book.state.players) == 6


def test_a_file_that_is_not_there_is_said_with_the_way_on(browsing: Browsing) -> None:
    answer = browsing.client().get(f"/{browsing.slug}/export/pdf")
    assert answer.status_code == 404
    refused = browsing.client().get(f"/{browsing.slug}/export/season")
    assert refused.status_code in (200, 409)
    assert CLUB_SEASON.rounds > 0


@pytest.fixture
def rated(tmp_path: Path) -> Browsing:
    """Return a tournament of two rating periods, a round of each published."""
    there = Browsing(tmp_path / "rated.ledger")
    there.do(
        {"command": "init", "name": "Rated", "rules": "fide-dutch-2026", "rounds": 3},
        *({"command": "schedule", "round": n, "date": f"2026-{8 + n:02}-05"} for n in (1, 2, 3)),
        *({"command": "enter", "name": f"Player {n}", "rating": 2000 - n} for n in range(1, 5)),
        {"command": "lots", "first_colour": "white"},
        {"command": "publish"},
    )
    return there


def test_each_rating_period_has_its_reports_on_the_page_of_files(rated: Browsing) -> None:
    text = rated.client().get(f"/{rated.slug}/files").text
    address = f"/{rated.slug}/export"
    links = re.findall(rf'(?:href|action)="({address}/(?:fide|federation)[^"]*)"', text)
    reports = [
        f"{address}/{reader}{period}"
        for period in ("?period=1", "?period=2", "?period=3", "")
        for reader in ("fide", "federation")
    ]
    assert links == reports
    assert "4 spelers hebben geen FIDE-nummer" in text
    for one in links:
        assert isinstance(parse(rated.client().get(one).content), TrfFile)
    first, second = (rated.client().get(one).content for one in (reports[0], reports[2]))
    assert b"ratingperiode 1 van 3" in first
    assert first.count(b" w\r\n") > second.count(b" w\r\n")


def test_a_rating_report_is_named_after_its_reader_and_period(rated: Browsing) -> None:
    answer = rated.client().get(f"/{rated.slug}/export/federation?period=2")
    assert answer.headers["content-disposition"].endswith("rated-bond-2.trf")


def test_a_file_of_the_whole_tournament_is_named_after_no_period(rated: Browsing) -> None:
    answer = rated.client().get(f"/{rated.slug}/export/standing?period=2")
    assert answer.headers["content-disposition"].endswith("rated-stand.csv")


@pytest.mark.parametrize("period", ["0", "4", "x", "-1", "99999999999999999999"])
def test_a_rating_period_that_is_not_there_is_refused(rated: Browsing, period: str) -> None:
    answer = rated.client().get(f"/{rated.slug}/export/fide?period={period}")
    assert answer.status_code == 409
    assert "er zijn 3 ratingperioden" in answer.text


def test_a_tournament_of_one_period_has_one_line_of_reports(rated: Browsing) -> None:
    rated.do({"command": "rating-periods", "first_rounds": []})
    text = rated.client().get(f"/{rated.slug}/files").text
    assert "Message(" not in text
    assert text.count("/export/fide") == text.count("/export/federation") == 1
    assert "period=" not in text


def test_the_backup_is_for_the_chief_of_all_tournaments_of_the_ledger(browsing: Browsing) -> None:
    browsing.do(
        {"command": "init", "name": "Of others"},
        {"command": "enter", "name": "Somebody Else", "birth": "2001-02-03"},
    )
    slug = next(slug for slug, (_, name) in browsing.office.slugs().items() if name != "Of others")
    own = browsing.office.slugs()[slug][0]
    client = browsing.client(Role.CHIEF, tournament=own)
    assert "/export/backup" not in client.get(f"/{slug}/files").text
    answer = client.get(f"/{slug}/export/backup")
    assert answer.status_code == 403
    assert "voor de wedstrijdleider van alle toernooien" in answer.text
    for kind in EXPORTS:
        assert b"Somebody" not in client.get(f"/{slug}/export/{kind}").content, kind
    of_all = browsing.client()
    assert "/export/backup" in of_all.get(f"/{slug}/files").text
    assert b"Somebody Else" in of_all.get(f"/{slug}/export/backup").content
