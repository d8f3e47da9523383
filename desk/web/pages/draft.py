"""The draft: the pairing before it is published, each board with its why, and changes by hand.

Nothing of it is recorded. The changes, their reasons and what is open stand in the address, so that
a draft can be sent, and the back button goes back.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from desk.commands.decision import WarnLevel
from desk.hall.draft_foreseen import draft_foreseen, waits_for_results_alone
from desk.hall.draft_sheet import (
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
from desk.hall.pairing_cache import DraftAndQuestion, draft_of
from desk.hall.reasons import board_reasons, bye_reasons, name_of
from desk.outcomes import Written
from desk.render.catalogue import room
from desk.reports.sheets import spoken_name
from desk.web.answers import Answer, Page, Redirect
from desk.web.round.first_steps import first_steps
from desk.web.steps import linked
from desk.web.visit import Visit
from ledger.messages import message
from ledger.refusals import Exit, Refusal, Refusals
from ledger.state.book import Book
from ledger.values import whole_number
from pairing.systems.registry import system_of

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


def show(visit: Visit) -> Answer:
    """Show the draft as it is now."""
    book = visit.book
    address, wrong = _read(visit, visit.query)
    if not wrong and ("one" in visit.query or "two" in visit.query):
        swap = _added(visit)
        if isinstance(swap, Swap):
            return Redirect(
                _link(visit, replace(address, swaps=(*address.swaps, swap))) + _at(book, swap)
            )
        wrong = swap
    visit.refusals += wrong
    return _page(visit, address)


def publish(visit: Visit) -> Answer:
    """Publish the draft with its changes by hand, as one transaction."""
    book = visit.book
    address, wrong = _read(visit, visit.form)
    paired = draft_of(book)
    if wrong or not isinstance(paired, DraftAndQuestion):
        visit.refusals = wrong
        return _page(visit, address, 409)
    sheet = draft_sheet(book, paired, address.swaps)
    waiting = [change for change in sheet.changes if not address.confirmed(book, change)]
    if waiting or (changed := changed_since(visit, paired)):
        if not waiting:
            visit.refusals = changed
        return _page(visit, address, 409)
    reasons = [address.because[swap_label(book, swap)] for swap in address.swaps]
    outcome = visit.carry_out(*publishing(book, paired, address.swaps, reasons))
    then = visit.link("round")
    if isinstance(outcome, Written):
        return visit.after(outcome, then, show)
    return visit.after(outcome, then, lambda again: _page(again, address))


def changed_since(visit: Visit, paired: DraftAndQuestion) -> Refusals:
    """Return the refusal to publish boards that the arbiter did not see, () when they are these."""
    at = whole_number(visit.form.get("seen", "")) or 0
    if at == paired.draft.basis:
        return ()
    then = draft_of(visit.book, at)
    if isinstance(then, DraftAndQuestion):
        same = (then.question.boards, then.question.bye)
        if same == (paired.question.boards, paired.question.bye):
            return ()
    return (draft_changed(at, paired.draft.basis),)


# --- the address ----------------------------------------------------------------------------------


def _read(visit: Visit, fields: Mapping[str, str]) -> tuple[_Address, Refusals]:
    """Return what an address or a form asks for, and what of it names nobody."""
    swaps: list[Swap] = []
    wrong: list[Refusal] = []
    for name in fields.get("swap", "").split():
        one, _, two = name.partition("-")
        swap = two_players(visit.book, one, two)
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


def _added(visit: Visit) -> Swap | Refusals:
    """Return the two players whom the arbiter chose to change places; both are in the draft."""
    book = visit.book
    swap = two_players(book, visit.query.get("one", ""), visit.query.get("two", ""))
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


def _link(visit: Visit, address: _Address) -> str:
    return visit.link("draft", **address.fields(visit.book))


def _at(book: Book, swap: Swap) -> str:
    return f"#hand-{swap_label(book, swap)}"


# --- the page -------------------------------------------------------------------------------------


def _page(visit: Visit, address: _Address, status: int = 200) -> Page:
    book = visit.book
    paired = draft_of(book)
    if not isinstance(paired, DraftAndQuestion):
        return _not_yet(visit, paired, status)
    inside = _seated(paired)
    address = replace(address, swaps=tuple(s for s in address.swaps if inside.issuperset(s)))
    sheet = draft_sheet(book, paired, address.swaps)
    differs = _beside(visit, paired, address)
    values: dict[str, Any] = {
        "sheet": sheet,
        "draft": paired.draft,
        "totals": book.rules.ranks_by_value,
        "basis_time": f"{book.recorded_at(paired.draft.basis):%H:%M}",
        "called": spoken_name(book.rules),
        "rules_round": paired.draft.round,
        "stake": _stake(book),
        "boards": [board for board in sheet.boards if _shown(board, address.only)],
        "counts_shown": _counts(visit, address, sheet),
        "address": address,
        "fields": address.fields(book),
        "waiting": [change for change in sheet.changes if not address.confirmed(book, change)],
        "names": {swap: swap_label(book, swap) for swap in address.swaps},
        "beside": differs,
        "beside_title": _beside_title(visit, differs),
        "changes_at": _changes_at(sheet),
        "rule_words": _rule_words(visit, sheet),
        "letters": str.maketrans("WBwb", visit.say("common.letters")),
        "norms": system_of(book.rules).norm_broken is not None,
        "link_with": lambda **fields: _link(visit, replace(address, **fields)),
        "confirmed": lambda change: address.confirmed(book, change),
        "players": [
            (book.state.label(player), book.called(player))
            for board in sheet.pairs
            for player in board
        ],
        "may_publish": visit.may("publish"),
        **_open(visit, paired, address),
    }
    return Page("draft.html", values, status, shared=not visit.refusals)


def _not_yet(visit: Visit, obstacles: Refusals, status: int) -> Page:
    """Show why there is no draft: everything that stands in the way, with the steps that help."""
    rows = [
        (
            refusal,
            linked(visit, refusal.next) if refusal.next else "",
            rule_link(visit, refusal.clause),
        )
        for refusal in obstacles
    ]
    can_foresee = waits_for_results_alone(obstacles)
    foreseen = draft_foreseen(visit.book) if can_foresee and visit.query.get("foresee") else None
    if isinstance(foreseen, tuple):
        visit.refusals = (*visit.refusals, *foreseen)
        foreseen = None
    values = {
        "round": visit.book.state.next_round,
        "obstacles": rows,
        "first": first_steps(visit),
        "can_foresee": can_foresee,
        "foreseen": foreseen,
        "name": visit.book.name,
    }
    return Page("draft-not-yet.html", values, status, shared=not visit.refusals)


def rule_link(visit: Visit, clause: str | None) -> str:
    """Return the address of a cited clause, of the form "knsb-wp-2014 F11"; "" for none."""
    rulebook, _, name = (clause or "").partition(" ")
    own = rulebook == visit.book.rules.family
    return visit.link("rules", rules=None if own else rulebook) + f"#{name}" if name else ""


def _rule_words(visit: Visit, sheet: DraftSheet) -> dict[str | None, str]:
    """Return what gave colours, as the reader calls it: a clause, or a word."""
    fixed = room("cells", visit.language)
    names = {
        board.rule: f"colour-rule.{(board.rule or '').replace(' ', '-')}" for board in sheet.boards
    }
    rules: dict[str | None, str] = {
        rule: visit.say(f"cells.{name}") if name in fixed else rule or ""
        for rule, name in names.items()
    }
    return rules | {None: visit.say("web-draft.hand")}


def _open(visit: Visit, paired: DraftAndQuestion, address: _Address) -> dict[str, Any]:
    """Return what belongs to the board that is open: why, as the rules give it.

    The bye is the board after the last.
    """
    question = paired.question
    at = address.open or 0
    values: dict[str, Any] = {
        "why": None,
        "board_title": "",
        "turn_link": "",
        "why_link": lambda number: _link(visit, replace(address, open=number)),
    }
    if 1 <= at <= len(question.boards):
        board = question.boards[at - 1]
        one, two = (name_of(question, player) for player in board)
        swap = Swap(*swapped(question, address.swaps)[0][at - 1])
        turned = replace(address, swaps=(*address.swaps, swap), open=None)
        return values | {
            "why": board_reasons(question, board, visit.words),
            "board_title": visit.say("web-draft.board-title", white=one, black=two),
            "turn_link": _link(visit, turned) + _at(visit.book, swap),
        }
    if at == len(question.boards) + 1 and question.bye is not None:
        values["why"] = bye_reasons(question, question.bye, visit.words)
    return values


def _beside_title(visit: Visit, differs: Mapping[str, Any] | None) -> str:
    if differs is None or differs["refusals"]:
        return visit.say("web-draft.beside-other")
    position = differs["position"]
    boards = differs["n"]
    return visit.say("web-draft.beside-draft", position=position, n=boards)


def _shown(board: DraftBoard, only: str) -> bool:
    return not only or (only == "apart" and bool(board.apart)) or (only == "hand" and board.by_hand)


def _counts(
    visit: Visit, address: _Address, sheet: DraftSheet
) -> list[tuple[int, str, str, bool, str]]:
    """Return the numbers above the boards: number, words, address, whether it is this one."""
    numbers = {
        "": len(sheet.boards),
        "apart": sum(bool(board.apart) for board in sheet.boards),
        "hand": sum(board.by_hand for board in sheet.boards),
        "bye": int(sheet.bye is not None),
        "absent": len(sheet.absent),
    }
    if visit.book.rules.ranks_by_value:
        del numbers["apart"]
    return [
        (
            number,
            visit.say(f"web-draft.count.{only or 'boards'}", n=number),
            _link(visit, replace(address, only=only, open=None)),
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


def _beside(visit: Visit, paired: DraftAndQuestion, address: _Address) -> dict[str, Any] | None:
    """Return what differs from the draft at another position; None: none was wanted."""
    book = visit.book
    if address.beside is None:
        return None
    then = draft_of(book, address.beside)
    if not isinstance(then, DraftAndQuestion):
        return {"position": address.beside, "refusals": then, "rows": ()}
    other = then.question.boards, then.question.bye
    differences = draft_differences(swapped(paired.question, address.swaps), other)
    rows = [(each, board_text(book, each)) for each in differences]
    boards = len({each.board for each in differences})
    return {"position": address.beside, "refusals": (), "rows": rows, "n": boards}
