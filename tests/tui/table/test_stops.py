"""Stops and yields: when a player is asked."""

from __future__ import annotations

import pytest

from engine.actions import PASS, Action
from engine.base.records import replace
from engine.cards.library import library
from engine.cards.model import Activated, Card, Change, Damage, Modify, Prevent, Target
from engine.cards.terms import Costs
from engine.magic.core.agenda import DecisionView
from engine.magic.turn.setup import Seat
from engine.variant.loading import load
from engine.view import CombatView, TurnView, View
from tests.magic.positions import A_CREATURE, ANNA, BEN, bigger, instant
from tests.magic.positions import creature as creature_card
from tests.rules.war_table import WarTable
from tests.tui.fake import STEPS, creature, view
from tests.tui.games import asked as is_asked
from tests.tui.games import play_until, session_of
from tui.session.local import LocalSession
from tui.table.stops.stops import Stops

MAIN, MOVEMENT, ATTACK, END = 4, 5, 6, 8


def at(step: int, active: int = 0, number: int = 3, **more: object) -> View:
    return replace(
        view(decision=DecisionView(0, "priority", "")),
        turn=TurnView(number, 2, active, step, STEPS),
        **more,
    )  # type: ignore[arg-type]


def test_before_the_first_turn_nothing_is_passed_by_itself() -> None:
    stops = Stops(STEPS)
    assert not stops.passing(at(-1, active=1, number=0))
    assert not stops.lift()


def test_stops_stand_where_a_player_usually_acts() -> None:
    stops = Stops(STEPS)
    assert [stops.wants(at(step)) for step in (2, MAIN, MOVEMENT, ATTACK, END)] == [
        False,
        True,
        False,
        True,
        False,
    ]
    assert [stops.wants(at(step, active=1)) for step in (MAIN, ATTACK, END)] == [False, True, True]


def test_a_stop_can_be_set_and_cleared() -> None:
    stops = Stops(STEPS)
    assert stops.toggle(MOVEMENT, own=True)
    assert stops.wants(at(MOVEMENT))
    assert not stops.toggle(MAIN, own=True)
    assert not stops.wants(at(MAIN))
    assert not stops.wants(at(MOVEMENT, active=1))


def test_an_opponents_spell_that_concerns_one_stops_and_ones_own_never_does() -> None:
    stops = Stops(STEPS)
    stops.concerns = lambda _: True
    theirs, mine = (
        creature(9, "Terror", 0, 0, 1, zone="stack"),
        creature(9, "Terror", 0, 0, 0, zone="stack"),
    )
    assert stops.wants(at(2, stack=(theirs,)))
    assert not stops.wants(at(MAIN, stack=(mine,)))
    stops.full_control = True
    assert stops.wants(at(MAIN, stack=(mine,)))


def test_combat_stops_in_any_step() -> None:
    assert Stops(STEPS).wants(at(2, active=1, combat=CombatView(1, "b2", (), 0)))


def test_nobody_is_asked_in_an_attack_who_could_do_nothing_but_pass() -> None:
    """Not even one's own attack stops where no card and no ability is left to use; at a shared
    screen the others could tell by it.
    """
    attack = CombatView(0, "b2", (), 0)
    assert not Stops(STEPS).wants(at(ATTACK, combat=attack, actions=(PASS,)))
    assert Stops(STEPS).wants(at(ATTACK, combat=attack, actions=(Action("cast", 5), PASS)))
    assert Stops(STEPS, shared=True).wants(at(ATTACK, combat=attack, actions=(PASS,)))
    careful = Stops(STEPS)
    careful.full_control = True
    assert careful.wants(at(ATTACK, combat=attack, actions=(PASS,)))


def test_every_other_question_is_asked() -> None:
    stops = Stops(STEPS)
    assert stops.wants(replace(at(2), decision=DecisionView(0, "discard", "")))


def test_passing_on_lasts_until_something_happens() -> None:
    stops = Stops(STEPS)
    stops.start_yield(at(MAIN))
    assert not stops.wants(at(7))
    assert not stops.wants(at(END, active=1, number=4))
    assert stops.yielding
    assert stops.wants(at(2, number=5))  # one's own next turn
    assert not stops.yielding


