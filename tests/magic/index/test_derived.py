"""What follows from a position is found out once, and again when a column has changed by which
it goes; by no other may it go.
"""

from __future__ import annotations

from typing import Any

import pytest

from engine.analysis.invariants import known_faults
from engine.base.dirty_flags import (
    CHARACTERISTICS,
    EVERYTHING,
    MOST_VALUES,
    VALUES,
    VOLATILE_EFFECTS,
    declare,
)
from engine.base.records import replace
from engine.cards.characteristics import Characteristics, printed
from engine.cards.decks.files import shipped_decks
from engine.cards.decks.lists import cards_of, load_deck
from engine.cards.model import Card, Change, GainLife, Modify, Static, Target
from engine.cards.terms import Compare, Count, Exists, Filter, Hurt, Matches, Not, Stat
from engine.fronts.common.land import hosts
from engine.game import Game
from engine.magic.casting.priority_actions import casts_of
from engine.magic.core.position import NOBODY, Attacker, Combat, GameObject
from engine.magic.index.by_ability import triggers_on
from engine.magic.index.by_type import creatures
from engine.magic.index.derived import derived, derived_for
from engine.magic.turn.setup import Seat
from engine.magic.turn.state_based import check
from engine.magic.zones.moving import move
from engine.variant.loading import load
from tests.forms import only_as_written
from tests.golden_games import drawn, played
from tests.magic.positions import ANNA, BEN, Position, aura, bigger, creature, instant
from tests.rules.frontier_table import Trek
from tests.rules.table import BEAR
from tests.rules.war_table import WarTable
from tui.tools.dependency_check import UndeclaredError, Witness, computing

ASKED: list[str] = []
witnessed = only_as_written("what C reads of a record no witness sees")


@derived_for("controller", "keywords")
def permanents_of(game: Game, seat: int) -> int:
    ASKED.append("permanents")
    return sum(game.state.objects[ident].controller == seat for ident in game.state.battlefield)


@derived_for("player.life")
def life_of(game: Game, seat: int) -> int | None:
    ASKED.append("life")
    return game.state.players[seat].life


@derived("power")
def strongest(game: Game) -> int:
    ASKED.append("power")
    return max((c.power for c in game.permanents.table.values()), default=0)


@derived(strongest, permanents_of)
def both(game: Game) -> tuple[int, int]:
    return strongest(game), permanents_of(game, ANNA)


@derived("keywords", "controller")
def gifted(game: Game) -> list[tuple[int, int]]:
    ASKED.append("gifted")
    return [
        (ident, game.state.objects[ident].controller)
        for ident, c in game.permanents.table.items()
        if c.keywords
    ]


@derived("controller")
def tapped(game: Game) -> int:
    """What it says it goes by isn't true."""
    return sum(game.state.objects[ident].tapped for ident in game.state.battlefield)


@derived("controller")
def weak(game: Game) -> bool:
    """Neither is this, by way of another."""
    return strongest(game) < 2


@derived(EVERYTHING)
def busy(game: Game) -> bool:
    """Nor may anything go by the agenda."""
    return bool(game.state.agenda)


def begun() -> Game:
    """A game that has just begun."""
    first, second, *_ = [cards_of(load_deck(file)) for file in shipped_decks().values()]
    return Game.start(load("conquering"), [Seat("Edna", first), Seat("Dale", second)], 5)


def test_it_is_found_out_again_only_after_a_change() -> None:
    game = begun()
    ASKED.clear()
    assert [permanents_of(game, 0), permanents_of(game, 0), life_of(game, 0), life_of(game, 0)] == [
        0,
        0,
        None,
        None,
    ]
    assert ASKED == ["permanents", "life"]
    fork = game.fork()
    fork.state.change(fork.state.battlefield[0], controller=0)
    fork.state.change_player(0, life=7)
    assert (permanents_of(fork, 0), life_of(fork, 0)) == (1, 7)
    assert (permanents_of(game, 0), life_of(game, 0)) == (0, None)
    assert ASKED == ["permanents", "life"] * 2
    assert not any(game.view_for(0).known.kept)


