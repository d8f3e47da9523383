"""Every round of a tournament paired again: by what was known then, and by what is known now.

A corrected result changes only pairings still to be made (F7), so the pairing by what is known now
is a what-if. Between the two stand the facts that changed what a round is paired from, each with
the boards that it changed. Equal inputs give one pairing, which is made once.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, MutableMapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal, NamedTuple, TypeAlias

from ledger.facts.disputes import CommandUndone
from ledger.facts.tournament import AnyFact, PairingPublished
from ledger.messages import Sentence
from ledger.rulebooks.rulebook import Rulebook
from ledger.state.book import Book, rulebook_of
from ledger.state.tournament import Round, Tournament, following, replay
from pairing.norms.contestants import ToPair
from pairing.norms.model import NoPairing
from pairing.review.inputs import changes_since, input_of, rules_of, seated, seats
from pairing.review.questions import boards_inside, paired_from
from pairing.systems.registry import engines, pair_round, system_of, without_engine
from pairing.systems.trf import differences_of
from projections.counterfactuals.part import Engines, Seating
from projections.counterfactuals.versions import Knowledge, PairingVersion
from projections.games.crosstable import of_tournament

PairedVerdict: TypeAlias = Literal["same", "colours", "different", "no pairing", "no engine"]
"""How a pairing differs from the published one; no engine: the rules pair nothing."""


class RoundAgain(NamedTuple):
    """A round paired again.

    `published` is the position of the publication it is compared with, the last by an engine;
    `basis` that of the last fact it was paired from. `boards` is how many of the published boards,
    the bye included, are not in it; None where there is no pairing, with the `clause` and `why`.
    `input` is the SHA-256 over all it was paired from, None without an engine.
    """

    rules: str
    in_force: bool
    round: int
    known: Knowledge
    published: int
    basis: int
    verdict: PairedVerdict
    boards: int | None
    engine: str | None
    clause: str | None
    why: Sentence | None
    input: str | None


class BoardAgain(NamedTuple):
    """A board of the published round, of the round paired again, or of both.

    `board` is its number as published, `by_rules` that in the round paired again; 0 for the bye,
    whose player is `white`; None where it is not.
    """

    rules: str
    in_force: bool
    round: int
    known: Knowledge
    found_in: Literal["both", "published", "rules"]
    white: int
    black: int | None
    board: int | None
    by_rules: int | None
    colours_only: bool


class ChangeOfInput(NamedTuple):
    """A fact after the basis of a round that changed what it is paired from.

    `boards` is how many boards, the bye included, of the pairing by what was known just before it
    are not in that by what was known with it; None where one of them is impossible.
    """

    rules: str
    in_force: bool
    round: int
    position: int
    boards: int | None


AgainRow: TypeAlias = RoundAgain | BoardAgain | ChangeOfInput


def paired_again(
    facts: Sequence[AnyFact],
    versions: Iterable[PairingVersion],
    seatings: MutableMapping[str, Seating],
) -> Iterator[AgainRow]:
    """Yield the rows of each round, under each of the rules, as known then and now.

    `facts` are all of one tournament, in order. `seatings` are pairings made earlier, and gets the
    new ones.

    Rule: knsb-wp-2014 F6, F7; knsb-rating-2014 F6, F7.
    """
    book = Book(replay(facts), pending=list(facts))
    again = _Again(book, facts, seatings)
    for version in versions:
        for round_ in book.state.rounds:
            again.ask(round_, version)
    again.pair_all()
    return iter(again.rows)


def again_rows(
    facts: Sequence[AnyFact],
    versions: Sequence[PairingVersion],
    seatings: MutableMapping[str, Seating],
) -> dict[str, list[AgainRow]]:
    """Return the rows of `paired_again` by their table in the mirror."""
    rows: dict[str, list[AgainRow]] = defaultdict(list)
    for row in paired_again(facts, versions, seatings):
        rows[_TABLES[type(row)]].append(row)
    return rows


_TABLES: dict[type[AgainRow], str] = {
    RoundAgain: "replayed_rounds",
    BoardAgain: "replayed_pairings",
    ChangeOfInput: "replayed_changes",
}

ENGINES = Engines(again_rows, engines)
"""What a mirror needs of this floor."""


@dataclass(frozen=True, slots=True)
class _Paired:
    """The outcome for one input: a pairing, or why there is none."""

    rules: Rulebook
    input: str
    outcome: Seating | NoPairing


class _Again:
    """Pairs the rounds of a tournament in the order in which they were known."""

    def __init__(
        self, book: Book, facts: Sequence[AnyFact], seatings: MutableMapping[str, Seating]
    ) -> None:
        self.book = book
        self.facts = facts
        self.seatings = seatings
        self.rows: list[AgainRow] = []
        self._impossible: dict[str, NoPairing] = {}
        self._at: dict[int, list[Callable[[Tournament], None]]] = defaultdict(list)
        self._changes: dict[int, list[int]] = {}

    def ask(self, round_: Round, version: PairingVersion) -> None:
        """Note what a round is to be paired from, at the position that it is known at."""
        last = len(self.facts)
        if "then" in version.known:
            _, basis, _ = paired_from(self.facts, round_)
            self._at[basis].append(partial(self._then, round_, version.rules))
        if "now" not in version.known:
            return
        self._at[last].append(partial(self._now, round_, version.rules))
        pairings = dict[int, _Paired | None]()
        for position in self._changes_of(round_):
            for at in (position - 1, position):
                if at not in pairings:
                    pairings[at] = None
                    self._at[at].append(partial(self._keep, pairings, round_, version.rules, at))
            self._at[last].append(partial(self._change, pairings, round_, version.rules, position))

    def _changes_of(self, round_: Round) -> list[int]:
        if round_.number not in self._changes:
            _, basis, published = paired_from(self.facts, round_)
            self._changes[round_.number] = changes_since(self.book, round_, basis, published)
        return self._changes[round_.number]

    def pair_all(self) -> None:
        """Fold the facts once, and pair what is to be paired at each position."""
        state = Tournament()
        for position, fact in enumerate(self.facts, 1):
            before = self.facts[: position - 1] if isinstance(fact, CommandUndone) else ()
            state = following(state, before, fact)
            for job in self._at.get(position, ()):
                job(state)

    def _then(self, round_: Round, other: Rulebook | None, state: Tournament) -> None:
        """Pair a round from the facts at its basis, with the rules of its publication."""
        fact, basis, published = paired_from(self.facts, round_)
        then = Book(state)
        rules = other or rules_of(fact, self.facts, then)
        place = (rules.id, other is None, round_.number)
        if without_engine(rules):
            self._without(place, "then", published, basis)
            return
        number = round_.number
        table = of_tournament(state, rules, after=number - 1, throughout=other is not None)
        present = seats(fact, rules, then, table)
        is_last = isinstance(fact, PairingPublished) and fact.last_round
        if not isinstance(fact, PairingPublished):
            is_last = state.is_last(round_)
        paired = self._pair(ToPair(table, rules, present, is_last), state, round_)
        boards = tuple(zip(fact.whites, fact.blacks, strict=True))
        inside, bye, _ = boards_inside(boards, fact.bye, present, fact)
        self._compared(
            place,
            knowledge="then",
            published=published,
            basis=basis,
            paired=paired,
            played=_seating(inside, bye),
        )

    def _now(self, round_: Round, other: Rulebook | None, state: Tournament) -> None:
        """Pair a round from everything that is known, with its players as it stands."""
        rules = other or rulebook_of(state.rulebook_text_of(round_.number))
        place = (rules.id, other is None, round_.number)
        _, _, published = paired_from(self.facts, round_)
        if without_engine(rules):
            self._without(place, "now", published, state.position)
            return
        paired = self._pair(self._as_it_stands(round_, rules, state, other), state, round_)
        played = _seating(round_.public, round_.public_bye)
        self._compared(
            place,
            knowledge="now",
            published=published,
            basis=state.position,
            paired=paired,
            played=played,
        )

    def _as_it_stands(
        self, round_: Round, rules: Rulebook, state: Tournament, other: Rulebook | None
    ) -> ToPair:
        number = round_.number
        table = of_tournament(state, rules, after=number - 1, throughout=other is not None)
        present = seated(round_) & table.cells.keys()
        return ToPair(table, rules, present, state.is_last(round_))

    def _keep(
        self,
        pairings: dict[int, _Paired | None],
        round_: Round,
        other: Rulebook | None,
        at: int,
        state: Tournament,
    ) -> None:
        """Pair a round from what was known at a position, for `_change`."""
        fact, _, published = paired_from(self.facts, round_)
        rules = other or rulebook_of(state.rulebook_text_of(round_.number))
        if other is None and at <= published:
            rules = rules_of(fact, self.facts, Book(state))
        if not without_engine(rules):
            pairings[at] = self._pair(
                self._as_it_stands(round_, rules, state, other), state, round_
            )

    def _change(
        self,
        pairings: dict[int, _Paired | None],
        round_: Round,
        other: Rulebook | None,
        position: int,
        state: Tournament,
    ) -> None:
        rules = other or rulebook_of(state.rulebook_text_of(round_.number))
        before = pairings[position - 1]
        after = pairings[position]
        boards = None
        if before and after:
            possible = [one.outcome for one in (before, after) if isinstance(one.outcome, tuple)]
            if len(possible) == 2:
                boards = len({*possible[0]} - {*possible[1]})
        self.rows.append(ChangeOfInput(rules.id, other is None, round_.number, position, boards))

    def _pair(self, to_pair: ToPair, state: Tournament, round_: Round) -> _Paired:
        rules = to_pair.rules
        system = system_of(to_pair.rules)
        later = {p for p, one in state.players.items() if one.came_after(round_.number)}
        input_ = input_of(to_pair.table, rules, to_pair.last_round, round_.number, later)
        content = (system.engine, system.version, rules.hash, sorted(to_pair.present), input_)
        key = hashlib.sha256(repr(content).encode()).hexdigest()
        outcome = self.seatings.get(key) or self._impossible.get(key)
        if outcome is None:
            pairing = pair_round(*to_pair)
            if isinstance(pairing, NoPairing):
                outcome = self._impossible[key] = pairing
            else:
                boards = tuple((board.white, board.black) for board in pairing.boards)
                outcome = self.seatings[key] = _seating(boards, pairing.bye)
        return _Paired(rules, key, outcome)

    def _without(
        self, place: tuple[str, bool, int], knowledge: Knowledge, published: int, basis: int
    ) -> None:
        none = (None, None, None, None, None)
        self.rows.append(RoundAgain(*place, knowledge, published, basis, "no engine", *none))

    def _compared(
        self,
        place: tuple[str, bool, int],
        *,
        knowledge: Knowledge,
        published: int,
        basis: int,
        paired: _Paired,
        played: Seating,
    ) -> None:
        """Add the rows of a round paired again, and of its boards."""
        system = system_of(paired.rules)
        engine = f"{system.engine} {system.version}"
        outcome = paired.outcome
        where = (*place, knowledge)
        if isinstance(outcome, NoPairing):
            clause = f"{paired.rules.family} {outcome.clause}"
            self.rows.append(
                RoundAgain(
                    *where,
                    published,
                    basis,
                    "no pairing",
                    None,
                    engine,
                    clause,
                    outcome.why,
                    paired.input,
                )
            )
            return
        differing = {
            (one.found_in, one.board): one.colours_only
            for one in differences_of(place[2], played, outcome)
        }
        of_published = [colours for (side, _), colours in differing.items() if side == "played"]
        verdict: PairedVerdict = "different" if differing else "same"
        if differing and all(differing.values()):
            verdict = "colours"
        self.rows.append(
            RoundAgain(
                *where,
                published,
                basis,
                verdict,
                len(of_published),
                engine,
                None,
                None,
                paired.input,
            )
        )
        numbers = {board: number for number, board in _numbered(outcome)}
        for number, board in _numbered(played):
            colours = differing.get(("played", board))
            found_in: Literal["both", "published"] = "both" if colours is None else "published"
            by_rules = numbers.get(board)
            self.rows.append(BoardAgain(*where, found_in, *board, number, by_rules, bool(colours)))
        for board, number in numbers.items():
            colours = differing.get(("engine", board))
            if colours is not None:
                self.rows.append(BoardAgain(*where, "rules", *board, None, number, colours))


def _seating(boards: Iterable[tuple[int, int]], bye: int | None) -> Seating:
    return (*boards, *([] if bye is None else [(bye, None)]))


def _numbered(seating: Seating) -> Iterator[tuple[int, tuple[int, int | None]]]:
    """Yield the boards with their numbers, 0 for the bye."""
    for number, board in enumerate(seating, 1):
        yield 0 if board[1] is None else number, board
