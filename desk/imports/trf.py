"""The import of a tournament file as facts, round by round. B1 and B2 are not judged."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import groupby

from desk.commands.decision import Decision
from desk.imports.adjustments import adjustments
from desk.imports.again import RoundsAgain
from desk.imports.rating_lists import lines_used, rating_facts
from ledger.facts import tournament as events
from ledger.facts.fide import PairsProhibited, VirtualPointsGiven
from ledger.facts.records import FileImported
from ledger.facts.tournament import AnyFact
from ledger.foreign.model import Finding, Foreign
from ledger.messages import Blank, Sentence, also, message
from ledger.refusals import Refusals
from ledger.rulebooks.rulebook import Rulebook
from ledger.state.details import FILE_RECORD
from ledger.state.parts import Boards
from ledger.state.round_dates import ROUND_DATES, cells_of, date_of, dates_of
from ledger.store.tables.layout import SCHEMA
from ledger.store.tables.people import PersonRecord
from ledger.titles import title_of
from ledger.trf.findings import TrfNote
from ledger.trf.meaning import (
    RESULT_CODES,
    carried_out,
    first_colour_of,
    not_carried_out,
    notes_for,
    points_disagree,
    team_event,
)
from ledger.trf.model import ADJOURNED, OPEN, TrfFile, TrfPlayer, round_column
from ledger.trf.national import national_ids, says_no_more
from ledger.trf.profiles import in_the_rounds
from ledger.trf.records import line_of
from ledger.values import by_default, drawn_colour
from pairing.systems.registry import system_of
from pairing.systems.trf import not_finished
from projections.games.acceleration import group_of


def import_facts(
    file: TrfFile,
    content: bytes,
    rules: Rulebook,
    *,
    name: str,
    rounds: int | None,
    new_seed: Callable[[], str],
    fide_mode: bool | None = None,
    again: RoundsAgain | None = None,
    foreign: Foreign | None = None,
) -> Decision | Refusals:
    """Return the facts and personal records of a whole file, or every disagreement with the rules.

    `name` is that of the tournament; `rounds` overrides the number in the file; `fide_mode` as in
    `TournamentOpened`. `again` are its rounds as the engine pairs them, None where they are not
    compared; then board order is by the lower number, since a file has none. `foreign` is what
    another program wrote, of which `file` is made: its boards have an order, and its people more.
    """
    file = in_the_rounds(file)
    planned = _planned(file, rules, rounds)
    played = _last_round_with_games(file)
    if refusals := _refusals(file, rules, planned, played):
        return refusals
    kept = _kept_lines(file, rules, new_seed)
    opened = events.TournamentOpened(
        name=name,
        rulebook=rules.id,
        rulebook_text=rules.canonical(),
        rulebook_hash=rules.hash,
        file_version=SCHEMA,
        fide_mode=fide_mode,
    )
    differs = tuple(one.number for one in again.differ) if again and fide_mode else ()
    imported = FileImported(
        format=foreign.format if foreign else file.format,
        sha256=hashlib.sha256(content).hexdigest(),
        record=kept.key if kept else None,
        record_hash=kept.hash if kept else None,
        engine=again.engine if again and fide_mode else None,
        differs=differs or None,
    )
    facts: list[AnyFact] = [opened, imported, *_plan(file, planned)]
    people = [kept] if kept else []
    national = national_ids(file)
    beside = {one.number: one for one in foreign.players} if foreign else {}
    for player in file.players:
        more = beside.get(player.number)
        own = more.national_id if more else national.get(player.number, "")
        fact, person = _registration(player, own, more.club if more else "", new_seed)
        facts.append(fact)
        people.append(person)
    numbers = tuple(player.number for player in file.players)
    facts.extend(rating_facts(file, rules))
    facts.append(events.NumbersAssigned(players=numbers, numbers=numbers, method="file"))
    if system_of(rules).draws_first_colour(rules):
        facts.append(_first_colour(file, rules, new_seed))
    facts.extend(_of_fide(file, rules))
    unfinished = file.open_games()
    boards = foreign.boards() if foreign else again.boards if again else {}
    for number in range(1, played + 1):
        in_order = boards.get(number, ())
        facts.extend(_round_facts(file, number, in_order, closed=number not in unfinished))
        facts.extend(_group(file, rules, planned) if number == 1 else ())
    for number in range(played + 1, file.rounds_recorded + 1):
        facts.extend(_round_off(file, number, None))
    facts.extend(
        events.AbsenceAnnounced(player=number, round=played + 1)
        for number in file.absent_next
        if file.player(number).cell(played + 1) is None
    )
    used = lines_used(file, rules)
    unused = (note for note in notes_for(file, rules) if note.line not in used)
    of_lines = (*unused, *_dates_not_read(file, planned), *adjustments(file))
    if foreign and planned is None:
        option = also(rounds=Blank("N"))
        missing = Finding("no-place", message("foreign.no-plan", option=option))
        foreign = replace(foreign, findings=(*foreign.findings, missing))
    notes = tuple(foreign.notes()) if foreign else tuple(note.sentence() for note in of_lines)
    return Decision(tuple(facts), tuple(people), notes=notes)


def _refusals(file: TrfFile, rules: Rulebook, planned: int | None, played: int) -> Refusals:
    if file.is_team_event:
        return (team_event(file),)
    refusals = points_disagree(file, rules) + not_finished(file, rules, played)
    if planned is None or played < planned:  # else no pairing is left that could be another
        refusals += not_carried_out(file, rules, played + 1, and_later=True)
    return refusals


def _planned(file: TrfFile, rules: Rulebook, rounds: int | None) -> int | None:
    at_most = system_of(rules).rounds_at_most
    planned = rounds or file.rounds_planned
    return planned or (at_most(len(file.players), rules) if at_most is not None else None)


def _dates_not_read(file: TrfFile, rounds: int | None) -> tuple[TrfNote, ...]:
    """Return a note on lines 132 that are not a date of one of the rounds (None: of any)."""
    lines = [header for header in file.header if header.tag == ROUND_DATES]
    unread = [
        number
        for number, cell in sorted(cells_of(line.text for line in lines).items())
        if number == 0 or date_of(cell) is None or (rounds is not None and number > rounds)
    ]
    if not unread:
        return ()
    column = round_column(unread[0]) if unread[0] else 5
    more: Sentence = ""
    if len(unread) > 1:
        more = message("trf.round-dates-more", n=len(unread) - 1)
    return (TrfNote(lines[0].line, message("trf.round-dates", column=column, more=more)),)


def _plan(file: TrfFile, planned: int | None) -> Iterator[AnyFact]:
    """Yield the number of rounds, and the dates that the file gives them."""
    if planned:
        yield events.RoundsPlanned(rounds=planned)
    for number, date in dates_of(file.texts_in_columns(ROUND_DATES)).items():
        if planned is None or number <= planned:
            yield events.RoundScheduled(round=number, date=date)


def _first_colour(
    file: TrfFile, rules: Rulebook, new_seed: Callable[[], str]
) -> events.FirstColourDrawn:
    """Return the first colour in the file; drawn where it has none.

    Rule: knsb-rating-2014 E5.
    """
    colour = first_colour_of(file, rules.rating.e5)
    if colour is None:
        seed = new_seed()
        return events.FirstColourDrawn(colour=drawn_colour(seed), source="draw", seed=seed)
    return events.FirstColourDrawn(colour=colour, source="file")


def _of_fide(file: TrfFile, rules: Rulebook) -> Iterator[AnyFact]:
    """Yield who may not meet (260, XXP) and the virtual points by player and round (250, XXA)."""
    for record in file.prohibited if rules.prohibits_pairs else ():
        yield PairsProhibited(players=record.ids, from_round=record.first, to_round=record.last)
    by_points: dict[tuple[int, int, int], list[int]] = {}
    virtual = file.virtual_halves() if rules.can_accelerate else {}
    for player, rounds in virtual.items():
        for halves, run in groupby(enumerate(rounds, 1), key=lambda at: at[1]):
            numbers = [number for number, _ in run]
            by_points.setdefault((numbers[0], numbers[-1], halves), []).append(player)
    for (first, last, halves), players in by_points.items():
        if halves:
            yield VirtualPointsGiven(
                players=tuple(players), from_round=first, to_round=last, halves=halves
            )


def _group(file: TrfFile, rules: Rulebook, planned: int | None) -> Iterator[AnyFact]:
    """Yield the accelerated group of all players of a file, as it does not say who came late.

    Rule: fide-dutch-2026 ACC1.2.
    """
    numbers = {player.number: player.number for player in file.players}
    group = group_of(numbers, planned, rules.scores) if planned else None
    if group is not None and rules.acceleration == "baku":
        yield group


def _kept_lines(file: TrfFile, rules: Rulebook, new_seed: Callable[[], str]) -> PersonRecord | None:
    """Return the lines that are no facts: header, then all others in the order of the file."""
    facts = carried_out(rules)
    first = [header for header in file.header if header.tag <= ROUND_DATES]
    rest = [(h.line, f"{h.tag} {h.text}") for h in file.header if h.tag > ROUND_DATES]
    rest += [(r.line, line_of(r)) for r in file.records if not isinstance(r, facts)]
    rest += [(kept.line, kept.text) for kept in file.other]
    rest.sort(key=lambda entry: entry[0])
    lines = [f"{header.tag} {header.text}" for header in first]
    lines += [text for _, text in rest if not says_no_more(text)]
    return PersonRecord(FILE_RECORD, (("lines", "\n".join(lines)),), new_seed()) if lines else None


def _registration(
    player: TrfPlayer, national_id: str, club: str, new_seed: Callable[[], str]
) -> tuple[events.PlayerRegistered, PersonRecord]:
    values = {
        "name": player.name or f"player {player.number}",
        "sex": player.sex,
        "federation": player.federation,
        "fide_id": player.fide_id,
        "birth": player.birth,
        "national_id": national_id,
        "club": club,
    }
    fields = tuple((key, value) for key, value in values.items() if value)
    person = PersonRecord(f"p{player.number}", fields, new_seed())
    fact = events.PlayerRegistered(
        player=player.number,
        person=person.key,
        person_hash=person.hash,
        rating=player.rating,
        title=title_of(player.title),
    )
    return fact, person


def _last_round_with_games(file: TrfFile) -> int:
    numbers = (
        number
        for player in file.players
        for number, cell in enumerate(player.cells, 1)
        if cell is not None and cell.opponent is not None
    )
    return max(numbers, default=0)


def _round_facts(
    file: TrfFile, number: int, in_order: Boards, *, closed: bool
) -> Iterator[AnyFact]:
    cells = [(player.number, cell) for player in file.players if (cell := player.cell(number))]
    boards = [
        (cell.opponent, player) if cell.colour == "b" else (player, cell.opponent)
        for player, cell in cells
        if cell.opponent is not None and player < cell.opponent
    ]
    boards.sort(key=in_order.index if {*in_order} == {*boards} else min)
    bye = next((player for player, cell in cells if cell.code == "U"), None)
    yield from _round_off(file, number, bye)
    yield events.PairingMadeByHand(
        round=number,
        whites=tuple(white for white, _ in boards),
        blacks=tuple(black for _, black in boards),
        bye=bye,
        source="import",
    )
    for white, black in boards:
        cell = file.player(white).cell(number)
        if cell is not None and cell.code == ADJOURNED:
            yield events.GameAdjourned(round=number, white=white, black=black)
        elif cell is not None and cell.code != OPEN:
            yield _result(file, number, white, black)
    if closed:
        yield events.RoundClosed(round=number)


def _round_off(file: TrfFile, number: int, bye: int | None) -> Iterator[AnyFact]:
    """Yield the absences and byes of a round, for the players who are on no board."""
    for player in file.players:
        cell = player.cell(number)
        if cell is None or cell.opponent is not None or player.number == bye:
            continue
        if cell.code == "H":
            yield events.ByeRequested(player=player.number, round=number, halves=1)
        elif cell.code in "UF+":
            yield events.ByeRequested(player=player.number, round=number, halves=2)
        else:
            yield events.AbsenceAnnounced(player=player.number, round=number)


def _result(
    file: TrfFile, number: int, white: int, black: int
) -> events.ResultRecorded | events.GameForfeited:
    first = file.player(white).cell(number)
    second = file.player(black).cell(number)
    assert first is not None
    assert second is not None
    game = {"round": number, "white": white, "black": black}
    outcome, rated = RESULT_CODES[first.code, second.code]
    if by_default(outcome):
        return events.GameForfeited.model_validate({**game, "outcome": outcome})
    return events.ResultRecorded.model_validate({**game, "outcome": outcome, "rated": rated})
