"""Collections of printed cards, as Scryfall and MTGJSON publish them: read, imported, measured."""
