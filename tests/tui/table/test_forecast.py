"""What could happen, asked of the engine: where creatures could go and strike, what comes of an
attack, what the map shows of it.
"""

from __future__ import annotations

import pytest

from engine.actions import Action
from engine.analysis.forecast import FightOutcome, Trial, differences
from engine.base.records import replace
from engine.cards.model import Damage, Modify
from engine.game import Game
from engine.scenario import stage_of
from engine.view import View
from tests.magic.positions import A_CREATURE, ANNA, ANYTHING, BEN, bigger, creature, instant
from tests.rules.table import BEAR, ELF, GOLEM, KNIGHT, WALL, WURM, Table
from tests.rules.war_table import WarTable
from tests.tui import fake
from tests.tui.at_table import press, words
from tests.tui.games import asked, play_until, session, session_of
from tui.app import SpellfrontApp
from tui.table import forecast, overlays
from tui.table.action_builder import Spot
from tui.table.forecast import Forecast
from tui.table.selection import Selection
from tui.table.widgets.inspector import about, object_lines, space_lines
from tui.table.widgets.lists import ListPanel
from tui.table.widgets.prompt import choice_line

SQUARES = """
title = "Squares"
variant = "tactical"
active = "Edna"
step = "First Main"
turn = 13
script = ""
options = {{ size = "8x5" }}
[[player]]
name = "Edna"
[[player]]
name = "Dale"
{}
"""


def on_squares(*pieces: tuple[str, str, str]) -> Game:
    """A small table on which cards of players stand on squares, in Edna's turn."""
    lines = (
        f'[[permanent]]\ncard = "{card}"\ncontroller = "{who}"\nspace = "{space}"'
        for card, who, space in pieces
    )
    stage, _, problems = stage_of(SQUARES.format("\n".join(lines)), "squares")
    assert stage is not None, problems
    return stage.game


def named(view: View, name: str) -> dict[str, str]:
    """Where a piece could go and strike."""
    return forecast.of(view).reach_of(next(item for item in view.permanents if item.name == name))


def ways(found: dict[str, str], way: str) -> set[str]:
    return {name for name, each in found.items() if each == way}


# --- where to ---


def test_a_piece_goes_as_far_as_it_may_and_strikes_from_there() -> None:
    found = named(on_squares(("Savannah Lions", "Edna", "a1")).view_for(0), "Savannah Lions")
    assert {"b1", "a2", "b2", "c2", "c1"} <= ways(found, forecast.GO)
    assert {"d1", "d3", "c4"} <= ways(found, forecast.STRIKE)
    assert "e1" not in found


def test_pieces_are_walked_round_and_flown_over() -> None:
    fence = [("Savannah Lions", "Dale", square) for square in ("b1", "b2", "a2")]
    walker = named(on_squares(("Grizzly Bears", "Edna", "a1"), *fence).view_for(0), "Grizzly Bears")
    assert walker == dict.fromkeys(("b1", "b2", "a2"), forecast.STRIKE)
    flyer = named(on_squares(("Serra Angel", "Edna", "a1"), *fence).view_for(0), "Serra Angel")
    assert flyer["c1"] == forecast.GO


def test_an_opponents_piece_is_seen_as_in_its_next_turn() -> None:
    game = on_squares(("Savannah Lions", "Dale", "c3"), ("Wall of Swords", "Dale", "c4"))
    lions = next(
        ident for ident in game.state.battlefield if game.object_name(ident) == "Savannah Lions"
    )
    game.state.change(lions, tapped=True)
    view = game.view_for(0)
    assert named(view, "Savannah Lions")["a3"] == forecast.STRIKE, "it will have untapped"
    assert overlays.notes(view, overlays.THREAT, None, None)["b4"] == "5", (
        "the wall strikes from where it stands"
    )


