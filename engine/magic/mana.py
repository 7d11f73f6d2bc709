"""Mana: pools, what can be paid, and paying (CR 106, 118, 605)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from engine.actions import Action
from engine.cards.costs import COLORLESS, INDEX, SYMBOL_OF, SYMBOLS, ManaCost, parse_cost
from engine.cards.model import Activated, AddMana, PlayerRule
from engine.cards.once import of_each
from engine.columns import EVERYTHING
from engine.magic import amounts, filters, triggers
from engine.magic.ability_index import Act, abilities_of, index_of, whose_abilities
from engine.magic.derived import derived, derived_for
from engine.magic.mana_pool import SNOW, add_mana, both, is_snow, less, made_by, of_effect, pool_of
from engine.magic.matching import Matching
from engine.magic.places import places
from engine.magic.player_rules import LAND_BONUS, land_bonus
from engine.magic.sources import Maker, Makes, Source, used_by
from engine.magic.state import EMPTY_POOL, Player, Pool, Speaker
from engine.records import replace

if TYPE_CHECKING:
    from engine.magic.game import Game

READY = ("since", "player.last_turn", "types", "keywords", "restrict")
"""The columns by which it goes whether the tap symbol in a cost could be paid for what is untapped."""


class Sources:
    """What a player could pay with, `plain` sources and those that cost mana, and what is found out about paying with them."""

    def __init__(self, plain: Iterable[Source] = (), costly: Iterable[Source] = ()) -> None:
        self.plain, self.costly = tuple(plain), tuple(costly)
        self.total = sum([source.number for source in self.plain])  # no less than the plain ones can make
        self.plans: dict[object, Any] = {}
        self.matching: Matching | None = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sources) and (self.plain, self.costly) == (other.plain, other.costly)

    def untapped(self, game: Game) -> Sources:
        """Those for which nothing has to be tapped that is tapped."""
        objects = game.state.objects
        plain = [s for s in self.plain if not (s.taps and objects[s.object].tapped) and not (s.through and objects[s.through].tapped)]
        costly = [s for s in self.costly if not (s.taps and objects[s.object].tapped)] if self.costly else ()
        return self if len(plain) + len(costly) == len(self.plain) + len(self.costly) else Sources(plain, costly)

    def without(self, used: set[int]) -> Sources:
        """Those that don't need what is used up."""
        plain, costly = ([s for s in sources if used.isdisjoint(used_by(s))] for sources in (self.plain, self.costly))
        return self if len(plain) + len(costly) == len(self.plain) + len(self.costly) else Sources(plain, costly)


def activation(source: Source) -> Action:
    """The action that uses a source."""
    return Action("activate", object=source.object, ability=source.ability + 1, target=source.through)


def sources(game: Game, seat: int, keep: int = 0) -> Sources:
    """The mana abilities that a player could use now; those that cost mana are `costly`, and `keep` may not be sacrificed for any."""
    if _varies(game):
        return _varying_sources(game, seat, keep)
    return _sources_by_place(game, seat, keep) if game.rules.mana.by_place else _steady_sources(game, seat, keep)


@derived(whose_abilities)
def _varies(game: Game) -> bool:
    """Whether how much mana some ability makes may go by anything."""
    index = whose_abilities(game)
    if "taps-for-mana" in index.triggers or any(rule.rule == LAND_BONUS for _, _, rule in abilities_of(game, PlayerRule)):
        return True
    abilities = {id(ability): ability for acts in (index.plain, index.others) for _, _, ability in acts}
    return not all(_always_made(ability)[1] for ability in abilities.values())


def _find_ready(game: Game, seat: int, keep: int) -> Sources:
    """A player's mana sources, usable now if nothing were tapped."""
    makes = partial(game.rules.mana.makes, game)
    left = [(i, n, a, 0) for i, n, a in _ready_makers(game, seat) if _is_left(a, i, keep) and makes(i, a)]
    plain = sources_of(game, seat, left + game.rules.mana.more_makers(game, seat))
    acts = index_of(game).exchangers.get(seat, ())
    fit = [(i, n, a) for i, n, a in acts if _is_left(a, i, keep) and is_ready(game, i, a) and makes(i, a)]
    costly = sources_of(game, seat, [(*act, 0) for act in fit])
    prices = [game.rules.mana.price(parse_cost(ability.cost.mana)) for _, _, ability in fit]
    return Sources(plain, [replace(source, cost=price) for source, price in zip(costly, prices, strict=True)])


def _is_left(ability: Activated, ident: int, keep: int) -> bool:
    """Whether using an ability of a permanent leaves alone what may not be sacrificed for mana."""
    return ident != keep or ability.cost.sacrifice is None


@derived_for(index_of, *READY, "supertypes")
def _steady_ready(game: Game, seat: int, keep: int) -> Sources:
    """Where each makes what its card says."""
    return _find_ready(game, seat, keep)


@derived_for(_steady_ready, "tapped")
def _steady_sources(game: Game, seat: int, keep: int) -> Sources:
    return _steady_ready(game, seat, keep).untapped(game)


