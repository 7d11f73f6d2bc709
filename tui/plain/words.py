"""Words for a game read aloud: spaces with their pieces, players, the stack, turns.

No symbol replaces a word.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from engine.cards.model import Card
from engine.events import Event
from engine.log import LogLine, TakenBack, many
from engine.view import (
    ObjectView,
    PlayerView,
    SpaceView,
    View,
    armies,
    piece_words,
    space_words,
)
from tui.adviser.advice import Advice, plain_words
from tui.plain.spoken import ANY, aloud
from tui.table import forecast
from tui.table.action_builder import Spot
from tui.table.wording import find, name_of
from tui.terminal import symbols

HELP = """\
Answer with a number, or with words from the answer, such as "cast bears". When you choose a \
space, its name is enough.
You can give a whole order at once, such as "move bears b3". Numbers and names of spaces must be \
whole words.
If answer 2 is for one of several identical things, type "2 all" to do it with all of them, or "2 \
times 3" to do it with three of them.
The numbers stay the same until the next question.
You can also type these words at any time:
  again: hear the question again. more: hear more answers. back: cancel the last part of an answer.
  look NAME: hear about a space, a card, a piece, or a player. map or board: hear every space and \
what is on it.
  where NAME: hear where pieces are. where: hear where your pieces are. hand, stack, players, \
deck, time: hear about these.
  graveyard NAME, exile NAME: hear the cards there.
  log: hear the latest events. log 50: hear the last 50. rules: hear the chapters of the rules. \
rules 2 or rules map: hear one of them.
  why WORDS: hear why you can't do something, such as "why cast wurm" or "why move bears b3".
  why log: hear the clause behind the latest event. why log WORDS: the same for the event with \
these words. why C-25: hear that clause.
  why 3 or w 3: hear what answer 3 means, what it can affect, and its outcome.
  hint: hear what a strong player would do, with your chance of winning after it. hint why: hear \
what may come after it.
  end: end your turn. wait: pass until something happens. full: stop whenever you could act, or \
only at your stops.
  undo: undo your last decision. concede: concede the game. quit: leave the game. It is saved \
after every decision."""
"""Everything that can be typed at the plain table."""

AT_ONCE = 60  # most spaces of a board read out at once
WIDE = 1000  # a width without line wrapping: screen readers wrap themselves
MOST_ALIKE = 5  # most things of one name described in full


def counted(sentences: Sequence[str], *, clauses: bool = False) -> Iterator[str]:
    """Yield sentences, with repeated ones once and counted.

    With `clauses`, the clauses behind them are added.
    """
    for sentence, same in groupby(sentences):
        times = sum(1 for _ in same)
        whole = sentence.removesuffix(".")
        if times > 1:
            whole = (
                f"{whole.removesuffix('a card')}{times} cards"
                if whole.endswith(" draws a card")
                else f"{whole}, {times} times"
            )
        whole += (
            f", by {sentence.clause}"
            if clauses and isinstance(sentence, LogLine) and sentence.clause
            else ""
        )
        yield full_stop(whole)


def sizes(view: View) -> Mapping[int, str]:
    """Return the size of each creature on the battlefield, by id."""
    return {
        item.id: f"{item.power}/{item.toughness}"
        for item in view.permanents
        if item.power is not None and not item.player_token
    }


def with_size(line: str, event: Event, sizes: Mapping[int, str]) -> str:
    """Return a line of the log, with the size of a creature that enters."""
    size = (
        sizes.get(event.object, "")
        if event.kind in ("enters", "token") and not isinstance(line, TakenBack)
        else ""
    )
    return f"{line}, {size}" if size else line


def full_stop(sentence: str) -> str:
    """Return a sentence with a period if it has no end mark yet."""
    return sentence if sentence.endswith((".", "!", "?", ":")) else f"{sentence}."


def map_lines(view: View, *, everything: bool = False) -> Iterator[str]:
    """Yield the spaces, one per line; of many, only those that are not empty."""
    if all(s.square and not (s.creatures or s.lying) for s in view.spaces) and not everything:
        yield f'All {len(view.spaces)} spaces are empty. Type "map all" to hear each of them.'
        return
    told = [
        s
        for s in view.spaces
        if everything
        or len(view.spaces) <= AT_ONCE
        or s.creatures
        or s.lying
        or s.stronghold_of >= 0
    ]
    for space in told:
        yield space_words(view, space)
    if len(told) < len(view.spaces):
        walls = sum(space.obstacle for space in view.spaces)
        kinds = "is an obstacle" if walls == 1 else "are obstacles"
        obstacles = f"; {walls} of these spaces {kinds}" if walls else ""
        yield (
            f"The rest of the map ({len(view.spaces) - len(told)} of {len(view.spaces)} spaces) "
            f"is empty{obstacles}. "
            'Type "look" and a name to hear about one of them, or "map all" to hear about all of '
            "them."
        )


def where_lines(view: View, name: str) -> Iterator[str]:
    """Yield the places of the pieces of a name, or of all own pieces, space by space."""
    wanted = name.lower().split()
    pieces = [
        item for item in view.permanents if item.space and (item.controller == view.seat or wanted)
    ]
    found = [
        item for item in pieces if all(f" {word}" in f" {item.name.lower()}" for word in wanted)
    ]
    for space in view.spaces:
        if there := [item for item in found if item.space == space.name]:
            yield f"{space.name}: {armies(view, there)}."
    if not found:
        yield (
            f"There is no piece called '{name}' on the map."
            if name
            else "You have no pieces on the map."
        )


def player_words(view: View, player: PlayerView) -> str:
    """Return a player's life, cards, and other counts in one line."""
    if player.out:
        return f"{player.name} is out of the game."
    facts = [f"life {player.life}"] if player.life is not None else []
    held, needed, what = symbols.conquests(view, player)
    facts += [f"holds {held} of the {needed} {what} needed to win"] if needed else []
    facts += [
        f"{many(player.hand_count, 'card')} in hand",
        f"{player.library_count} in the library"
        + (f" with {player.top[0].name} on top" if player.top else ""),
    ]
    facts += [f"{len(player.graveyard)} in the graveyard"] if player.graveyard else []
    facts += [f"{len(player.exile)} in exile"] if player.exile else []
    facts += [pool_words(view, player)] if any(player.pool) else []
    facts += [
        f"an emblem with {' and '.join(map(quoted, emblem.text))}" for emblem in player.emblems
    ]
    facts += [aloud(note) for note in player.notes]
    facts += [many(player.poison, "poison counter")] if player.poison else []
    if player.stronghold and player.stronghold_holder != player.seat:
        left = (
            ""
            if player.turns_left is None
            else f", {many(player.turns_left, 'turn')} left to retake it"
        )
        facts += [f"the Stronghold is lost{left}"]
    return f"{player.name}: {', '.join(facts)}."


