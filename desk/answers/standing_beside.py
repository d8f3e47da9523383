"""A standing beside others: as known at another moment, under other rules; who moves, and why."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Annotated, TypeAlias, get_args

from desk.answers.competition import standings
from desk.answers.replays import left_out
from ledger.facts import season
from ledger.facts import tournament as events
from ledger.facts.disputes import CommandUndone
from ledger.facts.ratings import RatingFact
from ledger.facts.tournament import AnyFact
from ledger.messages import Sentence, do, message, run_on
from ledger.records import Record, Spread
from ledger.refusals import Exit, Refusal
from ledger.rulebooks.rulebook import Rulebook
from ledger.state.book import Book
from ledger.state.tournament import GamesFact, undone
from projections.formats.moves import Mover
from projections.formats.registry import scoring_of
from projections.games.as_of import position_of
from projections.games.rounds import TournamentAt, head, rounds_counted, rounds_done
from projections.log.sentences import teller
from projections.views import fields
from projections.views.columns import AMOUNT, PLACE, Column, columns_of
from projections.views.view import View

Other: TypeAlias = Book | Rulebook
"""The same tournament at another moment, or other rules."""

MOST_NAMED = 12
"""Players who move, or facts, that are written out; the rest is a number."""

_OF_A_STANDING = (
    *get_args(GamesFact),
    *get_args(season.SeasonFact),
    events.PairingPublished,
    events.PairingMadeByHand,
    events.PairingAmended,
    events.BoardAdded,
    events.PlayerRegistered,
    events.PlayerRemoved,
    events.RatingCorrected,
    events.NumbersAssigned,
    events.AbsenceAnnounced,
    events.AbsenceWithdrawn,
    events.ByeRequested,
    events.PlayerWithdrew,
    events.PlayerReinstated,
    events.RulesChanged,
    *get_args(RatingFact),
)
"""Facts that can change a standing."""


@dataclass(frozen=True, slots=True)
class BesideStanding:
    """Another standing. `ranks` are the places in it by the number of a player, None: without one.

    `after` is the number of rounds it counts. `rules` is None for another moment, and `position`
    for other rules. `moved` are the places gained in going from the earlier moment to the later, or
    from the own rules to the others. `facts` lie between the two moments and bear on the standing.
    `movers` are at most `MOST_NAMED`.
    """

    view: View
    after: int
    ranks: Mapping[int, int | None]
    moved: Mapping[int, int]
    movers: tuple[Mover, ...] = ()
    rules: Rulebook | None = None
    position: int | None = None
    facts: tuple[int, ...] = ()
    sentences: tuple[Sentence, ...] = ()

    @property
    def how_many(self) -> int:
        """Return the number of players who move."""
        return sum(1 for places in self.moved.values() if places)

    @property
    def most(self) -> int:
        """Return the largest number of places that anybody moves."""
        return max(map(abs, self.moved.values()), default=0)


@dataclass(frozen=True, slots=True)
class StandingsBeside:
    """A standing after some rounds, and others beside it."""

    view: View
    after: int
    beside: tuple[BesideStanding, ...] = ()


def standings_beside(
    book: Book, others: Sequence[Other], after: int | None = None, final: bool = False
) -> StandingsBeside | Refusal:
    """Return a standing after some rounds (None: all that are done), and others beside it.

    At a moment at which fewer rounds were published, the standing is the one of then.
    """
    counted = rounds_counted(book, after)
    if isinstance(counted, Refusal):
        return counted
    view = standings(book, None if final else counted, final)
    if isinstance(view, Refusal):
        return view
    beside: list[BesideStanding] = []
    for other in others:
        side = (
            _under(book, view, other, counted, final)
            if isinstance(other, Rulebook)
            else _then(book, view, other, counted, final)
        )
        if isinstance(side, Refusal):
            return side
        beside.append(side)
    return StandingsBeside(view, counted, tuple(beside))


def ranks_of(view: View) -> dict[int, int | None]:
    """Return the place of each player by number, in the order of a standing of any format."""
    ranks: dict[int, int | None] = {}
    for row in view.cells:
        number, rank = row["id"], row["rank"]
        assert isinstance(number, int)
        assert isinstance(rank, int | None)
        ranks[number] = rank
    return ranks


def _moved(before: Mapping[int, int | None], now: Mapping[int, int | None]) -> dict[int, int]:
    """Return the places that each player gains; those who are in one of the two are left out."""
    return {
        number: was - rank
        for number, rank in now.items()
        if rank is not None and (was := before.get(number)) is not None
    }


def _then(book: Book, view: View, then: Book, after: int, final: bool) -> BesideStanding | Refusal:
    there = after if after <= len(then.state.rounds) else rounds_done(then)
    whole = final and there == after
    other = standings(then, None if whole else there, whole)
    if isinstance(other, Refusal):
        return other
    ranks = ranks_of(other)
    own = ranks_of(view)
    first, last = sorted((book.state.position, then.state.position))
    later = book if last == book.state.position else then
    moved = _moved(ranks, own) if later is book else _moved(own, ranks)
    facts = tuple(_facts_between(later, first, after))
    called = {later.state.label(player): player for player in later.state.players}
    touched = _concerned(later, facts)
    movers = [
        Mover(number, later.name(called[number]), places, _through(touched.get(called[number], ())))
        for number, places in moved.items()
        if places
    ]
    sentences = tuple(map(teller(later), facts[:MOST_NAMED]))
    return BesideStanding(
        other,
        there,
        ranks,
        moved,
        tuple(movers[:MOST_NAMED]),
        position=then.state.position,
        facts=facts,
        sentences=sentences,
    )


def _facts_between(later: Book, first: int, after: int) -> Iterator[int]:
    """Yield the facts after a position that bear on the standing after a number of rounds."""
    facts = later.facts
    left_out = undone(facts)
    for position, fact in enumerate(facts[first:], first + 1):
        if isinstance(fact, CommandUndone):
            taken = [facts[at - 1] for at in fact.facts if at <= first]
            if any(_bears(each, after) for each in taken):
                yield position
        elif position not in left_out and _bears(fact, after):
            yield position


def _bears(fact: AnyFact, after: int) -> bool:
    number = getattr(fact, "round", None) or getattr(fact, "from_round", None) or 0
    return isinstance(fact, _OF_A_STANDING) and number <= after


def _concerned(later: Book, facts: Iterable[int]) -> dict[int, list[int]]:
    """Return the facts that name each player, by key."""
    named: dict[int, list[int]] = {}
    there = later.facts
    for position in facts:
        fact = there[position - 1]
        players = {getattr(fact, name, None) for name in ("white", "black", "player")}
        for player in players:
            if isinstance(player, int):
                named.setdefault(player, []).append(position)
    return named


def _through(facts: Sequence[int]) -> Sentence:
    if not facts:
        return message("beside.through-others")
    return message("beside.through", facts=", ".join(f"#{at}" for at in facts[:4]))


def _under(
    book: Book, view: View, rules: Rulebook, after: int, final: bool
) -> BesideStanding | Refusal:
    if rules.format is not book.rules_of(after).format:
        return Refusal(
            "other-kind-of-rules", left_out(book, rules), do("rules-list"), exit=Exit.USAGE
        )
    other = standings(book, None if final else after, final, rules)
    if isinstance(other, Refusal):
        return other
    ranks = ranks_of(other)
    movers = scoring_of(rules).movers(book, rules, after, final)
    return BesideStanding(
        view=other,
        after=after,
        ranks=ranks,
        moved=_moved(ranks_of(view), ranks),
        movers=tuple(islice(movers, MOST_NAMED)),
        rules=rules,
    )


class BesideHead(Record):
    """A standing beside others."""

    at: Spread[TournamentAt]
    rules: fields.RulebookId
    rounds: fields.RoundsCounted
    beside: Annotated[list[OtherStanding], "The others, in the order asked for."]


class OtherStanding(Record):
    """A standing beside the first."""

    position: Annotated[int | None, "The last fact known at its moment; null: as in the first."]
    rules: fields.RulebookId
    rounds: fields.RoundsCounted
    moved: Annotated[int, "How many players have another place."]
    facts: Annotated[tuple[int, ...], "Facts between the two moments that bear on the standing."]


class OtherPlace(Record):
    """A player's place in one of the others."""

    rank: Annotated[int | None, "Place, null: not in it, or without a place."]
    moved: Annotated[int, "Places gained; below 0: lost."]


