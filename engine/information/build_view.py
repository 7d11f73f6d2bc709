"""Builder of Views: everything a seat may know, field by field from an allow-list (M-1)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from engine.base.records import replace
from engine.base.rule_words import many
from engine.board import Board, Space
from engine.cards.characteristics import MUST_BLOCK, Characteristics, Printed
from engine.cards.describe import ability_text, cost_line, rules_text, uses_text
from engine.cards.model import Activated, Change, Static
from engine.cards.remembered import of_all
from engine.fronts.common import ground
from engine.fronts.common.land import area_holders, land_at, sees_land
from engine.fronts.common.squares import SquareBoard
from engine.fronts.common.variant import map_rules
from engine.information.redaction import is_seen, redacted_for, sees_card
from engine.magic.continuous import player_rules
from engine.magic.continuous.filters import chosen_player
from engine.magic.core.agenda import DecisionView
from engine.magic.core.position import (
    COMMAND,
    NOBODY,
    NOTHING_SHOWN,
    Area,
    GameObject,
    Player,
    StackItem,
)
from engine.magic.core.step import Step
from engine.magic.index.derived import derived
from engine.magic.turn.resolving import stack_text
from engine.view import CombatView, ObjectView, PlayerView, SpaceView, TurnView, View

if TYPE_CHECKING:
    from engine.magic.core.game import GameCore
    from engine.variant.ruleset import Ruleset


DESIGNATIONS = {"monarch": "the monarch", "blessing": "has the city's blessing"}
"""The designations of players in words."""
UNSEEN = "Face-down card"  # name of a face-down card in exile that the seat may not see


class ViewCache:
    """Cache of the parts of a game's Views.

    Records never change, so parts made from the same records can be reused.
    """

    __slots__ = ("around", "decks", "in_units", "objects", "spaces")

    def __init__(self, *, in_units: bool) -> None:
        self.in_units = in_units  # movement is counted in units, which are computed every time
        # data besides objects that all object views depend on
        self.around: tuple[object, ...] = ()
        self.objects: dict[
            int, tuple[GameObject, Characteristics, Characteristics, ObjectView]
        ] = {}
        # by seat, the number of objects and the deck then
        self.decks: dict[int, tuple[int, tuple[tuple[Printed, int], ...]]] = {}
        self.spaces: dict[
            int, tuple[Area, GameObject | None, Characteristics | None, tuple[int, ...], SpaceView]
        ] = {}


def build(game: GameCore, rules: Ruleset, seat: int | None, told: ViewCache) -> View:
    """Return the View of a seat in a game by these rules; seat None is a spectator.

    `told` is the cache of the game's other Views.
    """
    state = game.state
    around = (
        state.turn.number,
        state.combat,
        game.board,
        *(player.last_turn for player in state.players),
    )
    if around != told.around:
        told.around, told.objects = around, {}
    question = game.question
    mine = question is not None and question.seat == seat
    seen = question.reveals(game) if question is not None and mine else ()
    asked = game.decision
    tops = player_rules.seen_tops(game, seat)
    known = redacted_for(game, seat, (*seen, *tops))
    decision = asked.told() if asked is not None and mine else None
    if asked is not None and not mine:
        decision = DecisionView(
            asked.seat, asked.kind, "", asked.source if is_seen(known, asked.source) else 0
        )
    return View(
        seat=seat,
        turn=TurnView(
            state.turn.number, game.round, state.turn.active, state.turn.step, _names(rules.turn)
        ),
        players=tuple([_player(game, told, player.seat, seat, tops) for player in state.players]),
        spaces=_spaces(game, told, seat),
        permanents=_permanents(game, told, seat),
        lands=_objects(game, told, _lands(game)),
        land_graveyard=_objects(game, told, state.land_graveyard),
        stack=tuple([_stack_object(game, told, item) for item in state.stack]),
        combat=_combat(game),
        decision=decision,
        actions=game.legal_actions() if mine else (),
        revealed=_objects(game, told, tuple([i for i in seen if i in state.objects])),
        winners=state.winners,
        rules=rules,
        known=known,
        picture=game.board.picture,
        deck=_deck(game, told, seat) if seat is not None else (),
        shown=tuple([player.shown_cards or NOTHING_SHOWN for player in known.players]),
    )


MOST_DIFFERENT = 250
"""Different cards of a deck in a View. Players know no bigger deck by heart."""


def _deck(game: GameCore, told: ViewCache, seat: int) -> tuple[tuple[Printed, int], ...]:
    """Return the cards of a player's own deck with their numbers, wherever they are.

    They never change. What others hold or control counts too, and tokens and copies don't.
    """
    objects = game.state.objects
    known = told.decks.get(seat)
    if known is not None and known[0] == len(objects):
        return known[1]
    numbers: dict[Printed, int] = {}
    for obj in objects.values():
        if obj.owner == seat and not obj.token and not obj.player_token and obj.zone != COMMAND:
            card = obj.own
            numbers[card] = numbers.get(card, 0) + 1
    deck = tuple(sorted(numbers.items(), key=_name)) if len(numbers) <= MOST_DIFFERENT else ()
    told.decks[seat] = (len(objects), deck)
    return deck


def _name(number: tuple[Printed, int]) -> str:
    return number[0].name


@derived("on_map.loose", "space", "area.face_up")
def _lands(game: GameCore) -> tuple[int, ...]:
    state = game.state
    return tuple(
        [
            i
            for i in state.battlefield
            if (obj := state.objects[i]).loose and state.areas[obj.space].face_up
        ]
    )


@derived("battlefield")
def _owned(game: GameCore) -> tuple[int, ...]:
    state = game.state
    return tuple([i for i in state.battlefield if state.objects[i].owner != NOBODY])


@of_all
def _names(steps: tuple[Step, ...]) -> tuple[str, ...]:
    return tuple(step.name for step in steps)


def _player(
    game: GameCore, told: ViewCache, seat: int, viewer: int | None, tops: tuple[int, ...]
) -> PlayerView:
    """Return a player as a viewer knows them; `tops`: the top cards that the viewer sees."""
    state = game.state
    player = state.players[seat]
    objects = state.objects

    def cards(zone: tuple[int, ...]) -> tuple[ObjectView, ...]:
        return tuple(
            [
                _object(game, told, objects[i])
                if sees_card(objects[i], viewer)
                else _face_down(objects[i])
                for i in zone
            ]
        )

    stronghold = player.stronghold
    rules = map_rules(game).stronghold
    lost = rules is not None and stronghold >= 0 and rules.lost(game, seat) and not player.out
    return PlayerView(
        seat=seat,
        name=player.name,
        life=player.life,
        hand_count=len(player.hand),
        library_count=len(player.library),
        hand=cards(player.hand) if seat == viewer else (),
        graveyard=cards(player.graveyard),
        exile=cards(player.exile),
        phased=tuple(
            _object(game, told, obj)
            for i in sorted(state.phased)
            if (obj := objects[i]).controller == seat and obj.owner != NOBODY
        ),
        emblems=tuple(
            [_object(game, told, obj) for i in state.emblems if (obj := objects[i]).owner == seat]
        ),
        pool=player.pool,
        snow=player.snow,
        stronghold=game.space_name(stronghold),
        stronghold_holder=state.areas[stronghold].holder if stronghold >= 0 else NOBODY,
        turns_left=rules.turns_to_retake - player.lost_turns
        if rules is not None and lost and rules.turns_to_retake
        else None,
        areas_held=area_holders(game).count(seat),
        areas_to_win=map_rules(game).areas_to_win(len(state.players)),
        out=player.out,
        poison=player.poison,
        token=player.token,
        notes=_notes(game, player),
        top=cards(tuple([ident for ident in player.library[-1:] if ident in tops])),
    )


def _notes(game: GameCore, player: Player) -> tuple[str, ...]:
    """Return the lasting facts about a player that no other field shows, in words."""
    found = ["the token is dead"] if player.fallen and not player.out else []
    found += [DESIGNATIONS[each] for each in player.designations]
    found += [many(player.energy, "energy counter")] if player.energy else []
    found += [
        f"creatures must attack {name}{' next turn' if each.waits else ''} if able"
        for each in player.rules
        if each.rule.rule == "attack-source" and (name := game.object_name(each.source))
    ]
    found += [
        f"{game.rules.mana.in_words(each.pool)} to {uses_text(each.spend)}" for each in player.bound
    ]
    return tuple(found)


def _spaces(game: GameCore, told: ViewCache, viewer: int | None) -> tuple[SpaceView, ...]:
    here, lying = _by_space(game)
    if game.state.areas:
        return _areas(game, told, here, viewer)
    spaces = list(_bare(game.board))
    marked = ground.by_space(game) if map_rules(game).ground is not None else {}
    for index in here.keys() | lying.keys() | marked.keys():
        spaces[index] = replace(
            spaces[index],
            creatures=here.get(index, ()),
            lying=lying.get(index, ()),
            land_types=tuple(sorted(marked.get(index, ()))),
        )
    return tuple(spaces)


@derived("space", "attached_to", "types")
def _by_space(game: GameCore) -> tuple[dict[int, tuple[int, ...]], dict[int, tuple[int, ...]]]:
    """Return the pieces on each space, and the enchantments and dropped artifacts there."""
    here: dict[int, list[int]] = {}
    lying: dict[int, list[int]] = {}
    for ident in _owned(game):
        obj = game.state.objects[ident]
        if obj.space < 0 or obj.attached_to:
            continue
        types = game.characteristics(ident).types
        if "Creature" in types or not types & {"Land", "Artifact", "Enchantment"}:
            here.setdefault(obj.space, []).append(ident)
        elif "Land" not in types:
            lying.setdefault(obj.space, []).append(ident)
    return {space: tuple(idents) for space, idents in here.items()}, {
        space: tuple(idents) for space, idents in lying.items()
    }


def _areas(
    game: GameCore, told: ViewCache, here: dict[int, tuple[int, ...]], viewer: int | None
) -> tuple[SpaceView, ...]:
    state, spaces = game.state, list[SpaceView]()
    objects, away = state.objects, bool(state.phased)
    for index, area in enumerate(state.areas):
        land = objects.get(land_at(game, index) if away else area.land)
        shown = (
            game.characteristics(area.land)
            if land is not None and sees_land(area, viewer)
            else None
        )
        creatures = here.get(index, ())
        known = told.spaces.get(index)
        if (
            known is None
            or known[0] is not area
            or known[1] is not land
            or known[2] is not shown
            or known[3] != creatures
        ):
            space = _without_creatures(
                game.board,
                game.board.spaces[index],
                game.board.neighbor_names[index],
                area,
                land,
                shown,
            )
            space = replace(space, creatures=creatures) if creatures else space
            known = told.spaces[index] = (area, land, shown, creatures, space)
        spaces.append(known[4])
    return tuple(spaces)


@lru_cache(8)
def _bare(board: Board) -> tuple[SpaceView, ...]:
    squares = isinstance(board, SquareBoard)
    return tuple(
        SpaceView(
            space.name, space.x, space.y, board.neighbor_names[index], True, 0, "", (), NOBODY, 0,
            space.stronghold, (),
            obstacle=space.obstacle, square=squares,
        )
        for index, space in enumerate(board.spaces)
    )  # fmt: skip


@of_all
def _without_creatures(
    board: Board,
    space: Space,
    neighbors: tuple[str, ...],
    area: Area,
    land: GameObject | None,
    shown: Characteristics | None,
) -> SpaceView:
    """Return the view of a space without creatures; `shown` is its land, or None if hidden."""
    return SpaceView(
        name=space.name,
        x=space.x,
        y=space.y,
        neighbors=neighbors,
        face_up=area.face_up,
        land=land.id if land is not None else 0,
        land_name=land.printed.name if land is not None and shown is not None else "",
        land_types=_in_order(shown.subtypes or land.printed.base.subtypes)
        if land is not None and shown is not None
        else (),
        holder=area.holder,
        conquer_value=area.conquer_value,
        stronghold_of=area.stronghold,
        creatures=(),
        obstacle=space.obstacle,
        # the land of a Stronghold may not have been chosen yet
        hole=land is None and area.stronghold == NOBODY,
        home_of=space.home,
        tapped=land is not None and land.tapped,
        tapped_by=land.on_map.tapped_by if land is not None else NOBODY,
        square=isinstance(board, SquareBoard),
        sign=space.sign,
    )


def _combat(game: GameCore) -> CombatView | None:
    combat = game.state.combat
    if combat is None:
        return None
    attackers = tuple((a.id, a.aim, a.blockers, a.blocked) for a in combat.attackers)
    return CombatView(combat.seat, game.space_name(combat.space), attackers, combat.to_land)


def _face_down(obj: GameObject) -> ObjectView:
    return ObjectView(
        id=obj.id, name=UNSEEN, zone=obj.zone, owner=obj.owner, controller=obj.controller,
        types=(), subtypes=(), colors=(),
        cost="", text=(),
    )  # fmt: skip


def _permanents(game: GameCore, told: ViewCache, viewer: int | None) -> tuple[ObjectView, ...]:
    rules, objects, idents = game.rules, game.state.objects, _owned(game)
    if not map_rules(game).hides_bonuses:
        return _objects(game, told, idents)
    return tuple(
        [
            _object(
                game,
                told,
                objects[i],
                rules.as_shown(game, objects[i], game.characteristics(i), viewer),
            )
            for i in idents
        ]
    )


def _objects(game: GameCore, told: ViewCache, idents: tuple[int, ...]) -> tuple[ObjectView, ...]:
    return tuple([_object(game, told, game.state.objects[ident]) for ident in idents])


def _object(
    game: GameCore, told: ViewCache, obj: GameObject, shown: Characteristics | None = None
) -> ObjectView:
    """Return the view of a card or permanent.

    `shown` gives its characteristics as the seat sees them, if they may differ.
    """
    c = game.characteristics(obj.id)
    if shown is None:
        shown = c
    known = told.objects.get(obj.id)
    if known is not None and known[0] is obj and known[1] is c and known[2] is shown:
        view = known[3]
    else:
        view = _by_itself(obj, shown, game.board)
        if obj.zone == "battlefield":
            view = _in_play(game, view, obj, shown)
        # the named creature may change its name
        if not any(word.startswith(MUST_BLOCK) for word in shown.restrict):
            told.objects[obj.id] = (obj, c, shown, view)
    return _with_units(game, view, obj) if told.in_units else view


def _with_units(game: GameCore, view: ObjectView, obj: GameObject) -> ObjectView:
    """Return a piece's view with its movement, which may depend on anything."""
    movement = map_rules(game).movement
    if obj.zone != "battlefield" or obj.space < 0 or obj.owner == NOBODY:
        return view
    return replace(
        view, movement=movement.units(game, obj), movement_left=movement.units_left(game, obj)
    )


