"""Mana: pools, what can be paid, and paying (CR 106, 118, 605)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from engine.cards.model import Activated, AddMana
from engine.events import Event
from engine.magic import filters
from engine.magic.costs import INDEX, SYMBOL_OF, SYMBOLS, ManaCost
from engine.magic.known import abilities_of
from engine.state import EMPTY_POOL, Pool, StackItem

if TYPE_CHECKING:
    from engine.game import Game

ANY = (1 << len(SYMBOLS)) - 1


class Source(Struct, frozen=True, gc=False):
    """A mana ability that can be activated now: who has it, which ability, how much mana of which symbols (a bit mask)."""

    object: int
    ability: int
    number: int
    symbols: int


def is_mana_ability(ability: object) -> bool:
    """Whether an activated ability is a mana ability (CR 605.1a)."""
    return (
        isinstance(ability, Activated)
        and not ability.targets
        and ability.cost.loyalty is None
        and any(isinstance(effect, AddMana) for effect in ability.effects)
    )


def add(game: Game, seat: int, mana: Sequence[int], *, keep: bool = False) -> None:
    """Add mana to a pool; `keep` mana stays until the turn ends, the rest until the step ends (CR 106.4)."""
    player = game.state.players[seat]
    pool = _pool(a + b for a, b in zip(player.pool, mana, strict=True))
    kept = _pool(a + b for a, b in zip(player.kept, mana, strict=True)) if keep else player.kept
    game.state.change_player(seat, pool=pool, kept=kept)
    game.tell(Event("mana", seat=seat, word=in_symbols(mana)))


def _pool(numbers: object) -> Pool:
    return tuple(numbers)  # type: ignore[arg-type, return-value] # six numbers in, six out


def symbol(letter: str, number: int = 1) -> Pool:
    """A pool with mana of one kind."""
    return _pool(number if s == letter else 0 for s in SYMBOLS)


def in_symbols(mana: Sequence[int]) -> str:
    """Mana as text: "{G}{G}{W}"."""
    return "".join(f"{{{s}}}" * n for s, n in zip(SYMBOLS, mana, strict=True))


def empty_pools(game: Game, *, turn_ends: bool) -> None:
    """Unspent mana is lost: at the end of a step all that is not kept, at the end of the turn the rest too."""
    for player in game.state.players:
        stays = EMPTY_POOL if turn_ends else player.kept
        if player.pool != stays or (turn_ends and player.kept != EMPTY_POOL):
            game.state.change_player(player.seat, pool=stays, kept=stays)


def spend(game: Game, seat: int, letter: str, number: int = 1) -> None:
    """Take mana out of a pool, mana that would be lost first."""
    player = game.state.players[seat]
    index = INDEX[letter]
    pool = _pool(n - number if i == index else n for i, n in enumerate(player.pool))
    kept = _pool(map(min, pool, player.kept))
    game.state.change_player(seat, pool=pool, kept=kept)


# --- what could be paid ---


def sources(game: Game, seat: int) -> list[Source]:
    """The mana abilities of a player's permanents whose only cost is {T} or sacrificing themselves, usable now."""
    found: list[Source] = []
    for ident, index, ability in abilities_of(game, Activated, seat):
        if is_mana_ability(ability) and is_plain(ability) and usable(game, ident, ability):
            found.append(_source(game, ident, index, ability))
    return found


def is_plain(ability: Activated) -> bool:
    """Whether a mana ability costs nothing but tapping or sacrificing its source."""
    cost = ability.cost
    return not cost.mana and not cost.discard and not cost.life and not cost.remove_counter and cost.sacrifice in (None, "self")


def usable(game: Game, ident: int, ability: Activated) -> bool:
    """Whether the tap symbol in an ability's cost can be paid now (CR 302.6)."""
    if "cant-activate" in game.chars(ident).restrict:
        return False
    if not ability.cost.tap:
        return True
    obj = game.state.objects[ident]
    return not obj.tapped and not game.is_sick(ident)


def _source(game: Game, ident: int, index: int, ability: Activated) -> Source:
    item = StackItem(0, game.state.objects[ident].controller, ident, "", ability)
    number = mask = 0
    for effect in ability.effects:
        if isinstance(effect, AddMana):
            times = filters.amount(game, effect.times, item)
            if effect.choice:
                number += times
                mask |= sum(1 << INDEX[SYMBOL_OF[color]] for color in effect.choice)
            else:
                letters = effect.add.replace("{", "").replace("}", "")
                number += len(letters) * times
                mask |= sum(1 << INDEX[letter] for letter in set(letters))
    return Source(ident, index, number, mask)


def can_pay(game: Game, seat: int, cost: ManaCost, available: Sequence[Source] | None = None) -> bool:
    """Whether a player could pay a cost from the pool and the mana abilities at hand (X as 0)."""
    pool = game.state.players[seat].pool
    return payable(cost, pool, sources(game, seat) if available is None else available)


