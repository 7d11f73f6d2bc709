"""Casting spells and activating abilities: permission, announcement and payment (CR 601, 602)."""
