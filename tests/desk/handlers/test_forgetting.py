"""A person is forgotten: no byte of the record is left, and the tournament stands as it was."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from desk.handlers.forgetting import MADE_BY_THE_PROGRAM
from ledger.facts.tournament import FACTS
from ledger.store.store import Store
from tests.helpers.console import Console
from tests.helpers.ledgers import damage, impatient
from tests.helpers.terminal import Terminal, made_once

NAME, BIRTH, CLUB, FIDE = "Quispelaar", "1987-06-05", "Het Zwarte Paard", "1009876"
SECRETS = [text.encode() for text in (NAME, BIRTH, CLUB, FIDE, "Kwispelaar")]


@pytest.fixture
def club(tmp_path: Path) -> Terminal:
    return made_once(_club, tmp_path)


def _club(folder: Path) -> Terminal:
    terminal = Terminal(folder / "club.ledger")
    terminal.run("init", "Cup", "--rounds", 3)
    data = ("--birth", BIRTH, "--club", CLUB, "--fide-id", FIDE)
    terminal.run("enter", "Kwispelaar", "--rating", 1800, *data)
    for name in ("Bakker", "Cornelisse", "Dekker"):
        terminal.run("enter", name, "--rating", 1700)
    terminal.run("correct", "person", "Kwispelaar", "--name", NAME)
    terminal.run("lots", "--by", "entry")
    terminal.run("publish")
    terminal.run("result", 1, 1, "1-0", 2, "0-1")
    terminal.run("publish")
    return terminal


def bytes_beside(ledger: Path) -> bytes:
    """Return the bytes of the ledger and of every file beside it with its name."""
    return b"".join(path.read_bytes() for path in sorted(ledger.parent.glob(f"{ledger.name}*")))


def test_no_byte_of_the_record_is_left_in_the_file_nor_of_its_older_version(club: Terminal) -> None:
    assert NAME.encode() in bytes_beside(club.ledger)
    output = club.run("forget", NAME, "--reason", "asked for it")
    assert "is forgotten" in output
    assert NAME not in output
    left = bytes_beside(club.ledger)
    assert [secret for secret in SECRETS if secret in left] == []


def test_an_older_version_of_a_corrected_record_is_gone_before_that_already(club: Terminal) -> None:
    with closing(sqlite3.connect(club.ledger)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    assert b"Kwispelaar" not in bytes_beside(club.ledger)


def test_the_name_is_a_number_everywhere_and_the_standings_stay(
    club: Terminal, tmp_path: Path
) -> None:
    verbs = (
        ["status"],
        ["players"],
        ["pairings", 1],
        ["pairings", "--by-name"],
        ["standings"],
        ["crosstable"],
        ["player", 1],
        ["rounds"],
        ["log"],
        ["why", 1, 1],
        ["check"],
        ["blame", "standings", "--player", 1],
        ["sql", "select * from players"],
        ["export"],
        ["export", "--format", "ndjson"],
        ["bundle", "make"],
        ["bundle", "make", "--with-names"],
    )
    club.run("result", 2, 1, "1-0", 2, "=")
    before = club.json("standings", "--after", 1)["rows"]
    assert NAME in club.run("standings")
    club.run("forget", NAME)
    after = club.json("standings", "--after", 1)["rows"]
    for old, new in zip(before, after, strict=True):
        assert old | {"name": ""} == new | {"name": ""}
    assert "player 1" in {row["name"] for row in after}
    for verb in verbs:
        said = club.run(*verb)
        assert [s for s in SECRETS if s.decode() in said] == [], verb
    assert club.json("verify")["clean"]
    copy = tmp_path / "names.json"
    club.run("bundle", "make", "--with-names", "-o", copy)
    other = Terminal(tmp_path / "other.ledger")
    other.run("bundle", "open", copy)
    assert other.json("verify")["clean"]
    assert other.json("standings", "--after", 1)["rows"] == after


def test_who_is_forgotten_still_plays_and_is_paired(club: Terminal) -> None:
    club.run("forget", 1)
    club.run("result", 2, 1, "1-0", 2, "=")
    club.run("publish")
    assert len(club.json("pairings", 3)["rows"]) == 2
    club.run("result", 3, 1, "1-0", 2, "=")
    club.run("finish", "--confirm", 3)
    club.run("forget", 2)
    assert club.json("verify")["clean"]


def test_to_forget_twice_adds_nothing_and_cleans_again(club: Terminal) -> None:
    club.run("forget", 1)
    last = club.json("log")["position"]
    assert f"player 1 was forgotten at #{last}" in club.run("forget", 1)
    assert club.json("log")["position"] == last


def test_a_record_cannot_be_kept_again_of_who_is_forgotten(club: Terminal) -> None:
    club.run("forget", 1)
    said = club.refused("correct", "person", 1, "--name", NAME, "--reason", "again")
    assert "person-forgotten" in said


def test_it_is_told_where_the_name_may_stand_in_facts(club: Terminal) -> None:
    club.run("correct", "result", 1, 1, "0-1", "--reason", f"{NAME} told so")
    position = club.json("log")["position"]
    output = club.run("forget", 1)
    assert f"the words of #{position} may name the player" in output
    assert NAME not in output


@pytest.mark.parametrize(
    ("name", "birth", "text"),
    [
        ("Bos, Ed", "", "Ed was late"),
        ("Bos, Ed", "", "as told by BOS"),
        ("Özdemir, A.", "", "ozdemir left the hall"),
        ("Nuñez, A.", "", "Nuñez' clock"),
        ("de Vries, Piet", "", "said to Piets father"),
        ("Jansen, J.", "1987-06-05", "born 5-6-1987"),
        ("Jansen, J.", "1987-06-05", "born 05/06/1987"),
        ("Jansen, J.", "1987-06-05", "geboren op 5 juni 1987"),
        ("Jansen, J.", "1987-06-05", "am 5. Juni 1987 geboren"),
        ("Jansen, J.", "1987-06-05", "born June 5, 1987"),
        ("Jansen, J.", "1987-06-05", "19870605 on the card"),
    ],
)
def test_any_name_or_birth_date_in_any_text_is_told(
    club: Terminal, name: str, birth: str, text: str
) -> None:
    club.run("enter", name, *(("--birth", birth) if birth else ()))
    club.run("protest", 1, 2, text)
    position = club.json("log")["position"]
    club.run("ruling", 1, "upheld", text, "--reason", text)
    output = club.run("forget", 5)
    assert f"the words of #{position}, #{position + 1} may name the player" in output


@pytest.mark.parametrize("text", ["the bosses agreed", "edged out", "van de club", "in 1987", "J."])
def test_a_word_that_only_looks_like_a_name_is_not_told(club: Terminal, text: str) -> None:
    club.run("enter", "van de Bos, Ed J.", "--birth", "1987-06-05", "--club", CLUB)
    club.run("protest", 1, 2, text)
    output = club.run("forget", 5)
    assert "may name the player" not in output


def test_every_text_of_a_fact_is_searched_or_is_none_that_a_person_wrote() -> None:
    texts = {
        name
        for kind in FACTS
        for name, field in kind.model_fields.items()
        if "str" in str(field.annotation) and "Literal" not in str(field.annotation)
    }
    assert texts - MADE_BY_THE_PROGRAM == {
        "reason",
        "address",
        "name",
        "team",
        "text",
        *("rules_text", "categories", "category", "goods"),
    }


def test_through_a_link_the_mirror_of_the_file_itself_is_deleted(
    club: Terminal, tmp_path: Path
) -> None:
    link = tmp_path / "elsewhere" / "link.ledger"
    link.parent.mkdir()
    link.symlink_to(club.ledger)
    club.run("mirror", "build")
    Terminal(link).run("mirror", "build")
    output = Terminal(link, club.world).run("forget", NAME)
    assert "the mirror link.duckdb is deleted" in output
    assert "the mirror club.duckdb is deleted" in output
    assert not list(tmp_path.rglob("*.duckdb"))


def test_what_a_killed_backup_left_beside_the_ledger_is_deleted(
    club: Terminal, tmp_path: Path
) -> None:
    left = club.ledger.with_name("cup.backup.abcdefgh.part")
    club.run("backup", left)
    link = tmp_path / "elsewhere" / "link.ledger"
    link.parent.mkdir()
    link.symlink_to(club.ledger)
    there = link.with_name("cup.backup.abcdefg2.part")
    club.run("backup", there)
    mine = club.ledger.with_name("film.abcdefgh.part")
    mine.write_text("a download", "utf-8")
    output = Terminal(link, club.world).run("forget", NAME)
    assert f"is deleted with the name in it: {there.name} and {left.name}" in output
    assert (left.exists(), there.exists(), mine.exists()) == (False, False, True)


def test_it_is_told_when_lines_of_an_imported_file_may_name_the_player(tmp_path: Path) -> None:
    console = Console(tmp_path)
    text = console.shipped_file.read_text("utf-8")
    (tmp_path / "a.trf").write_text(text + "### thanks to Aalbers\n", "utf-8")
    console.must_run("import", "a.trf")
    name = console.must_run("players", "--csv").splitlines()[1].split('"')[1].split(",")[0]
    (tmp_path / "a.trf").write_text(text + f"XXY thanks to {name}\n", "utf-8")
    console.must_run("--ledger", "b.ledger", "import", "a.trf")
    assert 'lines kept as "file:1" may name the player' in console.must_run(
        "--ledger", "b.ledger", "forget", "1"
    )


def with_lines(tmp_path: Path, *lines: str) -> tuple[Console, str]:
    """Import a file with more lines, in which {name} is that of player 1; return that name."""
    console = Console(tmp_path)
    text = console.shipped_file.read_text("utf-8")
    (tmp_path / "plain.trf").write_text(text, "utf-8")
    console.must_run("import", "plain.trf")
    name = console.must_run("players", "--csv").splitlines()[1].split('"')[1]
    more = "".join(f"{line.format(name=name)}\n" for line in lines)
    (tmp_path / "more.trf").write_text(text + more, "utf-8")
    console.must_run("--ledger", "more.ledger", "import", "more.trf")
    return console, name


def test_lines_of_an_imported_file_with_the_name_are_forgotten_with_the_player(
    tmp_path: Path,
) -> None:
    console, name = with_lines(tmp_path, "XXY thanks to {name}", "XXY thanks to nobody")
    ledger, family = tmp_path / "more.ledger", name.partition(",")[0].encode()
    console.must_run("copy", "more.ledger", "other.ledger")
    assert console.must_run("--ledger", "more.ledger", "export").count("XXY") == 2
    output = console.must_run("--ledger", "more.ledger", "forget", "1")
    assert 'one line with the name is taken out of "file:1"' in output
    assert "may name" not in output
    assert family not in bytes_beside(ledger)
    after = console.must_run("--ledger", "more.ledger", "export")
    assert "XXY thanks to nobody" in after
    assert after.count("XXY") == 1
    assert "lines of the imported file" in console.must_run("--ledger", "more.ledger", "log")
    console.must_run("--ledger", "more.ledger", "verify")
    assert family in bytes_beside(tmp_path / "other.ledger")
    console.must_run("copy", "more.ledger", "other.ledger")
    assert family not in bytes_beside(tmp_path / "other.ledger")


def test_lines_that_come_back_after_they_were_forgotten_are_damage(tmp_path: Path) -> None:
    console, _ = with_lines(tmp_path, "XXY thanks to {name}")
    ledger = tmp_path / "more.ledger"
    with closing(sqlite3.connect(ledger)) as connection:
        (row,) = connection.execute("SELECT record, salt FROM people WHERE key = 'file:1'")
    console.must_run("--ledger", "more.ledger", "forget", "1")
    with closing(sqlite3.connect(ledger, isolation_level=None)) as connection:
        connection.execute("UPDATE people SET record = ?, salt = ? WHERE key = 'file:1'", row)
    assert console.run("--ledger", "more.ledger", "verify").exit_code == 4


def test_while_another_program_reads_it_is_told_to_forget_again(club: Terminal) -> None:
    with impatient(), closing(sqlite3.connect(club.ledger, isolation_level=None)) as other:
        other.execute("BEGIN")
        other.execute("SELECT COUNT(*) FROM people").fetchone()
        output = club.run("forget", 1)
        other.execute("ROLLBACK")
    assert "another program has the ledger open" in output
    assert "another program" not in club.run("forget", 1)
    left = bytes_beside(club.ledger)
    assert [secret for secret in SECRETS if secret in left] == []


def test_one_command_file_may_enter_and_forget(tmp_path: Path) -> None:
    console = Console(tmp_path)
    lines = [
        '{"command": "init", "name": "Cup"}',
        f'{{"command": "enter", "name": "{NAME}"}}',
        '{"command": "forget", "player": 1}',
    ]
    (tmp_path / "a.ndjson").write_text("\n".join(lines), "utf-8")
    console.must_run("apply", "a.ndjson")
    assert NAME not in console.must_run("players")
    assert NAME.encode() not in bytes_beside(tmp_path / "toernooi.ledger")
    assert "in order" in console.must_run("verify")


def test_who_was_entered_by_mistake_can_be_forgotten(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "club.ledger")
    terminal.run("init", "Cup", "--rounds", 3)
    terminal.run("enter", "Bakker")
    terminal.run("enter", "Kwispelaar", "--club", CLUB)
    terminal.run("undo")
    assert b"Kwispelaar" in bytes_beside(terminal.ledger)
    assert "is forgotten" in terminal.run("forget", "Kwispelaar")
    left = bytes_beside(terminal.ledger)
    assert [secret for secret in SECRETS if secret in left] == []
    assert "in order" in terminal.run("verify")
    assert "player 2 entered (taken back)" in terminal.run("log")
    assert "no player is called" in terminal.refused("forget", "Kwispelaar", code=2)


# --- other tournaments of the file ----------------------------------------------------------------


def with_others(terminal: Terminal, *entries: tuple[str, ...]) -> str:
    """Open a tournament for each entry, forget the first player of the first; return the notes.

    An entry is a name with options, as typed.
    """
    for number, (name, *words) in enumerate(entries, 1):
        terminal.run("init", f"Cup {number}", "--rounds", 3)
        terminal.run("-t", f"Cup {number}", "enter", name, *words)
    return terminal.run("-t", "Cup 1", "forget", 1)


@pytest.mark.parametrize(
    ("first", "other", "same"),
    [
        ((NAME,), (NAME,), True),
        (("Vries, Piet de",), ("Piet de Vries",), True),
        ((NAME, "--birth", BIRTH), (NAME,), True),
        ((NAME, "--birth", BIRTH), (NAME, "--birth", "1999-01-01"), False),
        ((NAME, "--fide-id", FIDE), ("Q., A.", "--fide-id", FIDE, "--birth", "1999-01-01"), True),
        ((NAME, "--national-id", "7654321"), ("Q., A.", "--national-id", "7654321"), True),
        ((NAME, "--national-id", "7654321"), ("Q., A.", "--fide-id", "7654321"), False),
        ((NAME, "--club", CLUB), ("Bakker", "--club", CLUB), False),
    ],
)
def test_another_tournament_that_may_hold_the_same_person_is_named(
    tmp_path: Path, first: tuple[str, ...], other: tuple[str, ...], same: bool
) -> None:
    output = with_others(Terminal(tmp_path / "club.ledger"), first, other, ("Bakker",))
    step = 'may be of the same person: "Cup 2": toernooi -t NAME forget PLAYER'
    assert (f"another tournament holds a record that {step}" in output) is same
    assert ("the same person" in output) is same
    assert NAME not in output


def test_every_other_tournament_is_named_until_the_person_is_forgotten_there(
    tmp_path: Path,
) -> None:
    terminal = Terminal(tmp_path / "club.ledger")
    output = with_others(terminal, (NAME,), (NAME,), ("Bakker",), (NAME,))
    assert (
        'other tournaments hold a record that may be of the same person: "Cup 2"; "Cup 4"' in output
    )
    assert '"Cup 4": toernooi' in terminal.run("-t", "Cup 2", "forget", 1)
    assert "the same person" not in terminal.run("-t", "Cup 4", "forget", 1)
    left = bytes_beside(terminal.ledger)
    assert [secret for secret in SECRETS if secret in left] == []


def test_a_damaged_tournament_does_not_stop_forgetting_in_another(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "club.ledger")
    for number in (1, 2, 3):
        terminal.run("init", f"Cup {number}", "--rounds", 3)
        terminal.run("-t", f"Cup {number}", "enter", NAME)
    *_, (second, _), (third, _) = Store(terminal.ledger).tournaments()
    damage(
        terminal.ledger,
        f"UPDATE people SET record = '[' WHERE tournament = '{second}'",
        f"DELETE FROM trees WHERE tournament = '{third}'",
    )
    output = terminal.run("-t", "Cup 1", "forget", 1)
    assert f"damaged, and not searched for the person: tournament {third}, {second}" in output
    assert "player 1 is forgotten" in output


def test_who_is_forgotten_is_called_a_player_in_the_readers_language(club: Terminal) -> None:
    number = 1
    club.run("forget", number)
    assert f"player {number}" in club.run("players")
    assert f"speler {number}" in club.run("--lang", "nl", "players")
    dutch, english = club.run("--lang", "nl", "log"), club.run("log")
    assert f"speler {number}" in dutch
    assert f"player {number}" not in dutch
    assert f"player {number}" in english
    for kind in ("--json", "--csv"):
        assert f"player {number}" in club.run("--lang", "nl", "players", kind)
