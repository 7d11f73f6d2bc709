"""A variant's rules: its TOML file as a Ruleset, with every problem of the file reported at once."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from msgspec import Meta, field

from engine import fitting, house_rules, rulewords
from engine.cards.legality import DeckRules
from engine.cards.terms import Positive, Record
from engine.extending import VariantFile, merge, open_variant, set_key
from engine.fronts.answers import Answers
from engine.fronts.arrival import Arrival
from engine.fronts.belongings import Belongings
from engine.fronts.countering import Countering
from engine.fronts.engagement import Engagements
from engine.fronts.ground import Ground
from engine.fronts.land import BasicType
from engine.fronts.layouts import Layout, UnreadableDrawingError
from engine.fronts.mana import Colors, Mana
from engine.fronts.movement import Moves
from engine.fronts.pioneers import Pioneers
from engine.fronts.player_tokens import PlayerTokens
from engine.fronts.reach import Reach
from engine.fronts.squares import find_drawing
from engine.fronts.strongholds import Strongholds
from engine.fronts.terrain import Terrain
from engine.fronts.victory import Victory
from engine.magic.map import Map
from engine.magic.special import SpecialAction
from engine.magic.turn import Step
from engine.rule import any_of
from engine.schema import Problem, read

if TYPE_CHECKING:
    pass

SCHEMA = 1
"""The version of the file format."""

if TYPE_CHECKING:
    AnyStep = Step
    AnyLayout = Layout
    AnyMovement = Moves
    AnyArrival = Arrival
    AnyTerrain = Terrain
    AnyReach = Reach
    AnySpecialAction = SpecialAction
    AnyMana = Mana
    AnyVictory = Victory
else:  # the kinds of rules that there are, by which files are read
    AnyStep = any_of(Step)
    AnyLayout = any_of(Layout)
    AnyMovement = any_of(Moves)
    AnyArrival = any_of(Arrival)
    AnyTerrain = any_of(Terrain)
    AnyReach = any_of(Reach)
    AnySpecialAction = any_of(SpecialAction)
    AnyMana = any_of(Mana)
    AnyVictory = any_of(Victory)
Lands = Annotated[int, Meta(ge=1, le=720)]
"""Of each type: enough for the largest map of areas."""
Players = Annotated[int, Meta(ge=2, le=4)]


class Setup(Record, frozen=True):
    """How a game begins."""

    hand: Positive = 7  # cards that everybody begins with
    life: Positive | None = None  # none: players have no life
    first_player_skips_draw: tuple[Players, ...] = (2,)  # in games of this many players
    first_player_die: Annotated[int, Meta(ge=2, le=1000)] = 6  # the die that decides who starts
    empty_library_loses: bool = True  # whoever must draw from an empty library loses
    idle_rounds: Positive = 10  # rounds in which nobody can decide anything, libraries empty, after which the game is a draw

    def told(self, rules: Ruleset) -> list[str]:
        """It in words."""
        skipping = [number for number in self.first_player_skips_draw if number in rules.players]
        clockwise = "" if rules.is_duel else " Turns go clockwise round the table."
        words = [
            f"A roll of {rulewords.a_die(self.first_player_die)} decides who starts.{clockwise}",
            f"Everybody draws {rulewords.many(self.hand, 'card')}; mulligans as in Magic.",
        ]
        if skipping:
            numbers = " or ".join(map(rulewords.in_number, skipping))
            words.append(f"With {numbers} players, whoever starts skips the first draw.")
        words.append(
            f"Everybody has {self.life} life." if self.life else "Players have no life: it can't be paid, gained, lost or damaged."
        )
        if not self.empty_library_loses:
            words.append("Nobody loses by drawing from an empty library.")
        return words


class BoardRules(Record, frozen=True):
    """The map: a layout for each number of players, and a number of lands of each type where land lies on it."""

    layouts: dict[str, AnyLayout]  # the map for each number of players
    lands_per_type: dict[str, Lands] = field(default_factory=dict[str, Lands])  # basic lands of each type, for each number of players
    face_up: bool = False  # the lands are dealt face up
    not_at_gates: tuple[BasicType, ...] = ()  # what is not dealt next to Strongholds, as far as there is other land
    word: Annotated[str, Meta(pattern="^[a-z]+$", max_length=20)] = "area"  # what the rules call a space of it


class ZoneRules(Record, frozen=True):
    """Where cards go when they are used up."""

    graveyard: Literal["graveyard", "exile"] = "graveyard"  # the zone that stands for the graveyard
    renews_library: bool = False  # a player who must draw from an empty library shuffles that zone into a new one

    def told(self, rules: Ruleset) -> list[str]:
        """It in words."""
        words = [
            'What would go to a graveyard goes to exile. So nothing "dies": what triggers on that never does, what would happen '
            "instead of it does."
        ]
        words = words if self.graveyard == "exile" else []
        where = "the cards in exile" if self.graveyard == "exile" else "the graveyard"
        return [*words, f"Who must draw from an empty library shuffles {where} into a new one."] if self.renews_library else words


class DamageRules(Record, frozen=True):
    """What damage does to creatures."""

    wears_off: bool = True  # at the end of the turn
    creatures_gain_life: bool = False  # what lets a target player gain life may target a creature instead (B-7)

    def told(self, rules: Ruleset) -> list[str]:
        """It in words."""
        words = ["Damage to creatures wears off at the end of the turn." if self.wears_off else "Damage to creatures stays."]
        if self.creatures_gain_life:
            words.append(
                "So a creature has life: its toughness, less its damage. What lets a target player gain life may target a creature "
                "instead, "
                'which may come to have more life than toughness. "You gain life" is still yours alone.',
            )
            words.append(
                "What changes a creature's toughness changes its life with it, for as long as it lasts. A creature with no life left dies."
            )
        return words


class Option(Record, frozen=True):
    """A house rule: what is asked at the launch, and which key each choice sets to which value."""

    label: str  # what the house rule is called
    choices: dict[str, dict[str, Any]]  # choice -> dotted key -> value; the first choice is the default
    help: str = ""  # what it is about
    other: str = ""  # the dotted key that any other answer is set to; none: there is no other answer

    @property
    def names_map(self) -> bool:
        """Whether any other answer is a drawing's name or file."""
        return self.other.endswith(".map")


