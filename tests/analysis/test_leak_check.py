"""What a seat may not know can't be found out from its View, whatever others have chosen; and
the checks notice where it can (M-1).
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from copy import copy
from textwrap import dedent

import pytest

from engine.actions import Action, IllegalAction
from engine.analysis import leak_check
from engine.base.records import replace
from engine.cards.characteristics import printed
from engine.cards.library import library
from engine.cards.model import (
    Card,
    Change,
    Discard,
    Enters,
    LookAtTop,
    May,
    Move,
    Reveal,
    Scry,
    Search,
)
from engine.cards.terms import Filter
from engine.events import Event
from engine.fronts.common.continent import PioneerColor
from engine.fronts.common.mana import LandManaQuestion, ManaColorQuestion
from engine.fronts.common.strongholds import StrongholdQuestion
from engine.game import Game
from engine.information import redaction
from engine.information.redaction import VEILED
from engine.log import sentence
from engine.magic.core.agenda import Question
from engine.magic.core.position import ContinuousEffect, State
from engine.magic.damage.dealing import Dealing
from engine.magic.damage.prevention import Hit
from engine.magic.turn.setup import Seat
from engine.magic.zones import drawing, object_lists
from engine.magic.zones.moving import move
from engine.scenario import stage_of
from engine.scenario.acting import act, resolve
from engine.variant.loading import load
from engine.view import View
from tests.forms import only_as_written
from tests.hiding import VARIANTS, game_of, seats_for
from tests.magic.positions import ANNA, BEN, Position, artifact, aura, creature, instant

Deck = tuple[Card, ...]


def seen(game: Game, seat: int | None) -> bytes:
    """All that a seat gets."""
    return pickle.dumps(game.view_for(seat))


def outcomes(game: Game, verb: str) -> list[Game]:
    """What becomes of a game by every answer of a verb."""
    forks: list[Game] = []
    for action in game.legal_actions():
        if action.verb == verb:
            forks.append(game.fork())
            forks[-1].apply(action)
    assert len(forks) > 1
    return forks


def assert_nobody_can_tell(forks: list[Game], *seats: int | None) -> None:
    """The positions differ, and none of these seats sees in what."""
    assert len({pickle.dumps(fork.state.key()) for fork in forks}) > 1
    for seat in seats:
        assert len({seen(fork, seat) for fork in forks}) == 1


@pytest.mark.rule("M-1")
@pytest.mark.cr("103.5")
@pytest.mark.parametrize("variant", VARIANTS)
def test_nobody_can_tell_which_cards_went_to_the_bottom_after_a_mulligan(variant: str) -> None:
    game = Game.start(load(variant), seats_for(variant), 3)
    while (decision := game.decision) is not None and decision.kind != "mulligan":
        game.apply(game.legal_actions()[0])
    assert decision is not None
    for verb in ("mulligan", "mulligan", "keep"):
        game.apply(Action(verb))
    assert game.decision is not None
    assert game.decision.kind == "bottom"
    assert_nobody_can_tell(outcomes(game, "bottom"), 1 - decision.seat, None)
    settled = [fork for first in outcomes(game, "bottom") for fork in outcomes(first, "bottom")]
    assert_nobody_can_tell(settled, 1 - decision.seat, None)
    assert {fork.decision.seat for fork in settled if fork.decision is not None} == {
        1 - decision.seat
    }


@pytest.fixture
def table() -> Position:
    made = Position(plain=True)
    for seat in (ANNA, BEN):
        made.library_of(seat, "Grizzly Bears", "Giant Growth", "Forest", "Llanowar Elves")
        for name in ("White Knight", "Plains", "Swords to Plowshares"):
            made.give(name, seat)
    return made


@pytest.mark.rule("M-1")
@pytest.mark.cr("701.22")
def test_nobody_can_tell_what_was_scried_away(table: Position) -> None:
    table.follow(Scry(2), by=BEN)
    first = [fork for verb in ("top", "bottom") for fork in outcomes(table.game, verb)]
    assert_nobody_can_tell(first, ANNA, None)
    for verb in ("top", "bottom"):
        assert_nobody_can_tell(
            [fork for before in first for fork in outcomes_or_self(before, verb)], ANNA, None
        )


def outcomes_or_self(game: Game, verb: str) -> list[Game]:
    """As outcomes, where one answer is left as well."""
    forks = [game.fork() for action in game.legal_actions() if action.verb == verb]
    for fork, action in zip(
        forks, [a for a in game.legal_actions() if a.verb == verb], strict=True
    ):
        fork.apply(action)
    return forks


@pytest.mark.rule("M-1")
def test_nobody_can_tell_which_card_was_taken(table: Position) -> None:
    table.follow(LookAtTop(count=3, take=1, to="hand", rest="library-bottom"), by=BEN)
    forks = outcomes(table.game, "find")
    assert_nobody_can_tell(forks, ANNA, None)
    assert_nobody_can_tell(
        [last for fork in forks for last in outcomes(fork, "choose")], ANNA, None
    )


@pytest.mark.rule("M-1")
@pytest.mark.cr("101.4")
def test_who_discards_after_another_can_not_tell_what_the_other_has_chosen(table: Position) -> None:
    """The other's choice waits in the agenda while this player chooses."""
    table.follow(Discard(count=1, who="players"), by=ANNA)
    first = table.game.decision
    assert first is not None
    forks = outcomes(table.game, "discard")
    assert {fork.decision.seat for fork in forks if fork.decision is not None} == {1 - first.seat}
    assert_nobody_can_tell(forks, 1 - first.seat, None)
    known = forks[0].view_for(1 - first.seat).known
    assert known.agenda


