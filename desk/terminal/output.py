"""The output of every verb: refusals, tables, recorded facts, progress, files."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn, TypeVar

import click

from desk.terminal.misuse import Misuse, NoFile
from desk.terminal.streams import print_bytes, print_line
from desk.terminal.words import reader, view_in_words, worded, words

if TYPE_CHECKING:
    from desk.outcomes import Written
    from desk.render.sheets import PrintedSheet
    from ledger.messages import Sentence
    from ledger.refusals import Refusal, Refusals
    from projections.views.view import View

T = TypeVar("T")


def say(*texts: Sentence, err: bool = False) -> None:
    """Print each text on a line of its own: one line, whatever it contains.

    A narrower terminal gets it broken between words; a command stays whole if it fits.
    """
    from ledger.characters import visible

    width = screen_width(err)
    for text in texts:
        said = [visible(words(text))]
        if width and len(said[0]) > width:
            from desk.render.table import wrapped

            said = wrapped(said[0], width)
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


def put_pieces(rendered: Iterable[str]) -> None:
    """Print output that comes in pieces, which may be more than fits in memory."""
    for piece in rendered:
        print_line(piece, end=False)
    print_line("")


SPREADSHEET = "spreadsheet"
"""Where a command line keeps whether its CSV is for a spreadsheet; None: not specified."""


def for_spreadsheet(output: str | None = None) -> bool:
    """Return whether CSV is for a person, whose spreadsheet must not take a cell for a formula.

    The default is true for a terminal and for a file by -o.
    """
    ctx = click.get_current_context(silent=True)
    chosen = ctx.meta.get(SPREADSHEET) if ctx is not None else None
    return bool(output is not None or sys.stdout.isatty() if chosen is None else chosen)


WIDE = "wide"
"""Where a command line keeps whether a table is wanted whole."""


def line_width() -> int | None:
    """Return the width of a line for people; None: unlimited.

    It is that of the terminal, else COLUMNS (0: no limit), else 80.
    """
    ctx = click.get_current_context(silent=True)
    if ctx is not None and ctx.meta.get(WIDE):
        return None
    if sys.stdout.isatty():
        return os.get_terminal_size().columns or None
    columns = os.environ.get("COLUMNS", "")
    return (int(columns) if columns.isdecimal() else 80) or None


def table(view: View) -> str:
    """Return a view, in words already, as a table that fits."""
    from desk.render.table import as_table
    from ledger.messages import message

    return as_table(
        view, line_width(), lambda names: words(message("terminal.left-out", columns=names))
    )


def put_text(*texts: Sentence) -> None:
    """Print texts for people, wrapped to fit."""
    from desk.render.table import wrapped
    from ledger.characters import visible

    for text in texts:
        for line in wrapped(visible(words(text)), line_width()):
            print_line(line)


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
    from ledger.messages import message

    return message("terminal.note", what=what)


def say_notes(notes: Iterable[Sentence], err: bool = True) -> None:
    """Print notes, one per line."""
    say(*map(noted, notes), err=err)


def leave(refusals: Refusals | Refusal) -> NoReturn:
    """Print all refusals and exit with the code of their kind."""
    several = refusals if isinstance(refusals, tuple) else (refusals,)
    ctx = click.get_current_context(silent=True)
    if ctx is not None and ctx.params.get("as_json"):
        from desk.render.text import as_json
        from ledger.refusals import RefusedRecord

        record = RefusedRecord([refusal.record() for refusal in several])
        put(as_json(worded(record.as_dict())))
    else:
        say_refusals(several)
    sys.exit(max(int(refusal.exit) for refusal in several))


def say_refusals(refusals: Sequence[Refusal]) -> None:
    """Print refusals with their next steps."""
    from ledger.refusals import lines_of_all

    if refusals:
        say(*lines_of_all(tuple(refusals)), err=True)


def or_leave(value: T | Refusal | Refusals) -> T:
    """Return a value, or exit with the refusals that came in its place."""
    from ledger.refusals import Refusal

    return leave(value) if isinstance(value, Refusal | tuple) else value


def show(view: View | Refusal | Refusals, as_json: bool, as_csv: bool = False) -> None:
    """Print a view as table, JSON or CSV; exit with the refusals if there are any."""
    from desk.render import text as render

    view = or_leave(view)
    view = replace(view, notes=(*view.notes, *kept_notes()))
    if as_json:
        put(render.as_json(worded(view.record())))
    elif as_csv:
        put(render.as_csv(view_in_words(view, codes=not view.for_members), for_spreadsheet()))
    else:
        put(table(view_in_words(view)))


def tell(written: Written, as_json: bool) -> None:
    """Report the recorded facts, and the notes for the arbiter."""
    from desk.render.text import as_json as json_text
    from projections.log.entries import WrittenFact, WrittenRecord
    from projections.log.sentences import teller

    sentence_at = teller(written.book)
    rows = [
        WrittenFact(stamp.position, fact.TOPIC, words(sentence_at(stamp.position)))
        for fact, stamp in written.facts
    ]
    notes = [words(note) for note in (*kept_notes(), *written.notes)]
    if as_json:
        put(json_text(WrittenRecord(written.book.id, rows, notes)))
        return
    from ledger.messages import message

    shown = rows if len(rows) <= 12 else rows[:5]
    for row in shown:
        say(message("terminal.fact", position=row.position, what=row.what))
    if len(rows) > len(shown):
        more = len(rows) - len(shown)
        say(message("terminal.more-facts", n=more, position=rows[-1].position))
    different = list(dict.fromkeys(notes))
    say_notes(different if len(different) <= 12 else different[:5], err=False)
    if len(different) > 12:
        say(message("terminal.more-notes", n=len(different) - 5))


def progress(total: int) -> Callable[[int], None]:
    """Return a function that shows the progress of a long run on a terminal, and nowhere else."""

    def tell(done: int) -> None:
        from ledger.messages import message

        text = words(message("terminal.progress", n=done, total=total))
        print_line(f"\r{text if done < total else ' ' * len(text)}\r", err=True, end=False)

    return tell if sys.stderr.isatty() else lambda done: None


def progress_of(done: int, total: int) -> None:
    """Return the same for a total that is known only on the way."""
    progress(total)(done)


def bytes_of(path: str) -> bytes:
    """Return the bytes of a file; - is the standard input."""
    from ledger.whole_files import check_kind

    if path != "-":
        check_kind(Path(path))
    try:
        return Path(path).read_bytes() if path != "-" else sys.stdin.buffer.read()
    except OSError as error:
        raise NoFile(path, error) from error


def text_of(path: str) -> str:
    """Return the text of a file, or exit when it is not text."""
    from ledger.text_files import text_of

    return or_leave(text_of(bytes_of(path)))


def save_sheet(sheet: PrintedSheet | Refusal, output: str | None, aside: bool = False) -> None:
    """Write a sheet as one HTML page; that of a published round carries the QR code of its head.

    `aside`: report the file beside the verb's output.
    """
    save(sheet_text(or_leave(sheet)).encode(), output, aside=aside)


def sheet_text(sheet: PrintedSheet) -> str:
    """Return a sheet as an HTML page that needs no other file."""
    from desk.render.sheets import Stationery, sheet_page

    style = Path(__file__).parents[1] / "web" / "static" / "style.css"
    return sheet_page(sheet, reader(), Stationery(style.read_text("utf-8")))


_LEDGER = b"SQLite format 3"
"""The first bytes of a ledger file."""


def _is_ledger(path: Path) -> bool:
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(len(_LEDGER)) == _LEDGER


def save(data: bytes, output: str | None, private: bool = False, aside: bool = False) -> None:
    """Write a file to its destination, in one piece; None is the screen.

    `private`: it holds personal data, so that a new file is readable by its owner only. `aside`:
    report the file beside the verb's output.
    """
    if output is None:
        print_bytes(data)
        return
    from ledger.messages import message
    from ledger.whole_files import write_whole

    with _as_misuse(output) as path:
        write_whole(path, data, private)
    say(message("terminal.written", file=output), err=aside)


def check_output(output: str) -> None:
    """Leave where a file could not be written by `save`, before what it is to show is recorded."""
    from ledger.whole_files import check_writable

    with _as_misuse(output) as path:
        check_writable(path)


@contextmanager
def _as_misuse(output: str) -> Iterator[Path]:
    """Give the path of a file to be written, which is no ledger; what goes wrong is misuse."""
    from ledger.messages import message

    try:
        path = Path(output)
        if _is_ledger(path):
            raise Misuse(message("terminal.is-ledger", file=output))
        yield path
    except OSError as error:
        raise NoFile(output, error) from error
