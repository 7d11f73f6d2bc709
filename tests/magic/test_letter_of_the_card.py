"""Words of cards that are easily read as others: one event of damage, whose untap step, play or
cast, don't control (CR 120, 502.3).
"""

import pytest

from engine.actions import Action, IllegalAction
from engine.base.records import replace
from engine.cards.library import library
from engine.cards.model import Activated, Card, Cast, Damage, Regenerate, Share, Triggered, When
from engine.cards.terms import Costs, Filter
from engine.fronts.common.ground import PlayLand
from engine.magic.turn.steps import UntapStep
from tests.magic.burn import guard
from tests.magic.positions import ANNA, BEN, Position, creature, enchantment, instant, player

BEAR = creature("Bear", 2, 2)
OX = creature("Ox", 2, 5)


# --- one event of damage ---


@pytest.mark.cr("120.1", "608.2c")
def test_damage_to_several_recipients_is_dealt_at_once_and_by_one_source() -> None:
    """What triggers on damage being dealt by something does so once, for all of it."""
    table = Position(plain=True)
    heard = Triggered(
        when=When(event="deals-damage", what=Filter(types=("Creature",))),
        effects=(Damage(amount=1, to="opponents"),),
    )
    table.put(enchantment("Ear", heard), ANNA)
    artillery = table.put("Orcish Artillery")
    table.activate(artillery, on=player(BEN))
    table.in_order()
    assert (table.player(ANNA).life, table.player(BEN).life) == (17, 17)


@pytest.mark.cr("608.2c", "704.3")
def test_both_die_at_once_of_damage_that_is_one_event() -> None:
    """Two creatures that die together see each other die; damage dealt one after the other would
    be the same, but lifelink shows it.
    """
    table = Position(plain=True)
    gun = creature("Gun", 1, 3, "lifelink", abilities=(
        Activated(cost=Costs(tap=True), effects=(Damage(amount=2, to="opponents",
        beside=(Share(amount=3, to="you"),)),)),
    ))  # fmt: skip
    table.put(
        enchantment(
            "Choir",
            Triggered(
                when=When(event="gains-life", who="you"),
                effects=(Damage(amount=1, to="opponents"),),
            ),
        )
    )
    table.activate(table.put(gun))
    assert [event.number for event in table.happened("life") if event.number > 0] == [5]
    assert table.player(BEN).life == 17


@pytest.mark.cr("608.2b")
def test_outrage_hurts_a_creature_and_its_controller() -> None:
    table = Position(plain=True)
    ox = table.put(OX, BEN)
    table.cast(table.give("Chandra's Outrage"), on=ox)
    assert (table.look(ox).damage, table.player(BEN).life) == (4, 18)


@pytest.mark.cr("306.7")
def test_ten_to_a_player_and_to_each_creature_of_that_player() -> None:
    table = Position(plain=True)
    chandra = table.put("Chandra Nalaar", counters=(("loyalty", 8),))
    mine, ox, bear = table.put(OX), table.put(OX, BEN), table.put(BEAR, BEN)
    table.activate(chandra, 3, on=player(BEN))
    assert (table.player(BEN).life, table.zone(mine), table.zone(ox), table.zone(bear)) == (
        10,
        "battlefield",
        "graveyard",
        "graveyard",
    )


# --- a creature dealt damage this way ---


TROLL = creature("Troll", 2, 2, abilities=(Activated(cost=Costs(), effects=(Regenerate(),)),))


@pytest.mark.cr("701.19", "120.3")
@pytest.mark.parametrize(
    ("guards", "zone"), [(0, "graveyard"), (1, "graveyard"), (3, "battlefield")]
)
def test_only_a_creature_that_was_dealt_the_damage_cannot_be_regenerated(
    guards: int, zone: str
) -> None:
    """Incinerate for 3, of which a guard prevents some; then the Troll, which has a shield, is
    dealt 2 more.
    """
    table = Position(plain=True)
    troll = table.put(TROLL, BEN)
    table.activate(troll)
    if guards:
        table.put(guard(guards), BEN)
    table.cast(table.give("Incinerate"), on=troll)
    if table.zone(troll) == "battlefield":
        table.follow(Damage(amount=2 + guards, to="target"), on=troll)
    assert table.zone(troll) == zone


# --- whose untap step ---


def untap(table: Position, seat: int) -> None:
    """A player's untap step."""
    for task in UntapStep(name="Untap").begin(table.game, seat):
        table.game.push(task)
    table._go_on()


@pytest.mark.cr("502.3", "611.2b")
def test_sleep_lasts_for_the_untap_step_of_the_player_whose_creatures_sleep() -> None:
    table = Position(plain=True)
    ox, other = table.put(OX, BEN), table.put(OX, BEN)
    table.cast(table.give("Sleep"), on=player(BEN))
    assert table.look(ox).tapped
    table.state.change(other, controller=ANNA, entered_under=ANNA)  # one of them goes over to Anna
    untap(table, ANNA)
    assert (table.look(ox).tapped, table.look(other).tapped) == (True, False)
    untap(table, BEN)
    assert table.look(ox).tapped
    untap(table, BEN)
    assert not table.look(ox).tapped


@pytest.mark.cr("502.3")
def test_your_next_untap_step_is_yours_whoever_has_it_by_then() -> None:
    table = Position(plain=True)
    hollows = table.put("Mogg Hollows")
    table.attend()
    table.activate(hollows, 2)
    if table.asked == "color":
        table.choose("choose", word="R")
    table.state.change(hollows, controller=BEN, entered_under=BEN)
    untap(table, BEN)
    assert not table.look(hollows).tapped