@pytest.mark.rule("M-1")
@pytest.mark.parametrize("decisions", [0, 15, 70, 200])
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_view_names_no_card_that_its_seat_can_not_see(variant: str, decisions: int) -> None:
    game = game_of(variant, decisions)
    for seat in (0, 1, None):
        known = game.view_for(seat).known
        hidden = {
            i
            for p in game.state.players
            for i in (p.library if p.seat == seat else p.library + p.hand)
        }
        shown = {item.id for item in game.view_for(seat).revealed}
        assert not hidden & known.objects.keys() - shown
        assert all(i >= VEILED or i in shown for p in known.players for i in p.library)
        assert leak_check.twin_faults(game, seat, game.legal_actions()[:3]) == []


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
def test_what_is_remembered_of_a_view_is_what_is_there(variant: str) -> None:
    """Of each thing in turn, while it changes: a copy of the position has none of the things
    that were seen before.
    """
    game = game_of(variant, 40)
    for number in range(60):
        copied = Game(game.rules, pickle.loads(pickle.dumps(game.state)))
        for seat in (0, 1, None):
            assert replace(copied.view_for(seat), known=game.state) == replace(
                game.view_for(seat), known=game.state
            )
        legal = game.legal_actions()
        if legal:
            game.apply(legal[number % len(legal)])


def before_the_first_turn(variant: str, decks: list[Deck]) -> list[Game]:
    """The positions in which the first player makes the choices before the game."""
    seats = [Seat(name, deck) for name, deck in zip(("Edna", "Dale"), decks, strict=True)]
    game, found = Game.start(load(variant), seats, 3), list[Game]()
    while game.decision is not None and game.decision.seat == ANNA and not game.state.turn.number:
        found.append(game.fork())
        game.apply(game.legal_actions()[0])
    return found


@pytest.mark.rule("M-1")
@pytest.mark.parametrize("variant", VARIANTS)
def test_choices_that_wait_tell_nothing_of_another_players_deck(variant: str) -> None:
    """The colors of Dale's deck and the lands that it brings are in questions that wait for Dale
    while Edna makes her choices.
    """
    mine = seats_for(variant)[0].deck
    lands = sum("Land" in card.types for card in mine)
    known = library()
    of_two_kinds: list[Deck] = []
    for names, brought in (
        (("Grizzly Bears", "Air Elemental"), ("Forest", "Island")),
        (("Hill Giant", "White Knight"), ("Mountain", "Plains")),
    ):
        cards = [known.card(names[number % 2]) for number in range(len(mine) - lands)]
        cards += [known.card(brought[number % 2]) for number in range(lands)]
        of_two_kinds.append(tuple(cards))
    one, two = (before_the_first_turn(variant, [mine, other]) for other in of_two_kinds)
    assert len(one) == len(two)
    for first, second in zip(one, two, strict=True):
        assert leak_check.differences(first.view_for(ANNA), second.view_for(ANNA)) == []


