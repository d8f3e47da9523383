"""Heads, proofs, bundles, signatures and QR codes on the command line."""

from __future__ import annotations

import builtins
import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.hash_tree import parse_head
from tests.helpers.family import examples
from tests.helpers.places import ROOT
from tests.helpers.tampered import copy_of, sample
from tests.helpers.terminal import Terminal

WINTER = ("-t", "Winter")


@pytest.fixture
def club(tmp_path: Path) -> Terminal:
    return Terminal(copy_of(sample(), tmp_path))


def test_the_head_is_told_at_publication_and_stands_on_the_pairing_sheet(tmp_path: Path) -> None:
    club = Terminal(tmp_path / "club.ledger")
    club.run("init", "Cup", "--rounds", 3)
    for name in "ABCD":
        club.run("enter", name)
    club.run("lots")
    output = club.run("publish")
    short = re.search(r"^note: head (8:\S+)$", output, re.MULTILINE)
    assert short
    record = club.json("pairings", 1)
    assert record["head"]["short"] == short[1]
    assert f"head {short[1]}" in club.run("pairings", 1).splitlines()
    assert club.json("head", 1)["rows"][0]["root"] == record["head"]["root"]
    club.run("board", "swap", 1, 1, 2, "--reason", "one car")
    changed = club.json("pairings", 1)["head"]
    assert changed["size"] == 9
    assert club.json("head")["rows"][0]["short"] == changed["short"]
    assert club.json("verify", "--head", short[1])["clean"], "the first sheet still holds"


def test_a_head_typed_from_a_sheet_may_be_typed_in_any_way(club: Terminal) -> None:
    short = club.json(*WINTER, "head", 1)["rows"][0]["short"]
    root = club.json(*WINTER, "head", 1)["rows"][0]["root"]
    for text in (short, short.lower(), short.replace("-", " "), f"9:{root}", f"#{short}"):
        assert club.try_(*WINTER, "verify", "--head", text).code == 0
    assert club.try_(*WINTER, "verify", "--head", "9:no").code == 2
    refused = club.refused("verify", "--head", short, code=2)
    assert f"choose one: toernooi --ledger {club.ledger} verify --head {short} --tour" in refused


def test_the_qr_code_holds_the_head_of_one_tournament(club: Terminal, tmp_path: Path) -> None:
    drawn = club.run(*WINTER, "head", 2, "--qr").splitlines()
    assert set("".join(drawn[:-1])) == set("█▀▄ ")
    head = parse_head(drawn[-1])
    assert head is not None
    assert club.try_("verify", "--head", drawn[-1]).code == 0, "it names its tournament"
    other = drawn[-1].replace(head.tournament, "elsewhere")
    assert club.try_("verify", "--head", other).code == 2
    picture = tmp_path / "head.svg"
    club.run(*WINTER, "head", "--svg", picture)
    assert picture.read_text("utf-8").startswith("<svg ")


def test_a_proof_of_a_fact_is_checked_without_the_ledger(club: Terminal, tmp_path: Path) -> None:
    proof = tmp_path / "proof.json"
    head = club.json(*WINTER, "head")["rows"][-1]["short"]
    for position in range(1, 15):
        club.run(*WINTER, "prove", f"#{position}", "-o", proof)
        alone = Terminal(tmp_path / "none.ledger")
        output = alone.json("verify-proof", proof, "--head", head)
        assert output["holds"]
        assert output["trusted"]
        assert json.loads(output["fact"])["position"] == position
    other = club.json("-t", "Summer", "head")["rows"][-1]["short"]
    assert club.try_("verify-proof", proof, "--head", other).code == 4
    assert club.try_("verify-proof", proof, "--head", "14:AAAA-AAAA-AAAA-AAAA").code == 4
    assert "compare the head with one you trust" in club.run("verify-proof", proof)


