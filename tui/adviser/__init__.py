"""The adviser: what a strong player would do at a person's decision, as plans in words."""
