"""Players that think. They see a View, never the game."""
