"""Tournaments and a season in Dutch and in English, without a word of the other language."""

from __future__ import annotations

from pathlib import Path

import pytest

from ledger.values import Language
from tests.helpers.other_language import (
    LANGUAGES,
    Evening,
    foreign_in,
    text_of_page,
    verb_lines,
)
from tests.helpers.terminal import Terminal

in_both = pytest.mark.parametrize("language", LANGUAGES)
WHY = "Caissa"
"""A reason that is no word of either language."""

NAMES = ("Aalbers", "Bakker", "Cornelisse", "Dekker", "Evers", "Faber", "Hendriks", "Ijzerman")


def begun(folder: Path, language: Language) -> Evening:
    return Evening(Terminal(folder / "t.ledger"), language)


def open_with_eight(evening: Evening, rules: str) -> None:
    evening.say(code=None)
    evening.say("init", "Toren", "--rules", rules, "--rounds", 4)
    evening.say("details", "--city", "Breda", "--begins", "2026-09-04", "--tempo", "90/40")
    evening.say("plan", 5)
    players = evening.terminal.ledger.with_name("eight.csv")
    rows = [f"{name},{2100 - 20 * at}" for at, name in enumerate(NAMES)]
    players.write_text("\n".join(["name,rating", *rows]), "utf-8")
    evening.say("enter", "--file", players)
    evening.say("enter", "Linden", "--title", "FM", "--club", "Caissa", "--rating", 1500)
    evening.say("correct", "rating", "Linden", 1570)
    evening.say("correct", "person", "Linden", "--birth", "1990-04-01")
    evening.say("status")
    evening.say("lots", "--seed", "7")
    evening.say("schedule", 1, "2026-09-04")
    evening.say("prizes", "declare", 100, 50)


def play_round_1(evening: Evening) -> None:
    evening.say("absent", "Evers", 1)
    evening.say("players")
    evening.say("absent", "Evers", 1, "--cancel")
    evening.say("pair")
    evening.say("why-bye", 1)
    evening.say("publish")
    evening.say("status")
    evening.say("start", 1)
    evening.say("adjourn", 1, 1)
    evening.say("forfeit", 1, 2, "--black", evening.value("cause", "no-word"))
    evening.say("result", 1, 3, "=")
    evening.say("result", 1, 4, evening.value("result", "1/2-1/2"))
    evening.say("pairings", 1)
    evening.say("undo")
    evening.say("result", 1, 4, "=")
    evening.say("correct", "colours", 1, 3)


def play_on(evening: Evening) -> None:
    evening.say("enter", "Mulder", "--rating", 1850)
    evening.say("remove", "Mulder", "--reason", WHY)
    evening.say("remove", 1, code=3)
    evening.say("enter", "Mulder", "--rating", 1850)
    evening.say("withdraw", "Ijzerman", "--reason", WHY)
    evening.say("publish")
    evening.say("players")
    evening.say("correct", "result", 1, 3, "0-1", "--reason", WHY)
    evening.say("amend", 2, "--reason", WHY, code=None)
    evening.say("amend", 2, "--reason", WHY, "--confirm", "2")
    evening.say("check")
    evening.say("result", 1, 1, "½")
    for row in evening.terminal.json("pairings", 2)["rows"]:
        if row["result"] is None:
            evening.say("result", 2, row["board"], "1")
    evening.say("return", "Ijzerman")
    evening.say("absent", "Dekker", 3)
    evening.say("publish")
    evening.say("protest", 3, "Bakker", WHY)
    evening.say("protests")
    evening.say("ruling", 1, evening.value("verdict", "rejected"), WHY)
    evening.say("protests")


def explain(evening: Evening) -> None:
    for number in (1, 2, 3):
        evening.say("why-bye", number, code=None)
        evening.say("audit", number, code=None)
        for row in evening.terminal.json("pairings", number)["rows"]:
            evening.say("why", number, row["board"], code=None)
            evening.say("why-colour", number, row["board"], code=None)
    for first in (1, 3, 5):
        for second in (2, 4, 6, 9):
            evening.say("why-not", 3, first, second, code=None)
    evening.say("why", 3, "--player", 1, code=None)
    page = evening.terminal.ledger.with_name("audit.html")
    evening.say("audit", 3, "--html", page, code=None)
    evening.hear("audit --html", text_of_page(page.read_text("utf-8")))


