"""The rules of a variant in words, written from the loaded ruleset, so that what is read can't differ from what is played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from engine.cards.legality import DeckRules
from engine.fronts.arrival import BackRow, BesideToken, InStronghold
from engine.fronts.attack import AreaAttack
from engine.fronts.battle import Battles
from engine.fronts.belongings import Belongings, HandOver
from engine.fronts.countering import Countering
from engine.fronts.engagement import Engagements
from engine.fronts.expedition import ExploringMain, MoveCreatures, Scout
from engine.fronts.exploring import Exploring
from engine.fronts.ground import Ground
from engine.fronts.land_drops import PlayLand
from engine.fronts.layouts import Continent, Grid, Triangle
from engine.fronts.movement import Movement, OneStep
from engine.fronts.neighbors import AttackNeighbors
from engine.fronts.orders import OrderedAttack
from engine.fronts.pioneers import Pioneers
from engine.fronts.player_tokens import PlayerTokens
from engine.fronts.production import ManaProduction
from engine.fronts.reach import Everywhere, Local, WithinMovement
from engine.fronts.shedding import RemoveAura
from engine.fronts.skirmish import AttackByAttack
from engine.fronts.squares import Squares
from engine.fronts.strongholds import Strongholds
from engine.fronts.tapping import ThroughCreatures
from engine.fronts.terrain import DugIn, HeldLand, MatchingLand, MatchingSquare
from engine.fronts.victory import HoldAreas, Quiet
from engine.fronts.walking import ByLife, BySize, MovePiece, Walk
from engine.magic.turn import CleanupStep, Discard, DrawStep, End, Main, Untap, Upkeep
from engine.ruleset import DamageRules, Ruleset, Setup
from engine.rulespage_armies import BATTLE
from engine.rulewords import in_number, in_words


class Page(Struct, frozen=True):
    """One page of the rules: a heading and its paragraphs."""

    title: str
    lines: tuple[str, ...]


def pages(rules: Ruleset) -> tuple[Page, ...]:
    """All that a player should know of a variant besides Magic's own rules."""
    found = [
        Page(rules.name, (rules.summary, f"For {_players(rules)} players. After {rules.source}.")),
        Page("How to win", tuple(_victory(rules))),
        Page("The map", tuple(_map(rules))),
        Page("Before the game", (*(in_words(rules.pioneer) if rules.pioneer else ()), *in_words(rules.setup), *in_words(rules.zones))),
        Page("The turn", (*_turn(rules), *in_words(rules.mana))),
        Page("You on the map", tuple(in_words(rules.token)) if rules.token else ()),
        Page("Special actions", tuple(line for action in rules.action for line in in_words(action))),
        Page("Movement", (*in_words(rules.movement), *in_words(rules.arrival))),
        Page("Attacking", tuple(_attacking(rules))),
        Page("The land under your feet", tuple(line for terrain in rules.terrain for line in in_words(terrain))),
        Page("Land on the map", tuple(in_words(rules.ground)) if rules.ground else ()),
        Page("Enchantments and artifacts", tuple(in_words(rules.belongings)) if rules.belongings else ()),
        Page("How far magic reaches", (*in_words(rules.reach), *(in_words(rules.countering) if rules.countering else ()))),
        Page("Strongholds", tuple(in_words(rules.stronghold)) if rules.stronghold else ()),
        Page("Decks", tuple(in_words(rules.deck))),
        Page("House rules", tuple(_options(rules))),
    ]
    return tuple(page for page in found if page.lines)


# --- parts made of several rules ---


def _victory(rules: Ruleset) -> Iterator[str]:
    for victory in rules.victory:
        yield from in_words(victory)
    if rules.token is not None and rules.token.outlived:
        yield "A token that has no life left dies" + (
            ", and one whose player draws from an empty library." if rules.setup.empty_library_loses else "."
        )
        yield "Its player discards the hand and loses all lands, artifacts, enchantments and walls; library and graveyard leave the game."
        yield "The player plays on with the creatures that are left, draws no more, and is out when there are none."
    elif rules.setup.life is not None:
        yield "Whoever has no life left is out" + (", and whoever draws from an empty library." if rules.setup.empty_library_loses else ".")
    yield "You also win when everyone else is out of the game."


