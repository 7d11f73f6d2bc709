"""Readings that a judge of Magic would reject: each must be refused, or mean what the text says."""

from __future__ import annotations

import pytest

from engine.cards.model import (
    Card,
    Damage,
    Delayed,
    ForEach,
    If,
    MakeToken,
    May,
    Modify,
    Move,
    Sacrifice,
    Spell,
    Static,
    Triggered,
)
from engine.cards.oracle.printed import CardRefusal, PrintedCard
from engine.cards.oracle.references import Said
from engine.cards.oracle.understanding import understand
from engine.cards.oracle.writing import written_ability
from engine.cards.terms import Costs, Count, Exists, Filter, Matches, Stat


def read(
    text: str, kind: str = "Creature — Bear", *, name: str = "Test Card"
) -> Card | CardRefusal:
    """Return a made-up card with a text."""
    numbers = {"power": "2", "toughness": "2"} if "Creature" in kind else {}
    return understand(PrintedCard(name=name, cost="{2}{G}", type_line=kind, text=text, **numbers))


AURA = "Enchantment — Aura"
EQUIPMENT = "Artifact — Equipment"


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        # the name inside quotation marks is who grants the ability
        (EQUIPMENT, 'Equipped creature has "{T}, Sacrifice Test Card: Draw a card."\nEquip {1}'),
        (AURA, 'Enchant creature\nEnchanted creature has "{T}: You gain 1 life. Sacrifice this '
               'Aura."'),
        ("Enchantment", 'Creatures you control have "{T}, Sacrifice Test Card: Draw a card."'),
        # each is measured by others than itself
        ("Artifact", "Each creature you control gets +1/+1 for each other creature you control."),
        ("Legendary Sorcery", "Draw two cards."),
        # what the event named is no longer "it"
        ("Enchantment", "Whenever a creature attacks, reveal the top card of your library. If it's "
                        "a Forest card, remove that creature from combat."),
        # what returns later is a new object
        ("Artifact", "At the beginning of your end step, you may exile this artifact. If you do, "
                     "return it to the battlefield under its owner's control at the beginning of "
                     "your next upkeep. It gains haste."),
        # a player who gains life is always named
        ("Instant", "Gain 5 life."),
        ("Creature — Bear", "When this creature enters, get {E}{E}."),
    ],
)  # fmt: skip
def test_what_the_language_cannot_say_is_refused(kind: str, text: str) -> None:
    assert isinstance(read(text, kind), CardRefusal)


def test_other_creatures_are_others_than_the_enchanted_one() -> None:
    card = read(
        "Enchant creature\nEnchanted creature gets +1/+1 for each other creature you control.", AURA
    )
    assert isinstance(card, Card)
    [static] = card.abilities
    assert isinstance(static, Static)
    others = Filter(types=("Creature",), controller="you", apart_from="attached")
    assert static.change.power == Count(of=others)


def test_other_creatures_than_the_enchanted_one_change() -> None:
    card = read("Enchant creature\nOther creatures you control get -1/-1.", AURA)
    assert isinstance(card, Card)
    [static] = card.abilities
    assert isinstance(static, Static)
    assert static.what == Filter(types=("Creature",), controller="you", apart_from="attached")


def test_another_creature_is_another_than_the_enchanted_one() -> None:
    card = read(
        "Enchant creature\nAt the beginning of the upkeep of enchanted creature's controller, "
        "this Aura deals 2 damage to that player unless they sacrifice another creature.",
        AURA,
    )
    assert isinstance(card, Card)
    [ability] = card.abilities
    assert isinstance(ability, Triggered)
    [may] = ability.effects
    assert isinstance(may, May)
    assert may.cost == Costs(sacrifice=Filter(types=("Creature",), apart_from="attached"))


def test_each_opponent_decides_for_themselves() -> None:
    card = read(
        "When this creature enters, each opponent sacrifices a permanent of their choice "
        "unless they pay {3}."
    )
    assert isinstance(card, Card)
    [ability] = card.abilities
    assert isinstance(ability, Triggered)
    sacrifice = Sacrifice(who="that-player", of=Filter())
    assert ability.effects == (
        ForEach(
            of="opponents",
            then=(May(who="that-player", cost=Costs(mana="{3}"), otherwise=(sacrifice,)),),
        ),
    )


