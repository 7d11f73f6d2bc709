"""Effects on cards in hands and libraries, on life totals and on mana."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.base.english import number_word
from engine.base.records import replace
from engine.cards.model import (
    Choose,
    Discard,
    Draw,
    Exile,
    GainLife,
    LookAtHand,
    LookAtTop,
    LoseGame,
    LoseLife,
    Mill,
    Move,
    Reveal,
    Sacrifice,
    Scry,
    Search,
    SeparatePiles,
    SetLife,
    Shuffle,
    WinGame,
)
from engine.cards.oracle.grammar import (
    H,
    ReadAs,
    Reader,
    Reading,
    Writer,
    Written,
    category,
    phrase,
)
from engine.cards.oracle.phrases.amounts import is_quality, x_explained
from engine.cards.oracle.phrases.lists import NUMBERS
from engine.cards.oracle.references import Number, Said, ThatMuch
from engine.cards.terms import Count, Filter, Stat

# --- Drawing, discarding, milling -----------------------------------------------------------------


@category("quality-of-one")
class QualityOfOne(ReadAs):
    """A power, toughness or mana value as a number: "its power"."""

    reads = "quantity"

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the quality in words."""
        if not is_quality(value) or value == said.amount:
            return None
        return writer.write("quantity", value, said)


for verb, effect in (("draw", Draw), ("mill", Mill)):
    phrase(
        "effect",
        f"<who:doer!> *{verb} cards equal to <count:quality-of-one>",
        effect(who=H.who, count=H.count),
        write_only=True,
    )
    phrase(
        "effect",
        f"<who:doer!> *{verb} <count:amount.card>",
        effect(who=H.who, count=H.count),
    )
    phrase(
        "effect",
        f"<who:doer!> *{verb} cards equal to <count:quantity>",
        effect(who=H.who, count=H.count),
        read_only=True,
    )
phrase("effect", "<who:doer!> *discard <count:amount.card>", Discard(who=H.who, count=H.count))
phrase(
    "effect",
    "<who:doer!> *discard up to <count:amount.card>",
    Discard(who=H.who, count=H.count, up_to=True),
)
phrase("effect", "<who:doer!> *draw an additional card", Draw(who=H.who), read_only=True)
phrase(
    "effect",
    "<who:doer!> *discard <count:amount.card> at random",
    Discard(who=H.who, count=H.count, random=True),
)
phrase(
    "effect",
    "<who:doer!> *discard *their hand",
    Discard(who=H.who, count="all"),
    "<who:doer!> *discard all the cards in *their hand",
)
phrase(
    "effect",
    "<who:doer!> *discard <of:certain-cards.a>",
    Discard(who=H.who, of=H.of),
)
phrase(
    "effect",
    "<who:doer!> *discard <count:count> <of:certain-cards.many>",
    Discard(who=H.who, of=H.of, count=H.count),
)
phrase(
    "effect",
    "<who:doer!> *discard all <of:certain-cards.many>",
    Discard(who=H.who, of=H.of, count="all"),
)
_CHOSEN = (
    ("<of:certain-cards.a>", Discard(who=H.who, chooser="you", of=H.of)),
    ("a card", Discard(who=H.who, chooser="you")),
)
for words, record in _CHOSEN:
    phrase(
        "effect",
        f"<who:player!> *reveal *their hand . you choose {words} from it . "
        "<again:same-player> discards that card",
        record,
        f"look at <who:player> 's hand and choose {words} from it . "
        "<again:same-player> discards that card",
    )
phrase("effect", "look at <who:player> 's hand", LookAtHand(who=H.who))
_SEEN = (Reveal(who=H.who, zone="hand"), Choose(of=H.of))
for words, exile in (
    ("", Exile(what="chosen")),
    (" until <any:this> leaves the battlefield", Exile(what="chosen", until_source_leaves=True)),
):
    phrase(
        "several",
        f"<who:player!> *reveal *their hand . you choose <of:cards-in-hand.a> from it . "
        f"exile that card{words}",
        (*_SEEN, exile),
        f"<who:player!> *reveal *their hand . you choose <of:cards-in-hand.a> from it and "
        f"exile that card{words}",
        f"<who:player!> *reveal *their hand and you choose <of:cards-in-hand.a> from it . "
        f"exile that card{words}",
    )


