"""The log of what the public sees: the organiser's choices in a sentence."""

from __future__ import annotations

from ledger.messages import Sentence, message, run_on
from ledger.state.website import WebsiteChoices


def website_in_words(choices: WebsiteChoices) -> Sentence:
    """Return the choices that are not as they are without one, in a sentence."""
    said: list[Sentence] = []
    for name, value in choices.differing.items():
        key = f"public.choice.{name.replace('_', '-')}"
        if name == "address":
            said.append(message(key, address=choices.address))
        elif name == "archive_after":
            said.append(message(key, n=choices.archive_after or 0))
        else:
            said.append(message(f"{key}.{str(value).lower()}"))
    if not said:
        return message("public.usual")
    return message("public.chosen", choices=run_on(*said, between=", "))