def test_who_is_tapped_in_its_own_turn_strikes_at_nothing() -> None:
    game = on_squares(("Savannah Lions", "Edna", "c3"))
    lions = next(
        ident for ident in game.state.battlefield if game.object_name(ident) == "Savannah Lions"
    )
    game.state.change(lions, tapped=True)
    assert named(game.view_for(0), "Savannah Lions") == {}


def test_who_could_strike_at_a_square_is_what_the_map_shows_of_all_squares() -> None:
    view = on_squares(
        ("Savannah Lions", "Dale", "c3"),
        ("Wall of Swords", "Dale", "c4"),
        ("Grizzly Bears", "Edna", "e2"),
    ).view_for(0)
    ahead = forecast.of(view)
    of_all = {seat: ahead.struck({seat}) for seat in (0, 1)}
    assert all(of_all.values())
    for square in view.spaces:
        assert ahead.strikers(square.name) == {
            seat: power for seat, struck in of_all.items() if (power := struck.get(square.name))
        }


def test_in_areas_it_goes_to_the_next_and_strikes_where_it_stands() -> None:
    table = Table()
    bear, wall = table.put(BEAR, ANNA, at="b2"), table.put(WALL, BEN, at="b2")
    table.turn("Movement")
    view = table.game.view_for(ANNA)
    ahead, board = forecast.of(view), table.game.board
    assert {board.spaces[i].name for i in ahead.prospect(bear).go} == {"b2", "a2", "b1", "c2", "b3"}
    assert {board.spaces[i].name for i in ahead.prospect(bear).strike} == {"b2"}
    assert {board.spaces[i].name for i in ahead.prospect(wall).go} == {"b2"}
    assert ahead.presence(ANNA)["a2"] == forecast.Presence(0, 2)


def test_when_moving_is_over_nobody_moves_this_turn() -> None:
    table = Table()
    bear = table.put(BEAR, ANNA, at="b2")
    table.put(WALL, BEN, at="b2")
    table.area("b2", "Swamp", value=3)
    table.turn("Attack/Conquer")
    assert forecast.of(table.game.view_for(ANNA)).prospect(bear).go == {
        table.game.board.names["b2"]
    }
    table.turn("Second Main")
    assert len(forecast.of(table.game.view_for(ANNA)).prospect(bear).go) == 5, (
        "the next turn is meant then"
    )


def test_the_map_marks_no_way_for_ones_own_creature_that_goes_nowhere_this_turn() -> None:
    table = Table()
    bear, wall = table.put(BEAR, ANNA, at="b2"), table.put(WURM, BEN, at="b2")
    table.area("b2", "Swamp", value=3)

    def marked(ident: int) -> bool:
        selection = Selection(table.game.view_for(ANNA))
        selection.go_to(Spot("object", ident))
        return bool(selection.reach())

    assert marked(bear)
    table.turn("Second Main")
    assert not marked(bear)
    assert marked(wall), "where Ben's creature could go in his turn is of use now"


# --- what comes of it ---


def attack(*attackers: int, table: Table) -> View:
    table.area("b2", "Swamp", value=3, holder=BEN)
    table.turn("Attack/Conquer")
    return table.game.view_for(ANNA)


def test_an_attack_is_played_to_its_end() -> None:
    table = Table()
    wurm, knight = table.put(WURM, ANNA, at="b2"), table.put(KNIGHT, BEN, at="b2")
    view = attack(wurm, table=table)
    trial = forecast.of(view).trial(Action("attack", space="b2"))
    assert trial is not None
    assert (trial.space, trial.damage, trial.value, trial.taken_by, trial.blockers) == (
        "b2",
        6,
        3,
        ANNA,
        1,
    )
    assert forecast.results(view, trial) == "Anna takes b2; 1 could block; Knight is 2/2"
    assert knight in table.state.objects, "nothing has happened"


