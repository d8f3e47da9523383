"""The output of `--json`, verb by verb: the source of docs/json. `make docs` writes the files."""

from __future__ import annotations

from desk import copies
from desk.answers import (
    backup,
    board_list,
    check_in,
    claims,
    compare,
    evening,
    integrity_view,
    parcel,
    preview,
    prizes,
    standing_beside,
    tonight,
    touches,
    trf,
    why,
)
from desk.answers.audit_records import AuditRecord
from desk.answers.bulk import check_all, lake, mirror, refreshed
from desk.answers.replays import BoardDifference, ReplayHead
from desk.commands import warnings_view
from desk.folders import ImportHead, ImportRow
from desk.formats import drafts as draft
from desk.formats import season
from desk.lists import refresh
from desk.lists import views as lists
from desk.making.simulation_view import SimulationHead, SimulationRow
from desk.making.year import GeneratedYear
from desk.site import folder, open_data
from desk.site import records as site
from desk.terminal import about, checkup
from ledger.records import Record
from ledger.refusals import RefusedRecord
from projections.digest.rows import DigestRecord
from projections.exports.parquet import ExportHead, WrittenTable
from projections.formats import diff, statistics
from projections.formats.moves import MoveRow
from projections.games.rounds import TournamentAt, TournamentFile
from projections.log import blame, departures, dossier, entries, season_blame
from projections.season import members
from projections.season import pairings as season_pairings
from projections.season import rounds as season_rounds
from projections.season.other_rules import SeasonMoveRow
from projections.season.tallies import OverviewHead
from projections.sql.answers import AnswerRecord, NumberedAnswer
from projections.views import (
    crosstables,
    fide,
    norms,
    pairings,
    rating_forecast,
    ratings,
    round_robins,
    rules,
    standings,
    status,
)
from tests.docs.record_schemas import Schema, in_season, list_of, object_of, view_of

_REFRESHED = view_of(refreshed.RefreshedHead, refreshed.RefreshedRow)
_VERIFIED = view_of(integrity_view.VerifiedHead, integrity_view.FindingRow)
_COPIED = view_of(backup.CopyHead, backup.CopiedTournament)
_WHY = view_of(why.AnswerHead, why.ClaimRow, of=TournamentAt)


def _file_of(envelope: type[Record], row: type[Record], text: str = "") -> Schema:
    """Return the schema of a data file of a site: its envelope, and its rows."""
    schema = view_of(envelope, row, text=text)
    del schema["properties"]["notes"]
    schema["required"].remove("notes")
    return schema


