"""Command lines of every verb that reads, and the tournaments for them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import get_args

import pytest

from desk.making import year
from ledger.values import Statistic
from tests.helpers.console import Console
from tests.helpers.rating_lists import fide_combined, people

NEW = "NEW"
"""A word of a line: the name of a ledger that is not there yet."""

OUTPUTS: dict[str, list[list[str]]] = {
    "tournaments": [["tournaments"]],
    "digest": [["digest"]],
    "status": [["status"], ["status", "--as-of", "30"]],
    "players": [["players"]],
    "pair": [["pair"], ["pair", "--basis", "85"]],
    "pairings": [["pairings"], ["pairings", "--by-name"], ["pairings", "2"]],
    "standings": [
        ["standings"],
        ["standings", "--final"],
        ["standings", "--after", "0"],
        ["standings", "--ratings"],
    ],
    "crosstable": [["crosstable"], ["crosstable", "--after", "2"]],
    "player": [["player", "6"], ["player", "15"]],
    "rounds": [["rounds"]],
    "prohibited": [["--ledger", "fide.db", "prohibited"], ["prohibited"]],
    "acceleration": [["--ledger", "fide.db", "acceleration"], ["acceleration"]],
    "checked-in": [["checked-in"], ["--ledger", "fide.db", "checked-in", "--missing"]],
    "rating-lists": [["rating-lists"], ["--ledger", "fide.db", "rating-lists"]],
    "boards": [["boards"], ["--ledger", "fide.db", "boards"]],
    "claims": [["claims"], ["--ledger", "fide.db", "claims", "1"]],
    "blame": [["blame", "standings", "--player", "6"]],
    "audit": [["audit", "3"], ["audit", "5", "2", "--lang", "nl"]],
    "protests": [["protests"]],
    "show": [["show", "12"]],
    "diff": [["diff", "--as-of", "30"], ["diff", "--as-of", "40", "--as-of", "60"]],
    "integrity": [["integrity"]],
    "overview": [],
    "who-comes": [],
    "beside": [["beside", "--as-of", "40"], ["beside", "--rules", "knsb-wp-1996"]],
    "fixtures": [],
    "log": [["log"], ["log", "--last", "2"]],
    "verify": [
        ["verify"],
        ["verify", "--head", "12:AAAA-AAAA-AAAA-AAAA"],
        ["verify", "--against", "bundle.json"],
    ],
    "head": [["head"], ["head", "6"]],
    "backup": [["backup", "."]],
    "lists load": [["lists", "load", "november.txt"]],
    "lists": [["lists"]],
    "lists find": [["lists", "find", "jansen"]],
    "doctor": [["doctor"]],
    "about": [["about"]],
    "players refresh": [["players", "refresh"]],
    "report check": [["report", "check", "fide"], ["report", "check", "knsb"]],
    "report for": [["report", "for", "knsb", "--ledger", "duel.db"]],
    "restore": [["--ledger", "restored.db", "restore", "cup.backup"]],
    "copy": [["copy", "cup.backup", "copied.db"], ["copy", "fide.db", "copied.db", "-t", "Acc"]],
    "import-folder": [
        ["--ledger", "many.db", "import-folder", "files"],
        ["--ledger", "many.db", "import-folder", "files", "--files", "c*.trf"],
    ],
    "verify-proof": [
        ["verify-proof", "proof.json"],
        ["verify-proof", "growth.json"],
        ["verify-proof", "proof.json", "--head", "12:AAAA-AAAA-AAAA-AAAA"],
    ],
    "verify-site": [["verify-site", "site", "--bundle", "bundle.json"]],
    "bundle verify": [["bundle", "verify", "bundle.json"]],
    "mirror build": [["mirror", "build"]],
    "mirror update": [["mirror", "update"]],
    "mirror path": [["mirror", "path"]],
    "lake plan": [["lake", "plan", "toernooi.ledger", "--to", "planned"]],
    "lake part": [["lake", "part", "lake", "1"]],
    "lake build": [["lake", "build", "toernooi.ledger", "--to", "built"]],
    "website": [["website", "site"]],
    "open-data": [["open-data", "data"]],
    "statistics": [["statistics"], *(["statistics", what] for what in get_args(Statistic))],
    "export": [["export", "--parquet", "year"], ["export", "--parquet", "year", "--names"]],
    "sql": [
        ["sql", "select * from standings"],
        ["sql", "--mirror", "from mirror"],
        ["sql", "--mirror", "\\d"],
        ["sql", "--file", "questions.sql"],
    ],
    "rules list": [["rules", "list"]],
    "warnings": [["warnings"]],
    "rules show": [["rules", "show", "knsb-wp-2014"]],
    "rules diff": [["rules", "diff", "knsb-wp-1996", "knsb-wp-2014"]],
    "rules coverage": [["rules", "coverage", "knsb-wp-2014"]],
    "examples": [["examples"]],
    "prizes show": [["prizes", "show"]],
    "prizes why": [["prizes", "why", "1"]],
    "compare": [
        ["compare", "FILE", "--rules", "knsb-wp-2014", "--rules", "fide-dutch-2026", "--round", "3"]
    ],
    "replay": [
        ["replay", "--rules", "knsb-wp-1996", "--set", "prizes.method=by_rank"],
        ["replay", "--rules", "knsb-wp-1996", "--pairings"],
        ["replay", "--all", "--rules", "knsb-wp-1996", "--duckdb", "all.duckdb", "--jobs", "1"],
        ["replay", "--all", "--pairings", "--known", "now", "--duckdb", "all.duckdb"],
    ],
    "generate-year": [["--ledger", NEW, "generate-year", "--size", "15"]],
    "simulate": [
        [
            "simulate",
            "--rules",
            "knsb-wp-1996",
            "--rules",
            "knsb-wp-2014",
            "--players",
            "12",
            "--rounds",
            "3",
            "--tournaments",
            "2",
        ],
        [
            "simulate",
            "--rules",
            "knsb-wp-2014",
            "--rules",
            "fide-2024",
            "--players",
            "4",
            "--rounds",
            "5",
            "--tournaments",
            "2",
        ],
    ],
    "why": [["why", "5", "1"], ["why", "6", "--player", "3", "--lang", "nl"]],
    "why-not": [["why-not", "5", "1", "2"], ["why-not", "3", "4", "9"]],
    "norms": [["norms"], ["norms", "6"], ["norms", "--exemption", "c"]],
    "why-rating": [["why-rating", "6"], ["why-rating", "15"]],
    "why-bye": [["why-bye"], ["why-bye", "1"]],
    "why-colour": [["why-colour", "5", "2"]],
    "check": [["check"], ["check", "6"], ["check", "--all"]],
    "trf standings": [["trf", "standings", "FILE"]],
    "trf why": [
        ["trf", "why", "FILE", "--player", "3"],
        ["trf", "why", "FILE", "--bye"],
        ["trf", "why", "FILE", "--round", "4", "--colour", "2", "7"],
    ],
    "trf check": [
        ["trf", "check", "FILE"],
        ["trf", "check", "FILE", "--set", "pairing.first_round=D2"],
    ],
}
"""For each verb that reads, command lines whose --json is checked against its schema."""


def shortened_years(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make every year two competitions: what is printed of it has the same form."""
    whole = year.competitions
    monkeypatch.setattr(year, "competitions", lambda *size_and_seed: whole(*size_and_seed)[:2])