def test_what_may_happen_instead_is_no_less() -> None:
    card = read(
        "Return target creature to its owner's hand. If you control a Zombie, you may put it on "
        "top of its owner's library instead.",
        "Instant",
    )
    assert isinstance(card, Card)
    [spell] = card.abilities
    assert isinstance(spell, Spell)
    [choice] = spell.effects
    assert isinstance(choice, If)
    back = Move(what="target", to="hand")
    assert choice.otherwise == (back,)
    assert choice.then == (May(then=(Move(what="target", to="library-top"),), otherwise=(back,)),)


def test_another_spell_cast_this_turn_is_another_than_this_one() -> None:
    card = read(
        "Destroy target creature. You gain 3 life if you've cast another black spell this turn.",
        "Sorcery",
    )
    assert isinstance(card, Card)
    [spell] = card.abilities
    assert isinstance(spell, Spell)
    choice = spell.effects[-1]
    assert isinstance(choice, If)
    assert choice.condition == Exists(
        of=Filter(
            zone="stack", colors=("black",), controller="you", among="cast-this-turn", other=True
        )
    )


def effects_of(text: str, kind: str = "Creature — Bear") -> tuple[object, ...]:
    """Return the effects of the last ability of a made-up card."""
    card = read(text, kind)
    assert isinstance(card, Card), card
    ability = card.abilities[-1]
    assert isinstance(ability, Triggered | Spell)
    return ability.effects


def test_sentences_after_what_a_payment_finds_are_part_of_it() -> None:
    [may] = effects_of(
        "Whenever another Goblin dies, you may pay {2}. If you do, reveal the top card of your "
        "library. If it's a creature card, put it onto the battlefield."
    )
    assert isinstance(may, May)
    assert len(may.then) == 2


def test_that_land_is_no_creature() -> None:
    effects = effects_of(
        "Whenever a land you control enters, tap target creature. If that land is an Island, that "
        "creature doesn't untap during its controller's next untap step."
    )
    choice = effects[-1]
    assert isinstance(choice, If)
    assert isinstance(choice.condition, Matches)
    assert choice.condition.what == "it"
    [held] = choice.then
    assert isinstance(held, Modify)
    assert held.what == "target"


def test_the_card_put_into_a_graveyard_is_no_token() -> None:
    effects = effects_of(
        "At the beginning of your upkeep, mill a card. Then create X 1/1 black Rat creature "
        "tokens, where X is that card's mana value."
    )
    made = effects[-1]
    assert isinstance(made, MakeToken)
    assert made.count == Stat(what="mana-value", of="milled")


def test_the_source_that_was_exiled_returns() -> None:
    [may] = effects_of(
        "Whenever you cast an artifact spell, you may exile this creature. If you do, return it "
        "to the battlefield under its owner's control at the beginning of the next end step."
    )
    assert isinstance(may, May)
    [later] = may.then
    assert isinstance(later, Delayed)
    assert later.then == (Move(what="exiled", to="battlefield"),)


def test_a_monocolored_creature_has_a_color() -> None:
    card = read("Destroy target monocolored creature.", "Instant")
    assert isinstance(card, Card)
    [spell] = card.abilities
    assert isinstance(spell, Spell)
    of = spell.targets[0].of
    assert of == Filter(types=("Creature",), multicolored=False, colorless=False)
    text = written_ability(spell, Said(this="spell"))
    assert text == "Destroy target monocolored creature."


@pytest.mark.parametrize(
    "text",
    [
        "At the beginning of your upkeep, you lose 1 life if you don't control a Demon.",
        "At the beginning of your upkeep, if you don't control a Demon, you lose 1 life.",
        "At the beginning of your upkeep, you may sacrifice an artifact. If you don't, tap this "
        "creature, then this creature deals 2 damage to you.",
    ],
)
def test_a_text_is_written_so_that_it_means_the_same(text: str) -> None:
    card = read(text)
    assert isinstance(card, Card)
    assert written_ability(card.abilities[0], Said(this="creature")) == text


def test_damage_to_itself_is_damage_to_its_source() -> None:
    effects = effects_of(
        "At the beginning of your upkeep, create a 1/1 red Goblin creature token. Then this "
        "creature deals 2 damage to itself."
    )
    damage = effects[-1]
    assert isinstance(damage, Damage)
    assert damage.to == "self"
