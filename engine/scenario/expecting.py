"""Expectations in a script: properties of a position, compared with a line.

A line names a subject and one property; the properties are in the tables OBJECT, SPACE, PLAYER and
GAME below. Values are read from players' Views, so that a scenario sees no more than the players.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from engine.cards.costs import COLOR_WORDS, SYMBOLS, ManaCost, parse_cost
from engine.cards.keywords import keyword_problem
from engine.cards.library import UnknownCard, library
from engine.magic.core.agenda import Question
from engine.magic.core.position import NOBODY
from engine.notation import NUMBER
from engine.scenario.stage import PREFERRED, ScriptError, Stage
from engine.scenario.wording import VERBS, may_do, nearest
from engine.view import ObjectView, PlayerView, SpaceView, View

S = TypeVar("S", ObjectView, SpaceView, PlayerView)

Check = tuple[bool, str]  # whether the expectation holds, and the value found


def expect(stage: Stage, text: str) -> None:
    """Compare the position with a line such as `b2 holder Edna`.

    Raises ScriptError if the position differs.
    """
    positive = text.removeprefix("not ")
    holds, found = look(stage, positive.strip())
    if holds is (positive != text):
        raise ScriptError(text, found)


def look(stage: Stage, text: str) -> Check:
    """Return whether a text without `not` is true of the position, and the value found.

    Raises ScriptError for words that could never be right.
    """
    if (game := _property(GAME, text)) is not None:
        return GAME[game](stage, text[len(game) :].strip())
    subject, rest = _subject(stage, text)
    if not rest:
        raise ScriptError(f"a property of {subject}", "nothing")
    return _of(stage, subject, rest)


def _subject(stage: Stage, text: str) -> tuple[str, str]:
    """Return the name at the beginning of a text, and the rest. Raises ScriptError."""
    subject = next(
        (
            name
            for name in stage.all_names()
            if re.match(re.escape(name) + r"(?!\S)", text, re.IGNORECASE)
        ),
        None,
    )
    if subject is None and (match := re.match(rf"(\S*#|player){NUMBER}(?!\S)", text)):
        subject = match[0]
    if subject is None:
        raise ScriptError(
            f"a player, space, permanent or one of {', '.join(GAME)} at the beginning", repr(text)
        )
    return subject, text[len(subject) :].strip()


def _of(stage: Stage, subject: str, rest: str, viewer: int | None = None) -> Check:
    """Return the check of a subject's property, as seen by `viewer`.

    None: as seen by the player who may see most.
    """
    if stage.game.has_space(subject):
        spaces = stage.game.view_for(viewer).spaces
        return _seen(SPACE, stage, next(space for space in spaces if space.name == subject), rest)
    if any(
        subject.lower() in (player.name.lower(), f"player{player.seat + 1}")
        for player in stage.game.state.players
    ):
        seat = stage.seat(subject)  # only the player sees the hand
        return _seen(
            PLAYER,
            stage,
            stage.game.view_for(seat if viewer is None else viewer).players[seat],
            rest,
        )
    if rest.startswith("in "):
        return _is_in(stage, subject, rest[3:].strip())
    return _seen(OBJECT, stage, _visible(stage, subject, viewer), rest)


def _property(table: dict[str, Callable[..., Check]], text: str) -> str | None:
    return next((name for name in table if text == name or text.startswith(name + " ")), None)


def _seen(
    table: dict[str, Callable[[Stage, S, str], Check]], stage: Stage, shown: S, text: str
) -> Check:
    name = _property(table, text)
    if name is None:
        raise ScriptError(f"one of these: {', '.join(table)}", repr(text))
    return table[name](stage, shown, text[len(name) :].strip())


# --- seeing ---


def _everything(stage: Stage) -> View:
    return stage.game.view_for(None)


def _shown(view: View) -> Iterator[ObjectView]:
    yield from (*view.permanents, *view.stack, *view.lands, *view.land_graveyard, *view.revealed)
    for player in view.players:
        yield from (*player.hand, *player.top, *player.graveyard, *player.exile)
        yield from (*player.phased, *player.emblems)


def _visible(stage: Stage, subject: str, viewer: int | None = None) -> ObjectView:
    """Return the view of a named object as a seat sees it; without a seat, as the owner does.

    Abilities on the stack have the name of their source. Raises ScriptError if the object can't
    be seen.
    """
    everything = list(_shown(_everything(stage)))
    if not stage.objects_called(subject):
        items = [
            each
            for each in everything
            if each.zone == "stack" and each.name.lower() == subject.lower()
        ]
        if items:
            return items[-1]
    obj = stage.one_object(subject)
    seat = obj.owner if viewer is None else viewer
    shown = next(
        (
            each
            for each in _shown(stage.game.view_for(seat if seat >= 0 else None))
            if each.id == obj.id
        ),
        None,
    )
    if shown is None:
        seer = "its owner" if viewer is None else stage.player_name(viewer)
        raise ScriptError(f"{obj.printed.name} where {seer} can see it", stage.place(obj))
    return shown


def _sees(stage: Stage, player: PlayerView, text: str) -> Check:
    """Check what a player sees.

    `sees Serra Angel` checks whether the player sees the object at all; `sees Serra Angel power
    5` or `sees s2 face down` check a property.
    """
    view, name = stage.game.view_for(player.seat), text.lower()
    beneath = [
        obj.id
        for obj in stage.game.state.objects.values()
        if obj.real is not None and obj.real.name.lower() == name
    ]
    if beneath and not stage.objects_called(text):  # the real card of a face-down object
        really = (known.real for known in map(view.known.objects.get, beneath) if known is not None)
        return _flag(
            "",
            any(real is not None and real.name.lower() == name for real in really),
            "seen",
            "not seen",
        )
    subject, rest = _subject(stage, text)
    if not stage.game.has_space(subject) and (objects := stage.objects_called(subject)):
        # only the back of a face-down card in exile is shown
        faces = {(obj.id, obj.printed.name) for obj in objects}
        seen = any((each.id, each.name) in faces for each in _shown(view))
        if not rest or not seen:
            return _flag("", seen, "seen", "not seen")
    if not rest:
        raise ScriptError(f"what {player.name} sees of {subject}", "nothing")
    return _of(stage, subject, rest, player.seat)


def _is_in(stage: Stage, name: str, place: str) -> Check:
    """Check `in b2`, `in hand` or `in Edna's graveyard`; one of several equal names is enough."""
    found = stage.objects_called(name)
    owner, _, zone = place.rpartition("'s ")
    seats = {stage.seat(owner)} if owner else set(range(len(stage.game.state.players)))
    if zone.lower() not in PREFERRED and not stage.game.has_space(zone):
        raise ScriptError(f"a space or one of {', '.join(PREFERRED)} after 'in'", repr(zone))
    places = [stage.place(obj) for obj in found]
    holds = any(
        where in (zone, zone.lower()) or (zone == obj.zone)
        for obj, where in zip(found, places, strict=True)
        if obj.owner in seats
    )
    return holds, ", ".join(
        f"{stage.player_name(o.owner)}'s {p}" for o, p in zip(found, places, strict=True)
    ) or "nowhere"


# --- comparing ---
# A word that could never be right is an error, else `expect not` would accept any typo.


def _number(found: int | None, text: str) -> Check:
    if not re.fullmatch(r"[+-]?[0-9]+|none", text):
        raise ScriptError("a number, or 'none'", repr(text))
    return text == str("none" if found is None else found), str("none" if found is None else found)


def _flag(text: str, holds: bool, yes: str, no: str) -> Check:
    if text:
        raise ScriptError(f"nothing after '{yes}'", repr(text))
    return holds, yes if holds else no


def _one_of(found: Iterable[str], text: str, allowed: Sequence[str]) -> Check:
    """Check that a word is among those found; `allowed` lists all possible words."""
    if text.lower() not in (word.lower() for word in allowed):
        raise ScriptError(f"one of these: {', '.join(allowed)}", repr(text))
    return _among(found, text)


def _among(found: Iterable[str], text: str) -> Check:
    words = list(found)
    return text.lower() in [word.lower() for word in words], ", ".join(words) or "none"


def _player_is(stage: Stage, seat: int, text: str) -> Check:
    expected = NOBODY if text.lower() == "nobody" else stage.seat(text)
    return seat == expected, stage.player_name(seat)


def _things(stage: Stage, idents: Iterable[int], text: str) -> Check:
    """Check a name or label among some objects and players; `none` means no objects."""
    found = [ident for ident in idents if ident]
    if text == "none":
        return not found, ", ".join(map(stage.game.ref_name, found)) or "none"
    if text.lower() not in (
        name.lower() for name in stage.all_names()
    ) and not stage.objects_called(text):
        raise ScriptError("a name in this game, or 'none'", repr(text))
    words = {
        word
        for ident in found
        for word in (stage.subjects(ident) if ident > 0 else {stage.game.ref_name(ident).lower()})
    }
    return text.lower() in words, ", ".join(map(stage.game.ref_name, found)) or "none"


def _counters(shown: ObjectView, text: str) -> Check:
    """Check `counters +1/+1 2`."""
    kind, _, number = text.rpartition(" ")
    if not kind:
        raise ScriptError("a kind of counter and a number, such as 'counters +1/+1 2'", repr(text))
    return _number(dict(shown.counters).get(kind, 0), number)


def _keyword(shown: ObjectView, text: str) -> Check:
    if text not in shown.keywords and (problem := keyword_problem(text, bare=True)):
        allowed, hint = problem
        raise ScriptError(hint or allowed, repr(text))
    return _among(shown.keywords, text)


def _mana(pool: tuple[int, ...], text: str) -> Check:
    """Check `mana {G}{G}{U}` or `mana none`."""
    try:
        expected = parse_cost("" if text == "none" else text)
    except ValueError:
        expected = None
    if expected is None or expected != ManaCost(expected.fixed) or not text:
        raise ScriptError("mana such as {G}{G}{C}, or 'none'", repr(text))
    found = "".join(f"{{{symbol}}}" * number for symbol, number in zip(SYMBOLS, pool, strict=True))
    return tuple(pool) == expected.fixed, found or "none"


# --- properties; of two with a common beginning the longer comes first ---

# words for a land's type; any other word is a land's name
LANDS = ("Plains", "Island", "Swamp", "Mountain", "Forest")

OBJECT: dict[str, Callable[[Stage, ObjectView, str], Check]] = {
    "power": lambda stage, shown, text: _number(shown.power, text),
    "toughness": lambda stage, shown, text: _number(shown.toughness, text),
    "damage": lambda stage, shown, text: _number(shown.damage, text),
    "loyalty": lambda stage, shown, text: _number(dict(shown.counters).get("loyalty", 0), text),
    "counters": lambda stage, shown, text: _counters(shown, text),
    "controller": lambda stage, shown, text: _player_is(stage, shown.controller, text),
    "owner": lambda stage, shown, text: _player_is(stage, shown.owner, text),
    "keyword": lambda stage, shown, text: _keyword(shown, text),
    "color": lambda stage, shown, text: _one_of(shown.colors, text, COLOR_WORDS),
    "type": lambda stage, shown, text: _among((*shown.types, *shown.subtypes), text),
    "text": lambda stage, shown, text: (
        text.lower() in " / ".join(shown.text).lower(),
        " / ".join(shown.text) or "none",
    ),
    "chosen": lambda stage, shown, text: _among([shown.chosen or "none"], text),
    "token": lambda stage, shown, text: _flag(text, shown.token, "token", "a card"),
    "tapped": lambda stage, shown, text: _flag(text, shown.tapped, "tapped", "untapped"),
    "untapped": lambda stage, shown, text: _flag(text, not shown.tapped, "untapped", "tapped"),
    "sick": lambda stage, shown, text: _flag(text, shown.sick, "sick", "ready"),
    "ready": lambda stage, shown, text: _flag(text, not shown.sick, "ready", "sick"),
    "moved": lambda stage, shown, text: _flag(text, shown.moved, "moved", "not moved"),
    "attacked": lambda stage, shown, text: _flag(text, shown.attacked, "attacked", "not attacked"),
    "attacking": lambda stage, shown, text: _flag(
        text, shown.attacking, "attacking", "not attacking"
    ),
    "blocking": lambda stage, shown, text: _things(stage, shown.blocking, text),
    "targeting": lambda stage, shown, text: _targeting(stage, shown, text),
    "attached to": lambda stage, shown, text: _attached(stage, shown, text),
    "carried by": lambda stage, shown, text: _things(stage, (shown.carried_by,), text),
    "carrying": lambda stage, shown, text: _things(
        stage,
        [
            shown.carries,
            *(each.id for each in _everything(stage).permanents if each.carried_by == shown.id),
        ],
        text,
    ),
    "named": lambda stage, shown, text: _one_of(
        [shown.named or "none"], text, ["none", *(s.name for s in stage.game.board.spaces)]
    ),
    "x": lambda stage, shown, text: _number(shown.x, text),
    "movement": lambda stage, shown, text: _number(shown.movement_left, text),
    "speed": lambda stage, shown, text: _number(shown.movement, text),
    "range": lambda stage, shown, text: _number(shown.attack_range, text),
}

SPACE: dict[str, Callable[[Stage, SpaceView, str], Check]] = {
    "holder": lambda stage, space, text: _player_is(stage, space.holder, text),
    "conquer value": lambda stage, space, text: _number(space.conquer_value, text),
    "face": lambda stage, space, text: _one_of(
        ["up" if space.face_up else "down"], text, ("up", "down")
    ),
    "land": lambda stage, space, text: _land(space, text),
    "stronghold of": lambda stage, space, text: _player_is(stage, space.stronghold_of, text),
    "home of": lambda stage, space, text: _player_is(stage, space.home_of, text),
    "creatures": lambda stage, space, text: _number(len(space.creatures), text),
    "tapped by": lambda stage, space, text: _player_is(stage, space.tapped_by, text),
    "tapped": lambda stage, space, text: _flag(text, space.tapped, "tapped", "untapped"),
    "hole": lambda stage, space, text: _flag(text, space.hole, "hole", "there"),
    "obstacle": lambda stage, space, text: _flag(
        text, space.obstacle, "obstacle", "free to stand on"
    ),
}

PLAYER: dict[str, Callable[[Stage, PlayerView, str], Check]] = {
    "hand": lambda stage, player, text: _number(player.hand_count, text),
    "library": lambda stage, player, text: _number(player.library_count, text),
    "graveyard": lambda stage, player, text: _number(len(player.graveyard), text),
    "exile": lambda stage, player, text: _number(len(player.exile), text),
    "emblems": lambda stage, player, text: _number(len(player.emblems), text),
    "phased out": lambda stage, player, text: _number(len(player.phased), text),
    "life": lambda stage, player, text: _number(player.life, text),
    "mana": lambda stage, player, text: _mana(player.pool, text),
    "snow mana": lambda stage, player, text: _mana(player.snow, text),
    "poison": lambda stage, player, text: _number(player.poison, text),
    "areas": lambda stage, player, text: _number(player.areas_held, text),
    "turns left": lambda stage, player, text: _number(player.turns_left, text),
    "out": lambda stage, player, text: _flag(text, player.out, "out", "in the game"),
    "may": lambda stage, player, text: _may(stage, player, text),
    "asked": lambda stage, player, text: _asked(stage, player.name, text),
    "sees": lambda stage, player, text: _sees(stage, player, text),
}

GAME: dict[str, Callable[[Stage, str], Check]] = {
    "winner": lambda stage, text: _winner(stage, text),
    "decision": lambda stage, text: _decision(stage, text),
    "asked": lambda stage, text: _asked(stage, *_subject(stage, text)),
    "step": lambda stage, text: _one_of(
        [stage.game.step_name()], text, _everything(stage).turn.steps
    ),
    "turn": lambda stage, text: _number(_everything(stage).turn.number, text),
    "round": lambda stage, text: _number(_everything(stage).turn.round, text),
    "active": lambda stage, text: _player_is(stage, stage.game.state.turn.active, text),
    "stack": lambda stage, text: _number(len(_everything(stage).stack), text),
    "permanents": lambda stage, text: _permanents(stage, text),
    "land graveyard": lambda stage, text: _number(len(_everything(stage).land_graveyard), text),
    "land damage": lambda stage, text: _number(
        combat.damage_to_land if (combat := _everything(stage).combat) else 0, text
    ),
}


def _land(space: SpaceView, text: str) -> Check:
    """Check `land Swamp` (a basic land type) or `land Tropical Island` (a name)."""
    if text.lower() in (name.lower() for name in LANDS):
        return _among(space.land_types, text)
    try:
        card = library().card(text)
    except UnknownCard:
        card = None
    if card is None or "Land" not in card.types:
        raise ScriptError(f"one of these: {', '.join(LANDS)}, or the name of a land", repr(text))
    return space.land_name == card.name, space.land_name or "none visible"


def _spaces_of_lands(stage: Stage) -> dict[int, str]:
    return {space.land: space.name for space in _everything(stage).spaces if space.land}


def _attached(stage: Stage, shown: ObjectView, text: str) -> Check:
    """Check `attached to Grizzly Bears`, or to a space's land."""
    lands = _spaces_of_lands(stage)
    if text == "nothing" or stage.game.has_space(text):
        found = lands.get(shown.attached_to) or stage.game.ref_name(shown.attached_to) or "nothing"
        return text == found, found
    return _things(stage, (shown.attached_to,), text)