def quoted(text: str) -> str:
    """Return an ability in quotation marks, within a sentence."""
    return f'"{aloud(text).removesuffix(".")}"'


def price_words(view: View, words: str) -> str:
    """Return a text with costs in words; without colors in the variant, only numbers."""
    return aloud(words) if view.rules.mana.colored else aloud(words).replace(f" {ANY}", "")


def pool_words(view: View, player: PlayerView) -> str:
    """Return a player's mana in words: "3 black mana", or as the variant calls it."""
    return (
        f"{aloud(symbols.pool_symbols(player))} mana"
        if view.rules.mana.colored
        else symbols.pool_words(view, player).plain
    )


def deck_words(deck: Sequence[tuple[int, Card]]) -> Iterator[str]:
    """Yield a deck: the number of cards of each color, then the cards by kind."""
    from engine.cards.characteristics import printed

    kinds: dict[str, list[str]] = {"Creatures": [], "Lands": [], "Others": []}
    colors: Counter[str] = Counter()
    for number, card in deck:
        kind = "Creatures" if "Creature" in card.types else "Others"
        if "Land" in card.types:
            kind = "Lands"
        kinds[kind].append(f"{number} {card.name}")
        colors.update(dict.fromkeys(printed(card).colors, number))
    told = ", ".join(f"{number} {color}" for color, number in colors.most_common())
    yield (
        "The deck has "
        f"{many(sum(number for number, _ in deck), 'card')}{f': {told}' if told else ''}."
    )
    for kind, cards in kinds.items():
        if cards:
            yield f"{kind}: {', '.join(cards)}."


def advice_words(advice: Advice, *, why: bool) -> Iterator[str]:
    """Yield the adviser's plans with their chances, or what may come after the best one."""
    if not advice.plans:
        yield "The adviser has nothing to say about this."
        return
    best = advice.plans[0]
    if why:
        yield f"The adviser's plan: {full_stop(plain_words(best))}"
        if advice.outcome:
            yield "What it achieves:"
            yield from map(full_stop, advice.outcome)
        yield "It may go on like this:"
        yield from map(full_stop, advice.why)
        return
    for number, plan in enumerate(advice.plans, 1):
        chance = "" if plan.chance is None else f" Chance of winning: {plan.chance:.0%}."
        yield f"Plan {number}: {full_stop(plain_words(plan))}{chance}"
    yield 'Type "hint why" to hear what may come after plan 1.'


def card_words(item: ObjectView) -> str:
    """Return a card in one line: name, size, cost, and text."""
    size = "" if item.power is None else f", {item.power}/{item.toughness}"
    text = f": {' '.join(map(full_stop, item.text))}" if item.text else ""
    return f"{item.name}{size}{f', costs {item.cost}' if item.cost else ''}{text}"


def stack_words(view: View, item: ObjectView) -> str:
    """Return an object on the stack with its controller and targets."""
    aims = (
        f", targets {', '.join(aim_words(view, ident) for ident in item.targets)}"
        if item.targets
        else ""
    )
    controller = f" ({view.players[item.controller].name})" if item.controller >= 0 else ""
    return f"{item.name}{controller}{aims}."


