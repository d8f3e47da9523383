"""Work in parts: what the processes of a pool or a cluster are given, and how they give up."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeAlias, TypeVar

from ledger.refusals import Refusal

P = TypeVar("P")
R = TypeVar("R")

Work: TypeAlias = Callable[[], AbstractContextManager[Callable[[P], R]]]
"""Opens what a process needs, such as a ledger, and gives the function that does one part.

It is sent to other processes: a function of a module, or a partial of one with plain values.
"""


class SpreadError(Exception):
    """Workers cannot do, or did not finish, their parts; `refusal` says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal


@dataclass(frozen=True, slots=True)
class Excuse:
    """The result of a part that was refused: an exception that can be sent to another process."""

    refusal: Refusal


class Workforce(Protocol):
    """Processes that do the parts of a job. The results never depend on their number or place."""

    def reach(self, paths: Sequence[Path]) -> None:
        """Raise SpreadError when a process cannot read one of these files or folders."""

    def each(self, work: Work[P, R], parts: Sequence[P]) -> Generator[R, None, None]:
        """Yield the result of each part, in order; a few parts are under way at a time.

        Raise SpreadError when a part is refused or its process was killed. When the generator is
        closed, as by Ctrl-C, no further part is begun.
        """


def attempt(do: Callable[[P], R], part: P) -> R | Excuse:
    """Do a part; return the refusal that an exception carries as an Excuse."""
    try:
        return do(part)
    except Exception as error:
        refusal = getattr(error, "refusal", None)
        if isinstance(refusal, Refusal):
            return Excuse(refusal)
        raise


def done(result: R | Excuse) -> R:
    """Return the result of a part; raise SpreadError where it was refused."""
    if isinstance(result, Excuse):
        raise SpreadError(result.refusal)
    return result


def of_weight(items: Iterable[P], weight: Callable[[P], int], most: int) -> Iterator[list[P]]:
    """Yield items in parts of bounded weight; a heavier one is a part by itself."""
    part: list[P] = []
    so_far = 0
    for each in items:
        more = weight(each)
        if part and so_far + more > most:
            yield part
            part = []
            so_far = 0
        part.append(each)
        so_far += more
    if part:
        yield part


def of_size(items: Sequence[P], size: int) -> list[Sequence[P]]:
    """Return items in parts of a number, the last one perhaps smaller."""
    return [items[at : at + size] for at in range(0, len(items), size)]
