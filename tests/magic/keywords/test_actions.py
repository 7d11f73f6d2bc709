"""Keyword actions (CR 701): clash, proliferate, exchange, reveal, mill, fight, destroying so
that nothing regenerates...
"""

import pytest

from engine.cards.model import (
    ByKeyword,
    Change,
    Clash,
    Destroy,
    Draw,
    Exchange,
    Fight,
    GainLife,
    Mill,
    Modify,
    Proliferate,
    Reveal,
    Static,
)
from tests.magic.positions import ANNA, BEN, CARL, Position, artifact, aura, creature, player

BEAR = creature("Bear", 2, 2)
OX = creature("Ox", 2, 4)
GIANT = creature("Giant", 4, 4, cost="{4}{R}")
ACTION = pytest.mark.rule("M-14")


@ACTION
@pytest.mark.cr("701.30a", "701.30d")
def test_the_greater_mana_value_wins_a_clash() -> None:
    table = Position(plain=True)
    table.library_of(ANNA, GIANT)
    table.library_of(BEN, BEAR)
    rascal = table.give("Paperfin Rascal")
    table.cast(rascal)
    assert {event.card for event in table.happened("reveal")} == {"Giant", "Bear"}
    assert (table.asked, table.chooser) == ("scry", ANNA)
    table.do(next(a for a in table.game.legal_actions() if a.verb == "top"))
    assert table.chooser == BEN
    table.do(next(a for a in table.game.legal_actions() if a.verb == "bottom"))
    assert table.size(rascal) == (3, 3)


@ACTION
@pytest.mark.cr("701.30d")
def test_a_tie_is_no_win() -> None:
    table = Position(plain=True)
    table.library_of(ANNA, BEAR, OX)
    table.library_of(BEN, OX, BEAR)
    table.follow(Clash(then=(GainLife(amount=5),), otherwise=(GainLife(amount=1),)))
    for verb in ("bottom", "top"):
        table.do(next(a for a in table.game.legal_actions() if a.verb == verb))
    assert table.player(ANNA).life == 21
    assert table.names(ANNA, "library") == ["Ox", "Bear"]
    assert table.names(BEN, "library") == ["Ox", "Bear"]


@ACTION
@pytest.mark.cr("701.30b")
def test_one_clashes_with_an_opponent_of_ones_choice() -> None:
    table = Position(plain=True, players=3)
    for seat in (ANNA, BEN, CARL):
        table.library_of(seat, BEAR)
    table.follow(Clash())
    table.choose("choose", player(CARL))
    assert {event.seat for event in table.happened("reveal")} == {ANNA, CARL}


@ACTION
@pytest.mark.cr("701.30a", "608.2c")
def test_a_won_clash_does_more_to_the_targets_controller() -> None:
    table = Position(plain=True)
    table.library_of(ANNA, GIANT)
    bear = table.put(BEAR, BEN)
    table.cast(table.give("Lash Out"), on=bear)
    table.do(next(a for a in table.game.legal_actions() if a.verb == "top"))
    if table.asked == "scry":
        table.choose("done")
    assert (table.zone(bear), table.player(BEN).life) == ("graveyard", 17)


@ACTION
@pytest.mark.cr("701.34a")
def test_proliferating_adds_one_counter_of_each_kind_to_what_is_chosen() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR, counters=(("+1/+1", 1), ("charge", 2)))
    other = table.put(OX, BEN, counters=(("-1/-1", 1),))
    left = table.put(OX, counters=(("+1/+1", 1),))
    table.state.change_player(BEN, poison=9)
    table.follow(Proliferate())
    for chosen in (bear, other, player(BEN)):
        table.choose("choose", chosen)
    table.choose("done")
    assert table.look(bear).counters == (("+1/+1", 2), ("charge", 3))
    assert table.look(other).count("-1/-1") == 2
    assert table.look(left).count("+1/+1") == 1
    assert table.player(BEN).out  # the tenth poison counter