class BesideRow(Record):
    """A player, with their place in each standing."""

    rank: Annotated[int | None, "Place, from 1; null: without a place.", PLACE]
    number: fields.PlayerNumber
    name: fields.PlayerName
    places: Annotated[list[OtherPlace], "Their places in the others."]
    shown: Annotated[dict[str, Sentence], "The same for people."]


def beside_view(
    book: Book, others: Sequence[Other], after: int | None = None, final: bool = False
) -> View | Refusal:
    """Return standings side by side in one table; the facts and the reasons are notes."""
    standings = standings_beside(book, others, after, final)
    if isinstance(standings, Refusal):
        return standings
    names = {book.state.label(player): book.name(player) for player in book.state.players}
    rows = []
    for number, rank in ranks_of(standings.view).items():
        places = [OtherPlace(b.ranks.get(number), b.moved.get(number, 0)) for b in standings.beside]
        shown: dict[str, Sentence] = {}
        for at, place in enumerate(places, 1):
            shown[f"rank{at}"] = "" if place.rank is None else str(place.rank)
            shown[f"moved{at}"] = f"{place.moved:+d}" if place.moved else "="
        rows.append(BesideRow(rank, number, names[number], places, shown))
    columns = [*columns_of(BesideRow, "rank", "number", "name")]
    for at, side in enumerate(standings.beside, 1):
        columns += [
            Column(f"shown.rank{at}", AMOUNT, heading_of(side)),
            Column(f"shown.moved{at}", AMOUNT, _of_moves(side)),
        ]
    own = book.rules_of(standings.after).id
    top = BesideHead(
        head(book),
        own,
        standings.after,
        [
            OtherStanding(
                side.position,
                side.rules.id if side.rules else own,
                side.after,
                side.how_many,
                side.facts,
            )
            for side in standings.beside
        ],
    )
    notes = [note for side in standings.beside for note in _notes(side)]
    return View(standings.view.title, tuple(columns), rows, top, tuple(notes))


