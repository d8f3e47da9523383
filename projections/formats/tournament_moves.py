"""A tournament under other rules: who moves, why, and whose prize differs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from ledger.later import Later
from ledger.messages import Sentence, message, run_on
from ledger.rulebooks.rulebook import Rulebook
from ledger.rulebooks.tie_breaks import BUCHHOLZ, SONNEBORN_BERGER
from ledger.state.book import Book
from ledger.values import halves_text
from projections.formats.moves import MoveCause, Mover, MoveRow, PrizeDifference
from projections.games.crosstable import Crosstable, of_tournament
from projections.games.rounds import rounds_done
from projections.standings.other_rules import Move, RoundCause, UnderRules, compare, moves
from projections.standings.scores import TreatedTable
from projections.standings.standing import (
    Standing,
    StandingLine,
    final_standing,
    ranking_at_the_end,
    standing,
)
from projections.views.standings import by_names_of, name_of_key
from projections.views.view import exact_number, number

if TYPE_CHECKING:
    from projections.prizes import contest
else:
    contest = Later("projections.prizes.contest")


def standing_on_the_way(book: Book, table: Crosstable, rules: Rulebook) -> Standing:
    """Return the standing; rules without a pairing system leave the preferences to those played."""
    last_round_next = book.state.rounds_planned == table.rounds + 1
    if rules.pairs_nothing:
        last_round_next &= book.rules_of(table.rounds).colours.topscorer_exempt
    return standing(table, rules, last_round_next)


def ranking_of(book: Book, table: Crosstable, rules: Rulebook, final: bool) -> Standing:
    """Return the final ranking, or a standing on the way."""
    if final:
        return ranking_at_the_end(table, rules, book.state)
    return standing_on_the_way(book, table, rules)


def standings_rows(book: Book, rules: Rulebook) -> Iterator[MoveRow]:
    """Yield a row for everybody whose rank or values differ, round by round, then at the end.

    `round` is the number of the round, or "final" for the final ranking, which is compared when all
    planned rounds are done.
    """
    done = rounds_done(book)
    for after in range(1, done + 1):
        before, now = (
            UnderRules(
                of_tournament(book.state, version, after, throughout=version is rules), version
            )
            for version in (book.rules_of(after), rules)
        )
        yield from (_row(book, rules, move, after) for move in compare(before, now, after))
        if after == done == (book.state.rounds_planned or done):
            lots = book.state.final_lots
            shared = book.state.fide.in_mode
            moves = compare(before, now, done, final=True, lots=lots, shared=shared)
            yield from (_row(book, rules, move, "final") for move in moves)


def _row(book: Book, rules: Rulebook, move: Move, when: int | str) -> MoveRow:
    old = move.line_before.score
    new = move.line_now.score
    label = book.state.label
    causes = [
        MoveCause(
            what=c.what,
            round=c.round,
            kind=c.kind,
            before=exact_number(c.before),
            now=exact_number(c.now),
            clause=c.clause,
        )
        for c in move.causes
    ]
    return MoveRow(
        *(book.state.name, book.id, rules.id, when),
        label(move.player),
        book.name(move.player),
        move.rank_before,
        move.rank_now,
        move.moved,
        number(old.points_halves),
        number(new.points_halves),
        number(old.wp_halves),
        number(new.wp_halves),
        number(old.sb_quarters, 4),
        number(new.sb_quarters, 4),
        [label(p) for p in move.passed],
        [label(p) for p in move.passed_by],
        by_names_of(rules, move.decided_by),
        f"{rules.family} {move.clause}" if move.clause else None,
        _why_moved(book, rules, move),
        causes,
    )


def _why_moved(book: Book, rules: Rulebook, move: Move) -> Sentence:
    """Return a line on the players who changed places with them and the rounds that differ."""
    parts = list[Sentence]()
    for key, players in (("passed-by", move.passed_by), ("passes", move.passed)):
        if players:
            shown = ", ".join(str(book.state.label(p)) for p in players[:4])
            who = f"{shown}{' ...' if len(players) > 4 else ''}"
            parts.append(message(f"replays.{key}", who=who))
    texts = [_cause_text(cause, rules) for cause in move.causes if cause.what != "sb"]
    texts = texts or [_cause_text(cause, rules) for cause in move.causes]
    parts += texts[:3]
    if len(texts) > 3:
        parts.append(message("replays.more", n=len(texts) - 3))
    return run_on(*parts, between="; ") if parts else ""


def _cause_text(cause: RoundCause, rules: Rulebook) -> Sentence:
    what = message("replays.what.points")
    if cause.what != "points":
        what = name_of_key(cause.what, rules)
    return message(
        "replays.cause",
        round=cause.round,
        before=exact_number(cause.before),
        kind=message(f"cells.kind.{cause.kind.replace(' ', '-')}"),
        what=what,
        now=exact_number(cause.now),
        clause=f" ({cause.clause})" if cause.clause else "",
    )


def prize_rows(book: Book, rules: Rulebook) -> list[PrizeDifference]:
    """Return the players whose prize differs, in cents; empty where no prizes are declared."""
    declared = contest.rules_in_force(book.state, rules)
    if declared is None:
        return []
    cents: list[dict[int, int]] = []
    for version in (book.rules_of(len(book.state.rounds)), rules):
        table = of_tournament(book.state, version, throughout=version is rules)
        ranking = final_standing(table, version, book.state.final_lots)
        by = contest.rules_in_force(book.state, version) or declared
        lines = contest.ranked(ranking)
        held = contest.contest(book.state, book.people, by, lines, table, version)
        cents.append(held.cents_by_player())
    before, now = cents
    players = [p for p in {**before, **now} if before.get(p, 0) != now.get(p, 0)]
    return [
        PrizeDifference(
            *(book.state.name, book.id, rules.id),
            book.state.label(p),
            book.name(p),
            before.get(p, 0),
            now.get(p, 0),
        )
        for p in players
    ]


def movers(book: Book, rules: Rulebook, after: int, final: bool) -> Iterator[Mover]:
    """Yield the players with another place under other rules, with the reason of each."""
    own = book.rules_of(after)
    tables = [
        of_tournament(book.state, each, after, throughout=each is rules) for each in (own, rules)
    ]
    before, now = (
        ranking_of(book, table, each, final)
        for table, each in zip(tables, (own, rules), strict=True)
    )
    treated = (TreatedTable.of(tables[0], own), TreatedTable.of(tables[1], rules))
    lines = {line.player: line for line in now.lines}
    for move in moves(before, now, treated, after, of_rank=True):
        name = book.name(move.player)
        why = _why_beside(book, move, lines, rules)
        yield Mover(move.line_now.number, name, move.moved, why)


def _why_beside(
    book: Book, move: Move, lines: Mapping[int, StandingLine], rules: Rulebook
) -> Sentence:
    """Return the key that decides between the player and the nearest who changed places, or why.

    Where the rounds themselves count otherwise, these are the reason.
    """
    own = [cause for cause in move.causes if cause.what == "points"]
    if own:
        return _cause_beside(own[0], rules)
    rivals = sorted(
        (*move.passed, *move.passed_by), key=lambda player: abs(lines[player].rank - move.rank_now)
    )
    if not rivals:
        return message("beside.others-move")
    rival = rivals[0]
    key = move.decided_by
    mine, theirs = (_value(lines[each], key) for each in (move.player, rival))
    if key is None or mine is None or theirs is None:
        causes = [cause for cause in move.causes if cause.what != "sb"] or list(move.causes)
        if causes:
            return _cause_beside(causes[0], rules)
        return message("beside.changes-places", who=book.name(rival))
    return message(
        "beside.decided",
        who=book.name(rival),
        key=name_of_key(key, rules),
        mine=mine,
        theirs=theirs,
    )


def _value(line: StandingLine, key: str | None) -> int | float | str | None:
    """Return the value of a ranking key in a line, None where it is not a number."""
    score = line.score
    for name, value in line.tie_breaks:
        if name == key:
            return None if value is None else exact_number(value)
    if key == "points":
        return halves_text(score.points_halves)
    if key == BUCHHOLZ():
        return halves_text(score.wp_halves)
    return score.sb_quarters / 4 if key == SONNEBORN_BERGER() else None


def _cause_beside(cause: RoundCause, rules: Rulebook) -> Sentence:
    points = message("replays.what.points")
    return message(
        "beside.cause",
        round=cause.round,
        kind=message(f"cells.kind.{cause.kind.replace(' ', '-')}"),
        what=points if cause.what == "points" else name_of_key(cause.what, rules),
        before=exact_number(cause.before),
        now=exact_number(cause.now),
    )
