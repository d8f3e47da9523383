"""The verbs that show a tournament as it stands."""

from __future__ import annotations

import click

from desk.terminal.app import Verbs, reads
from desk.terminal.options import AFTER, PLAYER, argument, option

here = Verbs()

reads(here, "standings", "stand", "Show the standing, after any round, as known at any moment.",
      "standings", AFTER, option("--final", "The final ranking (F12).", is_flag=True),
      option("--rules", "Under another rulebook."))  # fmt: skip
reads(here, "crosstable", "kruistabel", "Show every game of every player.", "crosstable", AFTER)
reads(here, "fixtures", "rooster", "Show the whole schedule of a round robin, and its results.",
      "fixtures")  # fmt: skip
reads(here, "player", "speler", "Show PLAYER's pairing card (indelingskaart).", "player", PLAYER)
reads(
    here, "blame", "verantwoording",
    "Show which facts make each point of a player's standing, and what opponents add to it.",
    "blame", argument("what", type=click.Choice(["standings"]), metavar="standings"),
    option("--player", "Number, or a part of the name.", required=True), AFTER,
    option("--since", "In a season: what changed since round M; default the one before.",
           type=int, metavar="M"),
)  # fmt: skip
reads(here, "rounds", "ronden", "Show the rounds, played and planned.", "rounds")
reads(here, "log", "logboek", "Show every fact in order: when, by whom, what and why.", "log",
      option("--last", "Only the newest N.", type=click.IntRange(min=1), metavar="N"))  # fmt: skip
