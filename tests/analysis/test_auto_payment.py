"""Automatic payment: what is paid without a question, and that it never spends what a card in hand
still needs (`engine/analysis/auto_payment.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

import pytest

from engine.actions import Action
from engine.analysis import auto_payment
from engine.cards.casting_options import casting_options
from engine.cards.model import Activated, AddMana, Card, LoseLife, Triggered, When
from engine.cards.terms import Costs, Filter
from engine.game import Game
from engine.magic.abilities import mana_pool
from engine.magic.casting import permission
from engine.magic.casting.paying import PaymentQuestion
from engine.magic.mana import payment
from tests.forms import only_as_written
from tests.magic.mana_sources import BIRD, ELF, GEM, HEAL, LOTUS, SNOW_GEM, STONE, TAP, VEIN
from tests.magic.positions import ANNA, BEN, Position, artifact, enchantment, instant
from tests.rules.frontier_table import Trek
from tests.rules.table import BEAR
from tests.tui.positions_at_random import VARIANTS, positions

FILTER = artifact(
    "Filter", Activated(cost=Costs(tap=True, mana="{1}"), effects=(AddMana(add="{G}{G}"),))
)
STING = artifact("Sting", Activated(cost=TAP, effects=(AddMana(add="{R}"), LoseLife(amount=1))))


def spell(cost: str, name: str = "Spell") -> Card:
    return instant(*HEAL, cost=cost, name=name)


def asked(table: Position, cost: str) -> auto_payment.Choice:
    """Anna casts a spell and is asked to pay for it. How she should."""
    table.watchful()
    card = table.give(spell(cost))
    table.attend(ANNA)
    table.do(Action("cast", object=card))
    assert table.asked == "payment"
    found = auto_payment.choice(table.game)
    assert found is not None
    return found


def table_with(
    *permanents: str | Card, hand: Iterable[str | Card] = (), variant: str = "tactical"
) -> Position:
    table = Position(variant=variant)
    for card in permanents:
        table.put(card)
    for card in hand:
        table.give(card)
    return table


def carry_out(game: Game, paid: auto_payment.Payment) -> Game:
    """Pay in a copy of the game, each action a legal one."""
    after = game.fork()
    for action in paid.actions:
        after.apply(action)
    return after


def untapped(game: Game) -> list[str]:
    objects = game.state.objects
    mine = [objects[ident] for ident in game.state.battlefield if objects[ident].controller == ANNA]
    return sorted(
        obj.printed.name
        for obj in mine
        if not obj.tapped and obj.printed.name not in ("Hourglass", "Anna's token")
    )


# --- what is paid without a question ---


def test_the_last_forest_is_left_for_two_giant_growths() -> None:
    table = table_with("Mountain", *["Forest"] * 6, hand=("Giant Growth", "Giant Growth"))
    found = asked(table, "{4}{G}{G}")
    assert not found.is_automatic  # a Mountain could be left as well
    assert found.lost == ()
    assert untapped(carry_out(table.game, found.payment)) == ["Forest"]


def test_equal_lands_are_no_choice() -> None:
    table = table_with(*["Forest"] * 5, hand=("Giant Growth", "Giant Growth"))
    found = asked(table, "{1}{G}")
    assert found.is_automatic
    assert untapped(carry_out(table.game, found.payment)) == ["Forest"] * 3


def test_the_only_way_is_no_choice() -> None:
    assert asked(table_with("Forest", "Mountain", hand=("Giant Growth",)), "{1}{G}").is_automatic


def test_colors_that_stay_make_ways_the_same() -> None:
    assert asked(
        table_with(*["Forest", "Mountain"] * 3, hand=("Craw Wurm",)), "{1}{G}"
    ).is_automatic


def test_a_color_that_goes_is_a_choice_with_cards_in_hand() -> None:
    found = asked(table_with("Forest", "Forest", "Mountain", hand=("Craw Wurm",)), "{1}{G}")
    assert not found.is_automatic
    assert asked(table_with("Forest", "Forest", "Mountain"), "{1}{G}").is_automatic


def test_two_instants_that_could_be_cast_together_are_a_choice() -> None:
    table = table_with("Forest", "Forest", *["Mountain"] * 3, hand=("Giant Growth", "Giant Growth"))
    found = asked(table, "{2}")
    assert not found.is_automatic
    assert untapped(carry_out(table.game, found.payment)) == ["Forest", "Forest", "Mountain"]


def test_an_ability_in_play_is_kept_payable() -> None:
    table = table_with(
        "Forest", "Mountain", artifact("Forge", Activated(cost=Costs(mana="{R}"), effects=HEAL))
    )
    found = asked(table, "{1}")
    assert not found.is_automatic
    assert "Mountain" in untapped(carry_out(table.game, found.payment))


def test_what_can_not_stay_payable_is_named() -> None:
    table = table_with("Forest", "Mountain", hand=("Giant Growth", "Lightning Bolt"))
    found = asked(table, "{1}")
    assert not found.is_automatic
    assert len(found.lost) == 1
    assert found.lost[0] in ("Giant Growth", "Lightning Bolt")


@pytest.mark.parametrize("source", [LOTUS, ELF, STING])
def test_what_does_more_than_make_mana_is_never_used_without_a_question(source: Card) -> None:
    color = {"Lotus": "{W}", "Elf": "{G}", "Sting": "{R}"}[source.name]
    assert not asked(table_with(source), color).is_automatic


@pytest.mark.parametrize("source", [LOTUS, ELF])
def test_what_does_more_than_make_mana_is_left_alone_where_lands_do(source: Card) -> None:
    table = table_with(source, *["Forest"] * 3, hand=("Giant Growth",))
    found = asked(table, "{1}{G}")
    assert found.is_automatic
    assert source.name in untapped(carry_out(table.game, found.payment))


def test_a_land_whose_tapping_others_react_to_is_never_tapped_without_a_question() -> None:
    watch = Triggered(
        when=When(event="taps-for-mana", what=Filter(types=("Land",))),
        effects=(LoseLife(amount=1, who="that-player"),),
    )
    table = table_with("Forest")
    table.put(enchantment("Watch", watch), BEN)
    assert not asked(table, "{G}").is_automatic


def test_life_is_never_paid_without_a_question() -> None:
    table = Position(plain=True)
    for _ in range(2):
        table.put(artifact("Vine", Activated(cost=TAP, effects=(AddMana(add="{G}"),))))
    found = asked(table, "{G/P}")
    assert not found.is_automatic
    life = table.player(ANNA).life
    assert carry_out(table.game, found.payment).state.players[ANNA].life == life


def test_mana_that_costs_mana_leaves_the_question() -> None:
    table = table_with("Mountain", FILTER)
    card = table.give(spell("{G}{G}"))
    table.attend(ANNA)
    table.do(Action("cast", object=card))
    assert table.asked == "payment"
    assert auto_payment.choice(table.game) is None


def test_an_x_is_kept_as_large_as_can_be() -> None:
    table = table_with(*["Forest"] * 2, *["Mountain"] * 3, hand=("Blaze",))
    found = asked(table, "{2}")
    assert not found.is_automatic
    assert "Mountain" in untapped(carry_out(table.game, found.payment))


@pytest.mark.slow
@only_as_written("calls of the engine are counted")
@pytest.mark.parametrize("owed", ["{8}", "{3}{R}{G}", "{2/W}{2/U}{2/B}{2/R}{2/G}"])
def test_too_much_to_look_at_is_given_up_soon(owed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table = table_with(
        *SOURCES, "Badlands", "Swamp", LOTUS, hand=[spell(cost, f"Card {cost}") for cost in HAND]
    )
    assert not asked(table, owed).is_automatic
    efforts: list[auto_payment.StepBudget] = []
    plans: list[object] = []

    class Counted(auto_payment.StepBudget):
        def __init__(self, steps: int) -> None:
            super().__init__(steps)
            efforts.append(self)

    def planned(*args: Any) -> object:
        plans.append(args)
        return plan(*args)

    plan = payment.plan
    monkeypatch.setattr(auto_payment, "StepBudget", Counted)
    monkeypatch.setattr(payment, "plan", planned)
    auto_payment.choice(table.game)
    assert any(effort.is_spent for effort in efforts)
    assert len(efforts) <= 3  # what could be paid for beside it, and two searches
    assert len(plans) < MOST_PLANS


def test_a_color_that_no_card_uses_is_spent_first_without_a_question() -> None:
    table = table_with(hand=("Lightning Bolt", "Blaze"), variant="conquering")
    table.mana(ANNA, "{U}{R}{R}{R}{R}")
    found = asked(table, "{2}{R}")
    assert found.is_automatic
    assert mana_pool.in_symbols(found.payment.mana) == "{U}{R}{R}"
    assert carry_out(table.game, found.payment).state.players[ANNA].pool == (0, 0, 0, 2, 0, 0)


def test_several_colors_that_no_card_uses_go_before_one_that_the_hand_wants() -> None:
    table = table_with(hand=[spell("{1}{B}", "Gloom")], variant="conquering")
    table.mana(ANNA, "{W}{U}{B}{B}{B}{B}{G}")
    found = asked(table, "{1}{B}")
    assert found.is_automatic
    assert carry_out(table.game, found.payment).state.players[ANNA].pool[2] == 3


def test_a_color_used_by_an_ability_or_a_seen_card_is_kept_before_an_unused_one() -> None:
    forge = artifact("Forge", Activated(cost=Costs(tap=True, mana="{R}"), effects=HEAL))
    table = table_with(forge, hand=(spell("{B}{B}{B}{B}{B}", "Gloom"),), variant="conquering")
    table.mana(ANNA, "{R}{U}{B}{B}")
    found = asked(table, "{1}")
    assert found.is_automatic
    assert mana_pool.in_symbols(found.payment.mana) == "{U}"


# --- each kind of mana ---


@pytest.mark.rule("W-9")
def test_a_creature_is_not_tapped_for_supply_without_a_question() -> None:
    table = Position(variant="war_game", step="Casting")
    table.mana(ANNA, "{C}{C}")
    elf = table.put(ELF)
    found = asked(table, "{1}{G}{G}")
    assert not found.is_automatic
    assert [source.object for source in found.payment.spent] == [elf]
    assert carry_out(table.game, found.payment).state.players[ANNA].pool == (0,) * 6


@pytest.mark.rule("C-13")
def test_mana_of_the_dice_is_kept_in_the_color_that_is_needed() -> None:
    table = table_with(hand=("Giant Growth", "Lightning Bolt"), variant="conquering")
    table.mana(ANNA, "{G}{G}{R}{R}")
    found = asked(table, "{2}")
    assert not found.is_automatic  # two of one color could be spent
    after = carry_out(table.game, found.payment).state.players[ANNA].pool
    assert after == (0, 0, 0, 1, 1, 0)


@pytest.mark.rule("F-19")
def test_land_under_a_creature_is_tapped_before_a_creature_is() -> None:
    trek = Trek()
    trek.lands("Forest", "c3", "c2", "f3")
    trek.put(BEAR, ANNA, at="c3")
    trek.put(BEAR, ANNA, at="f3")
    trek.main()
    found = asked(trek, "{G}")
    assert found.is_automatic
    assert not found.payment.spent[0].through


@pytest.mark.rule("F-19")
def test_a_creature_taps_for_land_beside_it_only_when_asked() -> None:
    trek = Trek()
    trek.lands("Forest", "c2")
    trek.land("c3", "Plains")
    bear = trek.put(BEAR, ANNA, at="c3")
    trek.main()
    found = asked(trek, "{G}")
    assert not found.is_automatic
    assert [source.through for source in found.payment.spent] == [bear]
    assert carry_out(trek.game, found.payment).state.objects[bear].tapped


def test_a_color_of_the_hand_is_kept_before_one_that_only_lands_make() -> None:
    for hand in ("Craw Wurm", "Giant Growth", "Cat Warriors"):
        table = table_with("Forest", "Forest", "Plains", ELF, hand=(hand,))
        found = asked(table, "{1}{G}")
        assert mana_pool.in_symbols(found.payment.mana) == "{W}{G}", hand
        assert not found.payment.risky


@pytest.mark.rule("F-19")
def test_creatures_in_the_back_row_tap_before_one_on_the_map_that_could_scout() -> None:
    trek = Trek()
    trek.lands("Forest", "c3", "c2")
    trek.put(BEAR, ANNA, at="c3")
    for _ in range(2):
        trek.put(ELF, ANNA)
    trek.main()
    found = asked(trek, "{1}{G}{G}")
    assert not found.is_automatic
    assert all(not source.through for source in found.payment.spent)
    assert untapped(carry_out(trek.game, found.payment)).count("Bear") == 1
    assert "Elf" not in untapped(carry_out(trek.game, found.payment))


# --- whatever the position ---


def castable(game: Game, seat: int) -> frozenset[int]:
    """The cards in a player's hand whose costs could be paid now."""
    found: set[int] = set()
    for ident in game.state.players[seat].hand:
        obj = game.state.objects[ident]
        for way in casting_options(obj.printed):
            item = permission.spell_item(seat, obj, way)
            cost = way.cost.changed(permission.change_of_cost(game, seat, obj, way.face))
            if way.is_open and permission.mana_suffices(game, item, cost, way.extra):
                found.add(ident)
    return frozenset(found)


