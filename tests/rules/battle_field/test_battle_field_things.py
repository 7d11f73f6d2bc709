"""Battle Field, enchantments and artifacts: where they are, and who removes them (B-21 to B-25)."""

from __future__ import annotations

import pytest

from engine.cards.model import (
    Activated,
    Damage,
    Destroy,
    Exile,
    Modify,
    Prevent,
    Replace,
    Static,
    Target,
)
from engine.cards.terms import Costs, Filter
from tests.magic.positions import (
    ANNA,
    BEN,
    artifact,
    aura,
    bigger,
    creature,
    enchantment,
    instant,
    player,
)
from tests.rules.field import Field
from tests.rules.table import BEAR, GOLEM

MINE = Filter(types=("Creature",), controller="you")
RED_GIANT = creature("Giant", 5, 5, cost="{4}{R}")
ANTHEM = enchantment("Anthem", Static(change=bigger(1, 1), what=MINE))
CIRCLE = enchantment(
    "Circle",
    Activated(
        cost=Costs(mana="{1}"),
        effects=(Prevent(to="you", source=Filter(colors=("red",)), next_time=True),),
    ),
)
WORLD = enchantment(
    "Realm", Static(change=bigger(1, 0), what=Filter(types=("Creature",))), supertypes=("World",)
)
CURSE = aura(
    "Curse", Replace(event="damage", what="attached", double=True), enchant=Target(player="any")
)
STRENGTH = aura("Strength", Static(change=bigger(1, 2), what="attached"))
HORN = artifact("Horn", Static(change=bigger(1, 0), what=MINE))
BELL = artifact(
    "Bell", Activated(cost=Costs(tap=True), effects=(Damage(amount=1, to="opponents"),))
)
SHATTER = instant(
    Destroy(what="target"),
    targets=(Target(of=Filter(types=("Artifact", "Enchantment"))),),
    name="Shatter",
)
SWEEP = instant(Destroy(what=Filter(types=("Enchantment",))), name="Sweep")


# --- B-21 ---


@pytest.mark.rule("B-21")
def test_auras_travel_with_their_creature() -> None:
    field = Field()
    bear = field.put(BEAR, BEN, at="e5")
    field.put(STRENGTH, BEN, on=bear)
    watch, spell = field.put(BEAR, at="h8"), field.give(SHATTER)

    field.announce_cast(spell) if field.may("cast", spell) else None
    assert not field.may("target")  # nobody of Anna's is next to the bear
    field.state.change(bear, space=field.game.board.names["g7"])
    field.announce_cast(spell)

    assert field.offered("target") == {
        i for i in field.permanents(BEN) if field.look(i).attached_to
    }
    assert field.size(bear) == (3, 4)
    assert field.look(watch).controller == ANNA


@pytest.mark.rule("B-21")
def test_world_enchantments_lie_beside_the_grid() -> None:
    field = Field()

    field.cast(realm := field.give(WORLD))

    assert field.at(realm) == ""
    assert field.zone(realm) == "battlefield"


# --- B-22 ---


def circle_up(field: Field, at: str) -> tuple[int, int]:
    """Anna has a Circle that she uses against Ben's giant; a golem of hers stands somewhere.

    The giant and the golem.
    """
    circle, giant, golem = (
        field.put(CIRCLE),
        field.put(RED_GIANT, BEN, at="e5"),
        field.put(GOLEM, at=at),
    )
    field.mana(ANNA, "{C}")
    field.activate(circle)
    if field.asked == "source":
        field.choose("source", giant)
    return giant, golem


@pytest.mark.rule("B-22")
@pytest.mark.parametrize(
    ("at", "covered"), [("b6", True), ("a6", True), ("b7", True), ("c6", False)]
)
def test_a_circle_prevents_damage_to_creatures_next_to_the_token(at: str, covered: bool) -> None:
    from engine.magic.damage import dealing

    field = Field()
    giant, golem = circle_up(field, at)

    dealing.deal(field.game, [(giant, golem, 2)])

    assert field.look(golem).damage == (0 if covered else 2)