def _targeting(stage: Stage, shown: ObjectView, text: str) -> Check:
    """Check `targeting Serra Angel`, for any spell of this name or ability of this source."""
    stack = stage.game.state.stack
    mine = [item for item in stack if shown.id in (item.id, item.source)]
    items = (
        mine
        if mine and not mine[0].is_spell
        else [item for item in stack if item.name == shown.name]
    )
    targets = [target for item in items for chosen in item.targets for target in chosen]
    if stage.game.has_space(text):
        lands = _spaces_of_lands(stage)
        return _among([lands.get(target, "") for target in targets], text)
    return _things(stage, targets, text)


def _may(stage: Stage, player: PlayerView, text: str) -> Check:
    """Check `may cast` or `may move Grizzly Bears b3`: a legal action of the pending decision."""
    verbs = sorted({action.verb for action in stage.game.legal_actions()})
    fits = may_do(stage, text)
    decision = stage.game.decision
    if decision is None or decision.seat != player.seat:
        return False, "has no decision"
    return fits, ", ".join(verbs) if text in VERBS else ", ".join(nearest(stage, text))


def _kinds(question: type[Question] = Question) -> set[str]:
    return {question.kind}.union(*map(_kinds, question.__subclasses__()))


def _check_kind(kind: str) -> None:
    if kind not in _kinds() or not kind:
        raise ScriptError(
            "one of these kinds of questions: " + ", ".join(sorted(_kinds() - {""})), repr(kind)
        )


