"""Setup of a scenario's position, with checks that the position makes sense.

Refused are names that a script could not use, keys without use, and positions that no game can
reach.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from engine.analysis import invariants
from engine.base import chance
from engine.base.files import is_file
from engine.base.records import replace
from engine.base.schema import Problem, shown
from engine.cards.characteristics import FACE_DOWN, Printed, printed
from engine.cards.checks.nested import walk
from engine.cards.checks.useless_keys import default_of
from engine.cards.costs import SYMBOL_OF, ManaCost, parse_cost
from engine.cards.library import UnknownCard, library
from engine.cards.model import UNPLAYED, Card, MakeEmblem
from engine.fronts.common.continent import sync_control
from engine.fronts.common.land import BASIC_TYPES, TYPE_OF_COLOR, basic_land, creatures_at, hold
from engine.game import Game
from engine.log import many
from engine.magic.core.position import NOBODY, NOWHERE, GameObject, OnMap, Player, State
from engine.magic.damage.life import set_life
from engine.magic.effects.emblems import emblem, give_emblem
from engine.magic.turn.losing import leave
from engine.magic.turn.priority import Settle
from engine.magic.turn.steps import begin_at
from engine.magic.zones.dying import put_into_graveyards
from engine.magic.zones.object_lists import create
from engine.magic.zones.phasing import phase_out
from engine.scenario.expecting import GAME
from engine.scenario.form import (
    PermanentTable,
    PlayerTable,
    Scenario,
    SpaceTable,
    Table,
    begins_held,
)
from engine.scenario.stage import Stage
from engine.variant.loading import RulesetError
from engine.variant.loading import load as load_rules
from engine.variant.ruleset import Ruleset

USUAL_CONQUER_VALUE = 3  # Conquer Value of a face-up area without one in the file
NOBODYS = "nobody"  # the holder of an unheld space


def set_up(scenario: Scenario, folder: Path = Path()) -> tuple[Stage | None, list[Problem]]:
    """Return the scenario's position, or all problems with it.

    Problems are names that the variant, board or card library lacks, useless keys and
    impossible positions. `folder` holds variant files.
    """
    try:
        own = folder / scenario.variant
        rules = load_rules(own if is_file(own) else scenario.variant, scenario.options)
    except RulesetError as error:
        return None, [_ours(problem, scenario) for problem in error.problems]
    if len(scenario.player) not in rules.players:
        allowed = " or ".join(map(str, rules.players))
        return None, [
            Problem(where="player", found=many(len(scenario.player), "player"), allowed=allowed)
        ]
    problems = [*_check(scenario, rules), *useless(scenario, rules)]
    if problems:
        return None, problems
    builder = _Builder(scenario, rules)
    stage = builder.build()
    problems = [
        *builder.problems,
        *builder.off_the_map(),
        *(
            Problem(where="", found=fault, allowed=POSSIBLE)
            for fault in invariants.faults(stage.game)
        ),
    ]
    return (None if problems else stage), problems


def _ours(problem: Problem, scenario: Scenario) -> Problem:
    """Return a variant's problem as one of the scenario, if it concerns the scenario's keys."""
    if not problem.file:
        return replace(problem, where="variant")
    return (
        replace(problem, file="")
        if problem.where.removeprefix("options.") in scenario.options
        else problem
    )


# --- names in the file must exist ---


def _check(scenario: Scenario, rules: Ruleset) -> Iterator[Problem]:
    players = [player.name for player in scenario.player]
    living = [player.name for player in scenario.player if not player.out]
    spaces = [space.name for space in rules.board_for(len(players)).spaces]
    steps = [step.name for step in rules.turn]
    yield from _among("active", scenario.active, living)
    yield from _among("step", scenario.step, steps)
    token_spaces = spaces if rules.token is not None or rules.pioneer is not None else []
    for number, player in enumerate(scenario.player, 1):
        yield from check_name(
            f"player.{number}.name",
            player.name,
            [*players[: number - 1], *spaces, *steps, NOBODYS],
            others="player",
        )
        yield from _check_player(player, f"player.{number}")
        yield from _among(f"player.{number}.token", player.token, token_spaces)
    lands = spaces if rules.board.layouts[str(len(players))].has_land else []
    for name, space in scenario.spaces.items():
        yield from _among(f"spaces.{name}", name, lands, given=True)
        if space.land is not None:
            yield from _check_land(f"spaces.{name}.land", space.land, rules, len(players))
        yield from _among(
            f"spaces.{name}.holder",
            space.holder,
            [*players, NOBODYS],
            given=space.holder is not None,
        )
        yield from _among(
            f"spaces.{name}.tapped_by", space.tapped_by, players, given=space.tapped_by is not None
        )
    yield from _check_obstacles(scenario, rules)
    tokens, pioneers = (
        [f"{name}'s token" for name in players],
        [f"{name}'s pioneer" for name in players],
    )
    labels = [*tokens] if rules.token is not None else []
    for number, permanent in enumerate(scenario.permanent, 1):
        yield from _check_permanent(permanent, f"permanent.{number}", living, spaces, labels, lands)
        if permanent.label:
            taken = [*labels, *spaces, *players, *tokens, *pioneers]
            yield from check_name(
                f"permanent.{number}.label", permanent.label, taken, others="permanent"
            )
        labels.append(permanent.label or permanent.card)


def _check_obstacles(scenario: Scenario, rules: Ruleset) -> Iterator[Problem]:
    barred = {
        space.name for space in rules.board_for(len(scenario.player)).spaces if space.obstacle
    }
    places = [
        (f"player.{number}.token", player.token) for number, player in enumerate(scenario.player, 1)
    ]
    places += [
        (f"permanent.{number}.space", permanent.space)
        for number, permanent in enumerate(scenario.permanent, 1)
    ]
    for where, space in places:
        if space in barred:
            yield Problem(
                where=where,
                found=f"'{space}', an obstacle",
                allowed="a space on which something can stand",
            )


def _check_land(where: str, name: str, rules: Ruleset, players: int) -> Iterator[Problem]:
    """Yield a problem unless a name is a basic land or, where decks supply lands, any land."""
    if name in BASIC_TYPES:
        return
    if not rules.board.layouts[str(players)].from_decks:
        yield Problem(
            where=where, found=repr(name), allowed=f"one of these: {', '.join(BASIC_TYPES)}"
        )
        return
    yield from _check_card(where, name)
    with suppress(UnknownCard):  # already reported
        if "Land" not in (card := library().card(name)).types:
            yield Problem(
                where=where, found=f"{card.name!r}, {' '.join(card.types)}", allowed="a land"
            )


def _check_player(player: PlayerTable, where: str) -> Iterator[Problem]:
    for zone in ("hand", "library", "graveyard", "exile"):
        cards: tuple[str, ...] = getattr(player, zone)
        for number, name in enumerate(cards, 1):
            yield from _check_card(f"{where}.{zone}.{number}", name)
    for number, name in enumerate(player.emblems, 1):
        yield from _check_card(f"{where}.emblems.{number}", name)
        with suppress(UnknownCard):  # already reported
            if not _emblems_of(library().card(name)):
                yield Problem(
                    where=f"{where}.emblems.{number}",
                    found=repr(name),
                    allowed="a card with an ability that makes an emblem",
                )
    yield from _check_mana(f"{where}.mana", player.mana)
    yield from _check_mana(f"{where}.snow", player.snow)


def _emblems_of(card: Card) -> list[Printed]:
    """Return the emblems that abilities of a card make."""
    return [
        emblem(card.name, part.abilities) for part in walk(card) if isinstance(part, MakeEmblem)
    ]


def _check_mana(where: str, text: str) -> Iterator[Problem]:
    try:
        mana = parse_cost(text)
    except ValueError as error:
        yield Problem(
            where=where, found=repr(text), allowed="mana such as {G}{G}{C}", hint=str(error)
        )
        return
    if mana != ManaCost(mana.fixed):
        yield Problem(
            where=where, found=repr(text), allowed="mana of the kinds {W} {U} {B} {R} {G} {C}"
        )


def _check_permanent(
    permanent: PermanentTable,
    where: str,
    players: list[str],
    spaces: list[str],
    labels: list[str],
    lands: list[str],
) -> Iterator[Problem]:
    yield from _check_card(f"{where}.card", permanent.card)
    yield from _among(f"{where}.controller", permanent.controller, players, given=True)
    yield from _among(f"{where}.owner", permanent.owner, players)
    yield from _among(f"{where}.space", permanent.space, spaces)
    yield from _among(f"{where}.named", permanent.named, spaces)
    yield from _among(f"{where}.attached_to", permanent.attached_to, [*labels, *lands])
    yield from _among(f"{where}.carried_by", permanent.carried_by, labels)
    for key, name in (("attached_to", permanent.attached_to), ("carried_by", permanent.carried_by)):
        if labels.count(name) > 1:
            yield Problem(
                where=f"{where}.{key}",
                found=f"{name!r}, a name shared by several permanents",
                allowed="a label",
            )


def _among(
    where: str, found: str | None, allowed: list[str], *, given: bool = False
) -> Iterator[Problem]:
    """Yield a problem for a name that isn't allowed; an empty one is fine unless `given`."""
    if (given or found) and found not in allowed:
        yield Problem(where=where, found=repr(found), allowed=", ".join(allowed) or "nothing here")


