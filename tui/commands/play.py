"""`spellfront play`: straight into a game."""

from __future__ import annotations

import argparse

from tui.commands.common import (
    KINDS,
    NAMES,
    CommandError,
    add_variant,
    check_number,
    choose_decks,
    load_rules,
    make_parser,
    need_terminal,
    parse_kinds,
    seed_number,
)
from tui.game_setup import new_seed
from tui.kinds import wrong_name


def parser() -> argparse.ArgumentParser:
    """The arguments."""
    made = make_parser(
        "play",
        "Go straight into a game. It is saved after every decision; `spellfront` offers to go on with it.",
        """
spellfront play --seats human,ai:normal
spellfront play --variant conquering --seats human,human,ai:easy --decks white-knights,my-deck.txt --seed 7
spellfront play --option KEY=VALUE        (see: spellfront variants show conquering)
""",
    )
    add_variant(made)
    made.add_argument("--seats", default="human,ai:normal", metavar="A,B", help="who plays each seat: human, ai:easy or ai:normal")
    made.add_argument("--names", default="", metavar="A,B", help="what the players are called")
    made.add_argument("--decks", default="", metavar="A,B", help="a deck's name or file for each seat; see 'decks list'")
    made.add_argument("--seed", type=seed_number, metavar="N", help="plays the same dice and shuffles again")
    return made


def run(arguments: argparse.Namespace) -> int:
    """Start the game and show it."""
    rules = load_rules(arguments.variant, arguments.option)
    kinds = parse_kinds(arguments.seats, KINDS[:-1])
    check_number(rules, len(kinds))
    decks = choose_decks(arguments.decks, rules, len(kinds))
    names = _names(arguments.names, len(kinds))
    _check_keys()
    need_terminal()
    seed = new_seed() if arguments.seed is None else arguments.seed
    from engine.game import Seat
    from tui import saves
    from tui.app import SpellfrontApp
    from tui.session import Session

    seats = [Seat(name, deck) for name, deck in zip(names, decks, strict=True)]
    try:
        session = Session.start(rules, seats, kinds, seed, saves.new_path(rules.id))
    except OSError as error:
        raise CommandError(saves.cant_be_saved(error)) from None
    SpellfrontApp(session=session).run()
    return 0


def _check_keys() -> None:
    """Raises CommandError with everything that is wrong with the player's own keys, which nobody would be told of at the table."""
    from tui.app import keymap_path
    from tui.keymap import KeymapError, read_keymap

    try:
        read_keymap(keymap_path())
    except KeymapError as error:
        raise CommandError("\n".join(error.problems)) from None


def _names(text: str, number: int) -> list[str]:
    names = [name.strip() for name in text.split(",")] if text else [*NAMES[:number]]
    if len(names) != number or len(set(names)) != number or not all(names):
        raise CommandError(f"--names: found {text!r}; allowed: {number} different names")
    for name in names:
        if problem := wrong_name(name):
            raise CommandError(f"--names: {problem}")
    return names