IN_SEASON: list[list[str]] = [
    *(["overview", str(at)] for at in range(1, 8)),
    ["overview", "2", "--period", "1"],
    ["overview", "3", "--round", "1"],
    ["overview", "3", "--period", "1"],
    ["status"],
    ["players"],
    ["pair"],
    ["pairings", "1"],
    ["pairings", "2", "--by-name"],
    ["standings"],
    ["standings", "--final"],
    ["crosstable"],
    ["player", "2"],
    ["prizes", "show"],
    ["rounds"],
    ["checked-in"],
    ["boards", "1"],
    ["who-comes"],
    ["who-comes", "1"],
]
"""The same in a club season."""


def open_tournament(folder: Path) -> Console:
    """Return a console on the shipped tournament, with one round published and open."""
    console = Console(folder)
    console.must_run("import", str(console.shipped_file), "--set", "bye.half_point_allowed=true")
    console.must_run("prizes", "declare", "500", "300", "100")
    console.must_run("schedule", "6", "2026-11-27")
    console.must_run("publish")
    console.must_run(
        "result", "6", "1", "1-0", "2", "0-1", "3", "=", "4", "1-0", "5", "1-0", "6", "1-0"
    )
    console.must_run("forfeit", "6", "7", "--black", "late")
    console.must_run("correct", "result", "5", "1", "1-0", "--reason", "score sheet misread")
    console.must_run("bye", "3", "7")
    console.must_run("prove", "12", "-o", "proof.json")
    first = json.loads(console.must_run("head", "1", "--json"))["rows"][0]["short"]
    console.must_run("prove", "--from", first, "-o", "growth.json")
    console.must_run("bundle", "make", "-o", "bundle.json")
    console.must_run("website", "site", "--without-why")
    console.must_run("mirror", "build")
    console.must_run("lake", "plan", "toernooi.ledger", "--to", "lake")
    _open_by_fide(console)
    (console.folder / "questions.sql").write_text("select 1;\nselect [1.5] as x", "utf-8")
    (console.folder / "november.txt").write_text(fide_combined(people()), "utf-8")
    console.must_run("lists", "load", "november.txt")
    console.must_run("--ledger", "duel.db", "init", "Duel", "--rounds", "1")
    for name in ("Anna", "Bram"):
        console.must_run("--ledger", "duel.db", "enter", name, "--as-typed")
    console.must_run("--ledger", "duel.db", "lots", "--by", "entry")
    console.must_run("--ledger", "duel.db", "publish")
    console.must_run("--ledger", "duel.db", "result", "1", "1", "1-0")
    files = console.folder / "files"
    files.mkdir()
    console.must_run("backup", "cup.backup")
    (files / "club.trf").write_bytes(console.shipped_file.read_bytes())
    (files / "wrong.trf").write_text("001 nobody", "utf-8")
    return console


