"""Every version of every known standing, for a mirror.

A standing is known from the end of the command that led to it: facts of one command become known
together. It is the standing after a round without an open game. The walk through a tournament only
notes the requested standings; most are then made in bulk.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from ledger.rulebooks.rulebook import Rulebook
from ledger.state.book import rulebook_of
from ledger.state.tournament import Tournament
from projections.games.crosstable import of_tournament, own_rules, season_table
from projections.mirror.seasons import SeasonLines, season_lines
from projections.standings.bulk import Amount, BulkLines, final_standings, in_bulk, standings
from projections.standings.keizer import shown
from projections.standings.scores import TreatedTable
from projections.standings.sheets import Sheet, Sheets
from projections.standings.standing import OF_SCORE, StandingLine, ranking_at_the_end, standing

Cells: TypeAlias = tuple[object, ...]

FINAL = 0
"""The place of the final ranking among the rounds of a standing."""

DECIMALS = 4
"""Of the value of a tie-break."""

POINTS_OF_A_HALF = 5000
"""Points are loaded in ten-thousandths."""


class Under(NamedTuple):
    """A rulebook for standings, with its recorded hash."""

    rules: Rulebook
    hash: str


@dataclass(slots=True)
class InBulk:
    """A standing made together with those of other tournaments; `lines` is its place there.

    `shared`: players whom nothing separates share their place in it.
    """

    under: Under
    rounds: int
    final: bool
    shared: bool
    sheet: Sheet
    lines: BulkLines | None = None
    at: int = 0

    def alike(self, other: StandingsJob) -> bool:
        """Tell whether another standing is the same."""
        if isinstance(other, Plain):
            return other.alike(self)
        if not isinstance(other, InBulk) or self.under.hash != other.under.hash:
            return False
        assert self.lines is not None
        assert other.lines is not None
        return self.rounds == other.rounds and self.lines.alike(self.at, other.lines, other.at)

    def plain(self) -> Plain:
        """Return it as the plain functions make it, to be compared with one of theirs."""
        assert self.lines is not None
        lines = self.lines
        by_line = range(*lines.starts[self.at : self.at + 2].tolist())
        rows = tuple(
            (
                lines.players[i].item(),
                lines.ranks[i].item(),
                lines.points_halves[i].item() * POINTS_OF_A_HALF,
                lines.ws_halves[i].item(),
                lines.wp_halves[i].item(),
                lines.sb_quarters[i].item(),
                lines.names[lines.decided_by[i]],
                lines.provisional[self.at].item(),
                [opponent or None for opponent in lines.opponents[i].tolist()],
                lines.wp_parts[i].tolist(),
                lines.sb_parts[i].tolist(),
            )
            for i in by_line
        )
        others = tuple(
            (lines.players[i].item(), amount.tie_break, _text(amount, i))
            for i in by_line
            for amount in lines.others
        )
        return Plain(self.under, self.rounds, self.final, rows, others)

    def ranked(self) -> Iterator[tuple[int, int, int]]:
        """Yield player, rank and half points of each line, best first."""
        assert self.lines is not None
        part = slice(self.lines.starts[self.at], self.lines.starts[self.at + 1])
        columns = (self.lines.players, self.lines.ranks, self.lines.points_halves)
        yield from zip(*(column[part].tolist() for column in columns), strict=True)

    def places(self) -> dict[object, object]:
        """Return everybody's place."""
        assert self.lines is not None
        part = slice(self.lines.starts[self.at], self.lines.starts[self.at + 1])
        keys = self.lines.players[part].tolist()
        return dict(zip(keys, self.lines.ranks[part].tolist(), strict=True))


@dataclass(frozen=True, slots=True)
class OfSeason:
    """The standing of a season after some rounds."""

    under: Under
    lines: SeasonLines

    def alike(self, other: StandingsJob) -> bool:
        """Tell whether another standing is the same."""
        if not isinstance(other, OfSeason) or self.under != other.under:
            return False
        return self.lines is other.lines or self.lines.alike(other.lines)

    def places(self) -> dict[object, object]:
        """Return everybody's place, None for former members."""
        players = dict.fromkeys(self.lines.players.tolist())
        ranks = range(1, len(self.lines.order) + 1)
        return players | dict(zip(players, ranks, strict=False))


