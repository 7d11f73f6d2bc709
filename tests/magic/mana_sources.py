"""What makes mana in tests, and what is asked about it."""

from engine.actions import Action
from engine.base.records import replace
from engine.cards.model import Activated, AddMana, GainLife
from engine.cards.terms import Costs
from engine.magic.abilities import mana_pool
from tests.magic.positions import ANNA, Position, artifact, creature, instant

TAP = Costs(tap=True)
ELF = creature("Elf", 1, 1, abilities=(Activated(cost=TAP, effects=(AddMana(add="{G}"),)),))
BIRD = creature(
    "Bird",
    0,
    1,
    abilities=(
        Activated(cost=TAP, effects=(AddMana(choice=("white", "blue", "black", "red", "green")),)),
    ),
)
STONE = artifact("Stone", Activated(cost=TAP, effects=(AddMana(add="{C}{C}"),)))
LOTUS = artifact(
    "Lotus",
    Activated(
        cost=Costs(tap=True, sacrifice="self"),
        effects=(AddMana(choice=("white", "blue", "red"), times=3),),
    ),
    cost="",
)
GEM = artifact(
    "Gem",
    Activated(cost=TAP, effects=(AddMana(add="{C}"),)),
    Activated(cost=TAP, effects=(AddMana(choice=("green", "white")),)),
)
VEIN = artifact(
    "Vein",
    Activated(cost=TAP, effects=(AddMana(add="{C}{C}{C}"),)),
    Activated(cost=TAP, effects=(AddMana(add="{W}"),)),
)
SNOW_GEM = replace(GEM, name="Snow Gem", supertypes=("Snow",))
SNOW_ELF = replace(ELF, name="Snow Elf", supertypes=("Snow",))
SNOW_BIRD = replace(BIRD, name="Snow Bird", supertypes=("Snow",))
HEAL = (GainLife(amount=3),)


def pool(table: Position, seat: int = ANNA) -> str:
    return mana_pool.in_symbols(table.player(seat).pool)


def castable(table: Position, card: int, seat: int = ANNA) -> bool:
    table._give_priority(seat)
    return table.may("cast", card)


def check_payable(table: Position, cost: str, *, enough: bool) -> None:
    """Whether what there is pays for a spell with a cost; where it does, the spell is cast with
    it and heals.
    """
    spell = table.give(instant(*HEAL, cost=cost))
    assert castable(table, spell) is enough
    if enough:
        table.cast(spell, free=False)
        assert table.player(ANNA).life == 23


def announce(table: Position, card: int, seat: int = ANNA) -> None:
    """Begin to cast a card, with what mana there is."""
    table._give_priority(seat)
    table.do(Action("cast", object=card))