def _map(rules: Ruleset) -> Iterator[str]:
    for number in rules.players:
        layout = rules.board.layouts[str(number)]
        if not layout.has_land or layout.from_decks:
            yield f"{in_number(number).capitalize()} players: " + " ".join(in_words(layout))
            continue
        lands = rules.board.lands_per_type[str(number)]
        areas = sum(space.stronghold < 0 for space in rules.board_for(number).spaces)
        face = "face up" if rules.board.face_up else "face down"
        dealt = f"{in_number(lands)} of each basic land are shuffled and {areas} of them dealt {face}"
        yield f"{in_number(number).capitalize()} players: {dealt}. " + " ".join(in_words(layout))


def _turn(rules: Ruleset) -> Iterator[str]:
    yield "Each turn goes through these steps: " + ", ".join(step.name for step in rules.turn) + "."
    for step in rules.turn:
        for line in in_words(step):
            yield f"{step.name}: {line}"


def _attacking(rules: Ruleset) -> Iterator[str]:
    if any(isinstance(step, AreaAttack) for step in rules.turn):
        yield "A creature may attack where it stands if it is untapped and has been there since the turn began, or has haste."
        yield "You attack in as many areas as you like, one after another, each creature once. Attacking taps all but vigilant creatures."
        yield "Each opponent with untapped creatures there may block with them, in turn order, each seeing the blocks before."
        yield "What is not blocked damages the land. Damage that reaches its Conquer Value in one attack takes it; less leaves no trace."
        yield "A creature with landwalk can't be blocked in land of that type, except in the Stronghold of an opponent still in the game."
    if any(isinstance(step, Battles) for step in rules.turn):
        yield from BATTLE
    if rules.combat is not None:
        yield from in_words(rules.combat)
    yield from in_words(rules.damage)


def _options(rules: Ruleset) -> Iterator[str]:
    for key, option in rules.options.items():
        choices = ", ".join(option.choices)
        yield f"{option.label} ({key}): {choices}; now {rules.chosen.get(key, '')}. {option.help}".rstrip()


# --- one rule each ---


@in_words.register
def _(rule: HoldAreas) -> list[str]:
    return [f"You win as soon as you hold {_by_players(rule.areas)} areas, Strongholds not counted."]


@in_words.register
def _(rule: Quiet) -> list[str]:
    return [f"When every token is dead and nobody has attacked for {in_number(rule.rounds)} full rounds, the game is a draw."]


@in_words.register
def _(rule: Grid) -> list[str]:
    words = [f"They lie in {in_number(rule.rows)} rows and {in_number(rule.columns)} columns; areas that share a side are adjacent."]
    if rule.strongholds:
        sides = ", ".join(rule.strongholds)
        words.append(f"A Stronghold lies outside the middle of each of these sides: {sides}.")
    return words


@in_words.register
def _(rule: Squares) -> list[str]:
    columns, rows = rule.extent()
    counted = "in king's moves, diagonal steps as long as straight ones" if rule.distance == "king" else "as the crow flies, rounded down"
    words = [f"a grid of {columns} x {rows} squares, one movement unit each; distance is counted {counted}."]
    if rule.drawing:
        words += ["It is laid out as drawn."]
    return [*words, "Nobody stands on an obstacle."]


@in_words.register
def _(rule: Triangle) -> list[str]:
    return [
        "Nine of them form a ring with three sides of three, the other three lie inside.",
        "Neighbours along the ring are adjacent, so are the inner areas with each other, and each with the middle of its side.",
        "A Stronghold lies outside the middle of each side.",
    ]


@in_words.register
def _(rule: Setup) -> list[str]:
    words = [
        f"A roll of a {rule.first_player_die}-sided die decides who starts.",
        f"Everybody draws {in_number(rule.hand)} cards; mulligans as in Magic.",
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
        f"roll a {rule.die}-sided die and gain that much mana of your colour, {in_number(rule.per_area)} more of its type for each area "
        f"that you hold and {in_number(rule.per_stronghold)} for each opposing Stronghold. It stays until the turn ends. "
        "Nothing can be cast or activated here."
    ]


@in_words.register
def _(rule: Upkeep) -> list[str]:
    return ["whatever happens at the beginning of your upkeep happens."]


@in_words.register
def _(rule: DrawStep) -> list[str]:
    return ["draw a card." if rule.count == 1 else f"draw {in_number(rule.count)} cards."]


@in_words.register
def _(rule: Main) -> list[str]:
    return ["cast spells of every kind."]