def _check_card(where: str, name: str) -> Iterator[Problem]:
    try:
        library().card(name)
    except UnknownCard as unknown:
        hint = f"did you mean {unknown.suggestions[0]!r}?" if unknown.suggestions else ""
        yield Problem(where=where, found=repr(name), allowed="the name of a card", hint=hint)


# --- position ---


class _Builder:
    def __init__(self, scenario: Scenario, rules: Ruleset) -> None:
        self.scenario = scenario
        self.rules = rules
        self.seats = {player.name: seat for seat, player in enumerate(scenario.player)}
        self.game = Game(rules, State())
        self.turn = scenario.turn
        self.problems: list[Problem] = []
        self.placed: list[int] = []
        self.labels: dict[str, int] = {}
        # objects that a later permanent may be attached to, by label or name
        self.hosts: dict[str, int] = {}

    def build(self) -> Stage:
        game, scenario = self.game, self.scenario
        state = game.state
        state.set(rng=chance.generator(scenario.seed))
        state.set(
            players=tuple(
                Player(s, p.name, life=game.rules.setup.life) for s, p in enumerate(scenario.player)
            )
        )
        self._lay_map()
        for seat, player in enumerate(scenario.player):
            self._fill_zones(seat, player)
        for permanent in scenario.permanent:
            self._place(permanent)
        for ident, permanent in zip(self.placed, scenario.permanent, strict=True):
            if permanent.phased_out and state.objects[ident].zone == "battlefield":
                phase_out(game, ident)
        for name, space in scenario.spaces.items():
            self._mark(game.board.names[name], space)
        for seat, player in enumerate(scenario.player):
            if player.out:
                leave(game, seat, "out", "")
        if state.lands:
            sync_control(game)
        state.set(pending=())
        state.change_turn(number=self.turn)
        step = scenario.step or next(step.name for step in self.rules.turn if step.is_main)
        game.holds = begins_held(scenario)
        turn_up_strongholds(game, scenario)
        begin_at(game, self.seats.get(scenario.active, 0), step, self.turn)
        self.problems = list(impossible(game, scenario))
        state.set(dice=scenario.dice)
        game.events = []
        game.advance()
        stage = Stage(game, self.labels)
        stage.follow(game.events)
        return stage

    def _lay_map(self) -> None:
        """Lay the map as at the start of a game, with the players' choices from the file."""
        game = self.game
        game.rules.lay_out(game)
        game.push(*game.rules.preparations(game))
        game.advance()
        while (decision := game.decision) is not None:
            player = self.scenario.player[decision.seat]
            wanted = (SYMBOL_OF[player.color], player.stronghold or TYPE_OF_COLOR[player.color])
            fitting = (
                a
                for a in game.legal_actions()
                if a.word in wanted or (a.verb == "place" and a.space == player.token)
            )
            answer = next(fitting, game.legal_actions()[0])
            game.apply(answer)

    def _fill_zones(self, seat: int, player: PlayerTable) -> None:
        state = self.game.state
        for zone, names in (("hand", player.hand), ("exile", player.exile)):
            for name in names:
                create(self.game, _card(name), seat, zone)
        for zone, names in (("library", player.library), ("graveyard", player.graveyard)):
            for name in reversed(names):
                create(self.game, _card(name), seat, zone)
        for name in player.emblems:
            for face in _emblems_of(library().card(name)):
                give_emblem(self.game, seat, face, NOWHERE)
        kept, snow, pool = (
            parse_cost(text).fixed for text in (player.mana, player.snow, player.mana + player.snow)
        )
        state.change_player(seat, pool=pool, kept=kept, snow=snow)
        state.change_player(
            seat,
            mana_color=SYMBOL_OF[player.color],
            lost_turns=player.lost_turns,
            poison=player.poison,
        )
        if player.life is not None:
            set_life(self.game, seat, player.life)
        if token := state.players[seat].token:
            self.hosts[f"{player.name}'s token"] = token
            if player.token:
                state.change(token, space=self.game.board.names[player.token])
        # a player's first pioneer may stand elsewhere by now
        if self.rules.pioneer is not None:
            pioneer = next(
                ident for ident in state.battlefield if state.objects[ident].controller == seat
            )
            name = f"{player.name}'s pioneer"
            self.labels[name] = self.hosts[name] = pioneer
            if player.token:
                state.change(pioneer, space=self.game.board.names[player.token])

    def _place(self, table: PermanentTable) -> None:
        """Put a permanent onto the battlefield without triggering anything."""
        game, state = self.game, self.game.state
        own = _card(table.card)
        card = FACE_DOWN if table.face_down else own
        controller = self.seats[table.controller]
        attached = self.hosts.get(table.attached_to, 0)
        if table.attached_to and not attached:  # attached to the land of a space
            attached = state.areas[game.board.names[table.attached_to]].land
        counters = (
            {} if card.card.loyalty is None else {"loyalty": card.card.loyalty}
        ) | table.counters
        kept = tuple(sorted((kind, number) for kind, number in counters.items() if number))
        ident = state.new_id()
        since = 0 if table.ready else self.turn
        names = game.board.names
        space = names[table.space] if table.space else self._arrival(card, controller)
        on_map = OnMap(
            since,
            carried_by=self.hosts.get(table.carried_by, 0),
            named=names.get(table.named, NOWHERE),
        )
        placed = GameObject(
            ident, card, self.seats.get(table.owner, controller), controller, "battlefield",
            space=space, tapped=table.tapped,
            damage=table.damage, counters=kept, attached_to=attached, timestamp=ident,
            entered_under=controller,
            since=since, on_map=on_map, chosen=table.chosen, token=table.token,
            real=own if table.face_down else None, face_down=table.face_down,
        )  # fmt: skip
        state.put(placed)
        state.set(battlefield=(*state.battlefield, ident))
        self.placed.append(ident)
        self.hosts[table.label or table.card] = ident
        if table.label:
            self.labels[table.label] = ident

    def off_the_map(self) -> Iterator[Problem]:
        """Yield problems for permanents with a space that are not on the map."""
        for number, (ident, table) in enumerate(
            zip(self.placed, self.scenario.permanent, strict=True), 1
        ):
            obj = self.game.state.objects.get(ident)
            if (
                table.space
                and obj is not None
                and obj.zone == "battlefield"
                and obj.space == NOWHERE
            ):
                where, allowed = (
                    f"permanent.{number}.space",
                    f"nothing: {table.card} isn't on the map here",
                )
                yield Problem(where=where, found=repr(table.space), allowed=allowed)

    def _arrival(self, card: Printed, controller: int) -> int:
        space = self.rules.arrival.space(self.game, card, controller)
        lies = self.rules.lies_at(self.game, card, controller, None) if space == NOWHERE else space
        return NOWHERE if lies is None else lies

    def _mark(self, space: int, table: SpaceTable) -> None:
        """Turn an area up and set its land and holder."""
        state = self.game.state
        area = state.areas[space]
        face_up = table.face == "up"
        if state.lands:
            self._mark_card(space, table)
            return
        if table.land is not None:
            state.change(area.land, printed=basic_land(table.land))
        usual = area.conquer_value or (
            USUAL_CONQUER_VALUE if face_up and self.rules.has_conquer_values else 0
        )
        value = usual if table.conquer_value is None else table.conquer_value
        state.change_area(space, face_up=face_up, conquer_value=value)
        if table.holder is not None:
            hold(self.game, space, self.seats.get(table.holder, NOBODY))

    def _mark_card(self, space: int, table: SpaceTable) -> None:
        """Put a card of a continent on a space, face up or down, or leave a hole."""
        state, area = self.game.state, self.game.state.areas[space]
        land = area.hidden
        if table.land is not None:
            land = (
                basic_land(table.land, playable=True)
                if table.land in BASIC_TYPES
                else _card(table.land)
            )
        if table.hole:
            put_into_graveyards(self.game, [area.land])
        elif table.face == "up" and land is not None:
            state.change(area.land, printed=land)
            state.change_area(space, hidden=None, face_up=True)
        else:
            state.change_area(space, hidden=land)
        if table.tapped_by is not None:
            state.tap(area.land, True, self.seats[table.tapped_by])


