"""Reading of collections: Scryfall's bulk files, MTGJSON's AtomicCards, a card on each line.

Each may be compressed with gzip. A file is read as a stream, so that half a gigabyte needs little
memory. Entries that aren't cards to play with are skipped and counted, each kind with a sentence.
"""

from __future__ import annotations

import gzip
import unicodedata
import zlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, Literal, cast

import msgspec
from msgspec import Struct, field

from engine.base.files import MissingFileError, UnreadableFileError, open_regular
from engine.cards.card_names import name_key
from engine.cards.collection.splitting import JsonSplitter
from engine.cards.costs import COLOR_OF
from engine.cards.oracle.printed import PrintedCard

MOST_BYTES = 2 << 30  # of an unpacked file
MOST_CARDS = 100_000
MOST_TEXT = 20_000  # characters of a card's text
MOST_FACES = 200
MOST_NAME = 200  # characters of a name; the longest of a real card has 141
CHUNK = 1 << 18  # bytes

Vintage = Literal["legal", "restricted", "banned"]
VINTAGE: dict[str, Vintage] = {
    "legal": "legal", "not_legal": "legal", "restricted": "restricted", "banned": "banned",
}  # fmt: skip

SKIPPED = {
    "broken": "can't be read as a card",
    "language": "in other languages than English",
    "token": "tokens, emblems and art cards",
    "funny": "cards that aren't for tournament play (un-cards)",
    "again": "further printings of a card",
    "aside": "planes, schemes and other cards outside of decks",
    "mark": "entries that aren't cards",
}
"""Kinds of entries that are skipped, in the words of a report."""

SKIPPED_LAYOUTS = {
    **dict.fromkeys(("token", "double_faced_token", "emblem", "art_series"), "token"),
    **dict.fromkeys(("planar", "scheme", "vanguard", "host", "augment"), "aside"),
}
ASIDE = frozenset(
    ("Plane", "Phenomenon", "Scheme", "Vanguard", "Conspiracy", "Dungeon", "Stickers")
)
LAYOUTS = {
    "split": "split cards",
    "aftermath": "split cards",
    "flip": "flip cards",
    "transform": "double-faced cards",
    "modal_dfc": "double-faced cards",
    "reversible_card": "double-faced cards",
    "meld": "cards that meld",
    "adventure": "cards with adventures",
    "adventurer": "cards with adventures",
    "prepare": "cards of two parts",
    "room": "split cards",
}
"""Layouts that are refused, with the plural of such a card."""


class CollectedCard(Struct, frozen=True, kw_only=True):
    """A card of a collection.

    `refusal` says why a card can't be understood whatever its text; "": its text decides.
    """

    printed: PrintedCard
    names: tuple[str, ...] = ()  # of its faces, if several
    refusal: str = ""
    vintage: Vintage | None = None  # None: the collection doesn't say


class ScryfallFace(Struct, kw_only=True):
    """A face in a card's entry by Scryfall."""

    name: str = ""
    mana_cost: str = ""
    type_line: str = ""
    oracle_text: str = ""
    power: str | None = None
    toughness: str | None = None


class ScryfallCard(ScryfallFace, kw_only=True):
    """An entry of Scryfall's bulk files, as far as it counts here."""

    object: str = "card"
    loyalty: str | None = None
    color_indicator: list[str] | None = None
    layout: str = "normal"
    card_faces: list[ScryfallFace] = field(default_factory=list[ScryfallFace])
    lang: str = "en"
    set_type: str = ""
    legalities: dict[str, str] = field(default_factory=dict[str, str])


class MtgjsonFace(Struct, kw_only=True, rename="camel"):
    """A face in a card's entry by MTGJSON, as far as it counts here."""

    name: str
    face_name: str = ""
    mana_cost: str = ""
    type: str = ""
    text: str = ""
    power: str | None = None
    toughness: str | None = None
    loyalty: str | None = None
    color_indicator: list[str] | None = None
    layout: str = "normal"
    is_funny: bool = False
    legalities: dict[str, str] = field(default_factory=dict[str, str])


