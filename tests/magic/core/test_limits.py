"""Bounds: how much of anything there may be at most (`engine/magic/core/limits.py`)."""

import pytest

from engine.cards.model import (
    Activated,
    AddMana,
    AnyEffect,
    CopyToken,
    Damage,
    Draw,
    GainLife,
    LoseLife,
    MakeToken,
    Mill,
    Modify,
    PutCounters,
    Tap,
    Triggered,
    When,
)
from engine.cards.terms import Costs, Filter
from engine.fronts.areas import attack
from engine.game import Game
from engine.log import sentence
from engine.magic.abilities.kinds_of_mana import known_alternatives
from engine.magic.core.limits import MOST, MOST_MANA, MOST_X
from engine.magic.core.position import Combat
from engine.magic.index.by_type import by_type
from engine.magic.zones import battlefield
from tests.forms import only_as_written
from tests.magic.mana_sources import announce
from tests.magic.positions import (
    ANNA,
    BEN,
    CREATURES,
    Position,
    artifact,
    bigger,
    creature,
    enchantment,
    instant,
)

RAT = creature("Rat", 1, 1, cost="")
short_of_room = only_as_written(
    "the most permanents there can be are a constant of C, which no test lowers"
)


# --- what is more is cut ---


def test_life_damage_and_counters_have_a_bound() -> None:
    table = Position(plain=True)
    ox = table.put(creature("Ox", 2, 4, "indestructible"))
    table.follow(
        GainLife(amount=10**12),
        GainLife(amount=10**12),
        PutCounters(on="target", count=10**12),
        PutCounters(on="target"),
        on=ox,
    )
    assert (table.player(ANNA).life, table.look(ox).count("+1/+1")) == (MOST, MOST)
    table.follow(Damage(amount=10**12, to="target"), on=ox)
    assert table.look(ox).damage == MOST
    table.follow(LoseLife(amount=10**12, who="you"))
    assert table.player(ANNA).life == 0


def test_mana_has_a_bound() -> None:
    table = Position(plain=True)
    table.put(artifact("Clock", Activated(cost=Costs(), effects=())))
    table.activate(
        table.put(
            artifact(
                "Sun", Activated(cost=Costs(tap=True), effects=(AddMana(add="{G}", times=10**9),))
            )
        )
    )
    assert sum(table.player(ANNA).pool) == MOST_MANA


def test_mana_without_end_takes_no_room_before_it_is_cut() -> None:
    """It is counted, not written out: 10**12 letters would fill the memory."""
    plenty = AddMana(add="{G}{G}", times=10**12)
    ((_, pool),) = known_alternatives(plenty, 10**12, 3)
    assert max(pool) == 2 * 10**12 + 3
    either = AddMana(either=("{R}", "{G}"))
    assert [max(pool) for _, pool in known_alternatives(either, 10**12, 0)] == [10**12] * 2


def test_x_is_offered_up_to_its_bound() -> None:
    table = Position(plain=True)
    table.mana(ANNA, "{G}" * 3 * MOST_X)
    announce(table, table.give(instant(GainLife(amount="X"), cost="{X}{G}")))
    assert max(action.number for action in table.game.legal_actions()) == MOST_X
    table.choose("x", number=MOST_X)
    table.resolve()
    assert table.player(ANNA).life == 20 + MOST_X


def test_cards_are_drawn_and_milled_up_to_their_bound() -> None:
    table = Position(plain=True)
    table.library_of(ANNA, RAT, RAT)
    table.library_of(BEN, RAT, RAT)
    table.follow(Mill(who="opponents", count=10**12), Draw(count=10**12))
    assert (len(table.player(ANNA).hand), len(table.player(BEN).graveyard)) == (2, 2)