@pytest.mark.parametrize(
    ("change", "asked_again"),
    [
        ({"tapped": True}, False),
        ({"damage": 1}, False),
        ({"space": 3}, False),
        ({"controller": 1}, True),
        ({"controller": 1, "tapped": True}, True),
    ],
)
def test_only_the_columns_count_by_which_it_goes(change: dict[str, Any], asked_again: bool) -> None:
    game = begun()
    permanents_of(game, 1)
    ASKED.clear()
    game.state.change(game.state.battlefield[0], **change)
    permanents_of(game, 1)
    assert (ASKED == ["permanents"]) is asked_again


def test_whatever_goes_by_permanents_goes_by_which_there_are() -> None:
    table = Position(plain=True)
    before, there = permanents_of(table.game, ANNA), table.state.battlefield
    bear = table.put(creature("Bear", 2, 2))
    assert permanents_of(table.game, ANNA) == before + 1
    table.state.set(battlefield=there)
    table.state.remove(bear)
    assert permanents_of(table.game, ANNA) == before


def test_who_comes_to_have_what_is_looked_for_is_found() -> None:
    table = Position(plain=True)
    bear = table.put(creature("Bear", 2, 2))
    assert gifted(table.game) == []
    table.follow(Modify(what="target", change=Change(keywords=("flying",))), on=bear)
    assert gifted(table.game) == [(bear, ANNA)]
    table.state.change(bear, controller=BEN)
    assert gifted(table.game) == [(bear, BEN)]


@pytest.mark.parametrize(
    ("change", "again"),
    [
        (bigger(2, 2), ["power"]),
        (Change(keywords=("flying",)), ["permanents"]),
        (Change(keywords=("flying",), power=1), ["power", "permanents"]),
        (Change(add_types=("Artifact",)), []),  # neither of them goes by types
    ],
)
def test_what_permanents_are_is_columns_as_well(change: Change, again: list[str]) -> None:
    table = Position(plain=True)
    bear = table.put(creature("Bear", 2, 2), at="b2")
    both(table.game)
    ASKED.clear()
    before = table.characteristics(bear)
    table.follow(Modify(what="target", change=change), on=bear)
    assert table.characteristics(bear) is not before
    both(table.game)
    assert [name for name in ("power", "permanents") if name in ASKED] >= again
    assert ("permanents" in ASKED) is ("permanents" in again)


@pytest.mark.parametrize(
    ("gives", "asked_again"), [(bigger(2, 2), False), (Change(keywords=("flying",)), True)]
)
@pytest.mark.parametrize("asleep", ["Watch", "Bear"])
def test_an_effect_that_comes_and_goes_changes_what_follows_when_it_does(
    gives: Change, asked_again: bool, asleep: str
) -> None:
    awake = Matches(what="self", filter=Filter(tapped=False))
    table = Position(plain=True)
    ids = {
        "Watch": table.put(
            creature("Watch", 1, 1, abilities=(Static(change=gives, condition=awake),)), at="b2"
        )
    }
    ids["Bear"] = table.put(creature("Bear", 2, 2), at="b2")
    permanents_of(table.game, ANNA)
    ASKED.clear()
    before = table.characteristics(ids["Watch"])

    table.state.change(ids[asleep], tapped=True)
    permanents_of(table.game, ANNA)

    assert (table.characteristics(ids["Watch"]) is before) is (asleep == "Bear")
    assert (ASKED == ["permanents"]) is (asked_again and asleep == "Watch")