def _asked(stage: Stage, name: str, kind: str) -> Check:
    """Check `asked Dale` or `Dale asked blockers`: a decision since the last acting line began."""
    seat = stage.seat(name)
    if kind:
        _check_kind(kind)
    found = [f"{stage.player_name(who)} {what}" for who, what in stage.asked]
    holds = any(who == seat and kind in ("", what) for who, what in stage.asked)
    return holds, ", ".join(dict.fromkeys(found)) or "no decisions"


def _winner(stage: Stage, text: str) -> Check:
    """Check `winner Edna`, `winner nobody` (a draw) or `winner none` (game not over)."""
    winners = _everything(stage).winners
    expected: tuple[int, ...] | None = None
    if text == "nobody":
        expected = ()
    elif text != "none":
        expected = tuple(stage.seat(name.strip()) for name in text.split(","))
    found = (
        "none yet" if winners is None else ", ".join(map(stage.player_name, winners)) or "no one"
    )
    return winners == expected, found


def _decision(stage: Stage, text: str) -> Check:
    """Check `decision Dale blockers`, or `decision none` when the game is over."""
    decision = stage.game.decision
    found = "none" if decision is None else f"{stage.player_name(decision.seat)} {decision.kind}"
    if text == "none":
        return decision is None, found
    name, _, kind = text.rpartition(" ")
    seat = stage.seat(name)
    _check_kind(kind)
    return decision is not None and (decision.seat, decision.kind) == (seat, kind), found


def _permanents(stage: Stage, text: str) -> Check:
    """Check `permanents 2 Grizzly Bears`: the number of permanents with a name."""
    number, _, name = text.partition(" ")
    shown = [each for each in _everything(stage).permanents if each.name.lower() == name.lower()]
    return _number(len(shown), number)
