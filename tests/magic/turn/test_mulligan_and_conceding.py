"""The beginning of a game and its end (CR 103, 104): opening hands, mulligans, conceding,
winning and drawing.
"""

import pytest

from engine.actions import Action, IllegalAction
from engine.analysis import invariants
from engine.base.records import replace
from engine.cards.model import Damage, Destroy, Draw, GainLife, LoseLife, MakeToken, Triggered, When
from engine.game import LOOP_LIMIT, Game
from engine.magic.turn.setup import Seat
from engine.magic.turn.steps import begin_at
from engine.variant.loading import load
from tests.magic.positions import (
    ANNA,
    BEN,
    CARL,
    CREATURES,
    Position,
    creature,
    enchantment,
    instant,
    player,
    sorcery,
)

BEARS = tuple(creature(f"Bear {number}", 2, 2) for number in range(30))


def begun(players: int = 2, seed: int = 1) -> Game:
    """A game up to the first opening hand."""
    rules = load("conquering")
    game = Game.start(
        rules, [Seat(name, BEARS) for name in ("Anna", "Ben", "Carl", "Dora")[:players]], seed
    )
    while game.decision is not None and game.decision.kind != "mulligan":
        game.apply(game.legal_actions()[0])
    return game


def names(game: Game, seat: int, zone: str = "hand") -> list[str]:
    idents: tuple[int, ...] = getattr(game.state.players[seat], zone)
    return [game.object_name(ident) for ident in idents]


# --- opening hands ---


