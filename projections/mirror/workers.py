"""The parts of a mirror made by several processes, each from the ledger itself, in order."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TypeAlias

from ledger.messages import message
from ledger.place import LedgerPlace, seen_from_anywhere
from ledger.refusals import Exit, Refusal
from ledger.rulebooks.rulebook import from_canonical
from ledger.store.snapshot import End, Snapshot, snapshot
from ledger.store.store import Store
from projections.mirror.blocks import Wanted
from projections.mirror.columns import PackedPart
from projections.mirror.parts import made_part
from projections.mirror.rows import Says
from projections.mirror.standings import Under
from projections.spread.port import SpreadError, Workforce

Made: TypeAlias = tuple[PackedPart, list[tuple[str, Refusal]]]


def made_parts(
    ledger: LedgerPlace,
    *,
    end: End,
    parts: Sequence[Sequence[Wanted]],
    versions: Sequence[Under],
    says: Says,
    workforce: Workforce,
) -> Generator[Made, None, None]:
    """Yield the columns of each part, in order; at most a few parts are under way at a time.

    `end` is the last fact of the ledger. Raise SpreadError when one of the processes was
    killed, as a system without memory does.
    """
    texts = [(version.rules.canonical(), version.hash) for version in versions]
    work = partial(maker, seen_from_anywhere(ledger), end=end, texts=texts, says=says)
    yield from workforce.each(work, parts)


@contextmanager
def maker(
    ledger: LedgerPlace,
    end: End,
    texts: Sequence[tuple[str, str]],
    says: Says,
) -> Iterator[Callable[[Sequence[Wanted]], Made]]:
    """Open a ledger in a process, and give the function that makes a part of its mirror."""
    versions = [Under(from_canonical(text), hash_) for text, hash_ in texts]
    with Store(ledger) as store, snapshot(store) as now:
        check_end(now, end, ledger)
        yield lambda part: made_part(now, part, versions, says)


def check_end(now: Snapshot, end: End, ledger: LedgerPlace) -> None:
    """Raise SpreadError when a process sees another file under the name of the ledger."""
    if now.end(end.sequence) != end:
        what = message("spread.other-file", path=str(ledger))
        raise SpreadError(Refusal("other-file", what, message("spread.share"), exit=Exit.USAGE))
