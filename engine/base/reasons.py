"""Names of reasons, which a variant's `[clauses]` maps to clauses.

A reason explains why an action is refused or why something happens by itself. It is a family and,
in most families, a detail: "movement.adjacent". A clause for a family covers all of it.
"""

from __future__ import annotations

FAMILIES: dict[str, tuple[str, ...]] = {
    "activate": ("condition", "land", "lying", "mana", "morph", "none", "once", "split-second",
    "step", "tap", "targets", "timing", "zone"),
    "arrival": ("ground", "lost", "place", "room", "wall"),
    "attack": (
        "able", "aim", "arrived", "back", "block", "controller", "creature", "defender", "finish",
        "home", "legal", "map", "must",
        "neighbor", "once", "open", "piece", "player", "range", "restricted", "sick", "step",
        "tapped", "target", "terrain",
    ),
    "aura": ("life", "mana", "token"),
    "band": ("apart", "attack", "banding"),
    "battle": ("forced", "gate", "step"),
    "block": (
        "area", "attacker", "fear", "flying", "horsemanship", "intimidate", "landwalk", "lure",
        "menace", "once", "protection",
        "restricted", "shadow", "skulk", "tapped", "unblockable",
    ),
    "carry": ("connected", "controller", "lying", "room", "timing"),
    "cast": (
        "condition", "creatures", "forbidden", "healing", "land", "limit", "mana", "mode",
        "no-cost", "prowl", "split-second", "step", "targets", "timing", "way", "zone",
    ),
    "cost": (
        "counter", "discard", "energy", "gone", "land", "library", "life", "loyalty", "morph",
        "objects", "x",
    ),
    "counter": ("creature", "range"),
    "damage": ("share",),
    "heal": (),
    "land": ("card", "once", "timing"),
    "movement": (
        "adjacent", "back", "block", "carry", "compelled", "controller", "creature", "defender",
        "far", "finish", "flight", "gate",
        "ground", "hole", "home", "island", "obstacle", "occupied", "once", "piece", "regenerated",
        "restricted", "ring", "shadow",
        "sick", "spent", "stack", "stay", "step", "stopped", "tapped", "token", "walk", "wall",
        "way",
    ),
    "opportunity": (),
    "pioneer": ("place",),
    "question": ("answer", "unseen"),
    "reach": ("creature", "global", "hidden", "movement", "player", "presence", "sacrifice",
    "stronghold"),
    "removal": ("range",),
    "reveal": (),
    "scout": ("card", "creature", "tapped", "timing"),
    "suspend": ("mana", "none", "split-second"),
    "target": ("kind", "protection", "twice", "untargetable"),
    "token": ("player", "start", "tapped", "untouchable"),
}  # fmt: skip

REASONS = frozenset(
    f"{family}.{name}" for family, names in FAMILIES.items() for name in names
) | frozenset(FAMILIES)
"""All reasons for refusing an action."""

HAPPENINGS: dict[str, tuple[str, ...]] = {
    "arrival": ("back", "placed", "wall"),
    "battle": (),
    "belongings": ("carried", "dropped", "lost", "picked-up", "too-many"),
    "conquest": (),
    "death": ("creature", "rival"),
    "heal": ("life",),
    "land": ("entered", "home", "played", "value"),
    "library": ("empty", "renewed"),
    "losing": ("conceded", "creatures", "effect", "library", "life", "poison", "power", "time"),
    "movement": ("home", "regenerated"),
    "opportunity": (),
    "pioneer": ("again", "color", "place"),
    "production": (),
    "question": ("announcement", "division", "effect", "order", "replacement"),
    "resolution": (),
    "reveal": (),
    "scout": (),
    "setup": ("first", "land", "mulligan", "stronghold"),
    "stronghold": ("lost", "released", "retaken"),
    "supply": (),
    "token": ("fallen", "start"),
    "turn": ("draw", "hand-size", "untap"),
    "victory": ("effect", "held", "last", "loop", "nobody", "quiet"),
    "worlds": (),
}
"""Things that a rule makes happen and the log reports, or decisions that a rule asks for, by
family.
"""

OF_MAGIC = {
    "cost": "M-4", "death": "M-9", "death.rival": "M-12", "losing.conceded": "M-16",
    "losing.effect": "M-15",
    "question.announcement": "M-4",
    "question.division": "M-11", "question.effect": "M-14", "question.order": "M-6",
    "question.replacement": "M-8",
    "resolution": "M-5", "setup.mulligan": "M-16", "suspend": "M-13", "turn.hand-size": "M-10",
    "turn.untap": "M-10",
    "victory.last": "M-15", "victory.effect": "M-15",
    "victory.loop": "M-18", "victory.nobody": "M-18",
}  # fmt: skip
"""The clauses of Magic's own rules, used where a variant names none."""

NAMES = (
    REASONS
    | {f"{family}.{name}" for family, names in HAPPENINGS.items() for name in names}
    | frozenset(HAPPENINGS)
)
"""Everything that `[clauses]` may name."""