@in_words.register
def _(rule: Movement) -> list[str]:
    return ["move your creatures, one after another."]


@in_words.register
def _(rule: AreaAttack) -> list[str]:
    return ["attack, one area after another."]


@in_words.register
def _(rule: End) -> list[str]:
    return [f"discard down to {in_number(rule.hand_size)} cards; whatever lasts until the end of the turn wears off."]


@in_words.register
def _(rule: OneStep) -> list[str]:
    words = [
        "Each of your creatures may move once a turn to an adjacent area. It must be untapped, without defender, and have haste or have "
        "been yours since the turn began."
    ]
    if rule.taps:
        words.append("Moving taps it, unless it has vigilance.")
    words.append(
        f"The first creature to enter a face-down area turns it up; a {rule.conquer_die}-sided die gives its Conquer Value for good."
    )
    return [*words, "Any number of creatures of any players may share an area."]


@in_words.register
def _(rule: InStronghold) -> list[str]:
    words = ["Creatures arrive in their controller's Stronghold."]
    if "Planeswalker" in rule.types:
        words = ["Creatures and planeswalkers arrive in their controller's Stronghold, and planeswalkers stay there."]
    if rule.room:
        words.append(f"With {in_number(rule.room)} creatures of yours in it there is no room: no more can be cast, nor put there.")
    return [*words, "Without your Stronghold you bring no creatures into play."] if rule.held_only else words


@in_words.register
def _(rule: PlayerTokens) -> list[str]:
    kind = "creature" if rule.creature else "piece that is no creature"
    words = [f"Your token is you: a {rule.power}/{rule.toughness} {kind} whose damage never heals. Its life is yours."]
    if rule.start == "border":
        words.append("Before the game, in turn order, everybody chooses the border square where their token starts.")
    else:
        words.append("Tokens start where the map says, or in the middle of opposite ends.")
    if not rule.creature:
        words.append("Whatever may target you targets the player; a token is no permanent that could be targeted.")
    elif rule.untouchable:
        words.append(
            "Nothing destroys, exiles, sacrifices, regenerates, returns or takes control of a token; other spells may be cast on it."
        )
    if not rule.casts_while_tapped:
        words.append("While your token is tapped you cast no spells. Abilities work, and mana may be used for them.")
    return words


@in_words.register
def _(rule: PlayLand) -> list[str]:
    return [f"Play {in_number(rule.per_turn)} land a turn in your main phase. Lands tap for mana."]


@in_words.register
def _(rule: MovePiece) -> list[str]:
    where = " or ".join(rule.steps) or "main phases"
    return [f"Move your pieces in your {where}, while the stack is empty, each as far as it goes, all at once or in parts."]


@in_words.register
def _(rule: RemoveAura) -> list[str]:
    return [f"At any time, take an Aura off your own token for its mana cost or {rule.life} life. Nobody can respond to that."]


@in_words.register
def _(rule: BySize) -> list[str]:
    share = "half of" if rule.divisor == 2 else f"one {_ordinal(rule.divisor)} of"
    words = [
        f"A creature moves {share} its power and toughness together, rounded up; a token {in_number(rule.token)}. Tapped pieces don't "
        "move, nor do creatures with defender that nothing lets attack. New creatures may move.",
        f"A flyer that used its full movement in your turn before moves {in_number(rule.flying_factor)} times as far.",
    ]
    return words + _in_the_way(rule)


@in_words.register
def _(rule: ByLife) -> list[str]:
    token = "as many squares as you have life" if rule.token_by_life else _squares(rule.token)
    words = [
        "A creature moves as many squares a turn as it has life left, a flyer as many more as its toughness; walls don't move. "
        f"Your token moves {token}. Tapped pieces don't move. New creatures may."
    ]
    return words + _in_the_way(rule)


def _in_the_way(rule: Walk) -> list[str]:
    words = ["Pieces and obstacles are in the way of whoever walks; flyers pass over them."] if rule.flying_over else []
    if rule.tapped_occupy:
        words.append("One piece stands on a square.")
    else:
        words.append("A tapped creature is in nobody's way: others may enter its square, and stay there when it untaps.")
    if rule.shadow_apart:
        words.append("Creatures with shadow and pieces without are not in each other's way.")
    return words