def _card(name: str) -> Printed:
    return printed(library().card(name))


OF_THE_SCRIPT = (
    "expect",
    "illegal",
    "until",
    "resolve",
    "not",
    *(name.partition(" ")[0] for name in GAME),
)
"""Words with which script lines or expectations begin."""
STAYING = ("Artifact", "Creature", "Enchantment", "Land", "Planeswalker")
ATTACHED = ("Aura", "Equipment")


def check_name(where: str, name: str, taken: Sequence[str], *, others: str) -> Iterator[Problem]:
    """Yield the reasons why a script could not use a name for a player or permanent."""
    first = name.partition(" ")[0]
    if not name or name != " ".join(name.split()) or not name.isprintable() or ":" in name:
        yield Problem(
            where=where,
            found=repr(name),
            allowed="printable characters except ':', with single spaces between words",
        )
    elif first in OF_THE_SCRIPT:
        yield Problem(
            where=where,
            found=repr(name),
            allowed=f"a name that doesn't begin with {first!r}, as lines of a script do",
        )
    elif name.lower() in (other.lower() for other in taken):
        yield Problem(
            where=where,
            found=repr(name),
            allowed=f"a name that no other {others} and nothing else in this game has",
        )


def useless(scenario: Scenario, rules: Ruleset) -> Iterator[Problem]:
    """Yield problems for keys that have no use in this variant."""
    for number, player in enumerate(scenario.player, 1):
        yield from _idle(f"player.{number}", player, _of_player(rules))
    if all(player.out for player in scenario.player):
        yield Problem(
            where="player",
            found="no player still in the game",
            allowed="at least one player who isn't 'out'",
        )
    continent = rules.board.layouts[str(len(scenario.player))].from_decks
    for name, space in scenario.spaces.items():
        yield from _idle(f"spaces.{name}", space, _of_space(space, rules, continent=continent))
    for number, permanent in enumerate(scenario.permanent, 1):
        with suppress(UnknownCard):  # already reported
            card = library().card(permanent.card)
            if not any(kind in card.types for kind in STAYING):
                found, allowed = f"{card.name!r}, {' '.join(card.types)}", "a permanent card"
                yield Problem(where=f"permanent.{number}.card", found=found, allowed=allowed)
            elif any(isinstance(part, UNPLAYED) for part in walk(card)):
                yield Problem(
                    where=f"permanent.{number}.card",
                    found=f"{card.name!r}, which can't be played yet",
                    allowed="a playable card",
                )
            yield from _idle(f"permanent.{number}", permanent, _of_permanent(card, rules))