@category("cards-in-hand")
class CardsInHand:
    """Cards that are chosen from the hand of the player who has just revealed it."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the descriptions of cards at a place."""
        for cards in reader.read("cards", at, mode):
            yield Reading(replace(cards.value, zone="hand", among="revealed"), cards.end)

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the cards in words."""
        if value.zone != "hand" or value.among != "revealed":
            return None
        return writer.write("cards", replace(value, zone="battlefield", among=None), said, mode)


phrase("effect", "<who:doer!> *reveal *their hand", Reveal(who=H.who, zone="hand"))
phrase("effect", "scry <count:amount-x>", Scry(count=H.count))
phrase(
    "effect",
    "<who:doer!> *shuffle",
    Shuffle(who=H.who),
    "<who:doer!> *shuffle *their library",
)
for zones, words in (
    (("graveyard",), "graveyard"),
    (("hand",), "hand"),
    (("hand", "graveyard"), "hand and graveyard"),
):
    phrase(
        "effect",
        f"<who:doer!> *shuffle *their {words} into *their library",
        Shuffle(who=H.who, zones=zones),  # type: ignore[arg-type]
    )


@category("certain-cards")
class CertainCards:
    """Cards of some kind, but not any card."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the descriptions of cards at a place."""
        yield from (cards for cards in reader.read("cards", at, mode) if cards.value != Filter())

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the cards in words."""
        return None if value == Filter() else writer.write("cards", value, said, mode)


@category("same-player")
class SamePlayer:
    """A player who has just been named: "that player"."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield nothing that counts, after the words for the player."""
        for words in ("that player", "they"):
            end = reader.at_words(at, words)
            if end is not None:
                yield Reading("", end, "one")

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the words for the player."""
        return Written("that player", said, "one")


@category("the-player")
class ThePlayer(SamePlayer):
    """A player who has just been named, as the subject of another sentence."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield nothing that counts, after the words for the player."""
        yield from super().read(reader, at, mode)
        end = reader.at_words(at, "the player")
        if end is not None:
            yield Reading("", end, "one")


@category("count")
class HowMany:
    """A number of objects that a noun in the plural follows: "two", "X".

    With the mode "x" it may be an X that the end of the clause explains.
    """

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the number at a place."""
        word = reader.word(at)
        if word == "x":
            yield Reading(Number(at, "X"), at + 1)
        elif word == "that" and reader.word(at + 1) == "many":
            yield Reading(Number(at, ThatMuch(at)), at + 2)
        elif word in NUMBERS and word != "one":
            yield Reading(Number(at, NUMBERS[word]), at + 1)

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the number as a word."""
        if value == "X":
            return Written("X", said)
        if said.amount is not None and value == said.amount:
            return Written("that many", said)
        if mode == "x" and isinstance(value, Count | Stat):
            explained = x_explained(writer, value, said)
            return explained and Written("X", explained)
        return Written(number_word(value), said) if type(value) is int and value > 1 else None


# --- Winning and losing ---------------------------------------------------------------------------

phrase("effect", "<who:player!> *win the game", WinGame(who=H.who))
phrase("effect", "<who:player!> *lose the game", LoseGame(who=H.who))

# --- Life -----------------------------------------------------------------------------------------

_HALF_LIFE: tuple[tuple[str, Any, Any], ...] = (
    ("you lose half your", "you", "you"),
    ("each player loses half their", "players", "that-player"),
    ("each opponent loses half their", "opponents", "that-player"),
    ("<who:one-player!> *lose half *their", H.who, H.who),
)
for words, who, whose in _HALF_LIFE:
    for rounded in ("up", "down"):
        half = Stat(what="life", of=whose, halve="up" if rounded == "up" else True)
        phrase(
            "effect",
            f"{words} life , rounded {rounded}",
            LoseLife(amount=half, who=who),
        )
for verb, effect in (("gain", GainLife), ("lose", LoseLife)):
    phrase(
        "effect",
        f"<who:player!> *{verb} <amount:amount> life",
        effect(amount=H.amount, who=H.who),
    )
    phrase(
        "effect",
        f"<who:player!> *{verb} life equal to <amount:quantity>",
        effect(amount=H.amount, who=H.who),
    )

phrase(
    "effect",
    "<who:whose-player> life total becomes <amount:amount>",
    SetLife(amount=H.amount, who=H.who),
    "<who:whose-player> life total becomes equal to <amount:quantity>",
)

# --- Searching ------------------------------------------------------------------------------------

