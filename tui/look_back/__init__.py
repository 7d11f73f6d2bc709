"""Analysis of finished games: made in another process, kept beside the record, told in words."""
