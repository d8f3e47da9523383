"""The way in and every way out: `main`, exit codes, interrupts. No verbs, no rules, no storage."""

from __future__ import annotations

import io
import os
import re
import sys
from collections.abc import Sequence
from typing import NoReturn

import click

from desk.terminal.output import leave, say
from desk.terminal.streams import make_ready
from desk.terminal.verbs.program import toernooi

__all__ = ["main", "toernooi"]


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the program; every way out has a sentence and an exit code, never a traceback."""
    typed = sys.argv[1:] if arguments is None else list(arguments)
    make_ready()
    try:
        toernooi.main(typed, prog_name="toernooi", standalone_mode=False)
    except click.NoSuchOption as error:
        _leave_by_option(error, typed)
    except click.ClickException as error:
        _leave_by_usage(error)
    except (click.Abort, KeyboardInterrupt):
        say("stopped; what was acknowledged is recorded, the rest is not", err=True)
        sys.exit(130)
    except OSError as error:
        _leave_by_system(error)
    except Exception as error:
        _leave_by_fault(error)
    sys.exit(0)


def _leave_by_usage(error: click.ClickException) -> NoReturn:
    """Say how a verb is typed, without the control characters of what was typed."""
    shown = io.StringIO()
    error.show(shown)
    say(*shown.getvalue().rstrip("\n").split("\n"), err=True)
    sys.exit(2)


def _leave_by_option(error: click.NoSuchOption, typed: Sequence[str]) -> NoReturn:
    """Say that there is no such option; -3 was not meant as one."""
    numbers = [word for word in typed if re.fullmatch(r"-\d+", word)]
    number = next((word for word in numbers if word.startswith(error.option_name)), None)
    if number is None:
        _leave_by_usage(error)
    from ledger.refusals import Exit, Refusal

    path = error.ctx.command_path if error.ctx else "toernooi"
    what = f"{number} is less than 0, and no number here is"
    leave(Refusal("bad-command", what, f"{path} --help", exit=Exit.USAGE))


def _leave_by_system(error: OSError) -> NoReturn:
    """Say what the operating system refused: a name that is too long, a disk that is gone."""
    from ledger.refusals import Exit, Refusal
    from ledger.text_files import quoted

    where = f"{quoted(os.fsdecode(error.filename))}: " if isinstance(error.filename, str) else ""
    what = f"{where}{error.strerror or error}"
    step = "check the names of the files and folders, and their permissions"
    with click.Context(toernooi):
        leave(Refusal("file-unusable", what, step, exit=Exit.USAGE))


def _leave_by_fault(error: Exception) -> NoReturn:
    """Say a damaged or unusable ledger's refusal; own up to anything else as a fault of ours."""
    refusal = getattr(error, "refusal", None)
    if refusal is not None:
        with click.Context(toernooi):
            leave(refusal)
    if os.environ.get("TOERNOOI_DEBUG"):
        raise error
    say(
        f"fault of the program ({type(error).__name__}: {error}); nothing more was recorded",
        "  next: run the command again with TOERNOOI_DEBUG=1 and send us what it prints",
        err=True,
    )
    sys.exit(70)


if __name__ == "__main__":
    main()