def test_own_deaths_come_first_then_life_lost_and_no_deaths_come_last() -> None:
    table = Table()
    bear = table.put(BEAR, ANNA, at="b2")
    view = table.game.view_for(ANNA)
    fate = FightOutcome(bear, "Bear", ANNA, (2, 2), 2, 8, 2, True, "", None, False, False)
    dying = Trial((fate,), "", 0, 0, -1, ((BEN, -8),), None, 0, False, True)
    assert forecast.results(view, dying) == "Bear dies; Ben -8 life"
    assert forecast.results(table.game.view_for(BEN), dying) == "Ben -8 life; Bear dies"
    hurt = replace(dying, fates=(replace(fate, taken=1, dies=False),))
    assert forecast.results(view, hurt) == "Ben -8 life; no creature dies"


def test_too_little_damage_is_told_with_what_is_needed() -> None:
    table = Table()
    table.put(BEAR, ANNA, at="b2")
    view = attack(table=table)
    trial = forecast.of(view).trial(Action("attack", space="b2"))
    assert trial is not None
    assert forecast.results(view, trial) == "b2 stays Ben's, 2 of 3"


@pytest.mark.rule("F-25")
def test_who_dies_of_less_than_it_seemed_to_stand_is_told_how_large_it_was_then() -> None:
    """A Wraith on a Swamp keeps its bonus while it attacks, tapped, and dies of the damage that
    it was dealt as the attack is over.
    """
    script = """
title = "A bonus ends"
variant = "frontier"
step = "Main"
script = ""
player = [
    { name = "Edna", token = "i5", color = "green" },
    { name = "Dale", token = "i1", color = "white" },
]
spaces.c3 = { land = "Swamp" }
spaces.c4 = { land = "Forest" }
permanent = [
    { card = "Bog Wraith", controller = "Edna", space = "c3" },
    { card = "Hill Giant", controller = "Dale", space = "c4" },
]
"""
    stage, _, problems = stage_of(script, "test")
    assert stage is not None, problems
    game = stage.game
    action = next(
        each
        for each in game.legal_actions()
        if each.verb == "attacker" and game.object_name(each.object) == "Bog Wraith"
    )
    view = game.view_for(0)
    told = forecast.told(view, forecast.of(view).trial(action))
    assert any(
        line.startswith("Bog Wraith 4/4") and "becomes 3/3 and dies" in line for line in told
    ), told


def test_who_dies_is_told_with_whose_it_is_where_both_have_one_of_that_name() -> None:
    table = Table()
    mine, theirs = table.put(BEAR, ANNA, at="b2"), table.put(BEAR, BEN, at="b2")
    view = table.game.view_for(ANNA)

    def fate(ident: int, seat: int) -> FightOutcome:
        return FightOutcome(ident, "Bear", seat, (2, 2), 2, 2, 2, True, False, None, False, False)

    both = Trial((fate(mine, 0), fate(theirs, 1)), "", 0, 0, -1, (), None, 0, False, True)
    assert forecast.results(view, both) == "Anna's Bear, Ben's Bear die"
    own = Trial((fate(mine, 0), fate(mine, 0)), "", 0, 0, -1, (), None, 0, False, True)
    assert forecast.results(view, own) == "2× Bear die"


def test_a_block_is_foreseen_by_whoever_makes_it() -> None:
    table = Table()
    golem, knight = table.put(GOLEM, ANNA, at="b2"), table.put(KNIGHT, BEN, at="b2")
    attack(golem, table=table)
    table.attack("b2", golem)
    while table.game.decision is not None and table.game.decision.kind != "blockers":
        table.game.apply(Action("pass"))
    view = table.game.view_for(BEN)
    trial = forecast.of(view).trial(Action("block", object=knight, target=golem))
    assert trial is not None
    assert [(fate.name, fate.dealt, fate.taken, fate.dies, fate.first) for fate in trial.fates] == [
        ("Golem", 3, 2, False, False),
        ("Knight", 2, 3, True, True),
    ]
    assert forecast.results(view, trial) == "Knight dies"
    assert forecast.told(view, trial)[1:3] == [
        "Golem 3/3 deals 3, takes 2",
        "Knight 2/3 dies, deals 2 first, takes 3",
    ]
    unblocked = forecast.of(view).going_on()
    assert unblocked is not None
    assert "Anna takes b2" in forecast.results(view, unblocked)