def _open_by_fide(console: Console) -> None:
    """Open a tournament by rules of FIDE in a ledger of its own: a prohibition, virtual points."""
    there = "--ledger", "fide.db"
    console.must_run(
        *there,
        "init",
        "Accelerated",
        "--rounds",
        "9",
        "--rules",
        "fide-dutch-2026",
        "--set",
        "fide.acceleration=baku",
    )
    for letter in "ABCDEFGH":
        name = f"{letter} Van den Hottentottententententoonstelling van Zuid".ljust(60, "x")
        console.must_run(*there, "enter", name)
    console.must_run(*there, "lots", "--by", "entry", "--first-colour", "white")
    console.must_run(*there, "prohibit", "1", "3", "5", "--rounds", "1-3", "--reason", "a family")
    console.must_run(*there, "prohibit", "2", "4")
    console.must_run(*there, "publish")
    for player, result in (("1", "1-0"), ("2", "="), ("5", "0-1"), ("6", "=")):
        console.must_run(*there, "claim", player, result)
    console.must_run(*there, "check-in", "3", "4")


def club_season(folder: Path) -> Console:
    """Return a console on a season: a period begun, a member gone, all kinds of rounds."""
    console = Console(folder)
    console.must_run(
        "init",
        "Interne",
        "--rounds",
        "9",
        "--rules",
        "mwkeizer",
        "--set",
        "keizer.external.1=[70, 68]",
        "--set",
        "keizer.rematch_gap=9",
    )
    for letter in "ABCDE":
        console.must_run("enter", f"Member {letter}")
    console.must_run("lots", "--by", "entry")
    for number in range(1, 7):
        if number == 2:
            console.must_run("absent", "5", "2")
            console.must_run("absent", "4", "2", "--duty")
        if number == 4:
            console.must_run("period", "4", "--name", "Spring")
        console.must_run("publish")
        console.must_run("result", str(number), "1", "1/2-1/2")
        if number != 2:
            console.must_run("result", str(number), "2", "1-0")
    game = ("--team", "1", "--board", "2", "--colour", "W", "--result")
    console.must_run("external", "5", "2", *game, "1R")
    console.must_run("external", "4", "3", *game, "0", "--elsewhere")
    console.must_run("leave", "3")
    console.must_run("prizes", "declare", "50", "30")
    return console


def typed(line: Sequence[str], console: Console) -> list[str]:
    """Return a line with the shipped tournament for FILE, and a new name for NEW."""
    new = next(name for at in count() if not (console.folder / (name := f"new{at}.db")).exists())
    return [{"FILE": str(console.shipped_file), NEW: new}.get(word, word) for word in line]
