"""Replay: the facts of tournaments under other rule versions, as rows for people and programs.

Two questions, kept apart. Standings: the pairings as played, and the standing after each round
under another version. Pairings: another version's pairing of each round from the facts known then,
next to the round as played.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Annotated, Literal

from ledger.errors import each_apart
from ledger.facts.tournament import PairingMadeByHand, PairingPublished
from ledger.messages import Sentence, message, run_on
from ledger.records import Record
from ledger.rulebooks.rulebook import Rulebook
from ledger.state.book import Book
from ledger.state.tournament import replay
from pairing.norms.model import NoPairing
from pairing.systems.registry import pair_round
from pairing.systems.trf import differences
from projections.games.crosstable import of_tournament
from projections.games.rounds import rounds_done
from projections.season.other_rules import MOVE_COLUMNS as SEASON_COLUMNS
from projections.season.other_rules import SeasonMoveRow, season_rows
from projections.standings.other_rules import Move, RoundCause, UnderRules, compare
from projections.standings.prizes import prizes
from projections.standings.standing import final_standing
from projections.views import fields
from projections.views.damage import DamagedRows, damaged_rows
from projections.views.standings import by_names_of, name_of_key
from projections.views.view import Column, View, exact_number, money, number, with_number

MOVE_COLUMNS = (
    Column("rules", message("columns.under")),
    Column("round", align="right", words="stage"),
    Column("number", align="right"),
    Column("name"),
    Column("rank_before", message("columns.rank"), "right"),
    Column("rank_now", message("columns.now"), "right"),
    Column("decided_by", message("columns.by"), words="key", spare=2),
    Column("clause", spare=1),
    Column("why"),
)


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


class MoveCause(Record):
    """A round that counts differently."""

    what: Annotated[Literal["points", "wp", "sb"], "What it counts in."]
    round: Annotated[int, "Number of the round."]
    kind: fields.KindOfRound
    before: Annotated[float, "Worth as played."]
    now: Annotated[float, "Worth under the version."]
    clause: Annotated[str | None, "Clause that gives the worth."]


class MoveRow(Record):
    """A player whose rank or values differ."""

    tournament: Annotated[str, "Name of the tournament."]
    id: Annotated[str, "Id of the tournament, for --tournament."]
    rules: fields.RulebookId
    round: Annotated[int | str, "The round, or final."]
    number: fields.PlayerNumber
    name: fields.PlayerName
    rank_before: Annotated[int, "Rank as played."]
    rank_now: Annotated[int, "Rank under the version."]
    moved: Annotated[int, "Places gained; below 0: lost."]
    points_before: Annotated[float, "Points as played."]
    points_now: Annotated[float, "Points under the version."]
    wp_before: Annotated[float, "WP as played."]
    wp_now: Annotated[float, "WP under the version."]
    sb_before: Annotated[float, "SB as played."]
    sb_now: Annotated[float, "SB under the version."]
    passed: Annotated[list[int], "Players whom this one is above now, and was not."]
    passed_by: Annotated[list[int], "Players above this one now, who were not."]
    decided_by: fields.DecidedBy
    clause: Annotated[str | None, "Clause of the key in decided_by."]
    why: Annotated[Sentence, "The same for people."]
    causes: Annotated[list[MoveCause], "Rounds that count otherwise for the player."]


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
        _why(book, rules, move),
        causes,
    )


def _why(book: Book, rules: Rulebook, move: Move) -> Sentence:
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


PAIRING_COLUMNS = (
    Column("rules", message("columns.under")),
    Column("round", align="right"),
    Column("white", align="right"),
    Column("white_name"),
    Column("black", align="right"),
    Column("black_name"),
    Column("found_in", words="found-in"),
    Column("what", words="difference"),
)


class BoardDifference(Record):
    """A board that differs (--pairings)."""

    tournament: Annotated[str, "Name of the tournament."]
    id: Annotated[str, "Id of the tournament, for --tournament."]
    rules: fields.RulebookId
    round: fields.NumberOfRound
    white: Annotated[int | None, "Number of white; null: no pairing."]
    white_name: Annotated[str | None, "Name of white."]
    black: Annotated[int | None, "Number of black; 0 is the bye."]
    black_name: Annotated[str | None, "Name of black."]
    found_in: Annotated[str, "played, or the version."]
    what: Annotated[Sentence, "board, bye, colours exchanged, or why there is no pairing."]


def pairings_rows(book: Book, rules: Rulebook) -> Iterator[BoardDifference]:
    """Yield the boards in which the played rounds and the other version's pairings differ.

    Each round is paired again from the facts at its basis, with the players of its publication.
    """
    label = book.state.label
    facts = book.facts
    for position, fact in enumerate(facts, 1):
        if not isinstance(fact, PairingPublished | PairingMadeByHand):
            continue
        basis = fact.basis if isinstance(fact, PairingPublished) else position - 1
        state = replay(facts[:basis])
        table = of_tournament(state, rules, throughout=True)
        there = {*fact.whites, *fact.blacks} | ({fact.bye} if fact.bye is not None else set())
        last = state.rounds_planned == fact.round
        board = partial(
            BoardDifference,
            tournament=book.state.name,
            id=book.id,
            rules=rules.id,
            round=fact.round,
        )
        pairing = pair_round(table, rules, there, last)
        if isinstance(pairing, NoPairing):
            what = message("replays.no-pairing", why=pairing.why)
            yield board(
                white=None,
                white_name=None,
                black=None,
                black_name=None,
                found_in=rules.id,
                what=what,
            )
            continue
        played: list[tuple[int, int | None]] = [*zip(fact.whites, fact.blacks, strict=True)]
        played += [(fact.bye, None)] if fact.bye is not None else []
        for item in differences(fact.round, played, pairing):
            white, black = item.board
            kind = "bye" if black is None else "board"
            yield board(
                white=label(white),
                white_name=book.name(white),
                black=0 if black is None else label(black),
                black_name=None if black is None else book.name(black),
                found_in="played" if item.found_in == "played" else rules.id,
                what="colours exchanged" if item.colours_only else kind,
            )


PRIZE_COLUMNS = (
    Column("rules", message("columns.under")),
    Column("number", align="right"),
    Column("name"),
    Column("before", message("columns.prize"), "right"),
    Column("now", align="right"),
)


class PrizeDifference(Record):
    """A prize that differs."""

    tournament: Annotated[str, "Name of the tournament."]
    id: Annotated[str, "Id of the tournament, for --tournament."]
    rules: fields.RulebookId
    number: fields.PlayerNumber
    name: fields.PlayerName
    before: Annotated[int, "Cents as played."]
    now: Annotated[int, "Cents under the version."]


def prize_rows(book: Book, rules: Rulebook) -> list[PrizeDifference]:
    """Return the players whose prize differs, in cents; empty where no prizes are declared."""
    amounts = book.state.prizes_cents
    if not amounts:
        return []
    cents: list[dict[int, int]] = []
    for version in (book.rules_of(len(book.state.rounds)), rules):
        table = of_tournament(book.state, version, throughout=version is rules)
        ranking = final_standing(table, version, book.state.final_lots)
        shares = prizes(ranking, amounts, version.prizes.method)
        cents.append({prize.player: prize.cents for prize in shares})
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


ReplayRow = MoveRow | SeasonMoveRow | BoardDifference


class ReplayHead(Record):
    """Some tournaments under other rule versions."""

    question: Annotated[Literal["standings", "pairings"], "What was compared."]
    rules: Annotated[list[str], "The versions."]
    tournaments: Annotated[list[str], "Names of the tournaments."]
    prizes: Annotated[list[PrizeDifference], "Prizes that differ."]
    refused: DamagedRows


@dataclass(slots=True)
class _Differences:
    """The differences in one tournament."""

    book: Book
    rows: list[ReplayRow] = field(default_factory=list)
    prizes: list[PrizeDifference] = field(default_factory=list)
    notes: list[Sentence] = field(default_factory=list)


def replay_view(
    books: Sequence[Book],
    versions: Sequence[Rulebook],
    pairings: bool,
    only: str | None = None,
) -> View:
    """Return the differences in some tournaments under some rule versions, counted per round.

    `only` is the round to be shown ("3", "final"), None: all of them. A season is compared with
    seasons only, except for pairings: the versions of another system are left out, with a note.
    The head names the tournaments whose facts contradict one another.
    """
    there, senseless = each_apart(
        [(book.id, book) for book in books], lambda book: _differences(book, versions, pairings)
    )
    prizes = [row for each in there for row in each.prizes]
    notes = [note for each in there for note in each.notes]
    if pairings:
        notes.append(message("replays.known-then"))
    notes += [
        message(
            "replays.prize",
            who=with_number(row.number, row.name),
            rules=row.rules,
            now=money(row.now),
            before=money(row.before),
        )
        for row in prizes
    ]
    damage, lost = damaged_rows(senseless)
    several = [Column("tournament")] if len(books) > 1 else []
    played = [rules.plays_season for rules in versions]
    season = any(played) and all(each.book.rules.plays_season for each in there)
    columns: tuple[Column, ...] = MOVE_COLUMNS
    if pairings or season:
        columns = PAIRING_COLUMNS if pairings else SEASON_COLUMNS
    if pairings and len(versions) == 1:  # it stands where each board was found
        columns = columns[1:]
    names = [each.book.state.name for each in there]
    head = ReplayHead(
        "pairings" if pairings else "standings",
        [rules.id for rules in versions],
        names,
        prizes,
        damage,
    )
    rows = [row for each in there for row in each.rows if only in (None, str(row.round))]
    title = message(f"replays.title.{head.question}", names=", ".join(names))
    return View(title, (*several, *columns), rows, head, (*notes, *lost))


def _differences(book: Book, versions: Sequence[Rulebook], pairings: bool) -> _Differences:
    result = _Differences(book)
    for rules in versions:
        if not pairings and rules.plays_season != book.rules.plays_season:
            result.notes.append(message("replays.left-out", name=book.state.name, rules=rules.id))
            continue
        differing = list(pairings_rows(book, rules) if pairings else _standings(book, rules))
        result.rows += differing
        result.notes += _counts(book, rules, differing, pairings)
        if not pairings and not rules.plays_season:
            result.prizes += prize_rows(book, rules)
    return result


def _standings(book: Book, rules: Rulebook) -> Iterator[MoveRow | SeasonMoveRow]:
    if rules.plays_season:
        return season_rows(book, rules, rounds_done(book))
    return standings_rows(book, rules)


def _counts(
    book: Book, rules: Rulebook, rows: Sequence[ReplayRow], pairings: bool
) -> list[Sentence]:
    """Return how much differs in each round, and a line when nothing differs at all."""
    rounds = list(dict.fromkeys(row.round for row in rows))
    parts = list[Sentence]()
    if not rounds:
        parts = [message("replays.same-pairings" if pairings else "replays.same-standings")]
    for number_ in rounds:
        here = [row for row in rows if row.round == number_]
        if pairings:
            boards = sum(isinstance(r, BoardDifference) and r.found_in == "played" for r in here)
            parts.append(message("replays.boards", round=number_, n=boards))
        else:
            moved = [abs(r.moved) for r in here if not isinstance(r, BoardDifference) and r.moved]
            most = message("replays.most", n=max(moved)) if moved else ""
            key = "replays.final-moves" if number_ == "final" else "replays.moves"
            parts.append(
                message(
                    key, round=number_, moved=len(moved), players=len(book.state.players), most=most
                )
            )
    return [
        message(
            "replays.counts",
            name=book.state.name,
            rules=rules.id,
            own=book.rules.id,
            counts=run_on(*parts, between="; "),
        )
    ]
