"""What is never recorded from a browser: what a role may not do, and files of the laptop.

Every page hands its commands to `Services.carry_out`, and that asks here first, so that no page can
let somebody do more than their role allows.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from desk.access.roles import Role
from desk.commands.commands import SPECS
from desk.commands.decision import Decision
from desk.commands.rounds import Undo
from desk.commands.spec import Of
from desk.handlers.disputes import last_command, to_take_back, undo
from desk.web.request import Request
from desk.web.routes import may_do, may_take_back
from ledger.facts.tournament import NumbersAssigned, PlayerRemoved
from ledger.messages import do, message
from ledger.refusals import Exit, Refusal, Refusals
from ledger.rulebooks.files import shipped
from ledger.state.book import Book
from ledger.values import whole_number
from projections.ratings.edition_files import shipped_editions

FILES = {"file": "content", "members": "members_content"}
"""The fields that name a file, and those that hold its bytes: without them a name is a path."""

RULEBOOKS = ("rules", "rulebook")
"""The fields that name a rulebook, which for a program may be a path."""


def refused(request: Request, book: Book, fields: Mapping[str, Any]) -> tuple[Refusal, ...]:
    """Return why a command may not come from this browser, () when it may."""
    name = str(fields.get("command", ""))
    if not may_do(request.role, name):
        return (not_allowed(),)
    others = (
        *_beyond_the_round(request, book, name, fields),
        *_not_to_undo(request, book, name, fields),
    )
    return (*others, *_presence_of_another(request, book, name, fields), *_paths(fields))


def not_allowed() -> Refusal:
    """Return the refusal of what is not for the role of who asks."""
    return Refusal("not-allowed", message("web.not-allowed"), message("web.not-allowed-step"))


def _beyond_the_round(
    request: Request, book: Book, name: str, fields: Mapping[str, Any]
) -> tuple[Refusal, ...]:
    """Return the refusal of a helper's result in another round than the current one."""
    if request.role is not Role.HELPER or SPECS[name].round is not Of.PUBLISHED:
        return ()
    current = len(book.state.rounds)
    if str(fields.get("round", "")) == str(current):
        return ()
    what = message("web-forms.current-round-only", round=current)
    return (Refusal("not-allowed", what, do("status")),)


def _not_to_undo(
    request: Request, book: Book, name: str, fields: Mapping[str, Any]
) -> tuple[Refusal, ...]:
    if name != "undo":
        return ()
    typed = str(fields.get("fact") or "")
    wanted = whole_number(typed)
    # A fact that is no number is refused with the other values of the command.
    return () if typed and wanted is None else not_to_undo(request, book, wanted)


def not_to_undo(request: Request, book: Book, wanted: int | None) -> tuple[Refusal, ...]:
    """Return why somebody may not take back a command, by one of its facts (None: the last).

    It needs the right to the command itself; a helper takes back what they recorded themself.
    """
    facts = to_take_back(book, wanted)
    if isinstance(facts, Refusal):
        return ()  # said by the command itself
    if beyond := [one for one in facts if not may_take_back(request.role, one.fact.TOPIC)]:
        what = message("web-forms.undo-beyond-role", position=beyond[0].stamp.position)
        step = message("web-forms.ask-chief-to-undo")
        return (Refusal("not-allowed", what, step, events=(beyond[0].stamp.position,)),)
    if request.role is Role.HELPER and any(s.actor != request.visitor.key for _, s in facts):
        what = message("web-forms.own-undo-only")
        return (Refusal("not-allowed", what, do("status")),)
    return ()


def why_not_undone(request: Request, book: Book, wanted: int | None) -> tuple[Refusal, ...]:
    """Return why the reader cannot take a command back, by one of its facts (None: the last)."""
    decision = undo(book, Undo(fact=wanted))
    return not_to_undo(request, book, wanted) if isinstance(decision, Decision) else decision


def of_one_command(book: Book, fields: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the fields of a command; an undo of the last command names the last fact now.

    So it never takes back what somebody else records between the look at their right and the undo.
    """
    if fields.get("command") != "undo" or fields.get("fact") is not None:
        return fields
    last = last_command(book)
    return {**fields, "fact": last[-1].stamp.position} if last else fields


def renumbered(request: Request, book: Book) -> Refusals:
    """Return the refusal of a form on which numbers of players were others, () where none were."""
    seen = whole_number(request.form.get("seen", ""))
    numbering = (NumbersAssigned, PlayerRemoved)
    if seen is None or not any(isinstance(fact, numbering) for fact in book.facts[seen:]):
        return ()
    what = message("web-forms.renumbered")
    step = message("web-forms.renumbered-step")
    return (Refusal("old-form", what, step),)


def _presence_of_another(
    request: Request, book: Book, name: str, fields: Mapping[str, Any]
) -> tuple[Refusal, ...]:
    """Return the refusal of a player who speaks for another, or about a round that is public."""
    if request.role is not Role.PLAYER or name not in ("absent", "present"):
        return ()
    state = book.state
    player = request.visitor.player
    number = whole_number(str(fields.get("round", "")))
    own = player is not None and str(fields.get("player", "")) == str(state.label(player))
    if own and number is not None and number >= state.next_round:
        return ()
    what = message("web-phone.own-presence-only")
    step = message("web-phone.ask-arbiter")
    return (Refusal("not-allowed", what, step),)


def _paths(fields: Mapping[str, Any]) -> tuple[Refusal, ...]:
    """Return the refusals of names that a program would read as paths of the laptop."""
    refusals = []
    for name, content in FILES.items():
        if fields.get(name) is not None and not isinstance(fields.get(content), bytes):
            what = message("web-forms.file-missing")
            step = message("web-forms.choose-file")
            refusals.append(Refusal("file-missing", what, step, exit=Exit.USAGE))
    named = [fields.get(name) for name in RULEBOOKS]
    changes = fields.get("set")
    named += [changes.get("tiebreaks")] if isinstance(changes, Mapping) else []
    for rulebook in named:
        lines = isinstance(rulebook, list)  # the rules of the prizes themselves
        if rulebook is not None and not lines and rulebook not in shipped():
            what = message("web-forms.no-rulebook", rules=str(rulebook))
            refusals.append(Refusal("no-rulebook", what, do("rules-list"), exit=Exit.USAGE))
    edition = fields.get("edition")
    if edition is not None and edition not in shipped_editions():
        what = message("web-forms.no-rulebook", rules=str(edition))
        refusals.append(Refusal("no-rulebook", what, do("rules-list"), exit=Exit.USAGE))
    return tuple(refusals)