@short_of_room
@pytest.mark.parametrize("copied", [False, True])
def test_tokens_beyond_the_bound_are_not_created(
    copied: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Position(plain=True)
    rat = table.put(RAT)
    before = len(table.state.battlefield)
    monkeypatch.setattr(battlefield, "MOST_PERMANENTS", before + 5)
    table.follow(
        CopyToken(of="target", count=10**9) if copied else MakeToken(token=RAT, count=10**9), on=rat
    )
    assert len(table.state.battlefield) == before + 5
    table.follow(MakeToken(token=RAT))
    assert len(table.state.battlefield) == before + 5


OIL = PutCounters(on="target", count=MOST, kind="oil")


@short_of_room
@pytest.mark.parametrize(
    ("effects", "line"),
    [
        ((GainLife(amount=MOST),), "1,000,000 life is the maximum: the rest is lost"),
        ((OIL,), "1,000,000 oil counters is the maximum: the rest is lost"),
        (
            (AddMana(add="{G}", times=MOST_MANA + 1),),
            "10,000 mana of one kind is the maximum: the rest is lost",
        ),
        ((Draw(count=MOST),), "1,000 cards drawn at once is the maximum: the rest is lost"),
        ((MakeToken(token=RAT, count=100),), "99 permanents is the maximum: the rest is lost"),
    ],
)
def test_what_is_cut_is_told(
    effects: tuple[AnyEffect, ...], line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Position(plain=True)
    ox = table.put(creature("Ox", 2, 4, "indestructible"))
    table.library_of(ANNA, *[RAT] * 5)
    monkeypatch.setattr(battlefield, "MOST_PERMANENTS", 99)
    little = (
        GainLife(amount=1),
        PutCounters(on="target", kind="oil"),
        AddMana(add="{G}"),
        Draw(),
        MakeToken(token=RAT),
    )

    table.follow(*little, on=ox)
    assert table.happened("bound") == []

    table.follow(*effects, on=ox)
    assert [sentence(event, ["Anna", "Ben"]) for event in table.happened("bound")] == [line]


# --- a great many ---


@pytest.mark.parametrize("plain", [True, False])
def test_a_thousand_goblins_are_made_tapped_and_burnt_together(plain: bool) -> None:
    table = Position(plain=plain)
    krenko = table.put("Krenko, Mob Boss")
    for _ in range(10):
        table.activate(krenko)
        table.state.change(krenko, tapped=False)
    assert len(table.permanents(ANNA)) == 2**10
    table.game.view_for(BEN)
    table.follow(
        Tap(what=CREATURES), PutCounters(on=CREATURES), Modify(what=CREATURES, change=bigger(1, 1))
    )
    assert table.size(table.permanents(ANNA)[-1]) == (3, 3)
    table.follow(Damage(amount=3, to=CREATURES))
    assert table.permanents(ANNA) == [krenko]


@only_as_written(
    "C calls what is derived without looking for it by its name, where a test may put something "
    "else"
)
def test_a_great_many_creatures_may_attack_and_whom_is_found_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = Position()
    table.follow(MakeToken(token=creature("Rat", 1, 1, "haste"), count=2_000))
    rats = table.permanents(ANNA)
    looks: list[Game] = []
    monkeypatch.setattr(attack, "by_type", lambda game: looks.append(game) or by_type(game))

    table.state.set(combat=Combat(ANNA, table.state.objects[rats[0]].space))
    found = attack.AttackersQuestion(ANNA).options(table.game)
    assert [action.object for action in found if action.verb == "attacker"] == rats
    assert len(looks) == 1


@pytest.mark.cr("603.6a", "111.4")
def test_tokens_that_enter_together_are_all_noticed_by_each_other() -> None:
    """Three tokens, each of which sees the two others enter; and somebody else sees all three."""
    table = Position(plain=True)
    table.put(
        enchantment(
            "Bell",
            Triggered(when=When(event="enters", what=CREATURES), effects=(GainLife(amount=10),)),
        )
    )
    others = When(event="enters", what=Filter(types=("Creature",), other=True))
    kin = creature(
        "Kin", 1, 1, cost="", abilities=(Triggered(when=others, effects=(GainLife(amount=1),)),)
    )
    table.follow(MakeToken(token=kin, count=3))
    table.in_order()
    assert table.player(ANNA).life == 20 + 3 * 10 + 3 * 2


@pytest.mark.slow
@pytest.mark.cr("104.4b")
def test_a_great_many_triggers_are_no_endless_loop() -> None:
    table = Position(plain=True)
    table.put(
        enchantment(
            "Bell",
            Triggered(when=When(event="enters", what=CREATURES), effects=(GainLife(amount=1),)),
        )
    )
    table.follow(MakeToken(token=RAT, count=2500))
    assert (table.player(ANNA).life, table.state.winners) == (2520, None)


@pytest.mark.slow
@pytest.mark.cr("104.4b")
@pytest.mark.parametrize("number", [1, 2])
def test_a_loop_that_grows_without_end_ends_in_a_draw(number: int) -> None:
    """Each Rat that enters brings another one, or two: nobody can stop it."""
    table = Position(plain=True)
    breeding = Triggered(
        when=When(event="enters", what=CREATURES), effects=(MakeToken(token=RAT, count=number),)
    )
    table.put(enchantment("Nest", breeding))
    table.follow(MakeToken(token=RAT))
    assert table.state.winners == ()