# (key, whether it has no use, text that says why)
Idle = Iterator[tuple[str, bool, str]]


def _idle(where: str, table: Table, keys: Idle) -> Iterator[Problem]:
    for key, idle, instead in keys:
        if idle and (value := getattr(table, key)) != default_of(type(table), key):
            yield Problem(where=f"{where}.{key}", found=shown(value), allowed=f"nothing{instead}")


def _of_player(rules: Ruleset) -> Idle:
    no_stronghold = f": {rules.name} has no Strongholds"
    yield "life", rules.setup.life is None, f": players have no life in {rules.name}"
    yield "stronghold", rules.stronghold is None, no_stronghold
    yield "lost_turns", rules.stronghold is None, no_stronghold


def _of_space(space: SpaceTable, rules: Ruleset, *, continent: bool) -> Idle:
    yield "hole", not continent, f": land can't be destroyed in {rules.name}"
    yield "land", space.hole, " where there is a hole"
    yield (
        "tapped_by",
        not continent or space.hole or space.face == "down",
        ": there is no land to tap",
    )
    yield "holder", continent, f": players can't hold land in {rules.name}"
    yield "conquer_value", not rules.has_conquer_values, f": {rules.name} has no Conquer Values"


def _of_permanent(card: Card, rules: Ruleset) -> Idle:
    yield (
        "attached_to",
        not any(kind in card.subtypes for kind in ATTACHED),
        f": {card.name} can't be attached",
    )
    yield (
        "carried_by",
        rules.belongings is None or "Artifact" not in card.types,
        f": {card.name} can't be carried here",
    )
    yield (
        "named",
        not rules.reach.names(printed(card).base.abilities),
        f": {card.name} doesn't name a space here",
    )


