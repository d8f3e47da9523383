"""Which system the program runs on, and where that keeps the files of a user.

Every choice that goes by the system asks here, so that both ways can be tried.
"""

from __future__ import annotations

import os
from pathlib import Path


def on_windows() -> bool:
    """Tell whether this is Windows."""
    return os.name == "nt"


def data_folder(program: str = "") -> Path:
    """Return where the system keeps the data of a user: of a program, "": of all."""
    from platformdirs import user_data_path  # whoever asks for help does without

    return user_data_path(program or None, appauthor=False)


def documents_folder() -> Path:
    """Return where the system keeps the documents of a user, made or not."""
    from platformdirs import user_documents_path  # whoever asks for help does without

    return user_documents_path()