@in_words.register
def _(rule: BesideToken) -> list[str]:
    words = [
        f"A new creature comes to stand within {rule.range} of your token, where you like, or on the nearest free square; a Wall within "
        f"{rule.walls}. What becomes a creature does the same."
    ]
    if rule.far_tapped:
        words.append("A creature, Walls aside, that finds no room so near comes tapped, and doesn't untap in your next untap step.")
    return words


@in_words.register
def _(rule: OrderedAttack) -> list[str]:
    return ["order your attacks; then your opponent orders theirs, and all happen together."]


@in_words.register
def _(rule: AttackByAttack) -> list[str]:
    return ["attack, one attack after another. What lasts until end of combat lasts until this step ends."]


@in_words.register
def _(rule: Engagements) -> list[str]:
    if rule.attacked_taps:
        return _skirmish_in_words(rule)
    words = [
        f"Attacks reach {rule.range}, those of pieces with first strike or double strike {rule.first_strike_range}.",
        "Each untapped piece without summoning sickness may attack one opposing piece in range. Both deal damage to each other; a piece "
        "deals all of its damage to the one that it attacks, or divides it among those that attack it.",
        "Attackers tap, and those that survive untap at the end of the turn. Who is only attacked doesn't tap.",
        "Who could not block a creature can't attack it; two that walk on the same land can. Tokens can be attacked by everybody.",
        "What tramples may deal damage beyond what is lethal to others in its range. Rampage counts the opposing creatures in range.",
        f"Banded creatures attack together, all within {rule.band_range} of each other; their controller divides the damage dealt to them.",
        "Who must attack goes towards its target, or the nearest opposing piece, and attacks it. An attack on a token is not blocked.",
    ]
    if rule.opportunity:
        words.insert(4, "An untapped piece may attack any opponent that comes within its range as it moves, which stops it there.")
    return words


def _skirmish_in_words(rule: Engagements) -> list[str]:
    idle = [name for name, attacks in (("walls", rule.walls_attack), ("tokens", rule.tokens_attack)) if not attacks]
    words = [
        f"Each untapped creature without summoning sickness may attack one opposing piece within {_squares(rule.range)} of it.",
        "Attacker and attacked both tap, vigilant attackers aside, and deal combat damage to each other, the attacked as if it blocked. "
        "A tapped creature can be attacked, and strikes back.",
        "Who could not block a creature can't attack it. Tokens can be attacked by everybody.",
        "What tramples may deal damage beyond what is lethal to other opposing pieces next to it.",
    ]
    return [*words, f"{' and '.join(idle).capitalize()} don't attack; they don't tap when they are attacked."] if idle else words


@in_words.register
def _(rule: Belongings) -> list[str]:
    return [
        "Auras travel with what they enchant. Auras on players, and enchantments that protect their player, such as the Circles of "
        f"Protection, travel with the token and cover its player's creatures within {_squares(rule.cover_range)}.",
        "Every other enchantment lies on the square where its player stood as it was cast; world enchantments lie beside the map.",
        "A world enchantment may be removed from anywhere"
        + (", but the player exiles every copy of the spell that did it." if rule.removal_of_worlds_exiles else "."),
        f"Any other enchantment or artifact can be removed only by a player with a piece within {_squares(rule.removal_range)} of it.",
        "Artifacts that are no creatures are carried: by your token, as many as there are, or by creatures connected to it, a chain of "
        "neighbours, each up to its toughness. In your main phases you may hand them over along the chain.",
        "What a creature can't carry any more it drops; what is dropped belongs to nobody until a piece enters its square and takes it. "
        "A carrier that dies takes its artifacts along; one that leaves otherwise drops them.",
    ]


@in_words.register
def _(rule: HandOver) -> list[str]:
    return ["In your main phases, hand an artifact over to a piece that is connected to its carrier."]


@in_words.register
def _(rule: Countering) -> list[str]:
    words = [
        f"To counter another player's spell your token must be within {_squares(rule.token_range)} of theirs, or an untapped creature of "
        f"yours within {_squares(rule.creature_range)}, which you tap for it."
    ]
    return [*words, "A tapped creature may serve too; it is put into the graveyard."] if rule.tapped_serve else words