def heading_of(side: BesideStanding) -> Sentence:
    """Return the name of a standing above its column: #90, fide-2026."""
    return f"#{side.position}" if side.rules is None else side.rules.id


def _of_moves(side: BesideStanding) -> Sentence:
    return message("beside.since" if side.rules is None else "beside.otherwise")


def _notes(side: BesideStanding) -> Iterator[Sentence]:
    moved = message("beside.moves", beside=heading_of(side), n=side.how_many, most=side.most)
    yield moved if side.how_many else message("beside.same", beside=heading_of(side))
    for position, sentence in zip(side.facts, side.sentences, strict=False):
        yield run_on(f"#{position} ", sentence)
    if len(side.facts) > MOST_NAMED:
        yield message("beside.more-facts", n=len(side.facts) - MOST_NAMED)
    for mover in side.movers:
        yield message("beside.mover", who=mover.name, moved=f"{mover.places:+d}", why=mover.why)


def moment_beside(book: Book, moment: str) -> Book | Refusal:
    """Return the book at a moment of it; see `as_of.known`."""
    position = position_of(book.recorded, moment, book.zone)
    return position if isinstance(position, Refusal) else book.at(position)


def position_at(book: Book, text: str) -> int | Refusal:
    """Return the position of a moment as people type it."""
    if re.fullmatch(r"\d{1,2}:\d{2}", text) and book.recorded:
        last = book.recorded_at(len(book.recorded))
        text = f"{last:%Y-%m-%d} {text:0>5}"
    return position_of(book.recorded, text, book.zone)
