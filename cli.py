"""The entry point and every exit: `main`, exit codes, interrupts. No verbs, rules or storage."""

from __future__ import annotations

import atexit
import gc
import os
import re
import sys
from collections.abc import Sequence
from typing import NoReturn

import click

from desk.terminal.clock import mended_zone
from desk.terminal.language import LANGUAGE
from desk.terminal.option_names import spelled
from desk.terminal.output import leave, noted, say
from desk.terminal.streams import make_ready
from desk.terminal.verbs.program import toernooi, typed_language
from ledger.messages import message
from ledger.refusals import Exit, Refusal
from ledger.system_errors import said_by_system
from ledger.text_files import quoted

__all__ = ["main", "toernooi"]


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the program; every exit has a sentence and a code, never a traceback."""
    typed = sys.argv[1:] if arguments is None else list(arguments)
    if arguments is None:
        _keep_all_that_is_loaded()
    make_ready()
    # numpy's matrix library starts a thread for each processor, which no verb uses: 0.1 seconds.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    with click.Context(toernooi, info_name="toernooi") as ctx:
        ctx.meta[LANGUAGE] = typed_language(typed)
        if (wrong := mended_zone()) is not None:
            _note_zone(wrong)
        _run(typed)


def _keep_all_that_is_loaded() -> None:
    """Look for garbage rarely in a process of our own, and not at its end.

    Nearly all objects of a start are classes and functions, which stay: to go through them again
    and again is an eighth of its time.
    """
    gc.set_threshold(_OBJECTS)
    atexit.register(gc.freeze)


_OBJECTS = 100_000
"""Objects made before garbage is looked for; `serve` and what makes many rows choose their own."""


def _run(typed: Sequence[str]) -> NoReturn:
    try:
        toernooi.main(list(typed), prog_name="toernooi", standalone_mode=False)
    except click.NoSuchOption as error:
        _leave_by_option(error, typed)
    except click.ClickException as error:
        _leave_by_usage(error)
    except (click.Abort, KeyboardInterrupt):
        say(message("usage.stopped"), err=True)
        sys.exit(130)
    except OSError as error:
        _leave_by_system(error)
    except Exception as error:
        _leave_by_fault(error)
    sys.exit(0)


def _note_zone(wrong: str) -> None:
    """Note that times are in UTC, as the time zone of the machine cannot be one."""
    say(noted(message("terminal.no-time-zone", zone=quoted(wrong))), err=True)


def _leave_by_usage(error: click.ClickException) -> NoReturn:
    """Return the usage of a verb, without the control characters of the typed text."""
    from desk.terminal.faults import lines_of  # the verb that was meant, of all there are

    say(*lines_of(error), err=True)
    sys.exit(2)


def _leave_by_option(error: click.NoSuchOption, typed: Sequence[str]) -> NoReturn:
    """Report that there is no such option; -3 was not meant as one."""
    numbers = [word for word in typed if re.fullmatch(r"-\d+", word)]
    number = next((word for word in numbers if word.startswith(error.option_name)), None)
    if number is None:
        _leave_by_usage(error)
    path = error.ctx.command_path if error.ctx else "toernooi"
    what = message("usage.no-negative", number=number)
    leave(Refusal("bad-command", what, f"{path} {spelled('--help')}", exit=Exit.USAGE))


def _leave_by_system(error: OSError) -> NoReturn:
    """Return what the operating system refused: a name that is too long, a missing disk."""
    what = said_by_system(error)
    if isinstance(error.filename, str):
        what = message("usage.of-file", file=quoted(os.fsdecode(error.filename)), what=what)
    leave(Refusal("file-unusable", what, message("usage.check-files"), exit=Exit.USAGE))


def _leave_by_fault(error: Exception) -> NoReturn:
    """Report the refusal of a damaged or unusable ledger; anything else is an internal error."""
    refusal = getattr(error, "refusal", None)
    if refusal is not None:
        leave(refusal)
    if os.environ.get("TOERNOOI_DEBUG"):
        raise error
    fault = message("usage.internal", kind=type(error).__name__, text=str(error))
    say(fault, message("refusals.next", step=message("usage.debug")), err=True)
    sys.exit(70)


if __name__ == "__main__":
    main()