@pytest.mark.rule("B-22")
def test_a_circle_travels_with_the_token() -> None:
    from engine.magic.damage import dealing

    field = Field()
    giant, golem = circle_up(field, "e7")
    field.stand(ANNA, "d7")

    dealing.deal(field.game, [(giant, golem, 2)])

    assert field.look(golem).damage == 0


@pytest.mark.rule("B-22")
def test_a_circle_prevents_once_all_that_its_source_deals_at_that_time() -> None:
    from engine.magic.damage import dealing

    field = Field()
    giant, golem = circle_up(field, "b6")
    other = field.put(RED_GIANT, BEN, at="e6")

    dealing.deal(field.game, [(other, golem, 1)])  # another source
    assert field.look(golem).damage == 1
    dealing.deal(field.game, [(giant, golem, 1), (giant, player(ANNA), 1)])
    assert (field.look(golem).damage, field.life(ANNA)) == (1, 20)
    dealing.deal(field.game, [(giant, golem, 1), (giant, player(ANNA), 1)])

    assert (field.look(golem).damage, field.life(ANNA)) == (2, 19)


@pytest.mark.rule("B-22")
def test_a_circle_does_not_serve_the_opponents_creatures() -> None:
    from engine.magic.damage import dealing

    field = Field()
    giant, _ = circle_up(field, "e8")
    theirs = field.put(GOLEM, BEN, at="b6")

    dealing.deal(field.game, [(giant, theirs, 2)])

    assert field.look(theirs).damage == 2


@pytest.mark.rule("B-22")
@pytest.mark.parametrize(("at", "dealt"), [("i6", 4), ("g6", 2)])
def test_an_aura_on_a_player_covers_the_squares_round_the_token(at: str, dealt: int) -> None:
    from engine.magic.damage import dealing

    field = Field()
    field.put(CURSE, on=player(BEN))
    golem = field.put(creature("Golem", 3, 9), BEN, at=at)
    bear = field.put(BEAR, at="e5")

    dealing.deal(field.game, [(bear, golem, 2)])

    assert field.look(golem).damage == dealt


# --- B-23 ---


@pytest.mark.rule("B-23")
def test_other_enchantments_lie_where_their_player_stood_as_they_were_cast() -> None:
    field = Field()
    anthem = field.give(ANTHEM)
    field.put_on(BELL, BEN)  # Ben has something to respond with

    field.cast(anthem, resolve=False)
    assert field.zone(anthem) == "stack"
    field.stand(ANNA, "c6")
    field.resolve()

    assert field.at(anthem) == "a6"
    field.stand(ANNA, "d6")
    assert field.at(anthem) == "a6"


@pytest.mark.rule("B-23")
def test_an_enchantment_is_in_nobodys_way() -> None:
    field = Field()
    anthem, golem = field.give(ANTHEM), field.put(GOLEM, at="c6")
    field.cast(anthem)
    field.stand(ANNA, "a9")
    field.turn("First Main")

    assert "a6" in field.reach(golem)
    field.walk(golem, "a6")
    assert field.size(golem) == (4, 4)


# --- B-24 ---


@pytest.mark.rule("B-24")
def test_whose_spell_removes_a_world_enchantment_exiles_all_its_copies() -> None:
    field = Field()
    realm = field.put(WORLD, BEN)
    field.library_of(ANNA, SHATTER, BEAR)
    field.give(SHATTER, zone="graveyard")
    field.give(SHATTER)
    field.give(SHATTER, BEN)

    field.cast(field.give(SHATTER), on=realm)  # from the other end of the grid

    assert field.zone(realm) == "graveyard"
    assert field.names(ANNA, "exile") == ["Shatter"] * 4
    assert (
        field.names(ANNA, "hand"),
        field.names(ANNA, "library"),
        field.names(ANNA, "graveyard"),
    ) == ([], ["Bear"], [])
    assert field.names(BEN, "hand") == ["Shatter"]


@pytest.mark.rule("B-24")
def test_a_spell_that_names_no_target_pays_the_same_price() -> None:
    field = Field()
    field.put(WORLD, BEN)

    field.cast(field.give(SWEEP))

    assert field.names(ANNA, "exile") == ["Sweep"]


