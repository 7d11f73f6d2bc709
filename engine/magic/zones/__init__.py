"""Zones: entering, dying, drawing, moving, phasing and durations (CR 400 to 406)."""
