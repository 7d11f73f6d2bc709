"""Variants: rules files, their inheritance, and the rules pages made from them."""
