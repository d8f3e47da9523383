"""What the import of a tournament file enters otherwise than the file has it, by line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ledger.messages import message
from ledger.titles import title_of
from ledger.trf.findings import TrfNote, notes_of_adjusted
from ledger.trf.model import DEFAULT_CODES, TrfFile
from ledger.values import whole_number


def adjustments(file: TrfFile) -> tuple[TrfNote, ...]:
    """Return a note for each kind of change, with the lines it is made in."""
    return (*_counts(file), *notes_of_adjusted(_changes(file)))


def _changes(file: TrfFile) -> Mapping[str, Sequence[int]]:
    changes: dict[str, list[int]] = {}

    def add(change: str, line: int) -> None:
        changes.setdefault(change, []).append(line)

    for player in file.players:
        if not player.name:
            add("no-name", player.line)
        if player.title.strip(" \t") and not title_of(player.title):
            add("unknown-title", player.line)
        for cell in player.cells:
            if cell is None or cell.code not in DEFAULT_CODES:
                continue
            if cell.opponent is None:
                add("win-of-nobody" if cell.code == "+" else "loss-of-nobody", player.line)
            elif cell.colour == "-" and player.number < cell.opponent:
                add("default-without-colours", player.line)
    return changes


def _counts(file: TrfFile) -> Iterator[TrfNote]:
    """Yield a note where the file says another number of players (062) than it has."""
    for header in file.header:
        said = whole_number(header.text.strip(" \t")) if header.tag == "062" else None
        if said is not None and said != len(file.players):
            what = message("imports.other-count", said=said, n=len(file.players))
            yield TrfNote(header.line, what)