@derived_for(_steady_ready, places, "area.land", "on_map.loose")
def _ready_by_place(game: Game, seat: int, keep: int) -> Sources:
    """With those of land that others beside it may use."""
    return _find_ready(game, seat, keep)


@derived_for(_ready_by_place, "tapped")
def _sources_by_place(game: Game, seat: int, keep: int) -> Sources:
    return _ready_by_place(game, seat, keep).untapped(game)


@derived_for(EVERYTHING)
def _varying_sources(game: Game, seat: int, keep: int) -> Sources:
    return _find_ready(game, seat, keep).untapped(game)


@derived_for(index_of, *READY)
def _ready_makers(game: Game, seat: int) -> tuple[Act, ...]:
    return tuple([act for act in index_of(game).makers.get(seat, ()) if is_ready(game, act[0], act[2])])


@derived_for(_ready_makers, "tapped")
def usable_makers(game: Game, seat: int) -> tuple[Act, ...]:
    """A player's mana abilities that cost nothing but tapping or sacrificing their source, those that are usable now."""
    objects = game.state.objects
    return tuple([act for act in _ready_makers(game, seat) if not (act[2].cost.tap and objects[act[0]].tapped)])


def is_ready(game: Game, ident: int, ability: Activated) -> bool:
    """Whether the tap symbol in an ability's cost could be paid now if its permanent is untapped (CR 302.6)."""
    return not (ability.cost.tap and game.is_sick(ident)) and "cant-activate" not in game.chars(ident).restrict


def sources_of(game: Game, seat: int, makers: Sequence[Maker]) -> list[Source]:
    """Mana abilities as sources of mana for a player."""
    if _varies(game):
        return [_varying_source(game, seat, *maker) for maker in makers]
    table = game.permanents.table
    found: list[Source] = []
    for ident, index, ability, through in makers:
        number, makes = _always_made(ability)
        snow, cost = "Snow" in table[ident].supertypes, ability.cost
        found.append(Source(ident, index, number, makes, through, snow, None, cost.tap, cost.sacrifice is not None))
    return found


def _varying_source(game: Game, seat: int, ident: int, index: int, ability: Activated, through: int) -> Source:
    """The same where that may go by anything. What a land makes more is the land's own mana."""
    bonus = land_bonus(game, seat, ident, ability)
    makes = () if bonus else _always_made(ability)[1]
    if not makes:
        item = Speaker(seat, ident, "", ability)
        numbers = [amounts.number(game, effect.times, item) for effect in ability.effects if isinstance(effect, AddMana)]
        makes = _makes(ability, numbers, bonus)
    snow = "Snow" in game.chars(ident).supertypes
    if ability.cost.tap and "taps-for-mana" in index_of(game).triggers:
        makes, snow = _with_triggered(game, seat, ident, makes, snow)
    cost = ability.cost
    return Source(ident, index, sum(makes[0][1]), makes, through, snow, None, cost.tap, cost.sacrifice is not None)


def _with_triggered(game: Game, seat: int, ident: int, makes: Makes, snow: bool) -> tuple[Makes, bool]:
    """What tapping something makes with what triggered mana abilities add, and whether all of it is snow mana."""
    for item, effect in triggers.added_by_tapping(game, ident, seat):
        if seat in filters.players_of(game, effect.who, item) and game.rules.mana.makes(game, item.source, item.ability):
            letters = [SYMBOL_OF[color] for color in effect.choice] if chooses_for(game, seat, item, effect) else [""]
            more = [(letter, made_by(game, item, effect, letter, 0)) for letter in letters]
            pools: dict[Pool, str] = {}
            for chosen, made in makes:
                for letter, added in more:
                    pools.setdefault(both(made, added), chosen + letter)
            makes = tuple((letters, pool) for pool, letters in pools.items())
            snow = snow and is_snow(game, item.source)
    return makes, snow


def chooses_for(game: Game, seat: int, item: Speaker, effect: AddMana) -> bool:
    """Whether a triggered mana ability lets a player choose the colour of the mana that it adds for that player alone."""
    return len(effect.choice) > 1 and game.rules.mana.colored and filters.players_of(game, effect.who, item) == [seat]


def usefulness(source: Source) -> tuple[bool, bool, int, int]:
    """By which sources of mana are ordered that would do equally well, the less useful ones first: colourless before coloured mana."""
    colored = any(any(made[:-1]) for _, made in source.makes)
    return colored, source.snow, len(source.makes), source.object


@of_each
def _always_made(ability: Activated) -> tuple[int, Makes]:
    """How much a mana ability makes, and what that may be; nothing if it depends on something how much that is."""
    numbers = [effect.times for effect in ability.effects if isinstance(effect, AddMana)]
    fixed = [number for number in numbers if isinstance(number, int)]
    makes = _makes(ability, fixed, 0) if len(fixed) == len(numbers) else ()
    return (sum(makes[0][1]), makes) if makes else (0, ())


