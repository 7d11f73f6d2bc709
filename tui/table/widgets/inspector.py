"""The inspector: full information about the card, space or player under the cursor."""

from __future__ import annotations

from rich.style import Style
from rich.text import Text

from engine.log import damage_words, many
from engine.magic.core.position import COMMAND
from engine.view import ObjectView, PlayerView, SpaceView, View
from tui.session import effort
from tui.settings import key_commands
from tui.table import ability_reach, forecast
from tui.table.action_builder import Spot
from tui.table.selection import Selection
from tui.terminal import symbols, theme
from tui.widgets.lines import Lines, justified, styled, wrapped


class Inspector(Lines):
    """A panel titled with the name of the described thing."""

    def show_selection(self, selection: Selection) -> None:
        """Describe the spot under the cursor."""
        self.name_panel(describe(selection, 20)[0])
        key = key_commands.first_key("table.read", getattr(self.app, "keymap", {}))
        self.paint(
            lambda width, height: fitting(about(selection, max(width - 1, 10))[1], height, key)
        )


def fitting(lines: list[Text], height: int, key: str) -> list[Text]:
    """Return the lines that fit into `height`.

    If some don't, the last line counts them and names the key that shows them.
    """
    if len(lines) <= height or height < 1:
        return lines
    hidden = many(len(lines) - height + 1, "more line")
    return [*lines[: height - 1], styled(f"… {hidden}: ", theme.QUIET).append(key, theme.KEY)]


def about(selection: Selection, width: int) -> tuple[str, list[Text]]:
    """Return the name of the spot under the cursor, its forecast, and lines about the spot."""
    name, lines = describe(selection, width)
    trial = selection.foreseen()
    words = (
        forecast.told(selection.view, trial)
        if trial is not None
        else [effort.TOO_MUCH] * selection.is_too_much()
    )
    if trial is not None and words and (supposed := selection.supposed()):
        words[0] = f"{supposed.capitalize()}, {words[0][0].lower()}{words[0][1:]}"
    foreseen = [
        line
        for number, each in enumerate(words)
        for line in wrapped(styled(each, _foreseen_style(number)), width, "  ")
    ]
    return name, [*foreseen, *lines]


def _foreseen_style(number: int) -> Style:
    """Return the style of a forecast line; the first line is the heading."""
    return theme.HERE if number == 0 else theme.PLAIN


def describe(selection: Selection, width: int) -> tuple[str, list[Text]]:
    """Return the name of the spot under the cursor and lines about the spot.

    For an option without an object of its own, describe the object that the option is about.
    """
    spot, view = selection.spot, selection.view
    if spot.kind == "word" and view.decision is not None:
        known = (
            *reversed(selection.builder.picked),
            *selection.builder.about,
            Spot("object", view.decision.source),
        )
        spot = next(
            (
                about
                for about in known
                if about.kind == "space" or selection.find(about) is not None
            ),
            spot,
        )
    item = selection.find(spot)
    if item is not None:
        return item.name, [*object_lines(view, item, width), *_choice_lines(selection)]
    if spot.kind == "player":
        return view.players[spot.ident].name, player_lines(view, view.players[spot.ident])
    name = selection.space_of(spot) or selection.space
    here = next((space for space in view.spaces if space.name == name), None)
    if here is None:
        return "", []
    signs = "".join(
        symbols.state_marks(item) for item in view.permanents if item.space == here.name
    )
    told = wrapped(styled(symbols.signs_told(signs), theme.QUIET), width, "  ") if signs else []
    return _space_title(view, here), [
        *space_lines(view, here, width),
        *told,
        *_choice_lines(selection),
    ]


def _choice_lines(selection: Selection) -> list[Text]:
    """Return a line explaining the mark of a picked or legal choice under the cursor."""
    if selection.spot in selection.builder.picked:
        return [styled(f"{symbols.PICKED} picked", theme.CHOICE)]
    return (
        [styled(f"{symbols.CHOICE} a legal choice", theme.CHOICE)]
        if selection.number_of(selection.spot)
        else []
    )


# --- objects ---