@in_words.register
def _(rule: Ground) -> list[str]:
    marks = {
        "": "Squares are land only where the map says so.",
        "land-drops": "Each land that you play lies on your square, or the nearest that is no land yet, and makes it land of its types "
        "while it is untapped.",
        "players": f"Before the game the players place basic lands in turn, {rule.number} in all.",
    }
    words = [marks[rule.marks]]
    words += ["A landwalker can't be attacked on its kind of land."] if rule.landwalkers_safe else []
    words += ["Creatures enter only land of their colour, and plain squares; tokens go anywhere."] if rule.own_color_only else []
    if rule.aquatic_stay:
        words.append("Aquatic creatures stay on islands, and die elsewhere; of the others only blue and flying creatures enter islands.")
        words.append(f"Aquatic is whatever has islandhome, and each {' or '.join(rule.aquatic)}.")
    return words


@in_words.register
def _(rule: MatchingSquare) -> list[str]:
    return [f"A creature on a square that is land of its colour gets +{rule.power}/+{rule.toughness}."]


@in_words.register
def _(rule: WithinMovement) -> list[str]:
    return [
        "A creature's ability that costs tapping or sacrificing affects another creature, or a player, only if the two are no further "
        "apart than the affected one could move. A creature is sacrificed to another only within the reach of the other's movement.",
        "Everything else reaches everything.",
    ]


@in_words.register
def _(rule: DamageRules) -> list[str]:
    words = ["Damage to creatures wears off at the end of the turn." if rule.wears_off else "Damage to creatures stays."]
    if rule.creatures_gain_life:
        words.append(
            "So a creature has life: its toughness, less its damage. What lets a target player gain life may target a creature instead, "
            "which may come to have more life than toughness."
        )
    return words


@in_words.register
def _(rule: MatchingLand) -> list[str]:
    bonus = f"+{rule.power}/+{rule.toughness}"
    but = "." if rule.opposing_strongholds else ", but not in a living opponent's Stronghold."
    return [f"A creature in an area with the basic land type of its colour gets {bonus}{but}"]


@in_words.register
def _(rule: HeldLand) -> list[str]:
    bonus = f"+{rule.power}/+{rule.toughness}"
    return [f"A creature in an area that its controller holds gets {bonus}, but not in the Stronghold of a living player."]


@in_words.register
def _(rule: Everywhere) -> list[str]:
    return ["As in Magic, everything reaches everything."]


@in_words.register
def _(rule: Local) -> list[str]:
    near = "or an area next to it" if rule.player_range == 1 else f"or an area up to {in_number(rule.player_range)} steps from it"
    words = [
        "Creatures' abilities affect only creatures in the same area. Enchantments, artifacts and spells cover the whole map.",
        "To target an opponent's creature with a spell, or with an ability of something that is no creature, hold its area or have a "
        "creature there. Your own creatures you may always target.",
        f"To target an opponent in that way, hold, or have a creature in, their Stronghold {near}. A creature's ability may target "
        "an opponent only from that opponent's Stronghold.",
        "What targets nobody reaches everybody. Targets are checked again when a spell resolves.",
    ]
    return [*words, "The land of a living opponent's Stronghold can't be targeted."] if rule.stronghold_land_safe else words


@in_words.register
def _(rule: Strongholds) -> list[str]:
    words = [] if rule.face_up else ["The land of your Stronghold is your secret until an opponent's creature comes there."]
    if rule.by_presence:
        words += [
            "At the end of each turn, a player who alone has creatures in an opponent's Stronghold takes it, and keeps it even when it "
            "is empty. It is retaken in the same way.",
            "Whoever has lost the Stronghold is still in. The Stronghold of a player who is out is nobody's and counts no more.",
        ]
    if rule.conquer_value:
        words.append(
            f"A Stronghold has Conquer Value {rule.conquer_value}. While yours is lost, nobody holds your areas any more, you take none "
            "and produce no mana; you may still defend, and attack your Stronghold to retake it."
        )
    if rule.turns_to_retake:
        words.append(
            f"You are out if you have not retaken it by the end of your {_ordinal(rule.turns_to_retake)} turn after the loss, or as soon "
            f"as the power of your creatures adds up to less than {rule.least_power}."
        )
    if rule.conquer_value:
        words.append(
            "Whoever is out leaves with all their cards; their Stronghold space keeps its Conquer Value and mana and is an area like any "
            "other."
        )
    return words


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
def _(rule: Continent) -> list[str]:
    return [
        f"all lands of the decks are shuffled together and dealt face down in {in_number(rule.rows)} rows; the rest is left out.",
        "You sit at the long edges: the row nearest to you is your home row. Cards that share a side are adjacent.",
        "A land that is destroyed, or would go anywhere else, goes to the land graveyard and leaves a hole, which nobody may enter.",
    ]


