"""Games in progress: sessions, saved games, and computer players in worker processes."""
