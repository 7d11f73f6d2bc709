"""What the rules say under which armies march on supply and whole terrains fight."""

from __future__ import annotations

from engine.fronts.battle import Battles
from engine.fronts.mana import Colors, SupplyPoints
from engine.fronts.march import March
from engine.fronts.reach import Terrains
from engine.fronts.strongholds import RevealStronghold
from engine.fronts.supply import Supply, UpkeepHeal
from engine.fronts.victory import HoldStrongholds, Stalemate
from engine.ruleset import ZoneRules
from engine.rulewords import a_die, in_number, in_words, many


@in_words.register
def _(rule: HoldStrongholds) -> list[str]:
    return ["You win when you control every Stronghold, your own included."]


@in_words.register
def _(rule: Stalemate) -> list[str]:
    words = [f"The game is a draw when for {many(rule.rounds, 'round')} nobody gains supply or has a creature or a card left to act with."]
    if rule.standstill:
        rounds = many(rule.standstill, "round")
        words.append(
            f"So it is when for {rounds} nothing comes into play, attacks or is hurt, and no Stronghold changes hands; marching alone "
            "doesn't count."
        )
    return words


@in_words.register
def _(rule: Supply) -> list[str]:
    return [f"roll {a_die(rule.die)} and add so many supply points; creatures with mana abilities may be tapped for more."]


@in_words.register
def _(rule: UpkeepHeal) -> list[str]:
    price = f"{many(rule.price, 'point')} {'heals' if rule.price == 1 else 'heal'} one damage"
    words = f"pay upkeep; then {price}, at most {in_number(rule.most)} on a creature." if rule.most else "pay upkeep."
    free = f" Creatures that can regenerate heal {in_number(rule.free)} for nothing, on top." if rule.free else ""
    return [words + free]


@in_words.register
def _(rule: Battles) -> list[str]:
    where = "wherever creatures that you moved this turn" if rule.entered_only else "wherever creatures of yours"
    words = f"{where} stand with opponents', there is a battle, in the order that you choose. There is no way round it."
    return [f"{words} The owner of a Stronghold that is attacked may tap one of the attackers first." if rule.owner_taps else words]


@in_words.register
def _(rule: March) -> list[str]:
    words = [
        f"Each of your creatures may move {many(rule.distance, '{space}')}, tapped or not, and doesn't tap for it. New ones may move too: "
        "haste matters to nothing. Flyers also go diagonally, but not into a Stronghold or out of it."
    ]
    if rule.landwalk:
        words.append(f"A landwalker whose first move enters a {{space}} of its type may move {in_number(rule.landwalk)} more.")
    if rule.rough:
        words += [
            "Only creatures that fly or have islandhome enter an Island by themselves, and those with islandhome enter nothing else. "
            "Another creature of the same {space} that may go there carries them: both move and tap, and stay tapped until the carried "
            "one stands where it may stand by itself. Who set an islandhome creature down into an Island stays behind that turn.",
            "Say a Hill Giant and a Wind Drake, which flies, stand beside an Island. The Drake carries the Giant there; "
            "both stay tapped. In "
            "your next turn the Drake carries it on to a Forest, and from then on both untap again.",
            "Who entered a Mountain is tapped when all have moved. Strongholds know none of this.",
        ]
    return words


@in_words.register
def _(rule: Terrains) -> list[str]:
    near = (
        ("the same {space}", "the same {space} or one next to it")[rule.distance]
        if rule.distance < 2
        else f"a {{space}} at most {in_number(rule.distance)} steps away"
    )
    return [
        "What affects creatures without targeting them names one {space}, no opponent's Stronghold, and works there only; a permanent "
        "names it as it is cast.",
        "A creature's ability targets creatures in its own {space} only.",
        f"To target an opponent's creature, have a creature in {near}. Players, spells and other permanents may always be targeted.",
    ]


@in_words.register
def _(rule: SupplyPoints) -> list[str]:
    return [
        "A supply point pays for one mana of any kind: colours don't matter, {2}{G}{G} is four points. What is not "
        "spent stays. Only creatures "
        "make more; artifacts' mana abilities do nothing."
    ]


@in_words.register
def _(rule: Colors) -> list[str]:
    return []


@in_words.register
def _(rule: ZoneRules) -> list[str]:
    words = [
        'What would go to a graveyard goes to exile. So nothing "dies": what triggers on that never does, what would happen '
        "instead of it does."
    ]
    words = words if rule.graveyard == "exile" else []
    where = "the cards in exile" if rule.graveyard == "exile" else "the graveyard"
    return [*words, f"Who must draw from an empty library shuffles {where} into a new one."] if rule.renews_library else words


@in_words.register
def _(rule: RevealStronghold) -> list[str]:
    return ["While you move, or when you have priority, you may turn up the land of your Stronghold."]


BATTLE = (
    "In a battle everybody in the {space} takes part, and nobody blocks. Players may cast; then the untapped creatures of both sides deal "
    "damage equal to their power, all at once. Each side divides its damage as it likes, the attacker first; if creatures with banding "
    "are among those who receive it, their side divides instead.",
    "With several opponents there the attacker divides among the creatures of all of them, and each of them among the attacker's.",
    "Nobody is given more damage than its toughness less the damage on it; the rest is lost. First strike and double strike deal "
    "theirs before. Before damage is dealt, players may heal and prevent. Flying, landwalk and the like don't matter here.",
    "Damage is tracked by its source, and protection prevents what comes from sources of its quality.",
    "Creatures with lethal damage go to exile.",
)
"""How a battle goes, whatever brings it on."""