def paid(game: Game) -> Iterator[Game]:
    """The game after each complete payment of mana that can be made by hand."""
    seen: set[object] = set()
    waiting = [game]
    while waiting:
        now = waiting.pop()
        question = now.question
        if not isinstance(question, PaymentQuestion) and (
            question is None or question.kind != "color"
        ):
            # else nothing but taking the spell back was left
            if len(now.state.stack) >= len(game.state.stack):
                yield now
            continue
        player, objects = now.state.players[question.seat], now.state.objects
        tapped = frozenset(ident for ident in now.state.battlefield if objects[ident].tapped)
        position = tapped, player.pool, player.snow, len(now.state.battlefield), str(question)
        if position in seen:
            continue
        seen.add(position)
        for action in now.legal_actions():
            if action.verb not in ("auto", "take-back") and action.word != "P":
                waiting.append(now.fork())
                waiting[-1].apply(action)


def check_best(game: Game) -> auto_payment.Choice | None:
    """Check the choice in a game that asks for a payment against all that can be done by hand,
    while the spell waits to resolve.
    """
    found = auto_payment.choice(game)
    if found is None:
        return None
    assert game.question is not None
    seat = game.question.seat
    after = carry_out(game, found.payment)
    assert not isinstance(after.question, PaymentQuestion)
    if not after.state.stack:
        return found
    kept = castable(after, seat)
    others = [castable(other, seat) for other in paid(game)]
    names = {game.state.objects[ident].printed.name for other in others for ident in other - kept}
    assert names <= set(found.lost), "a card that another way keeps payable is lost without a word"
    assert not any(other > kept for other in others), "another way keeps more cards payable"
    if found.is_automatic:
        assert not names
    return found