_PLACES = {
    "hand": "into *their hand",
    "battlefield": "onto the battlefield",
    "graveyard": "into *their graveyard",
}


def _search(found: str, them: str, card: str, fields: dict[str, Any]) -> None:
    """Add the rules for a search: to a hand, onto the battlefield, into a graveyard, on top."""
    _searched("<who:doer!> *search", found, them, card, fields)
    _searched("<who:player!> may search", found, them, card, {**fields, "optional": True})


def _searched(who: str, found: str, them: str, card: str, fields: dict[str, Any]) -> None:
    be = "*" if "*search" in who else ""  # "may search …, put it …, then shuffle"
    start = f"{who} *their library for {found} ,"
    for to, where in _PLACES.items():
        record = Search(to=to, who=H.who, **fields)  # type: ignore[arg-type]
        shown = f" {be}reveal {them} ," if to == "hand" else ""
        hidden = Search(to=to, who=H.who, reveal=False, **fields)  # type: ignore[arg-type]
        put = f"{be}put {them} {where}"
        phrase(
            "effect",
            f"{start}{shown} {put} , then {be}shuffle",
            record,
            f"{start}{shown.replace(them, card)} {be}put {card} {where} , then {be}shuffle",
            f"{start}{shown} and {put} , then {be}shuffle",
        )
        if to == "hand":
            phrase("effect", f"{start} {put} , then {be}shuffle", hidden)
        if to == "battlefield":
            tapped = Search(to=to, who=H.who, tapped=True, **fields)
            phrase(
                "effect",
                f"{start} {put} tapped , then {be}shuffle",
                tapped,
                f"{start} {be}put {card} {where} tapped , then {be}shuffle",
            )
    top = Search(to="library-top", who=H.who, **fields)
    phrase(
        "effect",
        f"{start} {be}reveal {them} , then {be}shuffle and {be}put {card} on top",
        top,
        f"{start} {be}reveal {them} , {be}shuffle , then {be}put {card} on top",
    )
    phrase(
        "effect",
        f"{start} then {be}shuffle and {be}put {card} on top",
        Search(to="library-top", who=H.who, reveal=False, **fields),
    )


_search("<of:cards.a>", "it", "that card", {"of": H.of})
_search(
    "up to <count:count> <of:cards.many>",
    "them",
    "those cards",
    {"of": H.of, "count": H.count},
)
_search("any number of <of:cards.many>", "them", "those cards", {"of": H.of, "count": "any"})
phrase(
    "effect",
    "<who:doer!> *search *their library for up to two <of:cards.many> , *reveal those cards , "
    "*put one onto the battlefield tapped and the other into *their hand , then *shuffle",
    Search(of=H.of, count=2, to="battlefield", others_to="hand", tapped=True, who=H.who),
    "<who:doer!> *search *their library for up to two <of:cards.many> , *reveal them , "
    "*put one onto the battlefield tapped and the other into *their hand , then *shuffle",
)

# --- The top of a library -------------------------------------------------------------------------

_RESTS: tuple[tuple[tuple[str, ...], dict[str, Any]], ...] = (
    (("on the bottom of your library in any order",), {"rest": "library-bottom"}),
    (
        ("on the bottom of your library in a random order",),
        {"rest": "library-bottom", "random_order": True},
    ),
    (("into your graveyard",), {"rest": "graveyard"}),
    (
        ("back on top of your library in any order", "on top of your library in any order"),
        {"rest": "library-top"},
    ),
)
_TAKEN: tuple[tuple[str, dict[str, Any]], ...] = (
    ("put one of them into your hand and the rest {}", {"take": 1}),
    ("put one of those cards into your hand and the rest {}", {"take": 1}),
    ("put <take:count> of them into your hand and the rest {}", {"take": H.take}),
    (
        "you may put any number of <of:cards.many> from among them onto the battlefield . put the "
        "rest {}",
        {"take": H.count, "of": H.of, "optional": True, "to": "battlefield"},
    ),
    (
        "you may reveal <of:cards.a> from among them and put it into your hand . put the rest {}",
        {"take": 1, "of": H.of, "optional": True, "reveal": "taken"},
    ),
    (
        "you may put <of:cards.a> from among them onto the battlefield . put the rest {}",
        {"take": 1, "of": H.of, "optional": True, "to": "battlefield"},
    ),
)
_REVEALED: tuple[tuple[str, dict[str, Any]], ...] = (
    (
        "put all <of:cards.many> revealed this way into your hand and the rest {}",
        {"take": "all", "of": H.of},
    ),
    (
        "put all <of:cards.many> revealed this way onto the battlefield and the rest {}",
        {"take": "all", "of": H.of, "to": "battlefield"},
    ),
    (
        "you may put <of:cards.a> from among them into your hand . put the rest {}",
        {"take": 1, "of": H.of, "optional": True},
    ),
    (
        "you may put <of:cards.a> from among them onto the battlefield . put the rest {}",
        {"take": 1, "of": H.of, "optional": True, "to": "battlefield"},
    ),
)


