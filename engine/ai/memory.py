"""Memory of computer players: plain data, so that any process can take the next decision."""

from __future__ import annotations

from msgspec import Struct, field

from engine.actions import Action
from engine.ai.heuristics.squares import Mood

Moment = tuple[int, bool, tuple[int, ...], tuple[int, ...]]
"""The step, whether there is combat, the stack and the opponents' permanents.

While none of these changes, the game proceeds as foreseen.
"""
# kind of decision, and the object or space that acts
Doer = tuple[str, int | str]


class Memory(Struct, eq=False):
    """Everything that a computer player remembers from one decision to the next.

    It goes with each question to the process that thinks and comes back with the answer. Each level
    has its own use for the fields.
    """

    rng: int  # the state of the player's random number generator
    took_back: bool = False  # the last action took an announcement back
    turn: int = 0  # the number of the turn that the other fields are about
    plan: tuple[Action, ...] = ()  # the rest of the plan that is being carried out
    deeds: int = 0  # spells and abilities begun in the turn
    mood: Mood | None = None  # the mood for the turn; None: not chosen yet
    # actions compared in each moment of the turn, which are not compared again
    weighed: dict[Moment, set[Action]] = field(default_factory=dict[Moment, "set[Action]"])
    # whether the player notices an option in the turn
    heeded: dict[Doer, bool] = field(default_factory=dict[Doer, bool])
    # of the hard player: departures from the normal player's choices in the turn, the moments in
    # which nothing better was found, and the memory of its normal player (None: none yet)
    departures: int = 0
    looked: set[object] = field(default_factory=set[object])
    normal: Memory | None = None
    # the rest of a line that wins, and how many searches in the turn were given up
    line: tuple[Action, ...] = ()
    hopeless: int = 0

    def begin_turn(self, number: int) -> None:
        """Forget what was about another turn than turn `number`."""
        if number != self.turn:
            self.turn, self.plan, self.deeds, self.mood = number, (), 0, None
            self.weighed, self.heeded, self.departures, self.looked = {}, {}, 0, set()
            self.line, self.hopeless = (), 0
