"""Subtypes and the card types they belong to (CR 205.3)."""

from __future__ import annotations

from collections.abc import Iterable

BASIC_LAND_TYPES = frozenset({"Plains", "Island", "Swamp", "Mountain", "Forest"})
LAND_TYPES = BASIC_LAND_TYPES | {
    "Cave", "Desert", "Gate", "Lair", "Locus", "Mine", "Planet", "Power-Plant", "Sphere", "Tower",
    "Town", "Urza\u2019s", "Urza's",
}  # fmt: skip
OF_ARTIFACTS = frozenset({
    "Attraction", "Blood", "Bobblehead", "Clue", "Contraption", "Equipment", "Food",
    "Fortification", "Gold", "Incubator", "Infinity",
    "Junk", "Lander", "Map", "Powerstone", "Spacecraft", "Stone", "Treasure", "Vehicle",
})  # fmt: skip
OF_ENCHANTMENTS = frozenset({
    "Aura", "Background", "Cartouche", "Case", "Class", "Curse", "Role", "Room", "Rune", "Saga",
    "Shard", "Shrine",
})  # fmt: skip
OF_SPELLS = frozenset({"Adventure", "Arcane", "Lesson", "Omen", "Trap"})
CREATURE_TYPES: tuple[str, ...] = (
    "Advisor", "Aetherborn", "Alien", "Ally", "Angel", "Antelope", "Ape", "Archer", "Archon",
    "Armadillo", "Army", "Artificer",
    "Assassin", "Assembly-Worker", "Astartes", "Atog", "Aurochs", "Avatar", "Azra", "Badger",
    "Balloon", "Barbarian", "Bard", "Basilisk",
    "Bat", "Bear", "Beast", "Beaver", "Beeble", "Beholder", "Berserker", "Bird", "Blinkmoth",
    "Boar", "Bringer", "Brushwagg", "C'tan",
    "Camarid", "Camel", "Capybara", "Caribou", "Carrier", "Cat", "Centaur", "Child", "Chimera",
    "Citizen", "Cleric", "Clown",
    "Cockatrice", "Construct", "Coward", "Coyote", "Crab", "Crocodile", "Custodes", "Cyberman",
    "Cyclops", "Dalek", "Dauthi", "Demigod",
    "Demon", "Deserter", "Detective", "Devil", "Dinosaur", "Djinn", "Doctor", "Dog", "Dragon",
    "Drake", "Dreadnought", "Drix", "Drone",
    "Druid", "Dryad", "Dwarf", "Echidna", "Efreet", "Egg", "Elder", "Eldrazi", "Elemental",
    "Elephant", "Elf", "Elk", "Employee", "Eye",
    "Faerie", "Ferret", "Fish", "Flagbearer", "Fox", "Fractal", "Frog", "Fungus", "Gamer",
    "Gargoyle", "Germ", "Giant", "Gith", "Glimmer",
    "Gnoll", "Gnome", "Goat", "Goblin", "God", "Golem", "Gorgon", "Graveborn", "Gremlin",
    "Griffin", "Guest", "Hag", "Halfling",
    "Hamster", "Harpy", "Hedgehog", "Hellion", "Hero", "Hippo", "Hippogriff", "Homarid",
    "Homunculus", "Horror", "Horse", "Human",
    "Hydra", "Hyena", "Illusion", "Imp", "Incarnation", "Inkling", "Inquisitor", "Insect",
    "Jackal", "Jellyfish", "Juggernaut", "Kavu",
    "Kirin", "Kithkin", "Knight", "Kobold", "Kor", "Kraken", "Lamia", "Lammasu", "Leech",
    "Leviathan", "Lhurgoyf", "Licid", "Lizard",
    "Llama", "Lobster", "Manticore", "Masticore", "Mercenary", "Merfolk", "Metathran", "Minion",
    "Minotaur", "Mite", "Mole", "Monger",
    "Mongoose", "Monk", "Monkey", "Moogle", "Moonfolk", "Mount", "Mouse", "Mutant", "Myr",
    "Mystic", "Nautilus", "Necron", "Nephilim",
    "Nightmare", "Nightstalker", "Ninja", "Noble", "Noggle", "Nomad", "Nymph", "Octopus", "Ogre",
    "Ooze", "Orb", "Orc", "Orgg", "Otter",
    "Ouphe", "Ox", "Oyster", "Pangolin", "Peasant", "Pegasus", "Pentavite", "Performer", "Pest",
    "Phelddagrif", "Phoenix", "Phyrexian",
    "Pilot", "Pincher", "Pirate", "Plant", "Porcupine", "Possum", "Praetor", "Primarch", "Prism",
    "Processor", "Qu", "Rabbit", "Raccoon",
    "Ranger", "Rat", "Rebel", "Reflection", "Rhino", "Rigger", "Robot", "Rogue", "Sable",
    "Salamander", "Samurai", "Sand", "Saproling",
    "Satyr", "Scarecrow", "Scientist", "Scion", "Scorpion", "Scout", "Sculpture", "Seal", "Serf",
    "Serpent", "Servo", "Shade", "Shaman",
    "Shapeshifter", "Shark", "Sheep", "Siren", "Skeleton", "Skunk", "Slith", "Sliver", "Sloth",
    "Slug", "Snail", "Snake", "Soldier",
    "Soltari", "Spawn", "Specter", "Spellshaper", "Sphinx", "Spider", "Spike", "Spirit",
    "Splinter", "Sponge", "Squid", "Squirrel",
    "Starfish", "Surrakar", "Survivor", "Symbiote", "Synth", "Tentacle", "Tetravite", "Thalakos",
    "Thopter", "Thrull", "Tiefling",
    "Time Lord", "Toy", "Treefolk", "Trilobite", "Triskelavite", "Troll", "Turtle", "Tyranid",
    "Unicorn", "Vampire", "Varmint",
    "Vedalken", "Villain", "Volver", "Wall", "Walrus", "Warlock", "Warrior", "Weasel", "Weird",
    "Werewolf", "Whale", "Wizard", "Wolf",
    "Wolverine", "Wombat", "Worm", "Wraith", "Wurm", "Yeti", "Zombie", "Zubera",
)  # fmt: skip
"""All creature types, in alphabetical order (CR 205.3m)."""

