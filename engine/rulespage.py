"""The rules of a variant in words, written from the loaded ruleset, so that what is read can't differ from what is played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from engine import rulespage_continent as rulespage_continent  # their words are registered as they are read
from engine.cards.legality import DeckRules
from engine.fronts.arrival import BesideToken, InStronghold
from engine.fronts.attack import AreaAttack
from engine.fronts.battle import Battles
from engine.fronts.layouts import Grid, Triangle
from engine.fronts.march import March
from engine.fronts.movement import Movement, OneStep
from engine.fronts.orders import OrderedAttack
from engine.fronts.production import ManaProduction
from engine.fronts.reach import Everywhere, Local
from engine.fronts.strongholds import Strongholds
from engine.fronts.supply import Supply
from engine.fronts.terrain import HeldLand, MatchingLand
from engine.fronts.victory import HoldAreas, Quiet, Stalemate
from engine.magic.turn import CleanupStep, Discard, DrawStep, End, Main, Step, Untap, Upkeep
from engine.ruleset import DamageRules, Ruleset, Setup
from engine.rulespage_armies import BATTLE
from engine.rulespage_pieces import fights
from engine.rulewords import COLORS_OF_LANDS, a_die, bonus, in_number, in_words, many, ordinal

CLOCKWISE = " Turns go clockwise round the table."


class Page(Struct, frozen=True):
    """One page of the rules: a heading and its paragraphs."""

    title: str
    lines: tuple[str, ...]


def pages(rules: Ruleset, players: int = 0) -> tuple[Page, ...]:
    """All that a player should know of a variant besides Magic's own rules; given a number of players, only what concerns so many."""
    rules = replace(rules, players=(players,)) if players else rules
    found = [
        Page(rules.name, (rules.summary, f"For {_players(rules)} players. After {rules.source}.")),
        Page("How to win", tuple(_victory(rules))),
        Page("The map", tuple(_map(rules))),
        Page("Before the game", (*(in_words(rules.pioneer) if rules.pioneer else ()), *_beginning(rules), *in_words(rules.zones))),
        Page("The turn", (*_turn(rules), *in_words(rules.mana))),
        Page("You on the map", tuple(in_words(rules.token)) if rules.token else ()),
        Page("Special actions", tuple(line for action in rules.action for line in in_words(action))),
        Page("Movement", (*in_words(rules.movement), *_finding(rules), *in_words(rules.arrival))),
        Page("Attacking", tuple(_attacking(rules))),
        Page("The land under your feet", tuple(line for terrain in rules.terrain for line in in_words(terrain))),
        Page("Land on the map", tuple(in_words(rules.ground)) if rules.ground else ()),
        Page("Enchantments and artifacts", tuple(in_words(rules.belongings)) if rules.belongings else ()),
        Page("How far magic reaches", (*in_words(rules.reach), *(in_words(rules.countering) if rules.countering else ()))),
        Page("Strongholds", tuple(_strongholds(rules, rules.stronghold)) if rules.stronghold else ()),
        Page("Decks", tuple(in_words(rules.deck))),
        Page("House rules", tuple(_options(rules))),
    ]
    return tuple(Page(page.title, tuple(_called(rules, line) for line in page.lines)) for page in found if page.lines)


def _called(rules: Ruleset, line: str) -> str:
    """A line with this variant's own words for spaces, and for whatever stands on squares."""
    space, by_creatures = rules.board.word, rules.token is not None and rules.token.creature
    an = "an" if space[0] in "aeiou" else "a"
    words = {
        "a {space}": f"{an} {space}",
        "A {space}": f"{an.capitalize()} {space}",
        "{space}": space,
        "{spaces}": f"{space}s",
        "{piece}": "piece" if by_creatures else "creature or token",
        "{pieces}": "pieces" if by_creatures else "creatures and tokens",
        "{Pieces}": "Pieces and obstacles" if by_creatures else "Creatures and tokens",
    }
    for name, word in words.items():
        line = line.replace(name, word)
    return line


# --- parts made of several rules ---


