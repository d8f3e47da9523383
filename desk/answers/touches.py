"""What a correction would touch, before it is recorded: pairings, standing, draft, the sheets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Annotated, Literal, TypeAlias

from desk.commands.decision import Decision, WarnLevel
from desk.commands.games import Adjourn, CorrectColours, CorrectResult, Forfeit, Result
from desk.commands.players import CorrectRating
from desk.handlers.dispatch import handle, take
from ledger.messages import Message, Sentence, message, rounds_in_words, run_on, spans
from ledger.records import Record, Spread
from ledger.refusals import Refusals
from ledger.state.book import Book, GameOfRound
from ledger.state.tournament import Round, replay
from ledger.values import mirrored
from pairing.systems.draft import Draft, draft
from projections.formats.base import Place
from projections.formats.registry import scoring_of
from projections.games.rounds import TournamentAt, head, rounds_done
from projections.views import fields
from projections.views.columns import columns_of
from projections.views.view import View

TouchingCommand: TypeAlias = (
    CorrectResult | CorrectColours | CorrectRating | Result | Forfeit | Adjourn
)
"""What may touch more than one board: a correction, or a game that is decided late."""

TouchedPart: TypeAlias = Literal["pairing", "rounds", "draft", "standing", "sheet", "remark"]


class Touch(Record):
    """One thing that a correction touches, or leaves as it is."""

    part: Annotated[TouchedPart, "What it is about."]
    changes: Annotated[bool | None, "Whether it changes; null: neither, something to know."]
    lead: Annotated[Sentence, "The short of it, for people."]
    text: Annotated[Sentence, 'The rest of the sentence, "" for nothing more.']
    clause: Annotated[str | None, "Rule it rests on."]


class DraftBoardChange(Record):
    """A board of the next round's draft that would be another."""

    board: fields.NumberOfBoard
    before: Annotated[list[int], "Numbers of white and black now; []: no such board."]
    now: Annotated[list[int], "Numbers of white and black after the correction; []: no board."]
    was: Annotated[Sentence, "The players now, for people."]
    becomes: Annotated[Sentence, "The players after the correction, for people."]


class TouchedHead(Record):
    """What a correction would touch; nothing is recorded."""

    at: Spread[TournamentAt]
    subject: Annotated[Sentence, "The game or the player that is corrected."]
    was: Annotated[object, "What is in force: a result, a rating, null for none."]
    becomes: Annotated[object, "What the correction puts in its place."]
    corrects: Annotated[int | None, "Fact that set what is in force, null: not said."]
    level: Annotated[int, "What the arbiter has to do: 2 read it, 3 say yes."]
    reason_required: Annotated[bool, "Whether the correction needs a reason (F7)."]
    after: Annotated[int, "Rounds that the standing of the rows counts."]
    touches: Annotated[list[Touch], "What changes, and what stays."]
    draft: Annotated[list[DraftBoardChange], "Boards of the next round's draft that change."]


class MovedRow(Record):
    """A player whose place or points would change."""

    number: fields.PlayerNumber
    name: fields.PlayerName
    rank_before: Annotated[int | None, "Place now, null for one who left."]
    rank: Annotated[int | None, "Place after the correction."]
    up: Annotated[int, "Places up, negative for down."]
    points_before: Annotated[float, "Points now."]
    points: Annotated[float, "Points after the correction."]


COLUMNS = columns_of(
    MovedRow,
    "number",
    "name",
    "rank_before",
    "rank",
    "up",
    "points_before",
    "points",
    spare=("up",),
    headings={
        "rank_before": message("columns.was"),
        "rank": message("touches.becomes"),
        "up": message("touches.places"),
        "points_before": message("touches.points-before"),
    },
)


def touched_view(book: Book, command: TouchingCommand) -> View | Refusals:
    """Return what a correction would touch, or all refusals of the correction itself.

    The command is carried out on a copy of the book. A reason that is still to be given is no
    refusal.

    Rule: knsb-wp-2014 F7; knsb-wp-1996 F7; knsb-rating-2014 F7.
    """
    decision = handle(book, command)
    required = False
    if isinstance(decision, tuple) and {each.code for each in decision} == {"reason-required"}:
        decision = handle(book, command.model_copy(update={"reason": "-"}))
        required = True
    if not isinstance(decision, Decision):
        return decision
    trial = after_decision(book, decision)
    of_round = None if isinstance(command, CorrectRating) else command.round
    after = max(rounds_done(book), rounds_done(trial), of_round or 0)
    before = _places(book, after)
    now = _places(trial, after)
    rows = _moved(book, before, now)
    drafts = draft(book), draft(trial)
    changed = _changed_boards(book, *drafts)
    touches = [
        *_published(book, of_round),
        *_drafted(book, drafts, changed),
        *_ranked(after, before, now, rows),
        *_sheet(book, trial),
        *_remarks(decision),
    ]
    later = len(book.state.rounds) > (of_round or 0)
    level = WarnLevel.CONFIRM if later or book.state.closed else WarnLevel.ACKNOWLEDGE
    subject, was, becomes, corrects = _subject(book, command)
    top = TouchedHead(
        at=head(book),
        subject=subject,
        was=was,
        becomes=becomes,
        corrects=corrects,
        level=int(level),
        reason_required=required,
        after=after,
        touches=touches,
        draft=changed,
    )
    return View(
        _title(top),
        COLUMNS,
        rows,
        top,
        tuple(_notes(top)),
        empty=message("touches.nobody-moves", round=after),
    )