class Collection:
    """The cards in a file, read anew with each iteration.

    After it, `skipped` counts what was left out, by the keys of `SKIPPED`.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.size = path.stat().st_size if path.is_file() else 0  # bytes
        self.read = 0  # bytes of the file read so far
        self.skipped = Counter[str]()

    def __iter__(self) -> Iterator[CollectedCard]:
        """Yield each card once. Raises UnreadableFileError."""
        self.skipped.clear()
        seen: set[str] = set()
        splitter = JsonSplitter()
        for data in splitter.entries(self._chunks()):
            found = _card_of(data)
            if isinstance(found, CollectedCard):
                key = name_key(found.printed.name)
                found = "again" if key in seen else found
                seen.add(key)
            if isinstance(found, str):
                self.skipped[found] += 1
                continue
            if len(seen) > MOST_CARDS:
                raise UnreadableFileError(
                    f"more than {MOST_CARDS:,} cards", f"at most {MOST_CARDS:,} cards"
                )
            yield found
        if not splitter.number:
            raise UnreadableFileError("no cards", "a collection of cards as JSON")
        if not seen:
            raise UnreadableFileError(
                f"{splitter.number:,} entries, none of which is a card",
                "cards as Scryfall or MTGJSON writes them",
            )

    def _chunks(self) -> Iterator[bytes]:
        self.read = total = 0
        try:
            with open_regular(self.path) as file:
                for chunk in _unpacked(file):
                    self.read = file.tell()
                    if (total := total + len(chunk)) > MOST_BYTES:
                        raise UnreadableFileError(
                            f"more than {MOST_BYTES >> 30} GB (unpacked)",
                            f"at most {MOST_BYTES >> 30} GB",
                        )
                    yield chunk
        except (gzip.BadGzipFile, EOFError, zlib.error) as error:
            raise UnreadableFileError(f"a damaged gzip file ({error})", "a whole file") from None
        except FileNotFoundError:
            raise MissingFileError("a missing file", "an existing file") from None
        except (OSError, ValueError) as error:
            why = (error.strerror if isinstance(error, OSError) else None) or error
            raise UnreadableFileError(f"an unreadable file ({why})", "a readable file") from None


def _unpacked(file: BinaryIO) -> Iterator[bytes]:
    """Yield the contents of a file in chunks, unpacked if it is compressed with gzip."""
    is_packed = file.read(2) == b"\x1f\x8b"
    file.seek(0)
    source = cast("BinaryIO", gzip.GzipFile(fileobj=file)) if is_packed else file
    while chunk := source.read(CHUNK):
        yield chunk


# --- entries ---

_scryfall = msgspec.json.Decoder(ScryfallCard)
_mtgjson = msgspec.json.Decoder(MtgjsonFace)
_mtgjson_faces = msgspec.json.Decoder(list[MtgjsonFace])


def _card_of(data: bytes) -> CollectedCard | str:
    """Return the card in an entry, or the kind of entry that is skipped."""
    try:
        if data.startswith(b"["):
            return _of_mtgjson(_mtgjson_faces.decode(data))
        if b'"oracle_text"' not in data and b'"manaCost"' in data:
            return _of_mtgjson([_mtgjson.decode(data)])
        return _of_scryfall(_scryfall.decode(data))
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        return "broken"


def _of_scryfall(card: ScryfallCard) -> CollectedCard | str:
    if card.lang != "en":
        return "language"
    vintage = card.legalities.get("vintage", "")
    if card.set_type == "funny" and vintage not in ("legal", "restricted", "banned"):
        return "funny"
    if card.set_type == "token" or card.object not in ("card", ""):
        return "token" if card.set_type == "token" else "mark"
    faces = [each.name for each in card.card_faces]
    text = card.oracle_text or "\n//\n".join(each.oracle_text for each in card.card_faces)
    first = card.card_faces[0] if card.card_faces else card
    return _judged(
        PrintedCard(
            name=_clean(card.name),
            cost=card.mana_cost or first.mana_cost,
            type_line=_clean(card.type_line or first.type_line),
            text=_lines(text),
            power=card.power or first.power,
            toughness=card.toughness or first.toughness,
            loyalty=card.loyalty,
            colors=_colors(card.color_indicator),
            layout=card.layout,
        ),
        faces,
        vintage,
    )


def _of_mtgjson(faces: list[MtgjsonFace]) -> CollectedCard | str:
    if not faces:
        return "broken"
    card = faces[0]
    if card.is_funny:
        return "funny"
    several = [each.face_name or each.name for each in faces] if len(faces) > 1 else []
    return _judged(
        PrintedCard(
            name=_clean(card.name),
            cost=card.mana_cost,
            type_line=_clean(card.type),
            text=_lines("\n//\n".join(each.text for each in faces)),
            power=card.power,
            toughness=card.toughness,
            loyalty=card.loyalty,
            colors=_colors(card.color_indicator),
            layout=card.layout,
        ),
        several,
        card.legalities.get("vintage", ""),
    )


def _judged(printed: PrintedCard, faces: list[str], vintage: str) -> CollectedCard | str:
    """Return a card with the reason for refusing it, if its text can't even be tried."""
    kinds = printed.type_line.split()
    if printed.layout in SKIPPED_LAYOUTS:
        return SKIPPED_LAYOUTS[printed.layout]
    if "Token" in kinds or "Emblem" in kinds:
        return "token"
    if not ASIDE.isdisjoint(kinds):
        return "aside"
    if not printed.name or printed.name.startswith(";") or len(printed.name) > MOST_NAME:
        return "mark"
    names = [_clean(each) for each in faces]
    if not names and " // " in printed.name:
        names = printed.name.split(" // ")
    return CollectedCard(
        printed=printed,
        names=tuple(each for each in names[:MOST_FACES] if each != printed.name),
        refusal=_refusal(printed, len(names)),
        vintage=VINTAGE.get(vintage.lower()),
    )


def _refusal(printed: PrintedCard, faces: int) -> str:
    """Return why a card can't be understood whatever its text says; "" if nothing is against it."""
    if faces > MOST_FACES:
        return f"found {faces} faces; allowed: at most {MOST_FACES}"
    if printed.layout in LAYOUTS or faces:
        kind = LAYOUTS.get(printed.layout, "cards of several parts")
        return f"{kind} can't be read yet (layout '{printed.layout}')"
    if len(printed.text) > MOST_TEXT:
        return f"found {len(printed.text):,} characters of text; allowed: at most {MOST_TEXT:,}"
    parts = (printed.name, printed.type_line, printed.text.replace("\n", " "), printed.cost)
    for sign in (sign for part in parts for sign in part):
        if unicodedata.category(sign) in ("Cc", "Cf", "Co", "Cs"):
            return f"found the invisible character U+{ord(sign):04X}; allowed: visible text"
    return ""


def _clean(text: str) -> str:
    return " ".join(text.split(" ")).strip()


def _lines(text: str) -> str:
    return text.replace("\r\n", "\n").strip()


def _colors(indicator: list[str] | None) -> tuple[str, ...] | None:
    """Return the words for the letters of a color indicator; None if there is none."""
    return tuple(COLOR_OF.get(each, each.lower()) for each in indicator) if indicator else None
