"""A draft before it is published: its boards with what matters, changes by hand, the norms."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from desk.answers.pairing_cache import DraftAndQuestion
from desk.commands.decision import WarnLevel
from ledger.messages import Sentence, message, run_on
from ledger.refusals import Exit, Refusal, Refusals
from ledger.state.book import Book
from ledger.values import halves_text
from pairing.explain.question import Question
from pairing.norms.model import Contestant
from pairing.systems.numbers import as_numbered
from pairing.systems.registry import system_of
from projections.formats.registry import scoring_of
from projections.games.gave_way import gave_way

Pair: TypeAlias = tuple[int, int]


class Swap(NamedTuple):
    """Two players who change places, by key; on one board they change colours."""

    one: int
    two: int


class NormFault(NamedTuple):
    """A norm or condition that a board or bye breaks: its clause, and how.

    `place` is the index of the board, None for the bye. `level` is that of the warning.
    """

    place: int | None
    clause: str
    what: Sentence
    level: WarnLevel


@dataclass(frozen=True, slots=True)
class DraftSide:
    """A player of a board before the round; `points` are the total in a season.

    `colours` is the history (WB-W), `place` the one in a season's ranking, else None.
    """

    player: int
    label: int
    name: str
    points: Sentence
    colours: str
    place: int | None


@dataclass(frozen=True, slots=True)
class DraftBoard:
    """A board of a draft; `rule` gave its colours, None: the arbiter did.

    `apart` is the difference in score, "" for none. `computed` is the board in this place as the
    rules give it.
    """

    number: int
    white: DraftSide
    black: DraftSide
    rule: str | None
    apart: str
    computed: tuple[DraftSide, DraftSide]
    faults: tuple[NormFault, ...] = ()

    @property
    def by_hand(self) -> bool:
        """Return whether the arbiter changed it."""
        return (self.white, self.black) != self.computed


@dataclass(frozen=True, slots=True)
class DraftChange:
    """Two players who changed places, with the boards and faults that this leads to.

    `boards` are the indexes of theirs; `level` is the gravest of the faults.
    """

    swap: Swap
    boards: tuple[int, ...]
    faults: tuple[NormFault, ...]

    @property
    def level(self) -> WarnLevel:
        """Return how much the arbiter must do before it can be published."""
        return max((fault.level for fault in self.faults), default=WarnLevel.INFORM)


@dataclass(frozen=True, slots=True)
class DraftSheet:
    """A draft as the arbiter looks at it.

    `pairs` and `free` are the boards and the bye with the changes by hand. `faults` are those of
    all boards, also of boards that the rules give.
    """

    boards: tuple[DraftBoard, ...]
    pairs: tuple[Pair, ...]
    free: int | None
    bye: DraftSide | None
    absent: tuple[DraftSide, ...]
    changes: tuple[DraftChange, ...]
    faults: tuple[NormFault, ...]


def draft_sheet(book: Book, paired: DraftAndQuestion, swaps: Sequence[Swap] = ()) -> DraftSheet:
    """Return a draft with changes by hand.

    Rule: knsb-wp-2014 F6.
    """
    draft = paired.draft
    question = paired.question
    side = _Sides(book, paired)
    computed = question.boards
    pairs, free = swapped(question, swaps)
    faults = tuple(norm_faults(question, pairs, free))
    boards = tuple(
        DraftBoard(
            number=at + 1,
            white=side(pairs[at][0]),
            black=side(pairs[at][1]),
            rule=draft.pairing.boards[at].rule if pairs[at] == board else None,
            apart="" if book.rules.ranks_by_value else _apart(question, pairs[at]),
            computed=(side(board[0]), side(board[1])),
            faults=tuple(fault for fault in faults if fault.place == at),
        )
        for at, board in enumerate(computed)
    )
    return DraftSheet(
        boards=boards,
        pairs=pairs,
        free=free,
        bye=None if free is None else side(free),
        absent=tuple(map(side, draft.absent)),
        changes=tuple(_changes(pairs, free, swaps, faults)),
        faults=faults,
    )


def swapped(question: Question, swaps: Sequence[Swap]) -> tuple[tuple[Pair, ...], int | None]:
    """Return the boards and the bye of a round after some players changed places."""
    pairs = list(question.boards)
    free = question.bye
    for one, two in swaps:
        other = {one: two, two: one}
        pairs = [(other.get(white, white), other.get(black, black)) for white, black in pairs]
        free = other.get(free, free) if free is not None else None
    return tuple(pairs), free


def keeps_norms(question: Question, swaps: Sequence[Swap]) -> bool:
    """Tell whether no change, in this order, makes a board or a bye that breaks a norm."""
    if system_of(question.rules).conditions_broken is not None:
        return True
    computed = set(question.boards)
    for done in range(1, len(swaps) + 1):
        pairs, free = swapped(question, swaps[:done])
        if any(
            (fault.place is None and free != question.bye)
            or (fault.place is not None and pairs[fault.place] not in computed)
            for fault in norm_faults(question, pairs, free)
        ):
            return False
    return True


def norm_faults(question: Question, pairs: Sequence[Pair], free: int | None) -> Iterator[NormFault]:
    """Yield the norms that boards and a bye break; in a season the conditions that give way.

    Rule: knsb-wp-2014 B1a, B1b, B2; knsb-rating-2014 B1a, B1b, B2; fide-dutch-2026 C1, C2, C3;
    mwkeizer a, b; berger B1a.
    """
    system = system_of(question.rules)
    rules = question.rules
    if system.conditions_broken is not None:
        for board, why in system.conditions_broken(question.table, rules, pairs):
            yield NormFault(pairs.index(board), "", gave_way(why), WarnLevel.ACKNOWLEDGE)
    if system.norm_broken is None:
        return
    everyone = {contestant.key: contestant for contestant in question.contestants}
    for at, (white, black) in enumerate(pairs):
        clause = system.norm_broken(rules, everyone[white], everyone[black])
        if clause is not None:
            yield _fault(question, at, clause, everyone[white], everyone[black])
    if free is not None and not everyone[free].may_have_bye:
        what = message("web-draft.fault.bye", player=question.called(free))
        yield NormFault(None, system.bye_norm, what, WarnLevel.TYPE)


def _fault(
    question: Question, at: int, clause: str, white: Contestant, black: Contestant
) -> NormFault:
    """Return a norm that a board breaks, with how: they met, or had these colours."""
    names: dict[str, Sentence] = {
        "white": question.called(white.key),
        "black": question.called(black.key),
    }
    met = question.met_in(white.key, black.key)
    if black.key in white.met:
        key = "web-draft.fault.met" if met else "web-draft.fault.met-before"
        return NormFault(at, clause, message(key, round=met or 0, **names), WarnLevel.TYPE)
    if clause in ("B2", "C3"):
        colours = {"of_white": in_letters(white.colours), "of_black": in_letters(black.colours)}
        what = message("web-draft.fault.colours", **names, **colours)
        return NormFault(at, clause, what, WarnLevel.CONFIRM)
    what = message("web-draft.fault.apart", **names)
    return NormFault(at, clause, what, WarnLevel.TYPE)


def _changes(
    pairs: Sequence[Pair], free: int | None, swaps: Sequence[Swap], faults: Sequence[NormFault]
) -> Iterator[DraftChange]:
    for swap in swaps:
        places = tuple(at for at, pair in enumerate(pairs) if set(pair) & set(swap))
        its = {*places, *([None] if free in swap else [])}
        yield DraftChange(swap, places, tuple(fault for fault in faults if fault.place in its))


def _apart(question: Question, pair: Pair) -> str:
    points = [question.table.points_halves(player) for player in pair]
    return halves_text(abs(points[0] - points[1])) if points[0] != points[1] else ""


def in_letters(colours: str) -> Sentence:
    """Return a history of colours (WB-W) in the letters of the reader's language."""
    letters = {sign: message(f"explain.letter.{sign}") for sign in "WB"}
    return run_on(*(letters.get(sign, sign) for sign in colours))


