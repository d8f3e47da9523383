"""A small season played through the command line, with every verb that a season has."""

from __future__ import annotations

from pathlib import Path

from tests.helpers.terminal import Terminal


def played_season(folder: Path) -> Terminal:
    """Play three rounds with six members, so that every fact of a season is recorded."""
    terminal = Terminal(folder / "season.ledger")
    terminal.run(
        "init",
        "Interne",
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
    for at, name in enumerate(("Aalders", "Beekman", "Citroen", "Dijkstra", "Elzinga", "Feitsma")):
        terminal.run("enter", name, "--rating", 1900 - 50 * at)
    terminal.run("lots", "--by", "rating")
    terminal.run("schedule", 1, "2026-09-04", "20.00")
    terminal.run("period", 1, "--name", "herfst")
    # Round 1 is paired by the engine: four are present, one is absent, one does the bar.
    terminal.run("absent", "Elzinga", 1)
    terminal.run("afmelden", "Feitsma", 1, "--duty")
    for name in ("Aalders", "Beekman", "Citroen", "Dijkstra"):
        terminal.run("aanwezig", name, 1)
    terminal.run("publish")
    terminal.run("result", 1, 1, "1-0", 2, "=")
    terminal.run(
        "extern", "Elzinga", 1, "--team", 1, "--board", 2, "--colour", "wit", "--result", "0"
    )
    terminal.run("correct", "external", "Elzinga", 1, "--result", "=")
    terminal.run(
        "external",
        "Aalders",
        1,
        "--team",
        1,
        "--board",
        1,
        "--colour",
        "z",
        "--result",
        "1R",
        "--elsewhere",
        "--announced-to",
        "captain",
        "--date",
        "2026-09-06",
    )
    wrong = ("--team", 1, "--board", 3, "--colour", "w", "--result", "1")
    terminal.run("external", "Beekman", 1, *wrong, "--confirm", "yes")
    terminal.run("correct", "external", "Beekman", 1, "--strike")
    terminal.run("inhalen", 1, "Elzinga", "Feitsma", "0-1", "--date", "2026-09-08")
    # Round 2 is one file: the pairing by hand, results, an absence without notice.
    terminal.run("lid-erbij", "Gerritsen", "--rating", 1500)
    (folder / "evening.csv").write_text(
        "soort;speler;tegenstander;uitslag;oorzaak;team;bord;kleur\n"
        "partij;Aalders;Citroen;0-1R;te laat;;;\n"
        "partij;Gerritsen;Beekman;afgebroken;;;;\n"
        "geen tegenstander;Elzinga;;;;;;\n"
        "afwezig zonder bericht;Dijkstra;;;;;;\n"
        "extern;Dijkstra;;½;;1;1;z\n",
        "utf-8",
    )
    terminal.run("avond", 2, folder / "evening.csv")
    # Round 3: a new period, a former member is back, colours and a result are corrected.
    terminal.run("lid-weg", "Feitsma", "--value", 40)
    terminal.run("period", 3, "--name", "winter")
    terminal.run("return", "Feitsma")
    for name in ("Aalders", "Beekman", "Citroen", "Dijkstra", "Elzinga", "Feitsma"):
        terminal.run("present", name, 3)
    terminal.run("publish")
    terminal.run("result", 3, 1, "1-0", 2, "1-0", 3, "0-1")
    terminal.run("correct", "colours", 3, 1)
    terminal.run("correct", "result", 3, 3, "=")
    return terminal