@dataclass(frozen=True, slots=True)
class Plain:
    """A standing made by the plain functions, as its rows: each begins with the player.

    `lines` continue with the player's rank. The other values in the rows of a mirror are the same
    for all of them.
    """

    under: Under
    rounds: int
    final: bool
    lines: tuple[Cells, ...]
    others: tuple[Cells, ...] = ()

    def alike(self, other: StandingsJob) -> bool:
        """Tell whether another standing is the same; under the same rules it may be one in bulk."""
        return self == (other.plain() if isinstance(other, InBulk) else other)

    def places(self) -> dict[object, object]:
        """Return everybody's place."""
        return {line[0]: line[1] for line in self.lines}


StandingsJob: TypeAlias = InBulk | OfSeason | Plain
Changed: TypeAlias = dict[int, tuple[StandingsJob, StandingsJob | None]]


def places_moved(changed: Changed) -> dict[int, int]:
    """Return the number of places that another player took, by round of a changed standing."""
    moved: dict[int, int] = {}
    for round_, (before, after) in changed.items():
        if round_ != FINAL:
            places = after.places() if after else {}
            moved[round_] = sum(places.get(who) != rank for who, rank in before.places().items())
    return moved


def make(jobs: Iterable[InBulk]) -> None:
    """Make standings in bulk, and set the place of each."""
    together: dict[tuple[int, int, bool, bool], list[InBulk]] = {}
    for one in jobs:
        how = (one.rounds, one.final, one.shared)
        together.setdefault((id(one.under.rules), *how), []).append(one)
    for (_, rounds, final, shared), alike in together.items():
        sheets = [one.sheet for one in alike]
        rules = alike[0].under.rules
        if final:
            lines = final_standings(sheets, rules, rounds, shared_places=shared)
        else:
            lines = standings(sheets, rules, rounds)
        for at, one in enumerate(alike):
            one.lines = lines
            one.at = at


@dataclass(slots=True)
class Versions:
    """All versions so far: the one in force for each round, and the superseded ones."""

    in_force: dict[int, tuple[int, StandingsJob]] = field(default_factory=dict)
    past: list[tuple[int, int, StandingsJob]] = field(default_factory=list)

    def take(self, position: int, now: Mapping[int, StandingsJob], done: int) -> Changed:
        """Add the standings that a command may have changed; they have been made.

        `done` is the number of rounds without an open game. Return the standings that are no longer
        in force, by round, each with the one in its place, None for none.
        """
        changed: Changed = {}
        gone = [r for r in self.in_force if r > done or r in now or r == FINAL]
        for round_ in gone:
            since, before = self.in_force[round_]
            after = now.get(round_)
            if after is not None and after.alike(before):
                continue
            del self.in_force[round_]
            self.past.append((since, position, before))
            changed[round_] = before, after
        for round_, job in now.items():
            self.in_force.setdefault(round_, (position, job))
        return changed

    def all(self) -> Iterator[tuple[int, int | None, StandingsJob]]:
        """Yield each standing, after the positions where it became known and superseded."""
        yield from self.past
        yield from ((since, None, job) for since, job in self.in_force.values())


@dataclass(frozen=True, slots=True)
class Take:
    """The standings that a command needs: by rule version (0: the rules in force) and round."""

    position: int
    done: int
    jobs: tuple[Mapping[int, StandingsJob], ...]

    def in_bulk(self) -> Iterator[InBulk]:
        """Yield the standings still to be made."""
        for of_version in self.jobs:
            yield from (one for one in of_version.values() if isinstance(one, InBulk))


@dataclass(slots=True)
class SeasonSoFar:
    """The standings of a season after each round, kept until a fact may change them."""

    _rules: Rulebook | None = None
    _known: tuple[SeasonLines, ...] = ()

    def touch(self, number: int | None) -> None:
        """Discard the standings from a round on, None: all."""
        self._known = self._known[: number or 0]

    def standings(self, state: Tournament, sheets: Sheets, done: int) -> tuple[SeasonLines, ...]:
        """Return the standings after round 0, 1 ... of a season, up to its last round as a season.

        `done` is the number of rounds without an open game. A tournament in an old ledger may have
        continued as another competition.
        """
        held = [rulebook_of(state.rulebook_text_of(number)) for number in range(1, done + 1)]
        last = max(number for number, rules in enumerate(held, 1) if rules.ranks_by_value)
        if held[last - 1] is not self._rules:
            self._rules = held[last - 1]
            self._known = ()
        rules_of = [held[0], *held]
        standings = season_lines(
            sheets.sheet(state, done).first(last),
            season_table(state, last),
            rules_of.__getitem__,
            self._known,
        )
        self._known = max(standings, self._known, key=len)
        return standings


