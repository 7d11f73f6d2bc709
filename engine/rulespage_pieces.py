"""The rules of pieces on a board of squares in words: players' tokens, ways, attacks, things, the ground."""

from __future__ import annotations

from engine.fronts.arrival import BesideToken
from engine.fronts.aura_removal import RemoveAura
from engine.fronts.belongings import Belongings, HandOver
from engine.fronts.countering import Countering
from engine.fronts.engagement import Engagements
from engine.fronts.ground import Ground
from engine.fronts.land_drops import PlayLand
from engine.fronts.orders import OrderedAttack
from engine.fronts.player_tokens import PlayerTokens
from engine.fronts.reach import WithinMovement
from engine.fronts.skirmish import AttackByAttack
from engine.fronts.squares import OBSTACLE, Squares
from engine.fronts.terrain import MatchingSquare
from engine.fronts.victory import Quiet
from engine.fronts.walking import ByLife, BySize, MovePiece, Walk
from engine.rulewords import bonus, in_number, in_words, many, ordinal


@in_words.register
def _(rule: Quiet) -> list[str]:
    return [f"When every token is dead and nobody has attacked for {many(rule.rounds, 'full round')}, the game is a draw."]


@in_words.register
def _(rule: Squares) -> list[str]:
    columns, rows = rule.extent()
    counted = "in king's moves, diagonal steps as long as straight ones" if rule.distance == "king" else "as the crow flies, rounded down"
    words = [f"a grid of {columns} x {rows} squares; distance is counted {counted}."]
    if rule.drawing:
        words += ["It is laid out as drawn."]
    barred = not rule.terrain or any(OBSTACLE in row for row in rule.drawing)
    return [*words, "Nobody stands on an obstacle."] if barred else words


@in_words.register
def _(rule: PlayerTokens) -> list[str]:
    kind = "creature" if rule.creature else "token that is no creature"
    words = [f"Your token is you: a {rule.power}/{rule.toughness} {kind}, and its damage never heals. Its life is yours."]
    if rule.start == "border":
        words.append("Before the game, in turn order, everybody chooses the border square where their token starts.")
    else:
        words.append("Tokens start where the map says, or in the middle of opposite ends.")
    if not rule.creature:
        words.append("Whatever may target you targets the player; a token is no permanent that could be targeted.")
    elif rule.untouchable:
        words.append(
            "Nothing destroys, exiles, sacrifices, regenerates, returns, copies or takes control of a token; other spells "
            "may be cast on it."
        )
    if not rule.casts_while_tapped:
        words.append("While your token is tapped you cast no spells. Abilities work, and mana may be used for them.")
    return words


@in_words.register
def _(rule: PlayLand) -> list[str]:
    return [f"Play {many(rule.per_turn, 'land')} a turn in your main phase, as in Magic."]


@in_words.register
def _(rule: MovePiece) -> list[str]:
    where = " or ".join(rule.steps) or "main phases"
    words = f"Move your {{pieces}} in your {where}, while the stack is empty, each as far as it goes, all at once or in parts."
    return [f"{words} Nothing moves at other times." if rule.steps else words]


@in_words.register
def _(rule: RemoveAura) -> list[str]:
    return [f"At any time, take an Aura off your own token for its mana cost or {rule.life} life. Nobody can respond to that."]


@in_words.register
def _(rule: BySize) -> list[str]:
    share = {1: "as far as", 2: "half of"}.get(rule.divisor, f"one {ordinal(rule.divisor)} of")
    words = [
        f"Movement is counted in units, a square each. A creature moves {share} its power and toughness together"
        f"{', rounded up' if rule.divisor > 1 else ''}; a token "
        f"{in_number(rule.token)}. Tapped pieces don't move, nor do creatures with defender that nothing lets attack. New ones may move."
    ]
    if rule.flying_factor > 1:
        far = "twice" if rule.flying_factor == 2 else f"{in_number(rule.flying_factor)} times"
        words.append(f"A flyer that used its full movement in your turn before moves {far} as far.")
    return words + _in_the_way(rule)


@in_words.register
def _(rule: ByLife) -> list[str]:
    token = "as many squares as you have life" if rule.token_by_life else _squares(rule.token)
    words = [
        "A creature moves as many squares a turn as it has life left, a flyer as many more as its toughness; walls don't move. "
        f"Your token moves {token}. Whatever is tapped doesn't move. New creatures may."
    ]
    return words + _in_the_way(rule)


def _in_the_way(rule: Walk) -> list[str]:
    words = ["{Pieces} are in the way of whoever walks" + ("; flyers pass over them." if rule.flying_over else ".")]
    if rule.tapped_occupy:
        words.append("One {piece} stands on a square.")
    else:
        words.append("A tapped creature is in nobody's way: others may enter its square, and stay there when it untaps.")
    if rule.shadow_apart:
        words.append("Creatures with shadow and {pieces} without are not in each other's way.")
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
    return ["order your attacks; then the others order theirs, and all happen together."]


@in_words.register
def _(rule: AttackByAttack) -> list[str]:
    return ["attack, one attack after another. What lasts until end of combat lasts until this step ends."]