def test_passing_on_ends_with_an_opponents_attack() -> None:
    stops = Stops(STEPS)
    stops.start_yield(at(MAIN))
    assert stops.wants(at(ATTACK, active=1, number=4, combat=CombatView(1, "b2", (), 0)))
    assert not stops.yielding


def test_main_phases_and_end_steps_have_stops_whatever_they_are_called() -> None:
    for variant, main, end in (
        ("war_game", "Casting", "Discard"),
        ("conquering", "First Main", "End"),
    ):
        names = [step.name for step in load(variant).turn]
        seats = [Seat(name, (library().card("Grizzly Bears"),) * 60) for name in ("Edna", "Dale")]
        session = LocalSession.start(load(variant), seats, ["human", "human"], 1)
        assert names.index(main) in session.stops[0].own
        assert names.index(end) in session.stops[0].others


# --- after a fight ---

STING = Activated(cost=Costs(), targets=(A_CREATURE,), effects=(Damage(amount=1, to="target"),))
FIDDLER = creature_card("Fiddler", 0, 1, cost="{1}", abilities=(STING,))


def asked_in_fight(table: WarTable) -> list[int]:
    """The damage on Ben's Golem each time that Anna is asked whether she does anything while the
    battle goes on.
    """
    steps = [step.name for step in table.game.rules.turn]
    stops, found = Stops(steps), list[int]()
    while table.state.combat is not None:
        view = table.game.view_for(table.chooser)
        if table.chooser == ANNA and table.asked == "priority" and stops.would_want(view):
            found.append(sum(item.damage for item in view.permanents if item.name == "Golem"))
        table.choose("done" if table.may("done") else "pass")
    return found


def test_a_battle_is_asked_about_before_its_damage_and_not_after_it() -> None:
    """The Fiddler's ability can be used at any time, but when all damage has been dealt it can
    wait until the battle is over.
    """
    table = WarTable()
    table.enter(creature_card("Mouse", 1, 1, cost="{1}"), at="c2")
    table.put(creature_card("Golem", 0, 3, cost="{3}"), BEN, at="c2")
    table.put(FIDDLER, at="c2")
    table.watchful()
    table.turn("Combat")
    assert set(asked_in_fight(table)) == {0}


@pytest.mark.parametrize(
    ("card", "asked"),
    [
        (
            instant(
                Modify(what="target", change=bigger(3, 3)),
                targets=(A_CREATURE,),
                name="Growth",
                cost="{1}",
            ),
            False,
        ),
        (
            instant(
                Prevent(amount=3, to="target"), targets=(A_CREATURE,), name="Salve", cost="{1}"
            ),
            False,
        ),
        (
            instant(Damage(amount=3, to="target"), targets=(A_CREATURE,), name="Bolt", cost="{1}"),
            True,
        ),
        (
            instant(
                Damage(amount=3, to="target"),
                targets=(Target(player="any"),),
                name="Face",
                cost="{1}",
            ),
            False,
        ),
        (creature_card("Ambusher", 1, 1, "flash", cost="{1}"), True),
    ],
    ids=["growth", "prevention", "bolt", "at players without life", "ambusher"],
)
def test_as_others_turns_end_one_is_asked_only_for_what_lasts(card: Card, asked: bool) -> None:
    table = WarTable(active=BEN)
    for seat in (ANNA, BEN):
        table.put(creature_card("Mouse", 1, 1, cost="{1}"), seat, at="c2")
    held = table.give(card)
    table.give_supply(1)
    table.turn("Discard", BEN)
    table.attend(ANNA)
    view = table.game.view_for(ANNA)
    assert table.may("cast", held)
    steps = table.game.rules.turn
    assert Stops([step.name for step in steps], (), [len(steps) - 1]).would_want(view) is asked


@pytest.mark.parametrize(
    ("land", "keyword", "asked"),
    [("Island", "flying", True), ("Swamp", "flying", False), ("Island", "", False)],
)
def test_a_player_who_could_free_a_trapped_creature_by_a_keyword_is_asked_first(
    land: str, keyword: str, asked: bool
) -> None:
    """W-19: a creature gets out over an Island only flying, and in the step of moves nobody has
    priority before the moves.
    """
    table = WarTable()
    table.terrain("a2", land)
    table.put(creature_card("Mouse", 1, 1, cost="{1}"), at="s1")
    change = Change(keywords=(keyword,)) if keyword else bigger(1, 1)
    table.give(
        instant(
            Modify(what="target", change=change), targets=(A_CREATURE,), name="Jump", cost="{1}"
        )
    )
    table.give_supply(1)
    table.turn("Upkeep/Heal")
    table.attend(ANNA)
    view = table.game.view_for(ANNA)
    assert (view.turn.steps[view.turn.step], view.decision is not None and view.decision.kind) == (
        "Upkeep/Heal",
        "priority",
    )
    assert Stops([step.name for step in table.game.rules.turn]).would_want(view) is asked


