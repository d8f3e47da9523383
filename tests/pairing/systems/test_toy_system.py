"""A new system is its folder, one line of the registry and its rulebook: nothing else is needed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.helpers.places import ROOT
from tests.helpers.toy import ToyProgram

SOURCE = ROOT / "tests" / "helpers" / "first_free"

NAMES = [f"desk/render/words/{language}/rulebook-names.toml" for language in ("en", "nl")]
LINE = '    "first-free": "pairing.first_free.system",\n'
PLAYERS = ("Adams", "Bos", "Claes", "Dekker", "Evers")
PAGES = """
import sys
from pathlib import Path
from tests.helpers.browsing import Browsing
desk = Browsing(Path(sys.argv[1]))
for language in ("en", "nl"):
    for address in ("pairings", "round/2/board/1/why", "round/2/why-not?a=1&b=4", "rules"):
        page = desk.client(language=language).get(f"/{desk.slug}/{address}")
        said = [word for word in sys.argv[2:] if word in page.text]
        print(language, address, page.status_code, *said, sep="|")
"""


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> ToyProgram:
    """Return the program with one system more, and a ledger with a tournament by it.

    Copied and run for real: some ten seconds.
    """
    toy = ToyProgram(tmp_path_factory.mktemp("toy"))
    for path in sorted(SOURCE.rglob("*")):
        if path.suffix == ".py" or path.parent.name == "words":
            text = path.read_text("utf-8").replace("tests.helpers.first_free", "pairing.first_free")
            toy.add(f"pairing/first_free/{path.relative_to(SOURCE).as_posix()}", text)
    toy.before("pairing/systems/registry.py", '    "round-robin": ', LINE)
    rulebook = (SOURCE / "first-free.toml").read_text("utf-8")
    toy.add("ledger/rulebooks/first-free.toml", rulebook)
    for called in NAMES:
        toy.add(called, 'first-free = "First free"\n')
    toy.with_pages()
    opening = ["init", "Cup", "--rounds", "3", "--rules", "first-free"]
    entries = [["enter", name] for name in PLAYERS]
    first = [["result", "1", board, "1-0"] for board in ("1", "2")]
    for words in (opening, *entries, ["lots", "--by", "entry"], ["publish"], *first, ["publish"]):
        _run(toy, *words)
    return toy


def _run(toy: ToyProgram, *words: str) -> str:
    return toy.run("cli.py", "--ledger", "toy.ledger", *words)


def _plain(text: str) -> str:
    return " ".join(text.split())


def test_a_new_system_is_its_folder_a_line_and_its_rulebook(toy: ToyProgram) -> None:
    places = {path.partition("/first_free/")[0] for path in toy.touched}
    assert places == {
        "pairing",
        "pairing/systems/registry.py",
        "ledger/rulebooks/first-free.toml",
        *NAMES,
    }


def test_a_new_system_pairs_round_after_round_by_keys_of_its_own(toy: ToyProgram) -> None:
    rows = json.loads(_run(toy, "pairings", "2", "--json"))["rows"]
    assert [(row["white"], row["black"]) for row in rows][:2] == [(3, 1), (4, 2)]
    assert "first_free.free last" in _plain(toy.run("cli.py", "rules", "show", "first-free"))
    change = ["rules", "change", "--set", "first_free.free=first", "--reason", "agreed"]
    _run(toy, *change)
    for board in ("1", "2"):
        _run(toy, "result", "2", board, "1-0")
    assert "1 Adams is the first in order, and free (order)." in _run(toy, "publish") + _run(
        toy, "why-bye", "3"
    )
    assert "by first-free+first_free.free=first: 3 of 3" in _run(toy, "check")


def test_a_key_that_a_new_system_has_not_is_refused_with_its_line(toy: ToyProgram) -> None:
    script = (
        "from pairing.systems.registry import load_rulebook; from pathlib import Path;"
        "from desk.render.catalogue import in_language;"
        'Path(\'own.toml\').write_text(\'base = "first-free"\\nid = "own"\\n[first_free]\\n'
        'free = "nobody"\\nfirst = 1\\n\');'
        "[print(in_language(no.what, 'en')) for no in load_rulebook('own.toml')];"
        "Path('own.toml').write_text('base = \"berger\"\\nid = \"own\"\\n[first_free]\\n');"
        "[print(in_language(no.what, 'en')) for no in load_rulebook('own.toml')]"
    )
    assert toy.run("-c", script).splitlines() == [
        "own.toml, line 4: first_free.free: \"nobody\" is not one of 'last' or 'first'",
        "own.toml, line 5: first_free.first: there is no such key",
        'own.toml: the section [first_free] goes with system = "first-free", and only with it',
    ]


def test_a_new_system_says_why_and_why_not_by_a_criterion_of_its_own(toy: ToyProgram) -> None:
    """Six runs of a changed program are other processes."""
    assert "3 Claes is the first free opponent of 1 Adams (order)." in _run(toy, "why", "2", "1")
    assert "Passed over: 1 (order)." in _run(toy, "why", "2", "1")
    other = ["why-not", "2", "1", "4"]
    assert "2 players would be passed over, not one player (order)" in _plain(_run(toy, *other))
    dutch = _plain(_run(toy, "--lang", "nl", *other))
    assert "dan worden er 2 spelers overgeslagen, en niet één speler (order)" in dutch
    [claim] = json.loads(_run(toy, *other, "--json"))["rows"]
    assert (claim["key"], claim["clause"]) == ("passed_over", "first-free order")
    assert (claim["by"], claim["unit"], claim["found"], claim["instead"]) == (1, "players", 1, 2)
    script = "from tests.docs.schemas import SCHEMAS; print(SCHEMAS['why-not'])"
    schema = toy.run("-c", script)
    assert "passed_over" in schema
    assert "in_order" in schema


def test_a_new_system_stands_on_the_pages(toy: ToyProgram) -> None:
    """A changed program is loaded with its desk, in another process."""
    words = (
        "Claes",
        "is the first free",
        "is de eerste vrije",
        "everybody gets",
        "first_free.free",
    )
    pages = toy.run("-c", PAGES, str(Path(toy.folder, "toy.ledger")), *words).splitlines()
    assert [page.split("|")[:3] for page in pages if "|200" not in page] == []
    assert "en|round/2/board/1/why|200|Claes|is the first free" in pages
    assert "nl|round/2/board/1/why|200|Claes|is de eerste vrije" in pages
    assert {
        f"{language}|rules|200|everybody gets|first_free.free" for language in ("en", "nl")
    } <= {*pages}
