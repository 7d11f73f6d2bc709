"""The core of the rules: the position, the game, the agenda, and legal actions."""