def _in_play(game: GameCore, view: ObjectView, obj: GameObject, c: Characteristics) -> ObjectView:
    number, combat, now = game.state.turn.number, game.state.combat, dict[str, Any]()
    if number and "Creature" in c.types and game.is_sick(obj.id):
        # only if summoning sickness keeps the creature from moving, fighting or an own ability
        minds = (isinstance(a, Activated) and (a.cost.tap or a.cost.untap) for a in c.abilities)
        now["sick"] = map_rules(game).movement.heeds_sickness or any(minds)
    if obj.on_map.moved == number:
        now["moved"] = True
    if obj.attacked == number:
        now["attacked"] = True
    if changes := changes_of(game, c, obj.printed):
        now["changes"] = view.changes + changes
    if obj.chosen.startswith("player") and (seat := chosen_player(game, obj.id)) != NOBODY:
        now["chosen"] = game.state.players[seat].name
    if combat is not None:
        now["attacking"] = any(a.id == obj.id for a in combat.attackers)
        now["blocking"] = tuple(a.id for a in combat.attackers if obj.id in a.blockers)
    fights = map_rules(game).combat
    if (
        fights is not None
        and obj.space >= 0
        and obj.owner != NOBODY
        and ("Creature" in c.types or obj.player_token)
    ):
        now["attack_range"] = fights.range_of(c)
    return replace(view, **now) if now else view


