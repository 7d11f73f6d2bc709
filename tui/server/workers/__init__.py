"""Worker processes: matches and tasks outside the front process."""