@ACTION
@pytest.mark.cr("701.34a", "702.90b", "510.2")
def test_a_bird_that_deals_combat_damage_proliferates() -> None:
    table = Position(plain=True)
    bird, beast = table.put("Thrummingbird"), table.put("Calciderm", counters=(("time", 2),))
    table.attack(bird)
    table.choose("choose", beast)
    assert table.look(beast).count("time") == 3


@ACTION
@pytest.mark.cr("701.12a", "701.12b")
def test_two_creatures_change_controllers() -> None:
    table = Position(plain=True)
    bear, ox = table.put(BEAR), table.put(OX, BEN)
    table.cast(table.give("Switcheroo"), on=(bear, ox))
    assert (table.look(bear).controller, table.look(ox).controller) == (BEN, ANNA)


@ACTION
@pytest.mark.cr("701.12a", "701.12b")
def test_an_exchange_between_creatures_of_one_player_does_nothing() -> None:
    table = Position(plain=True)
    bear, ox = table.put(BEAR), table.put(OX)
    table.cast(table.give("Switcheroo"), on=(bear, ox))
    assert (table.look(bear).controller, table.look(ox).controller) == (ANNA, ANNA)


@ACTION
@pytest.mark.cr("701.12a", "608.2b")
def test_an_exchange_of_which_one_part_is_gone_does_nothing() -> None:
    table = Position(plain=True)
    table.watchful()
    bear, ox = table.put(BEAR), table.put(OX, BEN)
    table.cast(table.give("Switcheroo"), on=(bear, ox), resolve=False)
    table.cast(table.give("Unsummon", BEN), on=ox)
    assert table.look(bear).controller == ANNA


@ACTION
@pytest.mark.cr("701.12b", "613.1b", "301.5")
def test_an_exchanged_creature_keeps_its_aura_and_waits_with_its_new_controller() -> None:
    table = Position(plain=True)
    bear, ox = table.put(BEAR), table.put(OX, BEN)
    strength = table.put(
        aura("Strength", Static(what="attached", change=Change(power=1, toughness=1))), on=bear
    )
    table.cast(table.give("Switcheroo"), on=(bear, ox))
    assert table.size(bear) == (3, 3)
    assert table.look(strength).controller == ANNA
    assert table.game.is_sick(ox)


@ACTION
@pytest.mark.cr("701.12b", "613.7")
def test_a_later_theft_beats_an_exchange() -> None:
    table = Position(plain=True)
    bear, ox = table.put(BEAR), table.put(OX, BEN)
    table.cast(table.give("Switcheroo"), on=(bear, ox))
    table.follow(Modify(what="target", change=Change(controller="you")), on=bear)
    assert table.look(bear).controller == ANNA
    table.state.set(
        lasting=tuple(effect for effect in table.state.lasting if effect.until == "forever")
    )
    table.priority()
    assert table.look(bear).controller == BEN


@ACTION
@pytest.mark.cr("701.12c")
def test_two_players_exchange_life_totals() -> None:
    table = Position(plain=True, players=3)
    table.state.change_player(ANNA, life=3)
    conduit = table.put("Soul Conduit")
    table.mana(ANNA, "{C}{C}{C}{C}{C}{C}")
    table.activate(conduit, on=(player(ANNA), player(BEN)))
    assert (table.player(ANNA).life, table.player(BEN).life, table.player(CARL).life) == (20, 3, 20)


@ACTION
@pytest.mark.rule("M-17")
@pytest.mark.cr("701.12c")
def test_without_life_there_is_nothing_to_exchange() -> None:
    table = Position()
    table.follow(Exchange(first="you", second="opponents", what="life"))
    assert (table.player(ANNA).life, table.player(BEN).life) == (None, None)


@ACTION
@pytest.mark.cr("701.20a", "701.20b")
def test_a_revealed_card_is_seen_by_all_and_stays_where_it_is() -> None:
    table = Position(plain=True)
    table.library_of(ANNA, BEAR, OX)
    table.follow(Reveal(count=2))
    assert [event.card for event in table.happened("reveal") if event.for_seat(BEN).card] == [
        "Bear",
        "Ox",
    ]
    assert table.names(ANNA, "library") == ["Bear", "Ox"]