@pytest.mark.parametrize(
    ("gives", "matters"),
    [
        (bigger(2, 2), False),
        (Change(keywords=("flying",)), False),
        (Change(keywords=("rampage 2",)), True),
        (Change(lose_abilities=True), True),
        (Change(add_subtypes=("Forest",)), True),
    ],
)
def test_abilities_depend_on_characteristics_only_if_effects_grant_abilities(
    gives: Change, matters: bool
) -> None:
    awake = Matches(what="self", filter=Filter(tapped=False))
    table = Position(plain=True)
    watch = table.put(
        creature("Watch", 1, 1, abilities=(Static(change=gives, condition=awake),)), at="b2"
    )
    triggers_on(table.game, "becomes-blocked")
    before = table.state.permanents

    table.state.change(watch, tapped=True)
    found = triggers_on(table.game, "becomes-blocked")

    assert (table.state.permanents is not before) is matters
    assert found == ()


@pytest.mark.parametrize(("variant", "matters"), [("tactical", False), ("conquering", True)])
def test_characteristics_depend_on_a_permanents_space_only_where_that_can_matter(
    variant: str, matters: bool
) -> None:
    deck = cards_of(load_deck(next(iter(shipped_decks().values()))))
    game = Game.start(load(variant), [Seat("Anna", deck), Seat("Ben", deck)], 1)
    ident = game.state.new_id()
    game.state.put(
        GameObject(ident, printed(creature("Bear", 2, 2)), ANNA, ANNA, "battlefield", space=1)
    )
    game.state.set(battlefield=(*game.state.battlefield, ident))
    before = game.permanents

    game.state.change(ident, space=2)

    assert before.placed is matters
    assert bool(game.state.dirty & CHARACTERISTICS) is matters


WHILE_ATTACKING = Static(
    what="self", change=bigger(1, 0), condition=Matches("self", Filter(attacking=True))
)
IF_RICH = Static(
    what=Filter(types=("Creature",)),
    change=bigger(0, 1),
    condition=Compare(Stat(what="life", of="you"), 30),
)


@pytest.mark.parametrize(
    ("by", "more", "due"),
    [
        ((1, 1), {}, False), ((0, -1), {}, False), ((0, -2), {}, True), ((0, -1), {"damage": 1},
        True), ((1, 0), {"damage": 1}, False),
        ((1, 0), {"enchanted": True}, True),
    ],
)  # fmt: skip
def test_state_based_actions_are_due_if_a_creature_dies_of_its_size_or_its_auras(
    by: tuple[int, int], more: dict[str, Any], due: bool
) -> None:
    table = Position(plain=True)
    bear = table.put(
        creature("Bear", 2, 2, abilities=(replace(WHILE_ATTACKING, change=bigger(*by)),)),
        damage=more.get("damage", 0),
    )
    if "enchanted" in more:
        table.put(
            aura("Leash", enchant=Target(of=Filter(types=("Creature",), power_max=2))), on=bear
        )
    while check(table.game):
        pass

    table.state.set(combat=Combat(ANNA, 0, attackers=(Attacker(bear, BEN),)))

    assert check(table.game) is due


@pytest.mark.parametrize(
    ("says", "change", "matters"),
    [
        (WHILE_ATTACKING, {"combat": Combat(ANNA, 0)}, True),
        (WHILE_ATTACKING, {"stack": ()}, False),
        (IF_RICH, {"combat": Combat(ANNA, 0)}, False),
        # it isn't said at what this looks
        (replace(IF_RICH, condition=Hurt()), {"combat": Combat(ANNA, 0)}, True),
    ],
)
def test_what_permanents_are_goes_by_what_their_effects_look_at(
    says: Static, change: dict[str, Any], matters: bool
) -> None:
    table = Position(plain=True)
    table.put(creature("Bear", 2, 2, abilities=(says,)))
    assert table.game.permanents.is_volatile

    table.state.set(**change)

    assert bool(table.state.dirty & CHARACTERISTICS) is matters


