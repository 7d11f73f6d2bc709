"""Rules text of continuous changes: "gets +1/+1", "has flying", "can't block" (CR 611, 613)."""

from __future__ import annotations

from functools import singledispatch
from typing import NamedTuple

from engine.base.records import replace
from engine.cards.model import AnyAbility, Card, Change, Unlike
from engine.cards.terms import Amount, Count, Until
from engine.cards.text.phrases import amount_words, filter_words, for_each, is_plain
from engine.cards.text.words import Context, additional, article, inflect, listed, plural


class Verbs(NamedTuple):
    """The verbs of a change: "is" and "has" if it lasts, "becomes" and "gains" if it begins."""

    be: str
    have: str


LASTING = Verbs("*be", "*have")
BEGINNING = Verbs("*become", "*gain")
UNTIL = {
    "end-of-turn": "until end of turn",
    "your-next-turn": "until your next turn",
    "end-of-combat": "until end of combat",
    "next-untap": "until the end of its controller's next untap step",
    "your-next-untap": "until the end of your next untap step",
    "target-next-untap": "until the end of that player's next untap step",
    "source-leaves": "for as long as {this} remains on the battlefield",
    "you-control": "for as long as you control {this}",
    "forever": "for the rest of the game",
}
RESTRICTIONS = {
    "cant-attack": "can't attack",
    "cant-block": "can't block",
    "cant-be-blocked": "can't be blocked",
    "must-attack": "*attack each combat if able",
    "cant-be-regenerated": "can't be regenerated",
    "doesnt-untap": "*don't untap during *its controller's untap step",
    "cant-activate": "can't have *its activated abilities activated",
    "must-be-blocked": "must be blocked by every creature able to do so",
    "attacks-despite-defender": "can attack as though *it didn't have defender",
    "can-block-any-number": "can block any number of creatures",
    "cant-move": "can't move",
    "must-block-source": "*block the source if able",
    "must-be-blocked-once": "must be blocked if able",
    "must-block": "*block if able",
    "blocked-by-one": "can't be blocked by more than one creature",
    "dies-to-exile": "*be exiled if *it would die",
    "leaves-to-exile": "*be exiled if *it would leave the battlefield",
}


@singledispatch
def one_line(record: AnyAbility | Card, ctx: Context) -> str:
    """Return an ability or a card in one line. Raises TypeError for any other record."""
    raise TypeError(f"no words for the ability {type(record).__name__}")


def until_words(change: Change, until: Until, ctx: Context) -> str:
    """Return the duration of a change; a restriction until end of turn lasts "this turn"."""
    rest = replace(
        change,
        restrict=(),
        blocked_only_by=None,
        cant_be_blocked_by=None,
        can_block_only=None,
        extra_blocks=0,
    )
    if until == "end-of-turn" and rest == Change() and change != rest:
        return "this turn"
    return UNTIL[until].format(this=ctx.this)


def change_predicate(change: Change, ctx: Context, verbs: Verbs, this: str) -> str:
    """Return a change as a predicate.

    `this` is the word by which a granted ability calls its source.
    """
    parts = ["*come under your control"] if change.controller else []
    parts += _power_and_toughness(change, ctx)
    parts += _kinds(change, verbs)
    if change.colors is not None:
        colors = ["the chosen color" if color == "chosen" else color for color in change.colors]
        parts.append(f"{verbs.be} {listed(colors) or 'colorless'}")
    parts += ["*lose all abilities"] if change.lose_abilities else []
    if change.keywords or change.abilities:
        granted = [
            *change.keywords,
            *(ctx.quote(one_line(ability, ctx.quoting(this))) for ability in change.abilities),
        ]
        parts.append(f"{verbs.have} {listed(granted)}")
    parts += [f"*lose {listed(change.lose_keywords)}"] if change.lose_keywords else []
    parts += [RESTRICTIONS[word] for word in change.restrict]
    if change.extra_blocks:
        each = "each combat" if verbs is LASTING else ""
        parts.append(f"can block {additional(change.extra_blocks, 'creature')} {each}".rstrip())
    blocks = (
        ("can't be blocked except by", change.blocked_only_by),
        ("can't be blocked by", change.cant_be_blocked_by),
        ("can block only", change.can_block_only),
    )
    parts += [f"{words} {filter_words(f, True, ctx)}" for words, f in blocks if f is not None]
    # a long explanation comes last
    parts.sort(key=lambda part: ", where " in part and part.startswith(("*get", "*have base")))
    return listed(parts) or f"{verbs.be} unchanged"


def except_words(unlike: Unlike | None, keeps: bool, this: str, ctx: Context) -> str:
    """Return how a copy differs: ", except it is an Illusion in addition to its other types"."""
    parts = _differences(unlike, this, ctx) if unlike is not None else []
    parts += ["has this ability"] if keeps else []
    return f", except it {listed(parts)}" if parts else ""