@ACTION
@pytest.mark.cr("701.20a")
def test_a_whole_hand_is_revealed() -> None:
    table = Position(plain=True)
    for card in (BEAR, OX):
        table.give(card, BEN)
    table.follow(Reveal(who="target", zone="hand"), on=player(BEN))
    assert {event.card for event in table.happened("reveal")} == {"Bear", "Ox"}


@ACTION
@pytest.mark.cr("701.20a", "608.2c")
@pytest.mark.parametrize(
    ("top", "zone"), [("Howltooth Hollow", "battlefield"), ("Grizzly Bears", "hand")]
)
def test_what_is_done_with_the_revealed_card_may_depend_on_it(top: str, zone: str) -> None:
    table = Position(plain=True)
    card = table.library_of(ANNA, top, OX)[0]
    table.cast(table.give("Coiling Oracle"))
    assert table.zone(card) == zone


@ACTION
@pytest.mark.cr("701.17a", "701.17b")
def test_as_many_cards_are_milled_as_there_are() -> None:
    table = Position(plain=True)
    table.library_of(BEN, BEAR, OX)
    table.follow(Mill(who="target", count=3), on=player(BEN))
    assert table.names(BEN, "graveyard") == ["Bear", "Ox"]
    assert not table.player(BEN).out


@ACTION
@pytest.mark.cr("701.8a", "701.19a")
def test_a_buried_creature_is_destroyed_and_does_not_regenerate() -> None:
    table = Position(plain=True)
    bear, ox = table.put(BEAR, shields=1), table.put(OX, shields=1)
    table.follow(Destroy(what="target", regenerate=False), on=bear)
    table.follow(Destroy(what="target"), on=ox)
    assert (table.zone(bear), table.zone(ox)) == ("graveyard", "battlefield")


@ACTION
@pytest.mark.cr("701.8b", "702.12b")
def test_an_indestructible_creature_is_not_even_buried() -> None:
    table = Position(plain=True)
    golem = table.put(creature("Golem", 2, 2, "indestructible"))
    table.follow(Destroy(what="target", regenerate=False), on=golem)
    assert table.zone(golem) == "battlefield"


@ACTION
@pytest.mark.cr("701.14a", "702.2b", "702.15b")
def test_fighters_damage_each_other_with_all_that_their_damage_does() -> None:
    table = Position(plain=True)
    snake, giant = (
        table.put(creature("Snake", 1, 1, "deathtouch", "lifelink")),
        table.put(GIANT, BEN),
    )
    table.follow(Fight(first="target", second="target2"), on=(snake, giant))
    assert (table.zone(snake), table.zone(giant), table.player(ANNA).life) == (
        "graveyard",
        "graveyard",
        21,
    )


@ACTION
@pytest.mark.cr("701.14b", "608.2b")
def test_nobody_fights_if_one_of_the_two_is_gone() -> None:
    table = Position(plain=True)
    table.watchful()
    bear, giant = table.put(BEAR), table.put(GIANT, BEN)
    table.follow(ByKeyword(word="phase-out", what="target"), on=giant)
    table.follow(Fight(first="target", second="target2"), on=(bear, bear))
    assert table.zone(giant) == "phased"


@ACTION
@pytest.mark.cr("702.26a", "701.34a")
def test_what_is_phased_out_is_not_proliferated() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR, counters=(("+1/+1", 1),))
    table.follow(ByKeyword(word="phase-out", what="target"), on=bear)
    table.follow(Proliferate(), Draw(count=0))
    assert table.look(bear).count("+1/+1") == 1


@ACTION
@pytest.mark.cr("601.2h", "118.3")
def test_a_cost_may_ask_for_a_card_of_a_kind() -> None:
    table = Position(plain=True)
    hounds, bear = table.put("Vampire Hounds"), table.give(BEAR)
    relic = table.give(artifact("Relic"))
    table.activate(hounds)
    if table.asked == "cost":
        assert table.offered("discard") == {bear}
        table.choose("discard", bear)
    table.resolve()
    assert (table.size(hounds), table.zone(bear), table.zone(relic)) == (
        (4, 4),
        "graveyard",
        "hand",
    )
    table.attend()
    assert not table.may("activate", hounds)