class _Sides:
    """The players of a draft; each is made once."""

    def __init__(self, book: Book, paired: DraftAndQuestion) -> None:
        self.book = book
        self.table = paired.draft.table
        self.sides: dict[int, DraftSide] = {}
        self.worth = scoring_of(book.rules).worth(self.table, book.rules)

    def __call__(self, player: int) -> DraftSide:
        if player not in self.sides:
            place, points = self.worth(player)
            if place is None:
                points = halves_text(self.table.points_halves(player))
            self.sides[player] = DraftSide(
                player=player,
                label=self.book.state.label(player),
                name=self.book.name(player),
                points=points,
                colours=self.table.colours(player),
                place=place,
            )
        return self.sides[player]


class DraftDifference(NamedTuple):
    """A board or bye that only one of two drafts has; `black` None is the bye.

    `found_in` is "now" or "then"; `colours`: the same two meet with the other colours.
    """

    found_in: str
    board: int
    white: int
    black: int | None
    colours: bool


def draft_differences(
    now: tuple[Sequence[Pair], int | None], then: tuple[Sequence[Pair], int | None]
) -> tuple[DraftDifference, ...]:
    """Return the boards and byes that only one of two pairings of a round has, in board order."""
    differences: list[DraftDifference] = []
    for name, (pairs, free), (others, other_free) in (("now", now, then), ("then", then, now)):
        there = set(others)
        turned = {(black, white) for white, black in others}
        differences += [
            DraftDifference(name, at, white, black, (white, black) in turned)
            for at, (white, black) in enumerate(pairs, 1)
            if (white, black) not in there
        ]
        if free is not None and free != other_free:
            differences.append(DraftDifference(name, len(pairs) + 1, free, None, False))
    return tuple(sorted(differences, key=lambda each: (each.board, each.found_in == "now")))


