"""Comparisons of players, sacrifices with a consequence, and triggers of one turn, read."""

from __future__ import annotations

import pytest

from engine.cards.model import (
    Activated,
    AnyAbility,
    Card,
    Damage,
    Delayed,
    Draw,
    Exile,
    If,
    LookAtTop,
    LoseGame,
    LoseLife,
    May,
    Regenerate,
    Replace,
    Sacrifice,
    Spell,
    Static,
    Triggered,
    When,
)
from engine.cards.oracle.printed import CardRefusal, PrintedCard
from engine.cards.oracle.references import Said
from engine.cards.oracle.understanding import read_line, understand
from engine.cards.oracle.writing import written_ability
from engine.cards.terms import Compare, Costs, Count, Exists, Filter, Matches, Not, PerPlayer, Stat

UPKEEP = When(event="step", step="upkeep", who="you")
LANDS = Filter(types=("Land",))


def _lands(who: str, plus: int = 0) -> Count:
    return Count(of=Filter(types=("Land",), controller=who), plus=plus)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "ability"),
    [
        (
            "At the beginning of your upkeep, if an opponent controls more lands than you, draw a "
            "card.",
            Triggered(
                when=UPKEEP,
                effects=(Draw(),),
                condition=Compare(
                    left=PerPlayer(amount=_lands("that-player"), of="opponents"),
                    right=_lands("you", 1),
                ),
            ),
        ),
        (
            "At the beginning of your upkeep, if you control more lands than each opponent, draw a "
            "card.",
            Triggered(
                when=UPKEEP,
                effects=(Draw(),),
                condition=Compare(
                    left=_lands("you"),
                    right=PerPlayer(amount=_lands("that-player"), of="opponents", plus=1),
                ),
            ),
        ),
        (
            "At the beginning of your upkeep, sacrifice this enchantment. If you do, draw two "
            "cards.",
            Triggered(
                when=UPKEEP,
                effects=(
                    Sacrifice(of="self"),
                    If(
                        condition=Exists(of=Filter(among="sacrificed")),
                        then=(Draw(count=2),),
                    ),
                ),
            ),
        ),
        (
            "Whenever you cast a creature spell this turn, draw a card.",
            Spell(
                effects=(
                    Delayed(
                        when=When(event="cast", what=Filter(types=("Creature",)), who="you"),
                        then=(Draw(),),
                        each_time=True,
                    ),
                )
            ),
        ),
        (
            "Each opponent loses half their life, rounded up.",
            Spell(
                effects=(
                    LoseLife(
                        amount=Stat(what="life", of="that-player", halve="up"), who="opponents"
                    ),
                )
            ),
        ),
        (
            "At the beginning of your upkeep, sacrifice a land. If you can't, draw a card.",
            Triggered(
                when=UPKEEP,
                effects=(
                    Sacrifice(of=LANDS),
                    If(
                        condition=Not(condition=Exists(of=Filter(among="sacrificed"))),
                        then=(Draw(),),
                    ),
                ),
            ),
        ),
        (
            "At the beginning of your upkeep, exile this enchantment. If you do, draw a card.",
            Triggered(
                when=UPKEEP,
                effects=(
                    Exile(what="self"),
                    If(condition=Exists(of=Filter(among="exiled")), then=(Draw(),)),
                ),
            ),
        ),
        (
            "At the beginning of your upkeep, if an opponent has 10 or less life, draw a card.",
            Triggered(
                when=UPKEEP,
                effects=(Draw(),),
                condition=Compare(left=10, right=Stat(what="life", of="opponents", take="least")),
            ),
        ),
        (
            "Exile this card from your hand: Draw a card.",
            Activated(cost=Costs(exile_self=True), effects=(Draw(),), zone="hand"),
        ),
        ("Your opponents can't gain life.", Replace(event="gain-life", what="opponents")),
    ],
)
def test_sentences_are_read_and_said(text: str, ability: AnyAbility) -> None:
    spell = isinstance(ability, Spell)
    assert _read(text, "Sorcery" if spell else "Enchantment") == (ability,)
    assert written_ability(ability, Said(this="spell" if spell else "enchantment")) == text


def test_a_payment_that_must_be_made_or_the_game_is_lost() -> None:
    spell = Spell(effects=(May(cost=Costs(mana="{2}{G}"), otherwise=(LoseGame(),)),))
    assert _read("Pay {2}{G}. If you don't, you lose the game.", "Sorcery") == (spell,)


def test_what_a_card_was_is_asked_only_if_it_still_is() -> None:
    start = "Destroy target creature. If that creature was "
    (spell,) = _read(f"{start}a Goblin, draw a card.", "Sorcery")
    assert isinstance(spell, Spell)
    goblin = Matches(what="target", filter=Filter(subtypes=("Goblin",)))
    assert spell.effects[1] == If(condition=goblin, then=(Draw(),))
    assert _read(f"{start}tapped, draw a card.", "Sorcery") == ()