def fights(rule: Engagements, *, ordered: bool) -> list[str]:
    """How pieces attack pieces: all attacks together after orders, or one after another."""
    farther = f", those of whoever has first strike or double strike {_squares(rule.first_strike_range)}"
    words = [
        f"Attacks reach {_squares(rule.range)}{farther if rule.first_strike_range != rule.range else ''}.",
        f"Each untapped {'piece' if rule.tokens_attack else 'creature'} without summoning sickness may attack one "
        f"opposing {{piece}} that it "
        f"reaches. {TOGETHER if ordered else ALONE} Who is tapped can be attacked, and strikes back.",
        *_tapping(rule),
        "Who could not block a creature, for its evasion, can't attack it"
        + ("; two that walk on the same land can" if rule.landwalkers_meet else "")
        + ". Who only can't block may attack; who blocks only creatures with flying attacks only those. Tokens can be "
        "attacked by everybody. "
        "An attack on a token is not blocked.",
    ]
    if rule.opportunity:
        words.append(
            "In anyone's turn, an untapped {piece} may attack any opponent that comes within its range as it moves, if the "
            "attack is legal. That "
            "stops it there, the attack follows at once, and the attacker taps."
        )
    trampling = "What tramples may deal damage beyond what is lethal to other opposing {pieces} that it reaches."
    words.append(trampling + (" Rampage counts the opposing creatures in range, each beyond the first." if rule.range_rampages else ""))
    if ordered:
        words += [
            f"Banded creatures attack together, all within {_squares(rule.band_range)} of each other; their controller divides the damage "
            "dealt to them.",
            "Who must attack goes towards its target, or the nearest opposing creature, by a shortest way, and attacks it "
            "once in range. Who is made "
            "to block goes towards the attacker and attacks it. \"If it isn't blocked\" means: if it attacks an opponent's token.",
        ]
    return words


TOGETHER = (
    "Both deal damage to each other, once even if each attacks the other; a piece deals all of its damage to the one that it attacks, or "
    "divides it among those that attack it."
)
ALONE = "They deal combat damage to each other, the attacked as if it blocked."


def _tapping(rule: Engagements) -> list[str]:
    """Who taps for an attack, and who attacks nobody."""
    tapping = "Attacker and attacked both tap, vigilant attackers aside."
    if not rule.attacked_taps:
        tapping = "Attackers tap, vigilant ones aside. Who is only attacked doesn't tap."
    if rule.attackers_untap:
        tapping += " Attackers that survive untap at the end of the turn."
    idle = " and ".join(name for name, attacks in (("walls", rule.walls_attack), ("tokens", rule.tokens_attack)) if not attacks)
    words = [tapping, f"{idle.capitalize()} don't attack."] if idle else [tapping]
    return [*words, "Walls and tokens don't tap for being attacked."] if rule.attacked_taps else words


@in_words.register
def _(rule: Belongings) -> list[str]:
    return [
        "Auras travel with what they enchant. Auras on players, and enchantments that protect their player, such as the Circles of "
        f"Protection, travel with the token and cover its player's creatures within {_squares(rule.cover_range)}.",
        "Every other enchantment lies on the square where its player stood as it was cast; world enchantments lie beside the map.",
        "A world enchantment may be removed from anywhere"
        + (", but the player exiles every copy of the spell that did it." if rule.removal_of_worlds_exiles else "."),
        f"Any other enchantment, or artifact that is no creature, may be targeted to be removed only by a player with a {{piece}} within "
        f"{_squares(rule.removal_range)} of it. What removes without targeting reaches everything.",
        "Artifacts that are no creatures are carried: by your token, as many as there are, or by creatures connected to it, a chain of "
        "neighbours, each up to its toughness. You control what you and your creatures carry. Equipment is attached to "
        "its carrier while it "
        "equips.",
        "What a creature can't carry any more it drops; what is dropped belongs to nobody, and does nothing, until a "
        "{piece} enters its square "
        "and takes it. "
        "A carrier that dies takes its artifacts along; one that leaves otherwise drops them.",
    ]


@in_words.register
def _(rule: HandOver) -> list[str]:
    return ["In your main phases, hand an artifact over to a {piece} that is connected to its carrier."]


@in_words.register
def _(rule: Countering) -> list[str]:
    words = [
        f"To counter another player's spell your token must be within {_squares(rule.token_range)} of theirs, or an untapped creature of "
        f"yours within {_squares(rule.creature_range)}, which you tap for it. Abilities may be countered from anywhere."
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
    words = [marks[rule.marks]] + (["Squares that the map shows as land are land too."] if rule.marks else [])
    words += ["A landwalker can't be attacked on its kind of land."] if rule.landwalkers_safe else []
    words += ["Creatures enter only land of their colour, and plain squares; tokens go anywhere."] if rule.own_color_only else []
    if rule.aquatic_stay:
        words.append("Aquatic creatures stay on islands, and die elsewhere; of the others only blue and flying creatures enter islands.")
        words.append(f"Aquatic is whatever has islandhome, and each {' or '.join(rule.aquatic)}.")
    return words


@in_words.register
def _(rule: MatchingSquare) -> list[str]:
    return [f"A creature on a square that is land of its colour gets {bonus(rule.power, rule.toughness)}."]


@in_words.register
def _(rule: WithinMovement) -> list[str]:
    return [
        "A creature's ability that costs tapping or sacrificing affects another creature (as a token is, where damage is dealt) only if "
        "the two are no further apart than the affected one could move. So with a creature that is tapped for another's ability. Tapped "
        "ones and Walls count by their size, as if they could move.",
        "A creature is sacrificed to another that is no further away than the other could move now.",
        "Everything else reaches everything, spells above all: what is only counted or looked at, and a player's hand and library.",
    ]


def _squares(number: int) -> str:
    return many(number, "square") if number else "0 squares"
