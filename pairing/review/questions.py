"""Rounds for questions: a published one from its basis, the draft of the next, one of a file."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence

from ledger.facts import tournament as events
from ledger.messages import Sentence, message
from ledger.refusals import Refusal, Refusals
from ledger.rulebooks.rulebook import Rulebook
from ledger.state.book import Book, rulebook_of
from ledger.state.parts import Boards
from ledger.state.tournament import Round
from ledger.trf.meaning import not_carried_out, points_disagree
from ledger.trf.model import TrfFile
from pairing.explain.question import PairingFact, Question
from pairing.norms.contestants import ToPair
from pairing.norms.model import NoPairing, Pairing
from pairing.review.by_hand import change_notes, made_by_hand
from pairing.systems.draft import Draft, draft
from pairing.systems.registry import paired_again, system_of, without_engine
from pairing.systems.trf import (
    TrfRound,
    not_finished,
    played_boards,
    round_to_pair,
    rounds_not_known,
)
from projections.games.crosstable import Crosstable, of_tournament
from projections.games.crosstable_of_trf import of_file, rounds_with_games
from projections.games.rounds import TournamentFile, head


def of_book(book: Book, number: int | None = None) -> Question | Refusals:
    """Return a published round from its basis, with the rulebook of that time, or the next draft.

    None is the last published round. Its boards are those of the last publication. They are judged
    from the facts at the last pairing by an engine: at the publication, or at an amendment.

    Rule: knsb-wp-2014 F6, F7.
    """
    published = len(book.state.rounds)
    chosen = max(published, 1) if number is None else number
    if chosen == published + 1:
        next_round = draft(book)
        return of_draft(book, next_round) if isinstance(next_round, Draft) else next_round
    round_ = book.find_round(chosen)
    if isinstance(round_, Refusal):
        return (round_,)
    facts = book.facts
    fact, basis, _ = paired_from(facts, round_)
    then = book.at(basis)
    state = then.state
    rules = rules_of(fact, facts, then)
    unpairable = without_engine(rules)
    if unpairable:
        return (unpairable,)
    table = of_tournament(state, rules, after=chosen - 1)
    present = seats(fact, rules, then, table)
    inside, bye, outside = boards_inside(round_.public, round_.public_bye, present, fact)
    last_round = state.is_last(round_)
    if isinstance(fact, events.PairingPublished):
        last_round = fact.last_round
    paired = paired_again(ToPair(table, rules, present, last_round))
    return Question(
        round=chosen,
        rules=rules,
        contestants=paired.contestants,
        boards=inside,
        bye=bye,
        pairing=paired.pairing,
        table=table,
        source="published",
        basis=basis,
        label=book.state.label,
        called=book.called,
        zone=book.zone,
        outside=outside,
        wall=round_.public if outside else (),
        by_hand=made_by_hand(book, round_),
        changed=tuple(change.position for change in round_.changes),
        notes=_notes(round_, len(outside)),
        head=head(book),
        last_round=last_round,
        by_lot=system_of(rules).by_lot(table, rules),
        cites=system_of(rules).cites(table),
    )


def rules_of(fact: PairingFact, facts: Iterable[events.AnyFact], then: Book) -> Rulebook:
    """Return the rulebook a round was paired by: the one its publication names.

    It was in force at the publication, and may be later than the facts at its basis.
    """
    if isinstance(fact, events.PairingPublished):
        for one in facts:
            if (
                isinstance(one, events.TournamentOpened | events.RulesChanged)
                and one.rulebook_hash == fact.rulebook_hash
            ):
                return rulebook_of(one.rulebook_text)
    return then.rules_of(fact.round)


def seats(fact: PairingFact, rules: Rulebook, then: Book, table: Crosstable) -> set[int]:
    """Return the players paired in a round, out of those present at its basis.

    `then` is the book at the basis, `table` its crosstable of the rounds before. A publication
    pairs everybody present, a pairing by hand those at a board.
    """
    if system_of(rules).takes_everybody:
        return set(table.cells)
    boards = list(zip(fact.whites, fact.blacks, strict=True))
    outside = {p for board in boards if not all(p in table.cells for p in board) for p in board}
    present = {p for board in boards for p in board} | ({fact.bye} - {None})
    if isinstance(fact, events.PairingPublished):
        present |= {p for p, e in then.state.players.items() if then.attends(e, fact.round)}
    return {p for p in present - outside if p is not None}


def boards_inside(
    boards: Boards, bye: int | None, present: Container[int], fact: PairingFact
) -> tuple[Boards, int | None, Boards]:
    """Return the boards and the bye of those present at the basis of a round, and other boards."""
    outside = tuple(board for board in boards if not all(p in present for p in board))
    inside = tuple(board for board in boards if board not in outside)
    if any(fact.bye in board for board in outside):
        return inside, fact.bye, outside
    return inside, bye if bye in present else None, outside


def paired_from(facts: Sequence[events.AnyFact], round_: Round) -> tuple[PairingFact, int, int]:
    """Return the fact with the last pairing by an engine, its basis, and its own position.

    The basis is the position it was computed from. A round that was paired by hand is judged from
    the fact before it.
    """
    again = [change for change in round_.changes if change.basis is not None]
    position = again[-1].position if again else round_.position
    fact = facts[position - 1]
    assert isinstance(fact, PairingFact)
    return fact, again[-1].basis or 0 if again else round_.basis, position


def _notes(round_: Round, outside: int) -> tuple[Sentence, ...]:
    notes: list[Sentence] = [*change_notes(round_)]
    if outside:
        notes.append(message("review.not-compared", boards=outside))
    return tuple(notes)


def of_draft(book: Book, next_round: Draft) -> Question:
    """Return the draft of the next round, made from the facts of a book, as a question."""
    table, rules, pairing = next_round.table, book.rules, next_round.pairing
    present = set(table.cells) - set(next_round.absent)
    system, to_pair = system_of(rules), ToPair(table, rules, present, next_round.last_round)
    return Question(
        round=next_round.round,
        rules=rules,
        contestants=tuple(system.contestants(to_pair)),
        boards=tuple((board.white, board.black) for board in pairing.boards),
        bye=pairing.bye,
        pairing=pairing,
        table=table,
        source="draft",
        basis=next_round.basis,
        label=book.state.label,
        called=book.called,
        notes=next_round.notes,
        head=head(book),
        last_round=next_round.last_round,
        by_lot=system.by_lot(table, rules),
        cites=system.cites(table),
    )


def of_trf(
    file: TrfFile, rules: Rulebook, number: int | None = None, rounds: int | None = None
) -> Question | Refusals:
    """Return a round of a file: one with games as played, or the next one as the engine pairs it.

    None is the last round with games; `rounds` is the number planned where the file gives none.
    """
    unpairable = without_engine(rules)
    refusals = (unpairable,) if unpairable else points_disagree(file, rules)
    if refusals:
        return refusals
    played = rounds_with_games(file)
    round_ = round_to_pair(file, played if number is None and played else number, rounds)
    if not isinstance(round_, TrfRound):
        return round_
    if refusals := not_carried_out(file, rules, round_.number):
        return refusals
    if refusals := not_finished(file, rules, round_.number) + rounds_not_known(file, rules, round_):
        return refusals
    table = of_file(file, rules, round_.number - 1, round_.planned)
    system, to_pair = system_of(rules), ToPair(table, rules, round_.present, round_.last_round)
    field = tuple(system.contestants(to_pair))
    pairing = system.pair(to_pair, field)
    boards, bye = _boards_of_file(file, round_, pairing, played)

    def called(player: int) -> str:
        return f"{player} {file.player(player).name}".rstrip()

    return Question(
        round=round_.number,
        rules=rules,
        contestants=field,
        boards=boards,
        bye=bye,
        pairing=pairing,
        table=table,
        source="file",
        basis=None,
        label=lambda player: player,
        called=called,
        colourless=frozenset(b for b in boards if _has_no_colours(file, b, round_.number)),
        notes=round_.notes,
        head=TournamentFile(file.name),
        last_round=round_.last_round,
        by_lot=system.by_lot(table, rules),
        cites=system.cites(table),
    )


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
