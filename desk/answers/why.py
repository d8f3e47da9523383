"""The answers of `why`, `why-not`, `why-bye`, `why-colour` and `check`: lines, or a view."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Final, Literal, TypeAlias

from ledger.messages import Sentence, message, run_on
from ledger.records import Record, Spread
from ledger.refusals import Exit, Refusal, Refusals
from ledger.state.book import Book
from pairing.explain.claims import Claim, ClaimRecord
from pairing.explain.explainer import by_lot
from pairing.explain.question import Question, find_board
from pairing.explain.together import together
from pairing.explain.writer import Writer, not_aligned
from pairing.norms.model import NoPairing
from pairing.review.check import Checked, CheckVerdict, check
from pairing.review.questions import of_book
from pairing.system import Explains
from pairing.systems.registry import system_of
from pairing.systems.trf import differences
from projections.games.rounds import TournamentAt, TournamentFile, head
from projections.views import fields
from projections.views.columns import Kind, columns_of
from projections.views.rulebook_names import heading_name
from projections.views.view import View

Find: TypeAlias = Callable[[str], int | Refusal]
"""Finds a player's key by number or name."""


def finder(book: Book) -> Find:
    """Return the function that finds the players of a book."""

    def find(text: str) -> int | Refusal:
        entrant = book.find_player(text)
        return entrant if isinstance(entrant, Refusal) else entrant.player

    return find


class ClaimRow(Record):
    """A claim about a round."""

    round: fields.NumberOfRound
    claim: Spread[ClaimRecord]
    text: Annotated[Sentence, "The claim as a sentence."]


COLUMNS = columns_of(ClaimRow, "round", "kind", "clause", "key", "group", "by", "text")


class AnswerHead(Record):
    """Why a board, a bye or a colour is as it is."""

    of: Spread[TournamentAt | TournamentFile]
    round: fields.NumberOfRound
    question: Annotated[str, "The question: why, why-not, why-bye or why-colour."]
    rules: Annotated[str, "Rulebook that the round is explained by."]
    source: Annotated[str, "published, draft or file."]
    basis: Annotated[int | None, "Fact up to which it was computed; null for a file."]
    changed: fields.ChangedByHand


@dataclass(frozen=True, slots=True)
class ExplanationStep:
    """A step of an explanation: the claims that it states together, and its sentence.

    `details` are the sentences below it: what was weighed against it, and what it rests on.
    `aligned`: they stand in columns of equal width.
    """

    claims: tuple[Claim, ...]
    text: Sentence
    details: tuple[Sentence, ...] = ()
    aligned: bool = False


@dataclass(frozen=True, slots=True)
class Explanation:
    """An explanation or a check: lines and steps for people, the view for programs.

    A check has no steps.
    """

    lines: tuple[Sentence, ...]
    view: View
    all_the_same: bool = True
    steps: tuple[ExplanationStep, ...] = ()

    @property
    def claims(self) -> list[ClaimRow]:
        """The claims it consists of."""
        return [row for row in self.view.rows if isinstance(row, ClaimRow)]


def _rows(question: Question, claims: Iterable[Claim], writer: Writer) -> Iterator[ClaimRow]:
    for claim in claims:
        record = claim.record(question.label, question.clause)
        yield ClaimRow(question.round, record, writer.text(claim))


_BELOW: Final = frozenset(
    {"candidate", "other_room", "impossible_room", "not_examined", "by_norms"}
)
"""Kinds of claims that belong to the step before them."""


def steps_of(claims: Iterable[Claim], writer: Writer) -> tuple[ExplanationStep, ...]:
    """Return claims as steps, in order; claims that weigh another choice stand below theirs."""
    steps: list[ExplanationStep] = []
    for some in together(claims, writer.criteria):
        kind = some[0].kind
        first, *more = writer.lines(some)
        aligned = kind == "history"
        below = tuple(more) if aligned else tuple(map(not_aligned, more))
        if kind in _BELOW and steps and not steps[-1].aligned:
            before = steps[-1]
            steps[-1] = replace(before, details=(*before.details, first, *below))
        else:
            steps.append(ExplanationStep(tuple(some), first, below, aligned))
    return tuple(steps)


def _explainer(question: Question) -> Explains:
    return system_of(question.rules).explainer(question)


def _writer(question: Question) -> Writer:
    return system_of(question.rules).writer(question)


def _answer(question: Question, verb: str, claims: Iterable[Claim]) -> Explanation:
    claims = list(claims)
    writer = _writer(question)
    title = writer.title()
    top = AnswerHead(
        of=question.head,
        round=question.round,
        question=verb,
        rules=question.rules.id,
        source=question.source,
        basis=question.basis,
        changed=list(question.changed),
    )
    notes = question.notes
    view = View(title, COLUMNS, list(_rows(question, claims, writer)), top, notes)
    apart = ["", *notes] if notes else []
    lines = (title, "", *writer.page(claims), *apart)
    return Explanation(lines, view, steps=steps_of(claims, writer))


