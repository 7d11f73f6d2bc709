"""The rules of a continent of cards in words: exploring it, fighting over it, and the mana of its lands."""

from __future__ import annotations

from engine.fronts.arrival import BackRow
from engine.fronts.expedition import ExploringMain, MoveCreatures, Scout
from engine.fronts.exploring import Exploring
from engine.fronts.land_mana import ThroughCreatures
from engine.fronts.layouts import Continent
from engine.fronts.neighbors import AttackNeighbors
from engine.fronts.pioneers import Pioneers
from engine.fronts.terrain import DugIn
from engine.rulewords import COLORS_OF_LANDS, bonus, in_words, many


@in_words.register
def _(rule: Continent) -> list[str]:
    return [
        f"all lands of the decks are shuffled together and dealt face down in {many(rule.rows, 'row')}; the rest is left out.",
        "You sit at the long edges: the row nearest to you is your home row. Cards that share a side are adjacent.",
        "A land that is destroyed, or would go anywhere else, goes to the land graveyard and leaves a hole. Who stands "
        "there may stay or leave, "
        "nobody may enter. A move onto a land that is destroyed in response comes to nothing: the creature stays, and has moved.",
        "What would search a library for a land finds none. After the game the lands are their decks' again.",
    ]


@in_words.register
def _(rule: Pioneers) -> list[str]:
    size = f"{rule.power}/{rule.toughness}"
    words = [f"You put a {size} creature token of a colour of your choice on any card of your home row."]
    return [*words, f"Whenever you have no creature, you get a new {size} token of that colour in your back row."] if rule.again else words


@in_words.register
def _(rule: ThroughCreatures) -> list[str]:
    return [
        "A face-up untapped land is tapped for mana by whoever has a creature on it, or has a creature next to it without summoning "
        "sickness, which taps to do it. Nobody taps a land from under an opponent's creature.",
        "A land untaps in the untap step of whoever tapped it. You control the lands on which your creatures stand, "
        "and no others; only such "
        "a land can you sacrifice.",
        "Lands that aren't basic work by their own mana abilities. Nobody plays lands from the hand.",
    ]


@in_words.register
def _(rule: ExploringMain) -> list[str]:
    return ["cast spells of every kind and take special actions. Your first one begins with turning up the land under your creatures."]


@in_words.register
def _(rule: MoveCreatures) -> list[str]:
    return [
        "Move your creatures in one block a turn: once you begin you finish all moves before anything else. Opponents may respond to each."
    ]


@in_words.register
def _(rule: Scout) -> list[str]:
    return [
        "In your main phase, outside such a block, tap an untapped creature without summoning sickness to turn up a "
        "face-down card next to it."
    ]


@in_words.register
def _(rule: AttackNeighbors) -> list[str]:
    words = [
        "Attack in one block a turn as well, one attack after another. An untapped creature without summoning sickness attacks an opposing "
        "creature next to it, tapped or not, once a turn, and taps; both deal combat damage. The attacked counts as a blocker, nobody else "
        "blocks, and no evasion stops an attack; protection prevents damage as ever. First strike and the rest are as in Magic.",
        "A creature in the row nearest to an opponent may attack the opponent instead, even if it has moved there this turn.",
        "What tramples goes on in the line of attack: to the creature on the next card and from there on, and behind the last row to the "
        "opponent. On a free card, or off the map elsewhere, it is lost.",
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
        f"Flyers move up to {many(rule.flight, 'card')} in one direction, over whatever is between, without turning that up. Flying means "
        "nothing else.",
        "Landwalkers may go on in a straight line over free land of their type, turning up each card that they step "
        "on; on the first card of "
        "another type they stop.",
        "Creatures with shadow may go on in a straight line over cards with creatures on them; on the first free card they stop.",
        "Creatures with landhome stand only on land of that type: they step on no face-down card, and are sacrificed when their land is of "
        "another type.",
        "Any number of creatures with banding, and one other, may share a card. They move, attack and are attacked as one: their power and "
        "toughness add up, and their controller divides the damage dealt to them. The land strengthens them once, if it suits one of them. "
        "Banding at certain times is banding at all times.",
    ]


@in_words.register
def _(rule: BackRow) -> list[str]:
    return [
        "New creatures arrive in your back row: in play, but not on the map, so that they neither attack nor block, nor are attacked by "
        "creatures. Without summoning sickness they move to any free card of your home row. Other permanents stay there.",
        "A creature that regenerates goes back there, tapped, and may move from the turn after on.",
    ]


@in_words.register
def _(rule: DugIn) -> list[str]:
    gain = bonus(rule.power, rule.toughness)
    return [
        f"An untapped creature gets {gain} on land of its colour's type, and {gain} for each such face-up land next to it without an "
        f"opposing creature. These go together: {COLORS_OF_LANDS}."
    ]