def touched_between(before: Book, now: Book, of_round: int | None) -> View:
    """Return what a recorded correction changed: who has another place or other points.

    `before` and `now` are the books before and after it, `of_round` the round it is of, None: of all.
    Its notes say which pairings stay as they were published, and how the standing changed.

    Rule: knsb-wp-2014 F7; knsb-wp-1996 F7; knsb-rating-2014 F7.
    """
    after = max(rounds_done(before), rounds_done(now), of_round or 0)
    old, new = _places(before, after), _places(now, after)
    rows = _moved(before, old, new)
    touches = [*_published(before, of_round), *_ranked(after, old, new, rows)]
    title = message("touches.standing-changes", round=after)
    nobody = message("touches.nobody-moves", round=after)
    return View(title, COLUMNS, rows, head(now), tuple(map(_in_a_line, touches)), empty=nobody)


def after_decision(book: Book, decision: Decision) -> Book:
    """Return a copy of a book that has taken a decision in; the book itself stays as it is."""
    trial = replace(
        book,
        state=replay(book.facts),
        pending=list(book.pending),
        people=dict(book.people),
        lines=dict(book.lines),
    )
    take(trial, decision)
    return trial


def _subject(book: Book, command: TouchingCommand) -> tuple[Sentence, object, object, int | None]:
    """Return what is corrected, what is in force, what it becomes, and the fact in force."""
    if isinstance(command, CorrectRating):
        entrant = book.find_player(command.player)
        assert not hasattr(entrant, "code"), "the command was judged"
        return book.called(entrant.player), entrant.rating, command.rating or None, None
    place = book.find_game(command.round, command.board)
    assert isinstance(place, GameOfRound), "the command was judged"
    game = place.game
    board = place.round.games.index(game) + 1
    who = book.called_both(game)
    subject = message("touches.game", round=command.round, board=board, players=who)
    was = "adjourned" if game.adjourned and game.outcome is None else game.outcome
    match command:
        case CorrectColours():
            becomes: object = None if game.outcome is None else mirrored(game.outcome)
            now = run_on(book.called(game.black), book.called(game.white), between=" - ")
            subject = message("touches.colours", game=subject, players=now)
        case Forfeit():
            becomes = (
                "0-0R" if command.white and command.black else ("0-1R" if command.white else "1-0R")
            )
        case Adjourn():
            becomes = "adjourned"
        case _:
            becomes = command.result
    return subject, was, becomes, None if game.open else game.set_by


# --- the standing ---------------------------------------------------------------------------------


def _places(book: Book, after: int) -> Mapping[int, Place]:
    """Return everybody's rank and points after a number of rounds, open games or not."""
    return scoring_of(book.rules_of(after)).places(book, after)


def _moved(book: Book, before: Mapping[int, Place], now: Mapping[int, Place]) -> list[MovedRow]:
    rows = []
    for player, (rank, points, _) in now.items():
        rank_before, points_before, _ = before[player]
        if (rank, points) != (rank_before, points_before):
            up = 0 if rank is None or rank_before is None else rank_before - rank
            rows.append(
                MovedRow(
                    number=book.state.label(player),
                    name=book.name(player),
                    rank_before=rank_before,
                    rank=rank,
                    up=up,
                    points_before=points_before,
                    points=points,
                )
            )
    return sorted(rows, key=lambda row: (row.points == row.points_before, row.rank or 0))


def _ranked(
    after: int, before: Mapping[int, Place], now: Mapping[int, Place], rows: list[MovedRow]
) -> Iterator[Touch]:
    if before == now:
        yield _touch("standing", False, message("touches.standing-stays", round=after))
        return
    lead = message("touches.standing-changes", round=after)
    moved = sum(row.up != 0 for row in rows)
    other = sum(row.points != row.points_before for row in rows)
    if not rows:
        changed = sum(before[player] != now[player] for player in now)
        yield _touch("standing", True, lead, message("touches.only-tie-breaks", n=changed))
        return
    text = message(
        "touches.how-many",
        moved=message("touches.other-place", n=moved),
        points=message("touches.other-points", n=other),
    )
    ranks = [rank for row in rows if row.up for rank in (row.rank, row.rank_before) if rank]
    if ranks and min(ranks) > 1:
        top = message("touches.top-stays", n=min(ranks) - 1)
        text = run_on(text, top, between="; ")
    yield _touch("standing", True, lead, text)


# --- pairings, the draft, the sheet ---------------------------------------------------------------


def _touch(
    part: TouchedPart,
    changes: bool | None,
    lead: Sentence,
    text: Sentence = "",
    clause: str | None = None,
) -> Touch:
    return Touch(part, changes, lead, text, clause)


