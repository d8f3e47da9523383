"""A tournament as mirror rows: its state at the end of its facts."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias

from ledger.facts.tournament import PlayerRegistered
from ledger.later import Later
from ledger.messages import Sentence
from ledger.rulebooks.rulebook import Rulebook
from ledger.state.book import rulebook_of
from ledger.state.details import days_of, details_of, first_known_day, zone_of
from ledger.state.tournament import Tournament
from ledger.store.snapshot import Read
from projections.games.crosstable import of_tournament
from projections.log.departures import departures, imported_rounds
from projections.log.integrity_events import facts_of_import
from projections.log.sentences import sentence
from projections.mirror.history import At, history_rows, moment, virtual_rows
from projections.mirror.seasons import SeasonLines
from projections.standings.keizer import OWN_VALUE, in_units, items

if TYPE_CHECKING:
    from projections.ratings import forecast as forecasts
else:  # with the editions of the rating rules, for the tournaments that declare one
    forecasts = Later("projections.ratings.forecast")

People: TypeAlias = Mapping[str, Mapping[str, str]]
"""The records kept beside the facts, by key."""

Says: TypeAlias = Callable[[Sentence], str]
"""A function that turns a sentence into words; processes import it by name."""

TableRows: TypeAlias = dict[str, list[tuple[Any, ...]]]


def rows_at_the_end(
    tournament: str,
    state: Tournament,
    *,
    read: Sequence[Read],
    others: Sequence[At],
    done: int,
    people: People,
    undone: Mapping[int, int],
    says: Says,
) -> TableRows:
    """Return the rows of a tournament's present state, and of the single facts.

    `others` are the facts apart from results. `done` is the number of rounds, from the first,
    without an open game. `undone` maps the position
    of each fact that was taken back to that of its undo. `says` turns sentences into words.
    """
    tables: dict[str, Iterable[tuple[object, ...]]] = {
        "tournaments": [_tournament(state, read, done, people)],
        "rulebooks": _rulebooks(state),
        "players": _players(state, undone, read),
        "names": _names(state, people),
        "rounds": _rounds(state),
        "integrity": _departures(state, read, undone, says, zone_of(people)),
        "virtual_points": virtual_rows(state),
        "external_games": _external_games(state),
        "rating_forecast": _rating_forecast(state, people),
        **history_rows(state, others, undone),
    }
    return {name: [(tournament, *cells) for cells in rows] for name, rows in tables.items()}


def _departures(
    state: Tournament,
    read: Sequence[Read],
    undone: Mapping[int, int],
    says: Says,
    zone: dt.tzinfo | None,
) -> Iterator[tuple[object, ...]]:
    facts = [one.fact for one in read]

    def called(player: int) -> str:
        return str(state.label(player))

    def rules_of(number: int) -> Rulebook:
        return rulebook_of(state.rulebook_text_of(number))

    changes = {change.position: change for r in state.rounds for change in r.changes}
    for position, fact, kind in departures(facts, facts_of_import(read)):
        text = says(sentence(fact, called, zone, rules_of, changes.get(position)))
        text += says(imported_rounds(facts)) if kind == "import" else ""
        actor = read[position - 1].stamp.actor
        yield position, kind, text, actor, fact.reason, undone.get(position)


def season_of(day: dt.date) -> str:
    """Return the season of a day: 1 July to 30 June, "2026-2027"."""
    first = day.year if day.month >= _JULY else day.year - 1
    return f"{first}-{first + 1}"


_JULY = 7


def first_day(state: Tournament, people: People, opened: dt.date) -> dt.date:
    """Return the day a tournament began: as recorded, of its first round, or of the opening."""
    return first_known_day(state, people) or opened


_SAID = ("city", "federation", "type", "tempo", "venue", "time_zone")
"""The details in a mirror: none that can be a person's name."""


def _tournament(
    state: Tournament, read: Sequence[Read], done: int, people: People
) -> tuple[object, ...]:
    rules = rulebook_of(state.rulebook_text)
    opened = read[0].stamp
    began = first_day(state, people, opened.recorded_at.date())
    details = details_of(state, people)
    return (
        state.name,
        rules.system,
        rules.id,
        *(details.get(field) for field in _SAID),
        *days_of(state, people),
        season_of(began),
        moment(opened),
        moment(read[-1].stamp),
        state.position,
        len(state.players),
        state.rounds_planned,
        len(state.rounds),
        done,
        state.closed,
        state.hall.agreement,
    )