def why(
    question: Question, board: str | None, player: str | None, find: Find
) -> Explanation | Refusals:
    """Return why a player, or the one with white on a board, has their opponent or the bye."""
    key = find(player) if player is not None else find_board(question, board or "", find)
    if isinstance(key, Refusal):
        return (key,)
    outside = question.outside_board_of(key)
    if outside is not None:
        return _answer(question, "why", _of_outside(question, outside))
    refusals = _not_in(question, [key])
    if refusals:
        return refusals
    claims = by_lot(question, (key,)) if question.by_lot else _explainer(question).why(key)
    return _answer(question, "why", _with_the_hand(question, key, claims))


def _of_outside(question: Question, board: tuple[int, int]) -> Iterator[Claim]:
    """Yield the claims on a board that the arbiter made with an unpaired player."""
    yield Claim("board", board, detail={"board": question.number_of(board)})
    yield from question.by_hand.get(board, ())


def _with_the_hand(question: Question, player: int, claims: Iterable[Claim]) -> Iterator[Claim]:
    """Yield the claims on a player's board or bye, with a manual change after the first version."""
    seat = question.board_of(player)
    manual = question.by_hand.get((player,) if seat is None else seat[1], ())
    if manual and question.by_lot and seat is not None:
        yield Claim("board", seat[1], detail={"board": seat[0]})
        yield from manual
        manual = ()
    for number, claim in enumerate(claims):
        yield claim
        yield from () if number else manual


def why_not(question: Question, one: str, two: str, find: Find) -> Explanation | Refusals:
    """Return what gets worse first when two players meet."""
    players, refusals = _two(question, one, two, find)
    if players and players[0] == players[1]:
        what = message("why.themselves", player=question.called(players[0]))
        return (Refusal("same-player", what, message("why.name-two"), exit=Exit.USAGE),)
    if refusals:
        return refusals
    lot = question.by_lot
    claims = by_lot(question, players) if lot else _explainer(question).why_not(*players)
    return _answer(question, "why-not", claims)


def _two(question: Question, one: str, two: str, find: Find) -> tuple[tuple[int, ...], Refusals]:
    """Return two players, or none of them, with the refusals of a question about them."""
    keys = [find(one), find(two)]
    unknown = tuple(item for item in keys if isinstance(item, Refusal))
    players = () if unknown else tuple(item for item in keys if isinstance(item, int))
    return players, unknown or _not_in(question, players)


def why_bye(question: Question) -> Explanation | Refusals:
    """Return who has the bye, and why nobody else."""
    if question.by_lot:
        nobody = [Claim("nobody_free", detail={"players": len(question.contestants)})]
        claims = nobody if question.bye is None else by_lot(question, (question.bye,))
        return _answer(question, "why-bye", claims)
    return _answer(question, "why-bye", _explainer(question).why_bye())


def colour(question: Question, board: str, find: Find) -> Explanation | Refusals:
    """Return why a player of a board has white."""
    key = find_board(question, board, find)
    if isinstance(key, Refusal):
        return (key,)
    if outside := question.outside_board_of(key):
        return _answer(question, "why-colour", _of_outside(question, outside))
    seat = question.board_of(key)
    if seat is None:
        what = message("why.no-game", player=question.called(key), round=question.round)
        return (Refusal("no-game", what, message("why.name-another"), exit=Exit.USAGE),)
    return _colour_of(question, *seat[1])


def colour_of_pair(question: Question, one: str, two: str, find: Find) -> Explanation | Refusals:
    """Return who of two players would have white, whether or not they meet."""
    players, refusals = _two(question, one, two, find)
    return refusals or _colour_of(question, players[0], players[1])


def _colour_of(question: Question, one: int, two: int) -> Explanation:
    claims = system_of(question.rules).colours(question).why_colour(one, two)
    return _answer(question, "why-colour", claims)


def _not_in(question: Question, players: Sequence[int]) -> Refusals:
    there = {contestant.key for contestant in question.contestants}
    return tuple(
        Refusal(
            "not-paired",
            message("why.not-paired", player=question.called(player), round=question.round),
            message("why.ask-another"),
            exit=Exit.USAGE,
        )
        for player in players
        if player not in there
    )


VerdictOrUnread: TypeAlias = CheckVerdict | Literal["unread"]


class VerdictRow(Record):
    """A verdict on a round."""

    round: fields.NumberOfRound
    verdict: Annotated[
        VerdictOrUnread,
        "same; outdated: a correction before its publication was left out; colours: only colours "
        "differ; different: legal, but not what the rules give; illegal; impossible: no pairing keeps the norms; unread.",
    ]
    what: Annotated[Sentence, "The same in words."]
    changed: fields.ChangedByHand


class CheckHead(Record):
    """Rounds paired again."""

    of: Spread[TournamentAt | TournamentFile]
    rules: fields.RulebookId
    rounds_compared: Annotated[int, "Rounds that were paired again."]
    rounds_same: Annotated[int, "Rounds in which nothing differs."]
    verdicts: Annotated[list[VerdictRow], "A verdict each round."]
    claims: Annotated[list[ClaimRow], "What is said of the differences, in order."]


