"""The texts of help in the reader's language: verbs, options and arguments by their names.

The texts stand in the catalogue, in the rooms `verbs`, `options` and `fields`, and are read when
somebody asks for them.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

from desk.render.catalogue import room
from desk.terminal.answers import LANGUAGES, BadAnswer, OneOf, Whole
from desk.terminal.language import language
from desk.terminal.option_names import in_english, long_name, names_of, spelled, spellings
from desk.terminal.output import leave
from desk.terminal.words import blank_of, words
from ledger.messages import Message, message

if TYPE_CHECKING:
    from desk.render.catalogue import Wording
    from ledger.values import Language


class WithHelp(click.Command):
    """A command whose help is made when it is shown."""

    key = ""
    """Its name as in command files: correct-result."""
    of_fields = False
    """Whether its parameters are the fields of a command."""

    _all_params: list[click.Parameter] | None = None

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Return its parameters with the option for help; they are looked through once."""
        if self._all_params is None:
            self._all_params = super().get_params(ctx)
        return self._all_params

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the words typed after it; the error of a misused option names its command."""
        params = self.get_params(ctx)
        try:
            rest = super().parse_args(ctx, in_english(names_of(params), args))
        except click.BadOptionUsage as error:
            error.ctx = error.ctx or ctx
            raise
        if not ctx.resilient_parsing:
            for param in params:
                _refuse_blank(ctx, param)
        return rest

    def invoke(self, ctx: click.Context) -> object:
        """Carry it out; what is refused is told here, where the words that were typed are known."""
        try:
            return super().invoke(ctx)
        except Exception as error:
            refusal = getattr(error, "refusal", None)
            if refusal is None:
                raise
            return leave(refusal)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Return the options that begin so, by their names in the reader's language.

        Where none does, by those in the other one.
        """
        if not incomplete.startswith("-"):
            return []
        with ctx.scope(cleanup=False):
            both = spellings(names_of(self.get_params(ctx)))
        begun = sorted(name for name in both if name.startswith(incomplete))
        shown = [name for name in begun if both[name] == name]
        return [CompletionItem(name) for name in shown or begun]

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write its usage."""
        pieces = " ".join(self.collect_usage_pieces(ctx))
        formatter.write_usage(ctx.command_path, pieces, f"{_word('usage')} ")

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """Return the usage after its name."""
        arguments = [each for each in self.get_params(ctx) if isinstance(each, click.Argument)]
        verb = [_word("verb-mark")] if isinstance(self, click.Group) else []
        return [_word("options-mark"), *map(blank_of, arguments), *verb]

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write its description."""
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(help_of(self))

    def format_arguments(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List its arguments."""
        rows = [
            (bare(blank_of(param)), _with(text_of(self, param), _of_argument(param)))
            for param in self.get_params(ctx)
            if isinstance(param, click.Argument)
        ]
        _list(formatter, "arguments", rows)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List its options."""
        rows = [
            (_spelled(option), _with(text_of(self, option), _of_option(option)))
            for option in self.get_params(ctx)
            if isinstance(option, click.Option) and not option.hidden
        ]
        _list(formatter, "options", rows)

    def get_short_help_str(self, limit: int = 45) -> str:
        """Return the first sentence of its description."""
        return short_help(self.key)


def _refuse_blank(ctx: click.Context, param: click.Parameter) -> None:
    """Refuse a place to be filled in that was copied as it stands: NAME is nobody's name."""
    typed = (
        ctx.params.get(str(param.name))
        if isinstance(param.type, click.types.StringParamType)
        else None
    )
    for text in typed if isinstance(typed, tuple) else (typed,):
        if isinstance(text, str) and text.isupper() and text in _blanks():
            raise BadAnswer(message("usage.blank", text=text), param, ctx)


@cache
def _blanks() -> set[str]:
    """Return the words that stand for a value, in either language; letters such as N are none."""
    words = (str(word) for spoken in LANGUAGES for word in room("blanks", spoken).values())
    return {word for word in words if len(word) > _LETTERS}


_LETTERS = 2
"""Letters of a blank that may as well be a value."""


def _list(formatter: click.HelpFormatter, heading: str, rows: list[tuple[str, str]]) -> None:
    if rows:
        with formatter.section(_word(heading)):
            formatter.write_dl(rows)


def _word(name: str) -> str:
    return words(Message(f"help.{name}"))


def help_of(command: click.Command, spoken: Language | None = None) -> str:
    """Return the description of a verb or section, in paragraphs."""
    return _help(getattr(command, "key", "") or str(command.name), spoken)


def short_help(key: str) -> str:
    """Return the first sentence of a description, by the key of its verb."""
    return re.split(r"\n\n|(?<=[a-z)])\. ", _help(key))[0].rstrip(".")


def _help(key: str, spoken: Language | None = None) -> str:
    own = room("command", spoken or language()).get(f"{key}.help")
    return str(own or room("verbs", spoken or language()).get(key, ""))


def text_of(command: click.Command, param: click.Parameter, spoken: Language | None = None) -> str:
    """Return the description of a parameter: as a field of its command, or by its name."""
    key = getattr(command, "key", "")
    field = str(param.name).replace("_", "-")
    name = long_name(param).lstrip("-") if isinstance(param, click.Option) else field
    options = room("options", spoken or language())
    places: list[tuple[dict[str, Wording], str]] = [(options, f"{key}.{name}")]
    if getattr(command, "of_fields", False):
        fields = room("fields", spoken or language())
        own = room("command", spoken or language())
        places += [(own, f"{key}.field.{field}"), (fields, field)]
    places.append((options, name))
    return next((str(texts[wanted]) for texts, wanted in places if wanted in texts), "")


def bare(blank: str) -> str:
    """Return the placeholder of an argument without the marks of how often it is typed."""
    inner = blank.removesuffix("...")
    return inner[1:-1] if inner.startswith("[") and inner.endswith("]") else inner


def _spelled(option: click.Option) -> str:
    names = ", ".join(map(spelled, sorted(option.opts, key=len)))
    names = " / ".join([names, *map(spelled, option.secondary_opts)])
    return names if option.is_flag else f"{names} {blank_of(option)}"


def _with(text: str, more: list[str]) -> str:
    return f"{text}  [{'; '.join(more)}]" if more else text


def _of_argument(argument: click.Argument) -> list[str]:
    return [argument.type.listed()] if isinstance(argument.type, OneOf) else []


def _of_option(option: click.Option) -> list[str]:
    """Return further properties of an option: its default, its bounds, how often."""
    more = list[str]()
    if option.show_default and isinstance(option.default, str | int):
        shown = option.type.shown(str(option.default)) if isinstance(option.type, OneOf) else None
        more.append(words(message("help.default", value=shown or str(option.default))))
    match option.type:
        case Whole(low=int(low), high=int(high)):
            more.append(words(message("help.range", low=low, high=high)))
        case Whole(low=int(low)):
            more.append(words(message("help.at-least", low=low)))
    if option.required:
        more.append(words(message("help.required")))
    if option.multiple:
        more.append(words(message("help.several")))
    return more


def two_names(english: str, dutch: str) -> str:
    """Return a verb by both its names, first that in the reader's language."""
    if dutch in ("", english):
        return english
    name, other = (dutch, english) if language() == "nl" else (english, dutch)
    return words(message("usage.two-names", name=name, other=other))
