"""The table without widgets: cursor and picks, legal actions, stops, forecasts, wording."""
