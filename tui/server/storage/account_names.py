"""Names of accounts: allowed names, and names that look alike."""

from __future__ import annotations

from functools import cache
from hashlib import blake2b
from unicodedata import category, normalize

from tui.session.seat_kinds import wrong_name

GUEST = "guest"  # the name without an account; "guest-" and a secret word lets a guest return
LONGEST_NAME = 24
MOST_MARKS = 2  # combining marks on one letter
BLANK = frozenset(
    chr(number)
    for number in (
        0x034F,
        0x115F,
        0x1160,
        0x17B4,
        0x17B5,
        0x180B,
        0x180C,
        0x180D,
        0x180F,
        0x2800,
        0x3164,
        0xFFA0,
        0xFFFC,
        0x16FE4,
        0x1D159,
        *range(0xFE00, 0xFE10),
        *range(0xE0100, 0xE01F0),
    )
)
"""Printable characters without ink: Unicode's Default_Ignorable_Code_Point, and blanks."""
BEGINNINGS = (GUEST, "computer")  # an account's name can't begin with any of these
TAKEN = ("server", "the server", "spellfront", "hall", "the hall")  # names of the server itself


_ANIMAL_NAMES = """
addax agama agouti alpaca anole ant auk avocet badger barbet bat beagle bear beaver bee beetle
bison bittern boar bobcat bongo bream budgie buffalo bustard buzzard camel canary caracal caribou
carp cat catfish cheetah chough cicada civet clam coati cobra cod condor coot corgi cougar cow
coyote crab crane cricket crow cuckoo curlew deer dhole dikdik dingo dipper dodo dog dolphin
donkey dove duck dunlin dunnock eagle eel egret eider eland elk emu ermine falcon ferret finch
firefly fox frog gannet gaur gazelle gecko genet gerbil gibbon giraffe gnu goat goose gopher goral
grebe grouse guanaco gull guppy haddock hake halibut hamster hare hawk heron herring hippo hoopoe
hornet horse hyena ibex ibis iguana impala jackal jackdaw jaguar jay jerboa kakapo kestrel kite
kiwi koala koi krill kudu lapwing lark lemming lemur leopard limpet linnet lion lizard llama
lobster locust loris lynx macaw magpie mallard manatee mantis marlin marmot marten martin merlin
minnow mole moose moth mouse mussel newt numbat ocelot octopus okapi oriole oryx osprey ostrich
otter owl oyster panda panther parrot pelican penguin perch pigeon pika pike pipit plaice plover
polecat pony puffin puma python quail quokka rabbit raccoon raven robin rook salmon sardine seal
serval shark sheep shrew shrike shrimp skink skua skunk skylark sloth snail snipe sparrow spider
squid stoat stork swallow swan swift tapir tarsier teal tern thrush tiger toad toucan trout tuna
turkey turtle viper vole vulture wallaby walrus warbler wasp weasel weevil whale whelk wigeon
wildcat wolf wombat wren yak zebra zebu
"""
ANIMALS = _ANIMAL_NAMES.split()  # for guests' names


def guest_name(secret: str, salt: bytes) -> str:
    """Return a guest's name, such as "Guest Otter 41", derived from the secret word.

    The name reveals nothing about the word. `salt` is known to the server alone: without it no
    player can find a word that gives a chosen name.
    """
    number = int.from_bytes(blake2b(secret.encode(), key=salt, digest_size=8).digest())
    return f"Guest {ANIMALS[number % len(ANIMALS)].title()} {10 + number // len(ANIMALS) % 90}"


def normal(name: str) -> str:
    """Return a name as stored and compared: NFKC with single spaces."""
    return " ".join(normalize("NFKC", " ".join(name.split())).split())


def wrong_account_name(name: str) -> str:
    """Return why an account can't have a normalized name; empty if allowed."""
    if not any(category(letter)[0] in "LN" for letter in name):
        return "a name needs at least one letter or digit"
    if len(name) > LONGEST_NAME:
        return f"found a name of {len(name)} characters; allowed: at most {LONGEST_NAME}"
    if problem := wrong_name(name):
        return problem
    if stray := next((letter for letter in name if letter in BLANK), ""):
        return (
            f"found the invisible character U+{ord(stray):04X}; allowed as a name: characters "
            "that can be seen"
        )
    if ":" in name:
        return f"found '{name}'; allowed: a name without a colon"
    if any(map(_is_mark, zip(*(name[start:] for start in range(MOST_MARKS + 1)), strict=False))):
        return f"found more than {MOST_MARKS} marks on one letter; allowed: at most {MOST_MARKS}"
    return _whose(skeleton(name), name)


def _is_mark(letters: tuple[str, ...]) -> bool:
    return all(category(letter)[0] == "M" for letter in letters)


def _whose(looks: str, name: str) -> str:
    """Return why a name that looks like the server's, a guest's or a computer's is refused."""
    for beginning in BEGINNINGS:
        if looks.startswith(skeleton(beginning)):
            return f"found '{name}'; allowed: a name that doesn't begin with '{beginning}'"
    if looks in map(skeleton, TAKEN):
        return f"'{name}' is what the server calls itself; choose another name"
    return ""


def skeleton(name: str) -> str:
    """Return the skeleton of a name: equal for all names that look alike.

    UTS 39, ignoring case; I, l and i are alike.
    """
    looks = _prototypes(_prototypes(normalize("NFKC", name)).casefold()).casefold()
    return normalize("NFD", looks).replace("i", "l")


def _prototypes(text: str) -> str:
    return normalize("NFD", "".join(map(_prototype, normalize("NFD", text))))


@cache
def _look_alikes() -> dict[str, list[str]]:
    """Return Unicode's table of confusable characters.

    From each character to its prototype, and from each prototype to all characters that look like
    it.
    """
    from confusable_homoglyphs.confusables import confusables_data

    return {letter: [each["c"] for each in alike] for letter, alike in confusables_data.items()}


def _prototype(letter: str) -> str:
    """Return the prototype of a character, which may be several characters."""
    alike = _look_alikes()
    found = alike.get(letter, [])
    if len(found) != 1:
        return letter  # unique, or a prototype itself
    other = found[0]
    return other if len(other) > 1 or len(alike.get(other, [])) > 1 else min(letter, other)