def _look(first: str, then: str, fields: dict[str, Any], **more: Any) -> None:
    """Add the rules for a look at the top cards of one's library."""
    for (where, *others), rest in _RESTS:
        phrase(
            "effect",
            f"{first} . {then.format(where)}",
            LookAtTop(count=H.count, **rest, **fields, **more),
            *(
                f"{counted} {so} {then.format(place).replace(' the rest ', f' the {left} ')}"
                for counted in _counted(first)
                for so in ((".", ", then") if then.startswith("put one of them") else (".",))
                for place in (where, *others)
                for left in ("rest", "other")
            ),
        )
        phrase(
            "effect",
            f"{_counted(first)[1]} . {then.format(where)}",
            LookAtTop(count=H.count, **rest, **fields, **more),
            write_only=True,
        )


def _counted(first: str) -> tuple[str, str]:
    """Return other forms of a look at the top cards: as it is, and with X explained."""
    explained = first.replace("<count:count>", "X") + " , where X is <count:quantity>"
    return first, explained


for then, fields in _TAKEN:
    _look("look at the top <count:count> cards of your library", then, fields)
for then, fields in _REVEALED:
    _look("reveal the top <count:count> cards of your library", then, fields, reveal="all")
_OF_PLAYERS: tuple[tuple[str, Any], ...] = (("your", "you"), ("<who:another-player> 's", H.who))
for words, who in _OF_PLAYERS:
    top = f"look at the top card of {words} library"
    their = "your" if who == "you" else "that player's"
    phrase(
        "effect",
        f"look at the top <count:count> cards of {words} library , then put them back in any order",
        LookAtTop(count=H.count, who=who, rest="library-top"),
    )
    phrase(
        "effect",
        f"look at the top X cards of {words} library , where X is <count:quantity> , "
        "then put them back in any order",
        LookAtTop(count=H.count, who=who, rest="library-top"),
    )
    phrase("effect", top, LookAtTop(count=1, who=who, rest="library-top"))
    phrase(
        "effect",
        f"look at the top <count:count> cards of {words} library . put one of them into {their} "
        "graveyard",
        LookAtTop(count=H.count, who=who, take=1, to="graveyard", rest="library-top"),
    )
    for to, where in (
        ("library-bottom", f"on the bottom of {their} library"),
        ("graveyard", f"into {their} graveyard"),
    ):
        phrase(
            "effect",
            f"{top} . you may put that card {where}",
            LookAtTop(
                count=1, who=who, take=1, optional=True, to=to,  # type: ignore[arg-type]
                rest="library-top",
            ),
            f"{top} . you may put it {where}",
            read_only=to == "graveyard" and who == "you",  # "surveil 1"
        )  # fmt: skip
_SHOWN_AND_TAKEN = LookAtTop(
    count=1, take=1, of=H.of, optional=True, reveal="taken", rest="library-top"
)
phrase(
    "effect",
    "look at the top card of your library . if it's <of:cards.a> , you may reveal it and put it "
    "into your hand",
    _SHOWN_AND_TAKEN,
    "look at the top card of your library . you may reveal that card and put it into your hand if "
    "it's <of:cards.a>",
)
phrase("effect", "<who:doer!> *reveal the top card of *their library", Reveal(who=H.who))
phrase(
    "effect",
    "<who:doer!> *reveal the top <count:count> cards of *their library",
    Reveal(who=H.who, count=H.count),
)

# --- Cards revealed until one fits ----------------------------------------------------------------

_SHOWN = Filter(zone="library", among="revealed")
_RESTS_OF: tuple[tuple[str, Any], ...] = (
    (
        "on the bottom of *their library in a random order",
        Move(what=_SHOWN, to="library-bottom", random_order=True),
    ),
    ("on the bottom of *their library in any order", Move(what=_SHOWN, to="library-bottom")),
    ("into *their graveyard", Move(what=_SHOWN, to="graveyard")),
)
_OTHERS = ("the rest", "all other cards revealed this way")


