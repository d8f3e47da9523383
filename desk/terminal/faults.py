"""What is said of an unreadable command line: its fault, and the verb that was meant."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import SequenceMatcher, get_close_matches

import click

from desk.terminal.answers import BadAnswer, OneOf
from desk.terminal.groups import FINAL, NamedVerb, Verbs, verbs_below
from desk.terminal.help import bare
from desk.terminal.option_names import names_of, shown_name, spelled, spellings
from desk.terminal.said import verbs_about
from desk.terminal.words import blank_of, called, words
from ledger.messages import Blank, Sentence, do, message


def lines_of(error: click.ClickException) -> tuple[str, ...]:
    """Return the message of an error of the command line: the verb's usage, and the fault.

    A verb typed alone shows its help.
    """
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        return tuple(error.message.split("\n"))
    lines = list[str]()
    ctx = error.ctx if isinstance(error, click.UsageError) else None
    if ctx is not None:
        command = f"{ctx.command_path} {spelled('--help')}"
        lines = [*ctx.get_usage().split("\n"), words(message("usage.try", command=command)), ""]
    return (*lines, words(message("usage.error", what=_what(error, ctx))))


def _no_option(name: str, ctx: click.Context | None) -> Sentence:
    """Return that there is no such option, with the one that looks most like it in any language."""
    params = ctx.command.get_params(ctx) if ctx is not None else []
    for param in params:
        if isinstance(param, click.Argument) and _is_called(param, name.lstrip("-")):
            blanks = (blank_of(each) for each in params if isinstance(each, click.Argument))
            usage = " ".join((ctx.command_path if ctx else "", *blanks))
            blank = bare(blank_of(param))
            return message("usage.no-option-but-argument", name=name, argument=blank, usage=usage)
    own = names_of(params)
    shown = spellings([name for name in own if name.startswith("--")])
    bare_names = {each.removeprefix("--"): option for each, option in shown.items()}
    typed = name.lstrip("-").casefold()
    meant = [option for option, said in OPTION_SAID_AS.items() if typed in said]
    closest = [shown[option] for option in meant if option in shown]
    closest += [bare_names[each] for each in get_close_matches(typed, bare_names, n=1)]
    if closest:
        return message("usage.no-such-option-but", name=name, others=closest[0])
    if typed in RESULT_SAID_AS and own >= {"--white", "--black"}:
        sides = {"white": spelled("--white"), "black": spelled("--black")}
        return message("usage.no-option-but-absent", name=name, **sides)
    if typed in RESULT_SAID_AS:
        round_, board, result = (Blank(each) for each in ("ROUND", "BOARD", "RESULT"))
        command = do("result", round=round_, board=board, result=result)
        return message("usage.no-option-but-result", name=name, command=command)
    return message("usage.no-such-option", name=name)


OPTION_SAID_AS = {
    "--after": ("ronde", "round"),
    "--confirm": ("bevestiging", "force", "forceer", "ja", "toch", "yes"),
    "--output": ("naar", "opslaan", "save", "to"),
    "--reason": ("because", "comment", "motivering", "omdat", "opmerking", "remark", "toelichting"),
}
"""Other words that people type for an option."""

RESULT_SAID_AS = ("loser", "score", "verliezer", "winnaar", "winner", "wint")
"""Words that people type as an option for what the result of a game says."""


def _is_called(argument: click.Argument, typed: str) -> bool:
    """Tell whether an argument has a name, as it is shown in either language or in our own code."""
    names = (bare(blank_of(argument)), str(argument.name).replace("_", "-"))
    return typed.casefold() in {name.casefold() for name in names}


def _what(error: click.ClickException, ctx: click.Context | None) -> Sentence:
    """Return the fault; errors of click by their class, ours as they are."""
    match error:
        case click.NoSuchOption(option_name=name):
            return _no_option(name, error.ctx or ctx)
        case click.exceptions.NoSuchCommand(command_name=name):
            return _no_verb(name, ctx)
        case click.MissingParameter(param=click.Parameter() as param):
            return _missing(param)
        case click.BadOptionUsage(option_name=name):
            return _bad_use(name, ctx)
        case click.BadParameter():
            what = error.what if isinstance(error, BadAnswer) else error.message
            hint = error.param_hint or (_named(error.param) if error.param else "")
            return message("usage.bad-value", name=str(hint), what=what) if hint else what
    return error.format_message()


def _named(param: click.Parameter) -> str:
    return f"'{shown_name(param)}'" if isinstance(param, click.Option) else bare(blank_of(param))


def _missing(param: click.Parameter) -> Sentence:
    if isinstance(param, click.Option):
        missing = message("usage.missing-option", name=shown_name(param))
    else:
        missing = message("usage.missing-argument", name=bare(blank_of(param)))
    if not isinstance(param.type, OneOf):
        return missing
    return message("usage.missing-choice", missing=missing, choices=param.type.listed(", "))


def _bad_use(name: str, ctx: click.Context | None) -> Sentence:
    """Return the message on the wrong number of values of an option."""
    params = ctx.command.get_params(ctx) if ctx is not None else []
    option = next((each for each in params if name in (*each.opts, *each.secondary_opts)), None)
    if isinstance(option, click.Option) and option.is_flag:
        return message("usage.option-without-value", name=spelled(name))
    return message("usage.option-needs-value", n=option.nargs if option else 1, name=spelled(name))


def _no_verb(name: str, ctx: click.Context | None) -> Sentence:
    """Return the verb that was meant: its name begins so, people say so, or it is misspelt."""
    if ctx is None:
        return message("usage.no-such-verb", name=name, help=do("help"))
    root = ctx.find_root().command
    nearest = None
    if ctx.command is not root:
        nearest = _by_other_name(name, ctx) or _begun(name, ctx.command, ctx)
        nearest = nearest or _misspelt(name, ctx.command, ctx, alike=_ALIKE_OF_FEW)
    nearest = nearest or _begun(name, root)
    if nearest is None and isinstance(root, Verbs) and (about := verbs_about(root, name)):
        if len(about) > 1:
            return message("usage.no-such-verb-about", name=name, help=do("help", names=name))
        [nearest] = about
    nearest = nearest or _misspelt(name, root)
    if nearest is None:
        return message("usage.no-such-verb", name=name, help=do("help"))
    return message("usage.no-such-verb-but", name=name, other=nearest)


SAME_AS = {
    "absent": ("absentie", "afwezig", "ziek", "ziekmelden"),
    "backup": ("bewaren", "opslaan", "save"),
    "bye": ("vrij",),
    "compare": ("vergelijking",),
    "correct": (
        *("change", "edit", "fix", "rename"),
        *("wijzigen", "verbeteren", "aanpassen", "hernoemen", "naam"),
    ),
    "desk": ("browser", "web"),
    "enter": (
        *("add", "latecomer", "new-player", "register", "sign-up", "signup"),
        *("aanmelden", "inschrijving", "instromen", "invoeren", "late", "nakomer", "opgeven"),
        *("toevoegen",),
    ),
    "finish": ("afronden", "beëindigen", "einde", "eindigen", "end", "klaar", "stop", "stoppen"),
    "forfeit": ("forfait",),
    "import": ("inlezen", "upload"),
    "init": ("aanmaken", "create", "make"),
    "lists": ("elo", "fide", "knsb"),
    "pair": ("draw", "inloten", "loting", "paren", "paring"),
    "players": ("deelnemers", "entrants", "participants"),
    "protest": ("bezwaar", "complaint", "klacht"),
    "remove": ("delete", "schrappen", "wissen"),
    "result": ("outcome", "score"),
    "ruling": ("beslissing", "besluit", "decision"),
    "sheet": ("afdrukken", "print", "printen", "printout", "sheets", "uitdraai"),
    "standings": ("klassement", "rank", "ranking", "rankings", "ranglijst", "uitslagenlijst"),
    "status": ("bekijken", "zien"),
    "undo": ("back", "herstellen", "revert", "terugdraaien", "terugnemen"),
    "website": ("publiek",),
    "withdraw": ("afhaken", "drop-out", "quit", "uitschrijven"),
}
"""Other words that people type for a verb."""

_ALIKE_PERCENT = 85
"""How much of a typed word must be in the name of a verb that cannot be taken back, in percent: one
letter of seven may be wrong.
"""

_ALIKE_VERB = 75
"""The same of any verb: one letter of four may be wrong."""

_ALIKE_OF_FEW = 60
"""The same of a verb of a section, which has few."""


def _alike(name: str, typed: str) -> int:
    """Return how much of a typed word is in a name, in whole percent."""
    return int(SequenceMatcher(None, name, typed).ratio() * 100)


def _by_other_name(name: str, section: click.Context) -> str | None:
    """Return the verb of a section that has the name, in the other language, of a verb elsewhere.

    `check` is `controleren` elsewhere: after `rapport` that word means `rapport nakijken`.
    """
    typed = name.casefold()
    elsewhere = [_last_words(verb) for verb in _below(section.find_root().command)]
    names = {word for words in elsewhere if typed in words for word in words}
    same = (v.shown for v in _below(section.command, section) if names & {*_last_words(v)})
    return next(same, None)


def _below(group: click.Command, section: click.Context | None = None) -> Iterator[NamedVerb]:
    """Yield the verbs of a group; `section` is its path where it is a section."""
    before = dutch = ""
    if section is not None and section.parent and isinstance(section.parent.command, click.Group):
        before = f"{group.name} "
        dutch = f"{called(section.parent.command, str(group.name), 'nl')} "
    return verbs_below(group, before, dutch) if isinstance(group, Verbs) else iter(())


def _last_words(verb: NamedVerb) -> tuple[str, str]:
    """Return the name of a verb within its group, in English and in Dutch."""
    return verb.english.split(" ")[-1], verb.dutch.split(" ")[-1]


def _begun(name: str, group: click.Command, section: click.Context | None = None) -> str | None:
    """Return the verb, by both its names, of which a name begins as typed; the shortest counts."""
    typed = name.casefold()
    verbs = _verbs_of(typed, group, section)
    begun = [each for each in verbs if each.startswith(typed)] if len(typed) > 1 else []
    begun.sort(key=lambda each: (each != typed, each in _OTHER_WORDS, len(each), each))
    return verbs[begun[0]] if begun else None


def _misspelt(
    name: str,
    group: click.Command,
    section: click.Context | None = None,
    alike: int = _ALIKE_VERB,
) -> str | None:
    """Return the verb that is most like the typed one, by both its names."""
    typed = name.casefold()
    verbs = _verbs_of(typed, group, section)
    own = [each for each in verbs if each not in _OTHER_WORDS]
    for names in (own, [*verbs]):
        likest = max(names, key=lambda each: _alike(each, typed), default="")
        if _alike(likest, typed) >= alike:
            return verbs[likest]
    return None


_OTHER_WORDS = {word for said in SAME_AS.values() for word in said}


def _verbs_of(typed: str, group: click.Command, section: click.Context | None) -> dict[str, str]:
    """Return the verbs of a group by their names in either language, and by other words for them.

    `section` is the path of the group itself, None for the whole program. A verb that cannot be
    taken back has no name that has little of the typed word.
    """
    verbs: dict[str, str] = {}
    for verb in _below(group, section):
        both, shown = (verb.english, verb.dutch), verb.shown
        also = SAME_AS.get(verb.english, ())
        for each in (*both, *_last_words(verb), *also):
            if each and (verb.english not in FINAL or _alike(each, typed) >= _ALIKE_PERCENT):
                verbs.setdefault(each, shown)
    return verbs
