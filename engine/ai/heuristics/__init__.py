"""Rules of thumb for computer players, one module for each kind of decision."""