SOURCES: tuple[str | Card, ...] = (
    "Forest", "Forest", "Mountain", "Mountain", "Plains", "Island", "Taiga", "Tundra", ELF, BIRD,
    STONE, GEM, VEIN, SNOW_GEM, STING,
)  # fmt: skip
HAND = (
    "{G}",
    "{R}",
    "{1}{G}",
    "{R}{R}",
    "{W/U}",
    "{2}{U}",
    "{2/W}{G}",
    "{X}{R}",
    "{3}",
    "{G}{R}",
    "{1}{S}",
)
MOST_PLANS = 2_000  # checks of payments: a few steps of the effort each
OWED = ("{2}", "{1}{G}", "{2}{R}", "{3}", "{W/U}{1}", "{G}{G}", "{2/R}{1}")


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(24))
def test_no_payment_spends_what_a_card_in_hand_needs(seed: int) -> None:
    random = Random(seed)
    table = table_with(
        *random.choices(SOURCES, k=random.randint(3, 6)),
        hand=[spell(cost, f"Card {cost}") for cost in random.sample(HAND, 3)],
    )
    if random.random() < 0.4:
        table.mana(ANNA, "".join(random.choices(["{G}", "{R}", "{W}"], k=random.randint(1, 3))))
    card = table.give(spell(random.choice(OWED)))
    table.watchful()
    table.attend(ANNA)
    if Action("cast", object=card) in table.game.legal_actions():
        table.do(Action("cast", object=card))
        check_best(table.game)


@pytest.mark.parametrize("variant", VARIANTS)
def test_no_payment_of_a_random_game_spends_what_a_card_in_hand_needs(variant: str) -> None:
    for game in positions(variant, 11, every=1, decisions=160):
        check_best(game)
