"""Another system than this one: what Windows lacks is gone, and what it refuses is refused.

`begin` makes this process one of such a system, for as long as it lives, before anything of the
program is loaded. Modules of Unix cannot be imported, functions of it are gone, and the program
takes itself to be on Windows. Files go as they go there:

- one that is open in this process is not replaced, deleted or renamed, nor is a folder with one;
- a folder is not opened; one that is read only is not deleted or replaced;
- no file takes a name that Windows refuses, or one that differs from a neighbour's in case alone;
- what is written reaches the disk (fsync) by a file that is open for writing.

Python's own library, the databases and the tests are those of this system: what they do on Windows
is not tried here.
"""

from __future__ import annotations

import asyncio
import errno
import fcntl
import getpass
import multiprocessing.popen_spawn_posix
import multiprocessing.resource_tracker
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import zoneinfo
from collections.abc import Callable, Iterator
from pathlib import Path, PureWindowsPath
from types import ModuleType
from typing import Any

import _pytest.tmpdir

BEFORE = asyncio, getpass, multiprocessing.popen_spawn_posix, subprocess, tempfile
"""What chooses its system when it is loaded, and is to be that of this one."""

MODULES = "fcntl", "termios", "tty", "pty", "pwd", "grp", "resource", "syslog", "readline", "curses"
"""Modules of Unix."""

GONE: dict[ModuleType, tuple[str, ...]] = {
    os: (
        *("fork", "forkpty", "getuid", "geteuid", "getgid", "getegid", "mkfifo", "chown", "lchown"),
        *("fchown", "killpg", "getpgid", "setsid", "openpty", "O_NOFOLLOW", "O_NONBLOCK"),
        "O_DIRECTORY",
    ),
    signal: (
        "pthread_sigmask",
        "pthread_kill",
        "alarm",
        "setitimer",
        "SIGKILL",
        "SIGHUP",
        "SIGALRM",
    ),
    time: ("tzset",),
}
"""By module: functions and numbers of Unix."""

LOCK_BYTE = 0x4000_0800
"""Where the program locks a file: where SQLite neither reads nor writes nor locks."""


def begin() -> None:
    """Make this process one of another system."""
    for name in MODULES:
        sys.modules[name] = None  # type: ignore[assignment]
    for module, names in GONE.items():
        for name in names:
            vars(module).pop(name, None)
    vars(_pytest.tmpdir)["get_user_id"] = lambda: None
    multiprocessing.resource_tracker._HAVE_SIGMASK = False  # type: ignore[attr-defined]
    shutil._use_fd_functions = False  # type: ignore[attr-defined]
    zoneinfo.reset_tzpath(to=())
    sys.modules["msvcrt"] = _msvcrt()
    from ledger import system

    vars(system)["on_windows"] = lambda: True
    vars(os)["fsync"] = _fsync(os.fsync)
    sys.addaudithook(_judge)


def _msvcrt() -> ModuleType:
    """Return the module of Windows by which a byte of a file is locked."""
    module: Any = ModuleType("msvcrt")
    module.LK_UNLCK, module.LK_LOCK, module.LK_NBLCK = 0, 1, 2

    def locking(handle: int, mode: int, size: int) -> None:
        assert (mode, size) == (module.LK_NBLCK, 1)
        assert os.lseek(handle, 0, os.SEEK_CUR) == LOCK_BYTE
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES)) from error

    module.locking = locking
    return module  # type: ignore[no-any-return]


def _fsync(real: Callable[[Any], None]) -> Callable[[Any], None]:
    def fsync(file: Any) -> None:
        handle = file if isinstance(file, int) else file.fileno()
        if fcntl.fcntl(handle, fcntl.F_GETFL) & os.O_ACCMODE == os.O_RDONLY:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        real(handle)

    return fsync


def _judge(event: str, arguments: tuple[Any, ...]) -> None:
    """Refuse what Windows refuses."""
    rule = _RULES.get(event)
    if rule is not None:
        rule(*arguments)


_OF_THIS_SYSTEM = re.compile("/proc/|/dev/(?!shm/)")
"""What no other system has; files of tests may stand in memory, at /dev/shm."""


def _opened(path: Any, mode: str | None, flags: int) -> None:
    if isinstance(path, int) or _OF_THIS_SYSTEM.match(name := os.fsdecode(path)):
        return
    if os.path.isdir(name):
        raise _denied(name)
    if flags & os.O_CREAT and not os.path.lexists(name):
        _see_name(name)


def _made(path: Any, *_: Any) -> None:
    _see_name(os.fsdecode(path))


def _renamed(source: Any, target: Any, *_: Any) -> None:
    before, after = os.fsdecode(source), os.fsdecode(target)
    _see_free(before)
    _see_free(after)
    _see_writable(after)
    if not os.path.lexists(after):
        _see_name(after, renamed=before)


def _linked(source: Any, target: Any, *_: Any) -> None:
    _see_name(os.fsdecode(target))


def _deleted(path: Any, *_: Any) -> None:
    _see_free(os.fsdecode(path))
    _see_writable(os.fsdecode(path))


def _see_free(name: str) -> None:
    """Refuse a file that is open here, and a folder in which one is."""
    own = os.path.join(os.path.realpath(os.path.dirname(name)), os.path.basename(name))
    if any(each == own or each.startswith(f"{own}/") for each in _open_files()):
        raise PermissionError(errno.EACCES, "it is used by another process", name)


def _open_files() -> Iterator[str]:
    for number in os.listdir("/proc/self/fd"):
        try:
            yield os.readlink(f"/proc/self/fd/{number}")
        except OSError:
            continue


def _see_writable(name: str) -> None:
    try:
        status = os.lstat(name)
    except OSError:
        return
    if not status.st_mode & 0o222:
        raise _denied(name)


def _see_name(name: str, renamed: str = "") -> None:
    own = os.path.basename(name)
    if (
        PureWindowsPath(own).is_reserved()
        or set(own) & {*'<>:"|?*\\', *map(chr, range(32))}
        or own[-1:] in {".", " "}
    ):
        raise OSError(errno.EINVAL, "the name is not possible", name)
    try:
        others = os.listdir(os.path.dirname(name) or ".")
    except OSError:
        return
    for other in others:
        if other != own and other.casefold() == own.casefold() and other != Path(renamed).name:
            raise AssertionError(f"{own} would be written over {other}")


def _denied(name: str) -> PermissionError:
    return PermissionError(errno.EACCES, os.strerror(errno.EACCES), name)


_RULES: dict[str, Callable[..., None]] = {
    "open": _opened,
    "os.mkdir": _made,
    "os.rename": _renamed,
    "os.link": _linked,
    "os.remove": _deleted,
    "os.rmdir": _deleted,
}
"""By an event of Python's: what is refused in it."""