def _until(subject: str, until: str, who: Any, taker: str) -> None:
    """Add the rules for cards that a player reveals until one of them fits."""
    shown = Reveal(who=who, until=H.until)
    start = f"{subject} cards from the top of *their library until {until} <until:cards.a>"
    for where, to in (("into *their hand", "hand"), ("onto the battlefield", "battlefield")):
        taken = Move(what="it", to=to)  # type: ignore[arg-type] # words of Move
        put = f"{start} . {taker}put that card {where}"
        for place, rest in _RESTS_OF:
            phrase(
                "several",
                f"{put} and the rest {place}",
                (shown, taken, rest),
                *(f"{put}{joined} {others} {place}" for others in _OTHERS for joined in _JOINED),
            )
        phrase(
            "several",
            f"{put} and exile all other cards revealed this way",
            (shown, taken, Exile(what=_SHOWN)),
            f"{put} and exile the rest",
        )
        phrase(
            "several",
            f"{put} and *shuffle the rest into *their library",
            (shown, taken, Shuffle(who=who)),
            f"{put} and *shuffle all other cards revealed this way into *their library",
            f"{put} , then *shuffle the rest into *their library",
            f"{put} , then *shuffle all other cards revealed this way into *their library",
        )
    for words, to in (
        ("those cards into *their graveyard", "graveyard"),
        ("all cards revealed this way into *their hand", "hand"),
    ):
        phrase(
            "several",
            f"{start} , then *put {words}",
            (shown, Move(what=_SHOWN, to=to)),  # type: ignore[arg-type] # words of Move
        )


_JOINED = (" and", " , then put", " and put")


@category("found-card")
class FoundCard:
    """The card until which cards are revealed, unless the next sentence says where to put it."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the cards at a place."""
        for found in reader.read("cards", at, "a"):
            if reader.at_words(found.end, ". put that card") is None:
                yield found

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the card in words."""
        return None if value is None else writer.write("cards", value, said, "a")


phrase(
    "effect",
    "reveal cards from the top of your library until you reveal <until:found-card>",
    Reveal(until=H.until),
)
_until("*reveal", "you reveal", "you", "*")
_until("<who:one-player!> *reveal", "they reveal", H.who, "<again:the-player> *")

# --- Piles ----------------------------------------------------------------------------------------

_TAKE = Move(what="chosen", to="hand")
_TOP = "reveal the top <count:count> cards of your library"
_MADE: tuple[tuple[str, dict[str, Any], str], ...] = (
    (". an opponent separates those cards into two piles .", {}, "put one pile"),
    (
        "and separate them into two piles . an opponent chooses one of those piles .",
        {"by": "you", "chooser": "opponent"},
        "put that pile",
    ),
)
for _start, _fields, _put in _MADE:
    for _to, _where in (
        ("graveyard", "into your graveyard"),
        ("library-bottom", "on the bottom of your library in any order"),
    ):
        _piles = SeparatePiles(
            of="revealed",
            then=(_TAKE,),
            otherwise=(Move(what="chosen", to=_to),),  # type: ignore[arg-type] # words of Move
            **_fields,
        )
        phrase(
            "several",
            f"{_TOP} {_start} {_put} into your hand and the other {_where}",
            (Reveal(count=H.count), _piles),
        )
phrase(
    "effect",
    "separate all <of:objects.many> into two piles . exile the pile of an opponent's choice and "
    "return the other to the battlefield",
    SeparatePiles(
        of=H.of,
        by="you",
        chooser="opponent",
        then=(Exile(what="chosen"),),
        otherwise=(Move(what="chosen", to="battlefield"),),
    ),
)
for _things in ("permanents", "creatures"):
    phrase(
        "effect",
        "separate all <of:objects.many> into two piles . <who:player!> *sacrifice all "
        f"{_things} in the pile of *their choice",
        SeparatePiles(
            of=H.of, by="you", chooser="target", then=(Sacrifice(who=H.who, of="chosen"),)
        ),
        read_only=_things != "permanents",
    )

# --- Choices --------------------------------------------------------------------------------------

phrase("effect", "<who:doer!> *choose <of:objects.a>", Choose(of=H.of, who=H.who))
phrase(
    "effect",
    "<who:doer!> *choose <count:count> <of:objects.many>",
    Choose(of=H.of, who=H.who, count=H.count),
)
