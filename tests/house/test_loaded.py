"""Processes that have the program loaded hear Ctrl-C, whoever began their parent."""

from __future__ import annotations

import signal

from tests.helpers.loaded import ran


def test_a_child_hears_ctrl_c_though_its_parent_was_begun_where_it_was_blocked() -> None:
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        done = ran("import signal; print(signal.pthread_sigmask(signal.SIG_BLOCK, ()))")
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    assert done.stdout == "set()\n"