@in_words.register
def _(rule: Pioneers) -> list[str]:
    size = f"{rule.power}/{rule.toughness}"
    words = [f"You put a {size} creature token of a colour of your choice on any card of your home row."]
    return [*words, f"Whenever you have no creature, you get a new {size} token in your back row."] if rule.again else words


@in_words.register
def _(rule: ThroughCreatures) -> list[str]:
    return [
        "A face-up untapped land is tapped for mana by whoever has a creature on it, or has a creature next to it, which taps to do it. "
        "Nobody taps a land from under an opponent's creature.",
        "A land untaps in the untap step of whoever tapped it. You control the lands on which your creatures stand, and no others.",
        "Nobody plays lands from the hand.",
    ]


@in_words.register
def _(rule: ExploringMain) -> list[str]:
    return ["cast spells of every kind, scout, move and attack. Your first one begins with turning up the land under your token."]


@in_words.register
def _(rule: Discard) -> list[str]:
    return [f"discard down to {in_number(rule.hand_size)} cards."]


@in_words.register
def _(rule: CleanupStep) -> list[str]:
    return ["damage and whatever lasts until the end of the turn wear off."]


@in_words.register
def _(rule: MoveCreatures) -> list[str]:
    return [
        "Move your creatures in one block a turn: once you begin you finish all moves before anything else. Opponents may respond to each."
    ]


@in_words.register
def _(rule: Scout) -> list[str]:
    return ["In your main phase, outside such a block, tap a creature to turn up a face-down card next to it."]


@in_words.register
def _(rule: AttackNeighbors) -> list[str]:
    words = [
        "Attack in one block a turn as well, one attack after another. An untapped creature without summoning sickness attacks an opposing "
        "creature next to it, once a turn, and taps; both deal combat damage. Nobody else blocks, and evasion stops no attack.",
        "A creature in the row nearest to an opponent may attack the opponent instead.",
        "What tramples goes on in the line of attack: to the creature on the next card, and behind the last row to the opponent.",
    ]
    if rule.keeps_terrain:
        words.append("An attacker keeps for that attack what the land gave it, though attacking taps it.")
    return [*words, "Whom a creature that can't be blocked attacks deals no damage back."] if rule.unblockable_safe else words


@in_words.register
def _(rule: Exploring) -> list[str]:
    tired = "even a tapped one" if rule.tapped else "if it is untapped"
    return [
        f"A creature without summoning sickness moves one card north, south, east or west once a turn, {tired}, and turns up the card that "
        "it steps on. One creature stands on a card.",
        f"Flyers move up to {in_number(rule.flight)} cards in one direction, over whatever is between. Landwalkers go on over free land of "
        "their type, creatures with shadow over other creatures, both in a straight line.",
        "Creatures with landhome stand only on land of that type.",
        "Any number of creatures with banding, and one other, may share a card: they move, attack and are attacked together, and their "
        "controller divides the damage dealt to them.",
    ]


@in_words.register
def _(rule: BackRow) -> list[str]:
    return [
        "New creatures arrive in your back row, off the map; from there they move to any free card of your home row. Other permanents stay "
        "there. A creature that regenerates goes back there, tapped.",
    ]


@in_words.register
def _(rule: DugIn) -> list[str]:
    bonus = f"+{rule.power}/+{rule.toughness}"
    return [
        f"An untapped creature gets {bonus} on land of its colour's type, and {bonus} for each such face-up land next to it without an "
        "opposing creature."
    ]


# --- words ---


def _squares(number: int) -> str:
    return "one square" if number == 1 else f"{in_number(number)} squares"


def _ordinal(number: int) -> str:
    words = ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh")
    return words[number] if 0 < number < len(words) else f"{number}th"


def _players(rules: Ruleset) -> str:
    *others, last = map(in_number, rules.players)
    return f"{', '.join(others)} or {last}" if others else last


def _by_players(numbers: Mapping[str, int]) -> str:
    """ "5 (2 players), 7 (3) or 8 (4)"."""
    parts = [f"{number} ({players} players)" for players, number in numbers.items()]
    return ", ".join(parts[:-1]) + (" or " if len(parts) > 1 else "") + parts[-1]
