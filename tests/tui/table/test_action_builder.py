"""Ways to legal actions, and the words for them."""

from __future__ import annotations

import random

import pytest

from engine.actions import Action
from engine.base.records import replace
from engine.cards.characteristics import printed
from engine.cards.decks.lists import cards_of
from engine.cards.library import library
from engine.cards.model import Activated, AddMana, Change, Damage, Static
from engine.cards.terms import Costs
from engine.game import Game
from engine.magic.core.agenda import DecisionView
from engine.magic.core.position import GameObject
from engine.magic.turn.setup import Seat
from engine.variant.inheritance import shipped
from engine.variant.loading import load
from engine.view import ObjectView
from tests.magic.positions import ANNA, ANYTHING, Position, aura
from tests.magic.positions import creature as creature_card
from tests.tui.fake import battle, creature, grid, view
from tui.session.game_setup import deck, suited_decks
from tui.table.action_builder import ActionBuilder, Spot, path_of
from tui.table.wording import SENTENCES, sentence

MOVES = (
    Action("done"),
    Action("move", 11, origin="b3", space="a3"),
    Action("move", 11, origin="b3", space="b2"),
    Action("move", 12, origin="b2", space="b1"),
)


def test_the_abilities_of_a_picked_piece_come_before_where_it_can_go() -> None:
    here = view(
        grid(3, 3), (creature(11, "Blood Knight", 2, 2, 0, "a1"),),
        (Action("activate", 11, ability=1), Action("move", 11, space="a2"), Action("move", 11,
        space="b1"), Action("pass")),
        DecisionView(0, "priority", ""),
    )  # fmt: skip
    builder = ActionBuilder(here)
    builder.pick(Spot("object", 11))
    assert [spot.kind for spot in builder.candidates()] == ["word", "space", "space"]


def movement() -> ActionBuilder:
    bears, wurm = (
        creature(11, "Grizzly Bears", 2, 2, 0, "b3"),
        creature(12, "Yavimaya Wurm", 6, 4, 0, "b2"),
    )
    return ActionBuilder(
        view(
            grid(3, 3), (bears, wurm), MOVES, DecisionView(0, "move", "Move a creature, or be done")
        )
    )


def test_a_creature_is_picked_first_and_then_its_space() -> None:
    builder = movement()
    assert builder.candidates() == [Spot("object", 11), Spot("object", 12)]
    assert builder.label(Spot("object", 11)) == "Move Grizzly Bears…"
    assert builder.pick(Spot("object", 11)) is None
    assert builder.candidates() == [Spot("space", name="a3"), Spot("space", name="b2")]
    assert builder.label(Spot("space", name="b2")) == "Move Grizzly Bears to b2"
    assert builder.pick(Spot("space", name="b2")) == MOVES[2]


def test_the_only_way_is_taken_at_once_and_says_so_before() -> None:
    builder = movement()
    assert builder.label(Spot("object", 12)) == "Move Yavimaya Wurm to b1"
    assert builder.pick(Spot("object", 12)) == MOVES[3]


def test_a_pick_can_be_undone() -> None:
    builder = movement()
    builder.pick(Spot("object", 11))
    assert builder.back()
    assert builder.candidates()[0] == Spot("object", 11)
    assert not builder.back()


def test_what_can_not_be_chosen_is_not_picked() -> None:
    builder = movement()
    assert builder.pick(Spot("object", 99)) is None
    assert builder.picked == ()


def test_passing_stands_beside_the_choices() -> None:
    builder = movement()
    assert builder.aside("pass", "done") == Action("done")
    assert builder.aside("take-back") is None


def test_two_verbs_for_one_card_are_told_apart_by_the_verb() -> None:
    actions = (Action("bottom", 41), Action("bottom", 42), Action("top", 41), Action("top", 42))
    builder = ActionBuilder(view(actions=actions, decision=DecisionView(0, "scry", "Scry 2")))
    assert builder.candidates() == [Spot("object", 41), Spot("object", 42)]
    builder.pick(Spot("object", 41))
    assert [spot.name for spot in builder.candidates()] == ["bottom", "top"]
    assert builder.pick(Spot("word", name="top")) == actions[2]