def _differences(unlike: Unlike, this: str, ctx: Context) -> list[str]:
    parts = [f"has the name {unlike.name}"] if unlike.name else []
    parts += ["has no mana cost"] if unlike.no_cost else []
    parts += (
        [f"is {listed([word.lower() for word in unlike.add_supertypes])}"]
        if unlike.add_supertypes
        else []
    )
    change = Change(
        add_types=unlike.add_types, add_subtypes=unlike.add_subtypes, colors=unlike.colors,
        keywords=unlike.keywords,
        abilities=unlike.abilities, base_power=unlike.power, base_toughness=unlike.toughness,
    )  # fmt: skip
    return (
        parts
        if parts and change == Change()
        else [*parts, inflect(change_predicate(change, ctx, LASTING, this), "one")]
    )


# --- Power and toughness --------------------------------------------------------------------------


def _power_and_toughness(change: Change, ctx: Context) -> list[str]:
    parts = ["*have *its power and toughness switched"] if change.switch else []
    base = (change.base_power, change.base_toughness)
    if base[0] is not None and base[1] is not None:
        parts.append(f"*have base power and toughness {_pair(base[0], base[1], ctx)}")
    else:
        for name, amount in zip(("power", "toughness"), base, strict=True):
            if amount is not None:
                parts.append(
                    f"*have base {name} "
                    f"{'' if is_plain(amount) else 'equal to '}{amount_words(amount, ctx)}"
                )
    if change.power != 0 or change.toughness != 0:
        parts.append(f"*get {_bonus(change.power, change.toughness, ctx)}")
    return parts


def _pair(power: Amount, toughness: Amount, ctx: Context) -> str:
    if power == toughness and not is_plain(power):
        return f"each equal to {amount_words(power, ctx)}"
    letters, where = _letters(power, toughness, ctx)
    return f"{letters[0]}/{letters[1]}{where}"


def _bonus(power: Amount, toughness: Amount, ctx: Context) -> str:
    """Return a bonus: "+1/+1", "+X/-X", "+1/+0 for each …" or "+X/+0, where X is …"."""
    counts = [
        amount
        for amount in (power, toughness)
        if isinstance(amount, Count)
        and amount.times
        and amount == Count(of=amount.of, times=amount.times, distinct=amount.distinct)
    ]
    rest = [amount for amount in (power, toughness) if not isinstance(amount, Count)]
    if (
        counts
        and all(amount == 0 for amount in rest)
        and len(counts) + len(rest) == 2
        and len({(count.of, count.distinct) for count in counts}) == 1
    ):
        times = [
            str(amount.times if isinstance(amount, Count) else 0) for amount in (power, toughness)
        ]
        return _signed(times) + for_each(counts[0], ctx)
    letters, where = _letters(power, toughness, ctx)
    return _signed(letters) + where


def size_words(power: Amount | None, toughness: Amount | None, ctx: Context) -> tuple[str, str]:
    """Return "X/X" or "2/-", and an explanation of the letters."""
    letters, where = _letters(power or 0, toughness or 0, ctx)
    shown = ["-" if n is None else x for n, x in zip((power, toughness), letters, strict=True)]
    return "/".join(shown), where


def _letters(power: Amount, toughness: Amount, ctx: Context) -> tuple[list[str], str]:
    """Return two numbers as digits or letters, and an explanation of the letters.

    The X of the cost needs no explanation.
    """
    plain = {str(amount).lstrip("-") for amount in (power, toughness) if is_plain(amount)}
    free = [letter for letter in "XYZ" if letter not in plain]
    meanings: dict[Amount, str] = {}
    letters = [
        str(amount) if is_plain(amount) else meanings.setdefault(amount, free[len(meanings)])
        for amount in (power, toughness)
    ]
    where = [f"{letter} is {amount_words(amount, ctx)}" for amount, letter in meanings.items()]
    return letters, f", where {listed(where)}" if where else ""


def _signed(numbers: list[str]) -> str:
    """Return two numbers with signs; a zero takes the sign of the other: "-0/-1"."""
    negative = any(number.startswith("-") for number in numbers)
    zero = "-0" if negative and "0" in numbers else "+0"
    signed = [number if number.startswith("-") else f"+{number}" for number in numbers]
    return "/".join(
        zero if number == "0" else with_sign
        for number, with_sign in zip(numbers, signed, strict=True)
    )


# --- Types and colors -----------------------------------------------------------------------------


def _kinds(change: Change, verbs: Verbs) -> list[str]:
    parts: list[str] = []
    if change.types or change.subtypes:
        parts.append(f"{verbs.be} {_kind_words(change.subtypes, change.types)}")
    if change.add_types or change.add_subtypes:
        parts.append(
            f"{verbs.be} {_kind_words(change.add_subtypes, change.add_types)} in addition to "
            "*its other types"
        )
    return parts


def _kind_words(subtypes: tuple[str, ...], types: tuple[str, ...]) -> str:
    """Return types as words: "an Elf artifact" for one subject, "Elf artifacts" for many."""
    names = ["chosen type" if name == "chosen" else name for name in subtypes] + [
        name.lower() for name in types
    ]
    if names[0] == "chosen type":
        return f"the {' '.join(names)}"
    return f"*{{{article(' '.join(names))}|{' '.join((*names[:-1], plural(names[-1])))}}}"
