"""The data of a season's overviews: the requested rounds, valued."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from ledger.messages import Blank, Sentence, do, message
from ledger.records import Record, Spread
from ledger.refusals import Exit, Refusal
from ledger.rulebooks.keizer_keys import KeizerKeys
from ledger.rulebooks.rulebook import Rulebook
from ledger.state.book import Book, keys_of_season
from projections.games.crosstable import Crosstable, of_tournament
from projections.games.rounds import TournamentAt, head, rounds_counted
from projections.season import words
from projections.season.words import ON_A_BOARD, external_halves, passes_note, rounds_text
from projections.standings import keizer
from projections.standings.keizer import KeizerLine, KeizerStanding, PointsSource, What
from projections.standings.keizer_period import period_rounds, period_standing, within
from projections.views import fields
from projections.views.rulebook_names import spoken_name


class OverviewHead(Record):
    """An overview of a season."""

    at: Spread[TournamentAt]
    overview: Annotated[str, "Which overview, or which verb."]
    rules: fields.RulebookId
    rounds: fields.RoundsCounted
    period: Annotated[int | None, "The period it is limited to, null: the whole season."]
    passes: words.ValuePasses
    cycle: words.ValueCycle
    provisional: fields.Provisional


@dataclass(frozen=True, slots=True)
class Counted:
    """A season, or a period of it (`period` None: the season), up to a round.

    `rounds` are those that count; `standing` is that of the season or of the period; `items` are
    each player's, of these rounds.
    """

    book: Book
    rules: Rulebook
    table: Crosstable
    period: int | None
    rounds: range
    standing: KeizerStanding
    items: Mapping[int, Sequence[PointsSource]]

    @property
    def keys(self) -> KeizerKeys:
        """Return the keys of the rulebook in force."""
        return self.rules.season_keys

    @property
    def after(self) -> int:
        """Return the last round that counts; 0 before the first."""
        return self.rounds.stop - 1

    @property
    def what(self) -> Sentence:
        """Return the rounds in the words of a title: after round 12, or a period and its rounds."""
        if self.period is None:
            return message("season.after", round=self.after)
        name = period_name(self.book, self.period)
        rounds = rounds_text(self.rounds)
        if not name:
            return message("season.period", period=self.period, rounds=rounds)
        return message("season.named-period", period=self.period, name=name, rounds=rounds)

    def head(self, overview: str) -> OverviewHead:
        """Return the head of an overview for programs."""
        return OverviewHead(
            at=head(self.book),
            overview=overview,
            rules=self.rules.id,
            rounds=self.after,
            period=self.period,
            passes=self.standing.passes,
            cycle=self.standing.cycle,
            provisional=self.table.provisional,
        )

    def title(self, what: Sentence) -> Sentence:
        """Return a title: tournament, overview, rounds, and the source."""
        state = self.book.state
        rules = spoken_name(self.rules)
        return message(
            "season.title", name=state.name, what=what, rules=rules, position=state.position
        )

    def notes(self) -> list[Sentence]:
        """Return the notes on the values."""
        notes = [passes_note(self.standing)]
        if self.table.provisional:
            notes.append(message("season.provisional"))
        return notes


def counted(
    book: Book, after: int | None = None, period: int | None = None, rules: Rulebook | None = None
) -> Counted | Refusal:
    """Count a season up to a round (None: all finished rounds), or only a period of it.

    A period that ended earlier is counted up to its last round. `rules` replaces the season's own
    rulebook. Rounds that were played under another system than Keizer have the values of the
    rulebook in force after the last one.

    Rule: mwkeizer 2.
    """
    chosen = rounds_counted(book, after)
    if isinstance(chosen, Refusal):
        return chosen
    in_force = rules or book.rules_of(chosen)
    if not in_force.ranks_by_value:
        keys = keys_of_season(book)
        what = message("season.no-season", round=chosen, rules=in_force.id)
        no_season = Refusal("no-season", what, do("crosstable", after=chosen))
        return keys if isinstance(keys, Refusal) else no_season

    def rules_of(number: int) -> Rulebook:
        held = rules or book.rules_of(number)
        return held if held.ranks_by_value else in_force

    table = of_tournament(book.state, in_force, chosen, throughout=rules is not None)
    rounds = range(1, chosen + 1)
    if period is not None:
        missing = _not_begun(book, period, chosen)
        if missing:
            return missing
        rounds = period_rounds(table.season, period, chosen)
        last = rounds.stop - 1
        if last < chosen:
            other = rules is not None
            table = of_tournament(book.state, rules_of(last), last, throughout=other)
    last = rounds.stop - 1
    season = keizer.standings_of(table, rules_of)
    standing = season[last]
    if period is not None:
        standing = period_standing(table, rules_of, season, period)
    sources = within(keizer.items(table, rules_of(last)), rounds)
    return Counted(
        book=book,
        rules=rules_of(last),
        table=table,
        period=period,
        rounds=rounds,
        standing=standing,
        items=sources,
    )


def _not_begun(book: Book, period: int, after: int) -> Refusal | None:
    starts = [1, *(start for start, _ in book.state.season.periods)]
    if not 1 <= period <= len(starts):
        periods = message("season.periods", n=len(starts))
        what = message("season.no-such-period", periods=periods, period=period)
        return Refusal("no-such-period", what, do("period", round=Blank("ROUND")), exit=Exit.USAGE)
    if starts[period - 1] > max(after, 1):
        first = starts[period - 1]
        what = message("season.period-to-come", period=period, round=first, after=after)
        return Refusal("period-to-come", what, do("overview", which=2), exit=Exit.USAGE)
    return None


def period_name(book: Book, period: int) -> str:
    """Return the name of a period, "" for one without a name."""
    season = book.state.season
    return season.first_period if period == 1 else season.periods[period - 2][1]


@dataclass(frozen=True, slots=True)
class MemberTally:
    """The counts of a member's rounds, in the columns of the standing.

    `colours` is whites minus blacks. An adjourned game is a draw as long as it counts as one.
    """

    won: int
    drawn: int
    lost: int
    colours: int
    absent: int
    beyond_cap: int
    no_opponent: int
    club_duty: int
    external: int
    external_halves: int

    @property
    def played(self) -> int:
        """Return the games that count: between members, by default too, and for teams."""
        return self.won + self.drawn + self.lost + self.external


def tally(sources: Sequence[PointsSource], kl: str) -> MemberTally:
    """Count a member's items; `kl` "all" counts the colours of games for teams as well.

    Rule: mwkeizer 1.
    """
    kinds = Counter(item.what for item in sources)
    teams = [item for item in sources if item.what is What.EXTERNAL]
    adjourned = sum(item.what is What.ADJOURNED and item.share > 0 for item in sources)
    coloured = [item for item in sources if item.what in ON_A_BOARD]
    if kl == "all":
        coloured += [item for item in teams if not item.result.endswith("R")]
    return MemberTally(
        won=kinds[What.WIN] + kinds[What.DEFAULT_WIN],
        drawn=kinds[What.DRAW] + adjourned,
        lost=kinds[What.LOSS] + kinds[What.DEFAULT_LOSS],
        colours=sum(1 if item.colour == "W" else -1 for item in coloured),
        absent=kinds[What.ABSENT],
        beyond_cap=kinds[What.BEYOND_CAP],
        no_opponent=kinds[What.NO_OPPONENT],
        club_duty=kinds[What.CLUB_DUTY],
        external=len(teams),
        external_halves=sum(external_halves(item) for item in teams),
    )


def own_value(counted: Counted, line: KeizerLine) -> Fraction:
    """Return the part of a member's total that is their own value."""
    return Fraction(line.value if counted.keys.own_value else 0)
