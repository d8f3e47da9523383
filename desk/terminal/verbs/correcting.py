"""The verbs that correct what was recorded."""

from __future__ import annotations

from collections.abc import Callable

import click

from desk.answers.touches import touched_view
from desk.terminal.options import option
from desk.terminal.registry import Registry
from desk.terminal.session import Session
from desk.terminal.tables import show
from desk.terminal.writing import Data, typed_command, writes

here = Registry()


correct = here.of_section("correct")


def _touches(command: str) -> Callable[[Data], Data]:
    """Return the preparation of a correction: show what it would touch and exit, if requested."""

    def prepare(fields: Data) -> Data:
        if fields.pop("dry_run"):
            ctx = click.get_current_context()
            _, wanted = typed_command(command=command, **fields)
            book = ctx.ensure_object(Session).book()
            show(touched_view(book, wanted))  # type: ignore[arg-type]
            ctx.exit()
        return fields

    return prepare


for _what in ("result", "colours", "rating"):
    writes(
        correct,
        _what,
        option("--dry-run", is_flag=True),
        prepare=_touches(f"correct-{_what}"),
    )
