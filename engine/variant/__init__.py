"""Variants: rules files, their inheritance, and the pages of rules made from them."""
