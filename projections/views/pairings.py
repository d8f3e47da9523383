"""A published round for display: boards in order, or every player by name for the wall."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Annotated, Literal

from ledger.hash_tree import HeadRecord
from ledger.messages import Sentence, message, run_on
from ledger.names import alphabetical
from ledger.records import Record, Spread
from ledger.state.book import rulebook_of
from ledger.state.parts import Correction, Round
from ledger.state.tournament import Game, PairingChange, Tournament
from projections.games.rounds import TournamentAt
from projections.views import fields
from projections.views.changes import at_positions, changes_in_words
from projections.views.columns import Kind, columns_of
from projections.views.view import NameOf, View, with_number


class ChangedBoard(Record):
    """A board that a change altered; null: there was no such board."""

    board: fields.NumberOfBoard
    white_before: Annotated[int | None, "Number of white before."]
    black_before: Annotated[int | None, "Number of black before."]
    white: Annotated[int | None, "Number of white since."]
    black: Annotated[int | None, "Number of black since."]


class ChangeOfPairing(Record):
    """A change of a published pairing by the arbiter."""

    position: fields.FactPosition
    clause: Annotated[
        str,
        "What it rests on: B1, B2, F7 (of FIDE C1, C2, C3), or by hand; F7 only where an engine "
        "paired it again.",
    ]
    basis: Annotated[int | None, "Fact from which an engine paired it again; null: by hand."]
    corrections: Annotated[list[int], "Corrections that the engine took in, by position."]
    reason: fields.FactReason
    begun_at: Annotated[int | None, "Fact with which the round had begun; null: it had not."]
    boards: Annotated[list[ChangedBoard], "The boards that differ."]
    bye_before: Annotated[int | None, "Number of the player with the bye before; null: none."]
    bye: Annotated[int | None, "Number of the player with the bye since; null: none."]


class RoundHead(Record):
    """A published round."""

    at: Spread[TournamentAt]
    round: fields.NumberOfRound
    bye: fields.ByeNumber
    source: fields.PairedBy
    basis: fields.PairingBasis
    published_at: Annotated[int, "Position of the fact that published it."]
    changes: Annotated[
        list[ChangeOfPairing], "Changes since, by an engine or by hand, oldest first."
    ]
    begun_at: Annotated[int | None, "Position of the fact with which it began; null: it has not."]
    closed: Annotated[bool, "Whether the round is closed."]
    not_paired: fields.NumbersNotPaired
    head: Annotated[HeadRecord | None, "Head recorded at its last change; null: none."]


class BoardRow(Record):
    """A board."""

    board: fields.NumberOfBoard
    white: fields.WhiteNumber
    white_name: fields.WhiteName
    black: fields.BlackNumber
    black_name: fields.BlackName
    result: fields.GameResult
    corrected: Annotated[bool, "Whether the result was corrected."]
    colours_exchanged: Annotated[
        bool, "Whether it was played with the published colours exchanged."
    ]
    added_by_hand: Annotated[bool, "Whether the board was added by hand, for latecomers."]


class HallRow(Record):
    """A player with a game (--by-name)."""

    name: fields.PlayerName
    id: fields.PlayerNumber
    board: fields.NumberOfBoard
    colour: Annotated[Literal["white", "black"], "Colour.", Kind(words="colour")]
    opponent: fields.PlayerNumber
    opponent_name: fields.OpponentName


Alone = Literal["bye", "no-opponent"]
"""The name of a round without an opponent: in a season nobody gets a point for it."""


def pairings_view(
    state: Tournament,
    round_number: int,
    *,
    name_of: NameOf,
    by_name: bool,
    at: TournamentAt,
    head: HeadRecord | None = None,
    alone: Alone = "bye",
) -> View:
    """Return a published round: boards with results, the bye, and the unpaired players.

    `by_name` lists every player by name instead, with board and colour, for the wall of a hall.
    """
    round_ = state.rounds[round_number - 1]
    label = state.label
    corrected = {one.position: one for one in state.corrections if one.round == round_number}
    made = [[corrected[at] for at in _set_at(game) if at in corrected] for game in round_.games]
    exchanged = [(game.black, game.white) in round_.public for game in round_.games]
    rows = [
        BoardRow(
            board=board,
            white=label(game.white),
            white_name=name_of(game.white),
            black=label(game.black),
            black_name=name_of(game.black),
            result="adjourned" if game.adjourned and game.outcome is None else game.outcome,
            corrected=any(not one.colours for one in made[board - 1]),
            colours_exchanged=exchanged[board - 1],
            added_by_hand=game.added_by_hand,
        )
        for board, game in enumerate(round_.games, 1)
    ]
    bye = None if round_.bye is None else label(round_.bye)
    not_paired = _not_paired(state, round_number)
    top = RoundHead(
        at=at,
        round=round_number,
        bye=bye,
        source=round_.source,
        basis=round_.basis,
        published_at=round_.position,
        changes=[_change(change, label) for change in round_.changes],
        begun_at=round_.begun_at,
        closed=round_.closed,
        not_paired=[label(p) for p in not_paired],
        head=head,
    )
    notes = list[Sentence]()
    if round_.bye is not None:
        notes.append(message(f"views.{alone}", who=run_on(f"{bye} ", name_of(round_.bye))))
    notes += [
        out_of_round(state, round_number, player, with_number(label(player), name_of(player)))
        for player in not_paired
    ]
    notes += _corrected(made, exchanged)
    notes += _progress(round_)
    how = message("views.how", source=paired_by(round_.source), basis=round_.basis or 0)
    rules = rulebook_of(state.rulebook_text_of(round_number)) if round_.changes else None
    how = run_on(how, *changes_in_words(round_.changes, rules), between="; ")
    title = message("views.round", round=round_number, how=how)
    columns = _BY_NAME if by_name else PAIRING_COLUMNS
    return View(title, columns, _rows_by_name(rows) if by_name else rows, top, tuple(notes))


def _progress(round_: Round) -> Iterator[Sentence]:
    """Yield how far a round is while it is being played, once there is a result."""
    boards, left = len(round_.games), len(round_.open_games)
    if 0 < left < boards:
        results = sum(game.outcome is not None for game in round_.games)
        yield message("hall.boards-open", n=left, boards=boards, results=results)


def _set_at(game: Game) -> list[int]:
    """Return the positions of the facts that set something of a game, oldest first."""
    return [*(position for position, _ in game.earlier), game.set_by]


def _corrected(
    made: Sequence[Sequence[Correction]], exchanged: Sequence[bool]
) -> Iterator[Sentence]:
    """Yield the notes on corrected results, and on games played with the colours exchanged.

    `made` are the corrections of each board, `exchanged` tells whether its colours still are.
    """
    for key, boards in (
        ("corrected", [[c.position for c in some if not c.colours] for some in made]),
        (
            "exchanged",
            [
                [c.position for c in some if c.colours and turned]
                for some, turned in zip(made, exchanged, strict=True)
            ],
        ),
    ):
        listed = [
            message("views.board-at", board=board, facts=at_positions(facts))
            for board, facts in enumerate(boards, 1)
            if facts
        ]
        if listed:
            yield message(f"views.{key}", n=len(listed), boards=run_on(*listed, between=", "))


def paired_by(source: str | None) -> Sentence:
    """Return the author of a round's pairing: by wp, by hand, from a file."""
    others = {"import": "views.by.import", "arbiter": "views.by.arbiter"}
    name = source or ""
    return message(others[name]) if name in others else message("views.by.engine", engine=name)