# --- play ---


WOOD = Card(name="Wood", types=("Land",), supertypes=("Basic",), subtypes=("Forest",))
PING = instant(Damage(amount=1, to="opponents"), name="Ping")


def _offered(
    card: Card, *, play: bool, drops: int = 1, played: int = 0, by: int = ANNA
) -> tuple[Position, int]:
    """A card in a graveyard that an effect lets its owner play or cast for nothing in Anna's
    turn, `drops` lands a turn being played.
    """
    table = Position(plain=True)
    table.game.rules = replace(
        table.game.rules, action=(PlayLand(per_turn=drops),) if drops else ()
    )
    ident = table.give(card, by, zone="graveyard")
    table.state.change_player(by, lands_played=played)
    table.follow(Cast(what="target", play=play), by=by, on=ident)
    return table, ident


@pytest.mark.cr("701.18b")
@pytest.mark.parametrize("play", [True, False])
def test_a_nonland_card_that_may_be_played_is_cast(play: bool) -> None:
    table, ident = _offered(PING, play=play)
    table.choose("cast", ident)
    table.resolve()
    assert table.player(BEN).life == 19


@pytest.mark.cr("701.18b", "305.2")
@pytest.mark.parametrize(
    ("play", "drops", "played", "by", "offered"),
    [
        (True, 1, 0, ANNA, True),
        (False, 1, 0, ANNA, False),  # a land is never cast (CR 305.9)
        (True, 1, 1, ANNA, False),  # the land of this turn is played already
        (True, 2, 1, ANNA, True),
        (True, 1, 0, BEN, False),  # in another's turn (CR 305.3)
        (True, 0, 0, ANNA, False),  # nobody plays lands here
    ],
)
def test_a_land_that_may_be_played_is_one_of_those_of_the_turn(
    play: bool, drops: int, played: int, by: int, offered: bool
) -> None:
    table, ident = _offered(WOOD, play=play, drops=drops, played=played, by=by)
    assert (table.asked == "may") is offered
    if offered:
        table.choose("play", ident)
        assert (table.zone(ident), table.player(by).lands_played) == ("battlefield", played + 1)


@pytest.mark.cr("305.2", "305.3")
def test_who_may_not_play_a_land_now_is_told_why() -> None:
    table = Position(plain=True)
    table.game.rules = replace(table.game.rules, action=(PlayLand(),))
    land, spell = table.give(WOOD), table.give(PING)
    table.state.change_player(ANNA, lands_played=1)
    table.priority()
    with pytest.raises(IllegalAction, match="you can play only land cards from your hand"):
        table.game.apply(Action("play", object=spell))
    with pytest.raises(IllegalAction, match="you have already played one land this turn"):
        table.game.apply(Action("play", object=land))


@pytest.mark.cr("601.3")
def test_a_card_that_can_only_be_named_is_not_cast() -> None:
    table = Position(plain=True)
    cards = [
        table.give(instant(Damage(amount=1, to="opponents"), playable=playable))
        for playable in (True, False)
    ]
    table.priority()
    assert [Action("cast", object=card) in table.game.legal_actions() for card in cards] == [
        True,
        False,
    ]


@pytest.mark.cr("702.75a")
def test_howltooth_hollow_lets_a_land_be_played() -> None:
    table = Position(plain=True)
    table.game.rules = replace(table.game.rules, action=(PlayLand(),))
    hollow = table.put("Howltooth Hollow")
    wood = table.give(WOOD, zone="exile")
    table.state.change(wood, exiled_by=hollow, face_down=True, controller=ANNA)
    table.mana(ANNA, "{B}")
    looking = [
        n
        for n, ability in enumerate(table.characteristics(hollow).abilities, 1)
        if isinstance(ability, Activated)
    ]
    table.activate(hollow, looking[-1])
    table.choose("play", wood)
    assert (table.zone(wood), table.look(wood).face_down) == ("battlefield", False)


# --- a creature you don't control ---


@pytest.mark.cr("109.5")
def test_what_you_do_not_control_is_everybody_elses() -> None:
    table = Position(plain=True, players=3)
    mine, ben, carl = table.put(BEAR), table.put(OX, BEN), table.put(OX, 2)
    spell = table.give("Prey Upon")
    table.cast(spell, on=(mine, carl))
    assert (table.zone(mine), table.look(carl).damage, table.look(ben).damage) == (
        "graveyard",
        2,
        0,
    )


# --- no more words than the card has ---


@pytest.mark.cr("115.1")
def test_an_enchantment_that_is_a_djinn_can_be_destroyed() -> None:
    table = Position(plain=True)
    spirit = enchantment("Bottle", subtypes=("Djinn",))
    bottle = table.put(spirit, BEN)
    suleiman = table.put("King Suleiman")
    table.activate(suleiman, on=bottle)
    assert table.zone(bottle) == "graveyard"


@pytest.mark.rule("M-1")
@pytest.mark.parametrize(
    ("name", "cost"),
    [
        ("Soltari Lancer", "{2}{W}"),
        ("Sleep", "{2}{U}{U}"),
        ("Incinerate", "{1}{R}"),
        ("Prey Upon", "{G}"),
    ],
)
def test_what_these_cards_cost(name: str, cost: str) -> None:
    assert library().card(name).cost == cost
