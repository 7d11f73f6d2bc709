"""Whatever a match sends names only cards that whoever gets it may know at that moment (M-1).

Each card of a game has a name of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from random import Random

import pytest

from engine import notation
from engine.actions import Action
from engine.base.records import replace
from engine.cards.decks.legality import colors_of
from engine.cards.library import library
from engine.cards.model import Card
from engine.events import Event
from engine.history.record import Record, parse
from engine.history.recording import Recorder
from engine.history.timeline import Timeline
from engine.magic.core.position import GameObject
from engine.magic.turn.setup import Seat
from engine.variant.loading import load
from tests.hiding import VARIANTS
from tests.server.match.test_match import seated
from tests.server.server_tests import match_of, strings, until
from tests.tui.games import NAMES
from tui.server.match.match import Connection, Match
from tui.server.storage.messages import Decide, Update
from tui.session.progress import GameInProgress
from tui.session.timeline_view import Rewinding

pytestmark = pytest.mark.slow

SIZE = 70  # cards of a deck
COLORS = (frozenset(("green", "white")), frozenset(("black", "red")))  # of each player's cards


class LeakError(AssertionError):
    """A message names a card that its reader may not know."""


@cache
def distinct() -> list[Card]:
    """Cards whose names are no part of anything else that is said."""
    found = library()
    cards = [
        found.card(name)
        for name in found.names()
        if " " in name and "/" not in name and "token" not in name.lower()
    ]
    text = "\n".join(line for card in cards for line in (*strings(card) - {card.name}, ""))
    return [card for card in cards if card.playable and card.name not in text and colors_of(card)]


def decks(random: Random) -> list[tuple[Card, ...]]:
    """A deck for each player; no card is there twice."""
    return [
        tuple(random.sample([card for card in distinct() if colors_of(card) <= colors], SIZE))
        for colors in COLORS
    ]


class Ledger:
    """What each may know of a game that goes on, written down from the game itself after every
    action.
    """

    def __init__(self, progress: GameInProgress) -> None:
        self._progress = progress
        self.names = {
            name for seat in progress.recorder.record.seats for name in strings(seat.deck)
        }
        self.decks: dict[int | None, set[str]] = {
            seat: set(strings(each.deck))
            for seat, each in enumerate(progress.recorder.record.seats)
        }
        self.known: dict[int | None, set[str]] = {seat: set() for seat in (0, 1, None)}
        apply = progress.recorder.apply

        def noted(action: Action, *, by_hand: bool = True) -> list[Event]:
            events = apply(action, by_hand=by_hand)
            self.note(events)
            return events

        progress.recorder.apply = noted  # pyright: ignore[reportAttributeAccessIssue]
        self.note(progress.events)

    def note(self, events: Sequence[Event]) -> None:
        """Something has happened."""
        for seat, known in self.known.items():
            for obj in self._progress.game.state.objects.values():
                known |= _names_of(obj, seat)
            # a spell or ability on the stack is known, from whatever zone it comes (CR 602.2a)
            known |= {item.name for item in self._progress.game.state.stack}
            for event in events:  # what was shown, and is hidden again
                if event.known_to is None or seat in event.known_to:
                    known |= {event.card, event.other_card}

    def check(self, seat: int | None, update: Update) -> None:
        """Raises LeakError where a message says more than its reader may know."""
        assert update.view.known.rng == 0
        looking = (
            {item.name for item in update.view.revealed}
            if self._progress.asked == seat
            else set[str]()
        )
        # players know their own lists
        deck = {printed.base.name for printed, _ in update.view.deck}
        text = "\n".join(strings(replace(update, view=replace(update.view, deck=()))))
        if stranger := deck - self.decks.get(seat, set()):
            raise LeakError(f"{seat} was sent {sorted(stranger)} as their own deck")
        if leaked := [name for name in self.names - self.known[seat] - looking if name in text]:
            raise LeakError(f"{seat} was sent {leaked}")


def _names_of(obj: GameObject, seat: int | None) -> set[str]:
    """The names of a card that a seat may know as it lies now."""
    if (
        obj.zone == "library"
        or (obj.zone == "hand" and obj.owner != seat)
        or (obj.face_down and obj.controller != seat)
    ):
        return set()
    return {each.name for each in (obj.printed, obj.real) if each is not None}


def game_of(variant: str, seed: int) -> GameInProgress:
    """A game whose players sit at different terminals."""
    kinds = ("human", "human")
    seats = [Seat(name, deck) for name, deck in zip(NAMES, decks(Random(seed)), strict=False)]
    recorder = Recorder.start(load(variant), seats, kinds, seed)
    return GameInProgress(recorder, kinds, events=recorder.game.events or ())


class Listener:
    """Checks every message at the moment at which it is sent."""

    def __init__(self, ledger: Ledger, connection: Connection) -> None:
        self._ledger, self.connection, self.last = ledger, connection, None
        self.heard, self.leaks = 0, list[str]()

    def __call__(self, update: Update) -> None:
        self.heard, self.last = self.heard + 1, update
        try:
            self._ledger.check(self.connection.seat, update)
        except LeakError as leak:
            self.leaks.append(str(leak))


async def listeners(match: Match, ledger: Ledger) -> list[Listener]:
    """One at each seat, and one who watches."""
    found = [Listener(ledger, match.connection(seat)) for seat in (0, 1, None)]
    for each in found:
        each(await each.connection.open(each))
    return found


async def play_on(
    found: list[Listener], decisions: int, choose: Callable[[Update], Action]
) -> None:
    """Have whoever is asked answer, so many times."""
    for _ in range(decisions):
        now = found[0].last
        assert now is not None
        if now.asked is None:
            return
        each = next(each for each in found if each.connection.seat == now.asked)
        assert each.last is not None
        each.connection.say(Decide(now.number, notation.write(choose(each.last), each.last.view)))
        await until(
            lambda before=now.number: all(
                e.last is not None and e.last.number > before for e in found
            ),
            "word of a decision",
        )


def by_chance(seed: int) -> Callable[[Update], Action]:
    """Answers anything that is no way back."""
    random = Random(seed)

    def choose(update: Update) -> Action:
        wanted = [
            action
            for action in update.view.actions
            if action.verb not in ("mulligan", "take-back", "concede")
        ]
        return random.choice(wanted or list(update.view.actions))

    return choose


@pytest.mark.rule("M-1")
@pytest.mark.parametrize("variant", VARIANTS)
async def test_no_message_names_a_card_before_its_reader_may_know_it(variant: str) -> None:
    progress = game_of(variant, 11)
    ledger, match = Ledger(progress), match_of(progress)
    found = await listeners(match, ledger)
    await play_on(found, 150, by_chance(3))
    assert [leak for each in found for leak in each.leaks] == []
    assert not ledger.known[0] >= ledger.names
    assert ledger.names & ledger.known[0] - ledger.known[1]  # there was something to hide
    assert ledger.names & ledger.known[None]  # and something that came to be known
    assert all(each.heard > 20 for each in found)
    late, *_ = await seated(match, None)  # whoever comes now is told everything from the start
    ledger.check(None, late[1].last)
    await match.close()


@pytest.mark.rule("M-1")
@pytest.mark.parametrize("variant", VARIANTS)
async def test_whoever_looks_back_is_told_of_no_card_that_they_may_not_know(variant: str) -> None:
    progress = game_of(variant, 11)
    ledger, match = Ledger(progress), match_of(progress)
    found = await listeners(match, ledger)
    await play_on(found, 100, by_chance(3))
    await match.close()
    record = parse(str(progress.record))
    assert told_looking_back(record, ledger, own=True) == set()
    # whoever saw through others' eyes would be told more
    assert told_looking_back(record, ledger, own=False)


def told_looking_back(record: Record, ledger: Ledger, *, own: bool) -> set[str]:
    """What a record tells all three of cards that they don't know, looked back on through their
    own eyes or the next player's.
    """
    leaked = set[str]()
    for seat in (0, 1, None):
        rewinding = Rewinding(Timeline.of(record), seat if own else 1 - (seat or 0))
        rewinding.tape.read()
        rewinding.open_eyes()
        assert len(rewinding.offered()) == 1
        for place in range(rewinding.tape.last + 1):
            rewinding.go_to(place)
            view = rewinding.view()
            told = "\n".join(
                (*strings(view), *rewinding.log(), rewinding.decision_words(), rewinding.heading())
            )
            known = ledger.known[seat] | ({item.name for item in view.revealed} if own else set())
            leaked |= {name for name in ledger.names - known if name in told}
        leaked |= {
            name
            for name in ledger.names - ledger.known[seat]
            if name in "\n".join(rewinding.whole_log())
        }
    return leaked


@pytest.mark.rule("M-1")
async def test_a_card_that_is_sent_before_it_is_known_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Were an event sent as it is, and not as its reader may know it, the check would fail."""
    monkeypatch.setattr(Event, "for_seat", lambda event, seat: event)
    progress = game_of("conquering", 11)
    ledger, match = Ledger(progress), match_of(progress)
    found = await listeners(match, ledger)
    await play_on(found, 20, by_chance(3))
    assert any(each.leaks for each in found)
    await match.close()


@pytest.mark.rule("M-1")
async def test_another_seats_view_is_noticed() -> None:
    progress = game_of("conquering", 11)
    ledger, match = Ledger(progress), match_of(progress)
    found = await listeners(match, ledger)
    await play_on(found, 10, by_chance(3))
    ledger.check(1, Update(progress.moment, progress.seen_by(1), progress.asked))
    for reader in (0, None):
        with pytest.raises(LeakError):
            ledger.check(reader, Update(progress.moment, progress.seen_by(1), progress.asked))
    await match.close()