def _change(change: PairingChange, label: Callable[[int], int]) -> ChangeOfPairing:
    def numbers(board: tuple[int, int] | None) -> tuple[int | None, int | None]:
        return (None, None) if board is None else (label(board[0]), label(board[1]))

    def number(player: int | None) -> int | None:
        return None if player is None else label(player)

    boards = [ChangedBoard(n, *numbers(was), *numbers(now)) for n, was, now in change.boards()]
    return ChangeOfPairing(
        position=change.position,
        clause=change.ground,
        basis=change.basis,
        corrections=list(change.corrections),
        reason=change.reason,
        begun_at=change.begun_at,
        boards=boards,
        bye_before=number(change.bye_before),
        bye=number(change.bye_after),
    )


PAIRING_COLUMNS = columns_of(
    BoardRow, "board", "white", "white_name", "black", "black_name", "result"
)

_BY_NAME = columns_of(HallRow, "name", "id", "board", "colour", "opponent_name")


def _rows_by_name(boards: Sequence[BoardRow]) -> list[HallRow]:
    rows = []
    for row in boards:
        white = (row.white_name, row.white)
        black = (row.black_name, row.black)
        rows.append(HallRow(*white, row.board, "white", row.black, row.black_name))
        rows.append(HallRow(*black, row.board, "black", row.white, row.white_name))
    return sorted(rows, key=lambda row: (alphabetical(row.name), str(row.id)))


OUT = ("views.not-paired", "views.half-point-bye", "views.full-point-bye")
"""The words for a player who is out of a round, by the half points that it gives."""


def out_of_round(state: Tournament, round_number: int, player: int, who: Sentence) -> Sentence:
    """Return the words for players who are out of a round as `player` is, called `who`."""
    return message(OUT[state.players[player].away.get(round_number, 0)], who=who)


def _not_paired(state: Tournament, round_number: int) -> list[int]:
    round_ = state.rounds[round_number - 1]
    return [
        e.player
        for e in state.in_number_order()
        if round_.game_of(e.player) is None
        and round_.bye != e.player
        and e.from_round <= round_number
        and not e.withdrawn_in(round_number)
    ]