# --- positions that no game can reach ---

POSSIBLE = "a position that a game can reach"


def impossible(game: Game, scenario: Scenario) -> Iterator[Problem]:
    """Yield the problems of a position in which nothing has happened yet."""
    found = [*_face_down(game, scenario), *_lost(game, scenario)]
    yield from found or _over(game)


def turn_up_strongholds(game: Game, scenario: Scenario) -> None:
    """Turn up each Stronghold that an opponent occupies or holds, unless the file has it (W-4)."""
    for index, area in enumerate(game.state.areas):
        if (
            not area.face_up
            and area.stronghold != NOBODY
            and game.space_name(index) not in scenario.spaces
            and _has_been_entered(game, index)
        ):
            game.state.change_area(index, face_up=True)


def _has_been_entered(game: Game, space: int) -> bool:
    """Return whether a player other than the owner has entered a Stronghold."""
    area = game.state.areas[space]
    others = [seat for seat in range(len(game.state.players)) if seat != area.stronghold]
    return area.holder in others or any(creatures_at(game, space, seat) for seat in others)


def _face_down(game: Game, scenario: Scenario) -> Iterator[Problem]:
    """Yield a problem for each face-down area with creatures (C-19, W-4).

    On a continent creatures may stand on face-down cards (F-6).
    """
    for name, table in scenario.spaces.items():
        space = game.board.names[name]
        area = game.state.areas[space]
        if table.face == "up" or game.state.lands:
            continue
        stronghold = area.stronghold != NOBODY
        there = (
            _has_been_entered(game, space)
            if stronghold
            else any(creatures_at(game, space, p.seat) for p in game.state.players)
        )
        if there:
            why = "an opponent has been there" if stronghold else "a creature stands there"
            yield Problem(
                where=f"spaces.{name}.face", found=f"'down', though {why}", allowed="'up'"
            )


