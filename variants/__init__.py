"""The variants: one TOML file each, and nothing else."""
