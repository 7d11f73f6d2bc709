"""Storage: the database, accounts, tables, clocks, decks and messages."""