def test_a_choice_that_waits_keeps_for_its_own_player_what_it_knows() -> None:
    for waiting in (
        PioneerColor(BEN, "9 Forest"),
        ManaColorQuestion(BEN, ("R", "G")),
        StrongholdQuestion(BEN, "R"),
    ):
        assert waiting.known_to(BEN) == waiting
        for other in (ANNA, None):
            told = waiting.known_to(other)
            assert type(told) is type(waiting)
            assert told != waiting
    seen = LandManaQuestion(BEN, ("R", "G"), 3, 2)
    assert seen.known_to(ANNA) == seen


# --- the checks notice what they are there for ---


def test_a_twin_is_another_position(table: Position) -> None:
    for seat in (ANNA, BEN, None):
        assert leak_check.twin(table.game, seat).state != table.game.state
        assert leak_check.twin_faults(table.game, seat) == []


@pytest.mark.rule("M-1")
@pytest.mark.parametrize(
    ("leak", "what"),
    [
        (lambda known, state: known.set(objects=known.objects | state.objects), "known.objects"),
        (lambda known, state: known.set(players=state.players), "known.players"),
        (lambda known, state: known.set(rng=state.rng), "known.rng"),
        (lambda known, state: known.set(idle_turns=state.idle_turns), "known.idle_turns"),
    ],
)
def test_a_view_that_differs_from_a_twins_is_a_fault(
    table: Position,
    monkeypatch: pytest.MonkeyPatch,
    leak: Callable[[State, State], object],
    what: str,
) -> None:
    honest = Game.view_for

    def careless(self: Game, seat: int | None) -> View:
        view = honest(self, seat)
        leak(view.known, self.state)
        return view

    monkeypatch.setattr(Game, "view_for", careless)
    assert f"{what} of 1 differs from a twin's" in leak_check.twin_faults(table.game, BEN)