@pytest.mark.parametrize(
    ("says", "matters"),
    [
        (WHILE_ATTACKING, False),
        (replace(WHILE_ATTACKING, change=Change(colors=("red",))), True),
        (replace(IF_RICH, condition=Hurt()), True),
    ],
)
def test_volatile_effects_depend_on_terrains_columns_only_where_terrain_does(
    says: Static, matters: bool
) -> None:
    trek = Trek()
    bear = trek.put(creature("Bear", 2, 2, abilities=(says,)), at="c3")
    assert trek.game.permanents.is_volatile

    trek.state.change(bear, tapped=True)

    assert trek.state.dirty & CHARACTERISTICS
    assert bool(trek.state.dirty & VOLATILE_EFFECTS) is matters


@pytest.mark.parametrize(
    ("says", "matters"),
    [
        (WHILE_ATTACKING, False),
        (replace(WHILE_ATTACKING, change=Change(keywords=("first strike",))), False),
        (replace(WHILE_ATTACKING, condition=Not(Matches("self", Filter(tapped=True)))), False),
        # the land around may make it larger
        (replace(WHILE_ATTACKING, condition=Matches("self", Filter(power_min=3))), True),
        (
            replace(WHILE_ATTACKING, condition=Exists(Filter(types=("Creature",), attacking=True))),
            True,
        ),
        (
            replace(WHILE_ATTACKING, change=Change(power=Count(of=Filter(types=("Creature",))))),
            True,
        ),
        (replace(WHILE_ATTACKING, what=Filter(types=("Creature",))), True),
        (replace(WHILE_ATTACKING, what="attached"), True),
    ],
)
def test_another_creatures_move_does_not_touch_an_effect_that_reads_only_its_source(
    says: Static, matters: bool
) -> None:
    trek = Trek()
    bear = trek.put(creature("Bear", 2, 2, abilities=(says,)), at="c3")
    other = trek.put(creature("Wolf", 2, 2), at="a1")
    land = trek.state.areas[trek.game.board.names["b1"]].land
    assert trek.game.permanents.is_volatile

    trek.state.move(other, trek.game.board.names["b1"])
    trek.state.change(land, controller=ANNA)

    assert bool(trek.state.dirty & VOLATILE_EFFECTS) is matters
    assert trek.characteristics(bear).equals(everything_anew(trek, bear))


def everything_anew(trek: Trek, ident: int) -> Characteristics:
    other = trek.game.fork()
    other.state.forget()
    return other.characteristics(ident)


def test_what_looks_around_goes_on_where_only_terrain_was_looked_at_again() -> None:
    trek = Trek()
    always = Compare(Stat(what="graveyard", of="you"), 0)
    bear = trek.put(
        creature(
            "Bear", 2, 2, abilities=(Static(what="self", change=bigger(3, 3), condition=always),)
        ),
        at="c3",
    )
    assert trek.size(bear) == (5, 5)

    trek.state.change(bear, tapped=True)

    assert trek.size(bear) == (5, 5)


def test_once_nothing_looks_around_any_more_permanents_are_what_they_are_without_it() -> None:
    table = Position(plain=True)
    bear, castle = table.put("Grizzly Bears"), table.put("Castle")
    assert table.size(bear) == (2, 4)

    table.game.state.remove(castle)
    table.game.state.set(battlefield=(bear,))

    assert table.size(bear) == (2, 2)
    assert not table.game.permanents.is_volatile


def test_what_a_permanent_says_goes_by_the_space_that_it_names() -> None:
    table = WarTable()
    captain = table.put(
        creature(
            "Captain",
            1,
            1,
            abilities=(Static(what=Filter(types=("Creature",)), change=bigger(1, 0)),),
        ),
        at="c2",
    )
    bear = table.put(BEAR, at="a3")
    assert table.characteristics(bear).power == 3

    table.state.change_on_map(captain, named=table.game.board.names["c2"])

    assert (table.characteristics(captain).power, table.characteristics(bear).power) == (2, 2)


def test_a_column_that_there_is_not_can_not_be_declared() -> None:
    with pytest.raises(
        ValueError, match=r"lives refers to columns that don't exist: player\.lives"
    ):
        declare("lives", ("player.lives", "tapped"))


