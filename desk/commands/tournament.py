"""The commands about a tournament as a whole. See `desk.commands.commands` for how one is read."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from desk.access.roles import CHIEF
from desk.commands import base
from desk.commands.base import (
    Command,
    EditionName,
    Federation,
    Name,
    PlayerRef,
    RoundNumber,
    RulebookName,
    Said,
    Word,
    YesNo,
)
from desk.commands.details import DetailsFields
from desk.commands.spec import ALWAYS, RATED, Phase, Spec, Why
from ledger.facts.records import ClearedField
from ledger.values import (
    Agreement,
    NamesShown,
    ReportFor,
    SearchEngines,
    SecondCriterion,
    StartRankMethod,
    TieBreakRatings,
)


class Details(DetailsFields):
    """Record details of the tournament; omitted fields stay as they are, `clear` empties fields.

    `name` is its own name, put right. The log has what each was before, until `history` is cleared.

    {"command": "details", "city": "Utrecht", "arbiter": "Vries, A. de", "begins": "2026-11-27"}
    """

    spec = Spec(handler="opening:record_details", group="tournament", phases=ALWAYS)

    command: Literal["details"] = "details"
    name: Name | None = None
    clear: tuple[ClearedField, ...] = ()


class Plan(Command):
    """Announce or change the number of rounds.

    {"command": "plan", "rounds": 7, "reason": "more entries than expected"}
    """

    spec = Spec(handler="rounds:plan", group="tournament")

    command: Literal["plan"] = "plan"
    rounds: RoundNumber


class DeclareStartRank(Command):
    """Declare which ratings make the start rank (172), before round 1 is published.

    `federation` is that of the national ratings (None: that of the tournament). `second` orders
    players of the same rating and title; `seed` belongs to the draw.

    {"command": "start-rank", "method": "FIDON", "federation": "NED", "second": "lots"}
    """

    spec = Spec(handler="ratings.start_rank:declare", group="tournament", formats=RATED)

    command: Literal["start-rank"] = "start-rank"
    method: StartRankMethod
    federation: Federation | None = None
    second: SecondCriterion = "alphabet"
    seed: Word | None = None


class DeclarePeriods(Command):
    """Declare the rating periods by their first rounds; without one it is a single period.

    Before that a tournament of more than 30 days has a period for each month. `tie_breaks` are the
    ratings that tie-breaks count: the first of a player, or those in force in each round.

    {"command": "rating-periods", "first_rounds": [1, 4, 7], "tie_breaks": "of_round"}
    """

    spec = Spec(
        handler="ratings.periods:declare",
        group="tournament",
        formats=RATED,
        phases=ALWAYS,
    )

    command: Literal["rating-periods"] = "rating-periods"
    first_rounds: tuple[RoundNumber, ...] = ()
    tie_breaks: TieBreakRatings = "first"


class DeclareEdition(Command):
    """Keep the edition by which the games are rated, or norms judged, with its text.

    Before that it is the edition in force on the first day, of those that come with the program.

    {"command": "edition", "edition": "fide-rating-2025-10"}
    """

    spec = Spec(handler="ratings.editions:declare", group="tournament", phases=ALWAYS)

    command: Literal["edition"] = "edition"
    edition: EditionName


class ChooseAgreement(Command):
    """Choose what two claims that agree make: a result, or a proposal that waits for a tap.

    {"command": "claims-agree", "makes": "result"}
    """

    spec = Spec(handler="hall.agreement:choose", group="tournament")

    command: Literal["claims-agree"] = "claims-agree"
    makes: Agreement


class ChooseWebsite(Command):
    """Choose what the website shows of the tournament; fields not given stay as they are.

    `names`: all with what else is known of them, published: names without numbers of rating lists,
    none: numbers alone. `children` below 16 go by initials, unless there is consent for all of
    them. `reasons` are those in the log. `archive_after` are days after the last one, 0: never.
    `search_engines` may show it after the end, always or never. An empty `address` is none.

    {"command": "website-choices", "names": "published", "address": "https://club.example/open"}
    """

    spec = Spec(handler="website:choose", group="tournament", phases=ALWAYS)

    command: Literal["website-choices"] = "website-choices"
    published: YesNo | None = None
    listed: YesNo | None = None
    names: Annotated[NamesShown | None, Said("names-shown")] = None
    children: Literal["initials", "names"] | None = None
    birth_year: YesNo | None = None
    ratings: YesNo | None = None
    clubs: YesNo | None = None
    forecasts: YesNo | None = None
    statistics: YesNo | None = None
    reasons: YesNo | None = None
    archive_after: Annotated[int, Field(ge=0, le=36_500)] | None = None
    search_engines: SearchEngines | None = None
    address: base.WebAddress | None = None


class RulesChange(Command):
    """Change the rules from the next round on; the reason is required.

    Without `rulebook` the one in force stays, with the keys of `set` changed. Another pairing
    system requires a confirmation, because it uses other data of earlier rounds.

    {"command": "rules-change", "rulebook": "knsb-wp-2014", "reason": "the federation's new text"}
    """

    spec = Spec(
        handler="opening:change_rules",
        group="tournament",
        roles=CHIEF,
        records=("rules-changed",),
        reason=Why.REQUIRED,
    )

    command: Literal["rules-change"] = "rules-change"
    rulebook: RulebookName | None = None
    set: base.RuleKeys = Field(default_factory=dict)


class LeaveFideMode(Command):
    """Leave FIDE mode for good; the reason is required.

    {"command": "fide-mode-leave", "reason": "two opponents met again", "confirm": "Club Open"}
    """

    spec = Spec(
        handler="fide:leave_mode",
        group="tournament",
        roles=CHIEF,
        records=("fide-mode-left",),
        in_mode=True,
        reason=Why.REQUIRED,
    )

    command: Literal["fide-mode-leave"] = "fide-mode-leave"


class Finish(Command):
    """End the tournament; lots are drawn, with a seed, for players still equal (F12).

    In FIDE mode they share their places, unless `draw`, or a `seed`, asks for lots. `order` are
    the lots of all of them as drawn by hand, best first.

    {"command": "finish", "confirm": "7"}
    """

    spec = Spec(
        handler="ending:finish",
        group="tournament",
        then="standing",
        roles=CHIEF,
        records=("tournament-closed", "final-lots-drawn"),
        phases=ALWAYS,
    )

    command: Literal["finish"] = "finish"
    seed: Word | None = None
    draw: bool = False
    order: tuple[PlayerRef, ...] = ()


class Reopen(Command):
    """Take the end of the tournament back; the reason is required once a report was made of it.

    {"command": "reopen", "reason": "two results were exchanged"}
    """

    spec = Spec(
        handler="ending:reopen",
        group="tournament",
        then="standing",
        roles=CHIEF,
        records=("tournament-reopened",),
        phases=frozenset({Phase.ENDED}),
    )

    command: Literal["reopen"] = "reopen"


class Report(Command):
    """Record that a rating report was made, as `export --for` does when it has written the file.

    `sha256` is of the file's bytes, `basis` the position up to which facts are in it (None: all of
    them). `period` is the rating period that it is of, None: the whole tournament.

    {"command": "report", "reader": "fide", "sha256":
    "9f86d081884c7d659a2feaa0c55ad0159f86d081884c7d659a2feaa0c55ad015"}
    """

    spec = Spec(handler="ending:report", phases=ALWAYS)

    command: Literal["report"] = "report"
    reader: ReportFor
    sha256: Annotated[str, StringConstraints(max_length=64, pattern="^[0-9a-f]{64}$")]
    period: Annotated[int, Field(ge=1, le=99)] | None = None
    basis: Annotated[int, Field(ge=1)] | None = None
