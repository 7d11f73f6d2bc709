"""Conditions: "you control a Forest", "this creature is untapped"."""

from __future__ import annotations

from engine.cards.oracle.grammar import H, phrase
from engine.cards.terms import Exists, Filter, Matches, Not, Paid, TurnIs

phrase("condition", "this spell was kicked", Paid())
phrase("condition", "it was kicked", Paid(), read_only=True)
phrase("condition", "it's your turn", TurnIs(whose="you"))
phrase("condition", "it isn't your turn", Not(condition=TurnIs(whose="you")))
phrase("condition", "<what:thing!> *be tapped", Matches(what=H.what, filter=Filter(tapped=True)))
phrase("condition", "<what:thing!> *be untapped", Matches(what=H.what, filter=Filter(tapped=False)))
phrase("condition", "<of:controlled>", Exists(of=H.of))