def aim_words(view: View, ident: int) -> str:
    """Return the name of a player, or of an object with its place."""
    item = find(view, ident) if ident > 0 else None
    space = (
        item.space
        if item is not None
        else next((s.name for s in view.spaces if ident > 0 and s.land == ident), "")
    )
    return f"{name_of(view, ident)}{f' at {space}' if space else ''}"


def spot_words(view: View, spot: Spot) -> str:
    """Return place, size and state of an object on the map, or everything about a space."""
    if spot.kind == "space":
        space = next((space for space in view.spaces if space.name == spot.name), None)
        worth_telling = space is not None and (not space.square or space.creatures or space.lying)
        return (
            space_words(view, space).partition(": ")[2].removesuffix(".")
            if space is not None and worth_telling
            else ""
        )
    item = find(view, spot.ident) if spot.kind == "object" else None
    if item is None or item.zone != "battlefield":
        return ""
    words = piece_words(item).removeprefix(item.name).lstrip(" ,")
    return ", ".join(filter(None, (f"at {item.space}" if item.space else "", words)))


def with_place(view: View, words: str, item: ObjectView | None) -> str:
    """Return words about a thing with its place and size."""
    about = spot_words(view, Spot("object", item.id)) if item is not None else ""
    return f"{words}; {about}" if about else words


def combat_words(view: View) -> str:
    """Return the attack in progress, with attackers and blockers; "" if there is none."""
    combat = view.combat
    if combat is None or not combat.attackers:
        return ""
    on_map = {item.id: item for item in view.permanents}
    where = next((space for space in view.spaces if space.name == combat.space), None)
    value = (
        f", Conquer Value {where.conquer_value}"
        if where is not None and where.conquer_value
        else ""
    )
    fights: list[str] = []
    for ident, aim, blockers, blocked in combat.attackers:
        if ident in on_map:
            aimed = (
                f" at {name_of(view, aim)}"
                if aim and all(space.land != aim for space in view.spaces)
                else ""
            )
            by = " and ".join(piece_words(on_map[each]) for each in blockers if each in on_map)
            block = ", blocked" if blocked else ""
            if by:
                block = f", blocked by {by}"
            fights.append(f"{piece_words(on_map[ident])}{aimed}{block}")
    place = f" at {combat.space}{value}" if combat.space else ""
    return f"{view.players[combat.seat].name} attacks{place} with {'; '.join(fights)}."


def spoken(line: str) -> str:
    """Return a line of the screen without its symbols."""
    for sign in (symbols.STRONGHOLD, symbols.TAPPED, symbols.CHOICE, symbols.PICKED):
        line = line.replace(sign, "")
    return re.sub(r"\s{3,}", ", ", line.strip())


def _square_words(view: View, space: SpaceView) -> Iterator[str]:
    """Yield the distance of each player's token from a square, and the power in range."""
    ahead = forecast.of(view)
    powers = ahead.strikers(space.name)
    for item in view.permanents:
        if item.player_token and item.space and item.space != space.name:
            yield f"{item.name} is {many(ahead.apart(item.space, space.name), 'square')} away."
    for player in view.players:
        if powers.get(player.seat):
            yield f"{player.name} could attack there with {powers[player.seat]} power."


def things_named(view: View, name: str) -> list[ObjectView]:
    """Return the things with a name or words of it, the player's own first.

    Hands, permanents, the stack, emblems, graveyards and exile are searched.
    """
    zones = [
        view.players[view.seat].hand if view.seat is not None else (),
        view.permanents,
        view.stack,
        view.revealed,
        view.lands,
    ]
    zones += [
        pile
        for player in view.players
        for pile in (player.emblems, player.top, player.graveyard, player.exile)
    ]
    wanted = name.lower()
    every = sorted(
        (item for zone in zones for item in zone), key=lambda item: item.controller != view.seat
    )
    exact = [item for item in every if item.name.lower() == wanted]
    return exact or [
        item
        for item in every
        if all(f" {word}" in f" {item.name.lower()}" for word in wanted.split())
    ]


def about(view: View, name: str) -> Iterator[str]:
    """Yield everything about a space, a player, or the things of a name."""
    from tui.table.widgets import inspector

    if not name:
        yield "Type what to look at: a space such as b2, a card, a piece, or a player."
        return
    for space in view.spaces:
        if space.name == name.lower():
            yield space_words(view, space)
            if space.square:
                yield from _square_words(view, space)
                return
            yield from (
                spoken(line.plain)
                for line in inspector.space_lines(view, space, WIDE)
                if line.plain.strip()
            )
            return
    for player in view.players:
        if player.name.lower() == name.lower():
            yield player_words(view, player)
            yield from (line.plain for line in inspector.player_lines(view, player))
            return
    told: set[str] = set()
    for item in things_named(view, name):
        lines = "\n".join(
            spoken(line.plain)
            for line in inspector.object_lines(view, item, WIDE)
            if line.plain.strip()
        )
        if lines not in told and len(told) < MOST_ALIKE:
            told.add(lines)
            yield f"{item.name}:\n{lines}"
    if not told:
        yield f"There is nothing called '{name}' here."
