"""Results: which effects and costs have them, and where cards may refer to them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.base.schema import Problem
from engine.cards import model
from engine.cards.checks.nested import parts, words
from engine.cards.keyword_abilities import keyword_costs
from engine.cards.terms import COUNTED, RESULTS, TARGET_INDEX, Costs, DataRecord, Filter

ALL_RESULTS = frozenset((*RESULTS, *COUNTED))
HARM = frozenset({"damaged", "damage-taken", "life-lost"})
OF_EFFECTS: dict[type[model.Effect], frozenset[str]] = {
    model.Damage: HARM | {"life-gained"},  # by lifelink
    model.Fight: HARM,
    model.Destroy: frozenset({"destroyed"}),
    model.Exile: frozenset({"exiled"}),
    model.Sacrifice: frozenset({"sacrificed"}),
    model.Draw: frozenset({"drawn"}),
    model.Discard: frozenset({"discarded"}),
    model.Mill: frozenset({"milled"}),
    model.Move: frozenset({"moved"}),
    model.Search: frozenset({"moved"}),
    model.LookAtTop: frozenset({"moved"}),
    model.Reveal: frozenset({"revealed"}),
    model.MakeToken: frozenset({"created"}),
    model.CopyToken: frozenset({"created"}),
    model.Counter: frozenset({"countered"}),
    model.Tap: frozenset({"tapped"}),
    model.Untap: frozenset({"untapped"}),
    model.GainLife: frozenset({"life-gained"}),
    model.LoseLife: frozenset({"life-lost"}),
    model.PutCounters: frozenset({"counters-added"}),
    model.RemoveCounters: frozenset({"counters-removed"}),
}
"""The results of each kind of effect."""
OF_EVENTS = {"gains-life": frozenset({"life-gained"}), "loses-life": frozenset({"life-lost"})}
"""The result of each kind of event that triggers abilities."""
OF_COSTS = {
    "sacrifice": "sacrificed",
    "discard": "discarded",
    "discard_self": "discarded",
    "exile_other": "exiled",
    "exile_self": "exiled",
    "return_other": "moved",
    "return_self": "moved",
    "tap": "tapped",
    "tap_other": "tapped",
    "untap": "untapped",
    "life": "life-lost",
    "remove_counter": "counters-removed",
    "put_counter": "counters-added",
    "mill": "milled",
    "exile_top": "exiled",
    "reveal": "revealed",
}
"""The result of each part of a cost."""
OF_EFFECTS_ONLY = frozenset((*TARGET_INDEX, "all-targets", "it", "chosen"))
"""References that have no meaning before a spell is cast."""
PLACES = (model.Target, Costs, model.When, model.Static, model.Enters, model.CastCost)
"""Records that can't refer to results: these are there only while effects are followed."""


def of_effect(effect: model.AnyEffect) -> frozenset[str]:
    """Return the results that an effect may have."""
    found = OF_EFFECTS.get(type(effect), frozenset())
    if getattr(effect, "reveal", False) not in (False, "none") or (
        isinstance(effect, model.Discard) and effect.chooser == "you"
    ):
        found |= {"revealed"}
    if isinstance(effect, model.Reveal) and effect.exile:
        found = frozenset({"exiled"})
    if isinstance(effect, model.Move) and effect.to == "graveyard":
        found |= {"destroyed"}
    return found


def of_cost(cost: Costs) -> frozenset[str]:
    """Return the results of paying a cost."""
    found = frozenset(result for key, result in OF_COSTS.items() if getattr(cost, key))
    return found.union(*map(of_cost, cost.either))


def paid_on_casting(face: model.Card) -> frozenset[str]:
    """Return the results of the costs of casting a card besides mana."""
    costs = [face.additional, face.kicker, *(cost for _, cost in keyword_costs(face))]
    costs += [alternative.cost for alternative in face.alternatives]
    return frozenset[str]().union(*(of_cost(cost) for cost in costs if cost is not None))


def without_results(where: str, part: DataRecord) -> Iterator[Problem]:
    """Yield problems with results in places where there are none."""
    if isinstance(part, model.CastCost):
        for place, each in parts(part, where, (model.Effect, model.Ability, model.Card)):
            for _, key, word in words(each):
                if word in OF_EFFECTS_ONLY:
                    yield Problem(
                        where=f"{place}.{key}",
                        found=repr(word),
                        allowed="objects and players known before the spell is cast",
                    )
    if isinstance(part, PLACES):
        yield from _refused(parts(part, where, (model.Effect, model.Ability, model.Card)))
    elif isinstance(part, model.Activated | model.Triggered) and part.condition is not None:
        yield from _refused(parts(part.condition, f"{where}.condition"))
    elif isinstance(part, model.Replace):
        for key in ("what", "source", "prevent", "redirect", "condition"):
            value = getattr(part, key)
            if isinstance(value, DataRecord):
                yield from _refused(parts(value, f"{where}.{key}"))


def _refused(found: Iterable[tuple[str, DataRecord]]) -> Iterator[Problem]:
    for place, part in found:
        for _, key, word in words(part):
            if word in ALL_RESULTS and not (isinstance(part, Filter) and key == "name"):
                yield Problem(
                    where=f"{place}.{key}",
                    found=repr(word),
                    allowed="results of earlier effects only in effects",
                )
