"""Rounds to ask about: a published one from its basis, the draft of the next, one of a file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ledger.advice import Sentence, advice
from ledger.facts import tournament as events
from ledger.refusals import Refusal, Refusals
from ledger.rulebooks.rulebook import Rulebook
from ledger.state.book import Book, rulebook_of
from ledger.trf.meaning import not_carried_out, points_disagree
from ledger.trf.model import TrfFile
from pairing.explain.question import PairingFact, Question
from pairing.norms.contestants import ToPair
from pairing.norms.model import NoPairing, Pairing
from pairing.systems.draft import Draft, draft
from pairing.systems.registry import system_of, without_engine
from pairing.systems.trf import TrfRound, played_boards, round_to_pair
from projections.games.crosstable import Crosstable, of_tournament
from projections.games.crosstable_of_trf import of_file, rounds_with_games
from projections.games.rounds import TournamentFile, head


def of_book(book: Book, number: int | None = None) -> Question | Refusals:
    """A published round from its basis and with the rulebook of then, or the draft of the next.

    None is the last published round. A pairing that was amended is judged from what was known when
    it was amended.

    Rule: knsb-wp-2014 F6, F7.
    """
    published = len(book.state.rounds)
    chosen = max(published, 1) if number is None else number
    if chosen == published + 1:
        return _draft(book)
    published_round = book.find_round(chosen)
    if isinstance(published_round, Refusal):
        return (published_round,)
    facts = book.facts
    position, fact, basis = _in_force(facts, chosen)
    then = book.at(basis)
    state = then.state
    rules = rules_of(fact, facts, then)
    unpairable = without_engine(rules)
    if unpairable:
        return (unpairable,)
    table = of_tournament(state, rules, after=chosen - 1)
    inside, outside, present = seats(fact, rules, then, table)
    last_round = published_round.last_round or state.rounds_planned == chosen
    if isinstance(fact, events.PairingPublished):
        last_round = fact.last_round
    system, to_pair = system_of(rules), ToPair(table, rules, present, last_round)
    field = tuple(system.contestants(to_pair))
    return Question(
        round=chosen, rules=rules, contestants=field, boards=tuple(inside), bye=fact.bye,
        pairing=system.pair(to_pair, field), table=table, source="published", basis=basis,
        label=book.state.label, called=book.called, outside=tuple(outside),
        notes=_notes(book, chosen, position), head=head(book), last_round=last_round,
        by_lot=system.by_lot(table, rules),
    )  # fmt: skip


def rules_of(fact: PairingFact, facts: Iterable[events.AnyFact], then: Book) -> Rulebook:
    """Return the rulebook a round was paired by: of a publication the one that it names.

    They were in force when it was published, and may be later than what is known at its basis.
    """
    if isinstance(fact, events.PairingPublished):
        for one in facts:
            if (
                isinstance(one, events.TournamentOpened | events.RulesChanged)
                and one.rulebook_hash == fact.rulebook_hash
            ):
                return rulebook_of(one.rulebook_text)
    return then.rules


def seats(
    fact: PairingFact, rules: Rulebook, then: Book, table: Crosstable
) -> tuple[list[tuple[int, int]], list[tuple[int, int]], set[int]]:
    """Return the boards of players who were there at the basis, the others, and who is paired.

    then is the book at the basis, table what was known there of the rounds before. Everybody who
    was there is paired in a publication, who sat at a board in a pairing by hand.
    """
    boards = list(zip(fact.whites, fact.blacks, strict=True))
    outside = [board for board in boards if not all(p in table.cells for p in board)]
    inside = [board for board in boards if board not in outside]
    present = {p for board in inside for p in board} | ({fact.bye} - {None})
    if system_of(rules).takes_everybody:
        present = set(table.cells)
    elif isinstance(fact, events.PairingPublished):
        present |= {p for p, e in then.state.players.items() if then.attends(e, fact.round)}
        present -= {p for board in outside for p in board}
    return inside, outside, {p for p in present if p is not None}


def _in_force(facts: Sequence[events.AnyFact], number: int) -> tuple[int, PairingFact, int]:
    """The position and the fact that says how a round is paired, and the one it was judged from."""
    pairing: tuple[int, PairingFact, int] | None = None
    for position, fact in enumerate(facts, 1):
        match fact:
            case events.PairingPublished() if fact.round == number:
                pairing = position, fact, fact.basis
            case events.PairingMadeByHand() | events.PairingAmended() if fact.round == number:
                pairing = position, fact, position - 1
            case _:
                pass
    assert pairing is not None, f"round {number} is not published"
    return pairing


def _notes(book: Book, number: int, last: int) -> tuple[Sentence, ...]:
    notes: list[Sentence] = [
        advice("amended", f": #{position} ({fact.clause})")
        for position, fact in enumerate(book.facts[:last], 1)
        if isinstance(fact, events.PairingAmended) and fact.round == number
    ]
    added = sum(game.added_by_hand for game in book.state.rounds[number - 1].games)
    if added:
        notes.append(advice("boards added by hand, not compared", f": {added}"))
    return tuple(notes)


def _draft(book: Book) -> Question | Refusals:
    next_round = draft(book)
    if not isinstance(next_round, Draft):
        return next_round
    table, rules, pairing = next_round.table, book.rules, next_round.pairing
    present = set(table.cells) - set(next_round.absent)
    system, to_pair = system_of(rules), ToPair(table, rules, present, next_round.last_round)
    return Question(
        round=next_round.round, rules=rules, contestants=tuple(system.contestants(to_pair)),
        boards=tuple((board.white, board.black) for board in pairing.boards), bye=pairing.bye,
        pairing=pairing, table=table, source="draft", basis=next_round.basis,
        label=book.state.label, called=book.called, notes=next_round.notes, head=head(book),
        last_round=next_round.last_round, by_lot=system.by_lot(table, rules),
    )  # fmt: skip


def of_trf(
    file: TrfFile, rules: Rulebook, number: int | None = None, rounds: int | None = None
) -> Question | Refusals:
    """A round of a file: one with games as played, or the next one as the engine pairs it.

    None is the last round with games; rounds is the number planned where the file does not say.
    """
    unpairable = without_engine(rules)
    refusals = (unpairable,) if unpairable else points_disagree(file, rules)
    refusals += not_carried_out(file)
    if refusals:
        return refusals
    played = rounds_with_games(file)
    round_ = round_to_pair(file, played if number is None and played else number, rounds)
    if not isinstance(round_, TrfRound):
        return round_
    table = of_file(file, rules, round_.number - 1)
    system, to_pair = system_of(rules), ToPair(table, rules, round_.present, round_.last_round)
    field = tuple(system.contestants(to_pair))
    pairing = system.pair(to_pair, field)
    boards, bye = _boards_of_file(file, round_, pairing, played)

    def called(player: int) -> str:
        return f"{player} {file.player(player).name}".rstrip()

    return Question(
        round=round_.number, rules=rules, contestants=field, boards=boards, bye=bye,
        pairing=pairing, table=table, source="file", basis=None, label=lambda player: player,
        called=called,
        colourless=frozenset(b for b in boards if _has_no_colours(file, b, round_.number)),
        notes=round_.notes, head=TournamentFile(file.name), last_round=round_.last_round,
        by_lot=system.by_lot(table, rules),
    )  # fmt: skip


def _boards_of_file(
    file: TrfFile, round_: TrfRound, pairing: Pairing | NoPairing, played: int
) -> tuple[tuple[tuple[int, int], ...], int | None]:
    if round_.number > played:
        if isinstance(pairing, NoPairing):
            return (), None
        return tuple((b.white, b.black) for b in pairing.boards), pairing.bye
    games = played_boards(file, round_.number)
    byes = [player for player, other in games if other is None]
    boards = [(white, black) for white, black in games if black is not None]
    return tuple(boards), byes[0] if byes else None


def _has_no_colours(file: TrfFile, board: tuple[int, int], number: int) -> bool:
    cells = [file.player(player).cell(number) for player in board]
    return any(cell is not None and cell.colour == "-" for cell in cells)
