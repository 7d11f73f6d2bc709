"""Choices on resolution and what is done with what was chosen: "untap up to two lands"."""

from __future__ import annotations

from typing import Any

from engine.base.records import replace
from engine.cards.model import (
    Change,
    Choose,
    ChooseQuality,
    Discard,
    Exile,
    Modify,
    Move,
    PutCounters,
    Sacrifice,
    Tap,
    Untap,
)
from engine.cards.oracle.grammar import (
    H,
    ReadAs,
    Writer,
    Written,
    category,
    phrase,
)
from engine.cards.oracle.references import Said
from engine.cards.terms import Count, Filter, PerPlayer, Stat, Sum

_MOVES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("*put {} onto the battlefield", {"to": "battlefield"}),
    ("*put {} onto the battlefield tapped", {"to": "battlefield", "tapped": True}),
    ("*put {} onto the battlefield under your control", {"to": "battlefield", "under": "you"}),
    ("*put {} on top of *their library", {"to": "library-top"}),
    ("*put {} on the bottom of *their library", {"to": "library-bottom"}),
)
_FORMS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("<of:objects-from.a>", {}),
    ("up to one <of:objects-from.one>", {"up_to": True}),
    ("up to <count:count> <of:objects-from.many>", {"count": H.count, "up_to": True}),
    ("<count:count> <of:objects-from.many>", {"count": H.count}),
)


@category("cards-in-your-hand")
class CardsInYourHand(ReadAs):
    """Cards in your hand, one of which you may choose."""

    reads = "objects"

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the cards in words."""
        in_hand = value.zone == "hand" and value.owner == "you"
        return writer.write("objects-from", value, said, mode) if in_hand else None


def _several(words: str, deed: Any, *, orders: bool = False) -> None:
    """Add the rules for a deed done to objects that a player chooses as it is done."""
    yours = words.replace("*", "").format("<of:cards-in-your-hand.a>")
    phrase("several", f"you may {yours}", (Choose(of=H.of, up_to=True), deed), write_only=True)
    for objects, fields in _FORMS:
        order = " in any order" if orders and "count" in fields else ""
        phrase(
            "several",
            f"<who:doer!> {words.format(objects)}{order}",
            (Choose(of=H.of, who=H.who, **fields), deed),
        )
    may = words.replace("*", "").format("<of:objects.a>")
    phrase(
        "several",
        f"<who:another-player!> may {may}",
        (Choose(of=H.of, who=H.who, up_to=True), deed),
    )


for move, fields in _MOVES:
    _several(move, Move(what="chosen", **fields), orders="library" in move)
for form, fields in _FORMS:
    chosen = Choose(of=H.of, who=H.who, **fields)
    returned = (chosen, Move(what="chosen", to="hand"))
    their = "its owner's hand" if "count" not in fields else "their owners' hands"
    phrase("several", f"<who:doer!> *return {form} to {their}", returned)
    phrase("several", f"<who:doer!> *return {form} to *their hand", returned, read_only=True)
    battlefield = (chosen, Move(what="chosen", to="battlefield"))
    phrase("several", f"<who:doer!> *return {form} to the battlefield", battlefield, read_only=True)
for verb, kind in (("tap", Tap), ("untap", Untap), ("exile", Exile)):
    _several(f"*{verb} {{}}", kind(what="chosen"))
    phrase(
        "several",
        f"<who:doer!> *{verb} <of:objects-from.a> for each <count:for-each>",
        (Choose(of=H.of, who=H.who, count=H.count), kind(what="chosen")),
    )
phrase(
    "several",
    "<who:doer!> *return <of:objects-from.a> to *their hand for each <count:for-each>",
    (Choose(of=H.of, who=H.who, count=H.count), Move(what="chosen", to="hand")),
)


_LANDS, _CREATURES = Filter(types=("Land",)), Filter(types=("Creature",))
_EVENED: dict[str, Any] = {}  # what each player has more of than the one who has the least
for each, of in (("lands", _LANDS), ("sacrifice creatures", _CREATURES)):
    theirs = Count(of=replace(of, controller="that-player"))
    least = PerPlayer(amount=theirs, take="least", times=-1)
    _EVENED[each] = Sacrifice(who="players", of=of, count=Sum(of=(theirs, least)))
_hand = Stat(what="hand", of="that-player")
_fewest = Stat(what="hand", of="players", take="least", times=-1)
_EVENED["discard cards"] = Discard(who="players", count=Sum(of=(_hand, _fewest)))
for first, second in (
    ("discard cards", "sacrifice creatures"),
    ("sacrifice creatures", "discard cards"),
):
    phrase(
        "several",
        "each player chooses a number of lands they control equal to the number of lands "
        "controlled by the player who controls the fewest , then sacrifices the rest . "
        f"players {first} and {second} the same way",
        (_EVENED["lands"], _EVENED[first], _EVENED[second]),
    )
phrase(
    "several",
    "<who:doer!> *put a <kind:counter-kind> counter on <of:objects-from.a>",
    (Choose(of=H.of, who=H.who), PutCounters(on="chosen", kind=H.kind)),
)

# --- Colors, types and keywords -------------------------------------------------------------------

_PROTECTED = Change(keywords=("protection from the chosen color",))
_OF_CHOICE: tuple[tuple[str, ChooseQuality, Change], ...] = (
    ("*gain protection from the color of your choice", ChooseQuality(), _PROTECTED),
    ("*become the color of your choice", ChooseQuality(), Change(colors=("chosen",))),
    (
        "*become the creature type of your choice",
        ChooseQuality(quality="creature-type"),
        Change(subtypes=("chosen",)),
    ),
    (
        "*become the basic land type of your choice",
        ChooseQuality(quality="basic-land-type"),
        Change(subtypes=("chosen",)),
    ),
    (
        "*gain your choice of <among:keywords.one/or>",
        ChooseQuality(quality="keyword", among=H.among),
        Change(keywords=("chosen",)),
    ),
)
for words, choice, change in _OF_CHOICE:
    phrase(
        "several",
        f"<what:things.many!> {words} <until:until>",
        (choice, Modify(what=H.what, change=change, until=H.until)),
        f"<until:until> , <what:things.many!> {words}",
    )
phrase("effect", "<who:doer!> *choose a color", ChooseQuality(who=H.who))
phrase(
    "effect",
    "<who:doer!> *choose a creature type",
    ChooseQuality(quality="creature-type", who=H.who),
)
phrase(
    "effect",
    "<who:doer!> *choose a basic land type",
    ChooseQuality(quality="basic-land-type", who=H.who),
)
