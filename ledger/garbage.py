"""The search for garbage by Python: what is there is left out of it, or it waits."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

A_COLLECTION = 500_000
"""Objects made between two searches where many rows are made, which have hardly any cycles."""

_for_good = False
"""Whether something is left out for as long as the process runs; Python is slow to count it."""


def leave_out_for_good() -> None:
    """Leave all that is there out of the search, as long as the process runs."""
    global _for_good
    _for_good = True
    gc.freeze()


@contextmanager
def only_what_comes() -> Iterator[None]:
    """Leave all that is there out of the search, which is long in a large program, for a while.

    What came meanwhile waits with it for the next search through everything. What is left out for
    good, as in a server, is so after it too.
    """
    if _for_good:
        yield
        return
    gc.freeze()
    try:
        yield
    finally:
        gc.freeze()  # nothing counts as new any more, which would be searched at once
        gc.unfreeze()


@contextmanager
def without_collection() -> Iterator[None]:
    """Pause the search, which would look through facts and could free none of them."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