def test_lands_of_urza() -> None:
    (ability,) = _read(
        "{T}: Draw a card. Activate only if you control an Urza's Mine.", "Enchantment"
    )
    mine = Filter(subtypes=("Mine",), controller="you", any_of=(Filter(subtypes=("Urza's",)),))
    assert isinstance(ability, Activated)
    assert ability.condition == Exists(of=mine)


def _read(text: str, kind: str) -> tuple[AnyAbility, ...]:
    """Return the abilities of a line; none if it is refused."""
    line = read_line("Test", text, {"types": (kind,)})
    return () if isinstance(line, CardRefusal) else line.abilities


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("At the beginning of your upkeep, sacrifice a land for each age counter on this "
         "enchantment.", "Enchantment"),
        ("At the beginning of your upkeep, tap a land you control for each age counter on this "
         "enchantment.", "Enchantment"),
        ('{1}: This land becomes a 1/1 black Elf creature with "{B}: Regenerate this land." '
         "until end of turn. It's still a land.", "Land"),
        ("This creature's power is equal to the number of card types among cards in all graveyards "
         "and its toughness is equal to that number plus 1.", "Creature"),
    ],
)  # fmt: skip
def test_sentences_are_said_as_they_were_read(text: str, kind: str) -> None:
    (ability,) = _read(text, kind)
    assert written_ability(ability, Said(this=kind.lower())) == text


def test_old_forms_of_animation() -> None:
    printed = PrintedCard(
        name="Test",
        cost="",
        type_line="Land",
        text='{1}: This land becomes a 1/1 Elf creature with "{B}: Regenerate this creature" until '
        "end of turn. It's still a land.\n{2}: This land becomes a 2/2 creature with all creature "
        "types until end of turn. It's still a land.",
    )
    card = understand(printed)
    assert isinstance(card, Card)
    first, second = (ability.effects[0].change for ability in card.abilities)  # type: ignore[union-attr]
    assert first.abilities == (Activated(cost=Costs(mana="{B}"), effects=(Regenerate(),)),)
    assert second.keywords == ("changeling",)


def test_two_names_are_not_one() -> None:
    (ability,) = _read(
        "This enchantment has flying as long as you control a permanent named Red Hill or a "
        "permanent named Blue Hill.",
        "Enchantment",
    )
    assert isinstance(ability, Static)
    either = (Filter(name="Red Hill"), Filter(name="Blue Hill"))
    assert ability.condition == Exists(of=Filter(controller="you", any_of=either))


def test_graveyards_are_exiled_with_all_their_cards() -> None:
    texts = ("Exile target player's graveyard.", "Exile all graveyards.")
    cards = [
        understand(PrintedCard(name="Test", cost="{B}", type_line="Sorcery", text=text))
        for text in texts
    ]
    exiled = [card.abilities[0].effects[0].what for card in cards]  # type: ignore[union-attr]
    assert exiled == [Filter(zone="graveyard", owner="target"), Filter(zone="graveyard")]


def test_a_choice_whose_amount_is_explained() -> None:
    (ability,) = _read(
        "When this enchantment enters, you may have it deal X damage to target creature, where X "
        "is the number of Goblins on the battlefield.",
        "Enchantment",
    )
    assert isinstance(ability, Triggered)
    assert ability.optional
    assert ability.effects == (Damage(amount=Count(of=Filter(subtypes=("Goblin",))), to="target"),)


def test_forms_that_are_only_read() -> None:
    when = When(event="taps-for-mana")
    read = _read("Whenever you tap this land for mana, draw a card.", "Land")
    assert read == (Triggered(when=when, effects=(Draw(),)),)
    look = LookAtTop(count=3, take=1, rest="graveyard")
    start = "Look at the top three cards of your library"
    for so in (". Put", ", then put"):
        text = f"{start}{so} one of them into your hand and the rest into your graveyard."
        assert _read(text, "Sorcery") == (Spell(effects=(look,)),)


def test_an_exile_that_is_a_cost_is_one() -> None:
    (ability,) = _read(
        "At the beginning of your upkeep, you may exile this card from your graveyard. If you do, "
        "draw a card.",
        "Creature",
    )
    assert isinstance(ability, Triggered)
    assert ability.effects == (May(cost=Costs(exile_self=True), then=(Draw(),)),)


def test_a_consequence_alone_waits_for_the_time_that_follows_it() -> None:
    (ability,) = _read(
        "At the beginning of your upkeep, sacrifice this enchantment. If you do, draw a card at "
        "the beginning of the next end step.",
        "Enchantment",
    )
    assert isinstance(ability, Triggered)
    later = Delayed(when=When(event="step", step="end"), then=(Draw(),))
    assert ability.effects[1] == If(condition=Exists(of=Filter(among="sacrificed")), then=(later,))