PLANESWALKER_TYPES = frozenset({
    "Ajani", "Aminatou", "Angrath", "Arlinn", "Ashiok", "Bahamut", "Basri", "Bolas", "Calix",
    "Chandra", "Comet", "Dack", "Dakkon", "Daretti", "Davriel", "Dihada", "Domri", "Dovin",
    "Ellywick", "Elminster", "Elspeth", "Estrid", "Freyalise", "Garruk", "Gideon", "Grist", "Guff",
    "Huatli", "Jace", "Jared", "Jaya", "Jeska", "Kaito", "Karn", "Kasmina", "Kaya", "Kiora", "Koth",
    "Liliana", "Lolth", "Lukka", "Minsc", "Mordenkainen", "Nahiri", "Narset", "Niko", "Nissa",
    "Nixilis", "Oko", "Quintorius", "Ral", "Rowan", "Saheeli", "Samut", "Sarkhan", "Serra",
    "Sivitri", "Sorin", "Szat", "Tamiyo", "Tasha", "Teferi", "Teyo", "Tezzeret", "Tibalt", "Tyvar",
    "Ugin", "Urza", "Venser", "Vivien", "Vraska", "Vronos", "Will", "Windgrace", "Wrenn", "Xenagos",
    "Yanggu", "Yanling", "Zariel",
})  # fmt: skip
"""All planeswalker types (CR 205.3j)."""

SETS = {
    "Land": LAND_TYPES,
    "Artifact": OF_ARTIFACTS,
    "Enchantment": OF_ENCHANTMENTS,
    "Instant": OF_SPELLS,
}
TYPE_OF = {word: kind for kind, words in SETS.items() for word in words}
BEARERS = {
    "Creature": frozenset({"Creature", "Tribal", "Planeswalker"}),
    "Instant": frozenset({"Instant", "Sorcery"}),
}
"""The card types that share a set of subtypes, if not just the type of the set's name."""


def set_of(subtype: str) -> str:
    """Return the card type of a subtype; an unknown subtype counts as a creature type."""
    return TYPE_OF.get(subtype, "Creature")


_SPELLINGS = {word.lower(): word for word in (*TYPE_OF, *CREATURE_TYPES)}


def type_named(words: str) -> str:
    """Return a type as on a type line: "Goblin", "Time Lord", "C'tan"."""
    return _SPELLINGS.get(words.lower(), words.title())


def types_in(words: str) -> list[str]:
    """Return the types that some words name one after another: "Artifact", "Time Lord"."""
    found: list[str] = []
    left = words.split()
    while left:
        number = 2 if " ".join(left[:2]).lower() in _SPELLINGS else 1
        found.append(type_named(" ".join(left[:number])))
        left = left[number:]
    return found


def creature_types(subtypes: Iterable[str]) -> frozenset[str]:
    """Return the creature types among some subtypes."""
    return frozenset(word for word in subtypes if set_of(word) == "Creature")


def instead(subtypes: frozenset[str], others: frozenset[str]) -> frozenset[str]:
    """Return the subtypes after others replace those of their sets (CR 205.1a)."""
    sets = {set_of(word) for word in others}
    return frozenset(word for word in subtypes if set_of(word) not in sets) | others


def still_of(subtypes: frozenset[str], types: frozenset[str]) -> frozenset[str]:
    """Return the subtypes that an object with some card types keeps (CR 205.1a)."""
    return frozenset(
        word for word in subtypes if not types.isdisjoint(BEARERS.get(set_of(word), {set_of(word)}))
    )