def object_lines(view: View, item: ObjectView, width: int) -> list[Text]:
    """Return a card's or permanent's type, cost, size, rules text and current state."""
    lines = (
        _token_lines(view, item)
        if item.player_token and item.power is None
        else _heading(item, width)
    )
    state = _state_words(view, item)
    for line in item.text:
        lines += wrapped(symbols.rules_style(line), width, "  ")
    for line in _ranges(view, item):
        lines += wrapped(styled(line, theme.QUIET), width, "  ")
    for line in item.changes:
        lines += wrapped(symbols.rules_style(line), width, "  ")
    if confined := ability_reach.words(view, item):
        lines += wrapped(styled(confined, theme.QUIET), width, "  ")
    for line in state:
        lines += wrapped(styled(line, theme.QUIET), width, "  ")
    return lines


def _ranges(view: View, item: ObjectView) -> list[str]:
    """Return a line with the range of a creature's abilities, if the rules limit the range."""
    known = view.known.objects.get(item.id)
    if known is None or not any(
        view.rules.reach.is_limited(ability) for ability in known.printed.base.abilities
    ):
        return []
    return [f"Its ability's range: {view.rules.reach.range_words}"]


def _token_lines(view: View, item: ObjectView) -> list[Text]:
    """Return a player token's life and its damage to attackers."""
    life, rule = view.players[item.owner].life, view.rules.token
    lines = [styled(f"Life {life}", theme.STRONG)] if life is not None else []
    return [
        *lines,
        *(
            [styled(f"Deals {rule.power} damage to an attacker", theme.PLAIN)]
            if rule is not None and rule.power
            else []
        ),
    ]


def _heading(item: ObjectView, width: int) -> list[Text]:
    """Return type and cost on one line, and the size below.

    If the type is too long, the cost goes beside the size.
    """
    kinds, cost, size = (
        styled(_type_line(item), theme.QUIET),
        symbols.mana_text(item.cost),
        styled(_size_words(item), theme.STRONG),
    )
    if kinds.cell_len + bool(cost.plain) + cost.cell_len <= width:
        return [justified(kinds, cost, width), *([size] if size.plain else [])]
    return [
        *wrapped(kinds, width, "  "),
        *([justified(size, cost, width)] if size.plain or cost.plain else []),
    ]


def _type_line(item: ObjectView) -> str:
    kinds = " ".join(item.types)
    return f"{kinds}: {' '.join(item.subtypes)}" if item.subtypes else kinds


def _size_words(item: ObjectView) -> str:
    if item.power is None:
        return ""
    if item.player_token:
        return f"{symbols.stats(item)}: life {(item.toughness or 0) - item.damage}"
    changed = (item.power, item.toughness) != (
        item.printed_power,
        item.printed_toughness,
    ) and item.printed_power is not None
    words = f"{item.power}/{item.toughness}" + (
        f" (printed {item.printed_power}/{item.printed_toughness})" if changed else ""
    )
    return words + (f", {damage_words(item.damage)}" if item.damage else "")


def _sick_words(view: View, item: ObjectView) -> str:
    """Return words for summoning sickness, and for an attack that the rules still allow."""
    if item.tapped:
        return "summoning sick"
    attacks = item.sick and forecast.of(view).may_attack_movers(item.id)
    return (
        f"{symbols.SICK} summoning "
        f"sick{', but can attack an enemy that moves into range' if attacks else ''}"
    )


