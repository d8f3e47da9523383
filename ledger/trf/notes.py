"""What a tournament file says that is kept and written back, and not used: a note for each."""

from __future__ import annotations

from collections.abc import Iterator

from ledger.messages import Sentence, message
from ledger.trf.findings import TrfNote
from ledger.trf.model import TrfFile
from ledger.trf.records import (
    TEAM_RECORDS,
    TrfAbnormal,
    TrfAcceleration,
    TrfNational,
    TrfOldTeam,
    TrfProhibited,
    TrfVirtual,
)

_WHY: dict[type, Sentence] = {
    TrfAcceleration: message("trf.unused-250"),
    TrfVirtual: message("trf.unused-250"),
    TrfProhibited: message("trf.unused-260"),
    TrfAbnormal: message("trf.unused-299"),
    TrfNational: message("trf.unused-national"),
    **dict.fromkeys((*TEAM_RECORDS, TrfOldTeam), message("trf.unused-teams")),
}
_WHY_HEADER = {
    "172": message("trf.unused-172"),
    "202": message("trf.unused-202"),
    "212": message("trf.unused-202"),
    "352": message("trf.unused-teams"),
    "362": message("trf.unused-teams"),
}


def notes_of_unused(file: TrfFile) -> Iterator[TrfNote]:
    """Yield a note for each kind of record that is not used, at the first of its lines."""
    lines: dict[tuple[str, Sentence], list[int]] = {}
    for record in file.records:
        if (why := _WHY.get(type(record))) and not _is_used(record):
            lines.setdefault((record.tag, why), []).append(record.line)
    for header in file.header:
        if why := _WHY_HEADER.get(header.tag):
            lines.setdefault((header.tag, why), []).append(header.line)
    for (tag, why), places in lines.items():
        what = message("trf.unused", n=len(places), tag=tag, why=why)
        yield TrfNote(places[0], what)
    code = file.type_code
    if code is not None and (code.fide or code.kind == "unknown") and not file.is_team_event:
        line = next(header.line for header in file.header if header.tag == "192")
        key = "trf.unknown-type" if code.kind == "unknown" else "trf.type"
        yield TrfNote(line, message(key, code=code.text))


def _is_used(record: object) -> bool:
    """Tell whether all that a national record says is used: a number at the own federation."""
    return isinstance(record, TrfNational) and record.says_no_more
