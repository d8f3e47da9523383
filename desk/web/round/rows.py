"""The boards of a round as rows of its page: what stands there, how it came, what is typed."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from desk.access.roles import Role
from desk.answers.board_list import BoardInPlay, BoardListHead, boards_view
from desk.answers.claims import ResultClaimRecord
from desk.site.tables import result_text
from desk.web.request import Request
from desk.web.services import Services
from ledger.facts.disputes import CommandUndone
from ledger.messages import Nameless, Sentence, message, run_on
from ledger.names import surname
from ledger.state.tournament import Game, Round
from projections.log.actors import actor_called
from projections.log.sentences import teller

if TYPE_CHECKING:
    from desk.render.catalogue import Words
    from ledger.facts.tournament import AnyFact
    from ledger.state.book import Book


@dataclass(frozen=True, slots=True)
class BoardSide:
    """A player of a board: colour, name, number and points, whether they won."""

    colour: str
    name: str
    about: str
    won: bool


@dataclass(frozen=True, slots=True)
class BoardClaim:
    """What a player claims: the colour, the result as code, and where and when it came from."""

    colour: str
    result: str
    about: str


@dataclass(frozen=True, slots=True)
class RoundLine:
    """A row: the board, its players, its result or field, how it came.

    `pair` names the game in fields and commands: the numbers of white and black. `state` is that of
    `desk.answers.board_list`. `typed` is what stands in the field, `wrong` what is wrong with it.
    `fresh`: it was just recorded here; `news`: others changed it; `focus`: its field has the focus.
    """

    board: int
    pair: str
    white: BoardSide
    black: BoardSide
    result: str
    state: str
    how: str
    claims: tuple[BoardClaim, ...]
    can_enter: bool
    typed: str = ""
    wrong: tuple[Sentence, ...] = ()
    fresh: bool = False
    news: bool = False
    focus: bool = False

    @property
    def decided(self) -> bool:
        """Tell whether it has a result."""
        return self.state in ("result", "default")

    @property
    def players(self) -> str:
        """Return the players as they are named in a label: Dekker, S. – Haan, M. de."""
        return f"{self.white.name} – {self.black.name}"


SHOWN = {
    "results": frozenset(("result", "default")),
    "open": frozenset(("open", "claim", "agreeing")),
    "conflict": frozenset(("conflict",)),
    "adjourned": frozenset(("adjourned",)),
}
"""The states of the boards that each of the counts shows; without a choice all are shown."""


def pair_of(book: Book, game: Game) -> str:
    """Return how fields and commands name a game: the numbers of white and black."""
    return f"{book.state.label(game.white)}-{book.state.label(game.black)}"


def lines_of(
    request: Request,
    services: Services,
    number: int,
    *,
    typed: Mapping[str, str],
    wrong: Mapping[str, Sequence[Sentence]],
    fresh: frozenset[int] = frozenset(),
    focus: int | None = None,
    news: frozenset[int] = frozenset(),
) -> tuple[BoardListHead, list[RoundLine]]:
    """Return the counts and the rows of a published round.

    `typed` and `wrong` are by pair; `fresh` are boards just recorded here, `news` those that others
    changed meanwhile; `focus` is the board whose field is typed in first.
    """
    book = services.book
    view = boards_view(book, number)
    assert not hasattr(view, "code"), "the round is published"
    assert isinstance(view.head, BoardListHead)
    games = book.state.rounds[number - 1].games
    rows = [
        replace(
            _line(request, services, row, game, typed, wrong),
            fresh=row.board in fresh,
            news=row.board in news,
            focus=row.board == focus,
        )
        for row, game in zip(view.rows, games, strict=True)
        if isinstance(row, BoardInPlay)
    ]
    return view.head, rows


def may_enter(request: Request, book: Book, number: int) -> bool:
    """Tell whether who asks may enter results of a round; a helper only in the current one."""
    current = number == len(book.state.rounds)
    return request.may("results") and (current or request.role is not Role.HELPER)


def _line(
    request: Request,
    services: Services,
    row: BoardInPlay,
    game: Game,
    typed: Mapping[str, str],
    wrong: Mapping[str, Sequence[Sentence]],
) -> RoundLine:
    pair = f"{row.white}-{row.black}"
    result = row.result or ""
    won = {"1-0": "1", "1-0R": "1", "0-1": "0", "0-1R": "0"}.get(result, "")
    return RoundLine(
        board=row.board,
        pair=pair,
        white=_side(
            request,
            colour="W",
            number=row.white,
            name=row.white_name,
            score=row.white_score,
            won=won == "1",
        ),
        black=_side(
            request,
            colour="B",
            number=row.black,
            name=row.black_name,
            score=row.black_score,
            won=won == "0",
        ),
        result="" if row.state == "adjourned" else result_text(row.result),
        state=row.state,
        how=_how(request, services, row, game),
        claims=tuple(_claims(request, services.book, row)),
        can_enter=may_enter(request, services.book, _round_number(request, services.book)),
        typed=typed.get(pair, ""),
        wrong=tuple(wrong.get(pair, ())),
    )


def _round_number(request: Request, book: Book) -> int:
    return int(request.path.get("n", len(book.state.rounds)))


def _side(
    request: Request, colour: str, number: int, name: str, score: Sentence, won: bool
) -> BoardSide:
    about = _number_and_points(request.words, number, request.words(score))
    return BoardSide(colour, request.words(name), about, won)


@lru_cache(maxsize=10_000)
def _number_and_points(words: Words, number: int, points: str) -> str:
    return words(message("web-round.number-and-points", number=number, points=points))


def _claims(request: Request, book: Book, row: BoardInPlay) -> Iterator[BoardClaim]:
    for colour, claim in (("W", row.white_claim), ("B", row.black_claim)):
        if claim is not None:
            yield BoardClaim(colour, claim.result, _of_claim(request, book, claim))


def _of_claim(request: Request, book: Book, claim: ResultClaimRecord) -> str:
    source = request.say(f"web-round.source.{claim.source}")
    time = clock(book, claim.position)
    return " · ".join(part for part in (time, f"#{claim.position}", source) if part)


def _how(request: Request, services: Services, row: BoardInPlay, game: Game) -> str:
    """Return how a result came: by whom and when, or why by default."""
    if row.position is None:
        return ""
    if row.state == "default" and (cause := _cause(request, game)):
        return request.say("web-round.by-default", cause=cause)
    who = (
        request.say("web-round.both-players")
        if row.how == "players"
        else who_was(request, services, row.actor)
    )
    parts = [who, clock(services.book, row.position)]
    if row.corrected:
        parts.append(request.say("web-round.corrected"))
    return " · ".join(part for part in parts if part)


def _cause(request: Request, game: Game) -> str:
    causes = [
        request.say(f"log.cause.{side}.{cause.replace(' ', '-')}")
        for side, cause in (("white", game.white_cause), ("black", game.black_cause))
        if cause
    ]
    return ", ".join(causes)


def clock(book: Book, position: int | None) -> str:
    """Return the time of day at which a fact was recorded, "" for none."""
    moment = moment_of(book, position)
    return "" if moment is None else f"{moment:%H:%M}"


def moment_of(book: Book, position: int | None) -> dt.datetime | None:
    """Return when a fact was recorded, in the time of the tournament; None for none."""
    if position is None or not 1 <= position <= len(book.recorded):
        return None
    return book.recorded_at(position)


def who_was(request: Request, services: Services, actor: str | None) -> str:
    """Return who acted in words: an account by its name, else its role and number; a player by name."""
    if name := services.names.get(actor or ""):
        return name
    kind, _, number = (actor or "").partition("-")
    if kind == Role.PLAYER and number.isdecimal():
        return called(request, services.book, int(number))
    return request.words(actor_called(services.book, actor or ""))


def called(request: Request, book: Book, player: int) -> str:
    """Return how a sentence calls a player: Van den Berg."""
    name = book.name(player)
    return request.words(name) if isinstance(name, Nameless) else surname(name)


def players_of(request: Request, book: Book, game: Game) -> str:
    """Return the players of a game as a sentence calls them: Prins – Jansen."""
    return f"{called(request, book, game.white)} – {called(request, book, game.black)}"


# --- facts ----------------------------------------------------------------------------------------


def boards_of(book: Book, round_: Round, positions: Sequence[int]) -> frozenset[int]:
    """Return the boards of a round that facts at these positions are about, undone or undoing."""
    boards: set[int] = set()
    facts = book.facts
    for at in positions:
        fact = facts[at - 1]
        about = [facts[back - 1] for back in fact.facts] if isinstance(fact, CommandUndone) else []
        for one in (fact, *about):
            board = _board_of(round_, one)
            if board is not None:
                boards.add(board)
    return frozenset(boards)


def _board_of(round_: Round, fact: AnyFact) -> int | None:
    white = getattr(fact, "white", None)
    if getattr(fact, "round", None) != round_.number or not isinstance(white, int):
        return None
    return round_.board_of(white)


def told(request: Request, book: Book, position: int) -> Sentence:
    """Return a fact in a line of the feed; one about a board of the round with its number."""
    fact = book.facts[position - 1]
    number = getattr(fact, "round", None)
    round_ = book.state.round(number) if isinstance(number, int) else None
    board = _board_of(round_, fact) if round_ else None
    outcome = getattr(fact, "outcome", None)
    if round_ is None or board is None or fact.TOPIC not in _TOLD:
        text = request.words(teller(book)(position))
        return text[:1].upper() + text[1:]
    side = getattr(fact, "side", "")
    return run_on(
        message("web-round.board", board=board),
        ": ",
        message(
            f"web-round.told.{fact.TOPIC}",
            players=players_of(request, book, round_.games[board - 1]),
            result=result_text(outcome),
            side=message(f"web-parts.colour.{side}") if side else "",
        ),
    )


_TOLD = frozenset(
    ("result-recorded", "result-corrected", "game-forfeited", "game-adjourned", "result-claimed")
)


def command_at(book: Book, position: int | None) -> tuple[int, ...]:
    """Return the positions of the facts of the command that recorded a fact; () for none."""
    if position is None or not 1 <= position <= len(book.recorded):
        return ()
    key = book.recorded[position - 1].stamp.correlation_id
    at = position
    while at > 1 and book.recorded[at - 2].stamp.correlation_id == key:
        at -= 1
    return tuple(range(at, position + 1))