def test_a_proof_that_the_ledger_continues_a_head_is_checked_without_it(
    club: Terminal, tmp_path: Path
) -> None:
    proof = tmp_path / "growth.json"
    for row in club.json(*WINTER, "head")["rows"]:
        club.run(*WINTER, "prove", "--from", row["short"], "-o", proof)
        assert club.json("verify-proof", proof, "--head", row["short"])["trusted"]
    for wrong in ("9:AAAA-AAAA-AAAA-AAAA", "99:AAAA-AAAA-AAAA-AAAA", "0:AAAA-AAAA-AAAA-AAAA"):
        said = club.refused(*WINTER, "prove", "--from", wrong, code=4)
        assert "head-not-continued" in said


@pytest.mark.parametrize("arguments", [[], ["3", "--from", "9:AAAA-AAAA-AAAA-AAAA"], ["x"], ["99"]])
def test_what_cannot_be_proven_is_refused(club: Terminal, arguments: list[str]) -> None:
    club.refused(*WINTER, "prove", *arguments, code=2)


@examples(120)
@given(st.integers(0, 10**9))
def test_a_proof_or_bundle_with_a_byte_changed_does_not_hold(seed: int) -> None:
    chance = Random(seed)
    kind, whole = chance.choice(files())
    data = bytearray(whole)
    at = chance.randrange(len(data))
    how = chance.choice(["flip", "flip", "drop", "double", "cut"])
    if how == "flip":
        data[at] ^= 1 << chance.randrange(8)
    elif how == "drop":
        del data[at]
    elif how == "double":
        data.insert(at, data[at])
    else:
        del data[at:]
    path = sample().with_name(f"{kind.replace(' ', '-')}.json")
    path.write_bytes(data)
    ran = Terminal(sample()).try_(*kind.split(), path)
    assert ran.code == (0 if what_it_says(bytes(data)) == what_it_says(whole) else 4), ran


def what_it_says(data: bytes) -> Any:
    """Return the claim of a file, None when it cannot be read.

    The tournament beside a consistency proof is a label: the proof is about two hashes alone.
    """
    try:
        record = json.loads(data)
    except ValueError:
        return None
    if isinstance(record, dict) and isinstance(record.get("tournament"), str) and "later" in record:
        record["tournament"] = ""
    return record


def files() -> list[tuple[str, bytes]]:
    """Return each kind of file for others, with the verb that checks it."""
    folder = sample().parent
    tables: dict[str, list[tuple[object, ...]]] = {
        "verify-proof": [("prove", 9), ("prove", "--from", _first_head())],
        "bundle verify": [("bundle", "make"), ("bundle", "make", "--with-names")],
    }
    contents = []
    for kind, lines in tables.items():
        for number, line in enumerate(lines):
            path = folder / f"whole-{kind.split()[0]}-{number}.json"
            if not path.exists():
                Terminal(sample()).run(*WINTER, *line, "-o", path)
            contents.append((kind, path.read_bytes()))
    return contents


def _first_head() -> str:
    short: str = Terminal(sample()).json(*WINTER, "head")["rows"][0]["short"]
    return short


def test_a_bundle_holds_no_names_unless_asked_and_opens_as_the_same_ledger(
    club: Terminal, tmp_path: Path
) -> None:
    bare, named = tmp_path / "bare.json", tmp_path / "named.json"
    club.run(*WINTER, "bundle", "make", "-o", bare)
    club.run(*WINTER, "bundle", "make", "--with-names", "-o", named)
    personal = ("Aalbers", "1990-04-01", "De Toren")
    assert [word for word in personal if word in bare.read_text("utf-8")] == []
    assert all(word in named.read_text("utf-8") for word in personal)
    head = club.json(*WINTER, "head")["rows"][-1]["short"]
    for path in (bare, named):
        assert club.json("bundle", "verify", path, "--head", head)["clean"]
        other = Terminal(tmp_path / f"{path.stem}.ledger")
        assert head in other.run("bundle", "open", path)
        assert other.json("verify", "--head", head)["clean"]
        assert other.json(*WINTER, "verify", "--against", club.ledger)["clean"]
        assert other.json("head") == club.json(*WINTER, "head")
        assert other.run("export", "--format", "ndjson") == club.run(
            *WINTER, "export", "--format", "ndjson"
        )
        assert "tournament-exists" in other.refused("bundle", "open", path, code=2)
    assert "Aalbers" in Terminal(tmp_path / "named.ledger").run("players")
    nameless = Terminal(tmp_path / "bare.ledger")
    assert "player 1" in nameless.run("players")
    assert "names were left out" in nameless.run("verify")
    assert "no-names" in nameless.refused("bundle", "make", "--with-names", code=2)
    nameless.run("bundle", "make", "-o", tmp_path / "again.json")
    assert (tmp_path / "again.json").read_bytes() == bare.read_bytes()