def _published(book: Book, number: int | None) -> Iterator[Touch]:
    """Yield the published pairings that stay (F7), and the rounds before.

    Rule: knsb-wp-2014 F7; knsb-wp-1996 F7; knsb-rating-2014 F7.
    """
    rounds = book.state.rounds
    later = rounds[number or 0 :]
    if later:
        lead = message("touches.pairing-stays", rounds=rounds_in_words(r.number for r in later))
        games = sum(len(round_.games) for round_ in later)
        facts = ", ".join(f"#{round_.changed_at}" for round_ in later[-3:])
        key = "touches.stays-played" if later[-1].begun_at is not None else "touches.stays"
        text = message(key, n=games, facts=facts)
        yield _touch("pairing", False, lead, text, book.clause("F7"))
    earlier = rounds[: number - 1] if number is not None else []
    if earlier:
        lead = message("touches.rounds-stay", rounds=rounds_in_words(r.number for r in earlier))
        yield _touch("rounds", False, lead, message("touches.rounds-stay-how"))


def _changed_boards(
    book: Book, before: Draft | Refusals, now: Draft | Refusals
) -> list[DraftBoardChange]:
    if not isinstance(before, Draft) or not isinstance(now, Draft):
        return []
    old = _boards(before)
    new = _boards(now)
    changed = []
    for board in sorted(old.keys() | new.keys()):
        if old.get(board) != new.get(board):
            was = old.get(board, ())
            becomes = new.get(board, ())
            changed.append(
                DraftBoardChange(
                    board,
                    [book.state.label(p) for p in was],
                    [book.state.label(p) for p in becomes],
                    _called(book, was),
                    _called(book, becomes),
                )
            )
    return changed


def _boards(proposal: Draft) -> dict[int, tuple[int, ...]]:
    boards = enumerate(proposal.pairing.boards, 1)
    return {number: (board.white, board.black) for number, board in boards}


def _called(book: Book, players: tuple[int, ...]) -> Sentence:
    return run_on(*map(book.called, players), between=" - ")


def _drafted(
    book: Book, drafts: tuple[Draft | Refusals, Draft | Refusals], changed: list[DraftBoardChange]
) -> Iterator[Touch]:
    before, now = drafts
    round_ = book.state.next_round
    if not isinstance(now, Draft):
        if not book.state.closed and isinstance(before, Draft):
            lead = message("touches.no-draft-any-more", round=round_)
            yield _touch("draft", True, lead, now[0].what)
        return
    if not isinstance(before, Draft):
        yield _touch("draft", True, message("touches.draft-possible", round=round_))
        return
    if not changed:
        yield _touch("draft", False, message("touches.draft-stays", round=round_))
    else:
        boards = [row.board for row in changed]
        everything = len(now.pairing.boards)
        text = message(
            "touches.draft-boards", n=everything, changed=len(boards), boards=spans(boards)
        )
        yield _touch("draft", True, message("touches.draft-changes", round=round_), text)
    if before.pairing.bye != now.pairing.bye and now.pairing.bye is not None:
        bye = message("touches.bye-changes", player=book.called(now.pairing.bye))
        yield _touch("draft", True, bye)


def _sheet(book: Book, trial: Book) -> Iterator[Touch]:
    """Yield whether the pairings on the wall, those of the last round, are still right."""
    if not book.state.rounds:
        return
    old = book.state.rounds[-1]
    new = trial.state.rounds[-1]
    if _on_paper(old) == _on_paper(new):
        code = book.heads.get(old.changed_at)
        key = "touches.sheet-right-code" if code else "touches.sheet-right"
        yield _touch("sheet", None, message(key, round=old.number))
    else:
        yield _touch(
            "sheet",
            True,
            message("touches.sheet-wrong", round=old.number),
            message("touches.print-again"),
        )


def _on_paper(round_: Round) -> object:
    return round_.seats, round_.bye


def _remarks(decision: Decision) -> Iterator[Touch]:
    """Yield the notes of the command, but that published pairings stay, which is there already."""
    for note in decision.notes:
        if not (isinstance(note, Message) and note.key == "handlers.counts-later"):
            yield _touch("remark", None, note)


# --- for people -----------------------------------------------------------------------------------


def _title(top: TouchedHead) -> Sentence:
    if top.was == top.becomes:
        return message("touches.title", subject=top.subject)
    was, becomes = (_said(value) for value in (top.was, top.becomes))
    return message("touches.title-change", subject=top.subject, was=was, becomes=becomes)


def _said(value: object) -> Sentence:
    if value is None:
        return message("touches.nothing")
    return message("results.adjourned") if value == "adjourned" else str(value)


def _in_a_line(touch: Touch) -> Sentence:
    return run_on(touch.lead, touch.text, between=", ") if touch.text else touch.lead


def _notes(top: TouchedHead) -> Iterator[Sentence]:
    yield from map(_in_a_line, top.touches)
    for row in top.draft:
        yield message("touches.board", board=row.board, was=row.was, becomes=row.becomes)
    yield message("touches.recorded-nothing")
