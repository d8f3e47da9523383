"""Put a change into functions that are loaded already, so that nothing need be loaded again."""

from __future__ import annotations

import functools
import gc
import inspect
import sys
from collections import defaultdict
from collections.abc import Iterator
from types import CodeType, FunctionType


def put_in(path: str, before: str, after: str) -> bool:
    """Have the loaded functions of a file do what its changed text says.

    Return whether that is the whole change: it is not if a class, a default or the module itself
    would be another one, for that is made when the file is loaded. A file that no one has loaded
    yet needs nothing.
    """
    if all(getattr(module, "__file__", None) != path for module in [*sys.modules.values()]):
        return True
    changed = _Changed(path)
    old, new = (compile(text, path, "exec", dont_inherit=True) for text in (before, after))
    return changed.compare(old, new, is_within=False) and changed.put_in()


def forget_answers(folder: str) -> None:
    """Empty what functions of the files below a folder have kept of their answers."""
    for each in gc.get_objects():
        if isinstance(each, functools._lru_cache_wrapper):
            wrapped = inspect.unwrap(each)
            if isinstance(wrapped, FunctionType) and wrapped.__code__.co_filename.startswith(
                folder
            ):
                each.cache_clear()


class _Changed:
    """The code of functions of one file that differs, and what it becomes."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.becomes = dict[CodeType, CodeType]()
        self.outermost = list[CodeType]()
        """The changed functions that stand in no other one: each must be there to be changed."""

    def compare(self, old: CodeType, new: CodeType, *, is_within: bool) -> bool:
        """Compare two texts' code; return whether only functions differ, or what is in them."""
        is_function = bool(old.co_flags & inspect.CO_OPTIMIZED)
        if is_function:
            self.becomes[old] = new
            if not is_within and old != new:
                self.outermost.append(old)
        elif not is_within and _does(old) != _does(new):
            return False
        others = defaultdict[str, list[CodeType]](list)
        for code in _inner(new):
            others[code.co_qualname].append(code)
        return all(
            self.compare(code, others[code.co_qualname].pop(0), is_within=is_within or is_function)
            for code in _inner(old)
            if others[code.co_qualname]
        )

    def put_in(self) -> bool:
        """Change the functions; return whether each that had to be there was."""
        missing = set(self.outermost)
        for each in gc.get_objects():
            if isinstance(each, FunctionType) and each.__code__.co_filename == self.path:
                code = each.__code__
                if code in self.becomes:
                    missing.discard(code)
                    try:
                        each.__code__ = self.becomes[code]
                    except ValueError:  # it needs another number of variables from around it
                        return False
        return not missing


def _inner(code: CodeType) -> Iterator[CodeType]:
    return (const for const in code.co_consts if isinstance(const, CodeType))


def _does(code: CodeType) -> object:
    """Return what code does by itself, wherever it stands: not its lines, not the code in it."""
    consts = [repr(const) for const in code.co_consts if not isinstance(const, CodeType)]
    return code.co_code, consts, code.co_names, code.co_varnames, code.co_cellvars
