"""The rounds as a calendar (RFC 5545): an event a round, and for a player who they play, at which board.

Times are in the time zone of the tournament where it is known, else those of whoever reads them.
SEQUENCE is the fact that last set the event, so that a calendar takes the change over.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache

from desk.render.catalogue import Words
from desk.site.contents import Contents
from ledger.facts.tournament import RoundScheduled, RoundsPlanned
from ledger.messages import Sentence, message, run_on
from ledger.state.details import DETAILS_RECORD, details_of
from ledger.state.tournament import Round

_LONGEST = 75
"""Octets of a line; a longer one is folded."""


class Calendar:
    """The calendars of a tournament in the words of one language; `host` ends the names of events."""

    def __init__(self, of: Contents, words: Words, host: str) -> None:
        self.of = of
        self.words = words
        self.host = host

    def rounds(self) -> bytes:
        """Return the calendar of all rounds that have a day."""
        return self._file(self.of.book.state.name, None)

    def player(self, player: int) -> bytes:
        """Return the calendar of a player: each round with opponent and board, once known."""
        name = self.words(self.of.book.name(player))
        return self._file(f"{self.of.book.state.name}: {name}", player)

    def _file(self, name: str, player: int | None) -> bytes:
        lines = [
            "BEGIN:VCALENDAR",
            "VERSION:2.0",
            "PRODID:-//toernooiboek//website//EN",
            "CALSCALE:GREGORIAN",
            "METHOD:PUBLISH",
            f"X-WR-CALNAME:{_escaped(name)}",
        ]
        lines += self._zone_lines
        for number in sorted(self._scheduled):
            lines += self._event(number, player)
        lines.append("END:VCALENDAR")
        return b"".join(map(_folded, lines))

    @cached_property
    def _scheduled(self) -> Mapping[int, tuple[int, RoundScheduled]]:
        """Return for each round that has a day the fact that gave it, with its position."""
        facts = self.of.book.in_force
        return {fact.round: (at, fact) for at, fact in facts if isinstance(fact, RoundScheduled)}

    @cached_property
    def _planned(self) -> tuple[int, int | None]:
        """Return the fact that last said how many rounds there are, and how many; 0: none did."""
        facts = self.of.book.in_force
        said = [(at, fact.rounds) for at, fact in facts if isinstance(fact, RoundsPlanned)]
        return said[-1] if said else (0, None)

    @cached_property
    def _zone(self) -> str:
        return self.of.book.people.get(DETAILS_RECORD, {}).get("time_zone", "")

    def _event(self, number: int, player: int | None) -> Iterator[str]:
        state = self.of.book.state
        position, fact = self._scheduled[number]
        round_ = state.round(number)
        at, planned = self._planned
        dropped = round_ is None and planned is not None and number > planned
        position = max(position, at if dropped else 0)
        if player is not None and round_ is not None:
            position = max(position, round_.changed_at)
        stamp = self.of.book.recorded[position - 1].stamp.recorded_at.astimezone(dt.UTC)
        yield "BEGIN:VEVENT"
        whose = "" if player is None else f"-player-{self.of.numbers[player]}"
        yield f"UID:{self.of.book.id}-round-{number}{whose}@{self.host}"
        yield f"DTSTAMP:{stamp:%Y%m%dT%H%M%SZ}"
        yield f"SEQUENCE:{position}"
        yield from self._begins(fact)
        title = self.words(message("site.round-of", round=number, name=state.name))
        yield f"SUMMARY:{_escaped(title)}"
        details = details_of(state, self.of.book.people)
        if where := ", ".join(details[key] for key in ("venue", "city") if key in details):
            yield f"LOCATION:{_escaped(where)}"
        if player is not None and round_ is not None:
            yield f"DESCRIPTION:{_escaped(self.words(self._game(player, round_)))}"
        yield f"STATUS:{'CANCELLED' if dropped else 'CONFIRMED'}"
        yield "END:VEVENT"

    def _begins(self, fact: RoundScheduled) -> Iterator[str]:
        if fact.time is None:
            yield f"DTSTART;VALUE=DATE:{fact.date:%Y%m%d}"
            return
        hours = fact.time.replace(":", "")
        zone = f";TZID={self._zone}" if self._zone else ""
        yield f"DTSTART{zone}:{fact.date:%Y%m%d}T{hours}00"

    def _game(self, player: int, round_: Round) -> Sentence:
        """Return who a player meets in a round, at which board, with which colour."""
        board = round_.board_of(player)
        if board is None:
            bye = round_.bye == player
            return message("web-standing.bye" if bye else "site.no-game")
        game = round_.games[board - 1]
        white = game.white == player
        other = self.of.book.name(game.black if white else game.white)
        colour = message(f"web-parts.colour.{'W' if white else 'B'}")
        return message("site.board-against", board=board, colour=colour, name=run_on(other))

    @cached_property
    def _zone_lines(self) -> tuple[str, ...]:
        """Return the time zone as calendars want it, with the changes of the years of the rounds."""
        timed = [fact.date for _, fact in self._scheduled.values() if fact.time is not None]
        zone = self.of.book.zone
        if not timed or not self._zone or zone is None:
            return ()
        return tuple(_zone_of(self._zone, zone, min(timed).year, max(timed).year))


def _zone_of(name: str, zone: dt.tzinfo, first: int, last: int) -> Iterator[str]:
    """Yield a time zone from the beginning of a year to the end of another."""
    yield "BEGIN:VTIMEZONE"
    yield f"TZID:{name}"
    begin = dt.datetime(first, 1, 1, tzinfo=dt.UTC)
    end = dt.datetime(last + 1, 1, 1, tzinfo=dt.UTC)
    yield from _observance(begin, begin, zone)
    day = begin
    while day < end:
        following = day + dt.timedelta(days=1)
        if day.astimezone(zone).utcoffset() != following.astimezone(zone).utcoffset():
            yield from _observance(day, _change(day, zone), zone)
        day = following
    yield "END:VTIMEZONE"


def _change(day: dt.datetime, zone: dt.tzinfo) -> dt.datetime:
    """Return the minute within a day from which the other offset holds."""
    before = day.astimezone(zone).utcoffset()
    low, high = 0, 24 * 60
    while high - low > 1:
        middle = (low + high) // 2
        there = (day + dt.timedelta(minutes=middle)).astimezone(zone).utcoffset()
        low, high = (middle, high) if there == before else (low, middle)
    return day + dt.timedelta(minutes=high)


def _observance(before: dt.datetime, at: dt.datetime, zone: dt.tzinfo) -> Iterator[str]:
    """Yield the offset that holds from a moment on; `before` is a moment of the one before it."""
    then = before.astimezone(zone)
    now = at.astimezone(zone)
    kind = "DAYLIGHT" if now.dst() else "STANDARD"
    old = then.utcoffset() or dt.timedelta()
    wall = (at + old).replace(tzinfo=None)
    yield f"BEGIN:{kind}"
    yield f"DTSTART:{wall:%Y%m%dT%H%M%S}"
    yield f"TZOFFSETFROM:{_offset(old)}"
    yield f"TZOFFSETTO:{_offset(now.utcoffset() or dt.timedelta())}"
    yield f"TZNAME:{now.tzname() or kind}"
    yield f"END:{kind}"


def _offset(offset: dt.timedelta) -> str:
    minutes = int(offset.total_seconds()) // 60
    sign = "-" if minutes < 0 else "+"
    return f"{sign}{abs(minutes) // 60:02d}{abs(minutes) % 60:02d}"


def _escaped(text: str) -> str:
    """Return a text as the value of a property: RFC 5545, 3.3.11."""
    for sign in "\\;,":
        text = text.replace(sign, f"\\{sign}")
    return "\\n".join(text.splitlines())


@lru_cache(maxsize=10_000)
def _folded(line: str) -> bytes:
    """Return a line of at most 75 octets, the rest on further lines after a space."""
    data = line.encode()
    if len(data) <= _LONGEST:
        return data + b"\r\n"
    parts = list[bytes]()
    room = _LONGEST
    while data:
        cut = min(room, len(data))
        while cut < len(data) and data[cut] & 0xC0 == 0x80:  # not within a character
            cut -= 1
        parts.append(data[:cut])
        data = data[cut:]
        room = _LONGEST - 1
    return b"\r\n ".join(parts) + b"\r\n"