class CheckRow(Record):
    """A board or bye that only one of the two pairings has."""

    round: fields.NumberOfRound
    white: Annotated[int | None, "Number of white; null: the round cannot be paired."]
    black: Annotated[int | None, "Number of black; 0 is the bye."]
    found_in: Annotated[str | None, "Where it is so: played, or engine.", Kind(words="found-in")]
    what: Annotated[Sentence, "board, bye, colours exchanged, or why there is no pairing."]
    clause: Annotated[str | None, "Rulebook and norm that it breaks; null: none."] = None


CHECK_COLUMNS = columns_of(CheckRow, "round", "white", "black", "found_in", "what", "clause")


def check_rounds(
    rounds: Sequence[tuple[int, Question | Refusals]],
    title: Sentence,
    top: TournamentAt | TournamentFile,
    rules: str,
    about: Collection[int] = (),
) -> Explanation | Refusals:
    """Check rounds. An unreadable round is reported among the others, unless all are unreadable.

    `about` are the keys of players: only boards of theirs are named for people; none: all are.
    """
    refused = [r for _, question in rounds if not isinstance(question, Question) for r in question]
    if refused and not any(isinstance(question, Question) for _, question in rounds):
        return tuple(dict.fromkeys(refused))
    lines = list[Sentence]((title, ""))
    notes = list[Sentence]()
    rows = list[CheckRow]()
    claims = list[ClaimRow]()
    verdicts: list[VerdictRow] = []
    for number, question in rounds:
        if not isinstance(question, Question):
            lines += [line for refusal in question for line in refusal.lines()]
            rows += [CheckRow(number, None, None, None, refusal.what) for refusal in question]
            verdicts.append(VerdictRow(number, "unread", question[0].what, []))
            continue
        checked = check(question)
        lines += _checked(checked, about)
        rows += _differing(checked)
        claims += _rows(question, checked.claims, _writer(question))
        changed = list(question.changed)
        verdicts.append(VerdictRow(number, checked.verdict, _said(checked), changed))
        notes += [note for note in question.notes if note not in notes]
    same = sum(row.verdict == "same" for row in verdicts)
    total = message("why.sum", same=same, all=len(rounds), rules=rules)
    head = CheckHead(
        of=top,
        rules=rules,
        rounds_compared=len(rounds),
        rounds_same=same,
        verdicts=verdicts,
        claims=claims,
    )
    view = View(title, CHECK_COLUMNS, rows, head, (total, *notes))
    return Explanation((*lines, "", total, *notes), view, same == len(rounds))


def _differing(checked: Checked) -> Iterator[CheckRow]:
    """Yield the boards that only one of the two pairings has, white first.

    The clause is a norm that the board breaks.
    """
    question = checked.question
    if isinstance(question.pairing, NoPairing):
        clause = question.clause(system_of(question.rules).no_pairing_clause)
        yield CheckRow(
            round=question.round,
            white=None,
            black=None,
            found_in=None,
            what=message("why.no-pairing"),
            clause=clause,
        )
        return
    broken = {
        frozenset(claim.players): question.clause(str(claim.detail.get("norm", claim.clause or "")))
        for claim in checked.claims
        if claim.kind == "illegal" or claim.detail.get("breaks_b2")
    }
    colourless = {frozenset(board) for board in question.colourless}
    played: list[tuple[int, int | None]] = [*question.boards]
    played += [] if question.bye is None else [(question.bye, None)]
    for item in differences(question.round, played, question.pairing):
        white, black = item.board
        board = frozenset(p for p in item.board if p is not None)
        if item.colours_only and board in colourless:
            continue
        what = message("why.colours-exchanged") if item.colours_only else message("why.board")
        what = message("why.bye") if black is None else what
        other = 0 if black is None else question.label(black)
        norm = broken.get(board) if item.found_in == "played" else None
        yield CheckRow(
            round=question.round,
            white=question.label(white),
            black=other,
            found_in=item.found_in,
            what=what,
            clause=norm,
        )


def check_book(book: Book, number: int | None) -> Explanation | Refusals:
    """Check a published round of a ledger, or all of them (None).

    Rule: knsb-wp-2014 F6.
    """
    if number is not None:
        round_ = book.find_round(number)
        if isinstance(round_, Refusal):
            return (round_,)
    numbers = range(1, len(book.state.rounds) + 1) if number is None else (number,)
    rules = book.rules.id
    title = message("why.published", tournament=book.state.name, rules=heading_name(book.rules))
    return check_rounds([(n, of_book(book, n)) for n in numbers], title, head(book), rules)


def _said(checked: Checked) -> Sentence:
    return message(f"why.{checked.verdict}")


_OF_A_BOARD = ("board_found", "board_by_rules", "colours_otherwise")


def _checked(checked: Checked, about: Collection[int]) -> list[Sentence]:
    question = checked.question
    claims = checked.claims
    if about:
        claims = tuple(
            claim
            for claim in claims
            if claim.kind not in _OF_A_BOARD or not set(about).isdisjoint(claim.players)
        )
    page = _writer(question).page(claims)
    verdict = message("why.verdict", round=question.round, verdict=_said(checked))
    return [verdict, *(run_on("  ", line) for line in page)]