@pytest.mark.rule("M-16")
@pytest.mark.cr("103.5", "103.1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_draws_seven_and_decides_in_turn_order(players: int) -> None:
    game = begun(players)
    assert [len(player.hand) for player in game.state.players] == [7] * players
    order: list[int] = []
    while game.decision is not None and game.decision.kind == "mulligan":
        order.append(game.decision.seat)
        game.apply(Action("keep"))
    first = game.state.turn.first_seat
    assert order == [(first + n) % players for n in range(players)]


@pytest.mark.rule("M-16")
@pytest.mark.cr("103.5", "103.5a")
@pytest.mark.parametrize("mulligans", [1, 2, 3])
def test_a_mulligan_draws_seven_and_puts_as_many_cards_back_as_there_were_mulligans(
    mulligans: int,
) -> None:
    game = begun()
    assert game.decision is not None
    seat = game.decision.seat
    for _ in range(mulligans):
        game.apply(Action("mulligan"))
        assert len(game.state.players[seat].hand) == 7
    game.apply(Action("keep"))
    for left in range(mulligans, 0, -1):
        assert (game.decision.kind, game.decision.seat) == ("bottom", seat)
        assert len(game.state.players[seat].hand) == 7 - mulligans + left
        game.apply(game.legal_actions()[0])
    assert (len(game.state.players[seat].hand), len(game.state.players[seat].library)) == (
        7 - mulligans,
        23 + mulligans,
    )


@pytest.mark.rule("M-16")
@pytest.mark.cr("103.5")
def test_keeping_tells_no_number_of_cards_that_the_hand_does_not_have_yet() -> None:
    game = begun()
    assert [event.number for event in game.apply(Action("keep")) if event.kind == "keep"] == [7]
    game.apply(Action("mulligan"))
    assert game.decision is not None
    assert (
        game.decision.prompt == "Keep this hand (then put 1 card on the bottom) or take a mulligan?"
    )
    assert [event.number for event in game.apply(Action("keep")) if event.kind == "keep"] == [0]


@pytest.mark.rule("M-16")
@pytest.mark.cr("103.5")
def test_the_card_put_back_goes_to_the_bottom() -> None:
    game = begun()
    assert game.decision is not None
    seat = game.decision.seat
    game.apply(Action("mulligan"))
    game.apply(Action("keep"))
    chosen = game.legal_actions()[3]
    name = game.object_name(chosen.object)
    game.apply(chosen)
    assert names(game, seat, "library")[0] == name


@pytest.mark.rule("M-16")
@pytest.mark.cr("103.5")
def test_a_mulligan_shuffles_the_hand_into_the_library() -> None:
    game = begun()
    assert game.decision is not None
    seat = game.decision.seat
    before = game.state.players[seat].hand
    game.apply(Action("mulligan"))
    player = game.state.players[seat]
    assert not set(before) & {*player.hand, *player.library}
    assert sorted(names(game, seat) + names(game, seat, "library")) == sorted(
        card.name for card in BEARS
    )


@pytest.mark.rule("M-16")
@pytest.mark.cr("103.5")
def test_who_has_no_hand_left_to_keep_must_keep() -> None:
    game = begun()
    assert game.decision is not None
    seat = game.decision.seat
    for _ in range(7):
        game.apply(Action("mulligan"))
    if (
        game.decision is not None
        and game.decision.seat == seat
        and game.decision.kind == "mulligan"
    ):
        assert not any(action.verb == "mulligan" for action in game.legal_actions())
    while (
        game.decision is not None and game.decision.seat == seat and game.decision.kind == "bottom"
    ):
        game.apply(game.legal_actions()[0])
    assert game.state.players[seat].hand == ()


@pytest.mark.rule("M-1", "M-16")
@pytest.mark.cr("103.5", "400.2")
def test_nobody_sees_what_another_puts_back() -> None:
    game = begun()
    assert game.decision is not None
    seat = game.decision.seat
    game.apply(Action("mulligan"))
    events = [event for answer in (Action("keep"),) for event in game.apply(answer)]
    chosen = game.legal_actions()[0]
    name = game.object_name(chosen.object)
    events += game.apply(chosen)
    other = next(s for s in (ANNA, BEN) if s != seat)
    assert name not in [event.for_seat(other).card for event in events]
    assert name in [event.for_seat(seat).card for event in events]


@pytest.mark.rule("M-19")
@pytest.mark.cr("103.3")
def test_the_same_seed_deals_the_same_hands_and_another_seed_others() -> None:
    assert names(begun(seed=5), ANNA) == names(begun(seed=5), ANNA)
    assert names(begun(seed=5), ANNA) != names(begun(seed=6), ANNA)


@pytest.mark.rule("M-19")
@pytest.mark.cr("103.1", "706.1")
def test_who_starts_is_decided_by_dice() -> None:
    assert {begun(seed=seed).state.turn.first_seat for seed in range(12)} == {ANNA, BEN}


# --- conceding ---


@pytest.mark.rule("M-16")
@pytest.mark.cr("104.3a", "104.2a")
def test_conceding_loses_at_once_and_the_last_one_left_wins() -> None:
    table = Position(plain=True)
    table.game.concede(ANNA)
    assert (table.player(ANNA).out, table.state.winners) == (True, (BEN,))
    assert table.game.decision is None


@pytest.mark.rule("M-16")
@pytest.mark.cr("104.3a")
@pytest.mark.parametrize("seat", [ANNA, BEN])
def test_anybody_may_concede_whoever_must_decide(seat: int) -> None:
    table = Position(plain=True, players=3)
    table.watchful()
    table._give_priority(ANNA)
    table.game.concede(seat)
    assert table.player(seat).out
    assert table.state.winners is None


@pytest.mark.rule("M-16")
@pytest.mark.cr("104.3a")
def test_nobody_concedes_twice_or_after_the_end() -> None:
    table = Position(plain=True, players=3)
    table.game.concede(ANNA)
    with pytest.raises(IllegalAction, match="over for this player"):
        table.game.concede(ANNA)
    table.game.concede(BEN)
    with pytest.raises(IllegalAction):
        table.game.concede(CARL)


@pytest.mark.rule("M-16")
@pytest.mark.cr("104.3a", "103.5")
def test_conceding_during_mulligans_ends_a_game_of_two() -> None:
    game = begun()
    game.concede(BEN)
    assert game.state.winners == (ANNA,)


@pytest.mark.rule("M-16")
@pytest.mark.cr("104.3a", "103.5", "800.4a")
def test_a_game_of_three_goes_on_when_one_concedes_during_mulligans() -> None:
    game = begun(3)
    assert game.decision is not None
    seat = game.decision.seat
    game.concede(seat)
    assert game.decision is not None
    assert game.decision.seat != seat
    for _ in range(2):
        game.apply(Action("keep"))
    assert game.state.turn.number == 1
    assert game.state.winners is None


@pytest.mark.rule("M-15", "M-16")
@pytest.mark.cr("800.4a", "104.3a")
def test_who_has_conceded_takes_no_more_turns() -> None:
    table = Position(plain=True, players=3)
    for seat in (ANNA, BEN, CARL):
        table.library_of(seat, *BEARS[:9])
    table.game.concede(BEN)
    begin_at(table.game, ANNA, "End")
    table._go_on()
    for _ in range(60):
        if table.state.turn.active != ANNA:
            break
        table.do(
            next(
                (a for a in table.game.legal_actions() if a.verb == "pass"),
                table.game.legal_actions()[0],
            )
        )
    assert table.state.turn.active == CARL


# --- winning, losing, drawing ---


@pytest.mark.rule("M-18")
@pytest.mark.cr("104.4a")
def test_all_players_losing_at_the_same_time_draw() -> None:
    table = Position(plain=True)
    table.state.change_player(ANNA, life=2)
    table.state.change_player(BEN, life=2)
    table.follow(Damage(amount=2, to="players"))
    assert table.state.winners == ()


@pytest.mark.rule("M-18")
@pytest.mark.cr("104.3b", "704.3", "119.6")
def test_who_is_saved_before_state_based_actions_are_checked_does_not_lose() -> None:
    table = Position(plain=True)
    table.follow(LoseLife(amount=22, who="you"), GainLife(amount=5))
    assert (table.player(ANNA).out, table.player(ANNA).life) == (False, 3)


@pytest.mark.slow
@pytest.mark.rule("M-18")
@pytest.mark.cr("104.4b")
def test_an_endless_loop_that_nobody_can_stop_is_a_draw() -> None:
    """Each creature that enters makes another: nothing ever ends that."""
    rat = creature("Rat", 1, 1, cost="")
    breeds = Triggered(when=When(event="step", step="upkeep"), effects=(GainLife(amount=1),))
    again = Triggered(when=When(event="gains-life"), effects=(GainLife(amount=1),))
    table = Position(plain=True)
    table.put(enchantment("Spring", breeds, again))
    table.put(rat)
    table.begin("upkeep")
    assert table.state.winners == ()
    assert table.player(ANNA).life is not None
    assert (table.player(ANNA).life or 0) < 20 + LOOP_LIMIT


@pytest.mark.cr("104.3c", "704.5b", "121.4")
@pytest.mark.parametrize("loses", [True, False])
def test_drawing_from_an_empty_library_loses_where_the_variant_has_it(loses: bool) -> None:
    table = Position(plain=True)
    rules = table.game.rules
    table.game.rules = replace(rules, setup=replace(rules.setup, empty_library_loses=loses))
    table.follow(Draw(who="opponents"))
    assert (table.state.winners == (ANNA,)) is loses


@pytest.mark.cr("104.2a", "104.3b", "800.4a")
def test_of_three_the_two_who_survive_play_on() -> None:
    table = Position(plain=True, players=3)
    bear = table.put(BEARS[0], BEN)
    table.follow(LoseLife(amount=20, who="target"), on=player(BEN))
    assert (table.state.winners, table.zone(bear)) == (None, "")
    table.follow(LoseLife(amount=20, who="target"), on=player(CARL))
    assert table.state.winners == (ANNA,)


@pytest.mark.cr("104.2a", "104.5")
def test_nothing_more_happens_when_the_game_is_over() -> None:
    table = Position(plain=True)
    table.put(
        enchantment(
            "Wake",
            Triggered(when=When(event="dies", what=CREATURES), effects=(GainLife(amount=1),)),
        )
    )
    table.put(BEARS[0])
    table.follow(Destroy(what=CREATURES), LoseLife(amount=20, who="opponents"))
    assert (table.state.winners, table.player(ANNA).life) == ((ANNA,), 20)
    assert table.game.legal_actions() == ()


@pytest.mark.cr("104.3b", "702.15b", "510.2")
def test_life_gained_by_the_same_damage_comes_in_time() -> None:
    table = Position(plain=True, active=BEN)
    table.state.change_player(ANNA, life=2)
    vampire = table.put(creature("Vampire", 2, 4, "lifelink"))
    bears = [table.put(BEARS[0], BEN), table.put(BEARS[1], BEN)]
    table.attack(*bears, blocks={bears[0]: (vampire,)}, aim=player(ANNA))
    assert (table.player(ANNA).out, table.player(ANNA).life) == (False, 2)


@pytest.mark.cr("608.2c", "104.3b", "704.3")
def test_a_spell_is_followed_to_its_end_before_anybody_loses() -> None:
    table = Position(plain=True)
    table.cast(
        table.give(
            sorcery(
                LoseLife(amount=20, who="opponents"),
                MakeToken(token=creature("Rat", 1, 1, cost="")),
            )
        )
    )
    assert table.happened("token")
    assert table.state.winners == (ANNA,)


@pytest.mark.cr("104.3b", "119.6", "405.5")
def test_a_spell_of_a_player_who_has_lost_does_nothing() -> None:
    table = Position(plain=True, players=3)
    table.watchful()
    table.cast(table.give(instant(LoseLife(amount=5, who="opponents")), BEN), resolve=False)
    table.game.concede(BEN)
    table._go_on()
    assert table.state.stack == ()
    assert [table.player(seat).life for seat in (ANNA, CARL)] == [20, 20]


@pytest.mark.cr("106.4", "800.4a", "104.3a")
def test_a_leaving_players_mana_and_cards_are_gone() -> None:
    table = Position(plain=True, players=3)
    table.give(BEARS[0], BEN)
    table.mana(BEN, "{G}{G}")
    table.game.concede(BEN)
    left = table.player(BEN)
    assert (left.hand, left.pool) == ((), (0, 0, 0, 0, 0, 0))
    assert not [obj for obj in table.state.objects.values() if obj.owner == BEN]


@pytest.mark.rule("M-16")
@pytest.mark.cr("103.5c")
@pytest.mark.parametrize("mulligans", [1, 3])
def test_with_three_players_the_first_mulligan_is_free(mulligans: int) -> None:
    game = begun(3)
    assert game.decision is not None
    seat = game.decision.seat
    for _ in range(mulligans):
        game.apply(Action("mulligan"))
    game.apply(Action("keep"))
    while game.decision.kind == "bottom":
        game.apply(game.legal_actions()[0])
    assert len(game.state.players[seat].hand) == 8 - mulligans


@pytest.mark.slow
@pytest.mark.rule("M-16")
@pytest.mark.parametrize("variant", ["conquering", "war_game"])
def test_whoever_concedes_while_the_map_is_laid_leaves_a_game_that_goes_on(variant: str) -> None:
    seats = [Seat(name, BEARS) for name in ("Anna", "Ben", "Carl")]
    for answered in range(0, 12, 2):
        for leaver in (ANNA, BEN, CARL):
            game = Game.start(load(variant), seats, seed=answered)
            for _ in range(answered):
                game.apply(game.legal_actions()[0])
            game.concede(leaver)
            for _ in range(30):
                assert game.decision is not None
                assert game.decision.seat != leaver
                game.apply(game.legal_actions()[-1])
            assert not invariants.known_faults(game)
