"""The verb that lets a shell complete verbs and options."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import PurePath
from typing import Final

import click
from click.shell_completion import get_completion_class

from desk.terminal.answers import OneOf
from desk.terminal.output import put
from desk.terminal.registry import Registry
from desk.terminal.words import words
from ledger.messages import do, message

here = Registry()

STARTS_WITH: Final[Mapping[str, str]] = {
    "bash": "~/.bashrc",
    "zsh": "~/.zshrc",
    "fish": "~/.config/fish/config.fish",
}
"""The file that each shell reads when it starts."""


@here.verb("completion")
@click.argument("shell", type=OneOf("shell", tuple(STARTS_WITH)), required=False)
@click.pass_context
def completion(ctx: click.Context, shell: str | None) -> None:
    """Print what lets a shell complete verbs and options; a comment says where to put it."""
    shell = shell or PurePath(os.environ.get("SHELL", "bash")).name
    if shell not in STARTS_WITH:
        shell = "bash"
    of_shell = get_completion_class(shell)
    assert of_shell is not None
    program = ctx.find_root().command
    script = of_shell(program, {}, "toernooi", "_TOERNOOI_COMPLETE").source()
    line = message(f"help.completion-in.{shell}", command=do("completion", shell=shell))
    how = words(message("help.completion", line=line, file=STARTS_WITH[shell]))
    put(f"# {how}\n{script.strip()}")