@of_all
def _by_itself(obj: GameObject, c: Characteristics, board: Board) -> ObjectView:
    card, on_map, creature = obj.printed.card, obj.zone == "battlefield", "Creature" in c.types
    # every player has seen the permanent become a copy
    copies = on_map and not obj.face_down and obj.own.name != obj.printed.name
    return ObjectView(
        id=obj.id,
        name=obj.printed.name,
        zone=obj.zone,
        owner=obj.owner,
        controller=obj.controller,
        types=_ordered_types(c.supertypes, c.types),
        subtypes=_as_printed(c.subtypes, card.subtypes),
        colors=_in_order(c.colors),
        cost=cost_line(card),
        text=text_of(obj.printed),
        power=c.power if creature else None,
        toughness=c.toughness if creature else None,
        printed_power=card.power,
        printed_toughness=card.toughness,
        damage=obj.damage,
        tapped=obj.tapped,
        counters=obj.counters,
        keywords=_in_order(c.keywords),
        space=board.name_of(obj.space) if on_map else "",
        attached_to=obj.attached_to,
        token=obj.token,
        chosen=obj.chosen,
        named=board.name_of(obj.on_map.named),
        carries=obj.on_map.carries,
        player_token=obj.player_token,
        carried_by=obj.on_map.carried_by,
        x=obj.x,
        changes=(
            *((f"A copy: this is really {obj.own.name}.",) if copies else ()),
            *(f"It is {word}." for word in obj.designations),
            *(("It won't untap in the next untap step.",) if obj.skips_untap else ()),
        ),
    )