def look(evening: Evening, folder: Path) -> None:
    for line in (
        "check",
        "standings",
        "standings --final",
        "standings --ratings",
        "why-rating Bakker",
        "norms",
        "standings --after 1",
        "crosstable",
        "rounds",
        "log",
        "status",
        "players",
        "prizes show",
        "integrity",
        "diff --as-of published:2",
        "standings --as-of published:2",
        "verify",
        "head",
        "player Bakker",
        "tournaments",
        "blame standings",
        "blame standings --player Bakker",
        "pairings 2",
        "pairings --by-name",
        "replay --rules knsb-wp-1996",
        "replay --rules knsb-wp-1996 --pairings",
        "rules list",
        "rules show knsb-wp-2014",
        "rules diff knsb-wp-1996 knsb-wp-2014",
        "rules coverage knsb-wp-2014",
        "rules show mwkeizer",
        "rules show knsb-rating-2014",
        "rules diff knsb-wp-2014 knsb-rating-2014",
        "examples",
        "help",
    ):
        evening.say(*line.split(), code=None)
    for fact in evening.terminal.json("log")["rows"]:
        evening.say("show", fact["position"])
    for line in ("export -o {}/x.trf", "backup {}/b.ledger", "bundle make -o {}/x.bundle"):
        evening.say(*line.format(folder).split())
    evening.say("trf", "check", folder / "x.trf", code=None)
    evening.say("trf", "standings", folder / "x.trf", code=None)
    page = folder / "page.html"
    evening.say("pairings", 2, "--html", page)
    evening.hear("pairings --html", text_of_page(page.read_text("utf-8")))


def play_a_season(evening: Evening) -> None:
    """Play three rounds with six members."""
    run, value = evening.say, evening.value
    run(
        "init",
        "Toren",
        "--rules",
        "mwkeizer",
        "--rounds",
        10,
        "--set",
        "keizer.external.1=[70, 68, 66]",
        "--set",
        "keizer.catch_up=true",
        "--set",
        "keizer.presence=announced",
    )
    for at, name in enumerate(NAMES[:6]):
        run("enter", name, "--rating", 1900 - 50 * at)
    run("lots", "--by", value("by", "rating"))
    run("period", 1, "--name", "A")
    run("absent", "Evers", 1)
    run("absent", "Faber", 1, "--duty")
    for name in NAMES[:4]:
        run("present", name, 1)
    run("players")
    run("pair")
    run("publish")
    run("result", 1, 1, "1-0", 2, "=")
    run(
        "external",
        "Evers",
        1,
        "--team",
        1,
        "--board",
        2,
        "--colour",
        value("colour", "W"),
        "--result",
        "0",
    )
    run("correct", "external", "Evers", 1, "--result", "=")
    run(
        "external",
        "Bakker",
        1,
        "--team",
        1,
        "--board",
        3,
        "--colour",
        "w",
        "--result",
        "1",
        "--confirm",
        "yes",
    )
    run("correct", "external", "Bakker", 1, "--strike")
    run("catch-up", 1, "Evers", "Faber", "0-1", "--date", "2026-09-08")
    run("join", "Gerritsen", "--rating", 1500)
    rows = evening.terminal.ledger.with_name("evening.csv")
    rows.write_text(
        "soort;speler;tegenstander;uitslag;oorzaak;team;bord;kleur\n"
        "partij;Aalbers;Cornelisse;0-1R;te laat;;;\n"
        "partij;Gerritsen;Bakker;afgebroken;;;;\n"
        "geen tegenstander;Evers;;;;;;\n"
        "afwezig zonder bericht;Dekker;;;;;;\n"
        "extern;Dekker;;½;;1;1;z\n",
        "utf-8",
    )
    run("evening", 2, rows)
    run("leave", "Faber", "--value", 40)
    run("period", 3, "--name", "B")
    run("return", "Faber")
    for name in NAMES[:6]:
        run("present", name, 3)
    run("publish")
    run("result", 3, 1, "1-0", 2, "1-0", 3, "0-1")
    run("correct", "colours", 3, 1)
    run("correct", "result", 3, 3, "=")


