"""What a field of a form lets people choose from, in their words."""

from __future__ import annotations

from functools import cache

from desk.render.catalogue import room
from desk.web.request import Request
from ledger.names import alphabetical
from ledger.rulebooks.files import shipped
from ledger.rulebooks.rulebook import Rulebook
from ledger.state.book import Book
from ledger.values import whole_number
from pairing.systems.registry import load_rulebook, without_engine
from projections.ratings.edition_files import shipped_edition, shipped_editions
from projections.views.rulebook_names import title_of
from projections.views.rules import title_of_edition


def choice_words(request: Request, family: str, code: str) -> str:
    """Return the words of a fixed value: those of a form, else those of the command line."""
    key = f"{family}.{code.replace(' ', '-').replace('_', '-')}"
    if f"choice.{key}" in room("web-forms", request.language):
        return request.say(f"web-forms.choice.{key}")
    text = str(room("answers", request.language).get(key, code))
    return text.split("|")[0].strip()


def players(request: Request, book: Book) -> tuple[tuple[str, str], ...]:
    """Return the players by name, with their numbers as values."""
    named = [(book.name(player), str(book.state.label(player))) for player in book.state.players]
    named.sort(key=lambda one: alphabetical(one[0]))
    return tuple((number, f"{request.words(name)} ({number})") for name, number in named)


def rulebooks(request: Request) -> tuple[tuple[str, str], ...]:
    """Return the rulebooks that pair, with their titles."""
    return tuple((rules.id, request.words(title_of(rules))) for rules in _that_pair())


def editions(request: Request) -> tuple[tuple[str, str], ...]:
    """Return the editions of the rating and title rules, with their titles, the newest first."""
    every = [shipped_edition(name) for name in reversed(shipped_editions())]
    return tuple((one.id, request.words(title_of_edition(one))) for one in every)


@cache
def _that_pair() -> tuple[Rulebook, ...]:
    loaded = (load_rulebook(name) for name in shipped())
    return tuple(
        rules for rules in loaded if isinstance(rules, Rulebook) and without_engine(rules) is None
    )


def boards(request: Request, book: Book, typed: str) -> tuple[tuple[str, str], ...]:
    """Return the boards of a round, or of the last one, with who plays there."""
    state = book.state
    name = book.name
    round_ = state.round(whole_number(typed) or 0)
    if round_ is None:
        round_ = state.rounds[-1] if state.rounds else None
    games = enumerate(round_.games if round_ else (), 1)
    return tuple(
        (str(board), request.say("web-forms.board", white=name(game.white), black=name(game.black)))
        for board, game in games
    )
