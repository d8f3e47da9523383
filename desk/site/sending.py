"""A website is sent: by rsync or sftp of this machine, or into the work tree of a git repository.

What a target has is kept beside the folder (`site.sent.json` beside `site`), so that only what changed
is sent, and what could not be sent is tried again at the next run. Nothing of others is ever taken
away there: only files that were sent before and that the website no longer has.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import Final
from urllib.parse import urlsplit

from desk.site.folder import INDEX, SiteSent, files_of, made_before
from ledger.messages import Sentence, message
from ledger.refusals import Exit, Refusal
from ledger.system_errors import cannot_be_written
from ledger.text_files import json_of
from ledger.whole_files import make_folder, replace_whole, write_whole

_COMMIT: Final = "website"
"""What a commit in a git repository is called."""

_SAID: Final = 3
"""Lines of a program that are told: rsync says last that it ended, and before that why."""

SENDING_S: Final = 600
"""How long a program that sends may take, in seconds."""


@dataclass(frozen=True, slots=True)
class Target:
    """Where a website is sent: `text` as it was typed, `way` the program that sends."""

    text: str
    way: str


class _NotSentError(Exception):
    """Why nothing could be sent, in words, with the last lines of the program."""

    def __init__(self, why: Sentence, said: Sequence[str] = ()) -> None:
        super().__init__(str(why))
        self.why = why
        self.said = tuple(said)


def target_of(text: str) -> Target | Refusal:
    """Return where a typed target leads: sftp://HOST/PATH, HOST:PATH for rsync, or a git work tree."""
    if text.startswith("sftp://") and (parts := urlsplit(text)).hostname and parts.path.strip("/"):
        return Target(text, "sftp")
    if (Path(text) / ".git").exists():
        return Target(text, "git")
    host, colon, path = text.partition(":")
    is_name = len(host) > 1 and "/" not in host and "\\" not in host and not path.startswith("//")
    if not text.startswith("-") and (text.startswith("rsync://") or (colon and is_name and path)):
        return Target(text, "rsync")
    what = message("site-send.no-target", target=text)
    return Refusal("not-a-target", what, message("site-send.targets"), exit=Exit.USAGE)


def send(folder: Path, target: Target, *, tried: bool = False) -> SiteSent | Refusal:
    """Send what a target does not have of a website; `tried`: only list it.

    What fails is told, and sent again by the next call.
    """
    index = made_before(folder)
    now = {} if isinstance(index, Refusal) else files_of(folder, index)
    with suppress(OSError):
        now[INDEX] = hashlib.sha256((folder / INDEX).read_bytes()).hexdigest()
    had = _kept(folder).get(target.text, {})
    changed = sorted(path for path, digest in now.items() if had.get(path) != digest)
    gone = sorted(path for path in had if path not in now)
    changed.sort(key=lambda path: path == INDEX)  # the index is last, as in the folder
    outcome = SiteSent(target.text, changed, gone, tried)
    if tried or not (changed or gone):
        return outcome
    try:
        _WAYS[target.way](folder, target, changed, gone)
    except _NotSentError as error:
        step = message("site-send.again")
        what = message("site-send.failed", target=target.text, why=error.why)
        return Refusal("not-sent", what, step, quoted=error.said)
    _keep(folder, target, now)
    return outcome


def _state(folder: Path) -> Path:
    whole = folder.absolute()
    return whole.parent / f"{whole.name}.sent.json"


def _kept(folder: Path) -> dict[str, dict[str, str]]:
    """Return what each target has, by path; {} where it is not known."""
    with suppress(OSError, ValueError):
        found = json_of(_state(folder).read_text("utf-8"))
        if isinstance(found, dict):
            return {str(key): dict(one) for key, one in found.items() if isinstance(one, dict)}
    return {}


def _keep(folder: Path, target: Target, now: Mapping[str, str]) -> None:
    kept = {**_kept(folder), target.text: dict(now)}
    text = json.dumps(kept, ensure_ascii=False, indent=1, sort_keys=True)
    with suppress(OSError):  # what is sent twice does no harm
        replace_whole(_state(folder), f"{text}\n".encode())


