"""The worst cards that a guest could bring: each makes work, objects, text or numbers without end.

`card_file()` is the TOML of all of them, small enough to be brought to a server; `deck()` is a list
of them that every variant allows. `LONG_NAME` is apart, since a server refuses the whole file that
it is in. Attacks and tests share them:

    python -m tests.hostile.worst_cards > /tmp/worst.toml
"""

from __future__ import annotations

from collections.abc import Iterable

TOKENS = 100_000  # tokens that one spell creates
LETTERS = 48_000  # of the name of a token
HUGE = 2**63 - 1  # the largest number that a file may have
MODES = 100  # of one spell
ABILITIES = 40  # of one permanent
COPIES = 1_000  # of one spell

CREATURES = '{ types = ["Creature"] }'
NUMBER_OF_CREATURES = f'{{ count = "objects", of = {CREATURES} }}'


def token(name: str = "Rat") -> str:
    """A token's characteristics, as a card has them."""
    return (
        f'{{ name = "{name}", types = ["Creature"], subtypes = ["Rat"], colors = ["green"], '
        f"power = 1, toughness = 1 }}"
    )


def card(name: str, types: str, *abilities: str, rest: str = "", cost: str = "{0}") -> str:
    """A green card; `abilities` are the keys of each, one a line."""
    head = (
        f'[[card]]\nname = "{name}"\ncost = "{cost}"\ntypes = [{types}]\ncolors = ["green"]\n{rest}'
    )
    return head + "".join(f"\n[[card.abilities]]\n{ability}\n" for ability in abilities)


def spell(effects: str, targets: str = "") -> str:
    """What an instant or a sorcery does."""
    return (
        f'ability = "spell"\n{f"targets = [{targets}]" if targets else ""}\neffects = [{effects}]'
    )


def trigger(when: str, effects: str) -> str:
    """A triggered ability."""
    return f'ability = "triggered"\nwhen = {{ {when} }}\neffects = [{effects}]'


def free(effects: str) -> str:
    """An activated ability that costs nothing."""
    return f'ability = "activated"\ncost = {{}}\neffects = [{effects}]'


def static(what: str, change: str) -> str:
    """A static ability."""
    return f'ability = "static"\nwhat = {what}\nchange = {{ {change} }}'


def _tokens(number: object, name: str = "Rat") -> str:
    return f'{{ do = "make-token", count = {number}, token = {token(name)} }}'


SIZE = "power = 1\ntoughness = 1\n"
ENTERS = f'event = "enters", what = {CREATURES}'
SPELLS = 'zone = "stack"'

MANY_TOKENS = card("Sudden Multitude", '"Sorcery"', spell(_tokens(TOKENS)))
LONG_NAME = card("Herald of the Nameless", '"Sorcery"', spell(_tokens(1, "x" * LETTERS)))
ENDLESS_NEST = card("Endless Nest", '"Enchantment"', trigger(ENTERS, _tokens(1)))
DOUBLING = card("Doubling Brood", '"Sorcery"', spell(_tokens(NUMBER_OF_CREATURES)))
COUNTERS = card(
    "Twofold Sprout",
    '"Creature"',
    free(
        '{ do = "put-counters", on = "self", count = { count = "stat", what = "counters", kind = '
        '"+1/+1", plus = 1 } }'
    ),
    'ability = "replace"\nevent = "counters"\ndouble = true',
    rest=SIZE,
)
WELL = card(
    "Endless Well",
    '"Artifact"',
    (
        f'ability = "activated"\ncost = {{ tap = true }}\neffects = [{{ do = "add-mana", add = '
        f'"{{G}}", times = {10**9} }}]'
    ),
)
HUGE_X = card("Boundless Wish", '"Sorcery"', spell(_tokens('"X"')), cost="{X}")
ECHO = card(
    "Echo without End",
    '"Instant"',
    spell(f'{{ do = "again", count = {COPIES} }}', f"{{ of = {{ {SPELLS} }} }}"),
)
CHOIR = card(
    "Choir of Echoes",
    '"Enchantment"',
    trigger(
        'event = "cast", what = {}, who = "you"',
        f'{{ do = "again", what = "it", count = {COPIES} }}',
    ),
)
DARTS = card(
    "Thousand Darts",
    '"Instant"',
    spell(
        '{ do = "damage", amount = 1, to = "target" }',
        f"{{ of = {CREATURES}, count = 1000, up_to = true }}",
    ),
)
SCROLL = card(
    "Endless Scroll",
    '"Sorcery"',
    (
        f'ability = "spell"\nchoose = {MODES}\nmodes = '
        f"[{', '.join([f'{{ effects = [{_tokens(1)}] }}'] * MODES)}]"
    ),
)
HULK = card(
    "Numberless Hulk",
    '"Creature"',
    free(f'{{ do = "gain-life", amount = {HUGE} }}'),
    rest=f"power = {HUGE}\ntoughness = {HUGE}\n",
)
ENGINE = card(
    "Restless Engine",
    '"Creature"',
    *[free('{ do = "untap", what = { types = ["Creature"] } }')] * ABILITIES,
    rest=SIZE,
)
MIRROR = card(
    "Mirrored Host",
    '"Creature"',
    static(CREATURES, f"power = {NUMBER_OF_CREATURES}, toughness = {NUMBER_OF_CREATURES}"),
    static(
        '{ types = ["Creature"], power_min = 2 }',
        (
            'abilities = [{ ability = "static", what = { types = ["Creature"], power_max = 9 }, '
            "change = { power = 1 } }]"
        ),
    ),
    rest=SIZE,
)
BELLS = card(
    "Thousand Bells",
    '"Enchantment"',
    *[trigger(ENTERS, '{ do = "gain-life", amount = 1 }')] * ABILITIES,
)
LOOP = card(
    "Endless Joy",
    '"Enchantment"',
    trigger('event = "gains-life", who = "you"', '{ do = "gain-life", amount = 1 }'),
    free('{ do = "gain-life", amount = 1 }'),
)

WORST = {
    "tokens": MANY_TOKENS, "nest": ENDLESS_NEST, "doubling": DOUBLING, "counters": COUNTERS,
    "well": WELL, "huge x": HUGE_X,
    "echo": ECHO, "choir": CHOIR, "darts": DARTS, "scroll": SCROLL, "hulk": HULK, "engine": ENGINE,
    "mirror": MIRROR, "bells": BELLS,
    "loop": LOOP,
}  # fmt: skip
"""The TOML of each card by what is worst about it."""


def card_file(texts: Iterable[str] = ()) -> str:
    """The TOML of some cards; of all in `WORST` if none are given."""
    return "\n".join(texts or WORST.values())


def names(texts: Iterable[str] = ()) -> list[str]:
    """The names of some cards; of all in `WORST` if none are given."""
    return [
        line.split('"')[1]
        for text in texts or WORST.values()
        for line in text.splitlines()
        if line.startswith("name = ")
    ]


def deck(lands: int = 20, texts: Iterable[str] = ()) -> str:
    """A list of 60 cards: so many lands, and of the cards four each.

    Where decks have no lands, pass 0.
    """
    spells = [f"4 {name}" for name in names(texts)][: (60 - lands) // 4]
    return "\n".join([*spells, *([f"{lands} Forest"] if lands else [])]) + "\n"


if __name__ == "__main__":
    print(card_file())