def test_the_prompt_and_the_inspector_tell_what_comes_of_the_option() -> None:
    table = Table()
    table.put(WURM, ANNA, at="b2")
    selection = Selection(attack(table=table))
    selection.go_to(Spot("space", name="b2"))
    assert "→ Anna takes b2" in choice_line(selection, 80).plain
    lines = [line.plain for line in about(selection, 60)[1]]
    assert lines[0] == "If no one interferes:"
    assert any(line.startswith("Wurm 6/4 deals 6") for line in lines)


# --- of what is announced ---

BOLT = instant(Damage(amount=3, to="target"), targets=(A_CREATURE,), name="Bolt", cost="{R}")
GROWTH = instant(
    Modify(what="target", change=bigger(3, 3)), targets=(A_CREATURE,), name="Growth", cost="{G}"
)


def in_battle() -> tuple[WarTable, dict[str, int]]:
    """Anna's Bear has come upon Ben's Golem, and she holds a Bolt and a Growth; the fight has
    begun.
    """
    table = WarTable()
    found = {
        "bear": table.enter(BEAR, at="c2"),
        "golem": table.put(GOLEM, BEN, at="c2"),
        "elf": table.put(ELF, BEN, at="b2"),
    }
    found |= {"bolt": table.give(BOLT), "growth": table.give(GROWTH)}
    table.give_supply(4)
    table.turn("Combat")
    return table, found


def told_of(table: WarTable, card: int, target: int) -> tuple[str, Trial]:
    """What is told beside a target of a spell."""
    table.game.apply(Action("cast", object=card))
    selection = Selection(table.game.view_for(ANNA))
    selection.go_to(next(spot for spot in selection.builder.candidates() if spot.ident == target))
    trial = selection.foreseen()
    assert trial is not None
    return forecast.results(selection.view, trial), trial


def test_a_target_shows_the_spells_effect_on_it_and_then_the_end_of_the_fight() -> None:
    table, found = in_battle()
    words, trial = told_of(table, found["bolt"], found["golem"])
    assert words == "Golem dies"
    assert [fate.name for fate in trial.fates if fate.dies] == ["Golem"]

    table, found = in_battle()
    words, trial = told_of(table, found["bolt"], found["elf"])
    assert words == "Elf dies; then in combat: Bear dies"

    table, found = in_battle()
    words, trial = told_of(table, found["growth"], found["bear"])
    assert words == "Bear is 5/5; then in combat: Golem dies"
    assert "Bear is 5/5" in forecast.told(table.game.view_for(ANNA), trial)


def test_beside_a_player_without_life_stands_that_nothing_comes_of_it() -> None:
    table = WarTable()
    table.put(GOLEM, BEN, at="c2")
    bolt = table.give(
        instant(Damage(amount=3, to="target"), targets=(ANYTHING,), name="Bolt", cost="{1}")
    )
    table.give_supply(1)
    table.turn("Casting")
    table.game.apply(Action("cast", object=bolt))
    selection = Selection(table.game.view_for(ANNA))
    selection.go_to(Spot("player", BEN))
    assert "→ Ben has no life to lose" in choice_line(selection).plain


def test_what_is_told_beside_an_option_is_never_told_of_something_else() -> None:
    """A spell that is only looked at says nothing of the battle that goes on; where nothing is
    looked at, that is told.
    """
    table, found = in_battle()
    selection = Selection(table.game.view_for(ANNA))
    selection.go_to(Spot("object", found["bolt"]))
    assert selection.candidate() == Spot("object", found["bolt"])
    assert selection.foreseen() is None
    selection.go_to(Spot("space", name="e3"))
    going_on = selection.foreseen()
    assert going_on is not None
    assert forecast.results(selection.view, going_on) == "Bear dies"


# --- on the map ---