def _state_words(view: View, item: ObjectView) -> list[str]:
    words: list[str] = []
    if item.zone in ("battlefield", "stack"):
        owner = (
            f" (owned by {view.players[item.owner].name})" if item.owner != item.controller else ""
        )
        where = ", on the stack" if item.zone == "stack" else ""
        if item.space:
            where = f", at {item.space}"
        words.append(
            "Controlled by "
            f"{view.players[item.controller].name}{owner}{where}{', token' if item.token else ''}"
        )
    elif item.zone == COMMAND:
        words.append(f"{view.players[item.owner].name} has this emblem until the game ends")
    else:
        words.append(f"In {view.players[item.owner].name}'s {item.zone}")
    sick, blocks = item.sick and item.power is not None, _blocks(view, item)
    facts = (
        (item.tapped, f"{symbols.TAPPED} tapped"),
        (sick, _sick_words(view, item)),
        (item.moved, "moved"),
        (item.attacked and not item.attacking, "attacked"),
        (item.attacking, f"{symbols.ATTACKING} attacking{_aim(view, item)}"),
        (item.blocking, f"{symbols.BLOCKING} {'blocking' if blocks else 'under attack'}"),
    )
    if doing := [word for is_so, word in facts if is_so]:
        words.append((said := ", ".join(doing))[:1].upper() + said[1:])
    if item.counters:
        words.append("Counters: " + ", ".join(f"{number} {kind}" for kind, number in item.counters))
    others = (
        ("Attacked by", tuple(ident for ident in item.blocking if ident not in blocks)),
        ("Blocks", blocks),
        (
            "Blocked by",
            tuple(other.id for other in view.permanents if item.id in _blocks(view, other)),
        ),
        ("Targets", item.targets),
        ("Attached to", (item.attached_to,) if item.attached_to else ()),
        ("Carried by", (item.carried_by,) if item.carried_by else ()),
    )
    words += [
        f"{label} {', '.join(_name(view, ident) for ident in idents)}"
        for label, idents in others
        if idents
    ]
    words += [f"Chosen: {item.chosen}"] if item.chosen else []
    words += [f"Named: {item.named}"] if item.named else []
    if item.movement is not None and (item.power is not None or item.player_token):
        left = (
            ""
            if item.movement_left in (None, item.movement)
            else f" ({item.movement_left} left now)"
        )
        attacks = item.attack_range is not None and item.power is not None
        reach = f", attack range {item.attack_range}" if attacks else ""
        words.append(f"Moves {item.movement}{left}{reach}")
    attached = [other.name for other in view.permanents if other.attached_to == item.id]
    carried = [
        other.name
        for other in view.permanents
        if other.carried_by == item.id and other.attached_to != item.id
    ]
    for label, names in (("On it:", attached), ("Carries", carried)):
        words += [f"{label} {', '.join(names)}"] if names else []
    return words + ([f"X is {item.x}"] if item.x else [])


def _blocks(view: View, item: ObjectView) -> tuple[int, ...]:
    """Return the attackers that a creature blocks.

    Attackers of the creature itself are left out; they only count as blocked.
    """
    aimed = (
        {(ident, aim) for ident, aim, *_ in view.combat.attackers}
        if view.combat
        else set[tuple[int, int]]()
    )
    return tuple(ident for ident in item.blocking if (ident, item.id) not in aimed)


def _aim(view: View, item: ObjectView) -> str:
    """Return the name of an attack's target, unless the target is the space of the battle."""
    aims = (
        [aim for ident, aim, *_ in view.combat.attackers if ident == item.id] if view.combat else []
    )
    return "".join(
        f" {name}"
        for aim in aims
        if aim and not any(s.land == aim for s in view.spaces) and (name := _name(view, aim))
    )


def _name(view: View, ident: int) -> str:
    """Return the name of a player or an object; a land on the map is named with its space."""
    if ident < 0:
        return view.players[-ident - 1].name
    land = next((space for space in view.spaces if space.land == ident), None)
    return (
        f"{land.land_name} at {land.name}"
        if land is not None and land.land_name
        else view.object_name(ident)
    )


def _on_land(view: View, space: SpaceView, width: int) -> list[Text]:
    """Return a line that names the Auras on a space's land; empty if there are none."""
    found = [
        f"{item.name} ({_name(view, -item.controller - 1)}'s)"
        for item in view.permanents
        if item.attached_to == space.land
    ]
    return (
        wrapped(styled(f"On the land: {', '.join(found)}", theme.PLAIN), width, "  ")
        if space.land and found
        else []
    )


# --- spaces and players ---


def _space_title(view: View, space: SpaceView) -> str:
    if space.obstacle:
        what = "obstacle"
    else:
        what = "a hole" if space.hole else symbols.land_label(view, space)
    if not space.face_up:
        what = f"{what}, known only to you" if what else "face down"
    return f"{space.name}: {what}" if what else space.name


