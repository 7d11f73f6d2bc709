"""Playing cards from elsewhere, repeated processes and creators, read from made-up sentences."""

from __future__ import annotations

import pytest

from engine.cards.model import (
    AnyAbility,
    AnyEffect,
    Cast,
    Change,
    Destroy,
    Draw,
    If,
    MakeToken,
    Mill,
    Permit,
    PlayerRule,
    Repeat,
    Reveal,
    RuleThisTurn,
    Spell,
    Static,
    Target,
    Triggered,
    When,
)
from engine.cards.oracle.printed import CardRefusal, Line, PrintedCard
from engine.cards.oracle.references import Said
from engine.cards.oracle.understanding import read_line
from engine.cards.oracle.wording import present_wording
from engine.cards.oracle.writing import written_ability
from engine.cards.terms import Exists, Filter, Stat
from tests.magic.positions import creature

MINE = Filter(zone="graveyard", owner="you", types=("Sorcery",))


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        (
            "You may play lands from your graveyard.",
            PlayerRule(rule="play", of=Filter(zone="graveyard", types=("Land",))),
        ),
        (
            "You may play lands and cast spells from the top of your library.",
            PlayerRule(rule="play", of=Filter(zone="library")),
        ),
        (
            "You may cast creature spells from the top of your library.",
            PlayerRule(rule="play", of=Filter(zone="library", types=("Creature",))),
        ),
        (
            "You may cast red spells from your graveyard.",
            PlayerRule(
                rule="play", of=Filter(zone="graveyard", not_types=("Land",), colors=("red",))
            ),
        ),
        (
            "You may cast spells from your hand without paying their mana costs.",
            PlayerRule(rule="play", of=Filter(zone="hand", not_types=("Land",)), free=True),
        ),
        ("Play with the top card of your library revealed.", PlayerRule(rule="reveal-top")),
        (
            "Players play with the top card of their libraries revealed.",
            PlayerRule(rule="reveal-top", who="players"),
        ),
        (
            "You may look at the top card of your library any time.",
            PlayerRule(rule="look-top"),
        ),
    ],
)
def test_rules_of_permanents(text: str, rules: PlayerRule) -> None:
    assert read_line("Test", text, {"types": ("Enchantment",)}) == Line(abilities=(rules,))
    assert written_ability(rules, Said(this="enchantment")) == text


@pytest.mark.parametrize(
    ("old", "now"),
    [
        (
            "You may play the top card of your library if it's a land card.",
            "You may play lands from the top of your library.",
        ),
        (
            "You may cast the top card of your library if it's an instant or sorcery card.",
            "You may cast instant and sorcery spells from the top of your library.",
        ),
        (
            "You may play land cards from your graveyard.",
            "You may play lands from your graveyard.",
        ),
    ],
)
def test_older_words_for_playing_cards(old: str, now: str) -> None:
    assert present_wording(PrintedCard(name="Test", type_line="Enchantment", text=old)) == [now]


@pytest.mark.parametrize(
    ("text", "effects", "targets"),
    [
        (
            "Exile the top card of your library. You may play it this turn.",
            (Reveal(exile=True), Permit()),
            (),
        ),
        (
            "Exile the top three cards of your library. You may play cards exiled this way this "
            "turn.",
            (Reveal(exile=True, count=3), Permit(what="exiled")),
            (),
        ),
        (
            "Target sorcery card in your graveyard gains flashback until end of turn. The "
            "flashback cost is equal to its mana cost.",
            (Permit(what="target", way="flashback"),),
            (Target(of=MINE),),
        ),
        (
            "Each sorcery card in your graveyard gains flashback until end of turn. The flashback "
            "cost is equal to its mana cost.",
            (Permit(what=MINE, way="flashback"),),
            (),
        ),
        (
            "Until end of turn, you may play lands and cast spells from your graveyard.",
            (RuleThisTurn(rule="play", of=Filter(zone="graveyard")),),
            (),
        ),
        (
            "Target player mills two cards. If two cards milled this way share a color, repeat "
            "this process.",
            (
                Mill(who="target", count=2),
                If(
                    condition=Exists(of=Filter(among="milled"), at_least=2, alike="color"),
                    then=(Repeat(),),
                ),
            ),
            (Target(player="any"),),
        ),
    ],
)
def test_spells(text: str, effects: tuple[AnyEffect, ...], targets: tuple[Target, ...]) -> None:
    spell = Spell(effects=effects, targets=targets)
    assert read_line("Test", text, {"types": ("Sorcery",)}) == Line(abilities=(spell,))
    assert written_ability(spell, Said(this="spell")) == text


SIZE = Stat(what="counters", kind="spore", of="creator")
SPROUT = creature(
    "Saproling",
    0,
    0,
    cost="",
    colors=("green",),
    subtypes=("Saproling",),
    abilities=(Static(change=Change(base_power=SIZE, base_toughness=SIZE)),),
)


@pytest.mark.parametrize(
    ("text", "ability"),
    [
        (
            "Whenever a player casts a red spell, each of that player's opponents draws a card.",
            Triggered(
                when=When(event="cast", what=Filter(colors=("red",))),
                effects=(Draw(who="opponents-of-that-player"),),
            ),
        ),
        (
            "When this enchantment leaves the battlefield, destroy all tokens created with this "
            "enchantment.",
            Triggered(
                when=When(event="leaves"),
                effects=(Destroy(what=Filter(token=True, among="created-by-self")),),
            ),
        ),
        (
            'When this enchantment enters, create a 0/0 green Saproling creature token with "This '
            "creature's power and toughness are each equal to the number of spore counters on its "
            'creator."',
            Triggered(when=When(event="enters"), effects=(MakeToken(token=SPROUT),)),
        ),
    ],
)
def test_abilities_of_permanents(text: str, ability: AnyAbility) -> None:
    facts = {"types": ("Enchantment",)}
    assert read_line("Test", text, facts) == Line(abilities=(ability,))
    assert written_ability(ability, Said(this="enchantment")) == text


@pytest.mark.parametrize(
    "text",
    [
        "You may play lands.",
        "You may play lands from your opponent's graveyard.",
        "Each of that player's opponents draws a card.",
        "Target sorcery card in your graveyard gains flashback. The flashback cost is equal to its "
        "mana cost.",
        "Target sorcery card in your graveyard gains flashback until end of turn. The flashback "
        "cost is equal to its mana value.",
        "You may cast creature spells from the bottom of your library.",
    ],
)
def test_refused(text: str) -> None:
    assert isinstance(read_line("Test", text, {"types": ("Sorcery",)}), CardRefusal)


def test_casting_at_once_stays_something_else() -> None:
    text = "Exile the top card of your library. You may cast it without paying its mana cost."
    spell = Spell(effects=(Reveal(exile=True), Cast()))
    assert read_line("Test", text, {"types": ("Sorcery",)}) == Line(abilities=(spell,))