@pytest.mark.rule("B-24")
def test_casting_another_world_enchantment_does_not_count() -> None:
    field = Field()
    realm = field.put(WORLD, BEN)
    field.give(WORLD, zone="graveyard")

    field.cast(field.give(WORLD))
    field.priority()

    assert field.zone(realm) == "graveyard"
    assert field.names(ANNA, "exile") == []
    assert field.names(ANNA, "graveyard") == ["Realm"]


@pytest.mark.rule("B-24")
def test_a_spell_that_leaves_worlds_alone_costs_nothing_more() -> None:
    field = Field()
    anthem = field.put(ANTHEM, BEN, at="b6")
    field.put(WORLD, BEN)

    field.cast(field.give(SHATTER), on=anthem)

    assert field.names(ANNA, "graveyard") == ["Shatter"]


# --- B-25 ---


@pytest.mark.rule("B-25")
@pytest.mark.parametrize(("at", "near"), [("d4", True), ("c3", True), ("e5", True), ("f5", False)])
def test_an_enchantment_is_removed_only_by_a_player_with_a_piece_next_to_it(
    at: str, near: bool
) -> None:
    field = Field()
    anthem = field.put(ANTHEM, BEN, at="d4")
    field.put(WORLD, BEN)  # something can always be targeted
    field.put(BEAR, at=at)
    spell = field.give(SHATTER)

    field.announce_cast(spell)

    assert (anthem in field.offered("target")) is near
    if not near:
        assert field.refused_target(spell, anthem) == "B-25"


@pytest.mark.rule("B-25")
def test_the_token_will_do_and_an_opponents_piece_will_not() -> None:
    field = Field()
    near, far = field.put(ANTHEM, BEN, at="b7"), field.put(ANTHEM, BEN, at="e5")
    field.put(BEAR, BEN, at="e5")
    spell = field.give(SHATTER)

    field.announce_cast(spell)

    assert field.offered("target") == {near}
    assert field.refused_target(spell, far) == "B-25"


@pytest.mark.rule("B-25")
def test_a_carried_artifact_is_where_its_carrier_is() -> None:
    field = Field()
    bear = field.put(BEAR, BEN, at="e5")
    horn, bell = field.put_on(HORN, BEN, carrier=bear), field.put_on(BELL, BEN)
    field.put(BEAR, at="d4")
    spell = field.give(SHATTER)

    field.announce_cast(spell)

    assert field.offered("target") == {horn}
    assert field.refused_target(spell, bell) == "B-25"


@pytest.mark.rule("B-22", "B-25")
@pytest.mark.parametrize(("stands", "near"), [("i5", True), ("h5", False)])
def test_what_travels_with_a_token_is_removed_from_next_to_it(stands: str, near: bool) -> None:
    field = Field()
    circle, curse = field.put(CIRCLE, BEN), field.put(CURSE, ANNA, on=player(BEN))
    field.put(WORLD, BEN)  # something can always be targeted
    field.put(BEAR, at=stands)
    spell = field.give(SHATTER)

    field.announce_cast(spell)

    assert {circle, curse} & field.offered("target") == ({circle, curse} if near else set())


@pytest.mark.rule("B-25")
def test_it_is_checked_again_as_the_spell_resolves() -> None:
    field = Field()
    anthem, bear = field.put(ANTHEM, BEN, at="d4"), field.put(BEAR, at="e5")
    field.put_on(BELL, BEN)

    field.cast(field.give(SHATTER), on=anthem, resolve=False)
    field.follow(Exile(what="target"), by=BEN, on=bear)
    field.resolve()

    assert field.zone(anthem) == "battlefield"


@pytest.mark.rule("B-25")
def test_what_does_not_remove_it_may_target_it_from_anywhere() -> None:
    field = Field()
    bell = field.put_on(BELL, BEN)
    twiddle = instant(
        Modify(what="target", change=bigger(1, 0)),
        targets=(Target(of=Filter(types=("Artifact",))),),
    )

    field.cast(field.give(twiddle), on=bell)

    assert field.size(bell) == (1, 0)


@pytest.mark.rule("B-25")
def test_what_removes_everything_needs_nobody_near() -> None:
    field = Field()
    anthem = field.put(ANTHEM, BEN, at="d4")

    field.cast(field.give(SWEEP))

    assert field.zone(anthem) == "graveyard"