def _makes(ability: Activated, numbers: Sequence[int], bonus: int) -> Makes:
    """What a mana ability makes by the letter of the colour chosen, given how many times each of its effects adds mana."""
    effects = [effect for effect in ability.effects if isinstance(effect, AddMana)]
    chosen = [effect.choice for effect in effects if len(effect.choice) > 1]
    letters = [SYMBOL_OF[color] for color in chosen[-1]] if chosen else [""]
    found: list[tuple[str, Pool]] = []
    for letter in letters:
        pools = [of_effect(effect, letter, n, 0 if i else bonus) for i, (effect, n) in enumerate(zip(effects, numbers, strict=True))]
        found.append((letter, pool_of(map(sum, zip(EMPTY_POOL, *pools, strict=True)))))
    return tuple(found)


def most_mana(player: Player, available: Sources) -> int:
    """No less mana than a player could have: what is in the pool, and what these sources make."""
    total = sum(player.pool) + available.total
    return total + sum(source.number for source in available.costly) if available.costly else total


def owed_for(game: Game, cost: ManaCost, x: int = 0, change: int = 0) -> ManaCost:
    """A cost as something to be paid, X chosen, and so much generic mana more, or less (CR 601.2f)."""
    whole = ManaCost(cost.fixed, cost.generic + cost.x * x, 0, cost.hybrid, cost.snow)
    return game.rules.mana.price(whole.plus(change))


def after_paying(owed: ManaCost, letter: str) -> ManaCost | None:
    """What is owed after one mana of a kind, or life for "P", is spent on it; None if it could not be spent so."""
    if letter in INDEX and owed.fixed[INDEX[letter]]:
        return owed.without(letter)
    for position, hybrid in enumerate(owed.hybrid):
        if letter in hybrid.split("/"):
            return ManaCost(owed.fixed, owed.generic, 0, owed.hybrid[:position] + owed.hybrid[position + 1 :], owed.snow)
    if letter not in INDEX:
        return None
    if owed.generic:
        return owed.plus(-1)
    symbol = next((hybrid for hybrid in owed.hybrid if hybrid[0].isdigit()), None)
    if symbol is None:
        return None
    left = list(owed.hybrid)
    left.remove(symbol)
    return ManaCost(owed.fixed, int(symbol[0]) - 1, 0, tuple(left), owed.snow)


def after_spending(owed: ManaCost, unit: str) -> list[ManaCost]:
    """What is owed after a mana of the pool is spent on it, in each way in which it can be, snow mana on a snow symbol first."""
    found: list[ManaCost] = []
    if owed.snow and unit[1:]:
        found.append(ManaCost(owed.fixed, owed.generic, 0, owed.hybrid, owed.snow - 1))
    rest = after_paying(owed, unit[0])
    return found if rest is None else [*found, rest]


def sensible_way(owed: ManaCost, player: Player) -> list[str]:
    """Mana of a pool that pays a cost without hybrid symbols: colourless first, one's own colour last; snow if the rest stays."""
    plain, snow = list(less(player.pool, player.snow)), list(player.snow)
    spent = [0] * len(SYMBOLS)
    icy = [max(0, need - n) for need, n in zip(owed.fixed, plain, strict=True)]
    for index, need in enumerate(owed.fixed):
        spent[index] = need - icy[index]
        plain[index] -= spent[index]
        snow[index] -= icy[index]
    order = sorted(range(len(SYMBOLS)), key=lambda i: (SYMBOLS[i] != COLORLESS, SYMBOLS[i] == player.mana_color, plain[i] + snow[i]))
    _take(owed.snow, snow, icy, order)
    _take(_take(owed.generic, plain, spent, order), snow, icy, order)
    for index, kept in enumerate(player.kept):
        staying = min(kept - plain[index], snow[index], spent[index])  # no more of it than there is snow mana in its place
        if staying > 0:
            spent[index] -= staying
            icy[index] += staying
    return [s for s, n in zip(SYMBOLS, spent, strict=True) for _ in range(n)] + [
        s + SNOW for s, n in zip(SYMBOLS, icy, strict=True) for _ in range(n)
    ]


def _take(number: int, have: list[int], spent: list[int], order: Sequence[int]) -> int:
    """Move so much mana from what one has to what is spent, kind by kind in this order. What could not be taken."""
    for index in order:
        taken = min(number, have[index])
        have[index] -= taken
        spent[index] += taken
        number -= taken
    return number


def tapped_for_mana(game: Game, seat: int, ident: int, letters: str = "") -> None:
    """A permanent was tapped for mana: what triggers adds its own at once (CR 605.4a); `letters` settle choices of colour."""
    triggers.notice(game, "taps-for-mana", ident, seat=seat)
    for item, effect in triggers.added_by_tapping(game, ident, seat):
        chooses = letters != "" and chooses_for(game, seat, item, effect)
        add_mana(game, item, effect, letters[:chooses])
        letters = letters[chooses:]