def _victory(rules: Ruleset) -> Iterator[str]:
    won = [victory for victory in rules.victory if not isinstance(victory, Quiet | Stalemate)]
    for victory in won:
        yield from _holding(rules, victory) if isinstance(victory, HoldAreas) else in_words(victory)
    others = "your opponent" if _is_duel(rules) else "everyone else"
    yield f"You {'also ' if won else ''}win when {others} is out of the game."
    yield from _losing(rules)
    yield from (line for victory in rules.victory if victory not in won for line in in_words(victory))


def _is_duel(rules: Ruleset) -> bool:
    """Whether only two play: whoever is out has lost then, and nothing follows."""
    return max(rules.players) == 2


def _losing(rules: Ruleset) -> Iterator[str]:
    """How one is out of the game, Strongholds aside."""
    empty = rules.setup.empty_library_loses
    if rules.token is not None and rules.token.outlived:
        yield "A token dies that has no life left, or whose player has ten poison counters" + (
            " or draws from an empty library." if empty else "."
        )
        yield "Its player discards the hand and loses all lands, artifacts, enchantments and walls; library and graveyard leave the game."
        yield "The player plays on with the creatures that are left, draws no more, and is out when there are none."
    elif rules.setup.life is not None:
        yield "Whoever has no life left or ten poison counters is out" + (", and whoever draws from an empty library." if empty else ".")
    elif empty:
        yield "Whoever draws from an empty library is out."


def _setup(rules: Ruleset) -> Setup:
    """How a game begins, for the numbers of players that there can be."""
    skipping = tuple(number for number in rules.setup.first_player_skips_draw if number in rules.players)
    return replace(rules.setup, first_player_skips_draw=skipping)


def _beginning(rules: Ruleset) -> list[str]:
    words = in_words(_setup(rules))
    return [line.removesuffix(CLOCKWISE) for line in words] if _is_duel(rules) else words


def _map(rules: Ruleset) -> Iterator[str]:
    for number in rules.players:
        layout = rules.board.layouts[str(number)]
        if not layout.has_land or layout.from_decks:
            yield f"{in_number(number).capitalize()} players: " + " ".join(in_words(layout))
            continue
        lands = rules.board.lands_per_type[str(number)]
        areas = sum(space.stronghold < 0 for space in rules.board_for(number).spaces)
        face = "face up" if rules.board.face_up else "face down"
        number_dealt = "all" if areas == 5 * lands else str(areas)
        dealt = f"{5 * lands} basic lands, {in_number(lands)} of each, are shuffled and {number_dealt} of them dealt {face}"
        dealt += "" if areas == 5 * lands else ", the rest put aside unseen"
        dealt += f", but no {' or '.join(rules.board.not_at_gates)} next to a Stronghold" if rules.board.not_at_gates else ""
        yield f"{in_number(number).capitalize()} players: {dealt}. " + " ".join(in_words(layout))
    if isinstance(rules.arrival, BesideToken):
        beside = "Lands lie beside the map." if rules.belongings is not None else "Lands, and what else is no creature, lie beside the map."
        yield from () if rules.ground is not None and rules.ground.marks == "land-drops" else (beside,)


def _turn(rules: Ruleset) -> Iterator[str]:
    yield "Each turn goes through these steps: " + ", ".join(step.name for step in rules.turn) + "."
    for step in rules.turn:
        for line in in_words(step):
            lost = _without_stronghold(step) if rules.stronghold is not None else ""
            yield f"{step.name}: {line}{lost}"
    yield "Instants and abilities are used whenever you have priority, as in Magic."


def _without_stronghold(step: Step) -> str:
    """What a step is to a player whose Stronghold is lost."""
    if isinstance(step, Supply):
        return " Without your Stronghold there is no die."
    return " Without your Stronghold you gain none." if isinstance(step, ManaProduction) else ""


def _finding(rules: Ruleset) -> Iterator[str]:
    """What becomes of areas that lie face down, where any do."""
    movement, face_up = rules.movement, rules.board.face_up
    if isinstance(movement, OneStep) and rules.has_conquer_values:
        die = f"{a_die(movement.conquer_die)} gives its Conquer Value for good."
        yield f"As a {{space}} is dealt, {die}" if face_up else f"The first creature to enter a face-down {{space}} turns it up; {die}"
    elif isinstance(movement, OneStep | March) and not face_up:
        yield "The first creature to enter a face-down {space} turns it up."