def _lost(game: Game, scenario: Scenario) -> Iterator[Problem]:
    """Yield problems with turns without a Stronghold (C-42).

    Only a player who has lost it can have any, and fewer than those that eliminate the player.
    """
    rule = game.rules.stronghold
    if rule is None:
        return
    for seat, player in enumerate(scenario.player):
        lost = rule.lost(game, seat) and not player.out
        if player.lost_turns and not lost:
            yield Problem(
                where=f"player.{seat + 1}.lost_turns",
                found=str(player.lost_turns),
                allowed="0: the Stronghold is not lost",
            )
        if lost and rule.turns_to_retake and player.lost_turns >= rule.turns_to_retake:
            allowed = f"less than {rule.turns_to_retake}: after that many turns, a player is out"
            yield Problem(
                where=f"player.{seat + 1}.lost_turns", found=str(player.lost_turns), allowed=allowed
            )


def _over(game: Game) -> Iterator[Problem]:
    """Yield a problem if the game, or a player's game, is already over (C-45, W-39)."""
    trial = game.fork()
    trial.state.set(agenda=())
    trial.push(Settle())
    trial.advance()
    if (winners := trial.state.winners) is not None:
        names = " and ".join(game.state.players[seat].name for seat in winners)
        yield Problem(
            where="",
            found=f"a game that {f'{names} has already won' if names else 'is already a draw'}",
            allowed=POSSIBLE,
        )
        return
    for before, after in zip(game.state.players, trial.state.players, strict=True):
        if after.out and not before.out:
            yield Problem(
                where=f"player.{before.seat + 1}",
                found=f"'{before.name}', who would already be out",
                allowed=POSSIBLE,
            )
