"""Rules of a variant in words, written from the loaded ruleset so that they can't be wrong."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from msgspec import Struct

from engine.base import rule_words
from engine.base.records import replace
from engine.base.schema import listed

if TYPE_CHECKING:
    from engine.rule import Rule
    from engine.variant.ruleset import Ruleset


class Page(Struct, frozen=True):
    """One page of the rules: a heading and its paragraphs."""

    title: str
    lines: tuple[str, ...]


def pages(rules: Ruleset, players: int = 0) -> tuple[Page, ...]:
    """Return everything a player should know of a variant besides Magic's own rules.

    With `players`, the pages are about this number of players only.
    """
    rules = replace(rules, players=(players,)) if players else rules
    said = partial(_said, rules)
    number = listed(map(rule_words.in_number, rules.players))
    found: list[tuple[str, Iterable[str]]] = [
        (rules.name, (rules.summary, f"For {number} players. Based on {rules.source}.")),
        ("How to win", _victory(rules)),
        ("The map", _map(rules)),
        (
            "Before the game",
            (*said(rules.pioneer), *rules.setup.told(rules), *rules.zones.told(rules)),
        ),
        ("The turn", (*_turn(rules), *said(rules.mana))),
        ("You on the map", said(rules.token)),
        ("Special actions", said(*rules.action)),
        (
            "Movement",
            (*said(rules.movement), *rules.movement.told_of_finding(rules), *said(rules.arrival)),
        ),
        ("Attacking", _attacking(rules)),
        ("Land bonuses", said(*rules.terrain)),
        ("Land on the map", said(rules.ground)),
        ("Enchantments and artifacts", said(rules.belongings)),
        ("Range of spells and abilities", said(rules.reach, rules.countering)),
        ("Strongholds", said(rules.stronghold)),
        ("Decks", rules.deck.told()),
        ("House rules", _options(rules)),
    ]
    pages = (Page(title, tuple(_called(rules, line) for line in lines)) for title, lines in found)
    return tuple(page for page in pages if page.lines)


def _said(rules: Ruleset, *said: Rule | None) -> Iterator[str]:
    return (line for rule in said if rule is not None for line in rule.told(rules))


def _called(rules: Ruleset, line: str) -> str:
    """Return a line with the variant's own words for spaces and pieces."""
    space, by_creatures = rules.board.word, rules.token is not None and rules.token.creature
    an = "an" if space[0] in "aeiou" else "a"
    words = {
        "a {space}": f"{an} {space}",
        "A {space}": f"{an.capitalize()} {space}",
        "{space}": space,
        "{spaces}": f"{space}s",
        "{piece}": "piece" if by_creatures else "creature or token",
        "{pieces}": "pieces" if by_creatures else "creatures and tokens",
        "{own pieces}": "pieces" if by_creatures else "creatures and token",
        "{Pieces}": "Pieces and obstacles" if by_creatures else "Creatures and tokens",
    }
    for name, word in words.items():
        line = line.replace(name, word)
    return line


def _victory(rules: Ruleset) -> Iterator[str]:
    won = [victory for victory in rules.victory if not victory.is_draw]
    yield from _said(rules, *won)
    others = "your opponent" if rules.is_duel else "everyone else"
    yield f"You {'also ' if won else ''}win when {others} is out of the game."
    yield from _losing(rules)
    yield from _said(rules, *(victory for victory in rules.victory if victory.is_draw))


def _losing(rules: Ruleset) -> Iterator[str]:
    empty = rules.setup.empty_library_loses
    if rules.token is not None and rules.token.outlived:
        poison = (
            "has ten poison counters or draws from an empty library"
            if empty
            else "has ten poison counters"
        )
        yield f"A token dies when it has no life left, or when its player {poison}."
        yield (
            "Its player discards their hand and loses all lands, artifacts, enchantments and "
            "Walls; their library and graveyard leave "
            "the game."
        )
        yield (
            "The player keeps playing with any creatures left, doesn't draw anymore, and is "
            "out of the game when none are left."
        )
    elif rules.setup.life is not None:
        others = (
            ", has ten poison counters or draws from an empty library"
            if empty
            else " or has ten poison counters"
        )
        yield f"A player who has no life left{others} is out of the game."
    elif empty:
        yield "A player who draws from an empty library is out of the game."


def _map(rules: Ruleset) -> Iterator[str]:
    for number in rules.players:
        layout = rules.board.layouts[str(number)]
        if not layout.has_land or layout.from_decks:
            yield f"{rule_words.in_number(number).capitalize()} players: " + " ".join(
                layout.told(rules)
            )
            continue
        lands = rules.board.lands_per_type[str(number)]
        areas = sum(space.stronghold < 0 for space in rules.board_for(number).spaces)
        face = "face up" if rules.board.face_up else "face down"
        left = 5 * lands - areas
        aside = {0: "", 1: ", and the last one is set aside unseen"}.get(
            left, f", and the other {rule_words.in_number(left)} are set aside unseen"
        )
        number_dealt = f"; {areas} of them are dealt {face}" if left else f" and all dealt {face}"
        dealt = (
            f"{5 * lands} basic lands, {rule_words.in_number(lands)} of each, are "
            f"shuffled{number_dealt}"
        )
        dealt += (
            f", but no {' or '.join(rules.board.not_at_gates)} next to a Stronghold"
            if rules.board.not_at_gates
            else ""
        )
        dealt += aside
        yield f"{rule_words.in_number(number).capitalize()} players: {dealt}. " + " ".join(
            layout.told(rules)
        )
    if rules.token is not None:
        others = (
            "Lands" if rules.belongings is not None else "Lands and other noncreature permanents"
        )
        yield from (
            ()
            if rules.ground is not None and rules.ground.marks == "land-drops"
            else (f"{others} lie beside the map.",)
        )


def _turn(rules: Ruleset) -> Iterator[str]:
    yield "Each turn goes through these steps: " + ", ".join(step.name for step in rules.turn) + "."
    for step in rules.turn:
        for line in step.told(rules):
            yield f"{step.name}: {line}"
    yield "You can cast instants and activate abilities whenever you have priority, as in Magic."


def _attacking(rules: Ruleset) -> Iterator[str]:
    for step in rules.turn:
        yield from step.told_of_fights(rules)
    yield from _said(rules, rules.combat)
    yield from rules.damage.told(rules)


def _options(rules: Ruleset) -> Iterator[str]:
    for key, option in rules.options.items():
        choices = ", ".join(option.choices)
        yield (
            f"{option.label} ({key}): {choices}; current: {rules.chosen.get(key, '')}. "
            f"{option.help}"
        ).rstrip()
