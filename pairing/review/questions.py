"""Rounds for questions: a published one from its basis, the draft of the next, one of a file."""

from __future__ import annotations

from collections.abc import Container, Sequence

from ledger.facts import tournament as events
from ledger.messages import Sentence, do, message
from ledger.refusals import Exit, Refusal, Refusals
from ledger.rulebooks.rulebook import Rulebook
from ledger.state.book import Book
from ledger.state.parts import Boards
from ledger.state.tournament import Round
from ledger.trf.meaning import not_carried_out, points_disagree
from ledger.trf.model import TrfFile
from pairing.explain.question import PairingFact, Question
from pairing.norms.contestants import ToPair
from pairing.norms.model import NoPairing, Pairing
from pairing.review.by_hand import change_notes, made_by_hand
from pairing.review.inputs import rules_of, seats
from pairing.systems.draft import Draft, draft
from pairing.systems.registry import paired_again, system_of, without_engine
from pairing.systems.trf import (
    TrfRound,
    not_finished,
    played_boards,
    round_to_pair,
    rounds_not_known,
)
from projections.games.as_of import position_of
from projections.games.crosstable import of_tournament
from projections.games.crosstable_of_trf import of_file, rounds_with_games
from projections.games.rounds import TournamentFile, head
from projections.views.changes import at_positions


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
    fact, basis, position = paired_from(facts, round_)
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
    known = book.state.corrections_since(basis, chosen)
    left_out = tuple(correction for correction in known if correction < position)
    outdated = bool(left_out) and not same_boards(
        paired.pairing,
        paired_again(
            ToPair(
                of_tournament(book.at(position - 1).state, rules, chosen - 1),
                rules,
                present,
                last_round,
            )
        ).pairing,
    )
    notes = _notes(round_, rules, len(outside))
    if left_out:
        notes += (_without(left_out, outdated, basis, position, rules),)
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
        left_out=left_out,
        outdated=outdated,
        notes=notes,
        head=head(book),
        last_round=last_round,
        by_lot=system_of(rules).by_lot(table, rules),
        cites=system_of(rules).cites(table),
    )


def publications(round_: Round) -> list[int]:
    """Return the positions at which a round was published, and paired again by an engine."""
    return [round_.position, *(change.position for change in round_.changes if change.by_engine)]


def book_of(
    book: Book, number: int | None, as_of: str | None = None, publication: int | None = None
) -> Book | Refusal:
    """Return the book that a question is asked of: as known at a moment, and at a publication.

    "published:N" is the moment at which round N was published. `publication` counts those of the
    round (None: the last published one): 1 is the first, a later one paired it again.
    """
    if as_of is not None:
        position = position_of(book.recorded, as_of, book.zone, public=True)
        if isinstance(position, Refusal):
            return position
        book = book.at(position)
    if publication is None:
        return book
    round_ = book.find_round(max(len(book.state.rounds), 1) if number is None else number)
    if isinstance(round_, Refusal):
        return round_
    position = publication_of(round_, publication)
    return position if isinstance(position, Refusal) else book.at(position)


def stood_at(book: Book, round_: Round, publication: int) -> Book | Refusal:
    """Return the book in which a publication of a round last stood: until the next one, or now."""
    chosen = publication_of(round_, publication)
    if isinstance(chosen, Refusal):
        return chosen
    later = [position for position in publications(round_) if position > chosen]
    return book.at(later[0] - 1) if later else book


def publication_of(round_: Round, publication: int) -> int | Refusal:
    """Return the position of a publication of a round; see `book_of`."""
    positions = publications(round_)
    if 1 <= publication <= len(positions):
        return positions[publication - 1]
    what = message(
        "review.no-publication", round=round_.number, n=len(positions), publication=publication
    )
    step = do("pairings", round_number=round_.number)
    return Refusal("unknown-publication", what, step, exit=Exit.USAGE)


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


def _notes(round_: Round, rules: Rulebook, outside: int) -> tuple[Sentence, ...]:
    notes: list[Sentence] = [*change_notes(round_, rules)]
    if outside:
        notes.append(message("review.not-compared", boards=outside))
    return tuple(notes)


def _without(
    left_out: Sequence[int], outdated: bool, basis: int, published: int, rules: Rulebook
) -> Sentence:
    """Return the note on corrections that were known at a publication, and not taken in.

    Rule: knsb-wp-2014 F7.
    """
    return message(
        f"review.without.{'otherwise' if outdated else 'same'}",
        n=len(left_out),
        facts=at_positions(left_out),
        basis=basis,
        published=published,
        mark=rules.mark("F7"),
    )


def same_boards(one: Pairing | NoPairing, other: Pairing | NoPairing) -> bool:
    """Tell whether two pairings have the same boards, with their colours, and the same bye."""
    if isinstance(one, NoPairing) or isinstance(other, NoPairing):
        return False
    boards = [{(b.white, b.black) for b in pairing.boards} for pairing in (one, other)]
    return boards[0] == boards[1] and one.bye == other.bye


def of_draft(book: Book, next_round: Draft) -> Question:
    """Return the draft of the next round, made from the facts of a book, as a question."""
    table = next_round.table
    rules = book.rules
    pairing = next_round.pairing
    present = set(table.cells) - set(next_round.absent)
    system = system_of(rules)
    to_pair = ToPair(table, rules, present, next_round.last_round)
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
    system = system_of(rules)
    to_pair = ToPair(table, rules, round_.present, round_.last_round)
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
