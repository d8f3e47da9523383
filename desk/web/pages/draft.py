"""The draft: the pairing before it is published, each board with its why, and changes by hand.

Nothing of it is recorded. The changes, their reasons and what is open stand in the address, so that
a draft can be sent, and the back button goes back.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from desk.access.roles import ARBITERS, JUDGES
from desk.answers.draft_foreseen import ForeseenDraft, draft_foreseen, waits_for_results_alone
from desk.answers.draft_sheet import (
    DraftBoard,
    DraftChange,
    DraftSheet,
    Swap,
    board_text,
    draft_changed,
    draft_differences,
    draft_sheet,
    publishing,
    swap_label,
    swapped,
    two_players,
)
from desk.answers.pairing_cache import DraftAndQuestion, draft_of
from desk.answers.reasons import WhyAnswer, board_reasons, bye_reasons, name_of
from desk.commands.decision import WarnLevel
from desk.outcomes import Written
from desk.render.catalogue import room
from desk.web.answers import Answer, Page, Redirect
from desk.web.request import Request
from desk.web.round.first_steps import first_steps
from desk.web.routes import get, post
from desk.web.services import Services
from desk.web.steps import linked, rule_link
from ledger.messages import Sentence, message
from ledger.refusals import Exit, Refusal, Refusals
from ledger.state.book import Book
from ledger.values import whole_number
from pairing.systems.draft import Draft
from pairing.systems.registry import system_of
from projections.views.rulebook_names import spoken_name

FILTERS = ("", "apart", "hand", "bye", "absent")
"""What the boards can be narrowed to, by the numbers above them."""


@dataclass(frozen=True, slots=True)
class _Address:
    """What the address of a draft holds.

    `because` are the reasons of changes by their names (6-12), `sure` what was typed at level 4.
    """

    swaps: tuple[Swap, ...]
    because: Mapping[str, str]
    sure: Mapping[str, str]
    open: int | None
    only: str
    beside: int | None

    def fields(self, book: Book) -> dict[str, str]:
        """Return the same as fields of an address or a form."""
        names = [swap_label(book, swap) for swap in self.swaps]
        fields = {"swap": " ".join(names)}
        fields |= {f"because-{name}": self.because.get(name, "") for name in names}
        fields |= {f"sure-{name}": self.sure.get(name, "") for name in names}
        fields |= {
            "open": str(self.open or ""),
            "only": self.only,
            "beside": str(self.beside or ""),
        }
        return {name: value for name, value in fields.items() if value}

    def confirmed(self, book: Book, change: DraftChange) -> bool:
        """Tell whether the arbiter gave what a change by hand needs: a reason, at level 4 more."""
        name = swap_label(book, change.swap)
        typed = change.level is not WarnLevel.TYPE or _stake(book) == self.sure.get(name, "")
        return bool(self.because.get(name)) and typed


def _stake(book: Book) -> str:
    """Return what is typed to go on at level 4: the number of the round."""
    return str(book.state.next_round)


@get("draft", "/{t}/draft", JUDGES)
def show(request: Request, services: Services) -> Answer:
    """Show the draft as it is now."""
    book = services.book
    address, wrong = _read(book, request.query)
    if not wrong and ("one" in request.query or "two" in request.query):
        swap = _added(request, book)
        if isinstance(swap, Swap):
            return Redirect(
                _link(request, book, replace(address, swaps=(*address.swaps, swap)))
                + _at(book, swap)
            )
        wrong = swap
    page = _page(request, book, address)
    return replace(page, refusals=(*wrong, *page.refusals))


@post("publish", "/{t}/draft", ARBITERS)
def publish(request: Request, services: Services) -> Answer:
    """Publish the draft with its changes by hand, as one transaction."""
    book = services.book
    address, wrong = _read(book, request.form)
    paired = draft_of(book)
    if wrong or not isinstance(paired, DraftAndQuestion):
        page = _page(request, book, address)
        return replace(page, status=409, refusals=(*wrong, *page.refusals))
    sheet = draft_sheet(book, paired, address.swaps)
    waiting = [change for change in sheet.changes if not address.confirmed(book, change)]
    changed = () if waiting else changed_since(request, book, paired)
    if waiting or changed:
        return replace(_page(request, book, address), status=409, refusals=changed)
    reasons = [address.because[swap_label(book, swap)] for swap in address.swaps]
    outcome = services.carry_out(*publishing(book, paired, address.swaps, reasons))
    then = request.link("round")
    if isinstance(outcome, Written):
        return services.after(outcome, then, show)
    return services.after(outcome, then, lambda again, _: _page(again, services.book, address))


def changed_since(request: Request, book: Book, paired: DraftAndQuestion) -> Refusals:
    """Return the refusal to publish boards that the arbiter did not see, () when they are these."""
    at = whole_number(request.form.get("seen", "")) or 0
    if at == paired.draft.basis:
        return ()
    then = draft_of(book, at)
    if isinstance(then, DraftAndQuestion):
        same = (then.question.boards, then.question.bye)
        if same == (paired.question.boards, paired.question.bye):
            return ()
    return (draft_changed(at, paired.draft.basis),)


# --- the address ----------------------------------------------------------------------------------


def _read(book: Book, fields: Mapping[str, str]) -> tuple[_Address, Refusals]:
    """Return what an address or a form asks for, and what of it names nobody."""
    swaps: list[Swap] = []
    wrong: list[Refusal] = []
    for name in fields.get("swap", "").split():
        one, _, two = name.partition("-")
        swap = two_players(book, one, two)
        if isinstance(swap, Swap):
            swaps.append(swap)
        else:
            wrong += swap
    texts = {
        kind: {
            name.removeprefix(kind): value.strip()
            for name, value in fields.items()
            if name.startswith(kind)
        }
        for kind in ("because-", "sure-")
    }

    def number(name: str) -> int | None:
        return whole_number(fields.get(name, ""))

    only = fields.get("only", "")
    address = _Address(
        swaps=tuple(swaps),
        because=texts["because-"],
        sure=texts["sure-"],
        open=number("open"),
        only=only if only in FILTERS else "",
        beside=number("beside"),
    )
    return address, tuple(wrong)


def _added(request: Request, book: Book) -> Swap | Refusals:
    """Return the two players whom the arbiter chose to change places; both are in the draft."""
    swap = two_players(book, request.query.get("one", ""), request.query.get("two", ""))
    paired = draft_of(book)
    if not isinstance(swap, Swap) or not isinstance(paired, DraftAndQuestion):
        return swap if not isinstance(swap, Swap) else ()
    seated = _seated(paired)
    return (
        tuple(
            Refusal(
                "not-paired",
                message("web-draft.not-paired", player=book.called(player)),
                message("web-draft.name-two"),
                exit=Exit.USAGE,
            )
            for player in swap
            if player not in seated
        )
        or swap
    )


def _seated(paired: DraftAndQuestion) -> set[int]:
    """Return the players of a draft, the one with the bye included."""
    free = [] if paired.question.bye is None else [paired.question.bye]
    return {player for board in paired.question.boards for player in board} | {*free}


def _link(request: Request, book: Book, address: _Address) -> str:
    return request.link("draft", **address.fields(book))


def _at(book: Book, swap: Swap) -> str:
    return f"#hand-{swap_label(book, swap)}"


# --- the page -------------------------------------------------------------------------------------


class DraftPage(NamedTuple):
    """The draft: its boards, the numbers above them, changes by hand, the board that is open.

    `fields` are what stands in the address; `waiting` are changes without what they need; `beside`
    is what differs from the draft at another position. `link_with` gives this page with other
    fields, `why_link` with another board open.
    """

    sheet: DraftSheet
    draft: Draft
    totals: bool
    basis_time: str
    called: Sentence
    rules_round: int
    stake: str
    boards: list[DraftBoard]
    counts_shown: list[tuple[int, str, str, bool, str]]
    address: _Address
    fields: dict[str, str]
    waiting: list[DraftChange]
    names: dict[Swap, str]
    beside: _Beside | None
    beside_title: str
    changes_at: dict[int | None, list[DraftChange]]
    rule_words: dict[str | None, str]
    letters: dict[int, int]
    norms: bool
    link_with: Callable[..., str]
    confirmed: Callable[[DraftChange], bool]
    players: list[tuple[int, str]]
    may_publish: bool
    why_link: Callable[[int], str]
    why: WhyAnswer | Refusals | None
    board_title: str
    turn_link: str


def _page(request: Request, book: Book, address: _Address) -> Page:
    paired = draft_of(book)
    if not isinstance(paired, DraftAndQuestion):
        return _not_yet(request, book, paired)
    inside = _seated(paired)
    address = replace(address, swaps=tuple(s for s in address.swaps if inside.issuperset(s)))
    sheet = draft_sheet(book, paired, address.swaps)
    differs = _beside(book, paired, address)
    opened = _open(request, book, paired, address)
    model = DraftPage(
        sheet=sheet,
        draft=paired.draft,
        totals=book.rules.ranks_by_value,
        basis_time=f"{book.recorded_at(paired.draft.basis):%H:%M}",
        called=spoken_name(book.rules),
        rules_round=paired.draft.round,
        stake=_stake(book),
        boards=[board for board in sheet.boards if _shown(board, address.only)],
        counts_shown=_counts(request, book, address, sheet),
        address=address,
        fields=address.fields(book),
        waiting=[change for change in sheet.changes if not address.confirmed(book, change)],
        names={swap: swap_label(book, swap) for swap in address.swaps},
        beside=differs,
        beside_title=_beside_title(request, differs),
        changes_at=_changes_at(sheet),
        rule_words=_rule_words(request, sheet),
        letters=str.maketrans("WBwb", request.say("common.letters")),
        norms=system_of(book.rules).norm_broken is not None,
        link_with=lambda **fields: _link(request, book, replace(address, **fields)),
        confirmed=lambda change: address.confirmed(book, change),
        players=[
            (book.state.label(player), book.called(player))
            for board in sheet.pairs
            for player in board
        ],
        may_publish=request.may("publish"),
        why_link=lambda number: _link(request, book, replace(address, open=number)),
        why=opened.why,
        board_title=opened.title,
        turn_link=opened.turn_link,
    )
    return Page("draft.html", model)


class DraftNotYetPage(NamedTuple):
    """Why there is no draft: everything that stands in the way, with the steps that help."""

    round: int
    obstacles: list[tuple[Refusal, str, str]]
    first: list[tuple[str, str]]
    can_foresee: bool
    foreseen: ForeseenDraft | Refusals | None
    name: Callable[[Any], str]


def _not_yet(request: Request, book: Book, obstacles: Refusals) -> Page:
    """Show why there is no draft: everything that stands in the way, with the steps that help."""
    rows = [
        (
            refusal,
            linked(request, book, refusal.next) if refusal.next else "",
            rule_link(request, book, refusal.clause),
        )
        for refusal in obstacles
    ]
    can_foresee = waits_for_results_alone(obstacles)
    foreseen = draft_foreseen(book) if can_foresee and request.query.get("foresee") else None
    wrong = foreseen if isinstance(foreseen, tuple) else ()
    values = DraftNotYetPage(
        round=book.state.next_round,
        obstacles=rows,
        first=first_steps(request, book),
        can_foresee=can_foresee,
        foreseen=None if wrong else foreseen,
        name=book.name,
    )
    return Page("draft-not-yet.html", values, refusals=wrong)


def _rule_words(request: Request, sheet: DraftSheet) -> dict[str | None, str]:
    """Return what gave colours, as the reader calls it: a clause, or a word."""
    fixed = room("cells", request.language)
    names = {
        board.rule: f"colour-rule.{(board.rule or '').replace(' ', '-')}" for board in sheet.boards
    }
    rules: dict[str | None, str] = {
        rule: request.say(f"cells.{name}") if name in fixed else rule or ""
        for rule, name in names.items()
    }
    return rules | {None: request.say("web-draft.hand")}


class _OpenBoard(NamedTuple):
    """The board that is open: why, as the rules give it, its players, and how it is turned."""

    why: WhyAnswer | Refusals | None = None
    title: str = ""
    turn_link: str = ""


def _open(request: Request, book: Book, paired: DraftAndQuestion, address: _Address) -> _OpenBoard:
    """Return what belongs to the board that is open; the bye is the board after the last."""
    question = paired.question
    at = address.open or 0
    if 1 <= at <= len(question.boards):
        board = question.boards[at - 1]
        one, two = (name_of(question, player) for player in board)
        swap = Swap(*swapped(question, address.swaps)[0][at - 1])
        turned = replace(address, swaps=(*address.swaps, swap), open=None)
        return _OpenBoard(
            why=board_reasons(question, board, request.words),
            title=request.say("web-draft.board-title", white=one, black=two),
            turn_link=_link(request, book, turned) + _at(book, swap),
        )
    if at == len(question.boards) + 1 and question.bye is not None:
        return _OpenBoard(bye_reasons(question, question.bye, request.words))
    return _OpenBoard()


class _Beside(NamedTuple):
    """What differs from the draft at another position: boards in words, and how many; or why not."""

    position: int
    refusals: Refusals = ()
    rows: Sequence[tuple[object, Sentence]] = ()
    boards: int = 0


def _beside_title(request: Request, differs: _Beside | None) -> str:
    if differs is None or differs.refusals:
        return request.say("web-draft.beside-other")
    return request.say("web-draft.beside-draft", position=differs.position, n=differs.boards)


def _shown(board: DraftBoard, only: str) -> bool:
    return not only or (only == "apart" and bool(board.apart)) or (only == "hand" and board.by_hand)


def _counts(
    request: Request, book: Book, address: _Address, sheet: DraftSheet
) -> list[tuple[int, str, str, bool, str]]:
    """Return the numbers above the boards: number, words, address, whether it is this one."""
    numbers = {
        "": len(sheet.boards),
        "apart": sum(bool(board.apart) for board in sheet.boards),
        "hand": sum(board.by_hand for board in sheet.boards),
        "bye": int(sheet.bye is not None),
        "absent": len(sheet.absent),
    }
    if book.rules.ranks_by_value:
        del numbers["apart"]
    return [
        (
            number,
            request.say(f"web-draft.count.{only or 'boards'}", n=number),
            _link(request, book, replace(address, only=only, open=None)),
            address.only == only,
            "",
        )
        for only, number in numbers.items()
    ]


def _changes_at(sheet: DraftSheet) -> dict[int | None, list[DraftChange]]:
    """Return the changes by hand, each at its first board; None: at the bye."""
    places: dict[int | None, list[DraftChange]] = {}
    for change in sheet.changes:
        places.setdefault(change.boards[0] if change.boards else None, []).append(change)
    return places


def _beside(book: Book, paired: DraftAndQuestion, address: _Address) -> _Beside | None:
    """Return what differs from the draft at another position; None: none was wanted."""
    if address.beside is None:
        return None
    then = draft_of(book, address.beside)
    if not isinstance(then, DraftAndQuestion):
        return _Beside(address.beside, then)
    other = then.question.boards, then.question.bye
    differences = draft_differences(swapped(paired.question, address.swaps), other)
    rows = [(each, board_text(book, each)) for each in differences]
    boards = len({each.board for each in differences})
    return _Beside(address.beside, rows=rows, boards=boards)
