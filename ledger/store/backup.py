"""A copy of a ledger in use: one file, with everything that was acknowledged.

SQLite keeps recent changes in a second file beside the ledger, for as long as anybody has it open.
A copy of the ledger file alone lacks them; a copy made here does not.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from ledger.errors import no_folder, usage
from ledger.kept_names import OF_SQLITE, check_output_name
from ledger.messages import message
from ledger.store.file import head_beside
from ledger.store.file.engine import named_errors
from ledger.store.part_files import Part, delete_remainders, new_part
from ledger.store.store import Store
from ledger.whole_files import to_disk


@contextmanager
def copied(
    store: Store, target: Path, progress: Callable[[int, int], None] = lambda done, total: None
) -> Iterator[Path]:
    """Copy a ledger as it stands now, beside `target`; at the end of the block it becomes `target`.

    Writers are not blocked. The block is for checks: if it raises, the copy is deleted and no file
    is left, and what a killed copy left in the folder is deleted. `progress` is called with the
    number of steps done and the total. Raise StoreError when `target` exists already, or cannot be
    made.
    """
    refuse_taken(target)
    delete_remainders(target.parent, target.name)
    with ExitStack() as kept:
        with named_errors(target):
            part = kept.enter_context(new_part(target))
        store.copy_to(part.path, progress)
        yield part.path
        with named_errors(target):
            to_disk(part.path)
            _take_name(part, target)
        head_beside.forget(target)  # of a ledger that stood here before


def refuse_taken(target: Path) -> None:
    """Raise StoreError when `target` exists, or files that a ledger of that name left beside it.

    No copy takes the name of such a file either.
    """
    check_output_name(target)
    beside = (target.with_name(target.name + end) for end in OF_SQLITE)
    for path in (target, *(() if target.is_dir() else beside)):
        if path.exists() or path.is_symlink():
            what = message("store.file-exists", path=str(path))
            raise usage("file-exists", what, message("store.move-away"))
    if not target.parent.is_dir():
        raise no_folder(target.parent)


def _take_name(part: Part, target: Path) -> None:
    """Give the copy its name; another file that took it meanwhile is left as it is."""
    try:
        os.link(part.path, target)
    except FileExistsError:
        refuse_taken(target)
    except OSError:  # a file system without links
        refuse_taken(target)
        part.free()
        part.path.rename(target)