@only_as_written("the list is the compiled module's own")
def test_there_are_no_more_derived_values_than_marks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "engine.base.dirty_flags.VALUES", VALUES + VALUES[:1] * (MOST_VALUES - len(VALUES))
    )

    with pytest.raises(
        ValueError, match="lives is one derived value too many: there can be at most 90"
    ):
        declare("lives", ("player.life",))


# --- the witness ---


@witnessed
def test_the_witness_lets_true_declarations_pass() -> None:
    table = Position(plain=True)
    table.put(creature("Bear", 2, 2))
    found = both(table.game)
    with Witness():
        assert both(table.game) == found
        assert life_of(table.game, BEN) is not None
    assert both(table.game) == found


@witnessed
@pytest.mark.parametrize(
    ("ask", "fault"),
    [
        (tapped, "tapped goes by tapped, and doesn't declare it"),
        (weak, "weak goes by power by way of strongest, and doesn't declare it"),
        (busy, "busy goes by agenda, and doesn't declare it"),
    ],
)
def test_a_false_declaration_is_a_fault_under_the_witness(ask: Any, fault: str) -> None:
    table = Position(plain=True)
    table.put(creature("Bear", 2, 2))
    ask(table.game)  # nobody looks
    with Witness(), pytest.raises(UndeclaredError, match=fault):
        ask(table.game)
    ask(table.game)


@derived("owned tapped")
def own_tapped(game: Game) -> int:
    ASKED.append("own")
    return sum(obj.tapped for obj in game.state.objects.values() if obj.owner != NOBODY)


@derived("land tapped")
def all_tapped(game: Game) -> int:
    """It says that it goes by the map's land alone, and doesn't."""
    return sum(obj.tapped for obj in game.state.objects.values())


@pytest.mark.parametrize(("part", "asked_again"), [("bear", True), ("land", False)])
def test_what_goes_by_what_players_own_stays_as_it_is_where_the_maps_land_changes(
    part: str, asked_again: bool
) -> None:
    trek = Trek()
    idents = {"bear": trek.put(creature("Bear", 2, 2), at="c3"), "land": trek.state.areas[0].land}
    own_tapped(trek.game)
    ASKED.clear()
    trek.state.tap(idents[part], tapped=True)
    own_tapped(trek.game)
    assert (ASKED == ["own"]) is asked_again


@witnessed
def test_who_looks_at_another_part_of_the_objects_than_declared_is_told_on() -> None:
    trek = Trek()
    trek.put(creature("Bear", 2, 2), at="c3")
    with Witness():
        assert own_tapped(trek.game) == 0
        with pytest.raises(
            UndeclaredError, match="all_tapped goes by tapped, and doesn't declare it"
        ):
            all_tapped(trek.game)


@pytest.mark.parametrize(
    ("says", "matters"),
    [
        (Static(what=Filter(types=("Creature",), controller="you"), change=bigger(1, 1)), False),
        (Static(what=Filter(controller="you"), change=bigger(1, 1)), True),
        (
            Static(
                what=Filter(types=("Land",), controller="you"), change=Change(keywords=("shroud",))
            ),
            True,
        ),
    ],
)
def test_control_of_the_maps_land_matters_only_where_an_effect_can_find_it(
    says: Static, matters: bool
) -> None:
    trek = Trek()
    trek.put(creature("Lord", 2, 2, abilities=(says,)), at="c3")
    land = trek.land("b2", "Forest")
    assert "shroud" not in trek.game.characteristics(land).keywords
    trek.state.change(land, controller=ANNA)
    assert bool(trek.state.dirty & CHARACTERISTICS) is matters
    assert ("shroud" in trek.game.characteristics(land).keywords) is bool(says.change.keywords)