BLOCKING = "Each opponent with untapped creatures there may block with them, in turn order, each seeing the blocks before."
BLOCKING_OF_ONE = "An opponent with untapped creatures there may block with them."
AREA_ATTACK = (
    "A creature may attack where it stands if it is untapped and has been there since the turn began, or has haste.",
    "You attack in as many {spaces} as you like, one after another, each creature once. Attacking taps all but vigilant creatures.",
    BLOCKING,
    "Unblocked attackers, and trample's excess, deal their damage to the land. Damage that reaches its Conquer "
    "Value in one attack takes it; "
    "less leaves no trace.",
    "Creatures that attack a {space} together may band: all of a band but one have banding. Who blocks one blocks them all. Damage to "
    "those among whom one has banding is divided by their own side.",
    "All else is as in Magic's combat: blocking, first strike, trample and so on.",
    "A {space} stays yours with nobody in it, and with enemies standing in it: only an attack takes it. Attacking one that you hold takes "
    "nothing.",
    "The {spaces} that you hold, your own Stronghold included, are the lands that you control, so that of an Island keeps creatures with "
    "islandhome alive.",
    "What is put onto the battlefield attacking comes to stand where that attack is.",
)
"""How land is attacked, one area after another."""


def _attacking(rules: Ruleset) -> Iterator[str]:
    if any(isinstance(step, AreaAttack) for step in rules.turn):
        yield from (BLOCKING_OF_ONE if line == BLOCKING and _is_duel(rules) else line for line in AREA_ATTACK)
        if isinstance(rules.arrival, InStronghold) and "Planeswalker" in rules.arrival.types:
            yield "Attackers in a Stronghold may be aimed at planeswalkers there instead of the land."
        yield "A creature with landwalk can't be blocked in land of that type, except in the Stronghold of an opponent still in the game."
    if any(isinstance(step, Battles) for step in rules.turn):
        yield from BATTLE
    if rules.combat is not None:
        yield from fights(rules.combat, ordered=any(isinstance(step, OrderedAttack) for step in rules.turn))
    yield from in_words(rules.damage)


def _strongholds(rules: Ruleset, rule: Strongholds) -> Iterator[str]:
    secret = "is your secret until an opponent's creature comes there"
    yield f"Before the game you choose the basic land type of your Stronghold, which {'lies face up' if rule.face_up else secret}."
    yield from _secret_bonus(rules, rule)
    attacked = bool(rule.conquer_value) and rules.has_conquer_values
    if not attacked and not rule.by_presence:
        yield "It can't be taken."
        return
    if rule.by_presence:
        yield (
            "At the end of each turn, a player who alone has creatures in an opponent's Stronghold takes it, and keeps it even when it "
            "is empty. It is retaken in the same way."
        )
    if attacked:
        yield f"A Stronghold has Conquer Value {rule.conquer_value}."
    if rules.has_conquer_values:
        retaking = ", and attack your Stronghold to retake it." if attacked else "."
        lost = "While yours is lost, nobody holds your {spaces} any more, you take none and produce no mana"
        yield f"{lost}; you may still defend{retaking}"
    if rule.turns_to_retake:
        yield f"You are out if you have not retaken it by the end of your {ordinal(rule.turns_to_retake)} turn after the loss."
    if rule.least_power:
        yield f"You are out as soon as yours is lost and the power of your creatures adds up to less than {rule.least_power}."
    if _is_duel(rules):
        return
    yield "A Stronghold whose holder leaves the game falls back to its owner, if that player is still in."
    if not rule.turns_to_retake and not rule.least_power:
        yield "Whoever has lost the Stronghold is still in."
    if rule.by_presence:
        yield "The Stronghold of a player who is out is nobody's and counts no more."
    elif attacked:
        yield (
            "Whoever is out leaves with all their cards. Their Stronghold keeps its Conquer Value and the mana that it gives to its "
            "holder; bonuses, landwalk and targeting work there as anywhere else. It still doesn't count among the {spaces} that win."
        )


def _secret_bonus(rules: Ruleset, rule: Strongholds) -> Iterator[str]:
    """What others see of who stands in a Stronghold whose land is a secret."""
    if not rule.face_up and any(isinstance(terrain, MatchingLand) for terrain in rules.terrain):
        yield (
            "Its land strengthens your creatures there while it lies face down, too. Opponents are shown their size "
            "without that, and the land "
            "is turned up as soon as it decides whether a creature there lives."
        )