def test_a_ledger_from_a_bundle_without_names_is_in_order_when_somebody_is_entered(
    club: Terminal, tmp_path: Path
) -> None:
    club.run(*WINTER, "bundle", "make", "-o", tmp_path / "bare.json")
    other = Terminal(tmp_path / "bare.ledger")
    other.run("bundle", "open", tmp_path / "bare.json")
    other.run("enter", "Evers")
    shown = other.run("players")
    assert "Evers" in shown
    assert "player 1" in shown
    assert other.json("verify")["clean"]


def test_a_bundle_names_its_tournament_rulebooks_and_proofs(club: Terminal) -> None:
    bundle = json.loads(club.run(*WINTER, "bundle", "make"))
    assert bundle["name"] == "Winter"
    assert [book["rulebook"] for book in bundle["rulebooks"]] == ["knsb-wp-2014"]
    assert [head["size"] for head in bundle["heads"]] == [8, 9, 13, 14]
    assert len(bundle["paths"]) == 3
    assert len(bundle["facts"]) == 14


BUNDLE_DAMAGE: dict[str, Callable[[Any], object]] = {
    "the last fact gone": lambda b: b["facts"].pop(),
    "facts exchanged": lambda b: b["facts"].insert(3, b["facts"].pop(4)),
    "a fact twice": lambda b: b["facts"].append(b["facts"][-1]),
    "no facts": lambda b: b["facts"].clear(),
    "a head gone": lambda b: b["heads"].pop(0),
    "no heads": lambda b: (b["heads"].clear(), b["paths"].clear()),
    "a path gone": lambda b: b["paths"].pop(),
    "a path emptied": lambda b: b["paths"][0].clear(),
    "another name": lambda b: b.update(name="Cup"),
    "another tournament": lambda b: b.update(tournament="id9"),
    "another rulebook": lambda b: b["rulebooks"][0].update(text="{}"),
    "no rulebook": lambda b: b["rulebooks"].clear(),
    "another record": lambda b: b["people"][0]["record"].update(name="X"),
    "a record gone": lambda b: b["people"].pop(),
    "a record twice": lambda b: b["people"].append(b["people"][0]),
    "a key too many": lambda b: b.update(more=1),
    "another version": lambda b: b.update(version=2),
    "a result": lambda b: b["facts"][-1].update(
        state=b["facts"][-1]["state"].replace('"0-1"', '"1-0"')
    ),
}


@pytest.mark.parametrize("what", BUNDLE_DAMAGE)
def test_a_damaged_bundle_is_found_and_not_opened(
    club: Terminal, tmp_path: Path, what: str
) -> None:
    bundle = json.loads(club.run(*WINTER, "bundle", "make", "--with-names"))
    BUNDLE_DAMAGE[what](bundle)
    path = tmp_path / "bundle.json"
    path.write_text(json.dumps(bundle), "utf-8")
    assert club.try_("bundle", "verify", path).code == 4
    other = Terminal(tmp_path / "other.ledger")
    assert other.try_("bundle", "open", path).code == 4
    assert not other.ledger.exists()