class Ruleset(Record, Answers, frozen=True, dict=True):
    """A variant, ready to be played."""

    schema: Annotated[int, Meta(ge=SCHEMA, le=SCHEMA)]  # the version of this file format
    id: str  # what commands, records and other variants call it
    name: str  # what players call it
    version: str  # of your own counting
    summary: str  # what it is about, in a sentence or two
    players: tuple[Players, ...]  # the numbers of players that it can be played by
    source: str  # where it comes from
    deck: DeckRules  # what decks are allowed
    setup: Setup  # how a game begins
    board: BoardRules  # the map
    turn: tuple[AnyStep, ...]  # the steps of a turn, in order
    movement: AnyMovement  # how creatures move
    arrival: AnyArrival  # where permanents arrive
    reach: AnyReach  # what magic may touch from where
    victory: tuple[AnyVictory, ...] = ()  # ways to win besides being the last in the game
    mana: AnyMana = Colors()  # in what costs are paid
    zones: ZoneRules = ZoneRules()  # where used cards go
    action: tuple[AnySpecialAction, ...] = ()  # what players may do besides casting and activating
    combat: Engagements | None = None  # how pieces attack pieces, where that is how one attacks
    token: PlayerTokens | None = None  # none: players are not on the map
    pioneer: Pioneers | None = None  # the creature tokens with which players begin
    terrain: tuple[AnyTerrain, ...] = ()  # what land does for those who stand on it
    ground: Ground | None = None  # what the land of squares means
    belongings: Belongings | None = None  # none: enchantments and artifacts lie beside the map
    countering: Countering | None = None  # none: spells can be countered from anywhere
    damage: DamageRules = DamageRules()  # what becomes of damage
    stronghold: Strongholds | None = None  # none: players have no Strongholds
    options: dict[str, Option] = field(default_factory=dict)  # house rules that are asked for before a game
    clauses: dict[str, str] = field(default_factory=dict)  # the clause behind each reason for what is refused, or comes about
    chosen: dict[str, str] = field(default_factory=dict)  # the choice made for each option
    extends: str = ""  # the variant that this one changes
    file: str = ""  # where it was read from; nothing if it comes with the game

    @property
    def ships(self) -> bool:
        """Whether all of it comes with the game, whatever was answered to house rules."""
        return not self.file and all(choice in self.options[key].choices for key, choice in self.chosen.items())

    def fingerprint(self) -> str:
        """A hash of the resolved rules, for records."""
        rules = msgspec.structs.replace(self, file="")
        return hashlib.sha256(msgspec.json.encode(rules, order="deterministic")).hexdigest()[:16]


if TYPE_CHECKING:

    def _as_map(rules: Ruleset) -> Map:  # pyright: ignore[reportUnusedFunction]
        """A ruleset has all that Magic asks of a map; whoever checks types finds out here what it lacks."""
        return rules