def most_x(game: Game, seat: int, cost: ManaCost) -> int:
    """The greatest X that could be paid for."""
    have = sum(game.state.players[seat].pool) + sum(s.number for s in sources(game, seat))
    return max(0, (have - cost.value) // cost.x) if cost.x else 0


def payable(cost: ManaCost, pool: Sequence[int], available: Sequence[Source]) -> bool:
    """Whether a pool and mana sources together can pay a cost."""
    have = sum(pool)
    if have + sum(s.number for s in available) < cost.value:
        return False
    owed = [need - min(need, n) for need, n in zip(cost.fixed, pool, strict=True)]
    if not any(owed) and not cost.hybrid:
        return True
    needs = [1 << i for i, n in enumerate(owed) for _ in range(n)]
    rest = [n - min(need, n) for need, n in zip(cost.fixed, pool, strict=True)]
    needs += _hybrid_needs(cost, rest)
    units = [s.symbols for s in available for _ in range(s.number)]
    return _assign(sorted(needs), units)


def _hybrid_needs(cost: ManaCost, rest: list[int]) -> list[int]:
    """Hybrid symbols that the rest of the pool doesn't cover, as masks of the symbols that would."""
    needs: list[int] = []
    for hybrid in cost.hybrid:
        letters = [letter for letter in hybrid.split("/") if letter in INDEX]
        ready = next((letter for letter in letters if rest[INDEX[letter]]), None)
        if ready:
            rest[INDEX[ready]] -= 1
        elif hybrid[0] != "2":
            needs.append(sum(1 << INDEX[letter] for letter in letters))
    return needs


def _assign(needs: list[int], units: list[int]) -> bool:
    """Whether each need can have a unit of its own (masks that overlap)."""
    if not needs:
        return True
    need, others = needs[0], needs[1:]
    tried: set[int] = set()
    for index, unit in enumerate(units):
        if unit & need and unit not in tried:
            tried.add(unit)
            if _assign(others, units[:index] + units[index + 1 :]):
                return True
    return False


# --- paying ---


class Owed(Struct, frozen=True, gc=False):
    """What is still to be paid."""

    fixed: Pool
    generic: int
    hybrid: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.generic or any(self.fixed) or self.hybrid)


def owed_for(cost: ManaCost, x: int = 0) -> Owed:
    """A cost as something to be paid, X chosen."""
    return Owed(cost.fixed, cost.generic + cost.x * x + cost.snow, cost.hybrid)


def after_paying(owed: Owed, letter: str) -> Owed | None:
    """What is owed after one mana of a kind is spent on it; None if it could not be spent so."""
    index = INDEX[letter]
    if owed.fixed[index]:
        return Owed(_pool(n - (i == index) for i, n in enumerate(owed.fixed)), owed.generic, owed.hybrid)
    for position, hybrid in enumerate(owed.hybrid):
        if letter in hybrid.split("/"):
            return Owed(owed.fixed, owed.generic, owed.hybrid[:position] + owed.hybrid[position + 1 :])
    if owed.generic:
        return Owed(owed.fixed, owed.generic - 1, owed.hybrid)
    return None


def only_way(owed: Owed, pool: Sequence[int]) -> list[str] | None:
    """The mana to spend, where the pool alone can pay and there is but one way to do it; else None."""
    if owed.hybrid or any(need > n for need, n in zip(owed.fixed, pool, strict=True)):
        return None
    spent = [s for s, n in zip(SYMBOLS, owed.fixed, strict=True) for _ in range(n)]
    if not owed.generic:
        return spent
    rest = [(s, n - need) for s, n, need in zip(SYMBOLS, pool, owed.fixed, strict=True) if n > need]
    total = sum(n for _, n in rest)
    if total < owed.generic:
        return None
    if len(rest) == 1:
        return spent + [rest[0][0]] * owed.generic
    return spent + [s for s, n in rest for _ in range(n)] if total == owed.generic else None


def sensible_way(owed: Owed, pool: Sequence[int], spare: str) -> list[str] | None:
    """Mana of the pool that pays, the colour `spare` spent last on generic costs; None if the pool is too small."""
    rest = list(pool)
    spent: list[str] = []
    needs = [letter for letter, n in zip(SYMBOLS, owed.fixed, strict=True) for _ in range(n)]
    for letter in needs:
        if not rest[INDEX[letter]]:
            return None
        rest[INDEX[letter]] -= 1
        spent.append(letter)
    generic = owed.generic
    for hybrid in owed.hybrid:
        ready = next((h for h in hybrid.split("/") if h in INDEX and rest[INDEX[h]]), None)
        if ready is None and hybrid[0] != "2":
            return None
        if ready is None:
            generic += 2
        else:
            rest[INDEX[ready]] -= 1
            spent.append(ready)
    for letter in sorted(SYMBOLS, key=lambda s: (s == spare, rest[INDEX[s]])):
        number = min(generic, rest[INDEX[letter]])
        rest[INDEX[letter]] -= number
        generic -= number
        spent += [letter] * number
    return None if generic else spent
