"""Words for Auto-pay: the mana it spends and the mana sources left untapped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from engine.view import View
from tui.table import forecast
from tui.terminal import symbols

if TYPE_CHECKING:
    from engine.analysis.auto_payment import Payment

MOST_NAMED = 4  # different permanents listed in one line


def words(view: View) -> str:
    """Return the label of Auto-pay: "Auto-pay {R}{G}, leaves Forest untapped"."""
    choice = forecast.of(view).payment
    if choice is None:
        return "Auto-pay"
    paid = choice.payment
    parts = [f"Auto-pay {_mana(view, paid.mana)}".rstrip(), *_given_up(view, paid)]
    parts += [f"not enough left for {_listed(choice.lost)}"] if choice.lost else []
    return ", ".join([*parts, _left(view, paid)])


def _mana(view: View, pool: Sequence[int]) -> str:
    """Return mana in symbols, or in the variant's own words; empty for none."""
    if not any(pool) or not view.rules.mana.colored:
        return view.rules.mana.in_words(pool) if any(pool) else ""
    return "".join(
        symbols.symbols(letter, number)
        for letter, number in zip(symbols.POOL_LETTERS, pool, strict=True)
    )


def _given_up(view: View, paid: Payment) -> list[str]:
    """Return words for permanents tapped or sacrificed that have other uses."""
    tapped = [source.through or source.object for source in paid.risky if not source.leaves]
    gone = [source.object for source in paid.risky if source.leaves]
    said = [f"taps {_named(view, tapped)}"] if tapped else []
    return said + ([f"sacrifices {_named(view, gone)}"] if gone else [])


def _left(view: View, paid: Payment) -> str:
    idents = dict.fromkeys(source.object for source in (*paid.left.plain, *paid.left.costly))
    mana = _mana(view, paid.player.pool)
    untapped = f"{_named(view, idents)} untapped" if idents else ""
    if mana and not untapped:
        return f"leaves {mana}"
    unspent = f"{mana} unspent" if mana else ""
    return f"leaves {' and '.join(filter(None, (untapped, unspent))) or 'nothing untapped'}"


def _named(view: View, idents: Iterable[int]) -> str:
    return _listed([view.object_name(ident) for ident in idents])


def _listed(names: Iterable[str]) -> str:
    """Return names with equal ones counted; a long list ends with the number of further names."""
    from engine.base.english import plural

    counts = Counter(names)

    def counted(name: str, number: int) -> str:
        if number == 1:
            return name
        return f"{number} {name if name.endswith('s') else plural(name)}"

    said = [counted(name, number) for name, number in counts.items()]
    if len(said) > MOST_NAMED:
        rest = sum(list(counts.values())[MOST_NAMED - 1 :])
        said = [*said[: MOST_NAMED - 1], f"{rest} more"]
    return ", ".join(said)