def space_lines(view: View, space: SpaceView, width: int) -> list[Text]:
    """Return a space's holder, Conquer Value, armies there and nearby, and neighbors."""
    lines: list[Text] = []
    if space.stronghold_of >= 0:
        lines.append(
            styled(
                f"{symbols.STRONGHOLD} {view.players[space.stronghold_of].name}'s Stronghold",
                theme.seat_style(space.stronghold_of),
            )
        )
    if space.square:
        return lines + _square_lines(view, space, width)
    if view.rules.board.layouts[str(len(view.players))].from_decks:
        return lines + _card_lines(view, space, width)
    if (label := symbols.land_label(view, space)) != space.land_name:
        lines.append(
            styled(
                f"{space.land_name}, now {'an' if label[0] in 'AEIOU' else 'a'} {label}",
                theme.PLAIN,
            )
        )
    elif (kinds := " ".join(space.land_types)) and kinds != label:
        lines.append(styled(f"{'An' if kinds[0] in 'AEIOU' else 'A'} {kinds}", theme.PLAIN))
    lines += _on_land(view, space, width)
    lines += wrapped(styled(_holding(view, space), theme.PLAIN), width)
    return (
        lines
        + _armies(view, space, width)
        + wrapped(styled("Next to " + ", ".join(space.neighbors), theme.QUIET), width, "  ")
    )


def _card_lines(view: View, space: SpaceView, width: int) -> list[Text]:
    """Return a continent card's land, state, home row, armies and neighbors."""
    words = ""
    if space.hole:
        words = "The land is gone: nothing can enter."
    elif not space.face_up:
        words = "The first creature to enter turns it face up."
    lines = wrapped(styled(words, theme.QUIET), width) if words else []
    land = next((item for item in view.lands if item.id == space.land), None)
    if land is not None:
        lines.append(
            styled(
                " ".join((*land.types, "-", *land.subtypes))
                if land.subtypes
                else " ".join(land.types),
                theme.PLAIN,
            )
        )
        lines += [line for text in land.text for line in wrapped(symbols.rules_style(text), width)]
    lines += _on_land(view, space, width)
    if space.tapped:
        name = view.players[space.tapped_by].name if space.tapped_by >= 0 else "no one"
        lines.append(styled(f"{symbols.TAPPED} tapped by {name}", theme.PLAIN))
    if space.home_of >= 0:
        lines.append(
            styled(
                f"{view.players[space.home_of].name}'s home row", theme.seat_style(space.home_of)
            )
        )
    return (
        lines
        + _armies(view, space, width)
        + wrapped(styled("Next to " + ", ".join(space.neighbors), theme.QUIET), width, "  ")
    )


def _holding(view: View, space: SpaceView) -> str:
    """Return a space's holder and Conquer Value; empty for land that no one can hold."""
    holder = f"Held by {view.players[space.holder].name if space.holder >= 0 else 'no one'}."
    if not view.rules.has_conquer_values:
        return holder if space.stronghold_of >= 0 else ""
    rules = view.rules.stronghold if space.stronghold_of >= 0 else None
    value = space.conquer_value or (rules.conquer_value if rules is not None else 0)
    return f"{holder} Conquer Value {value or 'not rolled yet'}."


def _square_lines(view: View, space: SpaceView, width: int) -> list[Text]:
    """Return a square's distance to each token, possible attackers, and occupants.

    One line for each player, so that the lines keep their places from square to square.
    """
    if space.obstacle:
        return wrapped(
            styled("An obstacle: nothing can stand here, but flyers pass over it.", theme.QUIET),
            width,
        )
    ahead = forecast.of(view)
    powers = ahead.strikers(space.name)
    away = {
        item.controller: ahead.apart(item.space, space.name)
        for item in view.permanents
        if item.player_token and item.space
    }
    lines = list[Text]()
    for player in view.players:
        if not player.out:
            distance, power = away.get(player.seat), powers.get(player.seat, 0)
            where = ""
            if distance is not None:
                where = f"; token {many(distance, 'square')} away" if distance else "; token here"
            threat = (
                f"could attack here, power {power}" if power else _no_striker(view, player.seat)
            )
            words = f" {threat}{where}"
            badge = styled(symbols.letters_of(view)[player.seat], theme.badge_style(player.seat))
            lines += wrapped(
                badge.append(words, theme.PLAIN if power else theme.QUIET), width, "  "
            )
    for item in view.permanents:
        if item.space == space.name and not item.attached_to:
            words = " ".join(
                filter(None, (item.name, symbols.stats(item), symbols.state_marks(item)))
            )
            letter = symbols.letters_of(view)[item.controller] if item.controller >= 0 else "-"
            lines.append(
                styled(letter, theme.badge_style(max(item.controller, 0))).append(
                    f" {words}", theme.STRONG
                )
            )
    return lines