def changes_of(game: GameCore, c: Characteristics, own: Printed) -> tuple[str, ...]:
    """Return what effects have changed in a permanent besides types and size, as ability text."""
    base = own.base
    if c is base or (
        c.abilities == base.abilities
        and (c.keywords, c.colors, c.restrict) == (base.keywords, base.colors, base.restrict)
    ):
        return ()
    provoked = {word for word in c.restrict if word.startswith(MUST_BLOCK)}
    provokers = {
        game.object_name(int(word.removeprefix(MUST_BLOCK)))
        for word in provoked - {"must-block-source"}
    } - {""}
    # words in a position are plain strings
    colors: Any = tuple(sorted(c.colors)) if c.colors != base.colors else None
    restrict: Any = tuple(sorted(c.restrict - base.restrict - _own_restrictions(own) - provoked))
    change = Change(
        keywords=tuple(sorted(c.keywords - base.keywords)),
        lose_keywords=tuple(sorted(base.keywords - c.keywords)),
        abilities=tuple(ability for ability in c.abilities if ability not in base.abilities),
        lose_abilities=bool(base.abilities)
        and not any(ability in c.abilities for ability in base.abilities),
        colors=colors,
        restrict=restrict,
    )
    words = _in_words(change, own) if change != Change() else ()
    return (*words, *(f"This creature blocks {name} if able." for name in sorted(provokers)))


