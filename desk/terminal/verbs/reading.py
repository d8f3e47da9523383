"""The verbs that show a tournament as it stands."""

from __future__ import annotations

from desk.terminal.answers import NUMBER, OneOf, Whole
from desk.terminal.app import Verbs, reads
from desk.terminal.options import AFTER, PLAYER, argument, option

here = Verbs()

reads(here, "standings", "stand",
      "standings", AFTER, option("--final", is_flag=True),
      option("--rules"))  # fmt: skip
reads(here, "crosstable", "kruistabel", "crosstable", AFTER)
reads(here, "fixtures", "rooster",
      "fixtures")  # fmt: skip
reads(here, "player", "speler", "player", PLAYER)
reads(
    here, "blame", "verantwoording",
    "blame", argument("what", type=OneOf("standings", ["standings"])),
    option("--player", required=True), AFTER,
    option("--since",
           type=NUMBER, metavar="M"),
)  # fmt: skip
reads(here, "rounds", "ronden", "rounds")
reads(here, "log", "logboek", "log",
      option("--last", type=Whole(1), metavar="N"))  # fmt: skip