def _no_striker(view: View, seat: int) -> str:
    """Return the reason why no piece of a player could attack a square.

    Either no piece reaches the square, or the player has no piece that could attack at all.
    """
    ahead = forecast.of(view)
    able = (
        ahead.prospect(item.id).strike
        for item in view.permanents
        if item.controller == seat and item.power
    )
    is_able = ahead.within(("able", seat), lambda: any(able), True, effort.SCREEN)
    return "can't attack this far" if is_able else "has no attackers ready"


def _armies(view: View, space: SpaceView, width: int) -> list[Text]:
    """Return the size and total power of each player's army in a space.

    The power of creatures that could attack there next follows.
    """
    lines: list[Text] = []
    for player in view.players:
        army = [
            item
            for item in view.permanents
            if item.space == space.name
            and item.controller == player.seat
            and item.power is not None
        ]
        if len(army) > 1:
            counted = styled(symbols.letters_of(view)[player.seat], theme.badge_style(player.seat))
            total = sum(item.power or 0 for item in army)
            lines.append(
                counted.append(
                    f"×{len(army)}:{total}  {many(len(army), 'creature')}, total power {total}",
                    theme.PLAIN,
                )
            )
        power = forecast.of(view).presence(player.seat).get(space.name)
        if power is not None and (power.here or power.near):
            badge = styled(symbols.letters_of(view)[player.seat], theme.badge_style(player.seat))
            badge.append(_attack_words(power.here, power.near), theme.PLAIN)
            lines += wrapped(badge, width, "  ")
    return lines


def _attack_words(here: int, near: int) -> str:
    """Return words about the power that can attack, which fit the narrow inspector."""
    if not here:
        return f" can bring power {near} here"
    return f" power {here} here, {near} more in reach" if near else f" can attack with power {here}"


def _piles(view: View, player: PlayerView) -> str:
    """Return the numbers of cards in a player's graveyard and exile, and of emblems."""
    piles = f"exile {len(player.exile)}"
    if view.rules.zones.graveyard != "exile":
        piles = f"graveyard {len(player.graveyard)}, {piles}"
    emblems = f", emblems {len(player.emblems)}" if player.emblems else ""
    return f"{piles[:1].upper()}{piles[1:]}{emblems}"


def player_lines(view: View, player: PlayerView) -> list[Text]:
    """Return a player's counts, mana, Stronghold and lasting effects."""
    if player.out:
        return [styled("Out of the game", theme.QUIET)]
    lines = [
        *(
            [styled("{} of {} {} needed to win".format(*held), theme.STRONG)]
            if (held := symbols.conquests(view, player))[1]
            else []
        ),
        styled(f"Hand {player.hand_count}, library {player.library_count}", theme.PLAIN),
        styled(_piles(view, player), theme.PLAIN),
    ]
    if player.life is not None:
        lines.append(styled(f"Life {player.life}", theme.PLAIN))
    if player.poison:
        lines.append(
            styled(
                f"{many(player.poison, 'poison counter')}; a player with 10 loses the game",
                theme.DANGER,
            )
        )
    mana = styled("Mana " if view.rules.mana.colored else "Has ", theme.PLAIN)
    none = (
        "No mana in the pool" if view.rules.mana.colored else f"Has {view.rules.mana.in_words(())}"
    )
    lines.append(
        mana.append_text(symbols.pool_words(view, player))
        if any(player.pool)
        else styled(none, theme.QUIET)
    )
    if player.stronghold:
        holder = (
            view.players[player.stronghold_holder].name
            if player.stronghold_holder >= 0
            else "no one"
        )
        left = (
            f", {many(player.turns_left, 'turn')} left to retake it"
            if player.turns_left is not None
            else ""
        )
        lines.append(styled(f"Stronghold {player.stronghold}, held by {holder}{left}", theme.PLAIN))
    return lines + [styled(note, theme.QUIET) for note in player.notes]
