"""The import of a season's CSV as facts, round by round, all or nothing: `import --members`."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date
from typing import Literal

from desk.commands.decision import Decision
from desk.imports.season_checks import AWAY, GAMES, ReadSeason, judge, members_refused
from ledger.csv_files.people import PeopleRefused, PersonRow, list_notes, parse_people_csv
from ledger.csv_files.season import EventRow, read_rows, season_notes
from ledger.facts import season as club
from ledger.facts import tournament as events
from ledger.facts.records import FileImported, ForeignFormat
from ledger.facts.tournament import AnyFact
from ledger.foreign.as_season import as_season
from ledger.foreign.model import Foreign
from ledger.messages import Sentence, also, message
from ledger.refusals import MOST, Refusal, Refusals
from ledger.rulebooks.rulebook import Rulebook
from ledger.store.tables.layout import SCHEMA
from ledger.store.tables.people import PersonRecord
from ledger.values import whole_number


def season_facts(
    season: bytes,
    members: bytes,
    rules: Rulebook,
    *,
    name: str | None,
    rounds: int | None,
    new_seed: Callable[[], str],
) -> Decision | Refusals:
    """Return the facts and personal records of a season, or every error of its two files.

    `name` and `rounds` override those of the season's own row.
    """
    if not rules.ranks_by_value:
        return (_no_season(rules),)
    people = parse_people_csv(members)
    rows, errors = read_rows(season)
    if isinstance(people, PeopleRefused):
        return tuple(e.refusal("members") for e in people.errors) + tuple(
            e.refusal("season") for e in errors
        )
    read = ReadSeason(people, rules, rows, errors)
    if refusals := _judged(read):
        return refusals
    own = read.of("season")
    opened = _opened(
        read,
        season,
        name=name or (own[0].name if own and own[0].name else "imported season"),
        rounds=rounds or (own[0].round if own else None),
        format_="season-csv",
    )
    notes = [message("season-files.of-members", note=note) for note in list_notes(members)]
    return _decision(read, opened, (*notes, *season_notes(season)), new_seed)


def _no_season(rules: Rulebook) -> Refusal:
    """Return the refusal of a season under rules that play none."""
    what = message("season-files.no-season-in", rules=rules.id)
    return Refusal("no-season", what, also(rules="mwkeizer"))


def foreign_season(
    foreign: Foreign,
    content: bytes,
    rules: Rulebook,
    *,
    name: str,
    rounds: int | None,
    new_seed: Callable[[], str],
) -> Decision | Refusals:
    """Return the facts and personal records of a season that another program wrote.

    `content` are the bytes of its file; the name and the number of rounds are not in it.
    """
    if not rules.ranks_by_value:
        return (_no_season(rules),)
    read = ReadSeason(foreign.players, rules, as_season(foreign))
    if refusals := _judged(read):
        return tuple(replace(one, line=None) for one in refusals)
    opened = _opened(read, content, name=name, rounds=rounds, format_=foreign.format)
    return _decision(read, opened, tuple(foreign.notes()), new_seed)


def _judged(read: ReadSeason) -> Refusals:
    refusals = members_refused(read.members)
    if len(read.errors) < MOST:
        judge(read)
    return (*refusals, *(error.refusal("season") for error in read.errors))


def _decision(
    read: ReadSeason,
    opened: Iterator[AnyFact],
    notes: tuple[Sentence, ...],
    new_seed: Callable[[], str],
) -> Decision:
    records = [_record(key, member, new_seed) for key, member in enumerate(read.members, 1)]
    facts = (*opened, *_registered(read, records), *_played(read))
    return Decision(facts, tuple(records), notes=notes)


def _opened(
    read: ReadSeason,
    content: bytes,
    *,
    name: str,
    rounds: int | None,
    format_: ForeignFormat | Literal["season-csv"],
) -> Iterator[AnyFact]:
    rules = read.rules
    yield events.TournamentOpened(
        name=name,
        rulebook=rules.id,
        rulebook_text=rules.canonical(),
        rulebook_hash=rules.hash,
        file_version=SCHEMA,
    )
    yield FileImported(format=format_, sha256=hashlib.sha256(content).hexdigest())
    if rounds:
        yield events.RoundsPlanned(rounds=rounds)
    for row in read.of("round"):
        day = date.fromisoformat(row.date or "")
        yield events.RoundScheduled(round=_number(row), date=day, time=row.time)


def _record(key: int, member: PersonRow, new_seed: Callable[[], str]) -> PersonRecord:
    names = ("name", "sex", "federation", "fide_id", "national_id", "birth", "club")
    fields = ((name, str(getattr(member, name))) for name in names)
    return PersonRecord(f"p{key}", tuple((k, v) for k, v in fields if v), new_seed())


def _registered(read: ReadSeason, records: list[PersonRecord]) -> Iterator[AnyFact]:
    joined = {read.who[row.line]: row.round for row in read.of("joined")}
    for key, (member, person) in enumerate(zip(read.members, records, strict=True), 1):
        yield events.PlayerRegistered.model_validate(
            {
                "player": key,
                "person": person.key,
                "person_hash": person.hash,
                "rating": member.rating,
                "title": member.title,
                "from_round": member.from_round or joined.get(key) or 1,
            }
        )
    keys = tuple(range(1, len(read.members) + 1))
    numbers = tuple(member.number or key for key, member in enumerate(read.members, 1))
    yield events.NumbersAssigned(players=keys, numbers=numbers, method="file")
    for row in read.of("period"):
        yield club.PeriodStarted(from_round=_number(row), name=row.name)


def _played(read: ReadSeason) -> Iterator[AnyFact]:
    """Yield the facts round by round; members who left and returned keep the order of the file."""
    membership = read.of("left", "returned")
    last = max((_number(row) for row in read.of("game")), default=0)
    for number in range(1, last + 1):
        while membership and _number(membership[0]) <= number:
            yield _membership(read, membership.pop(0))
        yield from _round(read, number, last)
    for row in membership:
        yield _membership(read, row)
    for row in read.rows:
        if row.round and row.round > last:
            yield from _presence(read, row)
            yield from _external(read, row)


def _membership(read: ReadSeason, row: EventRow) -> AnyFact:
    player = read.who[row.line]
    number = _number(row)
    if row.kind == "returned":
        return events.PlayerReinstated(player=player, from_round=number)
    if row.value is None:
        return events.PlayerWithdrew(player=player, from_round=number)
    return club.MemberLeft(player=player, from_round=number, value=row.value)


def _round(read: ReadSeason, number: int, last: int) -> Iterator[AnyFact]:
    rows = [row for row in read.rows if row.round == number]
    for row in rows:
        yield from _presence(read, row)
    games = [row for row in rows if row.kind in GAMES]
    games.sort(key=lambda row: whole_number(row.board) or 1000)
    caught_up = next((at for at, row in enumerate(games) if row.kind == "catch-up"), len(games))
    bye = next((read.who[row.line] for row in rows if row.kind == "no opponent"), None)
    yield events.PairingMadeByHand(
        round=number,
        whites=tuple(_board(read, row)[0] for row in games[:caught_up]),
        blacks=tuple(_board(read, row)[1] for row in games[:caught_up]),
        bye=bye,
        source="import",
    )
    for at, row in enumerate(games):
        white, black = _board(read, row)
        if at >= caught_up and row.kind == "game":
            yield events.BoardAdded(round=number, white=white, black=black)
        yield from _result(row, number, white, black)
    for row in rows:
        yield from _external(read, row)
    if number < last:
        yield events.RoundClosed(round=number)


def _board(read: ReadSeason, row: EventRow) -> tuple[int, int]:
    one = read.who[row.line]
    two = read.other[row.line]
    return (two, one) if row.colour == "B" else (one, two)


def _result(row: EventRow, number: int, white: int, black: int) -> Iterator[AnyFact]:
    game = {"round": number, "white": white, "black": black}
    if row.outcome == "adjourned":
        yield events.GameAdjourned.model_validate(game)
    elif row.kind == "catch-up":
        assert row.outcome is not None
        day = date.fromisoformat(row.date) if row.date else None
        yield club.CatchUpGamePlayed.model_validate({**game, "outcome": row.outcome, "date": day})
    elif row.outcome is not None and row.outcome.endswith("R"):
        causes = {"white_cause": row.causes[0], "black_cause": row.causes[1]}
        yield events.GameForfeited.model_validate({**game, "outcome": row.outcome, **causes})
    elif row.outcome is not None:
        ending = {"outcome": row.outcome, "rated": row.rated}
        yield events.ResultRecorded.model_validate({**game, **ending})


def _presence(read: ReadSeason, row: EventRow) -> Iterator[AnyFact]:
    if row.kind not in AWAY:
        return
    player = read.who[row.line]
    number = _number(row)
    match row.kind:
        case "absent":
            yield events.AbsenceAnnounced(player=player, round=number)
        case "absent without notice":
            yield club.AbsenceReported(player=player, round=number)
        case "club duty":
            yield club.ClubDutyAssigned(player=player, round=number)
        case "present":
            yield club.PresenceAnnounced(player=player, round=number)
        case _:
            halves: Literal[1, 2] = 1 if row.kind == "half-point bye" else 2
            yield events.ByeRequested(player=player, round=number, halves=halves)


def _external(read: ReadSeason, row: EventRow) -> Iterator[AnyFact]:
    if row.kind != "external":
        return
    person = row.elsewhere if row.elsewhere in ("leader", "captain") else None
    yield club.ExternalGameRecorded.model_validate(
        {
            "player": read.who[row.line],
            "round": _number(row),
            "team": row.team,
            "board": whole_number(row.board),
            "colour": row.colour,
            "result": row.own,
            "club_evening": row.elsewhere is None,
            "announced_to": person,
            "date": date.fromisoformat(row.date) if row.date else None,
        }
    )


def _number(row: EventRow) -> int:
    assert row.round is not None
    return row.round
