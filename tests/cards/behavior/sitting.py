"""Positions of plain Magic for tests of single cards: offers, steps of a turn, looks at zones.

table = Sitting()                       # Anna and Ben, 20 life, Anna's first main phase
bear = table.put(BEAR, BEN)
spell = table.give("Terror")
assert table.targets(spell) == {bear}   # the announcement is taken back
table.cast(spell, on=bear)
table.end_turn()                        # effects of the turn end
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine.actions import Action
from engine.cards.model import Activated, Card, Damage, Destroy
from engine.magic.abilities.mana_pool import in_symbols
from engine.magic.core.position import NOWHERE, Attacker, Combat
from engine.magic.damage.evasion import block_refusal
from engine.magic.turn import combat
from engine.magic.turn.steps import Cleanup, UntapStep
from tests.magic.positions import ANNA, Position, artifact, creature, enchantment, sorcery

BEAR, OX, ELF = creature("Bear", 2, 2), creature("Ox", 2, 4), creature("Elf", 1, 1)
GIANT = creature("Giant", 4, 4, cost="{3}{G}")
WALL = creature("Wall", 0, 9, "defender")
BIRD = creature("Bird", 1, 1, "flying", cost="{1}{U}")
RAT = creature("Rat", 1, 1, cost="{1}{B}")
GOBLIN = creature("Goblin", 1, 1, cost="{1}{R}")
KNIGHT = creature("Knight", 2, 2, cost="{1}{W}")
ROCK, LAW = artifact("Rock"), enchantment("Law")
GOLEM = Card(
    name="Golem",
    types=("Artifact", "Creature"),
    cost="{3}",
    power=2,
    toughness=2,
    subtypes=("Golem",),
)
CHARM = sorcery(name="Charm")
PLENTY = "{W}{U}{B}{R}{G}" * 3 + "{C}" * 5


class Sitting(Position):
    """A position of plain Magic; the mana of what is cast or activated is there."""

    def __init__(self, *, players: int = 2, **more: Any) -> None:
        self._later: dict[int, int] = {}
        super().__init__(players=players, plain=True, **more)

    def now(self, ident: int) -> int:
        """Return what an object has become, also in later turns."""
        found = super().now(ident)
        if not found and ident in self._later:
            return super().now(self._later[ident])
        self._later[ident] = found
        return found

    # --- acting ---

    def use(self, source: int, ability: int = 1, mana: str = "", **more: Any) -> int:
        """Activate an ability, counted from 1 among those that can be activated."""
        if mana:
            self.mana(more.get("by", self.look(source).controller), mana)
        return self.activate(source, self._number(source, ability), **more)

    def play(self, land: int) -> None:
        """Play a land, where the variant lets players do so."""
        self._give_priority(self.look(land).owner)
        self.do(Action("play", object=land))
        self.resolve()

    def kill(self, *idents: int) -> None:
        """Destroy permanents one after another; what triggers resolves."""
        for ident in idents:
            self.follow(Destroy(what="target"), on=ident)
            self.in_order()

    def hurt(self, ident: int, amount: int, by: int = ANNA) -> None:
        """Deal damage to a creature or player by a colorless spell; what triggers resolves."""
        self.follow(Damage(amount=amount, to="target"), on=ident, by=by)
        self.in_order()

    def battle(
        self, *attackers: int, blocks: Mapping[int, Iterable[int]] | None = None, aim: int = -2
    ) -> None:
        """Attack and end combat; waiting triggers go on the stack in the listed order."""
        self.attack(*attackers, blocks=blocks, aim=aim)
        self.in_order()

    def pick(self, verb: str, ident: int = 0, word: str = "") -> None:
        """Take the first legal action with this verb, object and word; what follows resolves."""
        self.do(
            next(
                each
                for each in self.game.legal_actions()
                if each.verb == verb
                and ident in (0, each.object)
                and (not word or each.word == word)
            )
        )
        self.resolve()

    def pay_with(self, verb: str, ident: int, offered: set[int] | None = None) -> None:
        """Pay a cost with one of the offered objects, and the mana; what was paid for resolves."""
        if offered is not None:
            assert self.offered(verb) == offered
        self.choose(verb, ident)
        while self.asked == "payment":
            self.do(Action("auto"))
        self.resolve()

    def cleanup(self, hand_size: int) -> None:
        """Hold the cleanup step with a maximum hand size, up to its first question."""
        self.game.push(Cleanup(hand_size))
        self._go_on()

    def aim(self, ident: int) -> None:
        """Choose a target for what has triggered; it resolves."""
        self.choose("target", ident)
        self.resolve()

    def empty(self, seat: int = ANNA) -> None:
        """Empty a player's mana pool."""
        self.state.change_player(seat, pool=(0,) * 6, kept=(0,) * 6, bound=())

    def declare(self, *attackers: int, seat: int = ANNA, aim: int = -2) -> None:
        """Declare attackers; combat stops there, and a player has priority."""
        self.state.set(
            combat=Combat(seat, NOWHERE, tuple(Attacker(each, aim) for each in attackers))
        )
        combat.declare_attack(self.game)
        self.attend(seat)

    def settle_cost(self) -> None:
        """Pay with the mana that is there when other ways of paying are offered as well."""
        while self.asked == "cost":
            self.pick("done")

    def end_turn(self) -> None:
        """Hold the cleanup step."""
        self.game.push(Cleanup())
        self._go_on()
        self.resolve()

    def untap_step(self, seat: int = ANNA) -> None:
        """Hold a player's untap step."""
        for task in UntapStep(name="Untap").begin(self.game, seat):
            self.game.push(task)
        self._go_on()

    # --- offers ---

    def may_cast(self, card: int, mana: str = "", way: str | None = None) -> bool:
        """Return whether its owner could cast a card now, with more mana if given."""
        seat = self.look(card).owner
        if mana:
            self.mana(seat, mana)
        self._give_priority(seat)
        return any(
            each.verb == "cast"
            and each.object == self.now(card)
            and (way is None or each.word == way)
            for each in self.game.legal_actions()
        )

    def may_use(self, source: int, ability: int = 1, mana: str = "", by: int | None = None) -> bool:
        """Return whether an ability could be activated now, with more mana if given."""
        seat = self.look(source).controller if by is None else by
        if mana:
            self.mana(seat, mana)
        self._give_priority(seat)
        number = self._number(source, ability)
        return any(
            (each.verb, each.object, each.ability) == ("activate", self.now(source), number)
            for each in self.game.legal_actions()
        )

    def targets(self, card: int, mana: str = PLENTY, **more: Any) -> set[int]:
        """Return the first targets that a card in hand could have; take the announcement back."""
        if not self.may_cast(card, mana):
            return set()
        return self._first_targets(Action("cast", object=card, word=more.pop("way", "")), **more)

    def targets_of(
        self, source: int, ability: int = 1, mana: str = PLENTY, **more: Any
    ) -> set[int]:
        """Return the first targets that an ability could have; take the announcement back."""
        if not self.may_use(source, ability, mana):
            return set()
        number = self._number(source, ability)
        return self._first_targets(
            Action("activate", object=self.now(source), ability=number), **more
        )

    def offers(self) -> set[int]:
        """Return the targets that can be chosen now."""
        assert self.asked == "target", self.asked
        return self.offered("target")

    def can_block(self, blocker: int, attacker: int) -> bool:
        """Return whether a creature could block an attacker alone."""
        return block_refusal(self.game, self.now(blocker), self.now(attacker), ()) is None

    def _first_targets(self, action: Action, x: int = 0, mode: int = 0) -> set[int]:
        self.do(action)
        while self.asked in ("mode", "x"):
            self.do(Action(self.asked, number={"mode": mode, "x": x}[self.asked]))
        found = self.offered("target")
        self.do(Action("take-back"))
        return found

    def _number(self, source: int, ability: int) -> int:
        """Return the number in the engine of an object's n-th activated ability."""
        abilities = self.characteristics(source).abilities
        found = [number for number, each in enumerate(abilities, 1) if isinstance(each, Activated)]
        return found[ability - 1]

    # --- looks ---

    def life(self, seat: int) -> int:
        """Return a player's life."""
        return self.player(seat).life

    def hand(self, seat: int = ANNA) -> list[str]:
        """Return the names of the cards in a player's hand."""
        return self.names(seat, "hand")

    def pool(self, seat: int = ANNA) -> str:
        """Return a player's mana in symbols."""
        player = self.player(seat)
        return in_symbols(player.pool)

    def field(self, seat: int = ANNA) -> list[str]:
        """Return the sorted names of a player's permanents."""
        return sorted(self.game.object_name(ident) for ident in self.permanents(seat))

    def has(self, ident: int, keyword: str) -> bool:
        """Return whether an object has a keyword."""
        return self.characteristics(ident).has(keyword)

    def tapped(self, ident: int) -> bool:
        """Return whether a permanent is tapped."""
        return self.look(ident).tapped

    def alive(self, ident: int) -> bool:
        """Return whether an object is on the battlefield."""
        return self.zone(ident) == "battlefield"

    def counters(self, ident: int, kind: str = "+1/+1") -> int:
        """Return the number of counters of a kind on a permanent."""
        return self.look(ident).count(kind)

    def tokens(self, seat: int = ANNA) -> list[int]:
        """Return a player's tokens."""
        return [ident for ident in self.permanents(seat) if self.look(ident).token]
