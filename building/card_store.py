"""The store of cards that ships, made from its JSON lines: `python3 -m building.card_store`.

`run.py` calls this for a checkout, the build hook for a wheel. Without it the engine makes the
store itself, in its cache folder.
"""

from __future__ import annotations

import sys
from pathlib import Path

from engine.cards.stores.shipped import STORE, make_store

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT / "engine" / "cards" / "data"
PLACE = f"engine/cards/data/{STORE}"
MOST_BYTES = 4 << 20  # size of the store in a wheel


def main() -> int:
    """Make the store beside its lines; return 1 if it can't be made."""
    target = ROOT / PLACE
    try:
        make_store(target, DATA)
    except OSError as error:
        print(f"{target}: the store of cards can't be made ({error.strerror or error})")
        return 1
    size = target.stat().st_size
    print(f"{target}: {size:,} bytes")
    return int(size > MOST_BYTES)


if __name__ == "__main__":
    sys.exit(main())
