"""Events of triggered abilities: "when this creature enters", "at the beginning of your upkeep"."""

from __future__ import annotations

from engine.cards.model import When
from engine.cards.oracle.grammar import H, phrase

STEPS = {
    "upkeep": "upkeep",
    "draw": "draw step",
    "main": "main phase",
    "combat": "combat",
    "end": "end step",
}
for step, words in STEPS.items():
    phrase("event", f"at the beginning of your {words}", When(event="step", step=step, who="you"))  # type: ignore[arg-type]
    phrase("event", f"at the beginning of each {words}", When(event="step", step=step))  # type: ignore[arg-type]
    phrase(
        "event",
        f"at the beginning of each opponent's {words}",
        When(event="step", step=step, who="opponent"),  # type: ignore[arg-type]
    )

ONCE = {
    "enters": "*enter",
    "dies": "*die",
    "leaves": "*leave the battlefield",
}
OFTEN = {
    "attacks": "*attack",
    "blocks": "*block",
    "becomes-blocked": "*become blocked",
    "attacks-unblocked": "*attack and isn't blocked",
    "taps": "*become tapped",
    "untaps": "*become untapped",
}
for event, words in ONCE.items():
    for ref in ("this", "attached-thing"):
        phrase("event", f"when <what:{ref}!> {words}", When(event=event, what=H.what))  # type: ignore[arg-type]
for event, words in (ONCE | OFTEN).items():
    phrase("event", f"whenever <what:event-object!> {words}", When(event=event, what=H.what))  # type: ignore[arg-type]
phrase("event", "whenever you cast <what:spells.a>", When(event="cast", what=H.what, who="you"))
phrase("event", "whenever a player casts <what:spells.a>", When(event="cast", what=H.what))
phrase(
    "event",
    "whenever an opponent casts <what:spells.a>",
    When(event="cast", what=H.what, who="opponent"),
)