def test_overlays_go_onward_and_back() -> None:
    selection = Selection(on_squares(("Savannah Lions", "Dale", "c3")).view_for(0))
    selection.next_overlay()
    assert selection.overlay == overlays.THREAT
    assert selection.legend().startswith("Threats")
    selection.next_overlay(-1)
    assert (selection.overlay, selection.legend(), selection.notes()) == ("", "", {})
    selection.next_overlay(-1)
    assert selection.overlay == overlays.MAGIC


def test_terrain_tells_what_each_space_adds_to_the_creature_under_the_cursor() -> None:
    table = Table()
    bear = table.put(creature("Bog Bear", 2, 2, cost="{B}"), ANNA, at="b2")
    table.area("b2", "Swamp", value=3)
    table.area("a2", "Forest", value=3)
    table.turn("Movement")
    selection = Selection(table.game.view_for(ANNA))
    selection.go_to(Spot("object", bear))
    selection.overlay = overlays.TERRAIN
    assert selection.notes()["b2"] == "+1/+1"
    assert "a2" not in selection.notes()
    assert "Bog Bear" in selection.legend()


def test_holders_are_told_by_their_letters() -> None:
    table = Table()
    table.area("b2", "Swamp", value=3, holder=BEN)
    table.put(BEAR, ANNA, at="a2")
    table.turn("Movement")
    notes = overlays.notes(table.game.view_for(ANNA), overlays.HOLDERS, None, None)
    assert (notes["b2"], notes["a2"]) == ("B", "A")


def test_magic_reaches_where_one_is_present() -> None:
    table = Table()
    table.put(BEAR, ANNA, at="a1")
    table.put(GOLEM, BEN, at="a1")
    table.put(GOLEM, BEN, at="c3")
    table.turn("Movement")
    notes = overlays.notes(table.game.view_for(ANNA), overlays.MAGIC, None, None)
    assert (notes["a1"], notes["c3"]) == ("yes", "no")
    assert (
        overlays.legend(table.game.view_for(ANNA), overlays.MAGIC, None, None)
        == "Magic: what your spells can reach"
    )


def test_spells_that_reach_everywhere_are_said_to() -> None:
    board = on_squares(("Grizzly Bears", "Edna", "a1"), ("Serra Angel", "Dale", "h5")).view_for(0)
    assert (
        overlays.legend(board, overlays.MAGIC, None, None)
        == "Magic: your spells reach every square"
    )


# --- what else is otherwise then ---

SIGHTS = """
title = "What a spell comes to"
variant = "frontier"
active = "Edna"
step = "Main"
script = ""
player = [
    {{ name = "Edna", token = "i5", color = "green", hand = ["{}"] }},
    {{ name = "Dale", token = "i1", color = "black", hand = ["Forest", "Forest"] }},
]
spaces.b3 = {{ land = "Plains" }}
spaces.c3 = {{ land = "Island" }}
spaces.d3 = {{ land = "Swamp" }}
spaces.e3 = {{ land = "Island" }}
spaces.f3 = {{ land = "Mountain" }}
spaces.g3 = {{ land = "Forest" }}
permanent = [
    {{ card = "Craw Wurm", controller = "Edna", space = "b3" }},
    {{ card = "Craw Wurm", controller = "Edna", space = "c3" }},
    {{ card = "Craw Wurm", controller = "Edna", space = "d3" }},
    {{ card = "Craw Wurm", controller = "Edna", space = "e3" }},
    {{ card = "Craw Wurm", controller = "Edna", space = "f3" }},
    {{ card = "Craw Wurm", controller = "Edna", space = "g3" }},
    {{ card = "Serra Angel", controller = "Dale", space = "d2" }},
    {{ card = "Glorious Anthem", controller = "Dale" }},
]
"""