@witnessed
def test_what_might_be_cast_in_one_fork_is_not_taken_for_what_another_drew() -> None:
    """Cards drawn in forks of a game have the same ids, whichever they are."""
    table = Position(plain=True)
    first, second = (instant(GainLife(amount=1), name=name) for name in ("First", "Second"))
    table.library_of(ANNA, first, second)
    fork = table.game.fork()
    for game, card in ((table.game, first), (fork, second)):
        drawn = next(
            ident
            for ident in game.state.players[ANNA].library
            if game.state.objects[ident].printed.name == card.name
        )
        new = move(game, drawn, "hand", kind="draw")
        assert game.state.players[ANNA].hand == (new,)
        assert [
            way.face.name for group in casts_of(game, ANNA, False) for way in group.ways.all
        ] == [card.name]


@witnessed
def test_the_witness_leaves_nothing_behind() -> None:
    table = Position(plain=True)
    before = type(table.state).__getattribute__, computing(life_of).cell_contents
    with Witness():
        assert computing(life_of).cell_contents is not before[1]
        table.put(creature("Bear", 2, 2))
    assert (type(table.state).__getattribute__, computing(life_of).cell_contents) == before


VOLATILE = [
    "Castle", "Cranial Plating", "Empyrial Plate", "Harbor Serpent", "Jund Hackblade", "Lhurgoyf",
    "Maro", "Meekstone", "Mortivore",
    "Multani, Maro-Sorcerer", "Necromancer's Magemark", "Nightmare", "Orcish Oriflamme",
    "Phyrexian Boon", "Plague Rats",
    "Serra Ascendant", "Silver-Inlaid Dagger", "Skyshroud Elite", "Snapsail Glider",
    "Soltari Lancer", "Springing Tiger", "War Falcon",
    "Wolfir Silverheart",
]  # fmt: skip
"""Cards whose effects look around, in all ways that there are."""


@witnessed
@pytest.mark.parametrize("name", VOLATILE)
def test_effects_that_look_around_look_only_where_they_say(name: str) -> None:
    table = Position(plain=True)
    bear, _ = table.put("Grizzly Bears"), table.put("Forest")
    ident = table.put(name, on=bear)
    table.state.change(ident, paired=bear)
    table.give("Forest", zone="graveyard")
    table.give("Lhurgoyf", zone="hand")  # whose own power goes by graveyards
    table.state.set(combat=Combat(ANNA, 0, (Attacker(bear),)))
    table.state.forget()
    with Witness():
        assert table.game.permanents.is_volatile
        table.state.change(bear, tapped=True, counters=(("+1/+1", 1),))
        table.state.set(combat=None)
        assert table.game.characteristics(bear).power > 0


@pytest.mark.cr("604.3")
def test_who_counts_cards_by_their_power_goes_by_what_these_define_theirs_by() -> None:
    table = Position(plain=True)
    strong = Count(of=Filter(zone="hand", controller="you", power_min=1))
    counting = table.put(
        creature("Counting", 0, 1, abilities=(Static(change=Change(power=strong)),))
    )
    table.give("Lhurgoyf", zone="hand")
    assert table.characteristics(counting).power == 0
    table.give("Grizzly Bears", zone="graveyard")
    assert table.characteristics(counting).power == 1


@pytest.mark.slow
@witnessed
@pytest.mark.parametrize(
    "variant", ["conquering", "war_game", "frontier", "battle_field", "tactical"]
)
def test_every_derived_value_of_a_game_declares_what_it_goes_by(variant: str) -> None:
    with Witness():
        assert [*played(drawn(variant, 1))]


def test_what_is_looked_up_while_all_is_computed_anew_is_looked_up_again() -> None:
    """An effect that counts permanents by type asks for them before the types are known."""
    statue = Card(name="Statue", types=("Artifact",), abilities=(Static(
        change=Change(add_types=("Creature",), base_power=1, base_toughness=1),
        condition=Exists(of=Filter(types=("Creature",)), at_least=1),
    ),))  # fmt: skip
    table = Position()
    statue_id, bear = table.put(statue, at="b2"), table.put(BEAR, BEN, at="b3")
    table.state.forget()
    assert creatures(table.game) == (statue_id, bear)
    assert hosts(table.game) == {ANNA: [statue_id], BEN: [bear]}
    assert known_faults(table.game) == []