def look_at_the_season(evening: Evening, folder: Path) -> None:
    for number in range(1, 8):
        evening.say("overview", number)
    for line in (
        "overview 4 --player Bakker",
        "blame standings --player Bakker",
        "player Bakker",
        "check",
        "blame standings --since 1",
        "fixtures",
        "replay --rules knsb-keizer-2010",
    ):
        evening.say(*line.split(), code=None)
    evening.say("overview", "--all-html", folder / "pages")


def make_mistakes(evening: Evening) -> None:
    """Type impossible commands."""
    for line in (
        "absent Nobody 4",
        "absent a 4",
        "result 3 1 8-0",
        "result 9 1 1-0",
        "result 3 99 1-0",
        "result 2 1 0-1",
        "result 3",
        "publish",
        "why",
        "why 9",
        "publsh",
        "absnt",
        "log --lst",
        "absent",
        "enter",
        "enter Bakker",
        "correct",
        "correct reslt",
        "schedule 1 tomorrow",
        "close 9",
        "undo now",
        "forfeit 3 1",
        "ruling 7 rejected x",
        "ruling 1 perhaps x",
        "standings --after 40",
        "standings --as-of published:9",
        "result 3 -1 1-0",
        "show 4000",
        "init Other --rules none",
        "init Other --set bye=3",
        "trf check none.trf",
        "enter --file none.csv",
        "restore none",
        "verify --head 3:x",
        "rules show none",
        "rules show knsb-wp-2014 --clause Z9",
        "bye Bakker 4",
        "plan 1",
        "plan none",
        "join Piet",
        "period 2",
        "external Bakker 3",
        "overview stand",
        "apply none.ndjson",
        "--ledger none.ledger status",
        "-t none status",
        "lots",
        "start 1",
        "withdraw Bakker --from-round 1",
        "return Bakker",
        "details --clear none",
        "details",
        "prizes declare x",
        "adjourn 1 1",
        "board swap 3 1 1 --reason x",
        "board add 3 1 2 --reason x",
        "finish",
        "demo none.trf",
        "catch-up 1 1 2 1-0",
        "simulate --players x",
        "generate --players 1",
        "help nothing",
    ):
        evening.say(*line.split(), code=None)


def keep(evening: Evening, folder: Path) -> None:
    """Write files, check them, and read them back."""
    run = evening.say
    (folder / "new").mkdir()
    proof, bundle, trf = folder / "proof.json", folder / "t.bundle", folder / "new" / "t.trf"
    run("export", "-o", trf)
    run("prove", "#9", "-o", proof)
    run("verify-proof", proof, code=None)
    run("bundle", "make", "-o", bundle, code=None)
    run("bundle", "verify", bundle, code=None)
    run("--ledger", folder / "opened.ledger", "bundle", "open", bundle, code=None)
    run("backup", folder / "copy.ledger")
    run("backup", folder / "copy.ledger", code=None)
    run("--ledger", folder / "again.ledger", "restore", folder / "copy.ledger", code=None)
    run("restore", folder / "copy.ledger", code=None)
    run("export", "--parquet", folder / "parquet", code=None)
    for line in (
        "mirror path",
        "mirror update",
        "mirror build",
        "mirror path",
        "upgrade",
        "head --qr",
        "replay --all --rules knsb-wp-1996",
        "replay --rules knsb-wp-1996 --round 2",
        "verify",
        "simulate --rules knsb-wp-1996 --rules knsb-wp-2014 --tournaments 2 --players 8 --rounds 3",
        "rules coverage fide-dutch-2017",
        "rules check none.toml",
        "rules list",
    ):
        run(*line.split(), code=None)
    run("generate", "--players", 9, "--rounds", 4, "-o", folder / "made.trf", code=None)
    for _ in range(2):
        run("--ledger", folder / "more.ledger", "import-folder", folder / "new", code=None)
    for verb in ("check", "standings", "why --player 3", "why --bye", "why --pair 1 2"):
        run("trf", *verb.split(), trf, code=None)
    (folder / "own.toml").write_text('id = "x"\nbye = 3\n[wrong]\n', "utf-8")
    run("rules", "check", folder / "own.toml", code=None)