@pytest.mark.parametrize(
    ("card", "target", "said"),
    [
        ("Swords to Plowshares", "Serra Angel", "Serra Angel is exiled; Dale +5 life"),
        ("Unsummon", "Serra Angel", "Serra Angel goes to its owner's hand"),
        ("Unsummon", "Dale's Pioneer", "Pioneer leaves"),
        ("Terror", "Serra Angel", "Serra Angel dies"),
        ("Control Magic", "Serra Angel", "Edna gains Serra Angel; Serra Angel is 4/4"),
        (
            "Disenchant",
            "Glorious Anthem",
            "Glorious Anthem goes to the graveyard; Pioneer is 1/1; Serra Angel is 4/4",
        ),
        ("Holy Strength", "Serra Angel", "Serra Angel is 6/7"),
        ("Pacifism", "Serra Angel", "Serra Angel can't attack or block"),
        ("Jump", "Craw Wurm", "Craw Wurm has flying"),
        ("Mind Rot", "Dale", "Dale discards 2 cards"),
        ("Stone Rain", "Mountain", "Mountain at f3 is destroyed"),
        ("Raise the Alarm", "", "2× Soldier 1/1 enter"),
    ],
)
def test_what_a_spell_comes_to_is_told_in_full_the_most_important_first(
    card: str, target: str, said: str
) -> None:
    stage, _, problems = stage_of(SIGHTS.format(card), "test")
    assert stage is not None, problems
    game = stage.game
    cast = next(action for action in game.legal_actions() if action.verb == "cast")
    action: Action | None = cast
    if target:
        game.apply(cast)
        view = game.view_for(0)
        whose = target.partition("'s ")[2] or target
        named = [
            a
            for a in game.legal_actions()
            if a.verb == "target" and _aimed(game, a.object) == whose
        ]
        action = next(
            a for a in named if whose == target or game.state.objects[a.object].controller == 1
        )
    view = game.view_for(0)
    trial = forecast.of(view).trial(action)
    assert trial is not None
    assert forecast.results(view, trial) == said


def _aimed(game: Game, ident: int) -> str:
    return game.state.players[-ident - 1].name if ident < 0 else game.object_name(ident)