def test_what_a_question_is_about_needs_no_picking() -> None:
    scry = ActionBuilder(
        view(
            actions=(Action("bottom", 41), Action("top", 41)),
            decision=DecisionView(0, "scry", "Scry 1"),
        )
    )
    assert scry.about == (Spot("object", 41),)
    assert scry.pick(Spot("word", name="top")) == Action("top", 41)
    damage = tuple(Action("assign", 12, number=number) for number in (0, 1, 2))
    dealing = ActionBuilder(
        view(actions=damage, decision=DecisionView(0, "damage", "How much?", 11))
    )
    assert [dealing.label(spot) for spot in dealing.candidates()] == [
        "Assign 0 damage",
        "Assign 1 damage",
        "Assign 2 damage",
    ]
    free = ActionBuilder(
        view(
            actions=(Action("pass"), Action("cast", 41), Action("cast", 41, word="kicked")),
            decision=DecisionView(0, "priority", ""),
        )
    )
    assert free.candidates() == [Spot("object", 41)], "who may pass instead chooses the card"


def test_an_attack_with_or_without_an_aim_can_both_be_chosen() -> None:
    actions = (Action("attacker", 11), Action("attacker", 11, target=61))
    builder = ActionBuilder(
        view(actions=actions, decision=DecisionView(0, "attackers", "Choose attackers"))
    )
    builder.pick(Spot("object", 11))
    assert set(builder.candidates()) == {Spot("word", name="attacker"), Spot("object", 61)}
    assert builder.pick(Spot("word", name="attacker")) == actions[0]


def test_players_without_life_come_after_all_that_can_be_hurt() -> None:
    """A Bolt may target anybody, but where players have no life nobody means them."""
    aims = (Action("target", target=-1), Action("target", target=-2), Action("target", target=11))
    bears = creature(11, "Grizzly Bears", 2, 2, 1, "b3")
    lifeless = ActionBuilder(
        view(grid(3, 3), (bears,), aims, DecisionView(0, "target", "Choose a target"))
    )
    assert lifeless.view.players[0].life is None
    assert [spot.kind for spot in lifeless.candidates()] == ["object", "player", "player"]
    alive = tuple(replace(player, life=20) for player in lifeless.view.players)
    assert [
        spot.kind for spot in ActionBuilder(replace(lifeless.view, players=alive)).candidates()
    ] == [
        "player",
        "player",
        "object",
    ]


def test_paying_by_itself_comes_first() -> None:
    actions = (
        Action("activate", 13, 1),
        Action("auto"),
        Action("pay", word="G"),
        Action("take-back"),
    )
    builder = ActionBuilder(view(actions=actions, decision=DecisionView(0, "payment", "Pay {G}")))
    assert builder.candidates()[0] == Spot("word", name="auto")
    assert builder.aside("take-back") == Action("take-back")


def test_what_only_makes_mana_comes_last() -> None:
    elves, bears = (
        creature(13, "Llanowar Elves", 1, 1, 0, "south"),
        creature(41, "Grizzly Bears", 2, 2),
    )
    actions = (Action("activate", 13, 1), Action("cast", 41), Action("pass"))
    here = view(grid(3, 3), (elves, bears), actions, DecisionView(0, "priority", "Main"))
    here.known.put(GameObject(13, printed(library().card("Llanowar Elves")), 0, 0, "battlefield"))
    assert ActionBuilder(here).candidates() == [Spot("object", 41), Spot("object", 13)]


@pytest.mark.slow
@pytest.mark.parametrize("variant", sorted(shipped()))
def test_whatever_can_be_chosen_is_said_in_words(variant: str) -> None:
    """No verb and no number of an object as the engine writes them."""
    chance = random.Random(3)
    names, cards = ("Edna", "Dale"), [cards_of(deck(name)) for name in suited_decks(variant)]
    game = Game.start(
        load(variant),
        [Seat(name, cards[number % len(cards)]) for number, name in enumerate(names)],
        3,
    )
    for _ in range(150):
        decision = game.decision
        if decision is None:
            break
        here = game.view_for(decision.seat)
        words = {sentence(action, here) for action in here.actions}
        assert not [said for said in words if "#" in said or said[0].islower()]
        game.apply(chance.choice(here.actions))