def _options(rules: Ruleset) -> Iterator[str]:
    for key, option in rules.options.items():
        choices = ", ".join(option.choices)
        yield f"{option.label} ({key}): {choices}; now {rules.chosen.get(key, '')}. {option.help}".rstrip()


# --- one rule each ---


def _holding(rules: Ruleset, rule: HoldAreas) -> Iterator[str]:
    numbers = {number: rule.areas[str(number)] for number in rules.players}
    yield f"You win as soon as you hold {_by_players(numbers)} {{spaces}}, Strongholds not counted."


@in_words.register
def _(rule: Grid) -> list[str]:
    words = [f"They lie in {many(rule.rows, 'row')} and {many(rule.columns, 'column')}; {{spaces}} that share a side are adjacent."]
    if rule.strongholds:
        sides = ", ".join(rule.strongholds)
        words.append(f"A Stronghold lies outside the middle of each of these sides: {sides}.")
    return words


@in_words.register
def _(rule: Triangle) -> list[str]:
    return [
        "Nine of them form a ring with three sides of three, the other three lie inside.",
        "Neighbours along the ring are adjacent, so are the inner {spaces} with each other, and each with the middle of its side.",
        "A Stronghold lies outside the middle of each side.",
    ]


@in_words.register
def _(rule: Setup) -> list[str]:
    words = [
        f"A roll of {a_die(rule.first_player_die)} decides who starts.{CLOCKWISE}",
        f"Everybody draws {many(rule.hand, 'card')}; mulligans as in Magic.",
    ]
    if rule.first_player_skips_draw:
        numbers = " or ".join(map(in_number, rule.first_player_skips_draw))
        words.append(f"With {numbers} players, whoever starts skips the first draw.")
    words.append(f"Everybody has {rule.life} life." if rule.life else "Players have no life: it can't be paid, gained, lost or damaged.")
    if not rule.empty_library_loses:
        words.append("Nobody loses by drawing from an empty library.")
    return words


@in_words.register
def _(rule: Untap) -> list[str]:
    return ["your permanents untap."]


@in_words.register
def _(rule: ManaProduction) -> list[str]:
    return [
        f"roll {a_die(rule.die)} and gain that much mana of your deck's colour, or of the one that you chose before the game, "
        f"{in_number(rule.per_area)} more of its type for each {{space}} that you hold and "
        f"{in_number(rule.per_stronghold)} for each opposing "
        "Stronghold; your own adds none. Where land has several types you choose one. This mana stays until the turn ends. Nothing can be "
        "cast or activated here, and {spaces} are never tapped; at other times creatures and artifacts make mana as usual."
    ]


@in_words.register
def _(rule: Upkeep) -> list[str]:
    return ["whatever happens at the beginning of your upkeep happens."]


@in_words.register
def _(rule: DrawStep) -> list[str]:
    return ["draw a card." if rule.count == 1 else f"draw {many(rule.count, 'card')}."]


@in_words.register
def _(rule: Main) -> list[str]:
    return ["cast spells of every kind."]


@in_words.register
def _(rule: Movement) -> list[str]:
    return ["move your creatures, one after another."]


@in_words.register
def _(rule: AreaAttack) -> list[str]:
    return ["attack, one {space} after another."]


@in_words.register
def _(rule: End) -> list[str]:
    return [f"discard down to {many(rule.hand_size, 'card')}; whatever lasts until the end of the turn wears off."]


@in_words.register
def _(rule: OneStep) -> list[str]:
    words = [
        "Each of your creatures may move once a turn to an adjacent {space}. It must be untapped, without defender, and have haste or have "
        "been yours since the turn began."
    ]
    if rule.taps:
        words.append("Moving taps it, unless it has vigilance.")
    return [*words, "Any number of creatures of any players may share a {space}."]


@in_words.register
def _(rule: InStronghold) -> list[str]:
    words = ["Creatures arrive in their controller's Stronghold."]
    if "Planeswalker" in rule.types:
        words = ["Creatures and planeswalkers arrive in their controller's Stronghold, and planeswalkers stay there."]
    if rule.room:
        words.append(f"With {many(rule.room, 'creature')} of yours in it there is no room: no more can be cast, nor put there.")
    return [*words, "Without your Stronghold you bring no creatures into play."] if rule.held_only else words


