"""The verbs that take a whole round from a file: a pairing made by hand, a club evening."""

from __future__ import annotations

from typing import Any

import click

from pairing.terminal.common import (
    ROUND,
    Session,
    argument,
    json_option,
    leave,
    text_of,
    toernooi,
    typed_command,
    write,
    writes,
)


@toernooi.verb("pairing-by-hand", "handindeling")
@click.argument("round", type=int)
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@click.option("--reason", help="Why, in words that name nobody; required in a Swiss.")
@json_option
@click.pass_obj
def pairing_by_hand(
    session: Session, /, round: int, file: str, reason: str | None, as_json: bool
) -> None:
    """Publish ROUND, the next, with the boards of FILE: lines of WHITE - BLACK, and bye PLAYER."""
    from pairing.by_hand import read_boards

    read = read_boards(text_of(file))
    if isinstance(read, tuple):
        leave(read)
    data: dict[str, Any] = {"round": round, "boards": read.boards, "bye": read.bye}
    write(session, [typed_command(command="pairing-by-hand", reason=reason, **data)], as_json)


writes(
    toernooi, "evening", "avond",
    "Take in all of a club evening from a CSV FILE, all or nothing: games, absences, teams. "
    "Games of a ROUND that is not published are its pairing (docs/season-files.md).",
    ROUND, argument("file", type=click.Path(exists=True, dir_okay=False)),
)  # fmt: skip