def _program(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        raise _NotSentError(message("site-send.no-program", program=name))
    return found


def _run(command: Sequence[str], given: str = "", folder: Path | None = None) -> str:
    """Run a program in a folder and return what it printed; its last lines say why it failed."""
    try:
        done = subprocess.run(
            command,
            input=given.encode(),  # as a text its ends of lines would be those of the system
            capture_output=True,
            timeout=SENDING_S,
            cwd=folder,
        )
    except subprocess.TimeoutExpired as error:
        raise _NotSentError(message("site-send.too-long", n=SENDING_S)) from error
    except OSError as error:
        raise _NotSentError(message("site-send.not-run", program=command[0])) from error
    printed, errors = (text.decode("utf-8", "replace") for text in (done.stdout, done.stderr))
    if done.returncode:
        lines = [line for line in (errors or printed).splitlines() if line.strip()]
        why = message("site-send.ended", program=Path(command[0]).name, code=done.returncode)
        raise _NotSentError(why, lines[-_SAID:])
    return printed


def _by_rsync(folder: Path, target: Target, changed: Sequence[str], gone: Sequence[str]) -> None:
    command = [_program("rsync"), "--times", "--files-from=-"]
    ends = ["--", "./", target.text.rstrip("/") + "/"]

    def named(paths: Sequence[str], within: Path, *options: str) -> None:
        # From the folder itself: the drive of a path of Windows would be the name of a machine.
        _run([*command, *options, *ends], "".join(f"{path}\n" for path in paths), within)

    if pages := [path for path in changed if path != INDEX]:
        named(pages, folder)
    for paths in _taken_away(folder, gone):
        # What is missing is taken away there where the folder around it is there: one without it.
        with TemporaryDirectory() as spare:
            for path in paths:
                make_folder((Path(spare) / path).parent)
            named(paths, Path(spare), "--dirs", "--delete-missing-args")
    named([INDEX], folder)


def _taken_away(folder: Path, gone: Sequence[str]) -> Iterator[list[str]]:
    """Yield files that are gone, then the folders that are by them, the deepest first.

    A folder in which others put anything stays there.
    """
    if gone:
        yield list(gone)
    above = {one for path in gone for one in PurePosixPath(path).parents if one.name}
    empty = sorted(one for one in above if not (folder / one).exists())
    for depth in sorted({len(one.parts) for one in empty}, reverse=True):
        yield [str(one) for one in empty if len(one.parts) == depth]


def _by_sftp(folder: Path, target: Target, changed: Sequence[str], gone: Sequence[str]) -> None:
    program = _program("sftp")
    parts = urlsplit(target.text)
    assert parts.hostname is not None, "a target has a host"
    host = f"{parts.username}@{parts.hostname}" if parts.username else parts.hostname
    base = parts.path.rstrip("/")
    base = base.removeprefix("/~/") if base.startswith("/~/") else base
    folders = {above.as_posix() for path in changed for above in Path(path).parents}
    lines = [f"-mkdir {_quoted(base)}"]
    lines += [f"-mkdir {_quoted(f'{base}/{one}')}" for one in sorted(folders - {"."})]
    for path in changed:
        local = _quoted((folder.absolute() / path).as_posix())
        there, part = _quoted(f"{base}/{path}"), _quoted(f"{base}/{path}.part")
        lines += [f"put {local} {part}", f"-rm {there}", f"rename {part} {there}"]
    lines += [f"-rm {_quoted(f'{base}/{path}')}" for path in gone]
    empty = {above.as_posix() for path in gone for above in Path(path).parents} - {"."}
    lines += [f"-rmdir {_quoted(f'{base}/{one}')}" for one in sorted(empty, reverse=True)]
    port = ["-P", str(parts.port)] if parts.port else []
    _run([program, "-b", "-", *port, "--", host], "".join(f"{line}\n" for line in lines))


def _quoted(path: str) -> str:
    return '"' + path.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _into_git(folder: Path, target: Target, changed: Sequence[str], gone: Sequence[str]) -> None:
    """Copy into a work tree and commit these files alone; what else waits there is left alone."""
    program = _program("git")
    tree = Path(target.text).absolute()
    try:
        for path in changed:
            make_folder((tree / path).parent)
            write_whole(tree / path, (folder / path).read_bytes())
        for path in gone:
            (tree / path).unlink(missing_ok=True)
            for above in PurePosixPath(path).parents[:-1]:
                with suppress(OSError):  # it has anything else
                    (tree / above).rmdir()
    except OSError as error:
        raise _NotSentError(cannot_be_written(target.text, error)) from error
    git = [program, "-C", str(tree)]
    with TemporaryDirectory() as spare:
        listed = Path(spare) / "paths"
        listed.write_bytes(b"".join(f"{path}\0".encode() for path in (*changed, *gone)))
        these = [f"--pathspec-from-file={listed}", "--pathspec-file-nul"]
        _run([*git, "add", "--all", "--force", *these])
        if _run([*git, "diff", "--cached", "--name-only"]).strip():
            _run([*git, "commit", "--quiet", "-m", _COMMIT, *these])


_WAYS: Final = {"rsync": _by_rsync, "sftp": _by_sftp, "git": _into_git}