@pytest.mark.slow
async def test_the_cursor_is_seen_where_it_is_before_what_comes_of_it_has_been_tried(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    order = list[str]()
    tried, painted = Forecast.trial, ListPanel.show_selection
    monkeypatch.setattr(
        Forecast, "trial", lambda self, action: order.append("tried") or tried(self, action)
    )
    monkeypatch.setattr(
        ListPanel,
        "show_selection",
        lambda self, selection: order.append("painted") or painted(self, selection),
    )
    monkeypatch.setattr(forecast, "results", lambda *_: "all is well")
    played = play_until(session(), asked(0, "priority", "First Main"))
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        await press(pilot, "m")
        order.clear()
        await press(pilot, "tab")
        assert order[0] == "painted"
        assert "tried" in order
        assert "→ all is well" in words(pilot, "#prompt")


def test_poison_is_news_even_where_it_came_with_what_was_paid() -> None:
    table = Table()
    before = table.game.fork()
    table.state.change_player(ANNA, poison=1)

    (news,) = differences(before, paid=table.game, after=table.game, told=(), fighters=())

    assert (news.kind, news.seat, news.number) == ("poison", ANNA, 1)


# --- Auras on land that lies face down ---

CLAIMED = """
title = "Claimed"
variant = "{}"
step = "Attack/Conquer"
script = ""
player = [{{ name = "Edna", color = "red" }}, {{ name = "Dale", color = "white" }}]
spaces.b2 = {{ land = "Forest", conquer_value = 2 }}
permanent = [
    {{ card = "Hill Giant", controller = "Edna", space = "b2" }},
    {{ card = "Sea's Claim", controller = "Dale", attached_to = "b3" }},
]
"""


@pytest.mark.rule("C-19", "C-29", "M-1")
@pytest.mark.parametrize("variant", ["conquering", "honeycomb"])
def test_an_aura_on_face_down_land_stays_there_in_forecasts(variant: str) -> None:
    game = session_of(CLAIMED.format(variant), ["human", "human"]).game
    shown = game.view_for(ANNA)
    trial = forecast.of(shown).trial(Action("attack", space="b2"))
    assert trial is not None
    assert trial.taken_by == ANNA
    assert "Sea's Claim" not in " ".join(forecast.told(shown, trial))


@pytest.mark.rule("C-19", "M-1")
def test_the_inspector_shows_an_aura_on_face_down_land_and_where_it_lies() -> None:
    shown = session_of(CLAIMED.format("conquering"), ["human", "human"]).game.view_for(ANNA)
    (land,) = (space for space in shown.spaces if space.name == "b3")
    (aura,) = (item for item in shown.permanents if item.name == "Sea's Claim")
    assert any(
        "On the land: Sea's Claim (Dale's)" in line.plain for line in space_lines(shown, land, 60)
    )
    assert any(
        "Attached to the face-down land at b3" in line.plain
        for line in object_lines(shown, aura, 60)
    )


@pytest.mark.rule("W-21")
def test_a_move_into_a_mountain_foretells_that_the_creature_taps() -> None:
    table = WarTable()
    table.put(GOLEM, at="a1")
    bear = table.put(BEAR, at="b2")
    table.terrain("c2", "Mountain")
    table.turn("Movement")
    shown = table.game.view_for(ANNA)
    into = {
        space: forecast.of(shown).trial(Action("move", object=bear, origin="b2", space=space))
        for space in ("c2", "a2")
    }
    assert {space: trial and forecast.results(shown, trial) for space, trial in into.items()} == {
        "c2": "Bear taps at the end of Movement",
        "a2": "",
    }


def test_power_in_reach_counts_the_land_where_a_creature_would_go() -> None:
    """The bear has +1/+1 from the Forest where it stands, and loses that on the way to a Swamp."""
    table = Table()
    table.area("b2", "Forest")
    table.area("a2", "Swamp")
    table.area("b1", "Forest")
    table.put(creature("Green Bear", 2, 2, cost="{G}"), ANNA, at="b2")
    power = forecast.of(table.game.view_for(ANNA)).presence(ANNA)
    assert power["b2"] == forecast.Presence(3, 0)
    assert power["a2"] == forecast.Presence(0, 2)
    assert power["b1"] == forecast.Presence(0, 3)


def test_a_legend_fits_beside_the_lists_of_a_small_terminal() -> None:
    for board, room in (
        (session().game.view_for(0), 45),
        (on_squares(("Grizzly Bears", "Edna", "a1")).view_for(0), 51),
    ):
        for overlay in (overlays.THREAT, overlays.REACH, overlays.HOLDERS):
            assert len(overlays.legend(board, overlay, None, None)) <= room


def test_damage_is_told_in_words_and_a_token_has_the_life_of_its_player() -> None:
    hurt = FightOutcome(1, "Shivan Dragon", 0, (5, 5), 4, 5, 2, False, "", (5, 5), False, False)
    token = replace(hurt, name="Dale's token", size=(1, 20), left=24, after=(1, 20))
    seen = fake.view(
        fake.grid(3, 3), (replace(fake.creature(2, "Dale's token", 1, 20), player_token=True),)
    )
    told = forecast.told(
        seen,
        Trial(
            (hurt, replace(token, ident=2)), "", 0, 0, -1, (), None, 0, chance=False, finished=True
        ),
    )
    assert told[1:] == [
        "Shivan Dragon 5/5 (1 damage) deals 5, takes 2",
        "Dale's token 1/24 deals 5, takes 2",
    ]


def test_a_creature_that_leaves_its_land_taps_and_becomes_smaller() -> None:
    table = Table()
    table.area("b2", "Forest")
    table.area("b3", "Island")
    bear = table.put(BEAR, at="b2")
    table.turn("Movement")
    view = table.game.view_for(ANNA)
    move = next(
        action
        for action in view.actions
        if (action.verb, action.object, action.space) == ("move", bear, "b3")
    )
    told = forecast.told(view, forecast.of(view).trial(move))
    assert "Bear taps and becomes 2/2" in told, told
