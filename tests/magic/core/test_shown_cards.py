"""What everybody has seen go to a hand or library stays known until it may have gone elsewhere."""

from __future__ import annotations

import pytest

from engine.actions import Action
from engine.analysis import invariants, leak_check
from engine.base.records import replace
from engine.cards.characteristics import printed
from engine.cards.model import (
    Card,
    Destroy,
    Discard,
    Draw,
    Exile,
    LookAtTop,
    Mill,
    Move,
    Reveal,
    Scry,
    Search,
    Shuffle,
)
from engine.cards.terms import Filter
from engine.magic.turn import losing
from engine.magic.zones.face_down import turn_face_down
from engine.magic.zones.moving import move
from tests.magic.positions import A_CREATURE, ANNA, BEN, Position, creature, instant, player

BEAR, OX, ELK = creature("Bear", 2, 2), creature("Ox", 2, 4), creature("Elk", 3, 3)
WISH, HOPE = instant(name="Wish"), instant(name="Hope")


@pytest.fixture
def table() -> Position:
    return Position(plain=True)


def known(table: Position, seat: int = BEN) -> dict[str, list[str]]:
    """What everybody knows of a player's cards, without what is empty."""
    views = [table.game.view_for(viewer).shown[seat] for viewer in (ANNA, BEN, None)]
    assert views[0] == views[1] == views[2]
    shown = views[0]
    assert not shown.followed
    assert invariants.faults(table.game) == []
    for viewer in (ANNA, BEN, None):
        assert leak_check.twin_faults(table.game, viewer) == []
        assert leak_check.view_leaks(table.game, viewer) == []
    found = {
        "hand": [card.name for card in shown.hand],
        "top": [card.name if card else "?" for card in shown.top],
        "library": [card.name for card in shown.library],
        "either": [card.name for card in shown.either],
    }
    return {where: cards for where, cards in found.items() if cards}


def bounced(table: Position, card: Card, seat: int = BEN, to: str = "hand") -> int:
    """A creature returns to its owner's hand, or goes to the library."""
    return move(table.game, table.put(card, seat), to)


@pytest.mark.rule("M-1")
def test_a_returned_creature_is_known_until_it_is_cast(table: Position) -> None:
    table.give(WISH, BEN)
    bear = bounced(table, BEAR)
    assert known(table) == {"hand": ["Bear"]}
    assert known(table, ANNA) == {}
    table.mana(BEN, "{C}{C}{G}{G}")
    table.state.change_turn(active=BEN)
    table.attend(BEN)
    table.cast(bear)
    assert known(table) == {}


@pytest.mark.rule("M-1")
def test_a_returned_token_is_nobodys_card(table: Position) -> None:
    move(table.game, table.put(BEAR, BEN, token=True), "hand")
    assert known(table) == {}


@pytest.mark.rule("M-1")
def test_a_card_returns_to_its_owner_whoever_controlled_it(table: Position) -> None:
    ident = table.put(BEAR, BEN)
    table.state.change(ident, controller=ANNA, entered_under=ANNA)
    move(table.game, ident, "hand")
    assert known(table, BEN) == {"hand": ["Bear"]}
    assert known(table, ANNA) == {}


@pytest.mark.rule("M-1")
def test_a_copy_is_known_as_the_card_that_it_is(table: Position) -> None:
    move(table.game, table.put(BEAR, BEN, real=printed(OX)), "hand")
    assert known(table) == {"hand": ["Ox"]}


@pytest.mark.rule("M-1")
@pytest.mark.cr("708.9")
def test_a_face_down_creature_is_revealed_as_it_returns(table: Position) -> None:
    ident = table.put(BEAR, BEN)
    turn_face_down(table.game, ident)
    move(table.game, ident, "hand")
    assert known(table) == {"hand": ["Bear"]}


@pytest.mark.rule("M-1")
def test_a_card_exiled_face_down_comes_to_a_hand_unknown(table: Position) -> None:
    bounced(table, OX)
    hidden = table.give(WISH, BEN)
    exiled = move(table.game, hidden, "exile", face_down=True)
    assert known(table) == {}, "it may have been the Ox"
    move(table.game, exiled, "hand")
    assert known(table) == {}


@pytest.mark.rule("M-1")
def test_of_equal_cards_one_less_is_certain_once_a_card_leaves_unseen(table: Position) -> None:
    table.give(WISH, BEN)
    bounced(table, OX)
    bounced(table, OX)
    bounced(table, ELK)
    move(table.game, table.player(BEN).hand[0], "exile", face_down=True)
    assert known(table) == {"hand": ["Ox"]}