@in_words.register
def _(rule: DamageRules) -> list[str]:
    words = ["Damage to creatures wears off at the end of the turn." if rule.wears_off else "Damage to creatures stays."]
    if rule.creatures_gain_life:
        words.append(
            "So a creature has life: its toughness, less its damage. What lets a target player gain life may target a creature instead, "
            'which may come to have more life than toughness. "You gain life" is still yours alone.',
        )
        words.append(
            "What changes a creature's toughness changes its life with it, for as long as it lasts. A creature with no life left dies."
        )
    return words


@in_words.register
def _(rule: MatchingLand) -> list[str]:
    gain = bonus(rule.power, rule.toughness)
    but = "." if rule.opposing_strongholds else ", but not in a living opponent's Stronghold."
    return [
        f"A creature in a {{space}} with the basic land type of its colour gets {gain}{but}",
        f"These go together: {COLORS_OF_LANDS}. It is the land's present type that counts, whatever has changed it.",
    ]


@in_words.register
def _(rule: HeldLand) -> list[str]:
    gain = bonus(rule.power, rule.toughness)
    return [f"A creature in a {{space}} that its controller holds gets {gain}, but not in the Stronghold of a living player."]


@in_words.register
def _(rule: Everywhere) -> list[str]:
    return ["As in Magic, everything reaches everything."]


@in_words.register
def _(rule: Local) -> list[str]:
    near = (
        ("", " or a {space} next to it")[rule.player_range]
        if rule.player_range < 2
        else f" or a {{space}} up to {in_number(rule.player_range)} steps from it"
    )
    words = [
        "Creatures' abilities affect only creatures in the same {space}; they count, see and hear of creatures everywhere, and costs may "
        "be paid with those elsewhere.",
        "Enchantments, artifacts and spells cover the whole map. Auras and Equipment travel with what they are on.",
        "To target an opponent's creature with a spell, or with an ability of something that is no creature, hold its {space} or have a "
        "creature there. Your own creatures you may always target.",
        f"To target an opponent in that way, hold, or have a creature in, their Stronghold{near}. A creature's ability may target "
        "an opponent only from that opponent's Stronghold.",
        "Opponents' other permanents, their spells and the lands of the map may be targeted from anywhere. What targets nobody reaches all "
        "players and cards.",
        "Targets are checked again on resolution: who has lost the last creature there by then has lost the right.",
    ]
    return [*words, "The land of a living opponent's Stronghold can't be targeted."] if rule.stronghold_land_safe else words


@in_words.register
def _(rule: DeckRules) -> list[str]:
    words = [f"At least {rule.size} cards, at most {in_number(rule.copies)} of each" + ("." if rule.lands else ", no lands.")]
    words += [f"At least {rule.least_lands} lands."] if rule.least_lands else []
    words += [f"At most {rule.most_lands} lands."] if rule.most_lands is not None else []
    words += [f"No cards with {', '.join(rule.unplayed_keywords)}."] if rule.unplayed_keywords else []
    words += ["Cards of one colour only, and colourless ones."] if rule.one_color else []
    words += ["Vintage's lists of banned and restricted cards hold."] if rule.vintage else []
    return [*words, "Not allowed: " + ", ".join(reason.replace("-", " ") for reason in rule.forbid) + "."] if rule.forbid else words


@in_words.register
def _(rule: Discard) -> list[str]:
    return [f"discard down to {many(rule.hand_size, 'card')}."]


@in_words.register
def _(rule: CleanupStep) -> list[str]:
    return ["damage and whatever lasts until the end of the turn wear off."]


# --- words ---


def _players(rules: Ruleset) -> str:
    *others, last = map(in_number, rules.players)
    return f"{', '.join(others)} or {last}" if others else last


def _by_players(numbers: Mapping[int, int]) -> str:
    """ "5 (2 players), 7 (3) or 8 (4)"; "5" alone."""
    if len(numbers) == 1:
        return str(*numbers.values())
    parts = [f"{number} ({players} players)" for players, number in numbers.items()]
    return ", ".join(parts[:-1]) + " or " + parts[-1]
