"""What a shell completes: a value follows the name of its option in either language."""

from __future__ import annotations

from typing import Any

from click.shell_completion import (
    BashComplete,
    CompletionItem,
    FishComplete,
    ShellComplete,
    ZshComplete,
    add_completion_class,
)

from desk.terminal.option_names import in_english, known_in_english


class InEitherLanguage(ShellComplete):
    """Completion after words in which options have their Dutch names, or their English ones."""

    def get_completions(self, args: list[str], incomplete: str) -> list[CompletionItem[Any]]:
        """Return what the last word may become, after the words before it."""
        words = in_english(known_in_english(), [*args, incomplete])
        return super().get_completions(words[:-1], words[-1] if "=" in incomplete else incomplete)


class _Bash(InEitherLanguage, BashComplete):
    """That of bash."""


class _Zsh(InEitherLanguage, ZshComplete):
    """That of zsh."""


class _Fish(InEitherLanguage, FishComplete):
    """That of fish."""


def complete_in_either_language() -> None:
    """Have each shell complete by these, whichever asks."""
    for of_shell in (_Bash, _Zsh, _Fish):
        add_completion_class(of_shell)