@pytest.mark.rule("M-1")
def test_a_discarded_card_is_seen_to_leave(table: Position) -> None:
    bounced(table, BEAR)
    bounced(table, OX)
    table.give(WISH, BEN)
    table.follow(Discard(count=1, who="target"), on=player(BEN))
    table.choose("discard", table.player(BEN).hand[0])
    assert known(table) == {"hand": ["Ox"]}


@pytest.mark.rule("M-1")
@pytest.mark.parametrize("chosen", [0, 1, 2])
def test_which_card_goes_from_a_hand_into_a_library_is_not_known(
    table: Position, chosen: int
) -> None:
    bounced(table, BEAR)
    bounced(table, OX)
    table.give(WISH, BEN)
    table.library_of(BEN, ELK, HOPE)
    move(table.game, table.player(BEN).hand[chosen], "library", position="bottom")
    assert known(table) == {"either": ["Bear", "Ox"]}


@pytest.mark.rule("M-1")
def test_a_whole_hand_that_is_shuffled_away_is_known_to_be_in_the_library(table: Position) -> None:
    bounced(table, BEAR)
    bounced(table, OX)
    table.give(WISH, BEN)
    table.library_of(BEN, ELK, HOPE)
    table.follow(Shuffle(zones=("hand",)), by=BEN)
    assert known(table) == {"library": ["Bear", "Ox"]}


@pytest.mark.rule("M-1")
def test_a_card_put_on_top_is_known_when_it_is_drawn(table: Position) -> None:
    table.library_of(BEN, WISH, HOPE)
    bounced(table, BEAR, to="library")
    bounced(table, OX, to="library")
    assert known(table) == {"top": ["Bear", "Ox"]}
    table.follow(Draw(), by=BEN)
    assert known(table) == {"hand": ["Ox"], "top": ["Bear"]}
    table.follow(Mill(who="you", count=1), by=BEN)
    assert known(table) == {"hand": ["Ox"]}


@pytest.mark.rule("M-1")
def test_a_shuffled_library_keeps_its_known_cards_and_draws_make_them_uncertain(
    table: Position,
) -> None:
    table.library_of(BEN, WISH, HOPE, ELK)
    bounced(table, OX, to="library")
    bounced(table, OX, to="library")
    table.follow(Shuffle(), by=BEN)
    assert known(table) == {"library": ["Ox", "Ox"]}
    table.follow(Draw(), by=BEN)
    assert known(table) == {"library": ["Ox"], "either": ["Ox"]}


@pytest.mark.rule("M-1")
def test_a_card_that_can_only_be_in_one_place_is_known_to_be_there(table: Position) -> None:
    table.library_of(BEN, WISH)
    bounced(table, OX, to="library")
    table.follow(Shuffle(), by=BEN)
    table.follow(Draw(), by=BEN)
    assert known(table) == {"either": ["Ox"]}
    table.follow(Draw(), by=BEN)
    assert known(table) == {"hand": ["Ox"]}


@pytest.mark.rule("M-1")
@pytest.mark.parametrize("verb", ["top", "bottom"])
def test_scrying_makes_the_order_of_a_library_a_secret(table: Position, verb: str) -> None:
    table.library_of(BEN, WISH, HOPE)
    bounced(table, OX, to="library")
    table.follow(Scry(1), by=BEN)
    table.choose(verb, table.player(BEN).library[-1])
    assert known(table) == {"library": ["Ox"]}


@pytest.mark.rule("M-1")
@pytest.mark.cr("701.23a")
def test_a_card_found_and_shown_is_known_in_the_hand(table: Position) -> None:
    bear, *_ = table.library_of(BEN, BEAR, WISH, HOPE, BEAR)
    table.follow(Search(of=Filter(zone="library", types=("Creature",)), to="hand"), by=BEN)
    table.choose("find", bear)
    assert known(table) == {"hand": ["Bear"]}


@pytest.mark.rule("M-1")
def test_a_card_found_and_put_on_top_is_known_there(table: Position) -> None:
    bear, *_ = table.library_of(BEN, BEAR, WISH, HOPE)
    table.follow(Search(of=Filter(zone="library", types=("Creature",)), to="library-top"), by=BEN)
    table.choose("find", bear)
    assert known(table) == {"top": ["Bear"]}


@pytest.mark.rule("M-1")
@pytest.mark.parametrize("chosen", [0, 1])
def test_a_card_found_unseen_may_be_any(table: Position, chosen: int) -> None:
    table.library_of(BEN, WISH, HOPE, ELK)
    bounced(table, OX, to="library")
    anything = Filter(zone="library")
    table.follow(Search(of=anything, to="hand", reveal=False), by=BEN)
    table.choose("find", table.player(BEN).library[-1 - chosen])
    assert known(table) == {"either": ["Ox"]}


