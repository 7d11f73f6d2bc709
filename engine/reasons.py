"""The names of reasons for refusing an action, which a variant's `[clauses]` maps to the clauses that players are told.

A reason is a family and, in most families, what is wrong: "movement.adjacent". A clause for a family covers all of it.
"""

from __future__ import annotations

FAMILIES: dict[str, tuple[str, ...]] = {
    "activate": ("condition", "land", "mana", "morph", "none", "once", "split-second", "step", "tap", "targets", "timing", "zone"),
    "arrival": ("ground", "lost", "place", "room", "wall"),
    "attack": (
        "able", "aim", "arrived", "back", "block", "controller", "creature", "defender", "finish", "home", "legal", "map", "must",
        "neighbor", "once", "open", "piece", "player", "range", "restricted", "sick", "step", "tapped", "target", "terrain",
    ),
    "aura": ("life", "mana", "token"),
    "band": ("apart", "attack", "banding"),
    "battle": ("forced", "gate", "step"),
    "block": (
        "area", "attacker", "fear", "flying", "horsemanship", "intimidate", "landwalk", "lure", "menace", "once", "protection",
        "restricted", "shadow", "tapped", "unblockable",
    ),
    "carry": ("connected", "controller", "lying", "room", "timing"),
    "cast": (
        "creatures", "healing", "land", "mana", "mode", "no-cost", "prowl", "split-second", "step", "targets", "timing", "way", "zone",
    ),
    "cost": ("counter", "discard", "gone", "life", "loyalty", "morph", "objects"),
    "counter": ("creature", "range"),
    "damage": ("share",),
    "heal": (),
    "land": ("card", "once", "timing"),
    "movement": (
        "adjacent", "back", "block", "carry", "compelled", "controller", "creature", "defender", "far", "finish", "flight", "gate",
        "ground", "hole", "home", "island", "obstacle", "occupied", "once", "piece", "regenerated", "restricted", "ring", "shadow",
        "sick", "spent", "stay", "step", "stopped", "tapped", "token", "walk", "wall", "way",
    ),
    "opportunity": (),
    "pioneer": ("place",),
    "question": ("answer", "unseen"),
    "reach": ("creature", "global", "hidden", "movement", "player", "presence", "sacrifice", "stronghold"),
    "removal": ("range",),
    "reveal": (),
    "scout": ("card", "creature", "tapped", "timing"),
    "suspend": ("mana", "none", "split-second"),
    "target": ("kind", "protection", "twice", "untargetable"),
    "token": ("player", "start", "tapped", "untouchable"),
}  # fmt: skip

REASONS = frozenset(f"{family}.{name}" for family, names in FAMILIES.items() for name in names) | FAMILIES.keys()
"""Everything that `[clauses]` may name."""