class RulesetError(ValueError):
    """A variant that can't be loaded, with everything that is wrong with it."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("\n".join(map(str, problems)))
        self.problems = problems


# --- loading ---


def load(variant: str | Path, options: Mapping[str, str] | None = None) -> Ruleset:
    """The rules of a shipped variant (by id) or of a file, with house rules chosen. Raises RulesetError."""
    rules, problems = read_file(variant, options or {})
    if rules is None:
        raise RulesetError(problems)
    return rules


def check(variant: str | Path) -> list[Problem]:
    """Everything that is wrong with a variant's file, whichever of its house rules are chosen."""
    opened = open_variant(variant)
    if opened.problems:
        return opened.problems
    problems = resolve(opened, {})[1] or list(_wrong_choices(opened))
    return [msgspec.structs.replace(problem, file=opened.file) for problem in problems]


def read_file(variant: str | Path, options: Mapping[str, str]) -> tuple[Ruleset | None, list[Problem]]:
    """A variant's rules, or None and all its problems."""
    opened = open_variant(variant)
    if opened.problems:
        return None, opened.problems
    rules, problems = resolve(opened, options)
    if rules is not None and opened.folders:
        rules = msgspec.structs.replace(rules, file=str(Path(variant).resolve()))
    return rules, [msgspec.structs.replace(problem, file=opened.file) for problem in problems]


def resolve(opened: VariantFile, options: Mapping[str, str]) -> tuple[Ruleset | None, list[Problem]]:
    """A variant's data as rules, house rules applied."""
    data = merge(opened.data, {})
    rules, problems = read(Ruleset, data)
    if rules is None:
        return None, problems
    problems = [*_filled_in(rules), *house_rules.without_choice(rules), *house_rules.overridden(data, rules)]
    problems += [p for key, choice in options.items() for p in house_rules.bad_choice(rules, key, choice)]
    if problems:
        return None, problems
    chosen = {key: options.get(key, next(iter(option.choices))) for key, option in rules.options.items()}
    for key, choice in chosen.items():
        problems += house_rules.choose(data, key, rules.options[key], choice)
    house = rules.options
    rules, more = read(Ruleset, data)
    if rules is None or problems:
        return None, problems + more
    problems = list(_read_drawings(data, rules, opened.folders))
    if chosen:
        data["chosen"] = {key: _from_anywhere(house[key], choice, opened.folders) for key, choice in chosen.items()}
    rules, more = read(Ruleset, data)
    problems += more
    if rules is not None and not problems:
        rules = fitting.for_whom_there_is_room(rules) if options else rules
        problems = fitting.problems(rules)
    return (None if problems else rules), problems


def _filled_in(rules: Ruleset) -> Iterator[Problem]:
    """What no file may say, since the program says it."""
    layouts = rules.board.layouts.items()
    drawn = [f"board.layouts.{number}.{key}" for number, layout in layouts for key in layout.filled_in if getattr(layout, key)]
    for where in [*(["chosen"] if rules.chosen else []), *(["file"] if rules.file else []), *drawn]:
        yield Problem(where=where, found="an unknown key", allowed="nothing: the program fills it in")


def _wrong_choices(opened: VariantFile) -> Iterator[Problem]:
    """What is wrong with a variant, good in itself, when a house rule is chosen."""
    rules, _ = read(Ruleset, opened.data)
    for key, option in rules.options.items() if rules is not None else ():
        for choice in list(option.choices)[1:]:
            for problem in resolve(opened, {key: choice})[1]:
                yield msgspec.structs.replace(problem, hint=f"with the house rule {key} = {choice}")
        data = merge(opened.data, {})
        if option.other and (set_key(data, option.other, "") or read(Ruleset, data)[1]):
            yield Problem(where=f"options.{key}.other", found=f"'{option.other}'", allowed="a key of this variant that is text, or nothing")


def _from_anywhere(option: Option, choice: str, folders: Sequence[Path]) -> str:
    """An answer as a record keeps it: a drawing's file is found from whatever folder the game is resumed in."""
    return find_drawing(choice, folders) if choice not in option.choices and option.names_map else choice


def _read_drawings(data: dict[str, Any], rules: Ruleset, folders: Sequence[Path]) -> Iterator[Problem]:
    """Read the drawings of maps that are named, so that the rules hold all that is played."""
    for number, layout in rules.board.layouts.items():
        try:
            data["board"]["layouts"][number].update(layout.read_files(folders))
        except UnreadableDrawingError as error:
            yield Problem(where=f"board.layouts.{number}.map", found=f"no drawing '{error.name}'", allowed=str(error))