def _rulebooks(state: Tournament) -> Iterator[tuple[object, ...]]:
    for place, (start, text, hash_) in enumerate(state.rules, 1):
        rules = rulebook_of(text)
        yield start, place, rules.id, rules.system, hash_, text


def _players(
    state: Tournament, undone: Mapping[int, int], read: Sequence[Read]
) -> Iterator[tuple[object, ...]]:
    """Yield everybody who ever entered, also those whose entry was taken back or who were removed."""
    entered = (
        (fact.player, by)
        for at, by in undone.items()
        if isinstance(fact := read[at - 1].fact, PlayerRegistered)
    )
    back = dict(entered) | state.removed
    for e in (*state.players.values(), *state.former.values()):
        number = None if e.numbered_from is None else state.label(e.player)
        if e.player in state.removed:
            number = e.number
        yield (
            e.player,
            number,
            e.rating,
            e.source_of_rating,
            e.title,
            e.from_round,
            e.forgotten,
            back[e.player] if e.player in state.former else None,
        )


def _names(state: Tournament, people: People) -> Iterator[tuple[object, ...]]:
    for entrant in state.players.values():
        record = people.get(entrant.person, {})
        if record.get("name"):
            yield (entrant.player, record["name"], record.get("club"), record.get("fide_id"))


def _rounds(state: Tournament) -> Iterator[tuple[object, ...]]:
    for r in state.rounds:
        yield (
            r.number,
            state.dates.get(r.number),
            state.times.get(r.number),
            state.check_in_until.get(r.number),
            r.source,
            r.basis,
            r.position,
            r.bye,
            len(r.games),
            len(r.open_games),
            len(r.changes),
            r.closed,
        )


def _rating_forecast(state: Tournament, people: People) -> Iterator[tuple[object, ...]]:
    """Yield what each round is worth for a rating, where the tournament declared an edition."""
    if "rating" not in state.ratings.editions:
        return
    forecast = forecasts.Forecast(state, people)
    for player in state.players:
        for one in forecast.of(player).periods:
            k = None if one.change is None else one.change.k
            for line in one.lines:
                worth = line.worth
                yield (
                    player,
                    line.round,
                    forecast.edition.id,
                    one.period.number,
                    one.rated.rating,
                    k,
                    line.opponent,
                    line.rating,
                    line.halves,
                    None if worth is None else worth.difference,
                    None if worth is None else worth.counted,
                    None if worth is None else worth.expected,
                    None if worth is None else worth.hundredths,
                    None if worth is None or k is None else k * worth.hundredths,
                    line.why_not,
                )


def _external_games(state: Tournament) -> Iterator[tuple[object, ...]]:
    for game in state.season.externals.values():
        yield (
            game.round,
            game.player,
            game.set_by,
            game.date,
            game.team,
            game.board,
            game.colour,
            game.result,
            game.club_evening,
            game.announced_to,
        )


def keizer_points(
    state: Tournament, lines: SeasonLines, rules: Rulebook
) -> Iterator[tuple[object, ...]]:
    """Yield what gives each member points in a standing: the own value and the rounds."""
    values = dict(zip(lines.players.tolist(), lines.line_values.tolist(), strict=True))
    sources = items(of_tournament(state, rules, lines.rounds), rules)
    own = int(rules.season_keys.own_value)
    for player, value in values.items():
        yield 0, player, OWN_VALUE, None, *_amount(own, 1, value)
        for one in sources[player]:
            worth = one.fixed if one.of is None else values[one.of]
            share = one.share
            amount = _amount(share.numerator, share.denominator, worth)
            yield one.round, player, one.what.value, one.opponent, *amount


@lru_cache(maxsize=10_000)
def _amount(numerator: int, denominator: int, value: int) -> tuple[str, int, int]:
    """Return a share, a value, and their product in ten-thousandths; in a season few differ."""
    share = Fraction(numerator, denominator)
    return str(share), value, in_units(share * value, 4)