def asked_now(
    state: Tournament,
    sheets: Sheets,
    so_far: SeasonSoFar,
    first: int,
    done: int,
    version: Under | None,
) -> dict[int, StandingsJob]:
    """Return the standings after the rounds `first` to `done`, and any final ranking.

    `version` is another rule version, None: the rules in force. A version equal to the rules in
    force gives no standings.
    """
    jobs: dict[int, StandingsJob] = {}
    planned = done and done == (state.rounds_planned or done)
    wanted = [(after, False) for after in range(max(first, 1), done + 1)]
    season: tuple[SeasonLines, ...] = ()
    for after, final in [*wanted, (done, True)] if planned else wanted:
        own = Under(*_in_force(state, after))
        under = own if version is None else version
        if version and (own.rules.ranks_by_value or _is_in_force(state, after, version)):
            continue
        place = FINAL if final else after
        if under.rules.ranks_by_value:
            season = season or so_far.standings(state, sheets, done)
            if not final:
                jobs[after] = OfSeason(under, season[after])
        elif (
            _alone(own.rules, under.rules)
            or (final and state.final_lots)
            or (version is None and own_rules(state, own.rules, after))
        ):
            jobs[place] = _plain(state, after, under, final, throughout=version is not None)
        else:
            shared = final and state.fide.in_mode
            jobs[place] = InBulk(under, after, final, shared, sheets.sheet(state, done))
    return jobs


def _alone(own: Rulebook, rules: Rulebook) -> bool:
    """Tell whether a standing cannot be made in bulk: that of a round robin, or with other keys."""
    return own.plays_round_robin or not in_bulk(rules)


def _is_in_force(state: Tournament, after: int, version: Under) -> bool:
    """Tell whether a standing under a rule version is that of the rules in force."""
    own = rulebook_of(state.rulebook_text_of(after))
    return _hash_today(own) == version.hash and not own_rules(state, own, after)


_hashes: dict[int, tuple[Rulebook, str]] = {}


def _hash_today(rules: Rulebook) -> str:
    """Return the hash of a rulebook as this program computes it; it is cached."""
    if id(rules) not in _hashes:
        _hashes[id(rules)] = rules, rules.hash
    return _hashes[id(rules)][1]


def _in_force(state: Tournament, after: int) -> tuple[Rulebook, str]:
    """Return the rulebook for a standing, and its recorded hash."""
    held = [(text, hash_) for start, text, hash_ in state.rules if start <= max(after, 1)]
    text, hash_ = held[-1]
    return rulebook_of(text), hash_


def _plain(state: Tournament, after: int, under: Under, final: bool, *, throughout: bool) -> Plain:
    rules = under.rules
    table = of_tournament(state, rules, after, throughout=throughout)
    ranking = ranking_at_the_end(table, rules, state) if final else standing(table, rules)
    treated = TreatedTable.of(table, rules)
    lines: list[Cells] = []
    others: list[Cells] = []
    for line in ranking.lines:
        score = line.score
        wp: list[int | None] = [None] * after
        sb = [*wp]
        for part in treated.contributions(line.player):
            wp[part.round - 1] = part.wp_halves
            sb[part.round - 1] = part.sb_quarters
        lines.append(
            (
                line.player,
                line.rank,
                score.points_halves * POINTS_OF_A_HALF,
                score.ws_halves,
                score.wp_halves,
                score.sb_quarters,
                line.decided_by,
                ranking.provisional,
                [c.opponent for c in table.cells[line.player]],
                wp,
                sb,
            )
        )
        others += _others(line)
    return Plain(under, after, final, tuple(lines), tuple(others))


def _text(amount: Amount, line: int) -> str | None:
    """Return the value of a tie-break of a line, None for none."""
    if amount.given is not None and not amount.given[line]:
        return None
    return shown(Fraction(amount.values[line].item(), amount.parts), DECIMALS)


def _others(line: StandingLine) -> Iterator[Cells]:
    for name, value in line.tie_breaks:
        if name not in OF_SCORE:
            yield line.player, name, None if value is None else shown(Fraction(value), DECIMALS)