def test_between_first_strike_and_the_rest_it_is_asked_about() -> None:
    table = WarTable()
    table.enter(creature_card("Duelist", 1, 1, "double strike", cost="{3}"), at="c2")
    table.put(creature_card("Golem", 0, 3, cost="{3}"), BEN, at="c2")
    table.put(FIDDLER, at="c2")
    table.watchful()
    table.turn("Combat")
    assert set(asked_in_fight(table)) == {0, 1}


ATTACKING = """
title = "An attack"
variant = "frontier"
script = ""
player = [
    { name = "Edna", token = "i5", hand = ["Giant Growth"], mana = "{G}", library = [
        "Craw Wurm", "Craw Wurm",
    ] },
    { name = "Dale", token = "i1", color = "white", library = ["Craw Wurm", "Craw Wurm"] },
]
spaces.c2 = { land = "Plains" }
spaces.c3 = { land = "Plains" }
permanent = [
    { card = "Hill Giant", controller = "Edna", space = "c3" },
    { card = "Gray Ogre", controller = "Dale", space = "c2" },
]
"""
"""Frontier Magic: Edna's Giant may attack, and she holds an instant that she could pay for."""


@pytest.mark.rule("F-8")
@pytest.mark.parametrize("full_control", [False, True])
def test_an_attacker_who_may_only_pass_is_asked_with_full_control_alone(full_control: bool) -> None:
    played = session_of(ATTACKING, ["human", "human"])
    for stops in played.stops.values():
        stops.full_control = full_control
    played.act(next(action for action in played.game.legal_actions() if action.verb == "attacker"))
    assert played.game.legal_actions() == (PASS,)
    assert played.pass_by_itself() is not full_control


UNBLOCKED = """
title = "An attack that nobody can block"
variant = "conquering"
active = "Edna"
step = "Attack/Conquer"
script = ""
player = [
    { name = "Edna", hand = ["Giant Growth"], mana = "{G}", library = ["Craw Wurm", "Craw Wurm"] },
    { name = "Dale", color = "white", library = ["Craw Wurm", "Craw Wurm"] },
]
spaces.b2 = { land = "Swamp", conquer_value = 5 }
spaces.b3 = { land = "Swamp", conquer_value = 3 }
permanent = [
    { card = "ATTACKER", controller = "Edna", space = "b2" },
    { card = "Wall of Wood", controller = "Dale", space = "SPACE" },
]
"""
"""The Conquering: Edna can take b2 if she casts Giant Growth at any time before the damage."""


@pytest.mark.parametrize(
    ("attacker", "space", "stops"),
    [("Grizzly Bears", "b3", 1), ("White Knight", "b3", 1), ("Grizzly Bears", "b2", 2)],
)
def test_an_attack_that_nobody_can_block_is_asked_about_once(
    attacker: str, space: str, stops: int
) -> None:
    """With a Wall there, whether it blocks is worth waiting for: Edna is asked before and after."""
    played = session_of(
        UNBLOCKED.replace("ATTACKER", attacker).replace("SPACE", space), ["human", "ai:easy"]
    )
    asked = 0
    for _ in range(40):
        view = played.game.view_for(0)
        if played.asked is None or (asked and view.combat is None):
            break
        if played.pass_by_itself():
            continue
        if (
            played.asked == 0
            and played.game.question is not None
            and played.game.question.kind == "priority"
        ):
            asked += view.combat is not None
        wanted = [a for a in played.game.legal_actions() if a.verb in ("attack", "attacker")]
        played.act(
            (wanted or [a for a in played.game.legal_actions() if a.verb in ("pass", "done")])[0]
        )
    assert asked == stops