_SCHEMAS: dict[str, Schema] = {
    "tournaments": view_of(
        status.TournamentsHead, status.TournamentRow, text="The tournaments of a ledger file."
    ),
    "status": view_of(status.StatusHead, status.StatusRow),
    "players": view_of(TournamentAt, status.PlayerRow, text="The players, by number."),
    "pair": in_season(
        view_of(draft.SwissDraftHead, draft.DraftRow),
        view_of(season.SeasonDraftHead, season.SeasonDraftRow),
    ),
    "evening": view_of(tonight.TonightHead, tonight.TonightRow),
    "amend-dry-run": view_of(preview.AmendedHead, preview.AmendedRow),
    "correct-dry-run": view_of(touches.TouchedHead, touches.MovedRow),
    "pairings": in_season(
        view_of(pairings.RoundHead, pairings.BoardRow, pairings.HallRow),
        view_of(season_pairings.SeasonRoundHead, season_pairings.SeasonBoardRow, pairings.HallRow),
    ),
    "standings": in_season(
        view_of(standings.StandingHead, standings.StandingRow),
        view_of(OverviewHead, members.SeasonStandingRow, text="The standing of a season."),
    ),
    "beside": view_of(standing_beside.BesideHead, standing_beside.BesideRow),
    "overview": {
        "description": "An overview of a season.",
        "oneOf": [
            view_of(
                OverviewHead,
                members.SeasonStandingRow,
                season_rounds.BuildUpRow,
                members.MatrixRow,
                season_rounds.ExternalRow,
                members.BestExternalRow,
            ),
            view_of(season_rounds.ResultsHead, season_rounds.ResultRow),
        ],
    },
    "fixtures": view_of(round_robins.FixturesHead, round_robins.FixtureRow),
    "crosstable": in_season(
        view_of(crosstables.CrosstableHead, crosstables.CrosstableRow, round_robins.RoundRobinRow),
        view_of(
            OverviewHead,
            season.SeasonCrosstableRow,
            text="Every round of every member of a season.",
        ),
    ),
    "player": in_season(
        view_of(crosstables.CardHead, crosstables.CardRow),
        view_of(season.MemberCardHead, season_rounds.BuildUpRow),
    ),
    "prohibited": view_of(TournamentAt, fide.ProhibitedRow),
    "acceleration": view_of(fide.AccelerationHead, fide.AccelerationRow),
    "checked-in": view_of(check_in.CheckInHead, check_in.CheckInRow),
    "boards": view_of(board_list.BoardListHead, board_list.BoardInPlay),
    "claims": view_of(claims.ClaimsHead, claims.ClaimsRow),
    "who-comes": view_of(evening.EveningHead, evening.EveningRow),
    "rounds": view_of(TournamentAt, status.RoundRow, text="The rounds, published and planned."),
    "log": view_of(TournamentAt, entries.LogRow, text="The facts, oldest first."),
    "sql": {
        "description": "The answer to a QUESTION, or the answers to a file.",
        "oneOf": [
            object_of(AnswerRecord),
            list_of("With --file or from standard input: the answers, in order.", NumberedAnswer),
        ],
    },
    "rules-list": view_of(
        Record, rules.RulebookRow, text="The rulebooks that come with the program."
    ),
    "rules-show": view_of(rules.RulebookHead, rules.KeyRow, rules.ClauseRow),
    "rules-diff": view_of(rules.RulesDiffHead, rules.RulesDiffRow),
    "rules-coverage": view_of(rules.CoverageHead, rules.CoverageRow),
    "rating-lists": view_of(ratings.RatingListsHead, ratings.RatingRow),
    "warnings": view_of(Record, warnings_view.WarningRow, text="The table of warnings."),
    "examples": view_of(
        Record, status.ExampleRow, text="The tournaments that come with the program."
    ),
    "prizes-show": in_season(
        view_of(standings.PrizesHead, standings.PrizeRow),
        view_of(season.SeasonPrizesHead, season.SeasonPrizeRow),
    ),
    "prizes-why": view_of(prizes.WhyPrizeHead, prizes.WhyPrizeRow),
    "import-folder": view_of(ImportHead, ImportRow),
    "replay": {
        "description": "Some tournaments, or all of them, under other rule versions.",
        "oneOf": [
            view_of(ReplayHead, MoveRow, SeasonMoveRow, BoardDifference),
            view_of(mirror.ReplayedHead, mirror.ReplayedRow),
            view_of(mirror.ReplayedHead, mirror.PairedRow),
        ],
    },
    "blame": {
        "description": "Which facts make a player's standing.",
        "oneOf": [
            view_of(blame.BlameHead, blame.BlameRow),
            view_of(season_blame.SeasonBlameHead, season_blame.SeasonBlameRow),
        ],
    },
    "generate-year": view_of(Record, GeneratedYear, text="A year of a federation that was made."),
    "digest": object_of(DigestRecord),
    "compare": view_of(compare.CompareHead, compare.ComparedBoard),
    "simulate": view_of(SimulationHead, SimulationRow),
    "trf-standings": list_of(
        "The classification (A4) of a file, best first.", standings.RankedLine
    ),
    "norms": view_of(
        norms.NormsHead, norms.NormRow, norms.ConditionRow, norms.GameRow, text="Norms for titles."
    ),
    "why-rating": view_of(rating_forecast.WorthHead, rating_forecast.WorthRow),
    "why": _WHY,
    "why-not": _WHY,
    "why-bye": _WHY,
    "why-colour": _WHY,
    "check": {
        "description": "Rounds paired again: of a tournament, or with --all of the ledger.",
        "oneOf": [
            view_of(why.CheckHead, why.CheckRow, of=TournamentAt),
            view_of(check_all.CheckAllHead, check_all.CheckAllRow),
        ],
    },
    "trf-check": view_of(trf.FileCheckHead, why.CheckRow, of=TournamentFile),
    "trf-why": view_of(why.AnswerHead, why.ClaimRow, of=TournamentFile),
    "audit": object_of(AuditRecord),
    "protests": view_of(TournamentAt, dossier.ProtestRow, text="The protests and their rulings."),
    "show": view_of(dossier.FactHead, dossier.FieldRow),
    "diff": view_of(diff.DiffHead, diff.DiffRow),
    "integrity": view_of(departures.DeparturesHead, departures.DepartureRow),
    "verify": _VERIFIED,
    "bundle-verify": _VERIFIED,
    "backup": _COPIED,
    "restore": _COPIED,
    "copy": view_of(copies.CopiesHead, copies.CopiedRow),
    "head": view_of(TournamentAt, integrity_view.HeadRow, text="Heads of a tournament."),
    "verify-site": view_of(integrity_view.VerifiedHead, integrity_view.FindingRow),
    "verify-proof": view_of(integrity_view.ProofHead, integrity_view.FindingRow),
    "mirror-build": _REFRESHED,
    "mirror-update": _REFRESHED,
    "mirror-path": view_of(Record, refreshed.MirrorPathRow, text="Where the mirror is."),
    "lake-build": view_of(lake.BuiltLakeHead, lake.BuiltLakeRow),
    "lake-plan": view_of(
        lake.LakePlanHead, lake.LakePlanRow, text="The parts of a plan of a lake."
    ),
    "lake-part": view_of(Record, lake.LakePartRow, text="Parts of a lake."),
    "doctor": view_of(checkup.CheckUpHead, checkup.CheckRow),
    "about": view_of(about.AboutHead, about.PackageRow),
    "lists": view_of(Record, lists.KeptListRow, text="The rating lists of this machine."),
    "lists-load": view_of(Record, lists.KeptListRow, text="The rating list that was loaded."),
    "lists-find": view_of(Record, lists.FoundRow, text="People of the rating lists."),
    "players-refresh": view_of(TournamentAt, refresh.DifferenceRow),
    "report-check": view_of(TournamentAt, parcel.LackRow),
    "report-for": view_of(TournamentAt, parcel.ParcelRow),
    "export": view_of(ExportHead, WrittenTable),
    "statistics": view_of(
        TournamentAt,
        statistics.ResultsRow,
        statistics.DifferenceRow,
        statistics.FieldRow,
        statistics.UpsetRow,
        statistics.GroupRow,
        text="Statistics of a tournament: those that were asked for.",
    ),
    "website": object_of(folder.SiteWritten),
    "open-data": object_of(open_data.OpenDataWritten),
    "site-files": object_of(folder.SiteList),
    "site-index": object_of(folder.SiteIndex),
    "site-tournament": _file_of(site.TournamentEnvelope, site.ScheduledRound),
    "site-standing": _file_of(
        site.Envelope, site.StandingData, text="A standing of a site, best first."
    ),
    "site-pairings": _file_of(site.PairingsEnvelope, site.PairingData),
    "site-crosstable": _file_of(
        site.Envelope, site.CrosstableData, text="The crosstable of a site, by place."
    ),
    "site-players": _file_of(
        site.Envelope, site.PlayerData, text="The players of a site, by name."
    ),
    "site-player": _file_of(site.PlayerEnvelope, site.PlayerRoundData),
    "site-log": _file_of(
        site.Envelope, site.LogData, text="Corrections, protests and rulings, oldest first."
    ),
    "written": object_of(entries.WrittenRecord),
    "refusal": object_of(RefusedRecord),
}

SCHEMAS: dict[str, Schema] = {
    name: {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": name, **schema}
    for name, schema in _SCHEMAS.items()
}
"""Name of a verb (a group's with a dash) -> the JSON schema of its `--json`."""