@pytest.mark.rule("M-1")
def test_permanents_kept_in_a_view_that_differ_from_a_twins_are_a_fault(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game, honest = game_of("frontier", 15), Game.view_for
    ident = game.state.battlefield[-1]
    assert game.view_for(BEN).known.permanents is not None
    assert leak_check.twin_faults(game, BEN) == []

    def careless(self: Game, seat: int | None) -> View:
        view, permanents = honest(self, seat), copy(self.permanents)
        permanents.table = permanents.table | {ident: (grown := permanents.table[ident].copy())}
        grown.power += self.state.rng
        view.known.begin_permanents(permanents)
        return view

    monkeypatch.setattr(Game, "view_for", careless)
    assert leak_check.twin_faults(game, BEN) == ["known.permanents of 1 differs from a twin's"]


@pytest.mark.rule("M-1")
def test_a_refusal_that_tells_of_what_is_hidden_is_a_fault(
    table: Position, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.attend(ANNA)
    asked = Action("cast", object=table.state.players[BEN].hand[0])
    assert leak_check.twin_faults(table.game, ANNA, [asked]) == []

    def telling(self: Game, action: Action) -> list[Event]:
        raise IllegalAction("", self.object_name(action.object))

    monkeypatch.setattr(Game, "apply", telling)
    assert any(
        "is refused to 0 by" in fault
        for seed in range(9)
        for fault in leak_check.twin_faults(table.game, ANNA, [asked], seed)
    )


@pytest.mark.rule("M-1")
def test_an_event_with_the_id_of_a_card_in_a_hand_is_a_fault(table: Position) -> None:
    before, told = table.state.fork(), len(table.told)
    drawing.Draws(BEN, 1).run(table.game)
    events = table.game.events or []
    assert table.told or told == 0
    assert leak_check.id_leaks(events, before, table.state) == []
    drawn = next(event for event in events if event.kind == "draw")
    assert any(
        "tells 0 of" in leak
        for leak in leak_check.id_leaks(
            [replace(drawn, known_to=None, hidden=())], before, table.state
        )
    )
    assert drawn.for_seat(BEN).object == table.state.players[BEN].hand[-1]


def test_a_former_copy_and_a_trigger_are_public_though_such_a_card_is_hidden(
    table: Position,
) -> None:
    copy_of_it = table.put(creature("Dragon", 5, 5), real=printed(creature("Clone", 0, 0)))
    (below,) = table.library_of(BEN, creature("Dragon", 5, 5))
    move(table.game, copy_of_it, "graveyard")
    assert leak_check.view_leaks(table.game, ANNA) == []

    wonder = table.give(instant(name="Wonder"), BEN)
    events = [
        Event(kind, seat=BEN, object=wonder, card="Wonder") for kind in ("trigger", "resolve")
    ]
    assert leak_check.event_leaks(events, table.state, table.state) == []
    assert leak_check.event_leaks(events[1:], table.state, table.state) != []
    assert table.look(below).zone == "library"


@pytest.mark.rule("M-1")
@pytest.mark.parametrize("name", ["Conquer", "Main", "Priority", "Dale", "Heal"])
def test_a_hidden_card_may_be_called_like_a_word_of_the_program(name: str) -> None:
    game = game_of("conquering", 15)
    hidden = object_lists.create(game, printed(instant(name=name)), 1, "hand")
    assert [leak for seat in (0, None) for leak in leak_check.view_leaks(game, seat)] == []
    step = Event("passed-over", seat=0, card=name)
    assert leak_check.event_leaks([step], game.state, game.state) == []
    assert game.state.objects[hidden].zone == "hand"


class Telltale(Question, frozen=True):
    """A question that has kept the name of a card, and tells it."""

    card: str

    def prompt(self, game: Game) -> str:
        return f"Move {self.card}?"

    def options(self, game: Game) -> list[Action]:
        return [Action("yes"), Action("no")]


@only_as_written("no question of a test has fields of its own there")
@pytest.mark.rule("M-1")
def test_a_question_that_tells_the_name_of_a_hidden_card_leaks_it(table: Position) -> None:
    table.give(instant(name="Conquer"), BEN)
    table.game.push(Telltale(ANNA, "Conquer"))
    table.game.advance()
    told = leak_check.view_leaks(table.game, ANNA)
    assert told == [f"the View of {ANNA} has the name Conquer in it"]


def test_an_event_of_a_card_that_everybody_knows_keeps_no_id_of_a_hand() -> None:
    event = Event(
        "return", seat=1, object=9, card="Grizzly Bears", other=4, word="hand", hidden=((9, 1),)
    )
    assert [(told.object, told.other, told.card) for told in map(event.for_seat, (0, 1, None))] == [
        (0, 4, "Grizzly Bears"), (9, 4, "Grizzly Bears"), (0, 4, "Grizzly Bears"),
    ]  # fmt: skip


@pytest.mark.rule("C-19", "C-37", "M-1")
def test_nobody_is_told_what_face_down_land_is_by_what_is_done_to_it() -> None:
    """An Aura is cast on land that nobody has seen: neither its announcement nor its arrival
    tells what lies there.
    """
    told: list[tuple[list[str], bytes]] = []
    for land in ("Forest", "Plains"):
        script = """
            title = "Land that nobody has seen"
            variant = "conquering"
            player = [
                { name = "Edna", color = "blue", mana = "{U}", hand = ["Sea's Claim"] },
                { name = "Dale", color = "white" },
            ]
            spaces.b3 = { land = "LAND", face = "down" }
            script = ""
        """.replace("LAND", land)
        stage, _, problems = stage_of(dedent(script), "test")
        assert stage is not None, problems
        game = stage.game
        game.events = []
        act(stage, 0, "cast Sea's Claim on b3")
        resolve(stage)
        names = [player.name for player in game.state.players]
        sentences = [
            str(sentence(event.for_seat(seat), names))
            for seat in (0, 1, None)
            for event in game.events or ()
        ]
        told.append((sentences, pickle.dumps([game.view_for(seat) for seat in (0, 1, None)])))
    assert told[0] == told[1]
    assert any("targeting the face-down land at b3" in line for line in told[0][0])


@pytest.mark.rule("M-1")
def test_the_turn_in_which_an_effect_began_is_not_taken_for_a_card_of_that_number(
    table: Position,
) -> None:
    """In long games the number of a turn is that of a card in a hand as well."""
    state = table.game.state
    while state.next_id <= leak_check.COUNTS:
        state.new_id()
    bear, hidden = (
        table.put("Grizzly Bears"),
        [table.give("Giant Growth", BEN), table.give("Lightning Bolt", BEN)],
    )
    effects = tuple(
        ContinuousEffect(ident, ANNA, bear, (bear,), Change(power=1), "end-of-turn", ident)
        for ident in hidden
    )
    state.set(lasting=effects)
    assert [
        fault
        for seed in range(1, 9)
        for fault in leak_check.twin_faults(table.game, ANNA, seed=seed)
    ] == []


@pytest.mark.rule("M-1")
def test_what_is_true_is_not_taken_for_the_first_card() -> None:
    """True equals 1, but a field that says yes or no holds no id, whoever may not see that card."""
    hit = Hit(1, 5, 2)
    veiled = redaction.with_numbers(
        Dealing((hit,), chosen=True),
        lambda name, number: VEILED if (name, number) == ("source", 1) else number,
    )
    assert veiled == Dealing((replace(hit, source=VEILED),), chosen=True)
    assert veiled.chosen is True


CREATURES_HERE = Filter(types=("Creature",))


@pytest.mark.rule("M-1")
@pytest.mark.cr("701.23a", "614.12", "303.4f")
@pytest.mark.parametrize(
    "card",
    [
        aura("Wonder"),
        artifact("Wonder", Enters(choose="color")),
        artifact("Wonder", Enters(copy_of=CREATURES_HERE)),
        artifact("Wonder", Enters(counters="charge", count=1, may=True)),
        artifact("Wonder", Enters(counters="charge", count=1, sacrifice=CREATURES_HERE)),
    ],
)
def test_who_puts_a_card_from_a_library_sees_it_while_choosing_how_it_enters(card: Card) -> None:
    table = Position(plain=True)
    table.put(creature("Bear", 2, 2))
    table.put(creature("Ox", 2, 2))
    (wonder, _) = table.library_of(ANNA, card, instant(name="Wish"))
    kinds = Filter(zone="library", types=("Artifact", "Enchantment"))
    table.follow(Search(of=kinds, to="battlefield"))
    table.choose("find", wonder)
    assert table.state.objects[wonder].zone == "library"
    for seat in (ANNA, BEN, None):
        assert leak_check.view_leaks(table.game, seat) == []
        assert leak_check.twin_faults(table.game, seat) == []


@pytest.mark.rule("M-1")
@pytest.mark.cr("614.12", "707.5")
def test_nobody_else_is_told_of_a_choice_before_its_card_enters() -> None:
    table = Position(plain=True)
    dyed = table.put(creature("Dyed", 2, 2, abilities=(Enters(choose="color"),)), chosen="red")
    clone = artifact("Wonder", Enters(copy_of=CREATURES_HERE))
    (wonder, _) = table.library_of(ANNA, clone, instant(name="Wish"))
    table.follow(Search(of=Filter(zone="library", types=("Artifact",)), to="battlefield"))
    table.choose("find", wonder)
    before = table.state.fork()
    events = table.game.apply(Action("choose", object=dyed))
    assert table.offered_words("choose") == {"white", "blue", "black", "red", "green"}
    assert leak_check.event_leaks(events, before, table.state) == []
    assert leak_check.id_leaks(events, before, table.state) == []
    told = [event.for_seat(seat).card for event in events for seat in (ANNA, BEN)]
    assert told == ["Wonder", ""]


@pytest.mark.rule("M-1")
def test_who_orders_revealed_cards_of_a_library_may_be_told_where_they_go() -> None:
    table = Position(plain=True)
    table.library_of(ANNA, "Fog", "Shock", "Forest", "Plains")
    last = Filter(zone="library", among="revealed")
    table.follow(
        Reveal(until=Filter(types=("Land",))),
        Move(what="it", to="battlefield"),
        Move(what=last, to="library-bottom"),
    )
    before, revealed = table.state.fork(), leak_check.revealed_now(table.game)
    assert len(revealed.cards) == 2
    events = table.game.apply(table.game.legal_actions()[0])
    moves = [event for event in events if event.kind == "goes" and event.word == "library"]
    assert [event.for_seat(BEN).card for event in moves] == ["", ""]
    assert leak_check.event_leaks(events, before, table.state, revealed) == []
    assert leak_check.event_leaks(events, before, table.state) == [], "the resolution knows, too"


@pytest.mark.rule("M-1")
def test_a_revealed_card_is_known_while_its_player_decides_about_it() -> None:
    table = Position(plain=True)
    table.library_of(ANNA, "Fog", "Shock")
    table.follow(Reveal(), May(then=(Move(what="it", to="library-bottom"),)))
    before, shown = table.state.fork(), leak_check.revealed_now(table.game)
    events = table.game.apply(Action("yes"))
    assert "Fog" in [event.for_seat(ANNA).card for event in events if event.kind == "goes"]
    assert leak_check.event_leaks(events, before, table.state, shown) == []