def conquering(
    hand: str = "",
    mana: str = "",
    foe: str = "Craw Wurm",
    held: tuple[str, ...] = (),
    step: str = "First Main",
) -> LocalSession:
    """The Conquering: Edna's Mogg Fanatic stands at b2 beside a creature of Dale's."""
    areas = "\n".join(
        f'spaces.{name} = {{ land = "Forest", conquer_value = 2, holder = "Edna" }}'
        for name in held
    )
    return session_of(
        f"""
title = "A main phase"
variant = "conquering"
active = "Edna"
step = "{step}"
script = ""
player = [
    {{ name = "Edna", hand = [{hand}], mana = "{mana}", library = ["Craw Wurm", "Craw Wurm"] }},
    {{ name = "Dale", color = "white", library = ["Craw Wurm", "Craw Wurm"] }},
]
{areas}
spaces.b2 = {{ land = "Forest", conquer_value = 3 }}
spaces.b3 = {{ land = "Mountain", conquer_value = 1 }}
permanent = [
    {{ card = "Mogg Fanatic", controller = "Edna", space = "b2", tapped = true }},
    {{ card = "Grizzly Bears", controller = "Edna", space = "b3" }},
    {{ card = "{foe}", controller = "Dale", space = "b2" }},
]
"""
    )


@pytest.mark.parametrize(
    ("hand", "mana", "foe", "asked"),
    [
        ("", "", "Craw Wurm", False),  # the Fanatic kills nothing
        ("", "", "Savannah Lions", True),
        ('"Blaze"', "{R}", "Craw Wurm", False),  # with an X of 0
        ('"Hill Giant"', "{R}{R}{R}{R}", "Craw Wurm", True),
    ],
)
def test_a_main_phase_stops_for_what_is_of_use(hand: str, mana: str, foe: str, asked: bool) -> None:
    played = conquering(hand, mana, foe)
    view = played.game.view_for(0)
    assert any(action.verb == "activate" for action in view.actions)
    assert played.stops[0].would_want(view) is asked
    played.stops[0].full_control = True
    assert played.stops[0].would_want(view)


def test_the_last_main_phase_stops_if_the_turn_has_not_stopped_before() -> None:
    played = conquering(step="Second Main")
    view, stops = played.game.view_for(0), played.stops[0]
    assert stops.would_want(view)
    stops.note_asked(view)
    assert not stops.would_want(view)


def test_an_attack_that_wins_goes_on_without_a_question() -> None:
    for held, asked in ((("a1", "a2", "b1", "c1"), False), (("a1",), True)):
        played = conquering('"Giant Growth"', "{G}", held=held, step="Attack/Conquer")
        for verb, space in (("attack", "b3"), ("attacker", ""), ("done", "")):
            played.act(
                next(
                    each
                    for each in played.game.legal_actions()
                    if each.verb == verb and each.space == space
                )
            )
        view, stops = played.game.view_for(0), played.stops[0]
        assert view.decision is not None
        assert view.decision.kind == "priority"
        stops._stakes = lambda *_, **__: True  # type: ignore[assignment]
        assert stops.would_want(view) is asked


# --- a choice with one answer ---

ANSWERS = ("yes", "target", "auto", "cast", "pass", "done")
SEARCH = """
title = "Nothing to find"
variant = "battle_field"
active = "Edna"
step = "First Main"
script = ""
player = [
    { name = "Edna", token = "a2", color = "white", hand = ["Path to Exile"], library = [
        "%s", "Craw Wurm",
    ] },
    { name = "Dale", token = "f6", color = "white", library = ["Craw Wurm"] },
]
permanent = [
    { card = "Kalonian Tusker", controller = "Edna", space = "f5" },
    { card = "Plains", controller = "Edna" },
]
"""


@pytest.mark.parametrize(("card", "asks"), [("Forest", True), ("Grizzly Bears", False)])
def test_a_search_that_finds_nothing_is_over_by_itself_but_not_under_full_control(
    card: str, asks: bool
) -> None:
    for control in (False, True):
        played = session_of(SEARCH % card)
        played.stops[0].full_control = control
        play_until(
            played,
            is_asked(0, "search"),
            lambda view: next(a for v in ANSWERS for a in view.actions if a.verb == v),
        )
        played.pass_by_itself()
        assert is_asked(0, "search")(played) == (asks or control)