def test_numbered_answers_are_told_by_what_they_stand_for() -> None:
    actions = (Action("choose", number=1), Action("choose", number=2))
    asked = view(
        actions=actions,
        decision=DecisionView(0, "instead", "Choose what happens instead", 0, ("Void", "Harbor")),
    )
    assert [sentence(action, asked) for action in actions] == ["Choose Void", "Choose Harbor"]
    orders = (Action("order", 11, number=1), Action("order", 12, number=2))
    asked = view(
        actions=orders,
        decision=DecisionView(
            0,
            "order-triggers",
            "Which first?",
            0,
            ("Imp: You draw a card.", "Warden: You gain 1 life."),
        ),
    )
    assert sentence(orders[1], asked) == "Next: Warden: You gain 1 life."


def test_every_path_is_unlike_every_other() -> None:
    actions = (
        Action("target", 11),
        Action("target", -2),
        Action("x", number=0),
        Action("x", number=3),
        Action("choose", word="green"),
    )
    assert len({path_of(action) for action in actions}) == len(actions)
    assert path_of(Action("target", -2)) == (Spot("player", 1),)


def test_actions_read_as_sentences() -> None:
    here = battle()
    assert sentence(Action("cast", 43), here) == "Cast Craw Wurm {4}{G}{G}"
    assert sentence(Action("block", 21, target=12), here) == "Block Yavimaya Wurm with White Knight"
    assert sentence(Action("target", -2), here) == "Target Dale"
    assert sentence(Action("pay", word="G"), here) == "Pay {G} (green)"
    assert sentence(Action("pay", word="GS"), here) == "Pay {GS} (green, snow)"
    assert sentence(Action("pay", word="P"), here) == "Pay {P} (mana)"
    assert sentence(Action("x", number=3), here) == "X = 3"
    assert sentence(Action("frobnicate", 11), here) == "frobnicate grizzly-bears#11"
    assert all(sentence(Action(verb, 11, 1, 12, "b3", "b2", 1, "G"), here) for verb in SENTENCES)


def test_modes_and_abilities_are_read_off_the_card() -> None:
    text = ("Choose one — • Target player gains 3 life. • Prevent damage.",)
    charm = ObjectView(
        61, "Healing Salve", "stack", 0, 0, ("Instant",), (), ("white",), "{W}", text
    )
    here = view(
        stack=(charm,),
        actions=(Action("mode", number=1), Action("mode", number=2)),
        decision=DecisionView(0, "mode", "Choose", 61),
    )
    assert [sentence(action, here) for action in here.actions] == [
        "Target player gains 3 life.",
        "Prevent damage.",
    ]
    elves = creature(13, "Llanowar Elves", 1, 1, 0, "south")
    there = view(grid(3, 3), (elves,))
    there.known.put(GameObject(13, printed(library().card("Llanowar Elves")), 0, 0, "battlefield"))
    assert sentence(Action("activate", 13, 1), there) == "Llanowar Elves: {T}: Add {G}."
    assert sentence(Action("activate", 13, 9), there) == "Llanowar Elves: ability 9"


def test_what_an_aura_lets_its_creature_do_is_told_in_words() -> None:
    position = Position(plain=True)
    bear = position.put(creature_card("Bear", 2, 2))
    shot = Activated(
        cost=Costs(tap=True), effects=(Damage(amount=1, to="target"),), targets=(ANYTHING,)
    )
    position.put(aura("Bow", Static(what="attached", change=Change(abilities=(shot,)))), on=bear)
    position.attend()
    seen = position.game.view_for(ANNA)
    (action,) = [action for action in position.game.legal_actions() if action.verb == "activate"]

    assert sentence(action, seen) == "Bear: {T}: This creature deals 1 damage to any target."
    assert ActionBuilder(seen).candidates() == [Spot("object", bear)]


def test_what_an_aura_lets_its_creature_do_for_mana_is_known_to_be_for_mana() -> None:
    position = Position(plain=True)
    bear = position.put(creature_card("Bear", 2, 2))
    growth = Activated(cost=Costs(tap=True), effects=(AddMana(add="G"),))
    position.put(aura("Leaf", Static(what="attached", change=Change(abilities=(growth,)))), on=bear)
    position.attend()

    assert ActionBuilder(position.game.view_for(ANNA)).is_for_mana(Spot("object", bear))