def take_in_what_is_wrong(evening: Evening, folder: Path) -> None:
    name, kind = ("naam", "soort;speler") if evening.language == "nl" else ("name", "kind;player")
    for file, text in {
        "commands.ndjson": '{"command": "x"}\n{"command": "publish", "x": 1}\n[]\n',
        "players.csv": f"{name},ratings\nAnna,x\n",
        "twice.csv": f"{name};rating\nAnna;x\nAnna;2000000\n;3\n",
        "evening.csv": f"{kind}\nx;Bakker\nextern;y\n",
        "bad.trf": "012 Toren\n001    1 x\n001    1 y\n",
        "bad.ledger": "x",
    }.items():
        (folder / file).write_text(text, "utf-8")
    for line in (
        "apply commands.ndjson",
        "enter --file players.csv",
        "enter --file twice.csv",
        "evening 4 evening.csv",
        "import bad.trf",
        "trf check bad.trf",
        "--ledger bad.ledger status",
        "--ledger bad.ledger verify",
        "pairing-by-hand 4 players.csv",
        "result 3 --file players.csv",
        "lots --by file --file players.csv",
        "import bad.trf --members players.csv",
        "verify-proof bad.trf",
        "bundle verify bad.trf",
        "restore bad.ledger",
        "backup bad.ledger",
    ):
        files = [folder / word if (folder / word).is_file() else word for word in line.split()]
        evening.say(*files, code=None)


def end(evening: Evening) -> None:
    for number in (3, 4, 5):
        if number > 3:
            evening.say("publish")
        for row in evening.terminal.json("pairings", number)["rows"]:
            if row["result"] is None and row["black"] is not None:
                evening.say("result", number, row["board"], "0-1")
    evening.say("close", 5)
    evening.say("forget", "Faber")
    evening.say("finish", "--seed", "7", "--confirm", 5)
    evening.say(
        "export", "--for", "federation", "-o", evening.terminal.ledger.with_name("report.trf")
    )
    evening.say("reopen", code=2)
    evening.say("reopen", "--reason", "Qqreopened")
    evening.say("finish", code=3)
    evening.say("finish", "--confirm", 5)
    for line in ("status", "standings", "prizes show", "log", "verify", "audit 5", ""):
        evening.say(*line.split())


@in_both
@pytest.mark.parametrize("rules", ["knsb-wp-2014", "knsb-rating-2014"])
def test_a_tournament_has_no_word_of_the_other_language(
    tmp_path: Path, rules: str, language: Language
) -> None:
    """A tournament is played whole, and every verb, page and mistake on the way is read."""
    evening = begun(tmp_path, language)
    open_with_eight(evening, rules)
    play_round_1(evening)
    play_on(evening)
    explain(evening)
    look(evening, tmp_path)
    make_mistakes(evening)
    take_in_what_is_wrong(evening, tmp_path)
    keep(evening, tmp_path)
    end(evening)
    assert not evening.foreign(), "\n".join(evening.foreign())
    assert not evening.half_points_as_typed()
    pointed = evening.decimal_points() if language == "nl" else []
    assert not pointed, "\n".join(pointed)