@pytest.mark.rule("M-1")
@pytest.mark.parametrize("chosen", [0, 1])
def test_a_card_taken_from_the_top_unseen_may_be_any(table: Position, chosen: int) -> None:
    table.library_of(BEN, WISH, HOPE, ELK)
    bounced(table, OX, to="library")
    table.follow(LookAtTop(count=2, take=1, to="hand", rest="library-bottom"), by=BEN)
    table.choose("find", table.player(BEN).library[-1 - chosen])
    assert known(table) == {"either": ["Ox"]}


@pytest.mark.rule("M-1")
def test_a_card_taken_from_the_top_and_shown_is_known(table: Position) -> None:
    _, hope, *_ = table.library_of(BEN, WISH, HOPE, ELK)
    table.follow(LookAtTop(count=2, take=1, to="hand", reveal="taken"), by=BEN)
    table.choose("find", hope)
    assert known(table) == {"hand": ["Hope"]}


@pytest.mark.rule("M-1")
def test_a_revealed_hand_is_known_and_so_is_the_revealed_top_of_a_library(table: Position) -> None:
    bounced(table, OX)
    table.give(WISH, BEN)
    table.give(OX, BEN)
    table.library_of(BEN, HOPE, ELK)
    table.follow(Reveal(who="target", zone="hand"), on=player(BEN))
    assert known(table) == {"hand": ["Ox", "Ox", "Wish"]}
    table.follow(Reveal(who="target", count=1), on=player(BEN))
    assert known(table) == {"hand": ["Ox", "Ox", "Wish"], "top": ["Hope"]}


@pytest.mark.rule("M-1")
def test_a_revealed_card_that_was_known_to_be_somewhere_is_found(table: Position) -> None:
    table.library_of(BEN, WISH, HOPE)
    ox = bounced(table, OX, to="library")
    table.give(ELK, BEN)
    before = table.player(BEN)
    shown = replace(before.shown_cards, top=(), either=(table.look(ox).own,))
    table.state.change_player(BEN, shown_cards=shown)
    assert known(table) == {"either": ["Ox"]}
    table.follow(Reveal(who="target", count=1), on=player(BEN))
    assert known(table) == {"top": ["Ox"]}


@pytest.mark.rule("M-1")
def test_a_revealed_card_that_goes_to_the_hand_is_known_there(table: Position) -> None:
    table.library_of(BEN, WISH, BEAR, HOPE)
    table.follow(Reveal(until=Filter(types=("Creature",))), Move(what="it", to="hand"), by=BEN)
    assert known(table) == {"hand": ["Bear"], "library": ["Wish"]}


@pytest.mark.rule("M-1")
@pytest.mark.parametrize("chosen", [0, 1])
def test_revealed_cards_can_be_followed_only_until_players_have_priority(
    table: Position, chosen: int
) -> None:
    """Later they are cards among others again."""
    table.give(WISH, BEN)
    table.give(HOPE, BEN)
    table.library_of(BEN, ELK)
    table.follow(Reveal(who="target", zone="hand"), on=player(BEN))
    assert known(table) == {"hand": ["Hope", "Wish"]}
    move(table.game, table.player(BEN).hand[chosen], "library", position="bottom")
    table.priority()
    assert known(table) == {"either": ["Hope", "Wish"]}


@pytest.mark.rule("M-1")
def test_an_exiled_card_of_a_revealed_hand_is_gone(table: Position) -> None:
    bear = bounced(table, BEAR)
    bounced(table, OX)
    move(table.game, bear, "exile")
    assert known(table) == {"hand": ["Ox"]}
    table.follow(Exile(what="target"), on=table.put(ELK, BEN))
    assert known(table) == {"hand": ["Ox"]}


@pytest.mark.rule("M-1")
def test_nothing_is_known_of_who_has_left_the_game() -> None:
    table = Position(plain=True, players=3)
    bounced(table, BEAR)
    losing.leave(table.game, BEN, "concedes", "losing.conceded")
    assert known(table) == {}


@pytest.mark.rule("M-1")
def test_an_announcement_that_is_taken_back_changes_nothing(table: Position) -> None:
    burn = instant(Destroy(what="target"), targets=(A_CREATURE,), name="Burn")
    table.put(OX, BEN)
    spell = move(table.game, table.give(burn, ANNA, "graveyard"), "hand")
    table.attend(ANNA)
    table.do(Action("cast", object=spell))
    assert table.asked == "target"
    assert known(table, ANNA) == {}
    table.choose("take-back")
    assert known(table, ANNA) == {"hand": ["Burn"]}
