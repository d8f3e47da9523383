"""A value as tables and sentences show it."""

from __future__ import annotations

from collections.abc import Sequence

from ledger.values import Unnumbered


def shown(value: object) -> str:
    """Return a value as a table shows it: 3.5 as 3½, 0.3 as 0.3, None and False as nothing.

    The number of a player who has none yet is nothing, too.
    """
    if value is None or value is False or isinstance(value, Unnumbered):
        return ""
    assert value is not True, "yes is a word, which the catalogue has"
    if isinstance(value, float):
        whole, part = divmod(abs(value), 1)
        if (sign := _QUARTERS.get(part)) is None:
            return _in_decimals(value)
        return f"{'-' if value < 0 else ''}{int(whole) if whole or not sign else ''}{sign}"
    return str(value)


_QUARTERS = {0.0: "", 0.25: "¼", 0.5: "½", 0.75: "¾"}


def shown_together(values: Sequence[object], point: str) -> list[str]:
    """Return the values of a column: with ½ as points have it, or all in decimals.

    One number that is not a multiple of a quarter makes the whole column decimal, and where it has
    nothing but numbers all of them with as many decimals, so that 1.30 stands above 1.56. `point`
    stands before them.
    """
    numbers = [value for value in values if isinstance(value, float)]
    if not any(abs(value) % 1 not in _QUARTERS for value in numbers):
        return list(map(shown, values))
    if all(value in (None, "") or type(value) in (int, float) for value in values):
        places = max(len(_in_decimals(value).partition(".")[2]) for value in numbers)
        texts = [shown(v) if v in (None, "") else f"{v:.{places}f}" for v in values]
    else:
        texts = [_in_decimals(v) if isinstance(v, float) else shown(v) for v in values]
    return [
        text if isinstance(value, str) else text.replace(".", point)
        for value, text in zip(values, texts, strict=True)
    ]


def _in_decimals(value: float) -> str:
    return f"{value:.6f}".rstrip("0").rstrip(".")
