"""Where the packed program begins: what is typed behind it, or the desk for a double click."""

from __future__ import annotations

import multiprocessing
import sys

from toernooiboek import main

if __name__ == "__main__":
    multiprocessing.freeze_support()
    if len(sys.argv) == 1:
        sys.argv.append("desk")
    main()
