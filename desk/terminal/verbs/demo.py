"""The verb that plays the main task."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from desk.terminal import options as opt
from desk.terminal.answers import FILE
from desk.terminal.demo import run
from desk.terminal.output import (
    put,
)
from desk.terminal.registry import Registry
from desk.terminal.session import Session

if TYPE_CHECKING:
    from ledger.runtime import Runtime

here = Registry()


@here.verb("demo")
@click.argument("file", required=False, type=FILE)
@opt.rules_option
@click.pass_obj
def demo(session: Session, file: str | None, rules: str) -> None:
    """Run the main task on the shipped tournament, or on a TRF FILE of yours."""
    program = click.get_current_context().find_root().command

    def call(arguments: Sequence[str], runtime: Runtime) -> None:
        program.main(list(arguments), standalone_mode=False, obj=runtime)

    run(session.runtime, Path(file) if file else None, rules, call, put)
