"""What every verb prints: sentences, notes, refusals, progress."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Literal, NoReturn, TypeVar

import click

from desk.terminal.streams import print_bytes, print_line
from desk.terminal.words import reader, words
from ledger.characters import visible
from ledger.later import Later
from ledger.messages import do, message
from ledger.refusals import Refusal, RefusedRecord, lines_of_all

if TYPE_CHECKING:
    from desk.render import in_words, table
    from desk.render import text as render_text
    from ledger.messages import Sentence
    from ledger.refusals import Refusals
    from ledger.rulebooks import files as rulebooks
    from ledger.rulebooks import rulebook as rulebook_of
else:  # with views, which help does without
    in_words = Later("desk.render.in_words")
    table = Later("desk.render.table")
    rulebooks = Later("ledger.rulebooks.files")
    rulebook_of = Later("ledger.rulebooks.rulebook")
    render_text = Later("desk.render.text")

T = TypeVar("T")


def say(*texts: Sentence, err: bool = False) -> None:
    """Print each text on a line of its own: one line, whatever it contains.

    A narrower terminal gets it broken between words; a command stays whole if it fits.
    """
    width = screen_width(err)
    for text in texts:
        said = [visible(words(text))]
        if width and len(said[0]) > width:
            said = table.wrapped(said[0], width)
        for line in said:
            print_line(line, err=err)


def screen_width(err: bool) -> int | None:
    """Return the number of places in a line of the terminal, None for output to elsewhere."""
    stream = sys.stderr if err else sys.stdout
    try:
        return os.get_terminal_size(stream.fileno()).columns if stream.isatty() else None
    except (OSError, ValueError):
        return None


def put(rendered: str, *, err: bool = False) -> None:
    """Print output of `desk.render`: lines that are already fit to be shown."""
    print_line(rendered, err=err)


def put_bytes(content: bytes) -> None:
    """Print the content of a file as it is."""
    print_bytes(content)


def put_pieces(rendered: Iterable[str]) -> None:
    """Print output that comes in pieces, which may be more than fits in memory."""
    for piece in rendered:
        print_line(piece, end=False)
    print_line("")


_NOTES = "notes"


def note(*texts: Sentence) -> None:
    """Keep a note on something that was read; `show` and `tell` print it."""
    click.get_current_context().meta.setdefault(_NOTES, []).extend(texts)


def kept_notes() -> tuple[Sentence, ...]:
    """Return the notes that `note` kept while this command line runs."""
    ctx = click.get_current_context(silent=True)
    return tuple(ctx.meta.get(_NOTES, ())) if ctx is not None else ()


def noted(what: Sentence) -> Sentence:
    """Return a text as a note."""
    return message("terminal.note", what=what)


def say_notes(notes: Iterable[Sentence], err: bool = True) -> None:
    """Print notes, one per line."""
    say(*map(noted, notes), err=err)


def asked_form() -> Literal["table", "json", "csv"]:
    """Return the form in which the answer is asked for: by --json, --csv, else a table."""
    ctx = click.get_current_context(silent=True)
    kept = {} if ctx is None else ctx.meta
    return "json" if kept.get("as_json") else "csv" if kept.get("as_csv") else "table"


def leave(refusals: Refusals | Refusal) -> NoReturn:
    """Print all refusals and exit with the code of their kind."""
    several = refusals if isinstance(refusals, tuple) else (refusals,)
    if asked_form() == "json":
        record = RefusedRecord([refusal.record() for refusal in several])
        put(render_text.as_json(in_words.worded(record.as_dict(), reader())))
    else:
        say_refusals(several)
    sys.exit(max(int(refusal.exit) for refusal in several))


def say_refusals(refusals: Sequence[Refusal]) -> None:
    """Print refusals with their next steps, and where the clauses they rest on are told in words."""
    if refusals:
        say(*lines_of_all(tuple(refusals), _clauses_in_words()), err=True)


def _clauses_in_words() -> Callable[[str], Sentence]:
    """Return what tells of each clause, once, how it is read in words; "" where none has it."""
    told = set[str]()

    def below(cited: str) -> Sentence:
        rulebook, _, name = cited.partition(" ")
        if cited in told or rulebook not in rulebooks.shipped():
            return ""
        told.add(cited)
        clause = rulebook_of.clause_cited(name, rulebooks.as_shipped(rulebook).clauses)
        if clause is None:
            return ""
        return message("terminal.clause-in-words", command=do("help", names=(rulebook, clause)))

    return below


def or_leave(value: T | Refusal | Refusals) -> T:
    """Return a value, or exit with the refusals that came in its place."""
    return leave(value) if isinstance(value, Refusal | tuple) else value


def progress(total: int) -> Callable[[int], None]:
    """Return a function that shows the progress of a long run on a terminal, and nowhere else."""

    def tell(done: int) -> None:
        text = words(message("terminal.progress", n=done, total=total))
        print_line(f"\r{text if done < total else ' ' * len(text)}\r", err=True, end=False)

    return tell if sys.stderr.isatty() else lambda done: None


def progress_of(done: int, total: int) -> None:
    """Return the same for a total that is known only on the way."""
    progress(total)(done)
