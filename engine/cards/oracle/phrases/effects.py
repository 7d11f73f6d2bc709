"""Effects on objects and players: damage, destruction, life, cards."""

from __future__ import annotations

from engine.cards.model import (
    Counter,
    Damage,
    Destroy,
    Exile,
    Move,
    PutCounters,
    Regenerate,
    Sacrifice,
    Tap,
    Untap,
)
from engine.cards.oracle.grammar import H, phrase

phrase(
    "effect",
    "<by:thing!> *deal <amount:amount> damage to <to:recipient>",
    Damage(amount=H.amount, to=H.to, by=H.by),
)
phrase(
    "effect",
    "<by:thing!> *deal damage equal to <amount:quantity> to <to:recipient>",
    Damage(amount=H.amount, to=H.to, by=H.by),
    "<by:thing!> *deal damage to <to:recipient> equal to <amount:quantity>",
)
phrase("effect", "destroy <what:things.all>", Destroy(what=H.what))
phrase(
    "effect",
    "destroy <what:things.all>. it can't be regenerated",
    Destroy(what=H.what, regenerate=False),
    "destroy <what:things.all>. they can't be regenerated",
    "destroy <what:things.all> . that creature can't be regenerated",
)
phrase("effect", "exile <what:things.all>", Exile(what=H.what))
phrase("effect", "tap <what:things.all>", Tap(what=H.what))
phrase("effect", "untap <what:things.all>", Untap(what=H.what))
phrase("effect", "regenerate <what:things.each>", Regenerate(what=H.what))
phrase("effect", "return <what:thing> to its owner's hand", Move(what=H.what, to="hand"))
phrase("effect", "return <what:things.all> to their owners' hands", Move(what=H.what, to="hand"))
phrase("effect", "return <what:things.all> to your hand", Move(what=H.what, to="hand"))
phrase("effect", "<who:doer!> *sacrifice <of:thing>", Sacrifice(who=H.who, of=H.of))
phrase("effect", "<who:doer!> *sacrifice <of:objects.a>", Sacrifice(who=H.who, of=H.of))
phrase("effect", "counter <what:thing>", Counter(what=H.what))
phrase(
    "effect",
    "put a <kind:counter-kind> counter on <on:things.each>",
    PutCounters(on=H.on, kind=H.kind),
)
phrase(
    "effect",
    "put <count:integer.word> <kind:counter-kind> counters on <on:things.each>",
    PutCounters(on=H.on, kind=H.kind, count=H.count),
)