def publishing(
    book: Book, paired: DraftAndQuestion, swaps: Sequence[Swap], reasons: Sequence[str]
) -> Iterator[dict[str, Any]]:
    """Yield the commands that publish a draft: changes that keep the norms are exchanges on it.

    Others are boards of the arbiter's own, which no system gives. `reasons` has one for each swap.
    """
    state = book.state
    number = paired.draft.round
    then = as_numbered(book, paired.draft.numbers).state  # an exchange comes after the publication
    if keeps_norms(paired.question, swaps):
        yield {"command": "publish", "round": number}
        begun = bool(swaps) and state.fide.in_mode
        yield from [{"command": "by-hand-begin", "round": number}] if begun else []
        for swap, reason in zip(swaps, reasons, strict=True):
            yield {
                "command": "board-swap",
                "round": number,
                "first": then.label(swap.one),
                "second": then.label(swap.two),
                "reason": reason,
            }
        yield from [{"command": "by-hand-end"}] if begun else []
        return
    pairs, free = swapped(paired.question, swaps)
    boards = [(state.label(white), state.label(black)) for white, black in pairs]
    bye = None if free is None else state.label(free)
    if state.fide.in_mode and state.fide.manual is None:
        yield {"command": "by-hand-begin", "round": number}
    yield {
        "command": "pairing-by-hand",
        "round": number,
        "boards": boards,
        "bye": bye,
        "reason": "; ".join(dict.fromkeys(reasons)),
    }
    yield from [{"command": "by-hand-end"}] if state.fide.in_mode else []


def draft_changed(seen: int, now: int) -> Refusal:
    """Return the refusal to publish a draft in whose place another came, by their positions."""
    what = message("web-draft.changed-since", seen=seen, now=now)
    return Refusal("draft-changed", what, message("web-draft.look-again"))


def two_players(book: Book, one: str, two: str) -> Swap | Refusals:
    """Return two players, by number or name, who are to change places; or why they cannot."""
    entrants = [book.find_player(one), book.find_player(two)]
    refusals = tuple(each for each in entrants if isinstance(each, Refusal))
    players = [each.player for each in entrants if not isinstance(each, Refusal)]
    if refusals:
        return refusals
    if players[0] == players[1]:
        what = message("web-draft.same-player", player=book.called(players[0]))
        return (Refusal("same-player", what, message("web-draft.name-two"), exit=Exit.USAGE),)
    return Swap(*players)


def swap_label(book: Book, swap: Swap) -> str:
    """Return two players who change places as an address has them: 6-12."""
    return f"{book.state.label(swap.one)}-{book.state.label(swap.two)}"


def board_text(book: Book, difference: DraftDifference) -> Sentence:
    """Return the players of a board that differs, white first."""
    white = book.called(difference.white)
    if difference.black is None:
        return message("web-draft.free", who=white)
    return run_on(white, " - ", book.called(difference.black))
