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
from ledger.values import Exemption, KindOfFact, NormTitle, Statistic

here = Registry()

reads(
    here,
    "standings",
    report="desk.answers.competition.standings",
    options=[
        AFTER,
        option("--final", is_flag=True),
        option("--rules"),
        option("--ratings", is_flag=True),
        HTML,
    ],
)
reads(here, "crosstable", report="desk.answers.competition.crosstable", options=[AFTER, HTML])
reads(here, "fixtures", report="desk.answers.round_robin.fixtures", options=[HTML])
reads(here, "player", report="desk.answers.competition.player", options=[PLAYER])
reads(
    here,
    "blame",
    report="projections.formats.blame.blame",
    options=[
        argument("what", type=OneOf("standings", ["standings"])),
        option("--player", required=True),
        AFTER,
        option("--since", type=NUMBER, metavar="M"),
    ],
)
reads(
    here,
    "statistics",
    report="projections.formats.statistics.statistics",
    options=[
        argument(
            "statistic",
            metavar="[WHAT]",
            type=OneOf("statistic", get_args(Statistic)),
            required=False,
        )
    ],
)
reads(here, "rounds", report="desk.answers.status.rounds")
reads(
    here,
    "log",
    report="desk.answers.log.part_of_log",
    options=[
        option("--last", type=Whole(1), metavar="N"),
        option("--player", metavar="PLAYER"),
        click.Option(["--round", "round_number"], type=NUMBER, metavar="ROUND"),
        option("--kind", type=OneOf("log-kind", get_args(KindOfFact))),
        option("--actor", metavar="KEY"),
        option("--since", type=MomentName()),
        option("--until", type=MomentName()),
    ],
)
reads(here, "status", report="desk.answers.status.status")
reads(here, "players", report="desk.answers.status.players", options=[HTML])
reads(here, "prohibited", report="projections.views.fide.prohibited_view")
reads(here, "acceleration", report="projections.views.fide.acceleration_view")
reads(here, "rating-lists", report="projections.views.ratings.rating_lists", options=[ROUND])
reads(
    here,
    "why-rating",
    report="projections.views.rating_forecast.why_rating",
    options=[argument("player", metavar="PLAYER")],
)
reads(
    here,
    "norms",
    report="projections.views.norms.norms",
    options=[
        argument("player", metavar="[PLAYER]", required=False),
        option(
            "--certificate",
            type=click.Choice(get_args(NormTitle), case_sensitive=False),
            metavar="TITLE",
        ),
        option(
            "--exemption",
            type=click.Choice(get_args(Exemption), case_sensitive=False),
            metavar="LETTER",
        ),
        option("--least-games", type=Whole(1), metavar="N"),
        HTML,
    ],
)
reads(here, "protests", report="projections.log.dossier.protests_view")
reads(
    here,
    "show",
    report="projections.log.dossier.fact_view",
    options=[argument("fact", metavar="POSITION")],
)
reads(here, "integrity", report="desk.answers.departures.integrity")
reads(
    here,
    "pairings",
    report="desk.answers.competition.pairings",
    options=[ROUND, option("--by-name", is_flag=True), HTML],
)
reads(here, "boards", report="desk.answers.board_list.boards_view", options=[ROUND])
reads(here, "claims", report="desk.answers.claims.claims_view", options=[ROUND])
reads(here, "who-comes", report="desk.answers.evening.evening_view", options=[ROUND])

prizes_verbs = here.of_section("prizes")
reads(prizes_verbs, "show", report="desk.answers.competition.prizes", options=[HTML])
reads(prizes_verbs, "why", report="desk.answers.prizes.why_prize", options=[PLAYER])