def test_a_bundle_or_proof_that_is_none_is_refused(club: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "x"
    for text in ("", "[]", "{}", "not json", '{"format": "toernooiboek-bundle"}'):
        path.write_text(text, "utf-8")
        assert club.try_("bundle", "verify", path).code == 4
        assert club.try_("verify-proof", path).code == 4
        assert club.try_("verify", "--against", path).code in (2, 4)


def test_a_bundle_or_proof_that_lacks_anything_it_has_is_not_in_order(
    club: Terminal, tmp_path: Path
) -> None:
    head = club.json(*WINTER, "head")["rows"][0]["short"]
    for verb, words in (
        ("bundle verify", ("bundle", "make", "--with-names")),
        ("bundle verify", ("bundle", "make")),
        ("verify-proof", ("prove", "2")),
        ("verify-proof", ("prove", "--from", head)),
    ):
        path = tmp_path / "whole.json"
        club.run(*WINTER, *words, "-o", path)
        assert club.try_(*verb.split(), path).code == 0
        whole = json.loads(path.read_text("utf-8"))
        assert {"format", "version"} <= set(whole)
        for key in whole:
            path.write_text(json.dumps({k: v for k, v in whole.items() if k != key}), "utf-8")
            assert club.try_(*verb.split(), path).code == 4, (words, key)


# Signatures


def keys(folder: Path) -> tuple[Path, Path]:
    ed25519 = pytest.importorskip("cryptography.hazmat.primitives.asymmetric.ed25519")
    from cryptography.hazmat.primitives import serialization as s

    key = ed25519.Ed25519PrivateKey.generate()
    private, public = folder / "key.pem", folder / "pub.pem"
    pem = (s.Encoding.PEM, s.PrivateFormat.PKCS8, s.NoEncryption())
    private.write_bytes(key.private_bytes(*pem))
    shared = (s.Encoding.PEM, s.PublicFormat.SubjectPublicKeyInfo)
    public.write_bytes(key.public_key().public_bytes(*shared))
    return private, public


def test_a_signed_head_is_trusted_with_the_key_that_belongs_to_it(
    club: Terminal, tmp_path: Path
) -> None:
    private, public = keys(tmp_path)
    signed = tmp_path / "head.json"
    club.run(*WINTER, "head", 2, "--sign", private, "-o", signed)
    trusted = ("--head", signed, "--key", public)
    assert club.try_(*WINTER, "verify", *trusted).code == 0
    club.run(*WINTER, "prove", "--from", signed, "--key", public, "-o", tmp_path / "p.json")
    assert club.json("verify-proof", tmp_path / "p.json", *trusted)["trusted"]
    assert "give --key" in club.refused("verify", "--head", signed, code=2)
    (tmp_path / "b").mkdir()
    _, stranger = keys(tmp_path / "b")
    said = club.refused(*WINTER, "verify", "--head", signed, "--key", stranger, code=4)
    assert "signature-fails" in said
    record = json.loads(signed.read_text("utf-8"))
    record["head"]["size"] += 1
    signed.write_text(json.dumps(record), "utf-8")
    assert "signature-fails" in club.refused(*WINTER, "verify", *trusted, code=4)
    for key in record:
        lacking = {name: value for name, value in record.items() if name != key}
        signed.write_text(json.dumps(lacking), "utf-8")
        assert club.try_(*WINTER, "verify", *trusted).code == 4, key
    signed.write_text("{}", "utf-8")
    assert "unreadable" in club.refused(*WINTER, "verify", *trusted, code=4)
    assert "not-a-key" in club.refused(*WINTER, "head", "--sign", public, code=2)
    assert "openssl genpkey" in club.refused(*WINTER, "head", "--sign", signed, code=2)


@pytest.mark.parametrize(("library", "words"), [("cryptography", ("head", "--sign", "KEY"))])
def test_an_extra_that_is_not_installed_is_named(
    club: Terminal,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    library: str,
    words: tuple[str, ...],
) -> None:
    (tmp_path / "KEY").write_bytes(b"")
    real = builtins.__import__

    def without(name: str, *rest: Any, **more: Any) -> Any:
        if name.split(".")[0] == library:
            raise ImportError(name)
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without)
    monkeypatch.delitem(sys.modules, "ledger.integrity.ed25519", raising=False)
    typed = [tmp_path / "KEY" if word == "KEY" else word for word in words]
    assert f"needs the library {library}" in club.refused(*WINTER, *typed, code=2).replace(
        "need the", "needs the"
    )


def test_neither_extra_is_loaded_where_it_is_not_asked_for() -> None:
    script = (
        "import sys, cli\n"
        f"try: cli.main(['--ledger', {str(sample())!r}, 'verify'])\n"
        "except SystemExit as end: assert end.code == 0\n"
        "print(sorted({'segno', 'cryptography'} & {n.split('.')[0] for n in sys.modules}))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"