@in_both
def test_a_season_has_no_word_of_the_other_language(tmp_path: Path, language: Language) -> None:
    """A season is played, and every verb, page and mistake on the way is read."""
    evening = begun(tmp_path, language)
    play_a_season(evening)
    explain(evening)
    look(evening, tmp_path)
    look_at_the_season(evening, tmp_path)
    make_mistakes(evening)
    take_in_what_is_wrong(evening, tmp_path)
    assert not evening.foreign(), "\n".join(evening.foreign())
    assert not evening.half_points_as_typed()
    pointed = evening.decimal_points() if language == "nl" else []
    assert not pointed, "\n".join(pointed)


@in_both
def test_help_has_no_word_of_the_other_language(tmp_path: Path, language: Language) -> None:
    """The help of every verb is read, both ways."""
    evening = begun(tmp_path, language)
    evening.say("--help")
    evening.say("help")
    for verb in verb_lines():
        evening.say(*verb, "--help")
        evening.say("help", *verb)
    assert not evening.foreign(), "\n".join(evening.foreign())


@in_both
def test_a_round_robin_has_no_word_of_the_other_language(
    tmp_path: Path, language: Language
) -> None:
    evening = begun(tmp_path, language)
    run = evening.say
    run("init", "Toren", "--rules", "berger")
    for name in NAMES[:5]:
        run("enter", name)
    run("lots", "--by", evening.value("by", "draw"))
    run("fixtures")
    run("publish")
    run("result", 1, 1, "1", 2, "0")
    run("publish")
    run("withdraw", "Bakker")
    run("board", "swap", 2, 1, 2, "--reason", WHY, code=None)
    for line in (
        "fixtures",
        "why 2 1",
        "why-bye 2",
        "audit 2",
        "standings",
        "crosstable",
        "status",
    ):
        run(*line.split(), code=None)
    make_mistakes(evening)
    assert not evening.foreign(), "\n".join(evening.foreign())


@in_both
def test_who_is_forgotten_has_a_name_in_the_language_everywhere(
    tmp_path: Path, language: Language
) -> None:
    evening = begun(tmp_path, language)
    run = evening.say
    run("init", "Toren", "--rounds", 3)
    for name in NAMES[:7]:
        run("enter", name)
    run("lots", "--seed", 7)
    run("prizes", "declare", "12.50", "7.25")
    run("publish")
    for board in (1, 2, 3):
        run("result", 1, board, "1")
    run("publish")
    players = [row["id"] for row in evening.terminal.json("players")["rows"]]
    before = len(evening.terminal.json("log")["rows"])
    for board in (1, 2, 3):
        run("correct", "result", 1, board, "0-1", "--reason", WHY)
    evening.said.clear()
    for player in players:
        run("forget", player, code=None)
    shown = [
        run("amend", 2, "--dry-run").out,
        run("diff", "--as-of", before).out,
        run("pairings", 2).out,
        run("player", 3).out,
        run("log").out,
    ]
    called = "speler 3" if language == "nl" else "player 3"
    assert all(called in text for text in shown[:4])
    assert (
        "€\N{NO-BREAK SPACE}12,50, €\N{NO-BREAK SPACE}7,25" if language == "nl" else "12.50, 7.25"
    ) in shown[4]
    assert f"3 {called} - " in shown[0] + shown[1] or f" - 3 {called}" in shown[0]
    assert not evening.foreign(), "\n".join(evening.foreign())


@pytest.mark.parametrize(
    ("language", "line", "foreign"),
    [
        ("nl", "ronde 3: the boards of Bakker", ["boards", "the"]),
        ("en", "round 3: de borden van Bakker", ["borden", "van"]),
        ("nl", "geweigerd (games-open)  bye.points, --reason en knsb-wp-2014", []),
        ("nl", "afmelden (absent)  Meld SPELER af", []),
        ("en", "absent (afmelden)  Announce that PLAYER is absent", []),
        ("en", "next: toernooi afmelden 3 2", ["afmelden"]),
        ("nl", "fout (bad-command)  board: dit ontbreekt", ["board"]),
        ("nl", 'met --board en keizer.presence=announced, "game-forfeited"', []),
    ],
)
def test_a_word_of_the_other_language_is_found(
    language: Language, line: str, foreign: list[str]
) -> None:
    assert foreign_in(line, language, "") == foreign
