"""The verbs that show a tournament as it stands."""

from __future__ import annotations

from typing import get_args

import click

from desk.terminal.answers import NUMBER, MomentName, OneOf, Whole
from desk.terminal.options import (
    AFTER,
    HTML,
    PLAYER,
    ROUND,
    argument,
    option,
)
from desk.terminal.reading import reads
from desk.terminal.registry import Registry
from ledger.values import KindOfFact

here = Registry()

reads(
    here,
    "standings",
    "standings",
    AFTER,
    option("--final", is_flag=True),
    option("--rules"),
    HTML,
)
reads(here, "crosstable", "crosstable", AFTER, HTML)
reads(here, "fixtures", "fixtures", HTML)
reads(here, "player", "player", PLAYER)
reads(
    here,
    "blame",
    "blame",
    argument("what", type=OneOf("standings", ["standings"])),
    option("--player", required=True),
    AFTER,
    option("--since", type=NUMBER, metavar="M"),
)
reads(here, "rounds", "rounds")
reads(
    here,
    "log",
    "part_of_log",
    option("--last", type=Whole(1), metavar="N"),
    option("--player", metavar="PLAYER"),
    click.Option(["--round", "round_number"], type=NUMBER, metavar="ROUND"),
    option("--kind", type=OneOf("log-kind", get_args(KindOfFact))),
    option("--actor", metavar="KEY"),
    option("--since", type=MomentName()),
    option("--until", type=MomentName()),
)


reads(here, "status", "status")


reads(here, "players", "players", HTML)


reads(here, "prohibited", "prohibited")


reads(here, "acceleration", "acceleration")


reads(here, "rating-lists", "projections.views.ratings.rating_lists", ROUND)


reads(
    here,
    "checked-in",
    "desk.hall.check_in.checked_in",
    ROUND,
    option("--missing", is_flag=True),
)


reads(here, "protests", "protests")


reads(here, "show", "fact", argument("fact", metavar="POSITION"))


reads(here, "integrity", "integrity")


reads(here, "pairings", "pairings", ROUND, option("--by-name", is_flag=True), HTML)


reads(here, "boards", "desk.hall.board_list.boards_view", ROUND)


reads(here, "claims", "desk.hall.claims.claims_view", ROUND)


reads(here, "who-comes", "desk.hall.evening.evening_view", ROUND)


prizes_verbs = here.of_section("prizes")


reads(prizes_verbs, "show", "prizes", HTML)