@lru_cache(4096)
def _own_restrictions(own: Printed) -> frozenset[str]:
    """Return the unconditional restrictions in a card's own text."""
    statics = (
        each
        for each in own.base.abilities
        if isinstance(each, Static) and each.what == "self" and each.condition is None
    )
    return frozenset(word for each in statics for word in each.change.restrict)


@lru_cache(4096)
def _in_words(change: Change, own: Printed) -> tuple[str, ...]:
    return (ability_text(Static(what="self", change=change), own.card),)


@lru_cache(4096)
def text_of(printed: Printed) -> tuple[str, ...]:
    """Return a card's rules text, and that of each half of a split card with name and cost."""
    card = printed.card
    return (
        *rules_text(card),
        *(f"{half.name} {half.cost}: {' '.join(rules_text(half))}" for half in card.halves),
    )


TYPE_ORDER = ("Basic", "Legendary", "Snow", "World", "Tribal", "Artifact", "Battle", "Enchantment",
"Planeswalker", "Land", "Creature",
              "Instant", "Sorcery")  # fmt: skip


@lru_cache(4096)
def _ordered_types(supertypes: frozenset[str], types: frozenset[str]) -> tuple[str, ...]:
    return tuple(sorted(supertypes | types, key=TYPE_ORDER.index))


@lru_cache(4096)
def _as_printed(words: frozenset[str], printed: tuple[str, ...]) -> tuple[str, ...]:
    """Return words in the card's printed order, gained ones last."""
    return (*(word for word in printed if word in words), *sorted(words.difference(printed)))


@lru_cache(4096)
def _in_order(words: frozenset[str]) -> tuple[str, ...]:
    return tuple(sorted(words))


def _stack_object(game: GameCore, told: ViewCache, item: StackItem) -> ObjectView:
    targets, named = (
        tuple(ref for chosen in item.targets for ref in chosen),
        game.space_name(item.space),
    )
    obj = game.state.objects.get(item.source)
    if item.is_spell and obj is not None:
        return replace(
            _object(game, told, obj),
            id=item.id,
            name=item.name,
            controller=item.controller,
            targets=targets,
            x=item.x,
            named=named,
        )
    return ObjectView(
        id=item.id, name=item.name, zone="stack", owner=item.controller,
        controller=item.controller, types=("Ability",), subtypes=(),
        colors=(), cost="", text=stack_text(item), targets=targets, x=item.x, named=named,
    )  # fmt: skip
